"""Layers: all-reduces of a layer under tensor parallelism, and the bytes that they move."""

from sympy import Eq, Ge

from derive.records import Case, Variants, derives, formula

from ...communication.collectives.meshes import mesh_all_gather_time, mesh_reduce_scatter_time
from ...communication.collectives.volumes import (
    ring_all_gather_volume,
    ring_all_reduce_volume,
    ring_reduce_scatter_volume,
)
from ...communication.zero_traffic import tensor_parallel_layer_volume
from ...model.compute.products import matrix_product_flops
from ...sources import (
    INFRA_MATH,
    KORTHIKANTI,
    MEGATRON_2019,
    MEGATRON_2021,
    SCALING_BOOK,
    SCALING_BOOK_GPUS,
    ZERO,
)
from ...symbols.collectives import V_ag, V_ar, V_rs, beta_bi, n_axes
from ...symbols.compute import F, b_elem, flops_per_mac
from ...symbols.layout import n_mb
from ...symbols.model import b, d_ffn, h, s
from ...symbols.network import T_ag, T_rs
from ...symbols.parallelism import TP
from ...symbols.roofline import n_row
from ...symbols.state import V_layer, n_ar
from ...symbols.tensor_parallel import (
    C_gemm,
    V_tp_gather,
    V_tp_scatter,
    b_gath,
    b_scat,
    blocks_per_layer,
    n_pass,
)

ONE_LAYER = (
    "attention and feed-forward network side by side (parallel blocks), which need half as many "
    "collectives, embedding and output layer, norms whose gradients are summed"
)


@formula(
    source=(
        MEGATRON_2019.at("section 3, operators f and g", opened=True),
        ZERO.at("section 8", opened=True),
        INFRA_MATH.at("lines 59 and 60, for a pair of layers", opened=True),
    ),
    leaves_out=ONE_LAYER,
    also_called=(
        "all-reduces per transformer layer",
        "f and g operators",
    ),
)
def layer_all_reduces():
    """Tensor-parallel all-reduces per layer.

    In each block a matrix cut by columns meets one cut by rows, so that nothing is
    exchanged between the two. Forward, the outputs of the second are summed;
    backward, the gradients of the first one's input. A layer that is computed again
    sums its outputs again.
    """
    return Eq(n_ar, blocks_per_layer * (n_pass + 1))


@formula(
    source=(
        MEGATRON_2021.at("section 3.2", opened=True),
        KORTHIKANTI.at("section 4.2.2", opened=True),
    ),
    holds_when=lambda: [TP >= 2],
    leaves_out=f"context parallelism, the input gathered again in the backward pass, {ONE_LAYER}",
    also_called=("Megatron-LM tensor-parallel traffic",),
)
def layer_all_reduce_volume():
    """Tensor-parallel volume of one layer, forward and backward.

    With four all-reduces, eight hidden tensors times (`TP` - 1)/`TP`. Sequence
    parallelism sends as much: each all-reduce is cut into its two halves.
    """
    return Eq(V_layer, 2 * n_ar * (TP - 1) * b_elem * s * b * h / TP)


@formula(
    source=(
        INFRA_MATH.at("line 162, corrected", opened=True),
        KORTHIKANTI.at("section 4.2.2", opened=True),
    ),
    also_called=("SP all-gather bytes",),
)
def tp_all_gather_volume():
    """Sequence-parallel all-gather volume of one product.

    Its own share of the tokens is there already.
    """
    return Eq(V_tp_gather, b_gath * n_mb * h * (TP - 1) / TP)


@formula(
    source=(
        INFRA_MATH.at("line 163, corrected", opened=True),
        KORTHIKANTI.at("section 4.2.2", opened=True),
    ),
    also_called=("SP reduce-scatter bytes",),
)
def tp_reduce_scatter_volume():
    """Sequence-parallel reduce-scatter volume of one product.

    Partial sums of all tokens leave the rank but for its own share.
    """
    return Eq(V_tp_scatter, b_scat * n_mb * h * (TP - 1) / TP)


@formula(
    source=SCALING_BOOK.at("training, tensor parallelism", opened=True),
    status="bound",
    leaves_out="latency, attention, kernels below peak, what a chip holds itself of a vector: "
    "nothing moves at a degree of one",
    holds_for={"collective": "mesh", "latency": "neglected", "feed_forward": "standard"},
)
def ffn_hides_tensor_parallelism():
    """Feed-forward width from which tensor-parallel communication is hidden.

    The feed-forward network alone, over the links of a torus; a whole layer is
    `tensor_parallel_hides_communication`, one product
    `tp_product_hides_communication`. Neither batch nor hidden size matters. In
    a narrower format compute is faster and the bytes are fewer, so precision
    hardly matters either.
    """
    return Ge(d_ffn, b_elem * TP * F / (flops_per_mac * n_axes * beta_bi))


@derives(layer_all_reduce_volume)
def whole_tensors_summed(page):
    """Count the all-reduces."""
    page.start(Eq(V_layer, n_ar * V_ar), "each all-reduce moves one hidden tensor")
    page.put(ring_all_reduce_volume.with_(N=TP, n=b_elem * s * b * h), "of a micro-batch")


@derives(layer_all_reduce_volume)
def shares_gathered_and_scattered(page):
    """Cut each all-reduce in two, as sequence parallelism does."""
    page.start(
        Eq(V_layer, n_ar * (V_ag + V_rs)), "gathered before a block, summed and shared out after"
    )
    page.put(ring_all_gather_volume.with_(N=TP, n=b_elem * s * b * h), "one hidden tensor")
    page.put(ring_reduce_scatter_volume.with_(N=TP, n=b_elem * s * b * h), "another one")


@derives(tp_all_gather_volume)
def all_tokens_from_shares(page):
    """Gather all tokens from their shares."""
    page.start(
        ring_all_gather_volume.with_(V_ag=V_tp_gather, N=TP, n=b_gath * n_mb * h),
        "hidden vectors of all tokens of the micro-batch",
    )


@derives(tp_reduce_scatter_volume)
def all_tokens_into_shares(page):
    """Sum all tokens into their shares."""
    page.start(
        ring_reduce_scatter_volume.with_(V_rs=V_tp_scatter, N=TP, n=b_scat * n_mb * h),
        "hidden vectors of all tokens of the micro-batch",
    )


@derives(ffn_hides_tensor_parallelism)
def two_products_two_collectives(page):
    """Compare two times."""
    page.start(
        Ge(2 * C_gemm / F, T_ag + T_rs),
        "two products take at least as long as the gather before and the reduction after",
    )
    page.put(matrix_product_flops.with_(d_in=h, d_out=d_ffn / TP), "a share of the width")
    page.put(mesh_all_gather_time.with_(n=b_elem * n_row * h), "the input of the first")
    page.put(mesh_reduce_scatter_time.with_(n=b_elem * n_row * h), "the output of the second")
    page.solve_for(d_ffn, "the smallest width for which that is so")


volumes = Variants(
    "tensor-parallel-volume",
    "Bytes of tensor parallelism in one layer",
    {
        layer_all_reduce_volume: "exact: the Megatron-LM papers",
        tensor_parallel_layer_volume: "for large groups: the ZeRO paper",
    },
    says="At eight ranks the second is one seventh too large.",
)

TPU = {F: "459 TFLOP/s", b_elem: "2 byte", n_axes: 1, beta_bi: "180 GB/s"}
H100 = {F: "990 TFLOP/s", b_elem: "2 byte", n_axes: 1, beta_bi: "450 GB/s"}

worked = [
    Case(layer_all_reduces, {n_pass: 2}, gives="6", source=ZERO.at("section 8", opened=True)),
    Case(
        layer_all_reduces,
        {n_pass: 1},
        gives="4",
        source=MEGATRON_2021.at("section 3.2", opened=True),
    ),
    Case(
        ffn_hides_tensor_parallelism,
        {**TPU, d_ffn: 30000},
        gives="11",
        truncated=True,
        of=TP,
        source=SCALING_BOOK.at("training, scaling between pods", opened=True),
    ),
    Case(
        ffn_hides_tensor_parallelism,
        {**TPU, d_ffn: 50000},
        gives="19",
        truncated=True,
        of=TP,
        source=SCALING_BOOK.at("training, tensor parallelism, Gemma 7B", opened=True),
    ),
    Case(
        ffn_hides_tensor_parallelism,
        {**TPU, TP: 8},
        gives="20e3",
        of=d_ffn,
        within="2.1 %",
        source=SCALING_BOOK.at("training, tensor parallelism, Llama 3 70B", opened=True),
        note="20,400",
    ),
    Case(
        ffn_hides_tensor_parallelism,
        {**H100, d_ffn: 28000, beta_bi: "400 GB/s"},
        gives="11",
        truncated=True,
        of=TP,
        source=SCALING_BOOK_GPUS.at("tensor parallelism, beyond a node", opened=True),
    ),
]
