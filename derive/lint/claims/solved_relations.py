"""Relations from which formulas may have been solved, and the change after which one is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Big, Call, Chain, Letter, Node, Number, Rejection, walk
from derive.units import Unit

from ..laws.changes import Change, Ingredient, Pantry, nearest
from ..laws.probing import ROUNDINGS, Probe, Values, constant, letters_in
from ..laws.wording import change_in_words, plain, snippet
from ..numbers.expansion import POINTS, is_free_of
from ..numbers.statements import BOUNDS, Definition
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from .expanded_sides import EVIDENCE, SIMPLE, chooses
from .letter_values import LetterValues

LEAST_SHARED, DEPTH, MOST_LAWS = 2, 2, 8
BEFORE = 160
"""So many characters before a formula words may say that it is the best."""
_BALANCED = lazy_re(
    r"\b(?:balanc\w+|minim\w+|optim\w+|best|least|smallest|lowest|shortest|cheapest|equal|alike|derivative|stationary)\b"
    r"[^.]*\Z"
)
# "Ring and tree take equally long at": where two formulas cross.
_CROSSES = lazy_re(
    r"\b(?:equat(?:e|es|ed|ing)|equally|cross(?:es|ing|over)?|break[- ]even|breaks?\s+even"
    r"|(?:wins|pays|faster|better|cheaper|quicker)\s+(?:as\s+long|until|up\s+to|when|below|if))\b[^.]*\Z",
    re.IGNORECASE,
)
CROSSING, MOST_CROSSING = 3_000, 6
"""So many characters before a formula stand those that may cross there, and so many of them."""
# What marks a letter as a special value of itself, and not as another quantity.
_SPECIAL = lazy_re(
    r"(?P<stem>[A-Za-z]+)(?:_0|[_^](?:[*'+]|max|min|opt|lim|crit|times|dagger|star|hat))"
)

_BEST = lazy_re(r"[A-Za-z]+[_^](?:[*]|opt|star|best)")
# A relation is printed; what limits a formula is guessed from units; so is a share of that. A
# solution by a better guess outweighs one by a worse.
PRINTED, LIMITED, SHARED, NOTHING = range(4)
BALANCED = "="
"""In place of a limit: two terms that balance where words say that their sum is best."""
_OF_NUMBERS = frozenset(("number", "coefficient"))
_NUMBER = lazy_re(r"-?\d+(?:\.\d)?|-?\d/\d")


class Condition(Record):
    """A relation of the text that a letter may have been solved from: two sides, and its print.

    ``glyph`` is the letter that the right side is a formula of, if it is one.
    """

    left: Node
    right: Node
    printed: Printed
    row: Chain
    offset: int
    letters: frozenset[str]
    glyph: str = ""
    # The line of the first of two formulas that are equated.
    line: int = 0


def made_of(relation: Condition, definitions: Mapping[str, Sequence[Definition]]) -> set[str]:
    """The letters of a relation, and those that its letters are made of."""
    names = {*relation.letters}
    for _ in range(DEPTH):
        names |= {
            name for glyph in names for law in definitions.get(glyph, ())[:MOST_LAWS]
            for name in law.needs
        }  # fmt: skip
    return names


def is_solved_from(target: Definition, law: Definition) -> bool:
    """Whether putting a solved letter into a formula leaves nothing of what both have in common.

    ``H <= y (E - D) / b`` was solved from ``m = b H / y``: there ``m <= E - D``.
    """
    shared = law.needs & target.needs
    own = law.glyph in target.needs or law.offset >= target.offset or law.operator != "="
    if own or target.glyph not in law.needs or len(shared) < LEAST_SHARED:
        return False
    return is_free_of(law.side, shared, {target.glyph: target})


def is_plain(side: Node) -> bool:
    """Whether a side is no sum over an index, no extreme and not rounded."""
    return not chooses(side) and not any(isinstance(part, Big) for part in walk(side))


def unrounded(side: Node) -> Node:
    """What is rounded, where a side is rounded as a whole."""
    if isinstance(side, Call) and side.function in ROUNDINGS and len(side.arguments) == 1:
        return side.arguments[0]
    return side


def relations_of(project: Project, values: LetterValues) -> Iterator[Condition]:
    """The relations of a text from which letters may be solved: formulas, and what is compared."""
    own = values.system.own
    for printed in project.printed(values.document):
        if isinstance(printed.parsed, Rejection) or printed.span.table >= 0:
            continue
        for row in printed.parsed.rows:
            first = row.members[0]
            for side, operator in zip(row.members[1:], row.operators, strict=True):
                compared = operator in BOUNDS and side is row.members[1]
                if (operator == "=" or compared) and is_plain(side) and is_plain(first):
                    yield Condition(
                        first, side, printed, row, printed.span.offset(row.at[0]),
                        letters_in(first, own) | letters_in(side, own),
                        first.glyph if isinstance(first, Letter) and operator == "=" else "",
                    )  # fmt: skip


def is_crossing(document: Document, law: Definition) -> bool:
    """Whether words say of a formula that two others are equal there."""
    start = law.printed.span.start
    return _CROSSES.search(document.masked, max(start - BEFORE, 0), start) is not None


def crossing(values: LetterValues, target: Definition) -> list[Condition]:
    """Every two formulas of one kind before a letter that words say are equal at it."""
    units, start = values.units, target.printed.span.start
    stem = target.glyph.partition("_")[0]
    if stem == target.glyph or not is_crossing(values.document, target):
        return []
    laws = sorted((
        law for some in values.system.definitions.values() for law in some
        if law.operator == "=" and is_plain(law.side) and stem in law.needs
        and start - CROSSING < law.offset < start and not law.settled
    ), key=lambda law: law.offset)  # fmt: skip
    return [
        Condition(first.side, second.side, second.printed, second.row, second.offset,
                  first.needs | second.needs, line=first.line)
        for first, second in itertools.combinations(laws[-MOST_CROSSING:], 2)
        if first.glyph != second.glyph
        and (known := units.get(first.glyph)) and (unit := units.get(second.glyph))
        and is_alike(known, unit)
    ]  # fmt: skip


def names_of(glyph: str) -> tuple[str, ...]:
    """A letter, and the one that it is a special value of: ``y_0`` of y."""
    special = _SPECIAL.fullmatch(glyph)
    return (glyph, special["stem"]) if special else (glyph,)


def is_best(document: Document, law: Definition) -> bool:
    """Whether words say of a formula that something is smallest or balanced there."""
    # "x^*" says it by itself.
    if _BEST.fullmatch(law.glyph):
        return True
    start = law.printed.span.start
    return _BALANCED.search(document.masked, max(start - BEFORE, 0), start) is not None


def is_alike(unit: Unit | None, other: Unit) -> bool:
    """Whether two letters measure the same."""
    return (
        unit is not None
        and dict(unit.dimensions) == dict(other.dimensions)
        and (bool(unit.dimensions) or unit.name == other.name)
    )


def is_share(unit: Unit | None) -> bool:
    """Whether a letter is a plain number."""
    return unit is not None and not unit.dimensions and unit.name in {"", "1"}


class Solved(Record):
    """What a relation gives for a letter, how much of it is guessed, and what the print gives.

    ``limit`` is what its formula is thought to be at most, or at least.
    """

    guess: int
    limit: str
    wanted: Values
    printed: Values
    probe: Probe


def is_another_limit(condition: Condition, solved: Solved, change: Change) -> bool:
    """Whether what is at most 1 in a relation is at most 4 in the print."""
    limited = solved.guess > PRINTED and solved.limit != BALANCED
    times = constant(solved.wanted / solved.printed)
    is_number = times is not None and change.kind in _OF_NUMBERS
    return is_number and (limited or isinstance(condition.right, Number))


def one_change(solved: Solved, side: Node, names: Sequence[str]) -> Change | None:
    """The one change after which a formula follows, in its own letters."""
    letters = [Ingredient(name, solved.probe.letters[name], letter=True) for name in names]
    change = nearest(solved.probe, side, solved.wanted, Pantry.of(letters, POINTS))
    if change is None or change.cost > SIMPLE:
        return None
    # Nobody prints 34 for 1122/7.
    odd = change.kind in _OF_NUMBERS and not _NUMBER.fullmatch(change.by)
    # Minus a half of it is where a derivative vanishes, and no slip of a solution.
    odd = odd or (change.kind == "coefficient" and change.by.startswith("-"))
    return None if odd else change


def solved_sight(
    document: Document, target: Definition, change: Change, condition: Condition, limit: str
) -> Sight:
    """The finding on a formula that is no solution of the relation before it."""
    latex = target.printed.span.latex
    line, _ = document.place(condition.offset)
    relation = condition.printed.span.latex[slice(*condition.row.at)]
    held = f", with {plain(condition.glyph)} at {limit}," if limit not in {"", BALANCED} else ""
    solved = f"Line {line} solved for {plain(target.glyph)}{held} does not give this; it does"
    if condition.line:
        solved = f"The formulas in lines {condition.line} and {line} are not equal there; they are"
    return sight_at(
        document,
        target.printed.span,
        f"{solved} if in this formula {change_in_words(change, latex)}.",
        inside=change.node.at[0],
        name=plain(target.glyph),
        rows=[(f"line {line}", plain(" ".join(relation.split()))),
              ("solved", snippet(target.side, latex))],
        guess="Correct this formula, or the one that it was solved from.",
        evidence=EVIDENCE,
    )  # fmt: skip
