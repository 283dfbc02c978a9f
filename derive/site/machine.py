"""Files that programs read: the index of the search, a map, old addresses, permanent names."""

from __future__ import annotations

import html
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from derive.book.making import dumped
from derive.book.pen import cased
from derive.book.schema import book_schema
from derive.book.shapes import Book, FormulaPage, SearchRow, TermPage
from derive.search import guide_rows, tables

from .indexes import by_area
from .layout import Layout, relative
from .templating import INNER, named, plain

API = "api"
PERMANENT = "f"
"""The folder of permanent names: short, and the same for every formula."""
BOOK = f"{API}/book.json"
SCHEMA = f"{API}/book.schema.json"
LLMS = "llms.txt"
MOVED = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<link rel="canonical" href="{href}">
<link rel="icon" href="data:,">
<script>
location.replace((location.protocol === "file:" ? "{file}" : "{href}") + location.hash);
</script>
<noscript><meta http-equiv="refresh" content="0; url={href}"></noscript>
</head>
<body><p>This is <a href="{file}">{title}</a>.</p></body>
</html>
"""
"""A page that leads on, with what stands after ``#``. A disk shows a folder's list of files where
a server shows its page: there the file is named."""


def files_for_programs(book: Book, layout: Layout) -> dict[str, bytes]:
    """``llms.txt``, the book with its schema, its formulas one by one, pages at old addresses."""
    texts: dict[str, str] = {LLMS: llms(book, layout)}
    texts[f"{API}/formulas.json"] = as_json(listed(book, layout))
    for name, formula in book["formulas"].items():
        texts[f"{API}/formulas/{name}.json"] = as_json(formula)
    texts[SCHEMA] = json.dumps(book_schema(), ensure_ascii=False, indent=2) + "\n"
    texts |= dict(moved(book, layout))
    return {BOOK: dumped(book) + b"\n"} | {name: text.encode() for name, text in texts.items()}


def as_json(value: object) -> str:
    """Data as a file: sorted, so that the same book gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"


def llms(book: Book, layout: Layout) -> str:
    """The site for programs that read: each subject with its formulas in one line each."""
    names = named(book)
    lines = [f"# {book['title']}", ""]
    lines.append(
        f"> {len(book['formulas'])} formulas over {len(book['symbols'])} symbols with units; each "
        f"page has the law, its conditions, its sources, its derivation and a calculator. "
        f"Data: {API}/formulas.json lists them, {API}/formulas/ID.json holds one, {BOOK} holds "
        f"all that is computed, in the shape of {SCHEMA}."
    )
    lines.append("")
    for subject in (one for area in by_area(book) for one in area["subjects"]):
        lines += [f"## {subject['title']}", "", plain(subject["says"], names), ""]
        for card in subject["formulas"]:
            formula = book["formulas"][card["formula"]["id"]]
            law = formula["law"]["text"]
            lines.append(f"- [{formula['title']}]({layout.url(formula['address'])}): `{law}`")
        lines.append("")
    lines += ["## Indexes", ""]
    lines += [
        f"- [{name.capitalize()}]({layout.url(name)})" for name in ("symbols", "terms", "sources")
    ]
    return "\n".join(lines) + "\n"


def listed(book: Book, layout: Layout) -> list[dict[str, str]]:
    """Every formula: its id, title, law and where its page and its data are."""
    return [
        {
            "id": name,
            "title": formula["title"],
            "law": formula["law"]["text"],
            "page": layout.url(formula["address"]),
            "data": f"{API}/formulas/{name}.json",
        }
        for name, formula in book["formulas"].items()
    ]


def moved(book: Book, layout: Layout) -> Iterator[tuple[str, str]]:
    """A page at every address that a renamed formula had, and at its permanent name.

    Each leads to the page of today: ``f/ring_all_reduce_time`` needs no
    subject, and so outlives a formula's move to another.
    """
    for formula in book["formulas"].values():
        folder = formula["address"].rpartition("/")[0]
        for old in formula["formerly"]:
            yield _moved(formula, f"{folder}/{old}", layout)
        for name in (formula["id"], *formula["formerly"]):
            yield _moved(formula, f"{PERMANENT}/{name}", layout)


def _moved(formula: FormulaPage, address: str, layout: Layout) -> tuple[str, str]:
    targets = layout.url(formula["address"]), layout.built(formula["address"])
    href, target = (html.escape(relative(link, layout.url(address))) for link in targets)
    text = MOVED.format(title=html.escape(formula["title"]), href=href, file=target)
    return layout.built(address), text


def citation(formula: FormulaPage, title: str, version: str, address: str) -> str:
    """A BibTeX entry of one page, by its permanent name, and by its address where that is known."""
    escaped = formula["id"].replace("_", r"\_")
    return "\n".join(
        [
            f"@misc{{formulary:{formula['id']},",
            f"  author       = {{{{The maintainers of {_braced(title)}}}}},",
            f"  year         = {{{_year()}}},",
            f"  title        = {{{_braced(formula['title'])}}},",
            f"  howpublished = {{{_braced(title)}, version {version}}},",
            f"  note         = {{Formula \\texttt{{{escaped}}}}},",
            *([f"  url          = {{{address}}},"] if address else []),
            "}",
        ]
    )


def _year() -> int:
    """The year in which the pages are made; whoever builds reproducibly says when that is."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    made = float(epoch) if epoch.isdigit() else time.time()
    return datetime.fromtimestamp(made, UTC).year


def _braced(text: str) -> str:
    """Text without what BibTeX, TeX or the page around it would read as commands."""
    kept = (one for one in text if one not in "{}\\<>`")
    return "".join(f"\\{one}" if one in "&%$#_" else one for one in kept)


# --- what the search knows --------------------------------------------------------


def index(
    book: Book,
    layout: Layout,
    *,
    by_hand: Mapping[str, str | bytes] | None = None,
) -> dict[str, Any]:
    """Formulas, symbols, and all other records that can be found.

    ``formulas`` rows are id, title, address, subject, numbers of the symbols,
    number of the symbol that it gives (-1: none), names of its variant
    groups; ``symbols`` rows are id, letter, meaning, address, unit, default.
    Both end with names, words and, of a formula, law and weight. ``others``
    are whole rows of the search with an address. ``by_hand`` are the pages
    written by hand, by their file, ``tables`` what the ranking goes by.
    """
    numbers = {name: number for number, name in enumerate(book["symbols"])}
    gives = {
        card["formula"]["id"]: numbers[symbol["id"]]
        for symbol in book["symbols"].values()
        for card in symbol["gives"]
    }
    rows = {(row["kind"], row["id"]): row for row in book["search"]}
    pages = {file: text for file, text in (by_hand or {}).items() if isinstance(text, str)}
    other: dict[str, Mapping[str, Any]] = {
        "term": book["terms"],
        "entry": book["catalogue"],
        "source": book["sources"],
        "notation": book["notations"],
        "errata": book["errata"],
    }
    return {
        "tables": tables(),
        "symbols": [
            [
                symbol["id"],
                symbol["letter"] or symbol["id"],
                symbol["meaning"],
                layout.url(symbol["address"]),
                symbol["unit"],
                symbol["default"],
                *_searched(rows["symbol", symbol["id"]])[:2],
            ]
            for symbol in book["symbols"].values()
        ],
        "formulas": [
            [
                formula["id"],
                formula["title"],
                layout.url(formula["address"]),
                formula["subject"]["title"],
                [numbers[row["id"]] for row in formula["symbols"]],
                gives.get(formula["id"], -1),
                [group["id"] for group in formula["variants"]],
                *_searched(rows["formula", formula["id"]]),
            ]
            for formula in book["formulas"].values()
        ],
        "others": [
            *(
                [*row.values(), layout.url(other[row["kind"]][row["id"]]["address"])]
                for row in book["search"]
                if row["kind"] in other
            ),
            *([*row[:6], "", 0, [], layout.url(str(row[1]))] for row in guide_rows(pages)),
        ],
    }


def _searched(row: SearchRow) -> list[Any]:
    """Names besides the title, words, law and weight of a record."""
    names = [name for name in row["names"] if name != row["title"]]
    return [names, row["words"], row["law"], row["prior"]]


def words(book: Book, layout: Layout) -> dict[str, Any]:
    """Names with their files, terms with their hover cards, and how each is spelled."""
    names = named(book)
    spelled = [(word, term["id"]) for term in book["terms"].values() for word in spellings(term)]
    clear = Counter(word.lower() for word, _ in set(spelled))
    return {
        "directory_urls": layout.directory_urls,
        "names": {name: _name(record, layout) for name, record in names.items()},
        "terms": {
            name: {"file": layout.file(term["address"]), "lead": plain(term["lead"], names)}
            for name, term in book["terms"].items()
        },
        "words": {
            word.lower(): term
            for word, term in spelled
            if clear[word.lower()] == 1 and not cased(word)
        },
        "acronyms": {
            word: term for word, term in spelled if clear[word.lower()] == 1 and cased(word)
        },
    }


def spellings(term: TermPage) -> list[str]:
    """The ways in which prose mentions a term; none for a word that is too common to link."""
    return [*term["spellings"]] if term["autolink"] else []


def _name(record: dict[str, str], layout: Layout) -> dict[str, str]:
    file = layout.file(record["address"])
    name = {"kind": record["kind"], "title": record["title"], "file": file}
    if "mathml" in record:
        name["mathml"] = INNER.sub(r"\1", record["mathml"])
    return name
