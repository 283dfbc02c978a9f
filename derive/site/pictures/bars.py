"""Bars drawn to scale: memory, pipeline schedules, and a run with its checkpoints and a failure.

Memory is what ZeRO keeps on a GPU, or a layer for its backward pass. Of a schedule, a backward
pass takes twice as long as a forward one. A run is four intervals with a failure halfway through
the third, where it comes on average.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.drawings.passes import Slot, idle, timeline, zero_bubble_timeline
from derive.site.figures import amount, short

from .drawing import WIDTH, Picture, key

PARTS = (
    ("parameters", "b_param", "h1"),
    ("gradients", "b_grad", "h2"),
    ("optimizer", "b_opt", "h3"),
)
STAGES = (("no sharding", 0), ("ZeRO-1", 1), ("ZeRO-2", 2), ("ZeRO-3", 3))


def zero(values: Mapping[str, float], kind: str) -> Picture:
    """The model state of one GPU, unsharded and under each stage; ``kind`` is marked."""
    psi, ranks = values.get("Psi", 7.5e9), values.get("N_dp", 64)
    each = [
        (name, values.get(letter, float(default)) * psi, colour)
        for (name, letter, colour), default in zip(PARTS, (2, 2, 12), strict=True)
    ]
    whole = sum(size for _, size, _ in each)
    title = f"What one of {ranks:g} GPUs keeps of {amount(psi, 'count')} parameters"
    rows = [
        (
            name,
            [
                size / ranks if 3 - place <= stage else size
                for place, (_, size, _) in enumerate(each)
            ],
        )
        for name, stage in STAGES
    ]
    said = "; ".join(f"{name} {amount(sum(sizes), 'bytes')}" for name, sizes in rows)
    says = f"Four bars, one for each stage of ZeRO: {said}. Each stage shares one part more."
    picture = Picture(title, says, 34 * len(rows) + 34)
    left = 88.0
    for place, (name, sizes) in enumerate(rows):
        y, x = 6 + 34.0 * place, left
        here = name.lower() == kind.lower()
        picture.text(
            (left - 8, y + 17), name, anchor="end", strong=here, colour="ink" if here else "soft"
        )
        picture.rect((left, y), (WIDTH - left - 2, 24), "wash")
        for size, (_, _, colour) in zip(sizes, each, strict=True):
            wide = size / whole * (WIDTH - left - 2)
            picture.rect((x, y), (max(wide - 0.8, 0.8), 24), colour)
            x += wide
        total = amount(sum(sizes), "bytes")
        inside = x > WIDTH - 80
        picture.text(
            (x - 8 if inside else x + 7, y + 17),
            total,
            anchor="end" if inside else "start",
            colour="on" if inside else "ink",
            strong=here,
        )
    key(picture, [(colour, name) for name, _, colour in each], (left, picture.height - 8))
    return picture


LAYER = (
    ("M_lin", "norms, product inputs"),
    ("M_lqkv", "queries, keys, values"),
    ("M_lcore", "attention core"),
    ("M_ldrop", "dropout masks"),
    ("M_lffn", "feed-forward"),
    ("M_lexp", "experts"),
)


def layer(values: Mapping[str, float], _kind: str) -> Picture:
    """What one layer keeps of one micro-batch for its backward pass, tensor by tensor."""
    rows = [(name, values[letter]) for letter, name in LAYER if values.get(letter)]
    total, most = sum(size for _, size in rows), max((size for _, size in rows), default=1.0)
    title = f"What one layer keeps of one micro-batch: {amount(total, 'bytes')}"
    said = "; ".join(f"{name} {amount(size, 'bytes')}" for name, size in rows)
    says = f"Bars, one for each group of tensors of one layer and one micro-batch: {said}."
    picture = Picture(title, says, 34 * len(rows) + 8)
    left, room = 176.0, WIDTH - 176.0 - 72
    for place, (name, size) in enumerate(rows):
        y = 4 + 34.0 * place
        picture.text((left - 8, y + 17), name, anchor="end")
        wide = max(size / most * room, 1)
        picture.rect((left, y), (wide, 24), f"h{place + 1}")
        picture.text((left + wide + 6, y + 17), amount(size, "bytes"), colour="ink")
    return picture


def tensor_parallel(values: Mapping[str, float], _kind: str) -> Picture:
    """Two matrices in a row, the first cut by columns and the second by rows."""
    ranks = int(max(2, min(values.get("TP", 4), 8)))
    title = f"Tensor parallelism over {ranks} GPUs: cut by columns, then by rows"
    says = (
        f"The input goes whole to each of {ranks} GPUs. The first matrix is cut into {ranks} "
        "groups of columns, the second into as many groups of rows, so that nothing is exchanged "
        "between the two; the outputs are partial sums, and one all-reduce (or a reduce-scatter "
        "and an all-gather) adds them."
    )
    picture = Picture(title, says, 192)
    colours = ("h1", "h4", "h3", "h5", "h6", "h2", "h1-light", "h4-light")
    picture.text((28, 16), "input", anchor="middle", strong=True, colour="ink")
    picture.rect((2, 60), (52, 60), "line")
    picture.text((28, 94), "X", anchor="middle", colour="ink", size=14)
    picture.text((66, 95), "×", anchor="middle", size=16)
    picture.text((140, 16), "by columns", anchor="middle", strong=True, colour="ink")
    picture.text((228, 95), "×", anchor="middle", size=16)
    picture.text((266, 16), "by rows", anchor="middle", strong=True, colour="ink")
    for rank in range(ranks):
        wide = 136 / ranks
        picture.rect((76 + rank * wide, 60), (wide - 1.5, 60), colours[rank])
        picture.text(
            (76 + (rank + 0.5) * wide - 1, 94), str(rank), anchor="middle", colour="on", size=11
        )
        high = 136 / ranks
        y = 24 + rank * high
        picture.rect((240, y), (52, high - 1.5), colours[rank])
        picture.text((266, y + high / 2 + 3.5), str(rank), anchor="middle", colour="on", size=11)
        picture.rect((318, y + high / 2 - 7), (34, 13), colours[rank])
        picture.line([(354, y + high / 2), (386, 92)], colours[rank], wide=1.2)
    picture.text((304, 95), "=", anchor="middle", size=16)
    picture.text((312, 16), "partial sums", strong=True, colour="ink")
    picture.circle((394, 92), 9, "ink")
    picture.text((394, 96.5), "+", anchor="middle", colour="ground", size=13)
    picture.line([(404, 92), (416, 92)], "ink", arrow=True)
    picture.rect((418, 62), (40, 60), "line")
    picture.text((438, 96), "Y", anchor="middle", colour="ink", size=14)
    picture.text((420, 146), "all-reduce", anchor="middle", colour="ink")
    picture.text((2, 184), "the number is the GPU that holds the slice")
    return picture


# --- time -------------------------------------------------------------------------


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
    at_work = wide * (1 - share)
    picture.rect((x, y), (wide, ROW - 3), "wash")
    picture.rect((x, y), (at_work, ROW - 3), "h1")
    words = f"{100 * (1 - share):.3g} % of the time at work, to scale"
    # Beside the part at work where it is too short for the words: on what is idle it is not seen.
    start, colour = (0.0, "on") if at_work >= 6 * len(words) + 16 else (at_work, "ink")
    picture.text((x + start + 8, y + 13.5), words, colour=colour, size=10)


def _says(slots: list[Slot], stages: int, batches: int, share: float) -> str:
    last = min(slot.start for slot in slots if slot.stage == stages - 1)
    return (
        f"A grid with a row for each of {stages} GPUs and time to the right. Each of {batches} "
        f"micro-batches passes the rows downward, then back up; the last GPU begins after {last:g} "
        f"forward passes. Together the GPUs wait {100 * share:.3g} percent of the time."
    )


INTERVALS = 4
FAILS_IN = 2
"""The interval, counted from 0, in whose middle the failure comes."""
SPENT_ON = {"work": "h1", "checkpoint": "h3", "lost": "h4", "restart": "h5"}
SPENT_MEANS = {
    "work": "work that counts",
    "checkpoint": "checkpoint",
    "lost": "lost work",
    "restart": "restart",
}
UNITS = ((86400.0, "day"), (3600.0, "hour"), (60.0, "min"))


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a run: what it goes to, and the work that is done before it and after it."""

    kind: str
    start: float
    end: float
    before: float
    after: float


def spans_of(interval: float, writing: float, restart: float) -> list[Span]:
    """What a run does from one moment to the next; a failure throws it back to its checkpoint."""
    spans: list[Span] = []
    clock = done = 0.0

    def spend(kind: str, length: float, gains: float = 0.0) -> None:
        nonlocal clock, done
        spans.append(Span(kind, clock, clock + length, done, done + gains))
        clock, done = clock + length, done + gains

    for place in range(INTERVALS):
        if place == FAILS_IN:
            saved = done
            spend("lost", interval / 2, interval / 2)
            done = saved
            spend("restart", restart)
        spend("work", interval, interval)
        spend("checkpoint", writing)
    return spans


def duration(seconds: float) -> str:
    """A time in the largest unit of which it is at least one."""
    for size, name in UNITS:
        if seconds >= size:
            count = short(seconds / size)
            return f"{count} {name}{'' if count == '1' or name == 'min' else 's'}"
    return f"{short(seconds)} s"


def checkpoints(values: Mapping[str, float], _kind: str) -> Picture:
    """A run with checkpoints and a failure: the work that is done, above what the time goes to."""
    interval, writing, restart = values["interval"], values["writing"], values["restart"]
    spans = spans_of(interval, writing, restart)
    lost = next(span for span in spans if span.kind == "lost")
    length, work = spans[-1].end, INTERVALS * interval
    title = (
        f"A checkpoint every {duration(interval)}: a failure halfway costs "
        f"{duration(interval / 2)} of work and {duration(restart)} to restart"
    )
    says = (
        "Time runs to the right. A line above shows the work that is done: it rises while the run "
        f"trains, stands still for {duration(writing)} at each checkpoint, falls back to the last "
        f"checkpoint at the failure, and stands still for {duration(restart)} until the restart is "
        f"over. A bar below shows what the time goes to. {duration(work)} of work take "
        f"{duration(length)}."
    )
    picture = Picture(title, says, 206)
    left, right, top, low, bar = 12.0, WIDTH - 4, 26.0, 122.0, 134.0

    def x(time: float) -> float:
        return left + (right - left) * time / length

    def y(done: float) -> float:
        return low - (low - top) * done / work

    picture.line([(left, low), (right, low)], "line", wide=1)
    # A checkpoint is where the run falls back to, so its height is drawn on to the failure.
    picture.line(
        [(x(lost.start), y(lost.before)), (x(lost.end), y(lost.before))], "h4", dashed=True
    )
    for span in spans:
        colour = "h4" if span.kind == "lost" else "ink"
        ends = [(x(span.start), y(span.before)), (x(span.end), y(span.after))]
        picture.line(ends, colour, wide=2)
        # A sliver of a checkpoint must still be seen.
        wide = max(x(span.end) - x(span.start), 1.5)
        picture.rect((min(x(span.start), right - wide), bar), (wide, 22), SPENT_ON[span.kind])
    fall = x(lost.end)
    picture.line([(fall, y(lost.after)), (fall, y(lost.before) - 1)], "h4", arrow=True, wide=2)
    picture.line([(fall, top - 6), (fall, bar + 22)], "soft", dashed=True, wide=1)
    picture.text((fall - 6, top + 2), "failure", anchor="end", colour="ink", strong=True)
    picture.text((left, top - 12), "work done ↑")
    picture.text((right, bar + 38), "time →", anchor="end")
    key(
        picture,
        [(SPENT_ON[kind], words) for kind, words in SPENT_MEANS.items()],
        (left, picture.height - 8),
    )
    return picture
