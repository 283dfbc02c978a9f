"""What a search starts from: values that are known, and which alternatives of choices hold.

Points, bounds, presets and defaults, over all letters; alternatives settled by name, by a
model, by the givens; assumed; or open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Choice, Tool
from ..errors import ContradictoryGivens, TargetIsGiven, UnknownName
from ..frozen import Record
from ..names import guesses, spoken
from ..records.notes import SymbolNote
from ..units import Interval, Quantity
from ..units.decimals import rounded
from .givens import Preset, named_entries, one_value_each, presets, read_given
from .question import Wish, constant_set, letter_asked, quantities

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stated(Record):
    """A figure of a named entry, where it is said, and to how many significant digits."""

    value: Quantity
    origin: str
    digits: int

    def is_met_by(self, value: Quantity | None, *, whole: bool) -> bool:
        """Whether a value is this one with more digits, and not one beside it."""
        if value is None or (whole and value.base != round(value.base)):
            return False
        return rounded(value.base, self.digits) == rounded(self.value.base, self.digits)


class Knowns(Record):
    """The givens of a search: ``typed`` are the names that were typed, not preset."""

    target: SymbolNote
    points: Mapping[str, Quantity]
    bounds: Mapping[str, Interval]
    defaults: Mapping[str, Quantity]
    typed: frozenset[str]
    origins: Mapping[str, str]
    wish: Wish
    usual: frozenset[str] = frozenset()
    """Letters of which a named entry supplies how it was used: an assumption, to be said."""
    typed_over: frozenset[str] = frozenset()
    """Letters that were typed in place of the figure of a named entry."""
    stated: Stated | None = None
    """What a named entry says of the target itself, when nothing was typed."""


def read_knowns(knowledge: Knowledge, target: str, givens: Mapping[str, Any], wish: Wish) -> Knowns:
    """Read the givens of a search; names are looked up among all letters."""
    note = letter_asked(knowledge, target)
    named = {letter_asked(knowledge, name).id: value for name, value in givens.items()}
    asked_or_typed = {*named, note.id}
    entries = named_entries(knowledge, wish.catalog, wish.files)
    preset = presets(entries)
    supplied = {n: p for n, p in preset.items() if n not in asked_or_typed}
    texts = {**{n: p.value for n, p in supplied.items()}, **named}
    read = {name: read_given(knowledge, name, value) for name, value in texts.items()}
    if isinstance(read.get(note.id), Quantity):
        raise TargetIsGiven(note.id, str(read[note.id]))
    one_value_each(f"a search for {note.id}", read)
    fitted = constant_set(knowledge, wish.constants) if wish.constants else {}
    points = {n: v for n, v in read.items() if isinstance(v, Quantity)}
    usual = {name: knowledge.symbols[name].default for name in knowledge.index["defaults"]}
    defaults = {**quantities(knowledge, fitted), **quantities(knowledge, usual)}
    replaced = _replacing(knowledge, preset, points)
    return Knowns(
        note,
        points,
        {n: v for n, v in read.items() if isinstance(v, Interval)},
        {n: v for n, v in defaults.items() if n not in points and n != note.id},
        frozenset(named),
        {**{n: p.origin for n, p in supplied.items()}, **replaced},
        wish,
        frozenset(n for n, p in supplied.items() if p.usual),
        frozenset(replaced),
        _stated(knowledge, note.id, preset) if not named else None,
    )


def _stated(knowledge: Knowledge, target: str, preset: Mapping[str, Preset]) -> Stated | None:
    figure = preset.get(target)
    value = figure and read_given(knowledge, target, figure.value)
    if figure is None or not isinstance(value, Quantity):
        return None
    mantissa = re.split("[eE ]", figure.value)[0]
    digits = len(re.sub(r"\D", "", mantissa).lstrip("0"))
    return Stated(value, figure.origin, max(1, digits))


def _replacing(
    knowledge: Knowledge, preset: Mapping[str, Preset], points: Mapping[str, Quantity]
) -> dict[str, str]:
    """Of what was typed over the figure of a named entry: what it stands in place of."""
    replaced = {}
    for name in points.keys() & preset.keys():
        figure = read_given(knowledge, name, preset[name].value)
        if not preset[name].usual and isinstance(figure, Quantity) and figure != points[name]:
            replaced[name] = f"in place of {figure.format(6)}, {preset[name].origin}"
    return replaced


# --- which alternatives hold --------------------------------------------------------


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
    made_up = {name for name, choice in knowledge.choices.items() if choice.letter}
    given_by = {tool.gives for tool in knowledge.tools if not tool.needs.keys() & made_up}
    last = {name for name in made_up if knowledge.choices[name].letter in given_by}
    return Scenario(left, reasons, assumed, decided, frozenset(last))


def _kept(
    choice: Choice, at: Mapping[str, Fraction], given: set[str]
) -> tuple[frozenset[str], str]:
    """The alternatives that the givens leave, and which givens those are."""
    every = frozenset(choice.alternatives)

    def by(letters: Iterable[str]) -> str:
        return f"by {' and '.join(sorted(set(letters)))}"

    for name, relations in choice.when.items():
        known = [relation for relation in relations if relation.letters <= set(at)]
        broken = [relation for relation in known if not relation.truth(at)]
        if broken:
            return every - {name}, by(x for relation in broken for x in relation.letters)
        if len(known) == len(relations):
            return frozenset({name}), by(x for relation in known for x in relation.letters)
    # A letter that only one alternative has speaks for it; letters of two speak for neither.
    shown = {name: showing & given for name, showing in choice.shown_by.items() if showing & given}
    if len(shown) == 1:
        ((name, letters),) = shown.items()
        return frozenset({name}), by(letters)
    out = {
        name: letter
        for name, fixed in choice.means.items()
        for letter, value in fixed.items()
        if letter in at and at[letter] != value
    }
    return every - set(out), by(out.values()) if out else ""
