"""Worked cases: a published number against the number that the formula gives, and its rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.algebra.evaluate import Undefined, fraction, value
from derive.algebra.programs_of import domain_in_base, relation_of
from derive.errors import NoEvaluator, ValueProblem
from derive.names import listing
from derive.records import Case, Constant, Formula, Use
from derive.records import Symbol as Letter
from derive.registry import Registry
from derive.solve.feasible_set import feasible
from derive.units import Quantity, number_text, read_value

from .code import declaration
from .rules import Seen

NUMBER = re.compile(r"\s*[+-]?(?P<whole>[\d_,]*)\.?(?P<part>[\d_]*)(?:[eE](?P<power>[+-]?\d+))?")


@dataclass(frozen=True, slots=True)
class Printed:
    """A published value in base units, and the interval that its digits stand for."""

    text: str
    value: Fraction
    low: Fraction
    high: Fraction
    how: str

    def holds(self, ours: Fraction) -> bool:
        """Whether a computed value agrees; the upper end of a truncated print does not."""
        inside = self.low <= ours <= self.high
        return inside and not (self.how == TRUNCATED and ours == self.high)


TRUNCATED = "cut to the printed digits"
ROUNDED = "within half a unit of the last printed digit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a case: our value, the printed one, and whether they agree.

    ``missing`` names letters that the case leaves open; ``trouble`` says in
    words why nothing could be computed.
    """

    target: str
    printed: Printed | None = None
    ours: Quantity | None = None
    agrees: bool = False
    missing: tuple[str, ...] = ()
    trouble: str = ""


def outcome(registry: Registry, case: Case) -> Outcome:
    """Compute a case and compare; nothing is raised."""
    try:
        relation = case.formula()
    except Exception as stop:  # noqa: BLE001  a law that cannot be built has a rule of its own
        return Outcome("", trouble=f"the law cannot be built ({type(stop).__name__})")
    target = target_of(case, relation)
    if target is None:
        return Outcome("", trouble="the law gives no single letter, so say which with of=...")
    try:
        given = known_values(registry, case, relation)
        printed = read_printed(registry, case, target)
    except ValueProblem as problem:
        return Outcome(target.name, trouble=problem.complaint())
    except KeyError as unknown:
        return Outcome(target.name, trouble=f"there is no set of constants {unknown}")
    letters = relation.free_symbols - {target}
    missing = sorted(letter.name for letter in letters if letter not in given)
    if missing:
        return Outcome(target.name, printed, missing=tuple(missing))
    return _compared(registry, relation, target, given, printed)


def _compared(
    registry: Registry,
    relation: Any,
    target: Letter,
    given: Mapping[Any, Fraction],
    printed: Printed,
) -> Outcome:
    point = {letter: at for letter, at in given.items() if letter != target}
    try:
        ours = solved_for(registry, relation, target, point, printed.value)
    except (Undefined, NoEvaluator):
        return Outcome(target.name, printed, trouble="the law has no value at these givens")
    if ours is None:
        return Outcome(target.name, printed, trouble=f"no {target.name} near the print solves it")
    unit = registry.unit(target.name)
    exactly = fraction(ours)
    return Outcome(
        target.name, printed, Quantity(exactly / unit.factor, unit), printed.holds(exactly)
    )


def target_of(case: Case, relation: Any) -> Letter | None:
    """The unknown of a case: as stated, else the left side of its law."""
    if case.of is not None:
        return case.of
    return relation.lhs if isinstance(relation.lhs, Letter) else None


def known_values(registry: Registry, case: Case, relation: Any) -> dict[Any, Fraction]:
    """What the case gives, in base units: givens, its set of constants, defaults, constants."""
    values: dict[Any, Fraction] = {}
    for letter in relation.free_symbols:
        if isinstance(letter, Constant):
            note = registry.constants[letter.name]
            values[letter] = note.value * registry.unit(letter.name).factor
        elif letter.name in registry.symbols and registry.symbols[letter.name].default:
            values[letter] = _base(registry, letter.name, registry.symbols[letter.name].default)
    fitted = registry.constant_sets[case.constants].values if case.constants else {}
    for letter, text in [*fitted.items(), *case.givens.items()]:
        values[letter] = _base(registry, letter.name, text)
    return values


def _base(registry: Registry, name: str, text: Any) -> Fraction:
    """One value of a symbol in base units."""
    count = registry.symbols[name].domain.integer
    unit = registry.unit(name)
    read = read_value(text, unit=unit, table=registry.units, symbol=name, count=count)
    if not isinstance(read, Quantity):
        raise ValueProblem(str(text)).of(name)
    return Fraction(read.base)


def read_printed(registry: Registry, case: Case, target: Letter) -> Printed:
    """The printed value and what its digits allow."""
    name = target.name
    number = _base(registry, name, case.gives)
    if case.within:
        allowed = read_value(case.within, unit=registry.units.unit("1"), table=registry.units)
        assert isinstance(allowed, Quantity)
        width = abs(number) * allowed.base
        return Printed(case.gives, number, number - width, number + width, f"within {case.within}")
    unit = _base(registry, name, last_digit(case.gives))
    if case.truncated:
        return Printed(case.gives, number, number, number + unit, TRUNCATED)
    return Printed(case.gives, number, number - unit / 2, number + unit / 2, ROUNDED)


def last_digit(text: str) -> str:
    """One unit of the last printed digit, in the printed unit: ``1.88 GB`` gives ``1e-2 GB``."""
    number = NUMBER.match(text)
    assert number is not None
    power = int(number["power"] or 0) - len(number["part"].replace("_", ""))
    return f"1e{power}{text[number.end() :]}"


def solved_for(
    registry: Registry, relation: Any, target: Letter, point: Mapping[Any, Fraction], near: Fraction
) -> Any:
    """What a law gives for a letter, in base units: read off where it stands alone, else solved.

    Of several roots, the one nearest to ``near`` is meant; None if there is none.
    Raises ``Undefined`` where the law has no value at the point.
    """
    for alone, other in ((relation.lhs, relation.rhs), (relation.rhs, relation.lhs)):
        if alone == target and target not in other.free_symbols:
            return value(other, point)
    law = relation_of(relation).bound({letter.name: at for letter, at in point.items()})
    roots = feasible([law], target.name, domain_in_base(registry, target.name)).roots
    return min((root.value for root in roots), key=lambda root: abs(root - near), default=None)


def formula_of(case: Case) -> Formula:
    """The formula of a case, also of one for a use of it."""
    return case.formula.formula if isinstance(case.formula, Use) else case.formula


def cases_come_out(registry: Registry, case: Case) -> Iterator[Seen]:
    """Cases come out.

    What: the number that a source prints is what the formula gives for the same
    inputs: within half a unit of the last printed digit, within the ratio that
    the case states, or, for a truncated print, with the same printed digits.

    Why: it is the one test of a formula that nobody here made up. A case that
    does not come out means a wrong law, a wrong unit or a slip in the source.

    Example: `gives="1.8 GB"` where the formula gives 1.875 GB: half a unit of
    the last digit is 0.05 GB. If the source cut digits off, say
    `truncated=True`.
    """
    result = outcome(registry, case)
    if result.agrees:
        return
    yield Seen(
        _message(case, result),
        declaration(case.declared),
        _rows(case, result),
        _guess(result),
    )


def _message(case: Case, result: Outcome) -> str:
    if result.missing:
        return f"The case leaves {listing(result.missing, 'and')} open."
    if result.trouble:
        return f"The case cannot be computed: {result.trouble}."
    return f"{formula_of(case).id} does not give the printed number."


def _rows(case: Case, result: Outcome) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("printed", case.gives, str(case.source))]
    ours, printed = result.ours, result.printed
    if ours is not None and printed is not None:
        rows.append(("computed", as_printed(printed, Fraction(ours.base)), result.target))
        allowed = as_printed(printed, printed.low, printed.high)
        rows.append(("allowed", allowed, printed.how))
    return rows


def _guess(result: Outcome) -> str:
    ours, printed = result.ours, result.printed
    if ours is None or printed is None or not printed.value:
        return ""
    ratio = Fraction(ours.base) / printed.value
    # Authors truncate as often as they round.
    if printed.how.startswith("within half") and ratio > 1 and _digits_agree(ours, printed):
        return "The source seems to have cut digits off: truncated=True says so."
    if abs(ratio - 1) < Fraction(1, 10):
        share = number_text(abs(1 / ratio - 1) * 100 if ratio < 1 else (ratio - 1) * 100, 2)
        return f"They differ by {share} %."
    return f"computed / printed = {number_text(ratio)}"


def _digits_agree(ours: Quantity, printed: Printed) -> bool:
    unit = printed.high - printed.low
    return bool(printed.value <= Fraction(ours.base) < printed.value + unit)


def as_printed(printed: Printed, *values: Fraction) -> str:
    """Values in base units, written in the unit of the print, to six digits."""
    number_match = NUMBER.match(printed.text)
    assert number_match is not None
    number = Fraction(number_match[0].replace(",", "").replace("_", "").strip())
    scale = printed.value / number if number else Fraction(1)
    shown = " to ".join(number_text(number / scale, 6) for number in values)
    return shown + printed.text[number_match.end() :].rstrip()
