"""How things are written in a book: expressions, letters, references, addresses, names in prose."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from derive.laws import Law
from derive.records import Declared, Entry, Erratum, Formula, Place, Source, Term
from derive.registry import Registry, slug
from derive.units import read_value
from derive.written import Letters, LetterStyle, as_settled, as_typed, latex, mathml, spoken, text

from .pieces import (
    AcceptedUnit,
    Brief,
    Cited,
    ConstantRow,
    FormulaCard,
    Letter,
    Ref,
    Said,
    SymbolRow,
    Written,
)


def address(kind: str, name: str, subject: str = "") -> str:
    """The path of a record's page, without a slash at either end."""
    folders = {
        "formula": f"formulas/{subject}", "subject": "formulas",
        "errata": "errata", "notation": "notation", "entry": "catalogue",
    }  # fmt: skip
    folder = folders.get(kind, f"{kind}s")
    return f"{folder}/{slug(name)}"


SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(])")
NAME = re.compile(r"`([^`\n]+)`")
RUN = re.compile(r"[\w-]+")
"""What a mention begins with, from border to border."""


def first_sentence(prose: str) -> tuple[str, str]:
    """The first sentence of the first paragraph, and all the rest."""
    paragraph, gap, others = prose.strip().partition("\n\n")
    flat = " ".join(paragraph.split())
    if paragraph.lstrip().startswith(("- ", "* ")):
        return "", prose.strip()
    parts = SENTENCE.split(flat, maxsplit=1)
    rest = parts[1] if len(parts) > 1 else ""
    return parts[0], f"{rest}{gap}{others}".strip()


def spellings(term: Term) -> list[str]:
    """The ways in which prose mentions a term, plurals included."""
    singular = [term.name, term.acronym, *term.synonyms]
    plural = [term.plural or f"{term.name}s", *(f"{word}s" for word in singular[1:] if word)]
    return [word for word in dict.fromkeys([*singular, *plural]) if word]


def mentions(prose: str, term: Term) -> bool:
    """Whether some prose uses a term, or promises it by name."""
    if not term.autolink:
        return term.id in NAME.findall(prose)
    return _pattern(tuple(spellings(term))).search(prose) is not None


def finder(terms: Iterable[Term]) -> Callable[[str], list[Term]]:
    """What finds the terms that some prose mentions, in their order.

    A mention begins with a whole run of the prose, so only terms of which a
    spelling begins with one of its runs are looked for.
    """
    every = list(terms)
    places: dict[str, set[int]] = {}
    for place, term in enumerate(every):
        for word in spellings(term) if term.autolink else [term.id]:
            places.setdefault(_first_run(word), set()).add(place)

    def found(prose: str) -> list[Term]:
        runs = {run.lower() for run in RUN.findall(prose)}
        near = places.get("", set()).union(*(places.get(run, ()) for run in runs))
        # A letter beyond ASCII may be one of these in another case: then all are looked for.
        likely = sorted(near) if all(map(str.isascii, runs)) else range(len(every))
        return [every[place] for place in likely if mentions(prose, every[place])]

    return found


def _first_run(word: str) -> str:
    """The run with which a word begins, in lower case; none where that has no plain letters."""
    run = RUN.match(word)
    return run[0].lower() if run and run[0].isascii() else ""


def cased(word: str) -> bool:
    """Whether its capitals tell a word from a common one: zeros are not `ZeROs`."""
    return any(letter.isupper() for letter in word)


@lru_cache(maxsize=10_000)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(f"(?{'' if cased(word) else 'i'}:{re.escape(word)})" for word in words)
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


@lru_cache(maxsize=10_000)
def names_in(prose: str) -> frozenset[str]:
    """The names in backticks."""
    return frozenset(NAME.findall(prose))


LINKED = '<a href="#" '
"""What the printer makes of a letter with an address; a page puts the real one in."""

T = TypeVar("T")


def once(write: Callable[[Pen, str], T]) -> Callable[[Pen, str], T]:
    """What a pen has written is kept: letters, rows and cards stand on many pages."""

    @wraps(write)
    def written(pen: Pen, name: str) -> T:
        key = write.__name__, name
        if key not in pen.written:
            pen.written[key] = write(pen, name)
        return cast("T", pen.written[key])

    return written


def _ref(kind: Any, name: str, title: str, where: str = "") -> Ref:
    """A record, named; without an address its page is where those of its kind are."""
    return {"kind": kind, "id": name, "title": title, "address": where or address(kind, name)}


@dataclass(frozen=True, eq=False)
class Pen:
    """A registry with the letters as its pages show them."""

    registry: Registry
    letters: Letters
    briefs: dict[str, Brief] = field(default_factory=dict)
    """What lists say of a formula; filled from elsewhere, no law is read."""
    written: dict[tuple[str, str], Any] = field(default_factory=dict)

    @staticmethod
    def of(registry: Registry) -> Pen:
        """The pen that links every letter and every typed number."""
        letters = {name: LetterStyle(note.latex, "#") for name, note in registry.symbols.items()}
        letters |= {name: LetterStyle("", "#") for name in registry.constants}
        return Pen(registry, letters)

    # --- expressions ---------------------------------------------------------

    def typed(self, expression: Any, *, display: bool = False) -> Written:
        """A relation in the order in which its author typed it."""
        return self._written(as_typed(expression), display=display)

    def settled(self, expression: Any) -> Written:
        """An expression that SymPy has arranged."""
        return self._written(as_settled(expression), display=False)

    def _written(self, node: Any, *, display: bool) -> Written:
        return {
            "mathml": mathml(node, self.letters, display=display).replace(LINKED, "<a "),
            "latex": latex(node, self.letters),
            "text": text(node),
        }

    def aloud(self, law: Law) -> list[Said]:
        """A law in words: letters by their meaning, as a sentence."""
        meanings = {
            symbol.name: self.registry.symbols[symbol.name].meaning for symbol in law.symbols
        }
        words = spoken(as_typed(law.typed), meanings)
        said: list[Said] = [{"text": word.text, "letter": word.letter} for word in words]
        said[0]["text"] = said[0]["text"][:1].upper() + said[0]["text"][1:]
        return [*said, {"text": ".", "letter": ""}]

    def plain_mathml(self, expression: Any) -> str:
        """MathML without links, to copy elsewhere."""
        return mathml(as_typed(expression), self.unlinked, display=True)

    @cached_property
    def unlinked(self) -> Letters:
        """The letters without addresses."""
        return {name: LetterStyle(style.latex) for name, style in self.letters.items()}

    @once
    def letter(self, name: str) -> Letter:
        """A symbol, typeset."""
        return {"id": name, "mathml": self.typed(self.registry.letters[name])["mathml"]}

    # --- records -------------------------------------------------------------

    def formula(self, formula: Formula | str) -> Ref:
        """A formula, by record or id."""
        record = self.registry.formula(formula) if isinstance(formula, str) else formula
        where = address("formula", record.id, self.registry.subject(record))
        return _ref("formula", record.id, record.title, where)

    def formulas(self, names: Iterable[str]) -> list[Ref]:
        """Several formulas, each once, in the order of the registry."""
        return [self.formula(name) for name in sorted(set(names), key=self.order.__getitem__)]

    @cached_property
    def order(self) -> dict[str, int]:
        """Where each formula stands in the registry."""
        return {name: place for place, name in enumerate(self.registry.formulas)}

    def subject(self, name: str) -> Ref:
        """A subject, by id."""
        return _ref("subject", name, self.registry.subjects[name].title)

    def symbol(self, name: str) -> Ref:
        """A symbol, by id."""
        return _ref("symbol", name, f"{name}, {self.registry.symbols[name].meaning}")

    def term(self, name: str) -> Ref:
        """A term, by id."""
        return _ref("term", name, self.registry.terms[name].name)

    def source(self, source: Source) -> Ref:
        """A source."""
        return _ref("source", source.id, source.title)

    def erratum(self, erratum: Erratum) -> Ref:
        """An erratum, on the page of its document."""
        place = erratum.place
        said = f", {place.place}" if place.place else ""
        where = f"{address('errata', place.source.id)}#{erratum.id}"
        return _ref("erratum", erratum.id, f"{short_name(place.source)}{said}", where)

    def errata(self, source: Source) -> Ref:
        """The errata of a source."""
        return _ref("errata", source.id, f"Errata of {source.title}")

    def notation(self, name: str) -> Ref:
        """A notation, by id."""
        return _ref("notation", name, self.registry.notations[name].titles[0])

    def entry(self, entry: Entry) -> Ref:
        """An entry of the catalogue."""
        return _ref("entry", entry.id, entry.title)

    def cited(self, place: Place) -> Cited:
        """A place in a source."""
        ref = self.source(place.source)
        return {"source": ref, "place": place.place, "short": short_name(place.source)}

    @once
    def card(self, name: str) -> FormulaCard:
        """A formula as lists show it."""
        formula = self.registry.formula(name)
        return {
            "formula": self.formula(formula),
            "subject": self.subject(self.registry.subject(formula)),
            "mathml": self.brief(formula.id)["mathml"],
        }

    def brief(self, name: str) -> Brief:
        """A formula in short: its law typeset, its letters, the letter that it gives."""
        if name not in self.briefs:
            law = self.registry.law(name)
            self.briefs[name] = {
                "mathml": self.typed(law.typed)["mathml"],
                "letters": [letter.name for letter in law.symbols],
                "gives": str(getattr(law.typed.lhs, "name", "")),
            }
        return self.briefs[name]

    @once
    def row(self, name: str) -> SymbolRow:
        """A symbol as tables show it."""
        note = self.registry.symbols[name]
        return {
            "id": name,
            "address": address("symbol", name),
            "mathml": self.letter(name)["mathml"],
            "meaning": note.meaning,
            "unit": unit_text(note.unit),
            "domain": str(note.domain),
            "default": note.default,
            "typical": self.value(name, note.typical),
        }

    def number(self, name: str) -> ConstantRow:
        """A typed number as tables show it."""
        note = self.registry.constants[name]
        return {
            "id": name,
            "value": str(note.value),
            "unit": unit_text(note.unit),
            "meaning": note.meaning,
            "says": note.says,
        }

    @once
    def accepts(self, unit: str) -> list[AcceptedUnit]:
        """The units that may be typed where a value in ``unit`` is wanted, from small to large."""
        own = self.registry.units.unit(unit)
        return [
            {
                "unit": str(accepted),
                "factor": str(accepted.factor / own.factor),
                "base": str(accepted.factor),
            }
            for accepted in self.registry.units.like(own)
        ]

    # --- values and places ----------------------------------------------------

    def value(self, name: str, given: Any) -> str:
        """A value of a symbol as people write it; a count needs no unit beside its letter."""
        text = str(given)
        unit = self.registry.unit(name)
        if not text or any(word.isalpha() for word in text.split()[1:]):
            return text
        count = self.registry.symbols[name].domain.integer
        read = read_value(given, unit=unit, table=self.registry.units, symbol=name, count=count)
        return str(read) if unit.dimensions else text

    def place(self, declared: Declared) -> str:
        """A line of a knowledge file, below the package."""
        return f"{self.file(declared.file)}:{declared.line}"

    @once
    def file(self, name: str) -> str:
        """A knowledge file, below the package."""
        file, folder = Path(name), self.registry.folder
        shown = file.relative_to(folder) if file.is_relative_to(folder) else Path(file.name)
        return shown.as_posix()


def short_name(source: Source) -> str:
    """A source as it is named in passing: ``Rajbhandari et al. 2020``."""
    authors = [name.strip() for name in source.authors.split(",") if name.strip()]
    if not authors:
        return source.title
    first = authors[0].removesuffix(" et al.")
    others = " et al." if len(authors) > 1 or authors[0] != first else ""
    year = f" {source.year}" if source.year else ""
    return f"{first}{others}{year}"


def unit_text(unit: str) -> str:
    """A unit as readers see it; the plain number has none."""
    return "" if unit == "1" else unit
