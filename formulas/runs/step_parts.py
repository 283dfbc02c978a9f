"""Parts of a step: stages, pipeline, data parallelism, optimizer."""

from sympy import Eq, Max, Min, Rational

from derive.records import Case, formula

from ..sources import (
    DEEPSPEED,
    DUALPIPE,
    FSDP,
    MEGATRON_2021,
    MEGATRON_CODE,
    NANOTRON,
    ROOFLINE,
    ZERO,
    ZERO_BUBBLE_CODE,
)
from ..symbols.compute import B_hbm, F, b_elem, flops_per_mac
from ..symbols.experts import L_moe
from ..symbols.layout import n_mb
from ..symbols.model import L, V, h
from ..symbols.parallelism import EP, TP, N_gpu, m, p, v
from ..symbols.runs_attained import (
    copy_bytes,
    e_mem,
    e_mm,
    gradient_pass,
    loss_bytes,
    n_ref,
    t_fix,
    t_meet,
    t_stall,
    tp_ref,
    update_bytes,
)
from ..symbols.runs_exchanges import b_red, beta_dp, t_own, x_seen
from ..symbols.runs_layers import t_dlay, t_head, t_xlay
from ..symbols.runs_step import (
    Q_grad,
    T_busy,
    T_grad,
    T_idle,
    T_stall,
    T_upd,
    T_xgrad,
    b_swap,
    t_hop,
    t_slow,
    t_stage,
    t_way,
)
from ..symbols.stages import L_dst, L_est, Psi_xgpu, n_same, n_shard, x_out
from ..symbols.state import EDP, ETP, Psi_gpu
from ..symbols.time import T_step

BUBBLE = MEGATRON_2021.at("section 2.2.2", opened=True)
SHARDED = ZERO.at("section 7", opened=True)
ACCUMULATED = FSDP.at("section 3.3.4, accumulation with communication", opened=True)
GROUPS = MEGATRON_CODE.at("megatron/core/parallel_state.py, expert data-parallel size", opened=True)


# allow counts_agree_in_kind: the output table has one entry for each token and unit
@formula(
    source=ROOFLINE.at("section 3", opened=True),
    status="approximation",
    leaves_out="a loss kernel that keeps the logits on the chip or in pieces, the all-reduces of a "
    "vocabulary-parallel loss",
    also_called=(
        "LM head time",
        "cross-entropy time",
    ),
)
def output_layer_time():
    """Output layer and loss time of a micro-batch, forward and backward.

    One product with the vocabulary forward and two backward, each with its FLOPs and
    its traffic, and 14 bytes that the loss moves for each logit.
    """
    return Eq(
        t_head,
        (1 + gradient_pass)
        * (
            flops_per_mac * n_mb * V * h / TP / (e_mm * F)
            + b_elem * (V * h / TP + n_mb * (h + V / TP)) / (e_mem * B_hbm)
        )
        + loss_bytes * n_mb * V / TP / (e_mem * B_hbm),
    )


@formula(
    source=BUBBLE,
    also_called=("stage time",),
)
def stage_time():
    """Micro-batch time on one stage, forward and backward.

    All layers of the stage, what is recomputed, and the output layer on the last
    one.
    """
    return Eq(t_stage, L_dst * t_dlay + L_est * t_xlay + x_out * t_head + t_hop)


@formula(
    source=BUBBLE,
    holds_when=lambda: [L_moe <= L],
    also_called=("pipeline latency",),
)
def way_time():
    """Micro-batch time through all stages, forward and backward.

    All layers of the model, and one exchange of messages for each stage, as in
    `stage_time`: one more than the pipeline has, and none where it has one stage.
    """
    return Eq(t_way, (L - L_moe) * t_dlay + L_moe * t_xlay + t_head + p * t_hop)


@formula(
    source=BUBBLE,
    also_called=("steady-state time",),
)
def busy_time():
    """Busy time of the slowest stage in a step.

    All micro-batches, one after the other.
    """
    return Eq(T_busy, m * t_slow)


@formula(
    source=BUBBLE,
    holds_when=lambda: [t_slow <= t_way],
    also_called=("pipeline warmup and cooldown time",),
    holds_for={"schedule": ("gpipe", "1f1b", "interleaved")},
)
def filling_time():
    """Bubble time of the slowest stage (1F1B, interleaved).

    The way of one micro-batch through all other stages; with `v` chunks per GPU the
    others are reached after a share of their work.
    """
    return Eq(T_idle, (t_way - t_slow) / v)


@formula(
    source=(
        ZERO_BUBBLE_CODE.at("README, comparison of schedules", opened=True),
        DUALPIPE.at("table, DualPipe and DualPipeV", opened=True),
    ),
    status="approximation",
    holds_when=lambda: [t_slow <= t_way],
    leaves_out="forward, input-gradient and weight-gradient passes of unequal length, "
    "recomputation; DualPipe has one part in `p` - 1 less",
    also_called=("zero-bubble idle time", "ZB1P bubble time of a run"),
    holds_for={"schedule": ("zb-h1", "dualpipe")},
)
def zero_bubble_filling_time():
    """Bubble time of the slowest stage (ZB-H1, DualPipe).

    If the forward pass, the input gradients and the weight gradients take equally
    long, the weight gradients fill part of the bubble of 1F1B and leave a third of it.
    """
    return Eq(T_idle, (t_way - t_slow) / 3)


# allow counts_agree_in_kind: an element of the gradient for each parameter
@formula(
    source=SHARDED,
    also_called=("gradient all-reduce bytes per parameter",),
    holds_for={"sharding": "none"},
)
def added_up_bytes():
    """DDP exchange: bytes per parameter, nothing sharded.

    An all-reduce: gradients go out to be added, and come back as a sum.
    """
    return Eq(b_swap, 2 * b_red)


# allow counts_agree_in_kind: an element of the gradient for each parameter
@formula(
    source=SHARDED,
    also_called=("ZeRO-1 communication bytes per parameter",),
    holds_for={"sharding": "zero1"},
)
def returned_bytes():
    """ZeRO-1 exchange: bytes per parameter.

    Gradients go to their owners, and parameters come back.
    """
    return Eq(b_swap, b_red + b_elem)


# allow counts_agree_in_kind: an element of the gradient for each parameter
@formula(
    source=(
        SHARDED,
        DEEPSPEED.at(
            "deepspeed/runtime/zero/stage_1_and_2.py, reduce_ready_partitions_and_remove_grads",
            opened=True,
        ),
    ),
    also_called=("ZeRO-2 communication bytes per parameter",),
    holds_for={"sharding": "zero2"},
)
def accumulated_bytes():
    """ZeRO-2 exchange: bytes per parameter, with gradient accumulation.

    A rank keeps its share of the gradients alone, so those of every micro-batch go
    to their owners at once; parameters come back once per step.
    """
    return Eq(b_swap, m * b_red + b_elem)


# allow counts_agree_in_kind: an element of the gradient for each parameter
@formula(
    source=SHARDED,
    also_called=("ZeRO-3 communication bytes per parameter",),
    holds_for={"sharding": ("zero3", "hybrid")},
)
def gathered_bytes():
    """ZeRO-3 (FSDP) exchange: bytes per parameter.

    Parameters come for each of the two passes, and gradients go to their owners.
    """
    return Eq(b_swap, b_red + 2 * b_elem)


@formula(
    source=(SHARDED, GROUPS),
    holds_when=lambda: [n_same * TP >= EP * ETP],
    also_called=("data-parallel traffic per step",),
)
def exchanged_bytes():
    """Data-parallel traffic of one rank: gradients and parameters.

    Once per step where parameters are whole: gradients go out to be added and come back
    as a sum, or, with a sharded optimizer, as parameters; sharded gradients go out with
    every micro-batch. Once per micro-batch where parameters are sharded, too: they are
    gathered for each of the two passes, and the gradients go to their owners. Routed
    experts are exchanged among their own replicas alone, of which there are fewer.
    """
    return Eq(
        Q_grad,
        b_swap * (Psi_gpu * (n_same - 1) / n_same + Psi_xgpu * (1 - EP * ETP / (n_same * TP))),
    )


@formula(
    source=SHARDED,
    also_called=("gradient reduction time",),
)
def gradient_exchange_time():
    """Data-parallel communication time before overlap.

    Traffic over bandwidth: per step, or per micro-batch where parameters are
    sharded (ZeRO-3).
    """
    return Eq(T_grad, Q_grad / beta_dp)


@formula(
    source=SHARDED,
    also_called=("no overlap-grad-reduce",),
    holds_for={"sharding": ("none", "zero1", "zero2"), "overlap": "off"},
)
def unhidden_gradient_time():
    """Exposed data-parallel time without overlap.

    All of it follows the backward pass.
    """
    return Eq(T_xgrad, T_grad)


@formula(
    source=FSDP.at("section 3.3.1, overlap of DDP", opened=True),
    status="approximation",
    also_called=("overlap-grad-reduce",),
    holds_for={"sharding": ("none", "zero1", "zero2"), "overlap": "on"},
)
def overlapped_gradient_time():
    """Exposed data-parallel time with overlap.

    The exchange hides behind half of the compute, that of the last backward passes.
    What is longer is exposed, and a share `x_seen` in any case.
    """
    return Eq(T_xgrad, Max(x_seen * T_grad, T_grad - T_busy / 2))


@formula(
    source=ACCUMULATED,
    status="approximation",
    also_called=("exposed FSDP time",),
    holds_for={"sharding": ("zero3", "hybrid")},
)
def seen_gathering_time():
    """Exposed FSDP (ZeRO-3) all-gather and reduce-scatter time.

    Every micro-batch gathers and reduces anew, and hides what it can behind its own
    work; some of it is exposed all the same.
    """
    return Eq(T_xgrad, m * Max(x_seen * T_grad, T_grad - t_slow))


@formula(
    source=ROOFLINE.at("section 3", opened=True),
    status="approximation",
    leaves_out="optimizers other than Adam, moments in fewer than four bytes, computing the "
    "norm of the gradient",
    also_called=("Adam step time",),
)
def update_time():
    """Optimizer step time, memory-bound.

    Adam in single precision: bytes of gradients, master weights and moments over the
    memory bandwidth. The state of routed experts is sharded over their own replicas.
    Where each owner of a share sends its parameters to the others in turn, a message
    for each owner.
    """
    return Eq(
        T_upd,
        (update_bytes * (Psi_gpu / n_shard + Psi_xgpu / EDP) + copy_bytes * (Psi_gpu + Psi_xgpu))
        / (e_mem * B_hbm)
        + t_own * (n_shard - 1),
    )


@formula(
    source=NANOTRON.at("scripts/scaling_benchmarks.py and its published results"),
    status="fitted",
    also_called=(
        "straggler wait",
        "host jitter",
    ),
)
def slowest_host_time():
    """Host jitter: waiting for the slowest host in a step.

    Grows with the hosts that must all be ready, and with the ranks that wait for
    each other in every layer; where stages hand micro-batches over and stop for it, with
    the ranks that do so together. The powers are fitted to one cluster.
    """
    return Eq(
        T_stall,
        m
        * (N_gpu / n_ref) ** Rational(3, 4)
        * (t_stall * (TP / tp_ref) ** Rational(3, 2) + t_meet * TP / tp_ref * Min(1, p - 1)),
    )


@formula(
    source=BUBBLE,
    leaves_out="checkpoints, evaluation, late data, restarts, other users of the network",
    also_called=(
        "iteration time",
        "breakdown of a step by parts",
    ),
    holds_for={"step_time": "run"},
)
def time_of_step():
    """Step time, part by part.

    Busy time, bubble, exposed communication, optimizer and waiting.
    """
    return Eq(T_step, T_busy + T_idle + T_xgrad + T_upd + T_stall + t_fix)


SIXTEEN_RANKS = {Psi_gpu: 1e9, Psi_xgpu: 2e9, b_swap: "6 byte/param", n_same: 16, TP: 1, ETP: 1}
worked = [
    *(
        Case(
            exchanged_bytes,
            {**SIXTEEN_RANKS, EP: degree},
            gives=printed,
            source=GROUPS,
            note=f"counted by hand: {note}",
        )
        for degree, printed, note in (
            (1, "16.875 GB", "without expert parallelism all parameters have 16 replicas"),
            (16, "5.625 GB", "experts without replicas exchange nothing"),
        )
    ),
]
