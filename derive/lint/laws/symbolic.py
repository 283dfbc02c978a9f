"""What the checker asks of SymPy: exact proofs, and laws written in letters that differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from derive.algebra.equal import same_form
from derive.algebra.field import Field
from derive.algebra.programs_of import expression
from derive.algebra.rearrange import rearrange
from derive.algebra.standins import stand_in
from derive.entries.points import forms
from derive.entries.vocabulary import Quantity
from derive.laws import numbers
from derive.notation import Rejection, to_sympy
from derive.records import Symbol
from derive.records.symbols import revive
from derive.registry import Registry
from derive.written import Node, as_settled

from .holding import Pair
from .index import Entry
from .meaning import Meaning

# Work beyond this many operations is left to the points.
MOST_OPERATIONS = 400


def meanings(meaning: Meaning, registry: Registry) -> dict[str, Any]:
    """What each glyph of a document stands for."""
    return {glyph: _expression(quantity, registry) for glyph, quantity in meaning.ours.items()}


def _expression(quantity: Quantity, registry: Registry) -> Any:
    letters = registry.letters
    return letters[quantity.name] if quantity.name else expression(quantity.program, letters)


def is_proved(entry: Entry, pair: Pair, meaning: Meaning, registry: Registry) -> bool:
    """Whether both sides have one normal form where the law's left letter is what the law says.

    False also where a normal form decides nothing, or would grow too large.
    """
    ours = meanings(meaning, registry)
    sides = [to_sympy(side, ours) for side in (pair.left, pair.right)]
    if any(isinstance(side, Rejection) for side in sides):
        return False
    law, _ = forms(registry, entry.name)
    left, right = (side.xreplace({law.lhs: law.rhs}) for side in sides)
    if left.count_ops() + right.count_ops() > MOST_OPERATIONS:
        return False
    # Plain letters: with their assumptions SymPy would lose roots and decide conditions early.
    standins = stand_in([left, right], registry.domains)
    ground = standins.ground(())
    return same_form(standins.strip(left), standins.strip(right), Field(ground))


def rewritten(
    entry: Entry,
    registry: Registry,
    values: Mapping[str, str],
    renamed: Iterable[str],
    converted: Mapping[str, Quantity],
) -> Node:
    """A law over ``letter~`` for each letter renamed, solved for it where it is converted."""
    letters = registry.letters
    put: dict[Any, Any] = {
        letters[name]: letters[stated] if stated in letters else sympy.Rational(stated)
        for name, stated in values.items()
    }
    for name in renamed:
        letter = letters[name]
        theirs = revive(Symbol, f"{name}~", dict(letter._assumptions_orig))  # noqa: SLF001  same facts
        put[letter] = theirs
        if name in converted:
            domains = {**registry.domains, theirs: registry.domains[letter]}
            equation = sympy.Eq(theirs, _expression(converted[name], registry), evaluate=False)
            put[letter] = rearrange(equation, letter, domains).inside[0].expression
    relation = numbers(forms(registry, entry.name)[1])
    # With rewriting on, SymPy would merge numbers and reorder the law that the author typed.
    with sympy.evaluate(x=False):
        filled = relation.xreplace(put)
    return as_settled(filled.doit())
