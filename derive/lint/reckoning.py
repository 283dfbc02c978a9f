"""Sentences reckoned again: a table of operations on the amounts that stand before another one.

An operation has a cue, a few words beside the amount, and units that must fit; it tells all
values by which the sentence may be right. One judge compares them with what is printed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isclose

from .digits import digits_in, exchanged, is_binary
from .sentences import Amount, Sentence

EXACT, ABOUT, NEAR = 0.02, 0.1, 0.05
WHOLE = 100.0
MOST_PARTS, MOST_EXPLAINING = 9, 7
_HEDGE = re.compile(
    r"\s*(?:\b(?:just|only|about|roughly|some|nearly|almost|around|exactly|approximately|already"
    r"|merely|another)|[≈~])\s*$",
    re.IGNORECASE,
)


def cue(text: str) -> re.Pattern[str]:
    """A pattern over words; a space is any space."""
    return re.compile(text.replace(" ?", r"\s*").replace(" ", r"\s+"), re.IGNORECASE)


_VERB = (
    r"(?:is|are|was|were|be|makes?|gives?|giving|equals?|means|becomes?|have|has|holds?|takes?"
    r"|lasts?|needs?|costs?|requires?|uses?|fills?|occup(?:y|ies)|weighs?|draws?|reach(?:es)?"
    r"|sustains?|delivers?|achieves?|provides?|offers?|moves?|reads?|writes?|do|does|sends?"
    r"|process(?:es)?|stores?|comes? to|amounts? to|is worth)"
)
_TOTAL = r"(?:in total|in all|altogether|together)"
LINK = cue(
    rf"(?:(?<!to\s)\b{_VERB}(?: up| alone| us| a total of| {_TOTAL})?|[=≈]|\bor|\bi\.e\.,?|\bthat is,?|\bso"
    rf"|\bthus|\bhence|\btherefore|,|\(|\b{_TOTAL})$"
)
THUS = cue(r"(?:\b(?:is|are|makes?|amounts? to|equals?|or|i\.e\.,?|that is,?|so)|[,:] ?|\(|=)$")
# What stands behind a result must not say of what it is one, or compare.
CLOSED = cue(
    r"^(?:[.,;:)–—]|$|(?:in total|in all|altogether|together|of (?:it|them|memory|HBM|storage|disk"
    r"|the (?:total|whole|time|step|memory|budget|GPU|cluster|bill)))\b)"
    r"(?! ?[,)]? ?(?:more|less|faster|slower|higher|lower|better|worse)\b)"
)
NET = cue(r"^ ?(?:after|net|effective|usable|in practice|of payload|without|less)\b")
THE = r"(?:(?:the|a|an|its|these|all|our|those|their|total of) )*"


@dataclass(frozen=True, slots=True)
class Claim:
    """What an amount should be by an operation: every reading, the plain one first."""

    what: str
    told: Amount
    readings: tuple[float, ...]
    parts: tuple[Amount, ...]
    slack: float = 0.0
    rough: float = 0.0
    wide: bool = False
    # Said of a typing slip only: the sentence may mean something else.
    typed: bool = False
    # The signs or the two units beside the number leave no doubt what is reckoned.
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """An amount that does not follow: what was reckoned, and what it comes to in its unit."""

    what: str
    gives: float
    told: Amount


@dataclass(slots=True)
class Place:
    """An amount of a sentence, the words at its sides, and the amounts that it may follow from."""

    sentence: Sentence
    number: int
    pending: list[int] = field(default_factory=list)

    @property
    def told(self) -> Amount:
        """The amount itself."""
        return self.sentence.amounts[self.number]

    @property
    def lead(self) -> str:
        """The words before it, from the last amount on, without those that say "about"."""
        words = self.sentence.gaps[self.number].rstrip()
        while shorter := _HEDGE.search(words):
            words = words[: shorter.start()]
        return words

    @property
    def tail(self) -> str:
        """The words behind it, up to the next amount."""
        return self.sentence.gaps[self.number + 1].lstrip()

    @property
    def before(self) -> list[Amount]:
        """The amounts before it that no other result of the sentence was reckoned from."""
        return [self.sentence.amounts[number] for number in self.pending]

    def at(self, number: int) -> Place:
        """Another amount of the sentence."""
        return Place(self.sentence, number, [other for other in self.pending if other < number])

    def words(self) -> str:
        """The words up to the amount and right behind it."""
        return " ".join(self.sentence.gaps[: self.number + 2])

    @property
    def inner(self) -> str:
        """The words between the first amount and this one."""
        return " ".join(self.sentence.gaps[min(self.number, 1) : self.number + 1])


Operation = Callable[[Place], Claim | None]


def like(part: Amount, other: Amount) -> bool:
    """Whether one may be a part of the other; what is counted may lack its noun."""
    if part.is_share or other.is_share or part.dimensions or other.dimensions:
        return part.kind == other.kind
    return part.kind == other.kind or not part.unit or not other.unit


def agrees(claim: Claim, gives: float) -> bool:
    """Whether a reading is what is printed, as far as the digits of both go."""
    told = claim.told
    slack = max(claim.slack, claim.rough * abs(gives))
    room = (ABOUT if claim.wide or told.loose else EXACT) * abs(gives)
    if abs(gives - told.base) <= slack + max(told.slack, room):
        return True
    rough = slack / abs(gives) + told.slack / told.base if gives else 0.0
    return told.kind == (("information", 1),) and is_binary(gives / told.base, rough)


def judged(claim: Claim, others: Sequence[Amount]) -> Slip | None:
    """A slip where no reading is what is printed.

    All other amounts before it must be accounted for, or the number be mistyped: else the
    sentence may reckon with what was not understood.
    """
    told = claim.told
    if not told.base or any(agrees(claim, reading) for reading in claim.readings):
        return None
    if claim.plain:
        return Slip(claim.what, claim.readings[0] / told.factor, told)
    if any(agrees(claim, reading) for reading in _explanations(claim, others)):
        return None
    rest = [other for other in others if other not in claim.parts and not is_only_a_word(other)]
    if (claim.typed or rest) and not is_mistyped(claim):
        return None
    return Slip(claim.what, claim.readings[0] / told.factor, told)


def is_only_a_word(amount: Amount) -> bool:
    """Whether it is a number in words without a unit: it may be said of anything."""
    return amount.in_words and not amount.unit


def is_mistyped(claim: Claim) -> bool:
    """Whether a number is the right one off by a prefix, with digits exchanged, or with one wrong."""
    told, gives = claim.told, claim.readings[0] / claim.told.factor
    if gives <= 0 or told.value <= 0:
        return False
    digits = digits_in(told.shown.partition("×")[0])
    room = min(claim.rough + claim.slack / (gives * told.factor) + told.half / told.value, NEAR)
    printed, right = (
        f"{number:.{max(digits - 1, 0)}e}".partition("e")[0].replace(".", "")
        for number in (told.value, gives)
    )
    apart = [place for place in range(len(right)) if printed[place : place + 1] != right[place]]
    return (
        is_another_size(told.value / gives, room)
        or exchanged(told.value, gives, digits)
        or (digits == 2 and printed == right[::-1] != right)
        or (digits > 2 and len(apart) == 1 and apart[0] < len(right) - 1)
    )


def is_another_size(ratio: float, room: float) -> bool:
    """Whether two amounts differ by a prefix or by the eight bits of a byte."""
    known = (8.0, 10.0, 100.0, 1e3, 1e6, 1e9, 8e3, 125.0)
    near = max(room, 0.03)
    return any(abs(ratio * size - 1) <= near or abs(ratio / size - 1) <= near for size in known)


def _explanations(claim: Claim, others: Sequence[Amount]) -> Iterator[float]:
    """What one or two of the amounts give by any operation that has the unit of the result."""
    told = claim.told
    for one in others[:MOST_EXPLAINING]:
        if one.kind == told.kind and one not in claim.parts:
            yield one.base
        for other in others[:MOST_EXPLAINING]:
            if not other.base or not one.base or {one, other} <= {*claim.parts}:
                continue
            if one.kind == told.kind == other.kind:
                yield from (one.base + other.base, abs(one.base - other.base))
            elif one.kind == told.kind and not other.unit:
                yield from (one.base * other.base, one.base / other.base)
            if told.is_share and one.kind == other.kind:
                yield from (WHOLE * one.base / other.base, WHOLE * abs(1 - one.base / other.base))


def slips(sentence: Sentence, operations: Sequence[Operation]) -> Iterator[Slip]:
    """The amounts of a sentence that do not follow from those before them."""
    spent: set[Amount] = set()
    for number in range(len(sentence.amounts)):
        pending = [n for n in range(number) if sentence.amounts[n] not in spent]
        place = Place(sentence, number, pending)
        claim = next((claim for operation in operations if (claim := operation(place))), None)
        if claim is not None:
            spent |= {*claim.parts}
            slip = judged(
                claim, [*place.before, *(p for p in claim.parts if p not in place.before)]
            )
            if slip is not None:
                yield slip


# Operations on amounts of one kind: totals, rests, shares.

_SUMMED = cue(
    rf"(?:\b(?:sums?(?: up)? to|adds?(?: up)? to|summing(?: up)? to|adding up to|totall?ing"
    rf"|total(?: of| is)?|{_TOTAL})(?: {_VERB}| that is| they (?:take|need|are|make|use))?[,:]?)$"
)
_SUMMED_BEHIND = cue(rf"^{_TOTAL}\b")
_JOINED = cue(r"[^:;¤]{0,60}?(?:,|\band\b|\bplus\b|\+)[^:;¤]{0,60}")
_APART = cue(
    r"\b(?:minus|less|leav\w+|left|sav\w+|instead|rather|versus|vs|from|to|than|which|that"
    r"|including|includes|or|each|per|every|at|times|after|before|when|until|but|out|down|up|while"
    r"|free|spare|more|not|both|either|with|if)\b|\bfor $|[-−/×(]"
)
VAGUE = cue(
    r"\b(?:overlap\w*|parallel|concurrent\w*|simultaneous\w*|hidden|hides|each|per|every|both"
    r"|respectively|overhead|other|rest|remaining|further|also|additional|more)\b"
)


def is_joined(words: str) -> bool:
    """Whether the words between two amounts only list them."""
    return _JOINED.fullmatch(words) is not None and not _APART.search(words)


def total(place: Place) -> Claim | None:
    """``40 GB, 12 GB and 4 GB, in total 56 GB``."""
    lead, told = place.lead, place.told
    summed = _SUMMED.search(lead)
    if summed is None and _SUMMED_BEHIND.match(place.tail) and THUS.search(lead):
        summed = re.compile(r"(?:,[^,]*)?$").search(lead)
    if summed is None or VAGUE.search(place.words()) or not told.unit:
        return None
    if _APART.search(re.sub(r",? (?:which|that|this)$", "", lead[: summed.start()].split(",")[0])):
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
_LEFT = cue(
    r"^(?:[a-z]+ )?(?:(?:is|are|stays?) )?(?:left|free|remain(?:s|ing)?|over|unused|spare)\b"
)
_LESS = cue(r"^(?:minus|less) THE".replace("THE", THE))
_WHOLE_BEFORE = cue(rf"(?:\b(?:of|from|off|have|has|with)|^|,) {THE}$")
_MANY = cue(
    r"\b(?:each|per|every|respectively|both|rather|instead|more than|less than|almost|nearly"
    r"|further|another|other|additional\w*)\b"
)


def rest(place: Place) -> Claim | None:
    """``Of the 80 GB, 56 GB are used, which leaves 24 GB``."""
    told = place.told
    alike = [part for part in place.before if like(part, told) and part.unit]
    if len(alike) < 2 or _MANY.search(place.words()) or told.is_share:
        return None
    subtracted = _LESS.match(place.sentence.gaps[place.number - 1].lstrip()) and LINK.search(
        place.lead
    )
    if not (_LEAVES.search(place.lead) or _LEFT.match(place.tail) or subtracted):
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


_UNLIKE = cue(
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
    if not told.is_share or not THUS.search(place.lead) or _UNLIKE.search(place.inner):
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
    if part.is_share or whole.is_share or not (part.unit or whole.unit) or part.base >= whole.base:
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
    if number < 2 or not place.pending[-2:] == [number - 2, number - 1]:
        return None
    portion, whole = sentence.amounts[number - 2 : number]
    if not portion.is_share or not like(whole, told) or whole.is_share or not whole.unit:
        return None
    if not re.fullmatch(_OF.pattern, sentence.gaps[number - 1].strip() + " ", re.IGNORECASE):
        return None
    if not THUS.search(place.lead) or re.match(r"(?:more|less|per|each|an?)\b", place.tail):
        return None
    if re.search(r">\s*$", sentence.gaps[number - 2]) or _UNLIKE.search(place.inner):
        return None
    gives = portion.value / WHOLE * whole.base
    rough = portion.half / portion.value + _digits(whole) if portion.value else 0.0
    return Claim(f"{portion.shown} of {whole.shown}", told, (gives,), (portion, whole), rough=rough,
                 wide=portion.loose or whole.loose)  # fmt: skip


def close(one: float, other: float) -> bool:
    """Whether two numbers are one but for what floats and digits lose."""
    return isclose(one, other, rel_tol=EXACT)
