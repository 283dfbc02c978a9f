"""The shape of a book: its JSON Schema, and a check of data that was read.

Both are made from the declarations in ``shapes`` and ``pieces``, so that the
shape is said once. What does not count as MathML here never reaches a page as markup.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from derive.errors import DamagedProgram
from derive.programs.program import OPERATIONS, from_data

from .pieces import Program
from .shapes import Book

VERSION = 1
DIALECT = "https://json-schema.org/draft/2020-12/schema"
MATHML = r"^(<math[ >][\s\S]*</math>)?$"
PLAIN: dict[Any, str] = {
    str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null",
}  # fmt: skip

Holds = Callable[[Any], bool]


def book_schema() -> dict[str, Any]:
    """The JSON Schema of a book."""
    definitions: dict[str, Any] = {}
    whole = _schema(Book, definitions)
    definitions["Book"]["properties"]["schema"] = {"const": VERSION}
    return {
        "$schema": DIALECT,
        "$id": f"urn:training-formulary:book:{VERSION}",
        "title": "A book of formulas",
        "description": "Everything that derive computes from a knowledge package.",
        **whole,
        "$defs": {**{name: definitions[name] for name in sorted(definitions)}, **_step()},
    }


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of one type; records join ``found`` under their names."""
    if is_typeddict(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}  # a record may hold itself
            definitions[kind.__name__] = _record(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _marked(arguments[1])
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    return {"type": PLAIN[kind]}


def _record(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    fields = {name: _schema(field, definitions) for name, field in _fields(kind).items()}
    return {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": fields,
        "required": sorted(fields),
        "additionalProperties": False,
    }


def _fields(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _marked(mark: str) -> dict[str, Any]:
    if mark == "mathml":
        return {"type": "string", "pattern": MATHML}
    return {"type": "array", "items": {"$ref": "#/$defs/ProgramStep"}}


def _step() -> dict[str, Any]:
    """One step of a program: an operation and, where it wants one, its detail."""
    number = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    body = {"type": "array", "items": {"$ref": "#/$defs/ProgramStep"}}
    step = {
        "description": "An operation and, where it wants one, its count, number or body.",
        "type": "array",
        "prefixItems": [{"enum": sorted(OPERATIONS)}, {"anyOf": [*number["anyOf"], body]}],
        "items": False,
        "minItems": 1,
    }
    return {"ProgramStep": step}


# --- what was read -----------------------------------------------------------------


@lru_cache(maxsize=256)
def holds(kind: Any) -> Holds:
    """A check whether data has a shape; markup is known MathML, programs can be run."""
    if kind is Program:
        return _is_program
    if is_typeddict(kind):
        return _record_holds(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _is_mathml
    if origin is Literal:
        return lambda data: isinstance(data, str) and data in arguments
    if origin is list:
        inner = holds(arguments[0])
        return lambda data: isinstance(data, list) and all(map(inner, data))
    if origin is dict:
        value = holds(arguments[1])
        return lambda data: isinstance(data, dict) and all(map(value, data.values()))
    return _anything if kind is Any else lambda data: type(data) is kind


def _anything(_: Any) -> bool:
    return True


def _record_holds(kind: Any) -> Holds:
    fields = _fields(kind)
    checks: list[tuple[str, Holds]] = []

    def check(data: Any) -> bool:
        if not isinstance(data, dict) or data.keys() != fields.keys():
            return False
        return all(inner(data[name]) for name, inner in checks)

    checks += [(name, holds(field)) for name, field in fields.items()]
    return check


@lru_cache(maxsize=100_000)
def _known(text: str) -> bool:
    return not text or is_mathml(text)


def _is_mathml(data: Any) -> bool:
    return isinstance(data, str) and _known(data)


def _is_program(data: Any) -> bool:
    try:
        from_data(data)
    except DamagedProgram:
        return False
    return True


# --- what counts as MathML ---------------------------------------------------------


TAGS = (
    "math mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mtable mtr mtd a span"
)
ATTRIBUTES = (
    "display mathvariant accent stretchy form fence separator lspace rspace width movablelimits "
    "data-s class style title columnalign displaystyle"
)
TAG = re.compile(
    rf"</?(?:{'|'.join(TAGS.split())})(?: (?:{'|'.join(ATTRIBUTES.split())})=\"[^\"<>]*\")*/?>"
)


def is_mathml(text: str) -> bool:
    """Whether a text is one ``<math>`` element of known tags and attributes."""
    whole = text.startswith("<math") and text.endswith("</math>")
    left = TAG.sub("", text)
    return whole and "<" not in left and ">" not in left


def called(mathml: str, name: str) -> str:
    """What a link that shows a letter is called: its name, after what is drawn where that differs.

    Who speaks to a browser says what he sees: texts that touch are one word to it, and a
    letter from beyond the first plane is a word of its own.
    """
    seen, touches = list[str](), False
    for text in filter(str.strip, TAG.split(mathml)):
        far = any(ord(glyph) >= ASTRAL for glyph in text)
        spelled = "".join(
            unicodedata.normalize("NFKC", glyph) if ord(glyph) >= ASTRAL else glyph
            for glyph in text
        )
        if touches and not far:
            seen[-1] += spelled
        else:
            seen.append(spelled)
        touches = not far
    words = [word for text in seen for word in text.split()]
    named = name.split("_")
    starts = range(len(named) - len(words) + 1)
    same = any(named[start : start + len(words)] == words for start in starts)
    return name if same else " ".join([*words, name])


ASTRAL = 0x10000
