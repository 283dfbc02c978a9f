"""The catalogue, as plain figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.errors import UnknownName

from ..answers.presets import own_name
from ..names import guesses
from .composition import Composition


def entry_named(composed: Composition, shelf: str, name: str) -> Mapping[str, Any]:
    """An entry of the catalogue by id or alias; raises ``UnknownName``."""
    shelved = {k: e for k, e in composed.laws.entries.items() if e["shelf"] == shelf}
    for key, entry in shelved.items():
        if own_name(name) in (key, *entry["aliases"]):
            found: Mapping[str, Any] = {**entry, "id": key}
            return found
    near = guesses(name, list(shelved))
    among = "the catalogue" if near else "the catalogue (derive catalog lists it)"
    raise UnknownName(shelf, name, near, among)
