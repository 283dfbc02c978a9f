"""Entries: the parts of a book that take long, one per formula, group or document.

An entry follows from its facts alone, and its key is a digest of them, of the
units and of the engine. It is plain data, and is believed only if its shape is
that of an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from itertools import combinations
from typing import Any, TypedDict

from derive.entries.files import ENGINE, engine_stamp
from derive.entries.workings import Apart, compare
from derive.errors import NotComparable
from derive.records import Erratum, Formula, Variants
from derive.registry import Registry, load
from derive.registry.loading import HOME

from . import PARTS
from .calculating import CalculatorPage
from .calculator import calculator_data
from .documents import misprints
from .facts import Facts, behind_calculators, behind_formula
from .formulas import computed_page
from .opening import calculator_view
from .pen import Pen
from .pieces import Brief, Given, Misprint, Written
from .schema import holds
from .shapes import ComputedPage, Difference, Gap


def differences(pen: Pen, group: Variants) -> list[Difference]:
    """Every two members of a group side by side, each pair once."""
    return [_between(pen, first, second) for first, second in combinations(group.members, 2)]


def _between(pen: Pen, first: Formula, second: Formula) -> Difference:
    try:
        compared = compare(pen.registry, first.id, second.id, meet=False)
    except NotComparable as wrong:
        return {**_nothing(pen, first, second), "trouble": wrong.why}
    difference, ratio, relation = compared.expressions
    return {
        **_nothing(pen, first, second),
        "equal": bool(compared.words.equal),
        "strength": compared.words.strength,
        "difference": _written(pen, difference),
        "ratio": _written(pen, ratio),
        "relation": _written(pen, relation),
        "gap": [_gap(pen, compared.apart)] if compared.apart else [],
    }


def _nothing(pen: Pen, first: Formula, second: Formula) -> Difference:
    return {
        "first": pen.formula(first),
        "second": pen.formula(second),
        "equal": False,
        "strength": "",
        "difference": [],
        "ratio": [],
        "relation": [],
        "gap": [],
        "trouble": "",
    }


def _gap(pen: Pen, apart: Apart) -> Gap:
    at: list[Given] = [{**pen.letter(name), "value": value} for name, value in apart.where.items()]
    return {"share": apart.share, "at": at, "tried": apart.looked_at}


def _written(pen: Pen, expression: Any) -> list[Written]:
    return [] if expression is None else [pen.settled(expression)]


class FormulaEntry(TypedDict):
    """What is kept of a formula."""

    page: ComputedPage
    brief: Brief


@dataclass(frozen=True, slots=True)
class Piece:
    """One entry to be had: its kind, the id of its record, its key."""

    kind: str
    name: str
    key: str

    @property
    def row(self) -> tuple[str, str]:
        """Its kind and name in a store; with its key it is named by all that it follows from."""
        return self.kind, f"{self.name} {self.key}"


def pieces(registry: Registry, files: Mapping[str, Any] | None = None) -> list[Piece]:
    """Every entry of a registry with its key; nothing is computed for it."""
    engine = engine_stamp([*ENGINE, *PARTS])
    units = repr(registry.units.to_data())
    facts = Facts(registry, repr(files))
    return [
        Piece(kind, name, _digest("\n".join(map(_fact_digest, [engine, units, kind, *texts]))))
        for kind, name, texts in _facts(facts)
    ]


@lru_cache(maxsize=100_000)
def _fact_digest(text: str) -> str:
    """The digest of a fact: the same one is behind many things."""
    return _digest(text)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()


def _facts(facts: Facts) -> Iterator[tuple[str, str, list[str]]]:
    registry = facts.registry
    behind = {name: behind_formula(facts, formula) for name, formula in registry.formulas.items()}
    for name, texts in behind.items():
        yield "page", name, texts
    for name, texts in behind_calculators(facts, behind).items():
        yield "calculator", name, texts
    for name, group in registry.variants.items():
        yield "variants", name, facts.behind(group)
    # A notation names symbols by id, so any of them may be behind a printed formula.
    letters = list(registry.letters.values())
    for name, errata in errata_by_source(registry).items():
        yield "errata", name, facts.behind(errata, letters)


def errata_by_source(registry: Registry) -> Mapping[str, list[Erratum]]:
    """The errata of every document that has some, by the id of the source."""
    by_source: dict[str, list[Erratum]] = {}
    for erratum in registry.errata.values():
        by_source.setdefault(erratum.place.source.id, []).append(erratum)
    return {name: by_source[name] for name in sorted(by_source)}


ENTRIES: Mapping[str, Any] = {
    "page": FormulaEntry,
    "calculator": list[CalculatorPage],
    "variants": list[Difference],
    "errata": list[Misprint],
}
"""What is kept of a formula, of its calculator if it has one, of a group, of a document."""


def sound(kind: str, entry: object) -> bool:
    """Whether what was kept has the shape of an entry of its kind."""
    return holds(ENTRIES[kind])(entry)


# --- computing -------------------------------------------------------------------


def compute(pen: Pen, piece: Piece) -> Any:
    """One entry; ``ENTRIES`` has the shape of each kind."""
    registry = pen.registry
    if piece.kind == "variants":
        return differences(pen, registry.variants[piece.name])
    if piece.kind == "errata":
        return misprints(pen, errata_by_source(registry)[piece.name])
    formula = registry.formulas[piece.name]
    if piece.kind == "page":
        return {"page": computed_page(pen, formula), "brief": pen.brief(formula.id)}
    data = calculator_data(registry, formula)
    return [{"data": data, "view": calculator_view(pen, formula, data)}] if data else []


class Maker:
    """What a child prepares: a forked one has the registry, any other loads it again."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def __call__(self) -> Callable[[Piece], Any]:
        """The work of a child."""
        return partial(compute, Pen.of(self.registry))

    def __reduce__(self) -> tuple[Any, ...]:
        named = not self.registry.name.startswith(f"{HOME}.")
        return _maker, (self.registry.name if named else str(self.registry.folder),)


def _maker(package: str) -> Maker:
    return Maker(load(package))
