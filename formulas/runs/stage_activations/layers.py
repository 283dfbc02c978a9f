"""Activations of a layer: what it keeps for its backward pass, tensor by tensor."""

from sympy import Eq, Max

from derive.records import derives, formula

from ...memory.activations.strategies import score_bytes
from ...sources import (
    DEEPSEEK_V2,
    DEEPSEEK_V3,
    FLASH_ATTENTION_CODE,
    KORTHIKANTI,
    MEGATRON_CODE,
    NANOTRON,
    SIMUMAX,
)
from ...symbols.activations import b_mask, b_stat
from ...symbols.compute import b_elem
from ...symbols.experts import E, E_sh, d_exp, k
from ...symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ...symbols.layout import n_mb
from ...symbols.model import a, d_ffn, d_head, g, h, s
from ...symbols.parallelism import TP
from ...symbols.runs_attained import gate_tensors
from ...symbols.stages import (
    b_act,
    b_gemm,
    n_cop,
    n_gat,
    n_hid,
    n_inp,
    n_sp,
    n_wide,
    x_keep,
)
from ...symbols.stages_memory import (
    M_big,
    M_dense,
    M_lcore,
    M_ldrop,
    M_lexp,
    M_lffn,
    M_lin,
    M_lqkv,
    M_moe,
    n_masks,
)
from ...symbols.state import ETP

LAYER = KORTHIKANTI.at("section 4.1", opened=True)
FLASH = FLASH_ATTENTION_CODE.at(
    "flash_attn/flash_attn_interface.py, tensors that the forward pass saves", opened=True
)
SHARES = KORTHIKANTI.at("section 4.2.2", opened=True)
CHEAP = DEEPSEEK_V3.at("sections 3.2.3 and 3.3.3", opened=True)


@formula(
    source=(SHARES, NANOTRON.at("tensor_parallel/functional.py", opened=True)),
    also_called=("residual and norm activations",),
)
def kept_hidden_tensors():
    """Activation memory of a layer: saved hidden tensors.

    Residual sums, and what norms make of them for the matrices. Sequence parallelism
    leaves each rank a share, except where the gathered input of a matrix is kept for
    the backward pass.
    """
    return Eq(
        M_lin,
        n_mb * h * ((b_elem * n_hid + x_keep * b_gemm * n_inp) / n_sp + b_gemm * n_gat),
    )


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=(LAYER, FLASH),
    leaves_out="key-value heads that are copied where `TP` exceeds `g`",
    also_called=("QKV activations",),
    holds_for={"attention": "grouped"},
)
def kept_queries_keys_values():
    """Activation memory of a layer: queries, keys and values.

    Tensor parallelism cuts them by heads; each rank keeps its heads for all tokens of
    the micro-batch.
    """
    return Eq(M_lqkv, n_cop * b_elem * n_mb * d_head * (a + 2 * g) / TP)


@formula(
    source=DEEPSEEK_V2.at("section 2.1", opened=True),
    also_called=("MLA QKV activations",),
    holds_for={"attention": "latent"},
)
def kept_latent_queries_keys_values():
    """Activation memory of an MLA layer: latents, queries, keys and values.

    The latent vectors before and after their norms, in shares of the sequence, and
    queries, keys and values of the rank's heads. Where those are computed again, the
    vectors before their norms.
    """
    return Eq(
        M_lqkv,
        n_cop
        * b_elem
        * n_mb
        * (
            ((1 + x_keep) * (r_q + r_kv) + d_rope) / n_sp
            + x_keep * a * (2 * (d_nope + d_rope) + d_v) / TP
        ),
    )


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=FLASH,
    also_called=("FlashAttention saved tensors",),
    holds_for={"kernel": "fused", "attention": "grouped"},
)
def kept_fused_core():
    """Activation memory of a FlashAttention core.

    Its output, and one log-sum-exp for each token and head; queries, keys and values
    are counted apart.
    """
    return Eq(M_lcore, n_mb * a * (b_elem * d_head + b_stat) / TP)


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=DEEPSEEK_V2.at("section 2.1", opened=True),
    also_called=("MLA FlashAttention saved tensors",),
    holds_for={"kernel": "fused", "attention": "latent"},
)
def kept_fused_latent_core():
    """Activation memory of a FlashAttention core in MLA.

    Its output, as wide as the values, and one statistic for each token and head.
    """
    return Eq(M_lcore, n_mb * a * (b_elem * d_v + b_stat) / TP)


# allow counts_agree_in_kind: every token has a score for each token of the sequence
@formula(
    source=KORTHIKANTI.at("section 4.1, attention block", opened=True),
    leaves_out="scores in other than two bytes, attention without dropout, which keeps 2 bytes for "
    "each pair of positions instead of 5",
    also_called=("unfused attention saved tensors",),
    holds_for={"kernel": "scores", "attention": "grouped"},
)
def kept_scores():
    """Activation memory of an unfused attention core.

    Its output, and for each pair of positions 5 bytes, in half precision with dropout:
    the softmax, the mask of its dropout and what the dropout left.
    """
    return Eq(M_lcore, n_mb * a * (b_elem * d_head + score_bytes * s) / TP)


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=(LAYER, CHEAP),
    also_called=("MLP activations",),
)
def kept_network():
    """Activation memory of the feed-forward network of a layer.

    Inputs of the activation function, and its output as the input of the last
    matrix, cut by tensor parallelism.
    """
    return Eq(M_lffn, ((n_wide - 1) * b_act + x_keep * b_gemm) * n_mb * d_ffn / TP)


# allow counts_agree_in_kind: a router scores every expert for each token
@formula(
    source=(
        SIMUMAX.at("simumax/core/transformer/moe_module.py, cached tensors", opened=True),
        MEGATRON_CODE.at("megatron/core/transformer/moe/token_dispatcher.py", opened=True),
        CHEAP,
    ),
    leaves_out="uneven routing, padding to whole blocks; where router weights are applied inside "
    "the activation function, the outputs of the experts need not be kept",
    also_called=("expert activations",),
)
def kept_experts():
    """Activation memory of the experts of a layer.

    Of each copy of a token: the permuted input, both inputs and the output of the
    gated activation function, and the output of the expert, which the router weights
    multiply; what is computed again needs neither of the two outputs. Router logits
    are in fp32, twice the bytes of a 16-bit element. With balanced routing a GPU works
    on as many copies as it sent out: one of `TP` shares of the tokens, gathered by the
    `ETP` ranks that share an expert.
    """
    return Eq(
        M_lexp,
        n_mb
        * (
            k * ETP * h * (b_gemm + x_keep * b_elem)
            + (k + E_sh) * d_exp * (gate_tensors * b_act + x_keep * b_gemm)
        )
        / TP
        + 2 * b_elem * n_mb * E / TP,
    )


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=LAYER,
    also_called=("dropout masks",),
)
def kept_masks():
    """Activation memory of the dropout masks of a layer.

    None in models trained without dropout.
    """
    return Eq(M_ldrop, n_masks * b_mask * n_mb * h / n_sp)


@formula(
    source=LAYER,
    status="definition",
    also_called=("dense layer activations",),
)
def dense_layer_memory():
    """Activation memory of a dense layer on one GPU.

    All that its backward pass needs, with nothing recomputed.
    """
    return Eq(M_dense, M_lin + M_lqkv + M_lcore + M_ldrop + M_lffn)


@formula(
    source=LAYER,
    status="definition",
    also_called=("MoE layer activations",),
)
def expert_layer_memory():
    """Activation memory of an MoE layer on one GPU.

    Attention as in a dense layer, the experts instead of the network.
    """
    return Eq(M_moe, M_lin + M_lqkv + M_lcore + M_ldrop + M_lexp)


@formula(
    source=LAYER,
    status="definition",
    also_called=("largest layer activations",),
)
def fullest_layer_memory():
    """Activation memory of the largest layer on one GPU.

    What one recomputed layer takes while its backward pass runs.
    """
    return Eq(M_big, Max(M_dense, M_moe))


@derives(kept_experts)
def copies_of_a_share_of_the_tokens(page):
    """Route the share of the tokens that each tensor-parallel rank holds."""
    page.start(
        Eq(
            M_lexp,
            (n_mb / TP)
            * ETP
            * k
            * (
                b_gemm * h
                + (gate_tensors * b_act + x_keep * b_gemm) * (d_exp / ETP)
                + x_keep * b_elem * h
            )
            + n_mb * E_sh * (gate_tensors * b_act + x_keep * b_gemm) * (d_exp / TP)
            + 2 * b_elem * (n_mb / TP) * E,
        ),
        "each rank routes one share of the tokens, and the ranks of a cut expert gather theirs; "
        "shared experts see all tokens, cut by width; logits in fp32",
    )
