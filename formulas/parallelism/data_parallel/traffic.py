"""Traffic: the gradient as a message, in buckets, and with accumulation."""

from sympy import Eq

from derive.records import Case, derives, formula

from ...communication.collectives.ring import ring_all_reduce_time
from ...communication.collectives.volumes import long_all_reduce_time
from ...communication.zero_traffic import zero3_volume
from ...memory.memory import gradient_memory
from ...sources import DISTRIBUTED_APPENDIX, PYTORCH_DDP, TRAINING_BOOK, ZERO
from ...symbols.batch import n_acc
from ...symbols.data_parallel import k_bkt
from ...symbols.memory import M_grad, b_grad, b_param
from ...symbols.model import Psi
from ...symbols.network import N, T_ar, alpha, beta, n
from ...symbols.parallelism import N_dp
from ...symbols.state import V_step


# allow laws_keep_inherited_alternatives: sharded gradients are reduced from as long a message
@formula(
    source=(
        DISTRIBUTED_APPENDIX.at("line 13, in bytes", opened=True),
        DISTRIBUTED_APPENDIX.at("table C.1.1, row P, corrected", opened=True),
        TRAINING_BOOK.at("chapter 13", opened=True),
    ),
    status="definition",
    leaves_out="gradients that tensor, pipeline or expert parallelism leaves to other GPUs",
    also_called=("gradient bucket total", "gradient message size"),
    formerly=("gradient_payload",),
    holds_for={"model_split": "whole", "message": "gradients"},
)
def gradient_message():
    """Gradient all-reduce size.

    Parameters times bytes, not parameters alone: each gradient takes two or
    four bytes.
    """
    return Eq(n, b_grad * Psi)


@formula(
    source=(
        PYTORCH_DDP.at("section 3.2.3"),
        TRAINING_BOOK.at("chapter 12, bucket fusion", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out="overlap of one bucket with another, or with compute",
    also_called=("DDP bucket all-reduce",),
    holds_for={"collective": "buckets", "latency": "counted"},
)
def bucketed_all_reduce_time():
    """Bucketed gradient all-reduce time (DDP buckets).

    Every bucket pays the latency of the whole ring again. Few large ones are
    fast, many small ones can start before the backward pass has ended.
    """
    return Eq(T_ar, 2 * (N - 1) * (k_bkt * alpha + n / (N * beta)))


@formula(
    source=(TRAINING_BOOK.at("chapter 13", opened=True), ZERO.at("section 7.1", opened=True)),
    holds_when=lambda: [N_dp >= 2],
    leaves_out="latency, overlap with the backward pass, expert parallelism, which leaves experts "
    "fewer replicas",
    also_called=("DDP all-reduce time",),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "collective": "ring",
        "latency": "neglected",
        "message": "gradients",
    },
)
def gradient_all_reduce_time():
    """Data-parallel gradient all-reduce time.

    It hardly depends on the number of replicas, and not at all on the batch.
    """
    return Eq(T_ar, 2 * (N_dp - 1) * b_grad * Psi / (N_dp * beta))


@formula(
    source=ZERO.at("section 7.2.2, for every micro-batch", opened=True),
    leaves_out="parameters that are kept gathered, gradients reduced once for all micro-batches, "
    "expert parallelism, which leaves experts fewer replicas",
    also_called=("FSDP traffic with gradient accumulation",),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "sharding": "zero3",
        "gathering": "each",
    },
)
def zero3_accumulated_volume():
    """ZeRO-3 (FSDP) volume per step with gradient accumulation.

    Plain data parallelism sends its gradients once in a step; shards are
    gathered and reduced for every micro-batch.
    """
    return Eq(V_step, n_acc * (2 * b_param + b_grad) * Psi * (N_dp - 1) / N_dp)


@derives(gradient_message)
def one_number_per_parameter(page):
    """Count the gradients."""
    page.start(Eq(n, M_grad), "what is reduced is what is kept")
    page.put(gradient_memory, "one gradient per parameter")


@derives(bucketed_all_reduce_time)
def one_bucket_after_the_other(page):
    """Add up the buckets."""
    page.start(
        ring_all_reduce_time.with_(T_ar=T_ar / k_bkt, n=n / k_bkt),
        "each bucket carries its part of the gradient, and takes its part of the time",
    )
    page.solve_for(T_ar, "the time of all buckets")


@derives(gradient_all_reduce_time)
def gradient_as_message(page):
    """Send the gradient round the ring."""
    page.start(long_all_reduce_time.with_(N=N_dp), "a long vector over all replicas")
    page.put(gradient_message, "one gradient per parameter")


@derives(zero3_accumulated_volume)
def every_micro_batch_anew(page):
    """Repeat it for every micro-batch."""
    page.start(
        zero3_volume.with_(V_step=V_step / n_acc), "a share of the step for each micro-batch"
    )
    page.solve_for(V_step, "the whole step")


worked = [
    Case(
        gradient_message,
        {Psi: "70e9", b_grad: "2 byte/param"},
        gives="140 GB",
        source=TRAINING_BOOK.at("chapter 13, worked example", opened=True),
    ),
    *(
        Case(
            bucketed_all_reduce_time,
            {N: 8, k_bkt: messages, alpha: "10 us", n: "1 GB", beta: "100 GB/s"},
            gives=time,
            source=TRAINING_BOOK.at("chapter 12, exercise 4", opened=True),
        )
        for messages, time in ((1000, "157.5 ms"), (40, "23.1 ms"))
    ),
]
