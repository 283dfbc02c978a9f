"""A calculator begins with published numbers that belong together and are not out of the way."""

from __future__ import annotations

import pytest

from derive.book.starting import nearest_first
from derive.registry import load


@pytest.fixture(scope="module")
def registry():
    return load()


USUAL = {"p": "8", "m": "16", "T_ckpt": "60 s"}
NEAREST = [
    # What is usual itself, before its neighbours on either side.
    ([{"p": "4"}, {"p": "8"}, {"p": "32"}], ["8", "4", "32"]),
    # Ratios count, not differences: a half is as far away as the double, a tenth farther.
    ([{"p": "1"}, {"p": "24"}], ["24", "1"]),
    # All letters count together.
    ([{"p": "8", "m": "512"}, {"p": "16", "m": "16"}], ["16", "8"]),
    # Units are read: 1 minute is 60 s.
    ([{"p": "2", "T_ckpt": "60 s"}, {"p": "3", "T_ckpt": "1 minute"}], ["3", "2"]),
    # Letters that the law has not are left out.
    ([{"p": "2", "N_dp": "1"}, {"p": "1"}], ["2", "1"]),
    ([], []),
]


@pytest.mark.parametrize(("cases", "wanted"), NEAREST)
def test_the_case_nearest_to_what_is_usual_comes_first(registry, cases, wanted):
    ordered = [values["p"] for values in nearest_first(registry, USUAL, cases)]

    assert wanted == ordered


def test_of_cases_equally_far_away_the_later_one_comes_first(registry):
    cases = [{"p": "4", "m": "32"}, {"p": "16", "m": "8"}, {"p": "16", "m": "32"}]

    assert [("16", "32"), ("16", "8"), ("4", "32")] == [
        (values["p"], values["m"]) for values in nearest_first(registry, USUAL, cases)
    ]


def test_what_a_case_leaves_out_is_usual(registry):
    assert [{**USUAL, "m": "64"}] == nearest_first(registry, USUAL, [{"m": "64"}])
