"""Numbers in and out: typed decimals to exact fractions, fractions to digits."""

from __future__ import annotations

import math
import re
from decimal import Context, Decimal
from fractions import Fraction
from numbers import Integral, Rational

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..errors import UnreadableValue

    Number = Fraction | float

MOST_DIGITS = 60
MOST_EXPONENT = 400
MOST_BITS = 16_384

NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9][0-9_,]*)?(?P<part>\.[0-9_]*)?(?P<power>[eE][+-]?[0-9]+)?"
)
GROUPED = re.compile(r"[0-9]+(?:_[0-9]+)*|[0-9]{1,3}(?:,[0-9]{3})+")


def _unreadable(text: str, why: str) -> UnreadableValue:
    """The refusal of a value; the tree of errors is imported where one is needed."""
    from ..errors import UnreadableValue

    return UnreadableValue(text, why)


def read_number(text: str) -> tuple[Fraction, str]:
    """The decimal at the start of a text, exactly, and the text that follows it.

    Underscores and commas group digits (``32,768``); a number has at most 60
    digits and an exponent of at most 400.
    """
    found = NUMBER.match(text)
    whole, part = (found["whole"] or "", found["part"] or "") if found else ("", "")
    if found is None or not any(c.isdigit() for c in whole + part):
        raise _unreadable(text, "it does not begin with a number")
    if whole and not GROUPED.fullmatch(whole):
        raise _unreadable(text, "a comma groups thousands, as in 32,768; decimals have a point")
    digits = whole.replace(",", "").replace("_", "")
    decimals = part[1:]
    if decimals and not GROUPED.fullmatch(decimals):
        raise _unreadable(text, "an underscore stands between digits")
    decimals = decimals.replace("_", "")
    if len(digits) + len(decimals) > MOST_DIGITS:
        raise _unreadable(text, f"it has more than {MOST_DIGITS} digits")
    power = found["power"] or ""
    if len(power) > 6 or abs(int(power[1:] or 0)) > MOST_EXPONENT:
        raise _unreadable(text, f"its exponent is beyond {MOST_EXPONENT}")
    number = Fraction(int(digits + decimals or 0), 10 ** len(decimals))
    number *= Fraction(10) ** int(power[1:] or 0)
    return (-number if found["sign"] == "-" else number), text[found.end() :]


SCALES = {
    **dict.fromkeys(("k", "K", "thousand"), (Fraction(10**3), "e3")),
    **dict.fromkeys(("M", "million"), (Fraction(10**6), "e6")),
    **dict.fromkeys(("B", "G", "billion"), (Fraction(10**9), "e9")),
    **dict.fromkeys(("T", "trillion"), (Fraction(10**12), "e12")),
    "Ki": (Fraction(2**10), " x 1024"),
    "Mi": (Fraction(2**20), " x 1024^2"),
    "Gi": (Fraction(2**30), " x 1024^3"),
    "Ti": (Fraction(2**40), " x 1024^4"),
}


def read_scale(text: str, rest: str) -> tuple[Fraction, str, str]:
    """The scale behind a count's digits (``70B``, ``128k``), how it was read, and what follows.

    Only for counts: elsewhere B is a byte.
    """
    word, _, after = rest.strip().partition(" ")
    if word not in SCALES:
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


def _plain(number: Decimal) -> str:
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
