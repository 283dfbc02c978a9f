"""Units behind a number as its base unit: bytes, seconds, watts, joules or a rate of them."""

from __future__ import annotations

import re

from derive.notation import Chain

from .documents import Document
from .patterns import lazy_re
from .project import Printed

_BASE = lazy_re(
    r"(?:[\s$`)\]]|\\[)\]]|\\end\{\w+\*?\})*(?P<base>bytes|seconds)\b(?!\s*(?:/|per\b\s*second))"
)
_UNIT = lazy_re(
    r"\s*(?:(?P<prefix>[kKMGTP])(?P<binary>i?)B|(?P<bytes>[Bb]ytes?)|(?P<time>ms|us|µs|μs|ns)"
    r"|(?P<clock>min|minutes?|h|hrs?|hours?|days?|weeks?)|(?P<seconds>s|seconds?))(?![A-Za-z/])"
)
_RATE = lazy_re(
    r"\s*(?P<prefix>[kKMGTPE])(?P<binary>i?)(?P<what>B|bytes?|b|bits?|FLOPs?)"
    r"(?:/s(?:ec(?:ond)?)?|ps)(?![A-Za-z/])|\s*(?P<flops>[GTPE])(?:FLOPS|FLOP/s)(?![A-Za-z/])"
)
_POWER = lazy_re(
    r"\s*(?:(?P<prefix>[kMGT]?)(?P<what>Wh?|J)|(?P<long>kilo|mega|giga|tera)?(?P<word>watts?|joules?))"
    r"(?![A-Za-z/-])"
)
_CLOCK = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
_TIMES = {"ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9}


def in_base(words: str) -> tuple[str, float] | None:
    """The base unit and the factor to it of a unit that words begin with."""
    rate = _RATE.match(words)
    if rate is not None:
        step = 1024.0 if rate["binary"] else 1000.0
        power = " KMGTPE".index((rate["prefix"] or rate["flops"]).upper())
        what = rate["what"] or "FLOP"
        if what.startswith("FLOP"):
            return "FLOP/s", step**power
        return "bytes/s", step**power / (1.0 if what[0] == "B" or what.startswith("byte") else 8.0)
    unit = _UNIT.match(words)
    if unit is None:
        return _power(words)
    if unit["prefix"]:
        step = 1024.0 if unit["binary"] else 1000.0
        return "bytes", step ** (" KMGTP".index(unit["prefix"].upper()))
    if unit["time"]:
        return "seconds", _TIMES[unit["time"]]
    if unit["clock"]:
        return "seconds", _CLOCK[unit["clock"][0]]
    return ("bytes" if unit["bytes"] else "seconds"), 1.0


def _power(words: str) -> tuple[str, float] | None:
    """Watts or joules, and the factor to them."""
    unit = _POWER.match(words)
    if unit is None:
        return None
    step = 1000.0 ** " kmgt".index((unit["prefix"] or unit["long"] or " ")[0].lower())
    if (unit["what"] or unit["word"][0].upper()) == "W":
        return "watts", step
    return "joules", step * (3600.0 if unit["what"] == "Wh" else 1.0)


def unit_behind(document: Document, printed: Printed, row: Chain) -> str:
    """The base unit that the words behind a formula begin with, if it says one."""
    if re.search(r"[A-Za-z0-9]", printed.span.latex[row.at[1] :]):
        return ""
    unit = _BASE.match(document.masked[printed.span.end : printed.span.end + 80])
    return unit["base"] if unit else ""
