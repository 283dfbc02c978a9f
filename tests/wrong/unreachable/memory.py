"""Memory: what one rank must hold."""

from sympy import Eq

from derive.records import Source, formula, symbol

ZERO = Source("zero", "Sharding")

M = symbol("M", "memory before the cut", "byte")
M_cut = symbol("M_cut", "memory of one rank", "byte")
N = symbol("N", "number of ranks", "1", integer=True)


@formula(source=ZERO.at("section 5.3"))
def cut_memory():
    """Memory of one rank."""
    return Eq(M_cut, M / N)
