"""Pipeline schedules as a grid to scale: a row for each stage, time to the right.

A backward pass takes twice as long as a forward one.
"""

from __future__ import annotations

from collections.abc import Mapping

from derive.drawings.passes import Slot, idle, timeline, zero_bubble_timeline

from .drawing import WIDTH, Picture, key

MOST_STAGES, MOST_BATCHES = 8, 12
MOST_SLOTS = 100_000
"""Passes of which the waiting is worked out although they are not drawn."""
ROW = 22.0
NAMES = {
    "gpipe": "GPipe",
    "1f1b": "1F1B",
    "interleaved": "Interleaved 1F1B",
    "zero-bubble": "Zero-bubble",
}
COLOURS = {"F": "h1", "B": "h4", "W": "h3"}
MEANS = {"F": "forward", "B": "backward", "W": "weight gradients"}


def slots_of(kind: str, stages: int, batches: int, chunks: int = 1) -> list[Slot]:
    """When each pass of a schedule runs; the forward pass of a whole stage takes 1."""
    if kind == "zero-bubble":
        return zero_bubble_timeline(stages, batches)
    return timeline(kind, batches, chunks, [1.0] * stages, [2.0] * stages)


def schedule(values: Mapping[str, float], kind: str) -> Picture:
    """A schedule for some stages ``p``, micro-batches ``m`` and chunks ``v``.

    Where not all are drawn the title says so, and a bar below the grid shows to scale
    what all of them wait.
    """
    chunks = int(max(2, min(values.get("v", 2), 4))) if kind == "interleaved" else 1
    wanted = int(max(2, values.get("p", 4))), int(max(1, values.get("m", 8)))
    stages, batches = min(wanted[0], MOST_STAGES), min(wanted[1], MOST_BATCHES)
    if kind == "interleaved":
        batches = max(stages, batches // stages * stages)
        wanted = wanted[0], max(wanted[0], wanted[1] // wanted[0] * wanted[0])
    slots = slots_of(kind, stages, batches, chunks)
    share = idle(slots, stages)
    left_out = wanted != (stages, batches) and wanted[0] * wanted[1] * chunks <= MOST_SLOTS
    whole = idle(slots_of(kind, *wanted, chunks), wanted[0]) if left_out else share
    what = _counted(wanted, (stages, batches)) + (f", {chunks} chunks" if chunks > 1 else "")
    title = f"{NAMES[kind]}: {what}, {100 * whole:.3g} % of the time idle"
    says = _says(slots, stages, batches, share)
    if left_out:
        title += f" with all, {100 * share:.3g} % of what is drawn"
        says += (
            f" All {wanted[0]} GPUs with {wanted[1]} micro-batches wait {100 * whole:.3g} percent."
        )
    height = 16 + ROW * stages + 30
    picture = Picture(title, says, height + (ROW if left_out else 0))
    left, length = 52.0, max(slot.end for slot in slots)
    scale = (WIDTH - left - 2) / length
    for stage in range(stages):
        y = 6 + ROW * stage
        picture.text((left - 6, y + 14), f"GPU {stage}", anchor="end")
        picture.rect((left, y), (length * scale, ROW - 3), "wash")
    for slot in slots:
        x, wide = left + slot.start * scale, (slot.end - slot.start) * scale
        y = 6 + ROW * slot.stage
        later = "-light" if slot.done.chunk % 2 else ""
        picture.rect((x, y), (max(wide - 0.8, 0.6), ROW - 3), COLOURS[slot.done.kind] + later)
        words = str(slot.done.batch + 1)
        if wide >= 6 * len(words) + 2:
            picture.text((x + wide / 2, y + 13.5), words, anchor="middle", colour="on", size=10)
    kinds = [kind for kind in "FBW" if any(slot.done.kind == kind for slot in slots)]
    entries = [(COLOURS[kind], MEANS[kind]) for kind in kinds]
    key(
        picture,
        [*entries, ("wash", "idle"), *([("h1-light", "second chunk")] if chunks > 1 else [])],
        (left, height - 8),
    )
    if left_out:
        _bar(picture, (left, height - 4), WIDTH - left - 2, whole)
    return picture


def _counted(wanted: tuple[int, int], drawn: tuple[int, int]) -> str:
    """How many stages and micro-batches there are, and how many of them are drawn."""
    names = ("stages", "micro-batches")
    each = zip(wanted, drawn, names, strict=True)
    return ", ".join(f"{n} {what}" if n == m else f"{m} of {n} {what}" for n, m, what in each)


def _bar(picture: Picture, corner: tuple[float, float], wide: float, share: float) -> None:
    """How much of the time all stages work, to scale."""
    x, y = corner
    picture.text((x - 6, y + 14), "all", anchor="end")
    picture.rect((x, y), (wide, ROW - 3), "wash")
    picture.rect((x, y), (wide * (1 - share), ROW - 3), "h1")
    words = f"{100 * (1 - share):.3g} % of the time at work, to scale"
    picture.text((x + 8, y + 13.5), words, colour="on", size=10)


def _says(slots: list[Slot], stages: int, batches: int, share: float) -> str:
    last = min(slot.start for slot in slots if slot.stage == stages - 1)
    return (
        f"A grid with a row for each of {stages} GPUs and time to the right. Each of {batches} "
        f"micro-batches passes the rows downward, then back up; the last GPU begins after {last:g} "
        f"forward passes. Together the GPUs wait {100 * share:.3g} percent of the time."
    )
