"""Schedules: the learning rate over the steps of a run, and with its batch size."""

from sympy import Eq, cos, pi, sqrt

from derive.records import Case, Variants, derives, formula

from .sources import FIELD_GUIDE, GOYAL, KRIZHEVSKY, SGDR, TRAINING_BOOK
from .symbols.batch import B
from .symbols.flops import n_step
from .symbols.noise import eta, n_steps, tr_cov
from .symbols.optimizer import grad_true
from .symbols.scaling import D
from .symbols.schedules import B_ref, eta_max, eta_min, eta_ref, n_warmup, progress, t_now


@formula(source=TRAINING_BOOK.at("notation appendix, line 48"), status="definition")
def optimizer_steps():
    """Number of optimizer steps, from the tokens of the run and of one step."""
    return Eq(n_steps, D / n_step)


@formula(
    source=(GOYAL.at("section 2.2"), FIELD_GUIDE.at("section 3.3, line 214, corrected")),
    status="definition",
    holds_when=lambda: [t_now <= n_warmup],
)
def linear_warmup():
    """Learning rate during a linear warm-up.

    Past the warm-up the formula would go on rising; there `cosine_decay` or
    another schedule takes over.
    """
    return Eq(eta, eta_max * t_now / n_warmup)


@formula(
    source=(SGDR.at("equation 5"), FIELD_GUIDE.at("section 3.4, line 222, made explicit")),
    status="definition",
    holds_when=lambda: [t_now >= n_warmup, t_now <= n_steps, n_steps > n_warmup],
)
def decay_progress():
    """Progress of the decay: the share of the steps after the warm-up that are done."""
    return Eq(progress, (t_now - n_warmup) / (n_steps - n_warmup))


@formula(
    source=(SGDR.at("equation 5"), FIELD_GUIDE.at("section 3.4, line 222")),
    status="definition",
    holds_when=lambda: [eta_max >= eta_min],
)
def cosine_decay():
    """Learning rate along half a cosine.

    It starts at the largest value, falls slowly at both ends, and stops at
    the final value.
    """
    return Eq(eta, eta_min + (eta_max - eta_min) * (1 + cos(pi * progress)) / 2)


@formula(
    source=FIELD_GUIDE.at("sections 3.3 and 3.4 together"),
    holds_when=lambda: [
        t_now >= n_warmup,
        t_now <= n_steps,
        n_steps > n_warmup,
        eta_max >= eta_min,
    ],
)
def cosine_schedule():
    """Learning rate after the warm-up, from the number of the step."""
    return Eq(
        eta,
        eta_min
        + (eta_max - eta_min) * (1 + cos(pi * (t_now - n_warmup) / (n_steps - n_warmup))) / 2,
    )


@formula(
    source=(GOYAL.at("section 2.1"), TRAINING_BOOK.at("chapter 10, linear scaling rule")),
    leaves_out="batches beyond the critical one, adaptive optimizers, the first steps",
)
def linear_scaling_rule():
    """Learning rate for a batch size, by the linear rule."""
    return Eq(eta, eta_ref * B / B_ref)


@formula(
    source=(KRIZHEVSKY.at("section 5"), TRAINING_BOOK.at("chapter 10, square root scaling")),
    leaves_out="the systematic part of the gradient",
)
def root_scaling_rule():
    """Learning rate for a batch size, by the rule of the square root."""
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

exercise = TRAINING_BOOK.at("chapter 10, exercise 2")
worked = [
    Case(
        linear_scaling_rule,
        {eta_ref: "0.1", B: 8192, B_ref: 256},
        gives="3.2",
        source=GOYAL.at("section 5.1"),
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
    Case(
        linear_scaling_rule,
        {eta_ref: "0.001", B: 1536, B_ref: 2048},
        gives="0.00075",
        source=TRAINING_BOOK.at("chapter 26, exercise 6"),
    ),
]
