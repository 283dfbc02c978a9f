"""Values of letters with a document's definitions put in."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from derive.lint import Project, read_document
from derive.lint.claims.system_reading import system_of
from derive.lint.numbers.expansion import POINTS, Expansion
from derive.lint.numbers.statements import Definition
from derive.registry import load


class Counted(dict[str, Any]):
    """Values that count how often each is asked for."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.asked: Counter[str] = Counter()

    def __getitem__(self, glyph: str) -> Any:
        self.asked[glyph] += 1
        return super().__getitem__(glyph)


def chosen(*formulas: str) -> dict[str, Definition]:
    """The definition of each letter that some formulas define."""
    document = read_document("chapter.md", "\n\n".join(f"${formula}$" for formula in formulas))
    system = system_of(Project([document], load()), document)
    return {glyph: laws[0] for glyph, laws in system.definitions.items()}


def test_a_letter_that_others_rest_on_in_many_ways_is_computed_once():
    laws = chosen("x_1 = a + a b", *(f"x_{n} = x_{n - 1} + x_{n - 1} b" for n in range(2, 9)))
    given = Counted({"a": np.full(POINTS, 3.0), "b": np.full(POINTS, 1.0)})
    expansion = Expansion(laws, given=given)

    assert np.all(expansion["x_8"] == 3.0 * 2**8)
    assert given.asked == {"a": 2, "b": 8}
    assert set(laws) == set(expansion.used)


def test_what_was_computed_before_says_again_what_it_rests_on():
    laws = chosen("x = a c", "y = x + d")
    expansion = Expansion(laws)
    values = expansion["x"]
    expansion.bases.clear()
    expansion.used.clear()

    assert np.array_equal(values, expansion["x"])
    assert {"a", "c"} == expansion.bases
    assert {"x"} == set(expansion.used)


@pytest.mark.parametrize("first", ["x", "y"])
def test_a_ring_of_definitions_ends_at_the_letter_where_it_began(first: str):
    laws = chosen("x = 2 y", "y = 3 x")
    in_this_order = Expansion(laws)
    in_this_order[first]

    for glyph in ("x", "y"):
        assert np.allclose(in_this_order[glyph], 6 * Expansion({})[glyph])
