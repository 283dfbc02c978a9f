"""What each part of a printed formula would have to be, the others being as they are."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from derive.frozen import Record
from derive.notation import Call, Cases, Negative, Node, Power, Product, Quotient, Sum

from .probing import CLOSE, EXTREMES, Probe, Values, chosen, parts_of


class Place(Record):
    """A part of a printed tree: its values, those it would need, and the way up.

    ``wanted`` is ``nan`` where no value of the part alone gives the root's, and
    None below a rounding, where many do.
    """

    node: Node
    path: tuple[Node, ...]
    actual: Values
    wanted: Values | None


def places(probe: Probe, root: Node, wanted: Values) -> Iterator[Place]:
    """Every part of a tree with the value that alone would give ``wanted`` at the root."""
    keep: dict[int, Values] = {}
    with np.errstate(all="ignore"):
        probe.kept(root, keep)
        yield from _down(probe, keep, root, (), wanted)


def _down(
    probe: Probe,
    keep: dict[int, Values],
    node: Node,
    path: tuple[Node, ...],
    wanted: Values | None,
) -> Iterator[Place]:
    # Values went up from the leaves once; what is wanted comes down from the root, each operation
    # solved for one of its parts (the two passes of HC4-revise in interval constraint solving).
    yield Place(node, path, keep[id(node)], wanted)
    if probe.named(node):
        return
    parts = parts_of(node)
    values = [keep[id(part)] for part in parts]
    for index, part in enumerate(parts):
        needed = None if wanted is None else _needed(node, values, index, wanted)
        yield from _down(probe, keep, part, (*path, node), needed)


def _needed(  # noqa: PLR0911  one answer for each kind of node
    node: Node, values: list[Any], index: int, wanted: Any
) -> Any:
    """What one part would have to be, the others as they are; None if nobody can tell."""
    others = values[:index] + values[index + 1 :]
    if isinstance(node, Cases):
        return _needed_in_cases(node, values, index, wanted)
    match node:
        case Negative():
            return -wanted
        case Sum():
            return wanted - functools.reduce(np.add, others)
        case Product():
            return wanted / functools.reduce(np.multiply, others)
        case Quotient():
            return wanted * others[0] if index == 0 else others[0] / wanted
        # An even power hides a sign: the root may be wrong, and then no change fits.
        case Power():
            if index == 0:
                return np.power(np.asarray(wanted, dtype=float), 1 / others[0])
            return np.log(wanted) / np.log(others[0])
        case Call(function=name):
            return _needed_by_call(name, others, index, wanted)
        case _:
            return None


def _needed_in_cases(node: Cases, values: list[Any], index: int, wanted: Any) -> Any:
    """What a value would have to be where its condition holds; nobody can tell of a condition."""
    if index >= len(node.values):
        return None
    return np.where(list(chosen(node, values))[index], wanted, np.nan)


def _needed_by_call(name: str, others: list[Any], index: int, wanted: Any) -> Any:
    if name in EXTREMES:
        rest = functools.reduce(EXTREMES[name], others) if others else wanted
        beats = wanted > rest if name == "max" else wanted < rest
        # Where the others decide, the last digits do not say that this part would have to.
        apart = np.abs(wanted - rest) > CLOSE * np.abs(rest)
        return np.where((beats & apart) | (len(others) == 0), wanted, np.nan)
    simple: dict[str, Callable[[Any], Any]] = {
        "exp": np.log, "ln": np.exp, "sqrt": np.square, "lg": lambda v: 10.0**v,
        "abs": lambda v: v,
    }  # fmt: skip
    if name == "log":
        if len(others) == 1:
            return others[0] ** wanted if index == 0 else others[0] ** (1 / wanted)
        return np.exp(wanted)
    if name == "root":
        return wanted ** others[0] if index == 0 else np.log(others[0]) / np.log(wanted)
    return simple[name](wanted) if name in simple else None


def across_the_line(node: Quotient) -> Iterator[tuple[Node, Node]]:
    """Each factor above the line with each one below it, but where both stand alone."""
    above, below = (
        parts_of(side) if isinstance(side, Product) else (side,) for side in (node.over, node.under)
    )
    if len(above) + len(below) > 2:
        yield from itertools.product(above, below)


def changed(
    probe: Probe, keep: Mapping[int, Values], place: tuple[Node, ...], new: Values
) -> Values:
    """The value of the root when the last node of a path has another value."""
    with np.errstate(all="ignore"):
        for upper, lower in zip(reversed(place[:-1]), reversed(place[1:]), strict=True):
            parts = [new if part is lower else keep[id(part)] for part in parts_of(upper)]
            new = probe.applied(upper, parts)
    return new
