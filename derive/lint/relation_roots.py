"""Relations solved for one letter, at drawn points: where both sides are equal.

Only relations that are linear in a letter, in one over it, or in its square are solved: there the
letter is a quotient of linear functions of the gap between the sides, which three points fix
(inverse interpolation by a Möbius function).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from derive.notation import Node

from .expansion import POINTS, Expansion
from .probing import LEAST, Probe, Values
from .statements import Definition

# What is left of a relation, beside what its larger side has, where it is solved.
SOLVED = 1e-7
_SAMPLES = (2.0, 3.0, 5.0)


def root_of(left: Node, right: Node, glyph: str, chosen: Mapping[str, Definition]) -> Values | None:
    """Where two sides are equal, as a function of one letter, with some formulas put in.

    One value for each drawn point, ``nan`` where there is none; None where it is not of a kind
    that can be solved. Raises ``Unknown`` where a side has no value.
    """
    for power in (1.0, 0.5):
        gaps = [_gap(left, right, glyph, chosen, np.full(POINTS, at**power))[0] for at in _SAMPLES]
        with np.errstate(all="ignore"):
            # at = (p + q gap) / (1 + r gap), so that p is where the gap is nothing.
            rows = [
                np.stack([np.ones(POINTS), gap, -at * gap], axis=1)
                for at, gap in zip(_SAMPLES, gaps, strict=True)
            ]
            linear, wanted = np.stack(rows, axis=1), np.broadcast_to(_SAMPLES, (POINTS, 3))
            if not np.all(np.isfinite(linear)):
                return None
            try:
                root = np.linalg.solve(linear, wanted[..., None])[:, 0, 0] ** power
            except np.linalg.LinAlgError:
                continue
            gap, scale = _gap(left, right, glyph, chosen, root)
            good = np.isfinite(root) & (np.abs(gap) <= SOLVED * scale)
        if np.count_nonzero(good) >= max(LEAST, POINTS // 2) and np.all(good | ~np.isfinite(root)):
            return np.where(good, root, np.nan)
    return None


def _gap(
    left: Node, right: Node, glyph: str, chosen: Mapping[str, Definition], at: Values
) -> tuple[Values, Values]:
    """How far two sides are apart where a letter has some values, and how large they are."""
    probe = Probe(Expansion(chosen, given={glyph: at}))
    first, second = (np.broadcast_to(probe.value(side), (POINTS,)) for side in (left, right))
    return first - second, np.abs(first) + np.abs(second)
