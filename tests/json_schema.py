"""JSON held against the part of JSON Schema that the project uses; an unknown word is an error."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

SPOKEN = frozenset(
    {"$schema", "$defs", "$ref", "title", "description", "type", "properties", "required"}
    | {"additionalProperties", "items", "anyOf", "enum", "const"}
    | {"$id", "pattern", "minItems", "prefixItems"}
)
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def problems(
    value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "$"
) -> Iterator[str]:
    """Everything in which a value differs from its schema, each with its place."""
    unknown = set(schema) - SPOKEN
    if unknown:
        raise NotImplementedError(f"{sorted(unknown)} in the schema at {at}")
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from problems(value, root["$defs"][name], root, at)
    if "anyOf" in schema and all(any(problems(value, one, root, at)) for one in schema["anyOf"]):
        yield f"{at}: {value!r} is none of {len(schema['anyOf'])} kinds"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r} is not {schema['const']!r}"
    if "type" in schema and not has_type(value, schema["type"]):
        yield f"{at}: {value!r} is no {schema['type']}"
    elif schema.get("type") == "object":
        yield from _members(value, schema, root, at)
    elif schema.get("type") == "array":
        yield from _items(value, schema, root, at)
    elif "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} does not match {schema['pattern']}"


def _items(
    value: list[Any], schema: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    first, others = schema.get("prefixItems", []), schema.get("items", True)
    if len(value) < schema.get("minItems", 0):
        yield f"{at}: {len(value)} items are too few"
    for place, item in enumerate(value):
        one = first[place] if place < len(first) else others
        if one is False:
            yield f"{at}[{place}]: one item too many"
        elif isinstance(one, dict):
            yield from problems(item, one, root, f"{at}[{place}]")


def has_type(value: Any, name: str) -> bool:
    """Whether a value has a type of JSON; true and false are no numbers."""
    if name in ("number", "integer"):
        kinds = (int,) if name == "integer" else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool) and math.isfinite(value)
    return isinstance(value, TYPES[name])


def _members(
    value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{at}: {key} is missing" for key in schema.get("required", ()) if key not in value)
    others = schema.get("additionalProperties", True)
    for key, member in value.items():
        if key in known:
            yield from problems(member, known[key], root, f"{at}.{key}")
        elif others is False:
            yield f"{at}: {key} is not documented"
        elif isinstance(others, dict):
            yield from problems(member, others, root, f"{at}.{key}")
