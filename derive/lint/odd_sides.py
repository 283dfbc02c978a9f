"""Sides of a chain that the document's own formulas contradict, or that lost a letter or term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from derive.notation import Chain, Letter, Node, Number, prefix, walk

from .changes import Change, Ingredient, Pantry, nearest
from .expanded_sides import (
    EVIDENCE,
    SIMPLE,
    chooses,
    closed_sum,
    false_conclusion,
    odd_member,
    one_slip,
    with_formulas,
)
from .expansion import POINTS, Drawn, Expansion
from .other_cases import given_before
from .probing import Probe, Unknown, close, letters_in
from .project import Printed
from .rules import Sight, sight_at
from .special_sides import is_filled_in
from .statements import Definition
from .system import System
from .wording import change_in_words, plain, snippet

MOST_PARTS = 24


def odd_one_out(system: System, printed: Printed, chain: Chain, declared: set[str]) -> Sight | None:
    """A side that the document's formulas contradict, where all letters have rows of their own."""
    letters = frozenset().union(*(letters_in(side, system.own) for side in chain.members))
    if not all(letter in declared or system.definitions.get(letter) for letter in letters):
        return None
    return (
        closed_sum(system, printed, chain)
        or odd_member(system, printed, chain)
        or false_conclusion(system, printed, chain)
        or _lost_letter(system, printed, chain)
        or _lost_term(system, printed, chain)
        or one_slip(system, printed, chain)
    )


def _lost_letter(system: System, printed: Printed, chain: Chain) -> Sight | None:
    """A finding on two sides that are one letter apart, with the document's formulas put in."""
    if not isinstance(chain.members[0], Letter):
        return None
    for place, (left, right) in enumerate(pairwise(chain.members)):
        sides = (left, right)
        if place == 0 or chain.operators[place - 1 : place + 1] != ("=", "="):
            continue
        if any(map(chooses, sides)) or not all(map(letters_in, sides)) or is_filled_in(*sides):
            continue
        letters = letters_in(left, system.own) | letters_in(right, system.own)
        # What is a factor apart as it stands is so whatever is put in.
        as_printed = _apart({}, left, right)
        choices = system.choices(letters, chain, {"="}, printed.span.start)
        outcomes = [as_printed] if as_printed and as_printed[0] else [
            apart for chosen in choices if (apart := _apart(chosen, left, right)) is not None
        ]  # fmt: skip
        if outcomes and all(letter for letter, *_ in outcomes):
            letter, lacks, factor = outcomes[0]
            if any(value.glyph == letter for value in given_before(system, printed)):
                # "At D = 1 the stages are worth nothing: S_3 = S_0".
                continue
            side = sides[lacks]
            latex = printed.span.latex
            return sight_at(
                system.document,
                printed.span,
                f"With the document's own formulas put in, the sides of this chain are the factor "
                f"{plain(factor)} apart.",
                inside=side.at[0],
                rows=[("left", snippet(left, latex)), ("right", snippet(right, latex))],
                guess=f"Put {plain(factor)} into {plain(snippet(side, latex))}, or take it out of "
                "the other side.",
                evidence=EVIDENCE,
            )
    return None


def _lost_term(system: System, printed: Printed, chain: Chain) -> Sight | None:
    """A finding on a side that lacks letters of the side before it, and one term with them."""
    own, start = system.own, printed.span.start
    for place, (left, right) in enumerate(pairwise(chain.members)):
        joined = chain.operators[max(place - 1, 0) : place + 1]
        if place == 0 or set(joined) != {"="} or any(map(chooses, (left, right))):
            continue
        if isinstance(right, Letter | Number) or is_filled_in(left, right):
            continue
        letters = letters_in(left, own) | letters_in(right, own)
        changes: list[Change] = []
        for chosen in system.choices(letters, chain, {"="}, start):
            sides = with_formulas(chosen, left, right)
            if sides is None:
                continue
            (values, first), (other, second) = sides
            if close(values, other) or not second.bases < first.bases:
                # A way in which both agree, or lack nothing.
                return None
            changes += _restoring(left, right, chosen, first)
        if changes:
            latex = printed.span.latex
            return sight_at(
                system.document,
                printed.span,
                "The sides of this chain are equal, with the document's own formulas put in, if "
                f"{change_in_words(changes[0], latex)}.",
                inside=right.at[0],
                rows=[("left", snippet(left, latex)), ("right", snippet(right, latex))],
                guess="Put it back, or take it out of the other side.",
                evidence=EVIDENCE,
            )
    return None


def _restoring(
    left: Node, right: Node, chosen: Mapping[str, Definition], used: Expansion
) -> Iterator[Change]:
    """The one term that a side lacks, made of parts of the formulas behind the other side."""
    expansion = Expansion(chosen)
    probe = Probe(expansion)
    try:
        wanted = np.broadcast_to(probe.value(left), (POINTS,))
        parts = {
            str(prefix(part)): part
            for law in used.used.values() for part in walk(law.side)
            if not isinstance(part, Letter | Number)
        }  # fmt: skip
        pantry = [Ingredient(name, Drawn()[name], letter=True) for name in sorted(used.bases)]
        pantry += [
            Ingredient(plain(_shown(part, used)), probe.value(part))
            for part in [*parts.values()][:MOST_PARTS]
        ]
        change = nearest(Probe(Expansion(chosen)), right, wanted, Pantry.of(pantry, POINTS))
    except Unknown:
        return
    if change is not None and change.kind == "missing term" and change.cost <= SIMPLE:
        yield change


def _shown(part: Node, used: Expansion) -> str:
    """A part of one of the formulas as it is printed."""
    law = next(law for law in used.used.values() if any(part is one for one in walk(law.side)))
    return snippet(part, law.printed.span.latex)


def _apart(
    chosen: Mapping[str, Definition], left: Node, right: Node
) -> tuple[str, int, str] | None:
    """The one letter that two sides are apart by, empty for none, the side that lacks it, and how.

    A letter itself, or what it is more or less than one: ``1 + \\omega``.
    """
    sides = with_formulas(chosen, left, right)
    if sides is None:
        return None
    (values, first), (other, second) = sides
    if not np.all(np.isfinite(values) & np.isfinite(other)) or not np.all(values):
        return None
    drawn = Drawn()
    for letter in sorted(first.bases ^ second.bases):
        own = drawn[letter]
        ways = {letter: own, f"1 + {letter}": 1 + own, f"1 - {letter}": 1 - own}
        # One letter stands for another: ``a b`` for ``a c``.
        ways |= {f"{letter} / {other}": own / drawn[other] for other in first.bases & second.bases}
        for factor, by in ways.items():
            if any(close(other / values, by**power) for power in (1.0, -1.0)):
                return letter, int(letter in first.bases), factor
    return "", 0, ""
