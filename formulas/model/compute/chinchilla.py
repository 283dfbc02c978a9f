"""FLOPs of a training sequence, as the Chinchilla paper counts them."""

from sympy import Eq

from derive.records import derives, formula

from ...sources import (
    CHINCHILLA,
    NANOGPT,
)
from ...symbols.flop_numbers import (
    forward_pair_flops,
    logit_flops,
    softmax_flops,
    token_flops,
)
from ...symbols.flops import C_layers, C_logit, C_score, C_seq
from ...symbols.model import L, V, a, d_ffn, g, h, s
from ...symbols.products import C_down, C_proj, C_qkv, C_up
from ..parameters.parts import head_size
from .attention import score_flops
from .layers import output_layer_forward_flops
from .products import matrix_product_flops


@formula(
    source=(
        NANOGPT.at("scaling_laws, FLOPs without embeddings", opened=True),
        CHINCHILLA.at("appendix F", opened=True),
    ),
    holds_when=lambda: [Eq(g, a)],
    leaves_out="embeddings, the output layer, the causal mask, norms, activation functions, a gate "
    "in the feed-forward network, experts",
    also_called=("Chinchilla appendix F FLOPs",),
)
def chinchilla_layers_flops():
    """Training FLOPs of all layers, as the Chinchilla paper counts them.

    For one sequence of a model with multi-head attention and two feed-forward
    matrices. The softmax counts too, with three FLOPs per score.
    """
    return Eq(
        C_seq,
        3
        * L
        * (
            4 * token_flops * s * h**2
            + forward_pair_flops * s**2 * h
            + softmax_flops * a * s**2
            + 2 * token_flops * s * h * d_ffn
        ),
    )


@formula(
    source=CHINCHILLA.at("appendix F", opened=True),
    holds_when=lambda: [Eq(g, a)],
    leaves_out="the causal mask, norms, activation functions, a gate in the feed-forward network, "
    "experts",
    also_called=("Chinchilla FLOP count",),
)
def chinchilla_sequence_flops():
    """Training FLOPs per sequence, as the Chinchilla paper counts them.

    All layers, with multi-head attention and two feed-forward matrices, and the
    vocabulary twice: the embedding lookup is counted as if it were a product.
    """
    return Eq(
        C_seq,
        3
        * (
            2 * logit_flops * s * h * V
            + L
            * (
                4 * token_flops * s * h**2
                + forward_pair_flops * s**2 * h
                + softmax_flops * a * s**2
                + 2 * token_flops * s * h * d_ffn
            )
        ),
    )


@derives(chinchilla_layers_flops)
def product_by_product_with_softmax(page):
    """Add the products of a layer, and its softmax."""
    page.start(
        Eq(
            C_seq,
            3 * L * (C_qkv + C_score + softmax_flops * a * s**2 + C_proj + C_up + C_down),
        ),
        "forward once and backward twice: products, and three FLOPs for each score",
    )
    page.put(
        matrix_product_flops.with_(C_gemm=C_qkv, n_row=s, d_in=h, d_out=3 * h),
        "queries, keys and values",
    )
    page.put(score_flops, "scores of all pairs of positions")
    page.put(head_size, "the heads together are as wide as the hidden vector")
    page.put(matrix_product_flops.with_(C_gemm=C_proj, n_row=s, d_in=h, d_out=h), "the output")
    page.put(matrix_product_flops.with_(C_gemm=C_up, n_row=s, d_in=h, d_out=d_ffn), "network, up")
    page.put(
        matrix_product_flops.with_(C_gemm=C_down, n_row=s, d_in=d_ffn, d_out=h), "network, down"
    )


@derives(chinchilla_sequence_flops)
def with_both_tables(page):
    """Add the vocabulary at both ends."""
    page.start(
        Eq(C_seq, C_layers + 3 * (C_logit + C_logit)), "layers, and the vocabulary at both ends"
    )
    page.put(chinchilla_layers_flops.with_(C_seq=C_layers), "the layers")
    page.put(output_layer_forward_flops, "one pass over the vocabulary")
