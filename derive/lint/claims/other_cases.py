"""Claims of a case of their own, of which the values around them say nothing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from derive.notation import Letter, Number, prefix, walk

from ..laws.probing import evaluated
from ..numbers.claim_agreement import comes_out, puts_in_all
from ..numbers.said_behind import BESIDE_ANOTHER
from ..numbers.statements import ROUGH, Definition, Value
from ..numbers.stray_numbers import (
    counts_in_words,
    has_extremes,
    is_of_a_case_beside,
    numbers_beside,
    without,
)
from ..numbers.system import System
from ..project import Printed
from ..texts.glyphs import is_glyph
from ..words.digits import MANY_DIGITS
from ..words.sentences import sentence_end
from .claimed import Claimed

NEAR_BEHIND, FEW_DIGITS, MOST_WAYS, BESIDE = 40, 2, 64, 120
THE_SAME = 3e-3
"""How far off, relative to it, a number of three digits may be that a formula gives."""


def is_another_case(system: System, claim: Value, following: Sequence[Value]) -> bool:
    """Whether the sentence before used up the values: what stands without any is another case.

    What stands behind a formula of its letter is that formula's.
    """
    laws = [law.offset for law in system.definitions.get(claim.glyph, ())
            if law.offset < claim.offset]  # fmt: skip
    return any(
        other.value != claim.value and other.place != claim.place
        and max(laws, default=0) < other.offset < claim.offset
        for other in following
    )  # fmt: skip


def is_used_nearer(system: System, claim: Value) -> bool:
    """Whether a value is put into a bound that stands nearer, and that the sentence tells.

    Behind the bound on m, "with s = 0.1 that takes m >= 63" is no claim about s.
    """
    laws = system.definitions.get(claim.glyph, ())
    own = [law.offset for law in laws if law.offset < claim.offset]
    return not (claim.worked or claim.cell) and any(
        law.offset > max(own, default=claim.offset)
        for other in system.values
        if other.place == claim.place and other.operator not in {"=", "~"}
        for law in system.defining(other.glyph, other.operator, other.offset)
        if claim.glyph in law.needs and law.offset < claim.offset
    )


def is_said_anew(system: System, claim: Value, following: Sequence[Value]) -> bool:
    """Whether a sentence goes on to another case, for which it does not say all: "but q would"."""
    before = [
        other for other in following
        if other.place == claim.place and other.offset < claim.offset and other.value != claim.value
    ]  # fmt: skip
    if not before:
        return False
    needs = {name for law in system.definitions.get(claim.glyph, ()) for name in law.needs}
    return not any(
        value.glyph in needs and value.operator in {"=", "~"}
        and before[-1].offset < value.offset < claim.end + NEAR_BEHIND
        for value in system.values
    )  # fmt: skip


def is_told_twice(system: System, claim: Value) -> bool:
    """Whether a sentence gives a letter two values, and nothing that parts them: of two cases.

    "The first two limits give S = 0.83 and S = 4.17", "u = 0.687 against 0.661".
    """
    if claim.cell or claim.spoken or claim.worked:
        return False
    if BESIDE_ANOTHER.match(system.document.masked, claim.end):
        return True
    beside = [
        value for value in system.values
        if value.place == claim.place and not value.cell and not value.spoken
    ]  # fmt: skip
    return any(
        other.glyph == claim.glyph and not other.multiples and other.value != claim.value
        and not any(
            value.glyph != claim.glyph
            and min(claim.offset, other.offset)
            < value.offset
            < max(claim.end, other.end) + NEAR_BEHIND
            for value in beside
        )
        for other in beside
    )  # fmt: skip


def is_of_the_sentence(system: System, claimed: Claimed) -> bool:
    """Whether a claim follows from another number of its sentence, put in for one letter.

    "A reported u_h = 0.48 stands for an MFU of 0.36": both are of a case of their own, and
    neither of them is about the u that was given before. Of what words say of two formulas, "that
    is 33.3 % or 25 %", each is one's.
    """
    claim, known = claimed.claim, claimed.setting.values
    # What was worked out with the value of each letter is of no other case.
    if claim.cell or puts_in_all(claim.worked, list(known.values())):
        return False
    # Of two formulas told in order, "that is 50.4 GB and 75.6 GB", each number is of its own.
    of_others = [value.in_base for value in system.values if value.spoken and claim.spoken
                 and value.place == claim.place and value.glyph != claim.glyph]  # fmt: skip
    beside = without(numbers_beside(system.document, claim.offset, claim.end), of_others)
    side = claimed.definition.side
    # Of a maximum the other argument may well stand there; its own digits are no other number.
    others = () if claim.worked or has_extremes(side) else without(beside, [claim.value])
    # "U_2 = 50.4 and U_3 = 75.6": what a letter is said to be is no other letter's number.
    is_term = not is_glyph(claim.glyph)
    depth = 2 if is_term else 3
    named = [value.value for value in system.values
             if not value.spoken and value.place[:depth] == claim.place[:depth]
             and value.glyph not in known and value.glyph != claim.glyph]  # fmt: skip
    # "The first term amounts to 1.8, so $y = 1.99$": the number of a term is not that of the sum.
    of_terms = [value.value for value in system.values if value.spoken
                and value.place == claim.place and not is_glyph(value.glyph)]  # fmt: skip
    if not claim.spoken:
        others = without(others, [*named, *of_terms])
    if is_term:
        # Nor is it put in for one of a term, which took another letter then.
        beside = without(beside, named)
    if any(math.isclose(number, claimed.gives, rel_tol=THE_SAME) for number in others):
        return True
    # "But five tokens need 37.06 ms": the sentence multiplies what the formula gives.
    times = claim.in_base / claimed.gives if claimed.gives else 0.0
    if any(many != 1 and math.isclose(times, many, rel_tol=THE_SAME)
           for many in counts_in_words(system.document, claim.offset, claim.end)):  # fmt: skip
        return True
    if claim.digits < FEW_DIGITS:
        return False
    # What is counted may be rounded up or down to a whole number, in the unit that it is said in.
    room = claim.rounding or (
        2 * claim.half / abs(claim.value) if claim.digits >= MANY_DIGITS else 0
    )
    # Values are put in as printed or in base units, and so it is with what comes out.
    return any(
        is_of_a_case_beside(side, known, said, room, beside)
        for said in {claim.value, claim.in_base}
    )


def takes_what_changed(system: System, claimed: Claimed) -> bool:
    """Whether a sentence changes a letter, and a value that rests on it is put in as it was.

    "With $\\ell = 8192$ a layer takes 4.81 ms and $w = 0.84$": of the time of a layer, that of the
    example before is no value.
    """
    claim, law = claimed.claim, claimed.definition
    given = (*system.values, *system.declared)
    changed = {
        value.glyph for value in system.values
        if value.place == claim.place and value.offset < claim.offset and value.operator == "="
        and value.glyph not in law.needs
        and any(other.glyph == value.glyph and other.in_base != value.in_base
                and other.offset < value.offset and other.place != claim.place for other in given)
    }  # fmt: skip
    return bool(changed) and any(
        not changed.isdisjoint(_rests_on(system, glyph))
        and any(value.glyph == glyph and number in {value.value, value.in_base}
                and value.place != claim.place for value in given)
        for glyph, number in claimed.setting.values.items()
    )  # fmt: skip


def _rests_on(system: System, glyph: str) -> set[str]:
    """The letters of the formulas of a letter, and of theirs."""
    reached: set[str] = set()
    left = {glyph}
    while left:
        laws = system.definitions.get(left.pop(), ())
        new = {name for law in laws for name in law.needs} - reached
        reached |= new
        left |= new
    return reached


def follows_from_other_values(system: System, claimed: Claimed) -> bool:
    """Whether a claim follows from other values that the text gave before, or names beside it.

    Behind the example with "B = 450", one bound is said for "B = 50", and the next one, "inside
    the node", for 450 again; and "chips that reach only e P" put that for P.
    """
    claim, known = claimed.claim, claimed.setting.values
    if claim.worked or claim.digits < FEW_DIGITS or has_extremes(claimed.definition.side):
        return False
    named = [each for each in system.named if each.offset < claim.offset < each.offset + BESIDE]
    above = (claim.glyph, claimed.definition.glyph)

    def options_of(values: Mapping[str, float], *, in_base: bool) -> dict[str, set[float]]:
        return {
            glyph: set(system.other_values(glyph, claim, above, in_base=in_base)) or {value}
            for glyph, value in values.items()
        }

    # All as they are printed, or all in bytes and seconds.
    for in_base in (False, True):
        options = options_of(known, in_base=in_base)
        for computed in claimed.setting.computed:
            inner = options_of(computed.values, in_base=in_base)
            options[computed.law.glyph] |= set(_outcomes(computed.law, inner))
        for each in named:
            value = evaluated(each.side, {**system.lone_values(), **known})
            if value is not None:
                for glyph in each.needs & options.keys():
                    options[glyph].add(value)
        if any(
            comes_out(claim, claimed.definition, gives, claimed.setting)
            for gives in _outcomes(claimed.definition, options)
        ):
            return True
    return False


def _outcomes(law: Definition, options: Mapping[str, Collection[float]]) -> Iterator[float]:
    """What a formula gives with every choice of values."""
    for way in itertools.islice(itertools.product(*options.values()), MOST_WAYS):
        gives = evaluated(law.side, dict(zip(options, way, strict=True)))
        if gives is not None:
            yield gives


def given_before(system: System, printed: Printed) -> Iterator[Value]:
    """The values that the sentence of a formula gives before it: "With w = 2 this is A = m"."""
    start = printed.span.start
    end = sentence_end(system.document, start)
    return (value for value in system.values if value.offset < start and value.place[2] == end)


def is_put_in(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a letter had the value before its formula, "At m = 32 ...": then it was put in."""
    return not claim.worked and any(
        value.glyph == claim.glyph and value.offset < min(definition.offset, claim.offset)
        and value.in_base == claim.in_base and value.operator == "=" and not value.spoken
        for value in system.values
    )  # fmt: skip


def puts_in_a_part(system: System, claim: Value, definition: Definition) -> bool:
    """Whether its sentence gives a value to a part of a formula: "with c / a = 2.5"."""
    composed = [
        value for value in system.values
        if value.place == claim.place and value.glyph != claim.glyph and not is_glyph(value.glyph)
    ]  # fmt: skip
    if not composed:
        return False
    parts = {
        str(prefix(part)) for part in walk(definition.side) if not isinstance(part, Letter | Number)
    }
    return any(
        str(prefix(law.side)) in parts
        and not any(
            math.isclose(gives, value.in_base, rel_tol=ROUGH)
            for _, gives in system.outcomes(law, claim)
        )
        for value in composed
        for law in system.definitions.get(value.glyph, ())
    )


def is_given_later(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a letter has its first value behind a formula, which is behind a claim itself.

    "c = 8 and n = 0.875 say the same. ... c = g / k. With k = 0.01": of the next example.
    """
    return any(
        (given := system.candidates(glyph, claim)) and given[0][0].offset > definition.offset
        for glyph in definition.needs
    )


def is_listed(system: System, claim: Value, glyphs: Container[str]) -> bool:
    """Whether a sentence goes on with values that a formula takes: then all are given."""
    return any(
        value.place == claim.place and value.offset > claim.offset and value.glyph in glyphs
        for value in system.values
    )
