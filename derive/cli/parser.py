"""The commands and their options, with help that a newcomer can use."""

from __future__ import annotations

import argparse
import difflib
import importlib
import re
from collections.abc import Callable, Sequence

from ..errors import UnknownName, UnreadableCommand
from ..quoting import shown

EXAMPLES = """\
examples
  derive list
  derive show zero3_memory
  derive solve zero3_memory N_dp "M_state <= 80 GB" Psi=70e9
  derive solve tensor_parallel_hides_communication TP h=32768 F="4 PFLOP/s" beta="1.8 TB/s"
  derive evaluate ring_all_reduce_time N=8 n="1 GB" alpha="5 us" beta="50 GB/s"

values    70e9   70B   "80 GB"   "400 Gbit/s"   "5 us"   "2 USD/hour"   "600..989 TFLOP/s"
exit      0 answered   1 no solution, or findings   2 the question is wrong
"""


MOST_SAID = 300
"""The longest complaint of argparse that is passed on."""

COMMANDS = (
    "list",
    "show",
    "explain",
    "compare",
    "solve",
    "evaluate",
    "find",
    "sweep",
    "catalog",
    "check",
    "lint",
    "notation",
    "site",
    "schema",
    "book",
    "new",
)


def guesses(name: str, known: Sequence[str]) -> tuple[str, ...]:
    """The commands closest to a word."""
    return tuple(difflib.get_close_matches(name, known, 2, 0.5))


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of leaving, so that one door speaks."""

    def error(self, message: str) -> None:  # type: ignore[override]  # argparse never returns
        """Refuse the command line with the usage of the command at hand."""
        asked = re.match(r"argument COMMAND: invalid choice: '([^']*)'", message)
        if asked:
            raise UnknownName("command", asked[1], guesses(asked[1], COMMANDS) or COMMANDS)
        # Argparse repeats what was typed, whole and as it was.
        raise UnreadableCommand(shown(message, MOST_SAID)[1:-1], self.format_usage().strip())


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read a command line; raises ``UnreadableCommand``."""
    parser = build()
    options, rest = parser.parse_known_args(list(arguments))
    strays = [one for one in rest if one.startswith("-") and "=" not in one[:2]]
    if strays or (rest and not hasattr(options, "givens")):
        named = ", ".join(shown(one)[1:-1] for one in (strays or rest)[:3])
        raise UnreadableCommand(
            f"unknown option or word: {named}", f"see: derive {options.command} --help"
        )
    if rest:
        options.givens = [*options.givens, *rest]
    return options


def build() -> Parser:
    """All commands."""
    parser = Parser(
        prog="derive",
        description="The executable formulary of training at scale.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.set_defaults(run=_lazily("looking", "overview"), command="")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    _looking(commands)
    _asking(commands)
    _keeping(commands)
    return parser


def _command(
    commands: argparse._SubParsersAction[Parser], name: str, place: str, says: str
) -> Parser:
    command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
    command.set_defaults(run=_lazily(place, name), command=name)
    command.add_argument(
        "--package", metavar="PATH_OR_NAME", help="another knowledge package (it is imported)"
    )
    return command


def _lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Import a command only when it runs: start-up pays for nothing else."""

    def run(options: argparse.Namespace) -> int:
        found = importlib.import_module(f".{module}", __package__)
        status: int = getattr(found, function)(options)
        return status

    return run


def _looking(commands: argparse._SubParsersAction[Parser]) -> None:
    one = _command(commands, "list", "looking", "list the formulas, by subject")
    one.add_argument("subject", nargs="?", default="", help="only this subject")
    one.add_argument("--json", action="store_true", help="as JSON")

    one = _command(commands, "show", "looking", "show one formula")
    one.add_argument("formula", help="its id, as `derive list` names it")
    one.add_argument(
        "--as",
        dest="form",
        choices=["text", "latex", "mathml", "python", "javascript", "json"],
        default="text",
        help="the form to show it in",
    )
    one.add_argument(
        "--notation", default="", metavar="DOC", help="in the letters of a registered document"
    )

    one = _command(commands, "explain", "looking", "show how a formula follows, step by step")
    one.add_argument("formula", help="its id, as `derive list` names it")
    one.add_argument("--json", action="store_true", help="as JSON")

    one = _command(commands, "compare", "looking", "compare two formulas exactly")
    one.add_argument("first", help="the id of a formula")
    one.add_argument("second", help="the id of another")
    one.add_argument("--json", action="store_true", help="as JSON")

    one = _command(commands, "catalog", "shelves", "list what --gpu, --link and --model know")
    one.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="accelerators, links or models; the name of one; or both",
    )
    one.add_argument("--json", action="store_true", help="as JSON")


def _asking(commands: argparse._SubParsersAction[Parser]) -> None:
    one = _command(commands, "solve", "asking", "solve a formula for any of its letters")
    one.add_argument("formula", help="its id, as `derive list` names it")
    one.add_argument("target", help="the letter you want")
    _givens(one)
    one.add_argument("--divides", type=int, metavar="N", help="the answer must divide N")
    one.add_argument("--power-of", type=int, metavar="B", help="the answer must be a power of B")

    one = _command(commands, "find", "asking", "find a letter through as many formulas as needed")
    one.add_argument("target", help="the letter you want")
    _givens(one)
    one.add_argument(
        "--using", action="append", default=[], metavar="FORMULA", help="the chain must hold it"
    )
    one.add_argument("--divides", type=int, metavar="N", help="the answer must divide N")
    one.add_argument("--power-of", type=int, metavar="B", help="the answer must be a power of B")

    one = _command(commands, "evaluate", "asking", "compute the left side of a formula")
    one.add_argument("formula", help="its id, as `derive list` names it")
    _givens(one)

    one = _command(commands, "sweep", "sweeping", "compute a formula over a grid of values")
    one.add_argument("formula", help="its id, as `derive list` names it")
    _values(one, 'name=value, and grids: "n=1:1024:log"')
    one.add_argument("--for", dest="target", metavar="NAME", help="the letter; else the left side")
    one.add_argument(
        "-o", "--output", default="", metavar="FILE", help="a .csv, .json or .parquet file"
    )


def _givens(one: Parser) -> None:
    _values(one, 'also "name <= value", quoted')
    one.add_argument(
        "--sensitivity", action="store_true", help="also what the answer depends on most"
    )
    one.add_argument(
        "--as",
        dest="form",
        choices=["text", "markdown", "latex"],
        default="text",
        help="the form of the working",
    )
    one.add_argument("--json", action="store_true", help="as JSON (documented, versioned)")


def _values(one: Parser, values: str) -> None:
    one.add_argument("givens", nargs="*", metavar="name=value", help=values)
    one.add_argument(
        "--at-most", action="append", default=[], metavar="name=value", help="an upper bound"
    )
    one.add_argument(
        "--at-least", action="append", default=[], metavar="name=value", help="a lower bound"
    )
    one.add_argument("--in", dest="unit", default="", metavar="UNIT", help="unit of the answer")
    one.add_argument(
        "--constants", default="", metavar="SET", help="a published set of fitted constants"
    )
    for shelf, says in (
        ("gpu", "an accelerator, such as h100-sxm or h100-sxm:fp8"),
        ("link", "a link, such as nvlink4"),
        ("model", "a published model, such as llama-3-70b"),
    ):
        one.add_argument(
            f"--{shelf}", action="append", default=[], metavar="NAME", help=f"{says}; fills givens"
        )


def _keeping(commands: argparse._SubParsersAction[Parser]) -> None:
    one = commands.add_parser(
        "check", help="hold a knowledge package to the rules", description="Print all findings."
    )
    one.set_defaults(run=_lazily("keeping", "check"), command="check")
    one.add_argument("package", nargs="?", help="a folder or a package name")
    one.add_argument("--stats", action="store_true", help="print figures of the registry")
    one.add_argument(
        "--solve", action="store_true", help="solve all laws for all letters and try the answers"
    )
    one.add_argument("--seed", type=int, default=1, help="which random points; 1 if not given")
    one.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes that share the work"
    )
    one.add_argument("--json", action="store_true", help="as JSON")

    _linting(commands)

    one = _command(commands, "site", "keeping", "write the reference site")
    one.add_argument("-o", "--output", default="site", metavar="DIR", help="where to write it")
    one.add_argument(
        "--url", default="", metavar="ADDRESS", help="where it will be published, for its site map"
    )
    one.add_argument("--serve", action="store_true", help="serve it with live reload instead")

    one = commands.add_parser(
        "schema",
        help="print what the JSON of a command holds",
        description="Print the JSON Schema of what a command prints with --json.",
    )
    one.set_defaults(run=_lazily("schemas", "schema"), command="schema")
    one.add_argument("kind", help="answer, found, comparison, formula ...")
    one = _command(commands, "book", "book", "write everything that is computed, as JSON")
    one.add_argument("-o", "--output", default="", metavar="FILE", help="where to write it")
    one.add_argument("--schema", action="store_true", help="the JSON Schema of a book instead")
    one.add_argument("--fresh", action="store_true", help="believe nothing that was kept")

    one = _command(commands, "new", "keeping", "print a skeleton to fill in")
    one.add_argument("what", choices=["formula", "symbol", "term"], help="what to begin")
    one.add_argument("name", nargs="?", default="", help="its name")


def _linting(commands: argparse._SubParsersAction[Parser]) -> None:
    one = _command(commands, "lint", "linting", "check manuscripts: letters, formulas, numbers")
    one.add_argument("files", nargs="+", metavar="FILE", help="Markdown or LaTeX, or a folder")
    one.add_argument(
        "--notation",
        default="",
        metavar="FILE_OR_NAME",
        help="the notation of the files, or none; else the one with their title",
    )
    one.add_argument("--project", action="store_true", help="the files are a whole project")
    one.add_argument("--rule", action="append", default=[], metavar="NAME", help="only this rule")
    one.add_argument("--info", action="store_true", help="print information as well")
    one.add_argument("--json", action="store_true", help="as JSON")
    one.add_argument("--sarif", default="", metavar="FILE", help="write SARIF 2.1.0 as well")
    one.add_argument(
        "--baseline", default="", metavar="FILE", help="leave out the findings that it holds"
    )
    one.add_argument("--write-baseline", action="store_true", help="write the baseline instead")
    one.add_argument("--strict", action="store_true", help="warnings fail, too")
    one.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; else all cores")

    one = _command(commands, "notation", "linting", "draft a notation file for a document")
    one.add_argument("what", choices=["draft"], help="a first one, from its own tables")
    one.add_argument("file", metavar="FILE", help="a document with tables of symbols")
    one.add_argument("-o", "--output", default="", metavar="FILE", help="write it there")
