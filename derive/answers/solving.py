"""Solve a law for any of its letters: roots, ranges and whole numbers, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Branch, Solved
from ..errors import NotAnswerable, ResidualTooLarge
from ..frozen import Record
from ..programs.relations import bound, number_of, value_at
from ..records.notes import Domain
from ..solve.feasible_set import NEAR, ROUNDED, End, Feasible, feasible, sharpened
from ..solve.feasible_set import Root as FoundRoot
from ..units import Quantity, Unit
from ..units.quantity import AsTyped
from .answer import Answer, Condition, Method, Root, Span, Uncertainty, Whole
from .constraints import Constraints, constraints
from .givens import one_value_each, told_for
from .integers import counted, in_runs, whole_numbers
from .question import Question, Wish, read_question, unit_shown
from .working import number_in_words, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SMALL = Fraction(1, 10**30)
"""The largest relative difference of the sides at a root that is held to 50 digits."""
MOST_WRITTEN = 10**20
"""A root is written as a fraction up to this numerator and denominator."""
ROUNDING = Fraction(1, 10**45)
"""A smaller difference is the rounding of 50 digits, not one between the sides."""
MORE = "there may be more solutions than these"


def solve(
    knowledge: Knowledge,
    formula: str,
    target: str | None,
    givens: Mapping[str, Any],
    wish: Wish | None = None,
) -> Answer:
    """Answer a question about one formula.

    Raises a ``DeriveError`` where the question is wrong; that there is no
    solution is an answer of method *none* with its reason.
    """
    question = read_question(knowledge, formula, target, givens, wish)
    one_value_each(question.law.formula, question.givens)
    return told_for(knowledge, question, solve_question(knowledge, question))


def solve_question(knowledge: Knowledge, question: Question) -> Answer:
    """Answer a question that has been read; its law may be a use, or a whole chain."""
    try:
        held = constraints(knowledge, question)
    except NotAnswerable:
        from .monotone import enclosed

        answer = enclosed(knowledge, question)
        if answer is None:
            raise
        return answer
    answer = _held(knowledge, question, held)
    if question.wish.sensitivity:
        from .sensitivity import sensitivity

        answer = answer.replaced(sensitivity=sensitivity(question, answer))
    if not held.letters:
        return answer
    possible = answer
    if held.reading == "every":
        possible = _held(knowledge, question, constraints(knowledge, question, "some"))
    about = Uncertainty(held.letters, "corners", held.reading, possible.intervals, possible.integer)
    return answer.replaced(uncertain=about)


def _held(knowledge: Knowledge, question: Question, held: Constraints) -> Answer:
    """The answer to a question whose constraints are known."""
    letter = question.target.id
    domain = knowledge.domain(letter)
    region = feasible(held.relations(), letter, domain)
    several = sum(root.kept and root.relation == 0 for root in region.roots) > 1
    if held.kind == "equation" and domain.integer and (several or region.proof == "tested"):
        region = counted(held, letter, domain, region)
    elif held.kind != "equation" and domain.integer and region.proof == "tested":
        region = in_runs(held, letter, domain, region)
    shape = knowledge.solved(question.law, letter)
    unit = unit_shown(knowledge, letter, question.wish)
    return _Parts(knowledge, question, held, region, shape, domain, unit).answer()


class _Parts(Record):
    """Puts the parts of one answer together."""

    knowledge: Knowledge
    question: Question
    held: Constraints
    region: Feasible
    shape: Solved
    domain: Domain
    unit: Unit
    """In which the answer is given."""

    @property
    def letter(self) -> str:
        """The letter that is asked for."""
        return self.question.target.id

    @property
    def spread(self) -> bool:
        """Whether the answer is stretches of values rather than single ones."""
        return self.region.counted or any(not span.single for span in self.region.spans)

    def answer(self) -> Answer:
        """The answer; raises ``ResidualTooLarge`` rather than give a wrong one."""
        is_equation = self.held.kind == "equation"
        of_law = [root for root in self.region.roots if root.relation == 0]
        kept = [root for root in of_law if root.kept]
        root, residual = self._sharp(kept[0] if is_equation and kept and not self.spread else None)
        whole = self._whole(root)
        question = self.question
        return Answer(
            formula=question.law.formula,
            target=self.letter,
            kind=self.held.kind,
            method=self._method(root),
            value=None if root is None else self._quantity(root.value),
            exact=self._exact(root),
            intervals=tuple(self._spans()) if root is None else (),
            integer=whole,
            roots=tuple(map(self._root, of_law)) if is_equation else (),
            conditions=self._conditions(root),
            givens=question.givens,
            defaults=question.defaults,
            residual=residual,
            reason=self._reason(root, whole, self._method(root)),
            steps=tuple(steps(self.knowledge, question, self.held, self.shape, root)),
            law=question.law.text,
            constants=question.wish.constants,
            origins=question.origins,
            latex=question.target.latex,
            is_settled=not self.region.says,
        )

    def _quantity(self, base: Fraction) -> Quantity:
        """A value as it is shown: in the unit that was wished for, or a natural one."""
        magnitude = base / self.unit.factor
        if self.question.wish.unit:
            return AsTyped(magnitude, self.unit, "", self.unit)
        return Quantity(magnitude, self.unit)

    def _method(self, root: FoundRoot | None) -> Method:
        """How the answer was found; *none* where there is no answer."""
        if root is None and not self.region.spans:
            return "none"
        if self.region.method == "set" or self.shape.method == "set":
            return "set"
        if self.region.method == "closed" or self.shape.method == "closed":
            return "closed"
        return "numeric"

    def _exact(self, root: FoundRoot | None) -> str:
        """The closed form of the branch that was kept, or of the bound."""
        inside = self.shape.inside
        if self.shape.method != "closed" or not inside:
            return ""
        if root is None or len(inside) == 1:
            return inside[0].value if len(inside) == 1 else ""
        return next((branch.value for branch in inside if self._meets(branch, root)), "")

    def _meets(self, branch: Branch, root: FoundRoot) -> bool:
        """Whether a symbolic branch is the root, once the values are put in."""
        if branch.program is None:
            return False
        put = bound(branch.program, self.question.points())
        value = None if put.inputs else number_of(value_at(put, {}))
        return value is not None and abs(value - root.value) <= abs(root.value) * SMALL

    def _spans(self) -> list[Span]:
        return [
            Span(
                self._end(span.low),
                self._end(span.high),
                not span.low.closed,
                not span.high.closed,
                self._binds(span.low),
                self._binds(span.high),
            )
            for span in self.region.spans
        ]

    def _end(self, end: End) -> Quantity | None:
        return None if end.value is None else self._quantity(end.value)

    def _binds(self, end: End) -> str:
        """The constraints that end an interval, in words."""
        words = [
            f"{self.letter} is {self.question.target.domain}"
            if number < 0
            else self.held.binding[number].says
            for number in end.binds
        ]
        return "; ".join(dict.fromkeys(words))

    def _root(self, root: FoundRoot) -> Root:
        short = root.exact and max(map(abs, root.value.as_integer_ratio())) < MOST_WRITTEN
        exact = number_in_words(root.value) if short else ""
        return Root(self._quantity(root.value), exact, root.kept, self._why_rejected(root))

    def _whole(self, root: FoundRoot | None) -> Whole | None:
        if not self.question.target.domain.integer:
            return None
        return whole_numbers(
            self.knowledge, self.question, self.held, self.domain, root, spread=self.spread
        )

    def _conditions(self, root: FoundRoot | None) -> tuple[Condition, ...]:
        """Conditions decided by the givens, then those that the answer itself satisfies."""
        answered = root is not None or bool(self.region.spans)
        words = {condition.says for condition in self.question.law.conditions}
        met = True if answered else None
        own = [Condition(held.says, met) for held in self.held.binding if held.says in words]
        return (*self.held.decided, *own, *self._divided(root))

    def _divided(self, root: FoundRoot | None) -> list[Condition]:
        """Conditions that only whole numbers meet: a root is tried, a range holds nothing else."""
        if root is not None:
            point = {self.letter: root.value}
            return [Condition(held.says, held.relation.truth(point)) for held in self.held.whole]
        met = True if self.region.spans and (self.held.kind == "range" or self.spread) else None
        return [Condition(held.says, met) for held in self.held.whole]

    def _sharp(self, root: FoundRoot | None) -> tuple[FoundRoot | None, float | None]:
        """The answer with as many digits as its law needs, and how far the sides then differ."""
        if root is None or not self.held.law.is_equation:
            return root, None
        sharper, gap = sharpened(self.held.law, self.letter, root, SMALL)
        if gap > (NEAR if root.why == ROUNDED else SMALL):
            raise ResidualTooLarge(self.question.law.formula, self.letter, float(gap))
        return sharper, float(gap) if gap > ROUNDING else 0.0

    # --- reasons: why there is no answer, why a root is none, what is special ---

    def _reason(self, root: FoundRoot | None, whole: Whole | None, method: Method) -> str:
        """Why there is no answer, or what is special about the one there is."""
        if root is None and not self.region.spans:
            return self._why_none()
        if root is None and whole is not None and whole.empty:
            return self._why_no_whole_number()
        if self.region.says:
            return self.region.says if self.region.counted else f"{self.region.says}: {MORE}"
        return self.shape.reason if method in ("numeric", "set") else ""

    def _why_rejected(self, root: FoundRoot) -> str:
        """Why a root was rejected; a condition that fails there is named."""
        if root.kept or not root.why.startswith("another condition"):
            return root.why
        point = {self.letter: root.value}
        failing = [c.says for c in self.held.binding[1:] if not c.relation.truth(point)]
        return f"{' and '.join(failing)} does not hold" if failing else root.why

    def _why_no_whole_number(self) -> str:
        """Why a range, or what a law leaves, holds no whole number."""
        wish = self.question.wish
        kind = "whole number"
        if wish.divides is not None:
            kind = f"divisor of {wish.divides}"
        elif wish.power_of is not None:
            kind = f"power of {wish.power_of}"
        extra = [held.says for held in self.held.whole]
        also = f" with {' and '.join(extra)}" if extra else ""
        if self.held.kind == "equation":
            return f"no {kind}{also} satisfies the law with these values"
        return f"no {kind}{also} lies in that range"

    def _why_none(self) -> str:
        """Why nothing satisfies the question."""
        from .impossible import why_empty, why_too_large  # most questions have an answer

        if self.region.says:
            given = self.question.law.gives == self.letter
            return (given and why_too_large(self.held.law.right, self.unit)) or self.region.says
        why = why_empty(self.knowledge, self.question, self.held, self.domain)
        rejected = [root for root in self.region.roots if not root.kept and root.relation == 0]
        if rejected and self.held.kind == "equation":
            said = "; ".join(
                f"{Quantity(root.value / self.unit.factor, self.unit).format(6)}: "
                f"{self._why_rejected(root)}"
                for root in rejected
            )
            every = f"every root is rejected ({said})"
            return f"{why}; {every}" if why else every
        if why:
            return why
        if self.shape.method == "none":
            return self.shape.reason
        return f"no {self.letter} in its domain satisfies the law with these values"
