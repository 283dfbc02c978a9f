"""A document and its notation: found by title, and laid over the sections."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from derive.records import Notation, Scope
from derive.registry import Registry

from .documents import Document, Heading


def notation_of(document: Document, registry: Registry) -> Notation | None:
    """The registered notation with the title of a document, if there is one.

    A document without any title is known by a heading, or by how its first
    line begins.
    """
    notations = registry.notations.values()
    if document.title:
        wanted = _folded(document.title)
        return next(
            (one for one in notations if wanted in {_folded(title) for title in one.titles}), None
        )
    openings = [_folded(one.title) for one in document.headings]
    openings.append(_folded(next((line for line in document.lines if line.strip()), "")))
    for one in notations:
        for title in one.titles:
            if any((opening + " ").startswith(_folded(title) + " ") for opening in openings):
                return one
    return None


def _folded(words: str) -> str:
    """Words without case, emphasis and double spaces."""
    return " ".join(re.sub(r"[*_`#]", "", words).casefold().split())


@dataclass(frozen=True, slots=True)
class NotationScopes:
    """The lines from which on each stretch of a notation holds."""

    lines: tuple[int, ...] = ()
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, document: Document, notation: Notation | None) -> NotationScopes:
        """Lay the stretches of a notation over a document's sections.

        A stretch inside another ends with its section; one that stands by
        itself runs until the next of its kind begins.
        """
        if notation is None or not notation.scopes:
            return cls()
        tops = [one for one in notation.scopes if not one.within]
        current = next((one.id for one in tops if not one.heading), tops[0].id if tops else "")
        lines, names = [1], [current]
        inner: list[tuple[int, str]] = []
        for heading in document.headings:
            while inner and inner[-1][0] >= heading.level:
                inner.pop()
            scope = _scope_of(heading, notation)
            if scope is not None and scope.within:
                inner.append((heading.level, scope.id))
            elif scope is not None:
                inner, current = [], scope.id
            lines.append(heading.line)
            names.append(inner[-1][1] if inner else current)
        return cls(tuple(lines), tuple(names))

    def at(self, line: int) -> str:
        """The id of the stretch that a line belongs to; empty without a notation."""
        place = bisect_right(self.lines, line) - 1
        return self.names[place] if place >= 0 else ""


def _scope_of(heading: Heading, notation: Notation) -> Scope | None:
    """The stretch that a heading opens, by its words or by its number."""
    title = _folded(heading.title)
    for scope in notation.scopes:
        wanted = _folded(scope.heading)
        if wanted and (title == wanted or wanted == heading.number.casefold()):
            return scope
    for scope in notation.scopes:
        wanted = _folded(scope.heading)
        if wanted and (title + " ").startswith(wanted + " "):
            return scope
    return None
