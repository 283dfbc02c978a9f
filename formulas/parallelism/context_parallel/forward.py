"""Forward: keys and values, or heads, that the ranks exchange in the forward pass."""

from sympy import Eq, Ge

from derive.records import Case, Variants, derives, divides, formula

from ...communication.collectives.volumes import (
    all_to_all_volume,
    long_message_time,
    ring_all_gather_volume,
)
from ...sources import (
    DEEPSPEED,
    INFRA_MATH,
    LLAMA3,
    MLSYSIM,
    RING_ATTENTION,
    ULYSSES,
    ULYSSES_GUIDE,
    VEOMNI,
)
from ...symbols.collectives import V_a2a
from ...symbols.compute import F, b_elem
from ...symbols.context_parallel import T_attn, T_ring, V_kv, V_uly, c_blk
from ...symbols.flop_numbers import forward_pair_flops
from ...symbols.model import a, b, d_head, g, h, s
from ...symbols.network import beta
from ...symbols.parallelism import CP
from ...symbols.shapes import kappa

ONE_LAYER = "tensor-parallel ranks that share the heads, the backward pass"


@formula(
    source=(
        RING_ATTENTION.at("section 3", opened=True),
        INFRA_MATH.at("section III.C, context parallelism", opened=True),
    ),
    status="definition",
    holds_when=lambda: [divides(CP, s)],
    also_called=(
        "CP chunk",
        "context-parallel sequence length",
    ),
)
def sequence_block():
    """Tokens per GPU of one sequence under context parallelism.

    Each of the `CP` ranks holds one part of every sequence.
    """
    return Eq(c_blk, s / CP)


@formula(
    source=(
        RING_ATTENTION.at("section 3", opened=True),
        LLAMA3.at("section 3.3.2, context parallelism", opened=True),
    ),
    holds_when=lambda: [divides(CP, s)],
    leaves_out=ONE_LAYER,
    also_called=("context parallelism traffic", "CP communication volume"),
    holds_for={"attention": "grouped"},
)
def context_parallel_volume():
    """Ring attention volume: keys and values sent in the forward pass.

    Passed round a ring block by block, or gathered at once: each GPU forwards
    all blocks but one. Fewer key-value heads mean fewer bytes.
    """
    return Eq(V_kv, 2 * b_elem * g * d_head * b * s * (CP - 1) / CP)


@formula(
    source=(
        ULYSSES.at("section 3.2"),
        DEEPSPEED.at("blogs/deepspeed-ulysses/README.md, communication volume", opened=True),
        VEOMNI.at("docs/key_features/ulysses.md, communication analysis", opened=True),
    ),
    holds_when=lambda: [divides(CP, s), divides(CP, a)],
    leaves_out=f"fewer key-value than query heads, {ONE_LAYER}",
    also_called=("DeepSpeed-Ulysses traffic",),
    holds_for={"attention": "grouped", "key_value_heads": "one-each", "head_width": "split"},
)
def head_exchange_volume():
    """Ulysses volume: all-to-all bytes of one layer in the forward pass.

    Four all-to-alls: queries, keys and values change from all heads of some
    tokens to some heads of all tokens, and the output changes back. They
    shrink as `CP` grows, unlike the bytes of ring attention. The authors' 4Nh/P
    elements count the share that stays, too.
    """
    return Eq(V_uly, 4 * b_elem * b * s * h * (CP - 1) / CP**2)


@formula(
    source=RING_ATTENTION.at("section 3, arithmetic intensity", opened=True),
    leaves_out="the causal mask, softmax, kernels below peak, tensor-parallel ranks that share the "
    "heads",
    also_called=("ring attention compute time",),
    holds_for={"attention": "grouped", "head_width": "split"},
)
def block_attention_time():
    """Ring attention: compute time of one block.

    One block of queries against one block of keys and values, forward: scores, and
    their product with the values.
    """
    return Eq(T_attn, forward_pair_flops * b * h * c_blk**2 / F)


@formula(
    source=RING_ATTENTION.at("section 3, arithmetic intensity", opened=True),
    leaves_out="latency, tensor-parallel ranks that share the heads",
    also_called=("ring attention send time",),
    holds_for={"attention": "grouped", "head_width": "split", "latency": "neglected"},
)
def ring_hop_time():
    """Ring attention: time of one hop.

    In the forward pass: keys and values of one block travel to the next GPU while it
    computes with the block before.
    """
    return Eq(T_ring, 2 * b_elem * kappa * b * h * c_blk / beta)


# allow counts_agree_in_kind: a length of the block, from FLOPs per pair of positions
@formula(
    source=(
        RING_ATTENTION.at("section 3", opened=True),
        MLSYSIM.at("ring attention, minimum chunk", opened=True),
    ),
    status="bound",
    leaves_out="latency, the causal mask, which lets some hops wait, kernels below peak",
    also_called=("minimum chunk of ring attention",),
    holds_for={"attention": "grouped", "head_width": "split", "latency": "neglected"},
)
def ring_attention_hides_communication():
    """Ring attention hides its communication: minimum block length.

    In the forward pass: compute grows with the square of the block, bytes with the
    block itself. With two-byte elements and a key-value head for each query head it is the
    ridge of the network; fewer key-value heads shorten it.
    """
    return Ge(c_blk, 2 * b_elem * kappa * F / (forward_pair_flops * beta))


@derives(context_parallel_volume)
def all_blocks_but_one(page):
    """Gather keys and values over the ranks."""
    page.start(
        ring_all_gather_volume.with_(V_ag=V_kv, N=CP, n=2 * b_elem * g * d_head * b * s),
        "keys and values of whole sequences, from their blocks",
    )


@derives(head_exchange_volume)
def four_exchanges(page):
    """Count the exchanges."""
    page.start(Eq(V_uly, 4 * V_a2a), "queries, keys, values, and the output")
    page.put(
        all_to_all_volume.with_(N=CP, n=b_elem * b * s * h / CP),
        "each of them is one hidden tensor, of which a GPU holds one block",
    )


@derives(ring_hop_time)
def keys_and_values_in_one_message(page):
    """Send one block of keys and values."""
    page.start(
        long_message_time.with_(T_msg=T_ring, n=2 * b_elem * g * d_head * b * c_blk),
        "one vector for keys and one for values, for each key-value head and token",
    )
    page.put(Eq(g, kappa * a), "key-value heads per query head")
    page.put(Eq(d_head, h / a), "heads share the hidden size")


@derives(ring_attention_hides_communication)
def block_as_long_as_hop(page):
    """Compare two times."""
    page.start(Ge(T_attn, T_ring), "a pair of blocks takes at least as long as a hop")
    page.put(block_attention_time, "all pairs of positions of two blocks")
    page.put(ring_hop_time, "keys and values of one block")
    page.rewrite(
        Ge(c_blk, 2 * b_elem * kappa * F / (forward_pair_flops * beta)),
        "both sides have the tokens of a block; the hidden size and the batch cancel",
    )


exchanges = Variants(
    "context-parallel-exchange",
    "Bytes that long sequences move in one layer, by what is exchanged",
    {
        context_parallel_volume: "keys and values: ring attention, Llama 3",
        head_exchange_volume: "heads for sequence: DeepSpeed-Ulysses",
    },
    says="One moves keys and values alone and is free in its degree, the other needs enough heads.",
)

# Table 2 of the paper: FLOP/s in 10^12, GB/s one way, the smallest block in thousands of tokens.
worked = [
    Case(
        ring_attention_hides_communication,
        {F: f"{peak} TFLOP/s", beta: f"{rate} GB/s", b_elem: "2 byte", kappa: 1},
        gives=f"{block}e3",
        of=c_blk,
        source=RING_ATTENTION.at(f"table 2, {host}", opened=True),
        note="the smallest block that hides the hop",
    )
    for host, peak, rate, block in (
        ("A100 NVLink", 312, 300, "1.0"),
        ("TPU v3", 123, 112, "1.1"),
        ("TPU v4", 275, 268, "1.0"),
        ("TPU v5e", 196, 186, "1.1"),
    )
]

blocks = [
    Case(
        sequence_block,
        {s: 1_000_000, CP: 8},
        gives="125000",
        source=ULYSSES_GUIDE.at("how the sequence gets split", opened=True),
    ),
]
