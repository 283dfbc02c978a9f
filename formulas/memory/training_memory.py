"""Training memory: state, activations and buffers together, and whether they fit."""

from sympy import Eq, Ge, Le, ceiling

from derive.records import Case, derives, divides, formula

from ..sources import (
    COOKBOOK,
    FIELD_GUIDE,
    INFRA_MATH,
    LLM_ANALYSIS,
    LORA,
    MEGATRON_CODE,
    SCALING_BOOK,
    ZERO,
)
from ..symbols.capacity import B_host, M_gpu, M_hbm, M_need, Psi_block, Q_off, n_fit
from ..symbols.compute import b_elem
from ..symbols.memory import M_act, M_grad, M_opt, M_param, M_state, b_grad, b_opt, b_param
from ..symbols.model import L, Psi, a, b, h, s
from ..symbols.parallelism import TP, N_dp, N_gpu, p
from ..symbols.state import M_buf, Psi_table, n_bucket, n_live
from ..symbols.time import T_step
from .activations.strategies import UNUSUAL, activation_memory_selective, linear_bytes, usual_layer
from .memory import parameter_memory
from .zero_splits import split_zero3_memory


@formula(
    source=(
        ZERO.at("section 3", opened=True),
        COOKBOOK.at("calc/calc_transformer_mem.py", opened=True),
    ),
    status="definition",
    leaves_out="fragmentation, the framework itself, libraries",
    also_called=("peak training memory",),
    holds_for={"activation_count": ("layers", "report")},
)
def gpu_memory():
    """GPU memory in training: state, activations, buffers.

    The three parts that a training step needs at the same time.
    """
    return Eq(M_gpu, M_state + M_act + M_buf)


@formula(
    source=(FIELD_GUIDE.at("section 1.3", opened=True), INFRA_MATH.at("line 15", opened=True)),
    status="definition",
    leaves_out="fragmentation, the framework itself, libraries",
    holds_for={"activation_count": ("layers", "report")},
)
def training_memory():
    """GPU memory in training, with the model state in parts.

    Parameters, gradients, optimizer state, activations and buffers.
    """
    return Eq(M_gpu, M_param + M_grad + M_opt + M_act + M_buf)


@formula(
    source=(
        FIELD_GUIDE.at("section 4.4, corrected", opened=True),
        ZERO.at("section 5.3", opened=True),
    ),
    leaves_out="buffers, the layer that is gathered while it computes, context parallelism, over "
    "whose ranks the state is sharded too",
    also_called=("FSDP memory",),
)
def sharded_training_memory():
    """FSDP (ZeRO-3) training memory of one GPU.

    `M_param`, `M_grad` and `M_opt` are what one GPU would hold without sharding.
    They alone are divided by the number of ranks: every rank computes on its own
    tokens and keeps their activations.
    """
    return Eq(M_gpu, (M_param + M_grad + M_opt) / N_dp + M_act)


@formula(
    source=(ZERO.at("section 5.3", opened=True), INFRA_MATH.at("lines 26 and 52", opened=True)),
    holds_when=lambda: [*usual_layer(), divides(TP, a), divides(TP, s)],
    leaves_out=f"buffers, embedding, output layer and loss, {UNUSUAL}",
)
def zero3_training_memory():
    """ZeRO-3 training memory with selective recomputation and TP.

    More replicas make the first term smaller, not the second: each of them
    keeps the activations of its own micro-batch. `TP` divides both.
    """
    return Eq(
        M_gpu,
        (b_param + b_grad + b_opt) * Psi / (N_dp * TP) + linear_bytes * L * s * b * h / TP,
    )


@formula(
    source=(
        SCALING_BOOK.at("applied training", opened=True),
        FIELD_GUIDE.at("section 1.3", opened=True),
    ),
    status="bound",
    leaves_out="fragmentation, the framework itself, libraries",
    also_called=("out-of-memory condition", "OOM"),
)
def memory_fits():
    """Training fits into GPU memory.

    State, activations and buffers are at most the memory of the GPU.
    """
    return Le(M_state + M_act + M_buf, M_hbm)


@formula(
    source=(
        SCALING_BOOK.at("applied training", opened=True),
        SCALING_BOOK.at("applied inference", opened=True),
    ),
    status="definition",
    leaves_out="anything else that the GPUs must hold",
)
def gpus_worth_of_memory():
    """Memory needed, in GPUs' worth of memory.

    Not rounded: how many times the memory of one GPU is needed.
    """
    return Eq(n_fit, M_need / M_hbm)


@formula(
    source=SCALING_BOOK.at("applied inference", opened=True),
    status="definition",
    leaves_out="uneven shares",
    holds_for={"gpus_for": "memory"},
)
def fewest_gpus_for_memory():
    """Minimum number of GPUs for a given memory.

    Rounded up. It holds for state that is sharded evenly over all of them.
    """
    return Eq(N_gpu, ceiling(M_need / M_hbm))


@formula(
    source=COOKBOOK.at("calc/calc_transformer_mem.py", opened=True),
    leaves_out="buckets of other collectives",
    also_called=("allgather_bucket_size memory",),
    holds_for={"buffers": "buckets"},
)
def zero_buffer_memory():
    """DeepSpeed ZeRO communication buffer memory.

    One bucket of `n_bucket` elements, and under ZeRO-3 the parameters that
    may be gathered at a time.
    """
    return Eq(M_buf, b_elem * (n_bucket + n_live))


@formula(
    source=LLM_ANALYSIS.at("fully sharded data parallelism, forward prefetch", opened=True),
    holds_for={"buffers": "forward-prefetch"},
)
def forward_prefetch_memory():
    """FSDP forward prefetch buffer memory.

    The vocabulary table and one layer are gathered at the same time.
    """
    return Eq(M_buf, b_param * (Psi_table + Psi_block))


@formula(
    source=LLM_ANALYSIS.at("fully sharded data parallelism, backward prefetch", opened=True),
    holds_for={"buffers": "backward-prefetch"},
)
def backward_prefetch_memory():
    """FSDP backward prefetch buffer memory.

    One layer computes while the next one is gathered.
    """
    return Eq(M_buf, 2 * b_param * Psi_block)


@formula(
    source=FIELD_GUIDE.at("section 4.5", opened=True),
    status="bound",
    leaves_out="latency, everything else in the step",
)
def offload_bounds_the_step():
    """CPU offload lower bound on step time.

    `Q_off` crosses the link between host and GPU in the busier of its two directions;
    the other direction runs at the same time.
    """
    return Ge(T_step, Q_off / B_host)


@derives(training_memory)
def state_in_parts(page):
    """Name the parts of the model state."""
    page.start(gpu_memory, "what a GPU holds")
    page.put(Eq(M_state, M_param + M_grad + M_opt), "the model state has three parts")


@derives(sharded_training_memory)
def state_alone_is_shared(page):
    """Divide the model state by the number of ranks."""
    page.start(Eq(M_gpu, M_state + M_act), "state and activations")
    page.put(Eq(M_state, (M_param + M_grad + M_opt) / N_dp), "each rank keeps one share")


@derives(zero3_training_memory)
def share_and_activations(page):
    """Add the activations to the share of the state."""
    page.start(Eq(M_gpu, M_state + M_act), "state and activations")
    page.put(split_zero3_memory, "a share of what tensor parallelism leaves")
    page.put(Eq(p, 1), "no pipeline")
    page.put(activation_memory_selective, "activations without attention cores")


MIB = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)

totals = [
    Case(
        gpu_memory,
        {M_state: state, M_act: act, M_buf: "0 byte"},
        gives=printed,
        source=MIB,
        note=note,
    )
    for state, act, printed, note in (
        (
            "14617.56005859375 MiB",
            "20512.03125 MiB",
            "35129.59130859375 MiB",
            "Llama 3 70B on 512 GPUs",
        ),
        (
            "10284.620361328125 MiB",
            "9840.03125 MiB",
            "20124.651611328125 MiB",
            "GPT-3 175B on 1024 GPUs",
        ),
        (
            "48196.904296875 MiB",
            "15300.03125 MiB",
            "63496.935546875 MiB",
            "Llama 2 7B on 8 GPUs",
        ),
        (
            "19133.865966796875 MiB",
            "16448.125 MiB",
            "35581.990966796875 MiB",
            "Mixtral 8x7B on 64 GPUs",
        ),
    )
] + [
    Case(
        training_memory,
        {
            M_param: "4.11 GiB",
            M_grad: "263.10 GiB",
            M_opt: "1.54 GiB",
            M_act: act,
            M_buf: "0.93 GiB",
        },
        gives=printed,
        source=COOKBOOK.at("calculator, Llama 3 70B on 512 GPUs", opened=True),
        note=note,
    )
    for act, printed, note in (
        ("1770.00 GiB", "2039.68 GiB", "nothing recomputed, activations not divided"),
        ("21.25 GiB", "290.93 GiB", "selective recomputation, activations divided"),
    )
]

counts = [
    *(
        Case(
            law,
            {M_need: need, M_hbm: capacity},
            gives=printed,
            source=SCALING_BOOK.at(place, opened=True),
            note=note,
        )
        for law, need, capacity, printed, place, note in (
            (
                gpus_worth_of_memory,
                "140 GB",
                "16 GB",
                "8.75",
                "applied inference, table of sizes",
                "70B parameters of 2 bytes",
            ),
            (
                gpus_worth_of_memory,
                "70 GB",
                "16 GB",
                "4.38",
                "applied inference, table of sizes",
                "70B parameters of 1 byte",
            ),
            (
                gpus_worth_of_memory,
                "21.6 TB",
                "96 GB",
                "225",
                "applied training",
                "state and activations of a 70B run",
            ),
            (
                fewest_gpus_for_memory,
                "112 GB",
                "16 GB",
                "7",
                "applied inference, 32 sequences of 8192",
                "TPU v5e",
            ),
            (
                fewest_gpus_for_memory,
                "1.37 TB",
                "16 GB",
                "86",
                "applied inference, 240 sequences of 32k",
                "TPU v5e",
            ),
            (
                fewest_gpus_for_memory,
                "21.6 TB",
                "96 GB",
                "225",
                "applied training, fewest chips",
                "TPU v5p",
            ),
        )
    ),
    Case(
        parameter_memory,
        {Psi: 175e9, b_param: "2 byte/param"},
        gives="350 GB",
        source=LORA.at("section 4.2", opened=True),
    ),
]

buffers = [
    *(
        Case(
            zero_buffer_memory,
            {b_elem: "2 byte", n_bucket: "5e8", n_live: live},
            gives=printed,
            source=COOKBOOK.at("calc/calc_transformer_mem.py", opened=True),
        )
        for live, printed in ((0, "0.93 GiB"), ("1e9", "2.79 GiB"))
    ),
    *(
        Case(
            law,
            {b_param: "2 byte/param", **sizes},
            gives=printed,
            source=LLM_ANALYSIS.at(f"train, {model}", opened=True),
        )
        for model, table, block, forward, backward in (
            ("Llama 2 7B", 131072000, 201334784, "664813568 byte", "805339136 byte"),
            (
                "Llama 3 70B, a share of eight",
                131334144,
                106971136,
                "476610560 byte",
                "427884544 byte",
            ),
        )
        for law, sizes, printed in (
            (forward_prefetch_memory, {Psi_table: table, Psi_block: block}, forward),
            (backward_prefetch_memory, {Psi_block: block}, backward),
        )
    ),
]
