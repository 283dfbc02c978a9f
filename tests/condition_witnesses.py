"""Witnesses of conditions: points on both sides of one, and a count that knows no law."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

Point = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Witness:
    """A law, what it counts, a point at which its conditions hold, and changes that break one."""

    law: str
    count: Callable[[Point], float | Fraction]
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
    side = point["n_side"]
    rings: int = side ** (point["n_dim"] - 1)
    ring = {frozenset((chip, (chip + 1) % side)) for chip in range(side)}
    left = set(range(side // 2))
    return rings * sum(len(link & left) == 1 for link in ring)


def _multiple_of_the_groups(point: Point) -> int:
    """Whole micro-batches: the last one of a replica may be partly empty."""
    return math.ceil(point["B"] / (point["b"] * point["N_dp"]))


def _in_flight(point: Point) -> int:
    """Stages from this one to the last: a stage that there is holds at least one."""
    return max(1, min(point["m"], point["p"] - point["i_stage"]))


def _hosts_of_leaves(point: Point) -> int:
    """Half of the ports of each leaf, one leaf at each port of a spine."""
    return point["n_port"] * (point["n_port"] // 2)


def _parameters_of_chosen_experts(point: Point) -> int:
    """All but the experts that no token's choice reaches: it cannot reach more than there are."""
    unused = set(range(point["E"])) - set(range(point["k"]))
    return point["Psi_moe"] - 3 * point["d_exp"] * point["h"] * len(unused)


def _mean_of_distinct_experts(point: Point) -> Fraction:
    """Over every way in which the tokens may choose."""
    experts = range(point["E"])
    ways = list(combinations(experts, min(point["k"], point["E"])))
    joint = list(product(ways, repeat=point["n_dec"]))
    return Fraction(sum(len(set().union(*chosen)) for chosen in joint), len(joint))


def _sent_by_an_inner_rank(point: Point) -> int:
    """Chunk i lies on rank i mod p; a tensor is sent only where the next chunk lies elsewhere."""
    p, chunks = point["p"], point["p"] * point["v"]
    rank = min(1, p - 1)
    hops = [(i, j) for i in range(chunks) for j in (i - 1, i + 1) if 0 <= j < chunks]
    sent = sum(i % p == rank and j % p != rank for i, j in hops)
    return point["m"] * sent * point["b_elem"] * point["s"] * point["b"] * point["h"]


def _seconds_in_which_anything_runs(point: Point) -> int:
    """Communication begins so long before computing ends as it may hide."""
    start = max(0, point["T_comp"] - point["T_hid"])
    return len(set(range(point["T_comp"])) | set(range(start, start + point["T_comm"])))


def _tokens_of_a_rank(point: Point) -> int:
    return math.ceil(point["s"] / point["CP"])


def _sent_heads(point: Point) -> int:
    """Queries and outputs, keys and values, of one rank's tokens to each other rank."""
    heads = 2 * math.ceil(point["a"] / point["CP"]) + 2 * math.ceil(point["g"] / point["CP"])
    width = heads * point.get("d_head", 0)
    return point["b"] * point["b_elem"] * _tokens_of_a_rank(point) * (point["CP"] - 1) * width


def _sent_full_heads(point: Point) -> int:
    """As many keys and values as queries."""
    full = {"g": point["a"], "d_head": point["h"] // point["a"]}
    return _sent_heads({**point, **full})


def _blocks_round_the_ring(point: Point) -> int:
    """A block of keys and one of values at every hop; the last block may be partly empty."""
    block = point["b"] * _tokens_of_a_rank(point) * point["g"] * point["d_head"]
    return 2 * (point["CP"] - 1) * block * point["b_elem"]


def _blocks_both_ways(point: Point) -> int:
    """Keys and values in both passes, and the gradients of both."""
    gradients = {**point, "b_elem": point["b_dkv"]}
    return 2 * _blocks_round_the_ring(point) + _blocks_round_the_ring(gradients)


def _share_of_a_message(point: Point) -> int:
    tokens = math.ceil(point["s"] / point["TP"])
    return point["b_elem"] * tokens * point["b"] * point["h"]


def _inputs_and_logits(point: Point) -> Fraction:
    logits = Fraction(point["b_logit"] * point["V"] * point["s"] * point["b"], point["TP"])
    return 2 * _share_of_a_message(point) + logits


def _square_and_narrow_matrices(point: Point) -> int:
    """Queries and output, keys and values; a head is whole units wide."""
    width = point["h"] // point["a"]
    return 2 * point["h"] * width * (point["a"] + point["g"])


def _core(point: Point) -> int:
    """Probabilities, what dropout leaves of them, and its mask."""
    return point["a"] * point["s"] * (2 * point["b_elem"] + point["b_mask"])


def _attention_tensors(point: Point) -> int:
    """Input, queries, keys, values, what the output matrix reads, and a mask: of one token."""
    narrow = 2 * point["g"] * point["h"] // point["a"]
    return point["b_elem"] * (3 * point["h"] + narrow) + point["b_mask"] * point["h"]


def _rest_of_layer(point: Point) -> int:
    """The network's input, both sides of its activation function, a mask, and two norms."""
    tensors = 3 * point["h"] + 2 * point["d_ffn"]
    return point["b_elem"] * tensors + point["b_mask"] * point["h"]


def _tokens(point: Point) -> int:
    return point["s"] * point["b"]


def _attention_of_layer(point: Point) -> int:
    return _tokens(point) * (_core(point) + _attention_tensors(point))


def _without_core(point: Point) -> int:
    return _tokens(point) * (_attention_tensors(point) + _rest_of_layer(point))


def _whole_layer(point: Point) -> int:
    return _without_core(point) + _tokens(point) * _core(point)


def _layer_with_fused_core(point: Point) -> int:
    """One statistic per head and token in place of the scores."""
    return _without_core(point) + _tokens(point) * point["a"] * point["b_stat"]


def _all_layers_shared(point: Point) -> Fraction:
    return Fraction(point["L"] * _whole_layer(point), point["TP"])


def _layers_shared_in_part(point: Point) -> Fraction:
    """Each rank keeps whole: inputs of attention, network and norms, and the two masks."""
    whole = _tokens(point) * point["h"] * (4 * point["b_elem"] + 2 * point["b_mask"])
    return point["L"] * (whole + Fraction(_without_core(point) - whole, point["TP"]))


def _state_and_layers(point: Point) -> Fraction:
    state = point["Psi"] * (point["b_param"] + point["b_grad"] + point["b_opt"])
    linear = Fraction(point["L"] * _without_core(point), point["TP"])
    return Fraction(state, point["N_dp"] * point["TP"]) + linear


def _inputs_of_layers(point: Point) -> int:
    return point["L"] * _tokens(point) * point["h"] * point["b_elem"]


def _read_part_of_a_row(point: Point) -> Fraction:
    """What is longer than a row is cut."""
    return Fraction(len(range(point["l_row"])[: point["s"]]), point["s"])


def _most_chunks_kept(point: Point) -> int:
    """Of the first stage, step by step: forward passes first, then one back for one forward."""
    chunks = point["m"] * point["v"]
    before = 2 * (point["p"] - 1) + (point["v"] - 1) * point["p"]
    kept = most = 0
    for done in range(1, chunks + 1):
        kept += 1
        most = max(most, kept)
        kept -= done > before
    return most


def _chunks_as_stages(point: Point) -> Fraction:
    return Fraction(_most_chunks_kept(point), point["v"])


def _chunks_of_model(point: Point) -> Fraction:
    return Fraction(_most_chunks_kept(point), point["p"] * point["v"])


def _busiest_link(point: Point) -> Fraction:
    """Shares go the shorter way; every chip has a link each way, with half of the bandwidth."""
    chips = point["N"]
    hops = chips * sum(min(step, chips - step) for step in range(chips))
    load = Fraction(hops * point["n"], chips**2 * 2 * chips)
    return load / Fraction(point["beta_bi"], 2)


def _kept_bytes(point: Point, spacing: Fraction) -> Fraction:
    """Checkpoints of all layers, and all of the layers between two of them."""
    return point["L"] / spacing * point["M_ckpt"] + spacing * point["M_layer"]


def _least_by_trying(point: Point) -> Fraction:
    spacings = (Fraction(k) for k in range(1, point["L"] + 1))
    return min(spacings, key=lambda k: _kept_bytes(point, k))


def _least_number_by_trying(point: Point) -> Fraction:
    return point["L"] / _least_by_trying(point)


def _least_bytes_by_trying(point: Point) -> Fraction:
    return _kept_bytes(point, _least_by_trying(point))


def _least_of_transformer(point: Point) -> Fraction:
    one = {"M_ckpt": _tokens(point) * point["h"] * point["b_elem"], "M_layer": _whole_layer(point)}
    return _least_by_trying({**point, **one})


def _layers_dealt_with_tables(point: Point) -> int:
    """The embedding and the output layer are dealt out as layers are."""
    parts = ["table", *["layer"] * point["L"], "table"]
    size = math.ceil(len(parts) / point["p"])
    return parts[:size].count("layer")


def _operations_of_table(point: Point) -> int:
    """The rows of the paper's table, one after the other, and twice as much for the way back."""
    s, h, wide = point["s"], point["h"], point["d_ffn"]
    narrow = point["g"] * h // point["a"]
    projections = 2 * s * h * (2 * h + 2 * narrow)
    core = 4 * s * s * h + 3 * point["a"] * s * s
    layer = projections + core + 4 * s * h * wide
    return 3 * (point["L"] * layer + 2 * 2 * s * point["V"] * h)


def _heads_of_busiest_rank(point: Point) -> int:
    heads = math.ceil(point["a"] / point["TP"])
    width = point["h"] // point["a"]
    return _tokens(point) * heads * (point["b_stat"] + point["b_elem"] * width)


ATTENTION = {"b_elem": 2, "s": 4096, "a": 64, "g": 64, "d_head": 128}
HEADS = {"b_elem": 2, "b": 1, "s": 8192, "d_head": 128, "a": 64, "g": 8, "CP": 8}
RING = {"b_elem": 2, "b": 1, "s": 8192, "d_head": 128, "g": 8, "CP": 8}
LAYER = {
    "b_elem": 2, "b_mask": 1, "s": 4096, "b": 1, "h": 8192, "d_ffn": 32768, "a": 64, "g": 64
}  # fmt: skip
SHARED_LAYERS = {**LAYER, "L": 80, "TP": 8}
MESSAGE = {"b_elem": 2, "b": 1, "s": 8192, "h": 8192}
CHUNKS = {"p": 4, "v": 2, "m": 8}
CHECKPOINTS = {"L": 64, "M_ckpt": 1, "M_layer": 4}
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
    Witness("two_tier_hosts", _hosts_of_leaves, {"n_port": 48}, {"n_port": 49}),
    Witness(
        "active_expert_parameters",
        _parameters_of_chosen_experts,
        {"E": 8, "k": 2, "d_exp": 14336, "h": 4096, "Psi_moe": 1409318912},
        {"k": 10},
    ),
    Witness("touched_experts", _mean_of_distinct_experts, {"E": 4, "k": 2, "n_dec": 3}, {"k": 5}),
    Witness(
        "pipeline_volume",
        _sent_by_an_inner_rank,
        {**MESSAGE, "m": 16, "p": 4, "v": 2},
        {"p": 1},
    ),
    Witness(
        "step_time_with_hidden_part",
        _seconds_in_which_anything_runs,
        {"T_comp": 10, "T_comm": 5, "T_hid": 3},
        {"T_hid": 8},
    ),
    Witness("grouped_head_exchange_volume", _sent_heads, HEADS, {"g": 4}),
    Witness("head_exchange_training_volume", lambda at: 2 * _sent_heads(at), HEADS, {"g": 4}),
    Witness("head_exchange_volume", _sent_full_heads, {**MESSAGE, "a": 64, "CP": 8}, {"CP": 6}),
    Witness("context_parallel_volume", _blocks_round_the_ring, RING, {"CP": 6}),
    Witness("ring_attention_training_volume", _blocks_both_ways, {**RING, "b_dkv": 4}, {"CP": 6}),
    Witness("shared_stage_message", _share_of_a_message, {**MESSAGE, "TP": 8}, {"TP": 6}),
    Witness(
        "output_activations",
        _inputs_and_logits,
        {**MESSAGE, "b_logit": 4, "V": 49152, "TP": 8},
        {"TP": 6},
    ),
    Witness(
        "grouped_attention_parameters",
        _square_and_narrow_matrices,
        {"h": 4096, "a": 32, "g": 8},
        {"a": 24},
    ),
    Witness("attention_activations", _attention_of_layer, LAYER, {"g": 8}),
    Witness("layer_activations", _whole_layer, LAYER, {"g": 8}),
    Witness("selective_layer_activations", _without_core, LAYER, {"g": 8}),
    Witness("fused_layer_activations", _layer_with_fused_core, {**LAYER, "b_stat": 4}, {"g": 8}),
    Witness("activation_memory_tp_sp", _all_layers_shared, SHARED_LAYERS, {"d_ffn": 28672}),
    Witness(
        "activation_memory_tp_selective", _layers_shared_in_part, SHARED_LAYERS, {"d_ffn": 28672}
    ),
    Witness(
        "activation_memory_full_recompute",
        _inputs_of_layers,
        {"L": 80, "s": 4096, "b": 1, "h": 8192, "b_elem": 2},
        {"b_elem": 4},
    ),
    Witness(
        "zero3_training_memory",
        _state_and_layers,
        {**SHARED_LAYERS, "Psi": 64 * 10**9, "N_dp": 64, "b_param": 2, "b_grad": 2, "b_opt": 12},
        {"g": 8},
    ),
    Witness("padded_row_efficiency", _read_part_of_a_row, {"l_row": 3, "s": 4}, {"l_row": 5}),
    Witness("interleaved_in_flight", _chunks_as_stages, CHUNKS, {"m": 4}),
    Witness("interleaved_activation_factor", _chunks_of_model, CHUNKS, {"m": 4}),
    Witness(
        "two_way_all_to_all_time",
        _busiest_link,
        {"n": 1 << 30, "N": 8, "beta_bi": 90 * 10**9},
        {"N": 7},
    ),
    Witness("best_checkpoint_spacing", _least_by_trying, CHECKPOINTS, {"M_layer": 6400}),
    Witness("best_checkpoint_number", _least_number_by_trying, CHECKPOINTS, {"M_layer": 6400}),
    Witness("least_recomputation_memory", _least_bytes_by_trying, CHECKPOINTS, {"M_layer": 6400}),
    Witness(
        "transformer_checkpoint_spacing",
        _least_of_transformer,
        {**LAYER, "L": 128, "s": 6144, "h": 6144, "d_ffn": 24576, "a": 6, "g": 6},
        {"d_ffn": 393216},
    ),
    Witness(
        "layers_of_stage_with_tables",
        _layers_dealt_with_tables,
        {"L": 30, "p": 4, "x_in": 1, "x_out": 0},
        {"L": 31},
    ),
    Witness(
        "chinchilla_sequence_flops",
        _operations_of_table,
        {"L": 80, "s": 2048, "h": 8192, "a": 64, "g": 64, "d_ffn": 32768, "V": 32000},
        {"g": 8},
    ),
    Witness(
        "fused_kernel_activations",
        _heads_of_busiest_rank,
        {"s": 4096, "b": 1, "h": 8192, "a": 64, "b_stat": 4, "b_elem": 2, "TP": 8},
        {"TP": 6},
    ),
)
