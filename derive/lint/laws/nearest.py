"""The law that a print misses by one change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from derive.notation import Node
from derive.programs.program import from_data

from .assuming import MOST_EXTRA, Special, is_neglect, specials
from .changes import Change, Ingredient, Pantry, nearest
from .holding import SAME, Assumption, Holder, Pair, Verdict, glyph_of
from .index import Entry, Index, own_letters, spread
from .meaning import Reader
from .probing import Probe, Unknown, Values, close

# Each candidate costs a pass over the print per part of the law, so the likeliest come first.
MOST_CANDIDATES = 40
MOST_DROPPED = 8
PAIR = 2
TOTALLED = 0.3
"""What it costs to read several letters of a law as one total that the text does not state."""

DROPPED = 0.3
"""What it costs to lose a letter in passing, which the changed part does not have."""


def one_change_away(holder: Holder, pair: Pair, letters: frozenset[str]) -> Verdict | None:
    """The law that is one change away, by the simplest change."""
    changed: list[tuple[float, int, Verdict]] = []
    for number, entry in enumerate(candidates(holder, pair, letters)):
        # Of changes equally simple that one counts whose law has the letters of the print.
        apart = 0.02 * len(entry.letters ^ letters)
        if changed and min(candidate[0] for candidate in changed) <= 1.0 + apart:
            break
        if entry.operator != "==" and pair.operator in SAME and len(entry.letters) == PAIR:
            # "q = 4 p" of a model keeps to "p <= q", and is no misprint of it.
            continue
        for names, special in _settings(holder, entry, letters):
            verdict = _change(holder, entry, pair, names, special)
            if verdict is not None:
                cost = (
                    verdict.cost
                    + apart
                    + 0.1 * len(names)
                    + TOTALLED * any(assumption.law for assumption in names)
                    + DROPPED * _drops_elsewhere(holder, entry, verdict, letters)
                )
                changed.append((cost, number, verdict))
                break
    return min(changed, key=lambda item: item[:2])[2] if changed else None


def _drops_elsewhere(
    holder: Holder, entry: Entry, verdict: Verdict, letters: frozenset[str]
) -> bool:
    """Whether a change makes a part nothing, so that letters beside it go: N - 1 to 1 - 1."""
    if verdict.change is None:
        return False
    return not letters - entry.letters <= holder.meaning.letters_of(verdict.change.node)


def change_from(holder: Holder, entry: Entry, pair: Pair) -> Verdict | None:
    """The one change that makes a print this very law."""
    return _change(holder, entry, pair, (), {})


def candidates(holder: Holder, pair: Pair, letters: frozenset[str]) -> list[Entry]:
    """Laws that give what the print gives, those with the same letters first."""
    subject = holder.subject(pair)
    giving = holder.index.by_lhs.get(subject, []) if subject else []
    far = 1 if not giving else MOST_DROPPED
    if subject:
        others = [e for e in holder.index.by_letter.get(subject, ()) if e.lhs != subject]
    else:
        others = [e for name in letters for e in holder.index.by_lhs.get(name, ())]
    # A change drops any number of letters with their part, and brings in one at most.
    pool = [e for e in giving if len(letters - e.letters) <= 1 and len(e.letters - letters) <= far]
    pool += [
        e for e in others
        if len(e.letters ^ letters) <= 1
        and (e.lhs in letters or e.letters <= holder.meaning.expressible)
    ]  # fmt: skip
    return sorted(pool, key=lambda e: len(e.letters ^ letters))[:MOST_CANDIDATES]


def _settings(holder: Holder, entry: Entry, letters: frozenset[str]) -> Iterator[Special]:
    """The law as it is, and with special values for what the document has no letter for."""
    yield (), {}
    missing = entry.letters - letters - holder.meaning.expressible
    if missing and len(missing) <= MOST_EXTRA:
        for assumed, special in specials(holder, entry, entry.letters - missing):
            if not any(assumption.plain for assumption in assumed) or is_neglect(holder, assumed):
                yield assumed, special


def _change(
    holder: Holder,
    entry: Entry,
    pair: Pair,
    names: tuple[Assumption, ...],
    special: Mapping[str, Values],
) -> Verdict | None:
    """The simplest single change of either side that makes the law of the print."""
    lhs = holder.value_with(entry, special) if special else entry.right
    if lhs is None:
        return None
    given = {**entry.beside, **special, entry.lhs: lhs}
    try:
        probe, left, right = holder.sides(entry, pair, given)
    except Unknown:
        return None
    pantry = ingredients(
        holder.index, entry, given, holder.letters(pair), holder.subject(pair) or entry.lhs
    )
    changes = [
        change
        for root, wanted in ((pair.right, left), (pair.left, right))
        if root is pair.right or not glyph_of(root)
        if (change := _tried(probe, root, wanted, pantry)) is not None
    ]
    if close(left, right):
        changes.append(Change("relation", pair.right, entry.operator, 1.0))
    if not changes and not special:
        changes = list(_of_law(holder, entry, pair, left, right, pantry))
    if not changes:
        return None
    best = min(changes, key=lambda change: change.cost)
    return Verdict("differs", pair, entry, best, names)


def _of_law(
    holder: Holder, entry: Entry, pair: Pair, left: Values, right: Values, pantry: Pantry
) -> Iterator[Change]:
    """The change of the law that makes the print, where the print has another shape."""
    for side, other in ((pair.left, right), (pair.right, left)):
        if holder.letter_of(glyph_of(side)) == entry.lhs and entry.tree is not None:
            reader = Reader(holder.index, own_letters(entry))
            try:
                change = nearest(reader.probe(entry.rows), entry.tree, other, pantry)
            except Unknown:
                return
            if change is not None:
                whole = pair.right if side is pair.left else pair.left
                yield turned(change, whole, entry.latex)


def _tried(probe: Probe, root: Node, wanted: Values, pantry: Pantry) -> Change | None:
    try:
        return nearest(probe, root, wanted, pantry)
    except Unknown:
        return None


def turned(change: Change, whole: Node, latex: str) -> Change:
    """A change of the law, told as one of the print."""
    part = latex[slice(*change.node.at)]
    by = {"sign": f"-{part}", "upside down": f"1/({part})", "extra term": "0"}.get(change.kind, "")
    if not by and change.kind in {"missing factor", "extra factor", "missing term", "coefficient"}:
        sign = {"missing factor": "·", "extra factor": "/", "coefficient": "·"}.get(
            change.kind, " "
        )
        by = f"{part}{sign}{change.by}"
    if change.kind == "exchanged" and change.other is not None:
        by = latex[slice(*change.other.at)]
    if change.kind == "exponent":
        by = f"({part})^{change.by}"
    return change.replaced(node=whole, by=by or change.by, instead=part, cost=change.cost + 0.2)


def ingredients(
    index: Index, entry: Entry, given: Mapping[str, Values], letters: frozenset[str], subject: str
) -> Pantry:
    """The letters and the parts of a law, as they are where it holds; not what the print gives."""
    names = sorted((letters | entry.letters) - {subject})
    letters_of_law = [
        Ingredient(name, given.get(name, index.supply[name][entry.rows]), letter=True)
        for name in names
    ]
    special = {name: values for name, values in given.items() if name != entry.lhs}
    parts = _parts(index, entry) if not special else _evaluated(index, entry, special)
    return Pantry.of([*letters_of_law, *parts], len(entry.rows), entry.numbers)


@lru_cache(maxsize=1024)
def _parts(index: Index, entry: Entry) -> tuple[Ingredient, ...]:
    """The composed parts of a law with their values where it holds."""
    return tuple(_evaluated(index, entry, {}))


def _evaluated(index: Index, entry: Entry, special: Mapping[str, Values]) -> Iterator[Ingredient]:
    given = {name: spread(values, entry.rows) for name, values in special.items()}
    for text, extreme, program in entry.forms["parts"]:
        values = index.values(from_data(program), given)[entry.rows]
        yield Ingredient(text, values, extreme=extreme)
