"""One answer put together: roots, ranges, whole numbers, conditions, residual, steps."""

from __future__ import annotations

from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Branch, Solved
from ..errors import ResidualTooLarge
from ..programs.relations import bound, number_of, value_at
from ..records.domains import Domain
from ..solve.feasible_set import End, Feasible
from ..solve.feasible_set import Root as FoundRoot
from ..solve.rounded_givens import NEAR, ROUNDED
from ..units import Quantity, Unit
from ..units.as_typed import AsTyped
from .answer import Answer, Condition, Method, Root, Span, Whole
from .constraints import Constraints
from .integers import whole_numbers
from .question import Question
from .reasons import Reasons
from .wording import number_in_words
from .working import steps

SMALL = Fraction(1, 10**30)
"""The largest relative difference of the sides at a root that is held to 50 digits."""
MOST_WRITTEN = 10**20
"""A root is written as a fraction up to this numerator and denominator."""

ROUNDING = Fraction(1, 10**45)
"""A smaller difference is the rounding of 50 digits, not one between the sides."""


class Solver:
    """Puts the parts of one answer together."""

    def __init__(
        self,
        knowledge: Knowledge,
        question: Question,
        held: Constraints,
        found: Feasible,
        shape: Solved,
        domain: Domain,
    ) -> None:
        self.knowledge = knowledge
        self.question = question
        self.held = held
        self.found = found
        self.shape = shape
        self.domain = domain
        self.letter = question.target.id
        own = knowledge.unit(question.target.id)
        self.unit: Unit = knowledge.units.unit(question.wish.unit) if question.wish.unit else own
        Quantity(Fraction(1), own).to(self.unit)
        self.reasons = Reasons(knowledge, question, held, found, shape, domain, self.unit)
        self.spread = found.counted or any(not span.single for span in found.spans)

    def answer(self) -> Answer:
        """The answer; raises ``ResidualTooLarge`` rather than give a wrong one."""
        is_equation = self.held.kind == "equation"
        of_law = [root for root in self.found.roots if root.relation == 0]
        kept = [root for root in of_law if root.kept]
        root = kept[0] if is_equation and kept and not self.spread else None
        root, residual = self._sharp(root)
        whole = self._whole(root)
        question = self.question
        return Answer(
            formula=question.law.formula,
            target=question.target.id,
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
            reason=self.reasons.of_answer(root, whole, self._method(root)),
            steps=tuple(steps(self.knowledge, question, self.held, self.shape, root)),
            law=question.law.text,
            constants=question.wish.constants,
            origins=question.origins,
            latex=question.target.latex,
            is_settled=not self.found.says,
        )

    def _quantity(self, base: Fraction) -> Quantity:
        magnitude = base / self.unit.factor
        if self.question.wish.unit:
            return AsTyped(magnitude, self.unit, "", self.unit)
        return Quantity(magnitude, self.unit)

    def _method(self, root: FoundRoot | None) -> Method:
        """How the answer was found; *none* where there is no answer."""
        if root is None and not self.found.spans:
            return "none"
        if self.found.method == "set" or self.shape.method == "set":
            return "set"
        if self.found.method == "closed" or self.shape.method == "closed":
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
            for span in self.found.spans
        ]

    def _end(self, end: End) -> Quantity | None:
        return None if end.value is None else self._quantity(end.value)

    def _binds(self, end: End) -> str:
        """The constraints that end an interval, in words."""
        words = [
            f"{self.question.target.id} is {self.question.target.domain}"
            if number < 0
            else self.held.binding[number].says
            for number in end.binds
        ]
        return "; ".join(dict.fromkeys(words))

    def _root(self, root: FoundRoot) -> Root:
        short = root.exact and max(map(abs, root.value.as_integer_ratio())) < MOST_WRITTEN
        exact = number_in_words(root.value) if short else ""
        return Root(self._quantity(root.value), exact, root.kept, self.reasons.of_root(root))

    def _whole(self, root: FoundRoot | None) -> Whole | None:
        if not self.question.target.domain.integer:
            return None
        return whole_numbers(
            self.knowledge, self.question, self.held, self.domain, root, spread=self.spread
        )

    def _conditions(self, root: FoundRoot | None) -> tuple[Condition, ...]:
        """Conditions decided by the givens, then those that the answer itself satisfies."""
        answered = root is not None or bool(self.found.spans)
        own = [one for one in self.held.binding if one.says in self._condition_words()]
        mine = [Condition(one.says, True if answered else None) for one in own]
        return (*self.held.decided, *mine, *self._divided(root))

    def _divided(self, root: FoundRoot | None) -> list[Condition]:
        """Conditions that only whole numbers meet: a root is tried, a range holds nothing else."""
        if root is not None:
            point = {self.letter: root.value}
            return [Condition(one.says, one.relation.truth(point)) for one in self.held.whole]
        met = True if self.found.spans and (self.held.kind == "range" or self.spread) else None
        return [Condition(one.says, met) for one in self.held.whole]

    def _condition_words(self) -> set[str]:
        return {condition.says for condition in self.question.law.conditions}

    def _sharp(self, root: FoundRoot | None) -> tuple[FoundRoot | None, float | None]:
        """The answer with as many digits as its law needs, and how far the sides then differ."""
        if root is None or not self.held.law.is_equation:
            return root, None
        from .sharpening import sharpened

        found, gap = sharpened(self.held.law, self.letter, root, SMALL)
        if gap > (NEAR if root.why == ROUNDED else SMALL):
            raise ResidualTooLarge(self.question.law.formula, self.question.target.id, float(gap))
        return found, float(gap) if gap > ROUNDING else 0.0
