"""A command to copy, where a question lacks values: typical ones are filled in."""

from __future__ import annotations

import shlex

from .. import answers
from ..entries.laws import typical_value
from ..entries.opening import open_knowledge
from ..errors import ConstantSetNeeded, DeriveError, MissingLetters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..entries.knowledge import Knowledge


def with_typical(problem: MissingLetters, package: str | None) -> MissingLetters:
    """The same complaint about a run, with a typical value beside each letter that has one."""
    knowledge = open_knowledge(package)
    letters = []
    for name, meaning in problem.letters:
        note = knowledge.symbols[name]
        value = typical_value(note, knowledge.unit(name), knowledge.units)
        letters.append(
            (name, f"{meaning}, such as {shlex.quote(f'{name}={value}')}" if value else meaning)
        )
    return MissingLetters(letters, problem.model)


def example(knowledge: Knowledge, formula: str, target: str, typed: Sequence[str] = ()) -> str:
    """A command that solves a law for a letter, beginning with what was typed.

    Without a target the left side of the law is computed, and of a bound its first whole number is
    solved for. The command was asked before it is shown: where typical values have no answer, there
    is no example.
    """
    law = knowledge.law(formula)
    left = law.gives
    whole = (name for name in law.letters if knowledge.symbols[name].domain.integer)
    asked = target or left or next(whole, law.letters[0])
    words = [*typed]
    named = {word.partition("=")[0].strip(" <>") for word in typed}
    for letter in law.letters:
        note = knowledge.symbols[letter]
        if letter == asked or note.default or not named.isdisjoint({letter, *note.aliases}):
            continue
        # Fitted constants belong together: a published set gives them.
        value = typical_value(note, knowledge.unit(letter), knowledge.units)
        if value and letter not in knowledge.fitted:
            words.append(f"{letter}={value}")
    evaluates = asked == left and not target
    command = ["evaluate", formula] if evaluates else ["solve", formula, asked]
    options: list[str] = []
    try:
        givens = answers.gather(words, [], [])
        try:
            answer = answers.solve(knowledge, formula, None if evaluates else asked, givens)
        except ConstantSetNeeded as problem:
            constants = problem.sets[0][0]
            wish = answers.Wish(constants=constants)
            answer = answers.solve(knowledge, formula, None if evaluates else asked, givens, wish)
            options = ["--constants", constants]
    except DeriveError:
        return ""
    return shlex.join(["derive", *command, *words, *options]) if answer.found else ""
