"""FSDP: memory and traffic with and without resharding, and of hybrid sharding (HSDP)."""

from sympy import Eq

from derive.records import Variants, derives, formula

from ..communication.collectives.volumes import (
    ring_all_gather_volume,
    ring_all_reduce_volume,
    ring_reduce_scatter_volume,
)
from ..communication.zero_traffic import zero3_volume
from ..memory.memory import gradient_memory, parameter_memory
from ..memory.zero import zero2_memory, zero3_memory
from ..sources import FSDP, TORCHTITAN
from ..symbols.collectives import V_ag, V_ar, V_rs
from ..symbols.fsdp import N_rep, N_shard, V_rep
from ..symbols.memory import M_grad, M_param, M_state, b_grad, b_opt, b_param
from ..symbols.model import Psi
from ..symbols.parallelism import N_dp
from ..symbols.state import V_step

FLAGS = TORCHTITAN.at("docs/fsdp.md, reshard_after_forward and mesh", opened=True)
HYBRID = FSDP.at("section 3.2.2, hybrid sharding", opened=True)
NOT_STATE = (
    "activations, gathered layers, communication buffers, fragmentation, experts that are dealt out"
)
FEWER = "expert parallelism, which leaves experts fewer replicas"
NO_ACCUMULATION = f"gradient accumulation, which repeats it for every micro-batch, {FEWER}"


@formula(source=(HYBRID, FLAGS), status="definition", also_called=("HSDP mesh",))
def hybrid_degrees():
    """HSDP data-parallel degree: replicas times shards.

    The two dimensions of the device mesh.
    """
    return Eq(N_dp, N_rep * N_shard)


@formula(
    source=(HYBRID, FLAGS),
    leaves_out=NOT_STATE,
    also_called=("HYBRID_SHARD memory", "hybrid sharding memory", "MiCS memory"),
    holds_for={
        "gathered_layer": "left-out",
        "context_split": "whole",
        "sharding": "hybrid",
        "model_split": "whole",
        "offload": "none",
    },
)
def hybrid_sharded_memory():
    """HSDP model-state memory of one GPU.

    Parameters, gradients and optimizer state are cut over the `N_shard` GPUs of
    one group; further groups hold the same again.
    """
    return Eq(M_state, (b_param + b_grad + b_opt) * Psi / N_shard)


@formula(
    source=FLAGS,
    leaves_out=NOT_STATE,
    also_called=("reshard_after_forward=False memory", "_HYBRID_SHARD_ZERO2 memory"),
)
def unresharded_memory():
    """FSDP2 model-state memory of one GPU without reshard after forward.

    At its peak, between forward and backward pass: the gathered parameters stay
    whole beside the shares of gradients and optimizer state.
    """
    return Eq(M_state, b_param * Psi + (b_grad + b_opt) * Psi / N_shard)


@formula(
    source=FLAGS,
    leaves_out="gradient accumulation, which under ZeRO-2 and FSDP2 repeats the exchange for every "
    f"micro-batch, {FEWER}",
    also_called=(
        "ZeRO-1 traffic per step",
        "ZeRO-2 traffic per step",
        "reshard_after_forward=False traffic",
        "FSDP SHARD_GRAD_OP traffic",
    ),
    holds_for={"model_split": "whole", "context_split": "whole", "sharding": ("zero1", "zero2")},
)
def unresharded_volume():
    """ZeRO-1, ZeRO-2 and FSDP2 without reshard after forward: volume per step.

    Gradients are reduce-scattered and parameters gathered once: by ZeRO-1 and ZeRO-2
    after the update, by FSDP2 before the forward pass. With reshard after forward they
    are gathered twice: `zero3_volume`.
    """
    return Eq(V_step, (b_param + b_grad) * Psi * (N_dp - 1) / N_dp)


@formula(
    source=(HYBRID, FLAGS),
    leaves_out=NO_ACCUMULATION,
    also_called=("HSDP intra-node traffic", "hybrid sharding traffic inside a group"),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "sharding": "hybrid",
        "gathering": "once",
    },
)
def hybrid_shard_volume():
    """HSDP volume per step inside a sharding group, with reshard after forward.

    What FSDP sends, within the group alone: inside a node, where a group is one.
    """
    return Eq(V_step, (2 * b_param + b_grad) * Psi * (N_shard - 1) / N_shard)


@formula(
    source=HYBRID,
    leaves_out="gradient accumulation that sums over replicas for every micro-batch, hierarchies "
    f"of more than two levels, {FEWER}",
    also_called=("HSDP inter-node traffic", "hybrid sharding cross-host traffic"),
    holds_for={"model_split": "whole", "context_split": "whole", "sharding": "hybrid"},
)
def hybrid_replica_volume():
    """HSDP volume per step between replicas: the gradient-shard all-reduce.

    Each GPU has one share of the gradients to sum with the same share of the
    other groups. This is all that leaves a node where a group is one.
    """
    return Eq(V_rep, 2 * b_grad * Psi * (N_rep - 1) / (N_rep * N_shard))


@derives(hybrid_sharded_memory)
def shares_of_one_group(page):
    """Shard over one group."""
    page.start(zero3_memory.with_(N_dp=N_shard), "ZeRO-3 over the GPUs of one group")


@derives(unresharded_memory)
def parameters_stay_gathered(page):
    """Keep the gathered parameters."""
    page.start(
        zero2_memory.with_(N_dp=N_shard), "whole parameters, shares of everything else: ZeRO-2"
    )


@derives(unresharded_volume)
def one_gather_and_one_reduction(page):
    """Count what is gathered and reduced in one step."""
    page.start(Eq(V_step, V_ag + V_rs), "parameters once, and the sum of the gradients")
    page.put(ring_all_gather_volume.with_(N=N_dp, n=M_param), "all parameters, from their shares")
    page.put(ring_reduce_scatter_volume.with_(N=N_dp, n=M_grad), "all gradients, into shares")
    page.put(parameter_memory, "all parameters")
    page.put(gradient_memory, "all gradients")


@derives(hybrid_shard_volume)
def inside_one_group(page):
    """Send within one group."""
    page.start(zero3_volume.with_(N_dp=N_shard), "two gathers and one reduction, in the group")


@derives(hybrid_replica_volume)
def shares_summed_over_groups(page):
    """Sum the shares over the groups."""
    page.start(Eq(V_rep, V_ar), "an all-reduce among GPUs that hold the same share")
    page.put(
        ring_all_reduce_volume.with_(N=N_rep, n=M_grad / N_shard), "one share of the gradients"
    )
    page.put(gradient_memory, "all gradients")


resharding = Variants(
    "fsdp-volume",
    "FSDP volume per step, by whether parameters are freed after the forward pass",
    {
        zero3_volume: "reshard_after_forward=True, FULL_SHARD: ZeRO-3",
        unresharded_volume: "reshard_after_forward=False, SHARD_GRAD_OP: ZeRO-2 memory",
    },
    says="Freeing the parameters costs one more all-gather, half as much again in one precision.",
)
