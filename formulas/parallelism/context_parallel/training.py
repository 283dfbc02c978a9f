"""Training: both passes of ring attention and Ulysses, and balance under a causal mask."""

from sympy import Eq, Rational

from derive.records import derives, divides, formula

from ...communication.collectives.volumes import (
    all_to_all_volume,
    ring_all_gather_volume,
    ring_reduce_scatter_volume,
)
from ...sources import LLAMA3, MEGATRON_CODE, RING_ATTENTION, ULYSSES
from ...symbols.collectives import V_a2a, V_ag, V_rs
from ...symbols.compute import b_elem
from ...symbols.context_parallel import (
    C_cp_max,
    C_cp_mean,
    V_kv_step,
    V_uly,
    V_uly_step,
    b_dkv,
    x_causal,
)
from ...symbols.model import a, b, d_head, g, s
from ...symbols.parallelism import CP

MEGATRON_CP = MEGATRON_CODE.at(
    "docs/user-guide/features/context_parallel.md, forward and backward", opened=True
)
ZIGZAG = MEGATRON_CODE.at("megatron/core/utils.py, zigzag load balancing", opened=True)
ONE_LAYER = "tensor-parallel ranks that share the heads"


@formula(
    source=(MEGATRON_CP, RING_ATTENTION.at("section 3, backward pass", opened=True)),
    holds_when=lambda: [divides(CP, s)],
    leaves_out=f"attention that is computed again, {ONE_LAYER}",
    also_called=("context parallelism traffic per layer", "ring attention backward traffic"),
    holds_for={"attention": "grouped"},
)
def ring_attention_training_volume():
    """Ring attention volume of one layer, forward and backward.

    Keys and values go round in the forward pass and again in the backward pass,
    since each GPU keeps only its own block; their gradients are reduce-scattered.
    """
    return Eq(V_kv_step, 2 * (2 * b_elem + b_dkv) * g * d_head * b * s * (CP - 1) / CP)


@formula(
    source=ULYSSES.at("section 3.2, for fewer key-value heads"),
    holds_when=lambda: [divides(CP, s), divides(CP, a), divides(CP, g)],
    leaves_out=f"the backward pass, {ONE_LAYER}",
    also_called=("Ulysses traffic with GQA",),
    holds_for={"attention": "grouped"},
)
def grouped_head_exchange_volume():
    """Ulysses volume of one layer in the forward pass, with grouped queries.

    Queries and output are as wide as all query heads, keys and values as the
    key-value heads. With fewer key-value heads than ranks they must be copied.
    """
    return Eq(V_uly, 2 * b_elem * b * s * d_head * (a + g) * (CP - 1) / CP**2)


@formula(
    source=ULYSSES.at("section 3.2, both passes"),
    holds_when=lambda: [divides(CP, s), divides(CP, a), divides(CP, g)],
    leaves_out=f"attention that is computed again, {ONE_LAYER}",
    also_called=("DeepSpeed-Ulysses traffic per layer",),
    holds_for={"attention": "grouped"},
)
def head_exchange_training_volume():
    """Ulysses volume of one layer, forward and backward.

    The backward pass exchanges the gradients of queries, keys, values and output
    the other way: as many bytes as the forward pass.
    """
    return Eq(V_uly_step, 4 * b_elem * b * s * d_head * (a + g) * (CP - 1) / CP**2)


@formula(
    source=(LLAMA3.at("section 3.3.2, context parallelism", opened=True), ZIGZAG),
    leaves_out="masks of documents, windows",
    also_called=("causal ring attention imbalance", "context parallelism load imbalance"),
)
def causal_imbalance():
    """Causal imbalance of context parallelism with contiguous blocks.

    The rank with the last block attends to all others and to half of its own:
    nearly twice the mean with many ranks. Giving each rank a block from either
    end, of 2 `CP` of them (zigzag), makes all ranks equal.
    """
    return Eq(x_causal, (2 * CP - 1) / CP)


@derives(ring_attention_training_volume)
def twice_round_and_reduced(page):
    """Count both passes."""
    page.start(
        Eq(V_kv_step, 2 * V_ag + V_rs),
        "keys and values gathered for both passes, their gradients reduced",
    )
    page.put(
        ring_all_gather_volume.with_(N=CP, n=2 * b_elem * g * d_head * b * s),
        "keys and values of whole sequences, from their blocks",
    )
    page.put(
        ring_reduce_scatter_volume.with_(N=CP, n=2 * b_dkv * g * d_head * b * s),
        "gradients of the same, into blocks",
    )


@derives(grouped_head_exchange_volume)
def four_exchanges_of_two_widths(page):
    """Count the exchanges."""
    page.start(
        Eq(V_uly, 2 * V_a2a * (1 + g / a)), "queries and output, keys and values that are narrower"
    )
    page.put(
        all_to_all_volume.with_(N=CP, n=b_elem * b * s * a * d_head / CP),
        "as wide as all query heads, of which a GPU holds one block of the tokens",
    )


@derives(head_exchange_training_volume)
def gradients_the_other_way(page):
    """Double the forward pass."""
    page.start(Eq(V_uly_step, 2 * V_uly), "as many bytes of gradients")
    page.put(grouped_head_exchange_volume, "the forward pass")


@derives(causal_imbalance)
def last_block_over_mean(page):
    """Compare the last rank with the mean."""
    page.start(Eq(x_causal, C_cp_max / C_cp_mean), "the busiest rank, relative to the mean")
    page.put(Eq(C_cp_max, CP - Rational(1, 2)), "all earlier blocks, and half of its own")
    page.put(Eq(C_cp_mean, CP / 2), "half of all pairs, dealt out to the ranks")
