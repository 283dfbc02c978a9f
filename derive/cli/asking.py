"""``derive solve``, ``evaluate`` and ``find``, with the files that they name; examples to copy."""

from __future__ import annotations

import argparse
import os.path

from .. import answers
from ..answers import Wish, gather
from ..entries.knowledge import Knowledge
from ..entries.opening import open_knowledge
from ..errors import (
    ConstantSetNeeded,
    DeriveError,
    MissingGivens,
    MissingLetters,
    MissingTarget,
    UnreadableCommand,
)
from ..records.notes import SHELVES
from . import ANSWERED, NOTHING_FOUND
from .terminal import formula_id, print_json, with_bold_head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import Any

    from ..answers import Answer, Found
    from ..entries.laws import Entry
    from ..runs.composition import Composition
    from ..runs.facts import Facts


ENDINGS = (".json", ".toml", ".yaml", ".yml", ".sh", ".txt", ".args")
MOST_BELOW = 10**9
"""The largest denominator of a figure: a share of experts, or a quarter of a byte."""


def is_file(name: str) -> bool:
    """Whether a name is that of a file or folder, and none of the catalogue or of a hub."""
    if name.endswith(ENDINGS) or "\\" in name or name.startswith((".", "/", "~")):
        return True
    return "/" in name and os.path.exists(name)  # noqa: PTH110  pathlib takes longer to import than this


def entries_of(options: argparse.Namespace, knowledge: Knowledge) -> tuple[Entry, ...]:
    """What the files of a question say, each an entry beside those of the catalogue."""
    # Few questions name a file: the others need not pay for the reader of runs.
    import sys
    from pathlib import Path

    from ..records.notes import SHELVES
    from ..runs.composition import composition
    from ..runs.readers import read_file
    from .outputs import plain

    files = [name for shelf in SHELVES for name in getattr(options, shelf) if is_file(name)]
    composed = composition(options.package)
    facts_of_files = [read_file(Path(name)) for name in [*files, *options.config]]
    if unused := [key for facts in facts_of_files for key in facts.unused]:
        print(f"derive: not used: {', '.join(map(plain, unused))}", file=sys.stderr)
    return tuple(_entry(knowledge, composed, facts) for facts in facts_of_files)


def _entry(knowledge: Knowledge, composed: Composition, facts: Facts) -> Entry:
    """Facts as an entry: figures in the letters' own units, choices as the laws call them."""
    from ..entries.laws import Entry, Figure
    from ..runs.facts import ASSUMED

    settled = dict(composed.in_laws(*choice) for choice in facts.choices.items())
    known = {
        name: alternative
        for name, alternative in settled.items()
        if name in knowledge.choices and alternative in knowledge.choices[name].alternatives
    }
    figures = tuple(
        Figure(
            name,
            _in_own_unit(value, knowledge.unit(name).factor),
            usual=facts.place(name).startswith(ASSUMED),
        )
        for name, value in facts.letters.items()
    )
    return Entry(facts.origin, "model", facts.origin, "", (), facts.origin, figures, {}, {}, known)


def _in_own_unit(value: float, factor: Fraction) -> str:
    """A value in base units as the text of one in its letter's own unit."""
    from fractions import Fraction

    return str((Fraction(value) / factor).limit_denominator(MOST_BELOW))


def _ask(options: argparse.Namespace, target: str | None) -> int:
    """Ask, print the answer, and tell by the exit status whether there is one."""
    knowledge = open_knowledge(options.package)
    givens = gather(options.givens, options.at_most, options.at_least)
    formula = _using(knowledge, options.formula)
    try:
        answer = answers.solve(knowledge, formula, target, givens, _wish(options, knowledge))
    except MissingGivens as problem:
        command = example(knowledge, formula, target or "", options.givens)
        raise MissingGivens(problem.formula, problem.missing, command) from None
    _print(answer, options)
    return ANSWERED if answer.found else NOTHING_FOUND


def _wish(options: argparse.Namespace, knowledge: Knowledge) -> Wish:
    return Wish(
        divides=getattr(options, "divides", None),
        power_of=getattr(options, "power_of", None),
        unit=options.unit,
        constants=options.constants,
        sensitivity=options.sensitivity,
        choices=tuple(_choice(text) for text in getattr(options, "choose", [])),
        **named_entries(options, knowledge),
    )


def named_entries(options: argparse.Namespace, knowledge: Knowledge) -> dict[str, Any]:
    """Entries of the catalogue by name, and what files say, which are read where one is named."""
    names = [(shelf, name) for shelf in SHELVES for name in getattr(options, shelf)]
    catalog = tuple((shelf, name) for shelf, name in names if not is_file(name))
    if not options.config and len(catalog) == len(names):
        return {"catalog": catalog}
    return {"catalog": catalog, "files": entries_of(options, knowledge)}


def find(options: argparse.Namespace) -> int:
    """``derive find TARGET name=value ...``: a chain of formulas, or the choice between several."""
    knowledge = open_knowledge(options.package)
    choices, typed = _apart(knowledge, options.givens)
    options.choose += choices
    givens = gather(typed, options.at_most, options.at_least)
    using = [_using(knowledge, name) for name in options.using]
    answer = answers.find(knowledge, options.target, givens, using, _wish(options, knowledge))
    _print(answer, options)
    return ANSWERED if answer.answer is not None and answer.answer.found else NOTHING_FOUND


def _choice(text: str) -> tuple[str, str]:
    """``feed_forward=gated``; a condition may hold signs of its own."""
    name, sign, alternative = text.rpartition("=")
    if not sign:
        raise UnreadableCommand(
            f"--choose {text} is not name=alternative", "see: derive find --help"
        )
    return name.strip(), alternative.strip()


def _apart(knowledge: Knowledge, typed: list[str]) -> tuple[list[str], list[str]]:
    """Choices that were typed like letters, and the rest."""
    names = {name for choice in knowledge.choices.values() for name in (choice.id, *choice.also)}
    # A choice is typed like a letter: only the names of the package tell them apart.
    choices = [text for text in typed if text.partition("=")[0].strip() in names]
    return choices, [text for text in typed if text not in choices]


def _using(knowledge: Knowledge, name: str) -> str:
    """A law that the chain must hold: a formula under any of its ids, or a declared use."""
    return name if name in knowledge.index["uses"] else formula_id(knowledge, name)


def solve(options: argparse.Namespace) -> int:
    """``derive solve FORMULA TARGET name=value ...``."""
    if not options.target or "=" in options.target:
        raise _without_target(options)
    return _ask(options, options.target)


def _without_target(options: argparse.Namespace) -> MissingTarget:
    """What a law can be solved for, where nothing is asked for."""
    from ..answers.question import shown_unit

    knowledge = open_knowledge(options.package)
    formula = _using(knowledge, options.formula)
    law = knowledge.law(formula)
    notes = [knowledge.symbols[name] for name in law.letters]
    letters = [(note.id, note.meaning, shown_unit(note.unit)) for note in notes]
    return MissingTarget(formula, law.text, letters, example(knowledge, formula, ""))


def evaluate(options: argparse.Namespace) -> int:
    """``derive evaluate FORMULA name=value ...``: the left side of the law."""
    return _ask(options, None)


def _print(answer: Answer | Found, options: argparse.Namespace) -> None:
    """Print an answer in the form that was asked for."""
    if options.json:
        print_json(answer.to_dict())
    elif options.form == "markdown":
        print(answer.markdown(), end="")
    elif options.form == "latex":
        print(answer.working())
    elif options.form == "mermaid":
        print(answer.mermaid(), end="")
    else:
        print(with_bold_head(str(answer)))


# --- a command to copy, where a question lacks values ------------------------------


def with_typical(problem: MissingLetters, package: str | None) -> MissingLetters:
    """The same complaint about a run, with a typical value beside each letter that has one."""
    import shlex

    from ..entries.laws import typical_value

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
    import shlex

    from ..entries.laws import typical_value

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
