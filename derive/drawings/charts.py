"""Drawings of an estimate as SVG: memory by part, the time of a step, roofline and timeline."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from derive.runs.estimate import Estimate, Part
from derive.runs.wording import quantity

from . import passes
from .passes import Slot

INK, SOFT, RULE = "#1b1f24", "#57606a", "#d0d7de"
PALETTE = (
    "#3b6fb6",
    "#7fa7d9",
    "#2a9d8f",
    "#e9a23b",
    "#c8553d",
    "#8a6fb0",
    "#9aa5b1",
    "#cfd6dd",
)
"""Colours that stay apart in print and for those who do not tell red from green."""
FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


class Canvas:
    """A drawing with a title for those who do not see it; numbers are its own units."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height = width, height
        self._root = ET.Element(
            "svg",
            {
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": f"0 0 {width:g} {height:g}",
                "role": "img",
                "font-family": FONT,
                "font-size": "12",
                "style": f"width:100%;max-width:{width:g}px;height:auto",
            },
        )
        ET.SubElement(self._root, "title").text = title

    def box(
        self, at: tuple[float, float], size: tuple[float, float], color: str, tip: str = ""
    ) -> None:
        """A filled box, with words for whoever points at it."""
        box = self._add(
            "rect",
            x=f"{at[0]:.2f}",
            y=f"{at[1]:.2f}",
            width=f"{max(size[0], 0.0):.2f}",
            height=f"{max(size[1], 0.0):.2f}",
            fill=color,
        )
        if tip:
            ET.SubElement(box, "title").text = tip

    def band(
        self, spans: Iterable[tuple[float, float]], top: float, height: float, color: str
    ) -> None:
        """Boxes of one height side by side, as one stroke that is lifted between them."""
        path, pen = "", 0.0
        for left, right in spans:
            start, end = round(left, 1), round(max(right, left + 0.1), 1)
            path += f"m{start - pen:.1f} 0h{end - start:.1f}"
            pen = end
        if path:
            stroke = self._add("path", d=f"M0 {top + height / 2:.1f}{path}", stroke=color)
            stroke.set("stroke-width", f"{height:.1f}")
            stroke.set("fill", "none")

    def line(
        self, points: Iterable[tuple[float, float]], color: str = SOFT, *, dashed: bool = False
    ) -> None:
        """A line through some points."""
        path = " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
        line = self._add("polyline", points=path, fill="none", stroke=color)
        line.set("stroke-width", "1.5")
        if dashed:
            line.set("stroke-dasharray", "5 4")

    def dot(self, at: tuple[float, float], color: str, tip: str = "") -> None:
        """A point of a chart."""
        dot = self._add("circle", cx=f"{at[0]:.2f}", cy=f"{at[1]:.2f}", r="5", fill=color)
        if tip:
            ET.SubElement(dot, "title").text = tip

    def words(
        self,
        at: tuple[float, float],
        text: str,
        *,
        anchor: str = "start",
        color: str = INK,
        size: float = 12,
    ) -> None:
        """Words at a place on their base line."""
        words = self._add("text", x=f"{at[0]:.2f}", y=f"{at[1]:.2f}", fill=color)
        words.set("text-anchor", anchor)
        words.set("font-size", f"{size:g}")
        words.text = text

    def legend(self, at: tuple[float, float], rows: Sequence[tuple[str, str]]) -> float:
        """Colours with their meaning, several to a line; returns where it ends."""
        x, y = at
        for color, text in rows:
            width = 30 + 6.6 * len(text)
            if x > at[0] and x + width > self.width:
                x, y = at[0], y + 18
            self.box((x, y - 9), (11, 11), color)
            self.words((x + 16, y), text, color=SOFT)
            x += width
        return y + 18

    def svg(self) -> str:
        """The drawing as text."""
        return ET.tostring(self._root, encoding="unicode")

    def _add(self, name: str, **attributes: str) -> ET.Element:
        return ET.SubElement(self._root, name, attributes)


# --- charts -----------------------------------------------------------------------


WIDTH, LEFT = 760.0, 62.0
STACK, MOST_NAMED = 240.0, 20
"""How high the stacks of memory are, and how many stages are named."""
ROW, NAMES, RIGHT, LONGEST = 24.0, 420.0, 110.0, 72
"""A part of the time: its height, the room before and after its bar, and its longest name."""
PLOT, BOTTOM = 300.0, 40.0
"""The height of the roofline, and of what is below it."""


def memory_stack(estimate: Estimate) -> str:
    """A column for each stage, stacked from its parts, and a line at the capacity."""
    totals = estimate.stages("M_gpu")
    capacity = estimate.capacity
    top = 1.08 * max([*totals, capacity or 0.0])
    parts = [part for part in estimate.parts("memory") if part.value > 0]
    canvas = Canvas(WIDTH, STACK + 96, "Memory of one GPU, by stage and part")
    scale = (STACK - 10) / top
    for tick in _ticks(top):
        y = STACK - tick * scale
        canvas.line([(LEFT, y), (WIDTH, y)], RULE)
        canvas.words((LEFT - 8, y + 4), f"{tick / 1e9:g} GB", anchor="end", color=SOFT)
    pitch = (WIDTH - LEFT) / len(totals)
    width = min(56.0, 0.82 * pitch)
    for place in range(len(totals)):
        x = LEFT + pitch * (place + 0.5) - width / 2
        y = STACK
        for number, part in enumerate(parts):
            stages = estimate.stages(part.letter)
            value = stages[place] if len(stages) > 1 else stages[0]
            y -= value * scale
            tip = f"stage {place}, {part.name}: {quantity(value, 'byte')}"
            canvas.box((x, y), (width, value * scale), PALETTE[number % len(PALETTE)], tip)
        if len(totals) <= MOST_NAMED or place % (len(totals) // 8) == 0:
            canvas.words((x + width / 2, STACK + 16), f"{place}", anchor="middle", color=SOFT)
    canvas.words((LEFT, STACK + 32), "stage of the pipeline, counted from 0", color=SOFT)
    if capacity is not None:
        y = STACK - capacity * scale
        canvas.line([(LEFT, y), (WIDTH, y)], "#b42318", dashed=True)
        says = f"a GPU has {quantity(capacity, 'byte')}"
        canvas.words((WIDTH, y - 5), says, anchor="end", color="#b42318")
    names = [part.name.removesuffix(" on one GPU").removesuffix(" of one GPU") for part in parts]
    rows = [(PALETTE[n % len(PALETTE)], name) for n, name in enumerate(names)]
    canvas.legend((LEFT, STACK + 54), rows)
    return canvas.svg()


def _ticks(top: float) -> list[float]:
    """Round values, four to eight of them."""
    step = 1e9
    while top / step > 8:
        step *= 2 if f"{step:g}".startswith(("1", "5")) else 2.5
    return [step * n for n in range(int(top / step) + 1)]


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
    room = WIDTH - NAMES - RIGHT
    for number, part in enumerate(parts):
        share = part.value / longest
        canvas.words((NAMES - 10, y + 13), _short(part.name), anchor="end", color=SOFT, size=11)
        canvas.box((NAMES, y + 2), (max(share * room, 0.8), ROW - 9), PALETTE[number % 6])
        says = quantity(part.value, "second") + (f" ({share:.1%})" if whole else "")
        canvas.words((NAMES + share * room + 6, y + 13), says, size=11)
        y += ROW
    return y


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


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
    canvas = Canvas(WIDTH, PLOT + BOTTOM + 40, "Roofline with the operations of one layer")

    def at(intensity: float, rate: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT) * math.log(intensity / low) / math.log(high / low)
        y = PLOT - (PLOT - 20) * math.log(rate / floor) / math.log(1.5 * peak / floor)
        return x, y

    for power in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1):
        x, _ = at(10.0**power, peak)
        canvas.line([(x, 20), (x, PLOT)], RULE)
        canvas.words((x, PLOT + 16), f"{10.0**power:g}", anchor="middle", color=SOFT)
    for power in range(math.ceil(math.log10(floor)), math.floor(math.log10(1.5 * peak)) + 1):
        _, y = at(high, 10.0**power)
        canvas.line([(LEFT, y), (WIDTH, y)], RULE)
        canvas.words((LEFT - 6, y + 4), f"{10.0**power / 1e12:g}", anchor="end", color=SOFT)
    canvas.words((0, 12), "TFLOP/s", color=SOFT)
    canvas.words((WIDTH, PLOT + 32), "operations for each byte", anchor="end", color=SOFT)
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
    canvas.legend((LEFT, PLOT + BOTTOM + 14), rows)
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


DRAWN = ("1f1b", "interleaved", "gpipe")
MOST_BOXES = 3000
THIN = 1.2
"""Passes narrower than this are not told apart."""
FORWARD, BACKWARD, HOP = PALETTE[0], PALETTE[2], PALETTE[4]


@dataclass(frozen=True, slots=True)
class Timeline:
    """When each pass starts and ends, and how many micro-batches are shown."""

    slots: tuple[Slot, ...]
    stages: int
    hop: float
    micro: int

    @property
    def end(self) -> float:
        """When the last pass ends."""
        return max(slot.end for slot in self.slots)


def timeline(estimate: Estimate, most: int = MOST_BOXES) -> Timeline | None:
    """The timeline of an estimate; nothing for schedules that are not drawn, or one stage."""
    run, values = estimate.run, estimate.values
    p, m, v = int(values["p"]), int(values["m"]), int(values["v"])
    schedule = run.choices["schedule"]
    if p < 2 or schedule not in DRAWN or "t_stage" not in values:
        return None
    v = v if schedule == "interleaved" else 1
    fit = max(2 * p, most // (2 * p * v) // p * p)
    micro = min(m, fit)
    hop = float(values["t_hop"]) / (2 * v)
    work = [time - values["t_hop"] for time in estimate.stages("t_stage")]
    share = _forward_share(estimate)
    forward = [share * time for time in work]
    backward = [(1 - share) * time for time in work]
    return Timeline(
        tuple(passes.timeline(schedule, micro, v, forward, backward, hop)), p, hop, micro
    )


def _forward_share(estimate: Estimate) -> float:
    """The share of the pass forward in the time of a layer."""
    values = estimate.values
    kind = "x" if values.get("L_moe") else "d"
    forward, backward = values[f"t_{kind}fwd"], values[f"t_{kind}bwd"]
    return float(forward / (forward + backward + values[f"t_{kind}rec"]))


def _spans(
    slots: Sequence[Slot], hop: float, scale: float
) -> list[tuple[str, list[tuple[float, float]]]]:
    """What is busy when, by color; passes too thin to be told apart become one."""
    spans: dict[str, list[tuple[float, float]]] = {FORWARD: [], BACKWARD: [], HOP: []}
    for slot in slots:
        start, end = slot.start, slot.end
        own = spans[FORWARD if slot.done.kind == "F" else BACKWARD]
        thin = (end - start) * scale < THIN
        if own and thin and (start - own[-1][1]) * scale < 0.1:
            own[-1] = (own[-1][0], end)
        elif hop * scale > 0.4:
            own.append((start, end - hop))
            spans[HOP].append((end - hop, end))
        else:
            own.append((start, end if thin else end - 0.3 / scale))
    return list(spans.items())


def pipeline_timeline(estimate: Estimate) -> str:
    """The timeline as a drawing; empty where there is nothing to draw."""
    found = timeline(estimate)
    if found is None:
        return ""
    p = found.stages
    row = max(7.0, min(26.0, 380.0 / p))
    height = row * p + 86
    canvas = Canvas(WIDTH, height, "Timeline of the pipeline, to scale")
    scale = (WIDTH - LEFT) / found.end
    for stage in range(p):
        y = 14 + stage * row
        canvas.box((LEFT, y), (WIDTH - LEFT, row - 1.5), "#eef1f4")
        if p <= 16 or stage % (p // 8) == 0:
            canvas.words(
                (LEFT - 8, y + row - 3), f"stage {stage}", anchor="end", color=SOFT, size=10
            )
        for color, spans in _spans(
            [slot for slot in found.slots if slot.stage == stage], found.hop, scale
        ):
            edges = [(LEFT + start * scale, LEFT + end * scale) for start, end in spans]
            canvas.band(edges, y, row - 1.5, color)
    y = 14 + p * row
    canvas.line([(LEFT, y + 6), (WIDTH, y + 6)], RULE)
    canvas.words((LEFT, y + 20), "0", color=SOFT)
    canvas.words((WIDTH, y + 20), quantity(found.end, "second"), anchor="end", color=SOFT)
    m = int(estimate["m"])
    if found.micro < m:
        says = f"{found.micro} micro-batches of {m}; the others lengthen the middle"
        canvas.words(((LEFT + WIDTH) / 2, y + 20), says, anchor="middle", color=SOFT)
    rows = [(FORWARD, "forward"), (BACKWARD, "backward")]
    rows += [(HOP, "to the next stage"), ("#eef1f4", "waiting: the bubble")]
    canvas.legend((LEFT, y + 44), rows)
    return canvas.svg()
