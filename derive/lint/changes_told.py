"""What is left of an amount, and from what to what it changes, told in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .told import SAID, Amount, Slip, Told, doubted, form, slip

_FEW, _SOME = r"[^<>¤\d:;]{0,30}", r"[^<>¤\d:;]{0,60}"
_THE = r"(?:(?:the|a|an|its|these|all|our|those|their)\s+)*"
_TAKEN = r"\b(?:used|taken|gone|occupied|spent|needed|reserved|lost|go|goes|take|takes|spare)\b"
_LEAVES = (
    r"(?:(?:which|that|this|and|so)\s+)*(?:leaves?|leaving|there\s+(?:is|are)\s+left)"
    rf"\s+(?:only\s+|us\s+)?{SAID}"
)
_LEFT = r"(?:left|free|remain(?:s|ing)?|over|unused|spare)\b"
_SO = r"(?:therefore|thus|hence|then|so)"


_USED = rf"^of {_FEW}B!,?{_SOME}A!{_SOME}{_TAKEN}{_SOME}"
# Of B the part A is taken, and C is left.
_RESTS = tuple(
    form(text)
    for text in (
        rf"^of {_FEW}B!,?{_SOME}A!{_SOME}[,;]? ?{_LEAVES}C!",
        rf"{_USED}(?:,|and|so) ?{_SO}?{_SOME}C! (?:are |is )?{_LEFT}",
        rf"A! (?:out )?of {_THE}B!{_SOME}{_LEAVES}C!",
        rf"A!{_SOME}{_TAKEN}{_FEW}of {_THE}B!,?{_FEW}{_LEAVES}C!",
        rf"B! (?:minus|less) {_THE}A! (?:leaves?|is|are|gives|makes) {SAID}C!",
        rf"A!{_SOME} (?:from|off) {_THE}B! leaves? {SAID}C!",
    )
)
_KEEPS = form(rf"^[^<>¤\d]*B! {_SO} (?:has|have|keeps?|leaves?) {SAID}C! {_LEFT}")
_LEFT_OF_IT = form(rf"^(?:that|this|which) leaves? {SAID}C!(?: {_LEFT}| free)?[\s.]*$")
_OF_ALL = form(rf"^of {_THE}B!")
_TOTAL = re.compile(r"\b(?:in total|in all|altogether|together)\b[^<>]{0,25}<(\d+)>[\s.]*$"
                    r"|<(\d+)> (?:in total|in all|altogether)[\s.]*$", re.IGNORECASE)  # fmt: skip
_TIMES = {
    "halv": 0.5, "doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "quarter": 0.25,
}  # fmt: skip
_CHANGED = form(
    r"\b(?P<verb>halv|doubl|tripl|trebl|quadrupl|quarter)(?:es|s|ed|e|ing)?\b(?P<between>"
    rf"{_SOME}) from {SAID}A! to {SAID}B!"
)
_THAT_IS = r"[,(–—] ?(?:that is |which is |i\.e\. |or |so )?(?:by )?"
_THAN_BEFORE = (
    r"times (?:faster|slower|less|more|smaller|larger|fewer|cheaper|shorter|longer"
    r"|as (?:much|many|fast|large|long))(?=\s*(?:[.,;)]|$))"
)
_FROM_TO = rf"\bfrom {SAID}A! (?:down |up )?to {SAID}B!"
_FACTORS = (
    form(rf"{_FROM_TO}{_FEW}{_THAT_IS}{SAID}a factor of {SAID}K!"),
    form(rf"{_FROM_TO}{_FEW}{_THAT_IS}{SAID}K! {_THAN_BEFORE}"),
    form(rf"\bby {SAID}a factor of {SAID}K!,? {_FROM_TO}"),
    form(rf"\b(?:is|are|becomes?|gets?) {SAID}K! {_THAN_BEFORE},? {_FROM_TO}"),
)
_PERCENT = form(
    r"\b(?P<verb>rises?|rose|grows?|grew|increases?d?|falls?|fell|drops?|dropped|decreases?d?"
    rf"|shrinks?|shrank) by {SAID}K!,? {_FROM_TO}"
)
_MANY = re.compile(
    r"\b(?:each|per|every|respectively|both|rather|instead|more than|less than|almost|nearly"
    r"|further|another|other|additional\w*)\b",
    re.IGNORECASE,
)
_ANOTHER_VERB = re.compile(
    r"\b(?:takes?|brings?|moves?|turns?|gives?|makes?|lets?|is|are|has|have|cuts?|raises?|lowers?"
    r"|goes|while|and|but|when)\b",
    re.IGNORECASE,
)
_YEARS = range(1800, 2101)
WORDS_ARE_WIDE = 0.1
FALLING = ("fa", "fe", "dr", "de", "sh")


def changes(paragraphs: Sequence[list[Told]]) -> Iterator[Slip]:
    """What is left, halved, doubled or multiplied, where the amounts told say another thing."""
    before: Told | None = None
    for paragraph in paragraphs:
        for sentence in paragraph:
            if len(sentence.amounts) > 1 and not doubted(sentence.words):
                yield from _rests(sentence, before)
                yield from _factors(sentence)
            elif len(sentence.amounts) == 1 and before is not None and not doubted(sentence.words):
                yield from _left_of_all(sentence, before)
            before = sentence


def _rests(sentence: Told, before: Told | None) -> Iterator[Slip]:
    rest = next((each for pattern in _RESTS if (each := pattern.search(sentence.words))), None)
    if rest is not None and not _MANY.search(rest.group()):
        a, b, c = (sentence.amounts[int(rest[name])] for name in "ABC")
        others = [each for each in sentence.amounts if each not in (a, b, c)]
        if not any(each.kind == b.kind for each in others):
            yield from _left(a, b, c)
        return
    kept = _KEEPS.match(sentence.words)
    told = _TOTAL.search(before.words) if before is not None else None
    if kept is None or before is None or told is None or doubted(before.words):
        return
    if _MANY.search(sentence.words) or _MANY.search(before.words):
        return
    b, c = (sentence.amounts[int(kept[name])] for name in "BC")
    parts = [each for each in before.amounts if each.kind == b.kind]
    total = before.amounts[int(told[1] or told[2])]
    slack = sum(each.slack for each in parts)
    summed = sum(each.base for each in parts if each != total)
    # Where the total itself is wrong, what is left may follow from its parts.
    if slip("", b.base - summed, b.slack + slack, c) or len(parts) == 1:
        yield from _left(total, b, c)


def _left_of_all(sentence: Told, before: Told) -> Iterator[Slip]:
    """``Of the 80 GB, 10 GB are ..., 60 GB in total``, and in the next: ``that leaves 20 GB``."""
    left, whole, total = (
        _LEFT_OF_IT.match(sentence.words), _OF_ALL.match(before.words), _TOTAL.search(before.words)
    )  # fmt: skip
    if left is None or whole is None or total is None or doubted(before.words):
        return
    b, a = before.amounts[int(whole["B"])], before.amounts[int(total[1] or total[2])]
    c = sentence.amounts[int(left["C"])]
    parts = [each for each in before.amounts if each.kind == b.kind and each not in (a, b)]
    slack = b.slack + sum(each.slack for each in parts)
    # Where the total itself is wrong, what is left may follow from its parts.
    if parts and slip("", b.base - sum(each.base for each in parts), slack, c):
        yield from _left(a, b, c)


def _left(a: Amount, b: Amount, c: Amount) -> Iterator[Slip]:
    """A slip where the rest is another one."""
    if not a.kind == b.kind == c.kind or not (a.unit and b.unit) or a.base >= b.base:
        return
    wide = a.loose or b.loose
    slack = sum(each.slack for each in (a, b) if each.dimensions or not each.whole)
    wrong = slip(f"{b.shown} less {a.shown}", b.base - a.base, slack, c, wide=wide)
    if wrong is not None:
        yield wrong


def _factors(sentence: Told) -> Iterator[Slip]:
    """Two amounts, and the factor that words put between them."""
    for match in _CHANGED.finditer(sentence.words):
        a, b = (sentence.amounts[int(match[name])] for name in "AB")
        if _MANY.search(match["between"]) or _ANOTHER_VERB.search(match["between"]):
            continue
        if not _fit(a, b):
            continue
        times = _TIMES[match["verb"].lower()]
        rough = a.half / a.value
        gives = _start(a, b) * times
        wrong = slip(f"{a.shown} times {times:g}", gives, gives * (rough + WORDS_ARE_WIDE), b)
        if wrong is not None:
            yield wrong
    times_ = next((each for pattern in _FACTORS if (each := pattern.search(sentence.words))), None)
    if times_ is not None:
        yield from _by_factor(*(sentence.amounts[int(times_[name])] for name in "ABK"))
    by = _PERCENT.search(sentence.words)
    if by is not None:
        falls = by["verb"].lower().startswith(FALLING)
        yield from _by_percent(*(sentence.amounts[int(by[name])] for name in "ABK"), falls=falls)


def _by_factor(a: Amount, b: Amount, k: Amount) -> Iterator[Slip]:
    if k.dimensions or k.is_share or not _fit(a, b):
        return
    low, high = sorted((_start(a, b), b.base))
    yield from _ratio(f"{a.shown} against {b.shown}", high / low, (a, b), k)


def _by_percent(a: Amount, b: Amount, k: Amount, *, falls: bool) -> Iterator[Slip]:
    if not k.is_share or a.is_share or not _fit(a, b):
        return
    start = _start(a, b)
    change = 100 * (b.base / start - 1)
    if (change < 0) != falls:
        return
    slack = 100 * sum(each.half / each.value for each in (a, b)) * b.base / start
    wrong = slip(f"The way from {a.shown} to {b.shown}", abs(change), slack, k)
    if wrong is not None:
        yield wrong


def _start(a: Amount, b: Amount) -> float:
    """The first of two amounts, in the unit of the second where it has none of its own."""
    return a.base if a.unit else a.value * b.factor


def _ratio(what: str, gives: float, parts: Sequence[Amount], printed: Amount) -> Iterator[Slip]:
    rough = sum(each.half / each.value for each in parts)
    wrong = slip(what, gives, gives * rough, printed, wide=any(each.loose for each in parts))
    if wrong is not None:
        yield wrong


def _fit(a: Amount, b: Amount) -> bool:
    """Whether both tell one quantity; the first may leave its unit to the second.

    "From 2010 to 2017" are years.
    """
    if not (a.unit or b.unit) and all(each.whole and each.value in _YEARS for each in (a, b)):
        return False
    return bool(a.base and b.base) and (a.kind == b.kind or not a.unit)
