"""Registry laws printed in a document's letters, with one change or rewritten without harm."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from derive.algebra.rearrange import rearrange
from derive.laws import numbers
from derive.records import Constant, Notation, Row, Scope, Symbol
from derive.records.symbols import revive
from derive.registry import Registry
from derive.written import LetterStyle, as_settled, as_typed, latex


@dataclass(frozen=True)
class Letters:
    """A document's letters for our symbols: glyphs, and those that stand for one over ours."""

    glyphs: dict[str, str]
    inverted: frozenset[str] = frozenset()


def numbered(registry: Registry) -> Letters:
    """Letters that no two symbols share, each a number."""
    return Letters({name: f"x_{{{place}}}" for place, name in enumerate(registry.symbols)})


def worded(registry: Registry) -> Letters:
    """Words in upright type, as programmers write them."""
    glyphs = {
        name: rf"\text{{{name.replace('_', chr(92) + '_')}\_{place}}}"
        for place, name in enumerate(registry.symbols)
    }
    return Letters(glyphs)


def reciprocal(registry: Registry) -> Letters:
    """Letters under which every rate is a time per piece: one over ours."""
    glyphs = {name: rf"\zeta_{{{place}}}" for place, name in enumerate(registry.symbols)}
    rates = frozenset(name for name, note in registry.symbols.items() if note.unit == "byte/second")
    return Letters(glyphs, rates)


def notation_of(registry: Registry, letters: Letters) -> Notation:
    """A notation with these letters, as somebody would register it."""
    rows = tuple(
        Row(glyph, 1 / registry.letters[name] if name in letters.inverted else name)
        for name, glyph in letters.glyphs.items()
    )
    source = next(iter(registry.sources.values()))
    return Notation("drawn", source, ("A drawn manuscript",), (Scope("all"),), {"all": rows})


def equations(registry: Registry) -> list[str]:
    """The laws that give one letter from others."""
    return [
        name
        for name, law in registry.laws.items()
        if isinstance(law.relation, sympy.Eq)
        and law.relation.lhs.is_Symbol
        and numbers(law.relation).rhs.free_symbols
    ]


def in_letters(relation: Any, letters: Letters, *, settled: bool = False) -> str:
    """A relation as LaTeX in a document's letters; typed numbers as numbers."""
    looks: dict[str, LetterStyle] = {}
    put: dict[Any, Any] = {}
    for letter in relation.free_symbols:
        if isinstance(letter, Constant):
            continue
        shown = f"{letter.name}~"
        looks[shown] = LetterStyle(latex=f"q_{{{90_000 + len(looks)}}}")
        made = revive(Symbol, shown, dict(letter._assumptions_orig))
        put[letter] = sympy.Pow(made, -1) if letter.name in letters.inverted else made
    with sympy.evaluate(x=False):
        filled = relation.xreplace(put)
    for one in relation.free_symbols:
        if isinstance(one, Constant):
            looks[one.name] = LetterStyle()
    printed = latex((as_settled if settled else as_typed)(filled), looks)
    for shown, look in looks.items():
        if shown.endswith("~"):
            printed = printed.replace(look.latex, letters.glyphs[shown[:-1]])
    return printed


# --- single mutations -----------------------------------------------------------


def rebuilt_with(expression: Any, path: tuple[int, ...], new: Any) -> Any:
    """An expression with the part at a path replaced, nothing else rewritten."""
    if not path:
        return new
    with sympy.evaluate(x=False):
        args = list(expression.args)
        args[path[0]] = rebuilt_with(args[path[0]], path[1:], new)
        return expression.func(*args)


def parts(expression: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Every part with its path."""
    yield path, expression
    for index, part in enumerate(expression.args):
        if not getattr(part, "is_Boolean", False) or part.is_Symbol:
            yield from parts(part, (*path, index))


def mutations(law: Any, source: random.Random) -> Iterator[tuple[str, Any]]:
    """Single mutations of the right side of a typed law, in random order."""
    right = numbers(law.typed).rhs
    letters = sorted((one for one in law.symbols if one != law.relation.lhs), key=str)
    places = list(parts(right))
    source.shuffle(places)
    for path, part in places:
        for name, new in _mutants(part, path, letters, source):
            yield name, rebuilt_with(right, path, new)


def _mutants(
    part: Any, path: tuple[int, ...], letters: list[Any], source: random.Random
) -> Iterator[tuple[str, Any]]:
    with sympy.evaluate(x=False):
        if isinstance(part, sympy.Mul) and len(part.args) > 1:
            gone = source.randrange(len(part.args))
            rest = [one for i, one in enumerate(part.args) if i != gone]
            yield "dropped factor", sympy.Mul(*rest) if len(rest) > 1 else rest[0]
            if any(isinstance(one, sympy.Pow) and one.exp == -1 for one in part.args):
                yield (
                    "inverted ratio",
                    sympy.Mul(
                        *(
                            one.base
                            if isinstance(one, sympy.Pow) and one.exp == -1
                            else one
                            if one is sympy.S.NegativeOne
                            else sympy.Pow(one, -1)
                            for one in part.args
                        )
                    ),
                )
        if isinstance(part, sympy.Add) and len(part.args) > 1:
            gone = source.randrange(len(part.args))
            rest = [one for i, one in enumerate(part.args) if i != gone]
            yield "dropped term", sympy.Add(*rest) if len(rest) > 1 else rest[0]
            flipped = list(part.args)
            flipped[gone] = sympy.Mul(-1, flipped[gone])
            yield "wrong sign", sympy.Add(*flipped)
        if part.is_Rational and part not in (0, -1) and path:
            yield "coefficient", part + source.choice([1, 2, 3])
        if isinstance(part, sympy.Pow) and part.exp.is_Rational and part.exp != -1:
            yield "exponent", sympy.Pow(part.base, part.exp + source.choice([1, 2]))
        if part.is_Symbol:
            yield "exponent", sympy.Pow(part, 2)
            others = [one for one in letters if one != part]
            if others:
                yield "swapped symbol", source.choice(others)
        if isinstance(part, sympy.Max | sympy.Min):
            other = sympy.Min if isinstance(part, sympy.Max) else sympy.Max
            yield "Max for Min", other(*part.args)


# --- harmless rewritings ----------------------------------------------------------


def rewritings(registry: Registry, law: Any, source: random.Random) -> Iterator[tuple[str, Any]]:
    """The law reordered, expanded, factored, or solved for another letter."""
    relation = numbers(law.relation)
    left, right = relation.lhs, relation.rhs
    yield "sides exchanged", sympy.Eq(right, left, evaluate=False)
    yield "expanded", sympy.Eq(left, sympy.expand(right), evaluate=False)
    yield "factored", sympy.Eq(left, sympy.factor(right), evaluate=False)
    yield "together", sympy.Eq(left, sympy.together(right), evaluate=False)
    yield "reordered", sympy.Eq(left, shuffled(numbers(law.typed).rhs, source), evaluate=False)
    others = sorted(right.free_symbols, key=str)
    source.shuffle(others)
    for letter in others[:2]:
        solved = rearrange(relation, letter, registry.domains)
        if solved.method == "closed" and len(solved.inside) == 1:
            yield (
                f"solved for {letter}",
                sympy.Eq(letter, solved.inside[0].expression, evaluate=False),
            )


def shuffled(expression: Any, source: random.Random) -> Any:
    """The same with factors and terms in another order."""
    if not expression.args:
        return expression
    args = [shuffled(part, source) for part in expression.args]
    if isinstance(expression, sympy.Add | sympy.Mul):
        source.shuffle(args)
    with sympy.evaluate(x=False):
        return expression.func(*args)
