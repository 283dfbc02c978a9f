"""Chains: from what is known to what is wanted, through as many laws as needed.

A law solved for one of its letters is a hyperedge from its other letters to that
one. The cheapest derivation of every letter is found as by Knuth's generalization
of Dijkstra's algorithm ("A generalization of Dijkstra's algorithm", 1977): what is
cheapest is final, and a letter that one branch has found is there for all others.

Costs are in tiers, so that what follows from the givens is never assumed, and
what can be assumed is never asked: a law costs little, an assumed alternative more
than a chain of laws, a default more than some alternatives (a rule of thumb must
not win against the givens), a degree of 1 more than all defaults, an open choice
more than everything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

from ..entries.laws import Tool
from ..frozen import Record
from .scenario import Scenario

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..entries.knowledge import Knowledge

LAW = 10
BACKWARD = 2
"""A law solved for another letter than the one it gives is a little farther away."""
SEVERAL = 3
ROUGH_LAW = 25
ROUGH = frozenset({"approximation", "fitted"})
ALTERNATIVE = 1_000
DEFAULT = 30_000
MEANT = 500_000
ALONE = 1_000_000
OPEN = 10**10
LAST = 10**13
"""Of a letter that declared laws give, a law of which nothing is known is asked for last."""


class Move(Record):
    """One link: a law solved for a letter."""

    tool: Tool
    letter: str


class Plan(Record):
    """Moves in the order in which they can be made, and the letters they start from."""

    moves: tuple[Move, ...]
    needs: frozenset[str]

    @property
    def tools(self) -> tuple[str, ...]:
        """The ids of the laws, in order."""
        return tuple(move.tool.id for move in self.moves)


class Start(Record):
    """What a search starts from: letters that are given, have a default, may be 1, or are meant.

    ``meant`` are those that an assumed alternative fixes: without a pipeline, one stage.
    """

    given: frozenset[str]
    defaults: frozenset[str]
    alone: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()


def plan_for(
    knowledge: Knowledge,
    start: Start,
    scenario: Scenario,
    wanted: Sequence[str],
    banned: frozenset[tuple[str, str]] = frozenset(),
    only: Mapping[str, str] | None = None,
) -> Plan | None:
    """The cheapest plan that gives all wanted letters; None where there is none.

    ``banned`` are laws that are not to be solved for a letter, as pairs; of a
    letter in ``only`` the one law is named that may give it.
    """
    cheapest = _cheapest(knowledge, start, scenario, wanted, banned, only or {})
    if not cheapest.keys() >= set(wanted):
        return None
    moves: list[Move] = []
    needs: set[str] = set()
    seen: set[str] = set()

    def collect(letter: str) -> None:
        if letter in seen:
            return
        seen.add(letter)
        tool = cheapest[letter]
        if tool is None:
            needs.add(letter)
            return
        for other in sorted(tool.letters - {letter}):
            collect(other)
        moves.append(Move(tool, letter))

    for letter in wanted:
        collect(letter)
    return Plan(tuple(moves), frozenset(needs))


def reached(knowledge: Knowledge, start: Start, scenario: Scenario, wanted: str) -> frozenset[str]:
    """The letters that chains give, all of them where none gives the one that is wanted."""
    return frozenset(_cheapest(knowledge, start, scenario, (wanted,), frozenset(), {}))


def _cheapest(
    knowledge: Knowledge,
    start: Start,
    scenario: Scenario,
    wanted: Sequence[str],
    banned: frozenset[tuple[str, str]],
    only: Mapping[str, str],
) -> dict[str, Tool | None]:
    """The law that gives each letter most cheaply, up to the wanted ones; None if it is known.

    Most laws are never within reach: only of those that are is it asked whether they hold, and
    what that costs.
    """
    holding = knowledge.tools_holding
    missing: dict[str, int] = {}
    paid: dict[str, int] = {}
    heap: list[tuple[int, int, str, Tool | None]] = []
    order = count()  # of two that cost the same, the one that was reached first

    def reach(tool: Tool, letter: str, cost: int) -> None:
        """Put a law on the heap that could give a letter, unless it does not hold here."""
        if (tool.id, letter) in banned or (tool.needs and scenario.excludes(tool)):
            return
        heappush(heap, (cost + _cost(tool, scenario), next(order), letter, tool))

    for cost, letter in _known(start):
        heappush(heap, (cost, next(order), letter, None))
    for tool in knowledge.tools_of_one_letter:
        reach(tool, tool.gives, 0)
    final: dict[str, Tool | None] = {}
    left = set(wanted)
    while heap and left:
        cost, _, letter, by = heappop(heap)
        # Dearer ways to a letter that is final stay on the heap and are skipped here.
        if letter in final or (by is None and letter in only):
            continue
        final[letter] = by
        left.discard(letter)
        for tool in holding.get(letter, ()):
            missing[tool.id] = missing.get(tool.id, len(tool.letters)) - 1
            paid[tool.id] = paid.get(tool.id, 0) + cost
            last = _last(tool, final, start.defaults) if missing[tool.id] == 1 else ""
            if last and only.get(last, tool.id) == tool.id:
                extra = 0 if last == tool.gives else BACKWARD + SEVERAL * tool.unknowns[last]
                reach(tool, last, paid[tool.id] + extra)
    return final


def _known(start: Start) -> list[tuple[int, str]]:
    """The letters from which chains start, each with its cost."""
    costs = [(0, letter) for letter in sorted(start.given)]
    costs += [(DEFAULT, letter) for letter in sorted(start.defaults)]
    costs += [(MEANT, letter) for letter in sorted(start.meant)]
    # Each costs twice the one before, so all earlier ones are assumed rather than one later.
    return costs + [(ALONE << place, letter) for place, letter in enumerate(start.alone)]


def _last(tool: Tool, final: Mapping[str, Tool | None], defaults: frozenset[str]) -> str:
    """The letter that a law gives from those that are final; empty where it gives none.

    The default of a letter is no reason to solve the law that gives this letter for
    another one: twenty tokens per parameter do not say how large a model is.
    """
    (last,) = (letter for letter in tool.letters if letter not in final)
    if last not in tool.unknowns or _equates(tool, last, final):
        return ""
    is_backward_from_default = last != tool.gives and tool.gives in defaults
    return "" if is_backward_from_default and final[tool.gives] is None else last


def _equates(tool: Tool, letter: str, final: Mapping[str, Tool | None]) -> bool:
    """Whether solving for a letter would set two laws of one quantity equal.

    That is sound only for laws that hold in every run, such as two counts of the
    same GPUs; of others it would take two models of a thing for two equations.
    """
    if letter == tool.gives:
        return False
    by = final.get(tool.gives)
    return by is not None and by.gives == tool.gives and bool(by.needs or tool.needs)


def _cost(tool: Tool, scenario: Scenario) -> int:
    rough = ROUGH_LAW if tool.status in ROUGH else 0
    if not tool.needs:  # most laws
        return LAW + rough
    assumed = ALTERNATIVE * len(scenario.assumes(tool))
    opened = sum(LAST if choice in scenario.last else OPEN for choice in scenario.leaves_open(tool))
    return LAW + rough + assumed + opened
