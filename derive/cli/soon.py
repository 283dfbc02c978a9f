"""The common commands, answered from what was kept, before anything large is imported.

Whatever is not plainly one of them goes the long way, and so does every
question that the kept data does not cover.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..book.glance import Glance

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
COMMANDS = ("solve", "evaluate", "list", "show")
VALUED = ("--at-most", "--at-least", "--as")
BROKEN = (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What kept data of a wrong shape leads to."""


class Words:
    """A command line taken apart: words, and the few options that are known here."""

    __slots__ = ("command", "json", "options", "words")

    def __init__(self, command: str) -> None:
        self.command = command
        self.words: list[str] = []
        self.options: dict[str, list[str]] = {name: [] for name in VALUED}
        self.json = False


def words_of(arguments: Sequence[str]) -> Words | None:
    """A command line, if it is one of the common ones; else None."""
    if not arguments or arguments[0] not in COMMANDS:
        return None
    found = Words(arguments[0])
    rest = list(arguments[1:])
    while rest:
        word = rest.pop(0)
        name, sign, value = word.partition("=")
        if word == "--json":
            found.json = True
        elif name in VALUED and (sign or rest):
            found.options[name].append(value if sign else rest.pop(0))
        elif word.startswith("-") or not word:
            return None
        else:
            found.words.append(word)
    if any(value.startswith("-") for values in found.options.values() for value in values):
        return None
    return found


def answered(arguments: Sequence[str]) -> str | None:
    """The output of a command, if what was kept gives it; else None."""
    words = words_of(arguments)
    if words is None:
        return None
    kept = _kept()
    if kept is None:
        return None
    try:
        return DOORS[words.command](kept, words)
    except BROKEN:
        return None


def _kept() -> Glance | None:
    from ..book.glance import glance

    folder = knowledge_folder()
    return None if folder is None else glance(folder, HERE)


def knowledge_folder() -> str | None:
    """The folder of the formulary, where it lies in a wheel and in a checkout."""
    inside = os.path.join(HERE, "_bundled", "formulas")
    if os.path.isdir(inside):
        return inside
    outside = os.path.dirname(HERE)
    beside = os.path.join(outside, "formulas")
    if os.path.isdir(beside) and os.path.isfile(os.path.join(outside, "pyproject.toml")):
        return beside
    return None


def _asked(kept: Glance, words: Words) -> str | None:
    """The answer to a question about one formula."""
    form = words.options["--as"]
    solves = words.command == "solve"
    if len(words.words) < 1 + solves or form not in ([], ["text"]):
        return None
    formula, *rest = words.words
    target = rest.pop(0) if solves else None
    entry: Any = kept.entry("ask", formula)
    if entry is None:
        return None
    letter = entry["left"] if target is None else entry["names"].get(target, "")
    solved = kept.entry("solved", f"{formula}.{letter}")
    if solved is None:
        return None
    entry["targets"] = {letter: solved}
    from ..answers.ready.answering import ask
    from ..answers.ready.numbers import NotReady
    from ..answers.ready.question import typed

    try:
        givens = typed(rest, words.options["--at-most"], words.options["--at-least"])
        answer: Any = ask(entry, target, givens)
    except NotReady:
        return None
    if words.json:
        import json

        from ..answers.data import answer_data

        return json.dumps(answer_data(answer), indent=2, ensure_ascii=False)
    from ..answers.rendering import answer_text

    return answer_text(answer)


def _listed(kept: Glance, words: Words) -> str | None:
    from .listing import list_json, list_text

    if len(words.words) > 1 or any(words.options.values()):
        return None
    known: Any = kept.entry("list", "formulas")
    subject = words.words[0] if words.words else ""
    rows = [row for row in known["rows"] if subject in {"", row["subject"]}]
    if not rows:
        return None
    return list_json(rows) if words.json else list_text(rows, known["titles"])


def _shown(kept: Glance, words: Words) -> str | None:
    forms = words.options["--as"] or ["text"]
    others = words.options["--at-most"] or words.options["--at-least"]
    if len(words.words) != 1 or others or words.json:
        return None
    entry: Any = kept.entry("show", words.words[0])
    return None if entry is None else entry.get(forms[-1])


DOORS = {"solve": _asked, "evaluate": _asked, "list": _listed, "show": _shown}
