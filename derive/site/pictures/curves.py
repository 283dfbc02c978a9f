"""Curves: the roofline, contours of a loss with the best sizes, an overhead with its least."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from .bars import duration
from .drawing import WIDTH, Picture, key

Loss = Callable[[float, float], float]
Cost = Callable[[float], float]
PER_TOKEN = 6.0
"""Operations of training for each parameter and token."""
GOLDEN = (math.sqrt(5) - 1) / 2


def roofline(values: Mapping[str, float], _kind: str) -> Picture:
    """What a kernel attains of the peak, over its operations per byte, both on logarithmic axes."""
    peak, band, here = values["F"], values["B"], values["I"]
    ridge = peak / band
    low, high = min(here, ridge) / 8, max(here, ridge) * 8
    attained = min(peak, band * here)
    side = "memory bandwidth" if here < ridge else "the arithmetic units"
    title = f"Roofline: {attained / 1e12:.3g} of {peak / 1e12:.3g} TFLOP/s, limited by {side}"
    says = (
        f"The rate rises with the operations per byte until the ridge at {ridge:.3g} FLOP/byte and "
        f"is flat from there on at {peak / 1e12:.3g} TFLOP/s. The point at {here:.3g} FLOP/byte "
        f"attains {attained / 1e12:.3g} TFLOP/s; it is limited by {side}."
    )
    picture = Picture(title, says, 230)
    left, right, top, low_y = 12.0, WIDTH - 12, 30.0, 190.0
    floor = band * low

    def at(intensity: float, rate: float) -> tuple[float, float]:
        x = left + (right - left) * math.log(intensity / low) / math.log(high / low)
        y = low_y - (low_y - top) * math.log(rate / floor) / math.log(peak / floor)
        return x, y

    picture.line([(left, low_y), (right, low_y)], "line")
    picture.line([at(ridge, peak), (at(ridge, peak)[0], low_y)], "soft", dashed=True, wide=1)
    picture.line([at(low, floor), at(ridge, peak), at(high, peak)], "h1", wide=3)
    x, y = at(here, attained)
    picture.line([(x, y), (x, low_y)], "h4", dashed=True, wide=1)
    picture.circle((x, y), 6, "h4")
    mid = at(math.sqrt(low * ridge), band * math.sqrt(low * ridge))
    picture.text(
        (mid[0] - 10, mid[1] - 8),
        f"memory: {band / 1e12:.3g} TB/s",
        anchor="end" if mid[0] > 140 else "start",
    )
    picture.text((left, top - 9), "FLOP/s, logarithmic ↑")
    picture.text((right, top - 9), f"peak: {peak / 1e12:.3g} TFLOP/s", anchor="end")
    picture.text(
        (x + (9 if here < ridge else 0), y + 20),
        f"{attained / 1e12:.3g} TFLOP/s",
        colour="ink",
        strong=True,
    )
    ends = sorted([(at(ridge, peak)[0], f"ridge {ridge:.3g}"), (x, f"here {here:.3g}")])
    close = ends[1][0] - ends[0][0] < 80
    for place, (px, words) in enumerate(ends):
        anchor = ("end" if place == 0 else "start") if close else "middle"
        picture.text(
            (px, low_y + 17), words, anchor=anchor, colour="ink" if "here" in words else "soft"
        )
    picture.text((WIDTH / 2, low_y + 35), "FLOPs per byte moved, logarithmic →", anchor="middle")
    return picture


def contours(loss: Loss, size: float) -> Picture:
    """Contours of a loss over model size and tokens, with the least loss for each compute."""
    low_n, high_n, low_d, high_d = 1e8, 1e12, 2e9, 2e13
    best = [_best(loss, 10 ** (19 + k / 2)) for k in range(15)]
    best = [(n, d) for n, d in best if low_n <= n <= high_n and low_d <= d <= high_d]
    title = "Loss over model size and tokens, and the best size for each compute"
    says = (
        "Contours of equal loss over the number of parameters, to the right, and of training "
        "tokens, upward, both logarithmic. A line crosses them where the loss is least for a given "
        f"compute: from {best[0][0]:.2g} parameters and {best[0][1]:.2g} tokens "
        f"to {best[-1][0]:.2g} and {best[-1][1]:.2g}. A dashed line of equal compute falls to the "
        "right and touches a contour where it crosses that line."
    )
    picture = Picture(title, says, 316)
    left, right, top, low_y = 44.0, WIDTH - 14, 22.0, 256.0

    def at(n: float, d: float) -> tuple[float, float]:
        x = left + (right - left) * math.log(n / low_n) / math.log(high_n / low_n)
        y = low_y - (low_y - top) * math.log(d / low_d) / math.log(high_d / low_d)
        return x, y

    for power, words in ((8, "100M"), (9, "1B"), (10, "10B"), (11, "100B"), (12, "1T")):
        x = at(10.0**power, low_d)[0]
        picture.line([(x, top), (x, low_y)], "line", wide=0.8)
        picture.text((x, low_y + 16), words, anchor="end" if power == 12 else "middle")
    for power, words in ((10, "10B"), (11, "100B"), (12, "1T"), (13, "10T")):
        y = at(low_n, 10.0**power)[1]
        picture.line([(left, y), (right, y)], "line", wide=0.8)
        picture.text((left - 5, y + 4), words, anchor="end")
    touched = best[::2]
    for level in (loss(n, d) for n, d in touched):
        path = [at(n, d) for n, d in _contour(loss, level, (low_n, high_n), (low_d, high_d))]
        if len(path) > 2:
            picture.line(path, "h2", wide=1.3)
            # A contour falls to the right: there is room below its end, but not at the bottom.
            x, y = path[-1]
            if x < right - 40:
                picture.text((x + 5, y - 4), f"{level:.2f}", size=11)
            else:
                picture.text(
                    (x - 2, y - 4 if y > low_y - 16 else y + 13),
                    f"{level:.2f}",
                    anchor="end",
                    size=11,
                )
    picture.line([at(n, d) for n, d in best], "h4", wide=2.5)
    for n, d in touched:
        picture.circle(at(n, d), 4, "h4")
    # The line through the last would leave the picture at once.
    near = min(touched[:-1] or touched, key=lambda one: abs(math.log(one[0] / size)))
    product = near[0] * near[1]
    ends = max(low_n, product / high_d), min(high_n, product / low_d)
    picture.line([at(n, product / n) for n in ends], "h5", dashed=True)
    picture.text((left, top - 8), "tokens ↑")
    picture.text((right, low_y + 32), "parameters →", anchor="end")
    names = [("h2", "equal loss"), ("h4", "least loss for its compute"), ("h5", "equal compute")]
    key(picture, names, (left, picture.height - 6))
    return picture


def _best(loss: Loss, compute: float) -> tuple[float, float]:
    """Size and tokens of the least loss for a compute."""
    product = compute / PER_TOKEN
    n = least(lambda size: loss(size, product / size), 1e6, 1e14)
    return n, product / n


def least(cost: Cost, low: float, high: float) -> float:
    """Where a cost with one valley is least: golden-section search over the logarithm."""
    first, last = math.log(low), math.log(high)
    for _ in range(80):
        left, right = last - GOLDEN * (last - first), first + GOLDEN * (last - first)
        if cost(math.exp(left)) < cost(math.exp(right)):
            last = right
        else:
            first = left
    return math.exp((first + last) / 2)


def _contour(
    loss: Loss, level: float, sizes: tuple[float, float], tokens: tuple[float, float]
) -> list[tuple[float, float]]:
    """Where the loss has a level: for each size the tokens, by bisection in their logarithm."""
    picture = []
    for step in range(81):
        n = sizes[0] * (sizes[1] / sizes[0]) ** (step / 80)
        low, high = tokens
        if loss(n, high) > level or loss(n, low) < level:
            continue
        for _ in range(50):
            middle = math.sqrt(low * high)
            low, high = (middle, high) if loss(n, middle) > level else (low, middle)
        picture.append((n, math.sqrt(low * high)))
    return picture


TICKS = (1.0, 10.0, 60.0, 600.0, 3600.0, 36000.0, 86400.0, 864000.0)
"""Times that an axis names: 1 s, 10 s, 1 min, 10 min, 1 hour, 10 hours, 1 day, 10 days."""


def valley(cost: Cost, parts: Sequence[tuple[str, Cost]]) -> Picture:
    """An overhead over the time between checkpoints, its two parts, and where it is least."""
    best = least(cost, 1e-3, 1e8)
    lowest = cost(best)
    low, high = best / 12, best * 12
    falls, rises = (name for name, _ in parts)
    title = (
        f"{falls.capitalize()} and {rises} cost least at {duration(best)} between checkpoints: "
        f"{100 * lowest:.3g} % of the time of work"
    )
    says = (
        "Overhead over the time between checkpoints, on a logarithmic axis. "
        f"The share of {falls} falls with that time, the share of {rises} grows with it. Their sum "
        f"is a valley; at its bottom, at {duration(best)}, the two are equal and together "
        f"{100 * lowest:.3g} percent. At half that time they are {100 * cost(best / 2):.3g} "
        f"percent, at twice that time {100 * cost(best * 2):.3g} percent."
    )
    picture = Picture(title, says, 236)
    left, right, top, low_y = 44.0, WIDTH - 8, 14.0, 186.0
    room = 1.05 * max(cost(low), cost(high))

    def at(time: float, value: float) -> tuple[float, float]:
        x = left + (right - left) * math.log(time / low) / math.log(high / low)
        return x, low_y - (low_y - top) * value / room

    step = _round_step(room)
    for count in range(int(room / step) + 1):
        y = at(low, count * step)[1]
        picture.line([(left, y), (right, y)], "line", wide=0.8)
        picture.text((left - 6, y + 4), f"{100 * count * step:.3g} %", anchor="end")
    for time in TICKS:
        if low <= time <= high and abs(math.log(time / best)) > 0.7:
            picture.text((at(time, 0)[0], low_y + 17), duration(time), anchor="middle")
    grid = [low * (high / low) ** (step / 60) for step in range(61)]
    colours = ("h3", "h4")
    for (_, part), colour in zip(parts, colours, strict=True):
        picture.line([at(time, part(time)) for time in grid], colour, wide=2)
    picture.line([at(time, cost(time)) for time in grid], "h1", wide=3)
    x, y = at(best, lowest)
    picture.line([(x, y), (x, low_y)], "soft", dashed=True, wide=1)
    picture.circle((x, y), 6, "h1")
    picture.text((x, y - 13), f"{100 * lowest:.3g} %", anchor="middle", colour="ink", strong=True)
    picture.text((x, low_y + 17), duration(best), anchor="middle", colour="ink", strong=True)
    names = [("h1", "together"), *zip(colours, (name for name, _ in parts), strict=True)]
    key(picture, names, (left, picture.height - 10))
    return picture


def _round_step(room: float) -> float:
    """A step of an axis that is 1, 2 or 5 times a power of ten, with three to eight of them."""
    size: float = 10.0 ** math.floor(math.log10(room / 3))
    return next(size * one for one in (5, 2, 1) if room / (size * one) >= 3)
