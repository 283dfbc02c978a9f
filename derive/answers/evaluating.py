"""The left side of a law from values of all other letters: scalars exactly, arrays fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Eq

from ..errors import NotAnswerable, NoValue, OutsideDomain, ShapesDiffer
from ..programs.exactly import Exact, exact
from ..programs.program import Program
from ..programs.translate import program_of
from ..registry import Registry
from ..units import Quantity
from .labelled import is_array, is_labelled, unlabelled
from .question import Question, Wish, read_question
from .relations import in_base
from .solving import rearranged

MOST_BITS = 4096
"""A fraction with a longer denominator is given as a float: ``0.999**9255`` helps nobody."""


def evaluate(
    registry: Registry,
    formula: str,
    givens: Mapping[str, Any],
    wish: Wish | None = None,
    target: str | None = None,
) -> Any:
    """The left side of a law, or a letter by its closed form, in its own unit or the wished one.

    Arrays in, an array out, broadcast as NumPy does; there a value that does
    not exist is ``nan``, for scalars it is a ``NoValue`` with the reason.
    Labelled arrays of xarray, their units in the attribute ``units``, are laid
    over each other by the names of their dimensions and give one of them;
    everything else gives a ``Quantity``.
    """
    labels = None
    if any(is_labelled(value) for value in givens.values()):
        givens, labels = unlabelled(registry, formula, givens)
    question = read_question(registry, formula, target, givens, wish)
    if question.intervals():
        name, bounds = next(iter(question.intervals().items()))
        raise OutsideDomain(name, str(bounds), "one value here; ask solve for a range")
    found = Quantity(value_of(registry, question), registry.unit(question.target.id))
    if question.wish.unit:
        found = found.to(question.wish.unit)
    return found if labels is None else labels(found, question.target)


def value_of(registry: Registry, question: Question) -> Any:
    """The magnitude of the target, in the unit of its letter."""
    program = compiled(registry, question.formula.id, question.target.id)
    values = question.values()
    bases = [quantity_base(values[name]) for name in program.inputs]
    factor = registry.unit(question.target.id).factor
    if any(is_array(base) for base in bases):
        _broadcast({n: b for n, b in zip(program.inputs, bases, strict=True) if is_array(b)})
        many = on_arrays(registry, question.formula.id, question.target.id)
        result = many(*(base if is_array(base) else float(base) for base in bases))
        return result if factor == 1 else result / float(factor)
    result = exact(program, [Fraction(base) for base in bases])
    if not isinstance(result, Exact):
        raise NoValue(question.formula.id, question.target.id, str(result))
    if isinstance(result.value, Fraction) and result.value.denominator.bit_length() < MOST_BITS:
        return result.value / factor
    return float(result.value) / float(factor)


def _broadcast(arrays: Mapping[str, Any]) -> None:
    """Refuse arrays that cannot be laid over each other, each with its shape."""
    import numpy as np

    shapes = [(name, tuple(array.shape)) for name, array in arrays.items()]
    try:
        np.broadcast_shapes(*(shape for _, shape in shapes))
    except ValueError:
        raise ShapesDiffer(shapes) from None


@lru_cache(maxsize=1024)
def compiled(registry: Registry, formula: str, target: str) -> Program:
    """The evaluator of a law for one letter in base units."""
    right = in_base(registry, _right(registry, formula, target))
    letters = sorted(right.free_symbols, key=lambda letter: letter.name)
    return program_of(right, letters)


@lru_cache(maxsize=1024)
def on_arrays(registry: Registry, formula: str, target: str) -> Callable[..., Any]:
    """The same for arrays; whoever has none need not wait for NumPy."""
    from ..programs.arrays import over_arrays

    return over_arrays(compiled(registry, formula, target))


def _right(registry: Registry, formula: str, target: str) -> Any:
    """What the letter equals: the right side of the law, or its one closed form."""
    law = registry.law(formula)
    letter = registry.letters[target]
    relation = law.relation
    if relation.lhs == letter and letter not in relation.rhs.free_symbols:
        return relation.rhs
    found = rearranged(registry, law, target)
    if not isinstance(relation, Eq) or found.method != "closed" or len(found.inside) != 1:
        raise NotAnswerable(
            formula, f"it has no single closed form for {target}", "solve it value by value"
        )
    return found.inside[0].expression


def quantity_base(value: Any) -> Any:
    """The magnitude of a quantity in base units; an array that is in them is not copied."""
    return value.magnitude if value.unit.factor == 1 else value.base
