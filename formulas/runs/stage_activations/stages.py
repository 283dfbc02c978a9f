"""Activations of a stage: layers in flight by what is recomputed, logits, work space."""

from sympy import Eq, Max

from derive.records import Case, Variants, formula

from ...sources import (
    KORTHIKANTI,
    LLM_ANALYSIS,
    MEGATRON_CODE,
    SIMUMAX,
    TORCHTITAN,
)
from ...symbols.activations import M_logit, b_logit, n_fly
from ...symbols.compute import b_elem
from ...symbols.layout import n_mb
from ...symbols.memory import M_act
from ...symbols.model import V, a, d_ffn, d_head, g, h
from ...symbols.parallelism import TP
from ...symbols.stages import (
    L_dst,
    L_est,
    L_st,
    n_sp,
    x_out,
)
from ...symbols.stages_memory import (
    M_big,
    M_dense,
    M_lcore,
    M_live,
    M_loss,
    M_moe,
    M_work,
    x_work,
)

LAYER = KORTHIKANTI.at("section 4.1", opened=True)


@formula(
    source=LAYER,
    holds_when=lambda: [L_dst + L_est >= 1],
    leaves_out="what the embedding keeps",
    also_called=("activations of a rank without checkpointing",),
    holds_for={"activation_count": "run", "recompute": ("none", "cheap")},
)
def stage_activations():
    """Activation memory of a pipeline stage, no matrix product of a layer recomputed.

    All layers of the stage, for all micro-batches in flight.
    """
    return Eq(M_act, n_fly * (L_dst * M_dense + L_est * M_moe))


@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    holds_when=lambda: [M_lcore <= M_dense, M_lcore <= M_moe],
    leaves_out="what the embedding keeps",
    also_called=(
        "recompute core attention",
        "selective recompute activations",
    ),
    holds_for={"activation_count": "run", "recompute": "selective"},
)
def stage_activations_without_core():
    """Activation memory of a pipeline stage, selective recomputation.

    Of the attention core only its output stays; one core at a time is recomputed.
    """
    return Eq(
        M_act,
        n_fly
        * (
            L_dst * (M_dense - M_lcore)
            + L_est * (M_moe - M_lcore)
            + L_st * b_elem * n_mb * a * d_head / TP
        )
        + M_lcore,
    )


@formula(
    source=TORCHTITAN.at("torchtitan/distributed/activation_checkpoint.py", opened=True),
    leaves_out="what the embedding and experts keep, networks without a gate",
    also_called=("memory of selective AC by op",),
    holds_for={"activation_count": "run", "recompute": "operators"},
)
def stage_activations_of_operators():
    """Activation memory of a pipeline stage, selective recomputation per op.

    The input of the layer, queries and values, the output of attention, the gate of
    the network and what leaves it are kept; the rest is recomputed (torchtitan's
    selective checkpointing).
    """
    return Eq(
        M_act,
        n_fly * L_st * b_elem * n_mb * ((2 * h) / n_sp + (2 * a * d_head + g * d_head + d_ffn) / TP)
        + M_big,
    )


@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    leaves_out="what the embedding keeps",
    also_called=(
        "full AC of a stage",
        "full AC",
    ),
    holds_for={"activation_count": "run", "recompute": "full"},
)
def stage_activations_recomputed():
    """Activation memory of a pipeline stage, full recomputation.

    Every layer keeps its input; one layer at a time is recomputed.
    """
    return Eq(M_act, n_fly * L_st * b_elem * n_mb * h / n_sp + M_big)


# allow counts_agree_in_kind: every token has a logit for each entry of the vocabulary
@formula(
    source=KORTHIKANTI.at("section 4.3", opened=True),
    also_called=("logits per GPU",),
    holds_for={"activation_count": "run"},
)
def stage_logits():
    """Logits memory of a micro-batch on one GPU.

    Cut by tensor parallelism along the vocabulary.
    """
    return Eq(M_logit, b_logit * n_mb * V / TP)


# allow counts_agree_in_kind: the gradient has one entry for each of the output table
@formula(
    source=MEGATRON_CODE.at("megatron/core/tensor_parallel/cross_entropy.py", opened=True),
    also_called=("cross-entropy memory",),
)
def loss_memory():
    """Loss memory on one GPU: logits, loss and output-table gradient.

    Only the last stage computes a loss; `b_logit` counts all copies of the logits
    that are alive together.
    """
    return Eq(M_loss, x_out * (M_logit + b_elem * V * h / TP))


@formula(
    source=SIMUMAX.at("docs/b200/b200_release_v1.2_summary.md", opened=True),
    status="fitted",
    also_called=("backward temporaries",),
)
def working_memory():
    """Gradient working memory of one layer's backward pass.

    Gradients of activations that are alive while a layer goes back.
    """
    return Eq(M_work, x_work * M_big)


@formula(
    source=LLM_ANALYSIS.at(
        "llm_analysis/analysis.py, memory of training: the larger of the loss and of a layer ahead",
        opened=True,
    ),
    status="approximation",
    also_called=("transient memory",),
)
def temporary_memory():
    """Peak temporary memory on one GPU.

    Logits and loss are freed before the backward pass of the layers begins, so
    the larger of the two counts.
    """
    return Eq(M_live, Max(M_loss, M_work))


recomputation = Variants(
    "stage-activations",
    "Activations of a stage, by what is recomputed",
    {
        stage_activations: "nothing, or what layers leave out because it is cheap",
        stage_activations_without_core: "attention cores: selective recomputation",
        stage_activations_of_operators: "every second product: selective by operator",
        stage_activations_recomputed: "whole layers: full recomputation",
    },
    says="What is not kept is computed again in the backward pass.",
)

worked = [
    Case(
        stage_activations,
        {
            n_fly: 1,
            L_dst: 20,
            L_est: 0,
            M_dense: "281280512 byte/layer",
            M_moe: "1 byte/layer",
        },
        gives="5.24 GiB",
        source=SIMUMAX.at("example of Llama 3 70B: cached per micro-batch"),
        note="Llama 3 70B, sequences of 8,192 tokens, first of four stages under TP 8",
    ),
]
