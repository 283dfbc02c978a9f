"""The book as Markdown pages, one per record, and all else that a site builder reads, written."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment

from derive.book.shapes import Book
from derive.workers import meanwhile

from .assets import assets, script
from .finding import index, words
from .handwritten import as_written, handwritten
from .indexes import by_letter, by_output, by_unit, side_by_side, told_apart, with_capitals
from .instrument import Instrument, Runs, answered
from .layout import INDEXES, Layout, Published, Report, layout_of
from .machine import citation, files_for_programs
from .maps import WIDTH, maps_of
from .onward import Onward
from .pictures import Pictures
from .runs_data import runs_data
from .templating import environment

Todo = tuple[str, str, Any]
"""The kind of a page, its file, and what it is about."""


def pages(
    book: Book, *, report: Report | None = None, published: Published | None = None
) -> dict[str, str]:
    """Every page of the book: the path of a Markdown file -> its text."""
    layout = layout_of(book)
    templates = environment(book, layout)
    return pages_with(templates, book, layout, report or Report(), published or Published())


def pages_with(
    templates: Environment, book: Book, layout: Layout, report: Report, published: Published
) -> dict[str, str]:
    """The same, with an environment that is already there."""
    templates.globals |= {
        "report": report.link,
        "published": published.page,
        "maps": maps_of(book),
        "box_width": WIDTH,
        "citation": citation,
        "side_by_side": side_by_side,
        "onward": Onward(book),
        "told_apart": partial(told_apart, capitals=with_capitals(book)),
        "version": version("training-formulary"),
    }
    todo = [(kind, layout.file(address), record) for kind, address, record in records(book)]
    files = Counter(file for _, file, _ in todo)
    assert not (twice := files - Counter(set(files))), f"two records want one page: {twice}"

    def written(part: list[Todo]) -> dict[str, str]:
        return {file: page(templates, kind, file, record) for kind, file, record in part}

    # Every second page in a child, the others here.
    with meanwhile(lambda: written(todo[1::2])) as others:
        texts = written(todo[::2]) | others()
    return {file: texts[file] for file in files}


def page(templates: Environment, kind: str, file: str, record: Any) -> str:
    """One page, from the template of its kind."""
    text = templates.get_template(f"{kind}.md").render(file=file, it=record)
    return text.strip() + "\n"


def records(book: Book) -> Iterator[tuple[str, str, Any]]:
    """The kind, address and record of every page."""
    yield "home", "index", book
    yield "report", "report", book
    for kind in INDEXES:
        yield kind, kind, book
    yield "find_units", "find/units", by_unit(book)
    yield "find_outputs", "find/outputs", by_output(book)
    yield "find_letters", "find/letters", by_letter(book)
    for subject in book["subjects"]:
        yield "subject", subject["address"], subject
    for kind, shelf in shelves(book):
        for record in shelf.values():
            yield kind, record["address"], record


def shelves(book: Book) -> list[tuple[str, dict[str, Any]]]:
    """The records that have a page of their own, by kind."""
    return [
        ("formula", dict(book["formulas"])),
        ("symbol", dict(book["symbols"])),
        ("term", dict(book["terms"])),
        ("source", dict(book["sources"])),
        ("erratum", dict(book["errata"])),
        ("letters", dict(book["notations"])),
        ("entry", dict(book["catalogue"])),
    ]


def expected(book: Book, layout: Layout) -> set[str]:
    """The Markdown files that a book must have."""
    return {layout.file(address) for _, address, _ in records(book)}


WORDS = ".words.json"
INDEX = "assets/derive/index.js"
RUNS = "assets/derive/runs.js"
KEPT = {".gitkeep"}


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did to a folder."""

    pages: int
    changed: int
    removed: int


def documents(
    book: Book,
    *,
    by_hand: Path | None = None,
    directory_urls: bool = True,
    report: Report | None = None,
    address: str = "",
    cache: Path | None = None,
    runs: Runs | None = None,
    pictures: list[dict[str, Any]] | None = None,
) -> dict[str, bytes]:
    """Every file of the folder: pages, hand-written pages, assets, words.

    ``address`` is where the site is published; empty where that is not known.
    ``runs`` are the whole runs that the front page asks about, ``pictures`` says what
    is drawn on which pages.
    """
    layout = layout_of(book)
    machine = partial(files_for_programs, book, layout, directory_urls=directory_urls)
    with meanwhile(machine) as for_programs:
        templates = environment(book, layout)
        instrument = Instrument(runs, book, layout) if runs else None
        templates.globals["instrument"] = instrument.view() if instrument else None
        asked = runs.table["questions"] if runs else []
        templates.globals["questions"] = answered(asked, book, runs.package) if runs else []
        known = json.dumps(
            words(book, layout, directory_urls=directory_urls), ensure_ascii=False, sort_keys=True
        )
        run = {name: instrument.at(name) for name in instrument.values} if instrument else {}
        templates.globals["pictures"] = Pictures(pictures or [], book, run).on
        published = Published(address, directory_urls)
        texts: dict[str, str | bytes] = {
            **pages_with(templates, book, layout, report or Report(), published)
        }
        written = as_written(by_hand) if by_hand and by_hand.is_dir() else {}
        texts |= handwritten(written, book, templates)
        stamp = hashlib.sha256(known.encode()).hexdigest()[:8]
        files = {name: _stamped(text, stamp) for name, text in texts.items()}
        read = [text.decode() for name, text in files.items() if name.endswith(".md")]
        shared = assets(book, [*read, known], cache, directory_urls=directory_urls)
        # The pages as written, as the terminal searches them: folded, their headings are HTML.
        known_by = index(book, layout, directory_urls=directory_urls, by_hand=written)
        shared[INDEX] = script("deriveIndex", known_by).encode()
        if instrument:
            data = runs_data(instrument, directory_urls=directory_urls)
            shared[RUNS] = script("deriveRuns", data).encode()
        return {**files, WORDS: known.encode(), **shared, **for_programs()}


def _stamped(text: str | bytes, stamp: str) -> bytes:
    """A page with the stamp of the words that it was written for.

    A site builder that keeps unchanged pages then sees that a new term
    changes them.
    """
    if isinstance(text, bytes):
        return text
    head, mark, rest = text.partition("<!--fs:page ")
    name, end, rest = rest.partition("-->")
    return f"{head}{mark}{name} {stamp}{end}{rest}".encode() if mark else text.encode()


def write(folder: Path, files: Mapping[str, bytes]) -> Written:
    """Make ``folder`` hold these files and no others, touching only what differs."""
    changed = 0
    for name, content in files.items():
        target = folder / name
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            changed += 1
    removed = _remove_others(folder, set(files) | KEPT)
    pages = sum(name.endswith(".md") for name in files)
    return Written(pages, changed, removed)


def _remove_others(folder: Path, wanted: set[str]) -> int:
    """Delete what an earlier write left; empty folders go too."""
    removed = 0
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
            removed += 1
    return removed
