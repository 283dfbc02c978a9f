"""Queues: how long requests wait, and how many are in the system."""

from sympy import Eq, sqrt

from derive.records import Case, Variants, derives, formula

from ..sources import KINGMAN, KLEINROCK, LITTLE, MLSYSIM, SAKASEGAWA, TRAINING_BOOK
from ..symbols.queues import (
    T_srv,
    T_sys,
    T_wait,
    cv_in,
    cv_srv,
    load,
    load_all,
    n_srv,
    n_sys,
    p_block,
    p_block_less,
    p_wait,
    rate_in,
    w_busy,
    w_free,
)

STEADY = "load that changes, requests that give up, batches formed on the way"


@formula(
    source=(
        LITTLE.at("theorem, as quoted in Little 2011", opened=True),
        TRAINING_BOOK.at("chapter 3a, prefetch depth", opened=True),
    ),
    leaves_out="a system that is still filling",
    also_called=(
        "L = lambda W",
        "Little's law",
        "concurrency",
    ),
)
def littles_law():
    """Little's law: number in system from arrival rate and time.

    It holds for any system in a steady state: a server with its queue, or a data
    loader that must bridge the delay of its storage.
    """
    return Eq(n_sys, rate_in * T_sys)


@formula(
    source=(KLEINROCK.at("section 2.1"), MLSYSIM.at("serving, load", opened=True)),
    status="definition",
    holds_when=lambda: [rate_in * T_srv < n_srv],
    also_called=(
        "rho",
        "utilization factor",
        "traffic intensity",
    ),
)
def server_load():
    """Server utilization (rho).

    Arrivals times service time, over the servers: below 1 for a steady state.
    """
    return Eq(load, rate_in * T_srv / n_srv)


@formula(
    source=KLEINROCK.at("section 2.1"),
    status="definition",
    also_called=(
        "sojourn time",
        "latency",
    ),
)
def time_in_system():
    """Mean response time: waiting and service.

    What a request sees.
    """
    return Eq(T_sys, T_wait + T_srv)


@formula(
    source=KLEINROCK.at("section 3.2"),
    leaves_out=f"more servers than one, {STEADY}",
    also_called=(
        "M/M/1",
        "response time",
    ),
)
def single_server_time():
    """M/M/1 response time.

    At half load it is twice the service time, at nine tenths ten times.
    """
    return Eq(T_sys, T_srv / (1 - load))


@formula(
    source=KLEINROCK.at("section 3.2"),
    leaves_out=f"more servers than one, {STEADY}",
    also_called=("M/M/1 queueing delay",),
)
def single_server_wait():
    """M/M/1 waiting time.

    Poisson arrivals, exponential service times, one server.
    """
    return Eq(T_wait, load / (1 - load) * T_srv)


@formula(
    source=KLEINROCK.at("section 3.7"),
    leaves_out=STEADY,
    also_called=("Erlang B",),
)
def blocking_probability():
    """Erlang B: blocking probability, by recursion over the servers.

    For servers without a queue, from the same with one server fewer; with no server
    at all it is one.
    """
    return Eq(p_block, load_all * p_block_less / (n_srv + load_all * p_block_less))


@formula(
    source=(KLEINROCK.at("section 3.5"), MLSYSIM.at("serving, M/M/c", opened=True)),
    holds_when=lambda: [load_all < n_srv],
    leaves_out=STEADY,
    also_called=(
        "Erlang C",
        "M/M/c",
    ),
)
def waiting_probability():
    """Erlang C: probability of waiting (M/M/c).

    Poisson arrivals, exponential service times, equal servers with one queue. With a
    queue the busy states last longer than without one, so it exceeds Erlang B.
    """
    return Eq(p_wait, n_srv * p_block / (n_srv - load_all * (1 - p_block)))


@formula(
    source=KLEINROCK.at("section 2.1"),
    status="definition",
    also_called=(
        "Erlangs",
        "traffic",
    ),
)
def offered_load():
    """Offered load in Erlangs: servers busy on average.

    Arrivals times service time.
    """
    return Eq(load_all, rate_in * T_srv)


@formula(
    source=(KLEINROCK.at("section 3.5"), MLSYSIM.at("serving, M/M/c", opened=True)),
    leaves_out=STEADY,
    also_called=("M/M/c queueing delay",),
)
def several_servers_wait():
    """M/M/c waiting time.

    Poisson arrivals, exponential service times, equal servers with one queue: the
    probability of waiting, times the time that a waiting request waits.
    """
    return Eq(T_wait, p_wait * T_srv / (n_srv * (1 - load)))


@formula(
    source=(KINGMAN.at("main result"), MLSYSIM.at("serving, Kingman", opened=True)),
    status="approximation",
    leaves_out=f"more servers than one, light load, {STEADY}",
    also_called=(
        "Kingman",
        "VUT equation",
        "G/G/1",
    ),
)
def kingman_wait():
    """Kingman's formula: G/G/1 waiting time.

    Load, variability and service time, multiplied. Best at high load; with
    variations of one it is M/M/1.
    """
    return Eq(T_wait, load / (1 - load) * (cv_in**2 + cv_srv**2) / 2 * T_srv)


@formula(
    source=SAKASEGAWA.at("main result"),
    status="approximation",
    leaves_out=f"light load, {STEADY}",
    also_called=(
        "Sakasegawa",
        "Allen-Cunneen",
        "G/G/c",
    ),
)
def several_servers_wait_estimate():
    """G/G/c waiting time (Sakasegawa).

    A closed estimate that needs no sum; with one server it is Kingman's formula.
    """
    return Eq(
        T_wait,
        load ** (sqrt(2 * (n_srv + 1)) - 1)
        / (n_srv * (1 - load))
        * (cv_in**2 + cv_srv**2)
        / 2
        * T_srv,
    )


@derives(single_server_time)
def find_others_before_you(page):
    """Wait for all that are in the system, and for yourself."""
    page.start(
        Eq(T_sys, (n_sys + 1) * T_srv),
        "random arrivals see the mean number, and each of them takes a full service on average",
    )
    page.put(littles_law, "the number in the system")
    page.put(server_load.with_(n_srv=1), "arrivals in terms of the load", for_=rate_in)
    page.solve_for(T_sys, "the time occurs on both sides")


@derives(single_server_wait)
def all_but_the_service(page):
    """Take the service off."""
    page.start(single_server_time, "waiting and service")
    page.put(time_in_system, "apart")
    page.solve_for(T_wait, "the waiting")


@derives(blocking_probability)
def one_state_more(page):
    """Add the state of one more busy server."""
    page.start(
        Eq(p_block, w_busy / (w_free + w_busy)), "the state in which all are busy, among all states"
    )
    page.put(
        Eq(w_busy, p_block_less * w_free * load_all / n_srv),
        "from the fullest of the other states arrivals lead here, and all servers lead back",
    )


@derives(waiting_probability)
def busy_states_last_longer(page):
    """Let the busy states last longer by those who wait."""
    page.start(
        Eq(
            p_wait,
            w_busy / (1 - load_all / n_srv) / (w_free + w_busy / (1 - load_all / n_srv)),
        ),
        "with a queue the busy states form a geometric series",
    )
    page.put(Eq(p_block, w_busy / (w_free + w_busy)), "without one it is one state", for_=w_busy)


@derives(several_servers_wait)
def rate_of_relief(page):
    """Wait for all before you, served by all servers together."""
    page.start(
        Eq(T_wait, p_wait / (n_srv / T_srv - rate_in)),
        "who must wait does so for one over the surplus of service over arrivals",
    )
    page.put(server_load, "arrivals in terms of the load", for_=rate_in)


waits = Variants(
    "single-server-waits",
    "Time of waiting for one server by what is known of arrivals and service",
    {
        single_server_wait: "random arrivals and service: exact",
        kingman_wait: "any arrivals and service: an estimate",
    },
    says="They agree where both variations are one.",
)

worked = [
    Case(
        littles_law,
        {rate_in: 2, T_sys: "2 s"},
        gives="4",
        source=TRAINING_BOOK.at("chapter 3a, prefetch depth", opened=True),
    ),
]
