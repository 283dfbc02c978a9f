"""Layers, exactly and from their width alone."""

from sympy import Eq

from derive.records import derives, divides, formula

from ...sources import INFRA_MATH, KAPLAN, MEGATRON_2021, SCALING_BOOK
from ...symbols.model import a, d_ffn, d_head, g, h
from ...symbols.shape_numbers import (
    gated_matrices,
    head_matrices,
    layer_squares,
    layer_vectors,
    norms_per_layer,
    square_head_matrices,
)
from ...symbols.shapes import Psi_attn, Psi_bias, Psi_ffn, Psi_layer, Psi_norm, kappa
from .parts import (
    COUNT_CODE,
    attention_parameters,
    bias_parameters,
    gated_ffn_parameters,
    gated_ffn_width,
    grouped_attention_parameters,
    head_size,
    key_value_head_ratio,
    norm_parameters,
    plain_ffn_parameters,
)


@formula(
    source=(COUNT_CODE, SCALING_BOOK.at("transformers, global FLOPs and params", opened=True)),
    status="definition",
    leaves_out="embeddings and the final norm, which belong to no layer",
    also_called=("transformer block parameters",),
    holds_for={"layers": "dense", "parameter_count": "every"},
)
def layer_parameters():
    """Parameters of one transformer layer.

    Attention, feed-forward network, norms and biases.
    """
    return Eq(Psi_layer, Psi_attn + Psi_ffn + Psi_norm + Psi_bias)


@formula(
    source=(COUNT_CODE, SCALING_BOOK.at("transformers, global FLOPs and params", opened=True)),
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out="biases, norms of queries and keys",
    also_called=("Llama layer parameters",),
    holds_for={
        "layers": "dense",
        "feed_forward": "gated",
        "attention": "grouped",
        "parameter_count": "every",
        "biases": "none",
    },
)
def gated_layer_parameters():
    """Parameters of one Llama layer: GQA, SwiGLU, RMSNorm.

    No biases, and norms that only scale.
    """
    return Eq(
        Psi_layer,
        head_matrices * h * d_head * (a + g) + gated_matrices * h * d_ffn + norms_per_layer * h,
    )


@formula(
    source=MEGATRON_2021.at("equation 2", opened=True),
    leaves_out="fewer key-value heads than query heads",
    also_called=(
        "12h^2 + 13h",
        "GPT block parameters",
    ),
    holds_for={
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "shape": "gpt",
        "head_width": "split",
        "parameter_count": "every",
        "biases": "all",
    },
)
def gpt_layer_parameters():
    """Parameters of one GPT layer (12h^2 + 13h).

    Multi-head attention, a feed-forward network of four times the hidden size,
    biases everywhere, norms that scale and shift.
    """
    return Eq(Psi_layer, layer_squares * h**2 + layer_vectors * h)


# allow laws_keep_inherited_alternatives: parameter_count says which biases are counted
@formula(
    source=(INFRA_MATH.at("line 123", opened=True), KAPLAN.at("section 2.1, table 1", opened=True)),
    status="approximation",
    approximates=lambda: gpt_layer_parameters,
    leaves_out="biases, norms, fewer key-value heads than query heads",
    also_called=(
        "12h^2",
        "12 d_model^2",
    ),
    holds_for={
        "head_width": "split",
        "layers": "dense",
        "feed_forward": "standard",
        "attention": "grouped",
        "shape": "gpt",
        "parameter_count": "matrices",
    },
)
def typical_layer_parameters():
    """Parameters of one layer, from the hidden size alone (12h^2).

    4 h^2 in attention, and 8 h^2 in a plain feed-forward network four times as wide
    as `h`. A gated network 8/3 times as wide has as many.
    """
    return Eq(Psi_layer, layer_squares * h**2)


@formula(
    source=INFRA_MATH.at("line 152, the count of parameters", opened=True),
    leaves_out="biases, norms, feed-forward widths other than 8/3 of the hidden size",
    also_called=("GQA layer parameters",),
    holds_for={
        "layers": "dense",
        "feed_forward": "gated",
        "attention": "grouped",
        "ffn_width": "eight-thirds",
        "parameter_count": "matrices",
        "head_width": "split",
    },
)
def grouped_layer_parameters():
    """Parameters of one SwiGLU layer, from hidden size and GQA ratio.

    12h^2 with multi-head attention, tending to 10h^2 if nearly all keys and
    values are shared.
    """
    return Eq(Psi_layer, square_head_matrices * (5 + kappa) * h**2)


@derives(gated_layer_parameters)
def layer_without_biases(page):
    """Put the parts of a layer together."""
    page.start(layer_parameters, "the parts of a layer")
    page.put(attention_parameters, "four matrices")
    page.put(gated_ffn_parameters, "three matrices")
    page.put(norm_parameters.with_(v_norm=1), "two norms that only scale")
    page.put(Eq(Psi_bias, 0), "no matrix has a bias")


@derives(gpt_layer_parameters)
def layer_with_biases(page):
    """Put the parts of a layer together."""
    page.start(layer_parameters, "the parts of a layer")
    page.put(attention_parameters.with_(g=a), "every query head has its own keys and values")
    page.put(plain_ffn_parameters, "two matrices")
    page.put(norm_parameters.with_(v_norm=2), "two norms that scale and shift")
    page.put(bias_parameters.with_(g=a), "a bias for each output")
    page.put(head_size, "the heads together are as wide as the hidden vector")
    page.put(Eq(d_ffn, 4 * h), "the network is four times as wide")


@derives(typical_layer_parameters)
def squares_alone(page):
    """Drop what grows only with the width."""
    page.start(gpt_layer_parameters, "squares and vectors")
    page.approximate(
        Eq(Psi_layer, layer_squares * h**2), "the vectors vanish beside the squares", large=h
    )


@derives(grouped_layer_parameters)
def ten_to_twelve_squares(page):
    """Put attention and a gated network of the usual width together."""
    page.start(Eq(Psi_layer, Psi_attn + Psi_ffn), "the matrices of a layer")
    page.put(grouped_attention_parameters, "four matrices, two of them shared")
    page.put(gated_ffn_parameters, "three matrices")
    page.put(gated_ffn_width, "as large as a plain network of four times the width")
    page.put(key_value_head_ratio, "name the share of heads", for_=g)
