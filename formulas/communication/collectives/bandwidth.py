"""Bandwidth: what a message or a collective reaches of it, and how tests report it."""

from sympy import Eq

from derive.records import Case, Variants, derives, formula

from ...sources import HOCKNEY, NCCL_TESTS, SCALING_BOOK, TRAINING_BOOK
from ...symbols.collectives import (
    T_coll,
    T_lat,
    V_ag,
    V_ar,
    beta_alg,
    beta_bus,
    f_bus,
    f_bw,
    n_half,
)
from ...symbols.network import N, T_ar, T_msg, alpha, beta, n, n_star
from .ring import (
    alpha_beta_time,
    latency_bandwidth_crossover,
    ring_all_reduce_latency,
    ring_all_reduce_time,
)
from .volumes import ring_all_gather_volume, ring_all_reduce_volume


@formula(
    source=NCCL_TESTS.at("algorithm bandwidth", opened=True),
    status="definition",
    also_called=("algbw",),
)
def algorithm_bandwidth():
    """Algorithm bandwidth (algbw) of a collective.

    `n` is the size that NCCL tests print: the whole vector, for an all-gather
    the gathered result.
    """
    return Eq(beta_alg, n / T_coll)


@formula(
    source=NCCL_TESTS.at("bus bandwidth", opened=True),
    status="definition",
    also_called=(
        "busbw",
        "NCCL bus bandwidth",
        "all_reduce_perf",
        "nccl-tests bus bandwidth",
    ),
)
def bus_bandwidth():
    """Bus bandwidth (busbw) of a collective.

    The rate at which each link carried data. Unlike the algorithm bandwidth it
    can be compared with the link's own bandwidth, whatever the number of ranks.
    """
    return Eq(beta_bus, f_bus * n / T_coll)


@formula(
    source=NCCL_TESTS.at("summary", opened=True),
    also_called=("busbw from algbw", "algbw to busbw"),
)
def bus_bandwidth_of_algorithm_bandwidth():
    """Bus bandwidth from the algorithm bandwidth.

    NCCL tests print both; the factor between them is that of the collective.
    """
    return Eq(beta_bus, f_bus * beta_alg)


@formula(
    source=(NCCL_TESTS.at("summary", opened=True), TRAINING_BOOK.at("chapter 13", opened=True)),
    also_called=("busbw factor of all-reduce",),
)
def all_reduce_bus_factor():
    """Bus-bandwidth factor of an all-reduce.

    What each rank must send, as a multiple of its vector.
    """
    return Eq(f_bus, 2 * (N - 1) / N)


@formula(
    source=(NCCL_TESTS.at("summary", opened=True), TRAINING_BOOK.at("chapter 13", opened=True)),
    also_called=(
        "busbw factor of all-gather",
        "busbw factor of reduce-scatter",
        "busbw factor of all-to-all",
    ),
)
def all_gather_bus_factor():
    """Bus-bandwidth factor of an all-gather, reduce-scatter or all-to-all.

    Of `N` shares one stays where it is.
    """
    return Eq(f_bus, (N - 1) / N)


@formula(
    source=(NCCL_TESTS.at("summary", opened=True), TRAINING_BOOK.at("chapter 13", opened=True)),
    status="definition",
    also_called=("busbw factor of broadcast",),
)
def broadcast_bus_factor():
    """Bus-bandwidth factor of a broadcast or reduce.

    The root must send the whole vector, or receive it in a reduce: the ranks
    do not share that work.
    """
    return Eq(f_bus, 1)


@formula(
    source=HOCKNEY.at("section 2"),
    leaves_out="congestion, protocol changes with message size",
)
def bandwidth_share():
    """Bandwidth efficiency of a message of a given size.

    One half at `n_star`, nine tenths at nine times that size.
    """
    return Eq(f_bw, n / (n + n_star))


@formula(
    source=(HOCKNEY.at("section 2, applied to a ring"), TRAINING_BOOK.at("chapter 4", opened=True)),
    holds_when=lambda: [N >= 2],
    leaves_out="congestion, protocol changes with message size",
)
def ring_half_performance_size():
    """Half-performance vector size of a ring all-reduce.

    Every hop carries one of `N` chunks, so the vector must be `N` times as
    long as a single message.
    """
    return Eq(n_half, N * alpha * beta)


@derives(bus_bandwidth_of_algorithm_bandwidth)
def factor_of_the_collective(page):
    """Put in how long the collective takes."""
    page.start(bus_bandwidth, "what each link carried")
    page.eliminate(T_coll, algorithm_bandwidth, "the time of the whole collective")


@derives(all_reduce_bus_factor)
def sent_over_held(page):
    """Divide what a rank sends by what it holds."""
    page.start(Eq(f_bus, V_ar / n), "bytes on the link for each byte of the vector")
    page.put(ring_all_reduce_volume, "no algorithm needs fewer")


@derives(all_gather_bus_factor)
def sent_over_gathered(page):
    """Divide what a rank sends by what results."""
    page.start(Eq(f_bus, V_ag / n), "bytes on the link for each byte of the vector")
    page.put(ring_all_gather_volume, "no algorithm needs fewer")


@derives(bandwidth_share)
def transfer_over_all_time(page):
    """Divide the time of the transfer by all time."""
    page.start(Eq(f_bw, n / (beta * T_msg)), "the bandwidth that is reached, over that of the link")
    page.put(alpha_beta_time, "latency and transfer")
    page.eliminate(alpha, latency_bandwidth_crossover, "the size at which both are equal")
    page.rewrite(Eq(f_bw, n / (n + n_star)), "the bandwidth cancels")


@derives(ring_half_performance_size)
def twice_the_latency(page):
    """Set latency and transfer equal."""
    page.start(Eq(T_ar, 2 * T_lat), "latency and transfer take equally long")
    page.put(ring_all_reduce_latency, "the latency of all hops")
    page.put(ring_all_reduce_time, "the time of all hops")
    page.solve_for(n, "the size at which that happens")
    page.rename(n, n_half, "call this size half-performance size")


factors = Variants(
    "bus-factors",
    "Bus bandwidth over algorithm bandwidth, by collective",
    {
        all_reduce_bus_factor: "all-reduce",
        all_gather_bus_factor: "all-gather, reduce-scatter, all-to-all",
        broadcast_bus_factor: "broadcast, reduce",
    },
    says="Network tests print both bandwidths; only the bus bandwidth tells how busy a link was.",
)

worked = [
    *(
        Case(
            law,
            {N: ranks},
            gives=printed,
            source=NCCL_TESTS.at(f"summary, {ranks} ranks", opened=True),
        )
        for law, ranks, printed in (
            (all_reduce_bus_factor, 2, "1"),
            (all_reduce_bus_factor, 4, "1.5"),
            (all_reduce_bus_factor, 8, "1.75"),
            (all_gather_bus_factor, 8, "0.875"),
        )
    ),
    Case(
        broadcast_bus_factor,
        {},
        gives="1",
        source=NCCL_TESTS.at("summary, any number of ranks", opened=True),
    ),
    Case(
        algorithm_bandwidth,
        {n: "1 GB", T_coll: "50 ms"},
        gives="20 GB/s",
        source=TRAINING_BOOK.at("chapter 13, example", opened=True),
    ),
    Case(
        bus_bandwidth,
        {f_bus: "1.75", n: "1 GB", T_coll: "50 ms"},
        gives="35 GB/s",
        source=TRAINING_BOOK.at("chapter 13, example", opened=True),
    ),
    Case(
        bus_bandwidth_of_algorithm_bandwidth,
        {f_bus: "1.75", beta_alg: "20 GB/s"},
        gives="35 GB/s",
        source=TRAINING_BOOK.at("chapter 13, example", opened=True),
    ),
    Case(
        latency_bandwidth_crossover,
        {alpha: "1 us", beta: "45 GB/s"},
        gives="45 kB",
        source=SCALING_BOOK.at("sharding, latency of a hop", opened=True),
    ),
]
