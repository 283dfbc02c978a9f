"""Consistent runs, drawn from a seed: choices made at random, letters that all laws agree on.

A run takes an alternative of every choice. The laws that hold for them give its
letters from a few random ones. What the laws of the whole formulary say of these
letters must agree, else the run is none and another one is drawn.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from derive.answers.chains import Move
from derive.answers.givens import read_given
from derive.answers.walking import quick
from derive.entries.knowledge import Knowledge
from derive.entries.laws import Tool
from derive.programs.relations import number_of, value_at
from derive.units import Quantity

MOST_LETTERS = 22
WHOLE = (1, 1, 2, 2, 4, 8, 16, 32, 64)
BROKEN = tuple(Fraction(one) for one in ("0.25", "0.5", "1", "2", "3", "5", "8", "20", "100"))
SHARE = tuple(Fraction(one) for one in ("0.1", "0.25", "0.4", "0.5", "0.75"))
CLOSE = Fraction(1, 10**6)
LARGEST = Fraction(10**40)


@dataclass
class Run:
    """Choices and letters, each in its own unit; ``laws`` are those that gave the letters."""

    choices: dict[str, str]
    letters: dict[str, Quantity] = field(default_factory=dict)
    laws: list[str] = field(default_factory=list)


class Inconsistent(Exception):
    """Two laws that hold for the same choices and give one letter two values."""


def drawn_run(knowledge: Knowledge, chance: random.Random) -> Run | None:
    """A run, or none where the draw came to nothing; raises ``Inconsistent``."""
    run = Run(_choices(knowledge, chance))
    held = [tool for tool in knowledge.tools if tool.is_equation and _holds(tool, run.choices)]
    for letter, value in _meant(knowledge, run.choices).items():
        run.letters[letter] = Quantity(value, knowledge.unit(letter))
    for letter in knowledge.alone:
        one = chance.choice((1, 1, 1, 2, 4, 8))
        run.letters.setdefault(letter, Quantity(one, knowledge.unit(letter)))
    near = _neighbourhood(held, chance)
    letters = sorted({letter for tool in near for letter in tool.letters})
    chance.shuffle(letters)
    given_by = {tool.gives for tool in near}
    for letter in sorted(letters, key=lambda one: one in given_by):  # what nothing gives, first
        if letter not in run.letters:
            value = _drawn(knowledge, letter, chance)
            if value is None:
                continue
            run.letters[letter] = value
            if not _close(knowledge, run, near):
                return None
    for name in knowledge.index["defaults"]:
        default = read_given(knowledge, name, knowledge.symbols[name].default)
        if name not in run.letters and isinstance(default, Quantity):
            run.letters[name] = default
    _complete(knowledge, run, held)
    return run if _agrees(knowledge, run, held) else None


def _choices(knowledge: Knowledge, chance: random.Random) -> dict[str, str]:
    """An alternative of each choice: the usual one as often as all others together.

    Of a letter that laws give which hold in every run, the others do not hold.
    """
    given = {tool.gives for tool in knowledge.tools if not tool.needs}
    found = {}
    for name, one in knowledge.choices.items():
        is_given = bool(one.letter) and one.letter in given
        if is_given or (one.assumed and chance.random() < 0.5):
            found[name] = one.assumed
        else:
            found[name] = chance.choice(list(one.alternatives))
    return found


def _meant(knowledge: Knowledge, choices: Mapping[str, str]) -> dict[str, int]:
    return {
        letter: value
        for name, one in choices.items()
        for letter, value in knowledge.choices[name].means.get(one, {}).items()
    }


def _holds(tool: Tool, choices: Mapping[str, str]) -> bool:
    return all(choices[choice] in some for choice, some in tool.needs.items())


def _neighbourhood(held: list[Tool], chance: random.Random) -> list[Tool]:
    """Laws that hang together by their letters, from a random one outwards."""
    letters = set(chance.choice(held).letters)
    while len(letters) < MOST_LETTERS:
        beside = [
            tool for tool in held if tool.letters & letters and 0 < len(tool.letters - letters) < 5
        ]
        if not beside:
            break
        letters |= chance.choice(beside).letters
    return [tool for tool in held if tool.letters <= letters]


def _drawn(knowledge: Knowledge, letter: str, chance: random.Random) -> Quantity | None:
    domain = knowledge.symbols[letter].domain
    pool = WHOLE if domain.integer else SHARE if domain.high == 1 else BROKEN
    values = [Fraction(one) for one in pool if domain.contains(Fraction(one))]
    return Quantity(chance.choice(values), knowledge.unit(letter)) if values else None


def _close(knowledge: Knowledge, run: Run, near: list[Tool]) -> bool:
    """Give every letter that the laws and the letters so far fix; false where one cannot be."""
    moved = True
    while moved:
        moved = False
        for tool in near:
            missing = tool.letters - set(run.letters)
            if len(missing) != 1:
                continue
            (letter,) = missing
            if letter != tool.gives and tool.unknowns.get(letter) != 0:
                continue
            value = quick(knowledge, [Move(tool, letter)], run.letters)
            if value is None or not _is_possible(knowledge, letter, value):
                return False
            run.letters[letter] = value
            run.laws.append(tool.id)
            moved = True
    return True


def _is_possible(knowledge: Knowledge, letter: str, value: Quantity) -> bool:
    """Whether a letter can have a value, and one of a size that occurs anywhere."""
    number = Fraction(value.magnitude)
    in_reach = number == 0 or 1 / LARGEST < abs(number) < LARGEST
    return in_reach and knowledge.symbols[letter].domain.contains(number)


def _complete(knowledge: Knowledge, run: Run, held: list[Tool]) -> None:
    """Compute every letter that a law fixes, whichever side it stands on, where the law applies."""
    left = list(held)
    moved = True
    while moved:
        moved = False
        for tool in list(left):
            missing = tool.letters - set(run.letters)
            if len(missing) > 1:
                continue
            left.remove(tool)
            letter = next(iter(missing), "")
            if letter not in tool.unknowns:
                continue
            value = quick(knowledge, [Move(tool, letter)], run.letters)
            if value is None or not _is_possible(knowledge, letter, value):
                continue
            at = {n: Fraction(v.base) for n, v in {**run.letters, letter: value}.items()}
            conditions = [one.relation for one in knowledge.law(tool.id).conditions]
            if all(
                one.truth(at) if one.letters <= set(at) else not one.is_equation
                for one in conditions
            ):
                run.letters[letter] = value
                run.laws.append(tool.id)
                moved = True


def _agrees(knowledge: Knowledge, run: Run, held: list[Tool]) -> bool:
    """Whether all conditions hold and all laws agree; false where a law does not apply here."""
    at = {name: Fraction(value.base) for name, value in run.letters.items()}
    if (
        not run.laws
        or not _conditions_hold(knowledge, run.laws, at)
        or not _shows(knowledge, run, at)
    ):
        return False
    for tool in held:
        if not tool.letters <= set(run.letters):
            continue
        conditions = knowledge.law(tool.id).conditions
        # A law with a condition that nothing decides may hold: an answer by it says so.
        known = [one.relation for one in conditions if one.relation.letters <= set(at)]
        if not all(one.truth(at) for one in known):
            if any(_would_hold(knowledge, run, tool, letter) for letter in tool.unknowns):
                raise Inconsistent(tool.gives, tool.id, [])
            continue
        sides = [number_of(value_at(side, at)) for side in knowledge.law(tool.id).relation.sides]
        ours, theirs = sides
        if ours is None or theirs is None:
            continue
        if abs(ours - theirs) > CLOSE * max(abs(ours), abs(theirs)):
            gave = [n for n in run.laws if tool.letters & set(knowledge.law(n).letters)]
            raise Inconsistent(tool.gives, tool.id, gave[:3])
    return True


def _would_hold(knowledge: Knowledge, run: Run, tool: Tool, letter: str) -> bool:
    """Whether a law that does not apply in a run gives a letter that makes it apply.

    Who knows the other letters alone cannot tell that it does not.
    """
    rest = {name: value for name, value in run.letters.items() if name != letter}
    value = quick(knowledge, [Move(tool, letter)], rest)
    if value is None or not _is_possible(knowledge, letter, value):
        return False
    return _conditions_hold(
        knowledge, [tool.id], {n: Fraction(v.base) for n, v in {**rest, letter: value}.items()}
    )


def _conditions_hold(knowledge: Knowledge, laws: list[str], at: Mapping[str, Fraction]) -> bool:
    """Whether laws hold there, as far as that can be decided; equalities must be."""
    conditions = [c.relation for name in laws for c in knowledge.law(name).conditions]
    return all(c.truth(at) if c.letters <= set(at) else not c.is_equation for c in conditions)


def _shows(knowledge: Knowledge, run: Run, at: Mapping[str, Fraction]) -> bool:
    """Whether the letters settle the choices as the run does, where they settle them."""
    typed = {name for name in at if not _is_default(knowledge, name, run.letters[name])}
    for name, alternative in run.choices.items():
        choice = knowledge.choices[name]
        for other, relations in choice.when.items():
            decided = all(one.letters <= set(at) for one in relations)
            if decided and all(one.truth(at) for one in relations) != (other == alternative):
                return False
        if any(some & typed for other, some in choice.shown_by.items() if other != alternative):
            return False
        means = choice.means.get(alternative, {})
        if any(at.get(letter, value) != value for letter, value in means.items()):
            return False
    return True


def telling_choices(knowledge: Knowledge, run: Run, chance: random.Random) -> dict[str, str]:
    """The choices that are said: all that are not as assumed, and some of the others."""
    return {
        name: alternative
        for name, alternative in run.choices.items()
        for one in [knowledge.choices[name]]
        if alternative
        if (one.assumed and alternative != one.assumed) or chance.random() < 0.5
    }


def _is_default(knowledge: Knowledge, name: str, value: Quantity) -> bool:
    """Whether a letter has a default, and this is it."""
    text = knowledge.symbols[name].default
    default = read_given(knowledge, name, text) if text else None
    return isinstance(default, Quantity) and default.base == value.base


def must_be_given(knowledge: Knowledge, run: Run) -> set[str]:
    """Letters that would be taken to be something else if they were not given."""
    found = {x for x in knowledge.alone if x in run.letters and run.letters[x].base != 1}
    return found | {
        name
        for name, value in run.letters.items()
        if knowledge.symbols[name].default and not _is_default(knowledge, name, value)
    }
