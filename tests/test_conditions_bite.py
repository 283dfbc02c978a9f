"""Conditions bite: where one is broken, the law gives another number than a count does."""

from fractions import Fraction
from typing import Any

import pytest
from condition_witnesses import WITNESSES, Point, Witness
from law_points import in_base_units

from derive.algebra.evaluate import truth, value
from derive.algebra.programs_of import in_base
from derive.registry import load

REGISTRY = load()


@pytest.mark.parametrize("witness", WITNESSES, ids=[one.law for one in WITNESSES])
def test_a_law_counts_right_where_its_conditions_hold_and_wrong_where_one_is_broken(
    witness: Witness,
) -> None:
    broken = {**witness.holds, **witness.breaks}

    assert _conditions_hold(witness.law, witness.holds)
    assert float(witness.count(witness.holds)) == approx(_by_law(witness.law, witness.holds))
    assert not _conditions_hold(witness.law, broken)
    assert float(witness.count(broken)) != approx(_by_law(witness.law, broken))


def approx(number: float) -> Any:
    """Roots are worked out to fifty digits only."""
    return pytest.approx(number, rel=1e-12)


def _conditions_hold(name: str, point: Point) -> bool:
    at = _magnitudes(point)
    return all(truth(in_base(REGISTRY, one), at) for one in REGISTRY.law(name).conditions)


def _by_law(name: str, point: Point) -> float:
    return float(value(in_base(REGISTRY, REGISTRY.law(name).relation.rhs), _magnitudes(point)))


def _magnitudes(point: Point) -> dict[object, Fraction]:
    return in_base_units(REGISTRY, {name: Fraction(number) for name, number in point.items()})
