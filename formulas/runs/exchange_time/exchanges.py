"""Exchanges of a layer: a group's bandwidth, keys and values round the ring, tokens to experts."""

from sympy import Eq, Max, Min, Piecewise

from derive.records import Case, derives, formula

from ...sources import (
    DEEPSEEK_V3,
    KORTHIKANTI,
    MEGATRON_CODE,
    NCCL_TESTS,
    RING_ATTENTION,
)
from ...symbols.collectives import beta_in, beta_out
from ...symbols.compute import b_elem
from ...symbols.expert_parallel import k_node
from ...symbols.experts import k
from ...symbols.latent_attention import d_rope, r_kv
from ...symbols.layout import n_mb
from ...symbols.model import d_head, g, h
from ...symbols.network import alpha
from ...symbols.parallelism import CP, EP, TP, G_node
from ...symbols.runs_attained import e_in, e_out
from ...symbols.runs_exchanges import (
    b_send,
    beta_cp,
    beta_grp,
    n_dist,
    n_grp,
    n_xnode,
    x_send,
)
from ...symbols.runs_layers import (
    M_msg,
    T_core,
    T_cp,
    T_ep,
    T_xcp,
    T_xep,
    t_xfwd,
)

RING = NCCL_TESTS.at("doc/PERFORMANCE.md, bandwidth of a rank", opened=True)
PARALLEL = KORTHIKANTI.at("section 4.2", opened=True)


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

    In the forward pass: every rank passes on the keys and values of the others. The
    latency of a message is not counted.
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
