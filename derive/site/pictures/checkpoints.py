"""A run over time: work, checkpoints, a failure, and the work that it undoes.

Drawn to scale: four intervals, and a failure halfway through the third, where it comes on average.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive.site.figures import short

from .drawing import WIDTH, Picture, key

INTERVALS = 4
FAILS_IN = 2
"""The interval, counted from 0, in whose middle the failure comes."""
COLOURS = {"work": "h1", "checkpoint": "h3", "lost": "h4", "restart": "h5"}
MEANS = {
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
        picture.rect((min(x(span.start), right - wide), bar), (wide, 22), COLOURS[span.kind])
    fall = x(lost.end)
    picture.line([(fall, y(lost.after)), (fall, y(lost.before) - 1)], "h4", arrow=True, wide=2)
    picture.line([(fall, top - 6), (fall, bar + 22)], "soft", dashed=True, wide=1)
    picture.text((fall - 6, top + 2), "failure", anchor="end", colour="ink", strong=True)
    picture.text((left, top - 12), "work done ↑")
    picture.text((right, bar + 38), "time →", anchor="end")
    key(
        picture,
        [(COLOURS[kind], words) for kind, words in MEANS.items()],
        (left, picture.height - 8),
    )
    return picture
