"""Shares of a whole that sentences tell in percent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .told import SAID, Amount, Slip, Told, doubted, slip

_IS = rf"(?:is|are|makes?|amounts?\s+to|equals?)\s+{SAID}"
_THUS = (
    rf"(?:(?:that|which|this|and\s+(?:that|this))\s+{_IS}|or\s+{SAID}|i\.e\.,?\s+{SAID}"
    rf"|so\s+{SAID})"
)
_FEW, _SOME = r"[^<>¤\d:;]{0,30}", r"[^<>¤\d:;]{0,70}"
_THE = r"(?:(?:the|a|an|its|these|all|our|those|their|total\s+of)\s+)*"
# What stands behind a share must not say of what else it is one, or compare.
_CLOSED = (
    r"(?=\s*(?:[.,;:)—–]|$|(?:of\s+(?:it|them|the\s+(?:total|whole|time|step|memory|budget|GPU"
    r"|cluster|bill))\b))(?!\s*[,)]?\s*(?:more|less|faster|slower|higher|lower|better|worse)\b))"
)
_OF, _NEXT = r"^(?:so |thus |hence )?(?:out )?of", r"(?:,|\(|\s[–—-]) ?"
# The part and the whole are P and W, the share is S.
_MARKS = {"P!": r"<(?P<part>\d+)>", "W!": r"<(?P<whole>\d+)>", "S!": r"<(?P<share>\d+)>"}
_FORMS = tuple(
    re.compile(
        re.sub("[PWS]!", lambda mark: _MARKS[mark[0]], form.replace(" ", r"\s+")), re.IGNORECASE
    )
    for form in (
        rf"{_OF} {_FEW}W!{_SOME}P!{_SOME}{_NEXT}{_THUS}S!{_CLOSED}",
        rf"{_OF} {_FEW}W!{_SOME}P!{_SOME} \(S!\s*\)",
        rf"^of {_THE}{_FEW}W!,?{_SOME} P! {_IS}S!{_CLOSED}",
        rf"P! (?:out )?of {_THE}W!{_SOME}{_NEXT}{_THUS}S!{_CLOSED}",
        rf"P! (?:out )?of {_THE}W! {_IS}S!{_CLOSED}",
        rf"P! (?:out )?of {_THE}W!(?:[^<>¤\d:;,(]{{0,30}}) ?\(S!\s*\)",
        rf"(?<!>)S! of {_THE}W!(?:,? {_THUS}| {_IS})P!(?! (?:more|less|per|each|an?)\b)",
        rf"\b(?:that|this) {_IS}P!,? (?:or )?S! of {_THE}W!",
    )
)  # fmt: skip
_BACK = re.compile(
    rf"^(?:So\s+)?(?:That|This)\s+{_IS}<0>\s+of\s+{_THE}<1>", re.IGNORECASE
)  # fmt: skip
_OF_THESE = re.compile(
    rf"^Of\s+(?:these|those|them|this|that),?{_SOME}<0>{_SOME}(?:{_NEXT}{_THUS}|\s{_IS}|\s\()<1>{_CLOSED}",
    re.IGNORECASE,
)
_UNLIKE = re.compile(
    r"\b(?:each|per|every|another|respectively|between|both|rest|remaining|left|free|saves?|saving"
    r"|savings|growth|grows?|increase\w*|decrease\w*|rais\w+|reduc\w+|drops?|falls?|rises?|utili[sz]ation"
    r"|efficien\w+|accuracy|margin|discount|confidence|faster|slower|twice|half|peak)\b",
    re.IGNORECASE,
)
WHOLE = 100.0


def shares(paragraphs: Sequence[list[Told]]) -> Iterator[Slip]:
    """Percentages that are not the share of the part in the whole that the sentence names."""
    for paragraph in paragraphs:
        for number, sentence in enumerate(paragraph):
            if len(sentence.amounts) < 2 or doubted(sentence.words):
                continue
            read = next(_read(sentence), None)
            if read is not None:
                yield from _held(*read, sentence.amounts)
            elif number and _BACK.match(sentence.words):
                yield from _back(paragraph[number - 1], sentence)
            elif number and _OF_THESE.match(sentence.words):
                yield from _of_these(paragraph[number - 1], sentence)


def _read(sentence: Told) -> Iterator[tuple[Amount, Amount, Amount]]:
    """The part, the whole and the share, by every form that the sentence has."""
    for form in _FORMS:
        match = form.search(sentence.words)
        if match is not None and not _UNLIKE.search(match.group()):
            read = [sentence.amounts[int(match[name])] for name in ("part", "whole", "share")]
            if [each.is_share for each in read] == [False, False, True]:
                yield read[0], read[1], read[2]


def _back(before: Told, sentence: Told) -> Iterator[Slip]:
    """``56 GB are used. That is 70 % of the 80 GB``: the part stands in the sentence before."""
    share, whole = sentence.amounts[0], sentence.amounts[1]
    parts = [each for each in before.amounts if _like(each, whole)]
    if len(parts) == 1 == len(before.amounts) and not doubted(before.words) and not (
        _UNLIKE.search(before.words) or _UNLIKE.search(sentence.words)
    ):  # fmt: skip
        yield from _held(parts[0], whole, share, sentence.amounts)


def _of_these(before: Told, sentence: Told) -> Iterator[Slip]:
    """``A step lasts 2.5 s. Of these, 0.6 s are communication, or 24 %``."""
    part, share = sentence.amounts[0], sentence.amounts[1]
    wholes = [each for each in before.amounts if _like(each, part)]
    if len(wholes) == 1 == len(before.amounts) and not doubted(before.words) and not (
        _UNLIKE.search(sentence.words)
    ):  # fmt: skip
        yield from _held(part, wholes[0], share, sentence.amounts)


def _like(part: Amount, other: Amount) -> bool:
    """Whether one may be a part of the other; what is counted may lack its noun."""
    if part.dimensions or other.dimensions:
        return part.dimensions == other.dimensions
    return part.unit == other.unit or ((not part.unit or not other.unit) and not (
        part.is_share or other.is_share
    ))  # fmt: skip


def _held(part: Amount, whole: Amount, share: Amount, among: Sequence[Amount]) -> Iterator[Slip]:
    """A slip where no share of the whole is the one printed."""
    if not share.is_share or not _like(part, whole) or part.is_share or whole.is_share:
        return
    if (not part.unit and not whole.unit) or part.base >= whole.base or not share.value:
        return
    gives = WHOLE * part.base / whole.base
    loose = part.loose or whole.loose
    rough = sum(
        each.half / each.value for each in (part, whole) if each.dimensions or not each.whole
    )
    others = [each for each in among if _like(each, whole) and each not in (part, whole)]
    readings = [gives, WHOLE - gives, *(WHOLE * each.base / whole.base for each in others)]
    # The share may also be what is left, of another whole of the sentence, or a growth.
    readings += [WHOLE * (whole.base / part.base - 1)]
    slips = [
        slip(f"{part.shown} of {whole.shown}", each, rough * each, share, wide=loose)
        for each in readings
    ]  # fmt: skip
    if slips[0] is not None and all(slips):
        yield slips[0]
