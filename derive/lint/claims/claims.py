"""Claims of a text about its own letters: whether the numbers follow from its formulas.

A claim is a number that the text gives to a letter for which it has a formula. Where
it does not follow, either the number is at fault or the formula (`blame`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from derive.lazy import lazy_re
from derive.notation import Quotient, Sum, prefix

from ..laws.probing import evaluated
from ..laws.wording import plain
from ..numbers.blame import TURNED
from ..numbers.claim_agreement import agrees, comes_out, to_the_digit
from ..numbers.statements import BOUNDS, Definition, Setting, Value
from ..numbers.stray_numbers import has_extremes
from ..numbers.suppositions import is_imagined
from ..numbers.system import System
from ..project import Project
from ..rules import Sight
from ..texts.documents import Document
from ..texts.glyphs import is_glyph
from ..words.digits import MANY_DIGITS, exchanged
from .applicability import is_about_another_case, is_chosen, is_of_no_formula
from .attribution import (
    bearing_out,
    borne_out_parts,
    number_lost,
    part_lost,
    short_of_a_term,
    stands,
    value_at_fault,
)
from .borne_out import is_twice_in_its_chain
from .claim_findings import formula_at_fault, is_sure, number_at_fault, value_told
from .claimed import (
    Claimed,
    brings_another,
    change_below,
    change_of,
    coefficient_instead,
    explained,
    is_of_the_document,
    is_one_digit_off,
    is_slip,
    righted_numbers,
)
from .claims_beside import is_no_case_beside, is_upside_down, put_in, stands_beside
from .current_example import Pins
from .exponents import within_exponents
from .known_laws import is_known_law
from .other_cases import (
    follows_from_other_values,
    is_another_case,
    is_of_the_sentence,
    is_said_anew,
    is_told_twice,
    is_used_nearer,
    takes_what_changed,
)
from .system_reading import system_of
from .turned_formulas import turned_over

_NUMBER_CHANGED = lazy_re(r"\d should be |should be (?:twice|half) as much")


def claims_that_do_not_come_out(project: Project, document: Document) -> Iterator[Sight]:
    """Findings where a number that the text gives to a letter is not what its formulas give."""
    system = system_of(project, document)
    yield from _said_in_another_unit(system)
    # One wrong formula contradicts each of its examples: it is told once, where it stands.
    blamed: dict[tuple[int, int], list[Claimed]] = {}
    numbers: list[Claimed] = []
    values: dict[int, Sight] = {}
    for judged, is_of_formula in _contradicted(project, system):
        if is_of_formula:
            blamed.setdefault(judged.definition.key, []).append(judged)
        else:
            numbers.append(judged)
    borne_out = borne_out_by_examples(project, document) if numbers else set()
    followed = _followed(project, system) if numbers else set()
    for claimed in numbers:
        # What follows from a formula that is told itself is no mistake of its own.
        if any(computed.law.key in blamed for computed in claimed.setting.computed):
            continue
        value = value_at_fault(system, claimed, followed)
        if value is not None:
            values.setdefault(value[0].offset, value_told(document, claimed, *value))
            continue
        law = claimed.definition
        correct = not is_sure(claimed) or str(prefix(law.side)) in borne_out
        known = is_known_law(project, document, law)
        lost = "" if correct else part_lost(system, claimed) or number_lost(claimed, known=known)
        if lost:
            yield formula_at_fault(document, [claimed.replaced(change=lost)])
        else:
            yield number_at_fault(project, document, claimed)
    yield from values.values()
    for contradicted in blamed.values():
        definition = contradicted[0].definition
        alone = len(definition.row.members) == 2
        # What letters mean is surely said by a notation; else all values must have been put in.
        sure = project.has_notation(document) or all(
            claimed.claim.worked and put_in(claimed) for claimed in contradicted
        )
        brought = any(map(brings_another, contradicted))
        if alone and sure and not brought and is_known_law(project, document, definition):
            # The law is printed as everybody has it: the slip was made in the use.
            yield from (number_at_fault(project, document, claimed) for claimed in contradicted)
        else:
            yield formula_at_fault(document, contradicted)


def _every_outcome(project: Project, system: System) -> list[tuple[Value, list[Claimed]]]:
    """Each claim with what the formulas of its letter give; computed once.

    A chain of numbers that is wrong in itself is another rule's; what it comes to is claimed.
    """
    return project.once("outcomes of claims", system.document, lambda: [
        (claim.righted, list(_outcomes(system, claim.righted)))
        for claim in system.values if not claim.unlike
    ])  # fmt: skip


def borne_out_by_examples(project: Project, document: Document) -> set[str]:
    """The formulas that an example of the text bears out, in prefix form."""
    outcomes = _every_outcome(project, system_of(project, document))
    return {str(prefix(outcome.definition.side)) for outcome in bearing_out(outcomes)}


def _followed(project: Project, system: System) -> set[tuple[str, float]]:
    """The letters with the values from which a number of three digits follows to the last one."""
    return {
        value for outcome in bearing_out(_every_outcome(project, system))
        if outcome.claim.digits >= MANY_DIGITS for value in outcome.setting.values.items()
    }  # fmt: skip


def _contradicted(project: Project, system: System) -> Iterator[tuple[Claimed, bool]]:
    """Claims that a formula contradicts, and whether the formula is to blame."""
    outcomes = _every_outcome(project, system)
    supported, pins = borne_out_parts(outcomes), Pins.of(system, outcomes)
    in_sentence: dict[tuple[int, ...], set[str]] = {}
    following: dict[tuple[str, tuple[int, ...]], list[Value]] = {}
    said = {(claim.glyph, claim.offset) for claim, _ in outcomes if not claim.near}
    for claim, each in outcomes:
        if claim.operator in {"=", "~"}:
            in_sentence.setdefault(claim.place, set()).add(claim.glyph)
        if any(outcome.comes_out for outcome in each):
            following.setdefault((claim.glyph, claim.place[:2]), []).append(claim)
    # "The root is 21.1 s" is of a part of the formula, where that comes to it.
    of_parts = {
        claim.offset for claim, each in outcomes
        if not is_glyph(claim.glyph) and any(outcome.comes_out for outcome in each)
    }  # fmt: skip
    wrong = righted_numbers(system.values)
    unknown: set[tuple[str, tuple[int, ...]]] = set()
    for claim, each in sorted(outcomes, key=lambda outcome: outcome[0].offset):
        earlier = following.get((claim.glyph, claim.place[:2]), ())
        alone = in_sentence.get(claim.place) == {claim.glyph}
        if (
            # What a word ties to its formula needs no place to say so.
            (claim.near and (claim.glyph, claim.offset) in said)
            or (claim.perhaps and is_glyph(claim.glyph) and claim.offset in of_parts)
            or (not each and is_of_no_formula(system, claim))
            or (alone and is_another_case(system, claim, earlier))
            or is_used_nearer(system, claim)
            or is_said_anew(system, claim, earlier)
        ):
            continue
        pinned = [pins.put_into(outcome.righted(wrong)) for outcome in each]
        judged = _judged(system, claim, pinned, supported)
        where = claim.glyph, claim.place[:2]
        if judged is None or (where in unknown and not judged.change):
            # Of what values it is said, nothing tells; nor of what the paragraph says next.
            if each and not any(outcome.comes_out for outcome in each):
                unknown.add(where)
            continue
        if (
            is_told_twice(system, claim)
            or is_of_the_sentence(system, judged)
            or follows_from_other_values(system, judged)
            # What one slip explains to the digit is of the values that were put in.
            or (not judged.change and takes_what_changed(system, judged))
            or (claim.comes_to is not None and not judged.change)
        ):
            continue
        if not judged.change and is_slip(judged):
            wrong |= {
                (claim.glyph, number): judged.gives for number in (claim.value, claim.in_base)
            }
        # Nobody mistypes a letter's number as just what the other part of a maximum gives.
        turned = TURNED in judged.change and not claim.spoken
        borne_out = stands(judged.definition, supported) or is_twice_in_its_chain(judged, each)
        yield judged, bool(judged.change) and (turned or not borne_out)


def _said_in_another_unit(system: System) -> Iterator[Sight]:
    """Numbers that a formula gives to the digit, said in a unit that its letter does not have."""
    for claim in system.values:
        if not claim.unlike or claim.digits < 2:
            continue
        for outcome in _outcomes(system, claim):
            said = abs(outcome.gives - claim.value) <= claim.half + outcome.setting.rounding * abs(
                claim.value
            )
            if said and outcome.setting.only:
                unit = system.units.get(claim.glyph, "")
                yield Sight(
                    f"{plain(claim.glyph)} is in {unit} by its row; the text says {claim.unlike}.",
                    *system.document.place(claim.offset),
                    plain(claim.glyph),
                    guess=f"Write {unit}, or correct the row.",
                )
                break


def _outcomes(system: System, claim: Value) -> Iterator[Claimed]:
    """What each formula of a letter gives with the values of the text, beside what it says."""
    # "Which m keeps B = 2048?" says of no m what it gives.
    asked = not claim.cell and system.document.masked.startswith("?", claim.place[2])
    if claim.shared or asked:
        return
    composed = not is_glyph(claim.glyph)
    if composed and is_imagined(system.document, claim.offset):
        return
    laws = system.defining(claim.glyph, claim.operator, claim.offset)
    if is_chosen(system, claim):
        # "Busy for $H / J = 93.6$ h": a formula in its own chain is worked out, or put in.
        laws = [law for law in laws if law.offset == claim.offset]
        if not laws or claim.digits < MANY_DIGITS or not claim.value:
            return
        claim = claim.replaced(perhaps=True)
    # Each bound of a letter is another one: "m <= a t / b = 16.75" is worked out in itself.
    own = [law for law in laws if law.offset == claim.offset] if claim.operator in BOUNDS else []
    for definition in own or laws:
        if is_about_another_case(system, claim, definition):
            continue
        ways = [
            way for way in system.outcomes(definition, claim)
            # "With one domain nothing leaves it": nothing is no slip of something.
            if way[1] or not claim.value or has_extremes(definition.side)
        ]  # fmt: skip
        right = [
            way for way in ways
            if comes_out(claim.by_row(way[0]) if way[0].row else claim, definition, way[1], way[0])
            or within_exponents(system, claim, definition, *way)
        ]  # fmt: skip
        exact = any(to_the_digit(claim, value, one.rounding) for one, value in ways)
        if claim.spoken and not right and _is_no_result(system, claim, definition, ways):
            continue
        if ways:
            # The likeliest values, put in as printed or in base units: the nearest of them. Where
            # none is put in as printed, the next way has other values already.
            readings = 1 if ways[0][0].in_base or ways[0][0].row else 3
            first = [way for way in ways[:readings] if way[0].in_base or way is ways[0]]
            # What no word ties to its formula is told only for its digits in another order.
            of_many = ways if claim.near else ways[:readings] if claim.digits >= MANY_DIGITS else ()
            slips = [way for way in of_many if exchanged(claim.in_base, way[1], claim.digits)]
            # Of a negative number nothing is near; what is put in as the claim is said comes first.
            nearest = min(
                right or slips or first,
                key=lambda way: (
                    _apart(claim.by_row(way[0]), way[1]),
                    way[0].in_base != (claim.measured is not None),
                ),
            )
            outcome = Claimed(
                claim.by_row(nearest[0]), definition, *nearest, comes_out=bool(right), exact=exact
            )
            alone = len(definition.row.members) == 2
            printed_there = composed or definition.offset == claim.offset
            chained = not (alone and printed_there)
            if chained or is_of_the_document(system, outcome):
                yield outcome


def _is_no_result(
    system: System, claim: Value, law: Definition, ways: list[tuple[Setting, float]]
) -> bool:
    """Whether words tell another number than what a formula comes to.

    "Here it is 0.37 / 0.72 = 0.514" is of a letter that is put in, and that is worked out; "that
    is 1.38 TB", of a time that no row tells, of what is divided.
    """
    settings = [setting for setting, _ in ways]
    if any(agrees(claim, given) for setting in settings for given in setting.values.values()):
        return True
    side = law.side
    return isinstance(side, Quotient) and not system.units.get(law.glyph) and any(
        (over := evaluated(side.over, setting.values)) is not None and agrees(claim, over)
        for setting in settings
    )  # fmt: skip


def _apart(claim: Value, gives: float) -> float:
    """How many times a claim is what a formula gives, as a distance."""
    said = claim.in_base
    return abs(math.log(gives / said)) if gives * said > 0 else math.inf


def _judged(
    system: System, claim: Value, outcomes: list[Claimed], supported: set[str]
) -> Claimed | None:
    """A claim with the formula that contradicts it; None where one agrees, or none can be asked."""
    right = [outcome.definition for outcome in outcomes if outcome.comes_out]
    if claim.near:
        return None if right else _surely_of_it(system, claim, outcomes)
    wrong = sorted(
        (outcome for outcome in outcomes if not outcome.comes_out),
        key=lambda outcome: not stands(outcome.definition, supported),
    )
    # A chain of which one side follows and another does not is wrong in itself.
    twins = [
        outcome for outcome in wrong
        if any(other.row is outcome.definition.row for other in right)
        and (outcome.setting.near or (claim.digits >= MANY_DIGITS and not outcome.setting.vague))
    ]  # fmt: skip
    short = next(filter(None, map(short_of_a_term, outcomes)), None)
    if short is not None and (not right or isinstance(short.definition.side, Sum)):
        return short
    if right and not twins:
        # Near, and with one sign turned digit for digit: the formula has another sign.
        inexact = [each for each in outcomes if not each.exact and not each.setting.vague]
        slip = (explained(system, each, alone=True) for each in inexact)
        if len(inexact) == len(outcomes) == 1:
            return next(filter(None, slip), None)
        # What another formula gives as well.
        return turned_over(system, claim) if wrong else None
    alone = len({outcome.gives for outcome in wrong}) == 1
    sure = [outcome for outcome in twins or wrong if stands_beside(system, outcome, alone=alone)]
    # Of formulas of several cases it is of the one that a slip ties it to.
    telling = sure if len(sure) > 1 and claim.digits >= MANY_DIGITS else []
    tied = (outcome for outcome in telling if change_of(outcome, {}))
    wrong_claim = next(tied, next(iter(sure), None))
    if wrong_claim is None:
        slip = (
            explained(system, each, alone=alone, near=is_no_case_beside(system, each))
            for each in wrong
        )
        return next(filter(None, slip), None) or turned_over(system, claim)
    upside_down = is_upside_down(claim, wrong_claim.gives)
    if not twins and is_slip(wrong_claim) and not upside_down:
        return wrong_claim
    slip_found = _slip(system, wrong_claim, supported, chained=bool(twins))
    return slip_found if slip_found.change or not twins else None


def _surely_of_it(system: System, claim: Value, outcomes: list[Claimed]) -> Claimed | None:
    """A number that no word ties to its formula, where one slip does that chance would not."""
    known = (each for each in outcomes if each.setting.near and not each.setting.vague)
    slips = (each for each in known if exchanged(claim.in_base, each.gives, claim.digits))
    return next(slips, None) or turned_over(system, claim)


def _slip(system: System, told: Claimed, supported: set[str], *, chained: bool) -> Claimed:
    """A claim with the one change after which it follows, or as it is where there is none.

    It may be ``chained`` to another formula, which gives what it says.
    """
    claim, known = told.claim, told.setting.values
    change = change_of(told, {}, supported)
    # Another number explains much; what was computed on the way may explain it better.
    below = change_below(told) if not change or _NUMBER_CHANGED.search(change) else None
    # Where either may have lost the number, the formula at hand is the nearer one.
    nearer = below is not None and change and _NUMBER_CHANGED.search(below.change) and not chained
    if below is not None and not nearer and not stands(below.definition, supported):
        return below
    is_mistyped = is_slip(told)
    if not change and not is_mistyped:
        # Two digits are soon what some letter more would give.
        many = claim.digits >= MANY_DIGITS
        # A letter that the formula lacks has its value beside the others.
        change = change_of(told, system.values_at(claim, known)) if many else ""
        if not change:
            # "With D = 720 s we get f = 0.0087": of D there is nothing in the formula.
            given = {name: value
                     for name, value in system.values_at(claim, known, depth=3).items()
                     if many or name not in system.definitions}  # fmt: skip
            change = change_of(told, given, paired=True) if given else ""
        if not change and many:
            apart = {*known, claim.glyph}
            lone = {name: value for name, value in system.lone_values().items()
                    if name not in apart}  # fmt: skip
            change = change_of(told, lone)
    if " lacks " in change and is_one_digit_off(claim, told.gives):
        # Of a letter more there are many; of one digit for another, few.
        change = ""
    change = change or coefficient_instead(told)
    turned = turned_over(system, claim) if not change and not is_mistyped else None
    return turned or told.replaced(change=change)
