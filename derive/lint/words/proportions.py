"""Operations that multiply: products that units decide, conversions, signs, ratios and changes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from math import isclose, log2, log10, prod

from derive.lazy import lazy_re

from .counted_for_each import measured, times
from .digits import digits_in, exchanged, is_binary
from .quantities import Amount
from .reckoning import (
    CLOSED,
    EXACT,
    LINK,
    NET,
    Claim,
    Place,
    cue,
    is_another_size,
)
from .sentences import Sentence

# "At Z = 25 each takes 0.3 s": there it is who does something.
_AT_RATE = cue(r"^(?:[a-z-]+ ){0,4}?(?:at|over|through|with|for)(?: an?)?(?: full)?$")
_UNSAID = lazy_re(
    r"\b(?:each|every|per|apiece|both|twice|half|double|round|respectively|other|extra|spare"
    # "Those 2 GB cost 2.61 ms": of what was reckoned before.
    r"|discount|free|idle|plus|overlap\w*|unless|minus|those)\b",
    re.IGNORECASE,
)
_COUNTED_IN_B = lazy_re(r"\dB$")
BITS, BILLION, MOST_FACTORS = 8.0, 1e9, 4


# "65,536 or less" is a bound, and counts nothing.
_BOUND = cue(r"^ or (?:less|more|fewer|above|below|over|under)\b")
_NEXT_CASE = cue(r"; (?:at|with|for|on|over|through)\b")


def product(place: Place) -> Claim | None:
    """``512 GPUs at 2 USD per GPU-hour for 10 hours cost 10,240 USD``: units say what to do."""
    told, sentence, number = place.told, place.sentence, place.number
    # "With $Q = 1536$ this is" says a value of a letter, and counts nothing.
    factors = [
        each for each in place.pending
        if not _is_of_a_letter(sentence.amounts[each]) and not _BOUND.match(sentence.gaps[each + 1])
        and not _is_aside(sentence, each)
    ]  # fmt: skip
    # "At 80 GB/s this takes 0.35 s; at 360 GB/s that takes 0.117 s": what follows is of its own.
    begun = max((n for n in range(number + 1) if _NEXT_CASE.search(sentence.gaps[n])), default=0)
    if any(sentence.amounts[each].kind == told.kind for each in factors if each < begun):
        factors = [each for each in factors if each >= begun]
    tail = place.tail
    if _AT_RATE.match(tail.strip()) and number + 1 < len(sentence.amounts):
        factors.append(number + 1)
        tail = sentence.gaps[number + 2].lstrip()
    goal, said = measured(sentence, number)
    if not LINK.search(place.lead) or told.is_share or not goal or _is_aside(sentence, number):
        return None
    if said == 0 and not CLOSED.match(tail):
        return None
    words = " ".join(sentence.gaps[: number + 2 + (factors[-1:] > [number])])
    # Of several amounts the last ones are meant; of those before only a typing slip is told.
    for first in range(min(len(factors) - 1, MOST_FACTORS)):
        read = [measured(sentence, factor) for factor in factors[first:]]
        parts = [sentence.amounts[factor] for factor in factors[first:]]
        if len(_UNSAID.findall(words)) != said + sum(many for _, many in read):
            continue
        claim = multiplied(parts, [powers for powers, _ in read], told, goal)
        if claim is not None:
            # "Inside a node ($p = 8$, $a = 2$ µs, $B = 450$ GB/s) this is 7.2 MB": the formula
            # that is meant may take the plain number, too.
            plain = (amount.value for amount in place.before if _is_of_a_letter(amount))
            also = [way for many in plain if many
                    for way in (claim.readings[0] * many, claim.readings[0] / many)]  # fmt: skip
            return claim.replaced(readings=(*claim.readings, *also))
    return None


# "A 400 Gb/s port (50 GB/s)".
_OPENS = cue(r" ?(?:[A-Za-z-]+ )?\(")


def _is_aside(sentence: Sentence, number: int) -> bool:
    """Whether brackets tell an amount once more: "8.4 kW per node (1.05 kW per GPU)"."""
    alike = sentence.amounts[number].dimensions == sentence.amounts[number - 1].dimensions != ()
    return number > 0 and alike and _OPENS.fullmatch(sentence.gaps[number]) is not None


def _is_of_a_letter(amount: Amount) -> bool:
    """Whether an amount is the plain number that a formula gives a letter."""
    return amount.formula.rstrip().endswith("=") and not (amount.unit or amount.dimensions)


def multiplied(
    parts: Sequence[Amount], powers: Sequence[Mapping[str, int]], told: Amount,
    goal: Mapping[str, int],
) -> Claim | None:  # fmt: skip
    """The one way to multiply and divide amounts that has the unit of the result."""
    if not 2 <= len(parts) <= MOST_FACTORS or not all(powers) or not all(p.base for p in parts):
        return None
    ways = list(_ways(powers, goal))
    if len(ways) != 1:
        return None
    gives = prod(part.base**sign for part, sign in zip(parts, ways[0], strict=True))
    return Claim(
        _told_as(parts, ways[0]), told, (gives,), tuple(parts),
        rough=sum(part.rough for part in parts), wide=any(part.loose for part in parts),
    )  # fmt: skip


# What no word beside an amount leaves out, as it may leave out "per step".
_MEASURES = frozenset(("time", "information", "operations", "money", "energy"))


def _ways(
    powers: Sequence[Mapping[str, int]], goal: Mapping[str, int]
) -> Iterator[tuple[int, ...]]:
    for signs in itertools.product((1, -1), repeat=len(powers)):
        over: Mapping[str, int] = {}
        for factor, sign in zip(powers, signs, strict=True):
            over = times(over, factor, sign)
        over = times(over, goal, -1)
        # "250 MB per step, or 5 ms": of each step, too.
        spare = len(over) == 1 and all(
            power == -1 and all(factor.get(noun, -1) == -1 for factor in powers)
            for noun, power in over.items()
        )
        if not over or (spare and not _MEASURES & {*over}):
            yield signs


def _told_as(parts: Sequence[Amount], signs: Sequence[int]) -> str:
    if len(parts) == 2 and -1 not in signs and not parts[0].dimensions:
        return f"{parts[0].shown} of {parts[1].shown}"
    if len(parts) == 2 and -1 in signs:
        return " at ".join(parts[signs.index(sign)].shown for sign in (1, -1) if sign in signs)
    return " times ".join(part.shown for part in parts)


_AGAIN = cue(
    r"^(?:[.,]?[)\s]*)(?:,|\(|\b)? ?\b(?:that is|or|i\.e\.|which (?:is|equals)|so|gives|means|makes"
    r"|carries|equals?)(?: equal to)?,?$"
)
_ABOUT = cue(r"^, ?(?:about|roughly|approximately|nearly|almost|some) ?$")
_PUT_IN = cue(r"^\s*(?:for|with|at)\b[^,]*$")
_LISTS = cue(r"\s*,?\s*(?:and|or)?\s*")
_SHARED = cue(r"^(?:on |for |in |at |to )?(?:each|every|apiece)\b")
NEAR_BY, LEAST_DIGITS, CLOSE = 2.5, 3, 0.03
_TIME = (("time", 1),)


def _is_another_clock(told: Amount, ratio: float) -> bool:
    """Whether hours stand where days belong: "1.48e6 seconds, a little over 17 hours"."""
    steps = (step for step in (24.0, 60.0, 1440.0, 3600.0) if told.kind == _TIME)
    return any(abs(max(ratio, 1 / ratio) / step - 1) <= CLOSE for step in steps)


def _is_apart(place: Place, lead: str) -> bool:
    """Whether an amount is what a formula comes to with the one before it, or of a list with it.

    "For $A = 0.3$ GB that is 28.8 GB", "15 minutes, 1 hour, and 24 hours". Or it is of many:
    "3.21e-7 USD, which is 32 cents for a million tokens".
    """
    if _how_many(place.sentence, place.number):
        return True
    put_in = _PUT_IN.match(place.sentence.gaps[0]) and not lead.startswith((",", "("))
    more = place.number + 1 < len(place.sentence.amounts)
    # "That is 272 MiB, so 2.66 GiB per micro-batch": what follows may be of several.
    follows = lead.endswith("so") and _RATE_BEHIND.match(place.tail)
    return bool(put_in or follows or (lead == "," and more and _LISTS.fullmatch(place.tail)))


def is_in_bits(amount: Amount) -> bool:
    """Whether the unit of an amount is bits, times a power of ten."""
    return log10(amount.factor * 8).is_integer()


def conversion(place: Place) -> Claim | None:
    """``42.9 GB, or 40 GiB``: one amount in two units."""
    told, number = place.told, place.number
    # Of "64 GB each (59.6 GiB)" one is told in two units.
    lead = re.sub(r"\A(?:each|apiece|(?:per|a|an) \w+) (?=\()", "", place.lead.strip())
    beside = lead == "(" and place.tail.startswith(")")
    first = place.sentence.amounts[number - 1]
    # "5 GB, about 40 GB in all" is of two things; "67,108,864 bytes, about 67.1 megabits" of one.
    hedged = _ABOUT.match(place.sentence.gaps[number]) is not None
    again = _AGAIN.match(lead) or (hedged and is_in_bits(first) != is_in_bits(told))
    if number == 0 or not (beside or lead == "," or again):
        return None
    # "1163 hours, 48.5 days" says one thing twice; "2 hours, 30 minutes" adds.
    adds = (
        lead == ","
        and not again
        and not (first.kind == told.kind == _TIME and first.factor < told.factor)
    )
    # "m = 1.8e8 s (50,000 hours) gives M = 6.1 hours": another letter's value.
    if adds or (lead.startswith(")") and "=" in told.formula) or _is_apart(place, lead):
        return None
    if not told.dimensions or first.kind != told.kind or first.factor == told.factor:
        return None
    ratio = told.base / first.base if first.base and told.base else 1.0
    rough = (first.half / first.value if first.value else 0.0) + told.half / (told.value or 1.0)
    if told.kind == (("information", 1),):
        # One of the prefixes, or of the thousands of one, may be 1024.
        large, small = sorted((first, told), key=lambda amount: -amount.factor)
        most = round(log10(large.factor / small.factor) / 3)
        if small.base and large.base and is_binary(small.base / large.base, rough, max(most, 3)):
            return None
    digits = max(digits_in(amount.shown.partition("×")[0]) for amount in (first, told))
    # Without a comma, "or" may part two choices, but nobody chooses by three digits.
    if not lead.startswith((",", "(")) and "or" in lead.split() and digits < LEAST_DIGITS:
        return None
    # What is left of an amount is no other way to tell it, nor is a share of it, nor an alternative
    # of another size.
    clock = _is_another_clock(told, ratio)
    if ratio < 1 and not clock and (NET.match(place.tail) or _SHARED.match(place.tail)):
        return None
    is_exchanged = exchanged(told.value, first.base / told.factor, digits)
    is_other = is_exchanged or is_another_size(ratio, rough) or clock
    if max(ratio, 1 / ratio) > NEAR_BY and not is_other:
        return None
    # An amount in brackets may be told of something else.
    return Claim(first.shown, told, (first.base,), (first,), rough=rough, plain=not beside,
                 typed=beside)  # fmt: skip


_SAME = cue(r"^,? ?(?:that is|or|i\.e\.|which (?:is|equals)|equals?(?: to)?),?$")
# "3.35e12 bytes / second" is a rate all the same.
_RATE_BEHIND = cue(r"^(?:/|(?:in|at|per|an?|each|every|for (?:each|every|one))\b)")


def in_another_kind(sentence: Sentence) -> Iterator[tuple[Amount, Amount]]:
    """``82154 kWh, which is 82.2 MW``: the digits of one amount, in units of two kinds."""
    for number, (first, again) in enumerate(itertools.pairwise(sentence.amounts)):
        lead, behind = sentence.gaps[number + 1].strip(), sentence.gaps[number + 2].lstrip()
        kinds = first.dimensions, again.dimensions
        is_again = _SAME.match(lead) and not _RATE_BEHIND.match(behind)
        if is_again and all(kinds) and kinds[0] != kinds[1] and _has_its_digits(first, again):
            yield first, again


_OF_ONE = cue(
    r"^(?:(?:per|for|a|an|each|every|one|of) )*(?:[a-z]+ )?,? ?(?:or|that is|i\.e\.|which is),?$"
)
_FOR_SO_MANY = cue(
    r"^(?:per|for|each|every)(?: an?| one| each| every)?(?: (?P<many>thousand|[mb]illion))?\b"
)
_POWERS = {"thousand": 3, "million": 6, "billion": 9}


def _how_many(sentence: Sentence, number: int) -> int:
    """The power of ten of what an amount is told for, "for a million tokens"; 0 for none."""
    behind, after = sentence.gaps[number + 1].lstrip(), sentence.amounts[number + 1 :][:1]
    many = _FOR_SO_MANY.match(behind)
    if many is None:
        return 0
    if after and after[0].in_words and not behind[many.end() :].strip():
        return round(log10(after[0].value))
    return _POWERS.get((many["many"] or "").lower(), 0)


def of_so_many(sentence: Sentence) -> Iterator[tuple[Amount, Amount, int]]:
    """``2.14e-7 USD, or 0.214 USD for a thousand tokens``: for a million, by the last number."""
    for number, (first, again) in enumerate(itertools.pairwise(sentence.amounts)):
        said = _how_many(sentence, number + 1)
        alike = first.dimensions == again.dimensions != () and first.base and again.base
        if not said or not alike or not _OF_ONE.match(sentence.gaps[number + 1].strip()):
            continue
        powers = round(log10(again.base / first.base))
        if 0 < powers != said and _has_its_digits(first, again, LEAST_DIGITS - 1):
            yield first, again, powers


def _has_its_digits(first: Amount, again: Amount, least: int = LEAST_DIGITS) -> bool:
    """Whether so many digits or more are those of the other amount, and say something."""
    digits = min(digits_in(amount.shown.partition("×")[0]) for amount in (first, again))
    left, right = (
        f"{amount.value:.{max(digits - 1, 0)}e}".partition("e")[0] for amount in (first, again)
    )
    said = left.replace(".", "").rstrip("0")
    return digits >= least and left == right and len(said) > 1


_SIGNS = {
    "x": 1, "×": 1, "·": 1, "*": 1, "times": 1, "/": -1, "÷": -1, "divided by": -1,
    "+": 2, "plus": 2, "-": -2, "−": -2, "minus": -2,
}  # fmt: skip
_NUMERAL = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand|million"
)
_SHARE = (
    "half|halves|third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|per ?cent|square|cube"
    "|root|power|logarithm|log|inverse|reciprocal|fraction|multiple|ceiling|floor"
)
# A factor in words goes with what is reckoned behind it: "half of 3 times 4", "six times 7 × 8".
FACTOR_BEFORE = lazy_re(
    rf"(?:\b(?:{_NUMERAL}|twice|thrice|doubl[ey]|tripl[ey]|half|halving|doubling|times|plus|minus"
    rf"|multiplied\s+by|divided\s+by|over|per|squared|(?:{_SHARE})s?\s+of(?:\s+(?:the|these|all))?)"
    r"|\\?%\s*of(?:\s+(?:the|these|all))?)[\s$]*\Z",
    re.IGNORECASE,
)
_OF_BEFORE = lazy_re(
    r"(?<!total)(?<!product)(?<!sum)(?<!result)\s(?:of|than|by)\s*\Z", re.IGNORECASE
)
# What stands before it is no sign: of ``n × 8 × 4`` the first factor is not known.
_BEGINS = lazy_re(r"(?:^|[^\w\s<>)(¤=%^×·*/÷+−-]|[A-Za-z]{2,}\s?=|[a-z]{2,}[,:]?|\()\s*$")
# What a quotient of two units is printed in, without the step that leads there.
_STEPS = (BITS, 60.0, 3600.0, 24.0, 86400.0, 7.0, 12.0, 30.0, 365.0, 100.0, 1024.0, 1000.0)


def signs(place: Place) -> Claim | None:
    """``40 GB + 12 GB + 4 GB = 56 GB``: what is reckoned in digits, outside formulas."""
    told, sentence, number = place.told, place.sentence, place.number
    if not re.search(r"(?:=|\bis|\bgives|\bmakes)$", place.lead.strip(), re.IGNORECASE) or re.match(
        r"[x×*/÷+−=^(-]", place.tail
    ):
        return None
    if place.lead.strip() not in {"=", "is", "gives", "makes"}:
        return None
    gaps = [" ".join(gap.split()) for gap in sentence.gaps[:number]]
    first = number - 1
    while first > 0 and gaps[first] in _SIGNS:
        first -= 1
    ops = [_SIGNS[gap] for gap in gaps[first + 1 :]]
    before = "".join(sentence.gaps[first : first + 1])
    if not ops or FACTOR_BEFORE.search(before) or _OF_BEFORE.search(before):
        return None
    if not _BEGINS.search(before) or (first and not before.strip()):
        return None
    parts = sentence.amounts[first:number]
    shown = " ".join(
        word for gap, part in zip(("", *gaps[first + 1 :]), parts, strict=True)
        for word in (gap, part.shown) if word
    )  # fmt: skip
    shares = [part.is_share for part in (*parts, told)]
    if any(shares) and not all(shares[:-1]):
        return None
    if all(abs(sign) == 2 for sign in ops):
        return _summed(shown, parts, [1, *(sign // 2 for sign in ops)], told)
    if all(abs(sign) == 1 for sign in ops) and not any(shares) and all(p.base for p in parts):
        return _factored(shown, parts, [1, *ops], told)
    return None


def _summed(shown: str, parts: Sequence[Amount], ops: Sequence[int], told: Amount) -> Claim | None:
    if len({part.kind for part in (*parts, told) if part.unit}) > 1:
        return None
    # A term without a unit has that of the total.
    factors = [part.factor if part.unit else told.factor for part in parts]
    terms = list(zip(ops, parts, factors, strict=True))
    gives = sum(sign * part.value * factor for sign, part, factor in terms)
    slack = sum(part.half * factor for _, part, factor in terms if part.rough)
    return (
        Claim(shown, told, (gives,), tuple(parts), slack=slack, plain=True) if gives > 0 else None
    )


def _factored(
    shown: str, parts: Sequence[Amount], ops: Sequence[int], told: Amount
) -> Claim | None:
    gives = prod(part.base**sign for part, sign in zip(parts, ops, strict=True))
    powers: Mapping[str, int] = {}
    for part, sign in zip(parts, ops, strict=True):
        powers = times(powers, dict(part.dimensions), sign)
    if not powers and not any(part.dimensions for part in parts):
        if _is_stepped(gives, told):
            return None
        gives *= told.factor
    elif powers != dict(told.dimensions):
        return None
    elif not _COUNTED_IN_B.search(told.shown) and any(
        _COUNTED_IN_B.search(part.shown) for part in parts
    ):
        # The 8B of a model are as many weights and no bytes.
        gives *= BILLION
    rough = sum(part.rough for part in parts)
    return Claim(shown, told, (gives, gives * BITS, gives / BITS), tuple(parts), rough=rough,
                 wide=any(part.loose for part in parts), plain=True)  # fmt: skip


def _is_stepped(gives: float, told: Amount) -> bool:
    """Whether a number is another one's in a unit that lies a known step away."""
    if told.value <= 0 or gives <= 0:
        return True
    ratio = told.value / gives
    if any(isclose(ratio, step, rel_tol=EXACT) or isclose(ratio, 1 / step, rel_tol=EXACT)
           for step in _STEPS):  # fmt: skip
        return True
    # 8,192 bytes are 8 KiB and 33,554,432 of them 34 MB: as far as the digits go.
    room = max(told.half, 1e-3 * told.value, EXACT * told.value if told.dimensions else 0.0)
    return any(
        round(power) and isclose(gives * base ** round(power), told.value, abs_tol=room)
        for base, power in ((1000.0, log10(ratio) / 3), (1024.0, log2(ratio) / 10))
    )
