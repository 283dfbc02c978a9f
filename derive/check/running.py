"""All rules, and running them: over a registry, one record, a package that may not load."""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from derive.errors import DeclaredTwice, NoSuchPackage
from derive.findings import Finding, ordered
from derive.locate import knowledge
from derive.records import Declared
from derive.registry import Registry, chosen, load

from . import (
    comparing,
    conditions,
    derivations,
    documents,
    errata,
    laws,
    letters,
    links,
    prose,
    units,
    values,
    worked,
)
from .code import first_line
from .rules import Kind, Rule, Subject, below, relative, rules, subjects

RULES: tuple[Rule, ...] = (
    *rules(
        "formula",
        laws.laws_can_be_built,
        letters.every_letter_is_declared,
        units.both_sides_share_a_unit,
        units.terms_of_a_sum_share_a_unit,
        units.exponents_and_logs_are_pure,
        laws.typed_equals_canonical,
        conditions.conditions_say_something,
        laws.no_floats_in_laws,
        laws.no_bare_arithmetic_in_laws,
        prose.every_formula_has_a_title,
        prose.every_formula_has_a_source_with_a_place,
        derivations.laws_are_acyclic,
        comparing.approximations_approximate,
        comparing.statuses_are_true,
        links.former_names_are_free,
        links.no_formula_name_is_another_formulas,
        documents.cited_places_are_unique,
        documents.formulas_are_reachable,
    ),
    *rules(
        "formula",
        units.counts_agree_in_kind,
        units.units_can_be_told,
        units.laws_stay_in_the_domain,
        values.defaults_agree_with_laws,
        severity="warning",
    ),
    *rules("formula", units.rounding_is_of_counts, severity="info"),
    *rules("formula", conditions.laws_hold_for_declared_alternatives),
    *rules("formula", conditions.laws_keep_inherited_alternatives, severity="warning"),
    *rules("choice", conditions.choices_name_their_own_alternatives),
    *rules("symbol", conditions.laws_of_one_letter_are_told_apart, severity="info"),
    *rules(
        "symbol",
        values.units_of_letters_exist,
        letters.no_letter_has_two_meanings,
        values.defaults_and_typical_values_are_readable,
        letters.latex_of_letters_is_readable,
    ),
    *rules("symbol", letters.declared_letters_are_used, severity="warning"),
    *rules("constant", values.units_of_letters_exist),
    *rules("constant", letters.declared_constants_are_used, severity="warning"),
    *rules(
        "constant set",
        values.values_of_constant_sets_are_readable,
        values.constant_sets_are_complete_for_a_formula,
    ),
    *rules("source", prose.sources_are_cited, severity="warning"),
    *rules("source", documents.sources_are_declared_once),
    *rules("variants", comparing.variants_differ, comparing.variants_give_one_quantity),
    *rules(
        "derivation",
        derivations.derivations_arrive,
        links.replaced_letters_occur,
        laws.no_floats_in_laws,
        laws.no_bare_arithmetic_in_laws,
    ),
    *rules("derivation", derivations.derivations_inherit_their_conditions, severity="warning"),
    *rules("case", worked.cases_come_out, links.replaced_letters_occur),
    *rules("case", links.givens_occur_in_the_law, severity="warning"),
    *rules("term", links.links_of_terms_exist, links.no_word_has_two_terms),
    *rules("notation", documents.notation_rows_exist),
    *rules("notation", documents.reused_letters_are_told, severity="info"),
    *rules("erratum", errata.errata_are_proved),
    *rules(
        "entry",
        values.figures_are_readable,
        values.figures_have_a_source_with_a_place,
        values.entries_have_a_name_of_their_own,
        conditions.entries_settle_declared_alternatives,
    ),
    *rules("registry", letters.addresses_do_not_collide, links.areas_hold_every_subject),
    *(
        Rule(prose.names_in_prose_exist, kind, "error")
        for kind in get_args(Kind)
        if kind != "registry"
    ),
)
"""All rules: a rule is registered by standing here."""

MISSING_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
PACKAGES_LOAD = "packages_load"


def unloadable(package: str | Path | None, stop: Exception) -> Finding:
    """The finding for what keeps a package from loading.

    A letter that is declared twice is a letter with two meanings; everything
    else is the rule ``packages_load``.
    """
    named = Path(package or knowledge())
    folder = named.resolve() if named.is_dir() else None
    if isinstance(stop, DeclaredTwice):
        return _declared_twice(folder, stop)
    file, line = _place(stop, folder)
    return Finding(
        rule=PACKAGES_LOAD,
        severity="error",
        file=_shown(folder, file) if file else str(package or ""),
        line=line,
        name=Path(file).stem if file else str(package or ""),
        message=_why(stop),
        quote=_line(file, line),
    )


def _declared_twice(folder: Path | None, stop: DeclaredTwice) -> Finding:
    first, again = (place.rpartition(":") for place in (stop.first, stop.second))
    rows = [
        (when, f"{_shown(folder, file)}:{line}", _line(file, int(line) if line.isdigit() else 0))
        for when, (file, _, line) in (("first", first), ("again", again))
    ]
    return Finding(
        rule="no_letter_has_two_meanings" if stop.kind == "letter" else PACKAGES_LOAD,
        severity="error",
        file=_shown(folder, again[0]),
        line=int(again[2]) if again[2].isdigit() else 0,
        name=stop.name,
        message=f"The {stop.kind} {stop.name} is declared twice.",
        rows=tuple(rows),
        guess="Give the second one a name of its own, or import the first.",
    )


def _place(stop: Exception, folder: Path | None) -> tuple[str, int]:
    """The author's line at which loading stopped: the last one inside the package."""
    if isinstance(stop, SyntaxError) and stop.filename:
        return stop.filename, stop.lineno or 0
    # The last frame inside the package: what it calls in SymPy or here is no line of its author.
    inside = [
        (frame.filename, frame.lineno or 0)
        for frame in traceback.extract_tb(stop.__traceback__)
        if folder is not None and folder in Path(frame.filename).parents
    ]
    return inside[-1] if inside else ("", 0)


def _why(stop: Exception) -> str:
    """What went wrong, as someone says it who does not know Python's words for it."""
    missing = MISSING_NAME.search(str(stop)) if isinstance(stop, ImportError) else None
    if missing:
        module = missing[2].rpartition(".")[2]
        return f"{missing[1]} is imported from {module}, which does not declare it."
    if isinstance(stop, NameError):
        return f"The name {stop.name} is used before anything declares it."
    if isinstance(stop, SyntaxError):
        return f"The file is not valid Python: {stop.msg}."
    text = " ".join(str(stop).split()).rstrip(".")
    return f"The package cannot be loaded: {text or type(stop).__name__}."


def _line(file: str, line: int) -> str:
    """A line of a file, also of one that is not valid Python."""
    return first_line(Declared(file, line)).text


def _shown(folder: Path | None, file: str) -> str:
    return below(folder, file) if folder is not None else Path(file).name


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One rule on one record: the unit of work."""

    registry: Registry
    subject: Subject
    rule: Rule

    @property
    def id(self) -> str:
        """``formulas/memory.py::zero3_memory::both_sides_share_a_unit``."""
        file = relative(self.registry, self.subject.declared.file)
        return f"{file}::{self.subject.name}::{self.rule.name}"

    def run(self) -> list[Finding]:
        """What the rule sees on the record."""
        return self.rule.look(self.registry, self.subject)


def check(registry: Registry, rules: Collection[str] | None = None) -> list[Finding]:
    """All findings of all rules, or of those that are named, in the order of the files."""
    return ordered(finding for item in items(registry, rules) for finding in item.run())


def items(registry: Registry, rules: Collection[str] | None = None) -> Iterator[Item]:
    """Every rule on every record that it is about."""
    chosen = chosen_rules(rules)
    for subject in subjects(registry):
        for rule in chosen:
            if rule.kind == subject.kind:
                yield Item(registry, subject, rule)


def chosen_rules(names: Collection[str] | None) -> tuple[Rule, ...]:
    """The rules with these names, or all; raises ``UnknownName`` with a guess."""
    return chosen(RULES, names, "rule")


def check_package(
    package: str | Path | None = None, rules: Collection[str] | None = None
) -> list[Finding]:
    """Load a package and check it; what keeps it from loading is a finding, too.

    Raises ``NoSuchPackage`` where there is nothing to load, and ``UnknownName``
    for a rule that does not exist.
    """
    chosen_rules(rules)
    try:
        registry = load(package)
    except NoSuchPackage:
        raise
    except Exception as stop:  # noqa: BLE001  a package is foreign code
        return [unloadable(package, stop)]
    return check(registry, rules)
