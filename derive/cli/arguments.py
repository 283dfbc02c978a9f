"""An argument parser that raises, knows how wide the terminal is, and builds what is asked for."""

from __future__ import annotations

import argparse
import os

from ..errors import UnknownCommand, UnreadableCommand
from ..quoting import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

MOST_SAID = 300
"""The longest complaint of argparse that is passed on."""


COMMANDS = (
    "search",
    "list",
    "symbols",
    "show",
    "explain",
    "compare",
    "solve",
    "evaluate",
    "find",
    "sweep",
    "estimate",
    "plan",
    "diagnose",
    "catalog",
    "mcp",
    "check",
    "lint",
    "compile",
    "notation",
    "site",
    "schema",
    "book",
    "new",
)


FOR_EXAMPLE = {
    "search": "how many gpus for 70B",
    "show": "zero3_memory",
    "explain": "compute_optimal_parameters",
    "compare": "bubble_ratio bubble_fraction",
    "solve": 'zero3_memory N_dp "M_state <= 80 GB" Psi=70e9',
    "evaluate": 'ring_all_reduce_time N=8 n="1 GB" alpha="5 us" beta="50 GB/s"',
    "find": 'T_train Psi=70e9 D=15e12 N_gpu=16384 MFU=0.4 F="989 TFLOP/s"',
    "sweep": "bubble_fraction p=8 m=8:512:log",
    "lint": "README.md",
    "notation": "draft README.md",
    "new": "formula my_law",
}
"""What to type behind a command that was given nothing."""


def no_command(words: Sequence[str]) -> UnknownCommand:
    """What is wrong where the first word is no command: a slip of the pen, or a search."""
    # Only a slip of the pen pays for these.
    import difflib
    import shlex

    # An id or a value among the words: somebody asks, and does not look for something.
    near = tuple(difflib.get_close_matches(words[0], COMMANDS, 2, 0.6))
    is_slip = near and (len(words) == 1 or any({"=", "_"} & {*word} for word in words))
    search = "" if is_slip else shown(shlex.join(["derive", "search", *words]), MOST_SAID)[1:-1]
    return UnknownCommand("command", words[0], near, search=search)


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; argparse would import an archiver to ask how wide that is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_width())


def _width() -> int:
    try:
        return int(os.environ["COLUMNS"]) - 2
    except (KeyError, ValueError):
        pass
    try:
        return max(40, os.get_terminal_size().columns - 2)
    except OSError:
        return 78


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of leaving, so that one door speaks."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"formatter_class": Formatter, **options})

    def error(self, message: str) -> None:  # type: ignore[override]  # argparse never returns
        """Refuse the command line with the usage of the command at hand."""
        command = self.prog.rpartition(" ")[2]
        if message.startswith("the following arguments are required") and command in FOR_EXAMPLE:
            hint = f"for example: {self.prog} {FOR_EXAMPLE[command]}\n  see: {self.prog} --help"
            raise UnreadableCommand(message, hint)
        # Argparse repeats what was typed, whole and as it was.
        raise UnreadableCommand(shown(message, MOST_SAID)[1:-1], self.format_usage().strip())


class Commands:
    """Adds the parsers of all commands, or of one alone; the others are written nowhere."""

    def __init__(self, parsers: argparse._SubParsersAction[Parser], only: str) -> None:
        self._parsers = parsers
        self._only = only

    def add_parser(self, name: str, **words: Any) -> Parser:
        """The parser of a command, or one that nobody will ask."""
        if self._only and name != self._only:
            return SKIPPED
        return self._parsers.add_parser(name, **words)


class Skipped:
    """Takes whatever a parser takes and keeps nothing."""

    def add_argument(self, *_: object, **__: object) -> None:
        """Take an argument."""

    def set_defaults(self, **_: object) -> None:
        """Take defaults."""


SKIPPED: Parser = Skipped()  # type: ignore[assignment]  # stands in for a parser that is not built


LONG = frozenset({"checking", "building", "estimating", "planning", "diagnosing"})
"""Commands whose libraries may swallow an interrupt."""


def command_parser(commands: Commands, name: str, place: str, says: str) -> Parser:
    """A command that may be asked of another knowledge package."""
    command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
    command.set_defaults(run=lazily(place, name), command=name)
    command.add_argument(
        "--package", metavar="PATH_OR_NAME", help="another knowledge package (it is imported)"
    )
    return command


def lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Import a command only when it runs: start-up pays for nothing else."""

    def run(options: argparse.Namespace) -> int:
        if module not in LONG:
            return asked(options)
        from .interrupts import Interrupts

        # From the import on: an interrupt may get lost while a module is read, too.
        with Interrupts():
            return asked(options)

    def asked(options: argparse.Namespace) -> int:
        from importlib import import_module

        command: Callable[[argparse.Namespace], int]
        command = getattr(import_module(f".{module}", __package__), function)
        return command(options)

    return run
