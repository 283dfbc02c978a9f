"""Find a value through several laws: one chain with its reason, or the choice that is open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from ..entries.knowledge import Knowledge
from ..entries.laws import Tool
from ..errors import NotAnswerable, Unreachable
from .chains import Plan
from .composing import composed_answer, drops_out, in_range
from .open_choices import Budget, OpenQuestion, asked
from .question import Wish, unit_shown
from .scenario import Knowns, Scenario, read_knowns, scenario_of
from .search_result import Assumed, Between, Found, Refused, catalogued
from .searching import (
    Search,
    distinct,
    failing,
    named_tools,
    not_whole,
    others,
)
from .spare_givens import agreeing, over_entries, struck
from .walking import Walk, undecided, walk, watched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_TRIES = 40
"""How many chains are walked before it is said that none holds."""


def find(
    knowledge: Knowledge,
    target: str,
    givens: Mapping[str, Any],
    using: Iterable[str] = (),
    wish: Wish | None = None,
) -> Found:
    """Find a letter through as many laws as needed.

    ``using`` names laws that the chain must hold; a limit among them must be
    met. Bounds on letters make it a range question about the chains that give
    those letters. What a named entry says of the target itself is the answer where
    nothing was typed and no law gives the same with more digits. A chain takes each
    choice once; where one is open, the answer is the choice, with what each alternative
    gives.
    """
    known = read_knowns(knowledge, target, givens, wish or Wish())
    named = named_tools(knowledge, using)
    scenario = scenario_of(knowledge, known, named)
    known = over_entries(Search(knowledge, known, scenario), is_chosen=bool(named))
    question = Question(knowledge, known, named)
    if known.stated is None or named:
        return asked(question, scenario, Budget())
    try:
        outcome = asked(question, scenario, Budget())
    except (NotAnswerable, Unreachable):
        outcome = None
    value = outcome.answer.value if outcome and outcome.answer else None
    whole = known.target.domain.integer
    if outcome and known.stated.is_met_by(value, whole=whole):
        return outcome
    # The laws were fed with rounded figures, or lead nowhere: 31.9988 layers are 32.
    shown = known.stated.value.to(unit_shown(knowledge, known.target.id, known.wish))
    return catalogued(known.target, shown, known.stated.origin)


class Question:
    """One question, which can be asked under one scenario after another."""

    def __init__(self, knowledge: Knowledge, known: Knowns, named: Sequence[Tool]) -> None:
        self.knowledge = knowledge
        self.known = known
        self.named = tuple(named)
        self.apart = tuple(tool for tool in named if not tool.is_equation)

    def under(self, scenario: Scenario) -> Found:
        """The answer under a scenario; raises ``OpenQuestion`` where a choice comes first."""
        if self.apart or others(self.known):
            search = self._search(scenario)
            try:
                outcome = in_range(search, self.apart)
            except Unreachable:
                if search.refused:
                    return self._refused(search)
                raise
            return self._said(outcome, scenario, self.known.points)
        return self._value(scenario)

    def _search(self, scenario: Scenario) -> Search:
        equations = tuple(tool for tool in self.named if tool.is_equation)
        return Search(self.knowledge, self.known, scenario, equations)

    def _value(self, scenario: Scenario) -> Found:
        """The value of the target along the cheapest chain whose laws all hold here."""
        target = self.known.target.id
        search = self._search(scenario)
        allowed: set[str] = set()
        between: tuple[Plan, Walk] | None = None
        for _ in range(MOST_TRIES):
            plan = search.plan([target], frozenset(self.known.points))
            if plan is None:
                break
            # Where a law refuses the givens, degrees that nobody gave are no way around it;
            # nor do they answer a question to which nothing that was given leads.
            degrees = plan.needs & {*self.knowledge.alone, *scenario.meant(self.knowledge)}
            taken = degrees - set(self.known.points) - set(self.known.defaults)
            is_unasked = bool(self.known.typed) and not plan.needs & set(self.known.points)
            if taken and (is_unasked or (search.refused and taken - allowed)):
                break
            allowed |= taken
            raise_open(scenario, plan)
            # Of several roots of a law of the chain, those count that no spare given denies.
            chosen = partial(struck, self._search(scenario), set(plan.tools))
            named = {tool.id for tool in self.named}
            walked = walk(self.knowledge, search.with_alone(plan), plan.moves, named, chosen)
            if walked.stuck is None:
                return self._walked(plan, walked, scenario)
            if isinstance(walked.stuck, Between) and walked.stuck.letter == target:
                between = between or (plan, walked)
            search.refuse(walked.stuck)
        outcome = self._through(scenario, search.refused)
        # Where a law says itself why it does not hold, backwards it says no more.
        if outcome is not None and (
            not search.refused or (outcome.answer and outcome.answer.found)
        ):
            return outcome
        if between is not None and all(isinstance(why, Between) for why in search.refused):
            return self._walked(*between, scenario)
        if search.refused:
            return self._refused(search)
        raise Unreachable(target, search.nearest(target))

    def _refused(self, search: Search) -> Found:
        """No answer, and which laws would have given one if they held here."""
        refused = distinct(self.knowledge, self.known, search.refused)
        return Found(self.known.target.id, None, refused=refused)

    def _through(self, scenario: Scenario, refused: list[Refused]) -> Found | None:
        """A chain that gives a given letter from the target, as one equation for the target."""
        search = self._search(scenario)
        search.refused = refused
        unsolved: list[Found] = []
        unanswerable: NotAnswerable | None = None
        direct = {
            tool.gives
            for tool in self.knowledge.tools
            if self.known.target.id in tool.letters and not scenario.excludes(tool)
        }
        given = self.known.typed & set(self.known.points)
        for name in sorted(given, key=lambda letter: (letter not in direct, letter)):
            through = search.through(name)
            if through is None:
                continue
            raise_open(scenario, through)
            if drops_out(search, name, through):
                continue
            try:
                outcome = composed_answer(search, [(name, None)], through, [])
            except NotAnswerable as refusal:
                unanswerable = unanswerable or refusal
                continue
            broken = _not_whole(self.knowledge, outcome) or self._does_not_hold(
                outcome, through, scenario
            )
            if broken is not None:
                refused.append(broken)
            elif outcome.answer is not None and outcome.answer.found:
                value = outcome.answer.value
                why = "" if value is None else not_whole(self.knowledge, outcome.target, value)
                if not why:
                    return self._said(outcome, scenario, self.known.points)
                refused.append(Between(outcome.answer.formula, outcome.target, why))
            else:
                unsolved.append(outcome)
        if unanswerable is not None and not unsolved:
            raise unanswerable
        return unsolved[0] if unsolved else None

    def _does_not_hold(self, outcome: Found, plan: Plan, scenario: Scenario) -> Refused | None:
        """A law of a composed chain of which a condition fails where the target has its value."""
        if outcome.answer is None or outcome.answer.value is None:
            return None
        chain = {link.letter: link.value for link in outcome.chain if link.value is not None}
        known = self._search(scenario).with_alone(plan)
        own = {outcome.target: outcome.answer.value}
        values = {**known.defaults, **known.points, **chain, **own}
        return failing(self.knowledge, plan.moves, values, {tool.id for tool in self.named})

    def _walked(self, plan: Plan, walked: Walk, scenario: Scenario) -> Found:
        tools = [move.tool for move in plan.moves]
        open_ = undecided(self.knowledge, plan.moves, walked.values, scenario.decided)
        for law, condition in open_:
            if law not in {tool.id for tool in self.named}:
                raise OpenQuestion(condition, plan.moves[-1].letter)
        outcome = Found(
            self.known.target.id,
            walked.answer,
            tuple(walked.links),
            unused=tuple(sorted(self.known.typed - plan.needs)),
            conditions=watched(self.knowledge, tools, walked.values),
        )
        return self._said(outcome, scenario, walked.values, plan)

    def _said(
        self,
        outcome: Found,
        scenario: Scenario,
        values: Mapping[str, Any],
        plan: Plan | None = None,
    ) -> Found:
        """The outcome with what it assumes, and with the spare givens held against it."""
        laws = {link.law for link in outcome.chain} | {tool.id for tool in self.apart}
        tools = [tool for tool in self.knowledge.tools if tool.id in laws]
        meant = scenario.meant(self.knowledge)
        needed = set() if plan is None else plan.needs
        untyped = needed - set(self.known.points)
        choices = [choice for tool in tools for choice in scenario.assumes(tool)]
        choices += [
            choice
            for letter, (choice, _) in meant.items()
            if letter in untyped and choice in scenario.assumed
        ]
        assumed = [
            Assumed(choice, alternative, self.knowledge.choices[choice].alternatives[alternative])
            for choice in dict.fromkeys(choices)
            for alternative in [scenario.assumed[choice]]
        ]
        degrees = [
            Assumed(letter, "1", self.knowledge.symbols[letter].meaning)
            for letter in self.knowledge.alone
            if letter in untyped and letter not in meant and letter not in self.known.defaults
        ]
        usual = [
            Assumed(letter, self.known.points[letter].format(6), self._usual(letter))
            for letter in self.known.origins
            if letter in self.known.usual and any(letter in tool.letters for tool in tools)
        ]
        search, taken = self._search(scenario), [*degrees, *assumed]
        checks = agreeing(search, values, laws, taken, outcome.unused, is_chosen=bool(self.named))
        settled = {
            choice: (min(scenario.left[choice]), scenario.reasons[choice])
            for tool in tools
            for choice in tool.needs
            if choice in scenario.left and len(scenario.left[choice]) == 1
        }
        left_out = dict.fromkeys(
            (tool.id, says)
            for link in outcome.chain
            for tool in tools
            if tool.id == link.law and (says := self.knowledge.law(tool.id).leaves_out)
        )
        used = {name for check in checks for name in check.letters}
        return outcome.replaced(
            assumed=(*degrees, *usual, *assumed),
            settled=tuple((name, *both) for name, both in sorted(settled.items())),
            leaves_out=tuple(left_out),
            checks=checks,
            unused=(
                *(name for name in outcome.unused if name not in used),
                *search.idle_choices(tools),
            ),
        )

    def _usual(self, letter: str) -> str:
        says = self.known.origins[letter].removeprefix("assumed, ")
        return f"{self.knowledge.symbols[letter].meaning}, {says}"


def _not_whole(knowledge: Knowledge, outcome: Found) -> Refused | None:
    """A law of a composed chain that gives a broken number where a whole one must be."""
    for link in outcome.chain:
        why = "" if link.value is None else not_whole(knowledge, link.letter, link.value)
        if why:
            return Between(link.law, link.letter, why)
    return None


def raise_open(scenario: Scenario, plan: Plan) -> None:
    """Ask for the first choice that is open, from the target backwards."""
    for move in reversed(plan.moves):
        choices = scenario.leaves_open(move.tool)
        if choices:
            raise OpenQuestion(choices[0], move.tool.gives)
