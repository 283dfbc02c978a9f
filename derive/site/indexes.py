"""Other ways into the book: by area, unit, letter and output; figures side by side."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from derive.book.shapes import Book, CatalogueEntry, SymbolPage
from derive.book.words import cased

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
