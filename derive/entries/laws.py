"""Laws, letters and catalogue entries as questions see them, read from plain data."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..frozen import Record, fresh
from ..programs.program import Program, from_data
from ..programs.relations import Relation, relation_from_data
from ..records.notes import Declared, Domain, SymbolNote
from ..units import Quantity, number_text, read_value
from ..written import Node, node_from_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from ..records import SymbolNote
    from ..units import Unit, UnitTable


def domain_data(domain: Domain) -> list[Any]:
    """A domain as JSON holds it."""
    ends = [None if end is None else str(end) for end in (domain.low, domain.high)]
    return [*ends, domain.low_open, domain.high_open, domain.integer]


def note_from_data(data: Mapping[str, Any]) -> SymbolNote:
    """A letter's note read from its entry."""
    low, high, *flags = data["domain"]
    ends = [None if end is None else Fraction(end) for end in (low, high)]
    return SymbolNote(
        data["id"], data["meaning"], data["unit"], Domain(ends[0], ends[1], *flags), data["latex"],
        data["says"], data["typical"], data["default"], tuple(data["aliases"]), None, Declared(),
    )  # fmt: skip


class Figure(Record):
    """A published figure of a catalogue entry, its source where it is not the entry's own."""

    letter: str
    value: str
    source: str = ""
    says: str = ""
    usual: bool = False


class Entry(Record):
    """Something that one can name in a question instead of typing its figures."""

    id: str
    shelf: str
    title: str
    says: str
    aliases: tuple[str, ...]
    source: str
    figures: tuple[Figure, ...]
    choices: Mapping[str, tuple[Figure, ...]]
    quoted: Mapping[str, str]
    settles: Mapping[str, str]


def entry_from_data(data: Mapping[str, Any]) -> Entry:
    """An entry of the catalogue read from its data."""
    figures: Callable[[Any], tuple[Figure, ...]] = lambda rows: tuple(Figure(*row) for row in rows)  # noqa: E731
    read = {
        "aliases": tuple(data["aliases"]),
        "figures": figures(data["figures"]),
        "choices": {name: figures(rows) for name, rows in data["choices"].items()},
    }
    return Entry(**{**data, **read})


class Condition(Record):
    """A condition of a law: what it says, and what must hold, in base units."""

    says: str
    relation: Relation
    written: Node


class Law(Record):
    """One law, or a chain of laws put together, ready to be asked.

    ``relation`` is in base units with constants as numbers; ``written`` is the
    tree that is printed. ``gives`` is the letter on the left side where the
    right side does not hold it, else empty. ``unit`` is that of both sides.
    ``formula`` names it in words: of a declared use the formula that is used, of
    a chain all its laws. A chain of one law is the ``same_as`` that law.
    """

    id: str
    formula: str
    relation: Relation
    written: Node
    text: str
    latex: str
    letters: tuple[str, ...]
    conditions: tuple[Condition, ...] = ()
    gives: str = ""
    left: str = ""
    unit: str = "1"
    title: str = ""
    status: str = ""
    leaves_out: str = ""
    sources: str = ""
    easier: Mapping[str, Relation] = fresh(factory=dict)
    is_composed: bool = False
    same_as: str = ""

    @property
    def condition_letters(self) -> tuple[str, ...]:
        """Letters that only the conditions name: they may be given, and need not be."""
        named = {name for condition in self.conditions for name in condition.relation.letters}
        return tuple(sorted(named - set(self.letters)))

    def relation_for(self, letter: str) -> Relation:
        """The relation, with the form in which borders in this letter are found."""
        easier = self.easier.get(letter)
        relation = self.relation
        return relation if easier is None else Relation(relation.sign, *relation.sides, easier)


def law_from_data(data: Mapping[str, Any]) -> Law:
    """A law read from its entry; raises what damaged data leads to."""
    read = {
        "relation": relation_from_data(data["relation"]),
        "written": node_from_data(data["written"]),
        "letters": tuple(data["letters"]),
        "conditions": tuple(
            Condition(says, relation_from_data(relation), node_from_data(tree))
            for says, relation, tree in data["conditions"]
        ),
        "easier": {name: relation_from_data(form) for name, form in data["easier"].items()},
    }
    return Law(**{**data, **read})


class Branch(Record):
    """One value of a letter that a law gives: as text, as LaTeX, as a program, as a tree."""

    value: str
    statement: tuple[str, str] | None
    program: Program | None
    written: Node | None


class Solved(Record):
    """A law solved for a letter: how, the branches that may lie in its domain, and why not more.

    ``steady`` computes the one branch where floats would lose digits.
    """

    method: str
    reason: str = ""
    inside: tuple[Branch, ...] = ()
    steady: Program | None = None

    @property
    def only(self) -> Branch | None:
        """The one closed value, where there is one and no other."""
        closed = self.method == "closed" and len(self.inside) == 1
        return self.inside[0] if closed and self.inside[0].program is not None else None


def solved_from_data(data: Mapping[str, Any]) -> Solved:
    """A solved form read from its entry."""
    return Solved(
        data["method"],
        data["reason"],
        tuple(_branch(branch) for branch in data["inside"]),
        None if data["steady"] is None else from_data(data["steady"]),
    )


def _branch(data: Sequence[Any]) -> Branch:
    value, statement, program, written = data
    return Branch(
        value,
        None if statement is None else (statement[0], statement[1]),
        None if program is None else from_data(program),
        None if written is None else node_from_data(written),
    )


class Tool(Record):
    """A law that a chain may use: a formula or a declared use.

    ``groups`` are the conventions of one quantity to which it belongs, with
    what tells this one apart; ``gives`` is its left side. ``needs`` are the
    alternatives for which it holds, by choice; ``unknowns`` the letters for which
    it may have one solution, 0 where they stand alone and 1 where they do not.
    """

    id: str
    formula: str
    letters: frozenset[str]
    groups: Mapping[str, str]
    gives: str = ""
    is_equation: bool = True
    status: str = ""
    needs: Mapping[str, frozenset[str]] = fresh(factory=dict)
    unknowns: Mapping[str, int] = fresh(factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)


class Choice(Record):
    """Alternatives of which a run takes one; ``letter`` is set where they are laws of one letter.

    The other fields say what settles it: see the record of the same name.
    """

    id: str
    asks: str
    alternatives: Mapping[str, str]
    shown_by: Mapping[str, frozenset[str]]
    means: Mapping[str, Mapping[str, int]]
    when: Mapping[str, tuple[Relation, ...]]
    assumed: str
    unless: frozenset[str]
    also: tuple[str, ...]
    called: Mapping[str, str]
    letter: str = ""


def choice_from_data(name: str, data: Mapping[str, Any]) -> Choice:
    """A choice read from its entry."""
    read = {
        "shown_by": {other: frozenset(letters) for other, letters in data["shown_by"].items()},
        "when": {
            other: tuple(map(relation_from_data, conditions))
            for other, conditions in data["when"].items()
        },
        "unless": frozenset(data["unless"]),
        "also": tuple(data["also"]),
    }
    return Choice(name, **{**data, **read})


def typical_value(note: SymbolNote, unit: Unit, table: UnitTable) -> str:
    """The middle of a typical range in the logarithm, rounded as people round.

    A whole number is a power of two, as degrees and batches are. Nothing where the note says
    nothing.
    """
    if not note.typical:
        return ""
    counts = not unit.dimensions and (note.domain.integer or bool(unit.kinds))
    typical = read_value(note.typical, unit=unit, table=table, symbol=note.id, count=counts)
    if isinstance(typical, Quantity):
        return note.typical
    low, high = (
        None if end is None else float(end.magnitude) for end in (typical.low, typical.high)
    )
    if low is None or high is None:
        return str(typical.high if low is None else typical.low)
    middle = math.sqrt(low * high) if low > 0 else (low + high) / 2
    if note.domain.integer:
        whole = 2 ** round(math.log2(middle)) if middle >= 2 else math.ceil(middle)
        return number_text(Fraction(whole), 12)
    return short_value(note, unit, middle)


def short_value(note: SymbolNote, unit: Unit, magnitude: float | Fraction) -> str:
    """One or two digits, in the unit that reads best."""
    value = Quantity(Fraction(str(magnitude)), unit).natural(1)
    text = number_text(value.magnitude, 1)
    if not note.domain.contains(Fraction(text)) and unit.is_plain:
        text = number_text(value.magnitude, 4)
    return text if unit.is_plain or not unit.dimensions else f"{text} {value.unit}"
