"""A status misspelled, one that is no word, one without its derivation, a bound that is none."""

from sympy import Eq

from derive.records import Source, formula, symbol

NET = Source("net", "Networks")

alpha = symbol("alpha", "latency", "second")
beta = symbol("beta", "bandwidth", "byte/second")
n = symbol("n", "message size", "byte")
T_msg = symbol("T_msg", "time of one message", "second")
T_wire = symbol("T_wire", "time on the wire", "second")
beta_eff = symbol("beta_eff", "rate of a message", "byte/second")
n_half = symbol("n_half", "message size of half the bandwidth", "byte")


@formula(source=NET.at("section 2"), status="definitoin")
def message_rate():
    """Rate of one message."""
    return Eq(beta_eff, n / T_msg)


@formula(source=NET.at("section 2"), status="Satz")
def half_bandwidth_size():
    """Message size of half the bandwidth."""
    return Eq(n_half, alpha * beta)


@formula(source=NET.at("section 3"), status="derived")
def message_time():
    """Time of one message."""
    return Eq(T_msg, alpha + n / beta)


@formula(source=NET.at("section 3"), status="bound")
def wire_time():
    """Time of a message on the wire."""
    return Eq(T_wire, n / beta)
