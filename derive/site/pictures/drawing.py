"""A drawing as plain data: shapes in the units of its view box; the template writes the SVG.

Colours are names (``h1`` to ``h6``, ``ink``, ``soft``, ``line``, ``wash``) that the style sheet
knows in light, dark and print.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

WIDTH = 460.0
SMALL = 12.0
Point = tuple[float, float]


@dataclass(slots=True)
class Picture:
    """A drawing with its title and, for whoever does not see it, what it shows."""

    title: str
    says: str
    height: float
    shapes: list[dict[str, Any]] = field(default_factory=list)

    def rect(self, at: Point, size: Point, colour: str) -> None:
        """A filled box."""
        self._add("rect", x=at[0], y=at[1], w=size[0], h=size[1], colour=colour)

    def frame(self, at: Point, size: Point, *, round_: float = 4) -> None:
        """An empty box with an outline."""
        self._add("frame", x=at[0], y=at[1], w=size[0], h=size[1], r=round_)

    def circle(self, at: Point, radius: float, colour: str) -> None:
        """A filled disc."""
        self._add("circle", x=at[0], y=at[1], r=radius, colour=colour)

    def line(
        self,
        points: Iterable[Point],
        colour: str = "soft",
        *,
        arrow: bool = False,
        dashed: bool = False,
        wide: float = 1.5,
    ) -> None:
        """A line through some points, with an arrow head at its end where one is wanted."""
        places = list(points)
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        self._add("line", path=path, colour=colour, dashed=dashed, wide=wide)
        if arrow:
            self._head(places[-2], places[-1], colour)

    def text(
        self,
        at: Point,
        words: str,
        *,
        anchor: str = "start",
        colour: str = "soft",
        size: float = SMALL,
        strong: bool = False,
    ) -> None:
        """Words at a place: their base line, and the end that ``anchor`` names."""
        look = {"anchor": anchor, "colour": colour, "size": size, "strong": strong}
        self._add("text", x=at[0], y=at[1], words=words, **look)

    def _head(self, start: Point, end: Point, colour: str) -> None:
        (x0, y0), (x1, y1) = start, end
        length = max(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 1e-6)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        left = (x1 - 7 * ux - 3.5 * uy, y1 - 7 * uy + 3.5 * ux)
        right = (x1 - 7 * ux + 3.5 * uy, y1 - 7 * uy - 3.5 * ux)
        path = f"M{x1:.1f} {y1:.1f}L{left[0]:.1f} {left[1]:.1f}L{right[0]:.1f} {right[1]:.1f}Z"
        self._add("head", path=path, colour=colour)

    def _add(self, kind: str, **facts: Any) -> None:
        rounded = {
            name: round(value, 1) if isinstance(value, float) else value
            for name, value in facts.items()
        }
        self.shapes.append({"kind": kind, **rounded})


def key(picture: Picture, entries: Iterable[tuple[str, str]], at: Point) -> None:
    """What the colours mean, in a row."""
    x, y = at
    for colour, words in entries:
        picture.rect((x, y - 9), (10, 10), colour)
        picture.text((x + 14, y), words)
        x += 14 + 6.9 * len(words) + 14
