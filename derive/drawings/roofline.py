"""The roofline of an accelerator with the operations of a layer on it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from derive.runs.estimate import Estimate

from .svg import PALETTE, RULE, SOFT, Canvas

WIDTH, HEIGHT, LEFT, BOTTOM = 760.0, 300.0, 62.0, 40.0


def roofline(estimate: Estimate) -> str:
    """Peak and attained roofs, and a point for each kind of operation."""
    values = estimate.values
    if not all(name in values for name in ("F_mm", "B_hbm", "e_mm", "e_mem")):
        return ""
    peak, bandwidth = float(values["F_mm"]), float(values["B_hbm"])
    points = list(_operations(estimate))
    low = min([0.1 * peak / bandwidth, *(0.5 * x for _, x, _ in points)])
    high = max([20 * peak / bandwidth, *(2 * x for _, x, _ in points)])
    floor = min([0.02 * peak, *(0.6 * y for *_, y in points)])
    canvas = Canvas(WIDTH, HEIGHT + BOTTOM + 40, "Roofline with the operations of one layer")

    def at(intensity: float, rate: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT) * math.log(intensity / low) / math.log(high / low)
        y = HEIGHT - (HEIGHT - 20) * math.log(rate / floor) / math.log(1.5 * peak / floor)
        return x, y

    for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1):
        x, _ = at(10.0**power, peak)
        canvas.line([(x, 20), (x, HEIGHT)], RULE)
        canvas.words((x, HEIGHT + 16), f"{10.0**power:g}", anchor="middle", color=SOFT)
    for power in range(math.ceil(math.log10(floor)), math.floor(math.log10(1.5 * peak)) + 1):
        _, y = at(high, 10.0**power)
        canvas.line([(LEFT, y), (WIDTH, y)], RULE)
        canvas.words((LEFT - 6, y + 4), f"{10.0**power / 1e12:g}", anchor="end", color=SOFT)
    canvas.words((0, 12), "TFLOP/s", color=SOFT)
    canvas.words((WIDTH, HEIGHT + 32), "operations for each byte", anchor="end", color=SOFT)
    for share, rate, dashed in (
        (1.0, 1.0, False),
        (float(values["e_mm"]), float(values["e_mem"]), True),
    ):
        top, slope = share * peak, rate * bandwidth
        ridge = top / slope
        start = max(low, floor / slope)
        roof = [at(start, start * slope), at(ridge, top), at(high, top)]
        canvas.line(roof, SOFT, dashed=dashed)
        word = "attained" if dashed else "peak"
        x, y = at(high, top)
        canvas.words((x, y - 5), f"{word}, {top / 1e12:.0f} TFLOP/s", anchor="end", color=SOFT)
    rows = []
    for number, (name, intensity, rate) in enumerate(points):
        color = PALETTE[(2 * number) % len(PALETTE)]
        says = f"{name}: {rate / 1e12:.0f} TFLOP/s"
        canvas.dot(at(intensity, rate), color, says)
        rows.append((color, says))
    canvas.legend((LEFT, HEIGHT + BOTTOM + 14), rows)
    return canvas.svg()


def _operations(estimate: Estimate) -> Iterator[tuple[str, float, float]]:
    """Each kind of operation with its operations for each byte, and its rate."""
    values = estimate.values
    tokens, size = values["n_mb"], values["b_elem"]
    kinds = (
        ("matrix products", "Psi_dense", "Psi_dense", "W_dense", "T_dprod"),
        ("products with experts", "Psi_used", "Psi_read", "W_moe", "T_xprod"),
    )
    for name, passed, loaded, widths, time in kinds:
        if values.get(time):
            operations = 2 * tokens * values[passed]
            moved = size * (values[loaded] + tokens * values[widths])
            yield name, operations / moved, operations / values[time]
    if values.get("T_core") and values.get("a"):
        # A fused kernel reads queries, keys and values once and writes its output.
        heads = values["a"] + values.get("g", values["a"])
        moved = 2 * size * tokens * heads * values["d_att"] / values["TP"] + values["Q_core"]
        operations = values["C_core"]
        yield "attention", operations / moved, operations / values["T_core"]
    output = values["V"] * values["h"] / values["TP"]
    moved = size * (output + tokens * (values["h"] + values["V"] / values["TP"]))
    operations = 2 * tokens * output
    yield "output layer", operations / moved, 3 * operations / values["t_head"]
