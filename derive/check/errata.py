"""Errata: what a text prints against what the law gives, and the rule that proves each again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from derive.algebra.evaluate import Undefined, fraction, same, truth, value
from derive.errors import ValueProblem
from derive.names import listing
from derive.notation import Rejection
from derive.notation.reading import Reading, read_erratum
from derive.records import Case, Erratum, Formula, Use
from derive.records import Symbol as Letter
from derive.registry import Registry
from derive.units import Quantity, number_text

from .code import first_line, keyword_line
from .rules import Seen, law_or_none
from .worked import known_values, outcome


@dataclass(frozen=True, slots=True)
class Disproof:
    """What became of an erratum: both values, their ratio, and whether they part.

    ``machine`` says that a law decided it; an erratum of words stands on its
    sources alone. ``missing`` names letters without a value, ``trouble`` says
    in words why nothing could be compared.
    """

    proved: bool = False
    machine: bool = True
    target: str = ""
    printed: Quantity | None = None
    corrected: Quantity | None = None
    missing: tuple[str, ...] = ()
    trouble: str = ""

    @property
    def ratio(self) -> Fraction | None:
        """The corrected value over the printed one; none where that is zero."""
        if self.printed is None or self.corrected is None or not self.printed.base:
            return None
        return Fraction(self.corrected.base) / Fraction(self.printed.base)


def disproof(registry: Registry, erratum: Erratum) -> Disproof:
    """Hold a published text against its correction; nothing is raised."""
    corrected = erratum.corrected
    if isinstance(corrected, str):
        if erratum.kind == "formula":
            return Disproof(trouble="a formula is corrected by a law, not by a text")
        return Disproof(proved=bool(corrected.strip()), machine=False)
    if erratum.kind == "number":
        return _of_number(registry, erratum, corrected)
    reading = read_erratum(erratum, registry.letters)
    if isinstance(reading, Rejection):
        return Disproof(trouble=f"the print cannot be read: {reading.message}")
    try:
        return _of_formula(registry, erratum, corrected, reading)
    except ValueProblem as problem:
        return Disproof(trouble=problem.complaint())
    except Undefined:
        return Disproof(trouble="one of the two has no value there")
    except Exception as stop:  # noqa: BLE001  a law that cannot be built has a rule of its own
        return Disproof(trouble=f"the law cannot be built ({type(stop).__name__})")


def _of_number(registry: Registry, erratum: Erratum, corrected: Formula | Use) -> Disproof:
    """A printed number, against the law at the givens that the text states."""
    result = outcome(registry, _case(erratum, corrected))
    printed = result.printed
    if result.ours is None or printed is None:
        return Disproof(target=result.target, missing=result.missing, trouble=result.trouble)
    shown = Quantity(printed.value / result.ours.unit.factor, result.ours.unit)
    return Disproof(
        proved=not result.agrees, target=result.target, printed=shown, corrected=result.ours
    )


def _of_formula(
    registry: Registry, erratum: Erratum, corrected: Formula | Use, reading: Reading
) -> Disproof:
    """A printed formula, against the law at a point where they part."""
    relation, conditions = _law(registry, corrected)
    target = _spoken_of(reading, relation)
    print_ = _said(reading, target) if target is not None else None
    if target is None or print_ is None:
        return Disproof(trouble=f"the print does not say what {relation.lhs} is")
    # The point needs every letter of either side, or one of the two could not be computed.
    wanted = set(print_.free_symbols) | (relation.free_symbols - {target})
    wanted = wanted.union(*(condition.free_symbols for condition in conditions)) - {target}
    point = known_values(registry, _case(erratum, corrected), sympy.Tuple(*wanted))
    missing = sorted(letter.name for letter in wanted if letter not in point)
    if missing:
        return Disproof(target=target.name, missing=tuple(missing))
    broken = [
        condition
        for condition in conditions
        if target not in condition.free_symbols and not truth(condition, point)
    ]
    if broken:
        return Disproof(trouble=f"the law does not hold there: {broken[0]} is not met")
    # A proportion has no value of its own: it is held against how the law grows.
    if reading.relations and reading.relations[0].operator == "prop":
        theirs, ours = _growth(relation, target, print_, point)
    else:
        theirs, ours = fraction(value(print_, point)), _given(relation, target, point)
    if isinstance(relation, sympy.Eq):
        proved = not same(theirs, ours)
    else:
        proved = not truth(relation, {**point, target: theirs})
    unit = registry.unit(target.name)
    return Disproof(
        proved=proved,
        target=target.name,
        printed=Quantity(theirs / unit.factor, unit),
        corrected=Quantity(ours / unit.factor, unit),
    )


def _case(erratum: Erratum, corrected: Formula | Use) -> Case:
    """The point of an erratum in the shape of a worked case."""
    return Case(corrected, erratum.differs_at or {}, gives=erratum.printed, source=erratum.place)


def _law(registry: Registry, corrected: Formula | Use) -> tuple[Any, tuple[Any, ...]]:
    """The corrected relation and its conditions, with the letters of a use replaced."""
    relation = corrected()
    formula = corrected.formula if isinstance(corrected, Use) else corrected
    law = law_or_none(registry, formula)
    conditions: tuple[Any, ...] = law.conditions if law else ()
    if isinstance(corrected, Use):
        replaced = {registry.letters[name]: by for name, by in corrected.replaced}
        conditions = tuple(condition.xreplace(replaced) for condition in conditions)
    return relation, conditions


def _spoken_of(reading: Reading, relation: Any) -> Letter | None:
    """The letter that both print and law give; a print without a relation gives the law's."""
    if not reading.relations or relation.lhs in reading.sides:
        return relation.lhs if isinstance(relation.lhs, Letter) else None
    letters = (side for side in reading.sides if side in relation.free_symbols)
    return next((letter for letter in letters if isinstance(letter, Letter)), None)


def _said(reading: Reading, target: Letter) -> Any:
    """What the print says about a letter: what it equals, or what it grows with."""
    for relation in reading.relations:
        if relation.operator == "prop" and relation.left == target:
            return relation.right
    return reading.value_of(target)


def _growth(
    relation: Any, target: Letter, print_: Any, point: dict[Any, Fraction]
) -> tuple[Fraction, Fraction]:
    """Where one letter is doubled: the value by proportion, and the one by the law.

    Of all letters of the print, the one with which they part furthest.
    """
    start, ours = fraction(value(print_, point)), _given(relation, target, point)
    values = []
    for letter in sorted(print_.free_symbols, key=str):
        there = {**point, letter: 2 * point[letter]}
        by_proportion = ours * fraction(value(print_, there)) / start
        values.append((by_proportion, _given(relation, target, there)))
    return max(values, key=lambda pair: abs(pair[1] - pair[0]))


def _given(relation: Any, target: Letter, point: dict[Any, Fraction]) -> Fraction:
    """The value of the target by the law: read off, or solved where it stands linearly."""
    if relation.lhs == target and target not in relation.rhs.free_symbols:
        return fraction(value(relation.rhs, point))
    gap = relation.lhs - relation.rhs
    # Two values give the root of a linear gap; the third look shows whether it is linear.
    at = [fraction(value(gap, {**point, target: Fraction(number)})) for number in (0, 1)]
    if at[0] == at[1]:
        raise Undefined(target)
    root = at[0] / (at[0] - at[1])
    if not same(fraction(value(gap, {**point, target: root})), Fraction(0)):
        raise Undefined(target)
    return root


def errata_are_proved(registry: Registry, erratum: Erratum) -> Iterator[Seen]:
    """Errata are proved.

    What: a printed formula, read through the notation of its document, differs
    from the corrected law at the values that the erratum names; a printed
    number is not what the law gives; words are corrected by a text. Each cites
    what it rests on.

    Why: to say that somebody else's text is wrong takes a proof, and one that
    is made again whenever the law or the notation changes.

    Example: `printed="T = n / b"` with `differs_at={n: 1e6, b: 1e9}` where the
    latency that the text leaves out has the value 0.
    """
    if not erratum.proof:
        yield Seen("The erratum names no proof.", first_line(erratum.declared))
    result = disproof(registry, erratum)
    if result.proved:
        return
    rows: list[tuple[str, ...]] = []
    if result.printed is not None and result.corrected is not None:
        rows = [
            ("printed", str(result.printed), str(erratum.place)),
            ("corrected", str(result.corrected), result.target),
            ("corrected / printed", ratio_text(result)),
        ]
    quote = keyword_line(erratum.declared, "printed" if erratum.printed else "corrected")
    yield Seen(_message(erratum, result), quote, rows)


def _message(erratum: Erratum, result: Disproof) -> str:
    if result.missing:
        return f"The erratum leaves {listing(result.missing, 'and')} open."
    if result.trouble:
        return f"The erratum proves nothing: {result.trouble}."
    if isinstance(erratum.corrected, str):
        return "The erratum does not say what is right."
    what = "formula" if erratum.kind == "formula" else "number"
    return f"The printed {what} does not differ from {erratum.corrected.id} there."


def ratio_text(result: Disproof) -> str:
    """How many times the corrected value holds the printed one, to four digits."""
    ratio = result.ratio
    return number_text(Fraction(ratio), 4) if ratio is not None else "none"
