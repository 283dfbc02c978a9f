"""Critical batch: steps against examples, and the batch size at which both double."""

from sympy import Eq

from derive.records import Case, ConstantSet, derives, formula

from ..sources import KAPLAN, MCCANDLISH, TRAINING_BOOK
from ..symbols.batch import B
from ..symbols.compute import C
from ..symbols.flops import n_step
from ..symbols.noise import (
    B_big,
    B_crit,
    B_noise,
    B_small,
    B_star,
    C_min,
    E_ex,
    E_min,
    S_min,
    f_batch,
    f_ex,
    f_prog,
    n_noise,
    n_steps,
    n_steps_big,
    n_steps_small,
)
from ..symbols.power_laws import alpha_batch
from ..symbols.scaling import loss
from .gradient_noise import QUADRATIC, progress_per_step

FRONTIER = MCCANDLISH.at("equations 2.11 and 2.12, from which it follows", opened=True)


@formula(
    source=(FRONTIER, KAPLAN.at("equation 5.4", opened=True)),
    leaves_out=QUADRATIC,
    also_called=(
        "steps versus batch size",
        "McCandlish tradeoff",
    ),
)
def steps_for_batch():
    """Steps to a target loss, from the batch size.

    Twice the batch halves the steps while it is small; far above the critical batch
    nothing more is gained.
    """
    return Eq(n_steps, S_min * (1 + B_crit / B))


@formula(
    source=(FRONTIER, KAPLAN.at("equation 5.4", opened=True)),
    leaves_out=QUADRATIC,
    also_called=("data efficiency of batch size",),
)
def examples_for_batch():
    """Examples to a target loss, from the batch size.

    Small batches need the fewest examples; at the critical batch it is twice as
    many.
    """
    return Eq(E_ex, E_min * (1 + B / B_crit))


@formula(
    source=(MCCANDLISH.at("equation 2.11", opened=True), KAPLAN.at("equation 5.1", opened=True)),
    holds_when=lambda: [n_steps > S_min, E_ex > E_min],
    leaves_out=QUADRATIC,
    also_called=(
        "time-compute trade-off",
        "Pareto frontier of batch size",
    ),
)
def steps_against_examples():
    """Batch-size trade-off: steps against examples.

    Saving steps costs examples, along a hyperbola between the fewest steps and the
    fewest examples.
    """
    return Eq((n_steps / S_min - 1) * (E_ex / E_min - 1), 1)


@formula(
    source=MCCANDLISH.at("equation 2.12", opened=True),
    status="definition",
    also_called=(
        "B_crit",
        "critical batch",
        "E_min / S_min",
        "useful batch size",
    ),
)
def critical_batch_size():
    """Critical batch size, from fewest steps and fewest examples.

    At this batch a run takes twice the fewest steps and twice the fewest examples.
    """
    return Eq(B_crit, E_min / S_min)


@formula(
    source=FRONTIER,
    leaves_out=QUADRATIC,
    also_called=("sample efficiency of a batch",),
)
def example_efficiency():
    """Data efficiency of a batch size.

    Fewest examples over examples used: one half at the critical batch.
    """
    return Eq(f_ex, 1 / (1 + B / B_crit))


@formula(
    source=TRAINING_BOOK.at("chapter 10, scaling efficiency", opened=True),
    status="definition",
    holds_when=lambda: [B_big > B_small],
    also_called=("batch size scaling efficiency",),
)
def batch_scaling_efficiency():
    """Scaling efficiency of a larger batch.

    Factor of steps saved over factor of batch: 1 far below the critical batch.
    """
    return Eq(f_batch, n_steps_small / n_steps_big / (B_big / B_small))


@formula(
    source=KAPLAN.at("equation 1.4", opened=True),
    status="fitted",
    leaves_out="the model size, which matters only through the loss",
    also_called=(
        "B_crit(L)",
        "critical batch size power law",
    ),
)
def critical_batch_from_loss():
    """Critical batch size from the loss (Kaplan).

    A fitted power law: as the loss falls, larger batches pay.
    """
    return Eq(n_noise, B_star / loss ** (1 / alpha_batch))


@formula(
    source=KAPLAN.at("equation 5.4", opened=True),
    leaves_out=QUADRATIC,
    also_called=("S_min",),
)
def least_steps():
    """Minimum steps to a loss (S_min), from the steps taken.

    What an unlimited batch would have needed; the batch is counted in tokens.
    """
    return Eq(S_min, n_steps / (1 + n_noise / n_step))


@formula(
    source=KAPLAN.at("equation 5.5", opened=True),
    leaves_out=QUADRATIC,
    also_called=("C_min",),
)
def least_compute():
    """Minimum compute for a loss (C_min), from the compute spent.

    What small batches would have needed; the batch is counted in tokens.
    """
    return Eq(C_min, C / (1 + n_step / n_noise))


@derives(steps_for_batch)
def less_progress_more_steps(page):
    """Take more steps where each makes less progress."""
    page.start(Eq(n_steps, S_min / f_prog), "what one step lacks, further steps make up for")
    page.put(progress_per_step, "the progress of this batch")
    page.put(Eq(B_noise, B_crit), "take the noise scale as constant during the run")


@derives(examples_for_batch)
def batch_times_steps(page):
    """Count the examples of all steps."""
    page.start(Eq(E_ex, B * n_steps), "each step reads one batch")
    page.put(steps_for_batch, "the steps of this batch")
    page.put(critical_batch_size, "name the product of fewest steps and critical batch", for_=S_min)


@derives(steps_against_examples)
def batch_eliminated(page):
    """Eliminate the batch size."""
    page.start(examples_for_batch, "the examples of a batch size")
    page.put(steps_for_batch, "the batch size that takes so many steps", for_=B)
    page.rewrite(Eq((n_steps / S_min - 1) * (E_ex / E_min - 1), 1), "sort by steps and examples")


@derives(example_efficiency)
def fewest_over_used(page):
    """Divide the fewest examples by those that were used."""
    page.start(Eq(f_ex, E_min / E_ex), "the share that was needed")
    page.put(examples_for_batch, "the examples of this batch size")


@derives(least_steps)
def steps_of_an_unlimited_batch(page):
    """Ask what an unlimited batch would need."""
    page.start(steps_for_batch.with_(B_crit=n_noise, B=n_step), "the same law, the batch in tokens")
    page.solve_for(S_min, "the fewest steps")


@derives(least_compute)
def compute_of_a_small_batch(page):
    """Ask what very small batches would need."""
    page.start(
        example_efficiency.with_(B_crit=n_noise, B=n_step), "the same law, the batch in tokens"
    )
    page.put(Eq(f_ex, C_min / C), "compute goes with the examples")
    page.solve_for(C_min, "the least compute")


kaplan_batch = ConstantSet(
    "kaplan-2020-batch",
    {B_star: "2e8", alpha_batch: "0.21"},
    KAPLAN.at("equation 1.4", opened=True),
    says="Fitted with the batch in tokens and the loss in nats per token.",
)

exercise = TRAINING_BOOK.at("chapter 10, exercise 1", opened=True)
worked = [
    Case(
        batch_scaling_efficiency,
        {B_small: 512, n_steps_small: 50000, B_big: 8192, n_steps_big: 6000},
        gives="52 %",
        source=TRAINING_BOOK.at("chapter 10, exercise 3", opened=True),
    ),
    Case(
        steps_for_batch,
        {S_min: 4000, B_crit: 6144, B: 256},
        gives="100000",
        source=exercise,
        within="0.0001 %",
    ),
    Case(steps_for_batch, {S_min: 4000, B_crit: 6144, B: 1024}, gives="28000", source=exercise),
    Case(
        steps_for_batch,
        {S_min: 4000, B_crit: 6144, B: 4096},
        gives="10000",
        source=exercise,
        note="the law fitted to two runs; the exercise reports 15000 steps for the third",
    ),
]
