"""Parts and their total, told in a sentence, in neighbouring ones, or in a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .told import Amount, Slip, Told, doubted, slip

_CUE = (
    r"(?:(?:which|that|this|and)\s+)?(?:sums?\s+(?:up\s+)?to|adds?\s+up\s+to|summing\s+(?:up\s+)?to"
    r"|adding\s+up\s+to|totall?ing|(?:for\s+|makes\s+|making\s+|is\s+)?a\s+total\s+of"
    r"|(?:that\s+(?:is|makes)\s+)?(?:in\s+total|in\s+all|altogether|together))"
    r"(?:\s+(?:is|are|makes?|make\s+up|takes?|needs?|uses?|have|has|hold|weigh|cost|that\s+is"
    r"|they\s+(?:take|need|are|make|use)))?[,:]?\s*(?:[a-z≈~]+\s+)?"
)
_BEHIND = re.compile(rf"[^<>¤:;]{{0,50}}?[\s,(—–-]+(?:and\s+)?{_CUE}<(\d+)>")
_AFTER = re.compile(
    r"[^<>¤:;]{0,40}?,\s*(?:and\s+)?(?:so\s+|or\s+|i\.e\.\s+|which\s+(?:is|makes)\s+"
    r"|that\s+(?:is|makes)\s+)?<(\d+)>\s+(?:in\s+total|in\s+all|altogether|together)\b"
)
_JOINED = re.compile(r"[^<>¤:;]{0,60}?(?:,|\band\b|\bplus\b|\+)[^<>¤:;]{0,60}")
_APART = re.compile(
    r"\b(?:minus|less|leav\w+|left|sav\w+|instead|rather|versus|vs|from|to|than|which|that"
    r"|including|includes|or|each|per|every|at|times|after|before|when|until|but|out|down|up|while"
    r"|free|spare|more|not|every|both|either|with|if|for\s+<)\b|[-−/×(]",
    re.IGNORECASE,
)
_OVERLAP = re.compile(
    r"\b(?:overlap\w*|parallel|concurrent\w*|simultaneous\w*|hidden|hides|each|per|every|both"
    r"|respectively|overhead|other|rest|remaining|further|also|additional|more)\b",
    re.IGNORECASE,
)
_SUMMED = re.compile(
    r"(?:So\s+|Thus\s+|Hence\s+)?(?:(?:Together|In\s+total|In\s+all|Altogether|Total)[,:]?\s*"
    r"(?:they\s+\w+|(?:that|this|it)\s+(?:is|makes|comes\s+to)|these\s+\w+)?"
    r"|(?:They|These|The\s+parts|This|That|All)\s+(?:together\s+)?(?:sums?|adds?\s+up|add|comes?)"
    r"(?:\s+up)?\s+to|(?:The|Their)\s+(?:total|sum)\s+(?:is|comes\s+to)"
    r"|(?:That|This)\s+(?:is|makes)\s+(?:in\s+total|in\s+all|altogether))\s*(?:[a-z≈~]+\s+)?<0>"
    r"|(?:That|This)\s+(?:is|makes)\s+(?:[a-z≈~]+\s+)?<0>\s+(?:in\s+total|in\s+all|altogether"
    r"|together)\b"
)
_ITEM = re.compile(r"[^<>¤]*<0>[^<>¤\d]*")
_LAST = re.compile(r"(?:(?:in\s+)?total|sum|altogether|together|in\s+all)\b[^<>¤\d]*<0>",
                   re.IGNORECASE)  # fmt: skip
# Changes of one thing after another multiply.
_IN_TURN = re.compile(
    r"\b(?:declin|decreas|drop|fall|fell|grow|gain|return|ris|rose|increas|chang|cut|los[st])\w*",
    re.IGNORECASE,
)
LEAST, MOST = 2, 9


def totals(paragraphs: Sequence[list[Told]], listed: Sequence[int]) -> Iterator[Slip]:
    """Totals that are not the sum of the parts told with them.

    ``listed`` has the indent of every paragraph that is an item of a list, and -1 for others.
    """
    for place, paragraph in enumerate(paragraphs):
        for number, one in enumerate(paragraph):
            if len(one.amounts) > LEAST:
                yield from _in_one(one)
            if len(one.amounts) == 1 and _SUMMED.match(one.words) and not _is_vague(one):
                before = paragraph[max(number - MOST - 1, 0) : number] or _items(
                    paragraphs, listed, place - 1
                )
                yield from _before(before, one)
        if len(paragraph) == 1 and listed[place] >= 0 and _LAST.match(paragraph[0].words):
            items = _items(paragraphs, listed, place - 1)
            parts = [part.base for sentence in items for part in sentence.amounts]
            # A field ``total_price`` that is less than others is a total of something else.
            if paragraph[0].amounts and paragraph[0].amounts[0].base >= max(parts, default=0.0):
                yield from _before(items, paragraph[0])


def _is_vague(sentence: Told) -> bool:
    return doubted(sentence.words) or _OVERLAP.search(sentence.words) is not None


def _in_one(sentence: Told) -> Iterator[Slip]:
    """A total behind a list of its parts."""
    for last in range(LEAST - 1, len(sentence.amounts) - 1):
        rest = sentence.words.partition(f"<{last}>")[2]
        total = _BEHIND.match(rest) or _AFTER.match(rest)
        if not total or int(total[1]) != last + 1 or _is_vague(sentence):
            continue
        if _APART.search(rest[: rest.index("<")].split(",")[0]):
            continue
        whole = sentence.amounts[last + 1]
        first = last
        while (
            first and _is_joined(sentence, first - 1) and _like(sentence.amounts[first - 1], whole)
        ):
            first -= 1
        parts = sentence.amounts[first : last + 1]
        others = [each for each in sentence.amounts if each not in (*parts, whole)]
        if any(_like(each, whole) for each in others[: first or 0]):
            continue
        yield from _held(parts, whole, others)


def _is_joined(sentence: Told, place: int) -> bool:
    between = sentence.words.partition(f"<{place}>")[2].partition(f"<{place + 1}>")[0]
    return _JOINED.fullmatch(between) is not None and not _APART.search(between)


def _like(part: Amount, other: Amount) -> bool:
    return part.kind == other.kind and bool(part.unit)


def _before(before: Sequence[Told], one: Told) -> Iterator[Slip]:
    """A total whose parts are one list of the sentence before it, or one in each of several."""
    whole = one.amounts[0]
    if whole.is_share and _IN_TURN.search(one.words):
        return
    telling = [each for each in before if any(_like(part, whole) for part in each.amounts)]
    if not telling or telling != list(before[-len(telling) :]) or any(map(_is_vague, telling)):
        return
    if len(telling) == 1:
        parts = telling[0].amounts
        if not all(_is_joined(telling[0], place) for place in range(len(parts) - 1)):
            return
        if _APART.search(telling[0].words.rpartition(">")[2]):
            return
    else:
        if any(len(each.amounts) != 1 or not _ITEM.fullmatch(each.words) for each in telling):
            return
        if any(_LAST.match(each.words) for each in telling):
            return
        parts = tuple(each.amounts[0] for each in telling)
    yield from _held(parts, whole, ())


def _held(parts: Sequence[Amount], whole: Amount, others: Sequence[Amount]) -> Iterator[Slip]:
    """A slip where the parts come to another total by every way to read them."""
    if not LEAST <= len(parts) <= MOST or not all(_like(part, whole) for part in parts):
        return
    total = sum(part.base for part in parts)
    slack = sum(part.slack for part in parts if not part.whole or part.dimensions)
    wide = any(part.loose for part in parts)
    readings = [total, *(total * each.value for each in others)]
    readings += [sum(part.base for part in parts[start:]) for start in range(1, len(parts) - 1)]
    slips = [slip(_shown(parts), each, slack, whole, wide=wide) for each in readings]
    if slips[0] is not None and all(slips):
        yield slips[0]


def _shown(parts: Sequence[Amount]) -> str:
    return " + ".join(part.shown for part in parts)


def _items(paragraphs: Sequence[list[Told]], listed: Sequence[int], last: int) -> list[Told]:
    """The items of the list that ends with a paragraph, where each is one sentence."""
    first = last
    while last - first <= MOST and first > 0 and listed[first - 1] == listed[last] >= 0:
        first -= 1
    if last < 0 or listed[last] < 0:
        return []
    items = paragraphs[first : last + 1]
    return [item[0] for item in items] if all(len(item) == 1 for item in items) else []
