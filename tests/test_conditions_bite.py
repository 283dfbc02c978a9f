"""Conditions bite: where one is broken, the law gives another number than a count does."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest
from law_points import in_base_units

from derive.algebra.base_units import in_base
from derive.algebra.evaluate import truth, value
from derive.registry import load

REGISTRY = load()
Point = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Witness:
    """A law, what it counts, a point at which its conditions hold, and changes that break one."""

    law: str
    count: Callable[[Point], float]
    holds: Point
    breaks: Point


def _heads_of(point: Point, tensors: int) -> int:
    """Bytes of one layer's tensors as wide as query heads, and of keys and values."""
    width = tensors * point["a"] + 2 * point["g"]
    return point["b_elem"] * point["s"] * width * point["d_head"]


def _standard_traffic(point: Point) -> int:
    """Queries and output, keys and values; scores and probabilities, each written and read."""
    return _heads_of(point, 2) + 4 * point["b_elem"] * point["a"] * point["s"] ** 2


def _queries_and_keys(point: Point) -> int:
    """In heads as wide as the hidden size over their number."""
    size = point["h"] // point["a"]
    return point["b_elem"] * point["s"] * point["b"] * size * (point["a"] + point["g"])


def _seen_in_window(point: Point) -> int:
    return sum(min(position, point["w_att"]) for position in range(1, point["s"] + 1))


def _tokens_of_the_busiest_rank(point: Point) -> int:
    return point["b"] * math.ceil(point["s"] / point["CP"])


def _vit_of_any_width(point: Point) -> int:
    """Four square matrices of attention, two of the network, the scores, and the patches."""
    tokens, width = point["n_patch"] + 1, point["h"]
    matrices = 4 * width**2 + 2 * width * point["d_ffn"]
    layer = tokens * matrices + 2 * tokens**2 * width
    return point["L"] * layer + 3 * point["n_patch"] * point["x_patch"] ** 2 * width


def _experts_of_the_busiest_gpu(point: Point) -> int:
    most = math.ceil(point["E"] / point["EP"])
    return math.ceil(point["L_est"] * most * point["Psi_exp"] / point["ETP"])


def _hosts_of_whole_ports(point: Point) -> int:
    """Half of the ports of a leaf or of a pod's switch go down; a half port is none."""
    half = point["n_port"] // 2
    return point["n_port"] * half * half


def _links_cut_in_a_torus(point: Point) -> int:
    """Of every ring the links that join two halves: with two chips the same link closes it."""
    side, rings = point["n_side"], point["n_side"] ** (point["n_dim"] - 1)
    ring = {frozenset((chip, (chip + 1) % side)) for chip in range(side)}
    left = set(range(side // 2))
    return rings * sum(len(link & left) == 1 for link in ring)


def _multiple_of_the_groups(point: Point) -> int:
    """Whole micro-batches: the last one of a replica may be partly empty."""
    return math.ceil(point["B"] / (point["b"] * point["N_dp"]))


def _in_flight(point: Point) -> int:
    """Stages from this one to the last: a stage that there is holds at least one."""
    return max(1, min(point["m"], point["p"] - point["i_stage"]))


ATTENTION = {"b_elem": 2, "s": 4096, "a": 64, "g": 64, "d_head": 128}
WITNESSES = (
    Witness("standard_attention_traffic", _standard_traffic, ATTENTION, {"g": 8}),
    Witness(
        "query_key_activations",
        _queries_and_keys,
        {"b_elem": 2, "s": 4096, "b": 1, "h": 8192, "a": 64, "g": 64},
        {"g": 8},
    ),
    Witness("window_pairs", _seen_in_window, {"s": 100, "w_att": 30}, {"w_att": 130}),
    Witness(
        "micro_batch_tokens", _tokens_of_the_busiest_rank, {"b": 2, "s": 8192, "CP": 8}, {"CP": 6}
    ),
    Witness(
        "vit_multiply_adds",
        _vit_of_any_width,
        {"L": 12, "n_patch": 196, "h": 768, "x_patch": 16, "d_ffn": 3072},
        {"d_ffn": 2048},
    ),
    Witness(
        "stage_expert_parameters",
        _experts_of_the_busiest_gpu,
        {"L_est": 4, "E": 256, "Psi_exp": 44040192, "EP": 64, "ETP": 1},
        {"EP": 48},
    ),
    Witness("fat_tree_hosts", _hosts_of_whole_ports, {"n_port": 48}, {"n_port": 49}),
    Witness("torus_bisection", _links_cut_in_a_torus, {"n_side": 16, "n_dim": 3}, {"n_side": 2}),
    Witness(
        "micro_batches_per_step",
        _multiple_of_the_groups,
        {"B": 2048, "b": 1, "N_dp": 64},
        {"N_dp": 60},
    ),
    Witness(
        "one_forward_one_backward_in_flight",
        _in_flight,
        {"m": 32, "p": 8, "i_stage": 7},
        {"i_stage": 8},
    ),
)


@pytest.mark.parametrize("witness", WITNESSES, ids=[one.law for one in WITNESSES])
def test_a_law_counts_right_where_its_conditions_hold_and_wrong_where_one_is_broken(
    witness: Witness,
) -> None:
    broken = {**witness.holds, **witness.breaks}

    assert _conditions_hold(witness.law, witness.holds)
    assert witness.count(witness.holds) == _by_law(witness.law, witness.holds)
    assert not _conditions_hold(witness.law, broken)
    assert witness.count(broken) != _by_law(witness.law, broken)


def _conditions_hold(name: str, point: Point) -> bool:
    at = _magnitudes(point)
    return all(truth(in_base(REGISTRY, one), at) for one in REGISTRY.law(name).conditions)


def _by_law(name: str, point: Point) -> Fraction:
    return value(in_base(REGISTRY, REGISTRY.law(name).relation.rhs), _magnitudes(point))


def _magnitudes(point: Point) -> dict[object, Fraction]:
    return in_base_units(REGISTRY, {name: Fraction(number) for name, number in point.items()})
