"""Areas: the rooms of a knowledge package, in groups that a reader looks for in one place."""

from __future__ import annotations

from dataclasses import dataclass

from .places import Declared, caller


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """Subjects that belong together, by the names of their modules, in the order of the site."""

    title: str
    subjects: tuple[str, ...]
    declared: Declared = Declared()

    def __post_init__(self) -> None:
        object.__setattr__(self, "declared", caller())
