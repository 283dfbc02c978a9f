"""FLOPs per token from the shape of a model, as Megatron-LM counts them today."""

from sympy import Eq

from derive.records import Case, derives, divides, formula

from ...sources import DEEPSEEK_V3, MEGATRON_CODE
from ...symbols.experts import E_sh, L_moe, Psi_exp, d_exp, k, k_act
from ...symbols.flop_numbers import causal_score_flops, output_flops
from ...symbols.flops import C_attn, C_logit, C_tok
from ...symbols.model import L, V, a, d_ffn, d_head, g, h, s
from ...symbols.scaling import flops_per_param_token
from ...symbols.shape_numbers import (
    expert_matrices,
    gated_matrices,
    head_matrices,
    plain_matrices,
)
from ...symbols.shapes import Psi_attn, Psi_ffn
from ..experts.ratio import experts_per_token
from ..parameters.parts import attention_parameters, gated_ffn_parameters, plain_ffn_parameters
from .attention import causal_attention_flops_per_token
from .layers import output_layer_forward_flops

COUNT = MEGATRON_CODE.at("megatron/training/training.py, floating-point operations", opened=True)
SMALL = "biases, norms, activation functions, softmax, recomputation"


@formula(
    source=COUNT,
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out=SMALL,
    also_called=("Llama FLOPs per token",),
    holds_for={
        "feed_forward": "gated",
        "layers": "dense",
        "attention": "grouped",
        "attention_count": "causal",
        "documents": "whole",
        "operation_count": "products",
    },
)
def gated_transformer_flops_per_token():
    """Training FLOPs per token of a Llama-shaped model, from its shape.

    Only matrices that multiply count: those of the layers, and the output layer.
    The embedding lookup costs nothing, so the count lies below six times all
    parameters.
    """
    return Eq(
        C_tok,
        flops_per_param_token
        * L
        * (head_matrices * h * d_head * (a + g) + gated_matrices * h * d_ffn)
        + output_flops * h * V
        + causal_score_flops * L * s * a * d_head,
    )


@formula(
    source=COUNT,
    holds_when=lambda: [g <= a, divides(g, a)],
    leaves_out=SMALL,
    also_called=("GPT FLOPs per token",),
    holds_for={
        "feed_forward": "standard",
        "layers": "dense",
        "attention": "grouped",
        "attention_count": "causal",
        "documents": "whole",
        "operation_count": "products",
    },
)
def plain_transformer_flops_per_token():
    """Training FLOPs per token of a GPT-shaped model, from its shape.

    As for a SwiGLU model, with two feed-forward matrices instead of three.
    """
    return Eq(
        C_tok,
        flops_per_param_token
        * L
        * (head_matrices * h * d_head * (a + g) + plain_matrices * h * d_ffn)
        + output_flops * h * V
        + causal_score_flops * L * s * a * d_head,
    )


@formula(
    source=(COUNT, DEEPSEEK_V3.at("section 2.1.2", opened=True)),
    holds_when=lambda: [g <= a, divides(g, a), L_moe <= L],
    leaves_out=f"the router, {SMALL}",
    also_called=(
        "Mixtral FLOPs per token",
        "MoE FLOPs per token",
    ),
    holds_for={
        "feed_forward": "gated",
        "layers": "experts",
        "attention": "grouped",
        "attention_count": "causal",
        "documents": "whole",
        "operation_count": "products",
    },
)
def moe_transformer_flops_per_token():
    """Training FLOPs per token of an MoE model, from its shape.

    In the MoE layers a token passes `k` routed and `E_sh` shared experts, in the
    others one SwiGLU network.
    """
    return Eq(
        C_tok,
        flops_per_param_token
        * (
            L * head_matrices * h * d_head * (a + g)
            + (L - L_moe) * gated_matrices * h * d_ffn
            + L_moe * expert_matrices * h * d_exp * (k + E_sh)
        )
        + output_flops * h * V
        + causal_score_flops * L * s * a * d_head,
    )


@derives(gated_transformer_flops_per_token)
def gated_layers_logits_and_scores(page):
    """Add what multiplies."""
    page.start(
        Eq(
            C_tok,
            flops_per_param_token * L * (Psi_attn + Psi_ffn) + 3 * C_logit / s + C_attn,
        ),
        "matrices of the layers, the output layer forward and back, attention scores",
    )
    page.put(attention_parameters, "four matrices")
    page.put(gated_ffn_parameters, "three matrices")
    page.put(output_layer_forward_flops, "the output layer, for all tokens of a sequence")
    page.put(causal_attention_flops_per_token, "scores that the mask leaves")


@derives(plain_transformer_flops_per_token)
def plain_layers_logits_and_scores(page):
    """Add what multiplies."""
    page.start(
        Eq(
            C_tok,
            flops_per_param_token * L * (Psi_attn + Psi_ffn) + 3 * C_logit / s + C_attn,
        ),
        "matrices of the layers, the output layer forward and back, attention scores",
    )
    page.put(attention_parameters, "four matrices")
    page.put(plain_ffn_parameters, "two matrices")
    page.put(output_layer_forward_flops, "the output layer, for all tokens of a sequence")
    page.put(causal_attention_flops_per_token, "scores that the mask leaves")


@derives(moe_transformer_flops_per_token)
def experts_logits_and_scores(page):
    """Add what multiplies."""
    page.start(
        Eq(
            C_tok,
            flops_per_param_token * (L * Psi_attn + (L - L_moe) * Psi_ffn + L_moe * k_act * Psi_exp)
            + 3 * C_logit / s
            + C_attn,
        ),
        "matrices of the layers and of the experts of a token, the output layer, scores",
    )
    page.put(attention_parameters, "four matrices")
    page.put(gated_ffn_parameters, "three matrices")
    page.put(
        gated_ffn_parameters.with_(Psi_ffn=Psi_exp, d_ffn=d_exp), "each expert has three as well"
    )
    page.put(experts_per_token, "chosen and shared ones")
    page.put(output_layer_forward_flops, "the output layer, for all tokens of a sequence")
    page.put(causal_attention_flops_per_token, "scores that the mask leaves")


worked = [
    Case(
        gated_transformer_flops_per_token,
        {L: 80, h: 8192, a: 64, g: 8, d_head: 128, d_ffn: 28672, V: 128256, s: 8192},
        gives="4.492e11 FLOP/token",
        source=MEGATRON_CODE.at("floating-point operations of Llama 3 70B, run", opened=True),
    ),
    Case(
        plain_transformer_flops_per_token,
        {L: 96, h: 12288, a: 96, g: 96, d_head: 128, d_ffn: 49152, V: 51200, s: 2048},
        gives="1.061947e12 FLOP/token",
        source=MEGATRON_CODE.at(
            "floating-point operations of GPT-3 over 300e9 tokens, run", opened=True
        ),
        note="3.185842e23 FLOP for the run, divided by its tokens",
    ),
]
