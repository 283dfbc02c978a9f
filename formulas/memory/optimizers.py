"""Optimizer state: what Adam, 8-bit Adam, Adafactor, Muon and Shampoo keep."""

from sympy import Eq, Max, Min

from derive.records import Case, Variants, derives, formula

from ..model.parameters.parts import matrix_parameters
from ..sources import (
    ADAFACTOR,
    ADAM,
    BITSANDBYTES,
    EIGHT_BIT_ADAM,
    MUON,
    MUON_CODE,
    SHAMPOO,
    TRANSFORMERS_CODE,
    TRANSFORMERS_DOCS,
    ZERO,
)
from ..symbols.compute import flops_per_mac
from ..symbols.expert_parallel import n_blk
from ..symbols.flops import n_step
from ..symbols.memory import M_opt, b_opt
from ..symbols.model import Psi
from ..symbols.optimizer_state import (
    C_mat,
    C_ns,
    M_matopt,
    Psi_muon,
    b_num,
    byte_of_state,
    n_ns,
    n_precond,
    o_muon,
)
from ..symbols.parallelism import N_dp
from ..symbols.scaling import flops_per_param_token
from ..symbols.shapes import Psi_mat, d_in, d_out
from ..symbols.state import b_master, b_mom, b_var
from .memory import optimizer_memory
from .states import optimizer_bytes

ANATOMY = TRANSFORMERS_DOCS.at(
    "docs/source/en/model_memory_anatomy.md, optimizer states", opened=True
)


@formula(
    source=(ZERO.at("section 3.1", opened=True), ADAM.at("algorithm 1", opened=True), ANATOMY),
    status="definition",
    also_called=("AdamW memory", "Adam optimizer memory", "8 bytes per parameter", "Adam states"),
    holds_for={"optimizer": "adam", "model_split": "whole", "sharding": "none"},
)
def adam_state_memory():
    """Adam (AdamW) optimizer state memory: master weights, momentum, variance.

    12 bytes per parameter with fp32 master weights, 8 without.
    """
    return Eq(M_opt, (b_master + b_mom + b_var) * Psi)


@formula(
    source=ANATOMY,
    status="definition",
    also_called=("SGD with momentum memory", "heavy-ball memory", "Lion memory"),
    holds_for={"optimizer": "momentum", "model_split": "whole", "sharding": "none"},
)
def momentum_state_memory():
    """SGD with momentum (or Lion) optimizer state memory.

    One running mean per parameter and, in mixed precision, master weights: 4 bytes
    each in fp32.
    """
    return Eq(M_opt, (b_master + b_mom) * Psi)


@formula(
    source=(
        BITSANDBYTES.at("bitsandbytes/optim/optimizer.py, init_state", opened=True),
        EIGHT_BIT_ADAM.at("section 2, block-wise quantization", opened=True),
        ANATOMY,
    ),
    leaves_out="tensors that stay in fp32: small ones, and embeddings where that is asked for",
    also_called=("8-bit Adam", "8-bit AdamW", "bitsandbytes Adam8bit memory", "quantized Adam"),
    holds_for={"optimizer": "adam-8bit"},
)
def eight_bit_adam_bytes():
    """8-bit Adam: optimizer bytes per parameter, scales included.

    Momentum and variance take one byte each plus an fp32 scale for each block (256
    elements in bitsandbytes): a quarter of what fp32 states take. bitsandbytes keeps
    no master weights.
    """
    return Eq(b_opt, b_master + 2 * (byte_of_state + b_num / n_blk))


@formula(
    source=(
        ADAFACTOR.at("section 3, factored second moments, as quoted", opened=True),
        TRANSFORMERS_CODE.at("src/transformers/optimization.py, Adafactor, step", opened=True),
    ),
    leaves_out="momentum, which Adafactor does without, and master weights",
    also_called=("Adafactor memory", "factored second moment", "sublinear memory"),
)
def adafactor_state_memory():
    """Adafactor: optimizer state of one weight matrix, without momentum.

    The squared gradients are kept as row sums and column sums alone.
    """
    return Eq(M_matopt, b_num * (d_in + d_out))


@formula(
    source=SHAMPOO.at("algorithm 1", opened=True),
    leaves_out="momentum and grafting, which implementations add; splitting of large matrices",
    also_called=("Shampoo memory", "SOAP preconditioner memory", "Kronecker-factored state"),
)
def shampoo_state_memory():
    """Shampoo: optimizer state of one weight matrix.

    One square preconditioner for each side. Where the inverse roots are kept
    beside the statistics, twice that.
    """
    return Eq(M_matopt, b_num * n_precond * (d_in**2 + d_out**2))


@formula(
    source=MUON_CODE.at("muon.py, Muon and MuonWithAuxAdam", opened=True),
    holds_when=lambda: [Psi_muon <= Psi],
    also_called=("Muon memory", "Muon optimizer memory", "MuonWithAuxAdam"),
    holds_for={"optimizer": "muon", "model_split": "whole", "sharding": "none"},
)
def muon_state_memory():
    """Muon optimizer state memory, AdamW for the rest.

    Muon keeps one momentum per parameter, half of Adam's states. Embeddings,
    output table and norms stay with AdamW and keep a variance too.
    """
    return Eq(M_opt, (b_master + b_mom) * Psi + b_var * (Psi - Psi_muon))


@formula(
    source=MUON_CODE.at("muon.py, zeropower_via_newtonschulz5", opened=True),
    leaves_out="scaling, the momentum itself",
    also_called=("Newton-Schulz FLOPs",),
)
def newton_schulz_flops():
    """Newton-Schulz (Muon): FLOPs to orthogonalize one matrix.

    Each iteration makes two products with the long side summed over or kept,
    and one between square matrices of the short side.
    """
    return Eq(
        C_ns,
        n_ns
        * (
            2 * flops_per_mac * Max(d_in, d_out) * Min(d_in, d_out) ** 2
            + flops_per_mac * Min(d_in, d_out) ** 3
        ),
    )


@formula(
    source=(MUON.at("runtime analysis", opened=True), MUON_CODE.at("muon.py", opened=True)),
    holds_when=lambda: [Eq(d_out, d_in)],
    leaves_out="communication of the update, matrices that Muon does not update, attention scores",
    also_called=("Muon overhead", "Muon compute overhead", "Tm/B"),
)
def muon_overhead():
    """Muon FLOP overhead: Newton-Schulz over training.

    Iterations times the width over the tokens of a step, for square matrices:
    below 1 % where steps are large.
    """
    return Eq(o_muon, n_ns * d_in / n_step)


@formula(
    source=(ZERO.at("section 5.1 and figure 1", opened=True), ANATOMY),
    also_called=(
        "ZeRO-1 optimizer memory",
        "distributed optimizer memory",
        "optimizer share of one GPU",
    ),
    holds_for={
        "model_split": "whole",
        "context_split": "whole",
        "offload": "none",
        "sharding": ("zero1", "zero2", "zero3"),
    },
)
def sharded_optimizer_memory():
    """Optimizer state memory of one GPU, sharded by data parallelism (ZeRO-1, 2, 3).

    The optimizer's share alone; parameters and gradients come on top.
    """
    return Eq(M_opt, b_opt * Psi / N_dp)


@derives(adam_state_memory)
def three_parts_of_adam(page):
    """Add the parts."""
    page.start(optimizer_memory, "so many bytes per parameter")
    page.put(optimizer_bytes, "master weights, momentum and variance")


@derives(muon_overhead)
def iterations_over_passes(page):
    """Divide Newton-Schulz by training."""
    page.start(Eq(o_muon, C_ns / C_mat), "FLOPs of the update over those of training")
    page.put(newton_schulz_flops.with_(d_out=d_in), "three square products in each iteration")
    page.put(
        Eq(C_mat, flops_per_param_token * Psi_mat * n_step), "six FLOPs per parameter and token"
    )
    page.put(matrix_parameters.with_(d_out=d_in), "a square matrix")


optimizers = Variants(
    "optimizer-state",
    "Optimizer state memory by optimizer",
    {
        adam_state_memory: "Adam, AdamW",
        momentum_state_memory: "SGD with momentum, Lion",
        muon_state_memory: "Muon, with AdamW for embeddings and norms",
    },
)

published = [
    Case(
        adam_state_memory,
        {Psi: 1e9, b_master: 0, b_mom: "4 byte/param", b_var: "4 byte/param"},
        gives="8 GB",
        source=ANATOMY,
        note="8 bytes for each parameter",
    ),
    Case(
        momentum_state_memory,
        {Psi: 1e9, b_master: 0, b_mom: "4 byte/param"},
        gives="4 GB",
        source=ANATOMY,
        note="4 bytes for each parameter",
    ),
    Case(
        eight_bit_adam_bytes,
        {b_master: 0, b_num: "4 byte", n_blk: 256},
        gives="2 byte/param",
        within="2 %",
        source=ANATOMY,
        note="2.03 with the scales",
    ),
    *(
        Case(
            muon_overhead,
            {n_ns: 5, d_in: width, n_step: tokens},
            gives=f"{printed} %",
            source=MUON.at("runtime analysis", opened=True),
            note=name,
        )
        for name, width, tokens, printed in (
            ("NanoGPT speedrun", 768, 524288, "0.7"),
            ("Llama 405B", 16384, 16e6, "0.5"),
        )
    ),
]
