"""Units behind a number, as the base unit of what they measure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from derive.lazy import lazy_re
from derive.notation import Chain
from derive.units import UnitTable

from ..project import Printed
from ..texts.documents import Document

_BASE = lazy_re(
    r"(?:[\s$`)\]]|\\[)\]]|\\end\{\w+\*?\})*(?P<base>bytes|seconds)\b(?!\s*(?:/|per\b\s*second))"
)
_UNIT = lazy_re(r"\s*(?P<unit>[A-Za-zµμ]+)(?:/(?P<per>[A-Za-z]+))?(?![A-Za-z/-])")
_BITS, _KILO = lazy_re(r"(?<=^[kMGTP])b(?=/s|ps)"), lazy_re(r"^K(?=B\b)")
_NAMES = {
    (("information", 1),): "bytes",
    (("time", 1),): "seconds",
    (("information", 1), ("time", -1)): "bytes/s",
    (("operations", 1), ("time", -1)): "FLOP/s",
    (("energy", 1), ("time", -1)): "watts",
    (("energy", 1),): "joules",
}


def base_name(dimensions: Iterable[tuple[str, int]]) -> str:
    """The name of the unit in which something is counted that measures this; empty for others."""
    return _NAMES.get(tuple(sorted(dimensions)), "")


def in_base(words: str, table: UnitTable | None) -> tuple[str, float] | None:
    """The base unit and the factor to it of a unit that words begin with."""
    # Many write Gb/s and KB, which the file of units does not have.
    read = _UNIT.match(_KILO.sub("k", _BITS.sub("bit", words.lstrip())))
    # Of single letters only these name a unit beyond doubt: "70 B" are parameters.
    if read is None or table is None or (len(read["unit"]) == 1 and read["unit"] not in "shJW"):
        return None
    unit = table.known_unit(read.group().strip())
    name = None if unit is None or unit.kinds else _NAMES.get(tuple(sorted(unit.dimensions)))
    return None if unit is None or name is None else (name, float(unit.factor))


def unit_behind(document: Document, printed: Printed, row: Chain) -> str:
    """The base unit that the words behind a formula begin with, if it says one."""
    if re.search(r"[A-Za-z0-9]", printed.span.latex[row.at[1] :]):
        return ""
    unit = _BASE.match(document.masked[printed.span.end : printed.span.end + 80])
    return unit["base"] if unit else ""
