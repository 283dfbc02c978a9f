"""``derive catalog``: what can be named in a question instead of typing its figures."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from ..answers.givens import entry_named, read_given
from ..entries.knowledge import Knowledge
from ..entries.laws import Entry, Figure
from ..entries.opening import open_knowledge
from ..errors import UnknownName, UnreadableCommand
from ..names import guesses
from ..records.notes import SHELVES, Shelf
from ..units import Quantity
from . import ANSWERED
from .terminal import print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TITLES: Mapping[Shelf, str] = {"gpu": "accelerators", "link": "links", "model": "models"}
SCHEMA = 1


def catalog(options: argparse.Namespace) -> int:
    """``derive catalog [accelerators|links|models] [ID]``."""
    knowledge = open_knowledge(options.package)
    shelf, name = _asked(options.words)
    if name:
        entry = _entry(knowledge, shelf, name)
        if options.json:
            print_json({"schema": SCHEMA, "entries": [_data(knowledge, entry)]})
        else:
            print(_text(knowledge, entry))
        return ANSWERED
    entries = [entry for entry in knowledge.catalog if shelf in ("", entry.shelf)]
    if options.json:
        print_json({"schema": SCHEMA, "entries": [_data(knowledge, entry) for entry in entries]})
    else:
        print("\n\n".join(_shelf(entries, each) for each in SHELVES if shelf in ("", each)))
    return ANSWERED


def _asked(words: list[str]) -> tuple[Shelf | str, str]:
    """The shelf and the name that were typed; one word may be either."""
    if not words:
        return "", ""
    if len(words) > 2:
        raise UnreadableCommand(f"unknown word: {words[2]}", "see: derive catalog --help")
    spoken = {title: shelf for shelf, title in TITLES.items()} | {shelf: shelf for shelf in SHELVES}
    if words[0] in spoken:
        return spoken[words[0]], words[1] if len(words) > 1 else ""
    if len(words) == 1:
        return "", words[0]
    close = guesses(words[0], spoken) or tuple(TITLES.values())
    raise UnknownName("shelf", words[0], close, "the catalogue")


def _entry(knowledge: Knowledge, shelf: Shelf | str, name: str) -> Entry:
    """The entry of a name on a shelf, or on any."""
    if shelf:
        return entry_named(knowledge, shelf, name)
    for known_shelf in SHELVES:
        try:
            return entry_named(knowledge, known_shelf, name)
        except UnknownName:
            continue
    known = [*TITLES.values(), *(entry.id for entry in knowledge.catalog)]
    raise UnknownName("entry", name, guesses(name, known), "the catalogue")


def _shelf(entries: list[Entry], shelf: Shelf) -> str:
    """One shelf: a line for each entry."""
    chosen = [entry for entry in entries if entry.shelf == shelf]
    rows = [
        (entry.id, entry.title, f"also {', '.join(entry.aliases)}" if entry.aliases else "")
        for entry in chosen
    ]
    return "\n".join(
        [f"{TITLES[shelf].capitalize()} (--{shelf})", *([_columns(rows)] if rows else [])]
    )


def _text(knowledge: Knowledge, entry: Entry) -> str:
    """One entry with all its figures."""
    blocks = [f"{entry.title}   [--{entry.shelf} {entry.id}]"]
    blocks += [_columns(_rows(knowledge, entry.figures))] if entry.figures else []
    if entry.choices:
        first, *others = entry.choices
        also = f"; also --{entry.shelf} {entry.id}:{others[0]} ..." if others else ""
        rows = [
            (choice, *row)
            for choice, figures in entry.choices.items()
            for row in _rows(knowledge, figures)
        ]
        blocks.append(f"as {first}, unless another is named{also}\n{_columns(rows)}")
    if entry.quoted:
        quoted = [(value, says) for says, value in entry.quoted.items()]
        blocks.append(f"quoted elsewhere, never used here\n{_columns(quoted)}")
    facts = [entry.says] if entry.says else []
    facts += [f"also       {', '.join(entry.aliases)}"] if entry.aliases else []
    blocks.append("\n".join([*facts, f"source     {entry.source}"]))
    return "\n\n".join(blocks)


def _rows(knowledge: Knowledge, figures: Sequence[Figure]) -> list[tuple[str, ...]]:
    """Letter, value and meaning of every figure."""
    return [
        (figure.letter, _read(knowledge, figure).format(6), _meaning(knowledge, figure))
        for figure in figures
    ]


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    """Rows of cells as columns, moved to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )
    return "\n".join(f"  {line.rstrip()}" for line in lines)


def _meaning(knowledge: Knowledge, figure: Figure) -> str:
    meaning = knowledge.symbols[figure.letter].meaning
    return f"{meaning}; {figure.says}" if figure.says else meaning


def _read(knowledge: Knowledge, figure: Figure) -> Quantity:
    read = read_given(knowledge, figure.letter, figure.value)
    assert isinstance(read, Quantity)
    return read


def _data(knowledge: Knowledge, entry: Entry) -> dict[str, Any]:
    """One entry as plain data."""
    return {
        **{key: getattr(entry, key) for key in ("id", "shelf", "title", "says")},
        "aliases": list(entry.aliases),
        "source": entry.source,
        "figures": _listed(knowledge, entry.figures),
        "choices": {name: _listed(knowledge, figures) for name, figures in entry.choices.items()},
        "quoted": dict(entry.quoted),
    }


def _listed(knowledge: Knowledge, figures: Sequence[Figure]) -> list[dict[str, Any]]:
    from ..answers.answer import magnitude

    return [
        {
            "letter": figure.letter,
            "value": magnitude(_read(knowledge, figure)),
            "source": figure.source or None,
            "says": figure.says,
        }
        for figure in figures
    ]
