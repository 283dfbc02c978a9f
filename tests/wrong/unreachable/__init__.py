"""A package with a subject, and a formula beside it that no page lists."""

from sympy import Eq

from derive.records import formula

from .memory import ZERO, M, M_cut, N


@formula(source=ZERO.at("section 5.4"))
def whole_memory():
    """Memory before the cut."""
    return Eq(M, M_cut * N)
