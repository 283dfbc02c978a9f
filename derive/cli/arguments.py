"""An argument parser that raises, knows how wide the terminal is, and builds what is asked for."""

from __future__ import annotations

import argparse
import os

from ..errors import UnknownCommand, UnreadableCommand
from ..names import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

MOST_SAID = 300
"""The longest complaint of argparse that is passed on."""


COMMANDS = tuple(
    "search list symbols show explain compare solve evaluate find sweep estimate plan diagnose "
    "catalog mcp check lint compile notation site schema book new".split()
)
EXAMPLES = """\
examples
  derive search how many gpus
  derive show zero3_memory
  derive solve zero3_memory N_dp "M_state <= 80 GB" Psi=70e9
  derive solve tensor_parallel_hides_communication TP h=32768 F="4 PFLOP/s" beta="1.8 TB/s"
  derive evaluate ring_all_reduce_time N=8 n="1 GB" alpha="5 us" beta="50 GB/s"

values    70e9   70B   "80 GB"   "400 Gbit/s"   "5 us"   "2 USD/hour"   "600..989 TFLOP/s"
exit      0 answered   1 no solution, or findings   2 the question is wrong
"""

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

    def text(self, name: str, metavar: str, says: str, **more: Any) -> None:
        """An option that takes a word; empty where it is not given."""
        self.add_argument(name, **{"default": "", "metavar": metavar, "help": says, **more})

    def repeated(self, name: str, metavar: str, says: str) -> None:
        """An option that may be given several times."""
        self.add_argument(name, action="append", default=[], metavar=metavar, help=says)

    def number(self, name: str, metavar: str | None, says: str, default: int | None) -> None:
        """An option that takes a whole number."""
        self.add_argument(name, type=int, default=default, metavar=metavar, help=says)

    def choice(self, name: str, choices: Sequence[str], says: str, **more: Any) -> None:
        """An option that takes one of a few words; the first where it is not given."""
        self.add_argument(name, **{"choices": choices, "default": choices[0], "help": says, **more})

    def flag(self, name: str, says: str) -> None:
        """An option that is there or not."""
        self.add_argument(name, action="store_true", help=says)

    def json(self, more: str = "") -> None:
        """JSON instead of words."""
        self.flag("--json", f"as JSON{more}")

    def formula(self, more: str = "") -> None:
        """The formula that is asked."""
        self.add_argument("formula", help=f"its id, as `derive list` names it{more}")

    def output(self, metavar: str, says: str, default: str = "") -> None:
        """Where to put what is made."""
        self.add_argument("-o", "--output", default=default, metavar=metavar, help=says)


class Commands:
    """Adds the parsers of all commands, or of one alone; the others are written nowhere."""

    def __init__(self, parsers: argparse._SubParsersAction[Parser], only: str) -> None:
        self._parsers = parsers
        self._only = only

    def add(self, name: str, place: str, says: str, description: str = "") -> Parser:
        """The parser of a command, which runs the function of its name in ``place``.

        Of a command that nobody asks, one that keeps nothing.
        """
        if self._only and name != self._only:
            return SKIPPED
        description = description or f"{says[0].upper()}{says[1:]}."
        command = self._parsers.add_parser(name, help=says, description=description)
        command.set_defaults(run=lazily(place, name), command=name)
        return command

    def add_asked(self, name: str, place: str, says: str) -> Parser:
        """A command that may be asked of another knowledge package."""
        command = self.add(name, place, says)
        command.text("--package", "PATH_OR_NAME", PACKAGE, default=None)
        return command


PACKAGE = "another knowledge package (it is imported)"


class Skipped:
    """Takes whatever a parser takes and keeps nothing."""

    def __getattr__(self, _name: str) -> Callable[..., None]:
        return lambda *_, **__: None


SKIPPED: Parser = Skipped()  # type: ignore[assignment]  # stands in for a parser that is not built


LONG = frozenset({"checking", "making", "estimating", "planning", "diagnosing"})
"""Commands whose libraries may swallow an interrupt."""


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
