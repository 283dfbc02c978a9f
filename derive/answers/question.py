"""A question, read: names looked up, values read with units, gaps filled and said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sympy import Eq

from ..errors import (
    ConstantSetNeeded,
    MissingGivens,
    NothingToEvaluate,
    TargetIsGiven,
    UnknownName,
)
from ..laws import Law
from ..records import Constant, Formula, Symbol, SymbolNote
from ..registry import Registry, guesses
from ..units import Interval, Quantity
from .presets import presets
from .values import Value, read_given


@dataclass(frozen=True, slots=True)
class Wish:
    """What an integer answer must also be, how it is shown, and what else is wanted."""

    divides: int | None = None
    power_of: int | None = None
    unit: str = ""
    constants: str = ""
    catalog: tuple[tuple[str, str], ...] = ()
    sensitivity: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one formula in which every letter but the target has a value.

    ``givens`` were typed, ``defaults`` were not and are said in the answer.
    A value is a ``Quantity`` in the symbol's own unit, or an ``Interval`` of
    such; an interval on the target itself narrows the answer. ``also`` holds
    further bounded letters with the expressions that give them, and further
    limits under no name, where several chains of laws meet.
    """

    formula: Formula
    law: Law
    target: SymbolNote
    givens: Mapping[str, Value]
    defaults: Mapping[str, Quantity]
    wish: Wish = field(default_factory=Wish)
    origins: Mapping[str, str] = field(default_factory=dict)
    also: tuple[tuple[str, Any], ...] = ()

    def values(self) -> dict[str, Value]:
        """All values but those of the target, defaults included."""
        both: dict[str, Value] = {**self.defaults, **self.givens}
        both.pop(self.target.id, None)
        return both

    def intervals(self) -> dict[str, Interval]:
        """The letters that were bounded instead of given."""
        return {name: v for name, v in self.givens.items() if isinstance(v, Interval)}


def read_question(
    registry: Registry,
    formula: str,
    target: str | None,
    givens: Mapping[str, Any],
    wish: Wish | None = None,
) -> Question:
    """Read a question; raises a ``QuestionProblem`` or ``ValueProblem`` that says all at once.

    ``target=None`` asks for the left side of the law. Names may be ids,
    aliases, Unicode letters or LaTeX; values anything that ``read_value``
    takes.
    """
    wish = wish or Wish()
    chosen = registry.formula(formula)
    law = registry.law(chosen.id)
    names = [letter.name for letter in law.symbols]
    known = [*names, *(name for name in condition_letters(law) if name not in names)]
    asked = left_letter(law) if target is None else named(registry, target, known, chosen.id).id
    read = {named(registry, name, known, chosen.id).id: value for name, value in givens.items()}
    supplied = {
        name: preset
        for name, preset in presets(registry, wish.catalog).items()
        if name in known and name not in read and name != asked
    }
    named_values = {name: preset.value for name, preset in supplied.items()}
    values = {
        name: read_given(registry, name, value) for name, value in {**read, **named_values}.items()
    }
    note = registry.symbols[asked]
    if isinstance(values.get(asked), Quantity):
        raise TargetIsGiven(asked, str(values[asked]))
    fitted = _constants(registry, chosen.id, names, asked, values, wish.constants)
    defaults = {**fitted, **_defaults(registry, names, asked, {**values, **fitted})}
    origins = {name: preset.origin for name, preset in supplied.items()}
    question = Question(chosen, law, note, values, defaults, wish, origins)
    _all_given(registry, question, names)
    return question


def condition_letters(law: Law) -> list[str]:
    """Letters that only the conditions of a law name: they may be given, and need not be."""
    found = [one for condition in law.conditions for one in condition.free_symbols]
    return sorted({one.name for one in found if not isinstance(one, Constant)})


def left_letter(law: Law) -> str:
    """The letter that a law gives; an inequality gives none."""
    left = law.relation.lhs
    if isinstance(law.relation, Eq) and isinstance(left, Symbol):
        return str(left.name)
    raise NothingToEvaluate(law.formula_id, [letter.name for letter in law.symbols])


def named(registry: Registry, name: str, among: list[str], formula: str) -> SymbolNote:
    """A letter of a formula by any of its names."""
    try:
        return registry.symbol(name, within=among)
    except UnknownName:
        raise UnknownName("symbol", name, guesses(name, among) or tuple(among), formula) from None


def _constants(
    registry: Registry,
    formula: str,
    names: list[str],
    asked: str,
    given: Mapping[str, Value],
    chosen: str,
) -> dict[str, Quantity]:
    """Values of the chosen set of fitted constants; none is ever chosen in silence."""
    covered = {letter.name for group in registry.constant_sets.values() for letter in group.values}
    needed = [name for name in names if name in covered and name not in given and name != asked]
    if chosen:
        if chosen not in registry.constant_sets:
            raise UnknownName(
                "set of constants", chosen, guesses(chosen, registry.constant_sets), ""
            )
        group = registry.constant_sets[chosen]
        return {
            letter.name: read
            for letter, text in group.values.items()
            if letter.name in needed
            and isinstance(read := read_given(registry, letter.name, text), Quantity)
        }
    if needed:
        fitting = [
            (group.name, str(group.source))
            for group in registry.constant_sets.values()
            if set(needed) <= {letter.name for letter in group.values}
        ]
        raise ConstantSetNeeded(formula, needed, fitting)
    return {}


def _defaults(
    registry: Registry, names: list[str], asked: str, given: Mapping[str, Value]
) -> dict[str, Quantity]:
    found = {}
    for name in names:
        text = registry.symbols[name].default
        if text and name != asked and name not in given:
            value = read_given(registry, name, text)
            if isinstance(value, Quantity):
                found[name] = value
    return found


def _all_given(registry: Registry, question: Question, names: list[str]) -> None:
    known = question.values()
    missing = [
        (name, registry.symbols[name].meaning, shown_unit(registry.symbols[name].unit))
        for name in names
        if name != question.target.id and name not in known
    ]
    if missing:
        raise MissingGivens(question.formula.id, missing)


def shown_unit(unit: str) -> str:
    """A unit as it is said in a sentence; a pure number has none."""
    return "" if unit == "1" else unit


def without(question: Question, *names: str) -> Question:
    """The same question with some givens dropped."""
    kept = {name: value for name, value in question.givens.items() if name not in names}
    return replace(question, givens=kept)
