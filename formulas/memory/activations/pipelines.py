"""Pipelines: activations of a stage, by how many micro-batches are in flight."""

from sympy import Eq, Min

from derive.records import Case, Variants, derives, divides, formula

from ...parallelism.pipeline.zero_bubble import zb_h2_in_flight
from ...sources import INFRA_MATH, KORTHIKANTI, MEGATRON_2021, MEGATRON_CODE
from ...symbols.activations import M_base, M_layer, i_stage, n_fly, r_fly
from ...symbols.memory import M_act
from ...symbols.model import L, a, b, h, s
from ...symbols.parallelism import TP, m, p, v
from .splits import MODELS, SHAPE
from .strategies import (
    UNUSUAL,
    activation_memory_selective,
    activation_memory_tp,
    activation_memory_tp_sp,
    linear_bytes,
    score_bytes,
    split_bytes,
    usual_layer,
    whole_bytes,
)

FIRST_STAGE = KORTHIKANTI.at("section 4.2.3", opened=True)
REPORT = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)
EDGES = "embedding, output layer and loss, stages with unequal numbers of layers"
WARMUP = MEGATRON_CODE.at(
    "megatron/core/pipeline_parallel/schedules.py, get_pp_rank_microbatches", opened=True
)


def interleaved():
    """Where an interleaved schedule fills: whole rounds, and enough of them."""
    return [p >= 2, v >= 2, divides(p, m), m * v >= p * v + p - 1]


@formula(
    source=(MEGATRON_2021.at("section 2.2.1", opened=True), INFRA_MATH.at("line 82", opened=True)),
    status="definition",
    also_called=("all-forward-all-backward in flight", "GPipe in-flight micro-batches"),
    formerly=("all_micro_batches_in_flight",),
    holds_for={"schedule": "gpipe"},
)
def all_forward_in_flight():
    """GPipe: micro-batches in flight on every stage.

    All forward passes of the step come before the first backward pass, so a stage
    keeps the activations of all of them at its peak.
    """
    return Eq(n_fly, m)


@formula(
    source=(
        MEGATRON_2021.at("section 2.2.1", opened=True),
        INFRA_MATH.at("line 82, corrected", opened=True),
    ),
    holds_when=lambda: [i_stage < p],
    also_called=("PipeDream-Flush in flight", "1F1B in-flight micro-batches"),
    formerly=("micro_batches_in_flight",),
    holds_for={"schedule": "1f1b", "stage": "each"},
)
def one_forward_one_backward_in_flight():
    """1F1B: micro-batches in flight on one stage.

    As many as there are stages from this one to the last, itself included: `p` on
    the first, 1 on the last, and never more than the step has.
    """
    return Eq(n_fly, Min(m, p - i_stage))


@formula(
    source=(FIRST_STAGE, REPORT),
    also_called=("warmup micro-batches of stage 0",),
    holds_for={"schedule": "1f1b", "stage": "first"},
)
def first_stage_in_flight():
    """1F1B: micro-batches in flight on the first stage.

    The first stage holds the most: one micro-batch for each stage, or all of them
    if there are fewer.
    """
    return Eq(n_fly, Min(m, p))


@formula(
    source=(FIRST_STAGE, REPORT),
    holds_when=interleaved,
    also_called=("virtual pipeline in flight",),
    holds_for={"schedule": "interleaved", "stage": "first"},
)
def interleaved_in_flight():
    """Interleaved 1F1B: micro-batches in flight on the first stage.

    The stage has `v` chunks and starts one chunk more for each other stage
    before the first gradient comes back: `p` times `v` plus `p` - 1 chunks.
    The step must have as many; `p` micro-batches are too few.
    """
    return Eq(n_fly, (p * v + p - 1) / v)


@formula(
    source=WARMUP,
    holds_when=lambda: [i_stage < p, v >= 2, divides(p, m)],
    also_called=("interleaved in-flight micro-batches", "virtual pipeline warmup"),
    holds_for={"schedule": "interleaved", "stage": "each"},
)
def interleaved_micro_batches_in_flight():
    """Interleaved 1F1B: micro-batches in flight on one stage.

    The warmup runs `v` - 1 rounds of `p` chunks and two chunks more for each
    later stage, and one chunk more is under way; `v` chunks are a whole stage.
    """
    return Eq(n_fly, Min(((v - 1) * p + 2 * (p - i_stage - 1) + 1) / v, m))


@formula(
    source=(FIRST_STAGE, REPORT),
    leaves_out="stages with unequal numbers of layers",
    holds_for={"stage": "first", "schedule": "1f1b"},
)
def plain_activation_factor():
    """1F1B: activations of the first stage, relative to all layers.

    With at least as many micro-batches as stages it is 1: the first stage
    then holds as much as a GPU that had all layers and one micro-batch.
    """
    return Eq(r_fly, Min(1, m / p))


@formula(
    source=(FIRST_STAGE, REPORT),
    holds_when=interleaved,
    leaves_out="chunks with unequal numbers of layers",
    also_called=("interleaved schedule memory penalty",),
    holds_for={"stage": "first", "schedule": "interleaved"},
)
def interleaved_activation_factor():
    """Interleaved 1F1B: activations of the first stage, relative to all layers.

    What the chunks of a virtual pipeline cost: with v of them, (p - 1)/(p v)
    more than the plain schedule keeps.
    """
    return Eq(r_fly, 1 + (p - 1) / (p * v))


@formula(
    source=(FIRST_STAGE, INFRA_MATH.at("lines 189 to 194, corrected", opened=True)),
    status="definition",
    leaves_out=EDGES,
    also_called=("pipeline activation memory",),
    holds_for={"activation_count": "layers", "sequence": "whole"},
)
def stage_activation_memory():
    """Activation memory of one pipeline stage.

    Activations grow with tokens and hidden size, not with the number of parameters
    of the stage.
    """
    return Eq(M_act, n_fly * L / p * M_layer)


@formula(
    source=(FIRST_STAGE, INFRA_MATH.at("line 192, corrected", opened=True)),
    holds_when=lambda: [*usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=f"{UNUSUAL}, {EDGES}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "selective",
        "sequence": "shared",
        "pipelined": "yes",
    },
)
def stage_activation_memory_selective():
    """Activation memory of one pipeline stage with selective recomputation.

    Under tensor and sequence parallelism, for any schedule: 34 bytes for each
    token and hidden unit of each layer and micro-batch in flight.
    """
    return Eq(M_act, linear_bytes * s * b * h * L / (p * TP) * n_fly)


@formula(
    source=KORTHIKANTI.at("figure 1, tensor parallel baseline"),
    holds_when=lambda: [*interleaved(), *usual_layer(), divides(TP, a)],
    leaves_out=f"{UNUSUAL}, {EDGES}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "none",
        "kernel": "scores",
        "sequence": "whole",
        "pipelined": "yes",
        "schedule": "interleaved",
    },
)
def interleaved_activation_memory_tp():
    """Interleaved 1F1B activation memory under tensor parallelism.

    First stage, nothing recomputed: what tensor parallelism keeps, times the
    penalty of the interleaved schedule.
    """
    return Eq(
        M_act,
        L
        * s
        * b
        * h
        * (whole_bytes + split_bytes / TP + score_bytes * a * s / (h * TP))
        * (1 + (p - 1) / (p * v)),
    )


@formula(
    source=KORTHIKANTI.at("section 4.2.3", opened=True),
    holds_when=lambda: [*interleaved(), *usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=f"{UNUSUAL}, {EDGES}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "none",
        "kernel": "scores",
        "sequence": "shared",
        "pipelined": "yes",
        "schedule": "interleaved",
    },
)
def interleaved_activation_memory_tp_sp():
    """Interleaved 1F1B activation memory under tensor and sequence parallelism.

    First stage, nothing recomputed: every tensor is shared by the `TP` ranks.
    """
    return Eq(
        M_act,
        L * s * b * h / TP * (linear_bytes + score_bytes * a * s / h) * (1 + (p - 1) / (p * v)),
    )


@formula(
    source=KORTHIKANTI.at("figure 1, sequence parallelism and selective recomputation"),
    holds_when=lambda: [*interleaved(), *usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=f"{UNUSUAL}, {EDGES}",
    holds_for={
        "context_split": "whole",
        "feed_forward": "standard",
        "layers": "dense",
        "activation_count": "layers",
        "recompute": "selective",
        "sequence": "shared",
        "pipelined": "yes",
        "schedule": "interleaved",
    },
)
def interleaved_activation_memory_selective():
    """Interleaved 1F1B activation memory with selective recomputation.

    First stage, under tensor and sequence parallelism, attention cores computed
    again.
    """
    return Eq(M_act, linear_bytes * L * s * b * h / TP * (1 + (p - 1) / (p * v)))


@derives(first_stage_in_flight)
def stage_zero(page):
    """Count from the first stage."""
    page.start(one_forward_one_backward_in_flight, "any stage")
    page.put(Eq(i_stage, 0), "the first one")


@derives(plain_activation_factor)
def in_flight_over_stages(page):
    """Compare what is in flight with the number of stages."""
    page.start(Eq(r_fly, n_fly / p), "each micro-batch keeps one p-th of the layers")
    page.put(first_stage_in_flight, "what is in flight")
    page.rewrite(Eq(r_fly, Min(1, m / p)), "divide both by the number of stages")


@derives(interleaved_activation_factor)
def chunks_over_stages(page):
    """Compare what is in flight with the number of stages."""
    page.start(Eq(r_fly, n_fly / p), "each micro-batch keeps one p-th of the layers")
    page.put(interleaved_in_flight, "chunks in flight, counted in micro-batches")


@derives(stage_activation_memory_selective)
def selective_stage(page):
    """Put in one layer without its attention core."""
    page.start(stage_activation_memory, "layers of the stage times micro-batches in flight")
    page.put(
        activation_memory_selective.with_(M_act=M_layer, L=1), "one layer, shared by the TP ranks"
    )


def _first_stage(page, law):
    """All layers and one micro-batch, times what is in flight."""
    page.start(Eq(M_act, r_fly * M_base), "as much as all layers keep, times the factor")
    page.put(interleaved_activation_factor, "what is in flight")
    page.put(law.with_(M_act=M_base), "all layers, one micro-batch")


@derives(interleaved_activation_memory_tp)
def baseline_in_flight(page):
    """Everything kept, tensor parallelism alone."""
    _first_stage(page, activation_memory_tp)


@derives(interleaved_activation_memory_tp_sp)
def shared_in_flight(page):
    """Everything kept, everything shared."""
    _first_stage(page, activation_memory_tp_sp)


@derives(interleaved_activation_memory_selective)
def selective_in_flight(page):
    """Without the attention core, everything shared."""
    _first_stage(page, activation_memory_selective)


schedules = Variants(
    "in-flight-schedules",
    "Micro-batches in flight on the first stage, by schedule",
    {
        all_forward_in_flight: "all forward, then all backward: GPipe",
        first_stage_in_flight: "one forward, one backward: PipeDream-Flush, Megatron-LM",
        interleaved_in_flight: "interleaved: Megatron-LM with virtual stages",
    },
    says="The bubble of the first two is the same; only the memory differs.",
)
each_stage = Variants(
    "flights",
    "Micro-batches in flight on any stage, by schedule",
    {
        all_forward_in_flight: "all forward, then all backward: GPipe",
        one_forward_one_backward_in_flight: "one forward, one backward",
        interleaved_micro_batches_in_flight: "one forward, one backward, on several chunks",
        zb_h2_in_flight: "zero bubble with twice the memory",
    },
    says="The first stage keeps most; that is where memory decides.",
)

INTERLEAVED = {"175B": {p: 8, v: 3}, "530B": {p: 35, v: 3}}

worked = [
    *(
        Case(
            interleaved_activation_memory_tp,
            {**MODELS[model], **SHAPE, **INTERLEAVED[model]},
            gives=printed,
            source=KORTHIKANTI.at("figure 1, tensor parallel baseline"),
        )
        for model, printed in (("175B", "66.84375 GiB"), ("530B", "114.0234375 GiB"))
    ),
    Case(
        first_stage_in_flight, {p: 4, m: 16}, gives="4", source=REPORT, note="as the report prints"
    ),
]
