"""The number that a cell of a table holds: its value, its last digit, and the words behind it."""

from __future__ import annotations

import re
from functools import lru_cache

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation.lexer import SCALES

from ..texts.macros import spoken_units
from .digits import half_of

_NOISE = lazy_re(r"\\(?:,|;|:|!| |\(|\))|\\(?:text|mathrm)\s*|\\(?=\$)|[$`*{}~≈]")
_RAISED = lazy_re(r"(?<=10)[⁻⁰¹²³⁴-⁹]+")
_PLAIN_DIGITS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_NUMBER = lazy_re(
    r"\s*(?:(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?: \d{3})+|\d+(?:\.\d+)?)(?!\s*\^)"
    r"(?:\s*(?:\\times|\\cdot|×|·)\s*10\s*\^\s*(?P<e>-?\d{1,2})|[eE](?P<exp>[+-]?\d{1,2})(?![\w.]))?"
    r"|(?P<base>\d{1,3})\s*\^\s*(?P<power>-?\d{1,2}))"
    r"\s*(?P<words>\\?%|[A-Za-zµμ][A-Za-zµμ/%-]{0,23}(?:\([A-Za-z -]{1,20}\))?)?\s*"
)


class CellNumber(Record):
    """A number as a cell prints it: without the scale or the unit of the words behind it.

    ``half`` is half a unit of its last digit.
    """

    value: float
    half: float
    digits: str
    words: str = ""

    @property
    def scale(self) -> float:
        """What "billion", or a letter for it, makes of the number."""
        return 10.0 ** SCALES[self.words] if self.words in SCALES else 1.0


@lru_cache(maxsize=4096)
def number_in_cell(text: str) -> CellNumber | None:
    """The number of a cell that holds one, and at most a unit besides; None of any other cell."""
    # Most cells have no command, and siunitx is looked for sign by sign.
    spoken = spoken_units(text) if "\\" in text else text
    if not spoken.isascii():
        spoken = _RAISED.sub(lambda power: "^" + power.group().translate(_PLAIN_DIGITS), spoken)
    plain = _NOISE.sub(" ", spoken.replace("{,}", ",").replace("\\,", ""))
    number = _NUMBER.fullmatch(plain)
    if number is None:
        return None
    words = (number["words"] or "").removeprefix("\\")
    if number["power"]:
        base = number["base"]
        return CellNumber(float(base) ** int(number["power"]), 0.0, base, words)
    digits, power = re.sub("[, ]", "", number["n"]), 10.0 ** int(number["e"] or number["exp"] or 0)
    return CellNumber(float(digits) * power, half_of(digits) * power, digits, words)
