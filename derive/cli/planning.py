"""``derive plan``: the best layouts of a run, and why they win."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from ..errors import UnreadableCommand
from ..frozen import Record
from ..plans import Plan, plan
from ..runs.composition import composition
from ..units.reading import split_given
from . import ANSWERED, NOTHING_FOUND
from .estimating import CHOICES, NAMED, given_letters, run_names
from .outputs import place_of, plain, put, room_for, unwritable
from .tables import Head, Sink, destination, tried
from .terminal import print_answer

WRITTEN = ("M_gpu", "T_step", "R_tok", "R_gpu")


def planned(options: argparse.Namespace) -> int:
    """Plan a run; the exit status says whether any layout does."""
    givens = given_letters(options, bounds=True)
    if options.worth or options.by:
        return _worth(options, givens)
    folder = Path(options.report) if options.report else None
    with _made(folder) if folder else nullcontext():
        result = _search(options, givens)
        if folder is not None and result:
            _report(result, folder, options)
    print_answer(result, as_json=options.json)
    if options.output:
        print(f"\nevery layout that was evaluated: {plain(options.output)}")
    if folder is not None and result and not options.json:
        print(f"\nthe report: {plain(folder / 'index.html')}")
    return ANSWERED if result else NOTHING_FOUND


def _worth(options: argparse.Namespace, givens: dict[str, Any]) -> int:
    """From where on something is worth it; nothing is written, and it is no table of layouts."""
    if not (options.worth and options.by):
        raise UnreadableCommand("--worth and --by go together", "--worth TP=16 --by beta_in")
    if options.output or options.report:
        raise UnreadableCommand("--worth is one answer: there are no layouts and no report of it")
    words = {**run_names(options), "aim": options.aim, "top": 1, **givens}
    with place_of(options) as place:
        result = plan(**words, place=place).worth(options.worth, options.by, place)
    print_answer(result, as_json=options.json)
    return ANSWERED if result else NOTHING_FOUND


def _search(options: argparse.Namespace, givens: dict[str, Any]) -> Plan:
    names = run_names(options)
    words: dict[str, Any] = {**names, "aim": options.aim, "top": options.top, **givens}
    if not options.output:
        with place_of(options) as place:
            return plan(**words, place=place)
    tried(options.output)
    space = composition(options.package).space
    columns = ["fits", *dict.fromkeys([*space["shown"], *WRITTEN])]
    choices = list(space["choices"])
    head = Head(
        [(name, "") for name in columns],
        choices,
        about={"schema": 1, "columns": [*columns, *choices]},
    )
    with place_of(options) as place, destination(options.output, head) as (sink, take):
        return plan(**words, place=place, sink=Layouts(head, sink), take=take)


class Layouts(Record):
    """Blocks of layouts as rows of a table; can be handed to another process."""

    head: Head
    sink: Sink

    def __call__(self, number: int, blocks: Iterator[Any]) -> Any:
        """Hand on the columns of a table, where the layouts were computed."""
        return self.sink(
            number,
            (
                ([rows[name] for name, _ in self.head.columns], [choices[n] for n in words])
                for words in [self.head.words]
                for rows, choices in blocks
            ),
        )


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """The folder of the report, tried before anything is computed; a refusal leaves none behind."""
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise unwritable(folder, wrong) from None
    try:
        room_for(str(folder / "index.html"))
        yield
    finally:
        for made in new:
            if any(made.iterdir()):
                break
            made.rmdir()


def _report(result: Plan, folder: Path, options: argparse.Namespace) -> None:
    from ..plans.report import report

    for name, text in report(result, _typed(options)).items():
        put(folder / name, text.encode(), str(folder / name))


def _typed(options: argparse.Namespace) -> str:
    """The command, without what only this machine has: folders and files to write."""
    words = ["derive", "plan"]
    for name in ("model", "gpu", "link", "framework", "precision", *CHOICES):
        value = getattr(options, name)
        if value:
            words += [f"--{name}", value]
    words += [word for file in options.config for word in ("--config", file)]
    words += [text for text in options.givens if split_given(text)[0] not in NAMED]
    if options.aim != "tokens_per_second":
        words += ["--for", options.aim]
    return shlex.join([*words, "--report", "report"])
