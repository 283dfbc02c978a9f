"""Forms of dispatch: FP8 with scales, copies that travel once, and tokens limited to few nodes."""

from sympy import Eq, Le

from derive.records import Case, derives, formula

from ...sources import DEEPEP, DEEPSEEK_INSIGHTS, DEEPSEEK_V3, SCALING_BOOK_GPUS
from ...symbols.collectives import T_a2a
from ...symbols.expert_parallel import (
    V_comb,
    V_disp,
    V_out,
    b_comb,
    b_copy,
    b_disp,
    b_scl,
    k_node,
    k_rank,
    n_blk,
)
from ...symbols.experts import k
from ...symbols.layout import n_mb
from ...symbols.model import h
from ...symbols.network import beta
from ...symbols.parallelism import EP

V3 = DEEPSEEK_V3.at("section 3.2.2, cross-node all-to-all", opened=True)
LOW_LATENCY = DEEPEP.at("README, low-latency kernels", opened=True)
COUNTED = DEEPEP.at("tests/test_low_latency.py, bytes of dispatch and combine", opened=True)
ROUTED = (
    "headers, metadata of the routing, tensor-parallel ranks, each of which sends its share of the "
    "tokens"
)


@formula(
    source=(COUNTED, DEEPSEEK_V3.at("section 3.3.2, tiles of 1 x 128", opened=True)),
    status="definition",
    leaves_out="the header of a message",
    also_called=("FP8 dispatch bytes per token",),
)
def dispatched_token_bytes():
    """FP8 dispatch: bytes of one copy of a token, with its scales.

    The hidden vector in the narrow format, and one scale for each block of it:
    about 3 % on top with fp32 scales for 128 elements.
    """
    return Eq(b_copy, b_disp * h + b_scl * h / n_blk)


@formula(
    source=(COUNTED, LOW_LATENCY),
    leaves_out=f"tokens that stay, latency of the first message, {ROUTED}",
    also_called=("DeepEP low-latency dispatch time",),
)
def low_latency_dispatch_time():
    """MoE dispatch time of the low-latency kernels (DeepEP), one message per copy.

    In decoding each of the `k` copies of a token is a message of its own,
    straight to the GPU of its expert.
    """
    return Eq(T_a2a, n_mb * k * (b_disp * h + b_scl * h / n_blk) / beta)


@formula(
    source=(COUNTED, LOW_LATENCY),
    leaves_out=f"tokens that stay, latency of the first message, {ROUTED}",
    also_called=("DeepEP low-latency combine time",),
)
def low_latency_combine_time():
    """MoE combine time of the low-latency kernels (DeepEP), in BF16.

    Each of the `k` results of a token comes back as a message of its own and is
    summed where the token is at home.
    """
    return Eq(T_a2a, n_mb * k * b_comb * h / beta)


@formula(
    source=(V3, SCALING_BOOK_GPUS.at("appendix B, cost of a ragged all-to-all", opened=True)),
    status="approximation",
    leaves_out="experts that are never chosen twice, balance, limits on nodes",
    also_called=("expected ranks per token", "dispatch deduplication"),
)
def distinct_ranks():
    """Expected number of GPUs that hold the experts of one token.

    With experts chosen evenly and independently. A copy that is sent once to
    each such GPU, not once for each expert, is what saves: with 8 experts on 8
    GPUs about five messages instead of eight.
    """
    return Eq(k_rank, EP * (1 - (1 - 1 / EP) ** k))


@formula(
    source=(V3, DEEPEP.at("README, normal kernels", opened=True)),
    leaves_out=ROUTED,
    also_called=("deduplicated MoE dispatch",),
)
def deduplicated_dispatch_volume():
    """MoE dispatch volume without double sending.

    One copy for each distinct GPU that holds experts of the token. With even
    routing one in `EP` of the copies stays on the GPU that sends.
    """
    return Eq(V_disp, n_mb * k_rank * (b_disp * h + b_scl * h / n_blk) * (EP - 1) / EP)


@formula(
    source=V3,
    status="bound",
    leaves_out=ROUTED,
    also_called=("node-limited routing", "group-limited routing traffic"),
)
def node_limited_dispatch_volume():
    """Node-limited MoE dispatch: most bytes that leave the node of a GPU.

    A token crosses the network at most once for each of `k_node` nodes, however
    many of its experts lie there; inside a node the fast links forward it. Where
    one of them is its own node, that copy costs nothing.
    """
    return Le(V_out, n_mb * k_node * (b_disp * h + b_scl * h / n_blk))


@formula(
    source=(V3, DEEPEP.at("README, normal kernels", opened=True)),
    leaves_out=ROUTED,
    also_called=("BF16 combine volume",),
)
def combine_volume():
    """MoE combine volume: results summed on each GPU before they return.

    In BF16 nearly twice the bytes of an FP8 dispatch.
    """
    return Eq(V_comb, n_mb * k_rank * b_comb * h * (EP - 1) / EP)


@derives(low_latency_dispatch_time)
def one_message_per_copy(page):
    """Send every copy."""
    page.start(Eq(T_a2a, n_mb * k * b_copy / beta), "one message for each expert of each token")
    page.put(dispatched_token_bytes, "the hidden vector and its scales")


@derives(deduplicated_dispatch_volume)
def one_copy_per_rank(page):
    """Send one copy to each GPU."""
    page.start(
        Eq(V_disp, n_mb * k_rank * b_copy * (EP - 1) / EP), "copies for other GPUs than its own"
    )
    page.put(dispatched_token_bytes, "the hidden vector and its scales")


V3_HIDDEN = {n_mb: 128, k: 8, h: 7168}
FP8 = {b_disp: "1 byte", b_scl: "4 byte", n_blk: 128}

low_latency = [
    *(
        Case(
            low_latency_dispatch_time,
            {**V3_HIDDEN, **FP8, beta: f"{bandwidth} GB/s"},
            gives=f"{printed} us",
            source=LOW_LATENCY,
            within=within,
            note=f"{ranks} GPUs; the bandwidth is printed without decimals, and measured over "
            "messages with a header",
        )
        for ranks, bandwidth, printed, within in (
            (8, 98, 77, ""),
            (16, 63, 118, "2 %"),
            (64, 43, 173, "2 %"),
        )
    ),
    *(
        Case(
            low_latency_combine_time,
            {**V3_HIDDEN, b_comb: "2 byte", beta: f"{bandwidth} GB/s"},
            gives=f"{printed} us",
            source=LOW_LATENCY,
            within="2 %",
            note=f"{ranks} GPUs; the bandwidth is printed without decimals",
        )
        for ranks, bandwidth, printed in ((8, 127, 114), (32, 53, 273), (64, 46, 314))
    ),
    *(
        Case(
            low_latency_combine_time,
            {n_mb: 32, k: 9, h: 7000, b_comb: "3 byte", beta: f"{bandwidth} GB/s"},
            gives=f"{printed} us",
            source=DEEPSEEK_INSIGHTS.at("section 2.3.2", opened=True),
            note="both ways together: 1 byte there, without scales, and 2 bytes back; 8 routed "
            "experts and a shared one; 7K is 7000",
        )
        for bandwidth, printed in ((50, "120.96"), (900, "6.72"))
    ),
]
