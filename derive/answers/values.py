"""Values of a question: gathered as typed, read in their letter's unit, held to its domain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..errors import ContradictoryGivens, DeriveError, NotAnswerable, OutsideDomain, UnreadableValue
from ..records.domains import SymbolNote
from ..units import Grid, Interval, Quantity, Unit, UnitTable, read_value, related, split_given
from ..units.decimals import read_ratio, read_scale
from ..units.quantity import AsTyped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Value = Quantity | Interval


def read_given(knowledge: Knowledge, name: str, value: Any) -> Value:
    """Read one value in its letter's unit and hold it to its domain."""
    note = knowledge.symbols[name]
    unit = knowledge.unit(name)
    if isinstance(value, Interval) and value.low is not None and value.high is not None:
        _not_crossed(knowledge, name, value)
    read = read_value(
        value, unit=unit, table=knowledge.units, symbol=name, count=is_count(unit, note)
    )
    if isinstance(read, Grid):
        raise OutsideDomain(name, str(value), "one value here; a grid belongs to a sweep")
    inside(note, read)
    return _echoed(knowledge, value, read)


def _echoed(knowledge: Knowledge, given: Any, read: Value) -> Value:
    """The value with the unit in which it was typed, if it was typed with one."""
    if isinstance(read, Interval):
        typed = given if isinstance(given, Interval) else _ends(given)
        low, high = (
            end if end is None else _echoed(knowledge, text, end)
            for text, end in ((typed.low, read.low), (typed.high, read.high))
        )
        return read.replaced(low=low, high=high)
    shown = typed_unit(knowledge.units, given, read.unit) if isinstance(given, str) else None
    if shown is None:
        return read
    return AsTyped(read.magnitude, read.unit, read.read_as, shown)


def _ends(given: Any) -> Interval:
    """The ends of ``600..989 TFLOP/s`` as texts; of a single bound, the bound twice."""
    if not isinstance(given, str):
        return Interval()
    low, dots, high = given.strip("<>=≤≥⩽⩾ ").partition("..")
    if not dots:
        return Interval(low, low)
    unit = _unit_text(high)
    return Interval(f"{low} {unit}" if unit and not _unit_text(low) else low, high)


def _unit_text(text: str) -> str:
    try:
        _, rest, _ = read_ratio(text.strip())
        _, _, rest = read_scale(text, rest, letters=True)
    except DeriveError:
        return ""
    return rest.strip()


def typed_unit(table: UnitTable, text: str, own: Unit) -> Unit | None:
    """The unit in which a text gives a value, where it is another than the letter's own."""
    unit = _unit_text(text)
    try:
        typed = table.unit(unit) if unit else None
    except DeriveError:
        return None
    if typed is None or typed.name == own.name or not typed.dimensions:
        return None
    return typed


def _not_crossed(knowledge: Knowledge, name: str, bounds: Interval) -> None:
    """Refuse bounds between which no number lies, naming both as they were typed."""
    low = read_given(knowledge, name, Interval(low=bounds.low, low_open=bounds.low_open))
    high = read_given(knowledge, name, Interval(high=bounds.high, high_open=bounds.high_open))
    assert isinstance(low, Interval)
    assert isinstance(high, Interval)
    least, most = low.low.magnitude, high.high.magnitude
    if least > most or (least == most and (bounds.low_open or bounds.high_open)):
        raise ContradictoryGivens(f"{name} {low}", f"{name} {high}", "no number satisfies both")


def is_count(unit: Unit, note: SymbolNote) -> bool:
    """Whether a bare ``70B`` makes sense: a number of things, not of bytes or seconds."""
    return not unit.dimensions and (note.domain.integer or bool(unit.kinds))


def inside(note: SymbolNote, value: Value) -> None:
    """Refuse a value that its symbol cannot take."""
    domain = note.domain
    if isinstance(value, Interval):
        high, low = value.high, value.low
        below = (
            high is not None
            and domain.low is not None
            and (high.magnitude < domain.low or (high.magnitude == domain.low and domain.low_open))
        )
        above = low is not None and domain.high is not None and low.magnitude > domain.high
        if below or above:
            raise OutsideDomain(note.id, str(value), str(domain))
        return
    magnitude = value.magnitude
    if isinstance(magnitude, Fraction) and not domain.contains(magnitude):
        raise OutsideDomain(note.id, str(value), str(domain))


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


# --- as typed ----------------------------------------------------------------------


SWALLOWED = (
    "write name=value; if you typed a <= or >=, the shell took it: "
    'quote the whole "name <= value", '
    "or use --at-most name=value and --at-least name=value"
)


def gather(
    typed: Iterable[str], at_most: Iterable[str] = (), at_least: Iterable[str] = ()
) -> dict[str, Any]:
    """Read ``name=value`` and ``name <= value`` texts into one value per name."""
    givens: dict[str, Any] = {}
    for text in typed:
        name, relation, value = _split(text)
        _add(givens, name, related(relation, value))
    for text in at_most:
        name, _, value = _split(text)
        _add(givens, name, Interval(high=value))
    for text in at_least:
        name, _, value = _split(text)
        _add(givens, name, Interval(low=value))
    return givens


def _split(text: str) -> tuple[str, str, str]:
    if not any(sign in text for sign in "=<>≤≥⩽⩾"):
        raise UnreadableValue(text, SWALLOWED)
    return split_given(text)


def _add(givens: dict[str, Any], name: str, value: Any) -> None:
    """Join bounds on one letter; refuse two values for it."""
    if name not in givens:
        givens[name] = value
        return
    known = givens[name]
    if isinstance(known, Interval) and isinstance(value, Interval):
        if known.low is None and value.high is None:
            givens[name] = Interval(value.low, known.high, value.low_open, known.high_open)
            return
        if known.high is None and value.low is None:
            givens[name] = Interval(known.low, value.high, known.low_open, value.high_open)
            return
    raise ContradictoryGivens(f"{name} = {known}", f"{name} = {value}", f"{name} is given twice")
