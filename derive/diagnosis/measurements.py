"""What of the givens was measured: letters that an estimate computes, in base units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.errors import UnreadableRun
from derive.runs.composition import Composition
from derive.runs.record import inside, read_letter

NAMES = {
    "tokens_per_second_per_gpu": "R_gpu",
    "tokens_per_second": "R_tok",
    "step_time": "T_step",
    "peak_memory": "M_gpu",
    "mfu": "MFU",
}
"""Other names under which people measure letters."""


BUSBW = "busbw"
"""The bus bandwidth of a collective, as nccl-tests prints it: it measures the links, no run."""


def bandwidth_among(composition: Composition, givens: dict[str, Any]) -> float | None:
    """The bus bandwidth among the givens, which are left without it."""
    value = givens.pop(BUSBW, None)
    return None if value is None else float(read_letter(composition, "beta_out", value))


def measured_and_given(
    composition: Composition, givens: Mapping[str, Any]
) -> tuple[dict[str, float], dict[str, Any]]:
    """Letters that follow from a run are measurements of it; the others describe it."""
    computed = {step.of for step in composition.steps}
    described = {row["letter"] for row in composition.agreements} | {"Psi", "B"}
    measured: dict[str, float] = {}
    given: dict[str, Any] = {}
    for name, value in givens.items():
        letter = composition.laws.letter(NAMES.get(name, name))
        if letter is None or letter.name not in computed or letter.name in described:
            given[name] = value
            continue
        size = float(read_letter(composition, letter.name, value))
        if size > 0:
            inside(composition, letter.name, value)
        if not size > 0:
            raise UnreadableRun(name, f"a measured value is above zero, and this one is {value}")
        measured[letter.name] = size
    return measured, given
