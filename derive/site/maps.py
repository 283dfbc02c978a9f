"""What follows from what, drawn: columns of formulas, each right of all it rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx as nx

from derive.book.shapes import Book, SubjectPage

WIDTH, GAP, LINE, PAD, APART = 178, 54, 14, 7, 10
LETTERS, LINES = 29, 3
SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Box:
    """A formula on a map: its corner, its size, its title in lines."""

    id: str
    address: str
    title: str
    lines: tuple[str, ...]
    x: int
    y: int
    height: int
    inside: bool
    """Whether it belongs to the subject of the map."""


@dataclass(frozen=True, slots=True)
class Map:
    """Boxes and the paths between them, in pixels."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    paths: tuple[str, ...]


def maps_of(book: Book) -> dict[str, Map]:
    """The map of every subject in which something follows from something."""
    made = {subject["id"]: _map(book, subject) for subject in book["subjects"]}
    return {name: one for name, one in made.items() if one is not None}


def _map(book: Book, subject: SubjectPage) -> Map | None:
    graph: nx.DiGraph[str] = nx.DiGraph()
    inside = {card["formula"]["id"] for card in subject["formulas"]}
    for name in sorted(inside):
        graph.add_edges_from((used["id"], name) for used in book["formulas"][name]["uses"])
    if not graph.number_of_edges() or not nx.is_directed_acyclic_graph(graph):
        return None  # a circle is the checker's to tell
    columns = ordered(graph)
    lines = {name: _lines(book["formulas"][name]["title"]) for name in graph}
    places = _places(columns, {name: len(lines[name]) * LINE + 2 * PAD for name in graph})
    boxes = tuple(
        Box(
            id=name,
            address=book["formulas"][name]["address"],
            title=book["formulas"][name]["title"],
            lines=lines[name],
            x=places[name][0],
            y=places[name][1],
            height=places[name][2],
            inside=name in inside,
        )
        for column in columns
        for name in column
    )
    paths = tuple(_path(places[start], places[end]) for start, end in sorted(graph.edges))
    width = len(columns) * (WIDTH + GAP) - GAP
    return Map(width + 2, max(box.y + box.height for box in boxes) + 2, boxes, paths)


def ordered(graph: nx.DiGraph[str]) -> list[list[str]]:
    """Columns by the longest way to a formula, each sorted to keep lines short.

    The sweeps put a box at the mean height of its neighbours; ties keep the
    order of names, so that the same book gives the same map.
    """
    columns = [sorted(one) for one in nx.topological_generations(graph)]
    for sweep in range(SWEEPS):
        forward = sweep % 2 == 0
        height = {name: at / len(column) for column in columns for at, name in enumerate(column)}
        for column in columns if forward else reversed(columns):
            column.sort(key=lambda name: (_mean(graph, height, name, forward=forward), name))
            height |= {name: at / len(column) for at, name in enumerate(column)}
    return columns


def _mean(
    graph: nx.DiGraph[str], height: Mapping[str, float], name: str, *, forward: bool
) -> float:
    near = list(graph.predecessors(name) if forward else graph.successors(name))
    return sum(height[one] for one in near) / len(near) if near else height[name]


def _lines(title: str) -> tuple[str, ...]:
    found = textwrap.wrap(title, LETTERS)
    if len(found) > LINES:
        found = [*found[: LINES - 1], found[LINES - 1][: LETTERS - 1].rstrip() + "…"]
    return tuple(found)


def _places(
    columns: Sequence[Sequence[str]], heights: Mapping[str, int]
) -> dict[str, tuple[int, int, int]]:
    """The corner and height of each box; short columns stand in the middle."""
    tall = [sum(heights[name] + APART for name in column) - APART for column in columns]
    found: dict[str, tuple[int, int, int]] = {}
    for number, column in enumerate(columns):
        y = 1 + (max(tall) - tall[number]) // 2
        for name in column:
            found[name] = (1 + number * (WIDTH + GAP), y, heights[name])
            y += heights[name] + APART
    return found


def _path(start: tuple[int, int, int], end: tuple[int, int, int]) -> str:
    """A curve from the right side of one box to the left side of another."""
    x1, y1 = start[0] + WIDTH, start[1] + start[2] // 2
    x2, y2 = end[0], end[1] + end[2] // 2
    bend = min(GAP, (x2 - x1)) * 2 // 3
    return f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
