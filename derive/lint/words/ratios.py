"""Operations that compare: changes, factors, percent more or less."""

from __future__ import annotations

import re

from .quantities import Amount
from .reckoning import CLOSED, WHOLE, Claim, Place, cue, is_only_a_word

_TIMES = {
    "halv": 0.5, "doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "quarter": 0.25,
}  # fmt: skip
_CHANGES = cue(
    rf"\b(?P<verb>{'|'.join(_TIMES)})(?:es|s|ed|e|ing)?\b(?P<between>[^:;]{{0,60}}) from$"
)
_ANOTHER_VERB = cue(
    r"\b(?:takes?|brings?|moves?|turns?|gives?|makes?|lets?|is|are|has|have|cuts?|raises?|lowers?"
    r"|goes|while|and|but|when|each|per|every|respectively|both|rather|almost|nearly|further"
    r"|another|other|additional\w*)\b"
)
_THAN_BEFORE = (
    r"^times (?:faster|slower|less|more|smaller|larger|fewer|cheaper|shorter|longer"
    r"|as (?:much|many|fast|large|long))"
)
_TIMES_CLOSED = cue(_THAN_BEFORE + r"(?= ?(?:[.,;)]|$))")
_TIMES_FROM = cue(_THAN_BEFORE + r",? from$")
_FACTOR = cue(
    r"(?:[,(–—]|\bby)(?: that is| which is| i\.e\.| or| so)?(?: by)? ?(?P<a>a factor of)?$"
)
_PERCENT_THAN = cue(
    r"^(?:(?P<less>less|smaller|lower|fewer|shorter|slower|cheaper)"
    r"|(?:more|larger|higher|greater|longer|faster|bigger|dearer))\b"
    # What was before is no number of the sentence.
    r"(?! than (?:before|earlier|previously|then|now|today|ever|usual|it was)\b)"
)
_GROWS = cue(
    r"\b(?:(?P<falls>falls?|fell|drops?|dropped|decreases?d?|shrinks?|shrank)"
    r"|rises?|rose|grows?|grew|increases?d?) by$"
)
_MOVES = cue(r"\b(?:falls?|fell|drops?|dropped|shrinks?|shrank|rises?|rose|grows?|grew)\b")
_WHICH_IS = cue(r"(?:, (?:which is|that is|i\.e\.|or|so)|\(|,)$")
_SAVING = cue(r"(?:saving|saves|(?:saving|reduction|cut|decrease|drop) of)$")
_CHANGE_OF = cue(r", an? (?:saving|reduction|cut|decrease|drop|increase|rise|growth|gain) of$")
_YEARS = range(1800, 2101)
WORDS_ARE_WIDE, POINT = 0.1, 1.0


def _pair(place: Place) -> tuple[Amount, Amount, int] | None:
    """The amounts of "from A to B" next to a place, before or behind it, and where A stands."""
    amounts, gaps = place.sentence.amounts, place.sentence.gaps
    for first in (place.number - 2, place.number + 1, place.number - 1):
        if 0 <= first < len(amounts) - 1:
            says_from = re.search(r"\bfrom(?: about| roughly| some)? *$", gaps[first])
            says_to = re.fullmatch(
                r"\s*(?:down |up )?to(?: about| roughly| some| only)?\s*", gaps[first + 1]
            )
            if says_from and says_to and fit(amounts[first], amounts[first + 1]):
                return amounts[first], amounts[first + 1], first
    return None


def fit(a: Amount, b: Amount) -> bool:
    """Whether both tell one quantity; the first may leave its unit to the second.

    "From 2010 to 2017" are years.
    """
    if not (a.unit or b.unit) and all(x.whole and x.value in _YEARS for x in (a, b)):
        return False
    return bool(a.base and b.base) and (a.kind == b.kind or not a.unit)


def _start(a: Amount, b: Amount) -> float:
    """The first of two amounts, in the unit of the second where it has none of its own."""
    return a.base if a.unit else a.value * b.factor


def change(place: Place) -> Claim | None:
    """``halves the memory from 3.5 GB to 1.75 GB``; ``from 120 s to 30 s, a factor of 4``."""
    pair, told = _pair(place), place.told
    by_factor = re.search(r", a factor of$", place.lead)
    if pair is None and by_factor and len(place.before) == 2 and place.before[0].base and (
        place.before[0].kind == place.before[1].kind
    ):  # fmt: skip
        pair = (place.before[0], place.before[1], 0)
    if pair is None:
        return None
    a, b, first = pair
    if told is b:
        verb = _CHANGES.search(place.sentence.gaps[first].strip())
        if verb is None or _ANOTHER_VERB.search(verb["between"]):
            return None
        times = _TIMES[verb["verb"].lower()]
        return Claim(f"{a.shown} times {times:g}", told, (_start(a, b) * times,), (a,),
                     rough=a.half / a.value + WORDS_ARE_WIDE)  # fmt: skip
    if told is a or told.dimensions:
        return None
    is_behind, tail = first < place.number, place.tail
    rough = sum(x.half / x.value for x in (a, b))
    wide = a.loose or b.loose
    if told.is_share:
        return _percent(place, a, b, is_behind=is_behind, rough=rough)
    low, high = sorted((_start(a, b), b.base))
    claim = Claim(
        f"{a.shown} against {b.shown}", told, (high / low,), (a, b), rough=rough, wide=wide
    )
    factor = _FACTOR.search(place.lead)
    if is_behind and _MOVES.search(place.lead):
        # "From 64 to 128 sequences it rises by a factor of 1.93": something else does.
        return None
    if is_behind:
        closed = CLOSED.match(tail) if factor and factor["a"] else _TIMES_CLOSED.match(tail)
        return claim if factor and closed else None
    factor_from = factor and factor["a"] and re.fullmatch(r",?\s*from", tail.strip())
    faster = re.search(r"\b(?:is|are|becomes?|gets?)$", place.lead) and _TIMES_FROM.match(
        tail.strip()
    )
    return claim if factor_from or faster else None


def _percent(place: Place, a: Amount, b: Amount, *, is_behind: bool, rough: float) -> Claim | None:
    start, told = _start(a, b), place.told
    gives = WHOLE * (b.base / start - 1)
    claim = Claim(f"The way from {a.shown} to {b.shown}", told, (abs(gives),), (a, b),
                  slack=(WHOLE + abs(gives)) * rough)  # fmt: skip
    if is_behind:
        said = re.search(r"(?:,|\bor|\bis|\bi\.e\.) by$|^,? ?by$", place.lead.strip())
        said = said or (_CHANGE_OF.search(place.lead) and CLOSED.match(place.tail))
        return claim if said and not place.tail.startswith("of ") else None
    grows = _GROWS.search(place.lead)
    if grows is None or (gives < 0) != bool(grows["falls"]) or a.is_share:
        return None
    return claim if re.fullmatch(r",?\s*from", place.tail.strip()) else None


def percent_of_two(place: Place) -> Claim | None:
    """``50 ms, the other 40 ms, which is 20 % less``; ``16 instead of 155, a saving of 90 %``."""
    told, than = place.told, _PERCENT_THAN.match(place.tail)
    numbers = [n for n in place.pending if not is_only_a_word(place.sentence.amounts[n])]
    if not told.is_share or len(numbers) < 2:
        return None
    a, b = (place.sentence.amounts[n] for n in numbers[-2:])
    if (a.kind != b.kind and a.unit and b.unit) or a.is_share or not a.base * b.base:
        return None
    growth = b.base / a.base if a.unit and b.unit else b.value / a.value
    rough = sum(x.half / x.value for x in (a, b))
    instead = re.search(r"\binstead of$", place.sentence.gaps[numbers[-1]].strip())
    less = than and than["less"] and _WHICH_IS.search(place.lead)
    if instead and (less or (_SAVING.search(place.lead) and CLOSED.match(place.tail))):
        gives = WHOLE * (1 - 1 / growth)
        return Claim(f"{a.shown} instead of {b.shown}", told, (gives,), (a, b),
                     slack=(WHOLE - gives) * rough + POINT / 2) if gives > 0 else None  # fmt: skip
    if than is None or not _WHICH_IS.search(place.lead):
        return None
    sign = -1 if than["less"] else 1
    gives, other = (WHOLE * sign * (growth - 1), WHOLE * sign * (1 - 1 / growth))
    slack = (WHOLE + abs(gives)) * rough
    # Only the very number that the wrong base gives: others may speak of something else.
    if gives <= 0 or abs(told.value - other) > told.half + WHOLE / growth * rough:
        return None
    return Claim(f"The way from {a.shown} to {b.shown}", told, (gives,), (a, b), slack=slack)
