"""One answer put together: roots, ranges, whole numbers, conditions, residual, steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from ..algebra.arithmetic import Undefined, real
from ..algebra.branches import Rearrangement
from ..algebra.evaluate import truth
from ..algebra.evaluate import value as value_at
from ..algebra.feasible import End, Feasible
from ..algebra.feasible import Root as FoundRoot
from ..errors import ResidualTooLarge
from ..records import Domain
from ..registry import Registry
from ..units import Quantity, Unit
from .answer import Answer, Condition, Method, Root, Span, Whole
from .constraints import Constraints
from .integers import whole_numbers
from .question import Question
from .reasons import Reasons
from .relations import in_base, put_in, rational
from .sharpening import sharpened
from .wording import law_text, settled_text
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
        registry: Registry,
        question: Question,
        held: Constraints,
        found: Feasible,
        shape: Rearrangement,
        domain: Domain,
    ) -> None:
        self.registry = registry
        self.question = question
        self.held = held
        self.found = found
        self.shape = shape
        self.domain = domain
        self.letter = registry.letters[question.target.id]
        own = registry.unit(question.target.id)
        self.unit: Unit = registry.units.unit(question.wish.unit) if question.wish.unit else own
        Quantity(Fraction(1), own).to(self.unit)
        self.reasons = Reasons(registry, question, held, found, shape, domain, self.unit)
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
            formula=question.formula.id,
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
            steps=tuple(steps(self.registry, question, self.held, self.shape, root)),
            law=law_text(question.law),
            constants=question.wish.constants,
            origins=question.origins,
            latex=question.target.latex,
        )

    def _quantity(self, base: Fraction) -> Quantity:
        return Quantity(base / self.unit.factor, self.unit)

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
            expression = inside[0].expression if len(inside) == 1 else None
        else:
            expression = next((one.expression for one in inside if self._meets(one, root)), None)
        return "" if expression is None else settled_text(expression)

    def _meets(self, branch: Any, root: FoundRoot) -> bool:
        """Whether a symbolic branch is the root, once the values are put in."""
        points = {n: v for n, v in self.question.values().items() if isinstance(v, Quantity)}
        put = put_in(self.registry, in_base(self.registry, branch.expression), points)
        try:
            found = real(value_at(put, {}))
        except Undefined:
            return False
        near = real(root.value)
        return bool(abs(found - near) <= abs(near) * real(SMALL))

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
        exact = settled_text(rational(root.value)) if short else ""
        return Root(self._quantity(root.value), exact, root.kept, self.reasons.of_root(root))

    def _whole(self, root: FoundRoot | None) -> Whole | None:
        if not self.question.target.domain.integer:
            return None
        return whole_numbers(
            self.registry, self.question, self.held, self.domain, root, spread=self.spread
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
            return [Condition(one.says, truth(one.relation, point)) for one in self.held.whole]
        met = True if self.found.spans and (self.held.kind == "range" or self.spread) else None
        return [Condition(one.says, met) for one in self.held.whole]

    def _condition_words(self) -> set[str]:
        return {law_text(self.question.law, c) for c in self.question.law.conditions}

    def _sharp(self, root: FoundRoot | None) -> tuple[FoundRoot | None, float | None]:
        """The answer with as many digits as its law needs, and how far the sides then differ."""
        if root is None or not isinstance(self.held.law, sympy.Equality):
            return root, None
        found, gap = sharpened(self.held.law, self.letter, root, SMALL)
        if gap > real(SMALL):
            raise ResidualTooLarge(self.question.formula.id, self.question.target.id, float(gap))
        return found, float(gap) if gap > real(ROUNDING) else 0.0
