"""What is known before a search: points, bounds, presets and defaults, over all letters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..entries.knowledge import Knowledge
from ..errors import TargetIsGiven, UnknownName
from ..frozen import Record
from ..records.domains import SymbolNote
from ..units import Interval, Quantity
from ..units.decimals import rounded
from .presets import Preset, named_entries, presets
from .question import Wish, constant_set, quantities
from .values import one_value_each, read_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stated(Record):
    """A figure of a named entry, where it is said, and to how many significant digits."""

    value: Quantity
    origin: str
    digits: int

    def is_met_by(self, value: Quantity | None, *, whole: bool) -> bool:
        """Whether a value is this one with more digits, and not one beside it."""
        if value is None or (whole and value.base != round(value.base)):
            return False
        return rounded(value.base, self.digits) == rounded(self.value.base, self.digits)


class Knowns(Record):
    """The givens of a search: ``typed`` are the names that were typed, not preset."""

    target: SymbolNote
    points: Mapping[str, Quantity]
    bounds: Mapping[str, Interval]
    defaults: Mapping[str, Quantity]
    typed: frozenset[str]
    origins: Mapping[str, str]
    wish: Wish
    usual: frozenset[str] = frozenset()
    """Letters of which a named entry supplies how it was used: an assumption, to be said."""
    typed_over: frozenset[str] = frozenset()
    """Letters that were typed in place of the figure of a named entry."""
    stated: Stated | None = None
    """What a named entry says of the target itself, when nothing was typed."""


def read_knowns(knowledge: Knowledge, target: str, givens: Mapping[str, Any], wish: Wish) -> Knowns:
    """Read the givens of a search; names are looked up among all letters."""
    note = _letter(knowledge, target)
    named = {_letter(knowledge, name).id: value for name, value in givens.items()}
    asked_or_typed = {*named, note.id}
    entries = named_entries(knowledge, wish.catalog, wish.files)
    preset = presets(entries)
    supplied = {n: p for n, p in preset.items() if n not in asked_or_typed}
    texts = {**{n: p.value for n, p in supplied.items()}, **named}
    read = {name: read_given(knowledge, name, value) for name, value in texts.items()}
    if isinstance(read.get(note.id), Quantity):
        raise TargetIsGiven(note.id, str(read[note.id]))
    one_value_each(f"a search for {note.id}", read)
    fitted = constant_set(knowledge, wish.constants) if wish.constants else {}
    points = {n: v for n, v in read.items() if isinstance(v, Quantity)}
    usual = {name: knowledge.symbols[name].default for name in knowledge.index["defaults"]}
    defaults = {**quantities(knowledge, fitted), **quantities(knowledge, usual)}
    replaced = _replacing(knowledge, preset, points)
    return Knowns(
        note,
        points,
        {n: v for n, v in read.items() if isinstance(v, Interval)},
        {n: v for n, v in defaults.items() if n not in points and n != note.id},
        frozenset(named),
        {**{n: p.origin for n, p in supplied.items()}, **replaced},
        wish,
        frozenset(n for n, p in supplied.items() if p.usual),
        frozenset(replaced),
        _stated(knowledge, note.id, preset) if not named else None,
    )


def _stated(knowledge: Knowledge, target: str, preset: Mapping[str, Preset]) -> Stated | None:
    figure = preset.get(target)
    value = figure and read_given(knowledge, target, figure.value)
    if figure is None or not isinstance(value, Quantity):
        return None
    mantissa = re.split("[eE ]", figure.value)[0]
    digits = len(re.sub(r"\D", "", mantissa).lstrip("0"))
    return Stated(value, figure.origin, max(1, digits))


def _letter(knowledge: Knowledge, name: str) -> SymbolNote:
    """A letter by any of its names; what people call it is looked up for a name nobody knows."""
    try:
        return knowledge.symbol(name)
    except UnknownName:
        from .letters import letter_asked

        return letter_asked(knowledge, name)


def _replacing(
    knowledge: Knowledge, preset: Mapping[str, Preset], points: Mapping[str, Quantity]
) -> dict[str, str]:
    """Of what was typed over the figure of a named entry: what it stands in place of."""
    replaced = {}
    for name in points.keys() & preset.keys():
        figure = read_given(knowledge, name, preset[name].value)
        if not preset[name].usual and isinstance(figure, Quantity) and figure != points[name]:
            replaced[name] = f"in place of {figure.format(6)}, {preset[name].origin}"
    return replaced
