"""Givens as typed, gathered by name: bounds on one letter become one interval."""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import ContradictoryGivens, UnreadableValue
from ..units import Interval, related, split_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SWALLOWED = (
    "write name=value; if you typed a <= or >=, the shell took it: "
    'quote the whole "name <= value", '
    "or use --at-most name=value and --at-least name=value"
)


def gather(
    typed: Iterable[str], at_most: Iterable[str] = (), at_least: Iterable[str] = ()
) -> dict[str, Any]:
    """Read ``name=value`` and ``name <= value`` texts into one value per name."""
    found: dict[str, Any] = {}
    for text in typed:
        name, relation, value = _split(text)
        _add(found, name, related(relation, value))
    for text in at_most:
        name, _, value = _split(text)
        _add(found, name, Interval(high=value))
    for text in at_least:
        name, _, value = _split(text)
        _add(found, name, Interval(low=value))
    return found


def _split(text: str) -> tuple[str, str, str]:
    if not any(sign in text for sign in "=<>≤≥⩽⩾"):
        raise UnreadableValue(text, SWALLOWED)
    return split_given(text)


def _add(found: dict[str, Any], name: str, value: Any) -> None:
    """Join bounds on one letter; refuse two values for it."""
    if name not in found:
        found[name] = value
        return
    known = found[name]
    if isinstance(known, Interval) and isinstance(value, Interval):
        if known.low is None and value.high is None:
            found[name] = Interval(value.low, known.high, value.low_open, known.high_open)
            return
        if known.high is None and value.low is None:
            found[name] = Interval(known.low, value.high, known.low_open, value.high_open)
            return
    raise ContradictoryGivens(f"{name} = {known}", f"{name} = {value}", f"{name} is given twice")
