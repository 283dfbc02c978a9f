"""Whole-number answers in words: the bounds, and the neighbours that prove them."""

from __future__ import annotations

from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..errors import OutsideDomain
from ..frozen import Record
from ..programs.exactly import Exact
from ..records.notes import Domain
from ..solve.feasible_set import End, Feasible, Root, Span
from ..solve.integer_answer import Neighbour as Found
from ..solve.integer_answer import Proof, Side, integer_answer, integers_beside
from ..units import Quantity
from .answer import Neighbour, Whole
from .boxes import Constraint
from .constraints import Constraints
from .question import Question, Wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

MOST_LISTED = 256
BROKEN = "not a whole number"
COUNTED = "these are all the whole numbers; what lies between them is left out"


def whole_numbers(
    knowledge: Knowledge,
    question: Question,
    held: Constraints,
    domain: Domain,
    root: Root | None,
    *,
    spread: bool = False,
) -> Whole:
    """The integers of an answer, decided by the original relations in exact arithmetic.

    ``spread`` tells that an equation is met by whole stretches of numbers, so
    that its integers are those of a range.
    """
    checked(question.wish)
    letter = question.target.id
    words = _Words(knowledge, question, held)
    if held.kind == "equation" and not spread:
        return Whole() if root is None else _beside(held, letter, domain, root, words)
    wish = question.wish
    integers = integer_answer(
        held.all_relations(), letter, domain, divides=wish.divides, power_of=wish.power_of
    )
    return Whole(
        smallest=integers.smallest,
        largest=integers.largest,
        neighbours=(*words.proof(integers.lower), *words.proof(integers.upper)),
        note=integers.says or _runs_note(integers.runs),
        empty=integers.empty,
    )


def counted(held: Constraints, letter: str, domain: Domain, real: Feasible) -> Feasible:
    """The whole numbers that satisfy an equation, where they are all known and few enough.

    For letters that only take whole numbers, where ``real`` has several
    solutions or more than can be listed: ``ceiling(V / t) * t = V`` has them
    without end near 0. Of several roots of which one is whole, that one stays.
    """
    integers = integer_answer(held.all_relations(), letter, domain)
    ends = [(low, high) for low, high in integers.runs if low is not None and high is not None]
    count = sum(high - low + 1 for low, high in ends)
    if not integers.complete or len(ends) < len(integers.runs) or not 0 < count <= MOST_LISTED:
        return real
    numbers = [Fraction(n) for low, high in ends for n in range(low, high + 1)]
    if count == 1 and any(root.kept and root.value == numbers[0] for root in real.roots):
        roots = (
            root.replaced(kept=False, why=BROKEN)
            if root.kept and root.value not in numbers
            else root
            for root in real.roots
        )
        return real.replaced(roots=tuple(roots))
    points = [End(number, number, closed=True) for number in numbers]
    spans = tuple(Span(point, point) for point in points)
    return Feasible(spans, "set", "exact", says=COUNTED, counted=True)


def in_runs(held: Constraints, letter: str, domain: Domain, real: Feasible) -> Feasible:
    """The runs of whole numbers of a letter that takes no others, where ``real`` left parts open.

    Steps such as ``ceiling(V / t)`` have corners without end for real
    numbers near 0, and finitely many for whole ones.
    """
    integers = integer_answer(held.all_relations(), letter, domain)
    if not integers.complete:
        return real
    spans = tuple(Span(_end(low), _end(high)) for low, high in integers.runs)
    return Feasible(spans, "set", "exact", says=COUNTED, counted=True)


def _end(number: int | None) -> End:
    if number is None:
        return End(None, None, closed=False)
    return End(Fraction(number), Fraction(number), closed=True)


def checked(wish: Wish) -> None:
    """Refuse wishes that no integer can meet."""
    if wish.divides is not None and wish.divides < 1:
        raise OutsideDomain("--divides", str(wish.divides), "an integer of at least 1")
    if wish.power_of is not None and wish.power_of < 2:
        raise OutsideDomain("--power-of", str(wish.power_of), "an integer of at least 2")


def _beside(held: Constraints, letter: str, domain: Domain, root: Root, words: _Words) -> Whole:
    """The integers around the root that was kept, unless a condition asks for other numbers."""
    if not all(claim.relation.truth({letter: root.value}) for claim in held.whole):
        return Whole()
    around = integers_beside(held.all_relations(), letter, domain, root)
    own = words.question.target.domain
    inside = [near for near in around if own.contains(Fraction(near.value))]
    return Whole(
        below=around[0].value if around[0] in inside else None,
        above=around[-1].value if around[-1] in inside else None,
        neighbours=tuple(words.neighbour(near, 0) for near in inside),
    )


class _Words(Record):
    """Says what a relation gives at an integer, in the units of the question."""

    knowledge: Knowledge
    question: Question
    held: Constraints

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All of them, as the relations of an integer are counted."""
        return (*self.held.binding, *self.held.whole)

    def proof(self, proof: Proof | None) -> list[Neighbour]:
        """The answer, and the next integer with the relation that fails there."""
        if proof is None or proof.beyond is None:
            return []
        # A relation that is false says more than one that has no value there.
        false = [s.relation for s in proof.beyond.sides if s.holds is False]
        void = [s.relation for s in proof.beyond.sides if s.holds is None]
        fails = next(iter([*false, *void]), 0)
        return [self.neighbour(proof.answer, fails), self.neighbour(proof.beyond, fails)]

    def neighbour(self, integer: Found, relation: int) -> Neighbour:
        """One integer with both sides of one relation."""
        side = integer.sides[relation]
        left, right = (self._side(value, relation) for value in (side.left, side.right))
        # N_dp = 14: M_state = 80 GB, so M_state <= 80 GB holds
        says = self._sentence(side, relation, left, right)
        sentence = f"{self.question.target.id} = {integer.value}: {says}"
        return Neighbour(integer.value, integer.holds is True, (left, right), sentence)

    def _sentence(self, side: Side, relation: int, left: str, right: str) -> str:
        constraint = self.constraints[relation]
        conditions = {condition.says for condition in self.question.law.conditions}
        bare = relation < len(self.held.binding) and constraint.says not in conditions
        is_equation = constraint.relation.is_equation
        shown = (is_equation or bare) and constraint.relation.is_comparison
        sign = constraint.relation.sign if shown else ""
        letter = self._letter(relation)
        return _verdict(constraint.says, sign, (left, right), letter, holds=bool(side.holds))

    def _letter(self, relation: int) -> str:
        """The letter whose value a side is: the bounded one, or the left side of the law."""
        constraint = self.constraints[relation]
        if constraint.relation.is_equation:
            return self.question.law.left
        first = constraint.says.split(" ", 1)[0]
        return first if first in self.question.intervals() else ""

    def _side(self, value: Any, relation: int) -> str:
        number = value.value if isinstance(value, Exact) else value
        if number is None or isinstance(number, bool):
            return ""
        if not isinstance(value, Exact):
            return f"undefined, {getattr(number, 'why', number)}"
        letter = self._letter(relation)
        knowledge = self.knowledge
        unit = knowledge.unit(letter) if letter else knowledge.units.unit(self.question.law.unit)
        exactly = number if isinstance(number, Fraction) else float(number)
        scaled = exactly / (unit.factor if isinstance(exactly, Fraction) else float(unit.factor))
        return Quantity(scaled, unit).format(6)


# --- sentences ---------------------------------------------------------------------


def _verdict(says: str, sign: str, sides: tuple[str, str], letter: str, *, holds: bool) -> str:
    """What a relation says at an integer.

    ``letter`` is the one whose value the left side is; without ``sign`` the
    sides say nothing by themselves.
    """
    left, right = sides
    verdict = "holds" if holds else "does not hold"
    if sign == "==":
        return f"{letter} = {right}" if letter else f"left side {left}, right side {right}"
    if letter:
        return f"{letter} = {left}, so {says} {verdict}"
    if left and right and sign:
        return f"{left} {sign} {right} {verdict}"
    return f"{says} {verdict}"


def _runs_note(runs: Sequence[tuple[int | None, int | None]]) -> str:
    """What the smallest and the largest do not say: holes."""
    if not 1 < len(runs) <= 6 or all(low == high for low, high in runs):
        return ""
    spans = [
        str(low)
        if low == high
        else f"{'…' if low is None else low} to {'…' if high is None else high}"
        for low, high in runs
    ]
    return f"not all integers between hold; those that do: {', '.join(spans)}"
