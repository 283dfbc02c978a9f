"""Limits: times, intensities, ridge points and the roof itself."""

from sympy import Eq, Ge, Min

from derive.records import derives, formula

from ...sources import ROOFLINE, SCALING_BOOK, TRAINING_BOOK
from ...symbols.compute import B_hbm, F
from ...symbols.flops import C_tok
from ...symbols.network import beta
from ...symbols.roofline import (
    C_op,
    F_att,
    I_io,
    I_mem,
    I_net,
    I_ridge,
    I_ridge_net,
    Q_io,
    Q_mem,
    Q_net,
    T_mem,
    b_tok,
    rho_read,
)
from ...symbols.scaling import D
from ...symbols.time import T_comm, T_comp


@formula(
    source=(
        ROOFLINE.at("section 3", opened=True),
        SCALING_BOOK.at("roofline, time of compute", opened=True),
    ),
    status="definition",
    leaves_out="kernels below peak",
    also_called=(
        "T_math",
        "compute-bound time",
    ),
)
def compute_time():
    """Compute time at peak: FLOPs over peak throughput.

    The least time that the arithmetic takes.
    """
    return Eq(T_comp, C_op / F)


@formula(
    source=(
        ROOFLINE.at("section 3", opened=True),
        SCALING_BOOK.at("roofline, time of communication", opened=True),
    ),
    status="definition",
    leaves_out="latency, caches",
    also_called=(
        "memory-bound time",
        "HBM time",
    ),
)
def memory_time():
    """Memory time: bytes over memory bandwidth.

    The least time that the traffic to HBM takes.
    """
    return Eq(T_mem, Q_mem / B_hbm)


@formula(
    source=SCALING_BOOK.at("roofline, time of communication", opened=True),
    status="definition",
    leaves_out="latency, sharing of the link",
    also_called=(
        "T_comms",
        "communication-bound time",
    ),
)
def network_time():
    """Network time: bytes over network bandwidth.

    The least time that communication takes, without latency.
    """
    return Eq(T_comm, Q_net / beta)


@formula(
    source=(
        ROOFLINE.at("section 3", opened=True),
        TRAINING_BOOK.at("notation appendix, line 71", opened=True),
        TRAINING_BOOK.at("glossary, line 13", opened=True),
    ),
    status="definition",
    also_called=(
        "operational intensity",
        "arithmetic intensity",
        "compute intensity",
    ),
)
def memory_intensity():
    """Arithmetic intensity: FLOPs per byte of memory traffic.

    What a kernel computes for each byte it moves to or from HBM.
    """
    return Eq(I_mem, C_op / Q_mem)


@formula(
    source=(
        TRAINING_BOOK.at("notation appendix, line 70", opened=True),
        TRAINING_BOOK.at("glossary, line 25", opened=True),
        SCALING_BOOK.at("roofline, network communication", opened=True),
    ),
    status="definition",
    also_called=("compute-to-communication ratio",),
)
def network_intensity():
    """Communication intensity: FLOPs per byte of network traffic.

    What a GPU computes for each byte it sends.
    """
    return Eq(I_net, C_op / Q_net)


@formula(
    source=TRAINING_BOOK.at("notation appendix, line 72", opened=True),
    status="definition",
    also_called=("compute per byte of data",),
)
def storage_intensity():
    """Storage intensity: FLOPs per byte read.

    What a run computes for each byte of training data.
    """
    return Eq(I_io, C_op / Q_io)


@formula(
    source=TRAINING_BOOK.at("notation appendix, line 72, made explicit", opened=True),
    leaves_out="checkpoints, caches of the data",
    also_called=("FLOPs per byte of training data",),
    holds_for={},
)
def training_storage_intensity():
    """Storage intensity of language-model training.

    Six FLOPs per parameter and token, over the bytes of a token: text costs so much
    compute per byte that reading it is rarely the limit.
    """
    return Eq(I_io, C_tok / (b_tok * rho_read))


@formula(
    source=(
        ROOFLINE.at("section 3", opened=True),
        SCALING_BOOK.at("roofline, intensity", opened=True),
    ),
    also_called=(
        "machine balance",
        "ops:byte ratio",
        "critical intensity",
        "ridge point",
    ),
)
def memory_ridge():
    """Ridge point of the memory roofline.

    Peak FLOPs over memory bandwidth: below this intensity a kernel is memory-bound,
    above it compute-bound.
    """
    return Eq(I_ridge, F / B_hbm)


@formula(
    source=(
        TRAINING_BOOK.at("quick reference", opened=True),
        SCALING_BOOK.at("training", opened=True),
    ),
    also_called=("network machine balance",),
)
def network_ridge():
    """Ridge point of the network roofline.

    Peak FLOPs over network bandwidth.
    """
    return Eq(I_ridge_net, F / beta)


@formula(
    source=SCALING_BOOK.at("roofline, intensity", opened=True),
    status="bound",
    also_called=(
        "compute-bound condition",
        "memory-bound condition",
    ),
)
def compute_bound_condition():
    """Compute-bound: minimum arithmetic intensity.

    At or above the ridge point a kernel can reach the peak.
    """
    return Ge(I_mem, F / B_hbm)


@formula(
    source=SCALING_BOOK.at("roofline, network communication", opened=True),
    status="bound",
    also_called=("communication-bound condition",),
)
def network_hidden_condition():
    """Network not the bottleneck: minimum communication intensity.

    At or above the ridge point of the network, communication can hide behind
    compute.
    """
    return Ge(I_net, F / beta)


@formula(
    source=ROOFLINE.at("section 3", opened=True),
    leaves_out="the network, caches, latency, memory traffic that compute does not hide",
    also_called=(
        "roofline",
        "roofline model",
    ),
)
def memory_roofline():
    """Roofline model: attainable throughput from arithmetic intensity.

    A slanted roof where memory bandwidth decides, a flat one where the peak does.
    """
    return Eq(F_att, Min(F, B_hbm * I_mem))


@formula(
    source=TRAINING_BOOK.at("glossary, line 75", opened=True),
    leaves_out="caches, latency, parts of the work that cannot overlap",
    also_called=(
        "three-way roofline",
        "network roofline",
    ),
)
def roofline():
    """Roofline model with memory and network.

    Whichever of compute, memory and network takes longest sets the pace, if the
    three overlap perfectly.
    """
    return Eq(F_att, Min(F, B_hbm * I_mem, beta * I_net))


@derives(training_storage_intensity)
def operations_and_bytes_of_the_tokens(page):
    """Count both by tokens."""
    page.start(storage_intensity, "FLOPs per byte")
    page.put(Eq(C_op, C_tok * D), "FLOPs of the tokens")
    page.put(Eq(Q_io, b_tok * rho_read * D), "their bytes, and what is read in vain")


@derives(memory_ridge)
def compute_as_long_as_memory(page):
    """Set two times equal."""
    page.start(Eq(T_comp, T_mem), "neither waits for the other")
    page.put(compute_time, "at peak")
    page.put(memory_time, "at full bandwidth")
    page.put(memory_intensity, "FLOPs by intensity", for_=C_op)
    page.solve_for(I_mem, "the intensity at which that is so")
    page.rename(I_mem, I_ridge, "call it the ridge point")


@derives(network_ridge)
def compute_as_long_as_network(page):
    """Set two times equal."""
    page.start(Eq(T_comp, T_comm), "neither waits for the other")
    page.put(compute_time, "at peak")
    page.put(network_time, "at full bandwidth")
    page.put(network_intensity, "FLOPs by intensity", for_=C_op)
    page.solve_for(I_net, "the intensity at which that is so")
    page.rename(I_net, I_ridge_net, "call it the ridge point")


@derives(compute_bound_condition)
def compute_takes_longer_than_memory(page):
    """Compare two times."""
    page.start(Ge(T_comp, T_mem), "compute takes at least as long as memory")
    page.put(compute_time, "at peak")
    page.put(memory_time, "at full bandwidth")
    page.put(memory_intensity, "FLOPs by intensity", for_=C_op)
    page.solve_for(I_mem, "the smallest intensity for which that is so")


@derives(network_hidden_condition)
def compute_takes_longer_than_network(page):
    """Compare two times."""
    page.start(Ge(T_comp, T_comm), "compute takes at least as long as the network")
    page.put(compute_time, "at peak")
    page.put(network_time, "at full bandwidth")
    page.put(network_intensity, "FLOPs by intensity", for_=C_op)
    page.solve_for(I_net, "the smallest intensity for which that is so")


@derives(memory_roofline)
def the_longer_of_two_times(page):
    """Let the longer time decide."""
    page.start(Eq(F_att, Min(C_op / T_comp, C_op / T_mem)), "the slower of both sets the pace")
    page.put(compute_time, "at peak")
    page.put(memory_time, "at full bandwidth")
    page.put(memory_intensity, "traffic by intensity", for_=Q_mem)


@derives(roofline)
def the_longest_of_three_times(page):
    """Let the longest time decide."""
    page.start(
        Eq(F_att, Min(C_op / T_comp, C_op / T_mem, C_op / T_comm)),
        "the slowest of the three sets the pace",
    )
    page.put(compute_time, "at peak")
    page.put(memory_time, "at full bandwidth")
    page.put(network_time, "at full bandwidth")
    page.put(memory_intensity, "traffic by intensity", for_=Q_mem)
    page.put(network_intensity, "messages by intensity", for_=Q_net)
