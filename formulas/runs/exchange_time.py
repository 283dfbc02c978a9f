"""Communication time of a layer: how fast a group of ranks is, and what it costs each pass."""

from sympy import Eq, Max, Min, Piecewise

from derive.records import Case, derives, divides, formula

from ..sources import (
    DEEPSEEK_V3,
    KORTHIKANTI,
    MEGATRON_2021,
    MEGATRON_CODE,
    NCCL_TESTS,
    RING_ATTENTION,
    TORCHTITAN,
)
from ..symbols.collectives import beta_in, beta_out
from ..symbols.compute import b_elem, flops_per_mac
from ..symbols.expert_parallel import k_node
from ..symbols.experts import k
from ..symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ..symbols.layout import n_mb
from ..symbols.model import a, d_head, g, h
from ..symbols.network import alpha
from ..symbols.parallelism import CP, EP, TP, G_node, N_gpu, p, v
from ..symbols.runs_attained import F_mm, e_in, e_mm, e_out, exchanges_per_pass, gradient_pass
from ..symbols.runs_exchanges import (
    T_up,
    b_send,
    beta_cp,
    beta_grp,
    beta_pp,
    n_dist,
    n_grp,
    n_xbwd,
    n_xnode,
    x_seen,
    x_send,
)
from ..symbols.runs_layers import (
    M_msg,
    T_core,
    T_cp,
    T_dmem,
    T_dprod,
    T_ep,
    T_tp,
    T_xcp,
    T_xep,
    T_xmem,
    T_xprod,
    t_chop,
    t_dbwd,
    t_dfwd,
    t_dlay,
    t_drec,
    t_xbwd,
    t_xfwd,
    t_xlay,
    t_xrec,
)
from ..symbols.runs_step import n_apart, t_hop

RING = NCCL_TESTS.at("doc/PERFORMANCE.md, bandwidth of a rank", opened=True)
PARALLEL = KORTHIKANTI.at("section 4.2", opened=True)
CHEAP = DEEPSEEK_V3.at("section 3.2.3", opened=True)
HIDDEN = MEGATRON_CODE.at("megatron/core/tensor_parallel/layers.py, backward", opened=True)


@formula(
    source=RING,
    status="approximation",
    leaves_out="trees, switches that add, other groups on the same links, groups that start in "
    "the middle of a node",
    also_called=("group bandwidth",),
)
def group_bandwidth():
    """Attainable bandwidth per rank of a communication group.

    A group inside a node uses the node's links. One that reaches further uses the
    network adapters of those of its ranks that share a node: its ring leaves each
    node through all of them at once.
    """
    return Eq(
        beta_grp,
        Piecewise(
            (e_in * beta_in, n_grp * n_dist <= G_node),
            (Min(e_in * beta_in, Max(1, Min(n_grp, G_node / n_dist)) * e_out * beta_out), True),
        ),
    )


@formula(
    source=PARALLEL,
    also_called=("activation message",),
)
def hidden_message():
    """Tensor-parallel message size: one hidden tensor of a micro-batch.

    The gathered tensor of one all-gather, reduce-scatter or all-reduce of a layer.
    """
    return Eq(M_msg, b_elem * n_mb * h)


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=RING_ATTENTION.at("section 3", opened=True),
    leaves_out="key-value heads that are copied where `TP` exceeds `g`",
    also_called=("context-parallel communication time",),
    holds_for={"attention": "grouped"},
)
def context_ring_time():
    """Ring attention time of a layer: keys and values round the ring.

    In the forward pass: every rank passes on the keys and values of the others.
    """
    return Eq(T_cp, 2 * b_elem * n_mb * g * d_head / TP * (CP - 1) / beta_cp)


# allow counts_agree_in_kind: tensors are counted by their entries
@formula(
    source=(
        RING_ATTENTION.at("section 3", opened=True),
        MEGATRON_CODE.at(
            "megatron/core/transformer/multi_latent_attention.py, which widens the latent vectors "
            "first and passes on keys and values",
            opened=True,
        ),
    ),
    status="approximation",
    leaves_out="implementations that pass on the keys and values of all heads, as Megatron-LM, and "
    "send many times as much; the latency of a message",
    also_called=("MLA context-parallel time",),
    holds_for={"attention": "latent"},
)
def latent_context_ring_time():
    """Ring attention time of an MLA layer: latent vectors round the ring.

    In the forward pass: the compressed vectors travel instead of keys and values.
    """
    return Eq(T_cp, b_elem * n_mb * (r_kv + d_rope) * (CP - 1) / beta_cp)


@formula(
    source=RING_ATTENTION.at("section 3", opened=True),
    leaves_out="kernels that slow down beside an exchange, blocks of unequal work",
    also_called=("exposed CP time", "exposed ring attention time"),
)
def exposed_context_ring_time():
    """Exposed context-parallel time of a layer.

    A rank works on `CP` blocks of keys and values in turn, and receives the next
    block while it works on the present one. Nothing arrives during the last block,
    so all blocks but one can hide the ring.
    """
    return Eq(T_xcp, Max(0, T_cp - T_core * (CP - 1) / CP))


@derives(exposed_context_ring_time)
def hop_by_hop(page):
    """Compare each hop with the block that hides it."""
    page.start(
        Eq(T_xcp, T_cp / CP * CP - Min(T_cp, (CP - 1) * (T_core / CP))),
        "all hops together, less what one block of attention beside each of the CP - 1 hops hides",
    )


@formula(
    source=DEEPSEEK_V3.at("section 3.2.2", opened=True),
    status="definition",
    leaves_out="expert tensor parallelism, which moves the ranks of a set apart",
)
def nodes_of_experts():
    """Nodes over which one set of experts is spread.

    Ranks of expert parallelism over the GPUs of a node; 1 where they all fit into one.
    """
    return Eq(n_xnode, Max(1, EP / G_node))


@formula(
    source=DEEPSEEK_V3.at("section 3.2.2", opened=True),
    leaves_out="experts that are busier than others, gathering copies for experts that are cut",
    also_called=(
        "MoE all-to-all time of a layer",
        "dispatch time",
    ),
)
def expert_exchange_time():
    """MoE all-to-all time of one dispatch or combine in a layer.

    Inside a node every copy travels; between nodes a token goes once to each node
    that holds experts it chose: experts chosen evenly lie on fewer nodes than there
    are experts, and a router may be held to fewer still. The two kinds of links work
    at the same time. Each of `TP` ranks sends its share of the tokens.
    """
    return Eq(
        T_ep,
        b_send
        * n_mb
        * h
        / TP
        * Max(
            k * (EP - 1) / (EP * e_in * beta_in),
            Min(k_node, n_xnode * (1 - (1 - 1 / n_xnode) ** k))
            * (1 - 1 / n_xnode)
            / (e_out * beta_out),
        )
        + alpha * Min(1, EP - 1),
    )


@formula(
    source=(
        DEEPSEEK_V3.at("section 3.2.1", opened=True),
        DEEPSEEK_V3.at("section 3.2.2", opened=True),
    ),
    also_called=("exposed EP time", "DualPipe communication overlap"),
    holds_for={"schedule": "dualpipe"},
)
def hidden_expert_exchange_time():
    """Exposed MoE all-to-all time in DualPipe.

    Half a pass of another micro-batch, from the other end of the pipeline, runs beside
    each exchange, on the multiprocessors that the exchange leaves it. It takes longer by
    what those others would have done meanwhile; an exchange that lasts longer still is
    seen less the work beside it.
    """
    return Eq(T_xep, Max(x_send * T_ep, T_ep - t_xfwd / 2))


@derives(hidden_expert_exchange_time)
def slower_beside_an_exchange(page):
    """Add what is left of half a pass after an exchange that it does not outlast, or nothing."""
    page.start(
        Eq(
            T_xep,
            T_ep + Max(0, t_xfwd / 2 - (1 - x_send) * T_ep) - t_xfwd / 2,
        ),
        "the exchange, then what is left of the half pass that went on beside it at a share "
        "1 - x_send of its speed, less the half pass, which is counted without the exchange",
    )


@formula(
    source=(PARALLEL, HIDDEN),
    also_called=("dense layer time",),
)
def dense_layer_time():
    """Dense layer time, forward and backward, with communication.

    Both passes, tensor-parallel collectives and what is exposed of the
    context-parallel ring. The products that give the gradients of weights hide what is
    exchanged meanwhile, as long as they last.
    """
    return Eq(
        t_dlay,
        t_dfwd
        + t_dbwd
        + t_drec
        + exchanges_per_pass * T_tp
        + Max(n_xbwd * T_tp, exchanges_per_pass * T_tp - T_dprod)
        + (1 + gradient_pass) * T_xcp,
    )


@formula(
    source=PARALLEL,
    also_called=("MoE layer time",),
)
def expert_layer_time():
    """MoE layer time, forward and backward, with communication.

    As for a dense layer, with the all-to-all on top.
    """
    return Eq(
        t_xlay,
        t_xfwd
        + t_xbwd
        + t_xrec
        + exchanges_per_pass * T_tp
        + Max(n_xbwd * T_tp, exchanges_per_pass * T_tp - T_xprod)
        + 4 * T_xep
        + (1 + gradient_pass) * T_xcp,
    )


@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    also_called=("dense layer recompute time",),
    holds_for={"recompute": "full"},
)
def dense_recomputed_time():
    """Full recomputation time of a dense layer.

    One more forward pass, with its tensor-parallel collectives and what is exposed
    of the context-parallel ring.
    """
    return Eq(t_drec, t_dfwd + exchanges_per_pass * T_tp + T_xcp)


@formula(
    source=KORTHIKANTI.at("section 5", opened=True),
    also_called=("MoE layer recompute time",),
    holds_for={"recompute": "full"},
)
def expert_recomputed_time():
    """Full recomputation time of an MoE layer.

    One more forward pass, with its collectives, its two all-to-alls and what is
    exposed of the context-parallel ring.
    """
    return Eq(t_xrec, t_xfwd + exchanges_per_pass * T_tp + 2 * T_xep + T_xcp)


@formula(
    source=TORCHTITAN.at("torchtitan/distributed/activation_checkpoint.py", opened=True),
    status="approximation",
    leaves_out="products of unequal size",
    also_called=(
        "selective AC by op",
        "dense op recompute time",
    ),
    holds_for={"recompute": "operators"},
)
def dense_operators_recomputed_time():
    """Per-op selective recomputation time of a dense layer.

    Every second matrix product is recomputed (torchtitan's selective
    checkpointing).
    """
    return Eq(t_drec, T_dprod / 2)


@formula(
    source=TORCHTITAN.at("torchtitan/distributed/activation_checkpoint.py", opened=True),
    status="approximation",
    leaves_out="products of unequal size; torchtitan alternates the dense products alone and "
    "keeps or recomputes the grouped products of the routed experts as a whole",
    also_called=("MoE op recompute time",),
    holds_for={"recompute": "operators"},
)
def expert_operators_recomputed_time():
    """Per-op selective recomputation time of an MoE layer.

    Half of the matrix products are recomputed, those of the experts included, as
    torchtitan's selective checkpointing does with dense layers.
    """
    return Eq(t_xrec, T_xprod / 2)


# allow counts_agree_in_kind: matrices are counted by their entries
@formula(
    source=CHEAP,
    leaves_out="queries that are not compressed, the bytes of the products",
    also_called=("MLA up-projection recompute time",),
    holds_for={"attention": "latent"},
)
def widened_again_time():
    """Recomputation time of the MLA up-projections of a layer.

    Queries, keys and values of the rank's heads, once more from the latent vectors.
    """
    return Eq(
        T_up,
        flops_per_mac
        * n_mb
        * a
        * (r_q * (d_nope + d_rope) + r_kv * (d_nope + d_v))
        / (TP * e_mm * F_mm),
    )


@formula(
    source=CHEAP,
    status="approximation",
    also_called=("recompute modules: layernorm, moe_act, mla_up_proj",),
    holds_for={"recompute": "cheap"},
)
def dense_cheap_recomputed_time():
    """Recomputation time of a dense layer: norms, activation function, up-projections.

    Norms and the activation function take about half of the memory-bound time.
    """
    return Eq(t_drec, T_dmem / 2 + T_up)


@formula(
    source=CHEAP,
    status="approximation",
    also_called=("MoE layer, cheap recompute time",),
    holds_for={"recompute": "cheap"},
)
def expert_cheap_recomputed_time():
    """Recomputation time of an MoE layer: norms, activation functions, up-projections.

    Norms and the activation functions take about half of the memory-bound time.
    """
    return Eq(t_xrec, T_xmem / 2 + T_up)


@formula(
    source=MEGATRON_CODE.at("megatron/core/parallel_state.py, order tp-cp-ep-dp-pp", opened=True),
    holds_when=lambda: [divides(p, N_gpu)],
    also_called=("pipeline rank stride",),
)
def stage_distance():
    """Rank stride between neighbouring pipeline stages.

    GPUs of one stage have consecutive ranks, as in Megatron-LM's default order, where
    pipeline stages come last.
    """
    return Eq(n_apart, N_gpu / p)


@formula(
    source=MEGATRON_2021.at("section 4.1", opened=True),
    also_called=("PP send and receive time",),
    holds_for={"sequence": "shared"},
)
def stage_hop_time():
    """Pipeline point-to-point time of a micro-batch, there and back.

    Activations forward and gradients backward between two stages; each
    tensor-parallel rank sends the share that it has.
    """
    return Eq(t_hop, 2 * (b_elem * n_mb * h / (TP * beta_pp) + alpha) * Min(1, p - 1))


@formula(
    source=MEGATRON_2021.at("section 4.1", opened=True),
    also_called=("PP send, scattered and gathered",),
    holds_for={"sequence": "whole"},
)
def scattered_stage_hop_time():
    """Pipeline point-to-point time with scatter-gather, without sequence parallelism.

    Each sends another share to the next stage, whose ranks gather the shares on the
    links of their node.
    """
    return Eq(t_hop, 2 * (b_elem * n_mb * h / (TP * beta_pp) + alpha + T_tp) * Min(1, p - 1))


@formula(source=MEGATRON_2021.at("section 2.2.2", opened=True))
def hops_of_chunks():
    """Interleaved 1F1B: point-to-point time of a micro-batch on one stage.

    A micro-batch comes to every stage once for each of its `v` chunks.
    """
    return Eq(t_hop, v * t_chop)


@formula(source=MEGATRON_2021.at("section 2.2.2", opened=True), status="approximation")
def seen_hops_of_chunks():
    """Interleaved 1F1B: exposed point-to-point time of a micro-batch on one stage.

    Other micro-batches keep the GPU busy in the meantime and hide part of it.
    """
    return Eq(t_hop, x_seen * v * t_chop)


HOPS = RING_ATTENTION.at("section 3, one block of attention beside each hop")
worked = [
    Case(
        exposed_context_ring_time,
        {T_cp: "3 ms/layer", T_core: "4 ms/layer", CP: 2},
        gives="1 ms/layer",
        source=HOPS,
        note="counted by hand: one hop of 3 ms beside one block of 2 ms",
    ),
    Case(
        exposed_context_ring_time,
        {T_cp: "9 ms/layer", T_core: "8 ms/layer", CP: 4},
        gives="3 ms/layer",
        source=HOPS,
        note="counted by hand: three hops of 3 ms, each beside a block of 2 ms",
    ),
]
