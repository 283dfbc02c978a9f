"""Papers, books and documents, the places in them, and where a record was declared."""

from __future__ import annotations

import sys
from functools import total_ordering

from ..frozen import Record


@total_ordering
class Declared(Record):
    """A line of a knowledge file."""

    file: str = ""
    line: int = 0
    module: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def lies_in(self, package: str) -> bool:
        """Whether it is a line of this package, or of a module below it."""
        return f"{self.module}.".startswith(f"{package}.")

    def __lt__(self, other: Declared) -> bool:
        """By file, then by line: the order in which a reader meets them."""
        return (self.file, self.line, self.module) < (other.file, other.line, other.module)


def caller(package: str = "derive.records") -> Declared:
    """The first line outside this package on the way up: the author's own."""
    frame = sys._getframe(1)  # noqa: SLF001  the only way to know who calls
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith(package):
        frame = frame.f_back
    # A dataclass's generated __init__ has no module of its own; step over it.
    while frame.f_back is not None and frame.f_code.co_filename.startswith("<"):
        frame = frame.f_back
    return Declared(
        frame.f_code.co_filename, frame.f_lineno, str(frame.f_globals.get("__name__", ""))
    )


class Placed:
    """A record that knows, once it is made, the author's line that made it."""

    __slots__ = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "declared", caller())


class Source(Record):
    """Something that can be cited: one constant each in a knowledge package.

    ``id`` is its address; ``kind`` is one of paper, book, document, code,
    datasheet, webpage; ``identifier`` an arXiv number, DOI or commit.
    """

    id: str
    title: str
    authors: str = ""
    year: int = 0
    kind: str = "paper"
    identifier: str = ""
    says: str = ""

    def at(self, place: str, *, opened: bool = False) -> Place:
        """Cite a place in it, such as ``ZERO.at("table 1")``.

        ``opened=True`` says that whoever wrote the citation read that place in the
        document itself, in the version that the source names.
        """
        return Place(self, place, opened)


class Place(Record):
    """A source and the place in it: section, equation, table, page or line."""

    source: Source
    place: str
    opened: bool = False

    _compared = ("source", "place")

    def __str__(self) -> str:
        return f"{self.source.title}, {self.place}"
