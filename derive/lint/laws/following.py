"""Relations that no formula says, and that hold: by two laws together, or as a derivation states.

``w = x / t``, the share of a bubble in a step, follows from the laws that give that share and
the step of stages and micro-batches; these cancel.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from derive.entries.supply import AT_ONE, GENERIC

from .changes import Change
from .holding import SAME, Holder, Pair, Verdict
from .index import Entry, Index, spread
from .nearest import change_from
from .probing import LEAST, Values

MOST_POINTS = 256
"""At so many points a relation with a corner is looked at, one without at a few."""
LEAST_LETTERS = 3
"""Of fewer letters a print is a case of what has one more: a share of one of so many."""
WRONG_AT_ONE_PLACE = frozenset(
    ("sign", "function", "number", "upside down", "exponent", "missing term", "exchanged")
)
"""Changes that make no other law of what follows from laws: what it counts stays the same."""


def verdict_by_what_follows(
    holder: Holder, pair: Pair, letters: frozenset[str], *, slips: bool
) -> Verdict | None:
    """The verdict that a print follows from laws, or is one slip away from what does."""
    if pair.operator not in SAME:
        return None
    every = following(holder.index, letters)
    for entry in every:
        if holder.holds(entry, pair):
            return Verdict("equal", pair, entry)
    if not slips or holder.subject(pair) is None:
        return None
    near = [
        verdict
        for entry in (*every, *_with_one_more(holder, letters))
        if (verdict := change_from(holder, entry, pair)) is not None
        and verdict.change is not None
        and _is_a_slip(verdict.change, entry.letters - letters)
    ]
    return min(near, key=lambda verdict: verdict.cost, default=None)


def _is_a_slip(change: Change, missing: frozenset[str]) -> bool:
    if missing:
        return change.kind == "missing factor" and {change.by} == missing
    if change.kind == "missing term":
        # Some letters that are forgotten, or the one of "n - 1"; not half of something.
        return any(map(str.isalpha, change.by)) or change.by in {"+ 1", "- 1"}
    return change.kind in WRONG_AT_ONE_PLACE and not change.instead


def _with_one_more(holder: Holder, letters: frozenset[str]) -> Iterator[Entry]:
    """What derivations state that has one letter more, for which the document has one."""
    for entry in holder.index.premises:
        more = entry.letters - letters
        if (
            len(letters) >= LEAST_LETTERS
            and len(more) == 1
            and letters < entry.letters
            and more <= holder.meaning.expressible
        ):
            yield entry


def following(index: Index, letters: frozenset[str]) -> tuple[Entry, ...]:
    """What relates just these letters: premises of derivations, and each two laws."""
    if letters not in index.follow:
        first = [entry for entry in index.premises if entry.letters == letters]
        together = (_together(index, laws, letters) for laws in _twos(index, letters))
        index.follow[letters] = (*first, *(entry for entry in together if entry is not None))
    return index.follow[letters]


def _twos(index: Index, letters: frozenset[str]) -> Iterator[tuple[Entry, Entry]]:
    """Each two laws that share whatever else they have letters for, so that it may cancel."""
    by_letter: dict[str, list[Entry]] = {}
    laws = [*_equations(index)]
    for entry in laws:
        for name in entry.letters:
            by_letter.setdefault(name, []).append(entry)
    for entry in laws:
        common = entry.letters - letters
        needed = common | (letters - entry.letters)
        if not needed or entry.letters.isdisjoint(letters):
            continue
        rarest = min(needed, key=lambda name: len(by_letter.get(name, ())))
        for other in by_letter.get(rarest, ()):
            if (
                entry.name < other.name
                and entry.lhs != other.lhs
                and needed <= other.letters
                and other.letters - letters <= common
            ):
                yield entry, other


def _equations(index: Index) -> Iterator[Entry]:
    for entries in index.by_lhs.values():
        yield from (entry for entry in entries if entry.operator == "==" and not entry.fixed)
    yield from index.premises


def _together(index: Index, laws: tuple[Entry, Entry], letters: frozenset[str]) -> Entry | None:
    """Two laws as one relation of some letters; None where neither of them stands first."""
    entry, other = laws
    if entry.lhs in other.letters and other.lhs in entry.letters:
        return None
    first, second = laws if entry.lhs in other.letters else (other, entry)
    given: dict[str, Values] = {first.lhs: spread(first.right, first.rows)}
    # What the first one gives may go into the second.
    inside = first.lhs in second.letters
    given[second.lhs] = second.value(given) if inside else spread(second.right, second.rows)
    known = np.isfinite(given[first.lhs]) & np.isfinite(given[second.lhs])
    cornered = max(len(law.rows) for law in laws) > GENERIC + AT_ONE
    rows = np.flatnonzero(known)[: MOST_POINTS if cornered else GENERIC + AT_ONE]
    among_them = [name for name in (second.lhs, first.lhs) if name in letters]
    if len(rows) < LEAST or not among_them:
        return None
    return Entry(
        f"{first.name} and {second.name}",
        second.id,
        among_them[0],
        "==",
        letters,
        given[among_them[0]][rows],
        rows,
        index,
        None,
        together=(second, first),
        beside={name: given[name][rows] for name in among_them[1:]},
    )
