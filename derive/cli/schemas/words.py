"""The words in which the shapes of JSON are told, each a piece of JSON Schema, and shared parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

VERSION = 1
"""Version of the format; raised when a key changes its meaning or goes away."""


def thing(says: str, /, **keys: Schema) -> Schema:
    """An object that has these keys, all of them and no others."""
    return {
        "type": "object",
        "description": says,
        "properties": keys,
        "required": list(keys),
        "additionalProperties": False,
    }


def text(says: str) -> Schema:
    """A string."""
    return {"type": "string", "description": says}


def number(says: str) -> Schema:
    """A number."""
    return {"type": "number", "description": says}


def whole(says: str) -> Schema:
    """An integer."""
    return {"type": "integer", "description": says}


def flag(says: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": says}


def one_of(says: str, *words: str) -> Schema:
    """One of a few words."""
    return {"enum": list(words), "description": says}


def listed(says: str, item: Schema) -> Schema:
    """A list."""
    return {"type": "array", "description": says, "items": item}


def named(says: str, item: Schema) -> Schema:
    """An object whose keys are names, each with a value of one kind."""
    return {"type": "object", "description": says, "additionalProperties": item}


def maybe(schema: Schema) -> Schema:
    """The same, or null."""
    bare = {key: value for key, value in schema.items() if key != "description"}
    kept = {"description": schema["description"]} if "description" in schema else {}
    return {**kept, "anyOf": [bare, {"type": "null"}]}


def see(name: str, says: str = "") -> Schema:
    """A part that several answers share."""
    return {"$ref": f"#/$defs/{name}", **({"description": says} if says else {})}


def versioned(says: str, number_of_version: int = VERSION, /, **keys: Schema) -> Schema:
    """What a command prints: its version first."""
    version = {"const": number_of_version, "description": "version of this format"}
    return thing(says, schema=version, **keys)


PARTS: Mapping[str, Schema] = {
    "quantity": thing(
        "A number and its unit.",
        magnitude=number("the number, in that unit"),
        unit=text("the unit as one may type it; `1` for a pure number"),
    ),
    "given": {
        "description": "A value that was given: a quantity, or the two ends of what was given.",
        "anyOf": [
            see("quantity"),
            thing(
                "Bounds.",
                at_least=maybe(see("quantity", "the lower bound")),
                at_most=maybe(see("quantity", "the upper bound")),
            ),
        ],
    },
    "span": thing(
        "A stretch of values of the target.",
        low=maybe(see("quantity", "its lower end; null where it has none")),
        high=maybe(see("quantity", "its upper end; null where it has none")),
        low_open=flag("whether the lower end itself is left out"),
        high_open=flag("whether the upper end itself is left out"),
        low_reason=text("what sets the lower end"),
        high_reason=text("what sets the upper end"),
    ),
    "neighbour": thing(
        "What the law says at one integer next to the answer.",
        at=whole("the integer"),
        holds=flag("whether it satisfies the question"),
        left=text("the left side there"),
        right=text("the right side there"),
        sentence=text("the same as a sentence"),
    ),
    "whole": {
        "description": "The whole numbers of an answer.",
        "anyOf": [
            thing(
                "Of a range.",
                smallest=maybe(whole("the smallest that satisfies the question")),
                largest=maybe(whole("the largest that satisfies the question")),
                neighbours=listed("the integers that prove both ends", see("neighbour")),
            ),
            thing(
                "Of an equation.",
                below=maybe(whole("the nearest at or below the value")),
                above=maybe(whole("the nearest at or above the value")),
                neighbours=listed("what the law says at both", see("neighbour")),
            ),
        ],
    },
    "condition": thing(
        "A condition under which the law holds.",
        condition=text("the condition, as typed"),
        holds=maybe(flag("whether it holds here; null where that was not decided")),
        note=text("why it was not decided, or what stands in the way"),
    ),
    "step": thing(
        "One line of the working.",
        says=text("what the line is"),
        text=text("the line, as text"),
        latex=text("the line, as LaTeX"),
    ),
    "assumed": thing(
        "What was taken since nothing said otherwise.",
        name=text("a choice, or a letter"),
        value=text("its alternative, or 1"),
        says=text("the same in words"),
    ),
    "left_out": thing(
        "What a formula leaves out.", formula=text("its id"), leaves_out=text("in words")
    ),
    "taken": thing(
        "A value that a formula of a chain takes from outside.",
        letter=text("the letter"),
        value=see("quantity", "its value"),
        default=flag("whether it is a default, or of a set of fitted constants"),
        origin=maybe(text("the entry of the catalogue that gave it")),
    ),
    "figure": thing(
        "One figure of an entry of the catalogue.",
        letter=text("the letter that it fills"),
        value=see("quantity", "its value"),
        source=maybe(text("where it is from; null where that is the entry's own source")),
        says=text("a remark"),
    ),
}
