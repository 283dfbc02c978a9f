"""A plan as JSON: magnitudes with units, documented and versioned."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .evaluator import Layout
from .neighbours import Neighbour, binding
from .wording import command

if TYPE_CHECKING:
    from .answer import Plan

SCHEMA = 1


def to_data(plan: Plan) -> dict[str, Any]:
    """Everything that a plan says."""
    question = plan.question
    nearest_layout = plan.nearest[1] if plan.nearest else None
    return {
        "schema": SCHEMA,
        "question": {
            "given": {
                name: said.removeprefix("=").strip() for name, said in question.given.items()
            },
            "aim": question.aim,
            "letter": plan.aim,
            "choices": {name: list(words) for name, words in question.choices.items()},
        },
        "considered": plan.considered,
        "fitting": plan.fitting,
        "excluded": [{"reason": says, "count": n} for says, n in plan.excluded.items()],
        "best": [_layout(plan, layout) for layout in plan.best],
        "front": [_layout(plan, layout) for layout in plan.front],
        "nearest": None
        if nearest_layout is None or plan.nearest is None
        else {
            "reason": plan.nearest[0],
            "layout": _layout(plan, nearest_layout),
        },
        "binds": [change.change for change in binding(plan)],
        "neighbours": [_neighbour(neighbour) for neighbour in plan.neighbours],
        "save_every": _quantity(plan, "t_star"),
        "leaves_out": list(plan.estimate.leaves_out()) if plan.best else [],
    }


def _layout(plan: Plan, layout: Layout) -> dict[str, Any]:
    laws = plan.question.run.composition.laws
    letters = {**layout.letters}
    letters |= {name: layout.values[name] for name in ("N_dp", "m") if name in layout.values}
    figures = {}
    for name, value in layout.values.items():
        letter = laws.letter(name)
        if name not in letters and letter is not None and math.isfinite(value):
            figures[name] = {"magnitude": value / letter.factor, "unit": letter.unit}
    return {
        "letters": {name: _number(value) for name, value in letters.items()},
        "choices": dict(layout.choices),
        "figures": figures,
        "command": command(plan, layout),
    }


def _neighbour(neighbour: Neighbour) -> dict[str, Any]:
    return {
        "change": neighbour.change,
        "verdict": neighbour.verdict,
        "says": neighbour.says,
        "time_ratio": neighbour.ratio,
        "bytes_over": neighbour.over,
    }


def _quantity(plan: Plan, name: str) -> dict[str, Any] | None:
    letter = plan.question.run.composition.laws.letter(name)
    if not plan.best or letter is None or name not in plan.estimate.values:
        return None
    return {"magnitude": plan.estimate[name] / letter.factor, "unit": letter.unit}


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
