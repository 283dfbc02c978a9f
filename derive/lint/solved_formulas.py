"""Formulas that were solved for a letter, held against those that they were solved from.

A text that bounds ``Q = S + m x`` by ``D`` and goes on with ``x <= (D - S) / m`` has solved
one relation of its own. Here the relation is solved again: at drawn points, for the letter
that the text solved it for.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from derive.frozen import Record
from derive.notation import (
    Big,
    Call,
    Chain,
    Letter,
    Node,
    Number,
    Product,
    Quotient,
    Rejection,
    prefix,
    walk,
)
from derive.units import Unit

from .changes import Change, Ingredient, Pantry, nearest
from .documents import Document
from .expanded_sides import EVIDENCE, chooses
from .expansion import POINTS, Expansion
from .letter_values import LetterValues, letter_values
from .probing import LEAST, ROUNDINGS, Probe, Unknown, Values, close
from .project import Printed, Project
from .rules import Sight, sight_at
from .spoken_claims import is_supposed
from .statements import BOUNDS, Definition
from .system import letters_in
from .wording import change_in_words, plain, snippet

SIMPLE, LEAST_LETTERS, MOST_WAYS, BESIDE = 1.3, 2, 8, 400
MOST_CONDITIONS, MOST_MEANINGS, DEPTH = 24, 8, 2
"""Of a letter that has more formulas than this, each is of another quantity."""
# What is left of a relation, beside what its larger side has, where it is solved.
SOLVED = 1e-7
_NOWHERE = (0, 0)
_ONE = Number(Fraction(1), "1", _NOWHERE)
# A relation is printed; what limits a formula is guessed from units; so is a share of that. A
# solution by a better guess outweighs one by a worse.
_GUESSES = (0, 1, 2)
_NUMBER = re.compile(r"-?\d+(?:\.\d)?|-?\d/\d")
_SCRIPT = re.compile(r"[_^]")
# What marks a letter as a special value of itself, and not as another quantity.
_STEM = re.compile(r"(?P<stem>[A-Za-z]+)(?:_\d|[_^](?:[*'+]|max|min|opt|lim|crit|times|dagger|star|hat))")


class Condition(Record):
    """A relation of the text that a letter may have been solved from: two sides, and its print."""

    left: Node
    right: Node
    printed: Printed
    row: Chain
    offset: int
    glyph: str = ""


def solved_formulas_follow(project: Project, document: Document) -> Iterator[Sight]:
    """Solved formulas follow.

    What: a formula or a bound of a letter that stands in a relation of the text
    before it, in just the letters of that one, and perhaps of what limits it. It
    is no solution of any such relation, and would be one of them after one
    change. Limits are letters in the unit of what they limit, or one.

    Why: a relation is solved by hand, a sign or a quotient turns on the way, and
    the bound is what the reader takes home.

    Example: `Q = S + m x` may be `D` at most, "so that `x \\le (D + S) / m`". Write
    `(D - S) / m`.
    """
    values = letter_values(project, document)
    # Only letters with rows of their own are surely quantities, one for all of the text.
    declared = {row.glyph for row in project.declarations(document)
                if row.firm and not row.function}  # fmt: skip
    every = list(_relations(project, values))
    relations = _by_letter(values, every)
    equals = [each for each in every if each.glyph and isinstance(each.right, Letter)]
    targets = [
        law for some in values.system.definitions.values()
        for law in (some if len(some) <= MOST_MEANINGS else ())
        if _is_usable(law) and not is_supposed(document, law.offset, conditions=True)
        and all(_SCRIPT.split(name)[0] in declared or name in declared
                for name in (law.glyph, *law.needs))
    ]  # fmt: skip
    every_law = (law for some in values.system.definitions.values() for law in some)
    plain = {law.key for law in every_law if _is_plain(law.side)}
    wrong: set[int] = set()
    for target in sorted(targets, key=lambda law: law.offset):
        # What is wrong itself is no ground for another finding.
        conditions = [
            each for name in _names(target.glyph) for each in relations.get(name, ())
            if id(each.row) not in wrong and each.row is not target.row
            and each.offset <= target.offset
        ]  # fmt: skip
        beside = {
            each.glyph: each.right for each in equals if 0 < target.offset - each.offset < BESIDE
        }  # fmt: skip
        found = _changed(values, conditions[-MOST_CONDITIONS:], target, beside, plain)
        if found is not None:
            wrong.add(id(target.row))
            yield _sight(document, target, *found)


def _is_usable(law: Definition) -> bool:
    """Whether a formula is printed as exact, outside of tables, for no example alone."""
    return (
        law.operator != "~"
        and not law.settled
        and law.printed.span.table < 0
        and not isinstance(law.printed.parsed, Rejection)
        and _is_plain(_rounded(law.side))
    )


def _is_plain(side: Node) -> bool:
    return not chooses(side) and not any(isinstance(part, Big) for part in walk(side))


def _rounded(side: Node) -> Node:
    """What is rounded, where a side is rounded as a whole."""
    if isinstance(side, Call) and side.function in ROUNDINGS and len(side.arguments) == 1:
        return side.arguments[0]
    return side


def _relations(project: Project, values: LetterValues) -> Iterator[Condition]:
    """The relations of a text from which letters may be solved: formulas, and what is compared."""
    for printed in project.printed(values.document):
        if isinstance(printed.parsed, Rejection) or printed.span.table >= 0:
            continue
        for row in printed.parsed.rows:
            first = row.members[0]
            for side, operator in zip(row.members[1:], row.operators, strict=True):
                compared = operator in BOUNDS and side is row.members[1]
                if (operator == "=" or compared) and _is_plain(side) and _is_plain(first):
                    yield Condition(
                        first, side, printed, row, printed.span.offset(row.at[0]),
                        first.glyph if isinstance(first, Letter) and operator == "=" else "",
                    )  # fmt: skip


def _by_letter(
    values: LetterValues, relations: Iterable[Condition]
) -> dict[str, list[Condition]]:
    """The relations in which each letter stands, or comes with what is put in for another."""
    system = values.system
    found: dict[str, list[Condition]] = {}
    for relation in relations:
        own = letters_in(relation.left, system.own) | letters_in(relation.right, system.own)
        for _ in range(DEPTH):
            own |= {
                name for glyph in own for law in system.definitions.get(glyph, ())[:MOST_WAYS]
                for name in law.needs
            }  # fmt: skip
        for name in own:
            found.setdefault(name, []).append(relation)
    return found


def _changed(
    values: LetterValues,
    conditions: Sequence[Condition],
    target: Definition,
    beside: Mapping[str, Node],
    plain: Container[tuple[int, int]],
) -> tuple[Change, Condition] | None:
    """The one change after which a formula follows; None where it does, or nothing can be told."""
    side = _rounded(target.side)
    letters = letters_in(side, values.system.own)
    if len(letters) < LEAST_LETTERS:
        return None
    best: tuple[int, Change, Condition] | None = None
    follows = len(_GUESSES)
    for condition in conditions:
        if isinstance(condition.left, Letter) and condition.left.glyph == target.glyph:
            # Another bound of the same letter, of another case.
            continue
        for guess, solved, own, probe in _solutions(
            values, condition, target, side, beside, plain
        ):
            if close(own, solved):
                follows = min(follows, guess)
                continue
            change = _one_change(probe, side, solved, sorted(letters))
            if change is not None and (
                best is None or (guess, change.cost) < (best[0], best[1].cost)
            ):
                best = guess, change, condition
    return best[1:] if best is not None and best[0] < follows else None


def _solutions(
    values: LetterValues,
    condition: Condition,
    target: Definition,
    side: Node,
    beside: Mapping[str, Node],
    plain: Container[tuple[int, int]],
) -> Iterator[tuple[int, Values, Values, Probe]]:
    """What a relation, or the formula in it with a limit, gives for a letter at each point.

    Each with how much of it is guessed, and what the print gives there. ``beside`` are letters
    that stand for another one right there, "with x = A"; ``plain`` are formulas to put in.
    """
    system = values.system
    letters = letters_in(side, system.own)
    own = letters_in(condition.left, system.own) | letters_in(condition.right, system.own)
    names = _names(target.glyph)
    known = letters | {condition.glyph, *names, *beside}
    if not all(name in known or system.definitions.get(name) for name in own):
        # A letter that the print does not have, and nothing gives.
        return
    tried: set[tuple[object, ...]] = set()
    ways = system.choices(own | letters, target.row, {"="}, target.offset)
    for choice in ({}, *itertools.islice(ways, MOST_WAYS)):
        usable = {
            name: law for name, law in choice.items()
            if name not in names and law.row is not condition.row
            and law.offset < target.offset and law.key in plain
        }  # fmt: skip
        # What both have need not be put in; what the print alone has is made of the rest.
        usable |= {
            name: target.replaced(glyph=name, side=other) for name, other in beside.items()
            if name not in names
        }  # fmt: skip
        shared = _reached(own, {name: usable[name] for name in usable.keys() - letters}, system.own)
        chosen = {name: law for name, law in usable.items() if name not in letters & shared}
        reached = _reached(letters, chosen, system.own)
        rest = reached - chosen.keys()
        for guess, left, right in _held(values, condition, letters):
            made_of = _reached(
                letters_in(left, system.own) | letters_in(right, system.own), chosen, system.own
            )
            used = tuple((name, id(chosen[name])) for name in sorted((made_of | reached) & chosen.keys()))
            for glyph in names:
                # The print, and the relation solved for the letter, are made of the same letters.
                if glyph not in made_of or made_of - chosen.keys() - {glyph} != rest:
                    continue
                if (guess, glyph, str(prefix(right)), used) in tried:
                    continue
                tried.add((guess, glyph, str(prefix(right)), used))
                probe = Probe(Expansion(chosen))
                try:
                    printed = np.broadcast_to(probe.value(side), (POINTS,))
                    solved = _root(left, right, glyph, chosen)
                except Unknown:
                    continue
                if solved is not None:
                    yield guess, solved, printed, probe


def _reached(
    names: frozenset[str], chosen: Mapping[str, Definition], own: frozenset[str]
) -> frozenset[str]:
    """The letters of a relation, and those of what is put into it."""
    found = set(names)
    waiting = [name for name in names if name in chosen]
    while waiting:
        more = letters_in(chosen[waiting.pop()].side, own) - found
        found |= more
        waiting += [name for name in more if name in chosen]
    return frozenset(found)


def _held(
    values: LetterValues, condition: Condition, letters: frozenset[str]
) -> Iterator[tuple[int, Node, Node]]:
    """A relation itself; and what its formula gives beside each limit that the letters allow."""
    printed, limited, shared = _GUESSES
    yield printed, condition.left, condition.right
    unit = values.units.get(condition.glyph)
    free = sorted(letters - letters_in(condition.right, values.system.own))
    if unit is None or condition.glyph in letters:
        return
    if not unit.dimensions and unit.name in {"", "1"}:
        yield limited, condition.right, _ONE
    alike = [name for name in free if _is_alike(values.units.get(name), unit)]
    shares = [name for name in free if _is_share(values.units.get(name))]
    for name in alike:
        limit = Letter(name, _NOWHERE)
        yield limited, condition.right, limit
        for share in shares:
            if share != name:
                part = Letter(share, _NOWHERE)
                yield shared, condition.right, Product((part, limit), _NOWHERE)
                yield shared, condition.right, Quotient(limit, part, _NOWHERE)


def _is_alike(unit: Unit | None, other: Unit) -> bool:
    """Whether two letters measure the same."""
    return (
        unit is not None
        and dict(unit.dimensions) == dict(other.dimensions)
        and (bool(unit.dimensions) or unit.name == other.name)
    )


def _is_share(unit: Unit | None) -> bool:
    return unit is not None and not unit.dimensions and unit.name in {"", "1"}


def _names(glyph: str) -> tuple[str, ...]:
    """A letter, and the one that it is a special value of: ``y_0`` of y."""
    special = _STEM.fullmatch(glyph)
    return (glyph, special["stem"]) if special else (glyph,)


def _root(
    left: Node, right: Node, glyph: str, chosen: Mapping[str, Definition]
) -> Values | None:
    """Where two sides are equal, as a function of one letter; None if unknown. Raises Unknown.

    Nearly all relations of this field are linear in a letter or in one over it, or in its square;
    then the letter is a quotient of linear functions of the gap, which three points fix.
    """
    samples = (2.0, 3.0, 5.0)
    for power in (1.0, 0.5):
        gaps = [_gap(left, right, glyph, chosen, np.full(POINTS, at**power))[0] for at in samples]
        with np.errstate(all="ignore"):
            # at = (p + q gap) / (1 + r gap), so that p is where the gap is nothing.
            rows = [
                np.stack([np.ones(POINTS), gap, -at * gap], axis=1)
                for at, gap in zip(samples, gaps, strict=True)
            ]
            linear, wanted = np.stack(rows, axis=1), np.broadcast_to(samples, (POINTS, 3))
            if not np.all(np.isfinite(linear)):
                return None
            try:
                root = np.linalg.solve(linear, wanted[..., None])[:, 0, 0] ** power
            except np.linalg.LinAlgError:
                continue
            gap, scale = _gap(left, right, glyph, chosen, root)
            good = np.isfinite(root) & (np.abs(gap) <= SOLVED * scale)
        if np.count_nonzero(good) >= max(LEAST, POINTS // 2) and np.all(good | ~np.isfinite(root)):
            return np.where(good, root, np.nan)
    return None


def _gap(
    left: Node, right: Node, glyph: str, chosen: Mapping[str, Definition], at: Values
) -> tuple[Values, Values]:
    """How far two sides are apart, and how large they are."""
    probe = Probe(Expansion(chosen, given={glyph: at}))
    one, other = (np.broadcast_to(probe.value(side), (POINTS,)) for side in (left, right))
    return one - other, np.abs(one) + np.abs(other)


def _one_change(probe: Probe, side: Node, wanted: Values, names: Sequence[str]) -> Change | None:
    """The one change after which a formula follows, in its own letters."""
    letters = [Ingredient(name, probe.letters[name], letter=True) for name in names]
    change = nearest(probe, side, wanted, Pantry.of(letters, POINTS))
    if change is None or change.cost > SIMPLE:
        return None
    # Nobody prints 34 for 1122/7.
    odd = change.kind in {"number", "coefficient"} and not _NUMBER.fullmatch(change.by)
    return None if odd else change


def _sight(document: Document, target: Definition, change: Change, condition: Condition) -> Sight:
    latex = target.printed.span.latex
    line, _ = document.place(condition.offset)
    relation = condition.printed.span.latex[slice(*condition.row.at)]
    return sight_at(
        document,
        target.printed.span,
        f"Line {line} solved for {plain(target.glyph)} does not give this; it does if in this "
        f"formula {change_in_words(change, latex)}.",
        inside=change.node.at[0],
        name=plain(target.glyph),
        rows=[(f"line {line}", plain(" ".join(relation.split()))),
              ("solved", snippet(target.side, latex))],
        guess="Correct this formula, or the one that it was solved from.",
        evidence=EVIDENCE,
    )  # fmt: skip
