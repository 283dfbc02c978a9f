"""Relations solved for one letter, at drawn points: where both sides are equal.

Only relations that are linear in a letter, in one over it, or in its square are solved: there the
letter is a quotient of linear functions of the gap between the sides, which three points fix
(inverse interpolation by a Möbius function).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import numpy as np

from derive.notation import Node

from ..laws.probing import LEAST, Probe, Unknown, Values, close, constant
from .expansion import POINTS, Expansion
from .statements import Definition

# What is left of a relation, beside what its larger side has, where it is solved.
SOLVED, MOST_PARTS = 1e-7, 12
_SAMPLES, _AROUND = (2.0, 3.0, 5.0), (0.5, 2.0, 3.0)


def root_of(
    left: Node,
    right: Node,
    glyph: str,
    chosen: Mapping[str, Definition],
    *,
    cancelling: frozenset[str] = frozenset(),
) -> Values | None:
    """Where two sides are equal, as a function of one letter, with some formulas put in.

    One value for each drawn point, ``nan`` where there is none; None where it is not of a kind
    that can be solved, or where letters that are thought to cancel do not. Raises ``Unknown``
    where a side has no value.
    """
    root = _root(left, right, glyph, chosen, frozenset())
    if root is None or not cancelling:
        return root
    again = _root(left, right, glyph, chosen, cancelling)
    return root if again is not None and close(root, again) else None


def exponent_of(glyph: str, term: Node) -> Fraction | None:
    """The power of a letter that a term is; None where it is none."""

    def at(times: float) -> Values:
        given = {glyph: np.full(POINTS, times)}
        return np.broadcast_to(Probe(Expansion({}, given=given)).value(term), (POINTS,))

    with np.errstate(all="ignore"):
        try:
            powers = [constant(np.log(at(times) / at(1.0)) / np.log(times)) for times in _SAMPLES]
        except Unknown:
            return None
    known = [power for power in powers if power is not None]
    if len(known) < len(powers) or any(abs(power - known[0]) > SOLVED for power in known):
        return None
    return Fraction(known[0]).limit_denominator(MOST_PARTS)


def _root(
    left: Node,
    right: Node,
    glyph: str,
    chosen: Mapping[str, Definition],
    otherwise: frozenset[str],
) -> Values | None:
    """The same, with other values drawn for some letters."""

    def gap_at(values: Values) -> tuple[Values, Values]:
        probe = Probe(Expansion(chosen, given={glyph: values}, otherwise=otherwise))
        first, second = (np.broadcast_to(probe.value(side), values.shape) for side in (left, right))
        return first - second, np.abs(first) + np.abs(second)

    def gap_of_each(values: Values) -> tuple[Values, Values]:
        # "$4 m^2 w / F = 4 k m / b$" is linear once both sides are divided by m.
        gap, scale = gap_at(values)
        return gap / values, scale / values

    for gap_from, power in ((gap_at, 1.0), (gap_at, 0.5), (gap_of_each, 1.0)):
        root = _crossing(gap_from, np.full((POINTS, 3), _SAMPLES).T, power)
        if root is not None:
            # Far from the samples digits are lost: once more, around what was found.
            root = _crossing(gap_from, np.outer(_AROUND, root), power)
        if root is None:
            continue
        with np.errstate(all="ignore"):
            letter = root**power
            gap, scale = gap_at(letter)
            good = np.isfinite(letter) & (np.abs(gap) <= SOLVED * scale)
        if np.count_nonzero(good) >= max(LEAST, POINTS // 2) and np.all(
            good | ~np.isfinite(letter)
        ):
            return np.where(good, letter, np.nan)
    return None


def _crossing(
    gap_at: Callable[[Values], tuple[Values, Values]], samples: Values, power: float
) -> Values | None:
    """Where the gap is nothing, if ``at = (p + q gap) / (1 + r gap)``; None where it cannot be.

    ``samples`` has three rows: three values for each drawn point.
    """
    with np.errstate(all="ignore"):
        gap, scale = gap_at(samples**power)
        if np.all(np.abs(gap) <= SOLVED * scale):
            # Both sides are one for any value of the letter.
            return None
        linear = np.stack([np.ones_like(gap), gap, -samples * gap], axis=2).swapaxes(0, 1)
        if not np.all(np.isfinite(linear)):
            return None
        try:
            crossing: Values = np.linalg.solve(linear, samples.T[..., None])[:, 0, 0]
        except np.linalg.LinAlgError:
            return None
    return crossing
