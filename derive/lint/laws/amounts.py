"""What numbers of a chain come to, with their units and the digits that are printed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from derive.frozen import Record
from derive.notation import Call, Negative, Node, Number, Power, Product, Quotient, Sum, walk
from derive.notation.nodes import children
from derive.units import UnitTable

from ..words.digits import MANY_DIGITS, about_allows, digits_in, exchanged
from .probing import EXTREMES, Probe, Unknown

EXACTLY = 0.02
SMALL = 1000
IN_FULL = 5
"""A whole number below the one, or of so many digits, is printed in full."""
NEVER_ROUNDED = 100
"""A whole number of whole numbers below this is not rounded, whatever digit it ends with."""
COARSEST = 0.05
"""No number is read as rounded more than this, however many zeros it ends in."""
MULTIPLES = tuple(10.0**power for power in (3, 6, 9, 12, 15, 18)) + tuple(
    1024.0**power for power in (1, 2, 3, 4, 5)
)
"""What a unit may be told in: thousands, millions, KiB, MiB and so on."""
CLOCK = (60.0, 3600.0, 86400.0, 604800.0, 31536000.0)
PERCENT = (100.0,)
EQUAL = 1e-9

Dimensions = dict[str, Fraction]


class Amount(Record):
    """What numbers come to, in base units; ``unit`` and ``scale`` are those that are printed."""

    value: float
    dimensions: tuple[tuple[str, Fraction], ...] = ()
    scale: float = 1.0
    unit: str = ""
    printed: Number | None = None
    power: float = 1.0
    whole: bool = False

    @property
    def shown(self) -> float:
        """The value in the unit that is printed."""
        return self.value / self.scale

    @property
    def unit_told(self) -> str:
        """The unit as a message shows it."""
        return f" {self.unit}" if self.unit else ""

    @property
    def step(self) -> float:
        """Half a unit of the last digit that is printed; 0 for what is computed."""
        return 0.0 if self.printed is None else half_digit(self.printed) * self.power * self.scale


def in_another_order(amount: Amount, other: Amount) -> bool:
    """Whether the second amount is printed with the digits of the first in another order."""
    return exchanged(other.shown, amount.shown, digits_in(_text(other), zeros=True))


def half_digit(number: Number) -> float:
    """Half a unit of the last digit of a number; zeros at its end may be digits or none."""
    digits = number.text.replace(",", "").lower().partition("e")[0].partition(" ")[0]
    _, point, behind = digits.partition(".")
    zeros = len(digits) - len(digits.rstrip("0")) if not point else -len(behind)
    try:
        scale = float(number.value / Fraction(digits)) if Fraction(digits) else 1.0
    except ValueError:
        scale = 1.0
    half = scale * 10.0**zeros / 2
    return half if zeros <= 0 else max(min(half, COARSEST * abs(float(number.value))), 0.5 * scale)


def amount(node: Node, table: UnitTable | None) -> Amount | None:
    """The value of a side without letters; None where it has none, or its units do not add up."""
    try:
        value, dimensions = _measured(node, table)
    except Unknown:
        return None
    if not np.all(np.isfinite(value)):
        return None
    mantissa, power = _mantissa(node)
    if mantissa is not None and mantissa.unit == "%":
        power /= 100
    numbers = [part for part in walk(node) if isinstance(part, Number)]
    units = {part.unit for part in numbers if part.unit} - {"%"}
    unit = next(iter(units)) if len(units) == 1 else ""
    fits = bool(unit) and _unit(unit, table)[1] == dimensions
    return Amount(
        float(value),
        tuple(sorted(dimensions.items())),
        _unit(unit, table)[0] if fits else 1.0,
        unit if fits else "",
        mantissa,
        power,
        all(part.value.denominator == 1 and not part.unit for part in numbers),
    )


def _mantissa(node: Node) -> tuple[Number | None, float]:
    """The number whose digits are printed, and the power of ten behind it."""
    inner: Any = node.body if isinstance(node, Negative) else node
    if isinstance(inner, Number):
        return inner, 1.0
    first, *rest = _factors(inner)
    if isinstance(first, Number):
        unit_only = [factor for factor in rest if isinstance(factor, Number) and not factor.text]
        powers = [factor for factor in rest if isinstance(factor, Power) and is_ten(factor.base)]
        if len(unit_only) + len(powers) == len(rest) and len(powers) <= 1:
            power = float(Probe({}).value(powers[0])) if powers else 1.0
            return first, power
    return None, 1.0


def _factors(node: Node) -> Iterator[Node]:
    """The factors of a product, also of one in it: of ``2 * (10^-3 s)``."""
    if isinstance(node, Product):
        yield from itertools.chain.from_iterable(map(_factors, node.factors))
    else:
        yield node


def is_ten(node: Node) -> bool:
    """Whether a side is the number ten."""
    return isinstance(node, Number) and node.value == 10 and not node.unit


def _unit(unit: str, table: UnitTable | None) -> tuple[float, Dimensions]:
    """The factor of a unit to base units, and its hard dimensions."""
    known = table.known_unit(unit) if table is not None else None
    if known is None:
        raise Unknown(Number(Fraction(1), "", (0, 0)), f"{unit} is not known")
    return float(known.factor), {name: Fraction(power) for name, power in known.dimensions}


def _measured(node: Node, table: UnitTable | None) -> tuple[float, Dimensions]:
    """A value in base units and its dimensions; raises Unknown where units do not add up."""
    if not any(isinstance(part, Number) and part.unit not in {"", "%"} for part in walk(node)):
        return Probe({}).value(node), {}
    if isinstance(node, Number):
        factor, dimensions = _unit(node.unit, table)
        return float(node.value) * factor, dimensions
    return _combined(node, [_measured(part, table) for part in children(node)])


def _combined(node: Node, parts: list[tuple[float, Dimensions]]) -> tuple[float, Dimensions]:
    """One operation on measured values."""
    match node:
        case Negative():
            return -parts[0][0], parts[0][1]
        case Sum() | Call() if isinstance(node, Sum) or node.function in EXTREMES:
            if any(part[1] != parts[0][1] for part in parts):
                raise Unknown(node, "its parts are measured in different units")
            join = np.sum if isinstance(node, Sum) else getattr(np, node.function)
            return float(join([value for value, _ in parts])), parts[0][1]
        case Product():
            whole: Dimensions = {}
            for _, some in parts:
                whole = _joined(whole, some, 1)
            return float(np.prod([value for value, _ in parts])), whole
        case Quotient():
            (over, above), (under, below) = parts
            return (over / under if under else float("nan")), _joined(above, below, -1)
        case _ if not any(some for _, some in parts):
            plain = [Number(Fraction(value), "", (0, 0)) for value, _ in parts]
            if isinstance(node, Call):
                return Probe({}).value(Call(node.function, tuple(plain), node.at)), {}
            if isinstance(node, Power):
                return Probe({}).value(Power(plain[0], plain[1], node.at)), {}
    raise Unknown(node, "units below a function or an index")


def _joined(left: Dimensions, other: Dimensions, sign: int) -> Dimensions:
    """The dimensions of a product or a quotient."""
    total = {
        name: left.get(name, Fraction(0)) + sign * other.get(name, Fraction(0))
        for name in left.keys() | other.keys()
    }
    return {name: power for name, power in total.items() if power}


def apart(
    amount: Amount, other: Amount, *,
    about: bool, multiples: tuple[float, ...] = (), exact: bool = False,
) -> float | None:  # fmt: skip
    """How far two amounts are apart, relative to the first; None where they agree.

    ``multiples`` are what the unit behind the chain may be told in. Where the first is ``exact``
    only the digits of the other one excuse it. None too where both have units that measure
    different things: that is another rule's.
    """
    if amount.dimensions and other.dimensions and amount.dimensions != other.dimensions:
        return None
    best: float | None = None
    for left, right, half in _readings(amount, other, multiples):
        gap = abs(left - right) / abs(left) if left else abs(right)
        step = half * (1 + 1e-9)
        allowed = about_allows(_text(other)) if about else EXACTLY
        # Digits that are cut off instead of rounded; zeros at the end may be no digits at all.
        # A whole unit of the last digit is not cut off: 6 + 6 is not 11.
        unit = 2 * half * (1 - 1e-9)
        cut_off = right * (left - right) >= 0 and abs(left - right) < unit <= 0.1 * abs(right)
        cut_off = cut_off and not _ends_in_zeros(other)
        # 6 + 5 + 4 + 3 + 2 + 1 is not 20.
        is_small = amount.whole and other.whole and left == round(left) < NEVER_ROUNDED
        # Who prints 8.0 has not rounded 7.02 up to a whole number.
        whole = "." not in _text(other) and _whole(left, right)
        rounded = abs(left - right) <= step or cut_off or whole
        rounded = rounded or (amount.printed is not None and _whole(right, left))
        rounded = rounded and (about or not is_small)
        # Digits in another order are no rounding.
        count = digits_in(_text(other), zeros=True)
        strict = amount.whole and other.whole and (abs(left) < SMALL or in_full(other))
        strict = strict or exact
        if exchanged(right, left, count) and gap > 10.0 ** (1 - count):
            best = gap if best is None else min(best, gap)
            continue
        if gap <= EQUAL or rounded or (gap <= allowed and (about or not strict)):
            return None
        best = gap if best is None else min(best, gap)
    return best


def added_apart(left: Node, operator: str, right: Node, multiples: Iterable[float]) -> float | None:
    """How far plain numbers, whichever way each was rounded, are from what they are said to be.

    Relative to their sum: nothing where it may be theirs, in one of the ``multiples``, and None
    where other numbers are added, or whole ones.
    """
    terms = left.terms if isinstance(left, Sum) and operator == "=" else ()
    numbers = [term for term in (*terms, right) if isinstance(term, Number) and not term.unit]
    if not terms or len(numbers) <= len(terms):
        return None
    whole = all("." not in number.text for number in numbers)
    total, said = float(sum(number.value for number in numbers[:-1])), float(numbers[-1].value)
    room = sum(map(half_digit, numbers)) * (1 + EQUAL)
    scales = [1.0, *(scale for each in multiples for scale in (each, 1 / each))]
    near = any(abs(total - said * scale) <= room * max(scale, 1.0) for scale in scales)
    # No rounding of a term makes 0.5 + 0.0625 come to 0.5265.
    near = near and not exchanged(said, total, digits_in(numbers[-1].text, zeros=True))
    if near or not total:
        return None if whole else 0.0
    return abs(1 - said / total)


def is_exact_fraction(left: Node, right: Node) -> bool:
    """Whether a side of small whole numbers is worked out in many digits: ``63 / 64 = 0.984375``.

    Such factors count something, and nobody has rounded them.
    """
    parts = [part for part in walk(left) if isinstance(part, Number)]
    counts = all(not part.unit and part.text.isdigit() and part.value < SMALL for part in parts)
    powers = any(is_ten(part) for part in parts)
    if not counts or powers or len(parts) == 1 or not isinstance(left, Product | Quotient):
        return False
    if not isinstance(right, Number) or right.unit:
        return False
    return "." in right.text and digits_in(right.text) > MANY_DIGITS


def _text(number: Amount) -> str:
    return number.printed.text if number.printed is not None else ""


def in_full(number: Amount) -> bool:
    """Whether a whole number is printed with so many digits that none is left out."""
    return digits_in(_text(number), zeros=True) >= IN_FULL and not _ends_in_zeros(number)


def is_no_rounding(number: Amount, other: Amount) -> bool:
    """Whether two whole numbers are farther apart than rounding to the last digit makes them.

    900 is no 910, and 505 may be 500: zeros at the end may be no digits.
    """
    plain = number.whole and other.whole and not number.dimensions and not other.dimensions
    if not plain or other.printed is None:
        return False
    return abs(number.shown - other.shown) > half_digit(other.printed)


def _ends_in_zeros(number: Amount) -> bool:
    return number.printed is not None and re.fullmatch(r"[\d,]*0", number.printed.text) is not None


def _readings(
    amount: Amount, other: Amount, multiples: tuple[float, ...]
) -> Iterator[tuple[float, float, float]]:
    """Both values in one unit, and half of the last digit of either in it.

    With one unit missing, in any multiple of the other's.
    """
    if amount.dimensions and amount.dimensions == other.dimensions:
        yield amount.value, other.value, max(amount.step, other.step)
        return
    if bool(amount.dimensions) != bool(other.dimensions):
        multiples = (*MULTIPLES, *multiples)
    left, right = amount.shown, other.shown
    first, second = amount.step / amount.scale, other.step / other.scale
    yield left, right, max(first, second)
    if amount.dimensions or other.dimensions:
        yield amount.value, other.value, max(amount.step, other.step)
    for scale in multiples:
        yield left * scale, right, max(first * scale, second)
        yield left, right * scale, max(first, second * scale)


def _whole(value: float, whole: float) -> bool:
    """Whether the second is the first rounded to a whole number, up or down."""
    return (
        abs(whole - round(whole)) < EQUAL
        and abs(value - round(value)) > EQUAL
        and abs(value) >= 1
        and round(whole) in {np.floor(value), np.ceil(value)}
    )


def proposed(amount: Amount, other: Amount, multiples: tuple[float, ...] = ()) -> str:
    """What the second side would have to be, in its own unit."""
    value, unit = amount.shown, other.unit_told or amount.unit_told
    if other.printed is not None and other.printed.unit == "%":
        return f"{100 * amount.value:.4g} %"
    if amount.dimensions and amount.dimensions == other.dimensions:
        value = amount.value / other.scale
    elif other.unit or multiples:
        value = min(
            (amount.value / scale for scale in (1.0, *_decimal(multiples or MULTIPLES))),
            key=lambda v: _away(v, other.shown),
        )
        unit = other.unit_told
    if value != round(value):
        return f"{value:.{max(digits_in(_text(other)), 4)}g}{unit}"
    return f"{value:.0f}{unit}" if amount.whole and in_full(other) else f"{value:.4g}{unit}"


def _decimal(multiples: tuple[float, ...]) -> tuple[float, ...]:
    """Multiples without the powers of 1024, which are near those of 1000 and seldom meant."""
    powers = {1024.0**power for power in range(1, 6)}
    return tuple(scale for scale in multiples if scale not in powers)


def _away(value: float, printed: float) -> float:
    """How many times apart two values are."""
    return abs(np.log(abs(value / printed))) if value and printed else float("inf")


_TURNS = {*CLOCK, *(1 / step for step in CLOCK), 24.0, 1e3, 1e-3, 1e6, 1e-6}


def turns_clocks(side: Node) -> bool:
    """Whether a side has a number that turns hours into seconds, or the like."""
    return any(isinstance(part, Number) and float(part.value) in _TURNS for part in walk(side))
