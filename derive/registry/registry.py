"""The registry: every record of a knowledge package by id, cross-referenced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar

from derive import records
from derive.errors import UnknownName
from derive.laws import Law, law_of, read_laws, used
from derive.names import ascii_name, guesses
from derive.units import Unit, UnitTable

MANY = 24
"""So many laws are read one by one; the next one that is asked for brings all the others along."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Formulas that share a page: a module directly under the package or under an area."""

    id: str
    title: str
    says: str
    declared: records.Declared


@dataclass(frozen=True, slots=True)
class Area:
    """Subjects that a reader looks for in one place: a folder that the package names in ``AREAS``.

    ``subjects`` is empty where there is no such folder.
    """

    id: str
    title: str
    subjects: tuple[str, ...]
    declared: records.Declared


@dataclass(frozen=True, eq=False)
class Registry:
    """Everything that a knowledge package declares, by id."""

    name: str
    folder: Path
    units: UnitTable
    subjects: Mapping[str, Subject] = field(default_factory=dict)
    formulas: Mapping[str, records.Formula] = field(default_factory=dict)
    letters: Mapping[str, records.Symbol] = field(default_factory=dict)
    symbols: Mapping[str, records.SymbolNote] = field(default_factory=dict)
    constants: Mapping[str, records.ConstantNote] = field(default_factory=dict)
    constant_sets: Mapping[str, records.ConstantSet] = field(default_factory=dict)
    sources: Mapping[str, records.Source] = field(default_factory=dict)
    terms: Mapping[str, records.Term] = field(default_factory=dict)
    variants: Mapping[str, records.Variants] = field(default_factory=dict)
    choices: Mapping[str, records.Choice] = field(default_factory=dict)
    notations: Mapping[str, records.Notation] = field(default_factory=dict)
    errata: Mapping[str, records.Erratum] = field(default_factory=dict)
    uses: Mapping[str, records.Use] = field(default_factory=dict)
    catalog: Mapping[str, records.Entry] = field(default_factory=dict)
    areas: tuple[Area, ...] = ()
    cases: tuple[records.Case, ...] = ()
    alone: tuple[records.Symbol, ...] = ()
    derivations: tuple[records.Derivation, ...] = ()
    others: tuple[Any, ...] = ()
    bases: tuple[Registry, ...] = ()
    """The packages from which letters and laws were borrowed."""

    @cached_property
    def laws(self) -> Mapping[str, Law]:
        """Every formula's law; whether each says something is a rule of ``derive check``."""
        return read_laws(self.formulas.values())

    def law(self, name: str) -> Law:
        """The law of one formula, by id."""
        formula = self.formula(name)
        # Each switch of SymPy's rewriting empties its cache, so that a law alone takes several
        # times its share of reading all; who has asked for many is about to ask for the rest.
        if "laws" in self.__dict__ or (formula not in self.read and len(self.read) >= MANY):
            return self.laws[formula.id]
        if formula not in self.read:
            self.read[formula] = law_of(formula)
        return self.read[formula]

    def law_of(self, law: records.Formula | records.Use) -> Law:
        """The law of a formula or of a use of one, whose truth was checked before."""
        if isinstance(law, records.Use):
            if law not in self.read:
                self.read[law] = used(self.law_of(law.formula), law)
            return self.read[law]
        is_read = self.formulas.get(law.id) is law and self.has_read(law.id)
        return self.law(law.id) if is_read else read_laws([law])[law.id]

    def relation_of(self, law: records.Formula | records.Use) -> Any:
        """The relation of a law or of a use of one; what SymPy makes of a line is kept."""
        if isinstance(law, records.Use):
            return law.put_into(self.relation_of(law.formula))
        return self.law(law.id).relation if self.formulas.get(law.id) is law else law()

    def has_read(self, name: str) -> bool:
        """Whether the law of a formula was read already, so that it need not be run again."""
        return "laws" in self.__dict__ or self.formulas.get(name) in self.read

    @cached_property
    def read(self) -> dict[records.Formula | records.Use, Law]:
        """The laws that were read one by one."""
        return {}

    def formula(self, name: str) -> records.Formula:
        """A formula by id or former id; raises ``UnknownName`` with a guess."""
        if name in self.formulas:
            return self.formulas[name]
        for candidate in self.formulas.values():
            if name in candidate.formerly:
                return candidate
        raise UnknownName("formula", name, guesses(name, self.formulas))

    def symbol(self, name: str, within: Iterable[str] | None = None) -> records.SymbolNote:
        """A symbol by id, alias, Unicode letter or LaTeX, among ``within`` if given."""
        ids = list(self.symbols if within is None else within)
        for key in ids:
            note = self.symbols[key]
            if name in {key, note.latex, *note.aliases}:
                return note
        spoken = {ascii_name(name)}
        for key in ids:
            if key in spoken:
                return self.symbols[key]
        raise UnknownName("symbol", name, guesses(ascii_name(name), ids))

    @cached_property
    def domains(self) -> Mapping[records.Symbol, records.Domain]:
        """The domain of every letter."""
        return {self.letters[name]: note.domain for name, note in self.symbols.items()}

    @cached_property
    def measures(self) -> Mapping[records.Symbol, Unit]:
        """The unit of every letter and constant."""
        notes: dict[str, records.SymbolNote | records.ConstantNote] = {
            **self.symbols,
            **self.constants,
        }
        return {self.letters[name]: self.units.unit(note.unit) for name, note in notes.items()}

    def unit(self, name: str) -> Unit:
        """The unit in which a symbol or constant is declared."""
        note = self.symbols.get(name) or self.constants[name]
        return self.units.unit(note.unit)

    def subject(self, record: Any) -> str:
        """The id of the subject in which a record was declared; the package itself is one, too."""
        base = self.base_of(record)
        if base is not None:
            return base.subject(record)
        module: str = record.declared.module
        area, _, below = module.removeprefix(self.name).strip(".").partition(".")
        if area in self._area_ids and below:
            return below.split(".")[0]
        return area or self.folder.name

    def base_of(self, record: Any) -> Registry | None:
        """The package from which a record was borrowed; None for a record of its own."""
        return next((base for base in self.bases if record.declared.lies_in(base.name)), None)

    @cached_property
    def _area_ids(self) -> frozenset[str]:
        return frozenset(area.id for area in self.areas)

    @cached_property
    def derived(self) -> Mapping[str, tuple[records.Derivation, ...]]:
        """The derivations of each formula, by formula id."""
        by_formula: dict[str, list[records.Derivation]] = {}
        for derivation in self.derivations:
            by_formula.setdefault(derivation.formula.id, []).append(derivation)
        return {name: tuple(derivations) for name, derivations in by_formula.items()}

    def status(self, formula: records.Formula) -> records.Status:
        """What kind of claim a formula is: as stated, or as its derivation tells."""
        base = self.base_of(formula)
        if base is not None:
            return base.status(formula)
        if formula.status:
            return formula.status
        return "derived" if formula.id in self.derived else "taken from its source"

    def cases_of(self, formula: records.Formula) -> tuple[records.Case, ...]:
        """The published numbers of one formula."""
        return tuple(case for case in self.cases if case.formula.id == formula.id)

    def variants_of(self, formula: records.Formula) -> tuple[records.Variants, ...]:
        """The groups of conventions to which a formula belongs."""
        return tuple(group for group in self.variants.values() if formula in group.members)


class Named(Protocol):
    """Anything that has a name."""

    @property
    def name(self) -> str:
        """How it is asked for."""


Thing = TypeVar("Thing", bound=Named)


def chosen(
    things: tuple[Thing, ...], names: Collection[str] | None, kind: str
) -> tuple[Thing, ...]:
    """Those with these names, in their own order, or all; raises ``UnknownName`` with a guess."""
    if names is None:
        return things
    known = {thing.name for thing in things}
    for name in names:
        if name not in known:
            raise UnknownName(kind, name, guesses(name, known))
    return tuple(thing for thing in things if thing.name in names)
