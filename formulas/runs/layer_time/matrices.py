"""Matrices of a layer: the parameters that products use and read, and how wide they are."""

from sympy import Eq

from derive.records import derives, formula

from ...sources import (
    DEEPSEEK_V2,
    KORTHIKANTI,
)
from ...symbols.experts import E, E_sh, Psi_exp, d_exp, k
from ...symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ...symbols.model import a, d_ffn, d_head, g, h
from ...symbols.parallelism import EP, TP
from ...symbols.runs_layers import (
    Psi_dense,
    Psi_read,
    Psi_used,
    W_attn,
    W_exp,
    W_ffn,
    n_mat,
)
from ...symbols.runs_step import W_dense
from ...symbols.shapes import Psi_ffn
from ...symbols.stages import Psi_split, Psi_whole
from ...symbols.state import ETP

PRODUCTS = KORTHIKANTI.at("appendix A, shapes of the matrix products", opened=True)
EXPERTS = DEEPSEEK_V2.at("section 2.2.1, equation 20", opened=True)
LATENTS = DEEPSEEK_V2.at("appendix C", opened=True)


@formula(
    source=PRODUCTS,
    also_called=("dense layer weights per GPU",),
)
def dense_matrix_parameters():
    """Matrix parameters of a dense layer on one GPU.

    Attention and feed-forward network, cut by tensor parallelism.
    """
    return Eq(Psi_dense, (Psi_split + Psi_ffn) / TP + Psi_whole)


@formula(
    source=EXPERTS,
    also_called=("active layer weights per GPU",),
)
def used_expert_parameters():
    """Matrix parameters that a token passes in an MoE layer on one GPU.

    Tensor-parallel ranks share the tokens of a micro-batch before they are routed.
    If the experts are equally busy, all GPUs share all copies alike, however the
    experts are cut: one of `TP` shares of `k` experts.
    """
    return Eq(Psi_used, (Psi_split + E_sh * Psi_exp + k * Psi_exp) / TP + Psi_whole)


@derives(used_expert_parameters)
def share_of_the_copies(page):
    """Route the share of the tokens that each tensor-parallel rank holds."""
    page.start(
        Eq(
            Psi_used,
            Psi_split / TP + Psi_whole + E_sh * (Psi_exp / TP) + (1 / TP) * ETP * k * Psi_exp / ETP,
        ),
        "attention and shared experts cut by width, for all tokens; routed experts for one of TP "
        "shares of the tokens, gathered by the ETP ranks that hold a part of an expert each",
    )


@formula(
    source=EXPERTS,
    also_called=("MoE layer weights per GPU",),
)
def read_expert_parameters():
    """Matrix parameters that one GPU reads in an MoE layer.

    All experts that it holds, whichever tokens come.
    """
    return Eq(Psi_read, (Psi_split + E_sh * Psi_exp) / TP + Psi_whole + E * Psi_exp / (EP * ETP))


@formula(
    source=PRODUCTS,
    leaves_out="separate products for queries, keys and values, which each read the input again",
    also_called=("projection activation traffic",),
    holds_for={"attention": "grouped"},
)
def attention_widths():
    """Attention projection GEMM traffic per token, forward: elements read and written.

    Inputs and outputs of two products: queries, keys and values in one, and the output.
    Weights and the attention core are counted apart.
    """
    return Eq(W_attn, 2 * h + 2 * d_head * (a + g) / TP)


@formula(
    source=LATENTS,
    also_called=("MLA projection traffic",),
    holds_for={"attention": "latent"},
)
def latent_attention_widths():
    """MLA projection GEMM traffic per token, forward: elements read and written.

    Inputs and outputs of the projections of latent attention; their weights and the
    attention core are counted apart.
    """
    return Eq(
        W_attn,
        3 * h + 2 * r_q + 2 * r_kv + d_rope + a * (2 * d_nope + d_rope + 2 * d_v) / TP,
    )


@formula(
    source=PRODUCTS,
    also_called=("MLP activation traffic",),
)
def network_widths():
    """Feed-forward GEMM traffic per token, forward: elements read and written.

    Inputs and outputs of two or three matrices; gate and up projection read their
    input once, as one product. Weights and the activation function are counted apart.
    """
    return Eq(W_ffn, 2 * h + n_mat * d_ffn / TP)


@formula(
    source=EXPERTS,
    leaves_out="experts that are busier than others",
    also_called=("expert activation traffic",),
)
def expert_widths():
    """MoE GEMM traffic per token, forward: elements read and written.

    Inputs and outputs of the experts that a token passes; routed copies are shared by
    the `TP` ranks, and gathered again by the `ETP` ranks that share an expert.
    """
    return Eq(
        W_exp,
        k * (2 * ETP * h + n_mat * d_exp) / TP + E_sh * (2 * h + n_mat * d_exp / TP),
    )


@formula(
    source=PRODUCTS,
    status="definition",
    also_called=("layer activation traffic",),
)
def dense_widths():
    """Dense layer GEMM traffic per token: elements read and written.

    Attention and feed-forward network together.
    """
    return Eq(W_dense, W_attn + W_ffn)
