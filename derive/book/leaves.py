"""Leaves: what a book says of each formula by that formula's own facts, as finished bytes.

The leaves of the last book are kept as places in its bytes. They are believed
where each has the shape of what it stands for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict, cast

from derive.entries.store import Store
from derive.workers import beside, rarely_collected

from .calculating import CalculatorPage
from .pieces import Brief
from .schema import holds
from .shapes import Book, ComputedPage
from .statistics import Tally

BOOK = "book"
CONTENT, LEAVES = (BOOK, "content"), (BOOK, "leaves")

Span = tuple[int, int]
"""Where some bytes begin in a book, and where they end."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """What a book says of one formula by its own facts; ``keys`` are those of its two entries.

    ``page`` and ``calculator`` are JSON as it stands in the book.
    """

    keys: tuple[str, str]
    page: bytes
    calculator: bytes
    brief: Brief
    tally: Tally


@dataclass(frozen=True, slots=True)
class Bound:
    """A whole book, and where in it the page and the calculator of each formula stand.

    A page ends there with what connects it to others, so its last brace is not its own.
    """

    content: bytes
    spans: dict[str, tuple[Span, Span]]


class Cut(TypedDict):
    """A leaf as it is kept."""

    keys: list[str]
    page: list[int]
    calculator: list[int]
    brief: Brief
    tally: Tally


def dumped(data: Any) -> bytes:
    """Data as JSON, in the one way in which a book is written."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def book_rows(bound: Bound, leaves: Mapping[str, Leaf]) -> list[tuple[str, str, str]]:
    """A book and its leaves as a store keeps them; they are put together or not at all."""
    cuts = dumped(_cuts(bound, leaves)).decode()
    return [(*CONTENT, bound.content.decode()), (*LEAVES, cuts)]


def kept_book(store: Store) -> tuple[bytes, Book] | None:
    """The book that was kept last, if it has the shape of one."""
    text = store.text(*CONTENT)
    if text is None:
        return None
    with suppress(ValueError, RecursionError), rarely_collected():
        book = json.loads(text)
        if holds(Book)(book):
            return text.encode(), cast("Book", book)
    store.trouble("the kept book has another shape")
    return None


def _cuts(bound: Bound, leaves: Mapping[str, Leaf]) -> dict[str, Cut]:
    return {
        name: {
            "keys": [*leaf.keys],
            "page": [*bound.spans[name][0]],
            "calculator": [*bound.spans[name][1]],
            "brief": leaf.brief,
            "tally": leaf.tally,
        }
        for name, leaf in leaves.items()
    }


@contextmanager
def last_leaves(store: Store | None) -> Iterator[Callable[[], dict[str, Leaf]]]:
    """What gives the leaves of the last book; they are looked at while the caller goes on."""
    leaves = _kept_leaves(store) if store is not None else {}
    if store is None or not leaves:
        yield dict[str, Leaf]
        return
    # In a child, while the caller imports SymPy: neither waits for the other.
    with beside(partial(_sound, leaves)) as outcome:

        def believed() -> dict[str, Leaf]:
            if outcome().result is True:
                return leaves
            store.trouble("a leaf of the kept book has another shape")
            return {}

        yield believed


def _kept_leaves(store: Store) -> dict[str, Leaf]:
    """The leaves of the last book as they are kept."""
    text, cuts = store.text(*CONTENT), store.get(*LEAVES)
    if text is None or cuts is None:
        return {}
    content = text.encode()
    try:
        return {name: _leaf(content, cut) for name, cut in cuts.items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        store.trouble("the kept book has no list of its leaves")
        return {}


def _leaf(content: bytes, cut: Cut) -> Leaf:
    (start, end), (first, last) = cut["page"], cut["calculator"]
    formula, calculator = cut["keys"]
    # In the book a page goes on with what connects it to others; its own brace is put back.
    page = content[start : end - 1] + b"}"
    return Leaf((formula, calculator), page, content[first:last], cut["brief"], cut["tally"])


def _sound(leaves: Mapping[str, Leaf]) -> bool:
    """Whether every leaf has the shape of one."""
    page, drawn = holds(ComputedPage), holds(list[CalculatorPage])
    brief, tally = holds(Brief), holds(Tally)
    with rarely_collected():
        return all(
            page(json.loads(leaf.page))
            and drawn(json.loads(leaf.calculator))
            and brief(leaf.brief)
            and tally(leaf.tally)
            for leaf in leaves.values()
        )
