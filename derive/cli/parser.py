"""The commands and their options, with help that a newcomer can use."""

from __future__ import annotations

import argparse

from ..errors import UnreadableCommand
from ..quoting import shown
from .arguments import COMMANDS, Commands, Formatter, Parser
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
    asked = next((word for word in arguments if not word.startswith("-")), "")
    parser = build(asked if asked in COMMANDS else "")
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
    one = _command(commands, "search", "looking", "find formulas, terms, letters by any name")
    one.add_argument(
        "words", nargs="+", metavar="WORD", help='words, a name, a question, or a law: "6 N D"'
    )
    one.add_argument(
        "--kind",
        choices=SEARCHED,
        default="",
        help="only records of this kind",
    )
    one.add_argument("--most", type=int, default=8, metavar="N", help="how many; 8 if not given")
    one.add_argument("--json", action="store_true", help="as JSON")

    one = _command(commands, "symbols", "looking", "list the letters with meaning and unit")
    one.add_argument("words", nargs="*", metavar="WORD", help="only letters with these words")
    one.add_argument("--of", default="", metavar="FORMULA", help="only the letters of this formula")
    one.add_argument("--json", action="store_true", help="as JSON")


def _looking(commands: Commands) -> None:
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


def _asking(commands: Commands) -> None:
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
    one.add_argument(
        "--choose",
        action="append",
        default=[],
        metavar="CHOICE=ALTERNATIVE",
        help="settle a choice, such as feed_forward=gated; or type it like a given",
    )
    one.add_argument("--divides", type=int, metavar="N", help="the answer must divide N")
    one.add_argument("--power-of", type=int, metavar="B", help="the answer must be a power of B")

    one = _command(commands, "evaluate", "asking", "compute the left side of a formula")
    one.add_argument("formula", help="its id, as `derive list` names it")
    _givens(one)

    one = _command(commands, "sweep", "sweeping", "compute formulas over a grid of values")
    one.add_argument("formula", help="its id, as `derive list` names it; more may follow")
    _values(one, 'name=value, grids and lists: "n=1:1024:log" "TP=1,2,4"')
    one.add_argument("--for", dest="target", metavar="NAME", help="the letter; else the left side")
    one.add_argument(
        "-o",
        "--output",
        default="",
        metavar="FILE",
        help="a .csv, .json, .parquet or .xlsx file, or a folder of Parquet files",
    )
    place_options(one)


def _runs(commands: Commands) -> None:
    one = _command(commands, "estimate", "estimating", "memory and step time of a whole run")
    run_options(one)
    one.add_argument("--explain", default="", metavar="LETTER", help="the laws behind a letter")

    one = _command(commands, "plan", "planning", "the best layouts of a run, and why they win")
    run_options(one, 'also lists, "TP=1,2,4", and bounds, "M_gpu <= 80 GB"')
    plan_options(one)
    one.set_defaults(run=_lazily("planning", "planned"))

    says = "what a measured run says: the gap, and what could explain it"
    one = _command(commands, "diagnose", "diagnosing", says)
    run_options(one, "the run, and what was measured, such as T_step")
    diagnose_options(one)
    one.set_defaults(run=_lazily("diagnosing", "diagnosed"))


def _givens(one: Parser) -> None:
    _values(one, 'also "name <= value", quoted')
    one.add_argument(
        "--sensitivity", action="store_true", help="also what the answer depends on most"
    )
    one.add_argument(
        "--as",
        dest="form",
        choices=["text", "markdown", "latex", "mermaid"],
        default="text",
        help="the form of the working, or a flowchart of the laws for Mermaid",
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
        ("model", "a published model, such as llama-3-70b, or its config.json"),
    ):
        one.add_argument(
            f"--{shelf}", action="append", default=[], metavar="NAME", help=f"{says}; fills givens"
        )
    one.add_argument("--config", action="append", default=[], metavar="FILE", help=CONFIG)
