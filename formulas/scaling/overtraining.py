"""Overtraining: repeated data, models smaller than optimal, and what serving them saves."""

from sympy import Eq, exp

from derive.records import Case, ConstantSet, derives, formula

from ..sources import FIELD_GUIDE, MUENNIGHOFF, SARDANA, TRAINING_BOOK
from ..symbols.flop_numbers import forward_flops_per_param_token
from ..symbols.flops import tokens_per_param
from ..symbols.model import Psi
from ..symbols.power_laws import (
    D_eff,
    D_even,
    D_large,
    D_small,
    D_uniq,
    Psi_large,
    Psi_small,
    chinchilla_ratio,
    n_rep,
    r_decay,
    x_train,
)
from ..symbols.scaling import D, Psi_opt, flops_per_param_token


@formula(
    source=TRAINING_BOOK.at("chapter 8, scenario 2", opened=True),
    leaves_out="repeating the data, which is worth something",
    also_called=(
        "data-limited model size",
        "data-constrained model size",
    ),
)
def data_limited_parameters():
    """Data-limited model size: distinct tokens over tokens per parameter.

    The largest model for which the distinct tokens suffice without repeating them.
    """
    return Eq(Psi_opt, D_uniq / tokens_per_param)


@formula(
    source=MUENNIGHOFF.at("section 3, number of repetitions", opened=True),
    status="definition",
    holds_when=lambda: [D_uniq <= D],
    also_called=("repeated epochs",),
)
def data_repetitions():
    """Data repetitions (epochs beyond the first).

    Tokens of the run over distinct tokens, less one.
    """
    return Eq(n_rep, D / D_uniq - 1)


@formula(
    source=MUENNIGHOFF.at("equation 5", opened=True),
    status="fitted",
    leaves_out="a model too large for its data, whose size loses value likewise",
    also_called=(
        "data-constrained scaling",
        "repeated data value",
        "D'",
    ),
)
def effective_tokens():
    """Effective tokens with repeated data (Muennighoff).

    Each further epoch is worth less than the one before; the fitted `r_decay` is
    15.4. Up to four epochs are nearly as good as fresh data.
    """
    return Eq(D_eff, D_uniq + D_uniq * r_decay * (1 - exp(-n_rep / r_decay)))


@formula(
    source=(
        TRAINING_BOOK.at("chapter 8, the LLaMA philosophy", opened=True),
        SARDANA.at("section 1"),
    ),
    status="definition",
    also_called=(
        "overtraining",
        "overtrained small model",
        "Chinchilla multiple",
    ),
)
def overtraining_factor():
    """Overtraining factor: tokens per parameter over Chinchilla's 20.

    Above 1 the model is smaller and trained for longer than is best for its
    training compute alone.
    """
    return Eq(x_train, D / (chinchilla_ratio * Psi))


@formula(
    source=(FIELD_GUIDE.at("section 7.5, made explicit", opened=True), SARDANA.at("section 2")),
    holds_when=lambda: [Psi_large > Psi_small, Psi_small * D_small >= Psi_large * D_large],
    leaves_out="attention scores, mixtures of experts, the lower utilization of serving, prices",
    also_called=(
        "inference break-even",
        "beyond Chinchilla",
    ),
)
def break_even_tokens():
    """Break-even served tokens for a smaller, longer-trained model.

    Two dense models of the same loss, compared by all FLOPs of training and inference.
    A smaller model that took less training, too, is cheaper from the first token on.
    """
    return Eq(
        D_even,
        flops_per_param_token
        * (Psi_small * D_small - Psi_large * D_large)
        / (forward_flops_per_param_token * (Psi_large - Psi_small)),
    )


@derives(break_even_tokens)
def equal_lives(page):
    """Set the FLOPs of both lives equal."""
    page.start(
        Eq(
            flops_per_param_token * Psi_small * D_small
            + forward_flops_per_param_token * Psi_small * D_even,
            flops_per_param_token * Psi_large * D_large
            + forward_flops_per_param_token * Psi_large * D_even,
        ),
        "training and serving of the small model cost as much as those of the large one",
    )
    page.solve_for(D_even, "the tokens served until then")


muennighoff = ConstantSet(
    "muennighoff-2023",
    {r_decay: "15.387756"},
    MUENNIGHOFF.at("equation 5 and appendix A"),
    says="Fitted to runs of up to 1500 epochs; 15.4 as printed in the main text.",
)

worked = [
    Case(
        overtraining_factor,
        {Psi: 7e9, D: 1e12},
        gives="7",
        source=TRAINING_BOOK.at("chapter 8, LLaMA-7B", opened=True),
    ),
    Case(
        overtraining_factor,
        {Psi: 7e9, D: 2e12},
        gives="14",
        source=TRAINING_BOOK.at("chapter 8, LLaMA-2 7B", opened=True),
    ),
]
