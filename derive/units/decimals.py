"""Numbers: typed decimals to exact fractions, arithmetic on them, fractions to digits."""

from __future__ import annotations

import math
import re
from decimal import Context, Decimal
from fractions import Fraction
from numbers import Integral, Rational

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..errors import UnreadableValue

    Number = Fraction | float

MOST_DIGITS = 60
MOST_EXPONENT = 400
MOST_BITS = 16_384
MOST_SHOWN = 6

NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9][0-9_,]*)?(?P<part>\.[0-9_]*)?(?P<power>[eE][+-]?[0-9]+)?"
)
GROUPED = r"[0-9]+(?:_[0-9]+)*|[0-9]{1,3}(?:,[0-9]{3})+"


def _unreadable(text: str, why: str) -> UnreadableValue:
    """The refusal of a value; the tree of errors is imported where one is needed."""
    from ..errors import UnreadableValue

    return UnreadableValue(text, why)


def read_number(text: str) -> tuple[Fraction, str]:
    """The decimal at the start of a text, exactly, and the text that follows it.

    Underscores and commas group digits (``32,768``); a number has at most 60
    digits and an exponent of at most 400.
    """
    match = NUMBER.match(text)
    whole, part = (match["whole"] or "", match["part"] or "") if match else ("", "")
    if match is None or not any(c.isdigit() for c in whole + part):
        raise _unreadable(text, "it does not begin with a number")
    if whole and not _is_grouped(whole):
        raise _unreadable(text, "a comma groups thousands, as in 32,768; decimals have a point")
    digits = whole.replace(",", "").replace("_", "")
    decimals = part[1:]
    if decimals and not _is_grouped(decimals):
        raise _unreadable(text, "an underscore stands between digits")
    decimals = decimals.replace("_", "")
    if len(digits) + len(decimals) > MOST_DIGITS:
        raise _unreadable(text, f"it has more than {MOST_DIGITS} digits")
    power = match["power"] or ""
    if len(power) > 6 or abs(int(power[1:] or 0)) > MOST_EXPONENT:
        raise _unreadable(text, f"its exponent is beyond {MOST_EXPONENT}")
    number = Fraction(int(digits + decimals or 0), 10 ** len(decimals))
    number *= Fraction(10) ** int(power[1:] or 0)
    return (-number if match["sign"] == "-" else number), text[match.end() :]


def _is_grouped(digits: str) -> bool:
    """Whether what stands between digits groups them."""
    return digits.isdigit() or re.fullmatch(GROUPED, digits) is not None


def read_ratio(text: str) -> tuple[Fraction, str, bool]:
    """A decimal or a ratio of two (``1/3``), what follows it, and whether it was a ratio."""
    number, rest = read_number(text)
    slash, below_and_rest = rest.lstrip()[:1], rest.lstrip()[1:].lstrip()
    if slash != "/" or below_and_rest[:1] not in tuple(".0123456789"):
        return number, rest, False
    below, rest = read_number(below_and_rest)
    if below == 0:
        raise _unreadable(text, "it divides by zero")
    return number / below, rest, True


def money_last(text: str) -> str:
    """``$2/hour`` as ``2 $/hour``: the sign of money stands before the number in print."""
    if not text.startswith("$"):
        return text
    amount = text[1:].lstrip()
    _, rest, _ = read_ratio(amount)
    word, _, after = rest.strip().partition(" ")
    digits = amount[: len(amount) - len(rest)]
    return f"{digits} {word} ${after}" if word in SCALES else f"{digits} ${rest}"


SCALES = {
    **dict.fromkeys(("k", "K", "thousand"), (Fraction(10**3), "e3")),
    **dict.fromkeys(("M", "million"), (Fraction(10**6), "e6")),
    **dict.fromkeys(("B", "b", "bn", "G", "billion"), (Fraction(10**9), "e9")),
    **dict.fromkeys(("T", "trillion"), (Fraction(10**12), "e12")),
    "Ki": (Fraction(2**10), " x 1024"),
    "Mi": (Fraction(2**20), " x 1024^2"),
    "Gi": (Fraction(2**30), " x 1024^3"),
    "Ti": (Fraction(2**40), " x 1024^4"),
}

SPELLED = ("thousand", "million", "billion", "trillion")


def read_scale(text: str, rest: str, *, letters: bool) -> tuple[Fraction, str, str]:
    """The scale behind digits (``70B``, ``3 million``), how it was read, and what follows.

    Its ``letters`` are for counts and their rates: elsewhere B is a byte, and b a bit.
    """
    word, _, after = rest.strip().partition(" ")
    if word not in SCALES or not (letters or word in SPELLED):
        return Fraction(1), "", rest
    scale, shown = SCALES[word]
    typed = text[: len(text) - len(rest)].strip()
    aside = f", not {typed}Ki" if word == "K" else ""
    gap = " " if len(word) > 2 else ""
    return scale, f"{typed}{gap}{word} read as {typed}{shown}{aside}", after


def exact_number(value: Any) -> Fraction:
    """A Python number, exactly as its decimal reads: ``0.1`` is one tenth."""
    if isinstance(value, bool):
        raise _unreadable(str(value), "it is a truth value, not a number")
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _unreadable(float.__repr__(value), "it is not a finite number")
        return Fraction(float.__repr__(value))
    if isinstance(value, Decimal):
        if not value.is_finite() or abs(value.adjusted()) > MOST_EXPONENT:
            raise _unreadable(f"{value:.6}", "it is not a finite number of a sensible size")
        return _bounded(Fraction(value))
    if isinstance(value, Integral):
        return _bounded(Fraction(int(value)))
    if isinstance(value, Rational):
        return _bounded(Fraction(int(value.numerator), int(value.denominator)))
    raise _unreadable(type(value).__name__, "give a number or a text such as '80 GB'")


def _bounded(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise _unreadable("a very long number", f"it has more than {MOST_BITS} bits")
    return number


# --- magnitudes: fractions, floats and arrays ------------------------------------


def computed(operation: Callable[[Any, Any], Any], first: Any, second: Any) -> Any:
    """An operation on two magnitudes, exact between fractions, with floats otherwise.

    NumPy would make an array of objects from a fraction, and Python a float
    from the quotient of two whole numbers.
    """
    exact = (Fraction, int)
    if isinstance(first, exact) and isinstance(second, exact):
        return operation(Fraction(first), Fraction(second))
    first, second = (float(n) if isinstance(n, exact) else n for n in (first, second))
    return operation(first, second)


def scaled(magnitude: Any, factor: Fraction) -> Any:
    """A magnitude times an exact factor; only fractions stay exact."""
    if isinstance(magnitude, (Fraction, int)):
        return magnitude * factor
    return magnitude * float(factor)


def largest(magnitude: Any) -> Any:
    """The number by which a magnitude's unit is chosen: its largest, for an array."""
    if isinstance(magnitude, (Fraction, int, float)) or not magnitude.size:
        return magnitude if isinstance(magnitude, (Fraction, int, float)) else 0.0
    return float(abs(magnitude).max())


# --- printing --------------------------------------------------------------------


def rounded(number: Number, digits: int) -> Decimal:
    """A finite number to so many significant digits."""
    exactly = Fraction(number)
    context = Context(prec=max(digits, 1), Emax=999_999, Emin=-999_999)
    return context.divide(Decimal(exactly.numerator), Decimal(exactly.denominator))


def number_text(number: Number, digits: int = 4) -> str:
    """A number for reading: ``58.47``, ``70e9``, ``32768``.

    Whole numbers below ten million keep all their digits; other numbers are
    rounded to ``digits`` significant ones, trailing zeros left out. Outside
    0.001 .. 1,000,000 the exponent is a multiple of three.
    """
    if isinstance(number, float) and not math.isfinite(number):
        return str(number)
    exactly = Fraction(number)
    if exactly.denominator == 1 and abs(exactly) < 10_000_000 and exactly % 1_000_000 != 0:
        return str(exactly.numerator)
    short = rounded(exactly, digits)
    if short == 0:
        return "0"
    size = short.adjusted()
    if -3 <= size < 6:
        return _plain(short)
    power = size - size % 3
    return f"{_plain(short.scaleb(-power))}e{power}"


def magnitude_text(magnitude: Any, text_of: Callable[[Any], str]) -> str:
    """A number, or the first and last few numbers of an array."""
    if isinstance(magnitude, (Fraction, int, float)):
        return text_of(Fraction(magnitude) if isinstance(magnitude, int) else magnitude)
    numbers = [float(number) for number in magnitude.ravel()]
    words = [text_of(number) for number in numbers[:MOST_SHOWN]]
    if len(numbers) > MOST_SHOWN:
        words = [*words[:-1], "…", text_of(numbers[-1])]
    return f"[{', '.join(words)}]"


def formatted(number: Any, spec: str) -> str:
    """A number by a format specification; beyond the range of floats by its digits."""
    try:
        return format(float(number), spec)
    except OverflowError:
        return format(rounded(number, 20), spec)


def best_step(size: Fraction, factors: Sequence[Fraction]) -> int:
    """The place of the largest multiple in which a size in base units is at least 1.

    Where the step to the next multiple is no power of ten (minutes, days),
    the value must be 2, or a whole number: 90 s and 36 hours stay as they are.
    """
    best = 0
    for place in range(1, len(factors)):
        value = size / factors[place]
        ratio = factors[place] / factors[place - 1]
        ten = ratio.denominator == 1 and str(ratio.numerator).strip("0") == "1"
        if value >= (1 if ten or value.denominator == 1 else 2):
            best = place
    return best


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
