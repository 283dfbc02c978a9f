"""Decoding with experts: active parameters are computed with, touched experts are read."""

from sympy import Eq, Max

from derive.records import Case, derives, formula

from ..model.compute.tokens import forward_flops_per_token
from ..sources import DEEPSEEK_INSIGHTS, DEEPSEEK_V3, MIXTRAL, SCALING_BOOK
from ..speed.roofline.limits import compute_time, memory_time
from ..speed.utilization.shares import model_flops_utilization
from ..symbols.compute import MFU, B_hbm, F, F_ach
from ..symbols.experts import E, E_touch, L_moe, Psi_exp, Psi_touch, k, p_untouched
from ..symbols.flop_numbers import forward_flops_per_param_token
from ..symbols.flops import C_fwd
from ..symbols.kv_cache import M_kv
from ..symbols.memory import b_param
from ..symbols.model import Psi, Psi_act, s
from ..symbols.parallelism import N_gpu
from ..symbols.roofline import C_op, Q_mem, T_mem
from ..symbols.serving import T_dec, n_dec
from ..symbols.time import T_comp
from ..symbols.utilization import T_prefill

IDEAL = "attention scores, the all-to-all between experts, other communication, sampling"
SPARSE = DEEPSEEK_INSIGHTS.at(
    "section 2.2.2, advantages for personal use and on-premises deployment", opened=True
)


@formula(
    source=DEEPSEEK_V3.at("section 2.1.2, routing to k of E experts", opened=True),
    holds_when=lambda: [k <= E],
    status="approximation",
    leaves_out="uneven routing, limits on groups of experts",
    also_called=("activated experts of a batch", "expert coverage", "expert hit rate"),
    holds_for={"layers": "experts"},
)
def touched_experts():
    """Distinct experts that a decode batch hits in one layer, with uniform routing.

    Each token picks `k` of `E` experts. One token touches `k`; a few times
    `E / k` tokens touch nearly all, and then the whole model is read in every
    step.
    """
    return Eq(E_touch, E * (1 - (1 - k / E) ** n_dec))


@formula(
    source=SPARSE,
    holds_when=lambda: [E_touch <= E, L_moe * Psi_exp * E <= Psi],
    leaves_out="that a step reads only a few rows of the input table, which is counted whole",
    also_called=("parameters read per decoding step",),
    holds_for={"layers": "experts"},
)
def touched_parameters():
    """Parameters read per decode step of an MoE model.

    All but the experts that no token of the batch was sent to: the active
    parameters for one token, the whole model for a large batch.
    """
    return Eq(Psi_touch, Psi - L_moe * Psi_exp * (E - E_touch))


@formula(
    source=(SPARSE, SCALING_BOOK.at("inference, generation", opened=True)),
    holds_when=lambda: [Psi_act <= Psi_touch],
    leaves_out=f"experts that are busier than others, {IDEAL}",
    also_called=("MoE TPOT", "MoE time per output token"),
    holds_for={"layers": "experts"},
)
def moe_decode_step_time():
    """Decode step time of an MoE model: the longer of compute and memory traffic.

    On `N_gpu` GPUs that share one copy of the model and the load evenly. Compute counts
    the active parameters of each token, traffic the experts that the whole batch
    touches, and the KV cache.
    """
    return Eq(
        T_dec,
        Max(
            forward_flops_per_param_token * Psi_act * n_dec / (N_gpu * F),
            (b_param * Psi_touch + M_kv) / (N_gpu * B_hbm),
        ),
    )


@formula(
    source=(SPARSE, SCALING_BOOK.at("applied inference, prefill", opened=True)),
    leaves_out="attention scores, waiting, the all-to-all between experts",
    also_called=("MoE time to first token",),
    holds_for={"operation_count": "parameters", "attention_count": "weights", "layers": "experts"},
)
def moe_prefill_time():
    """Prefill time of an MoE model, from its active parameters and MFU.

    One prompt of `s` tokens, on `N_gpu` GPUs that share one copy of the model. It is
    long enough to be compute-bound: each token passes the active parameters once.
    """
    return Eq(T_prefill, forward_flops_per_param_token * Psi_act * s / (N_gpu * F * MFU))


@derives(touched_experts)
def all_but_the_untouched(page):
    """Leave out the experts that every token passed by."""
    page.start(Eq(E_touch, E * (1 - p_untouched)), "an expert is touched or not")
    page.put(
        Eq(p_untouched, (1 - k / E) ** n_dec),
        "each token, independently, leaves it out with probability 1 - k / E",
    )


@derives(moe_decode_step_time)
def active_compute_touched_traffic(page):
    """Take the longer of two times."""
    page.start(Eq(T_dec, Max(T_comp, T_mem)), "computing and reading overlap")
    page.put(compute_time, "FLOPs over rate")
    page.put(memory_time, "bytes over bandwidth")
    page.put(
        Eq(C_op, forward_flops_per_param_token * Psi_act * n_dec / N_gpu),
        "each token passes the active parameters, shared by all GPUs",
    )
    page.put(
        Eq(Q_mem, (b_param * Psi_touch + M_kv) / N_gpu),
        "touched parameters and cache, shared by all GPUs",
    )


@derives(moe_prefill_time)
def active_prompt_over_rate(page):
    """Divide the FLOPs of the prompt by the rate."""
    page.start(Eq(T_prefill, s * C_fwd / (N_gpu * F_ach)), "every token costs one forward pass")
    page.put(forward_flops_per_token.with_(Psi=Psi_act), "one multiply-add per active parameter")
    page.put(model_flops_utilization, "a share of the peak", for_=F_ach)


worked = [
    Case(
        touched_parameters,
        {Psi: 46.7e9, L_moe: 32, Psi_exp: 176.16e6, E: 8, E_touch: 2},
        gives="13e9",
        source=MIXTRAL.at("section 3, 13B active parameters", opened=True),
        note="one token touches two experts of each layer",
    ),
]
