"""Bubbles: waiting in schedules that fill a pipeline and drain it again."""

from sympy import Eq

from derive.records import Case, Variants, derives, divides, formula

from ...sources import (
    GPIPE,
    INFRA_MATH,
    MEGATRON_2021,
    MEGATRON_CODE,
    MLSYSIM,
    PIPELINE_RUNS,
    TRAINING_BOOK,
)
from ...symbols.parallelism import m, p, v
from ...symbols.schedule import f_bubble, r_bubble, t_b, t_bubble, t_f, t_ideal
from ...symbols.time import T_step

SCHEDULES = MEGATRON_CODE.at(
    "megatron/core/pipeline_parallel/schedules.py, lines 1170 to 1181", opened=True
)
EQUAL_STAGES = "unequal stages, communication between stages, the optimizer step"


@formula(
    source=(MEGATRON_2021.at("section 2.2.1", opened=True), INFRA_MATH.at("line 77", opened=True)),
    status="definition",
    leaves_out=EQUAL_STAGES,
    also_called=("bubble-free time",),
)
def ideal_step_time():
    """Ideal pipeline time: no bubble.

    Every stage works through all micro-batches without waiting once.
    """
    return Eq(t_ideal, m * (t_f + t_b))


@formula(
    source=(MEGATRON_2021.at("section 2.2.1", opened=True), INFRA_MATH.at("line 78", opened=True)),
    leaves_out=EQUAL_STAGES,
    also_called=("bubble of 1F1B", "pipeline flush time"),
    holds_for={"schedule": ("gpipe", "1f1b")},
)
def bubble_time():
    """Pipeline bubble time (GPipe, 1F1B).

    A stage waits while the first micro-batch comes down to it and while the
    last one goes back up: together one forward and one backward time for
    each of the other `p` - 1 stages.
    """
    return Eq(t_bubble, (p - 1) * (t_f + t_b))


@formula(
    source=(MEGATRON_2021.at("section 2.2.1", opened=True), INFRA_MATH.at("line 80", opened=True)),
    leaves_out=EQUAL_STAGES,
    also_called=("bubble overhead",),
    holds_for={"schedule": ("gpipe", "1f1b")},
)
def bubble_ratio():
    """Pipeline bubble ratio: idle over ideal time.

    It compares waiting with useful work, so it exceeds 1 when there are fewer
    micro-batches than stages to fill. `bubble_fraction` is the same bubble as
    a share of all time.
    """
    return Eq(r_bubble, (p - 1) / m)


@formula(
    source=(GPIPE.at("section 2.3", opened=True), TRAINING_BOOK.at("chapter 16", opened=True)),
    leaves_out=EQUAL_STAGES,
    also_called=("bubble rate", "acceptable bubble"),
    holds_for={"schedule": ("gpipe", "1f1b")},
)
def bubble_fraction():
    """Pipeline bubble fraction: idle over total time.

    The share of the step in which a stage has nothing to do. `bubble_ratio`
    compares the same bubble with the useful time alone.
    """
    return Eq(f_bubble, (p - 1) / (m + p - 1))


@formula(
    source=(MEGATRON_2021.at("section 2.2.2", opened=True), SCHEDULES),
    holds_when=lambda: [p >= 2, divides(p, m)],
    leaves_out=f"the extra messages of the interleaved schedule, {EQUAL_STAGES}",
    also_called=("virtual pipeline bubble",),
    holds_for={"schedule": "interleaved"},
)
def interleaved_bubble_ratio():
    """Interleaved 1F1B bubble ratio: idle over ideal time.

    Each GPU holds `v` chunks of layers, so every hop while the pipeline fills
    takes only one `v`-th of the time. Chunks take turns in rounds of `p`
    micro-batches: Megatron-LM refuses an `m` that leaves a round unfinished.
    """
    return Eq(r_bubble, (p - 1) / (v * m))


@formula(
    source=(MEGATRON_2021.at("section 2.2.2", opened=True), SCHEDULES),
    holds_when=lambda: [p >= 2, divides(p, m)],
    leaves_out=f"the extra messages of the interleaved schedule, {EQUAL_STAGES}",
    also_called=(
        "virtual pipeline bubble time",
        "VPP bubble",
    ),
    holds_for={"schedule": "interleaved"},
)
def interleaved_bubble_time():
    """Interleaved 1F1B bubble time.

    Each hop while the pipeline fills and drains takes one `v`-th of a stage's pass.
    """
    return Eq(t_bubble, (p - 1) * (t_f + t_b) / v)


@formula(
    source=(
        MLSYSIM.at("calc_pipeline_bubble", opened=True),
        TRAINING_BOOK.at("quick reference", opened=True),
        SCHEDULES,
    ),
    holds_when=lambda: [p >= 2, divides(p, m)],
    leaves_out=f"the extra messages of the interleaved schedule, {EQUAL_STAGES}",
    also_called=("virtual pipeline bubble fraction",),
    holds_for={"schedule": "interleaved"},
)
def interleaved_bubble_fraction():
    """Interleaved 1F1B bubble fraction: idle over total time.

    The share of the step in which a stage waits, with `v` chunks of layers on each
    GPU and whole rounds of `p` micro-batches.
    """
    return Eq(f_bubble, (p - 1) / (v * m + p - 1))


@formula(
    source=(MEGATRON_2021.at("section 2.2.1", opened=True), GPIPE.at("section 2.3", opened=True)),
    leaves_out=EQUAL_STAGES,
    also_called=(
        "(m + p - 1)(t_f + t_b)",
        "1F1B step time",
    ),
    holds_for={"schedule": ("gpipe", "1f1b"), "step_time": "pipeline"},
)
def pipeline_step_time():
    """Pipeline step time (GPipe, 1F1B).

    Work and bubble together: m + p - 1 passes, forward and backward, of one
    micro-batch through one stage.
    """
    return Eq(T_step, (m + p - 1) * (t_f + t_b))


@derives(bubble_ratio)
def waiting_over_working(page):
    """Divide the idle time by the useful time."""
    page.start(Eq(r_bubble, t_bubble / t_ideal), "the ratio compares waiting with working")
    page.put(bubble_time, "fill and drain")
    page.put(ideal_step_time, "all micro-batches, one after the other")


@derives(bubble_fraction)
def waiting_over_everything(page):
    """Divide the idle time by all time."""
    page.start(
        Eq(f_bubble, t_bubble / (t_bubble + t_ideal)), "the fraction compares waiting with all time"
    )
    page.put(bubble_time, "fill and drain")
    page.put(ideal_step_time, "all micro-batches, one after the other")


@derives(interleaved_bubble_time)
def shorter_hops(page):
    """Fill the pipeline chunk by chunk."""
    page.start(
        bubble_time.with_(t_f=t_f / v, t_b=t_b / v),
        "a chunk is one v-th of a stage, and so are its passes",
    )


@derives(interleaved_bubble_ratio)
def shorter_waiting_over_working(page):
    """Divide the idle time by the useful time."""
    page.start(Eq(r_bubble, t_bubble / t_ideal), "the ratio compares waiting with working")
    page.put(interleaved_bubble_time, "fill and drain, chunk by chunk")
    page.put(ideal_step_time, "the useful work stays the same")


@derives(interleaved_bubble_fraction)
def shorter_waiting_over_everything(page):
    """Divide the idle time by all time."""
    page.start(
        Eq(f_bubble, t_bubble / (t_bubble + t_ideal)), "the fraction compares waiting with all time"
    )
    page.put(interleaved_bubble_time, "fill and drain, chunk by chunk")
    page.put(ideal_step_time, "the useful work stays the same")


@derives(pipeline_step_time)
def working_and_waiting(page):
    """Add up work and waiting."""
    page.start(Eq(T_step, t_ideal + t_bubble), "a stage works or waits")
    page.put(ideal_step_time, "all micro-batches, one after the other")
    page.put(bubble_time, "fill and drain")


conventions = Variants(
    "bubble-conventions",
    "Pipeline bubble by what it is compared with",
    {
        bubble_ratio: "of the ideal time: Megatron-LM papers",
        bubble_fraction: "of the total time: GPipe and most textbooks",
    },
    says="With r the ratio and f the fraction of one schedule, f = r/(1 + r).",
)

interleaved_conventions = Variants(
    "interleaved-bubble-conventions",
    "Pipeline bubble of the interleaved schedule by what it is compared with",
    {
        interleaved_bubble_ratio: "of the ideal time: Megatron-LM papers",
        interleaved_bubble_fraction: "of the total time: mlsysim",
    },
    says="Printed under one name, the two differ by a quarter at a bubble of a third.",
)

SIMULATED = PIPELINE_RUNS.at("output/pipeline_simulation.log", opened=True)
SLOTS = "counted in forward passes, of which each is taken here to last a second"
TWICE = {t_f: "1 s", t_b: "2 s"}
worked = [
    Case(
        bubble_fraction,
        {p: 4, m: 8},
        gives="27 %",
        source=TRAINING_BOOK.at("chapter 16, example", opened=True),
    ),
    Case(
        bubble_fraction,
        {p: 8, m: 32},
        gives="17.95 %",
        source=MLSYSIM.at("calc_pipeline_bubble, run with 8 stages, 32 micro-batches", opened=True),
    ),
    Case(
        interleaved_bubble_ratio,
        {p: 4, m: 8, v: 2},
        gives="19 %",
        source=TRAINING_BOOK.at("chapter 16, example", opened=True),
        note="printed beside the 27 % of the other convention, of the total time",
    ),
    *(
        Case(
            bubble_fraction,
            {p: 4, m: micro_batches},
            gives=printed,
            source=TRAINING_BOOK.at("chapter 16, table of bubbles", opened=True),
        )
        for micro_batches, printed in ((1, "75 %"), (4, "43 %"), (16, "16 %"), (64, "4.5 %"))
    ),
    *(
        Case(
            bubble_ratio,
            {p: 8, m: micro_batches},
            gives=percent,
            source=MEGATRON_2021.at("section 2.2.1", opened=True),
            note="from the law as printed: the paper prints no number for these degrees",
        )
        for micro_batches, percent in ((16, "43.75 %"), (64, "10.9 %"))
    ),
    *(
        Case(
            pipeline_step_time,
            {p: stages, m: micro_batches, **TWICE},
            gives=printed,
            source=SIMULATED,
            note=SLOTS,
        )
        for stages, micro_batches, printed in (
            (2, 4, "15.0 s"),
            (4, 8, "33.0 s"),
            (8, 64, "213.0 s"),
        )
    ),
    *(
        Case(ideal_step_time, {m: count, **TWICE}, gives=printed, source=SIMULATED, note=SLOTS)
        for count, printed in ((4, "12.0 s"), (8, "24.0 s"), (64, "192.0 s"))
    ),
    *(
        Case(bubble_fraction, {p: stages, m: micro_batches}, gives=printed, source=SIMULATED)
        for stages, micro_batches, printed in ((2, 4, "20.0 %"), (4, 8, "27.3 %"), (8, 64, "9.9 %"))
    ),
]
