"""How much is tried: a drawn part in a usual run, everything where ``DERIVE_EACH=1`` asks for it.

``DERIVE_SEED`` repeats a run; the head of every run prints the seed.
"""

from __future__ import annotations

import functools
import inspect
import math
import os
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import pytest

Record = TypeVar("Record")
Test = Callable[..., None]

EACH = os.environ.get("DERIVE_EACH") == "1"
# The first process of a run draws the seed; its workers inherit it with the environment.
SEED = int(os.environ.setdefault("DERIVE_SEED", str(random.randrange(1, 10**6))))
MOST_TOLD = 40


campaign = pytest.mark.skipif(not EACH, reason="minutes long; DERIVE_EACH=1 asks for it")
"""A test that a usual run leaves out, since others there try a part of the same."""


def sized(usual: int, campaign: int) -> int:
    """How many are tried."""
    return campaign if EACH else usual


def room(tried: int, rate: float) -> int:
    """How many may fail of those drawn: at this rate more do in one run of a thousand at most."""
    beyond, failing = 1.0, -1
    while beyond > 0.001:
        failing += 1
        beyond -= math.comb(tried, failing) * rate**failing * (1 - rate) ** (tried - failing)
    return failing


def some(records: Iterable[Record], usual: int) -> list[Record]:
    """All of them in a campaign; else so many, drawn from the seed, in their order."""
    known = list(records)
    if EACH or usual >= len(known):
        return known
    drawn = sorted(random.Random(SEED).sample(range(len(known)), usual))
    return [known[place] for place in drawn]


def each(
    argument: str, records: Mapping[str, Any] | Callable[[], Mapping[str, Any]], usual: int = 0
) -> Callable[[Test], Test]:
    """Make one test of a function about one record: it takes all, and lists every one that fails.

    ``records`` by name, or what gives them when the test runs; ``usual`` is how
    many of them a usual run draws, all if it is not said.
    """

    def folded(test: Test) -> Test:
        @functools.wraps(test)
        def on_all(**fixtures: Any) -> None:
            known = records() if callable(records) else records
            assert known
            failures = []
            for name in some(known, usual or len(known)):
                try:
                    test(**{argument: known[name]}, **fixtures)
                except Exception as wrong:  # noqa: BLE001  the others are still to be tried
                    failures.append(f"{name}: {type(wrong).__name__}: {wrong}")
            if failures:
                told = "\n".join(failures[:MOST_TOLD])
                pytest.fail(f"{len(failures)} of {len(known)} fail\n{told}", pytrace=False)

        asked_for = inspect.signature(test)
        rest = [one for one in asked_for.parameters.values() if one.name != argument]
        on_all.__signature__ = asked_for.replace(parameters=rest)  # type: ignore[attr-defined]
        return on_all

    return folded


def by(attribute: str, records: Sequence[Any]) -> dict[str, Any]:
    """Records by one of their attributes, as ``each`` takes them."""
    return {getattr(record, attribute): record for record in records}
