"""A relation looked at from one place: which branch holds there, and how far.

A program is run on forms instead of numbers. Whenever it has to decide (which
of two is larger, whether a divisor is zero, what a ceiling is) the decision is
taken at one place, exactly, and noted. Between the nearest zeros of what was
decided, all decisions stay the same, so that the relation holds there either
everywhere or nowhere.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce

from ..programs import reals
from ..programs.exactly import EXACT
from ..programs.machine import LOGIC, MISSING, Arithmetic, Value, by_sign, runner, settled
from ..programs.program import (
    BOUNDS,
    DIVISION,
    LOGARITHM,
    POWER,
    ROOT,
    Program,
    Step,
    Undecided,
)
from ..programs.zeros import Zero
from . import quotients
from .forms import LETTER, Form, both, fixed, many, number_of, opaque, parts, plain
from .quotients import Quotient
from .ratios import NotRational

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FEW_TERMS = 64
SUB, NEG, DIV, POW, SQRT = map(Step, ("sub", "neg", "div", "pow", "sqrt"))
LONG = Undecided("a sum with too many terms to be written out")
MOVING = Undecided("a sum whose bounds move")
OPEN = Undecided("a sign that 400 digits do not tell")


class Look:
    """One run from one place: a fraction, or a bracketed zero of one of the decisions.

    ``zeros`` finds the zeros of a form; it is asked only where the place is
    no fraction.
    """

    def __init__(
        self, place: Fraction | Zero, zeros: Callable[[Form], list[Zero]], *, positive: bool
    ) -> None:
        self.place = place
        self.zeros = zeros
        self.positive = positive
        self.decided: dict[Any, Form] = {}
        self.last: Form | None = None

    def run(self, program: Program) -> Value:
        """The truth of a condition at this place, or what is missing for it."""
        return runner(program, self.arithmetic())([LETTER])

    # --- decisions -----------------------------------------------------------

    def sign(self, form: Form) -> int:
        """The sign here; raises Open where it cannot be told."""
        value = form.constant()
        if value is not None:
            return reals.sign(value)
        self.decided[form.key] = form
        if isinstance(self.place, Fraction):
            return form.sign(self.place)
        if any(self.place.apart_from(zero) == 0 for zero in self.zeros(form)):
            return 0
        # The form has no zero in this bracket, so any point of it tells the sign.
        return form.sign(self.place.low)

    def floor(self, form: Form) -> Fraction:
        """The integer below the value here."""
        value = form.constant()
        if value is not None:
            return Fraction(reals.floor(value))
        places = (
            [self.place] if isinstance(self.place, Fraction) else [self.place.low, self.place.high]
        )
        picks = [number_of(form.at(place)) for place in places]
        low, high = (reals.floor(pick) for pick in (picks[0], picks[-1]))
        # A guess by digits, proved by decisions: each comparison is noted, so that the stretch ends
        # where the floor becomes another.
        whole = Fraction(max(low, high))
        while self.sign(self.sub(form, fixed(whole))) < 0:
            whole -= 1
        self.sign(self.sub(form, fixed(whole + 1)))
        return whole

    # --- operations ----------------------------------------------------------

    def arithmetic(self) -> Arithmetic:
        """The operations on forms, seen from here."""
        table = {
            name: settled(function, reals.Open, OPEN) for name, function in self.functions().items()
        }
        return Arithmetic(fixed, table, self.loop)

    def functions(self) -> dict[str, Callable[..., Value]]:
        """The table by operation."""
        return {
            "add": self.add,
            "mul": many("mul", operator.mul),
            "sub": self.sub,
            "div": self.div,
            "neg": self.neg,
            "pow": self.pow,
            "sqrt": self.root,
            "abs": lambda form: self.neg(form) if self.sign(form) < 0 else form,
            "max": lambda *forms: reduce(self.larger, forms),
            "min": lambda *forms: self.neg(reduce(self.larger, map(self.neg, forms))),
            "floor": lambda form: fixed(self.floor(form)),
            "ceil": lambda form: fixed(-self.floor(self.neg(form))),
            "log": lambda form: LOGARITHM if self.sign(form) <= 0 else opaque("log", form),
            "log2": lambda form: LOGARITHM if self.sign(form) <= 0 else opaque("log2", form),
            **{name: plain(name) for name in ("exp", "sin", "cos")},
            "pi": lambda: fixed(reals.PI, (Step("pi"),)),
            **by_sign(self.compared),
            **LOGIC,
        }

    def add(self, *forms: Form) -> Form:
        """Sum."""
        return many("add", operator.add)(*forms)

    def sub(self, left: Form, right: Form) -> Form:
        """Difference."""
        if left.steps == right.steps:
            return fixed(Fraction(0))
        quotient = both(operator.sub, left, right)
        return Form((*parts((left, right), quotient), SUB), quotient)

    def neg(self, form: Form) -> Form:
        """Minus."""
        quotient = None if form.quotient is None else -form.quotient
        return Form((*form.steps, NEG), quotient)

    def div(self, above: Form, below: Form) -> Value:
        """Quotient; the zeros of the divisor are decisions."""
        if self.sign(below) == 0:
            return DIVISION
        quotient = both(lambda a, b: a * b.inverse(), above, below)
        return Form((*parts((above, below), quotient), DIV), quotient)

    def pow(self, base: Form, exponent: Form) -> Value:
        """Real power."""
        power = exponent.constant()
        # A whole positive power exists whatever the base is: nothing has to be decided for it.
        whole = isinstance(power, Fraction) and power.denominator == 1
        if not whole or (isinstance(power, Fraction) and power < 0):
            sign = self.sign(base)
            if sign < 0 and not whole:
                return POWER
            if sign == 0:
                grows = self.sign(exponent)
                return DIVISION if grows < 0 else fixed(Fraction(1 if grows == 0 else 0))
        quotient = self.power(base, power)
        return Form((*parts((base, exponent), quotient), POW), quotient)

    def power(self, base: Form, exponent: reals.Number | None) -> Quotient | None:
        """A power as a quotient, where it stays one."""
        if base.quotient is None or exponent is None:
            return None
        value = base.quotient.constant()
        if value is not None and value != 0:
            raised = EXACT.apply["pow"](value, exponent)
            return None if isinstance(raised, MISSING) else quotients.number(raised)
        if not isinstance(exponent, Fraction):
            return None
        try:
            return quotients.power(base.quotient, exponent, positive=self.positive)
        except (NotRational, reals.Open):
            return None

    def root(self, form: Form) -> Value:
        """Square root."""
        if self.sign(form) < 0:
            return ROOT
        quotient = self.power(form, Fraction(1, 2))
        return Form((*parts([form], quotient), SQRT), quotient)

    def larger(self, left: Form, right: Form) -> Form:
        """The larger of two."""
        return left if self.sign(self.sub(left, right)) >= 0 else right

    def compared(self, left: Form, right: Form) -> int:
        """The sign of one minus the other; the last comparison is remembered."""
        self.last = self.sub(left, right)
        return self.sign(self.last)

    def loop(self, name: str, low: Form, high: Form, body: Callable[[Form], Value]) -> Value:
        """A sum with fixed bounds, written out."""
        first, last = low.constant(), high.constant()
        if not isinstance(first, Fraction) or not isinstance(last, Fraction):
            return MOVING
        if first.denominator != 1 or last.denominator != 1:
            return BOUNDS
        if last - first >= FEW_TERMS:
            return LONG
        total: Value = fixed(Fraction(0 if name == "sum" else 1))
        join = self.add if name == "sum" else many("mul", operator.mul)
        for index in range(int(first), int(last) + 1):
            term = body(fixed(Fraction(index)))
            if isinstance(term, MISSING):
                return term
            total = join(total, term)
        return total
