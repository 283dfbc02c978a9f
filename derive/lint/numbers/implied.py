"""What a document without a notation means by its letters: read from its own tables and lists.

A row whose words fit one symbol of ours clearly is read as that symbol. Where
several fit, the formulas decide: those readings are kept under which a print
is a law of the registry. What is still open can make a formula agree, and
never makes one wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from derive import records
from derive.frozen import Record
from derive.notation import Chain

from ..laws.holding import Holder, Pair, glyph_of, holder_of, pairs_of
from ..laws.meaning import GUESSED, OWN_WORDS, TIED
from ..project import Project
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.reach import Reach
from .recognizing import Guess, recognizer_of, sure
from .supposing import subjects_before, supposed
from .table_units import unit_of
from .uses import uses_of

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary
    from derive.records import Notation, Row

# What a letter looks like is worth just less than the weakest words that count.
POSSIBLE, LOOKS = 0.26, 0.25
# Readings multiply with every letter that may mean several things.
MOST_READINGS = 2000
MOST_ASKED = 400
MANY = 3
"""Formulas of no more letters than this agree with some law by chance."""


class Read(Record):
    """A declaration, the symbol that it surely means, and all that it may mean, best first.

    It is confirmed where a formula of the document is a law under that symbol.
    ``worded`` is what words say alone, whatever the formulas are.
    """

    said: Declaration
    symbol: str
    guesses: tuple[Guess, ...] = ()
    confirmed: bool = False
    worded: str = ""

    @property
    def likely(self) -> tuple[str, ...]:
        """The symbols that it may mean."""
        return tuple(guess.symbol for guess in self.guesses)


def notation_at(project: Project, document: Document, line: int) -> Notation | None:
    """The document's notation, or what its own words say at a line; None where neither helps."""
    if project.has_notation(document):
        return project.notation(document)
    if not project.is_informed:
        return None
    here = project.reach(document, line)
    return project.once(f"implied at {here!r}", document, lambda: _implied(project, document, here))


def _implied(project: Project, document: Document, here: Reach) -> Notation | None:
    """What the rows that hold somewhere say; places with the same rows share one notation."""
    rows = readings(project, document)
    reaches = project.once(
        "reaches", document, lambda: tuple(dict.fromkeys(read.said.reach for read in rows))
    )
    holding = frozenset(reach for reach in reaches if reach.overlaps(here))
    shared: dict[frozenset[Reach], Notation | None] = project.once("implied", document, dict)
    if holding not in shared:
        held = [read for read in rows if read.said.reach in holding]
        shared[holding] = _notation(project, document, held)
    return shared[holding]


def readings(project: Project, document: Document) -> tuple[Read, ...]:
    """What the rows of a document mean, those included that formulas had to decide."""
    return project.once("readings", document, lambda: tuple(_settled(project, document)))


def _guessed(project: Project, document: Document) -> Iterator[Read]:
    """Each letter with what its words say; loose sentences, and looks, decide nothing alone."""
    said = [
        letter for letter in project.declarations(document) if letter.glyph and letter.shares <= 1
    ]
    # A document that declares no letters needs no registry, whose import takes half a second.
    if not said or (registry := project.registry) is None:
        return
    recognizer = recognizer_of(registry)
    explained: set[str] = set()
    for row in said:
        guesses = recognizer.guesses(row.meaning, row.glyph, unit_of(project, row))
        likely = tuple(guess for guess in guesses if guess.score >= POSSIBLE)
        if likely:
            explained.add(row.glyph)
            symbol = sure(guesses) if row.firm or row.explicit else ""
            yield Read(row, symbol, likely, worded=symbol)
    if not explained:
        return
    named = _named(project, document, registry)
    for use in uses_of(project, document):
        ours = registry.printed.get(use.glyph, frozenset())
        if use.glyph not in explained and (ours or use.glyph in named):
            explained.add(use.glyph)
            looked_like = Declaration(
                use.glyph, use.printed, "", use.line, use.column, "prose", Reach()
            )
            scores = dict.fromkeys(sorted(ours), LOOKS) | dict(named.get(use.glyph, {}))
            fitting = sorted(
                (Guess(*score) for score in scores.items()), key=lambda guess: -guess.score
            )
            worded = sure(fitting) if use.glyph in named else ""
            yield Read(looked_like, "", tuple(fitting), worded=worded)


def _named(
    project: Project, document: Document, registry: Vocabulary
) -> dict[str, dict[str, float]]:
    """What the words before a formula say of the letter that it gives."""
    recognizer = recognizer_of(registry)
    by_glyph: dict[str, dict[str, float]] = {}
    for printed in project.printed(document):
        if not isinstance(printed.parsed, Chain) or not printed.parsed.operators:
            continue
        glyph = glyph_of(printed.parsed.members[0])
        if not glyph or glyph in by_glyph:
            continue
        scores = by_glyph.setdefault(glyph, {})
        for subject in subjects_before(document, printed.span.start):
            for guess in recognizer.guesses(subject, glyph):
                if guess.score >= POSSIBLE:
                    scores[guess.symbol] = max(guess.score, scores.get(guess.symbol, 0.0))
    return {glyph: scores for glyph, scores in by_glyph.items() if scores}


def _settled(project: Project, document: Document) -> Iterator[Read]:
    """What the words say, unless formulas say otherwise with one voice."""
    rows = _by_elimination(list(_guessed(project, document)) if document.spans else [])
    agreed, borne_out = _agreed(project, document, rows) if rows else ({}, frozenset())
    for read in rows:
        voted = agreed.get(read.said.glyph, frozenset()) & set(read.likely)
        symbol = next(iter(voted)) if len(voted) == 1 else read.symbol
        yield read.replaced(symbol=symbol, confirmed=(read.said.glyph, symbol) in borne_out)


def _by_elimination(rows: list[Read]) -> list[Read]:
    """What open rows mean once the symbols that others surely mean are left out.

    "Coefficient of the model-size term" may be that of the data term by its words, but not
    beside a row that says so outright.
    """
    taken = {read.symbol for read in rows if read.symbol and read.said.kind == "table"}

    def without_taken(read: Read) -> Read:
        left = tuple(guess for guess in read.guesses if guess.symbol not in taken)
        is_open = not read.symbol and read.said.kind == "table"
        shorter = is_open and left and len(left) < len(read.guesses)
        return read.replaced(symbol=sure(left), guesses=left) if shorter else read

    return list(map(without_taken, rows))


def _agreed(
    project: Project, document: Document, rows: list[Read]
) -> tuple[dict[str, frozenset[str]], frozenset[tuple[str, str]]]:
    """For each letter, the symbols under which formulas of the document are laws.

    Beside them those that a formula of many letters bears out, which no chance does.
    """
    notation, registry = _notation(project, document, rows), project.registry
    if notation is None or registry is None:
        return {}, frozenset()
    holder = holder_of(registry, notation, "")
    options: dict[str, dict[str, float]] = {}
    for read in rows:
        scores = options.setdefault(read.said.glyph, {})
        for guess in read.guesses:
            scores[guess.symbol] = max(guess.score, scores.get(guess.symbol, 0.0))
    votes: dict[str, set[str]] = {}
    borne_out: set[tuple[str, str]] = set()
    supposed_: dict[str, set[str]] = {}
    for pair in itertools.islice(_pairs(project, document), MOST_ASKED):
        glyphs = sorted(holder.glyphs(pair))
        if len(glyphs) > 2 and _is_worded(glyphs, options):
            chosen = _agreeing(holder, pair, [options[name] for name in glyphs], glyphs)
            for name, symbol in chosen.items():
                votes.setdefault(name, set()).add(symbol)
            borne_out |= set(chosen.items()) if len(glyphs) > MANY else set()
            if not chosen:
                said = supposed(holder, pair, {name: options[name] for name in glyphs})
                for name, symbol in said.items():
                    supposed_.setdefault(name, set()).add(symbol)
    # What a law bears out outweighs what a print would mean that is no law.
    decided = {**supposed_, **votes}
    return {name: frozenset(some) for name, some in decided.items()}, frozenset(borne_out)


def _is_worded(glyphs: list[str], options: Mapping[str, dict[str, float]]) -> bool:
    """Whether all letters may mean something, half of them at least by words and not by looks."""
    worded = [name for name in glyphs if max(options.get(name, {"": 0.0}).values()) > LOOKS]
    return all(name in options for name in glyphs) and 2 * len(worded) >= len(glyphs)


def _pairs(project: Project, document: Document) -> Iterator[Pair]:
    for printed in project.printed(document):
        for chain in printed.parsed.rows if isinstance(printed.parsed, Chain) else ():
            yield from pairs_of(chain)


def _agreeing(
    holder: Holder, pair: Pair, options: list[dict[str, float]], glyphs: list[str]
) -> dict[str, str]:
    """The likeliest reading of a print's letters under which it is a law; empty without one."""
    held = holder.index.by_letters
    readings_ = (
        (sum(scores[name] for scores, name in zip(options, chosen, strict=True)), chosen)
        for chosen in itertools.islice(itertools.product(*options), MOST_READINGS)
        # Two letters of one print are two things, and only a set of letters of a law can agree.
        if len(set(chosen)) == len(chosen) and frozenset(chosen) in held
    )
    for _, chosen in sorted(readings_, key=lambda reading: (-reading[0], reading[1])):
        symbols = dict(zip(glyphs, chosen, strict=True))
        if holder.agrees_under(pair, symbols):
            return symbols
    return {}


def _notation(project: Project, document: Document, rows: Iterable[Read]) -> Notation | None:
    """What rows mean as a notation; letters that stay open carry a mark."""
    by_glyph: dict[str, list[Read]] = {}
    for read in rows:
        by_glyph.setdefault(read.said.glyph, []).append(read)
    registry = project.registry if by_glyph else None
    if registry is None:
        return None
    letters = tuple(_row(project, registry, some) for some in by_glyph.values())
    title = document.title or document.path
    return records.Notation(
        OWN_WORDS,
        source=records.Source(OWN_WORDS, title, kind="document"),
        titles=(title,),
        scopes=(records.Scope("document"),),
        rows={"document": letters},
    )


def _row(project: Project, registry: Vocabulary, some: list[Read]) -> Row:
    """One letter: what it surely means if all its rows say so, else what it may mean."""
    symbols = {read.symbol for read in some}
    first = some[0]
    if len(symbols) == 1 and first.symbol:
        return records.Row(
            first.said.latex,
            _measured(project, registry, first),
            first.said.meaning,
            line=first.said.line,
            others=tuple(name for name in first.likely if name != first.symbol)[:2],
            note=TIED if all(read.worded in {"", first.symbol} for read in some)
            and any(read.worded for read in some) else "",
        )  # fmt: skip
    likely = list(dict.fromkeys(name for read in some for name in read.likely))
    return records.Row(
        first.said.latex,
        likely[0],
        first.said.meaning,
        line=first.said.line,
        others=tuple(likely[1:]),
        note=GUESSED,
    )


def _measured(project: Project, registry: Vocabulary, read: Read) -> Any:
    """The symbol, in the document's unit where that is a multiple of ours."""
    unit = unit_of(project, read.said)
    ours = registry.unit(read.symbol)
    if unit is None or not unit.dimensions or unit.factor == ours.factor:
        return read.symbol
    return registry.letters[read.symbol] * (ours.factor / unit.factor)
