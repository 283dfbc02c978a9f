"""Sentences whose operands stand in the sentences before them: "Together they take 56 GB"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.lazy import lazy_re

from .glyphs import is_glyph
from .letter_values import LetterValues
from .proportions import measured, multiplied
from .quantities import Amount
from .reckoning import (
    CLOSED,
    LINK,
    THE,
    THUS,
    TOTAL,
    Claim,
    Place,
    Slip,
    agrees,
    cue,
    is_mistyped,
    judged,
    like,
)  # fmt: skip
from .sentences import Sentence, doubted
from .totals_and_shares import APART, LEFT, MANY, UNLIKE, VAGUE, added, is_joined, left, shared

_SUMMED = cue(
    rf"^(?:so |thus |hence )?(?:(?:{TOTAL}|total)[,:]?(?: they [a-z]+| (?:that|this|it)"
    r" (?:is|makes|comes to)| these [a-z]+)?|(?:they|these|the parts|this|that|all)(?: together)?"
    r" (?:sums?|adds?|comes?)(?: up)? to|(?:the|their) (?:total|sum) (?:is|comes to)"
    rf"|(?:that|this) (?:is|makes) {TOTAL})$"
)
_IS_IN_TOTAL = cue(r"^(?:that|this) (?:is|makes)$")
_ITEM = lazy_re(r"[^<>¤]*<0>[^<>¤\d]*")
_LAST = cue(r"^(?:(?:in )?total|sum|altogether|together|in all)\b[^<>¤\d]*<0>")
# Changes of one thing after another multiply.
_IN_TURN = cue(
    r"\b(?:declin|decreas|drop|fall|fell|grow|gain|return|ris|rose|increas|chang|cut|los[st])\w*"
)
_BACK = cue(r"^(?:so )?(?:that|this) (?:is|are|makes?|amounts? to|equals?)$")
_OF_THESE = cue(r"^of (?:these|those|them|this|that)\b")
_LEFT_OF_IT = cue(r"^(?:that|this|which) leaves?$")
_SO = cue(r"\b(?:therefore|thus|hence|then|so) (?:has|have|keeps?|leaves?)$")
_TOTAL_SAID = cue(rf"{TOTAL}\b[^<>]{{0,25}}<(\d+)>[\s.]*$|<(\d+)> {TOTAL}[\s.]*$")
_FORMATS = {
    r"fp32|float32|single precision|32 bits?|four bytes each": 4.0,
    r"bf16|fp16|bfloat16|float16|half precision|16 bits?|two bytes each": 2.0,
    r"fp8|int8|8 bits?|one byte each": 1.0,
    r"fp4|int4|4 bits?": 0.5,
}
_FORMAT = lazy_re(rf"\bin ({'|'.join(_FORMATS)})\b", re.IGNORECASE)
_WEIGHTS = cue(r"\b(?:the|these|those|its|all|our|such|^)(?: [a-z]+){0,2} (?:weights|parameters)\b")
LEAST, MOST, SENTENCES = 1e5, 9, 3
NEAR_BY = 0.1


def borrowed(
    place: Place, before: Sequence[Sentence], items: Sequence[Sentence], values: LetterValues
) -> Iterator[Slip]:
    """Slips of an amount whose operands the sentences before it, or the list, supply."""
    last = before[-1] if before else None
    alone = len(place.sentence.amounts) == 1
    if (alone and (claim := _total(place, before or items))) or (
        last is not None and not doubted(last.words) and (claim := _of_the_last(place, last))
    ):
        yield from _told(claim)
    elif not _stands_behind_a_formula(place.told, values):
        yield from _product(place, before, values)


def _stands_behind_a_formula(amount: Amount, values: LetterValues) -> bool:
    """Whether a formula works an amount out: "on one rank it is $16 W / t = 103$ GB"."""
    return any(
        value.offset <= amount.start < value.end and not is_glyph(value.glyph)
        for value in values.system.values
    )


def _told(claim: Claim) -> Iterator[Slip]:
    slip = judged(claim, claim.parts)
    if slip is not None:
        yield slip


def _total(place: Place, before: Sequence[Sentence]) -> Claim | None:
    """A total whose parts are one list of the sentence before it, or one in each of several."""
    in_total = _IS_IN_TOTAL.match(place.lead) and re.match(TOTAL, place.tail)
    if not (_SUMMED.match(place.lead) or in_total):
        return None
    return of_items(place.sentence, before[-MOST:])


def of_items(sentence: Sentence, before: Sequence[Sentence]) -> Claim | None:
    """The total of one list in a sentence, or of one amount in each of several sentences."""
    told = sentence.amounts[0]
    if told.is_share and _IN_TURN.search(sentence.words):
        return None
    telling = [s for s in before if any(like(part, told) and part.unit for part in s.amounts)]
    if not telling or telling != list(before[-len(telling) :]):
        return None
    if any(doubted(s.words) or VAGUE.search(s.words) for s in telling):
        return None
    parts = telling[0].amounts
    if len(telling) == 1:
        gaps = telling[0].gaps
        if not all(map(is_joined, gaps[1:-1])) or APART.search(gaps[-1]):
            return None
    else:
        if any(not _ITEM.fullmatch(s.words) or _LAST.match(s.words) for s in telling):
            return None
        parts = tuple(s.amounts[0] for s in telling)
    return added(parts, told)


def is_last_item(sentence: Sentence) -> bool:
    """Whether an item of a list tells the total of the items before it."""
    return _LAST.match(sentence.words) is not None


def _of_the_last(place: Place, last: Sentence) -> Claim | None:
    """What is said of the only amount of the sentence before, or of its total."""
    told, sentence, number = place.told, place.sentence, place.number
    if told.is_share:
        if UNLIKE.search(sentence.words) or len(last.amounts) != 1:
            return None
        other = last.amounts[0]
        behind = sentence.amounts[number + 1 : number + 2]
        if number == 0 and behind and _BACK.match(place.lead) and not UNLIKE.search(last.words):
            of = re.fullmatch(rf"of {THE}", sentence.gaps[1].strip() + " ")
            return (
                shared(other, behind[0], told, sentence.amounts)
                if of and like(other, behind[0])
                else None
            )
        if number == 1 and _OF_THESE.match(sentence.words) and THUS.search(place.lead):
            part = sentence.amounts[0]
            return (
                shared(part, other, told)
                if like(part, other) and CLOSED.match(place.tail)
                else None
            )
        return None
    said = _TOTAL_SAID.search(last.words)
    if said is None or MANY.search(sentence.words) or MANY.search(last.words):
        return None
    whole_of = last.amounts[int(said[1] or said[2])]
    if (
        number == 0
        and _LEFT_OF_IT.match(place.lead)
        and re.match(r"of\b", last.words, re.IGNORECASE)
    ):
        whole = last.amounts[0]
    elif number == 1 and LEFT.match(place.tail) and _SO.search(place.lead):
        whole = sentence.amounts[0]
    else:
        return None
    if not whole.kind == whole_of.kind == told.kind or whole_of.base >= whole.base:
        return None
    claim = left(whole, [whole_of], told)
    parts = [part for part in last.amounts if like(part, whole) and part not in (whole, whole_of)]
    # Where the total itself is wrong, what is left may follow from its parts.
    by_parts = whole.base - sum(part.base for part in parts)
    return None if parts and agrees(claim, by_parts) else claim


def _product(place: Place, before: Sequence[Sentence], values: LetterValues) -> Iterator[Slip]:
    """``At 7 GB/s it takes 60 s``, ``in bf16 the weights take 26 GB``, of a size told before."""
    sentence, number, told = place.sentence, place.number, place.told
    if not told.dimensions or not LINK.search(place.lead) or not place.told.base:
        return
    parts, powers = [], []
    for factor in place.pending:
        read, _ = measured(sentence, factor)
        if sentence.amounts[factor].is_share or not read:
            return
        parts.append(sentence.amounts[factor])
        powers.append(read)
    size = _FORMAT.search(sentence.words)
    if size and _WEIGHTS.search(sentence.words) and not parts:
        each = next(
            value
            for names, value in _FORMATS.items()
            if re.fullmatch(names, size[1], re.IGNORECASE)
        )
        parts.append(
            Amount(each, 0.0, f"{each:g} bytes", 0, 0, "bytes", 1.0, (("information", 1),))
        )
        powers.append({"information": 1, "param": -1})
    goal, _ = measured(sentence, number)
    if len(parts) != 1:
        return
    claims = dict[float, Claim]()
    for other, read in _supply(place, before, values, powers[0]):
        claim = multiplied([other, parts[0]], [read, powers[0]], told, goal)
        if claim is not None:
            claims[other.base] = claim
    if not claims or any(
        abs(told.base / claim.readings[0] - 1) < NEAR_BY + claim.rough for claim in claims.values()
    ):
        return
    typed = [claim for claim in claims.values() if is_mistyped(claim)]
    if len(typed) == 1 or (typed and "param" in powers[0]):
        yield Slip(typed[-1].what, typed[-1].readings[0] / told.factor, told)


def _supply(
    place: Place, before: Sequence[Sentence], values: LetterValues, powers: dict[str, int]
) -> Iterator[tuple[Amount, dict[str, int]]]:
    """The amounts that the sentences before tell, and the parameters that letters count."""
    counting = {g for g, unit in values.units.items() if getattr(unit, "name", "") == "param"}
    start = before[0].start if before else place.sentence.start
    told = list[tuple[int, Amount, dict[str, int]]]()
    for sentence in (*before[-SENTENCES:], place.sentence):
        for number, amount in enumerate(sentence.amounts):
            if (
                amount.start < place.told.start and number not in place.pending
            ) or sentence is not place.sentence:
                told.append((amount.start, amount, measured(sentence, number)[0]))
    if "param" in powers:
        given = [
            (value.offset, value.value) for value in values.system.values
            if start <= value.offset < place.told.start and value.glyph in counting
        ]  # fmt: skip
        if not given and not any("param" in read for _, _, read in told):
            lone = [value for glyph, value in values.lone().items() if glyph in counting]
            given = [(0, lone[0])] if len(lone) == 1 else []
        told += [
            (offset, Amount(value, 0.0, f"{value:.4g} parameters", 0, 0), {"param": 1})
            for offset, value in given
        ]
    for _, amount, read in sorted(told, key=lambda entry: entry[0]):
        if "param" not in read or amount.value > LEAST:
            yield amount, read
