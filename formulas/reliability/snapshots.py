"""Checkpoints: how often to save the state of a run, and what is lost at best."""

from sympy import Eq, exp, sqrt

from derive.records import derives, formula

from ..sources import DALY, FIELD_GUIDE, LLAMA3, MLSYSIM, SCR, TRAINING_BOOK, YOUNG
from ..symbols.failures import MTBF, T_restart, T_seg, T_wall, T_work, n_fail
from ..symbols.snapshots import (
    R_good,
    T_ckpt,
    f_good,
    f_waste,
    f_waste_min,
    n_between,
    t_snapshot,
    t_star,
)
from ..symbols.time import T_step
from ..symbols.utilization import R_tok
from .failures import observed_mtbf, time_without_snapshots

RARE = "several failures between two checkpoints, failures while writing or restarting"
INTERVAL = SCR.at("scripts/python/scr_ckpt_interval.py", opened=True)
GUIDE = FIELD_GUIDE.at("section 9.4, line 513, made explicit", opened=True)


@formula(
    source=(
        GUIDE,
        YOUNG.at("total lost time"),
        MLSYSIM.at("physics/reliability.py, calc_checkpoint_waste", opened=True),
    ),
    leaves_out=RARE,
    also_called=(
        "checkpoint overhead",
        "waste of checkpointing",
        "lost work",
    ),
)
def snapshot_waste():
    """Checkpoint and failure overhead, per time of work.

    Writing costs more the more often it is done. A failure comes halfway between
    two checkpoints on average, loses the work since then, and costs a restart.
    """
    return Eq(f_waste, T_ckpt / t_snapshot + t_snapshot / (2 * MTBF) + T_restart / MTBF)


@formula(
    source=(
        YOUNG.at("main result"),
        GUIDE,
        TRAINING_BOOK.at("chapter 26, exercise 2", opened=True),
        INTERVAL,
    ),
    status="approximation",
    approximates=lambda: daly_interval,
    holds_when=lambda: [T_ckpt < 2 * MTBF],
    leaves_out=RARE,
    also_called=(
        "Young's formula",
        "Young-Daly",
        "optimal checkpoint interval",
        "sqrt(2 C MTBF)",
        "checkpoint frequency",
    ),
)
def young_interval():
    """Young's formula: optimal checkpoint interval.

    The square root of twice the write time and the MTBF. There, writing and lost
    work cost the same; the restart plays no part.
    """
    return Eq(t_star, sqrt(2 * T_ckpt * MTBF))


@formula(
    source=(DALY.at("equation 37, as Sandia's app_model codes it", opened=True), INTERVAL),
    status="approximation",
    holds_when=lambda: [T_ckpt < 2 * MTBF],
    leaves_out="failure rates that change, checkpoints that take longer than that: then one `MTBF`",
    also_called=(
        "Daly's formula",
        "Young-Daly higher order",
    ),
)
def daly_interval():
    """Daly's formula: optimal checkpoint interval, higher order.

    A failure may come while writing, and several may come between two checkpoints.
    Close to Young's formula while writing takes much less time than the MTBF.
    """
    return Eq(
        t_star,
        sqrt(2 * T_ckpt * MTBF) * (1 + sqrt(T_ckpt / (2 * MTBF)) / 3 + T_ckpt / (2 * MTBF) / 9)
        - T_ckpt,
    )


@formula(
    source=(
        YOUNG.at("main result"),
        MLSYSIM.at("physics/reliability.py, calc_checkpoint_waste", opened=True),
    ),
    holds_when=lambda: [T_ckpt < 2 * MTBF],
    leaves_out=RARE,
    also_called=("minimum checkpoint overhead",),
)
def least_snapshot_waste():
    """Checkpoint and failure overhead at the optimal interval.

    At Young's interval, per time of work: twice the cost of writing, and the restarts.
    """
    return Eq(f_waste_min, sqrt(2 * T_ckpt / MTBF) + T_restart / MTBF)


@formula(
    source=DALY.at("complete cost function, as Sandia's app_model codes it", opened=True),
    leaves_out="failures that come together, parts that age",
    also_called=(
        "wall-clock time with failures",
        "Daly's cost function",
    ),
)
def time_with_snapshots():
    """Expected run time with checkpoints (Daly).

    Failures come at random at a steady rate, also while writing and restarting.
    """
    return Eq(
        T_wall,
        T_work
        / t_snapshot
        * MTBF
        * exp(T_restart / MTBF)
        * (exp((t_snapshot + T_ckpt) / MTBF) - 1),
    )


@formula(
    source=TRAINING_BOOK.at("chapter 26, exercise 2", opened=True),
    status="definition",
    also_called=("wall-clock time with overhead",),
)
def time_with_waste():
    """Run time from checkpoint and failure overhead.

    The time of the work, and the overhead on top.
    """
    return Eq(T_wall, T_work * (1 + f_waste))


@formula(
    source=LLAMA3.at("section 3.3.4, effective training time", opened=True),
    status="definition",
    holds_when=lambda: [T_work <= T_wall],
    also_called=(
        "goodput",
        "ETTR",
        "effective training time ratio",
        "ML productivity goodput",
    ),
)
def goodput_share():
    """Effective training time ratio (goodput).

    Useful training time over wall-clock time. Llama 3 reports more than 90 %.
    """
    return Eq(f_good, T_work / T_wall)


@formula(
    source=TRAINING_BOOK.at("chapter 26, exercise 2", opened=True),
    also_called=("goodput from overhead",),
)
def goodput_from_waste():
    """Effective training time ratio, from checkpoint and failure overhead.

    One over one plus the overhead, which is counted per time of work, not as a share
    of all time.
    """
    return Eq(f_good, 1 / (1 + f_waste))


@formula(
    source=MLSYSIM.at("physics/performance.py, calc_effective_flops", opened=True),
    status="definition",
    also_called=(
        "effective throughput",
        "goodput in tokens per second",
    ),
)
def token_goodput():
    """Token goodput: tokens per second that stay trained.

    The throughput while training runs, times the effective training time ratio.
    """
    return Eq(R_good, f_good * R_tok)


@formula(
    source=TRAINING_BOOK.at("chapter 26, exercise 2", opened=True),
    status="definition",
    also_called=(
        "save_interval",
        "checkpoint every n steps",
    ),
)
def steps_between_snapshots():
    """Checkpoint interval in steps.

    The interval in time over the step time, rounded in practice.
    """
    return Eq(n_between, t_snapshot / T_step)


@derives(snapshot_waste)
def one_interval(page):
    """Count what one interval wastes."""
    page.start(
        Eq(f_waste, (T_ckpt + n_fail * (t_snapshot / 2 + T_restart)) / t_snapshot),
        "one checkpoint, and for each failure half an interval of work and a restart",
    )
    page.put(
        observed_mtbf.with_(T_span=t_snapshot), "failures that fall into the interval", for_=n_fail
    )


@derives(young_interval)
def least_waste(page):
    """Minimise the waste."""
    page.start(snapshot_waste, "the waste to be minimised")
    page.minimise(t_snapshot, "writing often costs writing, writing seldom costs work", call=t_star)


@derives(least_snapshot_waste)
def waste_at_the_best_interval(page):
    """Put the best interval into the waste."""
    page.start(snapshot_waste, "the waste to be minimised")
    page.minimise(t_snapshot, "writing often costs writing, writing seldom costs work", call=t_star)
    page.at_optimum("writing and lost work weigh the same there", call=f_waste_min)


@derives(time_with_snapshots)
def one_segment_after_the_other(page):
    """Work from checkpoint to checkpoint."""
    page.start(Eq(T_wall, T_work / t_snapshot * T_seg), "as many segments as intervals fit")
    page.put(
        time_without_snapshots.with_(T_wall=T_seg, T_work=t_snapshot + T_ckpt),
        "a segment ends when its work and its checkpoint are done in one go",
    )


@derives(goodput_from_waste)
def work_over_all_time(page):
    """Divide the work by all time."""
    page.start(goodput_share, "work over wall-clock time")
    page.put(time_with_waste, "the waste on top of the work")
