"""ZeRO: how sharding over data-parallel ranks cuts the model state."""

from sympy import Eq

from derive.records import Case, Variants, derives, formula

from ..sources import INFRA_MATH, ZERO
from ..symbols.memory import M_grad, M_opt, M_param, M_state, b_grad, b_opt, b_param
from ..symbols.model import Psi
from ..symbols.parallelism import N_dp
from .memory import gradient_memory, optimizer_memory, parameter_memory

NOT_STATE = "activations, communication buffers, fragmentation"


@formula(
    source=(ZERO.at("section 3.1", opened=True), INFRA_MATH.at("line 49", opened=True)),
    leaves_out=NOT_STATE,
    also_called=(
        "DDP memory",
        "ZeRO-0 memory",
        "full fine-tuning memory",
    ),
    holds_for={
        "sharding": "none",
        "model_split": "whole",
        "context_split": "whole",
        "offload": "none",
    },
)
def data_parallel_memory():
    """Data-parallel (DDP) model-state memory of one GPU.

    Every replica keeps the whole model state, so the degree of data
    parallelism does not appear: `Psi` alone decides.
    """
    return Eq(M_state, (b_param + b_grad + b_opt) * Psi)


@formula(
    source=(ZERO.at("section 5.1", opened=True), INFRA_MATH.at("line 50", opened=True)),
    leaves_out=NOT_STATE,
    also_called=("optimizer state sharding", "ZeRO stage 1", "DeepSpeed ZeRO-1 memory", "P_os"),
    holds_for={
        "sharding": "zero1",
        "model_split": "whole",
        "context_split": "whole",
        "offload": "none",
    },
)
def zero1_memory():
    """ZeRO-1 model-state memory of one GPU.

    The optimizer state is cut into `N_dp` equal shares; parameters and
    gradients stay whole on every GPU.
    """
    return Eq(M_state, b_param * Psi + b_grad * Psi + b_opt * Psi / N_dp)


@formula(
    source=(ZERO.at("section 5.2", opened=True), INFRA_MATH.at("line 51", opened=True)),
    leaves_out=NOT_STATE,
    also_called=("SHARD_GRAD_OP", "ZeRO stage 2", "DeepSpeed ZeRO-2 memory", "P_os+g"),
    holds_for={
        "sharding": "zero2",
        "model_split": "whole",
        "context_split": "whole",
        "offload": "none",
    },
)
def zero2_memory():
    """ZeRO-2 model-state memory of one GPU.

    Gradients and optimizer state are cut into `N_dp` equal shares; only the
    parameters stay whole on every GPU.
    """
    return Eq(M_state, b_param * Psi + (b_grad + b_opt) * Psi / N_dp)


@formula(
    source=(ZERO.at("section 5.3", opened=True), INFRA_MATH.at("line 52", opened=True)),
    leaves_out=f"the layer that is gathered while it computes, {NOT_STATE}",
    also_called=(
        "FULL_SHARD",
        "FSDP model-state memory",
        "ZeRO stage 3",
        "DeepSpeed ZeRO-3 memory",
        "P_os+g+p",
    ),
    holds_for={
        "sharding": "zero3",
        "gathered_layer": "left-out",
        "model_split": "whole",
        "context_split": "whole",
        "offload": "none",
    },
)
def zero3_memory():
    """ZeRO-3 (FSDP) model-state memory of one GPU.

    Parameters, gradients and optimizer state are all cut into `N_dp` equal
    shares, and each GPU keeps one share of the three.
    """
    return Eq(M_state, (b_param + b_grad + b_opt) * Psi / N_dp)


@derives(data_parallel_memory)
def everything_everywhere(page):
    """Count what one replica keeps."""
    page.start(Eq(M_state, M_param + M_grad + M_opt), "the model state has three parts")
    page.put(parameter_memory, "all parameters")
    page.put(gradient_memory, "all gradients")
    page.put(optimizer_memory, "the whole optimizer state")


@derives(zero1_memory)
def optimizer_state_shared(page):
    """Cut the optimizer state, keep the rest."""
    page.start(
        Eq(M_state, M_param + M_grad + M_opt / N_dp),
        "each rank updates one share of the parameters and keeps the optimizer state of that share",
    )
    page.put(parameter_memory, "all parameters")
    page.put(gradient_memory, "all gradients")
    page.put(optimizer_memory, "the optimizer state before the cut")


@derives(zero2_memory)
def gradients_shared_too(page):
    """Cut gradients and optimizer state, keep the parameters."""
    page.start(
        Eq(M_state, M_param + (M_grad + M_opt) / N_dp),
        "a rank needs the summed gradient only of the share that it updates",
    )
    page.put(parameter_memory, "all parameters")
    page.put(gradient_memory, "the gradients before the cut")
    page.put(optimizer_memory, "the optimizer state before the cut")


@derives(zero3_memory)
def everything_shared(page):
    """Cut all three parts."""
    page.start(
        Eq(M_state, (M_param + M_grad + M_opt) / N_dp),
        "parameters are gathered layer by layer when they are used, and dropped again",
    )
    page.put(parameter_memory, "the parameters before the cut")
    page.put(gradient_memory, "the gradients before the cut")
    page.put(optimizer_memory, "the optimizer state before the cut")


stages = Variants(
    "zero-stages",
    "Model-state memory by what is sharded",
    {
        data_parallel_memory: "nothing sharded: plain data parallelism",
        zero1_memory: "optimizer state sharded: ZeRO-1, Megatron-LM's distributed optimizer",
        zero2_memory: "gradients sharded too: ZeRO-2",
        zero3_memory: "parameters sharded too: ZeRO-3, fully sharded data parallelism",
    },
    says="Each stage shards one more part; with one rank all four agree.",
)

MIXED_ADAM = {b_param: "2 byte/param", b_grad: "2 byte/param", b_opt: "12 byte/param"}

# Table 1 of the ZeRO paper: (model size, printed GB per number of ranks); a figure that
# ends in "~" was cut off in print, not rounded.
RANKS = (1, 4, 16, 64, 256, 1024)
TABLE_1 = (
    (zero1_memory, 7.5e9, "120 52.5 35.6 31.4 30.4 30.1"),
    (zero2_memory, 7.5e9, "120 41.3 21.6 16.6 15.4 15.1"),
    (zero3_memory, 7.5e9, "120 30 7.5 1.88 0.47 0.12"),
    (zero1_memory, 128e9, "2048 896 608 536 518 513~"),
    (zero2_memory, 128e9, "2048 704 368 284 263 257~"),
    (zero3_memory, 128e9, "2048 512 128 32 8 2"),
    (zero1_memory, 1e12, "16000 7000 4750 4187~ 4046~ 4011~"),
    (zero2_memory, 1e12, "16000 5500 2875 2218~ 2054~ 2013~"),
    (zero3_memory, 1e12, "16000 4000 1000 250 62.5 15.6"),
)

table_1 = [
    Case(
        law,
        {Psi: size, N_dp: ranks, **MIXED_ADAM},
        gives=f"{printed.rstrip('~')} GB",
        source=ZERO.at("table 1", opened=True),
        truncated=printed.endswith("~"),
    )
    for law, size, row in TABLE_1
    for ranks, printed in zip(RANKS, row.split(), strict=True)
]

# Table 2: the largest model of one 32 GB GPU, in billions of parameters, 64 ranks.
table_2 = [
    Case(
        law,
        {M_state: "32 GB", N_dp: 64, **MIXED_ADAM},
        gives=f"{printed}e9",
        of=Psi,
        source=ZERO.at("table 2, row MP 1", opened=True),
        within=within,
    )
    for law, printed, within in (
        (zero1_memory, "7.6", "0.7 %"),
        (zero2_memory, "14.4", "0.2 %"),
        (zero3_memory, "128", ""),
    )
] + [
    Case(
        data_parallel_memory,
        {M_state: "32 GB", **MIXED_ADAM},
        gives="2.0e9",
        of=Psi,
        source=ZERO.at("table 2, row MP 1", opened=True),
    )
]

figures = [
    Case(
        zero3_memory,
        {Psi: 7.5e9, N_dp: 64, **MIXED_ADAM},
        gives="1.9 GB",
        source=ZERO.at("figure 1", opened=True),
        note="1.875 GB; the same number is printed as 1.88 in table 1",
    ),
    Case(
        data_parallel_memory,
        {Psi: 7.5e9, **MIXED_ADAM},
        gives="120 GB",
        source=ZERO.at("figure 1", opened=True),
    ),
    Case(
        data_parallel_memory,
        {Psi: 1.5e9, **MIXED_ADAM},
        gives="24 GB",
        source=ZERO.at("section 3.1", opened=True),
    ),
]
