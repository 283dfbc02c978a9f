"""Records: equal by what they hold, or only to themselves; with room for what is kept, or none."""

from __future__ import annotations

from functools import cached_property

import pytest

from derive.frozen import Mutable, Record, fresh


class Pair(Record):
    """Equal by its values."""

    left: int
    right: int = 2


class Place(Record, eq=False, slots=False):
    """Equal only to itself, and able to keep what it computed."""

    name: str
    seen: list[int] = fresh(factory=list)

    @cached_property
    def length(self) -> int:
        """Computed once."""
        self.seen.append(1)
        return len(self.name)


class Counter(Mutable):
    """Its values may change."""

    count: int = 0


def test_a_record_is_what_it_holds_and_cannot_be_changed() -> None:
    pair = Pair(1)

    assert (Pair(1, 2), {Pair(1, 2)}) == (pair, {pair})
    assert Pair(1, 5) == pair.replaced(right=5)
    with pytest.raises(AttributeError, match="right cannot be set"):
        pair.right = 3  # type: ignore[misc]
    with pytest.raises(TypeError, match="Pair has no middle"):
        pair.replaced(middle=3)


def test_a_record_without_equality_is_itself_alone_and_may_keep_what_it_computed() -> None:
    place, other = Place("here"), Place("here")

    assert place != other
    assert 2 == len({place, other})
    assert (4, 4, [1]) == (place.length, place.length, place.seen)
    assert [] == other.seen


def test_a_mutable_record_changes() -> None:
    counter = Counter()
    counter.count += 1

    assert 1 == counter.count
