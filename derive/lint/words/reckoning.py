"""Sentences reckoned again: a table of operations on the amounts that stand before another one.

An operation has a cue, a few words beside the amount, and units that must fit; it tells all
values by which the sentence may be right. One judge compares them with what is printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from derive.frozen import Mutable, Record, fresh
from derive.lazy import lazy_re

from .digits import MANY_DIGITS, digits_in, exchanged, is_binary
from .quantities import Amount
from .sentences import Sentence

EXACT, ABOUT, NEAR = 0.02, 0.1, 0.05
WHOLE = 100.0
MOST_EXPLAINING = 7
_HEDGE = lazy_re(
    r"\s*(?:\b(?:just|only|about|roughly|some|nearly|almost|around|exactly|approximately|already"
    r"|merely|another|(?:just|a\s+little)\s+(?:over|under))|[≈~])\s*$",
    re.IGNORECASE,
)


def cue(text: str) -> re.Pattern[str]:
    """A pattern over words; a space is any space."""
    return lazy_re(text.replace(" ?", r"\s*").replace(" ", r"\s+"), re.IGNORECASE)


VERB = (
    r"(?:is|are|was|were|be|makes?|gives?|giving|equals?|means|becomes?|have|has|holds?|takes?"
    r"|lasts?|needs?|costs?|requires?|uses?|fills?|occup(?:y|ies)|weighs?|draws?|reach(?:es)?"
    r"|sustains?|delivers?|achieves?|provides?|offers?|moves?|reads?|writes?|do|does|sends?"
    r"|process(?:es)?|stores?|ends? up with|comes? (?:down |out )?(?:to|at)|amounts? to|is worth)"
)
TOTAL = r"(?:in total|in all|altogether|together)"
LINK = cue(
    rf"(?:(?<!to\s)\b{VERB}(?: up| alone| us| a total of| {TOTAL})?|[=≈]|\bor|\bi\.e\.,?"
    rf"|\bthat is,?|\bso|\bthus|\bhence|\btherefore|[,:]|\(|\b{TOTAL}|\btotal of)$"
)
THUS = cue(
    r"(?:\b(?:is|are|makes?|amounts? to|equals?|or|i\.e\.,?|that is,?|so"
    r"|an? (?:share|fraction|portion|goodput) of)|[,:] ?|\(|=)$"
)
# What stands behind a result must not say of what it is one, or compare.
CLOSED = cue(
    r"^(?:[.,;:)–—]|$|(?:in total|in all|altogether|together|of (?:it|them|memory|HBM|storage|disk"
    r"|the (?:total|whole|time|step|memory|budget|GPU|cluster|bill)))\b)"
    r"(?! ?[,)]? ?(?:more|less|faster|slower|higher|lower|better|worse)\b)"
)
NET = cue(r"^ ?(?:after|net|effective|usable|in practice|of payload|without|less)\b")
THE = r"(?:(?:the|a|an|its|these|all|our|those|their|total of) )*"


class Claim(Record):
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


class Slip(Record):
    """An amount that does not follow: what was reckoned, and what it comes to in its unit."""

    what: str
    gives: float
    told: Amount


class Place(Mutable):
    """An amount of a sentence, the words at its sides, and the amounts that it may follow from."""

    sentence: Sentence
    number: int
    pending: list[int] = fresh(factory=list)

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
    if claim.slack and not (claim.wide or told.loose) and _have_many_digits(claim):
        # What three digits and more are added up to is known to the last of them.
        slack, room = 2 * slack, 0.0
    if abs(gives - told.base) <= slack + max(told.slack, room):
        return True
    rough = slack / abs(gives) + told.slack / told.base if gives else 0.0
    return told.kind == (("information", 1),) and is_binary(gives / told.base, rough)


def _have_many_digits(claim: Claim) -> bool:
    amounts = (claim.told, *claim.parts)
    return all(digits_in(amount.shown.partition("×")[0]) >= MANY_DIGITS for amount in amounts)


def judged(claim: Claim, others: Sequence[Amount]) -> Slip | None:
    """A slip where no reading is what is printed.

    All other amounts before it must be accounted for, or the number be mistyped: else the
    sentence may reckon with what was not understood.
    """
    told, plain = claim.told, claim.readings[0] / claim.told.factor
    digits = digits_in(told.shown.partition("×")[0])
    # Digits in another order are no rounding, however roughly the operands are told.
    is_exchanged = exchanged(told.value, plain, digits) and abs(plain - told.value) > 2 * told.half
    near = claim.readings[is_exchanged and not told.loose :]
    if not told.base or any(agrees(claim, reading) for reading in near):
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
    """Whether a number is the right one off by a prefix, or with wrong or exchanged digits."""
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
