"""Rules: what one is, the records that it is held against, and the places of its findings."""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from sympy import Equality

from derive.algebra.equal import points
from derive.algebra.evaluate import Undefined, fraction, truth, value
from derive.algebra.programs_of import domain_in_base
from derive.algebra.standins import stand_in
from derive.errors import BrokenLaw, DeriveError, ValueProblem
from derive.findings import Finding, Rows, Severity
from derive.laws import Law, read_laws, says_something
from derive.names import listing
from derive.records import Declared, Domain, Formula, Source
from derive.registry import Registry, guesses

from .code import NO_QUOTE, Quote, allowed, page

OPEN_AFTER = 12
"""Points of the domains at which a law is tried before SymPy is asked whether it says anything."""

Kind = Literal[
    "registry",
    "formula",
    "symbol",
    "constant",
    "constant set",
    "source",
    "term",
    "variants",
    "choice",
    "case",
    "derivation",
    "notation",
    "erratum",
    "entry",
]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One record: what it is, what its authors call it, and where it stands."""

    kind: Kind
    name: str
    declared: Declared
    record: Any


def subjects(registry: Registry) -> Iterator[Subject]:
    """Every record of the package's own, and at last the registry itself.

    What it borrows is checked where it is declared.
    """
    return (subject for subject in every_record(registry) if not _is_borrowed(registry, subject))


def _is_borrowed(registry: Registry, subject: Subject) -> bool:
    if subject.kind == "source":
        # Sources do not remember who declared them: one without a line here came with a base.
        return bool(registry.bases) and subject.name not in _source_places(registry)
    return any(subject.declared.lies_in(base.name) for base in registry.bases)


def every_record(registry: Registry) -> Iterator[Subject]:
    """Every record, borrowed ones among them, and at last the registry itself."""
    own: tuple[tuple[Kind, Iterable[Any]], ...] = (
        ("formula", registry.formulas.values()),
        ("symbol", registry.symbols.values()),
        ("constant", registry.constants.values()),
        ("constant set", registry.constant_sets.values()),
        ("source", registry.sources.values()),
        ("term", registry.terms.values()),
        ("variants", registry.variants.values()),
        ("choice", registry.choices.values()),
        ("derivation", registry.derivations),
        ("entry", registry.catalog.values()),
        ("case", registry.cases),
        ("notation", registry.notations.values()),
        ("erratum", registry.errata.values()),
    )
    count: Counter[str] = Counter()
    for kind, records in own:
        for record in records:
            if kind == "case":
                count[record.formula.id] += 1
                name = f"{record.formula.id}-case-{count[record.formula.id]}"
            else:
                name = record.name if kind in ("constant set", "variants") else record.id
            declared = source_place(registry, record) if kind == "source" else record.declared
            yield Subject(kind, name, declared, record)
    start = Declared(str(registry.folder / "__init__.py"), 0, registry.name)
    yield Subject("registry", registry.folder.name, start, registry)


def source_place(registry: Registry, source: Source) -> Declared:
    """Where a source is declared; sources do not remember it themselves."""
    nowhere = Declared(str(registry.folder / "__init__.py"), 0)
    return _source_places(registry).get(source.id, nowhere)


@lru_cache(maxsize=8)
def _source_places(registry: Registry) -> dict[str, Declared]:
    """For each ``Source("id", ...)`` in the package, its line."""
    places: dict[str, Declared] = {}
    for file in sorted(registry.folder.rglob("*.py")):
        for node in ast.walk(page(str(file)).tree):
            for name in _source_ids(node):
                places.setdefault(name, Declared(str(file), getattr(node, "lineno", 0)))
    return places


def _source_ids(node: ast.AST) -> Iterator[str]:
    """The id that a piece of syntax gives a source, if it is ``Source("id", ...)``."""
    if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Source":
        return
    for argument in [*node.args[:1], *(part.value for part in node.keywords if part.arg == "id")]:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def relative(registry: Registry, file: str) -> str:
    """A file as its authors call it: from the folder in which the package lies."""
    return below(registry.folder, file)


def place_of(registry: Registry, declared: Declared) -> str:
    """File and line of a declaration, as authors call them."""
    return f"{relative(registry, declared.file)}:{declared.line}"


def below(folder: Path, file: str) -> str:
    """A file's path from the folder in which the package ``folder`` lies."""
    try:
        return Path(file).resolve().relative_to(folder.resolve().parent).as_posix()
    except ValueError:
        return Path(file).name


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A guess at a name that is misspelled, or other advice where none is near."""
    near = guesses(name, known)
    return f"Did you mean {listing(near)}?" if near else otherwise


def law_or_none(registry: Registry, formula: Formula) -> Law | None:
    """The law of a formula; None where it cannot be built, or is not of this registry."""
    if registry.formulas.get(formula.id) is not formula:
        return None
    # Building every law takes long: one that was read already is taken as it is.
    if registry.has_read(formula.id):
        return registry.law(formula.id)
    return built(registry)[0].get(formula.id)


def building_trouble(registry: Registry, formula: Formula) -> BrokenLaw | None:
    """Why the law of a formula cannot be built, if so."""
    return built(registry)[1].get(formula.id)


@lru_cache(maxsize=8)
def built(registry: Registry) -> tuple[dict[str, Law], dict[str, BrokenLaw]]:
    """All laws that can be built, and what is wrong with the others, by formula id."""
    problems: list[BrokenLaw] = []
    laws = read_laws(registry.formulas.values(), problems)
    for name in [name for name, law in laws.items() if not _is_open(registry, law)]:
        try:
            says_something(registry.formulas[name], laws[name])
        except BrokenLaw as problem:
            problems.append(problem)
            del laws[name]
    return laws, {problem.formula: problem for problem in problems}


def _is_open(registry: Registry, law: Law) -> bool:
    """Whether one point of the domains meets a law and another does not: no domain decides it."""
    standins = stand_in([law.relation], domains_of(registry))
    lhs, rhs = standins.sides(law.relation)
    ground, plain = standins.ground(), law.relation.func(lhs, rhs, evaluate=False)
    gives_a_letter = isinstance(plain, Equality) and lhs.is_Symbol and not rhs.has(lhs)
    seen: set[bool] = set()
    for point in islice(points(ground, lhs.free_symbols | rhs.free_symbols), OPEN_AFTER):
        try:
            seen.add(truth(plain, point))
            # Chance meets no equation; its letter, where it stands alone, can be put there.
            if gives_a_letter and ground.domain(lhs).contains(fraction(value(rhs, point))):
                seen |= {True}
        except Undefined:
            continue
        if len(seen) > 1:
            return True
    return False


@lru_cache(maxsize=8)
def domains_of(registry: Registry) -> dict[Any, Domain]:
    """The domain of every letter in base units; of one without a readable unit as declared."""
    domains: dict[Any, Domain] = {}
    for name, note in registry.symbols.items():
        try:
            domains[registry.letters[name]] = domain_in_base(registry, name)
        except ValueProblem:
            domains[registry.letters[name]] = note.domain
    return domains


@lru_cache(maxsize=8)
def occurrences(registry: Registry) -> dict[str, frozenset[str]]:
    """For each letter, the ids of the formulas that contain it."""
    formulas: dict[str, set[str]] = {name: set() for name in registry.letters}
    for name, law in built(registry)[0].items():
        for letter in law.relation.free_symbols:
            formulas.setdefault(letter.name, set()).add(name)
    return {name: frozenset(ids) for name, ids in formulas.items()}


# --- the frame of a rule ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule yields: the facts, without what the frame knows anyway.

    The line is that of the quote, else the record's. ``file`` and ``name`` are given only
    where they differ from those of the record; ``severity`` only where it differs from the rule's.
    """

    message: str
    quote: Quote = NO_QUOTE
    rows: Rows = ()
    guess: str = ""
    file: str = ""
    name: str = ""
    severity: Severity | None = None


Check = Callable[[Registry, Any], Iterator[Seen]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A generator named as a sentence; it yields what it sees and never raises on purpose."""

    check: Check
    kind: Kind
    severity: Severity

    @property
    def name(self) -> str:
        """The sentence, with underscores."""
        return self.check.__name__

    @property
    def page(self) -> str:
        """What it means, why it matters, and an example: its docstring."""
        return inspect.cleandoc(self.check.__doc__ or "")

    def look(self, registry: Registry, subject: Subject) -> list[Finding]:
        """Everything that this rule has to say about one record."""
        findings: list[Finding] = []
        try:
            for seen in self.check(registry, subject.record):
                findings.append(self._finding(registry, subject, seen))  # noqa: PERF401  kept if it stops
        except Exception as stop:  # noqa: BLE001  a broken record is a finding, not a crash
            stopped = Seen(f"This could not be checked: {plain(stop)}.", severity="error")
            findings.append(self._finding(registry, subject, stopped))
        return _disclosed(findings, subject) if findings else findings

    def _finding(self, registry: Registry, subject: Subject, seen: Seen) -> Finding:
        return Finding(
            rule=self.name,
            severity=seen.severity or self.severity,
            file=relative(registry, seen.file or subject.declared.file),
            line=seen.quote.line or subject.declared.line,
            name=seen.name or subject.name,
            message=seen.message,
            # The first line of a longer call says nothing by itself.
            quote="" if seen.quote.text.endswith("(") else seen.quote.text,
            rows=tuple(tuple(row) for row in seen.rows),
            guess=seen.guess,
        )


def _disclosed(findings: list[Finding], subject: Subject) -> list[Finding]:
    """The findings, or, where the author allows them with a reason, that as information."""
    reason = allowed(subject.declared, findings[0].rule, subject.name)
    if not reason:
        return findings
    return [
        finding.replaced(severity="info", quote="", rows=(), guess=f"Allowed: {reason}")
        for finding in findings
    ]


def rules(kind: Kind, *checks: Check, severity: Severity = "error") -> tuple[Rule, ...]:
    """Rules for one kind of record."""
    return tuple(Rule(check, kind, severity) for check in checks)


def plain(stop: BaseException) -> str:
    """What stopped a rule, in one line."""
    text = " ".join(str(stop).split()).rstrip(".")
    if isinstance(stop, DeriveError) and text:
        return text
    if isinstance(stop, RecursionError):
        return "its expression is nested too deeply"
    return f"{text[:200]} ({type(stop).__name__})" if text else type(stop).__name__
