"""The catalogue, as plain figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..answers.presets import named_alike, not_shelved
from .composition import Composition


def entry_named(composed: Composition, shelf: str, name: str) -> Mapping[str, Any]:
    """An entry of the catalogue by id or alias; raises ``UnknownName``."""
    shelved = {k: e for k, e in composed.laws.entries.items() if e["shelf"] == shelf}
    for key, entry in shelved.items():
        if named_alike(name, (key, *entry["aliases"])):
            found: Mapping[str, Any] = {**entry, "id": key}
            return found
    raise not_shelved(shelf, name, shelved)
