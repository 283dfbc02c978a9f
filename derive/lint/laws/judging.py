"""The verdict on a printed relation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import numpy as np

from derive.entries.supply import SUPPLY
from derive.errors import DeriveError
from derive.notation import Call, Number, glyphs_in, walk

from .amounts import CLOCK
from .assuming import assumed, convention
from .changes import Change
from .following import verdict_by_what_follows
from .holding import DIRECTIONS, SAME, Holder, Pair, Verdict, binds, glyph_of
from .index import Entry
from .mistakes import listed, listed_right_side, printed_wrong
from .nearest import candidates, change_from, one_change_away
from .probing import EXTREMES, LEAST, ROUNDINGS, Unknown, Values

# What a factor, a letter, a sign or a term costs; whatever costs more is another formula.
SIMPLE = 1.25
TIED, EVEN = 1e-9, 1e-9
"""What differs by less stands on the line between the two sides of an inequality."""
LEAST_LETTERS, MOST_MISSING = 3, 2
ALONE = frozenset(("GPU", "rank"))
INDEXED = frozenset(("1", "stage", "layer", "rank"))


POWERS = 2.0 ** (1 + np.arange(SUPPLY) % 12)
"""Powers of two: the numbers of ranks whose rounds ``log_2`` counts without a ceiling."""


def judge(holder: Holder, pair: Pair) -> Verdict:
    """The verdict on one relation, under the first meanings of the letters, then the others."""
    verdict = _judged(holder, pair)
    # Another declared meaning of a letter may make the print a law, and never makes it wrong.
    if verdict.kind not in {"equal", "unread"}:
        for other in _readings(holder, pair):
            exact = _law(other, pair)
            if exact is not None:
                return Verdict("equal", pair, exact)
    verdict = _better(verdict, _borrowing(holder, pair, verdict))
    if verdict.kind == "differs":
        # Kilowatt-hours of watts: a print in the units of its rows has the factor between them.
        exact = _law(_in_units_of_rows(holder), pair)
        if exact is not None:
            return Verdict("equal", pair, exact)
    doubtful = sorted(holder.meaning.doubtful & holder.glyphs(pair).keys())
    if doubtful and verdict.kind not in {"equal", "unread", "none"}:
        return Verdict("unread", pair, why=f"{doubtful[0]} may mean several things")
    return verdict


def _in_units_of_rows(holder: Holder) -> Holder:
    """The same, each letter as a number of the unit that its row says."""
    registry, meaning = holder.index.registry, holder.meaning
    ours = dict(meaning.ours)
    for glyph, printed in meaning.units.items():
        quantity = ours.get(glyph)
        if quantity is None or not quantity.is_letter:
            continue
        with suppress(DeriveError):
            unit, own = registry.units.unit(printed), registry.unit(quantity.name)
            # Laws are of quantities, whatever unit a letter of ours is mostly told in.
            if dict(unit.dimensions) == dict(own.dimensions) and unit.factor != 1:
                ours[glyph] = quantity * (1 / unit.factor)
    return holder.reading(ours)


def _better(verdict: Verdict, borrowed: Verdict | None) -> Verdict:
    """The verdict with a letter borrowed, where it explains the print better."""
    if borrowed is None or verdict.kind in {"equal", "assumed", "convention", "erratum"}:
        return verdict
    if borrowed.kind == "equal" or verdict.kind != "differs":
        return borrowed
    return borrowed if borrowed.cost < verdict.cost else verdict


def _borrowing(holder: Holder, pair: Pair, verdict: Verdict) -> Verdict | None:
    """A law whose one letter the print has another for: a message of its own in place of any.

    The letter measures the same, or it is an index that nothing of ours stands for.
    """
    subject = holder.subject(pair)
    if subject is None or pair.operator not in SAME or verdict.kind in {"equal", "assumed"}:
        return None
    glyphs = [glyph for glyph in holder.glyphs(pair) if glyph != glyph_of(pair.left)]
    unread = [glyph for glyph in glyphs if glyph not in holder.meaning.ours]
    letters = holder.letters(pair)
    best: Verdict | None = None
    for entry in holder.index.by_lhs.get(subject, ()):
        missing, extra = entry.letters - letters, letters - entry.letters
        if len(missing) != 1 or len(extra) + len(unread) != 1:
            continue
        (name,) = missing
        glyph = unread[0] if unread else _glyph_for(holder, glyphs, next(iter(extra)))
        note = holder.index.registry.symbols.get(name)
        if not glyph or note is None or not _may_stand_for(holder, glyph, note.unit, unread):
            continue
        lent = (glyph, name)
        other = holder.lending(lent)
        # Many count stages from one.
        ways = (other, holder.lending(lent, 1)) if unread else (other,)
        if any(way.holds(entry, pair) for way in ways):
            if name not in holder.meaning.expressible:
                return Verdict("equal", pair, entry, lent=lent)
            # The document has a letter for it, and writes another: that is told as it is.
            return None
        changes = [each for way in ways if (each := change_from(way, entry, pair)) is not None]
        change = min(changes, key=lambda each: each.cost, default=None)
        if (
            change is not None
            and change.cost <= SIMPLE
            # What the document has a letter for, another letter is not, unless all else fits.
            and name not in holder.meaning.expressible
            and (best is None or change.cost < best.cost)
        ):
            best = change.replaced(lent=lent)
    return best


def _glyph_for(holder: Holder, glyphs: Sequence[str], name: str) -> str:
    """The one glyph of a print that means a symbol."""
    meaning_it = [glyph for glyph in glyphs if holder.letter_of(glyph) == name]
    return meaning_it[0] if len(meaning_it) == 1 else ""


def _may_stand_for(holder: Holder, glyph: str, unit: str, unread: Sequence[str]) -> bool:
    if unread:
        return unit in INDEXED and len(glyph) == 1
    own = holder.index.registry.symbols.get(holder.letter_of(glyph))
    return own is not None and own.unit == unit


def _readings(holder: Holder, pair: Pair) -> Iterator[Holder]:
    """The same document with a letter's other meaning put first."""
    for glyph in holder.glyphs(pair):
        for other in holder.meaning.others.get(glyph, ()):
            yield holder.reading({**holder.meaning.ours, glyph: other})


def _law(holder: Holder, pair: Pair) -> Entry | None:
    """The law that a print is, under the meanings of its letters as they are."""
    if pair.operator in {"!=", "prop"} or binds(pair):
        return None
    laws = _with_letters(holder, pair, holder.letters(pair))
    return next((entry for entry in laws if holder.holds(entry, pair)), None)


def _with_letters(holder: Holder, pair: Pair, letters: frozenset[str]) -> list[Entry]:
    """The laws of just these letters; then those of more that give the print's one letter."""
    laws = holder.index.by_letters.get(letters, [])
    # A letter that cancels out of a law as it was written need not be printed.
    wider = [
        e for e in holder.index.by_lhs.get(holder.subject(pair) or "", ()) if letters < e.letters
    ]
    return [*laws, *wider]


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
    ordered = _ordered(holder, pair, letters)
    if ordered is not None:
        return ordered
    if _is_worked(pair) or _two_of_one(holder, pair):
        # What letters come to in an example is no law: ``a / g = 8``.
        # Two letters that mean one symbol of ours are variants, which no law tells apart.
        return Verdict("none", pair)
    case = _unrounded(holder, pair, letters) or _deciding(holder, pair, letters)
    if case is not None:
        return Verdict("equal", pair, case)
    known = listed(holder, pair)
    near = _near(holder, pair, letters, known)
    return near.replaced(erratum=known.erratum) if known else near


def _ordered(holder: Holder, pair: Pair, letters: frozenset[str]) -> Verdict | None:
    """An inequality that follows from a law of equality, contradicts all such laws, or neither.

    ``D' < (1 + rho) U`` is no misprint of what D' is; it follows from that.
    """
    direction = DIRECTIONS.get(pair.operator)
    laws = [entry for entry in _with_letters(holder, pair, letters) if entry.operator == "=="]
    if direction is None or not laws:
        return None
    refuted = []
    for entry in laws:
        try:
            _, left, right = holder.sides(entry, pair)
        except Unknown:
            continue
        known = np.isfinite(left - right)
        ahead = np.where(np.isclose(left, right, rtol=TIED), 0, np.sign(left - right))[known]
        if ahead.size and bool(np.all(ahead * direction >= 0)):
            return Verdict("equal", pair, entry)
        if ahead.size and bool(np.all(ahead * direction < 0)) and entry.letters == letters:
            refuted.append(entry)
    # "One more pays while $\\rho^{d + 1} > c x$" is a condition, and bounds no letter.
    if len(refuted) < len(laws) or holder.subject(pair) is None:
        return Verdict("none", pair)
    turned = Change("relation", pair.right, {"<": ">", ">": "<"}[pair.operator[0]], 1.0)
    return Verdict("differs", pair, refuted[0], turned)


def _unrounded(holder: Holder, pair: Pair, letters: frozenset[str]) -> Entry | None:
    """The law that a print is where all divides evenly: ``y = L / p`` layers of a stage."""
    rounds = any(isinstance(part, Call) and part.function in ROUNDINGS
                 for side in (pair.left, pair.right) for part in walk(side))  # fmt: skip
    if pair.operator not in SAME or rounds:
        return None
    sides = (pair.left, pair.right)
    logarithm = any(isinstance(part, Call) and part.function.startswith("log")
                    for side in sides for part in walk(side))  # fmt: skip
    for entry in _with_letters(holder, pair, letters):
        if logarithm and any(_is_law_at(holder, entry, pair, {name: POWERS[entry.rows]})
                              for name in letters):  # fmt: skip
            return entry
        try:
            _, left, right = holder.sides(entry, pair)
        except Unknown:
            continue
        gap = np.abs(left - right)[np.isfinite(left - right)]
        whole = np.isfinite(left) & (left == np.round(left))
        even = np.count_nonzero(gap < EVEN)
        if gap.size and np.all(whole) and np.all(gap < 1) and LEAST <= even < gap.size:
            return entry
    return None


def _is_law_at(holder: Holder, entry: Entry, pair: Pair, special: Mapping[str, Values]) -> bool:
    """Whether a print is a law where some letters have special values."""
    lhs = None if entry.lhs in special else holder.value_with(entry, special)
    return lhs is not None and holder.holds(entry, pair, {**special, entry.lhs: lhs})


def _deciding(holder: Holder, pair: Pair, letters: frozenset[str]) -> Entry | None:
    """The law of which a print is the part that decides: ``G / g`` nodes for ``max(1, G / g)``."""
    # Who prints a maximum of as many parts has left none out.
    parts = max((len(part.arguments) for side in (pair.left, pair.right) for part in walk(side)
                 if isinstance(part, Call) and part.function in EXTREMES), default=1)  # fmt: skip
    for entry in _with_letters(holder, pair, letters) if pair.operator in SAME else ():
        tree = entry.tree
        if entry.letters != letters or not isinstance(tree, Call) or tree.function not in EXTREMES:
            continue
        if len(tree.arguments) <= parts:
            continue
        if not any(isinstance(part, Number) for part in tree.arguments):
            continue
        try:
            _, left, right = holder.sides(entry, pair)
        except Unknown:
            continue
        gap = (left - right)[np.isfinite(left - right)]
        decides = np.abs(gap) <= EVEN * np.abs(left[np.isfinite(left - right)])
        rest = gap[~decides] > 0 if tree.function == "max" else gap[~decides] < 0
        if np.count_nonzero(decides) >= LEAST and np.all(rest):
            return entry
    return None


def _is_worked(pair: Pair) -> bool:
    """Whether a composed side is said to be a number."""
    sides = (pair.left, pair.right)
    return pair.operator in SAME and not all(glyphs_in(side) for side in sides)


def _two_of_one(holder: Holder, pair: Pair) -> bool:
    """Whether two letters of a print mean one symbol of ours."""
    meanings = [
        holder.meaning.ours[glyph] for glyph in holder.glyphs(pair) if glyph in holder.meaning.ours
    ]
    return len(set(meanings)) < len(meanings)


def _near(holder: Holder, pair: Pair, letters: frozenset[str], known: Verdict | None) -> Verdict:
    """Under an assumption, another convention, known as wrong, one change away, or neither."""
    # In the order of what a reader would say first: it holds if ..., others count so, it is a
    # known misprint, one thing is wrong.
    special = assumed(holder, pair, letters)
    if special is not None and not holder.left_out(special):
        return _rather(holder, pair, letters, special)
    other = convention(holder, pair, letters) or known or one_change_away(holder, pair, letters)
    if other is not None and other.change is not None and _is_clock(other.change):
        return Verdict("none", pair, other.entry)
    if other is not None:
        return other.replaced(unless=special) if other.kind == "differs" else other
    if special is not None:
        return special.replaced(kind="left out")
    near = next(iter(candidates(holder, pair, letters)), None)
    if pair.operator not in SAME:
        return Verdict("none", pair, near)
    misprint = printed_wrong(holder, pair, letters)
    if misprint is not None:
        return Verdict("far", pair, misprint)
    far = near is not None and _speaks_of(holder, pair, near, letters)
    # What no law says may follow from two. A law that a print nearly is comes before: that of a
    # better schedule with its sign lost says what the plain one takes.
    following = verdict_by_what_follows(holder, pair, letters, slips=not far)
    return following or Verdict("far" if far else "none", pair, near)


def _is_clock(change: Change) -> bool:
    """Whether a factor more than a law has only turns hours into seconds, or the like."""
    node = change.node
    return isinstance(node, Number) and change.by == "1" and float(node.value) in CLOCK


def _speaks_of(holder: Holder, pair: Pair, entry: Entry, letters: frozenset[str]) -> bool:
    """Whether a print gives what a law gives, from nearly all of the law's letters alone."""
    missing = entry.letters - letters
    owned = missing <= holder.meaning.expressible
    its_letter = entry.lhs == holder.subject(pair) and letters <= entry.letters
    enough = len(letters) >= LEAST_LETTERS + bool(missing) and len(missing) <= MOST_MISSING
    return its_letter and owned and enough


def _rather(holder: Holder, pair: Pair, letters: frozenset[str], special: Verdict) -> Verdict:
    """A verdict under an assumption, or one change from a law that the document can write in full.

    Who has letters for a whole law means that law, and not another with parts neglected.
    """
    if not any(assumption.plain for assumption in special.assumptions):
        return special
    near = one_change_away(holder, pair, letters)
    if near is None or near.entry is None or near.assumptions or near.cost > SIMPLE:
        return special
    meant = near.entry.lhs == holder.subject(pair)
    if near.change is not None and isinstance(near.change.node, Number):
        # A law of one GPU, exactly, is likelier than another one with a wrong number.
        symbols = holder.index.registry.symbols
        if all(symbols[each.name].unit in ALONE for each in special.assumptions):
            return special
    return near if meant and near.entry.letters <= holder.meaning.expressible else special
