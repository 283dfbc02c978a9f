"""What chains may be made of, the one that leads to a letter, and laws that refuse the givens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Condition, Tool
from ..errors import MixedConventions, UnknownName, Unreachable
from ..frozen import Mutable, fresh
from ..names import guesses, listing
from ..units import Quantity
from .chains import Move, Plan, Start, plan_for, reached
from .scenario import HOLDS, Knowns, Scenario, choice_named
from .search_result import Refused

NEARLY = Fraction(1, 10**9)
"""A count that was computed with floats is whole where it is this near to a whole number."""

FARTHEST = 512
"""How far from what was given a whole number is looked for."""


def failing(
    knowledge: Knowledge,
    moves: Iterable[Move],
    values: Mapping[str, Quantity],
    named: Collection[str],
) -> Refused | None:
    """The first law of a chain of which a condition fails; one that was named says so itself."""
    at = {name: Fraction(value.base) for name, value in values.items()}
    for move in moves:
        if move.tool.id in named:
            continue
        for condition in knowledge.law(move.tool.id).conditions:
            names = condition.relation.letters
            if names <= set(at) and not condition.relation.truth(at):
                letters = [f"{name} = {values[name].format(6)}" for name in sorted(names)]
                why = f"{condition.says} does not hold, with {listing(letters, 'and')}"
                return Refused(move.tool.id, move.letter, why, condition, at)
    return None


def not_whole(knowledge: Knowledge, letter: str, value: Quantity) -> str:
    """Why a value cannot be that of a letter that counts something; empty where it can."""
    exactly = Fraction(value.to(knowledge.unit(letter)).magnitude)
    if not knowledge.symbols[letter].domain.integer:
        return ""
    if abs(exactly - round(exactly)) <= NEARLY * abs(exactly):
        return ""
    below = exactly.numerator // exactly.denominator
    beside = f"{below} and {below + 1} are the whole numbers beside it"
    return f"it must be a whole number, and comes out as {value.format(6)}; {beside}"


def distinct(
    knowledge: Knowledge, known: Knowns, refusals: Iterable[Refused]
) -> tuple[Refused, ...]:
    """Refusals that say the same once, each with how to mend it or to ask for a count that fits."""
    kept: list[Refused] = []
    for refusal in refusals:
        if not any(
            refusal.why == other.why
            and (refusal.letter == other.letter or refusal.law == other.law)
            for other in kept
        ):
            kept.append(refusal)
    return tuple(
        refusal.replaced(
            why=refusal.why
            + _mended(knowledge, refusal, known.typed)
            + _as_bound(knowledge, refusal, known)
        )
        for refusal in kept
    )


def _as_bound(knowledge: Knowledge, refusal: Refused, known: Knowns) -> str:
    """How to ask for the whole number that meets a given, rather than equals it."""
    gives = knowledge.law(refusal.law).gives
    is_count = refusal.letter == known.target.id and known.target.domain.integer
    if not is_count or gives == refusal.letter or gives not in known.typed:
        return ""
    value = known.points[gives].format(6)
    return f'; "{gives} <= {value}" or "{gives} >= {value}" asks for those that meet it'


def _mended(knowledge: Knowledge, refusal: Refused, typed: Collection[str]) -> str:
    """Which other counts would meet the condition that fails, of those that were typed."""
    condition = refusal.condition
    if condition is None:
        return ""
    ways = [
        f"{name} = {listing([str(count) for count in near], 'or')}"
        for name in sorted(condition.relation.letters & set(typed))
        if (near := list(_nearest(knowledge, condition, refusal.at, name)))
    ]
    return f"; it would with {', or '.join(ways)}" if ways else ""


def _nearest(
    knowledge: Knowledge, condition: Condition, at: Mapping[str, Fraction], name: str
) -> Iterator[int]:
    """The nearest count below and the nearest above with which a condition holds."""
    domain = knowledge.symbols[name].domain
    if not domain.integer or knowledge.unit(name).factor != 1:
        return
    # Tried one by one: conditions of counts are divisibilities, which nothing narrows down.
    for sign in (-1, 1):
        for step in range(1, FARTHEST):
            other = at[name] + sign * step
            if not domain.contains(other):
                break
            if condition.relation.truth({**at, name: other}):
                yield int(other)
                break


# --- the search for chains ----------------------------------------------------------


MOST_NAMED = 3
"""How many laws that would give the target are named with what they lack."""
MOST_WAYS = 64
"""How many ways of fitting the laws that were named into a chain are tried."""


class Search(Mutable):
    """The search for chains of one question, under one scenario.

    The ``named`` laws must be used; ``banned`` are laws that are not to be solved for a letter.
    """

    knowledge: Knowledge
    known: Knowns
    scenario: Scenario
    named: tuple[Tool, ...] = ()
    banned: frozenset[tuple[str, str]] = frozenset()
    refused: list[Refused] = fresh(factory=list)

    @property
    def points(self) -> frozenset[str]:
        """The letters that have a value or a bound."""
        return frozenset(self.known.points) | frozenset(others(self.known))

    def plan(self, wanted: Sequence[str], points: frozenset[str]) -> Plan | None:
        """The cheapest chain from these points to all wanted letters that uses the named laws.

        Laws of which a condition fails with what is known are passed by, and kept in ``refused``.
        """
        while True:
            plan = self._cheapest(wanted, points)
            broken = None if plan is None else self._broken(plan)
            if broken is None:
                return plan
            self.refuse(broken)

    def refuse(self, broken: Refused) -> None:
        """Pass by a law for a letter from here on, and keep why."""
        self.refused.append(broken)
        self.banned |= {(broken.law, broken.letter)}

    def _cheapest(self, wanted: Sequence[str], points: frozenset[str]) -> Plan | None:
        start = self._start(wanted, points)
        for tried, only in enumerate(self._ways(wanted, points)):
            plan = plan_for(self.knowledge, start, self.scenario, wanted, self.banned, only)
            if plan is not None and {tool.id for tool in self.named} <= set(plan.tools):
                return plan
            if tried == MOST_WAYS:
                break
        return None

    def _broken(self, plan: Plan) -> Refused | None:
        """The first law of a chain that does not hold with what is known."""
        known = self.with_alone(plan)
        values = {**known.defaults, **known.points}
        at = {name: values[name] for name in plan.needs & set(values)}
        return failing(self.knowledge, plan.moves, at, {tool.id for tool in self.named})

    def through(self, name: str) -> Plan | None:
        """The chain that gives a given or bounded letter with the target among what is known."""
        target = self.known.target.id
        plan = self.plan([name], (self.points - {name}) | {target})
        return plan if plan is not None and target in plan.needs else None

    def _ways(self, wanted: Sequence[str], points: frozenset[str]) -> Iterator[Mapping[str, str]]:
        """For which letter each named law is solved, the likeliest way first."""

        def ways(left: Sequence[Tool], only: dict[str, str]) -> Iterator[Mapping[str, str]]:
            if not left:
                yield only
                return
            tool = left[0]
            free = [x for x in tool.unknowns if x not in points and x not in only]
            for letter in sorted(free, key=lambda x: (x not in wanted, x != tool.gives, x)):
                yield from ways(left[1:], {**only, letter: tool.id})

        yield from ways(self.named, {})

    def _start(self, wanted: Sequence[str], points: frozenset[str]) -> Start:
        """What a search for some letters starts from where these points are known."""
        defaults = frozenset(self.known.defaults) - points - set(wanted)
        taken = points | defaults | set(wanted)
        alone = tuple(x for x in self.knowledge.alone if x not in taken)
        meant = self.scenario.meant(self.knowledge)
        free = tuple(x for x in meant if x not in points and x not in wanted)
        return Start(points, defaults, alone, free)

    def with_alone(self, plan: Plan) -> Knowns:
        """What is known, with the letters that a plan takes to be 1, or as an alternative means."""
        known, meant = self.known, self.scenario.meant(self.knowledge)
        taken = {
            letter: Quantity(
                meant[letter][1] if letter in meant else 1, self.knowledge.unit(letter)
            )
            for letter in sorted(plan.needs - {known.target.id})  # sets have another order each run
            if letter not in known.points and letter not in known.defaults
            if letter in meant or letter in self.knowledge.alone
        }
        return known.replaced(defaults={**known.defaults, **taken}) if taken else known

    def reachable(self, target: str) -> frozenset[str]:
        """The letters to which chains lead, the target among them."""
        start = self._start((target,), self.points)
        return reached(self.knowledge, start, self.scenario, target) | {target}

    def nearest(self, target: str) -> list[tuple[str, tuple[str, ...]]]:
        """The laws that contain the target and miss least; what a chain gives is not missing."""
        have = self.reachable(target)
        defaults = frozenset(self.known.defaults) - frozenset(self.known.points)
        near = sorted(
            (len(missing), tool.id, tuple(sorted(missing)))
            for tool in self.knowledge.tools
            if tool.is_equation and target in tool.letters and not self.scenario.excludes(tool)
            # Its own default is no reason to solve a law backwards: that letter must be given.
            for unasked in [defaults & {tool.gives} - {target}]
            for missing in [tool.letters - (have - unasked)]
        )
        return [(name, missing) for _, name, missing in near[:MOST_NAMED]]

    def idle_choices(self, tools: Sequence[Tool]) -> list[str]:
        """Choices on which no law of a chain depends.

        Where a law of the target itself depends on one, and lacks letters, another law's value
        is not what was meant: what that one lacks is said instead.
        """
        chosen = [
            choice_named(self.knowledge, name).id
            for name, text in self.known.wish.choices
            if text != HOLDS
        ]
        idle = [name for name in chosen if all(name not in tool.needs for tool in tools)]
        target = self.known.target.id
        meant = [
            tool
            for tool in self.knowledge.tools
            if tool.gives == target and tool.is_equation and tool.needs.keys() & set(idle)
            if not self.scenario.excludes(tool)
        ]
        if not meant:
            return idle
        have = self.reachable(target)
        lacks = sorted((tuple(sorted(tool.letters - have)), tool.id) for tool in meant)
        if all(missing for missing, _ in lacks):
            raise Unreachable(target, [(law, missing) for missing, law in lacks[:MOST_NAMED]])
        return idle


def named_tools(knowledge: Knowledge, using: Iterable[str]) -> list[Tool]:
    """The laws and uses that a chain must hold; refuses two conventions of one quantity."""
    every = {tool.id: tool for tool in knowledge.tools}
    tools: list[Tool] = []
    for name in using:
        key = name if name in every else knowledge.formula_id(name)
        if key not in every:
            raise UnknownName("formula", name, guesses(name, every))
        tool = every[key]
        for other in tools:
            both = set(other.groups) & set(tool.groups)
            if other.id != key and both:
                raise MixedConventions(other.id, key, knowledge.index["variants"][min(both)])
            for choice in set(other.needs) & set(tool.needs):
                if other.needs[choice].isdisjoint(tool.needs[choice]):
                    asks = knowledge.choices[choice].asks
                    raise MixedConventions(other.id, key, f"{choice}: {asks}")
        tools.append(tool)
    return tools


def others(known: Knowns) -> list[str]:
    """The bounded letters besides the target."""
    return [name for name in known.bounds if name != known.target.id]
