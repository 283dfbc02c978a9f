"""A printed relation against the laws of the registry: the verdict, and what it rests on."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Literal

import numpy as np

from derive.errors import DeriveError
from derive.notation import Call, Letter, Node, Rejection, glyphs_in
from derive.notation.words import FUNCTIONS
from derive.notation import parse_span
from derive.records import Constant, Erratum, Symbol
from derive.units import read_value

from .changes import LEAST, Change, Ingredient, Pantry, close, nearest
from .index import Entry, Index
from .meaning import Meaning, Reader, meaning_of
from .probing import Probe, Unknown, Values, call_keys

Kind = Literal[
    "equal", "assumed", "convention", "differs", "left out", "erratum", "none", "unread"
]
# Counts of these may silently be one; a formula with one token or parameter is another formula.
_MAY_BE_ONE = frozenset("GPU rank stage node micro-batch sequence layer expert step".split())
_MAY_BE_NONE = frozenset("second byte".split())
MOST_EXTRA = 3
MOST_TRIED = 48
MOST_PARTS = 80
MOST_CANDIDATES = 40
DIRECTIONS = {"<": -1, "<=": -1, "<<": -1, ">": 1, ">=": 1, ">>": 1}
SAME = frozenset({"=", "~"})


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sides of a printed chain and what is printed between them."""

    left: Node
    operator: str
    right: Node


@dataclass(frozen=True, slots=True)
class Assumption:
    """A letter of the law that the print leaves out, and the value that makes both agree."""

    name: str
    value: str
    plain: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a printed relation is to the registry.

    ``entry`` is the law it was held against, ``change`` the one change that
    makes them agree, ``assumptions`` what must hold for them to agree.
    """

    kind: Kind
    pair: Pair
    entry: Entry | None = None
    change: Change | None = None
    assumptions: tuple[Assumption, ...] = ()
    erratum: Erratum | None = None
    why: str = ""

    @property
    def cost(self) -> float:
        """How far from simple the change is; 0 without one."""
        return self.change.cost if self.change else 0.0


@dataclass(eq=False)
class Matcher:
    """Holds printed relations of one document against the registry."""

    index: Index
    meaning: Meaning
    known: Mapping[str, Fraction] = field(default_factory=dict)

    @cached_property
    def reader(self) -> Reader:
        """Evaluates the document's letters."""
        return Reader(self.index, self.meaning)

    def judge(self, pair: Pair) -> Verdict:
        """The verdict on one relation, under the first meanings of the letters, then the others."""
        verdict = self._judged(pair)
        if verdict.kind not in {"equal", "unread"}:
            for other in self._readings(pair):
                again = other._judged(pair)
                if again.kind == "equal":
                    return again
        return verdict

    def _readings(self, pair: Pair) -> Iterator[Matcher]:
        """The same document with a letter's other meaning put first."""
        for glyph in dict.fromkeys((*glyphs_in(pair.left), *glyphs_in(pair.right))):
            for other in self.meaning.others.get(glyph, ()):
                changed = replace(self.meaning, ours={**self.meaning.ours, glyph: other})
                yield Matcher(self.index, changed, self.known)

    def _judged(self, pair: Pair) -> Verdict:
        try:
            probe = self.reader.probe(np.arange(2))
            probe.value(pair.left), probe.value(pair.right)
        except Unknown as unknown:
            return Verdict("unread", pair, why=unknown.why)
        letters = self.letters(pair)
        if not letters or pair.operator in {"prop", "!="} or _binds(pair):
            return Verdict("none", pair)
        exact = next((e for e in self._same_letters(letters) if self.holds(e, pair)), None)
        if exact is not None:
            return Verdict("equal", pair, exact)
        return self._erratum(pair) or self._near(pair, letters)

    def letters(self, pair: Pair) -> frozenset[str]:
        """The ids of our symbols in both sides."""
        both = [self.meaning.letters_of(side) for side in (pair.left, pair.right)]
        return frozenset().union(*(one for one in both if one))

    def _same_letters(self, letters: frozenset[str]) -> Iterable[Entry]:
        return self.index.by_letters.get(letters, ())

    def sides(
        self, entry: Entry, pair: Pair, special: Mapping[str, Values] | None = None
    ) -> tuple[Probe, Values, Values]:
        """Both sides where a law holds: its left letter is what the law says."""
        given = {entry.lhs: entry.right} if special is None else special
        probe = self.reader.probe(entry.rows, given)
        return probe, _row(probe.value(pair.left), entry), _row(probe.value(pair.right), entry)

    def holds(
        self, entry: Entry, pair: Pair, special: Mapping[str, Values] | None = None
    ) -> bool:
        """Whether the print is true where the law is, and false beside it."""
        given = {entry.lhs: entry.right, **(special or {})}
        try:
            _, left, right = self.sides(entry, pair, given)
            if not close(left, right):
                return False
            beside = {**given, entry.lhs: given[entry.lhs] * 1.37 + 0.011}
            _, above, below = self.sides(entry, pair, beside)
        except Unknown:
            return False
        gap = np.sign(above - below)[np.isfinite(above - below)]
        if close(above, below) or not gap.size:
            return False
        return _directed(pair, entry, gap)

    # --- what is known to be wrong ------------------------------------------------

    def _erratum(self, pair: Pair) -> Verdict | None:
        """The print as one that the registry lists among the errata."""
        rows = np.arange(16)
        for known in errata_of(self.index):
            if known.letters != self.letters(pair):
                continue
            probe = self.reader.probe(rows)
            try:
                mine = (probe.value(pair.left), probe.value(pair.right))
            except Unknown:
                continue
            if all(_alike(one, other) for one, other in zip(mine, known.values, strict=True)):
                entry = self._corrected(known.erratum)
                return Verdict("erratum", pair, entry, erratum=known.erratum)
        return None

    def _corrected(self, erratum: Erratum) -> Entry | None:
        return next((e for e in self.index.entries if e.formula is erratum.corrected), None)

    # --- laws that are near -------------------------------------------------------

    def _near(self, pair: Pair, letters: frozenset[str]) -> Verdict:
        """Under an assumption, another convention, one change away, or nothing like it."""
        assumed = self._assumed(pair, letters)
        if assumed is not None and not self._left_out(assumed):
            return assumed
        convention = self._convention(pair, letters)
        if convention is not None:
            return convention
        best = self._changed(pair, letters)
        if best is not None:
            return best
        if assumed is not None:
            return replace(assumed, kind="left out")
        return Verdict("none", pair, self._nearest_entry(pair, letters))

    def _left_out(self, verdict: Verdict) -> bool:
        """Whether an assumption drops a letter that the document has and could have written."""
        return any(
            one.plain and one.name in self.meaning.expressible and one.name not in self.known
            for one in verdict.assumptions
        )

    def _assumed(self, pair: Pair, letters: frozenset[str]) -> Verdict | None:
        """A law with more letters, of which some have special values; the plainest first."""
        found: list[Verdict] = []
        for entry in self._wider(letters):
            for names, special in self._specials(entry, letters):
                lhs = self._value_with(entry, special)
                if lhs is not None and self.holds(entry, pair, {**special, entry.lhs: lhs}):
                    found.append(Verdict("assumed", pair, entry, assumptions=names))
                    break
        found.sort(key=lambda one: (self._left_out(one), len(one.assumptions)))
        return found[0] if found else None

    def _wider(self, letters: frozenset[str]) -> Iterator[Entry]:
        """Laws that have all these letters, their left one included, and a few more."""
        seeds = min((self.index.by_letter.get(name, []) for name in letters), key=len)
        for entry in seeds:
            if entry.lhs in letters and letters < entry.letters:
                if len(entry.letters) - len(letters) <= MOST_EXTRA:
                    yield entry

    def _specials(
        self, entry: Entry, letters: frozenset[str]
    ) -> Iterator[tuple[tuple[Assumption, ...], dict[str, Values]]]:
        """Special values of the letters that only the law has."""
        extra = sorted(entry.letters - letters)
        options = [list(self._special_values(entry, name, letters)) for name in extra]
        for chosen in itertools.islice(itertools.product(*options), MOST_TRIED):
            yield (
                tuple(one for one, _ in chosen),
                {one.name: values for one, values in chosen},
            )

    def _special_values(
        self, entry: Entry, name: str, letters: frozenset[str]
    ) -> Iterator[tuple[Assumption, Values]]:
        """What a letter may silently be: what the text says, its default, one, none, another."""
        ones = np.ones(len(entry.rows))
        if name in self.known:
            value = self.known[name]
            yield Assumption(name, str(value), plain=False), ones * float(value)
        note = self.index.registry.symbols[name]
        for value in self._numbers(name):
            plain = value == 1
            yield Assumption(name, f"{float(value):g}", plain), ones * float(value)
        for value in self._silent(name):
            yield Assumption(name, str(value), plain=True), ones * float(value)
        for other in sorted(letters & entry.letters):
            twin = self.index.registry.symbols.get(other)
            if twin and twin.unit == note.unit and twin.domain.integer and other != entry.lhs:
                values = self.index.supply[other][entry.rows]
                yield Assumption(name, other, plain=True), values

    def _silent(self, name: str) -> Iterator[Fraction]:
        """One where it counts a degree, none where it is a cost that may be neglected."""
        note = self.index.registry.symbols[name]
        share = note.domain.high is not None
        if note.domain.contains(Fraction(1)):
            if note.unit in _MAY_BE_ONE or (note.unit == "1" and (note.domain.integer or share)):
                yield Fraction(1)
        if not note.domain.integer and note.domain.low == 0:
            if note.unit in _MAY_BE_NONE or (note.unit == "1" and share):
                yield Fraction(0)

    def _numbers(self, name: str) -> Iterator[Fraction]:
        """The default of a letter, and the sizes that number formats have."""
        note = self.index.registry.symbols[name]
        unit = self.index.registry.unit(name)
        if note.default:
            table = self.index.registry.units
            read = read_value(note.default, unit=unit, table=table, symbol=name)
            magnitude = getattr(read, "magnitude", None)
            if magnitude is not None:
                yield Fraction(magnitude)
        if note.unit in {"byte", "byte/param"} and name.startswith("b_"):
            yield from (Fraction(1), Fraction(2), Fraction(4))

    def _value_with(self, entry: Entry, special: Mapping[str, Values]) -> Values | None:
        """What the law gives with special values."""
        spread = {name: _full(values, entry) for name, values in special.items()}
        found = self.index.values(entry.relation.rhs, spread)[entry.rows]
        return found if np.count_nonzero(np.isfinite(found)) >= LEAST else None

    def _convention(self, pair: Pair, letters: frozenset[str]) -> Verdict | None:
        """The right side of a law whose left letter is another, of one group of variants."""
        subject = self.subject(pair)
        if subject is None:
            return None
        mine = {e.id for e in self.index.by_lhs.get(subject, ())}
        twins = set().union(*(self.index.groups.get(name, frozenset()) for name in mine)) - mine
        for entry in self.index.entries:
            if entry.id not in twins or entry.inputs != letters - {subject}:
                continue
            given = {subject: entry.right}
            try:
                _, left, right = self.sides(entry, pair, given)
            except Unknown:
                continue
            if close(left, right):
                return Verdict("convention", pair, entry)
        return None

    def subject(self, pair: Pair) -> str | None:
        """The one symbol of ours that a side consists of."""
        for side in (pair.left, pair.right):
            meaning = self.meaning.ours.get(glyph_of(side)) if glyph_of(side) else None
            if isinstance(meaning, Symbol) and not isinstance(meaning, Constant):
                return meaning.name
        return None

    def _candidates(self, pair: Pair, letters: frozenset[str]) -> list[Entry]:
        """Laws that give what the print gives, those with the same letters first."""
        subject = self.subject(pair)
        giving = self.index.by_lhs.get(subject, []) if subject else []
        far = 8 if giving else 1
        others = [
            e for name in letters for e in self.index.by_lhs.get(name, ()) if name != subject
            and (subject is None or subject in e.letters)
        ]  # fmt: skip
        pool = [e for e in giving if len(e.letters ^ letters) <= far]
        pool += [e for e in others if len(e.letters ^ letters) <= 1]
        return sorted(pool, key=lambda e: len(e.letters ^ letters))[:MOST_CANDIDATES]

    def _nearest_entry(self, pair: Pair, letters: frozenset[str]) -> Entry | None:
        return next(iter(self._candidates(pair, letters)), None)

    def _changed(self, pair: Pair, letters: frozenset[str]) -> Verdict | None:
        """The law that is one change away, by the simplest change."""
        found: list[tuple[float, int, Verdict]] = []
        for number, entry in enumerate(self._candidates(pair, letters)):
            apart = 0.02 * len(entry.letters ^ letters)
            for names, special in self._settings(entry, letters):
                verdict = self._change(entry, pair, names, special)
                if verdict is not None:
                    found.append((verdict.cost + apart + 0.1 * len(names), number, verdict))
                    break
        return min(found, key=lambda item: item[:2])[2] if found else None

    def _settings(
        self, entry: Entry, letters: frozenset[str]
    ) -> Iterator[tuple[tuple[Assumption, ...], dict[str, Values]]]:
        """The law as it is, and with special values for what the document has no letter for."""
        yield (), {}
        missing = entry.letters - letters - self.meaning.expressible
        if missing and len(missing) <= MOST_EXTRA:
            yield from self._specials(entry, entry.letters - missing)

    def _change(
        self,
        entry: Entry,
        pair: Pair,
        names: tuple[Assumption, ...],
        special: Mapping[str, Values],
    ) -> Verdict | None:
        """The simplest single change of either side that makes the law of the print."""
        lhs = self._value_with(entry, special) if special else entry.right
        if lhs is None:
            return None
        given = {**special, entry.lhs: lhs}
        try:
            probe, left, right = self.sides(entry, pair, given)
        except Unknown:
            return None
        made = self.ingredients(entry, given, self.letters(pair))
        found = [
            change
            for root, wanted in ((pair.right, left), (pair.left, right))
            if root is pair.right or not glyph_of(root)
            if (change := _tried(probe, root, wanted, made)) is not None
        ]
        if close(left, right):
            found.append(Change("relation", pair.right, entry.operator, 1.0))
        if not found:
            return None
        best = min(found, key=lambda change: change.cost)
        return Verdict("differs", pair, entry, best, names)

    def ingredients(
        self, entry: Entry, given: Mapping[str, Values], letters: frozenset[str]
    ) -> Pantry:
        """The letters and the parts of a law, as they are where it holds."""
        names = sorted((letters | entry.letters) - {entry.lhs})
        found = [
            Ingredient(name, given.get(name, self.index.supply[name][entry.rows]), letter=True)
            for name in names
        ]
        spread = {name: _full(values, entry) for name, values in given.items()}
        for part in parts_of_law(entry):
            try:
                values = self.index.values(part, spread)[entry.rows]
            except DeriveError:
                continue
            found.append(Ingredient(str(part), values))
        return Pantry.of(found, len(entry.rows))


def _binds(pair: Pair) -> bool:
    """Whether a letter only gets a value, ``k = 12``."""
    sides = (pair.left, pair.right)
    return any(glyph_of(side) for side in sides) and not all(glyphs_in(side) for side in sides)


def _tried(
    probe: Probe, root: Node, wanted: Values, made: Pantry
) -> Change | None:
    try:
        return nearest(probe, root, wanted, made)
    except Unknown:
        return None


@lru_cache(maxsize=1024)
def parts_of_law(entry: Entry) -> tuple[Any, ...]:
    """The composed parts of a law's right side, as it is computed and as it was typed."""
    found: dict[Any, None] = {}
    for part in (*_below(entry.relation.rhs), *_below(entry.typed.rhs)):
        if part.args and part.free_symbols and not part.is_Relational and not part.is_Boolean:
            found[part] = None
    return tuple(part for part in found if part != entry.relation.rhs)[:MOST_PARTS]


def _below(expression: Any) -> Iterator[Any]:
    for part in expression.args:
        if hasattr(part, "free_symbols") and getattr(part, "is_Boolean", False) is not True:
            yield part
            yield from _below(part)


def glyph_of(node: Node) -> str:
    """The glyph of a side that is one letter, or one called by name."""
    if isinstance(node, Letter):
        return node.glyph
    if isinstance(node, Call) and node.function not in FUNCTIONS:
        return call_keys(node)[0]
    return ""


def _directed(pair: Pair, entry: Entry, gap: Values) -> bool:
    """Whether two inequalities point the same way; equations have no direction."""
    printed, law = DIRECTIONS.get(pair.operator), DIRECTIONS.get(entry.operator)
    if printed is None or law is None:
        return True
    # Beside the law its left letter was made larger: true there for >=, false for <=.
    return bool(np.all((gap == printed) == (law > 0)))


def _row(values: Values, entry: Entry) -> Values:
    return np.broadcast_to(np.asarray(values, dtype=float), (len(entry.rows),))


def _full(values: Values, entry: Entry) -> Values:
    from .index import SUPPLY

    full = np.full(SUPPLY, np.nan)
    full[entry.rows] = values
    return full


def _alike(one: Values, other: Values) -> bool:
    return close(np.broadcast_to(one, (16,)), np.broadcast_to(other, (16,)))


@dataclass(frozen=True, slots=True)
class KnownError:
    """A printed relation of the errata, as values over our letters."""

    erratum: Erratum
    letters: frozenset[str]
    values: tuple[Values, Values]


_ERRATA: dict[int, tuple[KnownError, ...]] = {}


def errata_of(index: Index) -> tuple[KnownError, ...]:
    """The printed relations that the registry's errata correct."""
    if id(index) not in _ERRATA:
        _ERRATA[id(index)] = tuple(_known_errors(index))
    return _ERRATA[id(index)]


def _known_errors(index: Index) -> Iterator[KnownError]:
    registry = index.registry
    matchers: dict[tuple[str, str], Matcher] = {}
    for erratum in registry.errata.values():
        if erratum.kind != "formula" or erratum.notation is None or not erratum.printed:
            continue
        where = (erratum.notation.id, erratum.scope)
        if where not in matchers:
            matchers[where] = Matcher(index, meaning_of(registry, erratum.notation, erratum.scope))
        matcher = matchers[where]
        chain = parse_span(erratum.printed, matcher.meaning.glyphs)
        if isinstance(chain, Rejection):
            continue
        probe = matcher.reader.probe(np.arange(16))
        for left, right in itertools.pairwise(chain.members):
            letters = matcher.letters(Pair(left, "=", right))
            try:
                yield KnownError(erratum, letters, (probe.value(left), probe.value(right)))
            except Unknown:
                continue
