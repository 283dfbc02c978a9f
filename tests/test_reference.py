"""The reference pages are what the code does: tables are made from it, in both directions.

A table stands between two comments, ``<!-- made: NAME -->`` and ``<!-- end -->``;
``DERIVE_RECORD=1`` writes the present one into the page.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import inspect
import os
import re
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from derive.answers.givens import is_count
from derive.cli.parser import COMMANDS, build
from derive.cli.schemas import KINDS, PARTS, Schema
from derive.lint import RULES
from derive.registry import Registry, load
from derive.units import Grid, Interval, Quantity, read_value

REFERENCE = Path(__file__).resolve().parent.parent / "docs" / "reference"
MADE = re.compile(r"(<!-- made: (\S+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


BAR = r"\|"


# --- tables -----------------------------------------------------------------


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table; a bar inside a cell would end it."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', BAR) for cell in row)} |" for row in lines)


def kind_of(schema: Schema) -> str:
    """The type of a value in a word or two."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "[answer](#an-answer-answer)" if name in KINDS else f"[{name}](#{name})"
    if "anyOf" in schema:
        return " or ".join(kind_of(one) for one in schema["anyOf"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if schema["type"] == "array":
        return f"list of {kind_of(schema['items'])}"
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        return f"{kind_of(others)} by name"
    return str(schema["type"])


def inner(schema: Schema) -> Iterator[Schema]:
    """The objects inside a value whose keys want a row of their own."""
    if "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from inner(one)
    elif schema.get("type") == "array":
        yield from inner(schema["items"])
    elif "properties" in schema:
        yield schema
    elif isinstance(schema.get("additionalProperties"), dict):
        yield from inner(schema["additionalProperties"])


def rows_of(schema: Schema, before: str = "") -> Iterator[tuple[str, ...]]:
    """One row for each key, keys of keys with a dot."""
    for one in inner(schema):
        for name, member in one["properties"].items():
            yield f"`{before}{name}`", kind_of(member), member.get("description", "")
            yield from rows_of(member, f"{before}{name}.")


def keys(schema: Schema) -> str:
    return table(("key", "value", "meaning"), list(rows_of(schema)))


def parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command."""
    (group,) = (one for one in build()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(group.choices)


def spoken(action: argparse.Action) -> str:
    """An option or a word as it is typed."""
    value = action.metavar or (action.dest if not action.option_strings else action.dest.upper())
    if action.choices:
        value = ", ".join(f"`{one}`" for one in action.choices)
        return f"`{', '.join(action.option_strings)}` {value}" if action.option_strings else value
    if not action.option_strings:
        return f"`{value}`"
    takes = action.nargs != 0
    return f"`{', '.join(action.option_strings)}{f' {value}' if takes else ''}`"


def options(command: str) -> str:
    rows = [
        (spoken(action), action.help or "")
        for action in parsers()[command]._actions
        if not isinstance(action, argparse._HelpAction)
    ]
    return table(("argument", "meaning"), rows)


def units(registry: Registry) -> str:
    """Every unit that may be typed, by what it measures."""
    found: dict[str, list[str]] = {}
    for entry in registry.units.entries:
        above = " ".join(name for name, power in entry.dimensions if power > 0)
        below = " ".join(name for name, power in entry.dimensions if power < 0)
        what = f"{above} per {below}".strip() if below else above or "counts and plain numbers"
        found.setdefault(what, []).append(
            f"`{entry.shown}`" + (f" ({', '.join(entry.aliases)})" if entry.aliases else "")
        )
    return table(
        ("measures", "units"), [(what, ", ".join(some)) for what, some in sorted(found.items())]
    )


def rules() -> str:
    """Every rule about manuscripts, each by its own docstring."""
    return "\n\n".join(
        f"## {rule.name}\n\n*{rule.severity}*\n\n{section(rule.page)}" for rule in RULES
    )


def section(page: str) -> str:
    """A docstring as Markdown: what, why and an example stand out."""
    return re.sub(r"^(What|Why|Example):", r"**\1:**", page, flags=re.MULTILINE)


# What Python offers, by part of the page, under the names by which it is reached.
API = {
    "load": ("load", "Book", "FormulaView"),
    "values": ("at_most", "at_least", "between", "Quantity", "Interval"),
    "answers": (
        *("answers.Answer", "answers.Found", "answers.Comparison", "answers.Solution"),
        *("answers.Sweep", "answers.Wish"),
    ),
    "runs": ("Run", "runs.Estimate"),
    "plans": ("plan", "Plan"),
    "errors": ("DeriveError",),
    "lists": ("search.Record", "records.SymbolNote", "entries.laws.Entry"),
    "package": (
        *("records.symbol", "records.constant", "records.formula"),
        *("records.derives", "records.Source", "records.Case", "records.Variants"),
        *("records.Choice", "records.ConstantSet", "records.Term"),
    ),
    "tests": ("pytest_plugin.knowledge", "pytest_plugin.manuscripts"),
}


def reached(name: str) -> Any:
    """What a name of the page stands for."""
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(f"derive.{module}" if module else "derive"), last)


def api(part: str) -> str:
    """Classes with their members and functions, each with its signature and docstring."""
    return "\n\n".join(block for name in API[part] for block in described(name))


def described(name: str) -> Iterator[str]:
    """The blocks of one class or function."""
    thing = reached(name)
    yield f"### {name}"
    if not inspect.isclass(thing):
        yield fenced(name, signature(thing))
        yield prose(thing)
        return
    yield prose(thing)
    fields = getattr(thing, "__dataclass_fields__", None) or getattr(thing, "_fields", ())
    shown = [one for one in fields if not one.startswith("_")]
    if shown:
        yield "Fields: " + ", ".join(f"`{one}`" for one in shown) + "."
    for member, found in vars(thing).items():
        if member.startswith("_") or isinstance(found, types.MemberDescriptorType):
            continue
        yield f"#### {thing.__name__}.{member}"
        if not isinstance(found, property | functools.cached_property):
            yield fenced(member, signature(getattr(thing, member), bound=True))
        yield prose(found)


def signature(thing: Any, *, bound: bool = False) -> str:
    """The signature as it is called: without self, annotations as written."""
    shown = str(inspect.signature(thing)).replace("''", '""').replace("'", "")
    return re.sub(r"^\(self(, )?", "(", shown) if bound else shown


def fenced(name: str, called: str) -> str:
    """A signature as code; a long one has its parameters below each other."""
    if len(name + called) > 88:
        inside, _, gives = called[1:].rpartition(")")
        called = "(\n    " + inside.replace(", ", ",\n    ") + f",\n){gives}"
        called = re.sub(r"\[([^]]*)\]", lambda found: re.sub(r",\s+", ", ", found[0]), called)
        called = called.replace(",\n)", "\n)") if "**" in called else called
    return f"```python\n{name}{called}\n```"


def prose(thing: Any) -> str:
    """A docstring as Markdown; its examples, which test_quantities runs, as code."""
    text = re.sub(r"``(.+?)``", r"`\1`", inspect.getdoc(thing) or "").strip()
    return re.sub(
        r"^>>>.*?(?=\n\n|\Z)", r"```python\n\g<0>\n```", text, flags=re.DOTALL | re.MULTILINE
    )


def made(registry: Registry) -> dict[str, Callable[[], str]]:
    """Every table that a page may hold, by name."""
    schemas = {**KINDS, **PARTS}
    tables: dict[str, Callable[[], str]] = {
        f"keys-{name}": lambda schema=schema: keys(schema) for name, schema in schemas.items()
    }
    tables |= {f"options-{name}": lambda name=name: options(name) for name in COMMANDS}
    tables |= {f"api-{part}": lambda part=part: api(part) for part in API}
    return tables | {"units": lambda: units(registry), "rules": rules}


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


@pytest.mark.parametrize("page", sorted(REFERENCE.glob("*.md")), ids=lambda page: page.name)
def test_the_tables_of_a_page_are_those_of_the_code(registry: Registry, page: Path) -> None:
    tables = made(registry)
    text = page.read_text(encoding="utf-8")
    fresh = MADE.sub(lambda found: f"{found[1]}\n{tables[found[2]]()}\n\n{found[4]}", text)
    if os.environ.get("DERIVE_RECORD"):
        page.write_text(fresh, encoding="utf-8")

    assert fresh == text


def test_every_table_stands_on_one_page(registry: Registry) -> None:
    shown = [
        found[2]
        for page in REFERENCE.glob("*.md")
        for found in MADE.finditer(page.read_text(encoding="utf-8"))
    ]

    assert sorted(made(registry)) == sorted(shown)


def test_every_command_has_a_heading_and_every_heading_a_command() -> None:
    page = (REFERENCE / "cli.md").read_text(encoding="utf-8")
    headings = re.findall(r"^### derive (\w+)$", page, re.MULTILINE)

    assert sorted(COMMANDS) == sorted(headings)
    assert set(COMMANDS) == set(parsers())


def test_every_option_says_what_it_is_for() -> None:
    silent = [
        (command, action.dest)
        for command, parser in parsers().items()
        for action in parser._actions
        if not action.help
    ]

    assert [] == silent


# --- values -----------------------------------------------------------------

ROW = re.compile(r"^\| `(\w+)` \| `(.+?)` \| (.+?) \|$", re.MULTILINE)


def said(value: Any) -> str:
    """What was read, in words."""
    if isinstance(value, Quantity):
        return value.format(8)
    if isinstance(value, Interval):
        low, high = (end and said(end) for end in (value.low, value.high))
        return str(Interval(low, high, value.low_open, value.high_open))
    assert isinstance(value, Grid)
    return ", ".join(f"{float(one):g}" for one in value.magnitudes())


def examples() -> list[tuple[str, str, str]]:
    """Letter, value as typed, and what it means, from the page."""
    return ROW.findall((REFERENCE / "values.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("letter", "typed", "meaning"), examples())
def test_a_value_is_read_as_the_page_says(
    registry: Registry, letter: str, typed: str, meaning: str
) -> None:
    unit, note = registry.unit(letter), registry.symbols[letter]
    count = is_count(unit, note)

    value = read_value(typed, unit=unit, table=registry.units, symbol=letter, count=count)

    assert meaning == said(value)


def test_the_page_shows_enough_values() -> None:
    assert len(examples()) > 20


def test_everything_public_is_on_the_page_of_python() -> None:
    import derive

    shown = {name for names in API.values() for name in names}

    assert set(derive.__all__) - {"__version__"} <= shown


def test_everything_on_the_page_of_python_is_described() -> None:
    silent = [
        (part, block.splitlines()[0])
        for part, names in API.items()
        for name in names
        for block in described(name)
        if not block.partition("\n")[0].strip() or block.endswith(":   ")
    ]

    assert [] == silent
