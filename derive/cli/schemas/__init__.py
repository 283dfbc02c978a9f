"""The JSON that the commands print, described as JSON Schema: the one table of its keys."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from ...errors import UnknownName
from ...registry import guesses
from .. import ANSWERED
from ..terminal import print_json
from .answers import ANSWER, COMPARISON, FOUND, SWEEP
from .knowledge import (
    CATALOG,
    DERIVATIONS,
    FIGURES,
    FINDINGS,
    FORMULA,
    FORMULAS,
    MATRIX,
    RECORDS,
    SYMBOLS,
)
from .runs import ATTAINED, DIAGNOSIS, ESTIMATE, LAYOUT, PART, PLAN, WORTH
from .words import PARTS as SHARED
from .words import VERSION, Schema

__all__ = ["KINDS", "PARTS", "VERSION", "Schema", "schema", "schema_of"]

PARTS: Mapping[str, Schema] = {**SHARED, "part": PART, "layout": LAYOUT}
DRAFT = "https://json-schema.org/draft/2020-12/schema"

KINDS: Mapping[str, Schema] = {
    "answer": ANSWER,
    "found": FOUND,
    "comparison": COMPARISON,
    "records": RECORDS,
    "symbols": SYMBOLS,
    "formulas": FORMULAS,
    "formula": FORMULA,
    "derivations": DERIVATIONS,
    "catalog": CATALOG,
    "sweep": SWEEP,
    "findings": FINDINGS,
    "figures": FIGURES,
    "matrix": MATRIX,
    "estimate": ESTIMATE,
    "plan": PLAN,
    "worth": WORTH,
    "diagnosis": DIAGNOSIS,
    "attained": ATTAINED,
}
"""What the commands print, by kind."""


def schema_of(kind: str, *, closed: bool = False) -> Schema:
    """The JSON Schema of one kind of output, complete in itself.

    A reader must expect new keys; ``closed`` refuses what is not documented.
    """
    known = {**PARTS, "answer": ANSWER}
    needed: dict[str, Schema] = {}
    _gather(KINDS[kind], known, needed)
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


def _gather(schema: Any, known: Mapping[str, Schema], needed: dict[str, Schema]) -> None:
    """The shared parts that a schema names, and those that they name."""
    if isinstance(schema, list):
        for item in schema:
            _gather(item, known, needed)
    if isinstance(schema, dict):
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in needed:
            needed[name] = known[name]
            _gather(known[name], known, needed)
        for value in schema.values():
            _gather(value, known, needed)


def schema(options: argparse.Namespace) -> int:
    """``derive schema KIND``: what the JSON of a command holds."""
    if options.kind not in KINDS:
        close = guesses(options.kind, KINDS) or tuple(KINDS)
        raise UnknownName("kind of JSON", options.kind, close)
    print_json(schema_of(options.kind))
    return ANSWERED
