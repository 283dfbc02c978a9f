"""Meshes: collectives over rings in which every chip sends both ways at once."""

from sympy import Eq, Sum, Symbol

from derive.records import Case, derives, divides, formula

from ...sources import SCALING_BOOK
from ...symbols.collectives import T_a2a, beta_bi, n_axes
from ...symbols.network import N, T_ag, T_ar, T_msg, T_rs, alpha, n
from .ring import alpha_beta_time

LONG = "latency, rings that are not closed, what a chip holds itself, traffic of other axes"
DISTANCE = Symbol("i", integer=True, positive=True)


@formula(
    source=SCALING_BOOK.at("sharding, cost of an all-gather", opened=True),
    holds_when=lambda: [divides(2, N)],
    leaves_out="rings that are not closed, traffic of other axes",
    holds_for={"collective": "mesh", "latency": "counted"},
)
def two_way_all_gather_time():
    """Bidirectional ring all-gather time.

    `n` is the gathered result. Half as many hops as one way round, since shares
    leave to both sides.
    """
    return Eq(T_ag, N * (alpha + 2 * n / (N * beta_bi)) / 2)


@formula(
    source=SCALING_BOOK.at("sharding, several axes", opened=True),
    status="approximation",
    approximates=lambda: two_way_all_gather_time.with_(beta_bi=n_axes * beta_bi),
    leaves_out=LONG,
    also_called=("TPU all-gather time", "ICI all-gather time"),
    holds_for={"collective": "mesh", "latency": "neglected"},
)
def mesh_all_gather_time():
    """Torus all-gather time of a long vector.

    `n` is the gathered result. The number of chips does not matter, only the
    bandwidth: every axis carries its part at the same time.
    """
    return Eq(T_ag, n / (n_axes * beta_bi))


@formula(
    source=SCALING_BOOK.at("sharding, reduce-scatter", opened=True),
    leaves_out=LONG,
    holds_for={"collective": "mesh", "latency": "neglected"},
)
def mesh_reduce_scatter_time():
    """Torus reduce-scatter time of a long vector.

    Every chip holds a vector of `n` bytes before it.
    """
    return Eq(T_rs, n / (n_axes * beta_bi))


@formula(
    source=SCALING_BOOK.at("sharding, cost of an all-reduce", opened=True),
    leaves_out=LONG,
    also_called=("TPU all-reduce time",),
    holds_for={"collective": "mesh", "latency": "neglected"},
)
def mesh_all_reduce_time():
    """Torus all-reduce time of a long vector.

    Every chip holds a vector of `n` bytes.
    """
    return Eq(T_ar, 2 * n / (n_axes * beta_bi))


@formula(
    source=SCALING_BOOK.at("sharding, all-to-all", opened=True),
    holds_when=lambda: [divides(2, N)],
    leaves_out=LONG,
    holds_for={"collective": "mesh", "message": "tokens", "latency": "neglected"},
)
def two_way_all_to_all_time():
    """Bidirectional ring all-to-all time of a long array.

    `n` is the whole array over all chips. Shares need not go all the way
    round: a quarter of an all-gather.
    """
    return Eq(T_a2a, n / (4 * beta_bi))


@derives(two_way_all_gather_time)
def half_way_round(page):
    """Count the hops and what each carries."""
    page.start(Eq(T_ag, N * T_msg / 2), "the farthest chip is half a ring away")
    page.put(
        alpha_beta_time.with_(n=n / N, beta=beta_bi / 2),
        "a hop carries one of N shares each way, with half of the bandwidth",
    )


@derives(mesh_all_gather_time)
def hops_add_up_to_the_vector(page):
    """Neglect the latency, and use all axes."""
    page.start(
        two_way_all_gather_time.with_(beta_bi=n_axes * beta_bi),
        "the axes share the vector",
    )
    page.approximate(
        Eq(T_ag, n / (n_axes * beta_bi)), "the latency is the same for all sizes", large=n
    )


@derives(mesh_all_reduce_time)
def both_halves_over_the_mesh(page):
    """Join the two halves."""
    page.start(Eq(T_ar, T_rs + T_ag), "an all-reduce is a reduce-scatter, then an all-gather")
    page.put(mesh_reduce_scatter_time, "sums go round")
    page.put(mesh_all_gather_time, "results go round")


@derives(two_way_all_to_all_time)
def distances_both_ways(page):
    """Add up the hops of all shares of one chip."""
    page.start(
        Eq(
            T_a2a,
            (Sum(DISTANCE, (DISTANCE, 1, N / 2)) + Sum(DISTANCE, (DISTANCE, 1, N / 2 - 1)))
            * n
            / N**2
            / beta_bi,
        ),
        "each chip sends one share for each other chip, the shorter way round",
    )
    page.sum_up("an arithmetic series on each side")
    page.rewrite(Eq(T_a2a, n / (4 * beta_bi)), "the number of chips cancels")


worked = [
    *(
        Case(
            law,
            {n: message, beta_bi: "90 GB/s", n_axes: axes},
            gives=printed,
            within=within,
            source=SCALING_BOOK.at(f"sharding, {place}", opened=True),
            note=note,
        )
        for law, message, axes, printed, within, place, note in (
            (
                mesh_all_gather_time,
                "34 MB",
                1,
                "377 us",
                "0.3 %",
                "pop quiz 2",
                "printed from 33.9 MB",
            ),
            (
                mesh_all_gather_time,
                "2097152 byte",
                1,
                "23 us",
                "",
                "question 2.1",
                "1024 by 4096 numbers of two bytes, over four chips of the other axis",
            ),
            (mesh_all_gather_time, "8388608 byte", 2, "46 us", "1.5 %", "question 2.2", "46.6 us"),
            (
                mesh_all_reduce_time,
                "8388608 byte",
                1,
                "190 us",
                "2 %",
                "question 2.3",
                "186 us, printed as roughly 190",
            ),
        )
    ),
    Case(
        two_way_all_gather_time,
        {N: 4, alpha: "1 us", n: "256 byte", beta_bi: "90 GB/s"},
        gives="2 us",
        source=SCALING_BOOK.at("sharding, question 3", opened=True),
    ),
]
