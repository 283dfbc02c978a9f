"""Completion by the Tab key: commands and options by argcomplete, names from the book."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping

from ..entries.knowledge import Knowledge
from ..entries.opening import open_knowledge
from .parser import build

Completer = Callable[..., Iterable[str]]


def complete() -> None:
    """Answer a shell that asks for completions, and end; without argcomplete there are none."""
    try:
        import argcomplete
    except ImportError:
        return
    argcomplete.autocomplete(with_names(build()))


def with_names(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The parser, each argument that takes a name with those of the book."""
    for action in parser._actions:  # noqa: SLF001  argparse lists them nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for command in action.choices.values():
                with_names(command)
        elif action.dest in NAMES:
            action.completer = _of_book(NAMES[action.dest])  # type: ignore[attr-defined]  # argcomplete reads it
    return parser


def _of_book(names: Completer) -> Completer:
    def completer(prefix: str, parsed_args: argparse.Namespace, **_: object) -> list[str]:
        knowledge = open_knowledge(getattr(parsed_args, "package", None))
        known = names(knowledge, parsed_args)
        return [name for name in known if name.startswith(prefix)]

    return completer


def _formulas(knowledge: Knowledge, _: argparse.Namespace) -> Iterable[str]:
    return knowledge.formulas


def _letters(knowledge: Knowledge, options: argparse.Namespace) -> Iterable[str]:
    """The letters of the formula that was typed before, or all of them."""
    formula = getattr(options, "formula", None)
    return knowledge.law(knowledge.formula_id(formula)).letters if formula else knowledge.symbols


def _givens(knowledge: Knowledge, options: argparse.Namespace) -> Iterable[str]:
    """Letters that still need a value, ready for it."""
    typed = [given.partition("=")[0].strip() for given in options.givens or ()]
    known = {*typed, getattr(options, "target", "")}
    return [f"{name}=" for name in _letters(knowledge, options) if name not in known]


def _shelf(shelf: str) -> Completer:
    return lambda knowledge, _: [entry.id for entry in knowledge.catalog if entry.shelf == shelf]


NAMES: Mapping[str, Completer] = {
    **dict.fromkeys(("formula", "first", "second", "using", "of"), _formulas),
    "target": _letters,
    "givens": _givens,
    "gpu": _shelf("gpu"),
    "link": _shelf("link"),
    "model": _shelf("model"),
}
"""The arguments that take a name of the book, by what argparse calls them."""
