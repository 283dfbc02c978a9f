"""What a page depends on, told from the records and functions themselves; nothing is run.

From a formula the way leads through the code of its functions to everything
that they name: letters, typed numbers, helpers, other laws. Each named thing on
the way has one text; all the texts together are what the page depends on.
Lines of files are in none of them, so that a line put in above changes nothing.
"""

from __future__ import annotations

import dataclasses
import dis
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any

import sympy

from derive.frozen import Record
from derive.records import Declared, Entry, Formula, Symbol
from derive.registry import Registry

PLAIN = (str, bytes, int, float, complex, bool, type(None), Fraction, type(...))
UNKNOWN = "something whose content cannot be told"
DEEPEST = 50


class Facts:
    """Collects the texts behind records of one registry; each named thing is read once.

    ``files`` stands for the content of all files: it joins the texts where
    something is met that cannot be told apart by its text.
    """

    def __init__(self, registry: Registry, files: str) -> None:
        self.registry = registry
        self.files = files
        self._read: dict[int, tuple[str, list[Any]]] = {}
        self._alive: list[Any] = []

    def behind(self, *roots: Any) -> list[str]:
        """The roots' own text, then the sorted texts of all named things that they lead to."""
        todo: list[Any] = []
        own = " ".join(self._told(root, todo) for root in roots)
        seen, texts = set[int](), set[str]()
        while todo:
            thing = todo.pop()
            if id(thing) not in seen:
                text, further = self._named(thing)
                seen.add(id(thing))
                texts.add(text)
                todo += further
        unknown = UNKNOWN in own or any(UNKNOWN in text for text in texts)
        return [own, *sorted(texts), *([self.files] if unknown else [])]

    # --- named things: told by name where they are met, read on their own ------

    def _named(self, thing: Any) -> tuple[str, list[Any]]:
        if id(thing) not in self._read:
            self._alive.append(thing)  # an id is a name only as long as its owner lives
            further: list[Any] = []
            self._read[id(thing)] = self._whole(thing, further), further
        return self._read[id(thing)]

    def _whole(self, thing: Any, further: list[Any]) -> str:
        if isinstance(thing, Formula):
            return self._formula(thing, further)
        if isinstance(thing, Symbol):
            return f"letter {thing.name} {self._told(thing.note, further)}"
        return self._function(thing, further)

    def _formula(self, formula: Formula, further: list[Any]) -> str:
        """A formula that is named: its law, and the words with which it is referred to."""
        subject = self.registry.subject(formula)
        title = self.registry.subjects[subject].title if subject in self.registry.subjects else ""
        law = self._told((formula.law, formula.conditions), further)
        return f"formula {formula.id} {formula.title!r} {subject} {title!r} {law}"

    def _function(self, function: FunctionType, further: list[Any]) -> str:
        """A function is its code and whatever that names."""
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        said = [f"{name}={self._told(value, further)}" for name, value in _globals(function)]
        inside = self._told((cells, function.__defaults__, function.__kwdefaults__), further)
        return f"{_name(function)} {_code(function.__code__)} {said} {inside}"

    # --- everything else: told where it is met ---------------------------------

    def _told(self, thing: Any, further: list[Any], depth: int = 0) -> str:
        """The text of a thing; named things join ``further``."""
        if isinstance(thing, PLAIN):
            return repr(thing)
        if isinstance(thing, Formula | Symbol):
            further.append(thing)
            name = thing.id if isinstance(thing, Formula) else thing.name
            return f"<{type(thing).__name__} {name}>"
        if isinstance(thing, FunctionType):
            return self._met(thing, further)
        if depth > DEEPEST:
            return UNKNOWN
        if isinstance(thing, sympy.Basic):
            further += [symbol for symbol in thing.free_symbols if isinstance(symbol, Symbol)]
            return repr(thing)
        parts = _parts(thing)
        if parts is not None:
            said = [f"{key}{self._told(part, further, depth + 1)}" for key, part in parts]
            ordered = sorted(said) if isinstance(thing, set | frozenset) else said
            return f"{type(thing).__name__}({', '.join(ordered)})"
        if isinstance(thing, Mapping):
            pairs = [self._told(pair, further, depth + 1) for pair in thing.items()]
            return f"mapping({', '.join(pairs)})"
        return _stranger(thing)

    def _met(self, function: FunctionType, further: list[Any]) -> str:
        """A function of the knowledge is read on its own; any other is its name."""
        if f"{function.__module__}.".startswith(f"{self.registry.name}."):
            further.append(function)
            return f"<{_name(function)} {_code_digest(function.__code__)}>"
        return f"<{_name(function)}>"


def _parts(thing: Any) -> list[tuple[str, Any]] | None:
    """The parts of a sequence, a set or a record; where it stands in its file is no part."""
    if isinstance(thing, list | tuple | set | frozenset):
        return [("", item) for item in thing]
    if isinstance(thing, type):
        return None
    if isinstance(thing, Record):
        names: Iterable[str] = thing._fields
    elif dataclasses.is_dataclass(thing):
        names = [field.name for field in dataclasses.fields(thing)]
    else:
        return None
    named = [(f"{name}=", getattr(thing, name)) for name in names]
    return [(name, value) for name, value in named if not isinstance(value, Declared)]


def _stranger(thing: Any) -> str:
    """A class or a function of another package, by name; anything else cannot be told."""
    if isinstance(thing, type) or callable(thing):
        name = getattr(thing, "__qualname__", "")
        return f"<{thing.__module__}.{name}>" if name else UNKNOWN
    return UNKNOWN


def _name(function: FunctionType) -> str:
    # The name of a package that was loaded from a folder tells where that folder lies.
    return f"{str(function.__module__).rpartition('.')[2]}.{function.__qualname__}"


def _globals(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function names, and what it names inside modules."""
    names = sorted(set(_names(function.__code__)))
    known = function.__globals__
    for name in names:
        value = known.get(name)
        if isinstance(value, ModuleType):
            inside = (attribute for attribute in names if hasattr(value, attribute))
            yield from ((f"{name}.{attribute}", getattr(value, attribute)) for attribute in inside)
        elif name in known:
            yield name, value


@lru_cache(maxsize=10_000)
def _code_digest(code: CodeType) -> str:
    return sha256(_code(code).encode()).hexdigest()


def _code(code: CodeType) -> str:
    """What a code object does; neither its place, nor its comments, nor its prose."""
    kept = code.co_consts[1:] if _has_prose(code) else code.co_consts
    constants = [
        _code(constant)
        if isinstance(constant, CodeType)
        else repr(sorted(constant, key=repr) if isinstance(constant, frozenset) else constant)
        for constant in kept
    ]
    return f"{code.co_code.hex()} {constants} {code.co_names} {code.co_varnames}"


def _has_prose(code: CodeType) -> bool:
    """Whether the first constant is the function's prose: then no instruction loads it."""
    first = next(iter(code.co_consts), None)
    if not isinstance(first, str):
        return False
    loads = {dis.opmap.get(name) for name in ("LOAD_CONST", "RETURN_CONST")}
    pairs = zip(code.co_code[::2], code.co_code[1::2], strict=False)
    return not any(operation in loads and argument == 0 for operation, argument in pairs)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _names(const)


# --- what which page depends on ---------------------------------------------------


def behind_formula(facts: Facts, formula: Formula) -> list[str]:
    """What the page of a formula depends on, cross-references apart."""
    registry = facts.registry
    exact: Callable[[], Any] | None = formula.approximates
    own = facts.behind(
        formula,
        _parts(formula),
        registry.cases_of(formula),
        registry.derived.get(formula.id, ()),
        exact() if exact else None,
    )
    return [*own, *facts.behind(*_fitted(registry, own))]


def behind_calculators(facts: Facts, behind: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """What calculators depend on: their formula's facts, its variants, figures, usual values.

    A letter of which nothing is said to be usual has the value that another
    law gives it, so all laws that name that letter are behind it.
    """
    letters = {name: letters_named(texts) for name, texts in behind.items()}
    symbols = facts.registry.symbols
    catalogue = [
        (_figured(entry), " ".join(facts.behind(entry)))
        for entry in facts.registry.catalog.values()
    ]
    using: dict[str, list[str]] = {}
    for name, texts in behind.items():
        bare = {
            letter
            for letter in letters[name]
            if letter in symbols and not (symbols[letter].typical or symbols[letter].default)
        }
        figures = [text for inside, text in catalogue if inside & letters[name]]
        others = [other for other in behind if other != name and bare & letters[other]]
        # Of another law its letters and its functions count, not its own prose and sources.
        usual = [text for other in others for text in behind[other][1:]]
        variants = facts.behind(facts.registry.variants_of(facts.registry.formulas[name]))
        using[name] = [*texts, *variants, *figures, *usual]
    return using


@lru_cache(maxsize=2)
def laws_naming(registry: Registry) -> Mapping[str, list[str]]:
    """For each letter, the formulas whose law may hold it: whose function names it."""
    facts = Facts(registry, "")
    by_letter: dict[str, list[str]] = {}
    for name, formula in registry.formulas.items():
        for letter in letters_named(facts.behind(formula.law)):
            by_letter.setdefault(letter, []).append(name)
    return by_letter


def _figured(entry: Entry) -> set[str]:
    """The letters of which an entry of the catalogue has figures."""
    groups = [entry.figures, *entry.choices.values()]
    return {letter.name for figures in groups for letter in figures}


def letters_named(texts: Iterable[str]) -> set[str]:
    """The letters among some texts."""
    return {text.split(" ", 2)[1] for text in texts if text.startswith("letter ")}


def _fitted(registry: Registry, texts: Iterable[str]) -> list[Any]:
    """The sets of fitted constants that hold a letter among some texts."""
    letters = letters_named(texts)
    sets = registry.constant_sets.values()
    return [group for group in sets if letters & {letter.name for letter in group.values}]
