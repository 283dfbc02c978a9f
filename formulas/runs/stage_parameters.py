"""Parameters of a stage: what one GPU of each pipeline stage holds."""

from sympy import Eq, Max, Min, ceiling, floor

from derive.records import Case, Variants, divides, formula

from ..sources import DEEPSEEK_V3, MEGATRON_CODE, NANOTRON, SIMUMAX
from ..symbols.activations import i_stage
from ..symbols.experts import E, E_sh, L_moe, Psi_exp, d_exp
from ..symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ..symbols.model import L, V, a, d_ffn, d_head, g, h
from ..symbols.parallelism import CP, EP, TP, N_dp, p
from ..symbols.shape_numbers import expert_matrices, gated_matrices, head_matrices, norms_per_layer
from ..symbols.shapes import Psi_ffn, n_emb
from ..symbols.stages import (
    L_dst,
    L_est,
    L_st,
    M_part,
    Psi_split,
    Psi_whole,
    Psi_xgpu,
    b_pair,
    b_part,
    n_same,
    n_shard,
    n_tab,
    r_table,
    x_in,
    x_out,
)
from ..symbols.state import EDP, ETP, Psi_gpu

REPORT = MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True)
LAYOUT = MEGATRON_CODE.at(
    "megatron/core/transformer/transformer_block.py, get_num_layers_to_build", opened=True
)
BALANCE = NANOTRON.at("src/nanotron/models/base.py, build_model", opened=True)
COSTS = NANOTRON.at("src/nanotron/models/llama.py, get_block_compute_costs", opened=True)
NO_BIAS = "biases, learned positions, layers that predict several tokens"


@formula(
    source=LAYOUT,
    also_called=(
        "layers per stage",
        "pipeline split",
    ),
    holds_for={"stages": "even"},
)
def layers_of_stage():
    """Layers of a pipeline stage, split evenly.

    Where the stages do not divide the layers, every stage takes as many as the
    largest one until none are left. Megatron-LM refuses that case unless the layers
    of the first or last stage are given.
    """
    return Eq(L_st, Min(ceiling(L / p), Max(0, L - i_stage * ceiling(L / p))))


@formula(
    source=LAYOUT,
    holds_when=lambda: [p >= 2, p <= L, divides(p, L + 2)],
    also_called=("account for embedding in pipeline split", "account_for_loss_in_pipeline_split"),
    holds_for={"stages": "with-tables"},
)
def layers_of_stage_with_tables():
    """Layers of a pipeline stage, embedding and output counted as layers.

    The first and the last stage hold one layer fewer than the others. Megatron-LM
    requires the stages to divide `L` + 2.
    """
    return Eq(L_st, (L + 2) / p - x_in - x_out)


@formula(
    source=BALANCE,
    also_called=(
        "partition by parameters",
        "DeepSpeed partition method",
    ),
    holds_for={"stages": "by-cost"},
)
def layers_of_stage_by_cost():
    """Layers of a pipeline stage, balanced by parameters.

    Layers are dealt out in turn, and a stage is full as soon as what has been dealt
    out exceeds its share of all layers and the output layer.
    """
    return Eq(
        L_st,
        x_out * L
        + (1 - x_out) * Min(L, floor((i_stage + 1) * (L + r_table) / p) + 1)
        - (1 - x_in) * Min(L, floor(i_stage * (L + r_table) / p) + 1),
    )


# allow counts_agree_in_kind: matrices are counted by their entries
@formula(
    source=COSTS,
    also_called=("LM head cost in layers",),
    holds_for={"feed_forward": "gated", "key_value_heads": "one-each"},
)
def output_layer_in_layers():
    """Output layer cost in units of a layer.

    Parameters of the output table over those of a layer's matrices, with as many
    heads for keys and values as for queries. All of them are as long as the hidden
    size, which cancels.
    """
    return Eq(r_table, V / (head_matrices * a * d_head * 2 + gated_matrices * d_ffn))


@formula(
    source=REPORT,
    holds_when=lambda: [L_moe <= L],
    leaves_out="dense layers between MoE layers; earlier stages that hold fewer layers than "
    "the largest one",
    also_called=("first_k_dense_replace",),
)
def dense_layers_of_stage():
    """Dense layers of a pipeline stage of an MoE model.

    For models whose first layers are dense, such as DeepSeek-V3: what earlier stages
    have not taken, up to the layers of the stage.
    """
    return Eq(L_dst, Min(L_st, Max(0, L - L_moe - i_stage * ceiling(L / p))))


@formula(
    source=REPORT,
    holds_when=lambda: [L_dst <= L_st],
    status="definition",
    also_called=("MoE layers per stage",),
)
def expert_layers_of_stage():
    """MoE layers of a pipeline stage.

    All layers of the stage that are not dense.
    """
    return Eq(L_est, L_st - L_dst)


@formula(
    source=REPORT,
    holds_when=lambda: [n_emb >= 1],
    also_called=("tied embeddings on a stage",),
)
def tables_of_stage():
    """Embedding and output tables on a pipeline stage.

    A tied table lies once on a single stage, and on both ends of a pipeline.
    """
    return Eq(n_tab, x_in + x_out * Min(1, n_emb + p - 2))


@formula(
    source=REPORT,
    leaves_out="biases; key-value heads that are copied where there are fewer than ranks",
    also_called=("sharded attention parameters",),
    holds_for={"attention": "grouped"},
)
def split_attention_parameters():
    """Attention parameters of a layer that tensor parallelism cuts.

    All four projections, by heads.
    """
    return Eq(Psi_split, head_matrices * h * d_head * (a + g))


# allow counts_agree_in_kind: matrices are counted by their entries
@formula(
    source=REPORT,
    leaves_out="queries that are not compressed, as in DeepSeek-V2-Lite, norms",
    also_called=("sharded MLA parameters",),
    holds_for={"attention": "latent"},
)
def split_latent_attention_parameters():
    """MLA parameters of a layer that tensor parallelism cuts.

    The up-projections from the latent vectors to the heads, and the output matrix.
    """
    return Eq(Psi_split, r_q * a * (d_nope + d_rope) + r_kv * a * (d_nope + d_v) + a * d_v * h)


@formula(
    source=REPORT,
    leaves_out="queries that are not compressed, as in DeepSeek-V2-Lite, norms",
    also_called=("replicated MLA parameters",),
    holds_for={"attention": "latent"},
)
def whole_latent_attention_parameters():
    """MLA parameters of a layer replicated on every tensor-parallel rank.

    The down-projections into the latent vectors: they have no heads to divide.
    """
    return Eq(Psi_whole, h * (r_q + r_kv + d_rope))


# allow counts_agree_in_kind: tables, norms and routers are counted by their entries
@formula(
    source=REPORT,
    leaves_out=f"the final norm, norms inside of attention, {NO_BIAS}",
    also_called=("parameters per rank",),
    holds_for={"stage_count": "each"},
)
def stage_parameters():
    """Parameters per GPU of a pipeline stage, without routed experts.

    Tensor parallelism cuts the heads, the feed-forward networks, the shared experts
    and the tables; norms and routers stay whole.
    """
    return Eq(
        Psi_gpu,
        (L_st * Psi_split + L_dst * Psi_ffn + L_est * E_sh * Psi_exp + n_tab * V * h) / TP
        + L_st * (Psi_whole + norms_per_layer * h)
        + L_est * E * h,
    )


@formula(
    source=REPORT,
    also_called=(
        "expert size",
        "single expert parameters",
    ),
)
def one_expert_parameters():
    """Parameters of one expert (SwiGLU).

    Gate, up and down projection, each between the hidden size and `d_exp`.
    """
    return Eq(Psi_exp, expert_matrices * h * d_exp)


@formula(
    source=REPORT,
    holds_when=lambda: [divides(EP, E)],
    also_called=("expert parameters per rank",),
)
def stage_expert_parameters():
    """Routed-expert parameters per GPU of a pipeline stage.

    Cut by expert parallelism and expert tensor parallelism.
    """
    return Eq(Psi_xgpu, L_est * E * Psi_exp / (EP * ETP))


@formula(
    source=REPORT,
    also_called=(
        "DP x CP group",
        "gradient all-reduce group",
    ),
)
def ranks_with_same_parameters():
    """Gradient-reduction group: ranks with the same parameters (DP x CP).

    Replicas read different sequences, context-parallel ranks different parts of
    one: both add up their gradients. Routed experts lie on fewer ranks each, `EDP`.
    """
    return Eq(n_same, N_dp * CP)


@formula(
    source=REPORT,
    also_called=("replicated model state",),
)
def whole_part_memory():
    """Unsharded part of the model state: memory per GPU.

    What a ZeRO stage does not shard, such as parameters in ZeRO-1. `Psi_gpu` leaves the
    routed experts out; they are counted beside it.
    """
    return Eq(M_part, b_part * (Psi_gpu + Psi_xgpu))


@formula(
    source=DEEPSEEK_V3.at("table 2, DualPipe", opened=True),
    also_called=("DualPipe parameter memory",),
    leaves_out="stages of different sizes: the two are counted as equal",
)
def bytes_for_both_directions():
    """DualPipe parameter copies: bytes per parameter for both directions.

    DualPipe feeds the pipeline from both ends, so every stage lies on two GPUs.
    """
    return Eq(b_pair, 2 * b_part)


@formula(
    source=REPORT,
    also_called=("sharded model state",),
)
def sharded_part_memory():
    """Sharded part of the model state: memory per GPU.

    `Psi_gpu` leaves the routed experts out: they have fewer replicas, and with them
    fewer ranks to share.
    """
    return Eq(M_part, b_part * (Psi_gpu / n_shard + Psi_xgpu / EDP))


stage_layouts = Variants(
    "stage-layouts",
    "Layers of a stage, by how the pipeline is cut",
    {
        layers_of_stage: "evenly",
        layers_of_stage_with_tables: "evenly, each table counted as a layer",
        layers_of_stage_by_cost: "by the cost of layers and output layer",
    },
    says="The largest stage sets the pace, and the first keeps most micro-batches.",
)

LLAMA3_STAGE = {L_st: 20, L_dst: 20, L_est: 0, n_tab: 1, TP: 8, Psi_whole: 0, E: 1, E_sh: 0}

worked = [
    Case(
        stage_parameters,
        {
            **LLAMA3_STAGE,
            Psi_split: 150994944,
            Psi_ffn: 704643072,
            Psi_exp: 1,
            V: 128256,
            h: 8192,
        },
        gives="2.2708e9",
        source=REPORT,
        note="Llama 3 70B, first of four stages",
    ),
    Case(
        split_attention_parameters,
        {h: 8192, d_head: 128, a: 64, g: 8},
        gives="150994944",
        source=REPORT,
        note="Llama 3 70B",
    ),
    Case(
        whole_part_memory,
        {b_part: "6 byte/param", Psi_gpu: 2270758912, Psi_xgpu: 0},
        gives="12.69 GiB",
        source=SIMUMAX.at("example of Llama 3 70B: weights 4.23, gradients 8.46"),
        note="Llama 3 70B, first stage, parameters and gradients",
    ),
]
