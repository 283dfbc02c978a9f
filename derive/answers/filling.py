"""Values put into a written law: text with holes, and what goes into them.

Standard library only and no text run by anyone: both the full engine and the
answers from stored data write their working with these few functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..units import Quantity

MOST_WRITTEN = 10**6
"""Whole numbers below this are written out; above it ``70e9`` reads better."""

FACTOR = r"(\s*\\,)?\s+(?=[A-Za-z(]|\\(?!,|le\b|ge\b|ne\b|cdot\b|right|mid\b|text|\\))"
"""What follows a value in LaTeX where the next thing is a factor."""

Part = str | tuple[str, bool]
"""Literal LaTeX, or a hole: the name of its letter, and whether an exponent follows."""


def stand_in(place: int) -> str:
    """LaTeX that is drawn like a letter until a value takes its place."""
    return rf"\mathrm{{value{''.join(chr(97 + int(digit)) for digit in str(place))}}}"


def holes(written: str, names: Mapping[str, str]) -> list[Part]:
    """LaTeX taken apart at its stand-ins, with the dots that values need beside them.

    ``names`` gives the letter behind each stand-in.
    """
    if not names:
        return [written]
    anyone = "|".join(re.escape(one) for one in names)
    pattern = (
        rf"(?P<before>[0-9)}}]\s*(\\,)?\s*)?(?P<one>{anyone})(?P<power>\^)?(?P<after>{FACTOR})?"
    )
    parts: list[Part] = []
    done = 0
    for found in re.finditer(pattern, written):
        power = bool(found["power"])
        before = found["before"].rstrip(" ,\\") + r" \cdot " if found["before"] else ""
        parts += [written[done : found.start()] + before, (names[found["one"]], power)]
        after = r" \cdot " if found["after"] and not power else ""
        parts.append((found["power"] or "") + after)
        done = found.end()
    return [*parts, written[done:]]


def filled(parts: Iterable[Part], values: Mapping[str, str]) -> str:
    """The LaTeX with its values, in brackets under an exponent."""
    return "".join(
        part if isinstance(part, str) else _put(values[part[0]], part[1]) for part in parts
    )


def _put(value: str, power: bool) -> str:  # noqa: FBT001  one half of a hole
    return rf"\left({value}\right)" if power and not value.isdigit() else value


def value_latex(value: Quantity) -> str:
    """A quantity as LaTeX: number, thin space, upright unit."""
    return latex_of_value(value.format(6))


def latex_of_value(text: str) -> str:
    """The same from the text of a quantity: ``80 GB``."""
    number, _, unit = text.partition(" ")
    unit = unit.replace("%", r"\%").replace(" ", r"\,")
    mantissa, sign, exponent = number.partition("e")
    written = rf"{mantissa} \times 10^{{{int(exponent)}}}" if sign else mantissa
    return rf"{written}\,\mathrm{{{unit}}}" if unit else written
