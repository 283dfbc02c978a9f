"""Rules about units: what is added, compared, raised and rounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from derive.dimensions import Dimension, DimensionFinding, measure, repairs
from derive.errors import ValueProblem
from derive.quoting import listing
from derive.records import Formula
from derive.registry import Registry
from derive.units import Unit

from .code import Quote, keyword_line, law_line
from .laws import written
from .records import law_or_none
from .rules import Seen

MOST_REPAIRS = 3


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
        left, right = finding.terms
        yield Seen(
            "The two sides are measured in different units.",
            quote.text,
            _rows(registry, (left, right)),
            _repair(registry, formula, finding),
            line=quote.line,
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
        yield Seen(
            f"{_parts_of(finding.where)} are measured in different units.",
            quote.text,
            _rows(registry, finding.terms),
            line=quote.line,
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
        raised = finding.rule == "base_not_a_number"
        yield Seen(
            f"In {written(finding.where)}, what is raised to a letter has a unit."
            if raised
            else f"In {written(finding.where)}, something that must be a plain number has a unit.",
            quote.text,
            _rows(registry, finding.terms),
            "Divide it by a quantity of the same unit.",
            line=quote.line,
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
            quote.text,
            _rows(registry, finding.terms),
            _repair(registry, formula, finding) if finding.ratio is not None else "",
            line=quote.line,
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
            quote.text,
            _rows(registry, finding.terms),
            "Divide by the size of one part first, and round the number of parts.",
            line=quote.line,
        )


def units_can_be_told(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Units can be told.

    What: the law is made of operations whose unit follows from their parts.

    Why: what cannot be measured cannot be checked, and "unknown" must never
    count as passed.

    Example: a law with an undefined function, `Function("f")(n)`.
    """
    for quote, finding in _measured(registry, formula, "unknown_expression"):
        yield Seen(
            f"The unit of {written(finding.where)} cannot be told.", quote.text, line=quote.line
        )


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


def _rows(registry: Registry, terms: tuple[tuple[Any, Dimension], ...]) -> list[tuple[str, ...]]:
    del registry
    return [(written(term), str(dimension)) for term, dimension in terms]


def _repair(registry: Registry, formula: Formula, finding: DimensionFinding) -> str:
    """Which symbol would put it right: those of the law's own subject come first."""
    if finding.ratio is None:
        return ""
    units = measures(registry)
    near = [
        repair
        for repair in repairs(finding.ratio, units)
        if _near(registry, formula, repair.symbol)
    ]
    chosen = (near or repairs(finding.ratio, units))[:MOST_REPAIRS]
    ratio = f"right / left = {finding.ratio}"
    if not chosen:
        return f"{ratio}."
    notes = [registry.letters[repair.symbol.name].note for repair in chosen]
    names = [f"{note.id} ({note.meaning})" for note in notes]
    verb = chosen[0].verb
    same = [name for name, repair in zip(names, chosen, strict=True) if repair.verb == verb]
    if len(same) == 1 and verb == "divide":
        (first,) = chosen[:1]
        return f"{ratio}, the unit of {same[0]}. Divide by {first.symbol.name}?"
    return f"{ratio}. {verb.capitalize()} by {listing(same)}?"


def _near(registry: Registry, formula: Formula, letter: Any) -> bool:
    """Whether a letter is at hand where the formula is written."""
    known = getattr(formula.law, "__globals__", {})
    return known.get(letter.name) == letter and letter.name in registry.letters


def _parts_of(where: Any) -> str:
    kinds = {"Add": "The terms of a sum", "Piecewise": "The branches of a case"}
    return kinds.get(type(where).__name__, f"The arguments of {type(where).__name__}")
