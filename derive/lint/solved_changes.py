"""The one change after which a printed formula is what its relation gives, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Node, Number

from .changes import Change, Ingredient, Pantry, nearest
from .documents import Document
from .expanded_sides import EVIDENCE, SIMPLE
from .expansion import POINTS
from .probing import Probe, Values, constant
from .rules import Sight, sight_at
from .solved_relations import Condition
from .statements import Definition
from .wording import change_in_words, plain, snippet

# A relation is printed; what limits a formula is guessed from units; so is a share of that. A
# solution by a better guess outweighs one by a worse.
PRINTED, LIMITED, SHARED, NOTHING = range(4)
BALANCED = "="
"""In place of a limit: two terms that balance where words say that their sum is best."""
_OF_NUMBERS = frozenset(("number", "coefficient"))
_NUMBER = lazy_re(r"-?\d+(?:\.\d)?|-?\d/\d")


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
    if change is None:
        return None
    if change.cost > SIMPLE:
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
    return sight_at(
        document,
        target.printed.span,
        f"Line {line} solved for {plain(target.glyph)}{held} does not give this; it does if in "
        f"this formula {change_in_words(change, latex)}.",
        inside=change.node.at[0],
        name=plain(target.glyph),
        rows=[(f"line {line}", plain(" ".join(relation.split()))),
              ("solved", snippet(target.side, latex))],
        guess="Correct this formula, or the one that it was solved from.",
        evidence=EVIDENCE,
    )  # fmt: skip
