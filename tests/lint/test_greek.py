"""Greek letters keep their case, as Latin ones do."""

from __future__ import annotations

import pytest

from derive.lint import read_document
from derive.lint.numbers.uses import uses_of
from derive.lint.project import Project


@pytest.mark.parametrize(
    ("large", "small"), [(r"\Theta", r"\theta"), (r"\Delta", r"\delta"), (r"\Phi_t", r"\phi_t")]
)
def test_a_large_greek_letter_is_another_than_the_small_one(large: str, small: str) -> None:
    document = read_document(
        "greek.md", f"$${large} = {small} / n$$\n\nwhere ${small}$ is small.\n"
    )

    found = {use.glyph for use in uses_of(Project([document]), document)}

    assert {large.strip("\\"), small.strip("\\")} <= found
