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


_ROWS = np.arange(16)


class KnownError(Record):
    """A printed relation of the errata, as values over our letters."""

    erratum: ErratumNote
    letters: frozenset[str]
    values: tuple[Values, Values]
    alone: bool = False


def listed(holder: Holder, pair: Pair) -> Verdict | None:
    """The print as one that the registry lists among the errata."""
    for known in _of_letters(holder, holder.letters(pair)):
        printed = [_values(holder, side) for side in (pair.left, pair.right)]
        turned = (printed, printed[::-1]) if pair.operator in SAME else (printed,)
        if not known.alone and any(all(map(_alike, sides, known.values)) for sides in turned):
            return _misprint(holder, pair, known)
    return None


def printed_wrong(holder: Holder, pair: Pair, letters: frozenset[str]) -> Entry | None:
    """The law that a misprint of this very document should be, where the print is of its letters.

    It is neither the law nor the misprint: something else in it differs too.
    """
    subject = holder.subject(pair)
    for known in _of_letters(holder, letters):
        entry = _corrected(holder, known) if _is_own(holder, known) else None
        if entry is not None and entry.lhs == subject:
            return entry
    return None


def listed_right_side(holder: Holder, pair: Pair) -> Verdict | None:
    """What a letter without meaning equals, as the right side of an erratum of this text.

    A quantity in other units differs by one factor from what is listed.
    """
    letters = holder.meaning.letters_of(pair.right)
    printed = _values(holder, pair.right) if len(letters) > 1 else None
    for known in errata_of(holder.index, letters) if printed is not None else ():
        if _is_own(holder, known) and letters <= known.letters:
            factors = [1.0, *(holder.index.supply[name][_ROWS] for name in known.letters)]
            if any(_alike(printed * factor, known.values[1]) for factor in factors):
                return _misprint(holder, pair, known)
    return None


def listed_alone(holder: Holder, node: Node) -> Verdict | None:
    """An expression that stands alone, as one of the errata of this text."""
    letters = holder.meaning.letters_of(node)
    printed = _values(holder, node) if len(letters) > 1 else None
    for known in _of_letters(holder, letters) if printed is not None else ():
        if known.alone and _is_own(holder, known) and _alike(printed, known.values[1]):
            return _misprint(holder, Pair(node, "=", node), known)
    return None


def _values(holder: Holder, node: Node) -> Values | None:
    """What a part of a print is worth at the points; None where it has a letter without meaning."""
    try:
        return np.broadcast_to(holder.reader.probe(_ROWS).value(node), _ROWS.shape)
    except Unknown:
        return None


def _alike(values: Values | None, other: Values) -> bool:
    return values is not None and close(values, np.broadcast_to(other, _ROWS.shape))


def _of_letters(holder: Holder, letters: frozenset[str]) -> Iterator[KnownError]:
    """The errata of just these letters."""
    return (known for known in errata_of(holder.index, letters) if known.letters == letters)


def _is_own(holder: Holder, known: KnownError) -> bool:
    """Whether an erratum is one of this very document."""
    notation = known.erratum.notation
    return notation is not None and notation.source.title == holder.meaning.title


def _corrected(holder: Holder, known: KnownError) -> Entry | None:
    return holder.index.entry_of(known.erratum.law) if known.erratum.law else None


def _misprint(holder: Holder, pair: Pair, known: KnownError) -> Verdict:
    return Verdict("erratum", pair, _corrected(holder, known), erratum=known.erratum)


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
    probe = matcher.reader.probe(_ROWS)
    alone = len(chain.members) == 1
    for left, right in itertools.pairwise(chain.members * (2 if alone else 1)):
        letters = matcher.letters(Pair(left, "=", right))
        try:
            yield KnownError(erratum, letters, (probe.value(left), probe.value(right)), alone)
        except Unknown:
            continue
