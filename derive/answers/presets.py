"""Names from the catalogue in place of figures: ``--gpu``, ``--link``, ``--model``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import ContradictoryGivens, UnknownName
from ..records import Entry, Figure, Symbol
from ..registry import Registry, guesses


@dataclass(frozen=True, slots=True)
class Preset:
    """A figure that a named entry supplies for a letter, and where it comes from."""

    value: str
    origin: str


def presets(registry: Registry, names: Iterable[tuple[str, str]]) -> Mapping[str, Preset]:
    """The figures of catalogue entries by letter; ``names`` are pairs of shelf and name.

    A name may end in a choice, ``h100-sxm:fp8``. Raises ``UnknownName`` with a
    guess, and ``ContradictoryGivens`` where two entries supply one letter.
    """
    found: dict[str, Preset] = {}
    for shelf, text in names:
        name, _, choice = text.partition(":")
        entry = entry_named(registry, shelf, name)
        figures: dict[Symbol, str | Figure] = {**entry.figures, **_choice(entry, choice)}
        chosen = choice or next(iter(entry.choices), "")
        origin = entry.title + (f", {chosen}" if chosen else "")
        for letter, figure in figures.items():
            value = figure.value if isinstance(figure, Figure) else figure
            if letter.name in found and found[letter.name].value != value:
                known = found[letter.name]
                raise ContradictoryGivens(
                    f"{known.origin} ({letter.name} = {known.value})",
                    f"{origin} ({letter.name} = {value})",
                    "both are named",
                )
            found[letter.name] = Preset(value, origin)
    return found


def entry_named(registry: Registry, shelf: str, name: str) -> Entry:
    """The entry of a shelf by its id or an alias; raises ``UnknownName`` with a guess."""
    shelved = [entry for entry in registry.catalog.values() if entry.shelf == shelf]
    for entry in shelved:
        if name.lower() in {entry.id, *(alias.lower() for alias in entry.aliases)}:
            return entry
    raise UnknownName(shelf, name, guesses(name, [entry.id for entry in shelved]), "the catalogue")


def _choice(entry: Entry, choice: str) -> Mapping[Symbol, str | Figure]:
    if not entry.choices:
        if choice:
            raise UnknownName("choice", choice, (), entry.id)
        return {}
    if not choice:
        return dict(next(iter(entry.choices.values())))
    if choice not in entry.choices:
        raise UnknownName("choice", choice, tuple(entry.choices), entry.id)
    return dict(entry.choices[choice])
