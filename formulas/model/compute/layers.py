"""FLOPs of one layer for one sequence, and of all layers."""

from sympy import Eq

from derive.records import derives, formula

from ...sources import (
    CHINCHILLA,
    INFRA_MATH,
    KORTHIKANTI,
    MEGATRON_2021,
    NANOGPT,
)
from ...symbols.experts import Psi_layer_act
from ...symbols.flop_numbers import (
    causal_pair_flops,
    forward_pair_flops,
    gated_layer_forward_flops,
    layer_forward_flops,
    logit_flops,
    token_layer_flops,
)
from ...symbols.flops import C_layer, C_lfwd, C_lin, C_logit, C_score, C_sfwd, C_tok
from ...symbols.model import L, V, h, s
from ...symbols.products import C_down, C_proj, C_qkv, C_up
from ...symbols.scaling import flops_per_param_token
from ...symbols.shapes import Psi_layer, kappa
from ..parameters.layers import grouped_layer_parameters, typical_layer_parameters
from ..parameters.parts import head_size
from .attention import score_flops
from .products import matrix_product_flops
from .tokens import weight_flops_per_token

NOT_PRODUCTS = "norms, activation functions, softmax, recomputation"


@formula(
    source=INFRA_MATH.at("line 129, corrected", opened=True),
    leaves_out=f"attention scores, {NOT_PRODUCTS}",
    also_called=("layer FLOPs without attention",),
)
def linear_layer_flops():
    """Training FLOPs of the weights of one layer, per sequence.

    Six FLOPs per parameter and token, for all tokens of a sequence.
    """
    return Eq(C_lin, flops_per_param_token * s * Psi_layer)


@formula(
    source=(
        INFRA_MATH.at("line 132, corrected", opened=True),
        MEGATRON_2021.at("appendix", opened=True),
    ),
    leaves_out=NOT_PRODUCTS,
    also_called=("transformer layer FLOPs",),
    holds_for={
        "attention": "grouped",
        "layers": "dense",
        "attention_count": "causal",
        "head_width": "split",
        "operation_count": "parameters",
    },
)
def dense_layer_flops():
    """Training FLOPs of one dense layer, per sequence, causal.

    Six per parameter and token, and the attention scores under a causal mask, which
    is the second term.
    """
    return Eq(C_layer, flops_per_param_token * s * Psi_layer + causal_pair_flops * s**2 * h)


# allow laws_keep_inherited_alternatives: parameter_count says which parameters are counted
@formula(
    source=INFRA_MATH.at("line 135, corrected", opened=True),
    leaves_out=f"biases, fewer key-value heads than query heads, {NOT_PRODUCTS}",
    also_called=(
        "72 s h^2",
        "12h^2 layer FLOPs",
    ),
    holds_for={
        "attention": "grouped",
        "layers": "dense",
        "attention_count": "causal",
        "head_width": "split",
        "shape": "gpt",
        "feed_forward": "standard",
        "parameter_count": "matrices",
    },
)
def typical_dense_layer_flops():
    """Training FLOPs of one 12h^2 layer, per sequence, causal.

    Causal attention costs as much as the weights when the sequence is twelve times
    as long as the hidden size.
    """
    return Eq(C_layer, token_layer_flops * s * h * (12 * h + s))


@formula(
    source=INFRA_MATH.at("line 149", opened=True),
    leaves_out=f"the router, {NOT_PRODUCTS}",
    also_called=("MoE layer FLOPs",),
    holds_for={
        "attention": "grouped",
        "layers": "experts",
        "attention_count": "causal",
        "head_width": "split",
        "operation_count": "parameters",
    },
)
def moe_layer_flops():
    """Training FLOPs of one MoE layer, per sequence, causal.

    Active parameters take the place of all; attention is that of a dense layer.
    """
    return Eq(C_layer, flops_per_param_token * s * Psi_layer_act + causal_pair_flops * s**2 * h)


# allow laws_keep_inherited_alternatives: parameter_count says which parameters are counted
@formula(
    source=INFRA_MATH.at("line 152, corrected", opened=True),
    leaves_out=f"the router, biases, {NOT_PRODUCTS}",
    also_called=("Llama layer FLOPs",),
    holds_for={
        "attention": "grouped",
        "layers": "dense",
        "attention_count": "causal",
        "head_width": "split",
        "feed_forward": "gated",
        "ffn_width": "eight-thirds",
        "parameter_count": "matrices",
    },
)
def grouped_layer_flops():
    """Training FLOPs of one SwiGLU and GQA layer, per sequence, causal.

    The SwiGLU network is 8/3 times as wide as the hidden size. An MoE layer costs
    the same if the experts of one token are together as wide as the dense network.
    With GQA it lies below the layer of 12h^2 parameters.
    """
    return Eq(C_layer, token_layer_flops * s * h * (2 * (5 + kappa) * h + s))


@formula(
    source=(MEGATRON_2021.at("appendix", opened=True), KORTHIKANTI.at("appendix A", opened=True)),
    leaves_out="the causal mask, biases, norms, activation functions, softmax",
    also_called=(
        "24 B s h^2 + 4 B s^2 h",
        "Megatron layer FLOPs",
    ),
    holds_for={
        "attention": "grouped",
        "layers": "dense",
        "feed_forward": "standard",
        "shape": "gpt",
        "attention_count": "full",
        "head_width": "split",
    },
)
def gpt_layer_forward_flops():
    """Forward FLOPs of one GPT layer, per sequence (24bsh^2 + 4bs^2h).

    The equation of the Megatron-LM papers, for one sequence: weights, and attention
    scores in full.
    """
    return Eq(C_lfwd, layer_forward_flops * s * h**2 + forward_pair_flops * s**2 * h)


@formula(
    source=(
        MEGATRON_2021.at("appendix, extended to gated networks", opened=True),
        INFRA_MATH.at("line 118, three matrices", opened=True),
    ),
    leaves_out="the causal mask, norms, activation functions, softmax",
    also_called=(
        "SwiGLU layer FLOPs",
        "32 s h^2",
    ),
    holds_for={
        "attention": "grouped",
        "layers": "dense",
        "feed_forward": "gated",
        "shape": "gpt",
        "attention_count": "full",
        "head_width": "split",
    },
)
def gated_layer_forward_flops_of_width_four():
    """Forward FLOPs of one SwiGLU layer with d_ffn = 4h, per sequence.

    Three matrices instead of two: 32 s h^2 instead of 24 s h^2. A width of 8/3 h
    brings it back to 24.
    """
    return Eq(C_lfwd, gated_layer_forward_flops * s * h**2 + forward_pair_flops * s**2 * h)


@formula(
    source=(
        MEGATRON_2021.at("appendix", opened=True),
        CHINCHILLA.at("appendix F, logits", opened=True),
    ),
    also_called=(
        "logit FLOPs",
        "LM head FLOPs",
        "2 s h V",
    ),
)
def output_layer_forward_flops():
    """Forward FLOPs of the output layer (LM head), per sequence.

    A product with the whole vocabulary for every token.
    """
    return Eq(C_logit, logit_flops * s * h * V)


@formula(
    source=NANOGPT.at("transformer_sizing, forward FLOPs", opened=True),
    leaves_out="the causal mask, biases, norms, activation functions, softmax",
    also_called=("GPT forward FLOPs",),
    holds_for={
        "attention": "grouped",
        "attention_count": "full",
        "feed_forward": "standard",
        "head_width": "split",
        "shape": "gpt",
        "layers": "dense",
    },
)
def gpt_sequence_forward_flops():
    """Forward FLOPs of a GPT model, per sequence.

    All layers, and the output layer.
    """
    return Eq(
        C_sfwd,
        L * (layer_forward_flops * s * h**2 + forward_pair_flops * s**2 * h)
        + logit_flops * s * h * V,
    )


@derives(linear_layer_flops)
def every_token_of_the_sequence(page):
    """Multiply by the tokens of the sequence."""
    page.start(Eq(C_lin, s * C_tok), "every token costs the same")
    page.put(weight_flops_per_token.with_(Psi=Psi_layer), "three multiply-adds per parameter")


@derives(dense_layer_flops)
def weights_and_half_of_the_scores(page):
    """Add the scores that a causal mask leaves."""
    page.start(
        Eq(C_layer, C_lin + 3 * C_score / 2), "forward once and backward twice, for half the pairs"
    )
    page.put(linear_layer_flops, "the weights")
    page.put(score_flops, "all pairs of positions")
    page.put(head_size, "the heads together are as wide as the hidden vector")


@derives(typical_dense_layer_flops)
def twelve_squares_and_scores(page):
    """Put in twelve squares."""
    page.start(dense_layer_flops, "weights and scores")
    page.put(typical_layer_parameters, "twelve square matrices")


@derives(moe_layer_flops)
def active_weights_of_the_layer(page):
    """Let only the active parameters take part."""
    page.start(dense_layer_flops, "weights and scores")
    page.put(Eq(Psi_layer, Psi_layer_act), "a token passes only some of the experts")


@derives(grouped_layer_flops)
def ten_to_twelve_squares_and_scores(page):
    """Put in the squares of a gated layer."""
    page.start(dense_layer_flops, "weights and scores")
    page.put(grouped_layer_parameters, "ten to twelve square matrices")


@derives(gpt_layer_forward_flops)
def product_by_product(page):
    """Add the products of a layer."""
    page.start(Eq(C_lfwd, C_qkv + C_score + C_proj + C_up + C_down), "the products in their order")
    page.put(
        matrix_product_flops.with_(C_gemm=C_qkv, n_row=s, d_in=h, d_out=3 * h),
        "queries, keys and values",
    )
    page.put(score_flops, "scores of all pairs of positions")
    page.put(head_size, "the heads together are as wide as the hidden vector")
    page.put(matrix_product_flops.with_(C_gemm=C_proj, n_row=s, d_in=h, d_out=h), "the output")
    page.put(matrix_product_flops.with_(C_gemm=C_up, n_row=s, d_in=h, d_out=4 * h), "network, up")
    page.put(
        matrix_product_flops.with_(C_gemm=C_down, n_row=s, d_in=4 * h, d_out=h), "network, down"
    )


@derives(gated_layer_forward_flops_of_width_four)
def product_by_product_with_a_gate(page):
    """Add the products of a gated layer."""
    page.start(
        Eq(C_lfwd, C_qkv + C_score + C_proj + 2 * C_up + C_down),
        "the products in their order; up and gate are alike",
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_qkv, n_row=s, d_in=h, d_out=3 * h),
        "queries, keys and values",
    )
    page.put(score_flops, "scores of all pairs of positions")
    page.put(head_size, "the heads together are as wide as the hidden vector")
    page.put(matrix_product_flops.with_(C_gemm=C_proj, n_row=s, d_in=h, d_out=h), "the output")
    page.put(matrix_product_flops.with_(C_gemm=C_up, n_row=s, d_in=h, d_out=4 * h), "up, and gate")
    page.put(
        matrix_product_flops.with_(C_gemm=C_down, n_row=s, d_in=4 * h, d_out=h), "network, down"
    )


@derives(output_layer_forward_flops)
def a_logit_for_every_entry(page):
    """Use the FLOPs of one product."""
    page.start(
        matrix_product_flops.with_(C_gemm=C_logit, n_row=s, d_in=h, d_out=V),
        "from hidden vectors to a number for each entry of the vocabulary",
    )


@derives(gpt_sequence_forward_flops)
def layers_and_logits(page):
    """Add layers and output."""
    page.start(Eq(C_sfwd, L * C_lfwd + C_logit), "all layers, then the output layer")
    page.put(gpt_layer_forward_flops, "one layer")
    page.put(output_layer_forward_flops, "the output layer")
