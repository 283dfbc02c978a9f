"""FLOPs of one training step, as the Megatron-LM papers count them."""

from sympy import Eq

from derive.records import Variants, derives, formula

from ...sources import KORTHIKANTI, MEGATRON_2021
from ...symbols.batch import B
from ...symbols.flop_numbers import (
    gated_logit_parity,
    gated_recompute_logit_parity,
    gated_recompute_step_flops,
    gated_score_parity,
    gated_step_flops,
    logit_parity,
    recompute_logit_parity,
    recompute_step_flops,
    score_parity,
    score_parity_recomputed,
    score_parity_selective,
    step_flops,
)
from ...symbols.flops import C_hw, C_lfwd, C_logit, C_score, C_step
from ...symbols.model import L, V, h, s
from ..parameters.parts import head_size
from .attention import score_flops
from .layers import (
    gated_layer_forward_flops_of_width_four,
    gpt_layer_forward_flops,
    output_layer_forward_flops,
)

SHAPE = "the causal mask, biases, norms, activation functions, softmax, the optimizer"


@formula(
    source=(KORTHIKANTI.at("equation 7", opened=True), MEGATRON_2021.at("appendix", opened=True)),
    leaves_out=SHAPE,
    also_called=(
        "Megatron-LM FLOPs formula",
        "72 B L s h^2",
        "iteration FLOPs",
        "num_floating_point_operations",
    ),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def gpt_step_flops():
    """Model FLOPs per step, GPT (72BLsh^2).

    Forward and backward over the global batch, nothing recomputed. The terms in
    parentheses are weights, attention scores and logits.
    """
    return Eq(
        C_step,
        step_flops * B * s * L * h**2 * (1 + s / (score_parity * h) + V / (logit_parity * L * h)),
    )


@formula(
    source=MEGATRON_2021.at("equation 3", opened=True),
    leaves_out=SHAPE,
    also_called=(
        "Megatron-LM equation 3",
        "96 B s l h^2",
        "FLOPs with activation checkpointing",
    ),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "recompute": "full",
        "operation_count": "products",
    },
)
def gpt_step_flops_full_recompute():
    """Hardware FLOPs per step with full recomputation, GPT (96BLsh^2).

    Every layer runs forward once more in the backward pass, so four passes take the
    place of three; the logits are not recomputed.
    """
    return Eq(
        C_hw,
        recompute_step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity * h) + V / (recompute_logit_parity * L * h)),
    )


@formula(
    source=KORTHIKANTI.at("equation 8, as printed", opened=True),
    leaves_out=SHAPE,
    also_called=("Korthikanti equation 8",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "recompute": "selective",
        "selective_count": "published",
        "operation_count": "products",
    },
)
def gpt_step_flops_selective_as_published():
    """Hardware FLOPs per step with selective recomputation, as published.

    The paper says that the forward pass of the attention scores is repeated, but
    its equation adds three times as much: their forward and backward pass. The
    utilization figures of the paper follow its equation; `gpt_step_flops_selective`
    adds the forward pass alone.
    """
    return Eq(
        C_hw,
        step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity_selective * h) + V / (logit_parity * L * h)),
    )


@formula(
    source=KORTHIKANTI.at("appendix A, text before equation 8", opened=True),
    leaves_out=SHAPE,
    also_called=("selective recompute FLOPs",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "recompute": "selective",
        "selective_count": "executed",
        "operation_count": "products",
    },
)
def gpt_step_flops_selective():
    """Hardware FLOPs per step with selective recomputation, GPT.

    The forward pass of the attention scores is repeated: four passes over them take
    the place of three.
    """
    return Eq(
        C_hw,
        step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (score_parity_recomputed * h) + V / (logit_parity * L * h)),
    )


@formula(
    source=MEGATRON_2021.at("appendix, extended to gated networks", opened=True),
    leaves_out=SHAPE,
    also_called=("Llama step FLOPs",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "gated",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def gated_step_flops_of_width_four():
    """Model FLOPs per step, SwiGLU with d_ffn = 4h (96BLsh^2).

    The leading 96 is three passes of 32 s h^2; the same number counts four passes
    of 24 s h^2 in the law of full recomputation.
    """
    return Eq(
        C_step,
        gated_step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (gated_score_parity * h) + V / (gated_logit_parity * L * h)),
    )


@formula(
    source=MEGATRON_2021.at("appendix, extended to gated networks", opened=True),
    leaves_out=SHAPE,
    also_called=("SwiGLU full recompute FLOPs",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "feed_forward": "gated",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "recompute": "full",
        "operation_count": "products",
    },
)
def gated_step_flops_full_recompute():
    """Hardware FLOPs per step with full recomputation, SwiGLU, d_ffn = 4h.

    Forward, forward again and a backward pass worth two: four passes of 32 h^2
    FLOPs per token and layer. The logits are not recomputed.
    """
    return Eq(
        C_hw,
        gated_recompute_step_flops
        * B
        * s
        * L
        * h**2
        * (1 + s / (gated_score_parity * h) + V / (gated_recompute_logit_parity * L * h)),
    )


@derives(gpt_step_flops)
def three_passes(page):
    """Go forward once and backward twice as dear."""
    page.start(Eq(C_step, B * 3 * (L * C_lfwd + C_logit)), "three times the forward pass")
    page.put(gpt_layer_forward_flops, "one layer")
    page.put(output_layer_forward_flops, "the output layer")


@derives(gpt_step_flops_full_recompute)
def four_passes(page):
    """Repeat the forward pass of the layers."""
    page.start(
        Eq(C_hw, B * (4 * L * C_lfwd + 3 * C_logit)), "layers four times, the output three times"
    )
    page.put(gpt_layer_forward_flops, "one layer")
    page.put(output_layer_forward_flops, "the output layer")


@derives(gpt_step_flops_selective_as_published)
def scores_forward_and_back_again(page):
    """Count the scores a second time, forward and backward."""
    page.start(
        Eq(C_hw, B * (3 * L * C_lfwd + 3 * L * C_score + 3 * C_logit)),
        "three passes, and three more over the scores of every layer",
    )
    page.put(gpt_layer_forward_flops, "one layer")
    page.put(score_flops, "its scores")
    page.put(head_size, "the heads together are as wide as the hidden vector")
    page.put(output_layer_forward_flops, "the output layer")


@derives(gpt_step_flops_selective)
def scores_once_more(page):
    """Repeat the forward pass of the attention scores."""
    page.start(
        Eq(C_hw, B * (3 * L * C_lfwd + L * C_score + 3 * C_logit)),
        "three passes, and the scores of every layer once more",
    )
    page.put(gpt_layer_forward_flops, "one layer")
    page.put(score_flops, "its scores")
    page.put(head_size, "the heads together are as wide as the hidden vector")
    page.put(output_layer_forward_flops, "the output layer")


@derives(gated_step_flops_of_width_four)
def three_gated_passes(page):
    """Go forward once and backward twice as dear."""
    page.start(Eq(C_step, B * 3 * (L * C_lfwd + C_logit)), "three times the forward pass")
    page.put(gated_layer_forward_flops_of_width_four, "one layer")
    page.put(output_layer_forward_flops, "the output layer")


@derives(gated_step_flops_full_recompute)
def four_gated_passes(page):
    """Repeat the forward pass of the layers."""
    page.start(
        Eq(C_hw, B * (4 * L * C_lfwd + 3 * C_logit)), "layers four times, the output three times"
    )
    page.put(gated_layer_forward_flops_of_width_four, "one layer")
    page.put(output_layer_forward_flops, "the output layer")


selective = Variants(
    "selective-recompute-flops",
    "Executed FLOPs with selective recomputation by what is counted",
    {
        gpt_step_flops_selective_as_published: "scores twice in full: the paper and its tables",
        gpt_step_flops_selective: "scores forward once more: what is executed",
    },
    says="At usual shapes they differ by one or two percent.",
)
