"""Speedup: what more GPUs gain, what limits it, and what smaller gradients save."""

from sympy import Eq, oo

from derive.records import Case, Variants, derives, formula

from ..communication.collectives.ring import ring_all_reduce_time
from ..model.parameters.parts import matrix_parameters
from ..sources import (
    AMDAHL,
    DISTRIBUTED_APPENDIX,
    GUSTAFSON,
    LLNL_TUTORIAL,
    LOCAL_SGD,
    MEGATRON_2019,
    PALM,
    POWER_SGD,
    TRAINING_BOOK,
)
from ..symbols.network import N, T_ar, alpha, beta, n
from ..symbols.parallelism import N_gpu
from ..symbols.shapes import Psi_mat, d_in, d_out
from ..symbols.speedup import (
    T_many,
    T_one,
    efficiency,
    f_ser,
    f_ser_many,
    n_local,
    r_compress,
    speedup,
    x_press,
)
from ..symbols.time import T_comp, T_step

COMMUNICATION = "communication, which grows with the number of ranks, and unequal work"


@formula(
    source=DISTRIBUTED_APPENDIX.at("line 21", opened=True),
    status="definition",
    also_called=("strong-scaling speedup",),
)
def parallel_speedup():
    """Speedup over one GPU.

    Time on one GPU over time on many, for the same work.
    """
    return Eq(speedup, T_one / T_many)


@formula(
    source=DISTRIBUTED_APPENDIX.at("line 22", opened=True),
    status="definition",
    also_called=(
        "parallel efficiency",
        "strong scaling efficiency",
        "weak scaling efficiency",
    ),
)
def parallel_efficiency():
    """Scaling efficiency.

    The speedup over one GPU, divided by the number of GPUs. Measured from a larger
    baseline, both are relative to it: twice the GPUs at 1.8 times the speed are 90 %.
    """
    return Eq(efficiency, speedup / N_gpu)


@formula(
    source=AMDAHL.at("the argument"),
    leaves_out=COMMUNICATION,
    also_called=(
        "Amdahl",
        "strong scaling",
    ),
)
def amdahl_speedup():
    """Amdahl's law.

    Speedup of fixed work: the serial part takes as long on many GPUs as on one.
    """
    return Eq(speedup, 1 / (f_ser + (1 - f_ser) / N_gpu))


@formula(
    source=AMDAHL.at("the argument, for any number of processors"),
    holds_when=lambda: [f_ser > 0],
    leaves_out=COMMUNICATION,
    also_called=("maximum speedup", "strong scaling limit"),
)
def amdahl_limit():
    """Amdahl's law: maximum speedup.

    However many GPUs share the rest, the serial part takes its time. With no serial
    part there is no limit.
    """
    return Eq(speedup, 1 / f_ser)


@formula(
    source=GUSTAFSON.at("scaled speedup"),
    leaves_out=COMMUNICATION,
    also_called=(
        "weak scaling",
        "Gustafson-Barsis law",
        "scaled speedup",
    ),
)
def gustafson_speedup():
    """Gustafson's law.

    Speedup of work that grows with the GPUs. The serial share is that of the
    parallel run, not Amdahl's.
    """
    return Eq(speedup, N_gpu - f_ser_many * (N_gpu - 1))


@formula(
    source=TRAINING_BOOK.at("chapter 28", opened=True),
    holds_when=lambda: [N >= 2],
    leaves_out="time to compress, collectives that cannot add compressed gradients",
    also_called=(
        "gradient compression",
        "QSGD",
    ),
    holds_for={"collective": "compressed", "latency": "counted"},
)
def compressed_all_reduce_time():
    """All-reduce time with compressed gradients.

    Only the bytes shrink; every hop still pays the latency.
    """
    return Eq(T_ar, 2 * (N - 1) * (alpha + n / (x_press * N * beta)))


@formula(
    source=POWER_SGD.at("section 3"),
    leaves_out="vectors, which are sent whole",
    also_called=(
        "PowerSGD",
        "low-rank gradient compression",
    ),
)
def low_rank_compression():
    """PowerSGD compression ratio.

    The gradient of a matrix as a product of two thin ones.
    """
    return Eq(x_press, d_in * d_out / (r_compress * (d_in + d_out)))


# allow counts_agree_in_kind: one average is shared by several local steps
@formula(
    source=(
        LOCAL_SGD.at("section 1"),
        TRAINING_BOOK.at("notation appendix, line 119", opened=True),
    ),
    leaves_out="overlap, the slower progress of replicas that drift apart",
    also_called=(
        "DiLoCo",
        "local SGD",
        "periodic averaging",
    ),
    holds_for={"step_time": "local"},
)
def local_sgd_step_time():
    """Local SGD (DiLoCo) mean step time.

    Replicas average only every few steps, so the all-reduce is shared by them.
    """
    return Eq(T_step, T_comp + T_ar / n_local)


@derives(amdahl_speedup)
def serial_and_parallel_part(page):
    """Divide the two times."""
    page.start(parallel_speedup, "one GPU beside many")
    page.put(
        Eq(T_many, f_ser * T_one + (1 - f_ser) * T_one / N_gpu),
        "the serial part stays, the parallel part is shared",
    )
    page.rewrite(Eq(speedup, 1 / (f_ser + (1 - f_ser) / N_gpu)), "the time on one GPU cancels")


@derives(amdahl_limit)
def parallel_part_vanishes(page):
    """Take ever more GPUs."""
    page.start(amdahl_speedup, "serial and parallel part")
    page.limit(N_gpu, oo, "the parallel part takes no time any more")


@derives(gustafson_speedup)
def work_of_the_parallel_run(page):
    """Ask how long one GPU would take."""
    page.start(parallel_speedup, "one GPU beside many")
    page.put(
        Eq(T_one, f_ser_many * T_many + (1 - f_ser_many) * T_many * N_gpu),
        "one GPU does the serial part as fast, and the parallel part of all others too",
    )
    page.rewrite(Eq(speedup, N_gpu - f_ser_many * (N_gpu - 1)), "the time on many GPUs cancels")


@derives(compressed_all_reduce_time)
def fewer_bytes_in_every_hop(page):
    """Send fewer bytes."""
    page.start(ring_all_reduce_time.with_(n=n / x_press), "a shorter vector round the same ring")


@derives(low_rank_compression)
def matrix_over_two_thin_ones(page):
    """Divide what a matrix holds by what two thin ones hold."""
    page.start(
        Eq(x_press, Psi_mat / (r_compress * d_in + r_compress * d_out)),
        "numbers before, over the numbers of both thin matrices",
    )
    page.put(matrix_parameters, "all entries of the matrix")


scaling = Variants(
    "speedup-laws",
    "Speedup by what is held fixed",
    {
        amdahl_speedup: "the work is fixed: Amdahl",
        gustafson_speedup: "the time is fixed, work grows: Gustafson",
    },
    given=lambda: [Eq(f_ser, f_ser_many)],
    says="Put one serial share into both and they disagree: the shares are measured in "
    "different runs.",
)

SPEEDUP_PRINTED = "the table prints the speedup, its share of the GPUs is counted here"

worked = [
    Case(
        parallel_efficiency,
        {speedup: times, N_gpu: workers},
        gives=printed,
        source=place,
        note=note,
    )
    for times, workers, printed, note, place in (
        ("1.64", 2, "82 %", SPEEDUP_PRINTED, MEGATRON_2019.at("table 8", opened=True)),
        ("2.98", 8, "37 %", SPEEDUP_PRINTED, MEGATRON_2019.at("table 8", opened=True)),
        (
            "1.95",
            2,
            "97 %",
            "a pod counts as one worker",
            PALM.at("section 4, two pods against one", opened=True),
        ),
    )
] + [
    Case(
        compressed_all_reduce_time,
        {N: 64, n: "2 GB", beta: "12.5 GB/s", x_press: 10, alpha: 0},
        gives="31.5 ms",
        source=TRAINING_BOOK.at("chapter 28, exercise 3", opened=True),
        note="64 nodes; the book leaves latency out",
    ),
]

# The tutorial's table: (serial share in percent, workers, speedup); two entries are cut off.
amdahl = [
    Case(
        amdahl_speedup,
        {f_ser: f"{serial} %", N_gpu: workers},
        gives=printed,
        truncated=printed in ("6.89", "19.62"),
        source=LLNL_TUTORIAL.at("limits and costs of parallel programming", opened=True),
    )
    for serial, workers, printed in (
        (50, 10, "1.82"),
        (10, 10, "5.26"),
        (5, 10, "6.89"),
        (1, 10, "9.17"),
        (10, 100, "9.17"),
        (5, 1000, "19.62"),
        (1, 1000, "90.99"),
    )
] + [
    Case(
        amdahl_limit,
        {f_ser: "5 %"},
        gives="20",
        source=LLNL_TUTORIAL.at("limits and costs of parallel programming", opened=True),
    ),
]
