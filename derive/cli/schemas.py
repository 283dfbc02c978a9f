"""The JSON that the commands print, described as JSON Schema: the table ``schemas.txt``, read."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import UnknownName
from ..names import guesses
from . import ANSWERED
from .parser import SEARCHED
from .terminal import print_json

Schema: TypeAlias = dict[str, Any]
Row: TypeAlias = tuple[str, str, str, str]
"""Indentation, name, kind and description of a line."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TABLE = Path(__file__).with_suffix(".txt")
LINE = re.compile(r"^( *)(\S+) (\(.*?\)\??|\S+?)(?:: (.*))?$", re.MULTILINE)
GOES_ON = re.compile(r"\\\n *")
TYPES = {"text": "string", "number": "number", "integer": "integer", "flag": "boolean"}


def _read(text: str) -> tuple[dict[str, Schema], dict[str, Schema]]:
    """What the commands print, by kind, and the parts that they share."""
    table = GOES_ON.sub("", text.partition("\n----\n")[2])
    rows: list[Row] = LINE.findall(table.replace("SEARCHED", ", ".join(SEARCHED)))
    kinds: dict[str, Schema] = {}
    parts: dict[str, Schema] = {}
    for name, schema in _named(rows[::-1], 0, parts):
        (kinds if "schema" in schema.get("properties", ()) else parts)[name] = schema
    return kinds, {name: schema for name, schema in parts.items() if not name.isupper()}


def _named(
    rows: list[Row], depth: int, parts: Mapping[str, Schema]
) -> Iterator[tuple[str, Schema]]:
    """The lines that are so far indented, taken from the end of ``rows`` with those below them."""
    while rows and len(rows[-1][0]) == depth:
        _, name, kind, says = rows.pop()
        below = list(_named(rows, depth + 2, parts))
        yield name, _schema(kind, says.split(" | "), below, parts)


def _schema(
    kind: str,
    says: Sequence[str],
    below: Sequence[tuple[str, Schema]],
    parts: Mapping[str, Schema],
) -> Schema:
    """The schema of a kind; the first text describes it, the others what it holds."""
    if kind.endswith("?"):
        schema = _schema(kind[:-1], says, below, parts)
        described = {key: schema.pop(key) for key in ("description",) if key in schema}
        return {**described, "anyOf": [schema, {"type": "null"}]}
    described = {"description": says[0]} if says and says[0] else {}
    if kind[0] in "[{":
        held = _schema(kind[1:-1], says[1:], below, parts)
        type_, key = ("array", "items") if kind[0] == "[" else ("object", "additionalProperties")
        return {"type": type_, **described, key: held}
    if kind[0] == "(":
        return {"enum": kind[1:-1].split(", "), **described}
    if kind.isdigit():
        version = {"const": int(kind), "description": "version of this format"}
        return _schema("thing", says, [("schema", version), *below], parts)
    if kind == "thing":
        keys = dict(below)
        closed = {"properties": keys, "required": list(keys), "additionalProperties": False}
        return {"type": "object", **described, **closed}
    if kind == "any":
        return {**described, "anyOf": [schema for _, schema in below]}
    if kind in TYPES or kind == "object":
        return {"type": TYPES.get(kind, kind), **described}
    return dict(parts[kind]) if kind.isupper() else {"$ref": f"#/$defs/{kind}", **described}


KINDS, PARTS = _read(TABLE.read_text(encoding="utf-8"))
"""What the commands print, by kind, and the parts that they share."""


def schema_of(kind: str, *, closed: bool = False) -> Schema:
    """The JSON Schema of one kind of output, complete in itself.

    A reader must expect new keys; ``closed`` refuses what is not documented.
    """
    needed: dict[str, Schema] = {}
    _gather(KINDS[kind], needed)
    whole = {"$schema": DRAFT, "title": kind, **KINDS[kind], "$defs": needed}
    return whole if closed else _open(whole)


def _open(schema: Any) -> Any:
    """The same without the refusal of keys that it does not name."""
    if isinstance(schema, list):
        return [_open(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _open(value)
        for key, value in schema.items()
        if not (key == "additionalProperties" and value is False)
    }


def _gather(schema: Any, needed: dict[str, Schema]) -> None:
    """The shared parts that a schema names, and those that they name."""
    if isinstance(schema, list):
        for item in schema:
            _gather(item, needed)
    if isinstance(schema, dict):
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in needed:
            # An answer is what a command prints, and a part of what another one does.
            needed[name] = PARTS[name] if name in PARTS else KINDS[name]
            _gather(needed[name], needed)
        for value in schema.values():
            _gather(value, needed)


def schema(options: argparse.Namespace) -> int:
    """``derive schema KIND``: what the JSON of a command holds."""
    if options.kind not in KINDS:
        close = guesses(options.kind, KINDS) or tuple(KINDS)
        raise UnknownName("kind of JSON", options.kind, close)
    print_json(schema_of(options.kind))
    return ANSWERED
