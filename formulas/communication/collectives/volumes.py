"""Volumes: bytes that one rank sends in a collective, and the time that they take at least."""

from sympy import Eq, oo

from derive.records import Case, Variants, derives, formula

from ...sources import (
    DISTRIBUTED_APPENDIX,
    NCCL_TESTS,
    PATARASUK,
    SCALING_BOOK,
    SCALING_BOOK_GPUS,
    TRAINING_BOOK,
    ZERO,
)
from ...symbols.collectives import V_a2a, V_ag, V_ar, V_rs
from ...symbols.network import N, T_ag, T_ar, T_msg, beta, n
from .ring import alpha_beta_time, quoted, ring_all_gather_time, ring_all_reduce_time

IN_NETWORK = "reductions inside the network's switches, headers"
NO_LATENCY = "latency, congestion, unequal links"


@formula(
    source=(
        quoted("reduce-scatter"),
        NCCL_TESTS.at("reduce-scatter", opened=True),
    ),
    leaves_out="reductions inside the network's switches, headers",
    also_called=("reduce-scatter bytes per rank",),
)
def ring_reduce_scatter_volume():
    """Reduce-scatter volume: bytes that one rank sends.

    Of its vector of `n` bytes it keeps one of `N` shares and sends all others,
    partly summed, onwards.
    """
    return Eq(V_rs, (N - 1) * n / N)


@formula(
    source=(quoted("all-gather, ring"), NCCL_TESTS.at("all-gather", opened=True)),
    leaves_out="multicast by the network's switches, headers",
    also_called=("allgather bytes per rank",),
)
def ring_all_gather_volume():
    """All-gather volume: bytes that one rank sends.

    `n` is the whole vector that results, `N` times what one rank brings. Every
    share except one passes through each rank.
    """
    return Eq(V_ag, (N - 1) * n / N)


@formula(
    source=(
        PATARASUK.at("section 3"),
        NCCL_TESTS.at("all-reduce", opened=True),
        DISTRIBUTED_APPENDIX.at("line 94, corrected", opened=True),
    ),
    leaves_out=IN_NETWORK,
    also_called=("allreduce bytes per rank",),
)
def ring_all_reduce_volume():
    """All-reduce volume: bytes that one rank sends.

    Every rank holds a vector of `n` bytes. What it sends grows with the number
    of ranks, from one vector at two ranks towards two, which it never reaches.
    """
    return Eq(V_ar, 2 * (N - 1) * n / N)


@formula(
    source=(ZERO.at("section 7.1", opened=True), DISTRIBUTED_APPENDIX.at("line 94", opened=True)),
    status="approximation",
    approximates=lambda: ring_all_reduce_volume,
    leaves_out="the small saving over few ranks",
    also_called=("2n all-reduce volume",),
)
def large_ring_all_reduce_volume():
    """All-reduce volume over many ranks.

    Two vectors of `n` bytes, however many ranks there are.
    """
    return Eq(V_ar, 2 * n)


@formula(
    source=(
        quoted("all-to-all, pairwise exchange"),
        NCCL_TESTS.at("summary, all-to-all", opened=True),
    ),
    leaves_out="shares of unequal size, headers",
    also_called=("all-to-all bytes per rank",),
)
def all_to_all_volume():
    """All-to-all volume: bytes that one rank sends.

    It holds `n` bytes, one share for each rank, and its own share stays at home.
    """
    return Eq(V_a2a, (N - 1) * n / N)


@formula(
    source=(
        SCALING_BOOK.at("roofline, time of communication", opened=True),
        TRAINING_BOOK.at("chapter 4", opened=True),
    ),
    status="approximation",
    approximates=lambda: alpha_beta_time,
    leaves_out="latency",
    holds_for={"latency": "neglected"},
)
def long_message_time():
    """Time of one long message, without latency.

    Bandwidth alone decides once the message is much larger than `n_star`.
    """
    return Eq(T_msg, n / beta)


@formula(
    source=(
        NCCL_TESTS.at("all-gather", opened=True),
        SCALING_BOOK_GPUS.at("collectives inside a node", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    status="approximation",
    approximates=lambda: ring_all_gather_time,
    leaves_out=NO_LATENCY,
    holds_for={"collective": "ring", "latency": "neglected"},
)
def long_all_gather_time():
    """All-gather time of a long vector, without latency.

    `n` is the gathered result. A reduce-scatter of a vector of `n` bytes takes
    as long.
    """
    return Eq(T_ag, (N - 1) * n / (N * beta))


@formula(
    source=(
        NCCL_TESTS.at("all-reduce", opened=True),
        TRAINING_BOOK.at("glossary, line 73", opened=True),
        SCALING_BOOK_GPUS.at("collectives inside a node", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    status="approximation",
    approximates=lambda: ring_all_reduce_time,
    leaves_out=NO_LATENCY,
    holds_for={"collective": "ring", "latency": "neglected"},
)
def long_all_reduce_time():
    """All-reduce time of a long vector, without latency.

    Every rank holds a vector of `n` bytes. No algorithm between ranks is
    faster: it is the bound of `all_reduce_bandwidth_bound`.
    """
    return Eq(T_ar, 2 * (N - 1) * n / (N * beta))


@formula(
    source=SCALING_BOOK_GPUS.at("in-network reductions", opened=True),
    also_called=("SHARP all-reduce", "NVLS all-reduce", "in-network reduction"),
    leaves_out="latency, what switches reach in practice",
    holds_for={"collective": "in-network", "latency": "neglected"},
)
def in_network_all_reduce_time():
    """In-network all-reduce time: the switches add the vectors up.

    Each rank sends its vector of `n` bytes once and receives the sum once;
    measured gains are smaller than the factor of two.
    """
    return Eq(T_ar, n / beta)


@derives(ring_all_reduce_volume)
def reduced_and_gathered_bytes(page):
    """Join the two halves."""
    page.start(Eq(V_ar, V_rs + V_ag), "an all-reduce is a reduce-scatter, then an all-gather")
    page.put(ring_reduce_scatter_volume, "all shares but one")
    page.put(ring_all_gather_volume, "and as many finished ones")


@derives(large_ring_all_reduce_volume)
def many_ranks(page):
    """Take more and more ranks."""
    page.start(ring_all_reduce_volume, "all shares but one, twice")
    page.limit(N, oo, "one share is ever smaller")


@derives(long_message_time)
def latency_is_nothing(page):
    """Neglect the latency."""
    page.start(alpha_beta_time, "latency and transfer")
    page.approximate(Eq(T_msg, n / beta), "the latency is the same for all sizes", large=n)


@derives(long_all_gather_time)
def gathered_bytes_over_bandwidth(page):
    """Neglect the latency."""
    page.start(ring_all_gather_time, "latency and transfer of every hop")
    page.approximate(
        Eq(T_ag, (N - 1) * n / (N * beta)), "the latency is the same for all sizes", large=n
    )


@derives(long_all_reduce_time)
def reduced_bytes_over_bandwidth(page):
    """Neglect the latency."""
    page.start(ring_all_reduce_time, "latency and transfer of every hop")
    page.approximate(
        Eq(T_ar, 2 * (N - 1) * n / (N * beta)), "the latency is the same for all sizes", large=n
    )


sizes = Variants(
    "all-reduce-volume",
    "Bytes of an all-reduce, exactly and for many ranks",
    {
        ring_all_reduce_volume: "exact: network tests, cost models of collectives",
        large_ring_all_reduce_volume: "limit: the ZeRO paper, most rules of thumb",
    },
    says="At eight ranks the limit is one seventh too large.",
)

worked = [
    Case(
        long_all_gather_time,
        {N: 8, n: "536870912 byte", beta: "450 GB/s"},
        gives="1.04 ms",
        source=SCALING_BOOK_GPUS.at("quiz 2, question 3", opened=True),
        within="0.5 %",
        note="4096 by 65536 numbers of two bytes",
    ),
    Case(
        long_all_gather_time,
        {N: 8, n: "33554432 byte", beta: "450 GB/s"},
        gives="65 us",
        source=SCALING_BOOK_GPUS.at("pop quiz 1", opened=True),
        note="1024 by 16384 numbers of two bytes",
    ),
    Case(
        long_message_time,
        {n: "33554432 byte", beta: "450 GB/s"},
        gives="75 us",
        source=SCALING_BOOK_GPUS.at("pop quiz 1, rough answer", opened=True),
    ),
    Case(
        long_message_time,
        {n: "16777216 byte", beta: "90 GB/s"},
        gives="188 us",
        within="1 %",
        source=SCALING_BOOK.at("TPUs, question 5", opened=True),
        note="8 by 128 by 8192 numbers of two bytes",
    ),
    Case(
        long_message_time,
        {n: "1 GB", beta: "64 GB/s"},
        gives="16 ms",
        source=TRAINING_BOOK.at("chapter 13, copies to the network adapter", opened=True),
    ),
]
