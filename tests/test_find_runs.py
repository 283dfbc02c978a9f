"""From a consistent run, ``find`` says the run's own letter, asks for a choice, or refuses.

A usual run draws some questions from its seed, a campaign 3,000; ``python
tests/asked_runs.py`` asks as many as one likes.
"""

from __future__ import annotations

from collections import Counter

import pytest
from asked_runs import outcomes
from campaign import SEED, sized

from derive.entries.opening import open_knowledge

pytestmark = pytest.mark.slow
NEVER = frozenset({"wrong", "wrong option", "contradiction"})


def test_a_letter_of_a_consistent_run_is_never_another_value_nor_contradicts_the_rest() -> None:
    seed = SEED * 10_000
    asked = list(outcomes(open_knowledge(), seed, sized(15, 3000)))

    failures = [f"seed {one}: {kind}: {says}" for one, kind, says in asked if kind in NEVER]
    counts = Counter(kind for _, kind, _ in asked)
    assert [] == failures, f"from seed {seed}: {dict(counts)}\n" + "\n".join(failures)
    assert counts["right"] > 0
