"""A project: the manuscripts that are read together, and what their letters are read through.

A registered notation is found by the title of its document, and laid over the sections.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from derive.entries.vocabulary import Vocabulary
from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import EMPTY, Chain, Entry, Glyphs, Rejection, normal_form, parse_span
from derive.notation.glyphs import EntryKind
from derive.notation.lexer import GREEK
from derive.notation.reading import dictionary

from .texts.declarations import Declaration, declarations_of
from .texts.documents import Document, Heading, Span
from .texts.glyphs import is_glyph
from .texts.reach import Reach, reach_of

if TYPE_CHECKING:
    from derive.records import Notation, Scope
    from derive.registry import Registry
    from derive.units import UnitTable

T = TypeVar("T")
MOST_MULTIPLIED = 3

# A formula longer than this is no single letter.
LONGEST_GLYPH = 60


class Printed(Record):
    """A formula of a document as it reads.

    ``scope`` is the stretch of the document's notation that it stands in, empty
    without a notation.
    """

    span: Span
    parsed: Chain | Rejection
    scope: str = ""


class Project:
    """Documents, their notations, and everything read from them, each once.

    ``knowledge`` is a registry, or what its store says of it. ``whole`` says that
    the documents are a whole project: only then can a letter be called unused.
    """

    def __init__(
        self,
        documents: Iterable[Document],
        knowledge: Registry | Vocabulary | None = None,
        *,
        notations: Mapping[str, Notation | None] | None = None,
        whole: bool = False,
    ) -> None:
        self.documents = tuple(documents)
        self.registry: Vocabulary | None
        self._chosen = dict(notations or {})
        if knowledge is None or isinstance(knowledge, Vocabulary):
            self.registry = knowledge
        else:
            from derive.entries.vocabulary_rows import in_plain_data, vocabulary_of

            self.registry = vocabulary_of(knowledge)
            self._chosen = {path: chosen and in_plain_data(chosen)
                            for path, chosen in self._chosen.items()}  # fmt: skip
        self.whole = whole
        self._kept: dict[tuple[str, str], Any] = {}

    @property
    def is_informed(self) -> bool:
        """Whether there is a registry."""
        return self.registry is not None

    @property
    def units(self) -> UnitTable | None:
        """The units that are known."""
        return self.registry.units if self.registry is not None else None

    def notation(self, document: Document) -> Notation | None:
        """The notation that was chosen for a document, or the one with its title."""
        if document.path in self._chosen:
            return self._chosen[document.path]
        return self.once("notation", document, lambda: self._registered(document))

    def _registered(self, document: Document) -> Notation | None:
        """The notation of the registry whose title a document bears."""
        if self.registry is None:
            return None
        name = notation_of(document, self.registry.titles)
        return self.registry.notations[name] if name else None

    def has_notation(self, document: Document) -> bool:
        """Whether somebody said what the letters of a document mean, or that nothing does."""
        return document.path in self._chosen or self.notation(document) is not None

    def declarations(self, document: Document) -> tuple[Declaration, ...]:
        """What the document itself says that its letters mean."""
        return self.once("declarations", document, lambda: declarations_of(document))

    def printed(self, document: Document) -> tuple[Printed, ...]:
        """Every formula of a document, read through its letters."""
        return self.once("printed", document, lambda: tuple(self._read(document)))

    def scopes(self, document: Document) -> NotationScopes:
        """Which stretch of its notation each line of a document belongs to."""
        return self.once(
            "scopes", document, lambda: NotationScopes.of(document, self.notation(document))
        )

    def reach(self, document: Document, line: int) -> Reach:
        """What the headings above a line say about where it belongs."""
        return self.once(f"reach {line}", document, lambda: reach_of(document, line))

    def glyphs(self, document: Document, scope: str = "") -> Glyphs:
        """The letters that formulas of a stretch are read through."""
        return self.once(f"glyphs {scope}", document, lambda: self._glyphs(document, scope))

    def _glyphs(self, document: Document, scope: str) -> Glyphs:
        notation = self.notation(document)
        entries: dict[str, Entry] = {}
        alone = self.once("alone", document, lambda: _seen_alone(document))
        for letter in self.declarations(document):
            if letter.glyph and (letter.firm or _is_a_letter(letter.glyph, alone)):
                kind: EntryKind = "function" if letter.function else "letter"
                entries.setdefault(letter.glyph, Entry(letter.glyph, kind))
        if notation is not None:
            entries.update(dictionary(notation, scope).entries)
            for other in notation.scopes:
                # Words of another stretch are words here too: DP is no product of D and P.
                for glyph, entry in dictionary(notation, other.id).entries.items():
                    entries.setdefault(glyph, entry)
        for glyph in alone:
            if _is_a_letter(glyph, alone):
                entries.setdefault(glyph, Entry(glyph))
        return Glyphs.of(entries.values()) if entries else EMPTY

    def _read(self, document: Document) -> Iterable[Printed]:
        scopes = self.scopes(document)
        known: dict[tuple[str, str], Chain | Rejection] = {}
        for span in document.spans:
            scope = scopes.at(span.line)
            # A letter is printed hundreds of times; each print is parsed once per stretch.
            key = (span.latex, scope)
            if key not in known:
                known[key] = parse_span(span.latex, self.glyphs(document, scope))
            yield Printed(span, known[key], scope)

    def once(self, what: str, document: Document, make: Callable[[], T]) -> T:
        """What ``make`` gives for a document, computed the first time only."""
        key = (what, document.path)
        if key not in self._kept:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept


_SIDE = lazy_re(r"\s*([A-Za-z])\s*(?:=|<|>|\\(?:approx|leq?|geq?|gg|ll|sim|propto)\b)")


_POWER = lazy_re(r"(?P<base>.+)\^(?:\d+|-.+)")


def _is_power(glyph: str, alone: Collection[str]) -> bool:
    """Whether a glyph is a power of a letter: "of all $n^2$ pairs"; beside $n^1$ it is numbered."""
    power = _POWER.fullmatch(glyph)
    return power is not None and not any(f"{power['base']}^{number}" in alone for number in "01")


# "160 $\\mu$s": of a unit, and no letter.
_MICRO = lazy_re(r"[$\\( ]*\\mu[$\\) ]*s\b")


def _seen_alone(document: Document) -> Mapping[str, None]:
    """Letters that make up a whole formula, or a whole left side: runs are split at them."""
    alone: dict[str, None] = {}
    spans = document.spans
    for latex in {span.latex for span in spans if not _MICRO.match(document.text, span.start)}:
        side = _SIDE.match(latex)
        if side:
            alone[side[1]] = None
        elif len(latex) <= LONGEST_GLYPH and "(" not in latex and is_glyph(latex):
            alone[normal_form(latex)] = None
    return dict.fromkeys(sorted(alone))


def _is_a_letter(glyph: str, alone: Collection[str]) -> bool:
    return not _is_power(glyph, alone) and not _multiplies(glyph, alone)


def _multiplies(glyph: str, alone: Collection[str]) -> bool:
    """Whether a glyph is a product of letters that stand alone elsewhere: "the $mn$ entries".

    Capitals side by side are a name, as DP is, whatever D and P are.
    """
    several = 1 < len(glyph) <= MOST_MULTIPLIED and glyph.isalpha() and not glyph.isupper()
    return several and all(letter in alone for letter in glyph) and glyph not in GREEK


def notation_of(document: Document, titles: Mapping[str, Sequence[str]]) -> str:
    """The id of the registered notation with the title of a document; empty if there is none.

    A document without any title is known by a heading, or by how its first
    line begins.
    """
    if document.title:
        wanted = _folded(document.title)
        return next((name for name, some in titles.items() if wanted in map(_folded, some)), "")
    openings = [_folded(heading.title) for heading in document.headings]
    openings.append(_folded(next((line for line in document.lines if line.strip()), "")))
    for name, some in titles.items():
        for title in some:
            if any((opening + " ").startswith(_folded(title) + " ") for opening in openings):
                return name
    return ""


def _folded(words: str) -> str:
    """Words without case, emphasis and double spaces."""
    return " ".join(re.sub(r"[*_`#]", "", words).casefold().split())


class NotationScopes(Record):
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
        tops = [scope for scope in notation.scopes if not scope.within]
        current = next(
            (scope.id for scope in tops if not scope.heading), tops[0].id if tops else ""
        )
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
