"""Results that sentences name: numbers behind "is" and "gives", and whether they come out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Negative, Node, Number, Power, Product, Quotient, walk
from derive.notation.lexer import SCALES

from .amounts import CLOCK, MULTIPLES, PERCENT, is_ten
from .documents import Document, Span
from .project import Printed

NEAR, ABOUT = 0.02, 0.1
_RESULT = lazy_re(
    r"(?:\b(?:of|is|are|gives?|equals?|about|approximately|roughly|around|nearly|yields?|becomes?|"
    r"comes? to|amounts? to|to|at|needs?|takes?|requires?|keeps?|holds?|stores?|lasts?|"
    r"reach|reaches|costs?|only|just|be|or)\b|[=≈~→:])\s*\**"
    r"(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\d|\.\d)"
    r"(?:\s*(?:\\times|\\cdot|×)\s*10\^\{?(?P<power>-?\d{1,2})\}?)?(?!\s*(?:\\times|\\cdot|×))"
    r"(?P<scale>[kKMBT]\b|\s*(?:thousand|"
    r"million|billion|trillion)\b)?(?P<percent>\s*(?:%|percent))?\**(?:\s*(?P<unit>[A-Za-z/]+))?"
)
_TIE = lazy_re(r"(?<=[\d ])(?:~|\\,)(?= *[A-Za-z\\])")
_MICRO = lazy_re(r"\\(?:mu|micro) *s\b")
_JOINED = lazy_re(
    r"^[\s,.$)]*(?:bytes?\s*,?\s*)?(?:which\b[^.;]*\b(?:is|are|gives?|makes?|comes? to)"
    r"|(?:is|gives?|i\.e\.|or))\s*(?:about|roughly)?\s*\**$"
)
_PLAIN = lazy_re(
    r"\s*(?:\d{1,3}(?:,\d{3})*|\d+)(?:\.\d+)?\s*(?:\\(?:times|cdot)\s*10\s*\^(?:\d|\{-?\d{1,2}\})\s*)?"
)
_LIKELY = lazy_re(r"\b(?:about|approximately|roughly|around|nearly|almost)\b|[≈~]")
_UNITS = lazy_re(r"[kKMGTP]?i?(?:B|bytes?|bits?|FLOPs?(?:/s)?|s|seconds?|ms|us|GB/s|TB/s)$")


class Told(Record):
    """A number that a sentence names as a result."""

    value: float
    text: str
    at: int
    about: bool
    united: bool
    unit: str = ""
    joined: bool = False


def results(document: Document, inside: list[Printed], behind: int) -> Iterator[Told]:
    """The results that a sentence names behind the values; formulas are left out."""
    end = sentence_end(document, behind)
    text = list(document.masked[behind:end])
    # A sentence goes on through displays, which are blocks of their own: "so that" and C = 6 N D.
    own = {printed.span.start: printed.span for printed in inside}
    for span in {
        **own,
        **{span.start: span for span in document.spans_between(behind, end)},
    }.values():
        if not _PLAIN.fullmatch(span.latex):
            _blank(text, span, behind)
    prose = "".join(text).replace("$", " ").replace("`", " ")
    # A tie before a unit is a space; all places stay what they were.
    prose = _TIE.sub(
        lambda tie: " " * len(tie.group()),
        _MICRO.sub(lambda micro: "us".ljust(len(micro.group())), prose),
    )
    for result in _RESULT.finditer(prose):
        unit = result["unit"] or ""
        number = float(result["number"].replace(",", ""))
        if result["power"]:
            number *= 10.0 ** int(result["power"])
        if result["scale"]:
            number *= 10.0 ** SCALES[result["scale"].strip()]
        if result["percent"]:
            number /= 100
        elif unit and not _UNITS.match(unit) and len(unit) < 3:
            continue
        about = _LIKELY.search(prose[max(0, result.start() - 16) : result.start("number")])
        shown = prose[result.start("number") : result.end("number")] + (result["scale"] or "")
        shown += f"e{result['power']}" if result["power"] else ""
        # "which is" and "gives" speak of the formula before them.
        joined = bool(_JOINED.search(prose[: result.start("number")]))
        yield Told(
            number, shown, behind + result.start("number"), bool(about), bool(unit), unit, joined
        )


_PREFIXED = lazy_re(
    r"(?<![A-Za-z])(?:[kKMGTPEmunµμ]i?(?:B|b|bits?|bytes?|s|sec|FLOPs?|FLOPS|OPS|Hz|W|Wh|J|bps)"
    r"|(?i:kilo|mega|giga|tera|peta|exa|milli|micro|nano|gibi|mebi|tebi)[A-Za-z]+|[kKMBGT]"
    r"|thousand|million|billion|trillion|quadrillion)(?![A-Za-z])"
)
_MICROSECOND = lazy_re(
    r"(?:[\s~$]|\\[,;:! ]|\\(?:text|mathrm)\s*\{)*\\(?:mu|micro)"
    r"(?:[\s$}]|\\(?:text|mathrm)\s*\{)*s\b"
)
_CLOCKED = lazy_re(r"(?<![A-Za-z])(?:min(?:ute)?s?|h|hrs?|hours?|d|days?|weeks?|years?)\b")
_PERCENT = lazy_re(r"%|\bper ?cent")
_WORDS = lazy_re(
    r"[\s~*_,;:!$`)\\}]*(?:\\(?:text|mathrm|,|;|:|!| )\s*\{?\s*)*(?P<words>[^$\n.;]{0,24})"
)


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
    behind = _WORDS.match(document.masked[printed.span.end : printed.span.end + 60])
    return behind["words"] if behind else ""


def multiples_of(words: str) -> tuple[float, ...]:
    """The factors by which a number may differ from its base unit, for the unit that words name."""
    prefixed = MULTIPLES if _PREFIXED.search(words) else ()
    clocked = (*CLOCK, *(1 / multiple for multiple in CLOCK)) if _CLOCKED.search(words) else ()
    return (*prefixed, *clocked, *(PERCENT if _PERCENT.search(words) else ()))


def sentence_end(document: Document, start: int) -> int:
    """Where the sentence ends that holds the last value."""
    block = document.block_at(start)
    limit = block.end if block else min(len(document.masked), start + 400)
    stop = re.compile(r"[.!?](?:\s|$)").search(document.masked, start, limit)
    return stop.start() if stop else limit


def _blank(text: list[str], span: Span, behind: int) -> None:
    """Blank a formula in a stretch of text that begins at an offset."""
    for place in range(max(span.start - behind, 0), min(span.end - behind, len(text))):
        text[place] = " "


def agrees(number: Told, value: float | None) -> bool:
    """Whether a printed result is what comes out, in some multiple if a unit stands there."""
    if value is None:
        return False
    digits = number.text.replace(",", "").rstrip("kKMBT ")
    step = 0.5 * 10.0 ** -len(digits.partition(".")[2]) if number.value < 1e4 else 0.0
    scales = (
        (1.0, *MULTIPLES, *(1 / multiple for multiple in MULTIPLES))
        if number.united
        else (1.0, 0.01)
    )
    allowed = ABOUT if number.about else NEAR
    return any(
        abs(value - number.value * scale) <= max(allowed * abs(value), step * scale)
        for scale in scales
    )


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
