"""Digits as they are printed: how many, and whether two numbers have them in another order."""

from __future__ import annotations

import itertools
import re

MANY_DIGITS = 3
BINARY = 0.002
ABOUT, ABOUT_TO_A_DIGIT, ABOUT_TO_A_TENTH, ABOUT_IN_DIGITS = 0.25, 0.15, 0.08, 0.04


def exchanged(printed: float, wanted: float, digits: int) -> bool:
    """Whether a number of three digits or more has those of another one in another order."""
    one, other = (f"{abs(each):.{max(digits - 1, 0)}e}" for each in (printed, wanted))
    first, second = (each.partition("e")[0].replace(".", "") for each in (one, other))
    return digits >= MANY_DIGITS and first != second and sorted(first) == sorted(second)


def exchanged_within(
    printed: float, wanted: float, digits: int, room: float, least: int = MANY_DIGITS + 1
) -> bool:
    """Whether two digits of a number, exchanged, make it another one, as far as that is known."""
    text = f"{abs(printed):.{max(digits - 1, 0)}e}"
    mantissa, _, power = text.partition("e")
    shown = mantissa.replace(".", "")
    return digits >= least and any(
        abs(float(f"{other[0]}.{other[1:]}e{power}") - wanted) <= room * abs(wanted)
        for first, second in itertools.combinations(range(len(shown)), 2)
        if shown[first] != shown[second]
        and (other := "".join(
            shown[{first: second, second: first}.get(place, place)] for place in range(len(shown))
        ))
    )  # fmt: skip


def half_of(digits: str) -> float:
    """Half a unit of the last of some plain digits, with room for what floats lose."""
    return 0.5 * 10.0 ** -len(digits.partition(".")[2]) * (1 + 1e-9)


def digits_in(text: str, *, zeros: bool = False) -> int:
    """How many digits a number is printed with; those at the end that are zero may be none."""
    digits = re.sub(r"\D", "", text.lower().partition("e")[0]).lstrip("0")
    return len(digits if zeros or "." in text else digits.rstrip("0"))


def about_allows(text: str) -> float:
    """How far off a number behind "about" may be: who prints three digits has worked it out."""
    if digits_in(text) >= MANY_DIGITS:
        return ABOUT_IN_DIGITS
    # "About 8.0" is nobody's 7.0, and "about 71" is nobody's 61; 70 or 75 may be.
    if digits_in(text) > 1 and "." in text:
        return ABOUT_TO_A_TENTH
    return ABOUT_TO_A_DIGIT if digits_in(text) > 1 and text[-1] not in "05" else ABOUT


def is_binary(ratio: float, room: float, most: int = 3) -> bool:
    """Whether two amounts of bytes are one if up to so many thousands of the first are 1024."""
    return any(abs(ratio / 1.024**power - 1) <= room + BINARY for power in range(1, most + 1))
