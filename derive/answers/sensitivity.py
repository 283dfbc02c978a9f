"""What an answer depends on most: its elasticities, by automatic differentiation of the law.

The law is an implicit function. Both sides are run once per letter on pairs of
a value and its slope (dual numbers) in exact arithmetic, so that the exponent
of a power comes out as the fraction that it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce

from ..entries.laws import Law
from ..programs import reals
from ..programs.exactly import EXACT, Exact, exact
from ..programs.machine import MISSING, Arithmetic, Value, runner
from ..programs.program import TOO_FAR, Program, shortened
from ..programs.reals import Number
from .answer import Answer, Elasticity
from .question import Question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STEPS = frozenset({"floor", "ceil"})
NO_SLOPE = "the law has no slope here"
TIE = "two branches of the law meet at the answer, so it has no slope there"
Dual = tuple[Number, Number]
ZERO, ONE = Fraction(0), Fraction(1)


def sensitivity(question: Question, answer: Answer) -> tuple[Elasticity, ...]:
    """The elasticities of an answer, or of the end of its range that the law decides."""
    place = _place(question, answer)
    if place is None:
        return ()
    point = {**question.points(), question.target.id: place}
    for name in question.intervals():
        if name == question.target.id:
            continue
        if name != question.law.gives:
            return (Elasticity(name, None, "give it one value: a range has no slope"),)
        right = question.law.relation.right
        value = exact(right, [point[letter] for letter in right.inputs])
        if not isinstance(value, Exact):
            return ()
        point[name] = Fraction(value.value)
    letters = [name for name in point if name != question.target.id]
    return elasticities(question.law, question.target.id, point, letters)


def _place(question: Question, answer: Answer) -> Fraction | None:
    """The value of the target, or the end of its range that no bound of its own sets."""
    if answer.value is not None:
        return Fraction(answer.value.base)
    apart = {condition.says for condition in question.law.conditions}
    ends = [
        (end, reason)
        for span in answer.intervals
        for end, reason in ((span.high, span.high_reason), (span.low, span.low_reason))
    ]
    for end, reason in ends:
        of_law = reason and reason not in apart and not reason.startswith(f"{answer.target} ")
        if end is not None and of_law:
            return Fraction(end.base)
    return None


def elasticities(
    law: Law, target: str, point: Mapping[str, Fraction], letters: Iterable[str]
) -> tuple[Elasticity, ...]:
    """The elasticities of the target in each letter, the largest first.

    ``point`` holds a value that satisfies the law for every letter, in base units.
    """
    relation = law.relation
    stepped = any(step.operation in STEPS for side in relation.sides for step in side.steps)
    note = "within one step of a ceiling or floor" if stepped else ""
    if law.gives == target:
        return ranked(_elasticity(relation.right, name, point, note) for name in letters)
    difference = relation.difference
    try:
        answer = point[target], _slope(difference, target, point)[1]
    except _NoSlope as problem:
        return tuple(Elasticity(name, None, str(problem)) for name in letters)
    return ranked(_elasticity(difference, name, point, note, answer) for name in letters)


def ranked(rows: Iterable[Elasticity]) -> tuple[Elasticity, ...]:
    """The largest first, the unknown last."""
    return tuple(
        sorted(rows, key=lambda row: (row.value is None, -abs(row.value or 0), row.letter))
    )


def _elasticity(
    function: Program,
    name: str,
    point: Mapping[str, Fraction],
    note: str,
    answer: Dual | None = None,
) -> Elasticity:
    """By how much a letter moves the function's value; of a product of powers, the exponent.

    With an ``answer``, its value and the slope of the function in it, by how much a letter
    moves that, where the function stays zero.
    """
    try:
        if answer is not None and reals.sign(answer[1]) == 0:
            return Elasticity(name, None, "the law does not move with the answer here")
        value, slope = _slope(function, name, point)
        if answer is not None:
            value, slope = reals.mul(answer[1], answer[0]), reals.neg(slope)
        exponent = _exactly("div", reals.mul(slope, point[name]), value)
        return Elasticity(name, _number(exponent), note)
    except (_NoSlope, reals.Open) as problem:
        return Elasticity(name, None, str(problem) or NO_SLOPE)


def _number(value: Number) -> Fraction | float:
    """A fraction, or the nearest float of a number that is none, or a long one."""
    number = shortened(value if isinstance(value, Fraction) else reals.decimal(value))
    if number is None:
        raise _NoSlope(TOO_FAR.why)
    return number


# --- dual numbers -----------------------------------------------------------------


class _NoSlope(Exception):  # not a mistake: a corner has no slope
    """The function has no slope at the point, and why."""


def _slope(program: Program, name: str, point: Mapping[str, Fraction]) -> Dual:
    """The value of a program at a point, and its slope in one letter."""
    inputs: list[Dual] = [
        (point[letter], ONE if letter == name else ZERO) for letter in program.inputs
    ]
    try:
        result = runner(program, DUAL)(inputs)
    except reals.Open:
        raise _NoSlope(NO_SLOPE) from None
    if isinstance(result, MISSING):
        raise _NoSlope(NO_SLOPE)
    dual: Dual = result
    return dual


def _exactly(name: str, *numbers: Number) -> Number:
    """An operation of exact arithmetic that must have a value."""
    result: Value = EXACT.apply[name](*numbers)
    if isinstance(result, MISSING):
        raise _NoSlope(NO_SLOPE)
    number: Number = result
    return number


def _linear(name: str) -> Callable[..., Any]:
    """A sum or a difference, in which slopes are joined as values are."""
    return lambda *parts: tuple(_exactly(name, *column) for column in zip(*parts, strict=True))


def _times(left: Dual, right: Dual) -> Dual:
    slope = reals.add(reals.mul(left[1], right[0]), reals.mul(left[0], right[1]))
    return reals.mul(left[0], right[0]), slope


def _div(above: Dual, below: Dual) -> Dual:
    value = _exactly("div", above[0], below[0])
    slope = _exactly("sub", above[1], reals.mul(value, below[1]))
    return value, _exactly("div", slope, below[0])


def _pow(base: Dual, exponent: Dual) -> Dual:
    value = _exactly("pow", base[0], exponent[0])
    if exponent[1] == 0:
        if base[1] == 0:
            return value, ZERO
        lower = _exactly("pow", base[0], _exactly("sub", exponent[0], ONE))
        return value, reals.mul(reals.mul(exponent[0], lower), base[1])
    by_base = _exactly("div", reals.mul(exponent[0], base[1]), base[0])
    by_exponent = reals.mul(exponent[1], _exactly("log", base[0]))
    return value, reals.mul(value, reals.add(by_exponent, by_base))


def _chain(name: str, slope: Callable[[Number, Number], Number]) -> Callable[[Dual], Dual]:
    """A function of one argument, whose slope is told from argument and value."""

    def applied(inner: Dual) -> Dual:
        value = _exactly(name, inner[0])
        if inner[1] == 0:
            return value, ZERO
        return value, reals.mul(slope(inner[0], value), inner[1])

    return applied


def _of_two(sense: int) -> Callable[..., Dual]:
    """The larger (1) or smaller (-1) of several; where two meet there is no slope."""

    def pick(*parts: Dual) -> Dual:
        best = parts[0]
        for part in parts[1:]:
            sign = reals.sign(_exactly("sub", part[0], best[0]))
            if sign == 0 and _exactly("sub", part[1], best[1]) != 0:
                raise _NoSlope(TIE)
            if sign == sense:
                best = part
        return best

    return pick


def _compared(name: str) -> Callable[[Dual, Dual], Value]:
    return lambda left, right: EXACT.apply[name](left[0], right[0])


def _loop(name: str, low: Dual, high: Dual, body: Callable[[Dual], Value]) -> Value:
    terms: list[Dual] = []

    def term(index: Value) -> Value:
        pair = body((index, ZERO))
        if isinstance(pair, MISSING):
            return pair
        terms.append(pair)
        return pair[0]

    value = EXACT.loop(name, low[0], high[0], term)
    if isinstance(value, MISSING) or not terms:
        return value if isinstance(value, MISSING) else (value, ZERO)
    return DUAL.apply["add" if name == "sum" else "mul"](*terms)


LOG_TWO = reals.log(Fraction(2))
DUAL = Arithmetic(
    lambda number: (number, ZERO),
    {
        **EXACT.apply,
        "add": _linear("add"),
        "mul": lambda *parts: reduce(_times, parts),
        "sub": _linear("sub"),
        "div": _div,
        "neg": _linear("neg"),
        "pow": _pow,
        "sqrt": lambda inner: _pow(inner, (Fraction(1, 2), ZERO)),
        "exp": _chain("exp", lambda _, y: y),
        "log": _chain("log", lambda x, _: _exactly("div", ONE, x)),
        "log2": _chain("log2", lambda x, _: _exactly("div", ONE, reals.mul(x, LOG_TWO))),
        "sin": _chain("sin", lambda x, _: _exactly("cos", x)),
        "cos": _chain("cos", lambda x, _: reals.neg(_exactly("sin", x))),
        "abs": lambda dual: _linear("neg")(dual) if reals.sign(dual[0]) < 0 else dual,
        "max": _of_two(1),
        "min": _of_two(-1),
        **{name: _chain(name, lambda *_: ZERO) for name in STEPS},
        "pi": lambda: (reals.PI, ZERO),
        **{name: _compared(name) for name in ("lt", "le", "eq", "ne")},
    },
    _loop,
)
