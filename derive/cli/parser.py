"""The commands and their options, with help that a newcomer can use."""

from __future__ import annotations

import argparse

from ..errors import UnreadableCommand
from ..quoting import shown
from .arguments import COMMANDS, Commands, Formatter, Parser, no_command
from .arguments import command_parser as _command
from .arguments import lazily as _lazily
from .options import CONFIG, diagnose_options, keeping, place_options, plan_options, run_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

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


SEARCHED = "formula term symbol entry source notation errata question page".split()
"""What a search finds."""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read a command line; raises ``UnreadableCommand``."""
    # Building every command takes as long as starting Python: the one that is asked will do.
    words = [word for word in arguments if not word.startswith("-")]
    if words and words[0] not in COMMANDS:
        raise no_command(words)
    parser = build(words[0] if words else "")
    options, rest = parser.parse_known_args(list(arguments))
    strays = [word for word in rest if word.startswith("-") and "=" not in word[:2]]
    if strays or (rest and not hasattr(options, "givens")):
        named = ", ".join(shown(word)[1:-1] for word in (strays or rest)[:3])
        raise UnreadableCommand(
            f"unknown option or word: {named}", f"see: derive {options.command} --help"
        )
    if rest:
        options.givens = [*options.givens, *rest]
    return options


def build(only: str = "") -> Parser:
    """All commands, or one alone."""
    parser = Parser(
        prog="derive",
        description="The executable formulary of training at scale.",
        epilog=EXAMPLES,
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.set_defaults(run=_lazily("looking", "overview"), command="")
    commands = Commands(
        parser.add_subparsers(
            title="commands", metavar="COMMAND", prog="derive", parser_class=Parser
        ),
        only,
    )
    _searching(commands)
    _looking(commands)
    _asking(commands)
    _runs(commands)
    keeping(commands)
    return parser


def _searching(commands: Commands) -> None:
    command = _command(commands, "search", "looking", "find formulas, terms, letters by any name")
    command.add_argument(
        "words", nargs="+", metavar="WORD", help='words, a name, a question, or a law: "6 N D"'
    )
    command.add_argument(
        "--kind",
        choices=SEARCHED,
        default="",
        help="only records of this kind",
    )
    command.add_argument(
        "--most", type=int, default=8, metavar="N", help="how many; 8 if not given"
    )
    command.add_argument("--json", action="store_true", help="as JSON")

    command = _command(commands, "symbols", "looking", "list the letters with meaning and unit")
    command.add_argument("words", nargs="*", metavar="WORD", help="only letters with these words")
    command.add_argument(
        "--of", default="", metavar="FORMULA", help="only the letters of this formula"
    )
    command.add_argument("--json", action="store_true", help="as JSON")


def _looking(commands: Commands) -> None:
    command = _command(commands, "list", "looking", "list the formulas, by subject")
    command.add_argument("subject", nargs="?", default="", help="only this subject")
    command.add_argument("--json", action="store_true", help="as JSON")

    command = _command(commands, "show", "looking", "show one formula")
    command.add_argument("formula", help="its id, as `derive list` names it")
    command.add_argument(
        "--as",
        dest="form",
        choices=["text", "latex", "mathml", "python", "javascript", "json"],
        default="text",
        help="the form to show it in",
    )
    command.add_argument(
        "--notation", default="", metavar="DOC", help="in the letters of a registered document"
    )

    command = _command(commands, "explain", "looking", "show how a formula follows, step by step")
    command.add_argument("formula", help="its id, as `derive list` names it")
    command.add_argument("--json", action="store_true", help="as JSON")

    command = _command(commands, "compare", "looking", "compare two formulas exactly")
    command.add_argument("first", help="the id of a formula")
    command.add_argument("second", help="the id of another")
    command.add_argument("--json", action="store_true", help="as JSON")

    command = _command(commands, "catalog", "shelves", "list what --gpu, --link and --model know")
    command.add_argument(
        "words",
        nargs="*",
        metavar="WORD",
        help="accelerators, links or models; the name of one; or both",
    )
    command.add_argument("--json", action="store_true", help="as JSON")


def _asking(commands: Commands) -> None:
    command = _command(commands, "solve", "asking", "solve a formula for any of its letters")
    command.add_argument("formula", help="its id, as `derive list` names it")
    command.add_argument("target", nargs="?", default="", help="the letter you want")
    _givens(command)
    command.add_argument("--divides", type=int, metavar="N", help="the answer must divide N")
    command.add_argument(
        "--power-of", type=int, metavar="B", help="the answer must be a power of B"
    )

    command = _command(
        commands, "find", "asking", "find a letter through as many formulas as needed"
    )
    command.add_argument("target", help="the letter you want")
    _givens(command)
    command.add_argument(
        "--using", action="append", default=[], metavar="FORMULA", help="the chain must hold it"
    )
    command.add_argument(
        "--choose",
        action="append",
        default=[],
        metavar="CHOICE=ALTERNATIVE",
        help="settle a choice, such as feed_forward=gated; or type it like a given",
    )
    command.add_argument("--divides", type=int, metavar="N", help="the answer must divide N")
    command.add_argument(
        "--power-of", type=int, metavar="B", help="the answer must be a power of B"
    )

    command = _command(commands, "evaluate", "asking", "compute the left side of a formula")
    command.add_argument("formula", help="its id, as `derive list` names it")
    _givens(command)

    command = _command(commands, "sweep", "sweeping", "compute formulas over a grid of values")
    command.add_argument("formula", help="its id, as `derive list` names it; more may follow")
    _values(command, 'name=value, grids and lists: "n=1:1024:log" "TP=1,2,4"')
    command.add_argument(
        "--for", dest="target", metavar="NAME", help="the letter; else the left side"
    )
    command.add_argument(
        "-o",
        "--output",
        default="",
        metavar="FILE",
        help="a .csv, .json, .parquet or .xlsx file, or a folder of Parquet files",
    )
    place_options(command)


def _runs(commands: Commands) -> None:
    command = _command(commands, "estimate", "estimating", "memory and step time of a whole run")
    run_options(command)
    command.add_argument("--explain", default="", metavar="LETTER", help="the laws behind a letter")

    command = _command(commands, "plan", "planning", "the best layouts of a run, and why they win")
    run_options(command, 'also lists, "TP=1,2,4", and bounds, "M_gpu <= 80 GB"')
    plan_options(command)
    command.set_defaults(run=_lazily("planning", "planned"))

    says = "what a measured run says: the gap, and what could explain it"
    command = _command(commands, "diagnose", "diagnosing", says)
    run_options(command, "the run, and what was measured, such as T_step")
    diagnose_options(command)
    command.set_defaults(run=_lazily("diagnosing", "diagnosed"))


def _givens(command: Parser) -> None:
    _values(command, 'also "name <= value", quoted')
    command.add_argument(
        "--sensitivity", action="store_true", help="also what the answer depends on most"
    )
    command.add_argument(
        "--as",
        dest="form",
        choices=["text", "markdown", "latex", "mermaid"],
        default="text",
        help="the form of the working, or a flowchart of the laws for Mermaid",
    )
    command.add_argument("--json", action="store_true", help="as JSON (documented, versioned)")


def _values(command: Parser, values: str) -> None:
    command.add_argument("givens", nargs="*", metavar="name=value", help=values)
    command.add_argument(
        "--at-most", action="append", default=[], metavar="name=value", help="an upper bound"
    )
    command.add_argument(
        "--at-least", action="append", default=[], metavar="name=value", help="a lower bound"
    )
    command.add_argument("--in", dest="unit", default="", metavar="UNIT", help="unit of the answer")
    command.add_argument(
        "--constants", default="", metavar="SET", help="a published set of fitted constants"
    )
    for shelf, says in (
        ("gpu", "an accelerator, such as h100-sxm or h100-sxm:fp8"),
        ("link", "a link, such as nvlink4"),
        ("model", "a published model, such as llama-3-70b, or its config.json"),
    ):
        command.add_argument(
            f"--{shelf}", action="append", default=[], metavar="NAME", help=f"{says}; fills givens"
        )
    command.add_argument("--config", action="append", default=[], metavar="FILE", help=CONFIG)
