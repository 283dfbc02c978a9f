"""Rules about chains: numbers joined by an equals sign, and sides in the same letters."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from derive.errors import DeriveError
from derive.notation import (
    UNSURE,
    Big,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Rejection,
    glyphs_in,
    walk,
)
from derive.registry import Registry

from .changes import Change, Ingredient, Pantry, nearest
from .closeness import close, constant, simple, told
from .documents import Document
from .probing import Probe, Unknown, Values
from .project import Printed, Project
from .sights import Sight, sight_at
from .wording import change_in_words, snippet

EXACTLY, ABOUT = 0.02, 0.25
SMALL = 1000
POINTS = 24
_SCALES = tuple(10.0**power for power in (0, 3, 6, 9, 12, 15, 18)) + tuple(
    1024.0**power for power in (1, 2, 3, 4, 5)
)


def numbers_in_a_chain_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Numbers in a chain agree.

    What: of two neighbours without letters that an equals sign joins, one is
    what the other comes to: within 2 %, by the digits that are printed, or
    rounded to a whole number. Behind "about" 25 % are allowed. Units are
    converted; a unit on one side alone excuses any of its multiples.

    Why: nobody computes a printed number again, and a wrong one is quoted.

    Example: `2 \\times 70 \\times 10^9 = 120` GB. Write 140.
    """
    for printed, chain in _chains(project, document):
        for (left, right), operator in zip(pairwise(chain.members), chain.operators, strict=True):
            if operator not in {"=", "~"} or _has_letters(left) or _has_letters(right):
                continue
            one, other = (_amount(side, project.registry) for side in (left, right))
            if one is None or other is None:
                continue
            gap = _apart(one, other, about=operator == "~")
            if gap is None:
                continue
            latex = printed.span.latex
            yield sight_at(
                document,
                printed.span,
                f"{snippet(left, latex)} comes to {one.value:.6g}, not to {snippet(right, latex)}.",
                inside=right.at[0],
                rows=[("left", f"{one.value:.8g}{one.unit_told}"),
                      ("right", f"{other.value:.8g}{other.unit_told}"),
                      ("apart", f"{100 * gap:.3g} %")],
                guess=f"Write {_proposed(one, other)}, or correct the other side.",
                severity=None if gap > EXACTLY or operator == "~" else "warning",
            )  # fmt: skip


def sides_of_a_chain_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Sides of a chain agree.

    What: two neighbours of a chain in the same letters, joined by an equals
    sign, have the same value wherever the letters are put; tested at points,
    and where they differ, a point shows it.

    Why: a step of algebra that loses a bracket or a factor makes one formula
    two, and only one of them can be right.

    Example: `t = a + b / c = (a + b) / c`. Write `(a c + b) / c`.
    """
    for printed, chain in _chains(project, document):
        for place, (left, right) in enumerate(pairwise(chain.members)):
            if chain.operators[place] != "=" or not _same_letters(left, right):
                continue
            sight = _unequal(document, printed, left, right, defined=place > 0)
            if sight is not None:
                yield sight


def _chains(project: Project, document: Document) -> Iterator[tuple[Printed, Chain]]:
    """Every chain of a document that was read."""
    for printed in project.printed(document):
        if not isinstance(printed.parsed, Rejection):
            for chain in printed.parsed.rows:
                if chain.operators:
                    yield printed, chain


def _has_letters(node: Node) -> bool:
    return any(isinstance(part, Letter | Big) and _named(part) for part in walk(node))


def _named(part: Node) -> bool:
    return not isinstance(part, Letter) or part.glyph not in {"pi", "e"}


# --- numbers ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Amount:
    """What numbers come to; ``scale`` and ``unit`` if units are printed with them."""

    value: float
    scale: float = 1.0
    unit: str = ""
    printed: Number | None = None
    whole: bool = False

    @property
    def unit_told(self) -> str:
        """The unit as a message shows it."""
        return f" {self.unit}" if self.unit else ""

    @property
    def step(self) -> float:
        """Half a unit of the last digit that is printed; 0 for what is computed."""
        if self.printed is None:
            return 0.0
        digits = self.printed.text.replace(",", "").lower().partition("e")[0]
        _, point, behind = digits.partition(".")
        zeros = len(digits) - len(digits.rstrip("0")) if not point else -len(behind)
        scale = self.printed.value / _fraction(digits) if _fraction(digits) else 1
        return float(scale) * 10.0**zeros / 2


def _fraction(digits: str) -> Any:
    from fractions import Fraction

    try:
        return Fraction(digits)
    except ValueError:
        return Fraction(0)


def _amount(node: Node, registry: Registry | None) -> Amount | None:
    """The value of a side without letters, units apart; None where it has none."""
    units = {part.unit for part in walk(node) if isinstance(part, Number) and part.unit} - {"%"}
    if len(units) > 1:
        return None
    try:
        value = Probe({}).value(_without_units(node))
    except Unknown:
        return None
    if not np.all(np.isfinite(value)):
        return None
    inner = node.body if isinstance(node, Negative) else node
    printed = inner if isinstance(inner, Number) else None
    numbers = [part for part in walk(node) if isinstance(part, Number)]
    whole = all(part.value.denominator == 1 and not part.unit for part in numbers)
    unit = next(iter(units), "")
    return Amount(float(value), _scale(unit, registry), unit, printed, whole)


def _without_units(node: Node) -> Node:
    """The same numbers without what is printed behind them."""
    from dataclasses import fields, replace

    if isinstance(node, Number):
        return replace(node, unit="%" if node.unit == "%" else "")
    changed: dict[str, Any] = {}
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, tuple) and value and not isinstance(value[0], int):
            changed[one.name] = tuple(_without_units(part) for part in value)
        elif hasattr(value, "at") and not isinstance(value, str):
            changed[one.name] = _without_units(value)
    return replace(node, **changed)


def _scale(unit: str, registry: Registry | None) -> float:
    """The factor of a unit to its base unit; nan where it is not known."""
    if not unit:
        return 1.0
    if registry is None:
        return float("nan")
    try:
        return float(registry.units.unit(unit).factor)
    except DeriveError:
        return float("nan")


def _apart(one: Amount, other: Amount, *, about: bool) -> float | None:
    """How far two amounts are apart, relative to the first; None where they agree."""
    best: float | None = None
    for left, right, factor in _readings(one, other):
        gap = abs(left - right) / abs(left) if left else abs(right)
        step = max(one.step, other.step) * factor * (1 + 1e-9)
        allowed = ABOUT if about else EXACTLY
        rounded = abs(left - right) <= step or _whole(left, right)
        strict = not about and one.whole and other.whole and abs(left) < SMALL
        if rounded or (gap <= allowed and not strict):
            return None
        best = gap if best is None else min(best, gap)
    return best


def _readings(one: Amount, other: Amount) -> Iterator[tuple[float, float, float]]:
    """Both values in one unit; with one unit missing, in any multiple of the other's."""
    if one.unit and other.unit and one.unit != other.unit:
        if np.isfinite(one.scale) and np.isfinite(other.scale):
            yield one.value * one.scale, other.value * other.scale, other.scale
        return
    yield one.value, other.value, 1.0
    if bool(one.unit) != bool(other.unit):
        for scale in _SCALES:
            yield one.value * scale, other.value, 1.0
            yield one.value, other.value * scale, scale


def _whole(left: float, right: float) -> bool:
    """Whether one is the other rounded to a whole number, up or down."""
    return any(
        abs(b - round(b)) < 1e-9 and round(b) in {np.floor(a), np.ceil(a)} and abs(a) >= 1
        and abs(a - round(a)) > 1e-9
        for a, b in ((left, right), (right, left))
    )  # fmt: skip


def _proposed(one: Amount, other: Amount) -> str:
    """What the second side would have to be, in its own unit."""
    value = one.value
    if one.unit and other.unit:
        value = one.value * one.scale / other.scale
    elif other.unit:
        value = min((one.value / scale for scale in _SCALES), key=lambda v: _away(v, other.value))
    return f"{value:.4g}{other.unit_told or one.unit_told}"


def _away(value: float, printed: float) -> float:
    """How many times apart two values are."""
    return abs(np.log(abs(value / printed))) if value and printed else float("inf")


# --- letters ------------------------------------------------------------------------


def _same_letters(left: Node, right: Node) -> bool:
    """Whether both sides are composed, of the same letters, and have numbers for values."""
    mine, theirs = set(glyphs_in(left)), set(glyphs_in(right))
    composed = all(not isinstance(side, Letter | Number) for side in (left, right))
    return composed and bool(mine) and mine == theirs


def _unequal(
    document: Document, printed: Printed, left: Node, right: Node, *, defined: bool
) -> Sight | None:
    """A finding where two sides in the same letters differ."""
    if isinstance(printed.parsed, Rejection) or _unsure(printed.parsed, left, right):
        return None
    probe = Probe(_Drawn())
    try:
        one, other = (np.broadcast_to(probe.value(side), (POINTS,)) for side in (left, right))
    except Unknown:
        return None
    if close(one, other) or not np.all(np.isfinite(one) == np.isfinite(other)):
        return None
    if not np.any(np.isfinite(one)):
        return None
    found = _change(probe, left, right, one)
    if not defined and found is None:
        # Two composed sides alone may be an equation to be solved, which no letter is defined by.
        return None
    latex = printed.span.latex
    ratio = constant(other / one)
    factor = simple(ratio) if ratio is not None else None
    told_as = (
        f"the second is {told(factor)} times the first" if factor else _at(probe, left, one, other)
    )
    rows = [("left", snippet(left, latex)), ("right", snippet(right, latex)), ("differ", told_as)]
    guess = f"If the left side is right: {change_in_words(found, latex)}." if found else ""
    return sight_at(
        document,
        printed.span,
        "Two sides of this chain in the same letters are not equal.",
        inside=(found.node if found else right).at[0],
        rows=rows,
        guess=guess,
    )


def _unsure(chain: Chain, left: Node, right: Node) -> bool:
    """Whether the reading of one of the sides could be another's."""
    kinds = UNSURE - {"guess", "suffix"}
    return any(
        note.kind in kinds and any(side.at[0] <= note.at[0] < side.at[1] for side in (left, right))
        for note in chain.notes
    )


def _change(probe: Probe, left: Node, right: Node, one: Values) -> Change | None:
    """The single change of the second side that makes both equal."""
    letters = [Ingredient(glyph, probe.letters[glyph], letter=True) for glyph in glyphs_in(left)]
    composed = [
        Ingredient(_Shown(part), probe.value(part))
        for part in walk(left)
        if not isinstance(part, Letter | Number)
    ]
    pantry = Pantry.of([*letters, *composed[:40]], POINTS)
    found = nearest(probe, right, one, pantry)
    return found if found is not None and found.cost <= 1.3 else None


@dataclass(frozen=True, slots=True)
class _Shown:
    """A part of the print that a message names by its letters."""

    node: Node

    def __str__(self) -> str:
        from derive.notation import prefix

        return str(prefix(self.node))


def _at(probe: Probe, left: Node, one: Values, other: Values) -> str:
    """A point at which two sides differ, with both values."""
    differ = np.isfinite(one) & np.isfinite(other) & (np.abs(one - other) > 1e-9 * np.abs(one))
    place = int(np.flatnonzero(differ)[0])
    letters = ", ".join(f"{glyph} = {probe.letters[glyph][place]:g}" for glyph in glyphs_in(left))
    return f"{one[place]:.6g} against {other[place]:.6g} where {letters}"


class _Drawn(Mapping[str, Values]):
    """Values for any letter, the same at each run."""

    def __getitem__(self, glyph: str) -> Values:
        seed = int.from_bytes(hashlib.sha256(glyph.encode()).digest()[:8], "big")
        return np.round(np.random.default_rng(seed).uniform(2.0, 9.0, POINTS), 3)

    def __contains__(self, glyph: object) -> bool:
        return isinstance(glyph, str) and "(" not in glyph and glyph not in _FUNCTION_NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


_FUNCTION_NAMES = frozenset(
    "max min log ln lg exp sqrt ceil floor abs round sin cos tan sinh cosh tanh arctan root "
    "binomial factorial sizeof pi e gcd lcm".split()
)
