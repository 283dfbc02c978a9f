"""How many times a printed number may be what its formula gives: by the unit behind it."""

from __future__ import annotations

import re

from derive.lazy import lazy_re
from derive.notation import Chain, Negative, Node, Number, Power, Product, Quotient, walk

from ..laws.amounts import CLOCK, MULTIPLES, PERCENT, is_ten
from ..project import Printed
from ..texts.documents import Document

_PREFIXED = lazy_re(
    r"(?<![A-Za-z])(?:[kKMGTPEmunµμ]i?(?:B|b|bits?|bytes?|s|sec|FLOPs?|FLOPS|OPS|Hz|W|Wh|J|bps)"
    r"|(?i:kilo|mega|giga|tera|peta|exa|milli|micro|nano|gibi|mebi|tebi)[A-Za-z]+|[kKMBGT]"
    r"|thousand|million|billion|trillion|quadrillion)(?![A-Za-z])"
)
_BINARY = lazy_re(
    r"(?<![A-Za-z])(?:[KMGTPE]iB|[KMGTPE]i[Bb](?:its?|ytes?)|(?i:kibi|mebi|gibi|tebi)[a-z]+)\b"
)
BINARY = tuple(1024.0**power for power in range(1, 6))
_MICROSECOND = lazy_re(
    r"(?:[\s~$]|\\[,;:! ]|\\(?:text|mathrm)\s*\{)*\\(?:mu|micro)"
    r"(?:[\s$}]|\\(?:text|mathrm)\s*\{)*s\b"
)
_CLOCKED = lazy_re(r"(?<![A-Za-z])(?:min(?:ute)?s?|h|hrs?|hours?|d|days?|weeks?|years?)\b")
_PERCENT = lazy_re(r"%|\bper ?cent|\A\s*(?:percentage\s+)?points?\b")
_WORDS = lazy_re(
    r"[\s~*_,;:!$`)\\}]*(?:\\(?:text|mathrm|,|;|:|!| )\s*\{?\s*)*(?P<words>[^$\n.;]{0,24})"
)


# "In gigabytes this is $x = 9.13$, $y = 11.1$ and $z = 17.1$": of all in the sentence.
_ALL_IN = lazy_re(
    r"(?:\A|[.!?:;]\s|\n\s*|\\item\s)\s*In\s+(?P<unit>[kKMGTP]i?B|(?:kilo|mega|giga|tera)bytes|hours|days|minutes"
    r"|(?:milli|micro|nano)?seconds|ms)\s+(?:this|that|these|those|it|they|we|the|one)\b"
    r"(?:(?![.!?]\s)[^\n]|\n(?!\s*\n))*\Z"
)
LONGEST = 400
"""So many characters before a number its sentence may begin."""


def words_behind(document: Document, printed: Printed, chain: Chain) -> str:
    """What stands right behind the last number of a chain, inside the formula or after it."""
    inside = printed.span.latex[chain.at[1] :]
    offset = printed.span.offset(chain.at[1])
    if _MICROSECOND.match(document.masked, offset, offset + 60):
        return "μs"
    inner = _WORDS.match(inside)
    if inner and re.search(r"[A-Za-z%]", inner["words"]):
        return inner["words"]
    if re.search(r"[A-Za-z0-9]", inside):
        return ""
    end = printed.span.end
    # What another formula begins with is no unit: "$g = 8$, $h = 4$".
    others = (span.start for span in document.spans_between(end, end + 60) if span.start > end)
    behind = _WORDS.match(document.masked[end : min([*others, end + 60])])
    words: str = behind["words"] if behind else ""
    if re.match(r"[A-Za-z%]+", words) and not re.match(r"(?:and|or|so|but)\b", words):
        return words
    all_in = _ALL_IN.search(document.masked, max(offset - LONGEST, 0), offset)
    return f"{all_in['unit']} " if all_in else words


def multiples_of(words: str) -> tuple[float, ...]:
    """The factors by which a number may differ from its base unit, for the unit that words name."""
    prefixed = MULTIPLES if _PREFIXED.search(words) else ()
    if prefixed and _BINARY.search(words):
        # Many write GB for 1024 MB, and nobody MiB for a million bytes.
        prefixed = BINARY
    clocked = (*CLOCK, *(1 / multiple for multiple in CLOCK)) if _CLOCKED.search(words) else ()
    return (*prefixed, *clocked, *(PERCENT if _PERCENT.search(words) else ()))


# "$D = 1500$ B tokens", "$N = 8$ billion parameters".
_MANY = lazy_re(
    r"\s*(?:(?P<short>[KMBT])|(?P<long>thousand|million|billion|trillion))\s+"
    r"(?:tokens|param\w*|weights|samples|sequences|documents|dollars|USD|euros)\b"
)
_SHORT = {"K": 1, "M": 2, "B": 3, "T": 4}


def scale_behind(words: str) -> tuple[str, float] | None:
    """How many one of a number is by the word behind it, as a unit without a name."""
    said = _MANY.match(words)
    if said is None:
        return None
    return "", 1e3 ** (_SHORT[said["short"]] if said["short"] else _POWERS[said["long"]])


TENS = 6
"""A factor of so many powers of ten counts single bytes, and not thousands or millions of them."""
_BYTES_BEHIND = lazy_re(
    r"[\s~*_(]*(?P<prefix>[kKMGTPE]i?)(?:B|bytes?)(?![A-Za-z])(?!\s*(?:/|per\s+s(?:ec)?))"
)
_SIZE_SAID = lazy_re(
    r"(?<![A-Za-z])(?:(?P<short>[kKMGTPE])i?(?:B|bytes?)?|(?P<long>thousand|million|billion|trillion)s?"
    r"|(?P<greek>kilo|mega|giga|tera)bytes?)(?![A-Za-z])"
)
_POWERS = {
    **{letter: place for place, letter in enumerate("KMGTPE", 1)}, "k": 1, "thousand": 1,
    "million": 2, "billion": 3, "trillion": 4, "kilo": 1, "mega": 2, "giga": 3, "tera": 4,
}  # fmt: skip


def multiples_that_fit(
    document: Document, printed: Printed, left: Node, words: str
) -> tuple[float, ...] | None:
    """The multiples by which bytes may differ from their factors; None where any may.

    ``16 \\times 7 \\times 10^9`` are 112e9 bytes, and 112 MB only where the
    sentence counts thousands of them.
    """
    unit = _BYTES_BEHIND.match(words)
    if unit is None or not _counts_bytes(left):
        return None
    power = _POWERS[unit["prefix"][0]]
    multiples = [1000.0**power, 1024.0**power]
    around = _sentence(document, printed)
    for said in _SIZE_SAID.finditer(around):
        other = _POWERS[said["short"] or said["long"] or said["greek"]]
        if other < power:
            multiples += [1000.0 ** (power - other), 1024.0 ** (power - other)]
    return tuple(dict.fromkeys(multiples))


def multiples_of_bytes(words: str) -> tuple[float, ...]:
    """How many bytes a unit of them is, either way of counting thousands; none of another unit."""
    unit = _BYTES_BEHIND.match(words)
    power = _POWERS[unit["prefix"][0]] if unit else 0
    return (1000.0**power, 1024.0**power) if power else ()


def _sentence(document: Document, printed: Printed) -> str:
    """The words around a formula, without the unit behind it."""
    before = re.split(r"[.!?]\s|\n\s*\n", document.masked[: printed.span.start])[-1]
    behind = re.split(r"[.!?](?:\s|$)|\n\s*\n", document.masked[printed.span.end :], maxsplit=1)[0]
    return before + re.sub(r"^[\s$~]*[A-Za-z]+", " ", behind) + printed.span.latex


def _counts_bytes(side: Node) -> bool:
    """Whether a product has a factor of millions, and nothing that divides it into larger units."""
    parts = list(walk(side))
    if any(isinstance(part, Negative) for part in parts) or not isinstance(side, Product):
        return False
    if any(isinstance(part, Number) and part.unit for part in parts):
        return False
    below = [part for node in parts if isinstance(node, Quotient) for part in walk(node.under)]
    if any(isinstance(part, Power) or _is_large(part) for part in below):
        return False
    return any(_is_large(factor) for factor in side.factors)


def _is_large(node: Node) -> bool:
    if isinstance(node, Power) and isinstance(node.exponent, Number):
        return is_ten(node.base) and node.exponent.value >= TENS
    return isinstance(node, Number) and node.value >= 10**TENS
