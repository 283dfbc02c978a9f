"""Uncertain letters: the box that their values span, and which of its corners decides.

A claim about uncertain values holds for every one of them, or for some, where
it holds at one corner of the box: the one where it is hardest, or easiest, to
meet. Which corner that is follows from the signs of slopes on the whole box.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor

from ..entries.knowledge import Knowledge
from ..errors import NotAnswerable
from ..frozen import Record
from ..programs.program import Program
from ..programs.relations import Relation, Sign, bound, breaks, number
from ..records.notes import Domain
from ..units import Interval, Quantity
from .question import Question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

Reading: TypeAlias = 'Literal["every", "some"]'
STRICT: Mapping[str, Sign] = {"<=": "<", ">=": ">", "<": "<", ">": ">"}
LOOSE: Mapping[str, Sign] = {"<=": "<=", ">=": ">=", "<": "<=", ">": ">="}
NOWHERE = Relation("<=", number(1), number(0))


class Constraint(Record):
    """A relation that the target must satisfy, values put in, in base units.

    ``says`` and ``latex`` name it. It may hold uncertain letters, until they are settled.
    """

    relation: Relation
    says: str
    latex: str = ""


class Box(Record):
    """The uncertain letters of a question with their values, in base units.

    ``around`` holds the domains of all letters that are not given, the target first.
    """

    values: Mapping[str, Domain]
    around: Mapping[str, Domain]
    says: Mapping[str, tuple[str, str]]
    formula: str

    def free(self, names: Iterable[str]) -> list[str]:
        """The uncertain letters among some."""
        among = set(names)
        return [name for name in self.values if name in among]


def box_of(knowledge: Knowledge, question: Question) -> Box:
    """The box that the bounded letters of a question span, inside their domains."""
    target = question.target.id
    bounded = {n: v for n, v in question.intervals().items() if n != target}
    values = {name: clipped(knowledge, name, interval) for name, interval in bounded.items()}
    own = question.givens.get(target)
    around = knowledge.domain(target)
    if isinstance(own, Interval):
        around = clipped(knowledge, target, own)
    says = {name: ends_in_words(knowledge, name, domain) for name, domain in values.items()}
    return Box(values, {target: around, **values}, says, question.law.formula)


def ends_in_words(knowledge: Knowledge, name: str, domain: Domain) -> tuple[str, str]:
    """Both ends of a letter's values in words."""
    unit = knowledge.unit(name)
    words = [
        None if end is None else f"{name} = {Quantity(end / unit.factor, unit).format(6)}"
        for end in (domain.low, domain.high)
    ]
    return words[0] or f"the smallest {name}", words[1] or f"the largest {name}"


def clipped(knowledge: Knowledge, name: str, interval: Interval) -> Domain:
    """An interval inside the domain of its letter, in base units."""
    own = knowledge.domain(name)
    low, high = own.low, own.high
    low_open, high_open = own.low_open, own.high_open
    if interval.low is not None and (low is None or Fraction(interval.low.base) >= low):
        low, low_open = Fraction(interval.low.base), interval.low_open
    if interval.high is not None and (high is None or Fraction(interval.high.base) <= high):
        high, high_open = Fraction(interval.high.base), interval.high_open
    if own.integer:
        low, low_open = _whole(low, ceil, 1, is_open=low_open)
        high, high_open = _whole(high, floor, -1, is_open=high_open)
    return Domain(low, high, low_open, high_open, own.integer)


def _whole(
    end: Fraction | None, rounded: Any, inward: int, *, is_open: bool
) -> tuple[Fraction | None, bool]:
    """The first integer inside an end."""
    if end is None:
        return None, False
    whole = Fraction(rounded(end))
    return (whole + inward if is_open and whole == end else whole), False


# --- the corner that decides ------------------------------------------------------


def settled(claim: Constraint, box: Box, reading: Reading) -> list[Constraint]:
    """The claim without uncertain letters: at the corner where it is hardest, or easiest, to meet.

    An equation holds for some values where its left side is not above its
    right side at one corner and not below at the opposite one. Raises
    ``NotAnswerable`` where the claim rises and falls with a letter.
    """
    relation = claim.relation
    free = box.free(relation.letters)
    if not free:
        return [claim]
    signs = _slopes(relation.difference, free, box)
    kinds: list[tuple[Sign, int]]
    if relation.is_equation:
        kinds = [("<=", -1), (">=", 1)]
    else:
        upward = relation.sign in {"<=", "<"}
        kinds = [(relation.sign, 1 if upward == (reading == "every") else -1)]
    decided_at = []
    for sign, sense in kinds:
        at_corner = _at(sign, relation, box, signs, sense, reading)
        if at_corner is not None:
            corner = _where(box, signs, sense)
            says = f"{claim.says} at {corner}"
            decided_at.append(claim.replaced(relation=at_corner, says=says))
    return decided_at


def _slopes(difference: Program, free: list[str], box: Box) -> dict[str, int]:
    """The way in which a difference moves with each letter; refuses where it turns round."""
    from .monotone import slope_on_box

    signs: dict[str, int] = {}
    for name in free:
        sign = slope_on_box(difference, name, box.around)
        if sign is None:
            raise NotAnswerable(
                box.formula,
                f"it may rise with {name} in one part of the range and fall in another",
                f"give {name} one value, or a narrower range",
            )
        signs[name] = sign
    return signs


def _at(
    sign: Sign, relation: Relation, box: Box, signs: Mapping[str, int], sense: int, reading: Reading
) -> Relation | None:
    """The relation at the corner where left minus right is largest (sense 1) or smallest.

    None where it holds there whatever the target is.
    """
    put: dict[str, Fraction] = {}
    neared: list[tuple[str, Fraction | None]] = []
    attained = True
    for name, slope in signs.items():
        domain = box.values[name]
        # The function is monotone in each letter, so it is extreme at a corner, letter by letter.
        upper = slope * sense >= 0
        end, is_open = (domain.high, domain.high_open) if upper else (domain.low, domain.low_open)
        if slope == 0 and end is None:
            end, is_open = domain.low, domain.low_open
        attained = attained and not is_open and end is not None
        if end is None or is_open:
            neared.append((name, end))
        else:
            put[name] = end
    left, right = (bound(side, put) for side in relation.sides)
    if neared or breaks(left) or breaks(right):
        from ..solve.ratios import NotRational

        gap: Program | None = bound(relation.difference, put)
        for name, end in neared:
            assert gap is not None
            try:
                gap = limit(gap, name, end)
            except NotRational:
                raise NotAnswerable(
                    box.formula,
                    f"it is not known what becomes of it at the end of {name}",
                    f"bound {name} on both sides",
                ) from None
            if gap is None:
                break
        if gap is None or breaks(gap):
            return None if (sense < 0) == (sign in {"<=", "<"}) else NOWHERE
        left, right = gap, number(0)
    if not attained:
        # A corner that is only neared is met by no value: for some value it must hold with room to
        # spare, for every value it may touch.
        sign = (STRICT if reading == "some" else LOOSE)[sign]
    return Relation(sign, left, right)


def _where(box: Box, signs: Mapping[str, int], sense: int) -> str:
    """The corner in words: the end of each letter that matters."""
    return " and ".join(box.says[name][sign * sense > 0] for name, sign in signs.items() if sign)


def decided(condition: Relation, box: Box) -> bool | None:
    """Whether a condition on uncertain letters alone holds for all of them; None if it depends."""
    from ..programs.enclosures import over_ranges
    from .monotone import range_of

    names = sorted(condition.letters)
    ranges = [range_of(box.values[name]) for name in names]
    truth = over_ranges(condition.program(names))(ranges)
    return truth if isinstance(truth, bool) else None


def limit(program: Program, name: str, end: Fraction | None) -> Program | None:
    """A function at an end of a letter's values; None where it grows beyond all bounds.

    ``end=None`` is infinity, told for quotients of sums of powers. Raises
    NotRational where the limit is not told.
    """
    if end is not None:
        put = bound(program, {name: end})
        return None if breaks(put) else put
    from ..solve.rational_functions import limit_at_infinity

    return limit_at_infinity(program, name)
