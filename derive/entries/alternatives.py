"""For which alternatives of the choices each law holds, as far as the knowledge tells.

A law says so itself (``holds_for``, which then is all), or is a definition, which
holds in every run, or follows from laws that say it, without a premise of its own. Of a letter
that several laws give, those of which nothing of this is known are alternatives
of a choice that is made up here: no two of them ever meet in one chain, and
none is taken in silence.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import ModuleType
from typing import Any

from sympy import Eq

from ..laws import Law
from ..records import Derivation, Formula, Use
from ..records.formulas import HoldsFor
from ..registry import Registry

Needs = Mapping[str, frozenset[str]]
"""The alternatives for which a law holds, by choice."""

STEPS = frozenset({"start", "put", "eliminate", "solve_for", "rewrite", "sum_up"})
"""Steps of a derivation that suppose nothing beyond their premises."""


def law_choice(letter: str) -> str:
    """The name of the choice between the laws of a letter that nothing else tells apart."""
    return f"law_of_{letter}"


@lru_cache(maxsize=8)
def tools(registry: Registry) -> dict[str, tuple[Formula, Law]]:
    """Every law that a chain may hold: formulas, and declared uses of them."""
    laws = {name: (formula, registry.laws[name]) for name, formula in registry.formulas.items()}
    return laws | {name: (use.formula, registry.law_of(use)) for name, use in registry.uses.items()}


def gives(law: Law) -> str:
    """The letter that an equation gives; empty where its left side is something else."""
    is_given = isinstance(law.relation, Eq) and law.relation.lhs.is_Symbol
    return str(law.relation.lhs.name) if is_given else ""


@lru_cache(maxsize=8)
def needs(registry: Registry) -> Mapping[str, Needs]:
    """For which alternatives each law holds."""
    return {name: _needs(registry, name) for name in tools(registry)}


@lru_cache(maxsize=8)
def rivals(registry: Registry) -> Mapping[str, tuple[str, ...]]:
    """The laws of each letter that only a made-up choice tells apart, by letter."""
    untold_of: dict[str, tuple[str, ...]] = {}
    for letter, laws in _by_letter(registry).items():
        untold = tuple(name for name in laws if _is_rival(registry, name, laws))
        if untold:
            untold_of[letter] = untold
    return untold_of


def made_up(registry: Registry, letter: str) -> str:
    """The choice between the rival laws of a letter: a group of conventions, or a name made up."""
    groups = {g for name in rivals(registry)[letter] for g in _groups(registry, name)}
    return min(groups) if len(groups) == 1 else law_choice(letter)


def inherited_choices(registry: Registry, name: str) -> Needs:
    """The named choices that a law would inherit from its premises if it declared none."""
    return _named(registry, _inherited(registry, name))


# --- one law -------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _needs(registry: Registry, name: str) -> Needs:
    _, law = tools(registry)[name]
    needed = dict(_said(registry, name))
    if _declared(registry, name) is None:
        needed |= _inherited(registry, name)
    letter = gives(law)
    if name in rivals(registry).get(letter, ()):
        needed[made_up(registry, letter)] = frozenset({name})
    return needed


def _said(registry: Registry, name: str) -> Needs:
    """What a law says of itself."""
    said = _declared(registry, name) or {}
    return {
        choice: frozenset((names,) if isinstance(names, str) else names)
        for choice, names in said.items()
    }


def _declared(registry: Registry, name: str) -> HoldsFor | None:
    """What is written at a law, or at a use of it."""
    if name in registry.uses:
        return registry.uses[name].holds_for
    return registry.formulas[name].holds_for


@lru_cache(maxsize=4096)
def _inherited(registry: Registry, name: str) -> Needs:
    """What the premises of a law say, where all its derivations agree to need the choice.

    A derivation that supposes nothing of its own hands on everything; from any
    other one only named choices are taken, since it may apply a general law.
    """
    formula, _ = tools(registry)[name]
    if name in registry.uses:
        return _named(registry, _needs(registry, formula.id))

    def handed_on(derivation: Derivation, premise: str) -> Needs:
        needed = _needs(registry, premise)
        return needed if is_pure(derivation) else _named(registry, needed)

    return _of_premises(registry, name, handed_on)


def _of_premises(
    registry: Registry, name: str, handed_on: Callable[[Derivation, str], Needs]
) -> Needs:
    """What the premises of each derivation hand on together, where all derivations have it."""
    routes = []
    for derivation in registry.derived.get(name, ()):
        joint: dict[str, frozenset[str]] = {}
        for premise in sorted(premises_in(derivation) - {name}):
            for choice, alternatives in handed_on(derivation, premise).items():
                joint[choice] = joint.get(choice, alternatives) & alternatives
        routes.append({choice: names for choice, names in joint.items() if names})
    if not routes:
        return {}
    common = set(routes[0]).intersection(*map(set, routes))
    return {choice: frozenset().union(*(route[choice] for route in routes)) for choice in common}


def _named(registry: Registry, needed: Needs) -> Needs:
    return {choice: names for choice, names in needed.items() if choice in registry.choices}


@lru_cache(maxsize=4096)
def _is_grounded(registry: Registry, name: str) -> bool:
    """Whether it is known when a law holds, so that it may meet other laws of its letter."""
    formula, law = tools(registry)[name]
    if _declared(registry, name) is not None:
        return True
    if name in registry.uses:
        return len(_by_letter(registry).get(gives(law), ())) == 1
    if _groups(registry, name):
        return False
    is_alone = len(_by_letter(registry).get(gives(law), ())) == 1
    if is_alone or registry.status(formula) == "definition":
        return True
    # This ends, since no law is derived from itself: a rule of the checker holds that.
    return any(
        is_pure(derivation)
        and premises_in(derivation)
        and all(_is_grounded(registry, premise) for premise in premises_in(derivation))
        for derivation in registry.derived.get(name, ())
    )


def _is_rival(registry: Registry, name: str, laws: Iterable[str]) -> bool:
    """Whether a law meets another one of its letter from which nothing tells it apart."""
    if _is_grounded(registry, name):
        return False
    own = _named_needs(registry, name)
    others = (_named_needs(registry, other) for other in laws if other != name)
    return any(
        not any(own[choice].isdisjoint(theirs[choice]) for choice in set(own) & set(theirs))
        for theirs in others
    )


@lru_cache(maxsize=4096)
def _inherited_named(registry: Registry, name: str) -> Needs:
    """The named choices behind a law, without the made-up ones, which rest on this."""
    formula, _ = tools(registry)[name]
    if _declared(registry, name) is not None:
        return {}
    if name in registry.uses:
        return _named_needs(registry, formula.id)
    return _of_premises(registry, name, lambda _, premise: _named_needs(registry, premise))


def _named_needs(registry: Registry, name: str) -> Needs:
    """What a law says of itself, and the named choices behind it."""
    return {**_inherited_named(registry, name), **_said(registry, name)}


@lru_cache(maxsize=8)
def _by_letter(registry: Registry) -> Mapping[str, tuple[str, ...]]:
    by_letter: dict[str, list[str]] = {}
    for name, (_, law) in tools(registry).items():
        if gives(law):
            by_letter.setdefault(gives(law), []).append(name)
    return {letter: tuple(laws) for letter, laws in by_letter.items()}


def _groups(registry: Registry, name: str) -> list[str]:
    """The groups of conventions in which another law gives the same letter."""
    formula, law = tools(registry)[name]
    if name in registry.uses:
        return []
    laws = registry.laws
    return [
        group.name
        for group in registry.variants_of(formula)
        if any(
            other is not formula and gives(laws[other.id]) == gives(law) for other in group.members
        )
    ]


# --- derivations ---------------------------------------------------------------


@lru_cache(maxsize=4096)
def premises_in(derivation: Derivation) -> frozenset[str]:
    """The ids of the formulas that a derivation's lines name; it is not run.

    A law is named as ``zero3_memory``, or as ``zero.zero3_memory`` through the
    module that declares it.
    """
    known = getattr(derivation.steps, "__globals__", {})
    names = set(derivation.steps.__code__.co_names)
    modules = [known[name] for name in names if isinstance(known.get(name), ModuleType)]
    values: list[Any] = [known.get(name) for name in names]
    values += [getattr(module, name, None) for module in modules for name in names]
    return frozenset(value.id for value in values if isinstance(value, Formula | Use))


@lru_cache(maxsize=4096)
def is_pure(derivation: Derivation) -> bool:
    """Whether every premise of a derivation is a law of the registry, with its own letters.

    A relation that is typed on the page is a premise that no law vouches for; a
    law with letters replaced speaks of another quantity than its own letter does.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(derivation.steps)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    # What a line is rewritten to supposes nothing: it is proved from the line before.
    proved = {
        inner
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "rewrite"
        for argument in call.args
        for inner in ast.walk(argument)
    }
    for call in (node for node in calls if node not in proved):
        called = call.func
        if not isinstance(called, ast.Attribute):
            if isinstance(called, ast.Name) and called.id in {"Eq", "Le", "Ge", "Lt", "Gt"}:
                return False
            continue
        is_step = isinstance(called.value, ast.Name) and called.value.id == "page"
        if called.attr == "with_" or (is_step and called.attr not in STEPS):
            return False
    return True
