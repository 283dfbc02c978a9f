"""The slips that are drawn in clean manuscripts, to measure what the checker reads of them."""

from __future__ import annotations

import pytest
from measure_slips import slips, with_digits_exchanged

TEXT = (
    "# Chapter 123\n\nWe pay 1,234 for it.\n\n$$T = 2 a b + \\frac{S}{n} \\max(u, v)$$\n\n"
    "| $n$ | $T$ |\n|---|---|\n| 2 | 4.25 |\n"
)


def test_one_thing_is_changed_at_a_time_and_headings_are_left_alone() -> None:
    made = {kind: text for kind, start, end, new in slips(TEXT)
            for text in [TEXT[:start] + new + TEXT[end:]]}  # fmt: skip

    assert set(made) == {"prose", "table", "sign", "quotient", "coefficient", "extreme", "factor"}
    assert "2,134" in made["prose"]
    assert "2.45" in made["table"]
    assert "a b - " in made["sign"]
    assert "\\frac{n}{S}" in made["quotient"]
    assert "= 4 a b" in made["coefficient"]
    assert "\\min(u, v)" in made["extreme"]
    assert "2 a  +" in made["factor"]


@pytest.mark.parametrize(
    ("number", "slip"),
    [
        ("12", ""),
        ("0.12", ""),
        ("111", ""),
        ("1.102", ""),
        ("618", "168"),
        ("15{,}789", "51{,}789"),
    ],
)
def test_two_digits_of_a_number_are_exchanged(number: str, slip: str) -> None:
    assert with_digits_exchanged(number) == slip
