"""One answer put together: roots, ranges, whole numbers, conditions, residual, steps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from ..algebra.arithmetic import DIGITS, Undefined, real
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
from .impossible import why_empty
from .integers import whole_numbers
from .question import Question
from .relations import in_base, put_in
from .wording import law_text, settled_text
from .working import steps

SMALL = Fraction(1, 10**30)
"""The largest relative difference of the sides at a root that is held to 50 digits."""

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

    def answer(self) -> Answer:
        """The answer; raises ``ResidualTooLarge`` rather than give a wrong one."""
        is_equation = self.held.kind == "equation"
        kept = [root for root in self.found.roots if root.kept and root.relation == 0]
        root = kept[0] if is_equation and kept else None
        whole = self._whole(root)
        question = self.question
        return Answer(
            formula=question.formula.id,
            target=question.target.id,
            kind=self.held.kind,
            method=self._method(root),
            value=None if root is None else self._quantity(root.value),
            exact=self._exact(root),
            intervals=tuple(self._spans()) if not is_equation or root is None else (),
            integer=whole,
            roots=tuple(self._root(one) for one in self.found.roots if one.relation == 0)
            if is_equation
            else (),
            conditions=self._conditions(root, whole),
            givens=question.givens,
            defaults=question.defaults,
            residual=self._residual(root),
            reason=self._reason(root, whole),
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
        exact = settled_text(sympy.Rational(root.value.numerator, root.value.denominator))
        return Root(
            self._quantity(root.value),
            exact if root.exact and len(exact) <= 40 else "",
            root.kept,
            self._why(root),
        )

    def _why(self, root: FoundRoot) -> str:
        """Why a root was rejected; a condition that fails there is named."""
        if root.kept or not root.why.startswith("another condition"):
            return root.why
        point = {self.letter: root.value}
        failing = [c.says for c in self.held.binding[1:] if not truth(c.relation, point)]
        return f"{' and '.join(failing)} does not hold" if failing else root.why

    def _whole(self, root: FoundRoot | None) -> Whole | None:
        if not self.question.target.domain.integer:
            return None
        return whole_numbers(self.registry, self.question, self.held, self.domain, root)

    def _conditions(self, root: FoundRoot | None, whole: Whole | None) -> tuple[Condition, ...]:
        """Conditions decided by the givens, then those that the answer itself satisfies."""
        del whole
        answered = root is not None or bool(self.found.spans)
        own = [one for one in self.held.binding if one.says in self._condition_words()]
        mine = [Condition(one.says, True if answered else None) for one in own]
        divided = [
            Condition(one.says, True if self.held.kind == "range" and answered else None)
            for one in self.held.whole
        ]
        return (*self.held.decided, *mine, *divided)

    def _condition_words(self) -> set[str]:
        return {law_text(self.question.law, c) for c in self.question.law.conditions}

    def _residual(self, root: FoundRoot | None) -> float | None:
        """The relative difference of both sides at the answer."""
        if root is None or not isinstance(self.held.law, sympy.Equality):
            return None
        point = {self.letter: root.value}
        sides = [real(value_at(side, point, DIGITS)) for side in self.held.law.args]
        size = max(abs(side) for side in sides)
        gap = abs(sides[0] - sides[1]) / size if size else abs(sides[0] - sides[1])
        if gap > real(SMALL):
            raise ResidualTooLarge(self.question.formula.id, self.question.target.id, float(gap))
        return float(gap) if gap > real(ROUNDING) else 0.0

    def _between(self) -> str:
        """Why a range holds no whole number."""
        wish = self.question.wish
        kind = "whole number"
        if wish.divides is not None:
            kind = f"divisor of {wish.divides}"
        elif wish.power_of is not None:
            kind = f"power of {wish.power_of}"
        extra = [one.says for one in self.held.whole]
        also = f" with {' and '.join(extra)}" if extra else ""
        return f"no {kind}{also} lies in that range"

    def _reason(self, root: FoundRoot | None, whole: Whole | None) -> str:
        """Why there is no answer, or what is special about the one there is."""
        if root is not None or self.found.spans:
            if self.held.kind == "range" and whole is not None and whole.empty:
                return self._between()
            return self.shape.reason if self._method(root) in ("numeric", "set") else ""
        if self.found.says:
            return self.found.says
        rejected = [r for r in self.found.roots if not r.kept and r.relation == 0]
        why = why_empty(self.registry, self.question, self.held, self.domain)
        if rejected and self.held.kind == "equation":
            said = "; ".join(
                f"{self._quantity(r.value).format(6)}: {self._why(r)}" for r in rejected
            )
            return (
                f"{why}; every root is rejected ({said})"
                if why
                else (f"every root is rejected ({said})")
            )
        if why:
            return why
        if self.shape.method == "none":
            return self.shape.reason
        return f"no {self.question.target.id} in its domain satisfies the law with these values"
