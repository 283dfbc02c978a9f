"""Trees: collectives in which the number of informed ranks doubles in every round."""

from sympy import Eq, Sum, Symbol, ceiling, log

from derive.records import derives, formula

from ...sources import MLSYSIM, MPICH, NCCL_CODE, NCCL_TREES, TRAINING_BOOK, TWO_TREES
from ...symbols.collectives import T_a2a, T_bc, T_red, T_sc, V_ar, n_round
from ...symbols.network import N, T_ag, T_ar, T_msg, T_rs, alpha, beta, n
from .ring import ON_THE_WIRE, alpha_beta_time, quoted, ring_all_gather_time

POWER_OF_TWO = f"rank counts that are not powers of two, {ON_THE_WIRE}"
NOTHING_ADDED = "rank counts that are not powers of two, congestion, unequal links"
ROUND = Symbol("i", integer=True, positive=True)


@formula(
    source=(quoted("broadcast, binomial tree"), TRAINING_BOOK.at("chapter 12", opened=True)),
    status="definition",
    holds_when=lambda: [N >= 2],
)
def tree_rounds():
    """Rounds of a binomial tree over all ranks.

    After each round twice as many ranks are informed as before it.
    """
    return Eq(n_round, ceiling(log(N, 2)))


@formula(
    source=(quoted("broadcast, binomial tree"), TRAINING_BOOK.at("chapter 13", opened=True)),
    holds_when=lambda: [N >= 2],
    leaves_out="congestion, unequal links, cutting the vector into chunks that follow each other",
    also_called=("MST broadcast",),
    holds_for={"collective": "tree", "latency": "counted"},
)
def tree_broadcast_time():
    """Binomial-tree broadcast time.

    `n` is the vector that the root holds. Short vectors go fastest this way;
    long ones are better scattered and gathered
    (`scatter_gather_broadcast_time`).
    """
    return Eq(T_bc, ceiling(log(N, 2)) * (alpha + n / beta))


@formula(
    source=(quoted("reduce, binomial tree"), TRAINING_BOOK.at("chapter 13", opened=True)),
    holds_when=lambda: [N >= 2],
    leaves_out=f"{ON_THE_WIRE}, cutting the vector into chunks that follow each other",
)
def tree_reduce_time():
    """Binomial-tree reduce time.

    Every rank holds a vector of `n` bytes. A broadcast run backwards: pairs add
    up, then pairs of pairs.
    """
    return Eq(T_red, ceiling(log(N, 2)) * (alpha + n / beta))


@formula(
    source=(
        TRAINING_BOOK.at("chapter 12", opened=True),
        MLSYSIM.at("calc_tree_allreduce_time", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=f"{ON_THE_WIRE}, cutting the vector into chunks that follow each other",
    also_called=("reduce plus broadcast tree",),
    holds_for={"collective": "tree", "latency": "counted"},
)
def tree_all_reduce_time():
    """Tree all-reduce time: up to the root, and down again.

    Every rank holds a vector of `n` bytes. Latency grows only with the logarithm of
    `N`, but the whole vector passes in every round.
    """
    return Eq(T_ar, 2 * ceiling(log(N, 2)) * (alpha + n / beta))


@formula(
    source=(
        quoted("all-reduce, recursive doubling"),
        MPICH.at("src/mpi/coll/allreduce/allreduce_intra_recursive_doubling.c", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=POWER_OF_TWO,
    also_called=("butterfly all-reduce",),
    holds_for={"collective": "recursive-doubling", "latency": "counted"},
)
def recursive_doubling_all_reduce_time():
    """Recursive-doubling all-reduce time.

    Partners exchange whole vectors of `n` bytes. Half the rounds of a tree, since
    sums flow both ways at once; the choice for very short vectors.
    """
    return Eq(T_ar, log(N, 2) * (alpha + n / beta))


@formula(
    source=(
        quoted("reduce-scatter, recursive halving"),
        MPICH.at(
            "src/mpi/coll/reduce_scatter/reduce_scatter_intra_recursive_halving.c", opened=True
        ),
        TRAINING_BOOK.at("chapter 12", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=POWER_OF_TWO,
    also_called=("vector halving",),
    holds_for={"collective": "recursive-halving", "latency": "counted"},
)
def recursive_halving_reduce_scatter_time():
    """Recursive-halving reduce-scatter time.

    Every rank holds a vector of `n` bytes. Partners exchange one half of it, then
    one half of that half, and so on: as few bytes as a ring, in far fewer rounds.
    """
    return Eq(T_rs, log(N, 2) * alpha + (N - 1) * n / (N * beta))


@formula(
    source=(
        quoted("all-gather, recursive doubling"),
        MPICH.at("src/mpi/coll/allgather/allgather_intra_recursive_doubling.c", opened=True),
        TRAINING_BOOK.at("chapter 12", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=NOTHING_ADDED,
    also_called=("distance doubling all-gather",),
    holds_for={"collective": "recursive-halving", "latency": "counted"},
)
def recursive_doubling_all_gather_time():
    """Recursive-doubling all-gather time.

    `n` is the gathered result. Partners exchange all that they have, and have twice
    as much afterwards.
    """
    return Eq(T_ag, log(N, 2) * alpha + (N - 1) * n / (N * beta))


@formula(
    source=(
        quoted("all-reduce, Rabenseifner"),
        MPICH.at("src/mpi/coll/allreduce/allreduce_intra_reduce_scatter_allgather.c", opened=True),
        TRAINING_BOOK.at("chapter 12", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=POWER_OF_TWO,
    also_called=("Rabenseifner all-reduce", "butterfly all-reduce"),
    holds_for={"collective": "recursive-halving", "latency": "counted"},
)
def recursive_halving_doubling_all_reduce_time():
    """Recursive halving-doubling all-reduce time (Rabenseifner).

    Every rank holds a vector of `n` bytes. The latency of a tree with the bytes
    of a ring. Partners are far apart in the first rounds, so it needs a network
    that serves all pairs alike.
    """
    return Eq(T_ar, 2 * log(N, 2) * alpha + 2 * (N - 1) * n / (N * beta))


@formula(
    source=(
        NCCL_CODE.at(
            "src/graph/tuning.cc, latency and bandwidth of the tree algorithm", opened=True
        ),
        NCCL_TREES.at("double binary trees"),
        TWO_TREES.at("section 1, the two trees"),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out="the size of the chunks in which a vector passes the trees, congestion, the roots, "
    "which send less, rank counts that are not powers of two",
    also_called=("NCCL tree all-reduce", "DBTREE"),
    holds_for={"collective": "double-tree", "latency": "counted"},
)
def double_tree_all_reduce_time():
    """Double binary tree all-reduce time.

    Every rank holds a vector of `n` bytes; each tree carries one half. Inner
    nodes of one tree are leaves of the other, so that all links carry data both
    ways all the time; chunk follows chunk up and down. Two whole vectors pass
    each rank, a little more than in a ring.
    """
    return Eq(T_ar, 2 * log(N, 2) * alpha + 2 * n / beta)


@formula(
    source=(
        quoted("broadcast, scatter"),
        MPICH.at("src/mpi/coll/scatter/scatter_intra_binomial.c", opened=True),
        TRAINING_BOOK.at("chapter 13", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=NOTHING_ADDED,
)
def tree_scatter_time():
    """Binomial-tree scatter time.

    `n` is the vector of the root, of which each rank gets a share. The root
    passes on one half, whose receiver passes on one half of it, and so on. A
    gather is the same backwards.
    """
    return Eq(T_sc, log(N, 2) * alpha + (N - 1) * n / (N * beta))


@formula(
    source=(
        quoted("broadcast, scatter and all-gather"),
        MPICH.at("src/mpi/coll/bcast/bcast_intra_scatter_ring_allgather.c", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=NOTHING_ADDED,
    also_called=("van de Geijn broadcast",),
    holds_for={"collective": "ring", "latency": "counted"},
)
def scatter_gather_broadcast_time():
    """Scatter-allgather broadcast time (van de Geijn).

    `n` is the vector that the root holds. The vector passes about twice, not
    once in every round of a tree.
    """
    return Eq(T_bc, (log(N, 2) + N - 1) * alpha + 2 * (N - 1) * n / (N * beta))


@formula(
    source=(
        quoted("all-to-all, Bruck"),
        MPICH.at("src/mpi/coll/alltoall/alltoall_intra_brucks.c", opened=True),
    ),
    holds_when=lambda: [N >= 2],
    leaves_out=f"rotations in memory, {NOTHING_ADDED}",
    also_called=("Bruck algorithm",),
    holds_for={"collective": "bruck", "message": "tokens", "latency": "counted"},
)
def bruck_all_to_all_time():
    """Bruck all-to-all time: shares are passed on.

    Every rank holds `n` bytes, one of `N` shares for each rank. In each round
    half of the vector moves on by twice the distance: few rounds, more bytes,
    good for short vectors.
    """
    return Eq(T_a2a, log(N, 2) * (alpha + n / (2 * beta)))


@derives(tree_broadcast_time)
def whole_vector_in_every_round(page):
    """Count the rounds."""
    page.start(Eq(T_bc, n_round * T_msg), "each round waits for one message")
    page.put(tree_rounds, "twice as many ranks in every round")
    page.put(alpha_beta_time, "with the whole vector")


@derives(tree_reduce_time)
def whole_vector_backwards(page):
    """Count the rounds."""
    page.start(Eq(T_red, n_round * T_msg), "each round waits for one message")
    page.put(tree_rounds, "half as many ranks in every round")
    page.put(alpha_beta_time, "with the whole vector")


@derives(tree_all_reduce_time)
def up_and_down(page):
    """Join the two ways."""
    page.start(Eq(T_ar, T_red + T_bc), "sums go up to the root, the result comes down")
    page.put(tree_reduce_time, "the way up")
    page.put(tree_broadcast_time, "the way down")


@derives(recursive_doubling_all_reduce_time)
def pairs_of_pairs(page):
    """Count the exchanges."""
    page.start(Eq(T_ar, n_round * T_msg), "in each round both partners send and receive")
    page.put(Eq(n_round, log(N, 2)), "a power of two has that many rounds")
    page.put(alpha_beta_time, "with the whole vector")


@derives(recursive_halving_reduce_scatter_time)
def half_and_half_again(page):
    """Add up the rounds."""
    page.start(
        Eq(T_rs, Sum(alpha + n / (2**ROUND * beta), (ROUND, 1, n_round))),
        "each round carries half of what the round before it carried",
    )
    page.sum_up("a geometric series")
    page.put(Eq(n_round, log(N, 2)), "a power of two has that many rounds")
    page.rewrite(Eq(T_rs, log(N, 2) * alpha + (N - 1) * n / (N * beta)), "two to that power is N")


@derives(recursive_doubling_all_gather_time)
def twice_as_much_each_time(page):
    """Add up the rounds."""
    page.start(
        Eq(T_ag, Sum(alpha + 2 ** (ROUND - 1) * n / (N * beta), (ROUND, 1, n_round))),
        "one share in the first round, twice as many in each further one",
    )
    page.sum_up("a geometric series")
    page.put(Eq(n_round, log(N, 2)), "a power of two has that many rounds")
    page.rewrite(Eq(T_ag, log(N, 2) * alpha + (N - 1) * n / (N * beta)), "two to that power is N")


@derives(recursive_halving_doubling_all_reduce_time)
def halving_then_doubling(page):
    """Join the two halves."""
    page.start(Eq(T_ar, T_rs + T_ag), "an all-reduce is a reduce-scatter, then an all-gather")
    page.put(recursive_halving_reduce_scatter_time, "by recursive halving")
    page.put(recursive_doubling_all_gather_time, "by recursive doubling")


@derives(double_tree_all_reduce_time)
def inner_node_and_leaf(page):
    """Count what a rank sends, and the rounds."""
    page.start(
        Eq(T_ar, 2 * n_round * alpha + V_ar / beta),
        "one latency for each round up and down, while chunk follows chunk",
    )
    page.put(
        Eq(V_ar, n / 2 + 2 * (n / 2) + n / 2),
        "each tree has one half: up and to two children where the rank is an inner node, up where "
        "it is a leaf",
    )
    page.put(Eq(n_round, log(N, 2)), "a power of two has that many rounds")


@derives(tree_scatter_time)
def half_is_passed_on(page):
    """Add up the rounds."""
    page.start(
        Eq(T_sc, Sum(alpha + n / (2**ROUND * beta), (ROUND, 1, n_round))),
        "each round carries half of what the round before it carried",
    )
    page.sum_up("a geometric series")
    page.put(Eq(n_round, log(N, 2)), "a power of two has that many rounds")
    page.rewrite(Eq(T_sc, log(N, 2) * alpha + (N - 1) * n / (N * beta)), "two to that power is N")


@derives(scatter_gather_broadcast_time)
def scatter_then_gather(page):
    """Join the two parts."""
    page.start(Eq(T_bc, T_sc + T_ag), "first each rank gets a share, then all shares go round")
    page.put(tree_scatter_time, "by a tree")
    page.put(ring_all_gather_time, "by a ring")


@derives(bruck_all_to_all_time)
def half_of_it_in_every_round(page):
    """Count the rounds."""
    page.start(Eq(T_a2a, n_round * T_msg), "each round waits for one message")
    page.put(Eq(n_round, log(N, 2)), "a power of two has that many rounds")
    page.put(alpha_beta_time.with_(n=n / 2), "in every round one half of the shares moves on")
