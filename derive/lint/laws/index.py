"""The registry's laws as values at fixed points, so that a print is looked up and not solved."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from derive.entries.supply import SUPPLY, Supply
from derive.entries.vocabulary import PREMISE
from derive.errors import DeriveError
from derive.frozen import Record, fresh
from derive.notation import Glyphs, Node, Rejection, normal_form, parse_span
from derive.programs.arrays import over_arrays
from derive.programs.program import Program, from_data

from .probing import Values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from derive.entries.vocabulary import Vocabulary

    from .meaning import Meaning

# A law with more letters that the document does not have is out of reach of an assumption
# (three at most) and of one change.
MOST_UNKNOWN = 4


class Entry(Record, eq=False):
    """One law in the index: its left letter, its letters, and where in the supply it holds.

    ``name`` is that of its entries in the store, ``id`` that of the formula.

    ``piece`` is the letter of one piece, where a law is that times a number of
    pieces; ``fixed`` are letters of the law that are 1 here. What follows from
    several laws has those in ``together``, and ``beside`` the values that they
    give to its other letters.
    """

    name: str
    id: str
    lhs: str
    operator: str
    letters: frozenset[str]
    right: Values
    rows: NDArray[np.intp]
    index: Index
    program: Any
    piece: str = ""
    fixed: Mapping[str, Values] = fresh(factory=dict)
    together: tuple[Entry, ...] = ()
    beside: Mapping[str, Values] = fresh(factory=dict)

    @property
    def given(self) -> dict[str, Values]:
        """The letters that laws give, with their values where this one holds."""
        return {**self.beside, self.lhs: self.right}

    def value(self, special: Mapping[str, Values] | None = None) -> Values:
        """What the right side gives at every point of the supply, some letters being special."""
        inputs, run = running(self)
        return self.index.run(inputs, run, {**(special or {}), **self.fixed})

    @property
    def is_premise(self) -> bool:
        """Whether a derivation states it, and no formula does."""
        return self.name.startswith(PREMISE)

    @property
    def forms(self) -> Mapping[str, Any]:
        """The law as text and as trees, its parts and its numbers: what a message may need."""
        if self.together:
            # What follows from laws has no form of its own.
            return {"letters": (), "parts": (), "numbers": (), "right": None, "in_numbers": None}
        forms: Mapping[str, Any] = self.index.rows.get("forms", self.name)
        return forms

    @property
    def numbers(self) -> tuple[Fraction, ...]:
        """The numbers that stand in the law."""
        return tuple(map(Fraction, self.forms["numbers"]))

    @property
    def latex(self) -> str:
        """The right side in letters of the index's own, which the index explains."""
        return own_tree(self)[0]

    @property
    def tree(self) -> Node | None:
        """The right side as a printed tree; None where it cannot be printed."""
        return own_tree(self)[1]

    @property
    def named(self) -> frozenset[str]:
        """The letters that stand in the law, those that are 1 here among them."""
        return self.letters | frozenset(self.forms["letters"])

    @property
    def inputs(self) -> frozenset[str]:
        """The letters of the right side."""
        return self.letters - {self.lhs}


class Index:
    """The laws of a registry by their letters and by what they give.

    A law is looked up as soon as a document has two of its letters. The laws are
    kept as values at points.
    """

    def __init__(self, registry: Vocabulary) -> None:
        self.registry = registry
        self.rows = registry.rows
        self.supply = Supply(registry)
        self._empty_tables()
        self._read_laws: dict[str, Entry | None] = {}
        self._divided: dict[tuple[str, str], Entry | None] = {}

    def _empty_tables(self) -> None:
        self.by_letters: dict[frozenset[str], list[Entry]] = {}
        self.by_lhs: dict[str, list[Entry]] = {}
        self.by_inputs: dict[frozenset[str], list[Entry]] = {}
        self.by_letter: dict[str, list[Entry]] = {}
        self.premises: list[Entry] = []
        self.follow: dict[frozenset[str], tuple[Entry, ...]] = {}

    def require(self, names: frozenset[str]) -> Index:
        """The laws that formulas over these letters can be held against.

        Laws that were read are shared; which of them are looked at is each document's own, so
        that it is told the same beside whatever others.
        """
        wanted = [
            law
            for law, (_, letters) in self._mentioned.items()
            if len(letters) < 2
            or (len(letters & names) > 1 and len(letters - names) <= MOST_UNKNOWN)
        ]
        self._read(wanted)
        stated = tuple(entry for law in wanted if (entry := self._read_laws[law]) is not None)
        own = copy.copy(self)
        own._empty_tables()  # noqa: SLF001  of this class
        own.premises = [entry for entry in stated if entry.is_premise]
        laws = tuple(entry for entry in stated if not entry.is_premise)
        for entry in (*laws, *self._per_piece(laws)):
            own.by_letters.setdefault(entry.letters, []).append(entry)
            own.by_lhs.setdefault(entry.lhs, []).append(entry)
            own.by_inputs.setdefault(entry.inputs, []).append(entry)
            for name in entry.letters:
                own.by_letter.setdefault(name, []).append(entry)
        return own

    def entry_of(self, name: str) -> Entry | None:
        """One law as an entry, by its name; None where it cannot be one."""
        self._read([name])
        return self._read_laws[name]

    def gives(self, name: str, other: str) -> bool:
        """Whether a law gives one letter, from another one among others."""
        between = [law for law, (_, letters) in self._mentioned.items() if {name, other} <= letters]
        self._read(between)
        return any(entry.lhs == name for law in between if (entry := self._read_laws[law]))

    def _read(self, wanted: Sequence[str]) -> None:
        """Read laws from where they are kept, those that are missing in one go."""
        new = [name for name in wanted if name not in self._read_laws]
        for name, data in zip(new, self.rows.get_all("points", new), strict=True):
            self._read_laws[name] = self._entry(name, data) if data else None

    def _entry(self, name: str, data: Mapping[str, Any]) -> Entry:
        return Entry(
            name,
            self._mentioned[name][0],
            data["lhs"],
            data["operator"],
            frozenset(data["letters"]),
            np.array(data["right"], dtype=float),
            np.array(data["rows"], dtype=np.intp),
            self,
            data["program"],
            data["piece"],
        )

    @cached_property
    def _mentioned(self) -> Mapping[str, tuple[str, frozenset[str]]]:
        """For each law its formula and the letters that its function names, in their order."""
        return {name: (law, frozenset(letters))
                for name, law, letters in self.rows.get("mentions", "")}  # fmt: skip

    def _per_piece(self, stated: tuple[Entry, ...]) -> Iterator[Entry]:
        """Laws of one piece, from laws of a whole that grows with the number of its pieces.

        Where the activations of a GPU are those of one layer times the number
        of layers, every law about the whole says something about one layer.
        """
        by_whole: dict[str, list[Entry]] = {}
        for entry in stated:
            by_whole.setdefault(entry.lhs, []).append(entry)
        for entry in stated:
            whole, piece = entry.lhs, entry.piece
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

    def _for_one(self, law: Entry, piece: str, count: str) -> Entry | None:
        """A law of the whole for one piece; None where the whole does not grow with the count."""
        # Linear in the count: twice the pieces are twice the whole, at every point.
        doubled = law.value({count: 2 * self.supply[count]})[law.rows]
        if not np.allclose(doubled, 2 * law.right, rtol=1e-9):
            return None
        return Entry(
            f"{law.name}|{piece}|{count}",
            law.id,
            piece,
            law.operator,
            (law.letters - {law.lhs, count}) | {piece},
            law.right / self.supply[count][law.rows],
            law.rows,
            self,
            law.program,
            fixed={count: np.ones(SUPPLY)},
        )

    def values(self, program: Program, special: Mapping[str, Values] | None = None) -> Values:
        """The values of an expression over our letters, at every point of the supply."""
        return self.run(program.inputs, evaluator(program), special or {})

    def run(
        self, inputs: Sequence[str], function: Callable[..., Any], given: Mapping[str, Values]
    ) -> Values:
        """What a function of letters gives, some of them being special."""
        values = function(*(given[name] if name in given else self.supply[name] for name in inputs))
        return np.broadcast_to(np.asarray(values, dtype=float), (SUPPLY,)).copy()

    def totals(self, unit: str) -> Iterator[Entry]:
        """Formulas that state a value in a unit, without any letter."""
        for entry in self.by_inputs.get(frozenset(), ()):
            if not entry.inputs and self.registry.symbols[entry.lhs].unit == unit:
                yield entry

    @cached_property
    def groups(self) -> Mapping[str, frozenset[str]]:
        """For each formula, those that are variants of it."""
        variants: dict[str, set[str]] = {}
        for group in self.registry.variants:
            for name in group:
                variants.setdefault(name, set()).update(group)
        return {name: frozenset(some) for name, some in variants.items()}


def spread(values: Values, rows: NDArray[np.intp]) -> Values:
    """Values at some rows as values of the whole supply."""
    # Undefined elsewhere, so that a row which was not asked for can never seem to agree.
    whole = np.full(SUPPLY, np.nan)
    whole[rows] = values
    return whole


@lru_cache(maxsize=8192)
def running(entry: Entry) -> tuple[tuple[str, ...], Callable[..., Any]]:
    """The letters that a law's right side takes, and it as a function of arrays."""
    program = from_data(entry.program)
    return program.inputs, over_arrays(program)


@lru_cache(maxsize=8192)
def evaluator(program: Program) -> Callable[..., Any]:
    """A program as a function of arrays."""
    return over_arrays(program)


@lru_cache(maxsize=1024)
def own_letters(entry: Entry) -> Meaning:
    """Letters that no two symbols of a law share, to print it in."""
    from .meaning import Meaning

    letters = entry.index.registry.letters
    names = {name: f"q_{{{place}}}" for place, name in enumerate(sorted(entry.named))}
    ours = {normal_form(glyph): letters[name] for name, glyph in names.items()}
    return Meaning(ours, latex=names, glyphs=Glyphs.from_data({"letters": names.values()}))


@lru_cache(maxsize=1024)
def own_tree(entry: Entry) -> tuple[str, Node | None]:
    """A law's right side printed in letters of its own, and read again."""
    from derive.written import LetterStyle, latex, node_from_data

    tree, own = entry.forms["right"], own_letters(entry)
    if tree is None:
        return "", None
    looks = {name: LetterStyle(latex=glyph) for name, glyph in own.latex.items()}
    looks |= {name: LetterStyle() for name in entry.index.registry.constants}
    try:
        printed = latex(node_from_data(tree), looks)
    except DeriveError:
        return "", None
    chain = parse_span(printed, own.glyphs)
    return printed, None if isinstance(chain, Rejection) else chain.members[0]
