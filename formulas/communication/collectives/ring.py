"""Ring: messages, and collectives in which every rank sends only to its neighbour."""

from sympy import Eq, Ge, Integer

from derive.records import Case, derives, formula

from ...sources import (
    HOCKNEY,
    MLSYSIM,
    MPICH,
    NCCL_TESTS,
    PATARASUK,
    SCALING_BOOK,
    THAKUR,
    TRAINING_BOOK,
)
from ...symbols.collectives import T_a2a, T_lat
from ...symbols.network import N, T_ag, T_ar, T_msg, T_rs, alpha, beta, n, n_own, n_star

ON_THE_WIRE = "the additions themselves, congestion, unequal links"


def quoted(place):
    """A place of the paper on MPICH's collectives, as a survey of collectives quotes it."""
    return THAKUR.at(f"{place}, as a survey quotes it", opened=True)


@formula(
    source=(HOCKNEY.at("section 2"), TRAINING_BOOK.at("notation appendix, line 25", opened=True)),
    leaves_out="congestion, protocol changes with message size",
    also_called=(
        "Hockney model",
        "latency-bandwidth model",
        "point-to-point time",
        "p2p time",
        "send/recv time",
    ),
    holds_for={"latency": "counted"},
)
def alpha_beta_time():
    """Alpha-beta model: time of one message.

    Every message pays the latency `alpha` once and its `n` bytes at the
    bandwidth `beta`.
    """
    return Eq(T_msg, alpha + n / beta)


@formula(
    source=(HOCKNEY.at("section 2"), TRAINING_BOOK.at("notation appendix, line 69", opened=True)),
    leaves_out="congestion, protocol changes with message size",
    also_called=("half-performance message size", "n_1/2 of a message"),
)
def latency_bandwidth_crossover():
    """Latency-bandwidth crossover: half-performance message size.

    Hockney's half-performance size: at `n_star` a message reaches half of the
    bandwidth `beta`.
    """
    return Eq(n_star, alpha * beta)


@formula(
    source=(
        quoted("all-reduce, ring"),
        PATARASUK.at("section 3"),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=ON_THE_WIRE,
    also_called=(
        "reduce-scatter time",
        "ncclReduceScatter",
        "reduce_scatter_tensor",
    ),
    holds_for={"collective": "ring", "latency": "counted"},
)
def ring_reduce_scatter_time():
    """Ring reduce-scatter time.

    Every rank starts with a whole vector of `n` bytes and ends with one of `N`
    chunks of the sum. In each of `N` - 1 hops it sends one chunk to its
    neighbour and adds the one that it receives.
    """
    return Eq(T_rs, (N - 1) * (alpha + n / (N * beta)))


@formula(
    source=(
        quoted("all-gather, ring"),
        PATARASUK.at("section 3"),
        MPICH.at("src/mpi/coll/allgather/allgather_intra_ring.c", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out="congestion, unequal links",
    also_called=(
        "all-gather time",
        "allgather time",
        "ncclAllGather",
        "all_gather_into_tensor",
    ),
    holds_for={"collective": "ring", "latency": "counted"},
)
def ring_all_gather_time():
    """Ring all-gather time.

    Every rank starts with one chunk and ends with the whole vector of `n` bytes:
    `n` is the gathered result, `N` times what one rank brings. The same walk
    round the ring as a reduce-scatter, with nothing to add.
    """
    return Eq(T_ag, (N - 1) * (alpha + n / (N * beta)))


@formula(
    source=(PATARASUK.at("section 3"), TRAINING_BOOK.at("chapter 4, ring all-reduce", opened=True)),
    holds_when=lambda: [N >= 2],
    leaves_out=ON_THE_WIRE,
    also_called=(
        "all-reduce time",
        "allreduce time",
        "NCCL ring all-reduce",
        "ncclAllReduce",
    ),
    holds_for={"collective": "ring", "latency": "counted"},
)
def ring_all_reduce_time():
    """Ring all-reduce time.

    Every rank starts with a vector of `n` bytes and ends with the sum, which is
    as long. For long vectors it tends to twice the vector over the bandwidth,
    whatever `N` is; for short ones the latency grows with `N`.
    """
    return Eq(T_ar, 2 * (N - 1) * (alpha + n / (N * beta)))


@formula(
    source=TRAINING_BOOK.at("chapter 4", opened=True),
    holds_when=lambda: [N >= 2],
    leaves_out="the time in which the bytes pass",
    also_called=("latency term of a ring all-reduce",),
)
def ring_all_reduce_latency():
    """Ring all-reduce latency.

    What a very short vector costs: one latency for each hop of the two walks round
    the ring.
    """
    return Eq(T_lat, 2 * (N - 1) * alpha)


@formula(
    source=(
        quoted("all-to-all, pairwise exchange"),
        MPICH.at("src/mpi/coll/alltoall/alltoall_intra_pairwise.c", opened=True),
        MLSYSIM.at("calc_all_to_all_time", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out="congestion, unequal links, shares of unequal size",
    also_called=(
        "a2a time",
        "alltoall time",
        "ncclAlltoAll",
        "all_to_all_single",
    ),
    holds_for={"collective": "pairwise", "message": "tokens", "latency": "counted"},
)
def all_to_all_time():
    """All-to-all time, by pairwise exchange.

    Every rank holds `n` bytes, one of `N` shares for each rank. In each of
    `N` - 1 rounds it sends one share to another partner.
    """
    return Eq(T_a2a, (N - 1) * (alpha + n / (N * beta)))


@formula(
    source=(PATARASUK.at("section 2"), NCCL_TESTS.at("all-reduce", opened=True)),
    holds_when=lambda: [N >= 2],
    status="bound",
    leaves_out="reductions inside the network's switches",
    also_called=("bandwidth-optimal all-reduce",),
)
def all_reduce_bandwidth_bound():
    """All-reduce bandwidth bound.

    Every rank holds a vector of `n` bytes. However the sum is formed, it sends
    at least `N` - 1 of `N` shares of its vector and as many finished shares.
    """
    return Ge(T_ar, 2 * (N - 1) * n / (N * beta))


@formula(
    source=NCCL_TESTS.at("doc/PERFORMANCE.md, all-gather and reduce-scatter", opened=True),
    status="definition",
    leaves_out="shares of unequal size",
    also_called=("sendcount times ranks",),
    holds_for={"message": "gathered"},
)
def gathered_size():
    """All-gather and reduce-scatter size from one rank's share.

    NCCL is called with the count of one rank's share; NCCL tests, and the times
    here, count the whole vector.
    """
    return Eq(n, N * n_own)


@derives(latency_bandwidth_crossover)
def latency_equals_transfer(page):
    """Set the two parts of the message time equal."""
    page.start(Eq(T_msg, 2 * alpha), "at the crossover the transfer takes as long as the latency")
    page.put(alpha_beta_time, "the time of a message")
    page.solve_for(n, "the size at which that happens")
    page.rename(n, n_star, "call this size the crossover")


@derives(ring_reduce_scatter_time)
def once_round_the_ring(page):
    """Count the hops and what each carries."""
    page.start(Eq(T_rs, (N - 1) * T_msg), "each of N - 1 hops waits for one message")
    page.put(alpha_beta_time.with_(n=n / N), "a hop carries one of N chunks")


@derives(ring_all_gather_time)
def once_round_without_adding(page):
    """Count the hops and what each carries."""
    page.start(Eq(T_ag, (N - 1) * T_msg), "each of N - 1 hops waits for one message")
    page.put(alpha_beta_time.with_(n=n / N), "a hop carries one of N chunks")


@derives(ring_all_gather_time)
def shares_passed_on(page):
    """Pass on what each rank brings."""
    page.start(Eq(T_ag, (N - 1) * T_msg), "the share of every other rank arrives, one a hop")
    page.put(alpha_beta_time.with_(n=n_own), "a hop carries what one rank brought")
    page.eliminate(n_own, gathered_size, "the whole vector has a share of each rank")


@derives(ring_all_reduce_time)
def two_walks_round_the_ring(page):
    """Join the two halves."""
    page.start(Eq(T_ar, T_rs + T_ag), "an all-reduce is a reduce-scatter, then an all-gather")
    page.put(ring_reduce_scatter_time, "N - 1 hops, each with one of N chunks")
    page.put(ring_all_gather_time, "the same walk again, with finished chunks")


@derives(ring_all_reduce_latency)
def nothing_to_carry(page):
    """Let the vector vanish."""
    page.start(ring_all_reduce_time, "latency and transfer of every hop")
    page.limit(n, Integer(0), "an empty vector passes at once")
    page.rename(T_ar, T_lat, "call what remains the latency")


@derives(all_to_all_time)
def one_share_for_every_partner(page):
    """Count the rounds and what each carries."""
    page.start(Eq(T_a2a, (N - 1) * T_msg), "one round for each other rank")
    page.put(alpha_beta_time.with_(n=n / N), "a round carries one of N shares")


worked = [
    Case(
        latency_bandwidth_crossover,
        {alpha: "2 us", beta: "50 GB/s"},
        gives="100 kB",
        source=TRAINING_BOOK.at("chapter 4", opened=True),
    ),
    Case(
        ring_all_reduce_time,
        {N: 64, alpha: "2 us", n: "1 MB", beta: "50 GB/s"},
        gives="291.4 us",
        source=TRAINING_BOOK.at("chapter 4", opened=True),
    ),
    Case(
        ring_all_reduce_time,
        {N: 8, alpha: "5 us", n: "14 GB", beta: "450 GB/s"},
        gives="54.5144 ms",
        source=MLSYSIM.at(
            "ring all-reduce, run with 8 GPUs, 14 GB, 450 GB/s and 5 us", opened=True
        ),
    ),
    Case(
        ring_all_reduce_latency,
        {N: 256, alpha: "2 us"},
        gives="1.02 ms",
        source=TRAINING_BOOK.at("chapter 4", opened=True),
    ),
    Case(
        ring_all_reduce_time,
        {N: 64, alpha: "5 us", n: "2 GB", beta: "50 GB/s"},
        gives="79.38 ms",
        source=TRAINING_BOOK.at("chapter 13, flat ring", opened=True),
    ),
    Case(
        ring_all_reduce_time,
        {N: 8, alpha: "5 us", n: "17.5 GB", beta: "50 GB/s"},
        gives="612.6 ms",
        source=TRAINING_BOOK.at("chapter 13, gradients of a 70B model", opened=True),
    ),
    Case(
        gathered_size,
        {n: "256 byte", N: 4},
        of=n_own,
        gives="64 byte",
        source=SCALING_BOOK.at("sharding, question 3", opened=True),
    ),
]
