"""A typical value of a letter, from the range that its note declares."""

from __future__ import annotations

import math
from fractions import Fraction

from ..units import Quantity, number_text, read_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..records import SymbolNote
    from ..units import Unit, UnitTable


def typical_value(note: SymbolNote, unit: Unit, table: UnitTable) -> str:
    """The middle of a typical range in the logarithm, rounded as people round.

    A whole number is a power of two, as degrees and batches are. Nothing where the note says
    nothing.
    """
    if not note.typical:
        return ""
    counts = not unit.dimensions and (note.domain.integer or bool(unit.kinds))
    typical = read_value(note.typical, unit=unit, table=table, symbol=note.id, count=counts)
    if isinstance(typical, Quantity):
        return note.typical
    low, high = (
        None if end is None else float(end.magnitude) for end in (typical.low, typical.high)
    )
    if low is None or high is None:
        return str(typical.high if low is None else typical.low)
    middle = math.sqrt(low * high) if low > 0 else (low + high) / 2
    if note.domain.integer:
        whole = 2 ** round(math.log2(middle)) if middle >= 2 else math.ceil(middle)
        return number_text(Fraction(whole), 12)
    return short_value(note, unit, middle)


def short_value(note: SymbolNote, unit: Unit, magnitude: float | Fraction) -> str:
    """One or two digits, in the unit that reads best."""
    value = Quantity(Fraction(str(magnitude)), unit).natural(1)
    text = number_text(value.magnitude, 1)
    if not note.domain.contains(Fraction(text)) and unit.is_plain:
        text = number_text(value.magnitude, 4)
    return text if unit.is_plain or not unit.dimensions else f"{text} {value.unit}"
