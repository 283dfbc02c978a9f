"""Every entry of a package compiled at once, so that no question has to wait for one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from ..errors import NotCompiled
from ..laws import law_of
from ..registry import Registry, load
from ..workers import cores, in_children, rarely_collected
from .compiling import Compiler
from .files import package_folder, sizes_below
from .opening import StoredRows
from .showing import FORMS
from .store import Store

Name = tuple[str, str]
Row = tuple[str, str, str, Any]

LONGEST = 600.0
"""Seconds after which compiling one formula is given up; none takes a tenth of that."""


def compile_whole(
    package: str | None, path: str = "", *, progress: Callable[[int, int], None] | None = None
) -> tuple[int, str]:
    """Compile all entries of a package; how many there are, and the file that holds them.

    Without a ``path`` they go to the user's own store. A path gets a store
    that can travel beside the knowledge. Raises ``NotCompiled`` with the
    formula and the reason where one cannot be.
    """
    with rarely_collected():
        registry = load(package)
        pieces = [*_comparisons(registry), *_by_formula(registry), _of_all(registry)]
        rows: list[Row] = []
        prepare = partial(_prepared, registry)
        for done, outcome in enumerate(
            in_children(prepare, pieces, seconds=LONGEST, workers=cores()), start=1
        ):
            if outcome.trouble:
                raise NotCompiled(outcome.item[0][1], outcome.trouble)
            rows += outcome.result
            if progress is not None:
                progress(done, len(pieces))
    rows.sort(key=lambda row: row[:2])
    if path:
        _travelling(Path(path), rows, str(registry.folder))
    else:
        path = _kept(package, rows)
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
    laws = {**registry.laws, **{name: law_of(use) for name, use in registry.uses.items()}}
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
    from .points import ERRATUM, stated
    from .vocabulary_rows import PARTS

    kinds = (
        "index", "units", "sets", "catalog", "tools", "choices", "search", "letters", "runs",
        "mentions", "titles",
    )  # fmt: skip
    applied = [name for name in stated(registry) if name.startswith(ERRATUM)]
    return [
        *((kind, "") for kind in kinds),
        *(("symbol", name) for name in registry.symbols),
        *(entry for name in applied for entry in (("points", name), ("forms", name))),
        *(("vocabulary", part) for part in PARTS),
    ]


def _kept(package: str | None, rows: list[Row]) -> str:
    """Put entries into the user's store of a package."""
    store = StoredRows(package, package_folder(package)).store
    if store is None:
        raise NotCompiled("the package", "there is no folder for a cache; name a file with -o")
    store.put(rows)
    store.close()
    _without_trouble(store)
    return store.path


def _travelling(path: Path, rows: list[Row], folder: str) -> None:
    """Write the store beside its place and move it there whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    store = Store(str(beside))
    store.put(rows)
    store.put_meta({"sizes": json.dumps(sizes_below(folder), sort_keys=True)})
    store.close()
    _without_trouble(store)
    # Moved whole: whoever reads it meanwhile has the old one or the new one.
    beside.replace(path)


def _without_trouble(store: Store) -> None:
    if store.troubles:
        raise NotCompiled(store.path, store.troubles[0])
