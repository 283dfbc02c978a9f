"""One place cited twice in two spellings, and one paper declared twice."""

from sympy import Eq

from derive.records import Source, formula, symbol

ZERO = Source("zero", "Sharding", year=2020, identifier="1910.02054")
AGAIN = Source("zero-again", "Sharding, the preprint", identifier="arXiv:1910.02054")

M = symbol("M", "memory before the cut", "byte")
M_cut = symbol("M_cut", "memory of one rank", "byte")
N = symbol("N", "number of ranks", "1", integer=True)


@formula(source=(ZERO.at("section 5.3"), ZERO.at("Sec. 5.3")))
def cut_memory():
    """Memory of one rank."""
    return Eq(M_cut, M / N)


@formula(source=(ZERO.at("section 5.3"), AGAIN.at("section 5.3")))
def whole_memory():
    """Memory before the cut."""
    return Eq(M, M_cut * N)
