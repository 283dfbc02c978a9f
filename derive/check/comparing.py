"""Rules about laws beside laws: variants differ, approximations approximate, a status is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from sympy import Equality

from derive.algebra.compare import Gap, largest_gap
from derive.algebra.equal import Verdict, equal, sorted_point
from derive.algebra.programs_of import in_base
from derive.errors import ValueProblem
from derive.laws import Law, law_of, used
from derive.names import listing
from derive.records import STATUSES, Formula, Use, Variants
from derive.records import Symbol as Letter
from derive.registry import Registry
from derive.units import Interval, Quantity, read_value

from .code import Quote, first_line, keyword_line
from .laws import written
from .rules import Seen, did_you_mean, domains_of, law_or_none

USELESS = 1.0


def variants_differ(registry: Registry, group: Variants) -> Iterator[Seen]:
    """Variants differ.

    What: no two members of a group of variants give the same value everywhere.

    Why: variants warn that one name stands for several quantities. Two members
    that always agree are one formula under two addresses.

    Example: a group of `(p - 1) / m` and `p / m - 1 / m`.
    """
    quote = first_line(group.declared)
    if len(group.members) < 2:
        yield Seen("A group of variants needs two members.", quote)
    given = tuple(group.given()) if group.given is not None else ()
    for first, second in combinations(group.members, 2):
        laws = law_or_none(registry, first), law_or_none(registry, second)
        if laws[0] is None or laws[1] is None:
            continue
        verdict = _same(registry, laws[0], laws[1], given)
        if verdict.equal is not False:
            yield _alike(quote, laws[0], laws[1], verdict)


def _same(registry: Registry, first: Law, second: Law, given: tuple[Any, ...]) -> Verdict:
    """Whether two laws give the same value, wherever both hold."""
    conditions = (*first.conditions, *second.conditions, *given)
    return equal(
        _value(registry, first), _value(registry, second), domains_of(registry), given=conditions
    )


def _value(registry: Registry, law: Law) -> Any:
    """What a law gives: its right side, or for an inequality the slack between its sides."""
    relation = in_base(registry, law.relation)
    return relation.rhs if isinstance(relation.lhs, Letter) else relation.lhs - relation.rhs


def _alike(quote: Quote, first: Law, second: Law, verdict: Verdict) -> Seen:
    rows = [(law.formula_id, written(law.typed)) for law in (first, second)]
    both = f"{first.formula_id} and {second.formula_id}"
    if verdict.equal is None:
        message = f"{both} cannot be compared: {verdict.reason}."
        return Seen(message, quote, rows, severity="warning")
    return Seen(
        f"{both} say the same.",
        quote,
        [*rows, ("known", f"{verdict.strength}: {verdict.reason}")],
        "Keep one of them; the other name can be one of its former names.",
    )


def variants_give_one_quantity(registry: Registry, group: Variants) -> Iterator[Seen]:
    """Variants give one quantity.

    What: the left sides of all members of a group are measured in the same
    strict dimensions.

    Why: variants are conventions for one thing. A time beside a ratio is no
    other convention, and their difference would mean nothing.

    Example: `bubble_ratio` and `bubble_time` in one group.
    """
    by_dimension: dict[Any, tuple[str, str]] = {}
    for formula in group.members:
        law = law_or_none(registry, formula)
        left = law.relation.lhs if law is not None else None
        if isinstance(left, Letter) and left.name in registry.symbols:
            unit = registry.unit(left.name)
            by_dimension.setdefault(unit.dimensions, (formula.id, f"{left.name} in {unit}"))
    if len(by_dimension) > 1:
        yield Seen(
            "The members of this group give different quantities.",
            first_line(group.declared),
            list(by_dimension.values()),
            "Keep those that give the same; the others belong to another group.",
        )


def approximations_approximate(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Approximations approximate.

    What: a formula that approximates another gives the same quantity, is not
    equal to it, and lies within a factor of two of it over the typical ranges.

    Why: the page states the largest error over the typical ranges. That needs
    ranges for all letters, and says something only where both laws are near
    each other.

    Example: `approximates=lambda: ring_all_reduce_time` on a law that gives the
    time of an all-gather.
    """
    if formula.approximates is None:
        return
    quote = keyword_line(formula.declared, "approximates", formula.id)
    try:
        exact = formula.approximates()
        own, exact_law = law_or_none(registry, formula), _law(registry, exact)
    except Exception as stop:  # noqa: BLE001  a broken law is a finding of its own
        trouble = " ".join(str(stop).split())
        yield Seen(f"What it approximates is no law: {trouble}.", quote)
        return
    if own is not None:
        for seen in _approximation(registry, own, exact_law):
            laws = [(law.formula_id, written(law.typed)) for law in (own, exact_law)]
            yield replace(seen, quote=quote, rows=[*laws, *seen.rows])


def _approximation(registry: Registry, own: Law, exact: Law) -> Iterator[Seen]:
    if own.relation.lhs != exact.relation.lhs:
        yield Seen(
            f"It gives {written(own.relation.lhs)}, but what it approximates "
            f"gives {written(exact.relation.lhs)}."
        )
        return
    verdict = _same(registry, own, exact, ())
    if verdict.equal:
        yield Seen(
            f"It is equal to what it approximates ({verdict.strength}: {verdict.reason}).",
            guess="Leave approximates=... out, and derive it.",
        )
        return
    without = sorted(_letters(registry, own, exact) - set(typical_ranges(registry)), key=str)
    if without:
        names = listing([letter.name for letter in without], "and")
        yield Seen(
            f"Its error cannot be measured: {names} has no typical range.",
            guess="Declare typical=... for each.",
            severity="warning",
        )
        return
    gap = error_of(registry, own, exact)
    if gap is None:
        yield Seen("Its error cannot be measured.", severity="warning")
    elif gap.relative > USELESS:
        off = f"{gap.relative:.0%}" if gap.relative < 2 else f"a factor of {1 + gap.relative:.3g}"
        at = ", ".join(f"{letter} = {float(at):.4g}" for letter, at in sorted_point(gap.point))
        yield Seen(
            f"Over the typical ranges it is off by up to {off}.",
            rows=[("at", at)],
            severity="warning",
        )


def statuses_are_true(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Statuses are true.

    What: a stated status is one of those that there are; what is said to be
    derived has a derivation, and a bound is an inequality.

    Why: the page tells what kind of claim a formula is, and nobody checks a
    claim that the knowledge does not hold.

    Example: `status="aproximation"`; write `status="approximation"`.
    """
    if formula.status is None:
        return
    law = law_or_none(registry, formula)
    if formula.status not in STATUSES:
        wrong = f'There is no status "{formula.status}".'
        guess = did_you_mean(formula.status, STATUSES, f"Choose {listing(STATUSES)}.")
    elif formula.status == "derived" and formula.id not in registry.derived:
        wrong = "It is said to be derived, and there is no derivation."
        guess = "Write one with @derives, and leave the status out."
    elif formula.status == "bound" and law is not None and isinstance(law.relation, Equality):
        wrong = "It is said to be a bound, and its law is an equation."
        guess = "Write the law with Le or Ge, or say what it is."
    else:
        return
    yield Seen(wrong, keyword_line(formula.declared, "status", formula.id), guess=guess)


def approximation_error(registry: Registry, formula: Formula) -> Gap | None:
    """The largest relative error of an approximation over the typical ranges, and where it is."""
    if formula.approximates is None:
        return None
    own, exact = law_or_none(registry, formula), formula.approximates()
    if own is None or not isinstance(exact, Formula | Use):
        return None
    return error_of(registry, own, _law(registry, exact))


def _law(registry: Registry, law: Formula | Use) -> Law:
    """The law of a formula or of a use of one; one that is not of this registry is read."""
    if isinstance(law, Use):
        return used(_law(registry, law.formula), law)
    return law_or_none(registry, law) or law_of(law)


def error_of(registry: Registry, own: Law, exact: Law) -> Gap | None:
    """How far a law lies from another over the typical ranges, relative to the other."""
    ranges = typical_ranges(registry)
    needed = {
        letter: ranges[letter] for letter in _letters(registry, own, exact) if letter in ranges
    }
    return largest_gap(_value(registry, exact), _value(registry, own), needed)


def _letters(registry: Registry, *laws: Law) -> set[Any]:
    return set().union(*(_value(registry, law).free_symbols for law in laws))


@lru_cache(maxsize=8)
def typical_ranges(registry: Registry) -> Mapping[Any, tuple[Fraction, Fraction]]:
    """The typical range, else the default, of every letter that has one, in base units."""
    ranges: dict[Any, tuple[Fraction, Fraction]] = {}
    for name, note in registry.symbols.items():
        text = note.typical or note.default
        if not text:
            continue
        try:
            read = read_value(text, unit=registry.unit(name), table=registry.units)
        except ValueProblem:
            continue
        ends = (read.low, read.high) if isinstance(read, Interval) else (read, read)
        low, high = (end.base if isinstance(end, Quantity) else None for end in ends)
        if low is not None and high is not None:
            ranges[registry.letters[name]] = (Fraction(low), Fraction(high))
    return ranges
