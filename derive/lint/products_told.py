"""Products and quotients in plain words and plain digits, outside formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isclose, log2, log10

from .told import SAID, Amount, Slip, Told, doubted, form, slip

_FEW = r"[^<>¤\d:;,]{0,40}"
_GIVES = (
    r"(?:,|;|:)?\s*(?:(?:they|that|this|it|which|together|and|so|we|therefore|thus|then|the\s+bill"
    r"|the\s+\w+)\s+)*(?:have|has|hold|holds|give|gives|make|makes|are|is|be|comes?\s+to|costs?"
    r"|provides?|offers?|needs?|takes?|is\s+worth|amounts?\s+to|moves?)\s+(?:a\s+total\s+of\s+"
    r"|together\s+|in\s+total\s+)?" + SAID
)
# Behind a product stands nothing that says of what it is one.
_CLOSED = (
    r"(?=\s*(?:[.,;:)–—]|$|(?:in\s+total|in\s+all|altogether|together"
    r"|of\s+(?:memory|HBM|storage|disk))\b))"
)


_EACH = (
    form(
        rf"N!{_FEW} (?:with|of|at|having|holding) M! (?:[a-z]+ ){{0,3}}?each"
        rf"{_FEW}?{_GIVES}T!{_CLOSED}"
    ),
    form(rf"N!{_FEW} (?:have|has|hold|take|need|use)s? M! (?:[a-z]+ ){{0,2}}?each,? (?:so |or "
          rf"|that is |which is |i\.e\. |and )?{SAID}T! (?:in total|in all|altogether|together)"),
)  # fmt: skip
_ONE_AND_MANY = form(
    r"^(?:so )?(?:every|each|one|an?) (?P<one>[A-Za-z-]+) [a-z]+ M!(?: of [a-z]+)?"
    r",? (?:and )?(?:so|thus|hence) "
    rf"{_FEW}?N! [a-z]+ {SAID}T!{_CLOSED}"
)
_AT_RATE = (
    form(rf"M!{_FEW} at {SAID}R!,? (?:takes?|lasts?|needs?) {SAID}T!{_CLOSED}"),
    form(rf"^at {SAID}R!,?{_FEW} M! (?:takes?|lasts?|needs?) {SAID}T!{_CLOSED}"),
)
_BILL = (
    form(rf"N!{_FEW} at {SAID}R! for {SAID}H!{_GIVES}T!{_CLOSED}"),
    form(rf"N!{_FEW} for {SAID}H!,? at {SAID}R!,?{_GIVES}T!{_CLOSED}"),
    form(rf"N!(?P<gap>)[;,]? (?:and )?at {SAID}R!{_GIVES}T!{_CLOSED}"),
    form(rf"^at {SAID}R!,? (?:the |these |all )?N!(?: [a-z]+)?{_GIVES}T!{_CLOSED}"),
)
# What one does in a second, and what many do.
_TOGETHER = form(
    rf"^at {SAID}R!,? (?:the |these |all )?N!(?: [a-z]+)? (?:reach|sustain|deliver|achieve|draw"
    rf"|use|make|give|do|read|write|move|process|have) {SAID}T!{_CLOSED}"
)
_SIGN = r"(?:[x×*/÷+−-]|times|divided by|plus|minus)"
# What stands before it is no sign: of ``n × 8 × 4`` the first factor is not known.
_PLAIN = re.compile(
    rf"(?P<before>^|[^\w\s<>)(¤=%^×*/÷+−-]|[A-Za-z]{{2,}}\s?=|[a-z]{{2,}}[,:]?|\()\s*(?P<sum><\d+>(?:\s*{_SIGN}\s*<\d+>){{1,5}})"
    r"\s*(?:=|is|gives|makes)\s*(?:about\s+|roughly\s+|≈\s*)?<(?P<told>\d+)>(?!\s*[x×*/÷+−=^(-])"
)
# A factor in words goes with what is reckoned behind it: "half of 3 times 4", "six times 7 × 8".
_NUMERAL = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million"
)
_SHARE = (
    "half|halves|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|per ?cent|square|cube"
    "|root|power|logarithm|log|inverse|reciprocal|fraction|multiple|ceiling|floor"
)
FACTOR_BEFORE = re.compile(
    rf"(?:\b(?:{_NUMERAL}|twice|thrice|doubl[ey]|tripl[ey]|half|halving|doubling|times|plus|minus"
    rf"|multiplied\s+by|divided\s+by|over|per|squared|(?:{_SHARE})s?\s+of(?:\s+(?:the|these|all))?)"
    r"|\\?%\s*of(?:\s+(?:the|these|all))?)[\s$]*\Z",
    re.IGNORECASE,
)
_OF = re.compile(r"(?<!total)(?<!product)(?<!sum)(?<!result)\s(?:of|than|by)\s*\Z", re.IGNORECASE)
_PART = re.compile(rf"(?P<sign>{_SIGN})\s*<")
_MANY = re.compile(
    r"\b(?:respectively|another|other|extra|spare|discount|free|idle|per\s+\w+\s+per)\b"
)
ADDED = 2
_SIGNS = {
    "x": 1, "×": 1, "*": 1, "times": 1, "/": -1, "÷": -1, "divided by": -1,
    "+": ADDED, "plus": ADDED, "-": -ADDED, "−": -ADDED, "minus": -ADDED,
}  # fmt: skip
_COUNTED_IN_B = re.compile(r"\dB$")
FAR, NEAR, BITS, HOUR, BILLION = 1e-3, 0.02, 8.0, 3600.0, 1e9
# What a quotient of two units is printed in, without the step that leads there.
STEPS = (BITS, 60.0, HOUR, 24.0, 86400.0, 7.0, 12.0, 30.0, 365.0, 100.0, 1024.0, 1000.0)


def products(paragraphs: Sequence[list[Told]]) -> Iterator[Slip]:
    """Products, quotients and sums that come to another number than the one told."""
    for paragraph in paragraphs:
        for sentence in paragraph:
            if len(sentence.amounts) > 2 and not doubted(sentence.words):
                yield from _each(sentence)
                yield from _bills(sentence)
                yield from _many(sentence)
                yield from _at_rate(sentence)
                yield from _together(sentence)
                yield from _plain(sentence)


def _each(sentence: Told) -> Iterator[Slip]:
    """``8 GPUs with 80 GB each have 640 GB``."""
    for pattern in _EACH:
        for match in pattern.finditer(sentence.words):
            count, size, total = (sentence.amounts[int(match[name])] for name in "NMT")
            if _MANY.search(match.group()) or not count.whole or count.dimensions:
                continue
            if size.kind != total.kind or not size.unit or count.is_share or size.is_share:
                continue
            if count.kind == size.kind and size.unit:
                continue
            yield from _wrong(f"{count.shown} of {size.shown}", count.value * size.base,
                              (count, size), total)  # fmt: skip


def _many(sentence: Told) -> Iterator[Slip]:
    """``Every node draws 10 kW, so 32 nodes draw 320 kW``."""
    match = _ONE_AND_MANY.search(sentence.words)
    if match is None or _MANY.search(match.group()):
        return
    count, size, total = (sentence.amounts[int(match[name])] for name in "NMT")
    if count.dimensions or not count.whole or not count.unit or size.kind != total.kind:
        return
    if size.unit and not size.is_share and match["one"].lower() == count.unit.lower():
        gives = count.value * size.base
        yield from _wrong(f"{count.shown} of {size.shown}", gives, (count, size), total)


def _at_rate(sentence: Told) -> Iterator[Slip]:
    """``980 GB at 20 GB/s take 49 s``."""
    for pattern in _AT_RATE:
        for match in pattern.finditer(sentence.words):
            many, rate, total = (sentence.amounts[int(match[name])] for name in "MRT")
            if not many.dimensions or not rate.base or _MANY.search(match.group()):
                continue
            if re.search(r"\b(?:each|per|every|twice|both|plus)\b", sentence.words):
                continue
            if _powers(dict(many.dimensions), rate, -1) == {"time": 1} == dict(total.dimensions):
                gives = many.base / rate.base
                if not _in_bits(gives, total.base):
                    yield from _wrong(f"{many.shown} at {rate.shown}", gives, (many, rate), total)


def _bills(sentence: Told) -> Iterator[Slip]:
    """``512 GPUs at 2 USD per GPU-hour for 10 hours cost 10,240 USD``."""
    for pattern in _BILL:
        for match in pattern.finditer(sentence.words):
            named = match.groupdict()
            many, rate, total = (sentence.amounts[int(match[name])] for name in "NRT")
            hours = sentence.amounts[int(match["H"])] if "H" in named else None
            if _MANY.search(match.group()) or dict(rate.dimensions).get("time") != -1:
                continue
            parts = [many, rate, *([hours] if hours else [])]
            if hours is not None and (many.dimensions or not _per_device(rate, many)):
                continue
            if sum(dict(each.dimensions).get("time", 0) for each in parts):
                continue
            rest = {key: power for key, power in rate.dimensions if key != "time"}
            if rest != dict(total.dimensions) or (not rest and rate.unit[:-2] != total.unit):
                continue
            gives = 1.0
            for each in parts:
                gives *= each.base
            yield from _wrong(" times ".join(each.shown for each in parts), gives, parts, total)


def _together(sentence: Told) -> Iterator[Slip]:
    """``At 140 TFLOP/s per GPU, 64 GPUs reach 8.96 PFLOP/s``."""
    match = _TOGETHER.search(sentence.words)
    if match is None or _MANY.search(match.group()):
        return
    each, many, total = (sentence.amounts[int(match[name])] for name in "RNT")
    if not many.whole or many.dimensions or not many.unit or not total.dimensions:
        return
    if each.unit.rpartition("/")[2] == many.unit and each.dimensions == total.dimensions:
        gives = many.value * each.base
        yield from _wrong(f"{many.shown} at {each.shown}", gives, (many, each), total)


def _per_device(rate: Amount, many: Amount) -> bool:
    """Whether a rate is one of each device that is counted."""
    return many.unit == "GPU" and "GPU" in rate.unit


def _plain(sentence: Told) -> Iterator[Slip]:
    """``50,000 / 1000 = 50 hours``: what is reckoned in digits, outside formulas."""
    for match in _PLAIN.finditer(sentence.words):
        before = sentence.words[: match.start("sum")]
        if FACTOR_BEFORE.search(before) or _OF.search(before):
            continue
        total = sentence.amounts[int(match["told"])]
        parts = [sentence.amounts[int(mark)] for mark in re.findall(r"<(\d+)>", match["sum"])]
        signs = [_SIGNS.get(" ".join(each["sign"].split()), 0)
                 for each in _PART.finditer(match["sum"])]  # fmt: skip
        shares = [each.is_share for each in (*parts, total)]
        if any(shares) and not all(shares[:-1]):
            continue
        reckoned = None
        if all(abs(sign) == ADDED for sign in signs):
            reckoned = _sum(parts, [1, *(sign // ADDED for sign in signs)], total)
        elif all(abs(sign) == 1 for sign in signs) and not any(shares):
            reckoned = _product(parts, [1, *signs], total)
        if reckoned is not None:
            wide = any(each.loose for each in parts)
            wrong = slip(_said(match["sum"], sentence), *reckoned, total, wide=wide)
            if wrong is not None:
                yield wrong


def _sum(
    parts: Sequence[Amount], signs: Sequence[int], total: Amount
) -> tuple[float, float] | None:
    """What a sum comes to and how far it may be off; its terms and it have one unit."""
    if len({each.kind for each in (*parts, total) if each.unit}) > 1:
        return None
    # A term without a unit has that of the total.
    factors = [each.factor if each.unit else total.factor for each in parts]
    gives = sum(
        sign * each.value * factor for sign, each, factor in zip(signs, parts, factors, strict=True)
    )
    slack = sum(
        each.half * factor
        for each, factor in zip(parts, factors, strict=True)
        if not each.whole or each.dimensions
    )
    return (gives, slack) if gives > 0 else None


def _product(
    parts: Sequence[Amount], signs: Sequence[int], total: Amount
) -> tuple[float, float] | None:
    """What a product comes to; numbers without any unit may be told in one."""
    gives, powers = 1.0, dict[str, int]()
    for sign, each in zip(signs, parts, strict=True):
        if not each.base:
            return None
        gives *= each.base**sign
        powers = _powers(powers, each, sign)
    if not any(each.dimensions for each in parts):
        if _stepped(gives, total):
            return None
        gives *= total.factor
    elif powers != dict(total.dimensions) or _in_bits(gives, total.base):
        # Eight bits of a byte may have been divided by already.
        return None
    elif isclose(gives * BILLION, total.base, rel_tol=NEAR) and any(
        _COUNTED_IN_B.search(each.shown) for each in parts
    ):
        # The 8B of a model are as many weights and no bytes.
        return None
    return gives, gives * sum(map(_rough, parts))


def _said(text: str, sentence: Told) -> str:
    return re.sub(r"<(\d+)>", lambda mark: sentence.amounts[int(mark[1])].shown, text)


def _powers(powers: dict[str, int], other: Amount, sign: int) -> dict[str, int]:
    total = dict(powers)
    for name, power in other.dimensions:
        total[name] = total.get(name, 0) + sign * power
    return {name: power for name, power in total.items() if power}


# Eight bits, sixty seconds, a thousand: a writer divides by these in the head.
def _stepped(gives: float, total: Amount) -> bool:
    """Whether a number is another one's in a unit that lies a known step away."""
    if total.value <= 0 or gives <= 0:
        return True
    ratio = total.value / gives
    known = (*STEPS, *(1 / step for step in STEPS))
    if any(isclose(ratio, each, rel_tol=NEAR) for each in known):
        return True
    # 8,192 bytes are 8 KiB and 33,554,432 of them 34 MB: as far as the digits go.
    room = max(total.half, FAR * total.value, NEAR * total.value if total.dimensions else 0.0)
    return any(
        round(power) and isclose(gives * base ** round(power), total.value, abs_tol=room)
        for base, power in ((1000.0, log10(ratio) / 3), (1024.0, log2(ratio) / 10))
    )


def _in_bits(gives: float, total: float) -> bool:
    return any(isclose(gives * BITS**sign, total, rel_tol=NEAR) for sign in (1, -1))


def _rough(factor: Amount) -> float:
    """How far a factor may be off by its digits; whole numbers are taken as they stand."""
    return 0.0 if factor.whole or not factor.value else factor.half / factor.value


def _wrong(what: str, gives: float, parts: Sequence[Amount], total: Amount) -> Iterator[Slip]:
    rough = sum(map(_rough, parts))
    wrong = slip(what, gives, gives * rough, total, wide=any(each.loose for each in parts))
    if wrong is not None:
        yield wrong
