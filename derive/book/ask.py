"""What one formula needs to answer questions without the algebra, as plain data.

The law as programs, its letters with their units and domains, the law solved
for each letter as text, and the working with holes for the values. The door
that reads it is ``derive.answers.ready``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from sympy import Eq, Ge, Gt, Le, Lt
from sympy.core.relational import Relational

from derive.answers.claims import output
from derive.answers.filling import Part
from derive.answers.integers import unit_of_law
from derive.answers.question import Question, Wish, condition_letters
from derive.answers.relations import domain_in_base, in_base
from derive.answers.solving import rearranged
from derive.answers.values import is_count
from derive.answers.wording import law_latex, law_text, settled_latex, settled_text
from derive.answers.working import put_in, tree_of
from derive.errors import NoEvaluator
from derive.laws import Law
from derive.programs.data import to_data
from derive.programs.translate import program_of
from derive.records import Domain
from derive.registry import Registry
from derive.registry.names import GREEK
from derive.written import Node

from .ask_units import unit_data

ASK_SCHEMA = 1
"""Version of this data; raised when it changes."""

SIGNS: dict[Any, str] = {Eq: "==", Le: "<=", Lt: "<", Ge: ">=", Gt: ">"}
MOST_LINES = 640
"""Workings written in advance; questions of other kinds go to the full engine."""

# Marks that no law holds, so that a text can be cut apart at them.
NUMBER, BARE, UNIT = 900_000_000_000_000, "9~", "9~ ~"
Data = dict[str, Any]


def ask_data(registry: Registry, formula: str, targets: Iterable[str] | None = None) -> Data:
    """Everything that the common questions about one formula need, for some letters or all."""
    chosen = registry.formula(formula)
    law = registry.law(chosen.id)
    names = [letter.name for letter in law.symbols]
    known = _known(law)
    fitted = {letter.name for group in registry.constant_sets.values() for letter in group.values}
    units = sorted({registry.symbols[name].unit for name in known})
    own = isinstance(law.relation, Eq) and law.relation.lhs.is_Symbol
    return {
        "schema": ASK_SCHEMA,
        "formula": chosen.id,
        "law": law_text(law),
        "latex": law_latex(registry, law),
        "letters": [_letter(registry, name, name in fitted) for name in known],
        "in_law": len(names),
        "names": _names(registry, known),
        "units": {unit: unit_data(registry.units, registry.units.unit(unit)) for unit in units},
        "unit_of_law": _law_unit(registry, law),
        "relation": _relation(registry, law.relation, known),
        "conditions": [_condition(registry, law, one, known) for one in law.conditions],
        "left": law.relation.lhs.name if own else "",
        "given_by": _output(registry, law, names),
        "targets": {
            name: target_data(registry, chosen.id, name)
            for name in (names if targets is None else targets)
        },
        "lines": _lines(registry, law, names),
    }


def _known(law: Law) -> list[str]:
    """The letters of a law, and those that only its conditions name."""
    return list(dict.fromkeys([*(one.name for one in law.symbols), *condition_letters(law)]))


def _letter(registry: Registry, name: str, fitted: bool) -> Data:  # noqa: FBT001  one of many facts
    note, base = registry.symbols[name], domain_in_base(registry, name)
    return {
        "id": name,
        "latex": note.latex,
        "unit": note.unit,
        "count": is_count(registry.unit(name), note),
        "domain": _domain(note.domain),
        "base": _domain(base),
        "default": note.default,
        "fitted": fitted,
    }


def _domain(domain: Domain) -> Data:
    ends = (domain.low, domain.high)
    low, high = (None if end is None else [end.numerator, end.denominator] for end in ends)
    return {
        "low": low,
        "high": high,
        "low_open": domain.low_open,
        "high_open": domain.high_open,
        "integer": domain.integer,
        "says": str(domain),
    }


def _names(registry: Registry, known: list[str]) -> dict[str, str]:
    """Every name under which a letter is found at once, with its id; the first one wins."""
    found: dict[str, str] = {}
    for name in known:
        note = registry.symbols[name]
        for spelled in (name, note.latex, *note.aliases):
            found.setdefault(spelled, name)
    greek = {said: letter for letter, said in GREEK.items()}
    for name in known:
        head, _, tail = name.partition("_")
        if head in greek:
            found.setdefault(f"{greek[head]}_{tail}" if tail else greek[head], name)
    return found


def _law_unit(registry: Registry, law: Law) -> Data | None:
    return unit_data(registry.units, unit_of_law(registry, law), spelled=False)


def _steps(registry: Registry, expression: Any, known: list[str]) -> list[Any] | None:
    """An expression as a program in base units; None where there is none."""
    letters = [registry.letters[name] for name in known]
    try:
        steps: list[Any] = to_data(program_of(in_base(registry, expression), letters))["steps"]
    except (AttributeError, NoEvaluator):
        return None
    return steps


def _relation(registry: Registry, relation: Any, known: list[str]) -> list[Any] | None:
    """Sign, left and right side; None where it is no comparison or has no program."""
    sides = [_steps(registry, one, known) for one in relation.args]
    sign = SIGNS.get(type(relation))
    return None if sign is None or None in sides else [sign, *sides]


def _condition(registry: Registry, law: Law, condition: Any, known: list[str]) -> Data:
    simple = isinstance(condition, Relational)
    return {
        "says": law_text(law, condition),
        "letters": sorted(one.name for one in condition.free_symbols if one.name in known),
        "program": _steps(registry, condition, known),
        "relation": _relation(registry, condition, known) if simple else None,
    }


def _output(registry: Registry, law: Law, names: list[str]) -> str:
    note = registry.symbols[names[0]]
    return output(Question(registry.formula(law.formula_id), law, note, {}, {}, Wish()))


def target_data(registry: Registry, formula: str, name: str) -> Data:
    """The law solved for one letter, as the answer writes it."""
    law = registry.law(formula)
    known = _known(law)
    shape = rearranged(registry, law, name)
    inside = shape.inside
    return {
        "method": shape.method,
        "reason": shape.reason,
        "branches": [
            "" if one.expression is None else settled_text(one.expression) for one in inside
        ],
        "values": [_steps(registry, one.expression, known) for one in inside[1:] and inside],
        "solved": [
            [settled_text(one.statement), settled_latex(registry, one.statement)]
            for one in inside[:2]
            if one.statement is not None
        ],
    }


# --- the working, with holes ----------------------------------------------------


def _lines(registry: Registry, law: Law, names: list[str]) -> Data:
    """The law with holes for values, by the kinds of what is put in.

    A key has one mark per letter: ``n`` a whole number, ``v`` another bare
    number, ``u`` a value with a unit, and a point for the letter left open.
    """
    left = law.relation.lhs
    place = names.index(left.name) if left.is_Symbol and left.name in names else -1
    found = dict.fromkeys(_kinds(registry, names, place))
    tree = tree_of(law)
    return {kinds: _line(registry, tree, names, kinds) for kinds in found}


def _kinds(registry: Registry, names: list[str], left: int) -> Iterator[str]:
    every = [_marks(registry, name, few=False) for name in names]
    few = [_marks(registry, name, few=True) for name in names]
    marks = every if _count(every) <= MOST_LINES else few
    if _count(marks) > MOST_LINES:
        marks = [one[:1] for one in marks]
    alone = [(n,) for n in range(len(names))]
    bounded = [(n, left) for n in range(len(names)) if left not in (n, -1)]
    for opened in ((), *alone, *bounded):
        for chosen in product(*("." if n in opened else one for n, one in enumerate(marks))):
            yield "".join(chosen)


def _count(marks: list[str]) -> int:
    whole = 1
    for one in marks:
        whole *= len(one)
    return whole + 2 * sum(whole // len(one) for one in marks)


def _marks(registry: Registry, name: str, *, few: bool) -> str:
    """What may stand for a letter: counts of things are whole numbers as a rule, shares are not."""
    if registry.unit(name).dimensions:
        return "u"
    if registry.symbols[name].domain.integer:
        return "nv"
    return "v" if few else "vn"


def _line(registry: Registry, tree: Node, names: list[str], kinds: str) -> Data:
    numbers = {name: NUMBER + n for n, name in enumerate(names) if kinds[n] == "n"}
    texts = {
        name: (BARE if kinds[n] == "v" else UNIT).replace("~", f"~{n}~", 1)
        for n, name in enumerate(names)
        if kinds[n] in "vu"
    }
    line, parts = put_in(registry, tree, numbers, texts)
    marks = {str(number): name for name, number in numbers.items()}
    return {
        "text": _cut([line], {**marks, **{shown: name for name, shown in texts.items()}}),
        "latex": _cut(parts, marks),
    }


def _cut(parts: list[Any], marks: dict[str, str]) -> list[Any]:
    """Text taken apart at its marks."""
    found: list[Part] = list(parts)
    for mark, name in marks.items():
        for place in reversed(range(len(found))):
            part = found[place]
            if isinstance(part, str) and mark in part:
                first, *rest = part.split(mark)
                cut: list[Part] = [first]
                for one in rest:
                    cut += [(name, False), one]
                found[place : place + 1] = cut
    return [list(part) if isinstance(part, tuple) else part for part in found if part != ""]
