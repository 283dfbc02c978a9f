"""What an integer says about a question, in words. Standard library only."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def at_integer(target: str, value: int, says: str) -> str:
    """``N_dp = 14: M_state = 80 GB, so M_state <= 80 GB holds``."""
    return f"{target} = {value}: {says}"


def verdict(says: str, sign: str, sides: tuple[str, str], letter: str, *, holds: bool) -> str:
    """What a relation says at an integer.

    ``letter`` is the one whose value the left side is; without ``sign`` the
    sides say nothing by themselves.
    """
    left, right = sides
    told = "holds" if holds else "does not hold"
    if sign == "==":
        return f"{letter} = {right}" if letter else f"left side {left}, right side {right}"
    if letter:
        return f"{letter} = {left}, so {says} {told}"
    if left and right and sign:
        return f"{left} {sign} {right} {told}"
    return f"{says} {told}"


def runs_note(runs: Sequence[tuple[int | None, int | None]]) -> str:
    """What the smallest and the largest do not say: holes."""
    if 1 < len(runs) <= 6 and any(one != other for one, other in runs):
        spans = ", ".join(_run(low, high) for low, high in runs)
        return f"not all integers between hold; those that do: {spans}"
    return ""


def _run(low: int | None, high: int | None) -> str:
    if low == high:
        return str(low)
    return f"{'…' if low is None else low} to {'…' if high is None else high}"
