"""Labelled arrays: what xarray hands in, laid out by dimension, and handed back with its unit.

xarray is never imported unless a value is one of its arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..entries.knowledge import Knowledge
from ..errors import NotAnswerable, ShapesDiffer, UnreadableValue
from ..records.domains import SymbolNote
from ..units import Quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

Labels: TypeAlias = "Callable[[Quantity, SymbolNote], Any]"


def is_labelled(value: Any) -> bool:
    """Whether a value is an array of xarray, told by its type alone."""
    kind = type(value)
    return kind.__module__.partition(".")[0] == "xarray" and kind.__name__ == "DataArray"


def is_array(value: Any) -> bool:
    """Whether a magnitude holds many numbers; asked without importing NumPy."""
    return hasattr(value, "__array__") and getattr(value, "ndim", 0) > 0


def one_value_each(asked: str, values: Mapping[str, Any]) -> None:
    """Refuse arrays where one question has one answer."""
    for name, value in values.items():
        if is_array(getattr(value, "magnitude", None)):
            raise NotAnswerable(
                asked,
                f"{name} is an array, and one question has one answer",
                "evaluate takes arrays, also for a letter of the right side",
            )


def unlabelled(
    knowledge: Knowledge, formula: str, givens: Mapping[str, Any]
) -> tuple[dict[str, Any], Labels]:
    """The givens with plain arrays that broadcast, and what labels the result again."""
    import xarray

    named = {name: value for name, value in givens.items() if is_labelled(value)}
    try:
        laid = xarray.broadcast(*xarray.align(*named.values(), join="exact"))
    except ValueError:
        raise ShapesDiffer([(name, tuple(one.shape)) for name, one in named.items()]) from None
    first = laid[0]
    plain = {name: _quantity(knowledge, name, one) for name, one in zip(named, laid, strict=True)}

    def labels(found: Quantity, note: SymbolNote) -> Any:
        attributes = {"units": found.unit.name, "long_name": note.meaning, "formula": formula}
        return xarray.DataArray(
            found.magnitude, first.coords, first.dims, name=note.id, attrs=attributes
        )

    return {**givens, **plain}, labels


def _quantity(knowledge: Knowledge, name: str, array: Any) -> Any:
    """The numbers of a labelled array, with the unit that its attributes state."""
    unit = array.attrs.get("units", "")
    if not isinstance(unit, str):
        raise UnreadableValue("an array", "its attribute units must be a text").of(name)
    values = array.to_numpy()
    return Quantity(values, knowledge.units.unit(unit)) if unit else values
