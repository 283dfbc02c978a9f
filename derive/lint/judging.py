"""The verdict on a printed relation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from .assuming import assumed, convention
from .holding import Holder
from .index import Entry
from .mistakes import listed, listed_right_side, printed_wrong
from .nearest import candidates, one_change_away
from .probing import Unknown
from .verdicts import SAME, Pair, Verdict, binds

SIMPLE = 1.25
LEAST_LETTERS, MOST_MISSING = 3, 2


def judge(holder: Holder, pair: Pair) -> Verdict:
    """The verdict on one relation, under the first meanings of the letters, then the others."""
    verdict = _judged(holder, pair)
    if verdict.kind not in {"equal", "unread"}:
        for other in _readings(holder, pair):
            exact = _law(other, pair)
            if exact is not None:
                return Verdict("equal", pair, exact)
    doubtful = sorted(holder.meaning.doubtful & holder.glyphs(pair).keys())
    if doubtful and verdict.kind not in {"equal", "unread", "none"}:
        return Verdict("unread", pair, why=f"{doubtful[0]} may mean several things")
    return verdict


def _readings(holder: Holder, pair: Pair) -> Iterator[Holder]:
    """The same document with a letter's other meaning put first."""
    for glyph in holder.glyphs(pair):
        for other in holder.meaning.others.get(glyph, ()):
            changed = replace(holder.meaning, ours={**holder.meaning.ours, glyph: other})
            yield Holder(holder.index, changed, holder.known)


def _law(holder: Holder, pair: Pair) -> Entry | None:
    """The law that a print is, under the meanings of its letters as they are."""
    if pair.operator in {"!=", "prop"} or binds(pair):
        return None
    laws = holder.index.by_letters.get(holder.letters(pair), ())
    return next((entry for entry in laws if holder.holds(entry, pair)), None)


def _judged(holder: Holder, pair: Pair) -> Verdict:
    try:
        probe = holder.reader.probe(np.arange(2))
        probe.value(pair.right), probe.value(pair.left)
    except Unknown as unknown:
        known = listed_right_side(holder, pair)
        return known or Verdict("unread", pair, why=unknown.why)
    letters = holder.letters(pair)
    if not letters or pair.operator == "!=" or binds(pair):
        return Verdict("none", pair)
    if pair.operator == "prop":
        return listed(holder, pair) or Verdict("none", pair)
    exact = _law(holder, pair)
    if exact is not None:
        return Verdict("equal", pair, exact)
    known = listed(holder, pair)
    near = _near(holder, pair, letters, known)
    return replace(near, erratum=known.erratum) if known else near


def _near(holder: Holder, pair: Pair, letters: frozenset[str], known: Verdict | None) -> Verdict:
    """Under an assumption, another convention, known as wrong, one change away, or neither."""
    special = assumed(holder, pair, letters)
    if special is not None and not holder.left_out(special):
        return _rather(holder, pair, letters, special)
    other = convention(holder, pair, letters) or known or one_change_away(holder, pair, letters)
    if other is not None:
        return replace(other, unless=special) if other.kind == "differs" else other
    if special is not None:
        return replace(special, kind="left out")
    near = next(iter(candidates(holder, pair, letters)), None)
    if pair.operator not in SAME:
        return Verdict("none", pair, near)
    misprint = printed_wrong(holder, pair, letters)
    if misprint is not None:
        return Verdict("far", pair, misprint)
    far = near is not None and _speaks_of(holder, pair, near, letters)
    return Verdict("far" if far else "none", pair, near)


def _speaks_of(holder: Holder, pair: Pair, entry: Entry, letters: frozenset[str]) -> bool:
    """Whether a print gives what a law gives, from nearly all of the law's letters alone."""
    missing = entry.letters - letters
    owned = missing <= holder.meaning.expressible
    mine = entry.lhs == holder.subject(pair) and letters <= entry.letters
    enough = len(letters) >= LEAST_LETTERS + bool(missing) and len(missing) <= MOST_MISSING
    return mine and owned and enough


def _rather(holder: Holder, pair: Pair, letters: frozenset[str], special: Verdict) -> Verdict:
    """A verdict under an assumption, or one change from a law that the document can write in full.

    Who has letters for a whole law means that law, and not another with parts neglected.
    """
    if not any(one.plain for one in special.assumptions):
        return special
    near = one_change_away(holder, pair, letters)
    if near is None or near.entry is None or near.assumptions or near.cost > SIMPLE:
        return special
    meant = near.entry.lhs == holder.subject(pair)
    return near if meant and near.entry.letters <= holder.meaning.expressible else special
