"""The left side of a law from values of all other letters: scalars exactly, arrays fast.

xarray lays its labelled arrays over each other by the names of their dimensions; it is
never imported unless a value is one of its arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache

from ..entries.knowledge import Knowledge
from ..errors import NotAnswerable, NoValue, OutsideDomain, ShapesDiffer, UnreadableValue
from ..programs.exactly import Exact, exact
from ..programs.program import TOO_FAR, Program, shortened
from ..records.notes import SymbolNote
from ..units import Quantity
from .givens import is_array
from .question import Question, Wish, read_question, unit_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias


def evaluate(
    knowledge: Knowledge,
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
        givens, labels = unlabelled(knowledge, formula, givens)
    question = read_question(knowledge, formula, target, givens, wish)
    if question.intervals():
        name, bounds = next(iter(question.intervals().items()))
        raise OutsideDomain(name, str(bounds), "one value here; ask solve for a range")
    value = Quantity(value_of(knowledge, question), knowledge.unit(question.target.id))
    if question.wish.unit:
        value = value.to(unit_shown(knowledge, question.target.id, question.wish))
    return value if labels is None else labels(value, question.target)


def value_of(knowledge: Knowledge, question: Question) -> Any:
    """The magnitude of the target, in the unit of its letter."""
    program = compiled(knowledge, question.law.id, question.target.id)
    values = question.values()
    bases = [quantity_base(values[name]) for name in program.inputs]
    factor = knowledge.unit(question.target.id).factor
    if any(is_array(base) for base in bases):
        _broadcast({n: b for n, b in zip(program.inputs, bases, strict=True) if is_array(b)})
        many = on_arrays(knowledge, question.law.id, question.target.id)
        result = many(*(base if is_array(base) else float(base) for base in bases))
        return result if factor == 1 else result / float(factor)
    # Scalars in exact arithmetic: a sum of three figures must not end in 0.30000000000000004.
    result = exact(program, [Fraction(base) for base in bases])
    if not isinstance(result, Exact):
        raise NoValue(question.law.formula, question.target.id, str(result))
    value = shortened(result.value)
    if value is None:
        raise NoValue(question.law.formula, question.target.id, TOO_FAR.why)
    return value / (factor if isinstance(value, Fraction) else float(factor))


def _broadcast(arrays: Mapping[str, Any]) -> None:
    """Refuse arrays that cannot be laid over each other, each with its shape."""
    import numpy as np

    shapes = [(name, tuple(array.shape)) for name, array in arrays.items()]
    try:
        np.broadcast_shapes(*(shape for _, shape in shapes))
    except ValueError:
        raise ShapesDiffer(shapes) from None


def compiled(knowledge: Knowledge, formula: str, target: str) -> Program:
    """The evaluator of a law for one letter in base units: its right side, or its closed form."""
    law = knowledge.law(formula)
    if law.gives == target:
        return law.relation.right
    only = knowledge.solved(law, target).only
    if not law.relation.is_equation or only is None or only.program is None:
        raise NotAnswerable(
            formula, f"it has no single closed form for {target}", "solve it value by value"
        )
    return only.program


@lru_cache(maxsize=1024)
def on_arrays(knowledge: Knowledge, formula: str, target: str) -> Callable[..., Any]:
    """The same for arrays; whoever has none need not wait for NumPy."""
    from ..programs.arrays import over_arrays

    return over_arrays(compiled(knowledge, formula, target))


def quantity_base(value: Any) -> Any:
    """The magnitude of a quantity in base units; an array that is in them is not copied."""
    return value.magnitude if value.unit.factor == 1 else value.base


# --- labelled arrays ---------------------------------------------------------------

Labels: TypeAlias = "Callable[[Quantity, SymbolNote], Any]"


def is_labelled(value: Any) -> bool:
    """Whether a value is an array of xarray, told by its type alone."""
    kind = type(value)
    return kind.__module__.partition(".")[0] == "xarray" and kind.__name__ == "DataArray"


def unlabelled(
    knowledge: Knowledge, formula: str, givens: Mapping[str, Any]
) -> tuple[dict[str, Any], Labels]:
    """The givens with plain arrays that broadcast, and what labels the result again."""
    import xarray

    named = {name: value for name, value in givens.items() if is_labelled(value)}
    try:
        laid = xarray.broadcast(*xarray.align(*named.values(), join="exact"))
    except ValueError:
        raise ShapesDiffer([(name, tuple(array.shape)) for name, array in named.items()]) from None
    first = laid[0]
    plain = {
        name: _quantity(knowledge, name, array) for name, array in zip(named, laid, strict=True)
    }

    def labels(value: Quantity, note: SymbolNote) -> Any:
        attributes = {"units": value.unit.name, "long_name": note.meaning, "formula": formula}
        return xarray.DataArray(
            value.magnitude, first.coords, first.dims, name=note.id, attrs=attributes
        )

    return {**givens, **plain}, labels


def _quantity(knowledge: Knowledge, name: str, array: Any) -> Any:
    """The numbers of a labelled array, with the unit that its attributes state."""
    unit = array.attrs.get("units", "")
    if not isinstance(unit, str):
        raise UnreadableValue("an array", "its attribute units must be a text").of(name)
    values = array.to_numpy()
    return Quantity(values, knowledge.units.unit(unit)) if unit else values
