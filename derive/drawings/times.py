"""The time of a step, part by part."""

from __future__ import annotations

from collections.abc import Sequence

from derive.runs.estimate import Estimate, Part
from derive.runs.wording import quantity

from .svg import PALETTE, SOFT, Canvas

WIDTH, ROW, LEFT, RIGHT = 760.0, 24.0, 420.0, 110.0
LONGEST = 72


def time_parts(estimate: Estimate) -> str:
    """A bar for each part of the step, and below it for each part of one layer."""
    step = [part for part in estimate.parts("time") if part.value > 1e-4 * estimate.time]
    whole = {"t_dlay", "t_xlay"}
    layer = [p for p in estimate.parts("layer") if p.value > 0 and p.letter not in whole]
    height = ROW * (len(step) + len(layer) + 3)
    canvas = Canvas(WIDTH, height, "Time of one step, by part")
    y = _bars(canvas, 16, f"one step, {quantity(estimate.time, 'second')}", step, estimate.time)
    says = "one layer and one micro-batch: products, attention and memory forward; each exchange"
    _bars(canvas, y + ROW / 2, says, layer)
    return canvas.svg()


def _bars(
    canvas: Canvas, top: float, title: str, parts: Sequence[Part], whole: float | None = None
) -> float:
    """Bars with their shares of a whole; without one they overlap in time, and have none."""
    canvas.words((0, top), title)
    longest = whole or max((part.value for part in parts), default=1.0)
    y = top + 10
    room = WIDTH - LEFT - RIGHT
    for number, part in enumerate(parts):
        share = part.value / longest
        canvas.words((LEFT - 10, y + 13), _short(part.name), anchor="end", color=SOFT, size=11)
        canvas.box((LEFT, y + 2), (max(share * room, 0.8), ROW - 9), PALETTE[number % 6])
        says = quantity(part.value, "second") + (f" ({share:.1%})" if whole else "")
        canvas.words((LEFT + share * room + 6, y + 13), says, size=11)
        y += ROW
    return y


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
