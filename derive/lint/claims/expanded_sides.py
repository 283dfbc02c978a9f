"""Sides of a chain with the document's own formulas put in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np

from derive.notation import Call, Chain, Letter, Negative, Node, Sum, walk

from ..laws.changes import Change, Ingredient, Pantry, nearest
from ..laws.probing import ROUNDINGS, Probe, Unknown, Values, close, constant, letters_in
from ..laws.special_sides import adds_letters, are_composed, is_filled_in
from ..laws.wording import change_in_words, snippet
from ..numbers.expansion import POINTS, Expansion
from ..numbers.given_values import NEXT_POINT
from ..numbers.statements import Definition
from ..numbers.suppositions import is_equated
from ..numbers.system import System
from ..project import Printed
from ..rules import Sight, sight_at
from ..texts.documents import Document

THREE, MOST_USED, SIMPLE, SURELY = 3, 4, 1.3, 1.2
_NOWHERE = (0, 0)
EVIDENCE = f"the document's own formulas, at {POINTS} points"


def one_slip(system: System, printed: Printed, chain: Chain) -> Sight | None:
    """A finding on two composed sides, or on a total, that one change makes equal for all values.

    An equation to be solved is no change away from what holds of all letters.
    """
    left, right, *more = chain.members
    own = system.own
    # "x / y = (r + s) / (q + s) = 66 / 8": the numbers are of an example, the formulas of all.
    if any(letters_in(side, own) for side in more) or chain.operators[0] != "=":
        return None
    if isinstance(left, Letter):
        return None
    is_total = adds_letters(left) and isinstance(right, Letter)
    if not (is_total or are_composed(left, right)) or any(map(chooses, (left, right))):
        return None
    if is_equated(system.document, printed) or is_filled_in(left, right):
        return None
    apart = letters_in(left, own) ^ letters_in(right, own)
    start = printed.span.offset(chain.at[0])
    slips: list[tuple[Change, Definition | None]] = []
    ways: set[frozenset[int]] = set()
    for chosen in system.choices(apart, chain, {"="}, printed.span.start, deep=False):
        sides = with_formulas(chosen, left, right)
        if sides is None:
            continue
        (values, first), (other, second) = sides
        used = [*{**first.used, **second.used}.values()]
        if close(values, other) or len(used) > MOST_USED:
            return None
        if not used or any(chooses(law.side) or law.offset > start for law in used):
            continue
        ways.add(frozenset(id(law.row) for law in used))
        if any(_is_of_another_point(system.document, law.offset, start) for law in used):
            continue
        slips += _slips(chosen, left, right, own, is_total=is_total)
    # Of several formulas of one letter each is of a case: in proportion, or by the root.
    return _told_slip(system, printed, chain, *slips[0]) if slips and len(ways) == 1 else None


def _slips(
    chosen: Mapping[str, Definition],
    left: Node,
    right: Node,
    own: frozenset[str],
    *,
    is_total: bool,
) -> Iterator[tuple[Change, Definition | None]]:
    """The change of the second side, or of the formula of a part, after which sides are equal."""
    if not is_total:
        change = _change_to(right, left, chosen, own)
        if change is not None and change.cost <= SURELY:
            yield change, None
        return
    assert isinstance(left, Sum)
    for part in left.terms:
        law = chosen.get(part.glyph) if isinstance(part, Letter) else None
        if law is None:
            continue
        others = [Negative(term, _NOWHERE) for term in left.terms if term is not part]
        rest = Sum((right, *others), _NOWHERE)
        sides = with_formulas(chosen, rest)
        change = _change_to(law.side, rest, chosen, own)
        # What is a part of a whole is more than nothing.
        if change and change.cost <= SURELY and sides and np.any(sides[0][0] > 0):
            yield change, law


def _told_slip(
    system: System, printed: Printed, chain: Chain, change: Change, law: Definition | None
) -> Sight:
    left, right, *_ = chain.members
    latex = printed.span.latex
    line, _ = system.document.place(printed.span.start)
    where = law.printed.span if law is not None else printed.span
    return sight_at(
        system.document,
        where,
        f"The two sides in line {line} are equal, with the document's own formulas put in, if in "
        f"this formula {change_in_words(change, where.latex)}.",
        inside=change.node.at[0],
        rows=[("left", snippet(left, latex)), ("right", snippet(right, latex))],
        guess="Correct this formula, or the relation.",
        evidence=EVIDENCE,
    )


def with_formulas(
    chosen: Mapping[str, Definition], *sides: Node
) -> list[tuple[Values, Expansion]] | None:
    """The values of sides with definitions put in, each with what that took; None without any."""
    if _ring(chosen):
        return None
    expansions = [Expansion(chosen) for _ in sides]
    try:
        return [
            (np.broadcast_to(Probe(expansion).value(side), (POINTS,)), expansion)
            for expansion, side in zip(expansions, sides, strict=True)
        ]
    except Unknown:
        return None


def _is_of_another_point(document: Document, first: int, second: int) -> bool:
    """Whether two places stand in two points of one list: each speaks of a case of its own."""
    start = max(document.text.rfind("\n\n", 0, first), 0)
    points = [point.start() for point in NEXT_POINT.finditer(document.text, start, second)]
    return bool(points) and points[0] < first < points[-1]


def _change_to(
    side: Node, other: Node, chosen: Mapping[str, Definition], own: frozenset[str]
) -> Change | None:
    """The one change of a side after which it is another one, with some formulas put in."""
    expansion = Expansion(chosen)
    try:
        wanted = np.broadcast_to(Probe(expansion).value(other), (POINTS,))
    except Unknown:
        return None
    return change_to_values(side, wanted, chosen, expansion.bases | letters_in(side, own))


def change_to_values(
    side: Node, wanted: Values, chosen: Mapping[str, Definition], names: Collection[str]
) -> Change | None:
    """The one change of a side after which it has other values, made of some letters."""
    try:
        probe = Probe(Expansion(chosen))
        letters = [Ingredient(name, probe.letters[name], letter=True) for name in sorted(names)]
        change = nearest(probe, side, wanted, Pantry.of(letters, POINTS))
    except Unknown:
        return None
    return change if change is not None and change.cost <= SIMPLE else None


def odd_member(system: System, printed: Printed, chain: Chain) -> Sight | None:
    """A finding on the one of three sides that is not what the two others come to."""
    sides = [side for side in chain.members if not isinstance(side, Letter)]
    letters = [letters_in(side, system.own) for side in sides]
    if len(sides) != THREE or set(chain.operators) != {"="} or not all(letters):
        return None
    if any(map(chooses, sides)) or any(is_filled_in(*pair) for pair in pairwise(sides)):
        return None
    odd: dict[int, tuple[Definition, ...]] = {}
    for chosen in system.choices(frozenset().union(*letters), chain, {"="}, printed.span.start):
        put_in = with_formulas(chosen, *sides)
        if put_in is None:
            continue
        first, second, third = (values for values, _ in put_in)
        alike = [close(second, third), close(first, third), close(first, second)]
        if all(alike):
            return None
        if sum(alike) == 1:
            place = alike.index(True)
            own, *others = (expansion.bases for _, expansion in (put_in[place], *put_in))
            # Where a letter is left that no other side has, a value was put in for it there.
            if own <= frozenset().union(*others[:place], *others[place + 1 :]):
                odd[place] = tuple(put_in[0][1].used.values())
    if len(odd) != 1:
        return None
    ((place, used),) = odd.items()
    whole = sides[place - 1 if place else 1]
    return contradiction(system, printed, whole, sides[place], used) if used else None


def without_circles(chosen: Mapping[str, Definition]) -> Iterator[Mapping[str, Definition]]:
    """Some formulas, or where letters are defined by each other each choice without one of them.

    "With $r = D / P$, insert $D = r P$": of the two only one is put in.
    """
    ring = _ring(chosen)
    for lost in ring or [""]:
        left = {glyph: law for glyph, law in chosen.items() if glyph != lost}
        if not _ring(left):
            yield left


def _ring(chosen: Mapping[str, Definition]) -> list[str]:
    """The letters that rest on each other."""
    open_ = {glyph: {*law.needs} & chosen.keys() - {glyph} for glyph, law in chosen.items()}
    while leaves := [glyph for glyph, needs in open_.items() if not needs]:
        for leaf in leaves:
            del open_[leaf]
        for needs in open_.values():
            needs.difference_update(leaves)
    return list(open_)


def chooses(side: Node) -> bool:
    """Whether a side takes the largest or the smallest of several, or rounds."""
    return any(
        isinstance(part, Call) and part.function in {"max", "min", *ROUNDINGS}
        for part in walk(side)
    )


def expanded(
    chosen: Mapping[str, Definition], left: Node, right: Node, start: int
) -> tuple[bool, tuple[Definition, ...], float | None] | None:
    """Whether two sides agree with some definitions put in, which, and their constant ratio.

    None if nothing can be told.
    """
    sides = with_formulas(chosen, left, right)
    if sides is None:
        return None
    (values, first), (other, second) = sides
    used = {**first.used, **second.used}
    # A letter that only one side has may be anything, unless it cancels; what is defined
    # later may be meant to follow from the chain.
    alone = first.bases ^ second.bases
    if alone and any(law.offset > start for law in used.values()):
        return None
    try:
        for side, own in ((left, values), (right, other)) if alone else ():
            again = Probe(Expansion(chosen, otherwise=frozenset(alone))).value(side)
            if not close(np.broadcast_to(again, (POINTS,)), own):
                return None
    except Unknown:
        return None
    if not used or not np.any(np.isfinite(values) & np.isfinite(other)):
        return None
    return close(values, other), tuple(used.values()), constant(other / values)


def contradiction(
    system: System, printed: Printed, left: Node, right: Node, used: Sequence[Definition]
) -> Sight:
    """The finding on two sides that differ with some definitions put in."""
    document, latex = system.document, printed.span.latex
    return sight_at(
        document,
        printed.span,
        "Two sides of this chain are not equal when the document's own formulas are put in.",
        inside=right.at[0],
        rows=[
            ("left", snippet(left, latex)),
            ("right", snippet(right, latex)),
            *(
                (f"line {one.line}", f"{one.glyph} = {snippet(one.side, one.printed.span.latex)}")
                for one in used
            ),
        ],
        guess="One of these formulas is wrong.",
        evidence=EVIDENCE,
    )
