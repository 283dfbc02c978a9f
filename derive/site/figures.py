"""Numbers as a person writes them on a page: 43.5 GB, 8.6 %, 117 days, $11.5 million.

The scripts have the same few lines: templates/assets/instrument.js and showing.js.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

NONE = "not known"
BYTES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))
COUNTS = ((1e12, " trillion"), (1e9, " billion"), (1e6, " million"))


def amount(value: float, kind: str) -> str:
    """A value in base units as text; ``kind`` says what it is."""
    if not math.isfinite(value):
        return NONE
    match kind:
        case "bytes":
            return _scaled(value, BYTES, " ", " byte")
        case "percent":
            return f"{short(100 * value)} %"
        case "seconds":
            return f"{short(value)} s" if value >= 1 else f"{short(1000 * value)} ms"
        case "days":
            return f"{short(value / 86400)} days"
        case "count":
            return _scaled(value, COUNTS, "", "")
        case "money":
            return "$" + _scaled(value, COUNTS, "", "")
        case _:
            return short(value)


def _scaled(value: float, scales: tuple[tuple[float, str], ...], gap: str, plain: str) -> str:
    for size, name in scales:
        if value >= size:
            return f"{short(value / size)}{gap}{name}"
    return f"{short(value)}{plain}"


def short(value: float) -> str:
    """Three digits; whole numbers from a hundred on, in groups."""
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value)) + 1e-12))
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def ratio(text: str) -> float:
    """A number as the book writes it, whole or a fraction."""
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


POWER = re.compile(
    r"(?<!\w)(?<![0-9]\.)(-?)([0-9]+)(?:(?:\.([0-9]+))?e([+-]?[0-9]{1,3})|\.0)(?!\w|\.[0-9])"
    r"( (?:param|token|byte)(?![\w/^]))?"
)
"""A number with a power of ten, or a float of a program, and a unit that is counted."""
SCALES = ((12, " trillion"), (9, " billion"), (6, " million"))
LARGEST_IN_WORDS, LEAST_GROUPED, LEAST_IN_FULL = 15, 4, -4
"""The powers of ten from which a number is set with its power, in groups, and in full."""
COUNTED = {" param": " parameters", " token": " tokens", " byte": " bytes"}
PLURALS = ("hour", "day", "year", "tonne", "minute", "month")
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LONGEST_PART = 2


def in_words(text: str) -> str:
    """Figures as people write them: 6.44 billion parameters, 1.2 × 10⁻³⁸."""
    return POWER.sub(_said, text)


def typed(text: str, letter: Mapping[str, Any]) -> str:
    """A value as it stands in the field of a letter, which reads 70B where it counts."""
    counted = sum(power > 0 for power in letter["kinds"].values())
    is_rate = counted == 1 and all(power < 0 for power in letter["dimensions"].values())
    if not (letter["count"] or is_rate):
        return text
    return POWER.sub(lambda one: _in_short(one, one[0]), text)


def commanded(
    command: str, fields: Sequence[Mapping[str, Any]], letters: Sequence[Mapping[str, Any]]
) -> str:
    """The command of a calculator with its values as they stand in the fields."""
    for field, letter in zip(fields, letters, strict=True):
        given = f"{field['id']}={field['text']}"
        command = command.replace(given, f"{field['id']}={typed(field['text'], letter)}")
    return command


def in_short(text: str) -> str:
    """Figures where there is little room: 182.6B token, 1.2 × 10⁻³⁸."""
    return POWER.sub(lambda one: _in_short(one, _said(one)), text)


def _in_short(found: re.Match[str], otherwise: str) -> str:
    """A number with the letter of its scale, as models are called; what has none as it is given."""
    number, _, scale = _said(found).partition(" ")
    letter = scale.partition("illion")[0]
    return f"{number}{letter.upper()[0]}{found[5] or ''}" if letter != scale else otherwise


def _said(found: re.Match[str]) -> str:
    sign, whole, part, power, unit = (one or "" for one in found.groups())
    digits = (whole + part).lstrip("0")
    size = len(digits) - len(part) - 1 + int(power or 0)
    digits = digits.rstrip("0")
    if not digits:
        return f"0{unit}"
    if LEAST_IN_FULL <= size < 6:
        number = _plainly(digits, size)
    elif 6 <= size < LARGEST_IN_WORDS:
        scale, name = next(one for one in SCALES if size >= one[0])
        number, unit = _plainly(digits, size - scale) + name, COUNTED.get(unit, unit)
    else:
        times = "" if digits == "1" else f"{_plainly(digits, 0)} × "
        number = f"{times}10{str(size).translate(RAISED)}"
    return sign + number + unit


def _plainly(digits: str, size: int) -> str:
    """Digits of which the first stands for ten to the power of ``size``."""
    if size < 0:
        return f"0.{'0' * (-size - 1)}{digits}"
    whole, part = digits[: size + 1].ljust(size + 1, "0"), digits[size + 1 :]
    if size >= LEAST_GROUPED:
        whole = f"{int(whole):,}"
    return f"{whole}.{part}" if part else whole


def spanned(text: str) -> str:
    """A typical range in words: ``100e6..2e12`` as 100 million to 2 trillion."""
    low, dots, high = text.partition("..")
    return f"{_end(low)} to {_end(high)}" if dots and low and high else text


def _end(text: str) -> str:
    """One end of a range; long decimals are shortened, long whole numbers said in words."""
    number, gap, unit = text.strip().partition(" ")
    if unit in PLURALS and number != "1":
        unit += "s"
    if number.isdecimal() and len(number) > LEAST_GROUPED:
        number = f"{int(number):,}" if len(number.rstrip("0")) > LEAST_GROUPED else f"{number}e0"
    elif "e" not in number and len(number.partition(".")[2]) > LONGEST_PART:
        number = f"{float(number):.2g}"
    return in_words(number + gap + unit)
