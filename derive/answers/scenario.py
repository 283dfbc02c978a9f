"""Which alternatives hold: settled by name, by a model, by the givens; assumed; or open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Choice, Tool
from ..errors import ContradictoryGivens, UnknownName
from ..frozen import Record
from ..names import guesses, spoken
from .knowns import Knowns
from .presets import named_entries

HOLDS = "holds"


class Scenario(Record):
    """The alternatives that are left of each choice, and why; what is left of others is all.

    ``assumed`` are alternatives that are taken, and said, where nothing settles
    the choice. ``decided`` are conditions that were said to hold, ``last`` choices
    that matter only where no other law gives the letter: a scenario that is strict
    does not ask for them.
    """

    left: Mapping[str, frozenset[str]]
    reasons: Mapping[str, str]
    assumed: Mapping[str, str]
    decided: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    is_strict: bool = False

    def with_(self, choice: str, alternative: str, reason: str) -> Scenario:
        """The same with one more choice settled; beside it, none is asked for last."""
        return self.replaced(
            is_strict=self.is_strict or choice not in self.last,
            left={**self.left, choice: frozenset({alternative})},
            reasons={**self.reasons, choice: reason},
            assumed={
                name: alternative for name, alternative in self.assumed.items() if name != choice
            },
        )

    def meant(self, knowledge: Knowledge) -> dict[str, tuple[str, int]]:
        """Letters that a settled or assumed alternative fixes: the choice, and the value."""
        taken = {name: min(left) for name, left in self.left.items() if len(left) == 1}
        return {
            letter: (name, value)
            for name, alternative in {**taken, **self.assumed}.items()
            if name in knowledge.choices
            for letter, value in knowledge.choices[name].means.get(alternative, {}).items()
        }

    def alternatives(self, choice: Choice) -> list[str]:
        """What is left of a choice, in the order in which it is declared."""
        left = self.left.get(choice.id)
        return [
            alternative
            for alternative in choice.alternatives
            if left is None or alternative in left
        ]

    def excludes(self, tool: Tool) -> bool:
        """Whether a law holds for no alternative that is left."""
        return any(
            self.left[choice].isdisjoint(needed)
            if choice in self.left
            else self.is_strict and choice in self.last
            for choice, needed in tool.needs.items()
        )

    def assumes(self, tool: Tool) -> list[str]:
        """The choices of which a law needs the alternative that is assumed."""
        return [
            choice
            for choice, needed in tool.needs.items()
            if not self.settles(choice, needed) and self.assumed.get(choice) in needed
        ]

    def leaves_open(self, tool: Tool) -> list[str]:
        """The choices that must be made before a law can be said to hold."""
        return [
            choice
            for choice, needed in tool.needs.items()
            if not self.settles(choice, needed) and self.assumed.get(choice) not in needed
        ]

    def settles(self, choice: str, alternatives: frozenset[str]) -> bool:
        """Whether whatever is left of a choice is among some alternatives."""
        return choice in self.left and self.left[choice] <= alternatives


def scenario_of(knowledge: Knowledge, known: Knowns, named: Iterable[Tool]) -> Scenario:
    """What the wish, the laws that were named, the catalogue and the givens settle."""
    left: dict[str, frozenset[str]] = {}
    reasons: dict[str, str] = {}
    decided = {name for name, text in known.wish.choices if text == HOLDS}
    for name, text in known.wish.choices:
        if text != HOLDS:
            _choose(choice_named(knowledge, name), text, left, reasons)
    for tool in named:
        _need(tool, left, reasons)
    for entry, _ in named_entries(knowledge, known.wish.catalog, known.wish.files):
        for name, alternative in entry.settles.items():
            left.setdefault(name, frozenset({alternative}))
            reasons.setdefault(name, entry.title)
    return _from_givens(knowledge, known, left, reasons, frozenset(decided))


def _choose(
    choice: Choice, text: str, left: dict[str, frozenset[str]], reasons: dict[str, str]
) -> None:
    typed = text
    text = spoken(typed, choice.alternatives, choice.called) or ""
    if not text:
        near = guesses(typed, choice.alternatives) or tuple(choice.alternatives)
        raise UnknownName("alternative", typed, near, choice.id)
    if left.get(choice.id, {text}) != {text}:
        raise ContradictoryGivens(
            f"{choice.id} = {min(left[choice.id])}", f"{choice.id} = {text}", "both are chosen"
        )
    left[choice.id], reasons[choice.id] = frozenset({text}), "chosen"


def _need(tool: Tool, left: dict[str, frozenset[str]], reasons: dict[str, str]) -> None:
    """Settle what a law needs that was named; refuse it where something else was chosen."""
    for name, needed in tool.needs.items():
        both = left.get(name, needed) & needed
        if not both:
            raise ContradictoryGivens(
                f"{name} = {min(left[name])}",
                f"{name} = {min(needed)}",
                f"{tool.id} does not hold for the first",
            )
        left[name], reasons[name] = both, reasons.get(name, f"as {tool.id} needs it")


def choice_named(knowledge: Knowledge, name: str) -> Choice:
    """A choice by its id or another name; raises ``UnknownName`` with a guess."""
    for choice in knowledge.choices.values():
        if name == choice.id or name in choice.also:
            return choice
    raise UnknownName("choice", name, guesses(name, knowledge.choices))


def _from_givens(
    knowledge: Knowledge,
    known: Knowns,
    left: dict[str, frozenset[str]],
    reasons: dict[str, str],
    decided: frozenset[str],
) -> Scenario:
    at = {name: Fraction(value.base) for name, value in known.points.items()}
    given = set(at) | set(known.bounds)
    assumed = {}
    for choice in knowledge.choices.values():
        if choice.id in left:
            continue
        kept, why = _kept(choice, at, given)
        if why:
            left[choice.id], reasons[choice.id] = kept, why
        typed = known.typed | {known.target.id}
        is_asked = known.target.id in choice.means.get(choice.assumed, {})
        if choice.assumed in kept and not choice.unless & typed and len(kept) > 1 and not is_asked:
            assumed[choice.id] = choice.assumed
    made_up = _made(knowledge)
    given_by = {tool.gives for tool in knowledge.tools if not tool.needs.keys() & made_up}
    last = {
        name
        for name, choice in knowledge.choices.items()
        if choice.letter and choice.letter in given_by
    }
    return Scenario(left, reasons, assumed, decided, frozenset(last))


def _made(knowledge: Knowledge) -> set[str]:
    return {name for name, choice in knowledge.choices.items() if choice.letter}


def _kept(
    choice: Choice, at: Mapping[str, Fraction], given: set[str]
) -> tuple[frozenset[str], str]:
    """The alternatives that the givens leave, and which givens those are."""
    for name, relations in choice.when.items():
        known = [relation for relation in relations if relation.letters <= set(at)]
        if any(not relation.truth(at) for relation in known):
            letters = sorted(
                {x for relation in known if not relation.truth(at) for x in relation.letters}
            )
            return frozenset(choice.alternatives) - {name}, f"by {' and '.join(letters)}"
        if len(known) == len(relations):
            return frozenset(
                {name}
            ), f"by {' and '.join(sorted({x for r in known for x in r.letters}))}"
    # A letter that only one alternative has speaks for it; letters of two speak for neither.
    shown = {name: showing & given for name, showing in choice.shown_by.items() if showing & given}
    if len(shown) == 1:
        ((name, some),) = shown.items()
        return frozenset({name}), f"by {' and '.join(sorted(some))}"
    out = {
        name: letter
        for name, fixed in choice.means.items()
        for letter, value in fixed.items()
        if letter in at and at[letter] != value
    }
    if out:
        return frozenset(choice.alternatives) - set(
            out
        ), f"by {' and '.join(sorted(set(out.values())))}"
    return frozenset(choice.alternatives), ""
