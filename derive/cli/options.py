"""Options of commands about a whole run, and the commands of those who write."""

from __future__ import annotations

import argparse

from .arguments import command_parser as _command
from .arguments import lazily as _lazily

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import Commands


def keeping(commands: Commands) -> None:
    """Add them."""
    _command(commands, "mcp", "serving", "answer agents by the Model Context Protocol")

    command = commands.add_parser(
        "check", help="hold a knowledge package to the rules", description="Print all findings."
    )
    command.set_defaults(run=_lazily("checking", "check"), command="check")
    command.add_argument("package", nargs="?", help="a folder or a package name")
    command.add_argument("--stats", action="store_true", help="print figures of the registry")
    command.add_argument(
        "--solve", action="store_true", help="solve all laws for all letters and try the answers"
    )
    command.add_argument("--seed", type=int, default=1, help="which random points; 1 if not given")
    command.add_argument(
        "--workers", type=int, default=0, metavar="N", help="processes that share the work"
    )
    command.add_argument("--json", action="store_true", help="as JSON")

    _linting(commands)

    command = _command(commands, "site", "building", "write the reference site")
    command.add_argument("-o", "--output", default="site", metavar="DIR", help="where to write it")
    command.add_argument(
        "--url", default="", metavar="ADDRESS", help="where it will be published, for its site map"
    )
    command.add_argument("--serve", action="store_true", help="serve it with live reload instead")

    command = commands.add_parser(
        "schema",
        help="print what the JSON of a command holds",
        description="Print the JSON Schema of what a command prints with --json.",
    )
    command.set_defaults(run=_lazily("schemas", "schema"), command="schema")
    command.add_argument("kind", help="answer, found, comparison, formula ...")
    command = _command(commands, "book", "building", "write everything that is computed, as JSON")
    command.add_argument("-o", "--output", default="", metavar="FILE", help="where to write it")
    command.add_argument("--schema", action="store_true", help="the JSON Schema of a book instead")
    command.add_argument("--fresh", action="store_true", help="believe nothing that was kept")

    command = _command(
        commands, "compile", "building", "compile every law, so that no question waits"
    )
    command.add_argument("-o", "--output", default="", metavar="FILE", help="the store to write")

    command = _command(commands, "new", "new_package", "print a skeleton, or write a package")
    command.add_argument(
        "what", choices=["package", "formula", "symbol", "term"], help="what to begin"
    )
    command.add_argument("name", nargs="?", default="", help="its name")


def _linting(commands: Commands) -> None:
    command = _command(
        commands, "lint", "checking", "check manuscripts: letters, formulas, numbers"
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="Markdown or LaTeX, or a folder")
    command.add_argument(
        "--notation",
        default="",
        metavar="FILE_OR_NAME",
        help="the notation of the files, or none; else the one with their title",
    )
    command.add_argument("--project", action="store_true", help="the files are a whole project")
    command.add_argument(
        "--rule", action="append", default=[], metavar="NAME", help="only this rule"
    )
    command.add_argument(
        "--level",
        choices=["provable", "likely", "all"],
        default="provable",
        help="how sure a finding must be: provable from the text (default), likely, or all",
    )
    command.add_argument("--info", action="store_true", help="print information as well")
    command.add_argument("--json", action="store_true", help="as JSON")
    command.add_argument("--sarif", default="", metavar="FILE", help="write SARIF 2.1.0 as well")
    command.add_argument(
        "--baseline", default="", metavar="FILE", help="leave out the findings that it holds"
    )
    command.add_argument("--write-baseline", action="store_true", help="write the baseline instead")
    command.add_argument("--strict", action="store_true", help="warnings fail, too")
    command.add_argument(
        "--jobs", type=int, default=0, metavar="N", help="processes; else all cores"
    )

    command = _command(commands, "notation", "checking", "draft a notation file for a document")
    command.add_argument("what", choices=["draft"], help="a first one, from its own tables")
    command.add_argument("file", metavar="FILE", help="a document with tables of symbols")
    command.add_argument("-o", "--output", default="", metavar="FILE", help="write it there")


CONFIG = "of Megatron-LM (arguments), DeepSpeed (JSON) or torchtitan (TOML)"


def run_options(command: argparse.ArgumentParser, givens: str = "letters and choices") -> None:
    """Model, hardware, files, choices, and JSON instead of words."""
    command.add_argument("givens", nargs="*", metavar="name=value", help=givens)
    command.add_argument("--model", default="", metavar="NAME_OR_FILE", help="or a config.json")
    command.add_argument("--gpu", default="", metavar="NAME", help="an accelerator")
    command.add_argument("--link", default="", metavar="NAME", help="links, by commas")
    command.add_argument("--framework", default="", metavar="NAME", help="whose conventions hold")
    command.add_argument(
        "--precision", default="", metavar="NAME", help="of the large products: bf16, or fp8 ..."
    )
    command.add_argument(
        "--config",
        action="append",
        default=[],
        metavar="FILE",
        help=CONFIG,
    )
    command.add_argument(
        "--attained", default="", metavar="FILE", help="shares that derive diagnose fitted"
    )
    for choice in ("sharding", "recompute", "schedule", "memory"):
        command.add_argument(f"--{choice}", default="", metavar="NAME", help=f"choice of {choice}")
    command.add_argument("--json", action="store_true", help="as JSON (documented, versioned)")


def plan_options(command: argparse.ArgumentParser) -> None:
    """What a plan is for, how much of it is shown, and where it goes."""
    command.add_argument(
        "--for",
        dest="aim",
        default="tokens_per_second",
        metavar="AIM",
        help="tokens_per_second (if none is named), T_train, cost, energy or N_gpu",
    )
    command.add_argument("--top", type=int, default=10, metavar="N", help="how many are shown")
    command.add_argument(
        "-o",
        "--output",
        default="",
        metavar="FILE",
        help="every layout: .csv, .json, .parquet or .xlsx, or a folder of Parquet files",
    )
    command.add_argument(
        "--report", default="", metavar="DIR", help="write a page to read and print into DIR"
    )
    command.add_argument(
        "--worth",
        default="",
        metavar="NAME=VALUE",
        help="from which value of --by on a degree or a choice is worth it, such as TP=16",
    )
    command.add_argument(
        "--by", default="", metavar="LETTER", help="the letter that --worth is solved for"
    )
    place_options(command)


def place_options(command: argparse.ArgumentParser) -> None:
    """Where a large question is worked on."""
    command.add_argument(
        "--workers",
        type=int,
        default=0,
        metavar="N",
        help="start a Dask cluster of N processes here; else the cores of this machine",
    )
    command.add_argument(
        "--cluster", default="", metavar="ADDRESS", help="a Dask scheduler, such as tcp://host:8786"
    )


def diagnose_options(command: argparse.ArgumentParser) -> None:
    """Where measurements come from, and where what was fitted goes."""
    command.add_argument(
        "--measured",
        action="append",
        default=[],
        metavar="name=value",
        help="the same as name=value: what a run's laws compute was measured",
    )
    command.add_argument(
        "--log",
        default="",
        metavar="FILE",
        help="of Megatron-LM, torchtitan or nccl-tests; a CSV or JSON lines, a run a row",
    )
    command.add_argument(
        "--fit", dest="fitted", default="", metavar="FILE", help="write the fitted shares there"
    )
