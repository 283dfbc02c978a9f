"""A chain walked with values: link by link, blocks at once, whole numbers watched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..algebra.arithmetic import Undefined, fraction
from ..algebra.evaluate import truth
from ..algebra.evaluate import value as value_at
from ..errors import DeriveError
from ..laws import Law
from ..registry import Registry
from ..units import Quantity
from .answer import Answer, Condition, Elasticity
from .blocks import put_back, reduced, residual
from .chains import Move, Tool
from .composing import as_formula, one_branch
from .coupled import by_newton
from .found import Link, Rounded, Taken
from .knowns import Knowns
from .question import Question, Wish
from .relations import in_base
from .sensitivity import ranked
from .solving import solve_question
from .wording import typed_latex, typed_text

Blocks = Sequence[Sequence[Move]]


@dataclass(slots=True)
class Walk:
    """What a walk along a chain has found so far; values are in the letters' own units."""

    values: dict[str, Quantity]
    links: list[Link] = field(default_factory=list)
    answer: Answer | None = None
    slopes: dict[str, dict[str, Any]] = field(default_factory=dict)


def walk(registry: Registry, known: Knowns, blocks: Blocks) -> Walk:
    """Solve a chain for its target; stops at the first link that has no solution."""
    made = Walk({**known.defaults, **known.points})
    for block in blocks:
        step = _single if len(block) == 1 else _together
        made.answer = step(registry, known, block, made)
        if made.answer.value is None:
            return made
    if known.wish.sensitivity and made.answer is not None:
        made.answer = replace(made.answer, sensitivity=_along(known, made))
    return made


def _single(registry: Registry, known: Knowns, block: Sequence[Move], made: Walk) -> Answer:
    (move,) = block
    question = _question(
        registry, known, move.tool.formula, move.tool.law, move.letter, made.values
    )
    answer = solve_question(registry, question)
    if answer.value is not None:
        value = answer.value.to(registry.unit(move.letter))
        made.values[move.letter] = value
        made.slopes[move.letter] = {one.letter: one.value for one in answer.sensitivity}
        made.links.append(
            Link(
                move.tool.id,
                typed_text(move.tool.law.typed),
                move.letter,
                value,
                answer.exact,
                (),
                answer.residual,
                typed_latex(registry, move.tool.law.typed),
                _taken(known, move),
            )
        )
    return answer


def _together(registry: Registry, known: Knowns, block: Sequence[Move], made: Walk) -> Answer:
    """Laws that must be solved at once."""
    base = {name: Fraction(value.base) for name, value in made.values.items()}
    keeps = [known.target.id, *(move.letter for move in block)]
    made_one = (reduced(registry, block, keep) for keep in dict.fromkeys(keeps))
    one = next((found for found in made_one if found is not None), None)
    if one is not None:
        formula = as_formula(one.law, [move.tool for move in block])
        question = _question(registry, known, formula, one.law, one.letter, made.values)
        answer = solve_question(registry, question)
        if answer.value is None:
            return answer
        point = put_back(registry, one, {**base, one.letter: Fraction(answer.value.base)})
    else:
        point, answer = by_newton(registry, known, block, base)
    ids = tuple(move.tool.id for move in block)
    for move in block:
        unit = registry.unit(move.letter)
        made.values[move.letter] = Quantity(point[move.letter] / unit.factor, unit)
    for move in block:
        law = move.tool.law
        made.links.append(
            Link(
                move.tool.id,
                typed_text(law.typed),
                move.letter,
                made.values[move.letter],
                "",
                ids,
                residual(registry, law, point),
                typed_latex(registry, law.typed),
                _taken(known, move),
            )
        )
    return answer


def _taken(known: Knowns, move: Move) -> tuple[Taken, ...]:
    """What a law takes from outside the chain, in the order of the law."""
    letters = [x.name for x in move.tool.law.symbols if x.name != move.letter]
    given = [
        Taken(name, known.points[name], origin=known.origins.get(name, ""))
        for name in letters
        if name in known.points
    ]
    assumed = [
        Taken(name, known.defaults[name], default=True)
        for name in letters
        if name in known.defaults and name not in known.points
    ]
    return (*given, *assumed)


def _question(
    registry: Registry,
    known: Knowns,
    formula: Any,
    law: Law,
    letter: str,
    values: Mapping[str, Quantity],
) -> Question:
    own_letters = [x.name for x in law.symbols if x.name != letter]
    asked = {x.name for one in law.conditions for x in one.free_symbols} & set(values)
    letters = list(dict.fromkeys([*own_letters, *sorted(asked)]))
    is_last = letter == known.target.id
    wish = known.wish if is_last else Wish(sensitivity=known.wish.sensitivity)
    own = {letter: known.bounds[letter]} if is_last and letter in known.bounds else {}
    return Question(
        formula,
        law,
        registry.symbols[letter],
        {**{n: values[n] for n in letters if n not in known.defaults}, **own},
        {n: values[n] for n in letters if n in known.defaults},
        wish,
        {n: known.origins[n] for n in letters if n in known.origins},
    )


def _along(known: Knowns, made: Walk) -> tuple[Elasticity, ...]:
    """Elasticities of the target in the givens, multiplied link by link."""
    totals: dict[str, dict[str, Any]] = {}
    for letter, slopes in made.slopes.items():
        total: dict[str, Any] = {}
        for name, slope in slopes.items():
            for given, inner in totals.get(name, {name: Fraction(1)}).items():
                both = None if slope is None or inner is None else slope * inner
                old = total.get(given, Fraction(0))
                total[given] = None if both is None or old is None else old + both
        totals[letter] = total
    target = totals.get(known.target.id, {})
    return ranked(Elasticity(name, value) for name, value in target.items())


def watched(
    registry: Registry, tools: Iterable[Tool], values: Mapping[str, Quantity]
) -> tuple[tuple[str, Condition], ...]:
    """Every condition of the laws of a chain, decided where its letters are known."""
    at = {registry.letters[name]: Fraction(value.base) for name, value in values.items()}
    found = []
    for tool in {tool.id: tool for tool in tools}.values():
        for one in tool.law.conditions:
            words = typed_text(one)
            missing = sorted(x.name for x in one.free_symbols if x not in at)
            missing = [name for name in missing if name in registry.symbols]
            if missing:
                found.append(
                    (tool.id, Condition(words, None, f"{', '.join(missing)} was not given"))
                )
                continue
            try:
                found.append((tool.id, Condition(words, truth(in_base(registry, one), at))))
            except (Undefined, TypeError):
                found.append((tool.id, Condition(words, None)))
    return tuple(found)


def rounded(registry: Registry, blocks: Blocks, made: Walk) -> tuple[Rounded, ...]:
    """Letters on the way that should be whole numbers, and what their neighbours would give."""
    found = []
    order = [move for block in blocks for move in block]
    for place, move in enumerate(order[:-1]):
        note, value = registry.symbols[move.letter], made.values[move.letter]
        exactly = Fraction(value.magnitude)
        if not note.domain.integer or exactly.denominator == 1:
            continue
        below = exactly.numerator // exactly.denominator
        gives = []
        for whole in (below, below + 1):
            if note.domain.contains(Fraction(whole)):
                there = {**made.values, move.letter: Quantity(Fraction(whole), value.unit)}
                gives.append((whole, quick(registry, order[place + 1 :], there)))
        found.append(Rounded(move.letter, value, tuple(gives)))
    return tuple(found)


def with_values(
    registry: Registry,
    moves: Sequence[Move],
    chain: Iterable[Link],
    values: Mapping[str, Quantity],
) -> tuple[Link, ...]:
    """The links of a chain with what each law gives, once all else is known."""
    now, found = dict(values), []
    for move, link in zip(moves, chain, strict=True):
        value = quick(registry, [move], now)
        if value is not None:
            now.setdefault(move.letter, value)
        found.append(replace(link, value=value))
    return tuple(found)


def quick(
    registry: Registry, moves: Sequence[Move], values: Mapping[str, Quantity]
) -> Quantity | None:
    """The value at the end of a chain by its closed forms alone; None where it has none."""
    at = {registry.letters[name]: Fraction(value.base) for name, value in values.items()}
    found: Fraction | None = None
    for move in moves:
        try:
            expression = in_base(registry, one_branch(registry, move))
            found = fraction(value_at(expression, at))
        except (DeriveError, Undefined, TypeError, ValueError):
            return None
        at[registry.letters[move.letter]] = found
    if found is None:
        return None
    unit = registry.unit(moves[-1].letter)
    return Quantity(found / unit.factor, unit)
