"""Tables in files, CSV, JSON, Excel or Parquet, or a folder of Parquet files; ``derive sweep``.

A file is written here, in the order of its rows; a folder is a Parquet dataset,
each part of it written by whoever computed it. Either is there whole or not at all.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import json
import math
import shutil
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from .. import answers
from ..answers import Sweep, Wish, gather
from ..answers.answer import magnitude
from ..answers.sweeping import BLOCK
from ..entries.opening import open_knowledge
from ..errors import UnreadableCommand
from ..frozen import Record, fresh
from ..workers import rows_of_chunk
from . import ANSWERED
from .asking import named_entries
from .outputs import place_of, plain, room_for, room_for_folder, unwritable
from .terminal import formula_id

Block = tuple[Sequence[Any], Sequence[str]]
"""Some rows: an array for each column of numbers, a word for each column of words."""
Sink = Callable[[int, Iterable[Block]], Any]
"""What becomes of a chunk where it is computed: takes its number and its rows."""
Write = Callable[[Block], None]

EXCEL_ROWS = 1 << 20
"""Rows of a sheet, its head among them."""

GROUP = 1 << 20
"""Rows that a Parquet file keeps together, as its readers expect; also what waits in memory."""


class Head(Record):
    """What is known of a table before its rows are: columns with units, columns of words."""

    columns: Sequence[tuple[str, str]]
    words: Sequence[str] = ()
    repeating: Sequence[str] = ()
    """Columns of few values, which Parquet keeps once."""
    about: Mapping[str, Any] = fresh(factory=dict)
    """What JSON says before the rows."""
    formula: str = ""


@contextmanager
def destination(output: str, head: Head) -> Iterator[tuple[Sink, Callable[[Any], None]]]:
    """What to do with a chunk where it is computed, and here with what came of it."""
    if names_folder(output):
        with _whole_folder(Path(output).resolve()) as part:
            yield Part(str(part), head), _nothing
        return
    with _file(output, head) as write:

        def take(blocks: Iterable[Block]) -> None:
            for block in blocks:
                write(block)

        yield collected, take


def tried(output: str) -> None:
    """Raise what forbids this output, before anything is computed."""
    suffix = Path(output).suffix.lower()
    if not names_folder(output) and suffix not in WRITERS:
        raise UnreadableCommand(
            f"{output[:60]!r} is no table: the name of the file ends in .csv, .json, .parquet or "
            ".xlsx; a name without an end is a folder of Parquet files"
        )
    if names_folder(output) or suffix == ".parquet":
        _pyarrow()
    elif suffix == ".xlsx":
        _xlsxwriter()
    if names_folder(output):
        room_for_folder(output)
    else:
        room_for(output)


def names_folder(output: str) -> bool:
    """Whether a name means a folder of Parquet files."""
    return output.endswith(("/", "\\")) or bool(output and not Path(output).suffix)


def collected(_number: int, blocks: Iterable[Block]) -> list[Block]:
    """The rows themselves, to be written by whoever asked for them."""
    return list(blocks)


def _nothing(_rows: object) -> None:
    """All is done where the chunk was computed."""


class Part(Record):
    """Writes a chunk as one file of a folder; can be handed to another process."""

    folder: str
    head: Head

    def __call__(self, number: int, blocks: Iterable[Block]) -> int:
        """Write it under a name of its own first: a worker may be killed while it writes."""
        file = Path(self.folder) / f"part-{number:05}.parquet"
        fresh = file.with_name(f".{file.name}-{uuid.uuid4().hex}")
        rows = 0
        with _parquet(fresh, self.head) as write:
            for block in blocks:
                write(block)
                rows += len(block[0][0])
        if rows or not number:
            fresh.replace(file)
        else:
            fresh.unlink()
        return rows


@contextmanager
def _whole_folder(path: Path) -> Iterator[Path]:
    part = path.with_name(f".{path.name}.part")
    try:
        if left := len(list(part.glob("part-*"))):
            # What its parts hold nobody knows: another question may have the same name.
            print(
                f"{path.name}: parts that a killed run left ({left}) are discarded, "
                "and all of it is computed again",
                file=sys.stderr,
            )
        _discard(part)
        part.mkdir(parents=True)
        yield part
        for torn in part.glob(".part-*"):
            torn.unlink()
        if path.is_dir():
            path.rmdir()
        part.replace(path)
    except (OSError, ValueError) as problem:
        raise unwritable(path, problem) from None
    finally:
        _discard(part)


def _discard(part: Path) -> None:
    """Take a folder away, also while workers that nobody waits for any more write into it."""
    gone = part.with_name(f"{part.name}-{uuid.uuid4().hex}")
    # Under its new name nobody finds it: a part begun while its files are taken away one by one
    # would be left, and the folder with it.
    with suppress(OSError):
        part = part.replace(gone)
    shutil.rmtree(part, ignore_errors=True)


@contextmanager
def _file(output: str, head: Head) -> Iterator[Write]:
    """A function that writes a block of rows; without a name it prints them."""
    if not output:
        with _csv_into(sys.stdout, head) as write:
            yield write
        return
    path = Path(output)
    part = path.with_name(f".{path.name}.part")
    try:
        with WRITERS[path.suffix.lower()](part, head) as write:
            yield write
        part.replace(path)
    except (OSError, ValueError) as problem:
        raise unwritable(path, problem) from None
    finally:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)


def _lines(block: Block) -> Iterator[list[Any]]:
    columns, words = block
    for values in zip(*(column.tolist() for column in columns), strict=True):
        yield [*(_plain(float(value)) for value in values), *words]


def _names(head: Head) -> list[str]:
    """The columns with their units, as a first row says them."""
    names = [name if unit in {"", "1"} else f"{name} [{unit}]" for name, unit in head.columns]
    return [*names, *head.words]


def _plain(number: float) -> float | int | None:
    """A number as it is written; what does not exist is empty."""
    if math.isnan(number):
        return None
    # Beyond 2**53 not every whole number is a float: digits would be made up.
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


@contextmanager
def _csv(part: Path, head: Head) -> Iterator[Write]:
    with part.open("w", encoding="utf-8", newline="") as file, _csv_into(file, head) as write:
        yield write


@contextmanager
def _csv_into(file: TextIO, head: Head) -> Iterator[Write]:
    out = csv.writer(file)
    out.writerow(_names(head))
    yield lambda block: out.writerows(_lines(block))


@contextmanager
def _json(part: Path, head: Head) -> Iterator[Write]:
    with part.open("w", encoding="utf-8") as file:
        # The rows go out as they come, into the object whose closing brace is left for the end.
        file.write(json.dumps(head.about, ensure_ascii=False)[:-1] + ', "rows": [')
        sign = "\n"

        def write(block: Block) -> None:
            nonlocal sign
            for line in _lines(block):
                file.write(sign + json.dumps(line))
                sign = ",\n"

        yield write
        file.write("\n]}\n")


def _extra(what: str, package: str, *modules: str) -> list[Any]:
    """Modules of a package that only some tables need."""
    try:
        return [importlib.import_module(name) for name in modules]
    except ImportError:
        raise UnreadableCommand(
            f"{what} needs {package}, which is not installed",
            f"install it with: pip install {package}; or write a .csv or .json file",
        ) from None


def _pyarrow() -> list[Any]:
    return _extra("Parquet", "pyarrow", "pyarrow.parquet", "pyarrow")


def _xlsxwriter() -> Any:
    return _extra("Excel", "XlsxWriter", "xlsxwriter")[0]


@contextmanager
def _parquet(part: Path, head: Head) -> Iterator[Write]:
    parquet, arrow = _pyarrow()
    fields = [
        arrow.field(name, arrow.float64(), metadata={"units": unit} if unit else None)
        for name, unit in head.columns
    ]
    fields += [arrow.field(name, arrow.string()) for name in head.words]
    schema = arrow.schema(fields, metadata={"formula": head.formula} if head.formula else None)
    repeating = [*head.repeating, *head.words]
    waiting: list[Any] = []

    def flush() -> None:
        if waiting:
            file.write_table(arrow.Table.from_batches(waiting), row_group_size=GROUP)
            waiting.clear()

    def write(block: Block) -> None:
        columns, words = block
        arrays = [arrow.array(column.astype(float, copy=False)) for column in columns]
        arrays += [arrow.repeat(arrow.scalar(word), len(columns[0])) for word in words]
        waiting.append(arrow.record_batch(arrays, schema=schema))
        if sum(batch.num_rows for batch in waiting) >= GROUP:
            flush()

    with parquet.ParquetWriter(part, schema, use_dictionary=repeating) as file:
        yield write
        flush()


@contextmanager
def _excel(part: Path, head: Head) -> Iterator[Write]:
    """One sheet, its first row frozen; rows leave the memory as they are written."""
    # Numbers that are infinite become Excel's own error rather than a refusal of the whole table.
    options = {"constant_memory": True, "nan_inf_to_errors": True, "strings_to_formulas": False}
    book = _xlsxwriter().Workbook(str(part), options)
    book.set_properties({"title": head.formula})
    sheet = book.add_worksheet()
    sheet.freeze_panes(1, 0)
    sheet.write_row(0, 0, _names(head), book.add_format({"bold": True}))
    at = 1

    def write(block: Block) -> None:
        nonlocal at
        for line in _lines(block):
            if at == EXCEL_ROWS:
                raise UnreadableCommand(
                    f"a sheet of Excel has {EXCEL_ROWS:,} rows, and this table more",
                    "write a .csv or .parquet file, or a smaller grid",
                )
            sheet.write_row(at, 0, line)
            at += 1

    try:
        yield write
    finally:
        book.close()


WRITERS = {".csv": _csv, ".json": _json, ".parquet": _parquet, ".xlsx": _excel}


# --- derive sweep -----------------------------------------------------------------


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
