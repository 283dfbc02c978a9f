"""The pieces that the pages of a book share: references, rows, steps, checks."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

Tone = Literal["good", "fair", "bad", "none"]
"""How a check went: passed; passed by testing only, or partly; failed; nothing to check."""


MathML = Annotated[str, "mathml"]
"""A ``<math>`` element of known tags and attributes, or nothing."""

Steps = Annotated[list[Any], "steps"]
"""The steps of a program: each a list of an operation's name and at most one detail."""


class Ref(TypedDict):
    """A record of this book, named."""

    kind: Literal[
        "formula", "symbol", "term", "source", "subject", "erratum", "errata", "notation", "entry"
    ]
    id: str
    title: str
    address: str


class Brief(TypedDict):
    """A formula in short: its law, its letters, and the letter that it gives, if it gives one."""

    mathml: MathML
    letters: list[str]
    gives: str


class Cited(TypedDict):
    """A source and the place in it."""

    source: Ref
    place: str
    short: str


class Written(TypedDict):
    """One expression or relation in the ways in which it can be written."""

    mathml: MathML
    latex: str
    text: str


class Said(TypedDict):
    """Some words of a law read aloud; ``letter`` is the symbol or number they stand for."""

    text: str
    letter: str


class SymbolRow(TypedDict):
    """A letter as the symbol table of a formula shows it."""

    id: str
    address: str
    mathml: MathML
    meaning: str
    unit: str
    domain: str
    default: str
    typical: str


class AcceptedUnit(TypedDict):
    """A unit that may be typed for a symbol.

    ``factor`` leads to the symbol's own unit and ``base`` to base units, both
    exact: an integer or a fraction.
    """

    unit: str
    factor: str
    base: str


class ConstantRow(TypedDict):
    """A number inside a law that carries a unit and a meaning."""

    id: str
    value: str
    unit: str
    meaning: str
    says: str


class Step(TypedDict):
    """One line of a derivation, with the reason why it follows."""

    mathml: MathML
    reason: str
    uses: list[Ref]
    strength: str


class DerivationPage(TypedDict):
    """A derivation as it was replayed: ``strength`` is exact, tested, or failed."""

    id: str
    title: str
    says: str
    strength: str
    premises: list[Ref]
    steps: list[Step]


class Letter(TypedDict):
    """A letter, to head a column or to stand before a value."""

    id: str
    mathml: MathML


class Given(Letter):
    """A letter with the value it was given."""

    value: str


class WorkedRow(TypedDict):
    """A published number beside the number that the formula gives."""

    id: str
    values: list[str]
    printed: str
    ours: str
    agrees: bool
    how: str
    note: str
    source: Cited


class WorkedTable(TypedDict):
    """Cases with the same inputs: what varies heads a column, the rest is said once."""

    letters: list[Letter]
    fixed: list[Given]
    constants: str
    target: Letter
    rows: list[WorkedRow]


class Program(TypedDict):
    """An evaluator as data: a postfix program over a fixed list of operations."""

    inputs: list[str]
    steps: Steps


class Evaluators(TypedDict):
    """A law as programs over magnitudes in base units.

    ``left`` and ``right`` hold one program each, or none with the reason in
    ``trouble``; the law holds where the first stands in ``relation`` (``eq``,
    ``le``, ``ge``, ``lt``, ``gt``) to the second and every condition is true.
    """

    relation: str
    left: list[Program]
    right: list[Program]
    conditions: list[Program]
    trouble: str


class Branch(TypedDict):
    """One solution: ``verdict`` is kept, or says why it was rejected.

    ``program`` gives its value, ``holds`` are its conditions, both in base
    units; ``program`` is empty where there is no single value or no evaluator.
    """

    mathml: MathML
    text: str
    latex: str
    conditions: list[MathML]
    strength: str
    verdict: str
    program: list[Program]
    holds: list[Program]


class Solved(TypedDict):
    """The formula solved for one of its letters."""

    id: str
    address: str
    mathml: MathML
    meaning: str
    method: str
    says: str
    branches: list[Branch]


class Check(TypedDict):
    """One computed statement about a formula; the badge and how it was found."""

    id: str
    label: str
    tone: Tone
    says: str


class Snippets(TypedDict):
    """Lines to copy."""

    command: str
    python: str
    latex: str
    mathml: MathML


class FormulaCard(TypedDict):
    """A formula as lists show it."""

    formula: Ref
    subject: Ref
    mathml: MathML


class Misprint(TypedDict):
    """What one document gets wrong at one place.

    ``printed`` is the document's own LaTeX or number. It is put right by a law
    or by words, and proved at a point, or by its sources alone.
    """

    id: str
    place: str
    printed: str
    says: str
    law: list[FormulaCard]
    corrected: str
    tone: Tone
    how: str
    point: list[Given]
    target: list[Letter]
    printed_gives: str
    law_gives: str
    ratio: str
    proof: list[Cited]
    declared: str


class Concern(TypedDict):
    """An erratum as the page of a formula names it."""

    erratum: Ref
    says: str


FAILED = "failed"

METHODS = {
    "closed": "closed form",
    "numeric": "by numbers",
    "set": "a set of values",
    "none": "no solution",
}


class Statistics(TypedDict):
    """How much a book holds, and how much of it is checked.

    ``derivations`` counts them by how they end, ``solved`` the pairs of a
    formula and a letter by the method that answers them.
    """

    counted: dict[str, int]
    sourced: int
    unit_checked: int
    derived: int
    with_published_number: int
    derivations: dict[str, int]
    published_numbers: dict[str, int]
    errata_proved: int
    solved: dict[str, int]
