"""``derive mcp``: the book for agents, by the Model Context Protocol.

Tools answer with the same JSON that the terminal prints; a wrong question is
an error in words. Nothing is read or written but the book: no tool takes a
path, a package or an address.
"""

from __future__ import annotations

import functools
import inspect
import threading
from typing import TYPE_CHECKING, Any

from .. import answers
from ..answers import Wish, gather
from ..entries.opening import open_knowledge
from ..errors import DeriveError, UnreadableCommand
from . import ANSWERED
from .looking import to_dict

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from ..entries.knowledge import Knowledge

MOST_GIVENS, LONGEST = 40, 200
MOST_FOUND = 20
MOST_LAYOUTS = 3_000_000
"""Layouts that one plan may evaluate; 300,000 took a second where this was measured."""
NO_LETTERS = frozenset(
    {"files", "package", "model", "gpu", "aim", "top", "limit", "place", "sink", "take"}
)
SAYS = (
    "Formulas of training large models, each with units, conditions and sources. Search first; "
    "give values as texts such as 'Psi=70e9', 'M_state <= 80 GB', 'beta=450 GB/s'."
)


def mcp(options: argparse.Namespace) -> int:
    """``derive mcp``: serve until the client leaves."""
    server(open_knowledge(options.package)).run()
    return ANSWERED


def server(knowledge: Knowledge) -> Any:
    """The server of one book; needs the extra ``mcp``."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise UnreadableCommand(
            "the server for agents needs the package mcp, which is not installed",
            "install it with: pip install 'training-formulary[mcp]'",
        ) from None

    tools = Tools(knowledge)
    # The SDK calls tools in threads, and a book answers one question at a time.
    turn = threading.Lock()

    def in_turn(tool: Callable[..., Any]) -> Callable[..., Any]:
        """The tool; what is wrong with a question is said in words."""

        @functools.wraps(tool)
        def asked(*values: Any, **named: Any) -> Any:
            try:
                with turn:
                    return tool(*values, **named)
            except DeriveError as problem:
                raise ToolError(str(problem)) from None

        return asked

    mcp_server = MCPServer("derive", instructions=SAYS, log_level="ERROR")
    for tool in (tools.search, tools.show, tools.solve, tools.find, tools.estimate, tools.plan):
        mcp_server.add_tool(in_turn(tool), description=inspect.getdoc(tool))

    def formula(name: str) -> str:
        """A formula with its law, letters, units, conditions and sources."""
        with turn:
            return tools.show(name[:LONGEST])

    mcp_server.resource("formula://{name}", mime_type="application/json")(formula)
    return mcp_server


class Tools:
    """What agents may ask of one book; the SDK describes each tool by its signature and text."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def search(self, words: str, most: int = 8) -> list[dict[str, Any]]:
        """Find formulas, terms, letters, catalogue entries and answered questions by any name."""
        records = self._knowledge.search.search(words[:LONGEST], min(most, MOST_FOUND))
        return [to_dict(record) for record in records]

    def show(self, formula: str) -> str:
        """A formula as JSON: law, letters with units, conditions, what it leaves out, sources."""
        return self._knowledge.shown(self._knowledge.formula_id(formula), "json")

    def solve(
        self,
        formula: str,
        letter: str,
        givens: list[str],
        gpu: str = "",
        link: str = "",
        model: str = "",
    ) -> dict[str, Any]:
        """Solve a formula for one of its letters; bounds are givens such as 'M_state <= 80 GB'."""
        name = self._knowledge.formula_id(formula)
        wish = Wish(catalog=_catalog(gpu, link, model))
        return answers.solve(self._knowledge, name, letter, _read(givens), wish).to_dict()

    def find(
        self, letter: str, givens: list[str], gpu: str = "", link: str = "", model: str = ""
    ) -> dict[str, Any]:
        """Find a letter through as many formulas as needed; an open choice is listed."""
        wish = Wish(catalog=_catalog(gpu, link, model))
        return answers.find(self._knowledge, letter, _read(givens), (), wish).to_dict()

    def estimate(
        self, model: str = "", gpu: str = "", letters: dict[str, str | int | float] | None = None
    ) -> dict[str, Any]:
        """Memory and step time of a whole run, part by part; letters such as N_gpu, TP, B, s."""
        from ..runs import Run

        return Run(**_run(self._knowledge, letters or {}, model, gpu)).estimate().to_dict()

    def plan(
        self,
        model: str = "",
        gpu: str = "",
        letters: dict[str, str | int | float] | None = None,
        aim: str = "tokens_per_second",
        top: int = 3,
    ) -> dict[str, Any]:
        """The best layouts of a run and why others lose.

        Letters as for estimate (N_gpu, B, s ...); a list such as TP "1,2,4" is compared, a bound
        such as M_gpu "<= 60 GB" must hold. Aims: tokens_per_second, T_train, cost, energy, N_gpu.
        """
        from ..plans import plan

        run = _run(self._knowledge, letters or {}, model, gpu)
        return plan(**run, aim=aim, top=min(top, MOST_FOUND), limit=MOST_LAYOUTS).to_dict()


def _run(
    knowledge: Knowledge, letters: dict[str, str | int | float], model: str, gpu: str
) -> dict[str, Any]:
    """A run of this book; what would open a file or another book is no letter."""
    long = any(len(str(value)) > LONGEST for value in letters.values())
    if long or len(letters) > MOST_GIVENS or not NO_LETTERS.isdisjoint(letters):
        raise UnreadableCommand(
            f"letters of a run are names with values, at most {MOST_GIVENS} of them"
        )
    package = getattr(knowledge.rows, "package", None)
    return {**letters, "model": model, "gpu": gpu, "package": package}


def _read(givens: list[str]) -> dict[str, Any]:
    if len(givens) > MOST_GIVENS or any(len(text) > LONGEST for text in givens):
        raise UnreadableCommand(f"at most {MOST_GIVENS} givens of {LONGEST} characters each")
    return dict(gather(givens, [], []))


def _catalog(gpu: str, link: str, model: str) -> tuple[tuple[str, str], ...]:
    named = (("gpu", gpu), ("link", link), ("model", model))
    return tuple((shelf, name) for shelf, name in named if name)
