"""The commands and their options, with help that a newcomer can use, and names for the Tab key."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping

from ..errors import UnreadableCommand
from ..names import shown
from .arguments import COMMANDS, EXAMPLES, Commands, Parser, lazily, no_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..entries.knowledge import Knowledge


SEARCHED = "formula term symbol entry source notation errata question page".split()
"""What a search finds."""
CONFIG = "of Megatron-LM (arguments), DeepSpeed (JSON) or torchtitan (TOML)"
TABLE = "a .csv, .json, .parquet or .xlsx file, or a folder of Parquet files"


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
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    parser.set_defaults(run=lazily("looking", "overview"), command="")
    commands = Commands(
        parser.add_subparsers(
            title="commands", metavar="COMMAND", prog="derive", parser_class=Parser
        ),
        only,
    )
    for part in (_searching, _looking, _asking, _runs, _checking, _linting, _making):
        part(commands)
    return parser


# --- what is there ---------------------------------------------------------------


def _searching(commands: Commands) -> None:
    command = commands.add_asked("search", "looking", "find formulas, terms, letters by any name")
    says = 'words, a name, a question, or a law: "6 N D"'
    command.add_argument("words", nargs="+", metavar="WORD", help=says)
    command.choice("--kind", SEARCHED, "only records of this kind", default="")
    command.number("--most", "N", "how many; 8 if not given", 8)
    command.json()

    command = commands.add_asked("symbols", "looking", "list the letters with meaning and unit")
    command.add_argument("words", nargs="*", metavar="WORD", help="only letters with these words")
    command.text("--of", "FORMULA", "only the letters of this formula")
    command.json()


def _looking(commands: Commands) -> None:
    command = commands.add_asked("list", "looking", "list the formulas, by subject")
    command.add_argument("subject", nargs="?", default="", help="only this subject")
    command.json()

    command = commands.add_asked("show", "looking", "show one formula")
    command.formula()
    forms = ["text", "latex", "mathml", "python", "javascript", "json"]
    command.choice("--as", forms, "the form to show it in", dest="form")
    command.text("--notation", "DOC", "in the letters of a registered document")

    command = commands.add_asked("explain", "looking", "show how a formula follows, step by step")
    command.formula()
    command.json()

    command = commands.add_asked("compare", "looking", "compare two formulas exactly")
    command.add_argument("first", help="the id of a formula")
    command.add_argument("second", help="the id of another")
    command.json()

    command = commands.add_asked("catalog", "shelves", "list what --gpu, --link and --model know")
    says = "accelerators, links or models; the name of one; or both"
    command.add_argument("words", nargs="*", metavar="WORD", help=says)
    command.json()


# --- questions -------------------------------------------------------------------


def _asking(commands: Commands) -> None:
    command = commands.add_asked("solve", "asking", "solve a formula for any of its letters")
    command.formula()
    command.add_argument("target", nargs="?", default="", help="the letter you want")
    _givens(command)
    _whole_answers(command)

    command = commands.add_asked(
        "find", "asking", "find a letter through as many formulas as needed"
    )
    command.add_argument("target", help="the letter you want")
    _givens(command)
    command.repeated("--using", "FORMULA", "the chain must hold it")
    says = "settle a choice, such as feed_forward=gated; or type it like a given"
    command.repeated("--choose", "CHOICE=ALTERNATIVE", says)
    _whole_answers(command)

    command = commands.add_asked("evaluate", "asking", "compute the left side of a formula")
    command.formula()
    _givens(command)

    command = commands.add_asked("sweep", "tables", "compute formulas over a grid of values")
    command.formula("; more may follow")
    _values(command, 'name=value, grids and lists: "n=1:1024:log" "TP=1,2,4"')
    says = "the letter; else the left side"
    command.add_argument("--for", dest="target", metavar="NAME", help=says)
    command.output("FILE", TABLE)
    _place(command)


def _givens(command: Parser) -> None:
    _values(command, 'also "name <= value", quoted')
    command.flag("--sensitivity", "also what the answer depends on most")
    says = "the form of the working, or a flowchart of the laws for Mermaid"
    command.choice("--as", ["text", "markdown", "latex", "mermaid"], says, dest="form")
    command.json(" (documented, versioned)")


def _values(command: Parser, values: str) -> None:
    command.add_argument("givens", nargs="*", metavar="name=value", help=values)
    command.repeated("--at-most", "name=value", "an upper bound")
    command.repeated("--at-least", "name=value", "a lower bound")
    command.text("--in", "UNIT", "unit of the answer", dest="unit")
    command.text("--constants", "SET", "a published set of fitted constants")
    for shelf, says in (
        ("gpu", "an accelerator, such as h100-sxm or h100-sxm:fp8"),
        ("link", "a link, such as nvlink4"),
        ("model", "a published model, such as llama-3-70b, or its config.json"),
    ):
        command.repeated(f"--{shelf}", "NAME", f"{says}; fills givens")
    command.repeated("--config", "FILE", CONFIG)


def _whole_answers(command: Parser) -> None:
    command.number("--divides", "N", "the answer must divide N", None)
    command.number("--power-of", "B", "the answer must be a power of B", None)


def _place(command: Parser) -> None:
    """Where a large question is worked on."""
    says = "start a Dask cluster of N processes here; else the cores of this machine"
    command.number("--workers", "N", says, 0)
    command.text("--cluster", "ADDRESS", "a Dask scheduler, such as tcp://host:8786")


# --- whole runs ------------------------------------------------------------------


def _runs(commands: Commands) -> None:
    command = commands.add_asked("estimate", "estimating", "memory and step time of a whole run")
    _run(command)
    command.text("--explain", "LETTER", "the laws behind a letter")

    command = commands.add_asked("plan", "planning", "the best layouts of a run, and why they win")
    _run(command, 'also lists, "TP=1,2,4", and bounds, "M_gpu <= 80 GB"')
    says = "tokens_per_second (if none is named), T_train, cost, energy or N_gpu"
    command.text("--for", "AIM", says, dest="aim", default="tokens_per_second")
    command.number("--top", "N", "how many are shown", 10)
    says = "every layout: .csv, .json, .parquet or .xlsx, or a folder of Parquet files"
    command.output("FILE", says)
    command.text("--report", "DIR", "write a page to read and print into DIR")
    says = "from which value of --by on a degree or a choice is worth it, such as TP=16"
    command.text("--worth", "NAME=VALUE", says)
    command.text("--by", "LETTER", "the letter that --worth is solved for")
    _place(command)
    command.set_defaults(run=lazily("planning", "planned"))

    command = commands.add_asked(
        "diagnose", "diagnosing", "what a measured run says: the gap, and what could explain it"
    )
    _run(command, "the run, and what was measured, such as T_step")
    says = "the same as name=value: what a run's laws compute was measured"
    command.repeated("--measured", "name=value", says)
    says = "of Megatron-LM, torchtitan or nccl-tests; a CSV or JSON lines, a run a row"
    command.text("--log", "FILE", says)
    command.text("--fit", "FILE", "write the fitted shares there", dest="fitted")
    command.set_defaults(run=lazily("diagnosing", "diagnosed"))


def _run(command: Parser, givens: str = "letters and choices") -> None:
    """Model, hardware, files, choices, and JSON instead of words."""
    command.add_argument("givens", nargs="*", metavar="name=value", help=givens)
    command.text("--model", "NAME_OR_FILE", "or a config.json")
    command.text("--gpu", "NAME", "an accelerator")
    command.text("--link", "NAME", "links, by commas")
    command.text("--framework", "NAME", "whose conventions hold")
    command.text("--precision", "NAME", "of the large products: bf16, or fp8 ...")
    command.repeated("--config", "FILE", CONFIG)
    command.text("--attained", "FILE", "shares that derive diagnose fitted")
    for choice in ("sharding", "recompute", "schedule", "memory"):
        command.text(f"--{choice}", "NAME", f"choice of {choice}")
    command.json(" (documented, versioned)")


# --- the commands of those who write ------------------------------------------------


def _checking(commands: Commands) -> None:
    commands.add_asked("mcp", "serving", "answer agents by the Model Context Protocol")

    says = "hold a knowledge package to the rules"
    command = commands.add("check", "checking", says, "Print all findings.")
    command.add_argument("package", nargs="?", help="a folder or a package name")
    command.flag("--stats", "print figures of the registry")
    command.flag("--solve", "solve all laws for all letters and try the answers")
    command.number("--seed", None, "which random points; 1 if not given", 1)
    command.number("--workers", "N", "processes that share the work", 0)
    command.json()


def _linting(commands: Commands) -> None:
    command = commands.add_asked(
        "lint", "checking", "check manuscripts: letters, formulas, numbers"
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="Markdown or LaTeX, or a folder")
    says = "the notation of the files, or none; else the one with their title"
    command.text("--notation", "FILE_OR_NAME", says)
    command.flag("--project", "the files are a whole project")
    command.repeated("--rule", "NAME", "only this rule")
    says = "how sure a finding must be: provable from the text (default), likely, or all"
    command.choice("--level", ["provable", "likely", "all"], says)
    command.flag("--info", "print information as well")
    command.json()
    command.text("--sarif", "FILE", "write SARIF 2.1.0 as well")
    command.text("--baseline", "FILE", "leave out the findings that it holds")
    command.flag("--write-baseline", "write the baseline instead")
    command.flag("--strict", "warnings fail, too")
    command.number("--jobs", "N", "processes; else all cores", 0)

    command = commands.add_asked("notation", "checking", "draft a notation file for a document")
    command.add_argument("what", choices=["draft"], help="a first one, from its own tables")
    command.add_argument("file", metavar="FILE", help="a document with tables of symbols")
    command.output("FILE", "write it there")


def _making(commands: Commands) -> None:
    command = commands.add_asked("site", "making", "write the reference site")
    command.output("DIR", "where to write it", default="site")
    command.text("--url", "ADDRESS", "where it will be published, for its site map")
    command.flag("--serve", "serve it with live reload instead")

    what = "Print the JSON Schema of what a command prints with --json."
    command = commands.add("schema", "schemas", "print what the JSON of a command holds", what)
    command.add_argument("kind", help="answer, found, comparison, formula ...")

    command = commands.add_asked("book", "making", "write everything that is computed, as JSON")
    command.output("FILE", "where to write it")
    command.flag("--schema", "the JSON Schema of a book instead")
    command.flag("--fresh", "believe nothing that was kept")

    command = commands.add_asked(
        "compile", "making", "compile every law, so that no question waits"
    )
    command.output("FILE", "the store to write")

    command = commands.add_asked("new", "making", "print a skeleton, or write a package")
    kinds = ["package", "formula", "symbol", "term"]
    command.add_argument("what", choices=kinds, help="what to begin")
    command.add_argument("name", nargs="?", default="", help="its name")


# --- names for the Tab key --------------------------------------------------------


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
        from ..entries.opening import open_knowledge

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


def _lacking(knowledge: Knowledge, options: argparse.Namespace) -> Iterable[str]:
    """Letters that still need a value, ready for it."""
    typed = [given.partition("=")[0].strip() for given in options.givens or ()]
    known = {*typed, getattr(options, "target", "")}
    return [f"{name}=" for name in _letters(knowledge, options) if name not in known]


def _shelf(shelf: str) -> Completer:
    return lambda knowledge, _: [entry.id for entry in knowledge.catalog if entry.shelf == shelf]


NAMES: Mapping[str, Completer] = {
    **dict.fromkeys(("formula", "first", "second", "using", "of"), _formulas),
    "target": _letters,
    "givens": _lacking,
    "gpu": _shelf("gpu"),
    "link": _shelf("link"),
    "model": _shelf("model"),
}
"""The arguments that take a name of the book, by what argparse calls them."""
