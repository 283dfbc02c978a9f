"""Laws that a print follows under an assumption, or by another convention."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from derive.entries.supply import SUPPLY
from derive.notation import Number, walk

from .holding import Assumption, Holder, Pair, Verdict
from .index import Entry, Index
from .probing import Unknown, Values, close

# Counts of these may silently be one; a formula with one token or parameter is another formula.
_MAY_BE_ONE = frozenset("GPU rank stage node micro-batch sequence layer expert step".split())
_MAY_BE_NONE = frozenset("second byte".split())
# A law of which more than three letters are assumed agrees with too much.
MOST_EXTRA = 3
# Values multiply: three letters of six values each would be 216 trials per law.
MOST_TRIED = 150
MOST_VALUES = 6
PUT_IN = 100
"""A number from here on in a print is a value: no law of the registry multiplies by it."""
Special = tuple[tuple[Assumption, ...], dict[str, Values]]


def assumed(holder: Holder, pair: Pair, letters: frozenset[str]) -> Verdict | None:
    """A law with more letters, of which some have special values; the plainest first."""
    verdicts: list[Verdict] = []
    for entry in _wider(holder, letters):
        for names, special in specials(holder, entry, letters, values_printed(pair)):
            lhs = holder.value_with(entry, special)
            if lhs is not None and holder.holds(entry, pair, {**special, entry.lhs: lhs}):
                verdicts.append(Verdict("assumed", pair, entry, assumptions=names))
                break
    verdicts.sort(key=lambda verdict: (holder.left_out(verdict), len(verdict.assumptions)))
    if verdicts and any(
        assumption.law in holder.index.groups for assumption in verdicts[0].assumptions
    ):
        return verdicts[0].replaced(kind="convention")
    return verdicts[0] if verdicts else None


def convention(holder: Holder, pair: Pair, letters: frozenset[str]) -> Verdict | None:
    """The right side of a law whose left letter is another, of one group of variants."""
    subject = holder.subject(pair)
    if subject is None:
        return None
    own = {e.id for e in holder.index.by_lhs.get(subject, ())}
    twins = set().union(*(holder.index.groups.get(name, frozenset()) for name in own)) - own
    for entry in holder.index.by_inputs.get(letters - {subject}, ()) if twins else ():
        if entry.id not in twins:
            continue
        given = {subject: entry.right}
        try:
            _, left, right = holder.sides(entry, pair, given)
        except Unknown:
            continue
        if close(left, right):
            return Verdict("convention", pair, entry)
    return None


def _wider(holder: Holder, letters: frozenset[str]) -> Iterator[Entry]:
    """Laws that have all these letters, their left one included, and a few more."""
    # Every wider law has each of the letters: those with the rarest one are the fewest to look at.
    seeds = min((holder.index.by_letter.get(name, []) for name in letters), key=len)
    for entry in seeds:
        wider = entry.lhs in letters and letters < entry.letters
        if wider and len(entry.letters) - len(letters) <= MOST_EXTRA:
            yield entry


def values_printed(pair: Pair) -> tuple[Fraction, ...]:
    """The numbers of a print that stand for a letter, such as the seconds of a day."""
    numbers = (part.value for part in walk(pair.right) if isinstance(part, Number))
    return tuple(dict.fromkeys(number for number in numbers if number >= PUT_IN))


def specials(
    holder: Holder, entry: Entry, letters: frozenset[str], printed: Sequence[Fraction] = ()
) -> Iterator[Special]:
    """Special values of the letters that only the law has; ``printed`` may be those of one."""
    extra = sorted(entry.letters - letters)
    yield from _totals(holder, entry, extra)
    # Of several letters nobody could tell which one a number stands for.
    own = printed if len(extra) == 1 else ()
    options = [list(_special_values(holder, entry, name, letters, own)) for name in extra]
    for chosen in itertools.islice(itertools.product(*options), MOST_TRIED):
        if not _likely(holder, [assumption for assumption, _ in chosen]):
            continue
        yield (
            tuple(assumption for assumption, _ in chosen),
            {assumption.name: values for assumption, values in chosen},
        )


def _likely(holder: Holder, assumptions: list[Assumption]) -> bool:
    """Whether a reader may be left to think of all this; what is neglected stands alone."""
    neglected = [
        assumption for assumption in assumptions if assumption.plain and assumption.value != "1"
    ]
    if not neglected or len([assumption for assumption in assumptions if assumption.plain]) == 1:
        return True
    return is_neglect(holder, assumptions)


def is_neglect(holder: Holder, assumptions: Sequence[Assumption]) -> bool:
    """Whether all that is assumed is that start-up takes no time."""
    symbols = holder.index.registry.symbols
    return (
        all(assumption.plain and assumption.value == "0" for assumption in assumptions)
        and {symbols[assumption.name].unit for assumption in assumptions} == {"second"}
        and not any(assumption.name in holder.meaning.expressible for assumption in assumptions)
    )


def _totals(holder: Holder, entry: Entry, extra: list[str]) -> Iterator[Special]:
    """Letters that are parts of one total, where formulas state what the total may be.

    Bytes per parameter are 16 or 12 in all, whatever their shares.
    """
    symbols, ones = holder.index.registry.symbols, np.ones(len(entry.rows))
    units = {symbols[name].unit for name in extra if name in symbols}
    defaults = [next(iter(usual_values(holder.index, name)), None) for name in extra]
    if len(extra) < 2 or len(units) != 1 or None in defaults:
        return
    whole = sum(default for default in defaults if default is not None)
    for law in holder.index.totals(units.pop()):
        total = Fraction(law.right[0]).limit_denominator(1000)
        shares = {
            name: ones * float(default * total / whole)
            for name, default in zip(extra, defaults, strict=True)
            if default is not None
        }
        yield (Assumption(law.lhs, f"{float(total):g}", plain=False, law=law.id),), shares


def _special_values(
    holder: Holder,
    entry: Entry,
    name: str,
    letters: frozenset[str],
    printed: Sequence[Fraction],
) -> Iterator[tuple[Assumption, Values]]:
    """What a letter may silently be: what the text says, its default, one, none, another."""
    ones = np.ones(len(entry.rows))
    if name in holder.known:
        value = holder.known[name]
        yield Assumption(name, str(value), plain=False), ones * float(value)
    note = holder.index.registry.symbols[name]
    for value in usual_values(holder.index, name):
        plain = value == 1
        yield Assumption(name, f"{float(value):g}", plain), ones * float(value)
    for stated in holder.index.by_lhs.get(name, ()):
        if not stated.inputs:
            shown = f"{stated.right[0]:g}"
            single = bool(stated.right[0] == 1)
            yield Assumption(name, shown, single, law=stated.id), ones * stated.right[0]
    for value in _silent(holder, name):
        yield Assumption(name, str(value), plain=True), ones * float(value)
    for other in sorted(letters & entry.letters):
        twin = holder.index.registry.symbols.get(other)
        alike = twin is not None and twin.unit == note.unit and twin.domain.integer
        if alike and not note.default and other != entry.lhs:
            values = holder.index.supply[other][entry.rows]
            yield Assumption(name, other, plain=True), values
    for value in printed:
        yield Assumption(name, str(value), plain=False), ones * float(value)


def _silent(holder: Holder, name: str) -> Iterator[Fraction]:
    """One where it counts a degree, none where it is a cost that may be neglected."""
    note = holder.index.registry.symbols[name]
    share = note.domain.high is not None
    pure = note.unit == "1"
    single = note.unit in _MAY_BE_ONE or (pure and (note.domain.integer or share))
    if single and note.domain.contains(Fraction(1)):
        yield Fraction(1)
    idle = note.unit in _MAY_BE_NONE or (pure and share)
    if idle and not note.domain.integer and note.domain.low == 0:
        yield Fraction(0)


@lru_cache(maxsize=4096)
def usual_values(index: Index, name: str) -> tuple[Fraction, ...]:
    """What a letter commonly is: its default, what published cases take, sizes of formats."""
    registry = index.registry
    note = registry.symbols[name]
    if not note.default:
        return ()
    values = registry.usual[name]
    formats = (Fraction(1), Fraction(2), Fraction(4)) if note.unit == "byte" else ()
    known = (value for value in (*values, *formats) if value is not None)
    return tuple(dict.fromkeys(known))[:MOST_VALUES]


def value_of(entry: Entry, given: Mapping[str, float]) -> float | None:
    """What a law gives for numbers in our units; defaults stand in, None where one lacks."""
    special: dict[str, Values] = {}
    for name in entry.inputs:
        value: float | Fraction | None = given.get(name)
        if value is None and (usual := entry.index.registry.usual.get(name)):
            value = usual[0]
        if not value:
            return None
        special[name] = np.full(SUPPLY, float(value))
    result = float(entry.value(special)[0])
    return result if np.isfinite(result) else None
