"""Overlap: how a step's compute, communication and input add up, or hide behind each other."""

from sympy import Eq, Ge, Le, Max

from derive.records import Case, Variants, derives, formula

from ..sources import (
    FIELD_GUIDE,
    MLSYSIM,
    PYTORCH_DDP,
    TRAINING_BOOK,
)
from ..symbols.model import L
from ..symbols.network import T_ar
from ..symbols.overlap import (
    T_bwd,
    T_exp,
    T_fwd,
    T_hid,
    T_input,
    T_out,
    T_rank,
    T_rest,
    T_update,
    T_win,
    f_hid,
    x_over,
    x_slow,
)
from ..symbols.time import T_comm, T_comp, T_step

OTHER_PHASES = "input, pipeline bubble, optimizer update, checkpoints"


@formula(
    source=TRAINING_BOOK.at("notation appendix, line 17", opened=True),
    leaves_out=OTHER_PHASES,
    also_called=("serial step time",),
    holds_for={"step_time": "in-turn"},
)
def additive_step_time():
    """Step time without overlap.

    An upper limit: compute and communication take turns.
    """
    return Eq(T_step, T_comp + T_comm)


@formula(
    source=(
        TRAINING_BOOK.at("notation appendix, line 21", opened=True),
        FIELD_GUIDE.at("section 6.3", opened=True),
    ),
    leaves_out=OTHER_PHASES,
    also_called=("max of compute and communication",),
    holds_for={"step_time": "at-once"},
)
def overlapped_step_time():
    """Step time with perfect overlap.

    A lower limit, and never less than half of the sum. Tensor-parallel
    all-reduces cannot be hidden this way: the next product waits for them.
    """
    return Eq(T_step, Max(T_comp, T_comm))


@formula(
    source=FIELD_GUIDE.at("section 1.2", opened=True),
    leaves_out="pipeline bubble, optimizer update, checkpoints; memory must fit, it takes no time",
    also_called=("data-bound step",),
    holds_for={"step_time": "at-once-with-input"},
)
def overlapped_step_time_with_input():
    """Step time with perfect overlap of compute, communication and input.

    Whichever of the three takes longest sets the pace.
    """
    return Eq(T_step, Max(T_comp, T_comm, T_input))


@formula(
    source=(
        FIELD_GUIDE.at("section 6.3", opened=True),
        TRAINING_BOOK.at("chapter 31", opened=True),
    ),
    status="bound",
    also_called=("perfect-overlap bound",),
)
def step_time_at_least():
    """Step time lower bound.

    No step is shorter than its compute or its communication.
    """
    return Ge(T_step, Max(T_comp, T_comm))


@formula(
    source=(
        FIELD_GUIDE.at("section 10.4", opened=True),
        TRAINING_BOOK.at("chapter 31", opened=True),
    ),
    status="bound",
    leaves_out=OTHER_PHASES,
    also_called=("no-overlap bound",),
)
def step_time_at_most():
    """Step time upper bound.

    No step is longer than compute and communication one after the other, if nothing
    else runs.
    """
    return Le(T_step, T_comp + T_comm)


@formula(
    source=(
        MLSYSIM.at("engine/solvers/parallelism.py, exposed communication", opened=True),
        TRAINING_BOOK.at("chapter 31", opened=True),
    ),
    holds_when=lambda: [T_hid <= T_comm, T_hid <= T_comp],
    leaves_out=OTHER_PHASES,
    also_called=("partial overlap",),
    holds_for={"step_time": "partly-hidden"},
)
def step_time_with_hidden_part():
    """Step time with a hidden part of the communication.

    With nothing hidden it is the sum, with all of the shorter part hidden the
    longer part.
    """
    return Eq(T_step, T_comp + T_comm - T_hid)


@formula(
    source=TRAINING_BOOK.at(
        "chapter 31, theoretical speedup, communication the shorter", opened=True
    ),
    holds_when=lambda: [f_hid * T_comm <= T_comp],
    leaves_out=OTHER_PHASES,
    also_called=("overlap efficiency",),
    holds_for={"step_time": "partly-hidden"},
)
def step_time_with_hidden_share():
    """Step time with a share of the communication overlapped.

    No more can be hidden than there is compute to hide it behind.
    """
    return Eq(T_step, T_comp + (1 - f_hid) * T_comm)


@formula(
    source=(PYTORCH_DDP.at("section 3.2.3"), TRAINING_BOOK.at("chapter 31", opened=True)),
    leaves_out="what communication takes from compute while both run",
    also_called=("non-overlapped communication",),
)
def exposed_communication_time():
    """Exposed communication time.

    What is left of the communication when the compute that could hide it has
    ended.
    """
    return Eq(T_exp, Max(0, T_comm - T_win))


@formula(
    source=TRAINING_BOOK.at(
        "chapter 31, theoretical speedup, communication the shorter", opened=True
    ),
    holds_when=lambda: [f_hid * T_comm <= T_comp],
    leaves_out=OTHER_PHASES,
    also_called=("overlap gain",),
)
def overlap_speedup():
    """Speedup from overlapping communication.

    At most two, by perfect overlap of compute and communication that take equally
    long: what takes longer than the compute cannot all be hidden.
    """
    return Eq(x_over, (T_comp + T_comm) / (T_comp + (1 - f_hid) * T_comm))


@formula(
    source=(
        PYTORCH_DDP.at("section 3.2.3"),
        TRAINING_BOOK.at("chapter 31, overlap window", opened=True),
    ),
    leaves_out="buckets of gradients, layers of unequal cost, accumulation of gradients",
    also_called=("DDP overlap window",),
)
def gradient_overlap_window():
    """Backward-pass window for the gradient all-reduce.

    Gradients of the last layer are ready first; those of the first layer have
    no compute left to hide behind.
    """
    return Eq(T_win, T_bwd * (L - 1) / L)


@formula(
    source=(
        PYTORCH_DDP.at("section 3.2.3"),
        TRAINING_BOOK.at("chapter 31, overlap window", opened=True),
    ),
    leaves_out="buckets of gradients, layers of unequal cost, accumulation of gradients",
    also_called=("DDP exposed communication",),
)
def exposed_gradient_time():
    """Exposed gradient all-reduce time.

    The all-reduce runs beside the backward pass of all layers but one; the rest
    shows.
    """
    return Eq(T_exp, Max(0, T_ar - T_bwd * (L - 1) / L))


@formula(
    source=FIELD_GUIDE.at("section 10.4", opened=True),
    status="definition",
    also_called=("step time breakdown",),
    holds_for={"step_time": "phases"},
)
def step_time_by_phases():
    """Step time breakdown by phases.

    Holds for exposed times only: a phase that hides behind another one must not
    be counted again.
    """
    return Eq(T_step, T_out + T_fwd + T_bwd + T_exp + T_update)


@formula(
    source=FIELD_GUIDE.at("section 6.5", opened=True),
    status="definition",
    also_called=(
        "slowest worker",
        "barrier time",
    ),
    holds_for={"step_time": "ranks"},
)
def synchronous_step_time():
    """Synchronous step time: the slowest rank.

    Seen from one rank, which waits for all others or lets them wait.
    """
    return Eq(T_step, Max(T_rank, T_rest))


@formula(
    source=FIELD_GUIDE.at("section 6.5", opened=True),
    leaves_out="backup ranks, asynchronous updates",
    also_called=("straggler slowdown",),
    holds_for={"step_time": "ranks"},
)
def straggler_step_time():
    """Step time with one straggler.

    One slow rank delays all: its share of delay is that of the whole step.
    """
    return Eq(T_step, (1 + x_slow) * T_rank)


@derives(overlapped_step_time)
def hidden_behind_all_compute(page):
    """Let communication hide behind all compute."""
    page.start(Eq(T_step, T_comp + T_exp), "compute, and what communication adds to it")
    page.put(exposed_communication_time, "what is not hidden")
    page.put(Eq(T_win, T_comp), "all compute can hide communication")
    page.rewrite(Eq(T_step, Max(T_comp, T_comm)), "the longer of the two")


@derives(step_time_with_hidden_part)
def exposed_is_not_hidden(page):
    """Take away what is hidden."""
    page.start(Eq(T_step, T_comp + T_exp), "compute, and what communication adds to it")
    page.put(Eq(T_exp, T_comm - T_hid), "communication is hidden or exposed")


@derives(step_time_with_hidden_share)
def share_of_communication(page):
    """Take away what is hidden."""
    page.start(step_time_with_hidden_part, "the sum, less what is hidden")
    page.put(Eq(T_hid, f_hid * T_comm), "a share of the communication")


@derives(overlap_speedup)
def sum_over_overlapped(page):
    """Divide the two step times."""
    page.start(additive_step_time, "nothing hidden")
    page.divide(step_time_with_hidden_share.with_(T_step=T_rank), "a share hidden")
    page.rename(T_step / T_rank, x_over, "the ratio is the speedup")


@derives(exposed_gradient_time)
def all_reduce_behind_backward(page):
    """Let the all-reduce hide behind the backward pass."""
    page.start(exposed_communication_time, "what is not hidden")
    page.put(Eq(T_comm, T_ar), "the all-reduce of the gradients")
    page.put(gradient_overlap_window, "the backward pass of all layers but one")


@derives(straggler_step_time)
def everyone_waits_for_one(page):
    """Let one rank be slower than the rest."""
    page.start(
        synchronous_step_time.with_(T_rank=T_rest, T_rest=T_rank), "the slowest rank decides"
    )
    page.put(Eq(T_rest, (1 + x_slow) * T_rank), "one rank needs longer")
    page.rewrite(Eq(T_step, (1 + x_slow) * T_rank), "a delay is never negative")


limits = Variants(
    "step-time-overlap",
    "Step time by how much overlaps",
    {
        additive_step_time: "nothing overlaps: upper limit",
        step_time_with_hidden_share: "a share of the communication is hidden",
        overlapped_step_time: "everything overlaps: lower limit",
    },
    says="A document that uses two of them for one step contradicts itself.",
)

# Speedups of chapter 31: communication over compute, share hidden, speedup. Since commit 3c3e127
# the table counts the overlap in the shorter of the two times: where communication takes twice as
# long as compute, 50 % and all of it hide 1/4 and 1/2 of the communication. What the table printed
# before as its last entry stands among the errata.
SPEEDUPS = (
    ("0.25", "0.5", "1.11"),
    ("0.25", "1", "1.25"),
    ("0.5", "0.5", "1.20"),
    ("0.5", "1", "1.50"),
    ("1", "0.5", "1.33"),
    ("1", "1", "2.00"),
    ("2", "0.25", "1.20"),
    ("2", "0.5", "1.50"),
)

worked = [
    *(
        Case(
            overlap_speedup,
            {T_comp: "1 s", T_comm: f"{ratio} s", f_hid: hidden},
            gives=printed,
            source=TRAINING_BOOK.at("chapter 31, table of speedups", opened=True),
        )
        for ratio, hidden, printed in SPEEDUPS
    ),
    Case(
        additive_step_time,
        {T_comp: "100 ms", T_comm: "50 ms"},
        gives="150 ms",
        source=TRAINING_BOOK.at("chapter 31, opening question", opened=True),
    ),
    Case(
        overlapped_step_time,
        {T_comp: "100 ms", T_comm: "50 ms"},
        gives="100 ms",
        source=TRAINING_BOOK.at("chapter 31, opening question", opened=True),
    ),
]
