"""Schedules: the learning rate over the steps of a run, and with its batch size."""

from sympy import Eq, Min, cos, pi, sqrt

from derive.records import Case, Variants, derives, formula

from ..sources import (
    FIELD_GUIDE,
    GOYAL,
    KRIZHEVSKY,
    MEGATRON_CODE,
    MINICPM,
    MUP,
    MUP_CODE,
    SGDR,
    TORCHTITAN,
    TRAINING_BOOK,
)
from ..symbols.batch import B
from ..symbols.flops import n_step
from ..symbols.model import h
from ..symbols.noise import eta, n_steps, tr_cov
from ..symbols.optimizer import grad_true
from ..symbols.scaling import D
from ..symbols.schedules import (
    B_ref,
    eta_hid,
    eta_max,
    eta_min,
    eta_proxy,
    eta_ref,
    h_base,
    n_decay,
    n_warmup,
    progress,
    sigma_hid,
    sigma_proxy,
    t_now,
    x_logit,
)


@formula(
    source=TRAINING_BOOK.at("notation appendix, line 48", opened=True),
    status="definition",
    also_called=(
        "training iterations",
        "number of iterations",
    ),
)
def optimizer_steps():
    """Optimizer steps from tokens and global batch.

    Tokens of the run over tokens per step.
    """
    return Eq(n_steps, D / n_step)


@formula(
    source=(
        GOYAL.at("section 2.2, gradual warmup, there from the small-batch rate", opened=True),
        FIELD_GUIDE.at("section 3.3, line 214, corrected", opened=True),
    ),
    status="definition",
    holds_when=lambda: [t_now <= n_warmup],
    also_called=(
        "LR warmup",
        "warm-up",
    ),
    holds_for={"rate_phase": "warmup"},
)
def linear_warmup():
    """Linear learning rate warmup.

    Beyond the warmup the formula would go on rising; there a decay takes over.
    """
    return Eq(eta, eta_max * t_now / n_warmup)


@formula(
    source=(
        SGDR.at("equation 5, as PyTorch's CosineAnnealingLR states it", opened=True),
        FIELD_GUIDE.at("section 3.4, line 222, made explicit", opened=True),
    ),
    status="definition",
    holds_when=lambda: [t_now >= n_warmup, t_now <= n_steps, n_steps > n_warmup],
    also_called=(
        "decay ratio",
        "schedule progress",
    ),
)
def decay_progress():
    """Decay progress: share of post-warmup steps done.

    0 at the end of the warmup, 1 at the end of the run.
    """
    return Eq(progress, (t_now - n_warmup) / (n_steps - n_warmup))


@formula(
    source=(
        SGDR.at("equation 5, as PyTorch's CosineAnnealingLR states it", opened=True),
        FIELD_GUIDE.at("section 3.4, line 222", opened=True),
    ),
    status="definition",
    holds_when=lambda: [eta_max >= eta_min],
    also_called=(
        "cosine annealing",
        "cosine schedule",
        "SGDR",
    ),
    holds_for={"rate_phase": "decay"},
)
def cosine_decay():
    """Cosine learning rate decay.

    From the largest value to the final one along half a cosine, slowly at both
    ends.
    """
    return Eq(eta, eta_min + (eta_max - eta_min) * (1 + cos(pi * progress)) / 2)


@formula(
    source=FIELD_GUIDE.at("sections 3.3 and 3.4 together", opened=True),
    holds_when=lambda: [
        t_now >= n_warmup,
        t_now <= n_steps,
        n_steps > n_warmup,
        eta_max >= eta_min,
    ],
    also_called=(
        "cosine with warmup",
        "get_cosine_schedule_with_warmup",
    ),
    holds_for={"rate_phase": "decay"},
)
def cosine_schedule():
    """Cosine learning rate schedule after warmup, by step.

    Cosine decay with the progress written out in steps.
    """
    return Eq(
        eta,
        eta_min
        + (eta_max - eta_min) * (1 + cos(pi * (t_now - n_warmup) / (n_steps - n_warmup))) / 2,
    )


@formula(
    source=(
        MINICPM.at("section 4.2, equation 1", opened=True),
        MEGATRON_CODE.at("megatron/core/optimizer_param_scheduler.py, get_lr", opened=True),
    ),
    status="definition",
    holds_when=lambda: [
        n_warmup >= 1,
        t_now <= n_steps,
        n_warmup + n_decay <= n_steps,
    ],
    leaves_out="a final learning rate above zero, decays that are not linear",
    also_called=("WSD", "warmup-stable-decay", "trapezoidal schedule", "constant with cooldown"),
)
def wsd_schedule():
    """WSD (warmup-stable-decay) learning rate, with linear decay.

    Up in `n_warmup` steps, then constant, and down to zero in the last
    `n_decay`. The end of the run can be moved until the decay begins.
    """
    return Eq(eta, eta_max * Min(1, t_now / n_warmup, (n_steps - t_now) / n_decay))


@formula(
    source=(
        MUP.at("table 8, as notes on it copy it", opened=True),
        MUP_CODE.at("README, how mup works under the hood", opened=True),
    ),
    holds_when=lambda: [h_base <= h],
    leaves_out="embeddings, biases and norms, whose learning rate stays; SGD",
    also_called=("muP learning rate", "muTransfer", "maximal update parametrization", "µP"),
)
def mup_learning_rate():
    """muP: learning rate of hidden matrices under Adam.

    Transferred from a narrow proxy model: inversely proportional to the width, so
    that what was tuned on the proxy model stays best.
    """
    return Eq(eta_hid, eta_proxy * h_base / h)


@formula(
    source=(
        MUP.at("table 8, as notes on it copy it", opened=True),
        MUP_CODE.at("README, how mup works under the hood", opened=True),
    ),
    also_called=("muP initialization", "muP init standard deviation"),
)
def mup_initialization():
    """muP: standard deviation of initial hidden weights.

    Transferred from a narrow proxy model: the variance is inversely proportional to
    the width (the fan-in).
    """
    return Eq(sigma_hid, sigma_proxy * sqrt(h_base / h))


@formula(
    source=(
        MUP.at("table 8, as notes on it copy it", opened=True),
        MEGATRON_CODE.at("transformer_config.py, mup_output_mult", opened=True),
    ),
    also_called=("muP output multiplier", "muP logit scale", "MuReadout"),
)
def mup_logit_multiplier():
    """muP: multiplier of the logits.

    Base width over width, so that logits neither grow nor shrink with the model.
    """
    return Eq(x_logit, h_base / h)


@formula(
    source=(
        GOYAL.at("section 2.1", opened=True),
        TRAINING_BOOK.at("chapter 10, linear scaling rule", opened=True),
    ),
    leaves_out="batches beyond the critical one, adaptive optimizers, the first steps",
    also_called=(
        "linear LR scaling",
        "Goyal rule",
    ),
    holds_for={"rate_phase": "peak-linear"},
)
def linear_scaling_rule():
    """Linear scaling rule: learning rate for a batch size.

    Twice the batch, twice the learning rate: for SGD below the critical batch.
    """
    return Eq(eta, eta_ref * B / B_ref)


@formula(
    source=(
        KRIZHEVSKY.at("page 5, as quoted", opened=True),
        TRAINING_BOOK.at("chapter 10, square root scaling", opened=True),
    ),
    leaves_out="the systematic part of the gradient",
    also_called=(
        "sqrt LR scaling",
        "square root scaling",
    ),
    holds_for={"rate_phase": "peak-root"},
)
def root_scaling_rule():
    """Square-root scaling rule: learning rate for a batch size.

    Twice the batch, 1.41 times the learning rate: often used with Adam.
    """
    return Eq(eta, eta_ref * sqrt(B / B_ref))


@derives(cosine_schedule)
def progress_put_in(page):
    """Put the progress into the cosine."""
    page.start(cosine_decay, "half a cosine")
    page.put(decay_progress, "the share of the steps that are done")


@derives(linear_scaling_rule)
def one_large_step_for_many_small(page):
    """Let one large step go as far as several small ones."""
    page.start(
        Eq(eta * grad_true, B / B_ref * eta_ref * grad_true),
        "as many small steps as small batches fit, all with nearly the same gradient",
    )
    page.solve_for(eta, "the learning rate of the large step")


@derives(root_scaling_rule)
def equal_noise_in_every_step(page):
    """Keep the variance of the step."""
    page.start(
        Eq(eta**2 * tr_cov / B, eta_ref**2 * tr_cov / B_ref),
        "the noise of a step: squared learning rate times variance of the gradient",
    )
    page.solve_for(eta, "the learning rate of the large batch")


batch_rules = Variants(
    "learning-rate-batch-rules",
    "Learning rate for a larger batch",
    {
        linear_scaling_rule: "SGD with momentum, below the critical batch: Goyal et al.",
        root_scaling_rule: "Adam and noise-dominated steps: Krizhevsky, many recipes",
    },
    says="The first keeps the distance that the parameters travel, the second the noise.",
)

exercise = TRAINING_BOOK.at("chapter 10, exercise 2", opened=True)
TITAN_WSD = TORCHTITAN.at(
    "tests/unit_tests/test_lr_scheduler.py, warmup, stable, decay", opened=True
)
worked = [
    Case(
        linear_scaling_rule,
        {eta_ref: "0.1", B: 8192, B_ref: 256},
        gives="3.2",
        source=GOYAL.at("section 5.1", opened=True),
    ),
    Case(
        linear_scaling_rule,
        {eta_ref: "0.001", B: 4096, B_ref: 256},
        gives="0.016",
        source=exercise,
    ),
    Case(
        root_scaling_rule,
        {eta_ref: "0.001", B: 4096, B_ref: 256},
        gives="0.004",
        source=exercise,
    ),
    *(
        Case(
            wsd_schedule,
            {eta_max: "0.1", n_warmup: 2, n_decay: 5, n_steps: 10, t_now: step},
            gives=printed,
            source=TITAN_WSD,
            note=f"step {step}",
        )
        for step, printed in ((1, "0.05"), (2, "0.1"), (4, "0.1"), (6, "0.08"), (9, "0.02"))
    ),
    Case(
        mup_learning_rate,
        {eta_proxy: "0.001", h_base: 256, h: 1024},
        gives="0.00025",
        source=MEGATRON_CODE.at(
            "tests/unit_tests/transformer/test_mup.py, hidden learning rate", opened=True
        ),
    ),
    Case(
        mup_logit_multiplier,
        {h_base: 256, h: 1024},
        gives="0.25",
        source=MEGATRON_CODE.at(
            "tests/unit_tests/transformer/test_mup.py, width multiplier of 4", opened=True
        ),
        note="one over the width multiplier",
    ),
    Case(
        mup_initialization,
        {sigma_proxy: "0.02", h_base: 256, h: 1024},
        gives="0.01",
        source=MEGATRON_CODE.at(
            "tests/unit_tests/transformer/test_mup.py, initialization", opened=True
        ),
    ),
    Case(
        linear_scaling_rule,
        {eta_ref: "0.001", B: 1536, B_ref: 2048},
        gives="0.00075",
        source=TRAINING_BOOK.at("chapter 26, exercise 6", opened=True),
    ),
]
