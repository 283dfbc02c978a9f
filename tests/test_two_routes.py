"""Two routes to one letter agree: laws that count GPUs, ranks and sequences are one system.

A law such as ``N_gpu = N_dp TP p CP`` is linear in the logarithms of its letters. If one of
these laws lacks a letter, the others and it together force that letter to be 1, although every
one of them looks right by itself. So the laws are reduced to echelon form, and no row may be
left that speaks of one letter alone.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

import pytest
import sympy

from derive.records import Constant
from derive.registry import load

# The law of each formula is run once more by its record.
pytestmark = pytest.mark.slow

REGISTRY = load()
LAYOUT = ("N_gpu", "N_dp", "TP", "p", "CP", "EP", "ETP", "EDP", "n_model", "N_node", "G_node")
BATCH = ("B", "b", "m", "n_acc", "s", "n_step", "n_mb", "n_gpu_tok", "b_gpu", "a", "a_tp")
LETTERS = frozenset(LAYOUT + BATCH)
Row = Mapping[str, Fraction]


def exponents(relation: sympy.Basic) -> Row | None:
    """A law that is a product of powers, as exponents of its letters; none for any other law."""
    ratio = sympy.powsimp(relation.lhs / relation.rhs)
    powers = ratio.as_powers_dict()
    plain = all(
        base.is_Number or (base.is_Symbol and power.is_Rational) for base, power in powers.items()
    )
    if not isinstance(relation, sympy.Eq) or not plain:
        return None
    return {
        base.name: Fraction(int(power.p), int(power.q))
        for base, power in powers.items()
        if base.is_Symbol and not isinstance(base, Constant)
    }


@lru_cache(maxsize=1)
def counting_laws() -> Mapping[str, Row]:
    """The laws whose letters are all degrees of parallelism or sizes of the batch."""
    rows = {}
    for name, formula in REGISTRY.formulas.items():
        relation = formula()
        letters = {letter.name for letter in relation.free_symbols}
        row = exponents(relation) if letters <= LETTERS else None
        if row:
            rows[name] = row
    return rows


def forced(rows: Iterable[Row]) -> set[str]:
    """Letters that the rows together leave no choice, by Gauss-Jordan elimination."""
    letters = sorted(LETTERS)
    matrix = sympy.Matrix([[row.get(letter, 0) for letter in letters] for row in rows])
    reduced, _ = matrix.rref()
    lines = [
        {letter for letter, entry in zip(letters, reduced.row(line), strict=True) if entry}
        for line in range(reduced.rows)
    ]
    return {letter for line in lines if len(line) == 1 for letter in line}


def test_the_laws_of_a_layout_leave_every_degree_free():
    laws = counting_laws()

    assert {"gpu_count", "expert_gpu_count", "expert_data_parallel_degree"} <= set(laws)
    assert set() == forced(laws.values())


@pytest.mark.parametrize("lacking", ["CP", "TP", "N_dp"])
def test_a_law_that_lacks_a_degree_is_noticed(lacking):
    name = "expert_data_parallel_degree"
    row = {letter: power for letter, power in counting_laws()[name].items() if letter != lacking}

    assert {lacking} == forced({**counting_laws(), name: row}.values())
