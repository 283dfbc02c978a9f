"""Time of a layer with its exchanges, and of what is recomputed."""

from sympy import Eq, Max

from derive.records import formula

from ...sources import (
    DEEPSEEK_V3,
    KORTHIKANTI,
    MEGATRON_CODE,
    TORCHTITAN,
)
from ...symbols.compute import flops_per_mac
from ...symbols.latent_attention import d_nope, d_rope, d_v, r_kv, r_q
from ...symbols.layout import n_mb
from ...symbols.model import a
from ...symbols.parallelism import TP
from ...symbols.runs_attained import F_mm, e_mm, exchanges_per_pass, gradient_pass
from ...symbols.runs_exchanges import (
    T_up,
    n_xbwd,
)
from ...symbols.runs_layers import (
    T_dmem,
    T_dprod,
    T_tp,
    T_xcp,
    T_xep,
    T_xmem,
    T_xprod,
    t_dbwd,
    t_dfwd,
    t_dlay,
    t_drec,
    t_xbwd,
    t_xfwd,
    t_xlay,
    t_xrec,
)

PARALLEL = KORTHIKANTI.at("section 4.2", opened=True)
CHEAP = DEEPSEEK_V3.at("section 3.2.3", opened=True)
HIDDEN = MEGATRON_CODE.at("megatron/core/tensor_parallel/layers.py, backward", opened=True)


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
