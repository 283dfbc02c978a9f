"""Rules about what laws measure: units that agree, and values that their letters may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

from derive.algebra.equal import points
from derive.algebra.evaluate import Undefined, fraction, value
from derive.algebra.programs_of import in_base
from derive.algebra.standins import stand_in
from derive.dimensions import Dimension, DimensionFinding, measure, repairs
from derive.errors import ValueProblem
from derive.laws import Law
from derive.names import listing
from derive.records import Domain, Formula
from derive.records import Symbol as Letter
from derive.registry import Registry
from derive.units import Unit

from .code import Quote, keyword_line, law_line
from .laws import written
from .rules import Seen, domains_of, law_or_none

MOST_REPAIRS = 3
LOOKED_AT = 60
SMALL = 10**6
PARTS = {"Add": "The terms of a sum", "Piecewise": "The branches of a case"}


def both_sides_share_a_unit(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Both sides share a unit.

    What: the two sides of a law, and of each of its conditions, are measured in
    the same unit: bytes with bytes, seconds with seconds.

    Why: a forgotten or doubled factor nearly always breaks the units. No other
    check finds so many slips so early.

    Example: `Eq(T_ar, 2 * (N - 1) / N * n)`: seconds on the left, bytes on the
    right; divide by the bandwidth `beta`.
    """
    for quote, finding in _measured(registry, formula, "sides_disagree"):
        yield Seen(
            "The two sides are measured in different units.",
            quote,
            _rows(finding.terms),
            _repair(registry, formula, finding),
        )


def terms_of_a_sum_share_a_unit(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """The terms of a sum share a unit.

    What: all terms of a sum, all arguments of Max, Min and Mod, and all
    branches of a Piecewise are measured in the same unit.

    Why: seconds plus bytes is nothing. The sides of the law can still agree
    when the wrong term is hidden inside a sum.

    Example: `Eq(T_msg, alpha + n)`: seconds plus bytes; write `alpha + n / beta`.
    """
    for quote, finding in _measured(registry, formula, "terms_disagree"):
        kind = type(finding.where).__name__
        yield Seen(
            f"{PARTS.get(kind, f'The arguments of {kind}')} are measured in different units.",
            quote,
            _rows(finding.terms),
        )


def exponents_and_logs_are_pure(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Exponents and logarithms are of plain numbers.

    What: an exponent, and the argument of log, exp and their kin, has no unit;
    and what is raised to a letter has none either.

    Why: 2 to the power of 3 seconds is nothing, and its value would change
    with the unit of time.

    Example: `exp(-t)` with `t` in seconds; write `exp(-t / tau)`.
    """
    for quote, finding in _measured(registry, formula, "not_a_number", "base_not_a_number"):
        wrong = (
            "what is raised to a letter has a unit"
            if finding.rule == "base_not_a_number"
            else "something that must be a plain number has a unit"
        )
        yield Seen(
            f"In {written(finding.where)}, {wrong}.",
            quote,
            _rows(finding.terms),
            "Divide it by a quantity of the same unit.",
        )


def counts_agree_in_kind(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Counts agree in kind.

    What: where two sides or two terms both count something, they count the
    same: tokens with tokens, not tokens with sequences.

    Why: "per token or per sequence?" is the most common slip that strict units
    cannot see, since both are plain numbers.

    Example: `Eq(D, b * steps)` with `D` in tokens and `b` in sequences; multiply
    by the sequence length `s`.
    """
    for quote, finding in _measured(registry, formula, "kinds_disagree"):
        yield Seen(
            "What is compared or added counts different things.",
            quote,
            _rows(finding.terms),
            _repair(registry, formula, finding),
        )


def rounding_is_of_counts(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Rounding is of counts.

    What: floor and ceiling are taken of numbers without a strict unit.

    Why: the ceiling of 1.5 seconds is 2 seconds, that of 1500 milliseconds is
    1500 milliseconds: the result depends on the unit it is written in.

    Example: `ceiling(n / beta)`; round a number of messages instead.
    """
    for quote, finding in _measured(registry, formula, "rounded_dimension"):
        yield Seen(
            "A value with a unit is rounded.",
            quote,
            _rows(finding.terms),
            "Divide by the size of one part first, and round the number of parts.",
        )


def units_can_be_told(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Units can be told.

    What: the law is made of operations whose unit follows from their parts.

    Why: what cannot be measured cannot be checked, and "unknown" must never
    count as passed.

    Example: a law with an undefined function, `Function("f")(n)`.
    """
    for quote, finding in _measured(registry, formula, "unknown_expression"):
        yield Seen(f"The unit of {written(finding.where)} cannot be told.", quote)


def _measured(
    registry: Registry, formula: Formula, *rules: str
) -> Iterator[tuple[Quote, DimensionFinding]]:
    """The disagreements of some kinds, each with the line that it is on."""
    in_law, in_conditions = disagreements(registry, formula)
    for finding in in_law:
        if finding.rule in rules:
            yield law_line(formula.declared, formula.id), finding
    for finding in in_conditions:
        if finding.rule in rules:
            yield keyword_line(formula.declared, "holds_when", formula.id), finding


@lru_cache(maxsize=8192)
def disagreements(
    registry: Registry, formula: Formula
) -> tuple[tuple[DimensionFinding, ...], tuple[DimensionFinding, ...]]:
    """Everything wrong with the units of a law, and of its conditions; measured once."""
    law = law_or_none(registry, formula)
    if law is None:
        return (), ()
    units = measures(registry)
    in_conditions = (
        finding for condition in law.conditions for finding in measure(condition, units).findings
    )
    return measure(law.typed, units).findings, tuple(in_conditions)


@lru_cache(maxsize=8)
def measures(registry: Registry) -> Mapping[Any, Unit]:
    """The unit of every letter and constant that has a readable one."""
    units: dict[Any, Unit] = {}
    for name, letter in registry.letters.items():
        try:
            units[letter] = registry.unit(name)
        except ValueProblem:
            continue
    return units


def _rows(terms: tuple[tuple[Any, Dimension], ...]) -> list[tuple[str, ...]]:
    return [(written(term), str(dimension)) for term, dimension in terms]


def _repair(registry: Registry, formula: Formula, finding: DimensionFinding) -> str:
    """Which symbol would put it right: those of the law's own subject come first."""
    if finding.ratio is None:
        return ""
    every = repairs(finding.ratio, measures(registry))
    at_hand = getattr(formula.law, "__globals__", {})
    near = [repair for repair in every if at_hand.get(repair.symbol.name) == repair.symbol]
    chosen = (near or every)[:MOST_REPAIRS]
    ratio = f"right / left = {finding.ratio}"
    if not chosen:
        return f"{ratio}."
    notes = [registry.letters[repair.symbol.name].note for repair in chosen]
    names = [f"{note.id} ({note.meaning})" for note in notes]
    verb = chosen[0].verb
    same = [name for name, repair in zip(names, chosen, strict=True) if repair.verb == verb]
    if len(same) == 1 and verb == "divide":
        return f"{ratio}, the unit of {same[0]}. Divide by {chosen[0].symbol.name}?"
    return f"{ratio}. {verb.capitalize()} by {listing(same)}?"


def laws_stay_in_the_domain(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Laws stay in the domain.

    What: wherever the letters on the right have values that they may take, and
    the conditions hold, the letter on the left gets a value that it may take.

    Why: otherwise the page says that a quantity is positive, whole or below 1,
    and its own formula says something else; a question at that point has no
    answer.

    Example: an idle time `(p - 1) * t` declared as positive: with one stage it
    is 0; declare `at_least=0`, or say `holds_when=lambda: [p >= 2]`.
    """
    law = law_or_none(registry, formula)
    if law is None or not isinstance(law.relation.lhs, Letter):
        return
    name = law.relation.lhs.name
    if name not in registry.symbols or law.relation.rel_op != "==":
        return
    if any(registry.letters.get(symbol.name) != symbol for symbol in law.relation.free_symbols):
        return  # a letter without a declaration has no domain, and a rule of its own
    domain = domains_of(registry)[law.relation.lhs]
    outside = _outside(registry, law, domain)
    if outside is not None:
        point, ours = outside
        yield Seen(
            f"The law gives {name} a value outside its domain.",
            law_line(formula.declared, formula.id),
            [
                ("domain", f"{name} is {domain}"),
                ("the law", f"{written(law.relation.lhs)} = {_number(ours)}"),
                ("at", ", ".join(f"{letter} = {_number(at)}" for letter, at in point)),
            ],
            _advice(name, domain, ours),
        )


def _outside(
    registry: Registry, law: Law, domain: Domain
) -> tuple[list[tuple[Any, Fraction]], Fraction] | None:
    """A point of the domains at which the law's value is not one that its letter may take."""
    relation = in_base(registry, law.relation)
    kept = [condition for condition in law.conditions if relation.lhs not in condition.free_symbols]
    standins = stand_in([relation, *kept], domains_of(registry))
    _, rhs = standins.sides(relation)
    for point in islice(points(standins.ground(kept), rhs.free_symbols), LOOKED_AT):
        try:
            ours = fraction(value(rhs, point))
        except Undefined:
            continue
        if not domain.contains(ours):
            home = {standins.original.get(letter, letter): at for letter, at in point.items()}
            return sorted(home.items(), key=lambda item: str(item[0])), ours
    return None


def _advice(name: str, domain: Domain, ours: Fraction) -> str:
    if domain.integer and ours.denominator != 1:
        return f"Declare {name} without integer=True, or say which letter divides which."
    return "Widen the domain of the letter, or add the condition under which the law holds."


def _number(number: Fraction) -> str:
    return str(number) if number.denominator < SMALL else f"{float(number):.6g}"
