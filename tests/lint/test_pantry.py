"""What a part of a print is held against: all ingredients of a law at once."""

from __future__ import annotations

import numpy as np
import pytest
from campaign import SEED

from derive.lint.laws.changes import Ingredient, Pantry
from derive.lint.laws.probing import CLOSE, LEAST, MOST_ROWS


def by_the_definition(table, values):
    """The rows near at most of the points at which there are values, one by one."""
    known = np.isfinite(values)
    enough = max(LEAST, MOST_ROWS * known.sum())
    with np.errstate(all="ignore"):
        size = np.maximum(np.abs(table), np.abs(values))
        near = (np.abs(table - values) <= CLOSE * size) & known
    return [row for row in range(len(table)) if known.sum() >= LEAST and near[row].sum() >= enough]


@pytest.mark.parametrize("points", [3, 5, 24, 60, 512])
def test_what_is_found_is_what_lies_near_at_most_points(points):
    draw = np.random.default_rng([SEED, points])
    for _ in range(40):
        # Few values, so that rows agree at some points by chance, as degrees of parallelism do.
        table = draw.choice([1.0, 2.0, 4.0, np.nan, -8.0], size=(12, points))
        pantry = Pantry.of([Ingredient(f"x{row}", part) for row, part in enumerate(table)], points)
        share = draw.choice([0.2, 0.55, 0.65, 1.0])
        wanted = np.where(
            draw.random(points) < share, table[draw.integers(12)], draw.random(points)
        )
        wanted[draw.random(points) < draw.choice([0, 0.3])] = np.nan

        found = [item.name for item in pantry.like(wanted)]

        assert [f"x{row}" for row in by_the_definition(table, wanted)] == found
