"""Stragglers and spares: the slowest of many ranks, and the nodes that stand by."""

from sympy import Eq, Le, log, sqrt

from derive.records import Case, derives, formula

from ..serving.queues import littles_law
from ..sources import (
    CONCENTRATION,
    KLEINROCK,
    LITTLE,
    MLSYSIM,
    ORDER_STATISTICS,
    TAIL_AT_SCALE,
)
from ..symbols.failures import (
    MTBF_node,
    T_calm,
    T_mean,
    T_noise,
    T_repair,
    euler_gamma,
    n_repair,
    n_spare,
    p_any,
    p_slow,
    sd_rank,
    z_spare,
)
from ..symbols.parallelism import N_gpu, N_node
from ..symbols.time import T_step

TAIL = TAIL_AT_SCALE.at("section on variability amplified by scale", opened=True)


@formula(
    source=TAIL,
    leaves_out="ranks that are slow together, ranks that are always slow",
    also_called=("tail at scale", "fan-out tail latency", "probability of a straggler"),
)
def straggler_probability():
    """Straggler probability: at least one of many ranks is slow in a step.

    A synchronous step waits for all: what is rare on one rank is common on
    many. One in a hundred makes 63 % of steps slow on 100 ranks.
    """
    return Eq(p_any, 1 - (1 - p_slow) ** N_gpu)


@formula(
    source=CONCENTRATION.at("theorem 2.5, maximal inequality"),
    status="bound",
    holds_when=lambda: [N_gpu >= 2],
    leaves_out="step times that are not normally distributed, ranks that are slow together",
    also_called=("expected maximum of n ranks", "slowest of n", "jitter", "step-time noise"),
)
def slowest_rank_bound():
    """Expected step time with normal jitter, upper bound: the slowest of many ranks.

    The expected maximum of normally distributed times exceeds their mean by at most
    the square root of 2 ln `N_gpu` standard deviations: 3.0 of them for 100 ranks, 4.3
    for 10,000.
    """
    return Le(T_step, T_mean + sd_rank * sqrt(2 * log(N_gpu)))


@formula(
    source=ORDER_STATISTICS.at("exponential order statistics"),
    status="approximation",
    leaves_out="ranks that are slow together, ranks that are always slow; below ten ranks it falls "
    "short by a twentieth of the mean delay or more",
    also_called=("expected maximum of exponential delays", "harmonic straggler law"),
)
def slowest_rank_time():
    """Step time with exponential delays: the slowest of many ranks.

    The time of a rank without a delay, and the expected maximum of the delays: their
    mean times the harmonic number of the ranks, which is close to the natural
    logarithm of the ranks plus 0.577. The mean step time of a single rank lies one
    mean delay above `T_calm`.
    """
    return Eq(T_step, T_calm + T_noise * (log(N_gpu) + euler_gamma))


@formula(
    source=LITTLE.at("theorem, as quoted in Little 2011", opened=True),
    leaves_out="failures that come together, parts that age",
    also_called=("expected nodes down", "nodes out of service"),
)
def nodes_in_repair():
    """Nodes in repair, on average (Little's law).

    Failures per time, times the time that each node is away.
    """
    return Eq(n_repair, N_node * T_repair / MTBF_node)


@formula(
    source=KLEINROCK.at("chapter 3, infinitely many servers"),
    status="approximation",
    leaves_out="failures that come together; fewer than about ten nodes in repair",
    also_called=("spare nodes", "hot spares", "standby nodes", "node buffer"),
)
def spare_nodes():
    """Spare nodes: the mean in repair and a safety margin.

    The number in repair varies like a Poisson count: its mean, and `z_spare`
    times its square root.
    """
    return Eq(n_spare, n_repair + z_spare * sqrt(n_repair))


@derives(nodes_in_repair)
def failures_times_repair(page):
    """Take nodes in repair for a queue."""
    page.start(
        littles_law.with_(n_sys=n_repair, rate_in=N_node / MTBF_node, T_sys=T_repair),
        "nodes come in as they fail, and leave repaired",
    )


published = [
    Case(
        slowest_rank_time,
        {T_calm: "1 s", T_noise: "1 s", N_gpu: 100},
        gives="6.187 s",
        within="0.1 %",
        source=ORDER_STATISTICS.at("exponential order statistics"),
        note="the harmonic sum itself: 1 + 1/2 + ... + 1/100 = 5.187",
    ),
    Case(
        slowest_rank_time,
        {T_calm: "1 s", T_noise: "1 s", N_gpu: 10},
        gives="3.929 s",
        within="2 %",
        source=ORDER_STATISTICS.at("exponential order statistics"),
        note="1 + 1/2 + ... + 1/10 = 2.929 mean delays above a rank without a delay, and 1.929 "
        "above the mean of a rank, which is 2 s",
    ),
    Case(
        spare_nodes,
        {n_repair: 25, z_spare: "1.645"},
        gives="33",
        within="1 %",
        source=MLSYSIM.at("calc_poisson_reserve, mean 25, tail of 5 %", opened=True),
        note="the exact Poisson count: more than 33 nodes are away less than 5 % of the time",
    ),
    Case(straggler_probability, {p_slow: "0.01", N_gpu: 100}, gives="63 %", source=TAIL),
    Case(
        straggler_probability,
        {p_slow: "0.0001", N_gpu: 2000},
        gives="18 %",
        source=TAIL,
        note="printed as almost one in five",
    ),
]
