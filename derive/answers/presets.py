"""Names from the catalogue in place of figures: ``--gpu``, ``--link``, ``--model``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..entries.knowledge import Knowledge
from ..entries.laws import Entry, Figure
from ..errors import ContradictoryGivens, UnknownName
from ..frozen import Record
from ..names import guesses


class Preset(Record):
    """A figure that a named entry supplies for a letter, and where it comes from.

    One that is ``usual`` says how the entry was used: nobody said that it is meant.
    """

    value: str
    origin: str
    usual: bool = False


Named = list[tuple[Entry, str]]
"""Entries with the choice that was named of each, if any."""


def named_entries(
    knowledge: Knowledge, names: Iterable[tuple[str, str]], files: Iterable[Entry] = ()
) -> Named:
    """The entries of pairs of shelf and name, and those that files are.

    A name may end in a choice, ``h100-sxm:fp8``. Raises ``UnknownName`` with a guess.
    """
    entries = []
    for shelf, text in names:
        name, _, choice = text.partition(":")
        entries.append((entry_named(knowledge, shelf, name), choice))
    return entries + [(entry, "") for entry in files]


def presets(named: Named) -> Mapping[str, Preset]:
    """The figures of some entries by letter.

    Raises ``ContradictoryGivens`` where two entries supply one letter.
    """
    supplied: dict[str, Preset] = {}
    for entry, choice in named:
        figures = {figure.letter: figure for figure in (*entry.figures, *_choice(entry, choice))}
        # Where none is named the first choice is taken, and the origin of its figures says so.
        chosen = choice or next(iter(entry.choices), "")
        origin = entry.title + (f", {chosen}" if chosen else "")
        for letter, figure in figures.items():
            known = supplied.get(letter)
            if known is not None and known.value != figure.value:
                raise ContradictoryGivens(
                    f"{known.origin} ({letter} = {known.value})",
                    f"{origin} ({letter} = {figure.value})",
                    "both are named",
                )
            said = f"assumed, as {origin} was trained" if figure.usual else origin
            supplied[letter] = Preset(figure.value, said, figure.usual)
    return supplied


MAKERS = ("nvidia", "geforce", "amd", "instinct", "google", "aws")
TUNED = ("-instruct", "-base", "-chat", "-hf", "-it", "-pt")
"""What the hub adds to the name of a model that has the same shape."""


def named_alike(name: str, names: Iterable[str]) -> bool:
    """Whether a name as people and drivers write it is one of some names of an entry.

    ``meta-llama/Llama-3.1-8B-Instruct``, ``RTX 4090`` and ``NVIDIA A100-SXM4-80GB`` are.
    """
    typed = name.rpartition("/")[2].lower().replace(" ", "-").replace("_", "-")
    for maker in MAKERS:
        typed = typed.removeprefix(f"{maker}-")
    for ending in TUNED:
        typed = typed.removesuffix(ending)
    return typed.replace("-", "") in {alias.lower().replace("-", "") for alias in names}


def entry_named(knowledge: Knowledge, shelf: str, name: str) -> Entry:
    """The entry of a shelf by its id or an alias; raises ``UnknownName`` with a guess."""
    shelved = [entry for entry in knowledge.catalog if entry.shelf == shelf]
    for entry in shelved:
        if named_alike(name, (entry.id, *entry.aliases)):
            return entry
    raise not_shelved(shelf, name, [entry.id for entry in shelved])


def not_shelved(shelf: str, name: str, shelved: Iterable[str]) -> UnknownName:
    """What is said of a name that no entry of a shelf has."""
    near = guesses(name, shelved)
    file = "; a config.json is read as well" if shelf == "model" else ""
    return UnknownName(
        shelf,
        name,
        near,
        "the catalogue" if near else f"the catalogue (derive catalog lists it{file})",
    )


def _choice(entry: Entry, choice: str) -> tuple[Figure, ...]:
    if not entry.choices:
        if choice:
            raise UnknownName("choice", choice, (), entry.id)
        return ()
    if not choice:
        return next(iter(entry.choices.values()))
    if choice not in entry.choices:
        raise UnknownName("choice", choice, tuple(entry.choices), entry.id)
    return entry.choices[choice]
