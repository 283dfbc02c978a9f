"""Step rates and run totals: FLOPs and parameters of a step, energy of a run."""

from sympy import Eq

from derive.records import formula

from ..sources import LLAMA1, MEGATRON_CODE, PALM
from ..symbols.cost import PUE, E_train, P_gpu
from ..symbols.experts import E, E_sh, L_moe, Psi_exp, k
from ..symbols.flops import C_step, C_tok, n_step
from ..symbols.model import L, Psi, Psi_act, V, h
from ..symbols.parallelism import N_gpu
from ..symbols.shapes import Psi_ffn, n_emb
from ..symbols.stages import Psi_split, Psi_whole
from ..symbols.time import T_train


# allow counts_agree_in_kind: the output table has one entry for each token and unit
@formula(
    source=MEGATRON_CODE.at(
        "megatron/training/training.py, floating-point operations", opened=True
    ),
    holds_when=lambda: [L_moe <= L],
    leaves_out="norms, routers, biases, the input table, which is read and not multiplied",
    also_called=(
        "active matrix parameters",
        "matmul parameters",
    ),
    holds_for={"parameter_count": "products"},
)
def multiplied_parameters():
    """Active matrix parameters: what one token is multiplied with.

    Attention, the networks or the experts that the token passes, and the output
    layer.
    """
    return Eq(
        Psi_act,
        L * (Psi_split + Psi_whole) + (L - L_moe) * Psi_ffn + L_moe * (k + E_sh) * Psi_exp + V * h,
    )


@formula(
    source=PALM.at("appendix B", opened=True),
    status="definition",
    also_called=("step FLOPs from tokens",),
)
def step_operations():
    """Model FLOPs per step, from FLOPs per token.

    Tokens of the step times the FLOPs of one.
    """
    return Eq(C_step, C_tok * n_step)


# allow counts_agree_in_kind: the tables have one entry for each token and unit
@formula(
    source=MEGATRON_CODE.at("megatron/training/theoretical_memory_usage.py", opened=True),
    holds_when=lambda: [L_moe <= L],
    leaves_out="norms, routers, biases, learned positions",
)
def stored_parameters():
    """Total parameters of a model, from its layers and tables.

    Every expert counts, however few of them a token is sent to.
    """
    return Eq(
        Psi,
        L * (Psi_split + Psi_whole)
        + (L - L_moe) * Psi_ffn
        + L_moe * (E + E_sh) * Psi_exp
        + n_emb * V * h,
    )


@formula(
    source=LLAMA1.at("section 6", opened=True),
    leaves_out="other parts of the nodes, making the hardware",
    also_called=("energy from the power draw of a cluster",),
)
def energy_of_run():
    """Energy of a run, from the number of GPUs and the time.

    GPU power times GPUs times wall-clock time, with the overhead of the data center.
    """
    return Eq(E_train, PUE * N_gpu * P_gpu * T_train)
