"""DeepSpeed memory estimators: model state on GPU and host, as stated before a run."""

from sympy import Eq, Max

from derive.records import Case, Variants, derives, formula

from ..sources import DEEPSPEED
from ..symbols.memory import M_state, b_grad, b_opt, b_param
from ..symbols.model import Psi
from ..symbols.parallelism import G_node, N_dp, N_node
from ..symbols.state import M_host, M_share, Psi_big, b_host, b_init, b_live, f_host
from .zero import zero1_memory, zero2_memory, zero3_memory

STAGE_2 = DEEPSPEED.at("deepspeed/runtime/zero/stage_1_and_2.py, memory estimator", opened=True)
STAGE_3 = DEEPSPEED.at("deepspeed/runtime/zero/stage3.py, memory estimator", opened=True)
PAGE = DEEPSPEED.at("docs/code-docs/source/memory.rst", opened=True)
NOT_STATE = "activations, communication buffers, fragmentation"


@formula(
    source=(STAGE_2, PAGE),
    leaves_out=NOT_STATE,
    also_called=("ZeRO-Offload memory",),
    holds_for={
        "context_split": "whole",
        "sharding": "zero2",
        "model_split": "whole",
        "offload": "optimizer",
    },
)
def zero2_offload_memory():
    """DeepSpeed estimator: ZeRO-2 with optimizer offload, GPU memory.

    Only the parameters stay; gradients leave as they are computed.
    """
    return Eq(M_state, b_param * Psi)


@formula(
    source=(STAGE_3, PAGE),
    leaves_out=NOT_STATE,
    holds_for={
        "sharding": "zero3",
        "gathered_layer": "counted",
        "model_split": "whole",
        "context_split": "whole",
        "offload": "none",
    },
)
def zero3_live_layer_memory():
    """DeepSpeed estimator: ZeRO-3 GPU memory with the largest layer gathered.

    A share of everything, and room for the parameters and gradients of the
    layer that computes. DeepSpeed counts 18 bytes per parameter in the share.
    """
    return Eq(M_state, (b_param + b_grad + b_opt) * Psi / N_dp + b_live * Psi_big)


@formula(
    source=(STAGE_3, PAGE),
    leaves_out=NOT_STATE,
    holds_for={
        "sharding": "zero3",
        "gathered_layer": "counted",
        "model_split": "whole",
        "context_split": "whole",
        "offload": "optimizer",
    },
)
def zero3_optimizer_offload_memory():
    """DeepSpeed estimator: ZeRO-3 with optimizer offload, GPU memory.

    A share of the parameters, and room for the largest layer while it is
    gathered.
    """
    return Eq(M_state, b_param * Psi / N_dp + b_live * Psi_big)


@formula(
    source=(STAGE_3, PAGE),
    leaves_out=NOT_STATE,
    also_called=("ZeRO-Infinity GPU memory",),
    holds_for={
        "context_split": "whole",
        "sharding": "zero3",
        "gathered_layer": "counted",
        "model_split": "whole",
        "offload": "all",
    },
)
def zero3_full_offload_memory():
    """DeepSpeed estimator: ZeRO-3 with full offload, GPU memory.

    Only the gathered layer is on the GPU, whatever the size of the model.
    """
    return Eq(M_state, b_live * Psi_big)


@formula(
    source=(STAGE_2, STAGE_3, PAGE),
    leaves_out="offload, memory after the model has moved to the GPUs",
)
def host_building_memory():
    """DeepSpeed estimator: host memory while the model is built.

    Each of the node's GPUs has a process of its own, and each process builds the
    whole model before it is sharded: what happens without zero.Init.
    """
    return Eq(M_host, f_host * b_init * Psi * G_node)


@formula(
    source=(STAGE_3, PAGE),
    leaves_out="memory after the model has moved to the GPUs",
    also_called=("zero.Init host memory",),
)
def host_layer_building_memory():
    """DeepSpeed estimator: host memory while building under zero.Init.

    Each process holds one layer at a time before it is cut into shares.
    """
    return Eq(M_host, f_host * b_init * Psi_big * G_node)


@formula(source=(STAGE_2, PAGE))
def zero2_offload_host_memory():
    """DeepSpeed estimator: ZeRO-2 with optimizer offload, host memory.

    The larger of building one model per GPU and keeping the optimizer. The
    estimator counts all GPUs of the run as if they were in one node; its
    documentation means those of one node.
    """
    return Eq(M_host, f_host * Psi * Max(b_init * N_dp, b_host))


@formula(source=(STAGE_3, PAGE))
def zero3_offload_host_memory():
    """DeepSpeed estimator: ZeRO-3 with offload, host memory under zero.Init.

    16 bytes per parameter with the optimizer on the host, 18 with the
    parameters too, over all nodes.
    """
    return Eq(M_host, f_host * b_host * Psi / N_node)


@formula(source=(STAGE_3, PAGE))
def zero3_offload_building_host_memory():
    """DeepSpeed estimator: ZeRO-3 with offload, host memory built whole.

    The larger of building one model per GPU of the node and keeping the
    node's share of what is offloaded.
    """
    return Eq(M_host, f_host * Psi * Max(b_init * G_node, b_host / N_node))


@derives(zero2_offload_memory)
def parameters_stay(page):
    """Keep the parameters, and nothing of what is offloaded."""
    page.start(
        zero2_memory.with_(b_grad=0, b_opt=0), "gradients and optimizer have left for the host"
    )


@derives(zero3_live_layer_memory)
def share_and_live_layer(page):
    """Add the gathered layer to the share."""
    page.start(
        Eq(M_state, M_share + b_live * Psi_big), "a layer computes with all of its parameters"
    )
    page.put(zero3_memory.with_(M_state=M_share), "one share of everything")


@derives(zero3_optimizer_offload_memory)
def share_of_parameters(page):
    """Keep a share of the parameters alone."""
    page.start(
        zero3_live_layer_memory.with_(b_grad=0, b_opt=0),
        "gradients and optimizer have left for the host",
    )


@derives(zero3_full_offload_memory)
def no_share(page):
    """Keep no share at all."""
    page.start(zero3_optimizer_offload_memory.with_(b_param=0), "the parameters have left, too")


offloads = Variants(
    "zero3-offload",
    "Model-state memory of one GPU under ZeRO-3, by what lies on the host",
    {
        zero3_live_layer_memory: "nothing",
        zero3_optimizer_offload_memory: "the optimizer",
        zero3_full_offload_memory: "optimizer and parameters",
    },
    says="All three keep room for the largest layer.",
)

LLAMA2 = {Psi: 6738415616, Psi_big: 131072000}
LLAMA3 = {Psi: 70553706496, Psi_big: 1050673152}
GPT3 = {Psi: 175000000000, Psi_big: 617558016}
T5 = {Psi: 2851e6, Psi_big: 32e6}
HALF, LIVE = {b_param: "2 byte/param"}, {b_live: "4 byte/param"}
EIGHTEEN = {**HALF, b_grad: "4 byte/param", b_opt: "12 byte/param"}
SIXTEEN = {**HALF, b_grad: "2 byte/param", b_opt: "16 byte/param"}


def _whole(model):
    """The model without its largest layer."""
    return {Psi: model[Psi]}


def _layer(model):
    """The largest layer alone."""
    return {Psi_big: model[Psi_big]}


runs_gpu = [
    Case(law, givens, gives=printed, source=place, note=note)
    for law, givens, printed, place, note in (
        (zero2_memory, {**_whole(T5), N_dp: 8, **SIXTEEN}, "12116750000 byte", STAGE_2, ""),
        (zero2_memory, {**_whole(LLAMA2), N_dp: 8, **SIXTEEN}, "28638266368 byte", STAGE_2, ""),
        (
            zero1_memory,
            {**_whole(T5), N_dp: 8, **SIXTEEN},
            "15.93 GiB",
            PAGE,
            "the page still prints an older estimator, which cut only the optimizer's 16 bytes",
        ),
        (zero2_offload_memory, {**_whole(T5), **HALF}, "5.31 GiB", PAGE, ""),
        (zero2_offload_memory, {**_whole(LLAMA2), **HALF}, "13476831232 byte", STAGE_2, ""),
        (zero2_offload_memory, {**_whole(LLAMA3), **HALF}, "141107412992 byte", STAGE_2, ""),
        (zero3_live_layer_memory, {**T5, N_dp: 8, **EIGHTEEN, **LIVE}, "6.09 GiB", PAGE, ""),
        (
            zero3_live_layer_memory,
            {**LLAMA2, N_dp: 8, **EIGHTEEN, **LIVE},
            "15685723136 byte",
            STAGE_3,
            "",
        ),
        (
            zero3_live_layer_memory,
            {**LLAMA2, N_dp: 64, **EIGHTEEN, **LIVE},
            "2419467392 byte",
            STAGE_3,
            "",
        ),
        (
            zero3_live_layer_memory,
            {**LLAMA3, N_dp: 512, **EIGHTEEN, **LIVE},
            "6683096352 byte",
            STAGE_3,
            "",
        ),
        (
            zero3_live_layer_memory,
            {**GPT3, N_dp: 1024, **EIGHTEEN, **LIVE},
            "5546403939 byte",
            STAGE_3,
            "the estimator cuts the fraction of a byte off",
        ),
        (zero3_optimizer_offload_memory, {**T5, N_dp: 8, **HALF, **LIVE}, "0.78 GiB", PAGE, ""),
        (
            zero3_optimizer_offload_memory,
            {**LLAMA2, N_dp: 8, **HALF, **LIVE},
            "2208891904 byte",
            STAGE_3,
            "",
        ),
        (
            zero3_optimizer_offload_memory,
            {**LLAMA3, N_dp: 512, **HALF, **LIVE},
            "4478293024 byte",
            STAGE_3,
            "",
        ),
        (zero3_full_offload_memory, {**_layer(T5), **LIVE}, "0.12 GiB", PAGE, ""),
        (zero3_full_offload_memory, {**_layer(LLAMA2), **LIVE}, "524288000 byte", STAGE_3, ""),
        (zero3_full_offload_memory, {**_layer(LLAMA3), **LIVE}, "4202692608 byte", STAGE_3, ""),
    )
]

BUILD = {b_init: "4 byte/param", f_host: "1.5"}

runs_host = [
    Case(law, {**givens, **BUILD}, gives=printed, source=place)
    for law, givens, printed, place in (
        (host_building_memory, {**_whole(T5), G_node: 8}, "127.45 GiB", PAGE),
        (host_building_memory, {**_whole(LLAMA2), G_node: 8}, "323443949568 byte", STAGE_2),
        (host_building_memory, {**_whole(GPT3), G_node: 8}, "8400000000000 byte", STAGE_3),
        (host_layer_building_memory, {**_layer(T5), G_node: 8}, "1.43 GiB", PAGE),
        (host_layer_building_memory, {**_layer(LLAMA2), G_node: 8}, "6291456000 byte", STAGE_3),
        (host_layer_building_memory, {**_layer(LLAMA3), G_node: 8}, "50432311296 byte", STAGE_3),
    )
] + [
    Case(law, {**givens, f_host: "1.5"}, gives=printed, source=place)
    for law, givens, printed, place in (
        (
            zero2_offload_host_memory,
            {**_whole(T5), N_dp: 8, b_init: "4 byte/param", b_host: "16 byte/param"},
            "127.45 GiB",
            PAGE,
        ),
        (
            zero2_offload_host_memory,
            {**_whole(LLAMA2), N_dp: 64, b_init: "4 byte/param", b_host: "16 byte/param"},
            "2587551596544 byte",
            STAGE_2,
        ),
        (
            zero3_offload_host_memory,
            {**_whole(T5), N_node: 1, b_host: "18 byte/param"},
            "71.69 GiB",
            PAGE,
        ),
        (
            zero3_offload_host_memory,
            {**_whole(T5), N_node: 1, b_host: "16 byte/param"},
            "63.72 GiB",
            PAGE,
        ),
        (
            zero3_offload_host_memory,
            {**_whole(LLAMA2), N_node: 8, b_host: "18 byte/param"},
            "22742152704 byte",
            STAGE_3,
        ),
        (
            zero3_offload_host_memory,
            {**_whole(LLAMA3), N_node: 64, b_host: "16 byte/param"},
            "26457639936 byte",
            STAGE_3,
        ),
        (
            zero3_offload_building_host_memory,
            {**_whole(T5), N_node: 1, G_node: 8, b_init: "4 byte/param", b_host: "18 byte/param"},
            "127.45 GiB",
            PAGE,
        ),
    )
]
