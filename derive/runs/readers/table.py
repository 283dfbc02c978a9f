"""A table of keys from a file, read one by one: types are checked, the unused are named."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from derive.errors import UnreadableRun

from ..facts import Facts


class Table:
    """Keys and values of a file; remembers which key gave which letter or choice."""

    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self.name, self.data = name, data
        self.letters: dict[str, float] = {}
        self.choices: dict[str, str] = {}
        self.places: dict[str, str] = {}
        self.seen: set[str] = set()
        self.precision = ""

    def get(self, *keys: str) -> Any:
        """The value of the first key that is there and not null."""
        value = None
        for key in keys:
            self.seen.add(key)
            if value is None:
                value = self.data.get(key)
        return value

    def number(self, *keys: str) -> float | None:
        """A number, or nothing; text and truth values are refused."""
        value = self.get(*keys)
        key = next((key for key in keys if self.data.get(key) is not None), keys[0])
        if value is None:
            return None
        if (
            isinstance(value, bool)
            or not isinstance(value, (int, float))
            or not math.isfinite(value)
        ):
            raise UnreadableRun(f"{self.name}: {key}", f"{value!r} where a number belongs")
        return float(value)

    def count(self, letter: str, *keys: str) -> None:
        """A letter that counts something: at least 1, and whole."""
        value = self.number(*keys)
        if value is None:
            return
        key = next(key for key in keys if self.data.get(key) is not None)
        if value < 1 or value != int(value):
            raise UnreadableRun(f"{self.name}: {key}", f"{value:g} where a count belongs")
        self.put(letter, value, key)

    def put(self, letter: str, value: float, key: str) -> None:
        """A letter that a key gives."""
        self.letters[letter] = value
        self.places[letter] = f"{self.name}: {key}"

    def settle(self, choice: str, alternative: str, key: str) -> None:
        """A choice that a key settles."""
        self.choices[choice] = alternative
        self.places[choice] = f"{self.name}: {key}"

    def ignore(self, *keys: str) -> None:
        """Keys that say nothing about memory or time."""
        self.seen.update(keys)

    def facts(self, framework: str = "") -> Facts:
        """What was read; every key that nothing asked for is named."""
        unused = tuple(
            f"{self.name}: {key}"
            for key, value in self.data.items()
            if key not in self.seen and value is not None
        )
        return Facts(
            self.name, self.letters, self.choices, self.places, unused, framework, self.precision
        )
