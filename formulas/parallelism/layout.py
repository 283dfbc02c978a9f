"""Layout: how many GPUs the degrees of parallelism take, and what batch they make."""

from sympy import Eq

from derive.records import Case, derives, divides, formula

from ..sources import (
    DISTRIBUTED_APPENDIX,
    FIELD_GUIDE,
    INFRA_MATH,
    LLAMA3,
    MEGATRON_2021,
    MEGATRON_CODE,
    SCALING_BOOK,
    SCALING_BOOK_GPUS,
    TRAINING_BOOK,
)
from ..symbols.batch import B, n_acc
from ..symbols.flops import n_step
from ..symbols.layout import b_gpu, n_gpu_tok, n_mb, n_model
from ..symbols.model import b, s
from ..symbols.parallelism import CP, EP, TP, G_node, N_dp, N_gpu, N_node, m, p
from ..symbols.state import EDP, ETP

PADDING = "padding, sequences of unequal length"


@formula(
    source=(
        TRAINING_BOOK.at("notation appendix, line 80, made explicit", opened=True),
        FIELD_GUIDE.at("section 5.5", opened=True),
        MEGATRON_2021.at("section 3.1", opened=True),
        LLAMA3.at("section 3.3.2", opened=True),
    ),
    status="definition",
    leaves_out="experts, which are dealt out over the same GPUs",
    also_called=("world size", "number of GPUs"),
)
def gpu_count():
    """GPUs from the degrees of parallelism (DP x TP x PP x CP).

    Context parallelism takes GPUs of its own. Sequence parallelism does not:
    it uses those of tensor parallelism, and expert parallelism those of data,
    context and tensor parallelism.
    """
    return Eq(N_gpu, N_dp * TP * p * CP)


@formula(
    source=MEGATRON_2021.at("section 3.1", opened=True),
    holds_when=lambda: [divides(TP * p * CP, N_gpu)],
    also_called=("world size / (TP x PP x CP)",),
    holds_for={},
)
def replicas_of_run():
    """Data-parallel degree from the GPUs of a run.

    All GPUs over those of one model replica.
    """
    return Eq(N_dp, N_gpu / (TP * p * CP))


@formula(
    source=MEGATRON_2021.at("section 3.1", opened=True),
    status="definition",
    also_called=("model-parallel size",),
)
def replica_size():
    """GPUs per model replica (model-parallel size).

    Tensor, pipeline and context parallelism together share one copy of the
    model.
    """
    return Eq(n_model, TP * p * CP)


@formula(
    source=MEGATRON_CODE.at("megatron/core/parallel_state.py, lines 873 to 885", opened=True),
    status="definition",
    also_called=("world size of the experts' layout",),
)
def expert_gpu_count():
    """GPUs from the degrees of parallelism of the experts.

    Experts have a layout of their own over the GPUs of each stage.
    """
    return Eq(N_gpu, EDP * ETP * EP * p)


@formula(
    source=TRAINING_BOOK.at("notation appendix, lines 85 and 86, made explicit", opened=True),
    status="definition",
    leaves_out="nodes that are only partly used, spare nodes",
    also_called=(
        "GPUs per node times nodes",
        "nodes times GPUs per node",
    ),
)
def gpus_of_nodes():
    """GPUs from nodes.

    Full nodes only.
    """
    return Eq(N_gpu, G_node * N_node)


@formula(
    source=(
        INFRA_MATH.at("lines 33 and 43", opened=True),
        FIELD_GUIDE.at("section 3.1", opened=True),
        TRAINING_BOOK.at("glossary, line 45", opened=True),
        DISTRIBUTED_APPENDIX.at("line 19, with accumulation", opened=True),
    ),
    status="definition",
    also_called=("global batch size", "effective batch size"),
)
def global_batch():
    """Global batch size (micro-batch x accumulation x DP).

    Each replica, not each GPU, works through `n_acc` micro-batches of `b`
    sequences before the optimizer steps. Documents that leave out one factor
    mean that it is 1: no accumulation, or a single replica.
    """
    return Eq(B, b * n_acc * N_dp)


@formula(
    source=MEGATRON_2021.at("section 3.1", opened=True),
    holds_when=lambda: [divides(b * N_dp, B)],
    also_called=("num_microbatches", "gradient accumulation steps of a pipeline"),
)
def micro_batches_per_step():
    """Micro-batches per step of one pipeline.

    The steps of gradient accumulation, by another name.
    """
    return Eq(m, B / (b * N_dp))


# allow counts_agree_in_kind: s counts the tokens of each sequence
@formula(
    source=TRAINING_BOOK.at("notation appendix, line 48", opened=True),
    status="definition",
    leaves_out=PADDING,
    also_called=("batch size in tokens",),
)
def tokens_per_step():
    """Tokens per step (global batch in tokens).

    Sequences of the global batch, times the tokens of each.
    """
    return Eq(n_step, B * s)


# allow counts_agree_in_kind: s counts the tokens of each sequence
@formula(
    source=LLAMA3.at("table 4", opened=True),
    status="definition",
    leaves_out=PADDING,
    also_called=("gbs in tokens",),
)
def tokens_per_step_of_replicas():
    """Tokens per step from micro-batch, accumulation and replicas.

    What each replica reads, times the replicas.
    """
    return Eq(n_step, N_dp * n_acc * b * s)


# allow counts_agree_in_kind: s counts the tokens of each sequence
@formula(
    source=INFRA_MATH.at("line 156", opened=True),
    status="definition",
    holds_when=lambda: [divides(CP, s)],
    also_called=("tokens per micro-batch",),
)
def micro_batch_tokens():
    """Tokens of one micro-batch on one GPU under context parallelism.

    Context parallelism cuts every sequence; what it leaves is a count of tokens,
    over all sequences of the micro-batch.
    """
    return Eq(n_mb, b * s / CP)


@formula(
    source=SCALING_BOOK.at("training, data parallelism", opened=True),
    status="definition",
    also_called=("per-device batch in tokens",),
)
def tokens_per_gpu():
    """Tokens per GPU and step.

    It decides whether communication hides behind compute.
    """
    return Eq(n_gpu_tok, n_step / N_gpu)


@formula(
    source=LLAMA3.at("table 4", opened=True),
    status="definition",
    also_called=("per-device batch size",),
)
def sequences_per_gpu():
    """Sequences per GPU and step.

    Under tensor, pipeline or context parallelism a GPU has no batch of its
    own, and this is often below one.
    """
    return Eq(b_gpu, B / N_gpu)


@derives(micro_batches_per_step)
def accumulated_micro_batches(page):
    """Count the micro-batches of a replica."""
    page.start(Eq(m, n_acc), "each micro-batch that is accumulated passes the pipeline once")
    page.eliminate(n_acc, global_batch, "the batch, shared by the replicas")


@derives(tokens_per_step_of_replicas)
def sequences_of_all_replicas(page):
    """Put in the batch."""
    page.start(tokens_per_step, "sequences, and tokens of each")
    page.put(global_batch, "sequences of all replicas")


# Table 4 of the Llama 3 paper: degrees, and the GPUs that they make.
DEGREES = (
    ("row 1", 8, 1, 16, 64, "8192"),
    ("row 2", 8, 1, 16, 128, "16384"),
    ("row 3", 8, 16, 16, 8, "16384"),
)
# The same table: replicas, sequences of each, sequence length.
BATCHES = (("row 1", 64, 32, 8192), ("row 2", 128, 16, 8192))

worked = [
    *(
        Case(
            gpu_count,
            {TP: tensor, CP: context, p: stages, N_dp: replicas},
            gives=printed,
            source=LLAMA3.at(f"table 4, {row}", opened=True),
            note="versions 1 and 2 of the paper print 4 replicas here" if row == "row 3" else "",
        )
        for row, tensor, context, stages, replicas, printed in DEGREES
    ),
    *(
        Case(
            replicas_of_run,
            {TP: tensor, CP: context, p: stages, N_gpu: gpus},
            gives=f"{replicas}",
            source=LLAMA3.at(f"table 4, {row}", opened=True),
            note="versions 1 and 2 of the paper print 4 replicas here" if row == "row 3" else "",
        )
        for row, tensor, context, stages, replicas, gpus in DEGREES
    ),
    *(
        Case(
            micro_batches_per_step,
            {N_dp: replicas, B: 2048, b: 1},
            gives=f"{sequences}",
            source=LLAMA3.at(f"table 4, {row}", opened=True),
            note="16M tokens in sequences of 8192, one sequence in each micro-batch",
        )
        for row, replicas, sequences, _ in BATCHES
    ),
    *(
        Case(
            tokens_per_step_of_replicas,
            {N_dp: replicas, n_acc: sequences, b: 1, s: length},
            gives="16e6",
            within="5 %",
            source=LLAMA3.at(f"table 4, {row}", opened=True),
            note="printed as 16M: 16 times 2^20",
        )
        for row, replicas, sequences, length in BATCHES
    ),
    Case(
        tokens_per_gpu,
        {n_step: "4e6", N_gpu: 4096},
        gives="976",
        truncated=True,
        source=SCALING_BOOK_GPUS.at("quiz 5, question 2", opened=True),
    ),
    Case(
        tokens_per_step,
        {B: 15360, s: 4096},
        gives="62914560",
        source=SCALING_BOOK_GPUS.at("what DeepSeek does", opened=True),
    ),
    *(
        Case(
            gpus_of_nodes,
            {N_gpu: chips, G_node: of_host},
            of=N_node,
            gives=hosts,
            source=SCALING_BOOK.at(f"TPUs, question 2, {pod}", opened=True),
            note="hosts of a whole pod",
        )
        for chips, of_host, hosts, pod in ((256, 8, "32", "TPU v5e"), (8960, 4, "2240", "TPU v5p"))
    ),
]
