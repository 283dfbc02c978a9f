"""Recomputation overhead of a training step: extra FLOPs over those that the model needs."""

from sympy import Eq

from derive.records import derives, formula

from ...sources import KORTHIKANTI, MEGATRON_2021
from ...symbols.flop_numbers import (
    logit_parity,
    score_parity,
    score_parity_recomputed,
    score_parity_selective,
)
from ...symbols.flops import C_hw, C_step, o_rec
from ...symbols.model import L, V, h, s
from .steps import (
    SHAPE,
    gpt_step_flops,
    gpt_step_flops_full_recompute,
    gpt_step_flops_selective,
    gpt_step_flops_selective_as_published,
)


@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    status="definition",
    holds_when=lambda: [C_hw >= C_step],
    also_called=(
        "activation checkpointing overhead",
        "recompute overhead",
        "gradient checkpointing overhead",
    ),
)
def recompute_overhead():
    """Recomputation overhead: extra FLOPs over model FLOPs.

    Zero without recomputation, almost a third with full recomputation.
    """
    return Eq(o_rec, C_hw / C_step - 1)


@formula(
    source=MEGATRON_2021.at("equation 3", opened=True),
    leaves_out=SHAPE,
    also_called=(
        "33 % recompute overhead",
        "full activation checkpointing overhead",
    ),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "recompute": "full",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def full_recompute_overhead():
    """Full recomputation overhead, GPT.

    Almost one third: only the logits are not recomputed.
    """
    return Eq(
        o_rec,
        (1 + s / (score_parity * h))
        / (3 * (1 + s / (score_parity * h) + V / (logit_parity * L * h))),
    )


@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    leaves_out=SHAPE,
    also_called=("Korthikanti overhead",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "recompute": "selective",
        "selective_count": "published",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def selective_recompute_overhead_as_published():
    """Selective recomputation overhead, as published.

    Three times the actual overhead: the paper's equation adds the forward and
    backward pass of the attention scores, where only the forward pass is repeated.
    """
    return Eq(
        o_rec,
        (1 + s / (score_parity_selective * h) + V / (logit_parity * L * h))
        / (1 + s / (score_parity * h) + V / (logit_parity * L * h))
        - 1,
    )


@formula(
    source=KORTHIKANTI.at("appendix A, text before equation 8", opened=True),
    leaves_out=SHAPE,
    also_called=("selective activation checkpointing overhead",),
    holds_for={
        "attention": "grouped",
        "head_width": "split",
        "recompute": "selective",
        "selective_count": "executed",
        "feed_forward": "standard",
        "shape": "gpt",
        "layers": "dense",
        "attention_count": "full",
        "operation_count": "products",
    },
)
def selective_recompute_overhead():
    """Selective recomputation overhead, GPT.

    One more forward pass of the attention scores: a few percent.
    """
    return Eq(
        o_rec,
        (1 + s / (score_parity_recomputed * h) + V / (logit_parity * L * h))
        / (1 + s / (score_parity * h) + V / (logit_parity * L * h))
        - 1,
    )


@derives(full_recompute_overhead)
def one_pass_in_three(page):
    """Compare four passes with three."""
    page.start(recompute_overhead, "executed FLOPs over those that the model needs")
    page.put(gpt_step_flops_full_recompute, "layers computed again")
    page.put(gpt_step_flops, "nothing computed again")


@derives(selective_recompute_overhead_as_published)
def scores_counted_twice(page):
    """Compare the published counts."""
    page.start(recompute_overhead, "executed FLOPs over those that the model needs")
    page.put(gpt_step_flops_selective_as_published, "scores counted twice")
    page.put(gpt_step_flops, "nothing computed again")


@derives(selective_recompute_overhead)
def scores_repeated_forward(page):
    """Compare the counts."""
    page.start(recompute_overhead, "executed FLOPs over those that the model needs")
    page.put(gpt_step_flops_selective, "scores computed again")
    page.put(gpt_step_flops, "nothing computed again")
