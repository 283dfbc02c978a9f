"""Megatron-LM memory report: parameters of the fullest GPU, and its model state."""

from sympy import Eq

from derive.records import Case, Variants, derives, divides, formula

from ..model.parameters.parts import attention_parameters, gated_ffn_parameters
from ..parallelism.layout import expert_gpu_count, gpu_count
from ..sources import MEGATRON_CODE
from ..symbols.memory import M_state, b_grad, b_opt, b_param
from ..symbols.model import L, V, a, d_ffn, d_head, g, h
from ..symbols.parallelism import CP, EP, TP, N_dp, N_gpu, p
from ..symbols.shape_numbers import gated_matrices, head_matrices
from ..symbols.shapes import Psi_attn, Psi_ffn, n_emb
from ..symbols.state import (
    EDP,
    ETP,
    M_exp,
    M_rest,
    Psi_exp_all,
    Psi_gpu,
    Psi_mat_all,
    Psi_norm_all,
    Psi_table,
)
from .zero import zero1_memory

REPORT = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)
BUFFERS = MEGATRON_CODE.at(
    "megatron/core/distributed/distributed_data_parallel.py, group of the buffers", opened=True
)
FOLDING = MEGATRON_CODE.at(
    "megatron/core/transformer/moe/README.md, MoE Parallel Folding", opened=True
)
UNEQUAL = "stages with unequal numbers of layers, layers that predict several tokens"


@formula(
    source=REPORT,
    holds_when=lambda: [p >= 2],
    leaves_out=f"{UNEQUAL}, padding of the vocabulary",
    also_called=("most loaded model shard",),
    holds_for={"stage_count": "first"},
)
def first_stage_parameters():
    """Parameters of the most loaded pipeline stage, per GPU.

    Its layers, and the whole input table; tensor parallelism splits matrices
    and tables, while each rank keeps the norms whole.
    """
    return Eq(Psi_gpu, (Psi_mat_all / p + Psi_table) / TP + Psi_norm_all / p)


@formula(
    source=REPORT,
    holds_when=lambda: [p >= 3],
    leaves_out=UNEQUAL,
    also_called=("other model shards",),
    holds_for={"stage_count": "middle"},
)
def middle_stage_parameters():
    """Parameters of an inner pipeline stage, per GPU.

    Layers alone: no vocabulary table. Tensor parallelism splits matrices; norms
    stay whole.
    """
    return Eq(Psi_gpu, Psi_mat_all / (p * TP) + Psi_norm_all / p)


@formula(
    source=REPORT,
    leaves_out="layers that predict several tokens, padding of the vocabulary",
    holds_for={"stage_count": "only"},
)
def only_stage_parameters():
    """Parameters per GPU without a pipeline.

    The input table, and the output table where it is another one.
    """
    return Eq(Psi_gpu, (Psi_mat_all + n_emb * V * h) / TP + Psi_norm_all)


@formula(
    source=REPORT,
    holds_when=lambda: [p >= 2, g <= a, divides(g, a), divides(TP, g), divides(TP, a)],
    leaves_out=f"{UNEQUAL}, padding of the vocabulary",
    holds_for={
        "stage_count": "first",
        "feed_forward": "gated",
        "layers": "dense",
        "attention": "grouped",
        "biases": "none",
    },
)
def gated_first_stage_parameters():
    """Parameters of the most loaded pipeline stage of a Llama model, per GPU.

    Gated feed-forward networks, norms that only scale, no biases. Only the
    input table is on the first stage, so `n_emb` is 1 also where the model
    has two tables. The final norm is dealt out over the stages like the others, as in
    Megatron-LM's report; it is on the last one.
    """
    return Eq(
        Psi_gpu,
        (
            L * (head_matrices * h * d_head * (a + g) + gated_matrices * h * d_ffn) / p
            + n_emb * V * h
        )
        / TP
        + (2 * L + 1) * h / p,
    )


# allow laws_keep_inherited_alternatives: the law divides by the degrees
@formula(
    source=(BUFFERS, REPORT),
    leaves_out="activations, communication buffers, experts",
    also_called=(
        "Megatron distributed optimizer memory",
        "compute_weight_and_optimizer_memory",
    ),
    holds_for={"sharding": "zero1", "offload": "none", "layers": "dense"},
)
def distributed_optimizer_memory():
    """Megatron-LM distributed optimizer: model-state memory of one GPU.

    From the parameters `Psi_gpu` that the GPU itself holds. The optimizer state
    is cut over all ranks that hold the same parameters: replicas times
    context-parallel ranks. Megatron-LM's own memory report divides by `N_dp`
    alone, and so overstates it under context parallelism. It counts gradients in
    fp32, with `b_grad` at 4 bytes: 6 bytes per parameter, and a share of 12.
    """
    return Eq(M_state, (b_param + b_grad + b_opt / (N_dp * CP)) * Psi_gpu)


@formula(
    source=(
        MEGATRON_CODE.at("megatron/core/parallel_state.py, lines 873 to 885", opened=True),
        FOLDING,
    ),
    holds_when=lambda: [divides(EP * ETP, N_dp * TP * CP)],
    also_called=("EDP", "expert data parallelism", "parallel folding"),
)
def expert_data_parallel_degree():
    """Expert data-parallel degree: replicas of each expert.

    Experts are dealt out over all GPUs of a stage, those of context parallelism
    included: what tensor, context and data parallelism make of a stage, less
    what the experts' own tensor and expert parallelism take.
    """
    return Eq(EDP, N_dp * TP * CP / (EP * ETP))


@formula(
    source=(REPORT, BUFFERS),
    holds_when=lambda: [divides(EP * ETP, N_dp * TP * CP)],
    leaves_out="stages with unequal numbers of layers with experts, activations, communication "
    "buffers",
    also_called=("MoE model-state memory",),
    holds_for={"sharding": "zero1", "offload": "none", "layers": "experts"},
)
def expert_state_memory():
    """MoE model-state memory of one GPU.

    The optimizer state of routed experts is sharded over their own replicas, of which
    there are fewer; that of everything else, over data- and context-parallel ranks.
    Here `Psi_gpu` leaves the routed experts out. Megatron-LM's memory report divides
    the state of everything else by `N_dp` alone, its optimizer by `N_dp` times `CP`.
    """
    return Eq(
        M_state,
        (b_param + b_grad + b_opt / (N_dp * CP)) * Psi_gpu
        + (b_param + b_grad + b_opt / EDP) * Psi_exp_all / (p * ETP * EP),
    )


@derives(gated_first_stage_parameters)
def shape_of_llama(page):
    """Put in the shape of the layers."""
    page.start(first_stage_parameters, "layers, table and norms")
    page.put(Eq(Psi_mat_all, L * (Psi_attn + Psi_ffn)), "the matrices of all layers")
    page.put(attention_parameters, "four matrices of attention")
    page.put(gated_ffn_parameters, "three matrices of the feed-forward network")
    page.put(Eq(Psi_table, n_emb * V * h), "one row for each entry of the vocabulary")
    page.put(Eq(Psi_norm_all, (2 * L + 1) * h), "two norms per layer, and one at the end")


@derives(distributed_optimizer_memory)
def own_parameters(page):
    """Take the parameters of one GPU."""
    page.start(
        zero1_memory.with_(Psi=Psi_gpu, N_dp=N_dp * CP),
        "ZeRO-1 on what the GPU holds, over all ranks that hold the same",
    )


@derives(expert_data_parallel_degree)
def same_gpus_counted_twice(page):
    """Count the GPUs of the run in both layouts."""
    page.start(gpu_count, "attention: data, tensor, pipeline and context parallelism")
    page.eliminate(N_gpu, expert_gpu_count, "experts: their own degrees, over the same GPUs")
    page.solve_for(EDP, "the replicas that remain for an expert")


@derives(expert_state_memory)
def three_buckets(page):
    """Add the experts to the rest."""
    page.start(Eq(M_state, M_rest + M_exp), "experts and the rest have different replicas")
    page.put(distributed_optimizer_memory.with_(M_state=M_rest), "the rest, split or whole")
    page.put(
        distributed_optimizer_memory.with_(
            M_state=M_exp, N_dp=EDP / CP, Psi_gpu=Psi_exp_all / (p * ETP * EP)
        ),
        "the experts of one GPU, and the replicas of each",
    )


places = Variants(
    "stage-parameters",
    "Parameters of one GPU, by where its stage lies",
    {
        first_stage_parameters: "first of several; also the last, where the tables differ",
        middle_stage_parameters: "in the middle",
        only_stage_parameters: "the only one",
    },
    says="Dividing all parameters by all GPUs of a replica gives the average, not the fullest.",
)

EIGHTEEN = {b_param: "2 byte/param", b_grad: "4 byte/param", b_opt: "12 byte/param"}
LLAMA3 = {L: 80, h: 8192, a: 64, g: 8, d_head: 128, d_ffn: 28672, V: 128256}

worked = [
    Case(
        first_stage_parameters,
        {Psi_mat_all: 173946175488, Psi_norm_all: 4743168, Psi_table: 629145600, p: 16, TP: 8},
        gives="1.4379e9",
        source=REPORT,
        note="GPT-3 175B",
    ),
    Case(
        middle_stage_parameters,
        {Psi_mat_all: 173946175488, Psi_norm_all: 4743168, p: 16, TP: 8},
        gives="1.3593e9",
        source=REPORT,
        note="GPT-3 175B",
    ),
    Case(
        gated_first_stage_parameters,
        {**LLAMA3, n_emb: 1, p: 4, TP: 8},
        gives="2.2708e9",
        source=REPORT,
        note="Llama 3 70B",
    ),
    Case(
        middle_stage_parameters,
        {Psi_mat_all: 68451041280, Psi_norm_all: 1318912, p: 4, TP: 8},
        gives="2.1394e9",
        source=REPORT,
        note="Llama 3 70B",
    ),
    Case(
        only_stage_parameters,
        {Psi_mat_all: 6476005376, Psi_norm_all: 266240, V: 32000, h: 4096, n_emb: 2, TP: 1},
        gives="6.7384e9",
        source=REPORT,
        note="Llama 2 7B",
    ),
    *(
        Case(
            distributed_optimizer_memory,
            {Psi_gpu: parameters, N_dp: ranks, CP: 1, **EIGHTEEN},
            gives=printed,
            source=REPORT,
            note=note,
        )
        for parameters, ranks, printed, note in (
            (1437894144, 8, "10284.620361328125 MiB", "GPT-3 175B, first stage"),
            (2270758912, 16, "14617.56005859375 MiB", "Llama 3 70B, first stage"),
            (6738415616, 8, "48196.904296875 MiB", "Llama 2 7B"),
        )
    ),
    Case(
        expert_data_parallel_degree,
        {TP: 4, CP: 2, N_dp: 8, ETP: 1, EP: 64},
        gives="1",
        source=FOLDING,
        note="printed: 8 times more expert parallelism than within the replicas alone",
    ),
    Case(
        expert_state_memory,
        {
            Psi_gpu: 466945024,
            Psi_exp_all: 45097156608,
            N_dp: 16,
            CP: 1,
            EDP: 2,
            EP: 8,
            ETP: 1,
            p: 4,
            **EIGHTEEN,
        },
        gives="19133.865966796875 MiB",
        source=REPORT,
        note="Mixtral 8x7B, first stage",
    ),
]
