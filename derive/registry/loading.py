"""Loading a knowledge package, from a folder or by name."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import pkgutil
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

from derive import locate
from derive.errors import DeclaredTwice, NoSuchPackage, UnfitBase
from derive.locate import is_folder
from derive.records import Declared, Formula
from derive.units import UnitTable

from .registry import Area, Registry, Subject
from .shelves import Shelves, borrow, borrowed_subjects, judge_versions

HOME = "_derive_knowledge"
"""Packages loaded from a folder live under this name, whatever else is called the same."""
YOUNG = 2.0
"""Seconds within which a second edit may leave the time of a file as it was."""
NOTHING = "it declares nothing: no formula, no symbol, no term"


def load(package: str | Path | None = None, *, fresh: bool = False) -> Registry:
    """Load a knowledge package from a folder or by name; ``None`` is the formulary.

    The package is imported: it is code and must be trusted. ``fresh`` forgets
    what an earlier load imported, for servers that watch files.
    """
    name, folder = _package(package)
    if fresh:
        for known in [key for key in sys.modules if key == name or key.startswith(name + ".")]:
            del sys.modules[known]
        _LOADED.pop(name, None)
        name, folder = _package(package)
    if name not in _LOADED:
        _LOADED[name] = collect(name, folder)
    return _LOADED[name]


_LOADED: dict[str, Registry] = {}


def collect(name: str, folder: Path) -> Registry:
    """Import every module of the package and sort its records by kind."""
    judge_versions(name, _builds_on(name))
    gathered = Shelves()
    subjects: dict[str, Subject] = {}
    areas = {area: _area(name, folder, area) for area in _area_ids(name)}
    for module in _modules(name, folder):
        gathered.take(module, name)
        area, path = _split_area(module.__name__.removeprefix(name).strip("."), areas)
        if len(path) == 1:
            subject = _subject(path[0], module)
            if subject.id in subjects:
                first, again = subjects[subject.id].declared, subject.declared
                raise DeclaredTwice("subject", subject.id, str(first), str(again))
            subjects[subject.id] = subject
            if area:
                areas[area] = replace(areas[area], subjects=(*areas[area].subjects, subject.id))
        elif not area and any(isinstance(var, Formula) for var in vars(module).values()):
            subjects[folder.name] = _subject(folder.name, module)
    bases = borrow(gathered, name, _builds_on(name), _owner)
    for subject in borrowed_subjects(gathered, _owner):
        subjects.setdefault(subject.id, subject)
    shelves = gathered.shelves()
    if not any(shelves.values()):
        raise NoSuchPackage(name if _is_named(name) else str(folder), NOTHING)
    table = folder / "units.txt"
    units = UnitTable.from_file(table if table.exists() else locate.knowledge() / "units.txt")
    return Registry(
        name, folder, units, subjects, areas=tuple(areas.values()), bases=tuple(bases), **shelves
    )


def _builds_on(name: str) -> Mapping[str, str]:
    """The distributions, with their versions, whose letters and laws the package imports."""
    said = getattr(sys.modules[name], "BUILDS_ON", {})
    if not isinstance(said, dict) or not all(isinstance(x, str) for x in (*said, *said.values())):
        raise UnfitBase(name, 'BUILDS_ON is written as {"training-formulary": "0.1"}')
    return said


def _owner(module: str) -> Registry:
    """The registry of the package in which a module lies."""
    loaded = (_LOADED[name] for name in _LOADED if f"{module}.".startswith(f"{name}."))
    outermost = module.partition(".")[0]
    # A folder that is called the same is another package.
    return next(loaded, None) or _LOADED.setdefault(outermost, collect(*_from_name(outermost)))


def _area_ids(name: str) -> tuple[str, ...]:
    """The folders that the package names as its areas, in the order of the site."""
    return tuple(getattr(sys.modules[name], "AREAS", ()))


def _split_area(local: str, areas: Collection[str]) -> tuple[str, list[str]]:
    """The area in which a module lies, if in one, and the way to it from there."""
    path = local.split(".") if local else []
    return (path[0], path[1:]) if path and path[0] in areas else ("", path)


def _area(name: str, folder: Path, area: str) -> Area:
    """An area without its subjects; one that has no folder is known by the package's own file."""
    start = folder / area / "__init__.py"
    if not start.is_file():
        return Area(area, area, (), Declared(str(folder / "__init__.py"), 1, name))
    title = _subject(area, importlib.import_module(f"{name}.{area}")).title
    return Area(area, title, (), Declared(str(start), 1, f"{name}.{area}"))


def _is_named(name: str) -> bool:
    """Whether a package was imported by its own name, not from a folder."""
    return not name.startswith(f"{HOME}.")


def _subject(local: str, module: ModuleType) -> Subject:
    text = (module.__doc__ or local.replace("_", " ").capitalize()).strip()
    first, _, rest = text.partition("\n")
    title, _, says = first.partition(":")
    prose = f"{says.strip()}\n{rest}".strip()
    return Subject(
        local, title.strip().rstrip("."), prose, Declared(str(module.__file__), 1, module.__name__)
    )


def _package(package: str | Path | None) -> tuple[str, Path]:
    """The import name and the folder of a knowledge package; imports its top module."""
    if package is None:
        return _from_folder(locate.knowledge())
    folder = Path(package)
    return _from_folder(folder.resolve()) if is_folder(folder) else _from_name(str(package))


def _from_name(name: str) -> tuple[str, Path]:
    """Import a package as Python does."""
    if not all(part.isidentifier() for part in name.split(".")):
        raise NoSuchPackage(name, "there is no such folder, and it is no package name either")
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name and not name.startswith(missing.name):
            raise
        raise NoSuchPackage(name, "Python finds no package of that name") from None
    if not hasattr(module, "__path__"):
        raise NoSuchPackage(name, "it is a module, not a package")
    return name, Path(next(iter(module.__path__)))


class _Loader(SourceFileLoader):
    """Neither believes nor leaves bytecode of a file whose time may lie.

    Python compares whole seconds and the size: of two edits within a second, such as `n >= 2`
    and `n >= 3`, it would never see the second one.
    """

    def path_stats(self, path: str) -> Mapping[str, float]:
        stats = super().path_stats(path)
        if stats["mtime"] + YOUNG > time.time():
            raise OSError("too young for bytecode")  # the documented answer: it is compiled anew
        return stats


class _Finder(MetaPathFinder):
    """Finds the modules of packages that were loaded from a folder as Python does."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(f"{HOME}."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


def _from_folder(folder: Path) -> tuple[str, Path]:
    """Import a folder as a package under a name that nothing else can own."""
    start = folder / "__init__.py"
    if not start.is_file():
        raise NoSuchPackage(str(folder), "it holds no __init__.py")
    digest = hashlib.sha256(str(folder).encode()).hexdigest()[:8]
    if HOME not in sys.modules:
        sys.modules[HOME] = ModuleType(HOME)
        sys.meta_path.insert(0, _Finder())
    name = f"{HOME}.{folder.name}_{digest}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            name,
            start,
            loader=_Loader(name, str(start)),
            submodule_search_locations=[str(folder)],
        )
        if spec is None or spec.loader is None:
            raise NoSuchPackage(str(folder), "Python cannot import it")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return name, folder


def _modules(name: str, folder: Path) -> Iterator[ModuleType]:
    """The package and all modules below it, by name; the area of a subject does not count."""
    yield sys.modules[name]
    areas = _area_ids(name)
    module_names = [entry.name for entry in pkgutil.walk_packages([str(folder)], prefix=name + ".")]
    # Whoever moves a subject to another area does not thereby reorder the formulas.
    module_names.sort(
        key=lambda module_name: _split_area(module_name.removeprefix(f"{name}."), areas)[1]
    )
    for module in module_names:
        yield importlib.import_module(module)
