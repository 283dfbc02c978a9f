"""Scaling: how loss, model size, data and compute hang together."""

from sympy import Eq

from derive.records import Case, ConstantSet, Formula, derives, formula

from ..sources import BESIROGLU, CHINCHILLA, KAPLAN, NANOGPT, TRAINING_BOOK
from ..symbols.compute import C
from ..symbols.model import Psi
from ..symbols.scaling import (
    A_N,
    B_D,
    D,
    D_opt,
    Psi_opt,
    alpha_N,
    beta_D,
    flops_per_param_token,
    loss,
    loss_floor,
)


@formula(
    source=(
        CHINCHILLA.at("equation 2", opened=True),
        TRAINING_BOOK.at("notation appendix, lines 57 to 60", opened=True),
    ),
    status="fitted",
    leaves_out="repeated data, learning-rate schedules that end elsewhere, data quality",
    also_called=(
        "Chinchilla",
        "Hoffmann scaling law",
        "E + A/N^alpha + B/D^beta",
        "Chinchilla scaling law",
        "Chinchilla loss",
        "parametric loss",
        "loss of an overtrained model",
    ),
)
def scaling_law_loss():
    """Chinchilla scaling law: loss from model size and tokens.

    A floor and two power laws, one for the finite model and one for the finite
    data. The five constants are fitted together and mean nothing apart from each
    other.
    """
    return Eq(loss, loss_floor + A_N / Psi**alpha_N + B_D / D**beta_D)


def _with_attention() -> Formula:
    """The exact law, in a file that builds on this one."""
    from ..model.compute.tokens import training_flops_with_attention

    return training_flops_with_attention


@formula(
    source=(KAPLAN.at("section 2.1", opened=True), CHINCHILLA.at("section 3.3", opened=True)),
    status="approximation",
    approximates=_with_attention,
    leaves_out="attention scores, embeddings, recomputation",
    also_called=(
        "6ND",
        "C = 6ND",
        "training FLOPs rule of thumb",
        "training FLOPs",
    ),
    holds_for={"attention_count": "weights", "layers": "dense", "operation_count": "parameters"},
)
def training_flops():
    """Training compute (6ND).

    Each parameter takes part in one multiply-add per token forward and in two
    backward. Attention scores are left out.
    """
    return Eq(C, flops_per_param_token * Psi * D)


@formula(
    source=CHINCHILLA.at("equation 4", opened=True),
    leaves_out="inference cost, limits of the data, the error of the fit",
    also_called=(
        "N_opt",
        "compute-optimal parameters",
        "IsoFLOP minimum",
    ),
)
def compute_optimal_parameters():
    """Chinchilla-optimal model size from compute (fitted law).

    The minimum of the fitted loss along the line of constant 6ND.
    """
    return Eq(
        Psi_opt,
        (alpha_N * A_N / (beta_D * B_D)) ** (1 / (alpha_N + beta_D))
        * (C / flops_per_param_token) ** (beta_D / (alpha_N + beta_D)),
    )


@formula(
    source=CHINCHILLA.at("equation 4", opened=True),
    leaves_out="inference cost, limits of the data, the error of the fit",
    also_called=("D_opt",),
)
def compute_optimal_tokens():
    """Chinchilla-optimal tokens from compute (fitted law).

    What the compute leaves for data beside the best model size.
    """
    return Eq(
        D_opt,
        (beta_D * B_D / (alpha_N * A_N)) ** (1 / (alpha_N + beta_D))
        * (C / flops_per_param_token) ** (alpha_N / (alpha_N + beta_D)),
    )


@derives(compute_optimal_parameters)
def least_loss_over_model_size(page):
    """Minimise the loss along a line of constant compute."""
    page.start(scaling_law_loss, "the loss to be minimised")
    page.put(training_flops, "the compute is fixed, so more parameters mean fewer tokens", for_=D)
    page.minimise(Psi, "too small wastes capacity, too large starves for data", call=Psi_opt)


@derives(compute_optimal_tokens)
def least_loss_over_tokens(page):
    """Minimise the loss along a line of constant compute."""
    page.start(scaling_law_loss, "the loss to be minimised")
    page.put(training_flops, "the compute is fixed, so more tokens mean fewer parameters", for_=Psi)
    page.minimise(D, "the same minimum, seen from the data", call=D_opt)


ROUNDED_FIT = {A_N: "406.4", B_D: "410.7", alpha_N: "0.34", beta_D: "0.28"}
# Where the errata of its optimum differ: the printed constants at the compute of Gopher.
ROUNDED_FIT_AT_GOPHER = {**ROUNDED_FIT, C: "5.76e23 FLOP"}
chinchilla_rounded = ConstantSet(
    "chinchilla-rounded",
    {loss_floor: "1.69", **ROUNDED_FIT},
    CHINCHILLA.at("equation 10"),
    says="As printed, rounded to two digits; these do not reproduce the paper's own optima.",
)
chinchilla_unrounded = ConstantSet(
    "chinchilla-unrounded",
    {
        loss_floor: "1.6934",
        A_N: "406.4010175194737",
        B_D: "410.7228269450398",
        alpha_N: "0.33917084",
        beta_D: "0.2849083",
    },
    CHINCHILLA.at("equation 10, unrounded in the paper's own source text"),
    says="The fit before rounding; it gives the optima that the paper tabulates for approach 3.",
)
besiroglu = ConstantSet(
    "besiroglu-2024",
    {
        loss_floor: "1.8172",
        A_N: "482.00572",
        B_D: "2085.4342",
        alpha_N: "0.34781",
        beta_D: "0.36585",
    },
    BESIROGLU.at("equation 4"),
    says="A new fit to the paper's own data points; close to 20 tokens per parameter.",
)

worked = [
    Case(
        scaling_law_loss,
        {Psi: 70e9, D: 1.4e12, loss_floor: "1.69", **ROUNDED_FIT},
        gives="1.936645",
        source=NANOGPT.at("scaling_laws.ipynb, L(N, D), run with Chinchilla's size", opened=True),
    ),
    Case(
        compute_optimal_parameters,
        {C: "2.21e19 FLOP"},
        constants="chinchilla-unrounded",
        gives="400e6",
        within="3 %",
        source=CHINCHILLA.at("table A3, row 1", opened=True),
    ),
    Case(
        compute_optimal_tokens,
        {C: "2.21e19 FLOP"},
        constants="chinchilla-unrounded",
        gives="9.2e9",
        within="3 %",
        source=CHINCHILLA.at("table A3, row 1", opened=True),
    ),
    Case(
        compute_optimal_parameters,
        {C: "5.76e23 FLOP"},
        constants="chinchilla-unrounded",
        gives="40e9",
        within="3 %",
        source=CHINCHILLA.at("figure 4", opened=True),
    ),
    *(
        Case(
            training_flops,
            {Psi: size, D: tokens},
            gives=f"{printed} FLOP",
            within=within,
            source=CHINCHILLA.at(place, opened=True),
        )
        for size, tokens, printed, within, place in (
            (400e6, 8e9, "1.92e19", "", "table 3"),
            (1e9, 20.2e9, "1.21e20", "1 %", "table 3"),
            (175e9, 3.7e12, "3.85e24", "1.5 %", "table 3"),
            (280e9, 5.9e12, "9.90e24", "1 %", "table 3"),
            (1e12, 21.2e12, "1.27e26", "1 %", "table 3"),
            (1e9, 20e9, "1.20e20", "", "table A3, approach 2"),
            (10e9, 219.5e9, "1.32e22", "2 %", "table A3, approach 2"),
            (175e9, 4.3e12, "4.54e24", "2 %", "table A3, approach 2"),
            (280e9, 7.1e12, "1.18e25", "2 %", "table A3, approach 2"),
            (520e9, 13.4e12, "4.19e25", "2 %", "table A3, approach 2"),
            (1e12, 26.5e12, "1.59e26", "", "table A3, approach 2"),
            (10e12, 292e12, "1.75e28", "2 %", "table A3, approach 2"),
            (1e9, 27.1e9, "1.62e20", "1 %", "table A3, approach 3"),
            (520e9, 43.5e12, "1.36e26", "1 %", "table A3, approach 3"),
            (1e12, 94.1e12, "5.65e26", "1 %", "table A3, approach 3"),
            (10e12, 1425.5e12, "8.55e28", "1 %", "table A3, approach 3"),
            # Last, since the calculator opens with it: a run that somebody could pay for.
            (67e9, 1.5e12, "5.76e23", "5 %", "table 3"),
        )
    ),
]
