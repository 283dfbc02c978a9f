"""Formulas that the errata of the registry list as misprints, found again in a document."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from derive.frozen import Record
from derive.notation import Node, Rejection, parse_span

from .holding import SAME, Holder, Pair, Verdict
from .index import Entry, Index
from .meaning import meaning_of
from .probing import Unknown, Values, close

if TYPE_CHECKING:
    from derive.entries.vocabulary import ErratumNote


class KnownError(Record):
    """A printed relation of the errata, as values over our letters."""

    erratum: ErratumNote
    letters: frozenset[str]
    values: tuple[Values, Values]
    alone: bool = False


def listed(holder: Holder, pair: Pair) -> Verdict | None:
    """The print as one that the registry lists among the errata."""
    rows = np.arange(16)
    letters = holder.letters(pair)
    for known in errata_of(holder.index, letters):
        if known.alone or known.letters != letters:
            continue
        probe = holder.reader.probe(rows)
        try:
            printed = (probe.value(pair.left), probe.value(pair.right))
        except Unknown:
            continue
        turned = (printed, printed[::-1]) if pair.operator in SAME else (printed,)
        if any(all(map(_alike, sides, known.values)) for sides in turned):
            entry = _corrected(holder, known.erratum)
            return Verdict("erratum", pair, entry, erratum=known.erratum)
    return None


def _is_of(holder: Holder, erratum: ErratumNote) -> bool:
    """Whether an erratum is one of this very document."""
    return erratum.notation is not None and erratum.notation.source.title == holder.meaning.title


def printed_wrong(holder: Holder, pair: Pair, letters: frozenset[str]) -> Entry | None:
    """The law that a misprint of this very document should be, where the print is of its letters.

    It is neither the law nor the misprint: something else in it differs too.
    """
    subject = holder.subject(pair)
    for known in errata_of(holder.index, letters):
        if known.letters == letters and _is_of(holder, known.erratum):
            entry = _corrected(holder, known.erratum)
            if entry is not None and entry.lhs == subject:
                return entry
    return None


def listed_right_side(holder: Holder, pair: Pair) -> Verdict | None:
    """What a letter without meaning equals, as the right side of an erratum of this text.

    A quantity in other units differs by one factor from what is listed.
    """
    rows = np.arange(16)
    probe = holder.reader.probe(rows)
    letters = holder.meaning.letters_of(pair.right)
    if len(letters) < 2:
        return None
    try:
        printed = np.broadcast_to(probe.value(pair.right), (16,))
    except Unknown:
        return None
    for known in errata_of(holder.index, letters):
        if not _is_of(holder, known.erratum) or not letters <= known.letters:
            continue
        factors = [np.ones(16), *(holder.index.supply[name][rows] for name in known.letters)]
        if any(close(printed * factor, known.values[1]) for factor in factors):
            entry = _corrected(holder, known.erratum)
            return Verdict("erratum", pair, entry, erratum=known.erratum)
    return None


def listed_alone(holder: Holder, node: Node) -> Verdict | None:
    """An expression that stands alone, as one of the errata of this text."""
    letters = holder.meaning.letters_of(node)
    if len(letters) < 2:
        return None
    try:
        printed = holder.reader.probe(np.arange(16)).value(node)
    except Unknown:
        return None
    for known in errata_of(holder.index, letters):
        fits = known.alone and known.letters == letters and _is_of(holder, known.erratum)
        if fits and _alike(printed, known.values[1]):
            entry = _corrected(holder, known.erratum)
            return Verdict("erratum", Pair(node, "=", node), entry, erratum=known.erratum)
    return None


def _corrected(holder: Holder, erratum: ErratumNote) -> Entry | None:
    return holder.index.entry_of(erratum.law) if erratum.law else None


def _alike(values: Values, other: Values) -> bool:
    return close(np.broadcast_to(values, (16,)), np.broadcast_to(other, (16,)))


def errata_of(index: Index, letters: frozenset[str]) -> Iterator[KnownError]:
    """The printed relations that the registry's errata correct and that have these letters."""
    for erratum in index.registry.errata:
        if erratum.letters is None or letters <= erratum.letters:
            yield from _known_errors(index, erratum)


@lru_cache(maxsize=256)
def _known_errors(index: Index, erratum: ErratumNote) -> tuple[KnownError, ...]:
    return tuple(_printed_pairs(index, erratum))


def _printed_pairs(index: Index, erratum: ErratumNote) -> Iterator[KnownError]:
    if erratum.kind != "formula" or erratum.notation is None or not erratum.printed:
        return
    matcher = Holder(index, meaning_of(index.registry, erratum.notation, erratum.scope))
    chain = parse_span(erratum.printed, matcher.meaning.glyphs)
    if isinstance(chain, Rejection):
        return
    probe = matcher.reader.probe(np.arange(16))
    alone = len(chain.members) == 1
    for left, right in itertools.pairwise(chain.members * (2 if alone else 1)):
        letters = matcher.letters(Pair(left, "=", right))
        try:
            yield KnownError(erratum, letters, (probe.value(left), probe.value(right)), alone)
        except Unknown:
            continue
