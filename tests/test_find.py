"""Searches through several laws: chains, blocks, ranges, and what must be said about them."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from derive.answers import Found, Wish, find
from derive.errors import MixedConventions, NotAnswerable, Unreachable
from derive.registry import Registry, load

WORKSHOP = Path(__file__).parent / "packages" / "workshop"


@pytest.fixture(scope="module")
def workshop() -> Registry:
    """A package made for searches."""
    return load(WORKSHOP)


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


def value(found: Found) -> float:
    assert found.answer is not None
    assert found.answer.value is not None
    return float(found.answer.value.base)


def test_laws_that_need_each_other_are_solved_together(workshop: Registry) -> None:
    givens = {"R_order": "0.5 1/second", "T_order": "1 s"}

    found = find(workshop, "T_wait", givens)

    # T = (R T + 1) t, so T = t / (1 - R t).
    assert value(found) == 2
    assert {link.law: link.residual for link in found.chain} == {
        "orders_that_wait": 0.0,
        "waiting_time": 0.0,
    }
    assert set(found.chain[0].together) == {"orders_that_wait", "waiting_time"}


def test_the_values_of_a_block_are_those_that_every_law_gives(workshop: Registry) -> None:
    found = find(workshop, "q_wait", {"R_order": "0.5 1/second", "T_order": "1 s"})

    assert value(found) == 1
    assert {link.letter: float(link.value.base) for link in found.chain if link.value} == {
        "q_wait": 1,
        "T_wait": 2,
    }


def test_a_root_outside_the_domain_of_another_letter_is_no_answer(workshop: Registry) -> None:
    found = find(workshop, "T_wait", {"R_order": "2 1/second", "T_order": "1 s"})

    assert found.answer is not None
    assert not found.answer.found


def test_laws_that_nothing_can_be_eliminated_from_are_certified_numerically(
    workshop: Registry,
) -> None:
    givens = {"c_stove": 4, "c_chimney": 3}
    with pytest.raises(NotAnswerable, match="2 sets of values"):
        find(workshop, "x_warm", givens)

    found = find(workshop, "x_warm", {**givens, "x_warm": "<= 1"})

    assert found.answer is not None
    assert found.answer.method == "numeric"
    assert found.answer.residual is not None
    assert found.answer.residual < 1e-30
    assert "no other solution" in found.answer.reason
    x, y = (float(link.value.base) for link in found.chain if link.value)
    assert x + 2 * y + math.exp(x * y) == pytest.approx(4, rel=1e-14)
    assert y + math.log(1 + x) + math.exp(x * y) == pytest.approx(3, rel=1e-14)


def test_a_whole_number_on_the_way_is_not_passed_on_in_silence(workshop: Registry) -> None:
    givens = {"n_order": 10, "T_order": "5 min", "T_day": "20 min", "P_shift": "100 USD"}

    found = find(workshop, "P_price", givens, ["day_price"])

    (one,) = found.rounded
    assert value(found) == 250
    assert one.letter == "n_shift"
    assert [(at, float(q.base)) for at, q in one.gives if q] == [(2, 200), (3, 300)]


def test_a_condition_that_fails_along_the_chain_is_named(workshop: Registry) -> None:
    givens = {"q_wait": 3, "T_order": "4 s", "R_order": "2 1/second"}

    found = find(workshop, "T_wait", givens, ["waiting_time"])

    assert [(law, one.text) for law, one in found.broken] == [
        ("waiting_time", "R_order T_order < 1")
    ]


def test_two_conventions_at_once_are_refused_by_name(workshop: Registry) -> None:
    with pytest.raises(MixedConventions, match="day_price and whole_day_price"):
        find(workshop, "P_price", {"n_order": 3}, ["day_price", "whole_day_price"])


def test_competing_chains_come_with_their_values(workshop: Registry) -> None:
    givens = {"P_shift": "100 USD", "n_order": 10, "T_order": "1 min", "T_day": "4 min"}

    found = find(workshop, "P_price", givens)

    assert found.answer is not None or found.options
    both = find(workshop, "P_price", {**givens, "n_shift": 3}, ["day_price"])
    assert both.unused == ("T_day", "T_order", "n_order")


def test_several_bounds_meet_and_the_binding_one_is_named(workshop: Registry) -> None:
    givens = {
        "T_order": "5 min",
        "T_day": "2 hour",
        "T_rest": ">= 30 min",
        "n_shift": "<= 1",
    }

    answer = find(workshop, "n_order", givens).answer

    assert answer is not None
    assert answer.integer is not None
    assert answer.integer.largest == 18
    assert answer.intervals[-1].high_reason == "T_rest >= 30 min"


def test_a_limit_is_met_where_it_is_asked_for(workshop: Registry) -> None:
    givens = {"T_order": "7 min", "T_day": "1 hour"}

    answer = find(workshop, "n_order", givens, ["orders_fit"]).answer

    assert answer is not None
    assert answer.integer is not None
    assert answer.integer.largest == 8


def test_uncertain_givens_pass_through_a_chain(workshop: Registry) -> None:
    givens = {
        "n_order": "8..12",
        "T_order": "5 min",
        "T_day": "20 min",
        "P_shift": "100..110 USD",
    }

    answer = find(workshop, "P_price", givens, ["day_price"]).answer

    assert answer is not None
    (span,) = answer.intervals
    assert span.low is not None
    assert span.high is not None
    assert (span.low.base, span.high.base) == (200, 330)


def test_what_is_missing_is_named_with_the_nearest_law(workshop: Registry) -> None:
    with pytest.raises(Unreachable, match="day_price would give it with P_shift and n_shift"):
        find(workshop, "P_price", {"T_day": 3})


def test_sensitivity_goes_along_the_chain(workshop: Registry) -> None:
    givens = {"n_order": 8, "T_order": "5 min", "T_day": "20 min", "P_shift": "100 USD"}

    found = find(workshop, "P_price", givens, ["day_price"], Wish(sensitivity=True))

    assert found.answer is not None
    assert {one.letter: one.value for one in found.answer.sensitivity} == {
        "n_order": 1,
        "T_order": 1,
        "P_shift": 1,
        "T_day": -1,
    }


def test_days_to_train(registry: Registry) -> None:
    givens = {"Psi": 70e9, "D": 15e12, "N_gpu": 16384, "MFU": 0.4, "F": "989 TFLOP/s"}

    assert value(find(registry, "T_train", givens)) / 86400 == pytest.approx(11.25, rel=1e-3)


# The target, the givens, laws to hold, names of the catalogue; the value that must come out.
PLANS = [
    (
        "T_train",
        {"D": 15e12, "N_gpu": 16384, "MFU": 0.4},
        (),
        (("gpu", "h100-sxm"), ("model", "llama-3-70b")),
        # 6 * 70.55e9 * 15e12 / (16384 * 989.4e12 * 0.4) seconds
        979_289,
    ),
    (
        "cost_train",
        {"D": 15e12, "N_gpu": 16384, "MFU": 0.4, "price_gpu": 2},
        (),
        (("gpu", "h100-sxm"), ("model", "llama-3-70b")),
        8_913_701,
    ),
    (
        "f_good",
        {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s", "T_restart": "10 min"},
        (),
        (),
        0.958059,
    ),
    (
        "t_star",
        {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s"},
        ("young_interval",),
        (),
        3247.6,
    ),
]

# The same for ranges; the integers that must come out.
LIMITS = [
    (
        "b",
        {"M_gpu": "<= 80 GB", "TP": 8, "N_dp": 8, "p": 1, "s": 8192},
        ("split_zero2_memory", "activation_memory_selective"),
        (("model", "llama-3-70b"),),
        (1, 1),
    ),
    (
        "n_acc",
        {"b": 1, "s": 8192, "N_dp": 64},
        ("data_parallel_hides_communication",),
        (("gpu", "h100-sxm"), ("link", "infiniband-ndr")),
        (3, None),
    ),
]


@pytest.mark.parametrize(("target", "givens", "using", "catalog", "expected"), PLANS)
def test_plans_of_a_run(
    registry: Registry,
    target: str,
    givens: dict,
    using: tuple,
    catalog: tuple,
    expected: float,
) -> None:
    found = find(registry, target, givens, using, Wish(catalog=catalog))

    assert value(found) == pytest.approx(expected, rel=1e-5)
    assert not found.broken


@pytest.mark.parametrize(("target", "givens", "using", "catalog", "expected"), LIMITS)
def test_limits_of_a_run(
    registry: Registry,
    target: str,
    givens: dict,
    using: tuple,
    catalog: tuple,
    expected: tuple,
) -> None:
    answer = find(registry, target, givens, using, Wish(catalog=catalog)).answer

    assert answer is not None
    assert answer.integer is not None
    assert (answer.integer.smallest, answer.integer.largest) == expected


def test_competing_laws_of_the_best_interval_are_listed_with_their_values(
    registry: Registry,
) -> None:
    givens = {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s"}

    found = find(registry, "t_star", givens)

    assert found.answer is None
    assert {one.laws[-1]: round(float(one.value.base)) for one in found.options if one.value} == {
        "young_interval": 3248,
        "daly_interval": 3208,
    }


def test_a_chain_says_what_each_law_takes_from_outside(registry: Registry) -> None:
    wish = Wish(catalog=(("model", "llama-3-70b"),))

    found = find(registry, "T_ckpt", {"beta_io": "100 GB/s"}, ("snapshot_write_time",), wish)

    (size, time) = found.chain
    assert [(one.letter, one.default, one.origin) for one in size.takes] == [
        ("Psi", False, "Llama 3 70B"),
        ("b_param", True, ""),
        ("b_opt", True, ""),
    ]
    assert [one.letter for one in time.takes] == ["beta_io"]
    assert "with Psi = 70.5537e9 param (Llama 3 70B), b_param = 2 byte/param" in str(found)
