"""Allocation: how to divide compute between model and data, and when to deviate."""

from sympy import Eq, Rational, exp, sqrt

from derive.records import Case, derives, formula

from ..model.compute.tokens import rule_of_thumb_parameters
from ..sources import (
    BESIROGLU,
    CHINCHILLA,
    TRAINING_BOOK,
)
from ..symbols.compute import C
from ..symbols.flops import tokens_per_param
from ..symbols.model import Psi
from ..symbols.power_laws import (
    chinchilla_ratio,
    l_fit,
    loss_opt,
    p_size,
    p_tok,
    x_comp,
    x_fit,
)
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
from .scaling import (
    compute_optimal_parameters,
    compute_optimal_tokens,
    scaling_law_loss,
    training_flops,
)

NOT_OPTIMAL = "inference cost, limits of the data, the error of the fit"

# The fit that comes closest to the rule of 20, as its paper prints it in equation 4.
AS_PRINTED = {
    "A_N": Rational(48201, 100),
    "B_D": Rational(208543, 100),
    "alpha_N": Rational(3478, 10000),
    "beta_D": Rational(3658, 10000),
}


@formula(
    source=CHINCHILLA.at("table 1", opened=True),
    status="definition",
    also_called=(
        "TPP",
        "D/N ratio",
        "token-to-parameter ratio",
    ),
)
def tokens_per_parameter():
    """Tokens per parameter (TPP) of a run.

    About 20 is compute-optimal; recent models train on hundreds or thousands.
    """
    return Eq(tokens_per_param, D / Psi)


@formula(
    source=CHINCHILLA.at("equation 4", opened=True),
    leaves_out=NOT_OPTIMAL,
    also_called=("compute-optimal D/N",),
)
def compute_optimal_ratio():
    """Chinchilla-optimal tokens per parameter, from compute.

    The ratio is constant only if both exponents are equal. The set
    `chinchilla-rounded` gives 93 at the compute of Chinchilla, the unrounded one
    59: neither supports the rule of 20, which rests on other approaches.
    """
    return Eq(
        tokens_per_param,
        (beta_D * B_D / (alpha_N * A_N)) ** (2 / (alpha_N + beta_D))
        * (C / flops_per_param_token) ** ((alpha_N - beta_D) / (alpha_N + beta_D)),
    )


@formula(
    source=CHINCHILLA.at("equation 4", opened=True),
    leaves_out=NOT_OPTIMAL,
    also_called=("optimal tokens for N",),
)
def compute_optimal_tokens_for_size():
    """Chinchilla-optimal tokens for a model size.

    Along the compute-optimal path of the fitted law.
    """
    return Eq(
        D_opt,
        (beta_D * B_D / (alpha_N * A_N)) ** (1 / beta_D) * Psi_opt ** (alpha_N / beta_D),
    )


@formula(
    source=(
        TRAINING_BOOK.at("glossary, line 23", opened=True),
        CHINCHILLA.at("table 3", opened=True),
    ),
    status="approximation",
    approximates=lambda: compute_optimal_tokens_for_size.with_(**AS_PRINTED),
    leaves_out=f"the drift of the ratio with the compute, {NOT_OPTIMAL}",
    also_called=(
        "20 tokens per parameter",
        "20:1 rule",
        "Hoffmann rule",
        "Chinchilla-optimal tokens",
    ),
)
def chinchilla_rule():
    """Chinchilla rule: 20 tokens per parameter.

    Twenty tokens for each parameter, at every size. It is compared here with the
    fit `besiroglu-2024`, which comes closest to it.
    """
    return Eq(D_opt, chinchilla_ratio * Psi_opt)


@formula(
    source=(
        TRAINING_BOOK.at("chapter 8, computing optimal allocations", opened=True),
        CHINCHILLA.at("table 3", opened=True),
    ),
    status="approximation",
    approximates=lambda: compute_optimal_tokens.with_(**AS_PRINTED),
    leaves_out=NOT_OPTIMAL,
    also_called=("compute-optimal tokens rule of thumb",),
)
def chinchilla_rule_tokens():
    """Chinchilla rule: tokens from compute.

    The square root of 20 sixths of the compute, with 20 tokens per parameter. It is
    compared here with the fit `besiroglu-2024`.
    """
    return Eq(D_opt, sqrt(chinchilla_ratio * C / flops_per_param_token))


@formula(
    source=CHINCHILLA.at("equation 4", opened=True),
    leaves_out=NOT_OPTIMAL,
    also_called=("N_opt ~ C^a",),
)
def compute_optimal_size_exponent():
    """Exponent of the compute-optimal model size (a in N ~ C^a).

    From the exponents of the fitted loss; near one half in the Chinchilla paper.
    """
    return Eq(p_size, beta_D / (alpha_N + beta_D))


@formula(
    source=CHINCHILLA.at("equation 4", opened=True),
    leaves_out=NOT_OPTIMAL,
    also_called=("D_opt ~ C^b",),
)
def compute_optimal_token_exponent():
    """Exponent of the compute-optimal tokens (b in D ~ C^b).

    One minus the exponent of the model size.
    """
    return Eq(p_tok, alpha_N / (alpha_N + beta_D))


@formula(
    source=CHINCHILLA.at("section 3.3", opened=True),
    leaves_out=NOT_OPTIMAL,
    also_called=("L_opt(C)",),
)
def compute_optimal_loss():
    """Compute-optimal loss (Chinchilla).

    Along the best path the term of the data is a fixed share of the term of the
    model, so one of them gives both.
    """
    return Eq(loss_opt, loss_floor + (1 + alpha_N / beta_D) * A_N / Psi_opt**alpha_N)


@formula(
    source=CHINCHILLA.at("section 3.3", opened=True),
    status="definition",
    also_called=(
        "exp(a)",
        "exp(e)",
        "log-sum-exp parametrization",
    ),
)
def fitted_constant():
    """Chinchilla fit: a coefficient from its fitted logarithm (A = exp a).

    Parametric fits minimize over a, b and e, the logarithms of A, B and E, which keeps
    the three positive; published tables print either.
    """
    return Eq(x_fit, exp(l_fit))


@derives(compute_optimal_ratio)
def optimum_over_optimum(page):
    """Divide the two optima."""
    page.start(Eq(tokens_per_param, D_opt / Psi_opt), "tokens per parameter at the optimum")
    page.put(compute_optimal_tokens, "the best number of tokens")
    page.put(compute_optimal_parameters, "the best model size")


@derives(compute_optimal_tokens_for_size)
def compute_eliminated(page):
    """Eliminate the compute."""
    page.start(compute_optimal_tokens, "the best number of tokens for a compute")
    page.put(
        training_flops.with_(Psi=Psi_opt, D=D_opt), "the compute that size and tokens need together"
    )
    page.solve_for(D_opt, "the tokens occur on both sides")


@derives(compute_optimal_size_exponent)
def growth_of_the_best_size(page):
    """Compare the best sizes for two amounts of compute."""
    page.start(Eq(x_comp**p_size * Psi_opt, Psi), "the best size grows by a power of the compute")
    page.put(
        compute_optimal_parameters.with_(Psi_opt=Psi, C=x_comp * C), "the size for more compute"
    )
    page.put(compute_optimal_parameters, "the size before")
    page.solve_for(p_size, "the exponent")


@derives(compute_optimal_token_exponent)
def growth_of_the_best_number_of_tokens(page):
    """Compare the best numbers of tokens for two amounts of compute."""
    page.start(Eq(x_comp**p_tok * D_opt, D), "the tokens grow by a power of the compute")
    page.put(compute_optimal_tokens.with_(D_opt=D, C=x_comp * C), "the tokens for more compute")
    page.put(compute_optimal_tokens, "the tokens before")
    page.solve_for(p_tok, "the exponent")


@derives(compute_optimal_loss)
def both_terms_at_the_optimum(page):
    """Put the best number of tokens into the loss."""
    page.start(scaling_law_loss.with_(Psi=Psi_opt, D=D_opt), "the loss at the optimum")
    page.put(compute_optimal_tokens_for_size, "the tokens that go with the size")
    page.rename(loss, loss_opt, "call it the lowest loss")


unrounded = CHINCHILLA.at("equation 10, unrounded in the paper's own source text")
worked = [
    Case(
        rule_of_thumb_parameters,
        {C: "2.7e22 FLOP", tokens_per_param: 20},
        gives="15e9",
        source=TRAINING_BOOK.at("chapter 8, exercise 2", opened=True),
    ),
    Case(fitted_constant, {l_fit: "6.0073404"}, gives="406.4", source=unrounded),
    Case(
        fitted_constant,
        {l_fit: "6.17795598"},
        gives="482.006",
        source=BESIROGLU.at("estimates before rounding"),
    ),
    Case(
        fitted_constant,
        {l_fit: "0.59711196"},
        gives="1.817",
        source=BESIROGLU.at("estimates before rounding"),
    ),
    Case(
        compute_optimal_ratio,
        {C: "5.76e23 FLOP"},
        constants="besiroglu-2024",
        gives="20 token/param",
        within="15 %",
        source=BESIROGLU.at("section 4"),
        note="18.3 at the compute of Chinchilla; it falls slowly as the compute grows",
    ),
    Case(
        compute_optimal_size_exponent,
        {},
        constants="chinchilla-unrounded",
        gives="0.46",
        source=CHINCHILLA.at("table 2, approach 3", opened=True),
    ),
    Case(
        compute_optimal_token_exponent,
        {},
        constants="chinchilla-unrounded",
        gives="0.54",
        source=CHINCHILLA.at("table 2, approach 3", opened=True),
    ),
    *(
        Case(
            tokens_per_parameter,
            {Psi: size, D: tokens},
            gives=f"{printed} token/param",
            within=within,
            source=place,
        )
        for size, tokens, printed, within, place in (
            (67e9, 1.5e12, "20", "13 %", CHINCHILLA.at("table 3, row 67B", opened=True)),
            (7e9, 1e12, "143", "", TRAINING_BOOK.at("chapter 8, LLaMA-7B", opened=True)),
            (13e9, 1e12, "77", "", TRAINING_BOOK.at("chapter 8, LLaMA-13B", opened=True)),
            (65e9, 1.4e12, "22", "", TRAINING_BOOK.at("chapter 8, LLaMA-65B", opened=True)),
            (7e9, 2e12, "286", "", TRAINING_BOOK.at("chapter 8, LLaMA-2 7B", opened=True)),
            (175e9, 300e9, "1.7", "", TRAINING_BOOK.at("chapter 8, GPT-3", opened=True)),
            (280e9, 300e9, "1.1", "", TRAINING_BOOK.at("chapter 8, Gopher", opened=True)),
            (530e9, 270e9, "0.5", "", TRAINING_BOOK.at("chapter 8, MT-NLG", opened=True)),
        )
    ),
    Case(
        chinchilla_rule,
        {Psi_opt: 70e9},
        gives="1.4e12",
        source=CHINCHILLA.at("section 4, the model that was trained", opened=True),
    ),
]
