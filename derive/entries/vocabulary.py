"""What a registry says of letters, laws and documents, read from plain data: no SymPy.

A checker reads manuscripts through this. What must be decided symbolically is
asked of the registry itself, which is imported then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ..frozen import Record
from ..programs import relations as programs
from ..programs.program import Program, from_data
from ..records.notes import ConstantNote, Declared, Source, SymbolNote
from ..records.references import Notation, Reuse, Row, Scope, Term
from ..units import Unit, UnitTable
from .laws import note_from_data

if TYPE_CHECKING:
    from ..registry import Registry
    from .knowledge import Rows


Value = TypeVar("Value")

PREMISE = "premise of "
"""Before the id of a derivation: what it states without a formula, among the laws by name."""


Operator = Callable[["Quantity", "Operand"], "Quantity"]


def _operators(operation: str) -> tuple[Operator, Operator]:
    """An operation with a quantity on its left, and with one on its right."""

    def joined(*sides: Operand) -> Quantity:
        computed = (
            side.program if isinstance(side, Quantity) else programs.number(side) for side in sides
        )
        return Quantity(programs.joined(operation, *computed))

    return joined, lambda right, left: joined(left, right)


class Quantity(Record):
    """A letter of ours, or an expression over letters (``1 / beta``), as a program.

    ``name`` is the id where it is one letter; a constant is its number.
    """

    program: Program
    name: str = ""
    is_constant: bool = False

    @property
    def letters(self) -> tuple[str, ...]:
        """The ids of its letters, without constants."""
        return self.program.inputs

    @property
    def is_letter(self) -> bool:
        """Whether it is one letter that is no constant."""
        return bool(self.name) and not self.is_constant

    __add__, __radd__ = _operators("add")
    __sub__, __rsub__ = _operators("sub")
    __mul__, __rmul__ = _operators("mul")
    __truediv__, __rtruediv__ = _operators("div")
    __pow__, __rpow__ = _operators("pow")


Operand = Quantity | int | Fraction


def quantity(program: Program) -> Quantity:
    """What a program computes; one that only reads a letter is that letter."""
    alone = len(program.steps) == 1 and program.steps[0].operation == "input"
    return Quantity(program, program.inputs[0] if alone else "")


def letter(name: str) -> Quantity:
    """A letter of ours."""
    return Quantity(programs.letter(name), name)


class Late(Mapping[str, Value]):
    """Values by name, each made when it is asked for: a document uses few of all letters."""

    def __init__(self, data: Mapping[str, Any], make: Callable[[Any], Value]) -> None:
        self._data = data
        self._make = make
        self._made: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._made:
            self._made[name] = self._make(self._data[name])
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._data

    def __iter__(self) -> Iterator[str]:
        return iter(self._data)

    def __len__(self) -> int:
        return len(self._data)


class FormulaNote(Record):
    """What a message and a verdict say of a formula."""

    id: str
    title: str
    status: str
    is_approximation: bool


class ErratumNote(Record, eq=False):
    """A misprint of a published text; ``law`` names the law that corrects it, if one does.

    ``letters`` are those of our symbols that it prints; None where it could not be read.
    """

    id: str
    kind: str
    says: str
    law: str
    notation: Notation | None
    scope: str
    printed: str
    letters: frozenset[str] | None


class Vocabulary:
    """Letters, formulas, notations and terms of one package, each part read when asked for.

    ``load`` gives the registry itself. Compared by identity: it keeps what is found in it.
    """

    def __init__(self, rows: Rows, load: Callable[[], Registry]) -> None:
        self.rows = rows
        self._load = load
        # Read at once: a package that cannot be compiled must stop the command, not one rule.
        self.units = UnitTable.from_data(rows.get("units", ""))
        self.titles: Mapping[str, Sequence[str]] = rows.get("titles", "")

    @cached_property
    def symbolic(self) -> Registry:
        """The registry, imported: its letters and laws are SymPy's."""
        return self._load()

    def _part(self, name: str) -> Any:
        return self.rows.get("vocabulary", name)

    @cached_property
    def symbols(self) -> Mapping[str, SymbolNote]:
        """The note of every letter."""
        return Late({data["id"]: data for data in self._part("symbols")}, note_from_data)

    @cached_property
    def constants(self) -> Mapping[str, ConstantNote]:
        """The note of every constant."""
        return {
            name: ConstantNote(name, Fraction(value), unit, meaning, says, None, Declared())
            for name, value, unit, meaning, says in self._part("constants")
        }

    @cached_property
    def letters(self) -> Mapping[str, Quantity]:
        """Every letter and constant as something to compute with."""
        return Late({name: name for name in self._part("letters")}, self._letter)

    def _letter(self, name: str) -> Quantity:
        note = self.constants.get(name)
        return (
            Quantity(programs.number(note.value), name, is_constant=True) if note else letter(name)
        )

    @cached_property
    def formulas(self) -> Mapping[str, FormulaNote]:
        """Every formula, without its law."""
        return {data[0]: FormulaNote(*data) for data in self._part("formulas")}

    @cached_property
    def variants(self) -> tuple[Mapping[str, str], ...]:
        """Groups of conventions: for each formula of a group who uses it."""
        return tuple(self._part("variants"))

    @cached_property
    def notations(self) -> Mapping[str, Notation]:
        """The registered notations."""
        return Late({data["id"]: data for data in self._part("notations")}, notation_from_data)

    @cached_property
    def errata(self) -> tuple[ErratumNote, ...]:
        """The registered misprints."""
        return tuple(
            ErratumNote(
                name,
                kind,
                says,
                law,
                self._of_erratum(notation),
                scope,
                printed,
                None if letters is None else frozenset(letters),
            )
            for name, kind, says, law, notation, scope, printed, letters in self._part("errata")
        )

    def _of_erratum(self, notation: Any) -> Notation | None:
        if notation is None:
            return None
        return (
            self.notations[notation] if isinstance(notation, str) else notation_from_data(notation)
        )

    @cached_property
    def usual(self) -> Mapping[str, tuple[Fraction | None, ...]]:
        """What a letter commonly is, in its own unit: its default first, then published values."""
        return Late(self._part("usual"), lambda values: tuple(x and Fraction(x) for x in values))

    @cached_property
    def phrases(self) -> tuple[tuple[str, frozenset[str], str], ...]:
        """What letters are called: symbol, words, and whose words; nobody's where they are ours."""
        return tuple(
            (symbol, frozenset(words), source) for symbol, words, source in self._part("phrases")
        )

    @cached_property
    def named(self) -> Mapping[str, int]:
        """How often documents and published numbers speak of a letter."""
        times: Mapping[str, int] = self._part("named")
        return times

    @cached_property
    def printed(self) -> Mapping[str, frozenset[str]]:
        """For each glyph, the letters that we or other documents print so."""
        return {glyph: frozenset(names) for glyph, names in self._part("printed").items()}

    @cached_property
    def terms(self) -> Mapping[str, Term]:
        """The words of the field."""
        return {
            data["id"]: Term(
                **{**data, "not_to_confuse": tuple(map(tuple, data["not_to_confuse"]))}
            )
            for data in self._part("terms")
        }

    @cached_property
    def catalog(self) -> Sequence[Mapping[str, Any]]:
        """What is catalogued, figure by figure: models, accelerators, links."""
        rows: Sequence[Mapping[str, Any]] = self.rows.get("catalog", "")
        return rows

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """What can be cited."""
        return {data[0]: Source(*data) for data in self._part("sources")}

    def unit(self, name: str) -> Unit:
        """The unit in which a letter or a constant is declared."""
        note = self.symbols.get(name) or self.constants[name]
        return self.units.unit(note.unit)


def notation_from_data(data: Mapping[str, Any]) -> Notation:
    """A notation read from its data."""
    return Notation(
        data["id"],
        source=Source(*data["source"]),
        titles=tuple(data["titles"]),
        scopes=tuple(Scope(**{**scope, "parts": _range(scope["parts"]),
                              "chapters": _range(scope["chapters"])})
                     for scope in data["scopes"]),
        rows={scope: tuple(map(_row, rows)) for scope, rows in data["rows"].items()},
        reuses=tuple(Reuse(tuple(glyphs), line, says) for glyphs, line, says in data["reuses"]),
        says=data["says"],
    )  # fmt: skip


def _range(ends: Sequence[int] | None) -> tuple[int, int] | None:
    return None if ends is None else (ends[0], ends[1])


def _row(data: Mapping[str, Any]) -> Row:
    means = data["means"]
    return Row(
        **{
            **data,
            "means": means if isinstance(means, str) else quantity(from_data(means)),
            "others": tuple(data["others"]),
        }
    )
