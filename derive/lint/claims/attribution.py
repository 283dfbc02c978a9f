"""What is at fault where a number does not follow and nothing in its formula is another thing.

A value that is put in may be mistyped itself, and a formula may lack a plain number that the
author had in mind. Neither makes a contradiction of what is none: only its place is another.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from derive.notation import Letter, Negative, Node, Number, Product, Quotient, Sum, prefix, walk

from ..laws.amounts import CLOCK
from ..laws.probing import evaluated
from ..laws.wording import snippet
from ..numbers.claim_agreement import comes_out, lacks_a_term
from ..numbers.statements import Definition, Value
from ..numbers.system import System
from ..words.digits import MANY_DIGITS
from .borne_out import explaining
from .claimed import Claimed, mistyped

_A_DAY = 24.0
_COUNTS = (2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, _A_DAY)
_POWERS = (10.0, 100.0, 1e3)
CLOSE, BESIDE, SENTENCE = 2e-3, 12, 3


def value_at_fault(
    system: System, claimed: Claimed, followed: Container[tuple[str, float]]
) -> tuple[Value, float] | None:
    """A printed value that was put in, and what it is when its digits are put right.

    With that the claim follows: of two mistyped numbers one would have to fit the other by chance.
    ``followed`` are values from which another claim follows: those are right.
    """
    claim, setting = claimed.claim, claimed.setting
    if claimed.comes_out or claim.digits < MANY_DIGITS or mistyped(claim, claimed.gives):
        return None
    for glyph, number in setting.values.items():
        if (glyph, number) in followed:
            continue
        printed = next(
            (value for value in system.values if value.glyph == glyph and not value.cell
             and value.offset < claim.offset and number in {value.value, value.in_base}),
            None,
        )  # fmt: skip
        laws = system.definitions.get(glyph, ()) if printed is not None else ()
        # What its own formula gives is right, whatever else is not.
        if printed is None or any(True for law in laws for _ in explaining(system, law, printed)):
            continue
        right = [computed.value for computed in system.computed(glyph, claim, (claim.glyph,))]
        # What is said twice was typed as it was meant.
        again = sum(value.glyph == glyph and value.in_base == printed.in_base
                    for value in system.values) > 1  # fmt: skip
        for other in (*right, *(() if again else _slips(printed, number))):
            values = {**setting.values, glyph: other}
            gives = evaluated(claimed.definition.side, values)
            if gives is not None and comes_out(claim, claimed.definition, gives, setting):
                return printed, other * printed.value / number
    return None


def _slips(printed: Value, number: float) -> Iterator[float]:
    """What a number may have been before two of its digits changed places, or its point moved."""
    mantissa = f"{number:.{max(printed.digits - 1, 0)}e}"
    digits, _, power = mantissa.replace(".", "").partition("e")
    for first, second in itertools.combinations(range(len(digits)), 2):
        if digits[first] != digits[second]:
            swapped = list(digits)
            swapped[first], swapped[second] = digits[second], digits[first]
            yield float(f"{swapped[0]}.{''.join(swapped[1:])}e{power}")
    for step in _POWERS:
        # Kilowatts of a formula that takes watts are no slip.
        yield from {number * step, number / step} - {printed.value, printed.in_base}


def number_lost(claimed: Claimed, *, known: bool) -> str:
    """The plain number that a formula lacks for its claim to follow, in words: 8 GPUs, 24 hours.

    A ``known`` law lacks none but one between units of time.
    """
    claim, setting = claimed.claim, claimed.setting
    if not claimed.gives or claim.digits < 2 or mistyped(claim, claimed.gives):
        return ""
    side = snippet(claimed.definition.side, claimed.definition.printed.span.latex)
    room = max(claim.rounding + setting.rounding, CLOSE)
    scales = [scale for each in setting.multiples for scale in (each, 1 / each)]
    numbers = (_A_DAY, *CLOCK) if known else (*_COUNTS, *CLOCK)
    for scale, number in itertools.product((1.0, *scales), numbers):
        ratio = abs(claim.value / claimed.gives) * scale
        if abs(ratio / number - 1) <= room:
            return f"{side} lacks the factor {number:g}"
        if abs(ratio * number - 1) <= room:
            return f"{side} is not divided by {number:g}"
    return ""


def part_lost(system: System, claimed: Claimed) -> str:
    """The term of a formula beside it that a formula lacks, in words."""
    claim, law, gives = claimed.claim, claimed.definition, claimed.gives
    if not gives or claim.digits < MANY_DIGITS or mistyped(claim, gives):
        return ""
    side = snippet(law.side, law.printed.span.latex)
    beside = list(_laws_beside(system, claimed))
    values = _values_beside(system, claimed, beside)
    # Values that were worked out before are rounded.
    room = abs(claim.half / claim.value) + claimed.setting.rounding
    said = {claim.value, claim.in_base}

    def fits(value: float) -> bool:
        return any(abs(value - number) <= room * abs(number) for number in said)

    known = {**values, **claimed.setting.values}
    terms = (term for other in beside for term in _terms_of(other, known))
    lost = next((term for value, term in terms if fits(gives + value)), "")
    return f"{side} lacks the term {lost}" if lost else ""


def _laws_beside(system: System, claimed: Claimed) -> Iterator[Definition]:
    """The other formulas a few lines from the one of a claim, none of them behind the claim.

    Of a number with many digits those far before as well.
    """
    law, line = claimed.definition, system.document.place(claimed.claim.offset)[0]
    return (
        other for some in system.definitions.values() for other in some
        if other.row is not law.row and other.line <= line
        and (abs(other.line - law.line) <= BESIDE or claimed.claim.digits > MANY_DIGITS)
    )  # fmt: skip


def _values_beside(
    system: System, claimed: Claimed, beside: Sequence[Definition]
) -> dict[str, float]:
    """The values of the letters of formulas near by, and of the sentence, that a formula lacks."""
    claim, known = claimed.claim, claimed.setting.values
    values = system.values_at(claim, known, depth=SENTENCE)
    values |= {
        glyph: options[0][0].righted.in_base
        for other in beside for glyph in other.needs - known.keys() - {claim.glyph}
        if (options := system.candidates(glyph, claim))
    }  # fmt: skip
    return {glyph: value for glyph, value in values.items() if value not in {0.0, 1.0}}


def _terms_of(law: Definition, values: Mapping[str, float]) -> Iterator[tuple[float, str]]:
    """What the terms of the sums of a formula come to, also of a sum that is multiplied."""
    latex = law.printed.span.latex
    for part in walk(law.side):
        if not isinstance(part, Sum):
            continue
        for term in part.terms:
            body = term.body if isinstance(term, Negative) else term
            value = evaluated(body, values)
            if value is not None:
                yield value, snippet(body, latex)
            yield from _of_a_product(body, values, latex)


def _of_a_product(
    term: Node, values: Mapping[str, float], latex: str
) -> Iterator[tuple[float, str]]:
    """Of "(g + a) P / n" what g P / n and a P / n come to."""
    over = term.over if isinstance(term, Quotient) else term
    factors = over.factors if isinstance(over, Product) else (over,)
    for factor in factors:
        whole, value = evaluated(factor, values), evaluated(term, values)
        if isinstance(factor, Sum) and whole and value is not None:
            for inner in factor.terms:
                share = evaluated(inner, values)
                if share is not None:
                    # One term needs no brackets any more.
                    shown, added = snippet(inner, latex), snippet(factor, latex)
                    words = snippet(term, latex).replace(f"({added})", shown)
                    yield value * share / whole, words.replace(added, shown)


def short_of_a_term(outcome: Claimed) -> Claimed | None:
    """A claim that was worked out with one term more than its formula has, with that change."""
    law, claim = outcome.definition, outcome.claim
    term = lacks_a_term(claim.worked, law.side, outcome.setting.values) if claim.sums else None
    if not term:
        return None
    shown = snippet(law.side, law.printed.span.latex)
    return outcome.replaced(change=f"{shown} lacks a term, of {term:g} there")


def bearing_out(outcomes: Iterable[tuple[Value, Sequence[Claimed]]]) -> Iterator[Claimed]:
    """The claims that come out to the digit."""
    # What a formula becomes for nothing, "g = 1 without failures", it may be by chance.
    return (
        outcome for _, each in outcomes for outcome in each
        if outcome.comes_out and outcome.exact and outcome.claim.value not in {0.0, 1.0}
        and short_of_a_term(outcome) is None
    )  # fmt: skip


def borne_out_parts(outcomes: Iterable[tuple[Value, Sequence[Claimed]]]) -> set[str]:
    """What another example bears out: a formula is not the one to blame then, nor a part of one."""
    return {
        str(prefix(part)) if part is not outcome.definition.side else _named(outcome.definition)
        for outcome in bearing_out(outcomes)
        for part in walk(outcome.definition.side)
        if not isinstance(part, Letter | Number)
    }


def _named(law: Definition) -> str:
    """A formula with its letter: what an example says of one letter it says of no other one."""
    return f"{law.glyph} = {prefix(law.side)}"


def stands(law: Definition, supported: set[str]) -> bool:
    """Whether a formula is borne out, of its letter or as a part of another one."""
    return _named(law) in supported or str(prefix(law.side)) in supported
