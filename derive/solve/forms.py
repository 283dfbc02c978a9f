"""Functions of one letter: their steps, their quotients where they are some, their zeros."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce

from ..frozen import Record
from ..programs import reals
from ..programs.exactly import EXACT, exactly
from ..programs.interval_arithmetic import interval_sign
from ..programs.machine import MISSING, Value
from ..programs.program import Program, Step
from ..programs.zeros import Zero, rounded
from . import quotients
from .quotients import Powers, Quotient
from .ratios import NotRational
from .root_isolation import roots

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


FEW_TERMS = 12


class Form(Record):
    """A function of the letter: its steps, and the same as a quotient where it is one."""

    steps: tuple[Step, ...]
    quotient: Quotient | None

    @property
    def key(self) -> Any:
        """Two forms with one key have the same zeros."""
        if self.quotient is None:
            return self.steps
        return frozenset(self.quotient.above.items())

    @property
    def program(self) -> Program:
        """The form as a program of one input."""
        return Program(("x",), self.steps)

    def constant(self) -> reals.Number | None:
        """The value of a form in which the letter does not occur."""
        return None if self.quotient is None else self.quotient.constant()

    def spread(self) -> tuple[Step, ...]:
        """The steps, as ``1 - 1/x`` for ``(x - 1)/x``: each power once tells intervals more."""
        quotient = self.quotient
        if quotient is None or len(quotient.below) != 1 or len(quotient.above) > FEW_TERMS:
            return self.steps
        ((lowest, divisor),) = quotient.below.items()
        terms = [(power - lowest, factor) for power, factor in quotient.above.items()]
        steps: list[Step] = []
        for power, factor in terms:
            if not isinstance(factor, Fraction) or not isinstance(divisor, Fraction):
                return self.steps
            steps.append(Step("const", number=factor / divisor))
            if power:
                raised = () if power == 1 else (Step("const", number=power), Step("pow"))
                steps += [Step("input"), *raised, Step("mul", count=2)]
        return (
            (*steps, Step("add", count=len(terms)))
            if len(terms) > 1
            else tuple(steps) or self.steps
        )

    def at(self, place: Fraction) -> Value:
        """The exact value at a fraction."""
        return exactly(self.program)([place])

    def sign(self, place: Fraction) -> int:
        """The sign at a fraction; raises Open where it cannot be told.

        A power may be too long to be written out, ``(1 - p)^16384``, and still be told
        from everything else by the first of its digits.
        """
        try:
            return sign_of(self.at(place))
        except reals.Open:
            from ..programs.precise import certainly  # nearly all signs are told without

            near = certainly(self.program)([place])
            sign = None if isinstance(near, MISSING) else interval_sign(near)
            if not sign:
                raise
            return sign


LETTER = Form((Step("input"),), quotients.LETTER)


def fixed(value: reals.Number, steps: tuple[Step, ...] = ()) -> Form:
    """A number as a form."""
    if isinstance(value, Fraction):
        steps = (Step("const", 0, value, ()),)
    return Form(steps, quotients.number(value))


def opaque(name: str, form: Form) -> Value:
    """A function that leaves the quotients, except of a number."""
    value = form.constant()
    if value is None:
        return Form((*form.spread(), Step(name)), None)
    result = EXACT.apply[name](value)
    return result if isinstance(result, MISSING) else fixed(result, (*form.steps, Step(name)))


def parts(forms: Iterable[Form], total: Quotient | None) -> tuple[Step, ...]:
    """The steps of forms in a row; those that leave the quotients are spread out before."""
    return tuple(s for form in forms for s in (form.steps if total else form.spread()))


def plain(name: str) -> Callable[[Form], Value]:
    """An operation that leaves the quotients, as a function of forms."""
    return lambda form: opaque(name, form)


def sign_of(value: Value) -> int:
    """The sign of a value; raises Open where there is none."""
    return reals.sign(number_of(value))


def number_of(value: Value) -> reals.Number:
    """A value that is a number; raises Open where it is missing."""
    if isinstance(value, MISSING):
        raise reals.Open
    number: reals.Number = value
    return number


def both(
    join: Callable[[Quotient, Quotient], Quotient], left: Form, right: Form
) -> Quotient | None:
    """Two quotients joined, as long as both are there and the result is one."""
    if left.quotient is None or right.quotient is None:
        return None
    try:
        return join(left.quotient, right.quotient)
    except (NotRational, reals.Open):
        return None


def many(name: str, join: Callable[[Quotient, Quotient], Quotient]) -> Callable[..., Form]:
    """A sum or product of several forms."""

    def joined(*forms: Form) -> Form:
        if len(forms) == 1:
            return forms[0]
        total = reduce(lambda left, right: Form((), both(join, left, right)), forms).quotient
        return Form((*parts(forms, total), Step(name, count=len(forms))), total)

    return joined


def roots_of_form(form: Form, rational: Any, root: int, lowest: int) -> list[Zero]:
    """Roots of a polynomial in ``x**(1/root)`` as zeros in x."""
    zeros = [Zero(Fraction(0), Fraction(0))] if lowest > 0 else []
    if root == 1:
        return sorted(
            [*zeros, *(zero.narrowed() for zero in roots(rational))], key=lambda z: z.middle
        )
    for zero in roots(rational):
        if zero.low >= 0 and zero.high > 0:
            narrow = zero.narrowed()
            low, high = narrow.low**root, narrow.high**root
            if narrow.exact:
                zeros.append(Zero(low, high, None, narrow.crosses))
            else:
                mapped = Zero(rounded(low, up=False), rounded(high, up=True), None, narrow.crosses)
                zeros.append(_recognised(form, mapped))
    return zeros


def _recognised(form: Form, zero: Zero) -> Zero:
    """A root whose power is a fraction, such as the square of ``sqrt(2)``."""
    from ..programs.search import recognised

    def value(place: Fraction) -> Any:
        exact_value = form.at(place)
        if not isinstance(exact_value, Fraction | reals.Real):
            raise reals.Open
        return reals.with_certain_sign(exact_value)

    met = recognised(Zero(zero.low, zero.high, value, zero.crosses))
    return met if met.exact else zero


def turns(terms: Powers) -> bool:
    """Whether the factors change sign in the order of the exponents (Descartes)."""
    signs = {reals.sign(factor) for factor in terms.values()}
    return len(signs) > 1


def ruled(
    programs: Sequence[Program], low: Fraction | None, high: Fraction | None
) -> tuple[Fraction | None, Fraction | None]:
    """An interval without what a relation such as ``x >= 1`` rules out."""
    lows, highs = [low], [high]
    for steps in (program.steps for program in programs):
        names = [step.operation for step in steps]
        if names in (["const", "input", "le"], ["const", "input", "lt"]):
            lows.append(steps[0].number)
        elif names in (["input", "const", "le"], ["input", "const", "lt"]):
            highs.append(steps[1].number)
    return (
        max((low_end for low_end in lows if low_end is not None), default=None),
        min((high_end for high_end in highs if high_end is not None), default=None),
    )
