"""An estimate as JSON: magnitudes with units, documented and versioned."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from .estimate import Estimate, Part
from .evaluation import STAGE_LETTERS

SCHEMA = 1


def to_data(estimate: Estimate) -> dict[str, Any]:
    """Everything that an estimate says."""
    run = estimate.run
    return {
        "schema": SCHEMA,
        "run": {
            "letters": {
                name: {**_letter(estimate, name, value), "from": run.origins[name]}
                for name, value in run.letters.items()
            },
            "choices": {
                name: {"alternative": value, "from": run.origins[name]}
                for name, value in run.choices.items()
            },
            "unused": [*run.unused, *estimate.idle],
            "instead": [{"letter": name, "of": says} for name, says in estimate.instead],
        },
        "memory": {
            "total": _quantity(estimate.memory, "byte"),
            "capacity": _quantity(estimate.capacity, "byte"),
            "stage": estimate.stage,
            "stages": [_quantity(value, "byte") for value in estimate.stages("M_gpu")],
            "parts": [_part(part) for part in estimate.parts("memory")],
            "activations": [_part(part) for part in estimate.parts("activations")],
            "temporaries": [_part(part) for part in estimate.parts("temporaries")],
        },
        "time": {
            "total": _quantity(estimate.time, "second"),
            "parts": [_part(part) for part in estimate.parts("time")],
            "layer": [_part(part) for part in estimate.parts("layer")],
            "step": [_part(part) for part in estimate.parts("step")],
            "shares": [_part(part) for part in estimate.parts("shares")],
        },
        "tokens_per_second_per_gpu": _quantity(estimate.tokens_per_second_per_gpu, "token/second"),
        "mfu": {name: _number(value) for name, value in estimate.mfu.items()},
        "fits": estimate.fits,
        "leaves_out": list(estimate.leaves_out()),
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "letter": part.letter,
        "formula": part.formula,
        "value": _quantity(part.value, part.unit),
    }


def _letter(estimate: Estimate, name: str, value: Any) -> Mapping[str, Any]:
    note = estimate.run.composition.laws.letter(name)
    if note is None or name in STAGE_LETTERS:
        return {"magnitude": value, "unit": ""}
    return {"magnitude": _number(value / note.factor), "unit": note.unit}


def _quantity(value: float | None, unit: str) -> dict[str, Any] | None:
    if value is None or math.isnan(value):
        return None
    return {"magnitude": _number(value), "unit": unit}


def _number(value: float) -> float | int | None:
    """JSON knows no ``nan``; whole numbers are written as such."""
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value
