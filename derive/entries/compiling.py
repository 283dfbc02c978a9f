"""A registry compiled, one entry or all: what questions may need, as plain data, made by SymPy."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from sympy import Eq, srepr

from ..algebra.judge import Rearrangement
from ..algebra.programs_of import easier_forms, in_base, relation_of, side_of, steady
from ..algebra.rearrange import rearrange
from ..dimensions import measure
from ..errors import NoEvaluator, NotCompiled
from ..laws import Law
from ..programs.program import to_data
from ..records import Formula, SymbolNote
from ..registry import Registry, load
from ..units import BASE_UNITS
from ..units.unit import named as unit_name
from ..workers import cores, in_children, rarely_collected
from ..written import as_settled, as_typed, node_data
from .alternatives import gives, needs, tools
from .files import package_folder, sizes_below
from .knowledge import Knowledge
from .laws import domain_data
from .lists import (
    catalog_data,
    choices_data,
    index_data,
    runs_data,
    sets_data,
    symbol_data,
    titles_data,
    unknowns,
)
from .opening import StoredRows
from .showing import (
    FORMS,
    letters_data,
    search_data,
    settled_latex,
    settled_text,
    show_data,
    typed_latex,
    typed_text,
)
from .store import Store

Data = Any


class Compiler:
    """Makes the entries of one registry; each is made once."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._made: dict[tuple[str, str], Data] = {}

    def get(self, kind: str, name: str) -> Data:
        """The data of an entry; None where there is no such thing."""
        key = kind, name
        if key not in self._made:
            self._made[key] = MAKERS[kind](self.registry, name)
        return self._made[key]

    def get_all(self, kind: str, names: Sequence[str]) -> list[Data]:
        """The data of some entries of one kind."""
        return [self.get(kind, name) for name in names]

    def key(self, kind: str, name: str) -> str:
        """What an entry follows from, as a digest: the law and its letters, without their prose."""
        law = _law(self.registry, name.rpartition(".")[0]) if kind == "solved" else None
        if law is None:
            return ""
        # As repr: its quotes keep two neighbouring texts from reading like two others.
        return sha256(repr(_behind(self.registry, law)).encode()).hexdigest()[:24]


def _law(registry: Registry, name: str) -> Law | None:
    """The law of a formula or of a declared use."""
    if name in registry.formulas:
        return registry.law(name)
    return registry.law_of(registry.uses[name]) if name in registry.uses else None


def _behind(registry: Registry, law: Law) -> list[Any]:
    """The law, its conditions, and of every letter what the algebra and the printers look at."""
    letters = sorted(
        {x for part in (law.relation, *law.conditions) for x in part.free_symbols}, key=str
    )
    notes = [
        [note.id, note.unit, domain_data(note.domain), note.latex]
        if isinstance(note, SymbolNote)
        else [note.id, note.unit, str(note.value)]
        for note in (letter.note for letter in letters)
    ]
    units = [str(registry.unit(letter.name).factor) for letter in letters]
    return [srepr(law.relation), [srepr(condition) for condition in law.conditions], notes, units]


@lru_cache(maxsize=8)
def knowledge_of(registry: Registry) -> Knowledge:
    """A registry as questions see it, compiled as far as it is asked."""
    return Knowledge(Compiler(registry))


# --- laws -----------------------------------------------------------------------


def formula_data(registry: Registry, name: str) -> Data:
    """The law of a formula."""
    formula = registry.formulas.get(name)
    return None if formula is None else law_data(registry, registry.law(name), formula)


def use_data(registry: Registry, name: str) -> Data:
    """The law of a declared use."""
    use = registry.uses.get(name)
    if use is None:
        return None
    return {**law_data(registry, registry.law_of(use), use.formula), "id": name}


def law_data(registry: Registry, law: Law, formula: Formula) -> Data:
    """A law as programs, as trees and in words."""
    relation = in_base(registry, law.relation)
    left = law.relation.lhs
    own = str(left.name) if left.is_Symbol and isinstance(law.relation, Eq) else ""
    return {
        "id": law.formula_id,
        "formula": law.formula_id,
        "title": formula.title,
        "status": registry.status(formula),
        "leaves_out": formula.leaves_out,
        "sources": ", ".join(str(place) for place in formula.sources),
        "text": typed_text(law.typed),
        "latex": typed_latex(registry, law.typed),
        "written": node_data(as_typed(law.typed)),
        "relation": relation_of(relation).to_data(),
        "letters": [letter.name for letter in law.symbols],
        "conditions": [
            [
                typed_text(condition),
                relation_of(in_base(registry, condition)).to_data(),
                node_data(as_typed(condition)),
            ]
            for condition in law.conditions
        ],
        "gives": own if own and not law.relation.rhs.has(left) else "",
        "left": own,
        "unit": unit_of_law(registry, law),
        "easier": {
            letter: form.to_data()
            for letter, form in easier_forms(relation, dict(registry.domains)).items()
        },
    }


def unit_of_law(registry: Registry, law: Law) -> str:
    """The unit of both sides of a law, in base units."""
    measured = measure(law.relation.lhs, registry.measures)
    powers = [
        (BASE_UNITS[name], int(power))
        for name, power in measured.dimension.hard or ()
        if power.denominator == 1
    ]
    return unit_name(powers) if powers else "1"


@lru_cache(maxsize=4096)
def rearranged(registry: Registry, law: Law, target: str) -> Rearrangement:
    """A law solved for a letter, in letters; that depends on no value and is kept."""
    given = [in_base(registry, condition) for condition in law.conditions]
    relation = in_base(registry, law.relation)
    return rearrange(relation, registry.letters[target], registry.domains, given=given)


def solved_data(registry: Registry, name: str) -> Data:
    """A law solved for one of its letters; the name is ``formula.letter``."""
    formula, _, target = name.rpartition(".")
    law = _law(registry, formula)
    if law is None:
        return None
    shape = rearranged(registry, law, target)
    inside = shape.inside
    # Where rounding errors may swallow an answer, floats take another form of the branch.
    only = inside[0].expression if shape.method == "closed" and len(inside) == 1 else None
    return {
        "method": shape.method,
        "reason": shape.reason,
        "inside": [_branch_data(registry, branch) for branch in inside],
        "steady": None if only is None else _steady(registry, law, target, only),
    }


def _branch_data(registry: Registry, branch: Any) -> Data:
    value, statement = branch.expression, branch.statement
    return [
        "" if value is None else settled_text(value),
        None
        if statement is None
        else [settled_text(statement), settled_latex(registry, statement)],
        None if value is None else _program(registry, value),
        None if value is None else node_data(as_settled(value)),
    ]


def _program(registry: Registry, expression: Any) -> Data:
    try:
        return to_data(side_of(in_base(registry, expression)))
    except NoEvaluator:
        return None


def _steady(registry: Registry, law: Law, target: str, only: Any) -> Data:
    """The branch for floats, where it is another than the branch itself."""
    left = law.relation.lhs
    is_output = left.is_Symbol and left.name == target and not law.relation.rhs.has(left)
    better = steady(law.relation.rhs if is_output else only)
    return None if better == only else _program(registry, better)


def tools_data(registry: Registry, _: str = "") -> Data:
    """Every law that a chain may hold, as far as a search for chains looks at it."""
    held = needs(registry)
    return [
        {
            "id": name,
            "formula": formula.id,
            "letters": sorted(x.name for x in law.symbols),
            "groups": {g.name: g.members[formula] for g in registry.variants_of(formula)},
            "gives": gives(law),
            "is_equation": isinstance(law.relation, Eq),
            "status": registry.status(formula),
            "needs": {
                choice: sorted(alternatives) for choice, alternatives in sorted(held[name].items())
            },
            "unknowns": unknowns(law),
        }
        for name, (formula, law) in tools(registry).items()
    ]


def _late(module: str, maker: str) -> Callable[[Registry, str], Data]:
    """A maker of another module, imported when its kind is asked for: some import NumPy."""

    def make(registry: Registry, name: str) -> Data:
        return getattr(import_module(module, __package__), maker)(registry, name)

    return make


MAKERS: Mapping[str, Callable[[Registry, str], Data]] = {
    "index": index_data,
    "units": lambda registry, _: registry.units.to_data(),
    "symbol": symbol_data,
    "sets": sets_data,
    "catalog": catalog_data,
    "formula": formula_data,
    "use": use_data,
    "solved": solved_data,
    "tools": tools_data,
    "choices": choices_data,
    "show": show_data,
    "explain": _late(".workings", "explain_data"),
    "compare": _late(".workings", "compare_data"),
    "translation": _late(".workings", "translation_data"),
    "solution": _late(".workings", "solution_data"),
    "search": search_data,
    "letters": letters_data,
    "runs": runs_data,
    "mentions": _late(".points", "mentions_data"),
    "points": _late(".points", "points_data"),
    "forms": _late(".points", "forms_data"),
    "vocabulary": _late(".vocabulary_rows", "vocabulary_data"),
    "titles": titles_data,
}

Name = tuple[str, str]
Row = tuple[str, str, str, Any]

LONGEST = 600.0
"""Seconds after which compiling one formula is given up; none takes a tenth of that."""


def compile_whole(
    package: str | None, path: str = "", *, progress: Callable[[int, int], None] | None = None
) -> tuple[int, str]:
    """Compile all entries of a package; how many there are, and the file that holds them.

    What is current in the user's own store is not compiled again; the rest goes
    there. A path gets a store that can travel beside the knowledge. Raises
    ``NotCompiled`` with the formula and the reason where one cannot be.
    """
    store = StoredRows(package, package_folder(package)).store
    if store is None and not path:
        raise NotCompiled("the package", "there is no folder for a cache; name a file with -o")
    held = {} if store is None else store.rows()
    with rarely_collected():
        registry = load(package)
        pieces = [*_comparisons(registry), *_by_formula(registry), _of_all(registry)]
        rows = [(*each, *held[each]) for names in pieces for each in names if each in held]
        lacking = ([each for each in names if each not in held] for names in pieces)
        missing = [*filter(None, lacking)]
        new: list[Row] = []
        prepare = partial(_prepared, registry)
        for done, outcome in enumerate(
            in_children(prepare, missing, seconds=LONGEST, workers=cores()), start=1
        ):
            if outcome.trouble:
                raise NotCompiled(outcome.item[0][1], outcome.trouble)
            new += outcome.result
            if progress is not None:
                progress(done, len(missing))
    rows = sorted([*rows, *new], key=lambda row: row[:2])
    if store is not None:
        store.put(new)
        if not path:
            _close(store)
            return len(rows), store.path
        store.close()
    _travelling(Path(path), rows, str(registry.folder))
    return len(rows), path


def _prepared(registry: Registry) -> Callable[[Sequence[Name]], list[Row]]:
    return partial(_compiled, Compiler(registry))


def _compiled(compiler: Compiler, names: Sequence[Name]) -> list[Row]:
    entries = [(kind, name, compiler.get(kind, name)) for kind, name in names]
    return [
        (kind, name, compiler.key(kind, name), data)
        for kind, name, data in entries
        if data is not None
    ]


def _by_formula(registry: Registry) -> Iterator[list[Name]]:
    """What is compiled for each law, the laws with the most letters first: they take longest."""
    laws = {**registry.laws, **{name: registry.law_of(use) for name, use in registry.uses.items()}}
    for name in sorted(laws, key=lambda law: -len(laws[law].symbols)):
        kind = "use" if name in registry.uses else "formula"
        names = [(kind, name), ("points", name), ("forms", name)]
        names += [("solved", f"{name}.{x.name}") for x in laws[name].symbols]
        if kind == "formula":
            names += [("show", f"{name}|{form}") for form in FORMS]
            names += [("explain", name)]
        yield names


def _comparisons(registry: Registry) -> list[list[Name]]:
    """Each two laws that are called variants of each other, in both orders."""
    groups = [[formula.id for formula in group.members] for group in registry.variants.values()]
    pairs = {pair for group in groups for pair in combinations(sorted(group), 2)}
    return [[("compare", f"{a}|{b}"), ("compare", f"{b}|{a}")] for a, b in sorted(pairs)]


def _of_all(registry: Registry) -> list[Name]:
    """What is compiled once for the package."""
    from .points import undeclared
    from .vocabulary_rows import PARTS

    kinds = (
        "index", "units", "sets", "catalog", "tools", "choices", "search", "letters", "runs",
        "mentions", "titles",
    )  # fmt: skip
    return [
        *((kind, "") for kind in kinds),
        *(("symbol", name) for name in registry.symbols),
        *(entry for name in undeclared(registry) for entry in (("points", name), ("forms", name))),
        *(("vocabulary", part) for part in PARTS),
    ]


def _travelling(path: Path, rows: list[Row], folder: str) -> None:
    """Write the store beside its place and move it there whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    store = Store(str(beside))
    store.put(rows)
    store.put_meta({"sizes": json.dumps(sizes_below(folder), sort_keys=True)})
    _close(store)
    # Moved whole: whoever reads it meanwhile has the old one or the new one.
    beside.replace(path)


def _close(store: Store) -> None:
    store.close()
    if store.troubles:
        raise NotCompiled(store.path, store.troubles[0])
