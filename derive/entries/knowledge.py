"""A knowledge package as questions see it: read from entries, no line of it imported."""

from __future__ import annotations

from functools import cached_property

from ..errors import NotComparable, UnknownName
from ..frozen import Record
from ..names import ascii_name, guesses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, Protocol

    from ..records.notes import Domain, SymbolNote
    from ..search import Index as SearchIndex
    from ..units import Unit, UnitTable
    from .laws import Choice, Entry, Law, Solved, Tool
    from .results import Comparison, Solution, Translation, Working

    class Rows(Protocol):
        """Where entries come from: a store, or a registry that is compiled on demand."""

        def get(self, kind: str, name: str) -> Any:
            """The data of an entry; None where there is no such thing."""

        def get_all(self, kind: str, names: Sequence[str]) -> list[Any]:
            """The data of some entries of one kind."""


__all__ = ["ConstantSet", "Knowledge"]

A_SLIP = 0.85
"""How alike, of 1, two names are of which one is the other mistyped."""
MOST_GUESSES = 3
"""Formulas that are named where a name is none."""


class ConstantSet(Record):
    """Fitted constants published together, by letter."""

    name: str
    values: Mapping[str, str]
    source: str


class Notes:
    """The letters of a package, each read when it is asked for."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._read: dict[str, SymbolNote] = {}

    def __getitem__(self, name: str) -> SymbolNote:
        if name not in self._read:
            data = self._knowledge.rows.get("symbol", name)
            if data is None:
                raise KeyError(name)
            from .laws import note_from_data

            self._read[name] = note_from_data(data)
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._knowledge.index["symbols"])

    def __len__(self) -> int:
        return len(self._knowledge.index["symbols"])

    def __contains__(self, name: str) -> bool:
        try:
            self[name]
        except KeyError:
            return False
        return True


class Knowledge:
    """Laws, letters, units and figures of one package, each read when it is asked for."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self._laws: dict[str, Law] = {}
        self._solved: dict[tuple[str, str], Solved] = {}

    def row(self, kind: str, name: str = "") -> Any:
        """An entry that is known to be there."""
        data = self.rows.get(kind, name)
        if data is None:
            raise KeyError(f"{kind} {name}")
        return data

    @cached_property
    def index(self) -> Mapping[str, Any]:
        """What lists need: formulas, subjects and letters by id."""
        index: Mapping[str, Any] = self.row("index")
        return index

    @cached_property
    def search(self) -> SearchIndex:
        """The index in which people search."""
        from ..search import Index

        return Index(self.row("search"))

    @cached_property
    def units(self) -> UnitTable:
        """The table of units."""
        from ..units import UnitTable

        return UnitTable.from_data(self.row("units"))

    @cached_property
    def symbols(self) -> Notes:
        """The letters by id."""
        return Notes(self)

    # --- formulas ----------------------------------------------------------------

    @property
    def formulas(self) -> Mapping[str, Any]:
        """Title, subject and former ids of every formula, by id."""
        formulas: Mapping[str, Any] = self.index["formulas"]
        return formulas

    def formula_id(self, name: str) -> str:
        """The id of a formula by id, former id or a name that is its own; or ``UnknownName``."""
        if name in self._laws or self.rows.get("formula", name) is not None:
            return name
        for formula, about in self.formulas.items():
            if name in about["formerly"]:
                return formula
        from ..search.words import called_so

        if len(called := called_so(name, self.search.records, "formula")) == 1:
            return called[0]
        # A slip of the pen first; who types "pipeline_bubble" thinks of words, not of letters.
        slips = guesses(name, self.formulas, MOST_GUESSES, A_SLIP)
        meant = self.search.search(name.replace("_", " "))
        hits = [record.id for record in meant if record.kind == "formula"]
        near = tuple(dict.fromkeys((*slips, *hits)))[:MOST_GUESSES]
        raise UnknownName("formula", name, near or guesses(name, self.formulas))

    def law(self, name: str) -> Law:
        """The law of a formula, or of a declared use, by id."""
        if name not in self._laws:
            from .laws import law_from_data

            data = self.rows.get("formula", name) or self.rows.get("use", name)
            if data is None:
                raise UnknownName("formula", name, guesses(name, self.formulas))
            self._laws[name] = law_from_data(data)
        return self._laws[name]

    def solved(self, law: Law, target: str) -> Solved:
        """A law solved for a letter; of a chain that was put together nothing is known before."""
        from .laws import Solved, solved_from_data

        name = law.same_as if law.is_composed else law.id
        if not name:
            return Solved("numeric")
        key = (name, target)
        if key not in self._solved:
            self._solved[key] = solved_from_data(self.row("solved", f"{name}.{target}"))
        return self._solved[key]

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """Every law that a chain may hold."""
        from .laws import Tool

        return tuple(
            Tool(
                row["id"], row["formula"], frozenset(row["letters"]), row["groups"], row["gives"],
                row["is_equation"], row["status"],
                {choice: frozenset(alternatives) for choice, alternatives in row["needs"].items()},
                row["unknowns"],
            )
            for row in self.row("tools")
        )  # fmt: skip

    @cached_property
    def tools_holding(self) -> Mapping[str, Sequence[Tool]]:
        """By letter, the laws that may give it, or something else from it."""
        holding: dict[str, list[Tool]] = {}
        for tool in self.tools:
            for letter in tool.letters if tool.is_equation else ():
                holding.setdefault(letter, []).append(tool)
        return holding

    @cached_property
    def tools_of_one_letter(self) -> Sequence[Tool]:
        """The laws that give their letter from nothing else."""
        return [tool for tool in self.tools if tool.is_equation and len(tool.letters) == 1]

    @cached_property
    def choices(self) -> Mapping[str, Choice]:
        """The choices that tell laws apart, by id."""
        from .laws import choice_from_data

        return {
            name: choice_from_data(name, row)
            for name, row in self.row("choices")["choices"].items()
        }

    @cached_property
    def alone(self) -> tuple[str, ...]:
        """Letters that are 1 where nothing gives them, the likeliest first."""
        return tuple(self.row("choices")["alone"])

    # --- what is kept beside the programs ---

    def shown(self, formula: str, form: str) -> str:
        """A formula in one of the forms in which it is shown."""
        return str(self.row("show", f"{formula}|{form}"))

    def derivations(self, formula: str) -> tuple[Working, ...]:
        """The derivations of a formula, replayed when it was compiled."""
        from .results import Working, record_from_data

        return tuple(record_from_data(Working, row) for row in self.row("explain", formula))

    def compare(self, first: str, second: str) -> Comparison:
        """Two formulas side by side; raises ``NotComparable`` with the reason."""
        from .results import Comparison, record_from_data

        first_id, second_id = self.formula_id(first), self.formula_id(second)
        data = self.row("compare", f"{first_id}|{second_id}")
        if "refused" in data:
            raise NotComparable(*data["refused"])
        return record_from_data(Comparison, data)

    def solution(self, formula: str, target: str) -> Solution:
        """A law solved for a letter: every branch with its conditions."""
        from .results import Solution, record_from_data

        return record_from_data(Solution, self.row("solution", f"{formula}.{target}"))

    def translation(self, formula: str, document: str) -> Translation:
        """A law in the letters of a registered document; raises ``UnknownName`` with a guess."""
        from .results import Translation, record_from_data

        if document not in self.index["notations"]:
            raise UnknownName("notation", document, guesses(document, self.index["notations"]))
        row = self.row("translation", f"{formula}|{document}")
        return record_from_data(Translation, row)

    # --- letters and units --------------------------------------------------------

    def symbol(self, name: str, within: Iterable[str] | None = None) -> SymbolNote:
        """A letter by id, alias, Unicode letter or LaTeX, among ``within`` if given."""
        if within is None:
            return self.symbols[self._any_letter(name)]
        ids = list(within)
        for key in ids:
            note = self.symbols[key]
            if name in {key, note.latex, *note.aliases}:
                return note
        spoken = ascii_name(name)
        if spoken in ids:
            return self.symbols[spoken]
        raise UnknownName("symbol", name, guesses(spoken, ids))

    def _any_letter(self, name: str) -> str:
        letters: Mapping[str, list[str]] = self.index["symbols"]
        for key, spellings in letters.items():
            if name == key or name in spellings:
                return key
        spoken = ascii_name(name)
        if spoken in letters:
            return spoken
        raise UnknownName("symbol", name, guesses(spoken, letters))

    def unit(self, name: str) -> Unit:
        """The unit in which a letter is declared."""
        return self.units.unit(self.symbols[name].unit)

    def domain(self, name: str) -> Domain:
        """The domain of a letter, in base units."""
        return self.symbols[name].domain.times(self.unit(name).factor)

    # --- figures ------------------------------------------------------------------

    @cached_property
    def constant_sets(self) -> Mapping[str, ConstantSet]:
        """Sets of fitted constants, by name."""
        return {
            name: ConstantSet(name, row["values"], row["source"])
            for name, row in self.row("sets").items()
        }

    @cached_property
    def fitted(self) -> frozenset[str]:
        """The letters of which a set of fitted constants has a value."""
        return frozenset(
            name for constants in self.constant_sets.values() for name in constants.values
        )

    @cached_property
    def catalog(self) -> tuple[Entry, ...]:
        """Accelerators, links and models."""
        from .laws import entry_from_data

        return tuple(map(entry_from_data, self.row("catalog")))
