"""What multiple a number of bytes may be told in, where its factors say their own size."""

from __future__ import annotations

import re

from derive.notation import Negative, Node, Number, Power, Product, Quotient, walk

from .amounts import is_ten
from .documents import Document
from .project import Printed

TENS = 6
"""A factor of so many powers of ten counts single bytes, and not thousands or millions of them."""
_BYTES = re.compile(
    r"[\s~*_(]*(?P<prefix>[kKMGTPE]i?)(?:B|bytes?)(?![A-Za-z])(?!\s*(?:/|per\s+s(?:ec)?))"
)
_SAID = re.compile(
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
    unit = _BYTES.match(words)
    if unit is None or not _counts_bytes(left):
        return None
    power = _POWERS[unit["prefix"][0]]
    found = [1000.0**power, 1024.0**power]
    around = _sentence(document, printed)
    for said in _SAID.finditer(around):
        other = _POWERS[said["short"] or said["long"] or said["greek"]]
        if other < power:
            found += [1000.0 ** (power - other), 1024.0 ** (power - other)]
    return tuple(dict.fromkeys(found))


def _sentence(document: Document, printed: Printed) -> str:
    """The words around a formula, without the unit behind it."""
    before = re.split(r"[.!?]\s|\n\s*\n", document.masked[: printed.span.start])[-1]
    behind = re.split(r"[.!?](?:\s|$)|\n\s*\n", document.masked[printed.span.end :], maxsplit=1)[0]
    return before + re.sub(r"^[\s$~]*[A-Za-z]+", " ", behind) + printed.span.latex


def _counts_bytes(side: Node) -> bool:
    """Whether a product has a factor of millions, and nothing that divides it into larger units."""
    parts = list(walk(side))
    if any(isinstance(one, Negative) for one in parts) or not isinstance(side, Product):
        return False
    if any(isinstance(one, Number) and one.unit for one in parts):
        return False
    below = [part for one in parts if isinstance(one, Quotient) for part in walk(one.under)]
    if any(isinstance(one, Power) or _is_large(one) for one in below):
        return False
    return any(_is_large(one) for one in side.factors)


def _is_large(node: Node) -> bool:
    if isinstance(node, Power) and isinstance(node.exponent, Number):
        return is_ten(node.base) and node.exponent.value >= TENS
    return isinstance(node, Number) and node.value >= 10**TENS
