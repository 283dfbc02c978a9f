"""Other ways into the book: by area, unit, letter and output; figures side by side; maps.

A map draws what follows from what: columns of formulas, each right of all it rests on.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Any

from derive.book.pen import cased
from derive.book.shapes import Book, CatalogueEntry, SubjectPage, SymbolPage

PURE = "no unit"
ENOUGH = 3
"""Names that begin alike, from which what they begin with names the document."""
TAG = re.compile(r"<[^>]*>")


def by_unit(book: Book) -> list[dict[str, Any]]:
    """Units with the symbols that are measured in them, most used first."""
    symbols: dict[str, list[Any]] = {}
    for symbol in book["symbols"].values():
        symbols.setdefault(symbol["unit"] or PURE, []).append(symbol)
    order = sorted(symbols, key=lambda unit: (-len(symbols[unit]), unit))
    return [{"unit": unit, "anchor": anchor(unit), "symbols": symbols[unit]} for unit in order]


def by_output(book: Book) -> list[SymbolPage]:
    """Symbols with the formulas that give them, in the order of their meanings."""
    given = [symbol for symbol in book["symbols"].values() if symbol["gives"]]
    return sorted(given, key=lambda symbol: (symbol["meaning"].lower(), symbol["id"]))


def by_letter(book: Book) -> list[dict[str, Any]]:
    """First letters, each with what it means here and in other documents."""
    found: dict[str, dict[str, list[Any]]] = {}
    for symbol in book["symbols"].values():
        letter = (symbol["letter"] or symbol["id"])[:1]
        found.setdefault(letter, {"ours": [], "theirs": []})["ours"].append(symbol)
    for notation in book["notations"].values():
        for scope in notation["scopes"]:
            for row in scope["rows"]:
                letter = plain_letter(row["mathml"], row["latex"])
                theirs = found.setdefault(letter, {"ours": [], "theirs": []})["theirs"]
                theirs.append({"row": row, "notation": notation})
    order = sorted(found, key=lambda one: (one.lower(), one))
    return [{"letter": one, "anchor": anchor(one), **found[one]} for one in order]


def by_area(book: Book) -> list[dict[str, Any]]:
    """Areas with the pages of their subjects."""
    pages = {subject["id"]: subject for subject in book["subjects"]}
    return [
        {"title": area["title"], "subjects": [pages[name] for name in area["subjects"]]}
        for area in book["areas"]
    ]


def central_first(cards: Sequence[Mapping[str, Any]], book: Book) -> list[Mapping[str, Any]]:
    """Formulas file by file, each in its own order, that of the most wanted first.

    A subject is split into files by idea, and their names decide nothing: the roofline comes
    before what FlashAttention reads, the ring before the bandwidths that a benchmark prints.
    """
    wanted = most_wanted(book)
    files: dict[str, list[Mapping[str, Any]]] = {}
    for card in cards:
        declared = book["formulas"][card["formula"]["id"]]["declared"]
        files.setdefault(declared.partition(":")[0], []).append(card)
    ordered = sorted(
        files.values(), key=lambda file: -max(wanted.get(card["formula"]["id"], 0) for card in file)
    )
    return [card for file in ordered for card in file]


def most_wanted(book: Book) -> dict[str, float]:
    """How much each formula is wanted, as the search weighs it."""
    return {row["id"]: row["prior"] for row in book["search"] if row["kind"] == "formula"}


def under_subjects(
    cards: Sequence[Mapping[str, Any]], book: Book
) -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Formulas under the titles of their subjects, in the order of the titles."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for card in cards:
        subject = book["formulas"][card["formula"]["id"]]["subject"]
        found.setdefault(subject["title"], []).append(card)
    return sorted(found.items())


def side_by_side(entries: Sequence[CatalogueEntry]) -> dict[str, Any]:
    """Entries of the catalogue as rows, a column for each symbol that most of them have.

    Of the choices of an entry its first counts, as in a question.
    """
    rows = [{"entry": entry, "figures": figures_of(entry)} for entry in entries]
    counted = Counter(name for entry in entries for name in figures_of(entry))
    columns = [name for name, times in counted.items() if 2 * times > len(rows)]
    return {"columns": columns, "rows": rows}


def figures_of(entry: CatalogueEntry) -> dict[str, str]:
    """The figures of an entry by symbol, those of its first choice among them."""
    first = next(iter(entry["choices"].values()), [])
    return {figure["symbol"]: figure["value"] for figure in [*first, *entry["figures"]]}


def plain_letter(mathml: str, latex: str) -> str:
    """The first character that a letter of another document shows, unslanted."""
    shown = TAG.sub("", mathml) or latex.lstrip("\\")
    return unicodedata.normalize("NFKC", shown[:1])


def anchor(text: str) -> str:
    """A fragment that says which unit or letter, in plain ASCII."""
    return "-".join(one if one.isalnum() and one.isascii() else f"{ord(one):x}" for one in text)


def told_apart(
    names: Sequence[str], whole: str, capitals: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Permanent names as headings: without the words with which those of one document begin.

    ``whole`` is the name of the document; words of it say nothing on its page. ``capitals``
    are words that are written with capitals.
    """
    rows = {name: name.split("-") for name in names}
    begin = Counter(words[0] for words in rows.values())
    document = set(whole.split("-"))
    found = {}
    for name, words in rows.items():
        alike = [one for one in rows.values() if one[0] == words[0]]
        cut = int(words[0] in document or begin[words[0]] >= ENOUGH)
        while cut and cut < len(words) - 1 and _all_say(alike, words, cut, document):
            cut += 1
        kept = words[cut:] if cut < len(words) else words
        said = " ".join((capitals or {}).get(word, word) for word in kept)
        found[name] = said[:1].upper() + said[1:]
    return found


def _all_say(rows: Sequence[list[str]], words: list[str], at: int, document: set[str]) -> bool:
    """Whether a word stands there in all of several rows, or names the document."""
    alike = len(rows) > 1 and all(one[at : at + 1] == words[at : at + 1] for one in rows)
    return alike or words[at] in document


def with_capitals(book: Book) -> dict[str, str]:
    """The single words of the glossary that are written with capitals: MFU, NVLink."""
    spelled = (word for term in book["terms"].values() for word in term["spellings"])
    return {word.lower(): word for word in spelled if word.isalnum() and cased(word)}


# --- maps -------------------------------------------------------------------------


WIDTH, GAP, LINE, PAD, APART = 178, 54, 14, 7, 10
LETTERS, LINES = 25, 4
SWEEPS = 8
WIDEST, MOST_PATHS = 1188, 60
"""The width of a page's text, and the paths that an eye can follow: beyond them no map is drawn."""


@dataclass(frozen=True, slots=True)
class Box:
    """A formula on a map: its corner, its size, its title in lines."""

    id: str
    address: str
    title: str
    lines: tuple[str, ...]
    x: int
    y: int
    height: int
    inside: bool
    """Whether it belongs to the subject of the map."""


@dataclass(frozen=True, slots=True)
class Map:
    """Boxes and the paths between them, in pixels."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    paths: tuple[str, ...]


def maps_of(book: Book) -> dict[str, Map]:
    """The map of every subject in which something follows from something."""
    made = {subject["id"]: _map(book, subject) for subject in book["subjects"]}
    return {name: one for name, one in made.items() if one is not None}


def _map(book: Book, subject: SubjectPage) -> Map | None:
    inside = {card["formula"]["id"] for card in subject["formulas"]}
    premises = {
        name: {used["id"] for used in book["formulas"][name]["uses"]} for name in sorted(inside)
    }
    try:
        edges = direct((premise, name) for name, some in premises.items() for premise in some)
        columns = layered(edges)
    except CycleError:
        return None  # reporting circles is the checker's work
    width = len(columns) * (WIDTH + GAP) - GAP + 2
    if not edges or width > WIDEST or len(edges) > MOST_PATHS:
        return None
    names = [name for column in columns for name in column]
    lines = {name: _lines(book["formulas"][name]["title"]) for name in names}
    places = _places(columns, {name: len(lines[name]) * LINE + 2 * PAD for name in names})
    boxes = tuple(
        Box(
            id=name,
            address=book["formulas"][name]["address"],
            title=book["formulas"][name]["title"],
            lines=lines[name],
            x=places[name][0],
            y=places[name][1],
            height=places[name][2],
            inside=name in inside,
        )
        for name in names
    )
    paths = tuple(_path(places[start], places[end]) for start, end in edges)
    return Map(width, max(box.y + box.height for box in boxes) + 2, boxes, paths)


def layered(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Columns by the longest way to a formula, each sorted to keep lines short.

    Sugiyama's barycentre method: sweeps put a box at the mean height of its
    neighbours; ties keep the order of names, so that the same book gives the
    same map. Raises CycleError where the edges lead in a circle.
    """
    before: dict[str, list[str]] = {}
    after: dict[str, list[str]] = {}
    for start, end in edges:
        before.setdefault(end, []).append(start)
        after.setdefault(start, []).append(end)
    columns = _generations(before)
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        neighbours = before if forward else after
        height = {name: at / len(column) for column in columns for at, name in enumerate(column)}
        for column in columns if forward else reversed(columns):
            column.sort(key=lambda name: (_mean(height, neighbours.get(name), name), name))
            height |= {name: at / len(column) for at, name in enumerate(column)}
    return columns


def direct(edges: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The edges that no way over other boxes says already, sorted.

    Raises CycleError where the edges lead in a circle.
    """
    before: dict[str, set[str]] = {}
    for start, end in edges:
        before.setdefault(end, set()).add(start)
    above: dict[str, set[str]] = {}
    for name in TopologicalSorter(before).static_order():
        own = before.get(name, set())
        above[name] = own.union(*(above[one] for one in own))
    return sorted(
        (start, end)
        for end, own in before.items()
        for start in own
        if not any(start in above[other] for other in own if other != start)
    )


def _generations(before: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The formulas that rest on nothing, those that rest on them alone, and so on."""
    sorter = TopologicalSorter(before)
    sorter.prepare()
    columns = []
    while sorter.is_active():
        ready = sorted(sorter.get_ready())
        sorter.done(*ready)
        columns.append(ready)
    return columns


def _mean(height: Mapping[str, float], neighbours: Sequence[str] | None, name: str) -> float:
    """The mean height of a box's neighbours; its own where it has none."""
    if not neighbours:
        return height[name]
    return sum(height[each] for each in neighbours) / len(neighbours)


def _lines(title: str) -> tuple[str, ...]:
    found = textwrap.wrap(title, LETTERS)
    if len(found) > LINES:
        found = [*found[: LINES - 1], found[LINES - 1][: LETTERS - 1].rstrip() + "…"]
    return tuple(found)


def _places(
    columns: Sequence[Sequence[str]], heights: Mapping[str, int]
) -> dict[str, tuple[int, int, int]]:
    """The corner and height of each box; short columns stand in the middle."""
    tall = [sum(heights[name] + APART for name in column) - APART for column in columns]
    found: dict[str, tuple[int, int, int]] = {}
    for number, column in enumerate(columns):
        y = 1 + (max(tall) - tall[number]) // 2
        for name in column:
            found[name] = (1 + number * (WIDTH + GAP), y, heights[name])
            y += heights[name] + APART
    return found


def _path(start: tuple[int, int, int], end: tuple[int, int, int]) -> str:
    """A curve from the right side of one box to the left side of another."""
    x1, y1 = start[0] + WIDTH, start[1] + start[2] // 2
    x2, y2 = end[0], end[1] + end[2] // 2
    bend = min(GAP, (x2 - x1)) * 2 // 3
    return f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
