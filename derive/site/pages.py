"""The book as Markdown pages: one per record, and the indexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from typing import Any

from jinja2 import Environment

from derive.book.shapes import Book
from derive.workers import meanwhile

from .indexes import by_letter, by_output, by_unit, side_by_side, told_apart, with_capitals
from .layout import INDEXES, Layout, layout_of
from .machine import citation
from .maps import WIDTH, maps_of
from .onward import Onward
from .published import Published
from .report import Report
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
    made = _on_two_cores(templates, todo)
    return {file: made[file] for file in files}


def _on_two_cores(templates: Environment, todo: list[Todo]) -> dict[str, str]:
    """Every second page in a child, the others here."""
    with meanwhile(lambda: _made(templates, todo[1::2])) as others:
        ours = _made(templates, todo[::2])
        return ours | others()


def _made(templates: Environment, todo: list[Todo]) -> dict[str, str]:
    return {file: page(templates, kind, file, record) for kind, file, record in todo}


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
