"""What a document without a notation means by its letters: read from its own tables and lists.

A row whose words fit one symbol of ours clearly is read as that symbol. Where
several fit, the formulas decide: those readings are kept under which a print
is a law of the registry. What is still open can make a formula agree, and
never makes one wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from derive.algebra.standins import rational
from derive.notation import Chain
from derive.records import Notation, Row, Scope, Source
from derive.registry import Registry

from .declarations import Declaration
from .documents import Document
from .holding import Holder, holder_of
from .meaning import GUESSED, OWN_WORDS, TIED
from .project import Project
from .reach import Reach
from .recognizing import Guess, recognizer_of, sure
from .supposing import subjects_before, supposed
from .table_units import unit_of
from .uses import uses_of
from .verdicts import Pair, glyph_of, pairs_of

POSSIBLE, LOOKS = 0.26, 0.25
MOST_READINGS = 2000
MOST_ASKED = 400
MANY = 3
"""Formulas of no more letters than this agree with some law by chance."""


@dataclass(frozen=True, slots=True)
class Read:
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
        return tuple(one.symbol for one in self.guesses)


def notation_at(project: Project, document: Document, line: int) -> Notation | None:
    """The document's notation, or what its own words say at a line; None where neither helps."""
    if project.has_notation(document):
        return project.notation(document)
    if project.registry is None:
        return None
    here = project.reach(document, line)
    found: Notation | None = project.once(
        f"implied at {here!r}", document, lambda: _implied(project, document, here)
    )
    return found


def _implied(project: Project, document: Document, here: Reach) -> Notation | None:
    """What the rows that hold somewhere say; places with the same rows share one notation."""
    rows = readings(project, document)
    reaches: tuple[Reach, ...] = project.once(
        "reaches", document, lambda: tuple(dict.fromkeys(one.said.reach for one in rows))
    )
    holding = frozenset(reach for reach in reaches if reach.overlaps(here))
    shared: dict[frozenset[Reach], Notation | None] = project.once("implied", document, dict)
    if holding not in shared:
        held = [one for one in rows if one.said.reach in holding]
        shared[holding] = _notation(project, document, held)
    return shared[holding]


def readings(project: Project, document: Document) -> tuple[Read, ...]:
    """What the rows of a document mean, those included that formulas had to decide."""
    found: tuple[Read, ...] = project.once(
        "readings", document, lambda: tuple(_settled(project, document))
    )
    return found


def _guessed(project: Project, document: Document, registry: Registry) -> Iterator[Read]:
    """Each letter with what its words say; loose sentences, and looks, decide nothing alone."""
    recognizer = recognizer_of(registry)
    told: set[str] = set()
    for one in project.declarations(document):
        if not one.glyph or one.shares > 1:
            continue
        guesses = recognizer.guesses(one.meaning, one.glyph, unit_of(project, one))
        likely = tuple(guess for guess in guesses if guess.score >= POSSIBLE)
        if likely:
            told.add(one.glyph)
            symbol = sure(guesses) if one.firm or one.explicit else ""
            yield Read(one, symbol, likely, worded=symbol)
    if not told:
        return
    named = _named(project, document, registry)
    for use in uses_of(project, document):
        ours = recognizer.printed.get(use.glyph, frozenset())
        if use.glyph not in told and (ours or use.glyph in named):
            told.add(use.glyph)
            said = Declaration(use.glyph, use.printed, "", use.line, use.column, "prose", Reach())
            scores = dict.fromkeys(sorted(ours), LOOKS) | dict(named.get(use.glyph, {}))
            fitting = sorted((Guess(*one) for one in scores.items()), key=lambda one: -one.score)
            worded = sure(fitting) if use.glyph in named else ""
            yield Read(said, "", tuple(fitting), worded=worded)


def _named(project: Project, document: Document, registry: Registry) -> dict[str, dict[str, float]]:
    """What the words before a formula say of the letter that it gives."""
    recognizer = recognizer_of(registry)
    found: dict[str, dict[str, float]] = {}
    for printed in project.printed(document):
        if not isinstance(printed.parsed, Chain) or not printed.parsed.operators:
            continue
        glyph = glyph_of(printed.parsed.members[0])
        if not glyph or glyph in found:
            continue
        scores = found.setdefault(glyph, {})
        for subject in subjects_before(document, printed.span.start):
            for guess in recognizer.guesses(subject, glyph):
                if guess.score >= POSSIBLE:
                    scores[guess.symbol] = max(guess.score, scores.get(guess.symbol, 0.0))
    return {glyph: scores for glyph, scores in found.items() if scores}


def _settled(project: Project, document: Document) -> Iterator[Read]:
    """What the words say, unless formulas say otherwise with one voice."""
    registry = project.registry
    assert registry is not None
    rows = list(_guessed(project, document, registry)) if document.spans else []
    rows = _by_elimination(rows)
    agreed, borne_out = _agreed(project, document, registry, rows) if rows else ({}, frozenset())
    for one in rows:
        told = agreed.get(one.said.glyph, frozenset()) & set(one.likely)
        symbol = next(iter(told)) if len(told) == 1 else one.symbol
        yield replace(one, symbol=symbol, confirmed=(one.said.glyph, symbol) in borne_out)


def _by_elimination(rows: list[Read]) -> list[Read]:
    """What open rows mean once the symbols that others surely mean are left out.

    "Coefficient of the model-size term" may be that of the data term by its words, but not
    beside a row that says so outright.
    """
    taken = {one.symbol for one in rows if one.symbol and one.said.kind == "table"}
    found = []
    for one in rows:
        if one.symbol or one.said.kind != "table":
            found.append(one)
            continue
        left = tuple(each for each in one.guesses if each.symbol not in taken)
        shorter = left and len(left) < len(one.guesses)
        found.append(replace(one, symbol=sure(left), guesses=left) if shorter else one)
    return found


def _agreed(
    project: Project, document: Document, registry: Registry, rows: list[Read]
) -> tuple[dict[str, frozenset[str]], frozenset[tuple[str, str]]]:
    """For each letter, the symbols under which formulas of the document are laws.

    Beside them those that a formula of many letters bears out, which no chance does.
    """
    notation = _notation(project, document, rows)
    if notation is None:
        return {}, frozenset()
    holder = holder_of(registry, notation, "")
    options: dict[str, dict[str, float]] = {}
    for one in rows:
        scores = options.setdefault(one.said.glyph, {})
        for guess in one.guesses:
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
        if len(set(chosen)) == len(chosen) and frozenset(chosen) in held
    )
    for _, chosen in sorted(readings_, key=lambda one: (-one[0], one[1])):
        symbols = dict(zip(glyphs, chosen, strict=True))
        if holder.agrees_under(pair, symbols):
            return symbols
    return {}


def _notation(project: Project, document: Document, rows: Iterable[Read]) -> Notation | None:
    """What rows mean as a notation; letters that stay open carry a mark."""
    registry = project.registry
    assert registry is not None
    by_glyph: dict[str, list[Read]] = {}
    for one in rows:
        by_glyph.setdefault(one.said.glyph, []).append(one)
    made = tuple(_row(project, registry, some) for some in by_glyph.values())
    if not made:
        return None
    title = document.title or document.path
    return Notation(
        OWN_WORDS,
        source=Source(OWN_WORDS, title, kind="document"),
        titles=(title,),
        scopes=(Scope("document"),),
        rows={"document": made},
    )


def _row(project: Project, registry: Registry, some: list[Read]) -> Row:
    """One letter: what it surely means if all its rows say so, else what it may mean."""
    symbols = {one.symbol for one in some}
    first = some[0]
    if len(symbols) == 1 and first.symbol:
        return Row(
            first.said.latex,
            _measured(project, registry, first),
            first.said.meaning,
            line=first.said.line,
            others=tuple(name for name in first.likely if name != first.symbol)[:2],
            note=TIED if all(one.worded in {"", first.symbol} for one in some)
            and any(one.worded for one in some) else "",
        )  # fmt: skip
    likely = list(dict.fromkeys(name for one in some for name in one.likely))
    return Row(
        first.said.latex,
        likely[0],
        first.said.meaning,
        line=first.said.line,
        others=tuple(likely[1:]),
        note=GUESSED,
    )


def _measured(project: Project, registry: Registry, one: Read) -> Any:
    """The symbol, in the document's unit where that is a multiple of ours."""
    unit = unit_of(project, one.said)
    ours = registry.unit(one.symbol)
    if unit is None or not unit.dimensions or unit.factor == ours.factor:
        return one.symbol
    return registry.letters[one.symbol] * rational(ours.factor / unit.factor)
