"""Why nothing satisfies a question, in the words of whoever asked it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from ..entries.knowledge import Knowledge
from ..frozen import Record
from ..programs.exactly import Exact
from ..programs.program import Program
from ..programs.relations import (
    Relation,
    Sign,
    bound,
    compared,
    constant,
    joined,
    number_of,
    value_at,
)
from ..programs.search import FARTHEST
from ..records.notes import Domain
from ..solve.feasible_set import Feasible, Span, feasible
from ..solve.rational_functions import slope_sign
from ..solve.ratios import NotRational
from ..units import Quantity, Unit
from .boxes import Constraint, limit
from .constraints import Constraints
from .question import Question

HALVINGS = 60
NEAR = Fraction(1, 10**7)
ROUNDING = Fraction(1, 10**40)
PLACES = tuple(Fraction(10) ** power for power in (0, 2, 4, 6, 9, 12, -2, -4, -6, -9))


def why_empty(knowledge: Knowledge, question: Question, held: Constraints, domain: Domain) -> str:
    """The constraint that nothing meets, or two that exclude each other; empty if unknown."""
    letter = question.target.id
    words = _Words(knowledge, question, letter, domain)
    alone = [
        (constraint, feasible([constraint.relation], letter, domain)) for constraint in held.binding
    ]
    for constraint, region in alone:
        if not region.spans and region.proof != "tested":
            return words.never(constraint)
    for (constraint, region), (other, its_region) in combinations(alone, 2):
        if not feasible([constraint.relation, other.relation], letter, domain).spans:
            return f"{words.needs(constraint, region)}, but {words.needs(other, its_region)}"
    return ""


def why_too_large(side: Program, unit: Unit) -> str:
    """That a side is a number larger than any root that is looked for; empty if it is not."""
    value = None if side.inputs else value_at(side, {})
    if not isinstance(value, Exact) or isinstance(value.value, Fraction):
        return ""
    if abs(value.value) <= FARTHEST:
        return ""
    # A fraction is found as a root whatever its size; only what is rounded is searched.
    shown = value.value * unit.factor.denominator / unit.factor.numerator
    name = "" if unit.is_plain else f" {unit.name}"
    return f"the law gives about {shown:.2e}{name}, beyond all that is searched ({FARTHEST:.0e})"


class _Words(Record):
    """What constraints say of one letter in one domain."""

    knowledge: Knowledge
    question: Question
    letter: str
    domain: Domain

    def value(self, name: str, base: Fraction) -> str:
        """A value of a letter in words."""
        unit = self.knowledge.unit(name)
        return Quantity(base / unit.factor, unit).format(6)

    def needs(self, constraint: Constraint, met: Feasible) -> str:
        """What a constraint asks of the target: ``M_state <= 80 GB needs N_dp >= 14``."""
        name = self.letter
        if constraint.says.startswith(f"{name} "):
            return constraint.says
        wanted = " or ".join(self._span(span) for span in met.spans[:3]) or f"some {name}"
        return f"{constraint.says} needs {wanted}"

    def _span(self, span: Span) -> str:
        name, low, high = self.letter, span.low.value, span.high.value
        if low is not None and high is not None:
            if low == high:
                return f"{name} = {self.value(name, low)}"
            return f"{name} from {self.value(name, low)} to {self.value(name, high)}"
        if low is not None:
            return f"{name} {'>=' if span.low.closed else '>'} {self.value(name, low)}"
        if high is not None:
            return f"{name} {'<=' if span.high.closed else '<'} {self.value(name, high)}"
        return f"any {name}"

    def never(self, constraint: Constraint) -> str:
        """Why one constraint is met nowhere in the domain."""
        relation = constraint.relation
        plain = f"no {self.letter} satisfies {constraint.says}"
        if relation.sign not in {"==", "<=", "<", ">=", ">"}:
            return plain
        if self.letter not in relation.letters:
            return f"{plain}, which has no end"
        if self._cancels(relation):
            return f"{plain}: {self.letter} cancels out of it"
        changing, wanted = relation.sides
        if relation.is_equation and self.letter not in changing.inputs:
            changing, wanted = wanted, changing
        level = constant(wanted)
        is_letters, goal = level is not None, level or Fraction(0)
        if not is_letters:
            changing = bound(joined("sub", changing, wanted), {})
        downs = (True, False) if relation.is_equation else (relation.sign in {"<=", "<"},)
        for down in downs:
            far = extreme(changing, self.letter, self.domain, goal, down=down)
            if far is not None:
                name = self._letter(constraint) if is_letters else ""
                return self._stays(constraint, name, far, goal, down=down) if name else plain
        return plain

    def _cancels(self, relation: Relation) -> bool:
        """Whether both sides differ by a number, whatever the letter is."""
        try:
            return slope_sign(relation.difference, self.letter, {self.letter: self.domain}) == 0
        except NotRational:
            return False

    def _letter(self, constraint: Constraint) -> str:
        """The letter whose value the changing side is."""
        first = constraint.says.split(" ", 1)[0]
        if first in self.question.intervals():
            return first if first != self.letter else ""
        own = self.question.law.gives
        return own if constraint.relation.is_equation and own != self.letter else ""

    def _stays(
        self, constraint: Constraint, name: str, far: Extreme, goal: Fraction, *, down: bool
    ) -> str:
        """``no N_dp brings M_state to 1 GB: it stays above 140 GB however large N_dp gets``."""
        target = self.letter
        side = "above" if down else "below"
        _, _, at = constraint.says.partition(" at ")
        verb = "brings" if down else "lifts"
        aside = f" at {at}" if at else ""
        head = f"no {target} {verb} {name} to {self.value(name, goal)}{aside}"
        value = self.value(name, far.value)
        if far.place is None:
            return f"{head}: it stays {side} {value} however large {target} gets"
        place = f"{target} = {self.value(target, far.place)}"
        if not far.exact:
            return f"{head}: at best, near {place}, it is {value}"
        if far.attained:
            return f"{head}: even at {place} it is {value}"
        return f"{head}: it stays {side} {value}, however near to {place}"


# --- how far an expression in one letter gets, and where ----------------------------


class Extreme(Record):
    """The least or largest value of an expression, and where it lies.

    ``place`` is None where the value is neared as the letter grows without
    end; ``attained`` tells whether it is a value at all, ``exact`` whether it
    is known exactly.
    """

    value: Fraction
    place: Fraction | None
    attained: bool
    exact: bool = True


def extreme(
    function: Program, letter: str, domain: Domain, goal: Fraction, *, down: bool
) -> Extreme | None:
    """The least (``down``) or largest value; None where the function gets as far as the goal."""

    def reaches(level: Fraction, below: Sign, above: Sign) -> tuple[Span, ...]:
        relation = compared(below if down else above, function, level)
        return feasible([relation], letter, domain).spans

    ends = [*_ends(function, letter, domain), *_between(function, letter, domain)]
    if not ends or any(end.value <= goal if down else end.value >= goal for end in ends):
        return None
    sign = 1 if down else -1
    best = min(ends, key=lambda end: (sign * end.value, not end.attained))
    # An end that is no fraction was rounded: beyond it means beyond its rounding.
    slack = abs(best.value) * ROUNDING
    if not reaches(best.value - slack if down else best.value + slack, "<", ">"):
        return best
    if reaches(goal, "<=", ">="):
        return None
    # Neither end is the extreme: it lies between them, and is closed in on by halving the level
    # that is reached. Each step is decided by a feasible set, so no slope is needed.
    out, within = goal, best.value
    for _ in range(HALVINGS):
        middle = (out + within) / 2
        if reaches(middle, "<=", ">="):
            within = middle
        else:
            out = middle
        if abs(within - out) <= abs(within) * NEAR:
            break
    # A flat bottom is known best by its middle.
    bottom = [(span.low.value, span.high.value) for span in reaches(within, "<=", ">=")]
    places = [(low + high) / 2 for low, high in bottom if low is not None and high is not None]
    place = places[0] if places else None
    return Extreme(within, place, attained=True, exact=False)


def _ends(function: Program, letter: str, domain: Domain) -> Iterator[Extreme]:
    """The values at both ends of a domain, neared or attained."""
    for end, is_open in ((domain.low, domain.low_open), (domain.high, domain.high_open)):
        if end is not None and not is_open:
            value = number_of(value_at(function, {letter: end}))
            if value is not None:
                yield Extreme(value, end, attained=True)
            continue
        try:
            neared = limit(function, letter, end)
        except NotRational:
            continue
        level = None if neared is None else constant(neared)
        if level is not None:
            yield Extreme(level, end, attained=False)


def _between(function: Program, letter: str, domain: Domain) -> Iterator[Extreme]:
    """Values at a few places inside a domain, for a start where both ends grow without bounds."""
    for place in PLACES:
        if domain.contains(place):
            value = number_of(value_at(function, {letter: place}))
            if value is not None:
                yield Extreme(value, place, attained=True, exact=False)
