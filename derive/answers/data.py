"""An answer as plain data, as ``--json`` prints it. Standard library only.

The full engine and the answers from stored data share it, so it asks of an
answer nothing but its fields.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..units import Quantity
    from .answer import Answer
    from .parts import Span

SCHEMA = 1
"""Version of the JSON of an answer; raised when a key changes its meaning."""


def answer_data(answer: Answer) -> dict[str, Any]:
    """The answer as plain data."""
    return {
        "schema": SCHEMA,
        "formula": answer.formula,
        "law": answer.law,
        "target": answer.target,
        "kind": answer.kind,
        "method": answer.method,
        "reason": answer.reason,
        "value": magnitude(answer.value),
        "exact": answer.exact,
        "intervals": [span_data(span) for span in answer.intervals],
        "integer": _whole(answer),
        "roots": [
            {
                "value": magnitude(root.value),
                "exact": root.exact,
                "kept": root.kept,
                "reason": root.reason,
            }
            for root in answer.roots
        ],
        "conditions": [
            {"condition": one.text, "holds": one.holds, "note": one.note}
            for one in answer.conditions
        ],
        "givens": {name: given(value) for name, value in answer.givens.items()},
        "defaults": {name: magnitude(value) for name, value in answer.defaults.items()},
        "constants": answer.constants or None,
        "origins": dict(answer.origins),
        "uncertain": None if answer.uncertain is None else answer.uncertain.to_dict(),
        "sensitivity": [one.to_dict() for one in answer.sensitivity],
        "residual": answer.residual,
        "steps": [{"says": s.says, "text": s.text, "latex": s.latex} for s in answer.steps],
    }


def _whole(answer: Answer) -> dict[str, Any]:
    """The whole numbers of a range, or beside the root of an equation."""
    whole = answer.integer
    of_range = answer.kind == "range" or bool(answer.intervals)
    ends = ("smallest", "largest") if of_range else ("below", "above")
    found: dict[str, Any] = {name: getattr(whole, name, None) for name in ends}
    found["neighbours"] = [
        {
            "at": one.at,
            "holds": one.holds,
            "left": one.sides[0],
            "right": one.sides[1],
            "sentence": one.sentence,
        }
        for one in (whole.neighbours if whole else ())
    ]
    return found


def span_data(span: Span) -> dict[str, Any]:
    """A stretch of values as plain data."""
    return {
        "low": magnitude(span.low),
        "high": magnitude(span.high),
        "low_open": span.low_open,
        "high_open": span.high_open,
        "low_reason": span.low_reason,
        "high_reason": span.high_reason,
    }


def magnitude(value: Quantity | None) -> dict[str, Any] | None:
    """A quantity as a number and the name of its unit."""
    if value is None:
        return None
    return {"magnitude": plain(value.magnitude), "unit": value.unit.name}


def plain(number: Any) -> float | int:
    """The nearest JSON number; beyond the largest float, a whole one."""
    try:
        as_float = float(number)
    except OverflowError:
        whole: int = round(number)
        return whole
    return int(as_float) if as_float.is_integer() and abs(as_float) < 2**53 else as_float


def given(value: Any) -> dict[str, Any] | None:
    """A given as data: a quantity, or the bounds of an interval."""
    if hasattr(value, "magnitude"):
        return magnitude(value)
    return {
        "at_least": magnitude(value.low),
        "at_most": magnitude(value.high),
    }
