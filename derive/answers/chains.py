"""Chains: from what is known to what is wanted, through as many laws as needed.

A plan is a tree of laws, each solved for one letter whose other letters are
known, defaulted, or found by a plan of their own. The search deepens by the
number of laws, counts its work, and never lets two conventions of one
quantity meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sympy import Eq

from ..errors import TooMuchWork
from ..laws import Law, law_of
from ..records import Constant, Formula
from ..registry import Registry

MOST_LAWS = 6
MOST_WORK = 200_000
MOST_PLANS = 200


@dataclass(frozen=True, slots=True)
class Tool:
    """A law that a chain may use: a formula or a declared use; ``gives`` is its left side."""

    id: str
    law: Law
    formula: Formula
    letters: frozenset[str]
    groups: frozenset[str]
    gives: str = ""


@dataclass(frozen=True, slots=True)
class Move:
    """One link: a law solved for a letter."""

    tool: Tool
    letter: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves in the order in which they can be made, and the known letters they need."""

    moves: tuple[Move, ...]
    needs: frozenset[str]

    @property
    def tools(self) -> tuple[str, ...]:
        """The ids of the laws, in order."""
        return tuple(move.tool.id for move in self.moves)


def tools(registry: Registry) -> tuple[Tool, ...]:
    """Every equation of the registry, and every declared use of one."""
    found = [
        _tool(registry, name, registry.laws[name], formula)
        for name, formula in registry.formulas.items()
    ]
    found += [
        _tool(registry, name, law_of(use), use.formula) for name, use in registry.uses.items()
    ]
    return tuple(tool for tool in found if isinstance(tool.law.relation, Eq))


def limits(registry: Registry) -> tuple[Tool, ...]:
    """Every inequality of the registry."""
    found = [
        _tool(registry, name, registry.laws[name], formula)
        for name, formula in registry.formulas.items()
    ]
    return tuple(tool for tool in found if not isinstance(tool.law.relation, Eq))


def _tool(registry: Registry, name: str, law: Law, formula: Formula) -> Tool:
    letters = frozenset(x.name for x in law.symbols if not isinstance(x, Constant))
    groups = frozenset(group.name for group in registry.variants_of(formula))
    left = law.relation.lhs
    return Tool(name, law, formula, letters, groups, left.name if left.is_Symbol else "")


@dataclass(slots=True)
class Search:
    """A search for plans; ``known`` are given, ``assumed`` have defaults."""

    tools: tuple[Tool, ...]
    known: frozenset[str]
    assumed: frozenset[str]
    using: frozenset[str] = frozenset()
    work: int = 0
    by_letter: Mapping[str, list[Tool]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        by_letter: dict[str, list[Tool]] = {}
        for tool in self.tools:
            for letter in tool.letters:
                by_letter.setdefault(letter, []).append(tool)
        self.by_letter = by_letter

    def plans(self, target: str, wanted: frozenset[str]) -> list[Plan]:
        """The shortest plans for a letter that need all of ``wanted`` and hold all of ``using``.

        Where no plan needs all that is wanted, the shortest of those that need most.
        """
        best: list[Plan] = []
        for most in range(1, MOST_LAWS + 1):
            found = self._distinct(self._for(target, most, frozenset({target}), frozenset()))
            found = [plan for plan in found if self.using <= set(plan.tools)]
            full = [plan for plan in found if wanted <= plan.needs]
            if full:
                return full
            if found and not best:
                best = found
            if found:
                most_needed = max(len(plan.needs & wanted) for plan in (*best, *found))
                best = [p for p in (*best, *found) if len(p.needs & wanted) == most_needed]
                shortest = min(len(plan.moves) for plan in best)
                best = self._distinct(p for p in best if len(p.moves) == shortest)
        return best

    def joint(self, letters: list[str], wanted: frozenset[str]) -> list[Plan]:
        """The shortest plans that give all of these letters together."""
        if not letters:
            return [Plan((), frozenset())]
        for most in range(len(letters), MOST_LAWS + 1):
            made = self._all(letters, most, frozenset(letters), frozenset())
            found = self._distinct(Plan(moves, needs) for moves, needs, _ in made)
            found = [plan for plan in found if self.using <= set(plan.tools)]
            if found:
                most_needed = max(len(plan.needs & wanted) for plan in found)
                return [plan for plan in found if len(plan.needs & wanted) == most_needed]
        return []

    def _distinct(self, plans: Iterator[Plan]) -> list[Plan]:
        found: dict[frozenset[tuple[str, str]], Plan] = {}
        for plan in plans:
            found.setdefault(frozenset((m.tool.id, m.letter) for m in plan.moves), plan)
            if len(found) >= MOST_PLANS:
                break
        return list(found.values())

    def _for(
        self, letter: str, most: int, path: frozenset[str], spent: frozenset[str]
    ) -> Iterator[Plan]:
        """Plans for one letter with at most so many laws; ``spent`` are laws and groups."""
        if most < 1:
            return
        for tool in self.by_letter.get(letter, ()):
            self.work += 1
            if self.work > MOST_WORK:
                raise TooMuchWork("the search for a chain", f"{MOST_WORK} steps")
            if tool.id in spent or tool.groups & spent:
                continue
            others = tool.letters - {letter}
            if others & path:
                continue
            missing = sorted(others - self.known - self.assumed)
            if len(missing) > most - 1:
                continue
            now = spent | {tool.id} | tool.groups
            for moves, needs, _ in self._all(missing, most - 1, path | {letter}, now):
                own = others & (self.known | self.assumed)
                yield Plan((*moves, Move(tool, letter)), needs | own)

    def _all(
        self, letters: list[str], most: int, path: frozenset[str], spent: frozenset[str]
    ) -> Iterator[tuple[tuple[Move, ...], frozenset[str], frozenset[str]]]:
        """Plans for several letters together, sharing what they find."""
        if not letters:
            yield (), frozenset(), spent
            return
        first, rest = letters[0], letters[1:]
        for plan in self._for(first, most - len(rest), path, spent):
            after = spent
            for move in plan.moves:
                after = after | {move.tool.id} | move.tool.groups
            got = {move.letter for move in plan.moves}
            left = [letter for letter in rest if letter not in got]
            for moves, needs, last in self._all(left, most - len(plan.moves), path, after):
                yield (*plan.moves, *moves), plan.needs | needs, last
