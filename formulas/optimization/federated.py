"""Federated and asynchronous training: weights of clients, privacy, late gradients, faults."""

from sympy import Eq

from derive.records import Case, derives, formula

from ..sources import DISTRIBUTED_APPENDIX, FEDAVG, TRAINING_BOOK
from ..symbols.federated import (
    c_stale,
    eta_stale,
    f_client,
    n_client,
    n_clients,
    n_worker,
    tau_stale,
)
from ..symbols.means import n_one, n_two, x_mean, x_one, x_two
from ..symbols.noise import eta
from .weighted_means import weighted_mean


@formula(
    source=(
        FEDAVG.at("algorithm 1", opened=True),
        DISTRIBUTED_APPENDIX.at("C.2, line 62", opened=True),
    ),
    holds_when=lambda: [n_client <= n_clients],
    also_called=(
        "FedAvg",
        "federated averaging",
    ),
)
def client_weight():
    """Federated averaging (FedAvg) weight of a client.

    Its share of the examples.
    """
    return Eq(f_client, n_client / n_clients)


@formula(
    source=TRAINING_BOOK.at("chapter 29, staleness and convergence, commit f209753", opened=True),
    leaves_out="workers of unequal speed",
    also_called=(
        "gradient staleness",
        "asynchronous SGD",
    ),
)
def mean_staleness():
    """Asynchronous SGD staleness with equal workers.

    Between two updates of one worker every other worker makes one.
    """
    return Eq(tau_stale, n_worker - 1)


@formula(
    source=TRAINING_BOOK.at("chapter 29, exercise 1", opened=True),
    status="definition",
    also_called=(
        "staleness-aware SGD",
        "delay-compensated learning rate",
    ),
)
def stale_learning_rate():
    """Staleness-aware learning rate for late gradients.

    The later a gradient comes, the smaller its step.
    """
    return Eq(eta_stale, eta / (1 + c_stale * tau_stale))


@derives(client_weight)
def coefficient_of_the_mean(page):
    """Read the weight off the mean."""
    page.start(
        Eq(f_client, (x_mean - n_two * x_two / n_clients) / x_one),
        "what multiplies the parameters of the client, the others taken off",
    )
    page.put(weighted_mean, "the mean over client and others")
    page.put(Eq(n_two, n_clients - n_one), "the others hold the rest of the examples")
    page.put(Eq(n_one, n_client), "the first part is the client")


worked = [
    Case(
        stale_learning_rate,
        {eta: 1, c_stale: "0.5", tau_stale: "7.5"},
        gives="0.21",
        source=TRAINING_BOOK.at("chapter 29, exercise 1", opened=True),
        note="in units of the learning rate of a fresh gradient",
    ),
]
