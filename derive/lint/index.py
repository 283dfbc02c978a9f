"""The registry's laws as values at fixed points, so that a print is looked up and not solved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np
import sympy
from numpy.typing import NDArray

from derive.errors import DeriveError
from derive.laws import Law, law_of, read_laws
from derive.notation import Glyphs, Node, Rejection, normal_form, parse_span
from derive.programs.arrays import over_arrays
from derive.programs.translate import program_of
from derive.records import Constant, Formula, Use
from derive.registry import Registry
from derive.units import read_value
from derive.written import LetterStyle, as_typed, latex

from .probing import Values
from .supply import AT_ONE, GENERIC, SUPPLY, Supply

if TYPE_CHECKING:
    from .meaning import Meaning

KINKED = 256
MOST_CALLS = 4
MOST_UNKNOWN = 4
LEAST = 5
NUDGE = 1e-7
SHAKY = 1e3
_KINKS = (sympy.Max, sympy.Min, sympy.Piecewise, sympy.Abs, sympy.ceiling, sympy.floor)


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """One law in the index: its left letter, its letters, and where in the supply it holds."""

    formula: Formula | Use
    lhs: str
    operator: str
    letters: frozenset[str]
    relation: Any
    typed: Any
    right: Values
    rows: NDArray[np.intp]
    index: Index

    @property
    def latex(self) -> str:
        """The right side in letters of the index's own, which the index explains."""
        return self._read[0]

    @property
    def tree(self) -> Node | None:
        """The right side as a printed tree; None where it cannot be printed."""
        return self._read[1]

    @property
    def _read(self) -> tuple[str, Node | None]:
        return own_tree(self)

    @property
    def id(self) -> str:
        """The name of the law."""
        return self.formula.id

    @property
    def inputs(self) -> frozenset[str]:
        """The letters of the right side."""
        return self.letters - {self.lhs}


class Index:
    """The laws of a registry by their letters and by what they give.

    A law is read as soon as a document has two of its letters, since to read
    all of them takes longer than to check a chapter. Which letters a law has
    is seen in its function without running it.
    """

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.supply = Supply(registry)
        self.by_letters: dict[frozenset[str], list[Entry]] = {}
        self.by_lhs: dict[str, list[Entry]] = {}
        self.by_inputs: dict[frozenset[str], list[Entry]] = {}
        self.by_letter: dict[str, list[Entry]] = {}
        self._read_laws: dict[Formula | Use, Entry | None] = {}
        self._known: frozenset[str] = frozenset()
        self._divided: dict[tuple[str, str], Entry | None] = {}

    def require(self, names: frozenset[str]) -> Index:
        """Read every law that formulas over these letters can be held against."""
        if names <= self._known:
            return self
        self._known |= names
        wanted = [
            law
            for law, letters in self._mentioned.items()
            if len(letters) < 2
            or (len(letters & self._known) > 1 and len(letters - self._known) <= MOST_UNKNOWN)
        ]
        self._read([law for law in wanted if law not in self._read_laws])
        stated = tuple(entry for law in wanted if (entry := self._read_laws[law]) is not None)
        tables: tuple[dict[Any, list[Entry]], ...] = (
            self.by_letters, self.by_lhs, self.by_inputs, self.by_letter,
        )  # fmt: skip
        for table in tables:
            table.clear()
        for entry in (*stated, *self._per_piece(stated)):
            self.by_letters.setdefault(entry.letters, []).append(entry)
            self.by_lhs.setdefault(entry.lhs, []).append(entry)
            self.by_inputs.setdefault(entry.inputs, []).append(entry)
            for name in entry.letters:
                self.by_letter.setdefault(name, []).append(entry)
        return self

    def entry_of(self, law: Formula | Use) -> Entry | None:
        """One law as an entry; None where it cannot be one."""
        if law not in self._read_laws:
            self._read([law])
        return self._read_laws[law]

    def _read(self, wanted: Sequence[Formula | Use]) -> None:
        """Read laws, all formulas in one go: each change of SymPy's mode empties its cache."""
        formulas = [law for law in wanted if isinstance(law, Formula)]
        every = "laws" in self.registry.__dict__
        laws = self.registry.laws if every else read_laws(formulas, decided=False)
        for law in wanted:
            read = laws[law.id] if isinstance(law, Formula) else law_of(law)
            self._read_laws[law] = self._entry(law, read)

    @cached_property
    def _mentioned(self) -> Mapping[Formula | Use, frozenset[str]]:
        """For each law, the letters that its function names, in the registry's order."""
        found: dict[Formula | Use, frozenset[str]] = {}
        symbols = self.registry.symbols.keys()
        laws: list[Formula | Use] = [*self.registry.formulas.values(), *self._uses()]
        for law in laws:
            found[law] = frozenset(_names_in(law, self.registry)) & symbols
        return found

    def _per_piece(self, stated: tuple[Entry, ...]) -> Iterator[Entry]:
        """Laws of one piece, from laws of a whole that grows with the number of its pieces.

        Where the activations of a GPU are those of one layer times the number
        of layers, every law about the whole says something about one layer.
        """
        by_whole: dict[str, list[Entry]] = {}
        for entry in stated:
            by_whole.setdefault(entry.lhs, []).append(entry)
        for entry in stated:
            whole, piece = entry.lhs, self._piece_of(entry)
            for law in by_whole[whole] if piece else ():
                counts = [name for name in entry.inputs & law.inputs if name != piece]
                if law is entry or len(counts) != 1 or piece in law.letters:
                    continue
                key = (law.id, piece)
                if key not in self._divided:
                    self._divided[key] = self._for_one(law, piece, counts[0])
                divided = self._divided[key]
                if divided is not None:
                    yield divided

    def _piece_of(self, entry: Entry) -> str:
        """The letter of one piece, if a law is a product of it and counts; empty otherwise."""
        rhs, symbols = entry.relation.rhs, self.registry.symbols
        if not rhs.is_Mul or not all(one.is_Symbol or one.is_Pow for one in rhs.args):
            return ""
        unit = symbols[entry.lhs].unit
        alike = [name for name in entry.inputs if symbols[name].unit == unit]
        counts = [name for name in entry.inputs if not self.registry.unit(name).dimensions]
        return alike[0] if len(alike) == 1 and len(counts) == len(entry.inputs) - 1 else ""

    def _for_one(self, law: Entry, piece: str, count: str) -> Entry | None:
        """A law of the whole for one piece; None where the whole does not grow with the count."""
        doubled = self.values(law.relation.rhs, {count: 2 * self.supply[count]})[law.rows]
        if not np.allclose(doubled, 2 * law.right, rtol=1e-9):
            return None
        letters = self.registry.letters
        put = {letters[count]: sympy.Integer(1)}
        relation = sympy.Eq(letters[piece], law.relation.rhs.xreplace(put), evaluate=False)
        return Entry(
            law.formula,
            piece,
            law.operator,
            (law.letters - {law.lhs, count}) | {piece},
            relation,
            relation,
            law.right / self.supply[count][law.rows],
            law.rows,
            self,
        )

    def _uses(self) -> Iterable[Use]:
        """Laws applied with other letters, wherever the knowledge does so."""
        errata = self.registry.errata.values()
        corrected = [one.corrected for one in errata if one.kind == "formula"]
        applied = [one for one in corrected if isinstance(one, Use)]
        return [*self.registry.uses.values(), *applied]

    def _entry(self, formula: Formula | Use, law: Law) -> Entry | None:
        relation, lhs = law.relation, law.relation.lhs
        free = [one for one in relation.free_symbols if not isinstance(one, Constant)]
        if not lhs.is_Symbol or lhs in relation.rhs.free_symbols:
            return None
        try:
            right = self.values(relation.rhs)
        except DeriveError:
            return None
        holds = np.isfinite(right)
        for condition in law.conditions:
            holds &= self._holds(condition, lhs, right)
        kinked = relation.rhs.has(*_KINKS)
        if not kinked:
            holds &= self._steady(relation.rhs, right)
        rows = np.flatnonzero(holds)[: KINKED if kinked else GENERIC + AT_ONE]
        if len(rows) < LEAST and not kinked:
            # No point drawn meets the conditions; without corners the algebra is the same.
            rows = np.flatnonzero(np.isfinite(right))[: GENERIC + AT_ONE]
        if len(rows) < LEAST:
            return None
        names = frozenset(one.name for one in free)
        return Entry(
            formula, lhs.name, relation.rel_op, names, relation, law.typed, right[rows], rows, self
        )

    def _steady(self, expression: Any, right: Values) -> Values:
        """Where a value does not hang on its last digits, as a difference near zero does."""
        letters = [one.name for one in expression.free_symbols if not isinstance(one, Constant)]
        moved = {
            name: self.supply[name] * (1 + NUDGE * (-1) ** place)
            for place, name in enumerate(sorted(letters))
        }
        beside = self.values(expression, moved)
        with np.errstate(all="ignore"):
            return np.abs(beside - right) <= NUDGE * SHAKY * np.abs(right)

    def _holds(self, condition: Any, lhs: Any, right: Values) -> Values:
        """Where a condition is met; one about divisors or beyond evaluation is let pass."""
        if condition.has(sympy.Mod) or "divides" in str(condition.func):
            return np.ones(SUPPLY, dtype=bool)
        try:
            return np.asarray(self.values(condition, {lhs.name: right})) == 1
        except DeriveError:
            return np.ones(SUPPLY, dtype=bool)

    def values(self, expression: Any, special: Mapping[str, Values] | None = None) -> Values:
        """The values of an expression over our letters, at every point of the supply."""
        letters = sorted(
            (one for one in expression.free_symbols if not isinstance(one, Constant)), key=str
        )
        run = compiled(expression, tuple(letters))
        given = special or {}
        found = run(*(given.get(one.name, self.supply[one.name]) for one in letters))
        return np.broadcast_to(np.asarray(found, dtype=float), (SUPPLY,)).copy()

    def value_of(self, entry: Entry, given: Mapping[str, float]) -> float | None:
        """What a law gives for numbers in our units; defaults stand in, None where one lacks."""
        special: dict[str, Values] = {}
        for name in entry.inputs:
            value = given.get(name)
            if value is None and self.registry.symbols[name].default:
                value = float(next(self.read(name, self.registry.symbols[name].default), 0))
            if not value:
                return None
            special[name] = np.full(SUPPLY, float(value))
        found = float(self.values(entry.relation.rhs, special)[0])
        return found if np.isfinite(found) else None

    def totals(self, unit: str) -> Iterator[Entry]:
        """Formulas that state a value in a unit, without any letter."""
        for entry in self.by_inputs.get(frozenset(), ()):
            if not entry.inputs and self.registry.symbols[entry.lhs].unit == unit:
                yield entry

    def read(self, name: str, given: Any) -> Iterator[Fraction]:
        """A value of a letter as people write it, as a number in the letter's own unit."""
        table, unit = self.registry.units, self.registry.unit(name)
        if isinstance(given, int | Fraction | float):
            yield Fraction(str(given))
        elif isinstance(given, str):
            with suppress(DeriveError):
                magnitude = getattr(
                    read_value(given, unit=unit, table=table, symbol=name), "magnitude", None
                )
                if magnitude is not None:
                    yield Fraction(magnitude)

    def common(self, name: str) -> tuple[Fraction, ...]:
        """The values that published cases give a letter, the most frequent first."""
        if name not in self._common:
            counted = Counter(
                value for given in self._given[name] for value in self.read(name, given)
            )
            self._common[name] = tuple(value for value, _ in counted.most_common())
        return self._common[name]

    @cached_property
    def _common(self) -> dict[str, tuple[Fraction, ...]]:
        return {}

    @cached_property
    def _given(self) -> Mapping[str, list[Any]]:
        """What the published cases put in for each letter."""
        found: defaultdict[str, list[Any]] = defaultdict(list)
        for case in self.registry.cases:
            for letter, given in case.givens.items():
                found[getattr(letter, "name", "")].append(given)
        return found

    @cached_property
    def own(self) -> Meaning:
        """Letters that no two symbols share, to print laws in."""
        from .meaning import Meaning

        names = {name: f"q_{{{place}}}" for place, name in enumerate(self.registry.symbols)}
        ours = {normal_form(glyph): self.registry.letters[name] for name, glyph in names.items()}
        return Meaning(ours, latex=names, glyphs=Glyphs.from_data({"letters": names.values()}))

    @cached_property
    def groups(self) -> Mapping[str, frozenset[str]]:
        """For each formula, those that are variants of it."""
        found: dict[str, set[str]] = {}
        for group in self.registry.variants.values():
            ids = {one.id for one in group.members}
            for name in ids:
                found.setdefault(name, set()).update(ids)
        return {name: frozenset(some) for name, some in found.items()}


def _names_in(thing: Any, registry: Registry, depth: int = 0) -> Iterator[str]:
    """The letters that a law, and whatever it calls, names; every letter where it hides some."""
    if isinstance(thing, Use):
        yield from (str(one.name) for _, value in thing.replaced for one in value.free_symbols)
    function = thing.formula.law if isinstance(thing, Use) else getattr(thing, "law", thing)
    code = getattr(function, "__code__", None)
    if code is None or depth > MOST_CALLS:
        yield from registry.symbols
        return
    inside = [function.__globals__.get(name) for name in _globals_of(code)]
    inside += [cell.cell_contents for cell in function.__closure__ or ()]
    for other in inside:
        if isinstance(other, sympy.Basic):
            yield from (str(one) for one in other.free_symbols)
        elif isinstance(other, Formula | Use | FunctionType):
            yield from _names_in(other, registry, depth + 1)
        elif isinstance(other, tuple | list | dict):
            yield from registry.symbols


def _globals_of(code: Any) -> Iterator[str]:
    """The names that a code object, and those inside it, look up."""
    yield from code.co_names
    for one in code.co_consts:
        if hasattr(one, "co_names"):
            yield from _globals_of(one)


@lru_cache(maxsize=1024)
def own_tree(entry: Entry) -> tuple[str, Node | None]:
    """A law's right side printed in letters of the index's own, and read again."""
    own = entry.index.own
    looks = {name: LetterStyle(latex=glyph) for name, glyph in own.latex.items()}
    looks |= {name: LetterStyle() for name in entry.index.registry.constants}
    try:
        printed = latex(as_typed(entry.typed.rhs), looks)
    except DeriveError:
        return "", None
    chain = parse_span(printed, own.glyphs)
    return printed, None if isinstance(chain, Rejection) else chain.members[0]


@lru_cache(maxsize=8192)
def compiled(expression: Any, letters: tuple[Any, ...]) -> Callable[..., Any]:
    """An expression as a function of arrays."""
    return over_arrays(program_of(expression, letters))
