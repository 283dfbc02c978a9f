"""Whole layers: the largest tensor-parallel degree whose communication hides."""

from sympy import Eq, Ge

from derive.records import Case, derives, divides, formula

from ...model.parameters.layers import typical_layer_parameters
from ...model.parameters.parts import attention_parameters, gated_ffn_parameters
from ...sources import INFRA_MATH, KORTHIKANTI, MEGATRON_2021, MEGATRON_CODE
from ...symbols.compute import F, I_tp, b_elem, flops_per_mac
from ...symbols.flop_numbers import forward_flops_per_param_token
from ...symbols.model import a, b, d_ffn, d_head, g, h, s
from ...symbols.network import beta
from ...symbols.parallelism import TP
from ...symbols.shape_numbers import layer_squares
from ...symbols.shapes import Psi_attn, Psi_ffn, Psi_layer
from ...symbols.tensor_parallel import C_layer_tp, V_layer_fwd, V_tp, blocks_per_layer
from .products import tp_collective_volume

IDEAL = (
    "attention scores, norms, embedding and output layer, latency, kernels below peak, attention "
    "and feed-forward network side by side (parallel blocks)"
)


def dense_layer():
    """Where a layer has 12 h^2 parameters: plain and 4 h wide, or gated and 8/3 h wide."""
    return [Eq(Psi_layer, layer_squares * h**2), Eq(g, a)]


@formula(
    source=(
        KORTHIKANTI.at("section 4.2.2", opened=True),
        MEGATRON_CODE.at(
            "megatron/core/tensor_parallel/layers.py, forward of a linear layer under sequence "
            "parallelism",
            opened=True,
        ),
    ),
    leaves_out="attention and feed-forward network side by side (parallel blocks), which need half "
    "as many collectives, embedding and output layer",
    also_called=("tensor-parallel traffic of a forward pass",),
    holds_for={"context_split": "whole"},
)
def tp_forward_layer_volume():
    """Tensor-parallel volume of one layer in the forward pass.

    Attention and feed-forward network each gather their input and
    reduce-scatter their output: four collectives of one hidden tensor. Without
    sequence parallelism two all-reduces send as much.
    """
    return Eq(V_layer_fwd, 2 * blocks_per_layer * s * b * h * b_elem * (TP - 1) / TP)


@formula(
    source=(
        KORTHIKANTI.at("section 4.2.2", opened=True),
        MEGATRON_2021.at("section 3.2", opened=True),
    ),
    holds_when=lambda: [TP >= 2, *dense_layer()],
    leaves_out=IDEAL,
    also_called=("TP compute per byte", "TP compute-to-communication ratio"),
)
def tp_layer_compute_to_communication():
    """Tensor-parallel arithmetic intensity of a dense layer: FLOPs per byte sent.

    A layer has 12 h^2 parameters and four collectives in the forward pass, so
    that each collective stands beside three square products of width `h`. The
    backward pass computes twice as much for as many bytes, so the forward pass
    decides. Neither the sequence nor the micro-batch matters.
    """
    return Eq(I_tp, 3 * flops_per_mac * h / (b_elem * (TP - 1)))


@formula(
    source=(
        INFRA_MATH.at("line 169, for a whole layer", opened=True),
        KORTHIKANTI.at("section 4.2.2", opened=True),
    ),
    status="bound",
    holds_when=lambda: [TP >= 2, *dense_layer()],
    leaves_out=IDEAL,
    also_called=(
        "largest tensor-parallel degree",
        "largest TP that hides its communication",
        "maximum TP",
        "maximum tensor parallelism",
        "tensor-parallelism limit",
    ),
    holds_for={"layers": "dense"},
)
def tensor_parallel_hides_communication():
    """Tensor-parallel communication hides behind the compute of a dense layer.

    What a layer computes for each byte that it sends
    (`tp_layer_compute_to_communication`) must reach the ratio of the GPU's rate
    `F` to the link's bandwidth `beta`. It takes perfect overlap inside the
    layer; where a collective can hide behind its own product only,
    `tp_product_hides_communication` decides, with a third of the degree.
    `ffn_hides_tensor_parallelism` is the feed-forward network alone. With one
    GPU there is nothing to communicate.
    """
    return Ge(3 * flops_per_mac * h / (b_elem * (TP - 1)), F / beta)


# allow laws_keep_inherited_alternatives: what is split cancels in the ratio
@formula(
    source=(
        KORTHIKANTI.at("section 4.2.2, for any widths", opened=True),
        INFRA_MATH.at("line 169, for a whole layer", opened=True),
    ),
    status="bound",
    holds_when=lambda: [TP >= 2, g <= a, divides(g, a)],
    leaves_out=IDEAL,
    also_called=("largest TP of a Llama model",),
    holds_for={"attention": "grouped", "feed_forward": "gated", "layers": "dense"},
)
def gated_layer_hides_tensor_parallelism():
    """Tensor-parallel communication hides behind the compute of a gated layer.

    For the shape of Llama: query heads that share keys and values, and a gated
    feed-forward network of three matrices. The forward pass is counted, which has
    the least compute per byte.
    """
    return Ge(
        flops_per_mac * (2 * d_head * (a + g) + 3 * d_ffn) / (4 * b_elem * (TP - 1)), F / beta
    )


@derives(tp_forward_layer_volume)
def gather_and_scatter_in_each_block(page):
    """Count the collectives of the forward pass."""
    page.start(
        Eq(V_layer_fwd, 2 * blocks_per_layer * V_tp), "a gather and a reduction in each block"
    )
    page.put(tp_collective_volume, "each of them is one hidden tensor")


def _dense_layer_over_four_collectives(page):
    """The compute of a layer's matrices and the bytes of its collectives."""
    page.put(
        Eq(C_layer_tp, forward_flops_per_param_token * s * b * Psi_layer / TP),
        "one multiply-add per parameter and token, shared by the ranks",
    )
    page.put(typical_layer_parameters, "a network four times as wide, multi-head attention")
    page.put(tp_forward_layer_volume, "four collectives")


@derives(tp_layer_compute_to_communication)
def layer_compute_over_volume(page):
    """Divide the FLOPs of a layer by its bytes."""
    page.start(Eq(I_tp, C_layer_tp / V_layer_fwd), "the intensity is FLOPs per byte")
    _dense_layer_over_four_collectives(page)


@derives(tensor_parallel_hides_communication)
def layer_reaches_the_ridge(page):
    """Compare two times."""
    page.start(
        Ge(C_layer_tp / F, V_layer_fwd / beta),
        "the compute of a layer takes at least as long as its communication",
    )
    _dense_layer_over_four_collectives(page)


@derives(gated_layer_hides_tensor_parallelism)
def gated_layer_reaches_the_ridge(page):
    """Compare two times."""
    page.start(
        Ge(C_layer_tp / F, V_layer_fwd / beta),
        "the compute of a layer takes at least as long as its communication",
    )
    page.put(
        Eq(C_layer_tp, forward_flops_per_param_token * s * b * (Psi_attn + Psi_ffn) / TP),
        "one multiply-add per parameter and token, shared by the ranks",
    )
    page.put(attention_parameters, "queries and outputs for all heads, keys and values for some")
    page.put(gated_ffn_parameters, "three matrices")
    page.put(tp_forward_layer_volume, "four collectives")


worked = [
    Case(
        tp_layer_compute_to_communication,
        {h: 32768, TP: 16, b_elem: "2 byte"},
        gives="6553.6 FLOP/byte",
        source=INFRA_MATH.at("line 169, three products for each collective", opened=True),
        note="three times the 2185 that the text prints for one product",
    ),
]
