"""``derive sweep``: laws over a grid, written row by row as CSV, JSON, Excel or Parquet."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from .. import answers
from ..answers import Sweep, Wish, gather
from ..answers.answer import magnitude
from ..answers.sweeping import BLOCK
from ..chunks import rows_of_chunk
from ..entries.opening import open_knowledge
from ..frozen import Record
from . import ANSWERED
from .asking import named_entries
from .outputs import place_of, plain
from .tables import Head, Sink, destination, names_folder, tried
from .terminal import formula_id

MOST_IN_PARTS = 1_000_000_000_000
"""Rows of a folder, in which nobody has to hold them together."""
SIGNS = "=<>"


def sweep(options: argparse.Namespace) -> int:
    """``derive sweep FORMULA ... name=low:high[:log] ... [-o FILE]``."""
    if options.output:
        tried(options.output)
    knowledge = open_knowledge(options.package)
    more, typed = _formulas(options.givens)
    names = [formula_id(knowledge, name) for name in (options.formula, *more)]
    givens = gather(typed, options.at_most, options.at_least)
    wish = Wish(
        unit=options.unit,
        constants=options.constants,
        **named_entries(options, knowledge),
    )
    most = {"most": MOST_IN_PARTS} if names_folder(options.output) else {}
    table = answers.sweep(knowledge, names, givens, options.target, wish, **most)
    size = rows_of_chunk(table.rows)
    with place_of(options) as place, destination(options.output, _head(table)) as (sink, take):
        for rows in place(Chunks(table, size, sink), -(-table.rows // size)):
            take(rows)
    if options.output:
        print(f"{table.rows:,} rows in {plain(options.output)}: {_columns(table)}")
        if table.conditions:
            print(f"the law holds where {' and '.join(table.conditions)}")
    return ANSWERED


def _formulas(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Further formulas among what was typed, and what is given."""
    # Every given has a sign of a relation in it, and no id of a formula has.
    formulas = [word for word in words if not any(sign in word for sign in SIGNS)]
    return formulas, [word for word in words if word not in formulas]


class Chunks(Record):
    """The rows of a sweep by the number of their chunk; can be handed to another process."""

    table: Sweep
    size: int
    sink: Sink

    def __call__(self, number: int) -> Any:
        """Compute a chunk, and do with it what is to be done there."""
        start = number * self.size
        stop = min(self.table.rows, start + self.size)
        return self.sink(
            number, ((columns, ()) for columns in self.table.chunks(BLOCK, start, stop))
        )


def _columns(table: Sweep) -> str:
    return ", ".join(name if unit == "1" else f"{name} ({unit})" for name, unit in table.columns)


def _head(table: Sweep) -> Head:
    about = {
        "schema": 1,
        "formula": table.formula,
        "columns": [{"name": name, "unit": unit} for name, unit in table.columns],
        "fixed": {name: magnitude(value) for name, value in table.fixed.items()},
        "defaults": {name: magnitude(value) for name, value in table.defaults.items()},
        "holds_when": list(table.conditions),
    }
    axes = [axis.name for axis in table.axes]
    return Head(table.columns, repeating=axes, about=about, formula=table.formula)
