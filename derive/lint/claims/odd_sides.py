"""Sides of a chain that the document's own formulas contradict, or that lost a letter or term."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import chain as chain_of
from itertools import pairwise, permutations

import numpy as np

from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Node, Number, prefix, renamed, walk

from ..laws.changes import Change, Ingredient, Pantry, nearest
from ..laws.probing import Probe, Unknown, Values, close, letters_in
from ..laws.special_sides import is_filled_in
from ..laws.wording import change_in_words, plain, snippet
from ..numbers.expansion import POINTS, Drawn, Expansion
from ..numbers.statements import Definition
from ..numbers.system import System
from ..project import Printed
from ..rules import Sight, sight_at
from .expanded_sides import (
    EVIDENCE,
    SIMPLE,
    chooses,
    odd_member,
    one_slip,
    with_formulas,
)
from .other_cases import given_before

MOST_PARTS, AROUND = 24, 250
_NEGLECTS = lazy_re(
    r"\b(?:neglect\w*|ignor\w*|negligible|larger?|long|small|dominat\w*|without|drop(?:s|ped)?"
    r"|limit|vanish\w*|asymptotic\w*|tends?|approach\w*|approximat\w*|nothing|free|zero|if|when)\b",
    re.IGNORECASE,
)
_APPROXIMATES = lazy_re(r"\bapproximat(?:e|es|ed|ion|ions|ing)\b", re.IGNORECASE)
# In a case one letter, or a value, stands for another one.
_PUT_IN = frozenset(("letter", "number"))


def odd_one_out(system: System, printed: Printed, chain: Chain, declared: set[str]) -> Sight | None:
    """A side that the document's formulas contradict, where all letters have rows of their own."""
    letters = frozenset().union(*(letters_in(side, system.own) for side in chain.members))
    if not all(letter in declared or system.definitions.get(letter) for letter in letters):
        return None
    return (
        odd_member(system, printed, chain)
        or _one_slip_behind(system, printed, chain)
        or one_slip(system, printed, chain)
    )


def _one_slip_behind(system: System, printed: Printed, chain: Chain) -> Sight | None:
    """A finding on a side that one change makes what the side before it comes to.

    Or that lacks all terms with some letters of that.
    """
    own, start, latex = system.own, printed.span.start, printed.span.latex
    for place, (left, right) in enumerate(pairwise(chain.members)):
        joined = chain.operators[max(place - 1, 0) : place + 1]
        if place == 0 or set(joined) != {"="} or any(map(chooses, (left, right))):
            continue
        if not all(letters_in(side, own) for side in (left, right)) or is_filled_in(left, right):
            continue
        laws = system.definitions.get(left.glyph, []) if isinstance(left, Letter) else []
        if len({law.needs for law in laws if law.row is not chain}) > 1:
            # Of several formulas of a letter each is of a case.
            continue
        letters = letters_in(left, own) | letters_in(right, own)
        # With "P is about 12 l h h" some formulas go in circles, and come to nothing.
        if any(_agree(chosen, left, right) for operators in ({"="}, {"=", "~"})
               for chosen in system.choices(letters, chain, operators, start)):  # fmt: skip
            return None
        ways = [
            (chosen, (sides[0][1], sides[1][1]), sides[1][0])
            for chosen in system.choices(letters, chain, {"="}, start)
            if (sides := with_formulas(chosen, left, right)) is not None
        ]
        given = {value.glyph for value in given_before(system, printed)}
        if any(given & (first.bases ^ second.bases) for _, (first, second), _ in ways):
            # "At D = 1 the stages are worth nothing: S_3 = S_0".
            return None
        words = _words_around(system, printed)
        if _APPROXIMATES.search(words):
            continue
        changes = (
            (f"The sides of this chain are equal if {change_in_words(change, latex)}",
             _put_into(change, (left, right), both, latex))
            for chosen, both, _ in ways for change in _restoring(left, right, chosen, both)
            if not _is_of_a_case(system, change)
        )  # fmt: skip
        lost = (
            (f"This side lacks the terms with {plain(letter)} of the side before it", "it back")
            for chosen, (first, second), values in ways if not _NEGLECTS.search(words)
            for letter in _letters_lost(left, values, chosen, first.bases - second.bases)
        )  # fmt: skip
        finding, what = next(chain_of(changes, lost), ("", ""))
        if finding:
            return sight_at(
                system.document,
                printed.span,
                f"{finding}, with the document's own formulas put in.",
                inside=right.at[0],
                rows=[("left", snippet(left, latex)), ("right", snippet(right, latex))],
                guess=f"Put {what}, or take it out of the other side.",
                evidence=EVIDENCE,
            )
    return None


def _is_of_a_case(system: System, change: Change) -> bool:
    """Whether a change only undoes what a text says of a case.

    "$a = 2 y = 2 z$": there z stands for y; and who says what is at $v = 1$ has formulas
    without v.
    """
    if change.kind == "letter" and isinstance(change.node, Letter):
        return _are_one(system, change.node.glyph, change.by)
    return change.kind == "missing factor" and any(
        value.glyph == change.by and value.in_base == 1 for value in system.values
    )


def _are_one(system: System, letter: str, other: str) -> bool:
    """Whether a chain makes two letters one, alone or both times the same."""
    return any(
        str(prefix(renamed(first.side, letter, other))) == str(prefix(second.side))
        for some in system.definitions.values()
        for first, second in permutations(some, 2)
        if first.row is second.row and letter in first.needs and other in second.needs
    )


def _put_into(
    change: Change, sides: tuple[Node, Node], both: tuple[Expansion, Expansion], latex: str
) -> str:
    """What would mend two sides: "k into b / c" for a letter that only one of them has."""
    has = [change.by in expansion.bases for expansion in both]
    if has[0] == has[1]:
        return "it back"
    return f"{plain(change.by)} into {plain(snippet(sides[has.index(False)], latex))}"


def _agree(chosen: Mapping[str, Definition], left: Node, right: Node) -> bool:
    """Whether two sides are equal with some formulas put in."""
    sides = with_formulas(chosen, left, right)
    return sides is not None and close(sides[0][0], sides[1][0])


def _words_around(system: System, printed: Printed) -> str:
    """The words before and behind a formula, where it may be said what is neglected."""
    text, span = system.document.masked, printed.span
    return f"{text[max(span.start - AROUND, 0) : span.start]} {text[span.end : span.end + AROUND]}"


def _letters_lost(
    left: Node, right: Values, chosen: Mapping[str, Definition], letters: Collection[str]
) -> Iterator[str]:
    """The letters without which a side is another one: whose terms that one lacks."""
    for letter in sorted(letters):
        none = {letter: np.zeros(POINTS)}
        try:
            values = Probe(Expansion(chosen, given=none)).value(left)
        except Unknown:
            continue
        if close(np.broadcast_to(values, (POINTS,)), right):
            yield letter


def _restoring(
    left: Node, right: Node, chosen: Mapping[str, Definition], both: tuple[Expansion, Expansion]
) -> Iterator[Change]:
    """The one change of a side, by letters and parts of the formulas behind the other side."""
    laws = [law for expansion in both for law in expansion.used.values()]
    bases = both[0].bases | both[1].bases
    probe = Probe(Expansion(chosen))
    try:
        wanted = np.broadcast_to(probe.value(left), (POINTS,))
        parts = {
            str(prefix(part)): Ingredient(
                plain(snippet(part, law.printed.span.latex)), probe.value(part)
            )
            for law in laws for part in walk(law.side) if not isinstance(part, Letter | Number)
        }  # fmt: skip
        pantry = [Ingredient(name, Drawn()[name], letter=True) for name in sorted(bases)]
        pantry += [*parts.values()][:MOST_PARTS]
        change = nearest(Probe(Expansion(chosen)), right, wanted, Pantry.of(pantry, POINTS))
    except Unknown:
        return
    if change is None or change.cost > SIMPLE:
        return
    if change.kind not in _PUT_IN or not (laws or isinstance(right, Letter)):
        yield change
