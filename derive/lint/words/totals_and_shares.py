"""Operations on amounts of one kind: totals, what is left of a whole, shares in percent."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from .digits import MANY_DIGITS, digits_in
from .quantities import Amount
from .reckoning import (
    CLOSED,
    LINK,
    THE,
    THUS,
    TOTAL,
    VERB,
    WHOLE,
    Claim,
    Place,
    cue,
    is_only_a_word,
    like,
)  # fmt: skip
from .sentences import Sentence

MOST_PARTS = 9
_SUMMED = cue(
    rf"(?:\b(?:sums?(?: up)? to|adds?(?: up)? to|summing(?: up)? to|adding up to|totall?ing"
    rf"|total(?: of| is)?|{TOTAL})(?: {VERB}| that is| they (?:take|need|are|make|use))?[,:]?)$"
)
_SUMMED_BEHIND = cue(rf"^{TOTAL}\b")
_JOINED = cue(r"[^:;¤]{0,60}?(?:,|\band\b|\bplus\b|\+)[^:;¤]{0,60}")
APART = cue(
    r"(?<![-\w])(?:minus|less|leav\w+|left|sav\w+|instead|rather|versus|vs|from|to|than|which|that"
    r"|including|includes|or|each|per|every|at|times|after|before|when|until|but|out|down|up|while"
    r"|free|spare|more|not|both|either|with|if)\b|\bfor $|(?<!\w)[-−]|[/×(]"
)
VAGUE = cue(
    r"\b(?:overlap\w*|parallel|concurrent\w*|simultaneous\w*|hidden|hides|each|per|every|both"
    r"|respectively|overhead|other|rest|remaining|further|also|additional|more)\b"
)


def is_joined(words: str) -> bool:
    """Whether the words between two amounts only list them."""
    return _JOINED.fullmatch(words) is not None and not APART.search(words)


def total(place: Place) -> Claim | None:
    """``40 GB, 12 GB and 4 GB, in total 56 GB``."""
    lead, told = place.lead, place.told
    summed = _SUMMED.search(lead)
    if summed is None and _SUMMED_BEHIND.match(place.tail) and THUS.search(lead):
        summed = re.compile(r"(?:,[^,]*)?$").search(lead)
    if summed is None or VAGUE.search(place.words()) or not told.unit:
        return None
    if APART.search(re.sub(r",? (?:which|that|this)$", "", lead[: summed.start()].split(",")[0])):
        return None
    parts = list[Amount]()
    for number in reversed(place.pending):
        part = place.sentence.amounts[number]
        if not like(part, told) or not part.unit:
            break
        if parts and not is_joined(place.sentence.gaps[number + 1]):
            break
        parts.insert(0, part)
    return added(parts, told, place.before)


def added(parts: Sequence[Amount], told: Amount, others: Sequence[Amount] = ()) -> Claim | None:
    """A total of several parts; it may be one of the last of them only, or many times as much."""
    if not 2 <= len(parts) <= MOST_PARTS or any(not like(part, told) for part in parts):
        return None
    bases = [part.base for part in parts]
    readings = [sum(bases[start:]) for start in range(len(bases) - 1)]
    readings += [readings[0] * other.value for other in others if other not in parts]
    shown = (part.shown.rstrip("\\% ") if part.is_share else part.shown for part in parts)
    return Claim(
        " + ".join(shown), told, tuple(readings), tuple(parts),
        slack=sum(part.slack for part in parts if part.dimensions or not part.whole),
        wide=any(part.loose for part in parts),
    )  # fmt: skip


_LEAVES = cue(r"\b(?:leaves?|leaving|left|remain|minus|less)(?: with| of it)?(?: us)?$")
LEFT = cue(
    r"^(?:[a-z]+ )?(?:(?:is|are|stays?) )?"
    r"(?:left|free|remain(?:s|ing)?|over(?! (?:the|a|an|each|every|one|all)\b)|unused|spare)\b"
)
_LESS = cue(r"^(?:minus|less)\b")
MANY = cue(
    r"\b(?:each|per|every|respectively|both|rather|instead|more than|less than|almost|nearly"
    r"|further|another|other|additional\w*)\b"
)


def rest(place: Place) -> Claim | None:
    """``Of the 80 GB, 56 GB are used, which leaves 24 GB``."""
    told = place.told
    alike = [part for part in place.before if like(part, told) and part.unit]
    if len(alike) < 2 or MANY.search(place.words()) or told.is_share:
        return None
    subtracted = _LESS.match(place.sentence.gaps[place.number - 1].lstrip()) and LINK.search(
        place.lead
    )
    if not (_LEAVES.search(place.lead) or LEFT.match(place.tail) or subtracted):
        return None
    whole = max(alike, key=lambda part: part.base)
    parts = [part for part in alike if part is not whole]
    if told.base >= whole.base or len(parts) > MOST_PARTS:
        return None
    return left(whole, parts, told)


def left(whole: Amount, parts: Sequence[Amount], told: Amount) -> Claim:
    """What is left of a whole when some or all of the parts are taken."""
    sums = [
        sum(part.base for part in some)
        for many in range(len(parts), 0, -1) for some in itertools.combinations(parts, many)
    ]  # fmt: skip
    return Claim(
        f"{whole.shown} less {' and '.join(part.shown for part in parts)}", told,
        tuple(whole.base - taken for taken in sums), (whole, *parts),
        slack=sum(part.slack for part in (whole, *parts) if part.dimensions or not part.whole),
        wide=any(part.loose for part in (whole, *parts)),
    )  # fmt: skip


UNLIKE = cue(
    r"\b(?:each|per|every|another|respectively|between|both|rest|remaining|left|free|saves?|saving"
    r"|savings|growth|grows?|increase\w*|decrease\w*|rais\w+|reduc\w+|drops?|falls?|rises?"
    r"|utili[sz]ation|efficien\w+|accuracy|margin|discount|confidence|faster|slower|twice|half|peak)\b"
)
_OF = cue(rf"\b(?:(?:out )?of|against) {THE}(?:advertised |available |theoretical |nominal )?$")
_OF_AT_FIRST = cue(r"^(?:so |thus |hence )?(?:out )?of\b")
_OF_THE_WHOLE = cue(r"^of (?:the (?:whole|total|former|first)|all|it)\b")


def share(place: Place) -> Claim | None:
    """``Of the 80 GB, 56 GB are used, that is 70 %``; ``56 GB, which is 70 % of the 80 GB``."""
    told, sentence, number = place.told, place.sentence, place.number
    if not told.is_share or not THUS.search(place.lead) or UNLIKE.search(place.inner):
        return None
    behind = sentence.amounts[number + 1 : number + 2]
    if behind and re.fullmatch(_OF.pattern, sentence.gaps[number + 1].strip() + " ", re.IGNORECASE):
        parts = [part for part in place.before if like(part, behind[0])]
        return shared(parts[-1], behind[0], told, place.before) if parts else None
    if not CLOSED.match(place.tail):
        return None
    if _OF_THE_WHOLE.match(place.tail) and place.before:
        first = re.match(r"\s*([\d.,]+)\s*-", place.before[-1].formula)
        if first:
            part = place.before[-1]
            amount = Amount(float(first[1].replace(",", "")), part.half, first[1], 0, 0, part.unit,
                            part.factor, part.dimensions, part.counted)  # fmt: skip
            return shared(part, amount, told, place.before)
    alike = [amount for amount in place.before if amount.unit and not amount.is_share]
    if re.match(r"of (?:it|them|the (?:whole|total))\b", place.tail) and len(alike) == 2:
        part, whole = sorted(alike, key=lambda amount: amount.base)
        return shared(part, whole, told, place.before) if like(part, whole) else None
    wholes = [
        n for n in place.pending
        if _OF.search(sentence.gaps[n] + " ") or (n == 0 and _OF_AT_FIRST.match(sentence.gaps[0]))
    ]  # fmt: skip
    if not wholes:
        return None
    whole = max((sentence.amounts[n] for n in wholes), key=lambda amount: amount.base)
    parts = [part for part in place.before if part is not whole and like(part, whole)]
    return shared(parts[-1], whole, told, place.before) if parts else None


def shared(
    part: Amount, whole: Amount, told: Amount, others: Sequence[Amount] = ()
) -> Claim | None:
    """The share of a part in a whole; what is printed may be that of the rest, or a growth."""
    if part.is_share or whole.is_share or not (part.unit or whole.unit):
        return None
    if not 0 < part.base < whole.base:
        return None
    gives = WHOLE * part.base / whole.base
    readings = [gives, WHOLE - gives, WHOLE * (whole.base / part.base - 1)]
    readings += [
        WHOLE * other.base / whole.base
        for other in others if other not in (part, whole) and like(other, whole)
    ]  # fmt: skip
    what = " of ".join(
        amount.shown if amount.dimensions else amount.shown.partition(" ")[0]
        for amount in (part, whole)
    )
    return Claim(what, told, tuple(readings), (part, whole), rough=_digits(part) + _digits(whole),
                 wide=part.loose or whole.loose)  # fmt: skip


def _digits(amount: Amount) -> float:
    """How far off a measured amount may be; what is counted stands as it is."""
    return amount.half / amount.value if amount.dimensions or not amount.whole else 0.0


def share_applied(place: Place) -> Claim | None:
    """``40 % of the 80 GB is 32 GB``."""
    told, sentence, number = place.told, place.sentence, place.number
    if number < 2 or place.pending[-2:] != [number - 2, number - 1]:
        return None
    portion, whole = sentence.amounts[number - 2 : number]
    if not portion.is_share or not like(whole, told) or whole.is_share or not whole.unit:
        return None
    if not re.fullmatch(_OF.pattern, sentence.gaps[number - 1].strip() + " ", re.IGNORECASE):
        return None
    if not THUS.search(place.lead) or re.match(r"(?:more|less|per|each|an?)\b", place.tail):
        return None
    if re.search(r">\s*$", sentence.gaps[number - 2]) or UNLIKE.search(place.inner):
        return None
    gives = portion.value / WHOLE * whole.base
    rough = portion.half / portion.value + _digits(whole) if portion.value else 0.0
    return Claim(f"{portion.shown} of {whole.shown}", told, (gives,), (portion, whole), rough=rough,
                 wide=portion.loose or whole.loose)  # fmt: skip


_ANEW = cue(r";(?! ?(?:so|hence|thus|therefore|together|that|this|which|in all)\b)")


def unsaid_total(place: Place) -> Claim | None:
    """``84 GB, and 14 GB more, so we need 98 GB``: no word says "in total", but digits may."""
    # "1.8 %, 0.9 % and 0.5 %; again it adds 33 %": a semicolon begins another reckoning.
    gaps = place.sentence.gaps[: place.number + 1]
    begun = max((at for at, gap in enumerate(gaps) if _ANEW.search(gap)), default=0)
    amounts = [place.sentence.amounts[at] for at in place.pending if at >= begun]
    told, parts = place.told, [part for part in amounts if not is_only_a_word(part)]
    if not LINK.search(place.lead) or not CLOSED.match(place.tail) or not told.unit:
        return None
    if place.lead.strip() == ",":
        # "(1B, 8B, 70B)" is a list.
        return None
    if any(part.kind != told.kind or part.base >= told.base for part in parts):
        return None
    claim = added(parts, told)
    return claim.replaced(typed=True) if claim and not VAGUE.search(place.words()) else None


def share_as_percent(sentence: Sentence) -> Iterator[tuple[Amount, Amount]]:
    """``0.825 here: the core made up 0.825 %``: a share, and its digits once more as percent."""
    for first, again in itertools.pairwise(sentence.amounts):
        plain = not (first.unit or first.dimensions) and again.is_share
        many = digits_in(first.shown) >= MANY_DIGITS
        if plain and many and 0 < first.value < 1 and first.value == again.value:
            yield first, again
