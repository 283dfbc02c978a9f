"""Units that disagree inside Max, Piecewise and sums, and logarithms of bytes there."""

from sympy import Eq, Max, Piecewise, Sum, Symbol, log

from derive.records import Source, formula, symbol

NET = Source("net", "Networks")

T = symbol("T", "time of a message", "second")
alpha = symbol("alpha", "latency", "second")
n = symbol("n", "message size", "byte")
beta = symbol("beta", "bandwidth", "byte/second")
N = symbol("N", "number of ranks", "1", integer=True)
i = Symbol("i", integer=True)


@formula(source=NET.at("section 1"))
def larger_of_two():
    """Time of a message, the larger of a time and a size."""
    return Eq(T, Max(alpha, n))


@formula(source=NET.at("section 2"))
def by_cases():
    """Time of a message, by cases of different units."""
    return Eq(T, Piecewise((alpha, N < 8), (n / beta**2, True)))


@formula(source=NET.at("section 3"))
def log_in_a_max():
    """Time of a message with the logarithm of a size."""
    return Eq(T, alpha * Max(1, log(n)))


@formula(source=NET.at("section 4"))
def log_in_a_sum():
    """Time of all messages with the logarithm of a size."""
    return Eq(T, Sum(alpha * log(n * i), (i, 1, N)))


@formula(source=NET.at("section 5"))
def exponent_in_cases():
    """Time of a message with a size in an exponent."""
    return Eq(T, Piecewise((alpha * 2**n, N < 8), (alpha, True)))


@formula(source=NET.at("section 6"))
def as_it_should_be():
    """Time of a message."""
    return Eq(T, Max(alpha, n / beta) + Sum(alpha * log(i), (i, 1, N)))
