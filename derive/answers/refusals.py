"""Laws that refuse the givens: why a chain cannot use them here, and what would mend it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Condition
from ..quoting import listing
from ..units import Quantity
from .chains import Move
from .knowns import Knowns
from .search_result import Refused

NEARLY = Fraction(1, 10**9)
"""A count that was computed with floats is whole where it is this near to a whole number."""

FARTHEST = 512
"""How far from what was given a whole number is looked for."""


def failing(
    knowledge: Knowledge,
    moves: Iterable[Move],
    values: Mapping[str, Quantity],
    named: Collection[str],
) -> Refused | None:
    """The first law of a chain of which a condition fails; one that was named says so itself."""
    at = {name: Fraction(value.base) for name, value in values.items()}
    for move in moves:
        if move.tool.id in named:
            continue
        for condition in knowledge.law(move.tool.id).conditions:
            names = condition.relation.letters
            if names <= set(at) and not condition.relation.truth(at):
                letters = [f"{name} = {values[name].format(6)}" for name in sorted(names)]
                why = f"{condition.says} does not hold, with {listing(letters, 'and')}"
                return Refused(move.tool.id, move.letter, why, condition, at)
    return None


def not_whole(knowledge: Knowledge, letter: str, value: Quantity) -> str:
    """Why a value cannot be that of a letter that counts something; empty where it can."""
    exactly = Fraction(value.to(knowledge.unit(letter)).magnitude)
    if not knowledge.symbols[letter].domain.integer:
        return ""
    if abs(exactly - round(exactly)) <= NEARLY * abs(exactly):
        return ""
    below = exactly.numerator // exactly.denominator
    beside = f"{below} and {below + 1} are the whole numbers beside it"
    return f"it must be a whole number, and comes out as {value.format(6)}; {beside}"


def distinct(
    knowledge: Knowledge, known: Knowns, refusals: Iterable[Refused]
) -> tuple[Refused, ...]:
    """Refusals that say the same once, each with how to mend it or to ask for a count that fits."""
    kept: list[Refused] = []
    for refusal in refusals:
        if not any(
            refusal.why == other.why
            and (refusal.letter == other.letter or refusal.law == other.law)
            for other in kept
        ):
            kept.append(refusal)
    return tuple(
        refusal.replaced(
            why=refusal.why
            + _mended(knowledge, refusal, known.typed)
            + _as_bound(knowledge, refusal, known)
        )
        for refusal in kept
    )


def _as_bound(knowledge: Knowledge, refusal: Refused, known: Knowns) -> str:
    """How to ask for the whole number that meets a given, rather than equals it."""
    gives = knowledge.law(refusal.law).gives
    is_count = refusal.letter == known.target.id and known.target.domain.integer
    if not is_count or gives == refusal.letter or gives not in known.typed:
        return ""
    value = known.points[gives].format(6)
    return f'; "{gives} <= {value}" or "{gives} >= {value}" asks for those that meet it'


def _mended(knowledge: Knowledge, refusal: Refused, typed: Collection[str]) -> str:
    """Which other counts would meet the condition that fails, of those that were typed."""
    condition = refusal.condition
    if condition is None:
        return ""
    ways = [
        f"{name} = {listing([str(count) for count in near], 'or')}"
        for name in sorted(condition.relation.letters & set(typed))
        if (near := list(_nearest(knowledge, condition, refusal.at, name)))
    ]
    return f"; it would with {', or '.join(ways)}" if ways else ""


def _nearest(
    knowledge: Knowledge, condition: Condition, at: Mapping[str, Fraction], name: str
) -> Iterator[int]:
    """The nearest count below and the nearest above with which a condition holds."""
    domain = knowledge.symbols[name].domain
    if not domain.integer or knowledge.unit(name).factor != 1:
        return
    # Tried one by one: conditions of counts are divisibilities, which nothing narrows down.
    for sign in (-1, 1):
        for step in range(1, FARTHEST):
            other = at[name] + sign * step
            if not domain.contains(other):
                break
            if condition.relation.truth({**at, name: other}):
                yield int(other)
                break
