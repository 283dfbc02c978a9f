"""Formulas that were solved for a letter, held against those that they were solved from.

A text that bounds ``Q = S + m x`` by ``D`` and goes on with ``x <= (D - S) / m`` has solved
one relation of its own. Here the relation is solved again: at drawn points, for the letter
that the text solved it for.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import numpy as np

from derive.frozen import Mutable, fresh
from derive.notation import (
    Letter,
    Node,
    Number,
    Product,
    Quotient,
    Rejection,
    Sum,
    prefix,
)

from ..claims.letter_values import LetterValues, letter_values
from ..claims.solved_relations import (
    BALANCED,
    LIMITED,
    NOTHING,
    PRINTED,
    SHARED,
    Condition,
    Solved,
    crossing,
    is_alike,
    is_another_limit,
    is_best,
    is_crossing,
    is_plain,
    is_share,
    is_solved_from,
    made_of,
    names_of,
    one_change,
    relations_of,
    solved_sight,
    unrounded,
)
from ..laws.changes import Change
from ..laws.probing import Probe, Unknown, close, letters_in
from ..numbers.expansion import POINTS, Expansion, reached
from ..numbers.relation_roots import exponent_of, root_of
from ..numbers.statements import BOUNDS, Definition
from ..numbers.suppositions import is_supposed
from ..project import Project
from ..rules import Sight
from ..texts.documents import Document
from ..texts.glyphs import base_of
from .substituted_formulas import substituted_formulas

LEAST_LETTERS, MOST_WAYS = 2, 8
MOST_CONDITIONS, MOST_MEANINGS, MOST_CANCELLED = 24, 8, 3
"""Of a letter that has more formulas than this, each is of another quantity."""
BESIDE = 400
"""So many characters before a formula "with x = A" may be said of it."""
_NOWHERE = (0, 0)
_ONE = Number(Fraction(1), "1", _NOWHERE)


def solved_formulas_follow(project: Project, document: Document) -> Iterator[Sight]:
    """Solved formulas follow.

    What: a formula or a bound of a letter that stands in a relation of the text
    before it, in just the letters of that one, and perhaps of what limits it. It
    is no solution of any such relation, and would be one of them after one
    change. Limits are letters in the unit of what they limit, or one. Where words
    say that something is smallest or balanced, the derivative of a sum is zero.
    Where words say that one formula was put into another, both give the print.
    Asked only of letters that a table or a list of the document explains, and of
    those that have one formula in such letters.

    Why: a relation is solved by hand, a sign or a quotient turns on the way, and
    the bound is what the reader takes home.

    Example: `Q = S + m x` may be `D` at most, "so that `x \\le (D + S) / m`". Write
    `(D - S) / m`.
    """
    # Only letters with rows of their own are surely quantities, one for all of the text.
    rows = project.declarations(document)
    declared = {row.glyph for row in rows if row.firm and not row.function}
    values = letter_values(project, document)
    yield from substituted_formulas(values)
    solver = _Solver(values)

    def is_declared(name: str) -> bool:
        return name in declared or base_of(name) in declared

    # So are those that have one formula, in such letters.
    declared |= {
        name for name, laws in solver.values.system.definitions.items()
        if len(laws) == 1 and all(map(is_declared, laws[0].needs))
    }  # fmt: skip
    targets = [
        law for some in solver.values.system.definitions.values()
        for law in (some if len(some) <= MOST_MEANINGS else ())
        if _is_usable(law)
        and (
            not is_supposed(document, law.offset, conditions=True)
            or is_best(document, law)
            or is_crossing(document, law)
        )
        and all(map(is_declared, (law.glyph, *law.needs)))
    ]  # fmt: skip
    if not targets:
        return
    solver.read(relations_of(project, solver.values))
    for target in sorted(targets, key=lambda law: law.offset):
        contradiction = solver.contradicted(target)
        if contradiction is not None:
            yield solved_sight(document, target, *contradiction)


def _is_usable(law: Definition) -> bool:
    """Whether a formula is printed as exact, outside of tables, for no example alone."""
    return (
        law.operator != "~"
        and not law.settled
        and law.printed.span.table < 0
        and not isinstance(law.printed.parsed, Rejection)
        and is_plain(unrounded(law.side))
    )


def _is_special_value(change: Change) -> bool:
    """Whether a letter is exchanged for a special value of itself: of the best x the best y."""
    if not isinstance(change.node, Letter):
        return False
    return change.by in names_of(change.node.glyph) or change.node.glyph in names_of(change.by)


class _Solver(Mutable, slots=False):
    """The relations of a text by the letters that they can be solved for."""

    values: LetterValues
    by_letter: dict[str, list[Condition]] = fresh(factory=dict)
    # Relations of two letters, "x = A".
    equals: list[Condition] = fresh(factory=list)
    # The formulas that can be put in for a letter, and the rows that are wrong themselves.
    plain: set[tuple[int, int]] = fresh(factory=set)
    wrong: set[int] = fresh(factory=set)
    # The letters at which two formulas are equal.
    crossing: set[str] = fresh(factory=set)

    def read(self, relations: Iterator[Condition]) -> None:
        """Keep relations by each letter in them, and in what is put in for another."""
        definitions = self.values.system.definitions
        every = (law for some in definitions.values() for law in some)
        self.plain = {law.key for law in every if is_plain(law.side)}
        for relation in relations:
            for name in made_of(relation, definitions):
                self.by_letter.setdefault(name, []).append(relation)
            if relation.glyph and isinstance(relation.right, Letter):
                self.equals.append(relation)

    def _is_solved_elsewhere(self, target: Definition, relation: Condition) -> bool:
        """Whether a formula was solved from another one than those in a relation."""
        definitions = self.values.system.definitions
        known = made_of(relation, definitions)
        return any(
            glyph not in known and is_solved_from(target, law)
            for glyph, some in definitions.items() for law in some
        )  # fmt: skip

    def contradicted(self, target: Definition) -> tuple[Change, Condition, str] | None:
        """The one change after which a formula follows; None where it does, or none is known."""
        side = unrounded(target.side)
        letters = sorted(letters_in(side, self.values.system.own))
        best: tuple[int, Change, Condition, str] | None = None
        follows = NOTHING
        crossed = crossing(self.values, target)
        if crossed:
            self.crossing.add(target.glyph)
        conditions = crossed or self._conditions(target)
        for condition in conditions if len(letters) >= LEAST_LETTERS else ():
            for solved in self._solutions(condition, target, side):
                if close(solved.printed, solved.wanted):
                    follows = min(follows, solved.guess)
                    continue
                if solved.limit == BALANCED and not is_best(self.values.document, target):
                    continue
                known = sorted({*letters, *condition.letters} - {target.glyph})
                change = one_change(solved, side, known)
                if change and (
                    is_another_limit(condition, solved, change)
                    or _is_special_value(change)
                    or (change.kind == "coefficient" and self._is_given_anew(target))
                ):
                    continue
                if change is not None and (
                    best is None or (solved.guess, change.cost) < (best[0], best[1].cost)
                ):
                    best = solved.guess, change, condition, solved.limit
        if best is None or best[0] >= follows or self._is_solved_elsewhere(target, best[2]):
            return None
        # What is wrong itself is no ground for another finding.
        self.wrong.add(id(target.row))
        return best[1:]

    def _is_given_anew(self, target: Definition) -> bool:
        """Whether a letter had another formula of the same letters before, in another case."""
        return target.operator == "=" and any(
            other.operator == "=" and other.needs == target.needs
            and other.offset < target.offset and other.row is not target.row
            for other in self.values.system.definitions.get(target.glyph, ())
        )  # fmt: skip

    def _conditions(self, target: Definition) -> Sequence[Condition]:
        """The relations before a formula that have its letter, but what they say of it themselves.

        Other bounds of the letter; and what ``J`` is, which ``J_1`` need not be.
        """
        names = self._names(target.glyph)
        relations = [
            each for name in names for each in self.by_letter.get(name, ())
            if id(each.row) not in self.wrong and each.row is not target.row
            and each.offset <= target.offset
            and not (isinstance(each.left, Letter) and each.left.glyph in names)
        ]  # fmt: skip
        return relations[-MOST_CONDITIONS:]

    def _solutions(self, condition: Condition, target: Definition, side: Node) -> Iterator[Solved]:
        """What a relation, or the formula in it with a limit, gives for a letter at each point."""
        own = self.values.system.own
        letters, names = letters_in(side, own), self._names(target.glyph)
        tried: set[tuple[object, ...]] = set()
        for usable in self._put_in(condition, target, letters):
            # What both have need not be put in; what the print alone has is made of the rest.
            inner = {name: law for name, law in usable.items() if name not in letters}
            shared = reached(condition.letters, inner, own)
            chosen = {name: law for name, law in usable.items() if name not in letters & shared}
            reachable = reached(letters, chosen, own)
            held = (*self._held(condition, target, letters), *self._balanced(condition, target))
            for guess, left, right, limit in held:
                both = letters_in(left, own) | letters_in(right, own)
                made_of = reached(both, chosen, own)
                laws = [(name, chosen[name].key) for name in sorted(made_of | reachable)
                        if name in chosen]  # fmt: skip
                for glyph in names:
                    # The print, and the relation solved for the letter, have the same letters; but
                    # some may cancel.
                    more = made_of - chosen.keys() - {glyph} - reachable
                    same = reachable - chosen.keys() <= made_of and len(more) <= MOST_CANCELLED
                    key = (guess, glyph, str(prefix(left)), str(prefix(right)), *laws)
                    if glyph not in made_of or not same or key in tried:
                        continue
                    tried.add(key)
                    probe = Probe(Expansion(chosen))
                    try:
                        printed = np.broadcast_to(probe.value(side), (POINTS,))
                        # Of two forms of one relation in one display none lacks a letter.
                        beside = condition.printed is target.printed and glyph == target.glyph
                        lost = frozenset() if beside and not limit else more
                        wanted = root_of(left, right, glyph, chosen, cancelling=lost)
                    except Unknown:
                        continue
                    if wanted is not None:
                        yield Solved(guess, limit, wanted, printed, probe)

    def _put_in(
        self, condition: Condition, target: Definition, letters: frozenset[str]
    ) -> Iterator[Mapping[str, Definition]]:
        """Every way to give letters their formulas, none at first; and letters another letter."""
        system, names = self.values.system, self._names(target.glyph)
        beside = {
            each.glyph: target.replaced(glyph=each.glyph, side=each.right)
            for each in self.equals
            if 0 < target.offset - each.offset < BESIDE and each.glyph not in names
        }
        known = letters | {condition.glyph, *names, *beside}
        known |= {name for glyph in letters for law in system.definitions.get(glyph, ())[:MOST_WAYS]
                  for name in law.needs}  # fmt: skip
        lacking = [name for name in condition.letters
                   if name not in known and not system.definitions.get(name)]  # fmt: skip
        if len(lacking) > MOST_CANCELLED:
            # Letters that the print does not have, and nothing gives.
            return
        everywhere = condition.letters | letters
        ways = system.choices(everywhere, target.row, {"="}, target.offset)
        for choice in ({}, *itertools.islice(ways, MOST_WAYS)):
            laws = {
                name: law for name, law in choice.items()
                # Two formulas of one letter are of two cases: the plain one, and one at k = 2.
                if name not in names and name != condition.glyph and law.row is not condition.row
                and law.offset < target.offset and law.key in self.plain
            }  # fmt: skip
            yield {**laws, **beside}

    def _held(
        self, condition: Condition, target: Definition, letters: frozenset[str]
    ) -> Iterator[tuple[int, Node, Node, str]]:
        """A relation; and what its formula gives beside each limit that the letters allow."""
        yield PRINTED, condition.left, condition.right, ""
        units = self.values.units
        unit = units.get(condition.glyph)
        free = sorted(letters - letters_in(condition.right, self.values.system.own))
        # Of letters that are one, "m = f = v", a limit of the first solves nothing.
        if unit is None or condition.glyph in letters or isinstance(condition.right, Letter):
            return
        if is_share(unit):
            yield LIMITED, condition.right, _ONE, "1"
        alike = [
            name for name in free
            if condition.glyph in names_of(name) or is_alike(units.get(name), unit)
        ]  # fmt: skip
        # "At most P on each of G": a limit may be one for each of what a letter counts.
        counts = [name for name in free if (own := units.get(name)) and own.is_count]
        shares = [name for name in free if is_share(units.get(name))]
        asked = {condition.glyph, *self._names(target.glyph)}
        for name in alike:
            # What is made of the same does not limit it: a share, r / (1 + r), of a ratio r.
            if self._rests_on(name) & asked or self._needs_of(name) & condition.letters:
                continue
            limit = Letter(name, _NOWHERE)
            yield LIMITED, condition.right, limit, name
            # A point where something holds is no limit for each of many, and no share of one.
            if target.operator not in BOUNDS and condition.row.operators[0] not in BOUNDS:
                continue
            for guess, part in [(LIMITED, count) for count in counts] + [
                (SHARED, share) for share in shares
            ]:
                # A share is at most another one, and not so much for each of what is counted.
                if part != name and not is_share(unit):
                    other = Letter(part, _NOWHERE)
                    both, over = Product((other, limit), _NOWHERE), Quotient(limit, other, _NOWHERE)
                    yield guess, condition.right, both, f"{part} {name}"
                    yield guess, condition.right, over, f"{name} / {part}"

    def _needs_of(self, name: str) -> frozenset[str]:
        """The letters of the formulas of a letter, and not those that these are made of."""
        laws = self.values.system.definitions.get(name, ())
        return frozenset(needed for law in laws if law.operator == "=" for needed in law.needs)

    def _names(self, glyph: str) -> tuple[str, ...]:
        """A letter, and the one that it is a special value of; ``y_0`` with a row is none."""
        if glyph in self.crossing:
            return glyph, glyph.partition("_")[0]
        own = glyph.endswith("_0") and glyph in self.values.rows
        return (glyph,) if own else names_of(glyph)

    def _rests_on(self, name: str) -> frozenset[str]:
        """The letters that a letter is made of, and those that these are made of."""
        reached: set[str] = set()
        waiting = [name]
        while waiting:
            for law in self.values.system.definitions.get(waiting.pop(), ()):
                new = law.needs - reached if law.operator == "=" else frozenset()
                reached |= new
                waiting += new
        return frozenset(reached)

    def _balanced(
        self, condition: Condition, target: Definition
    ) -> Iterator[tuple[int, Node, Node, str]]:
        """Terms that are powers of the letter: where their derivative is zero, the sum is best."""
        if not isinstance(condition.right, Sum):
            return
        own = self.values.system.own
        for name in self._names(target.glyph):
            terms = [term for term in condition.right.terms if name in letters_in(term, own)]
            first, second = terms if len(terms) == 2 else (None, None)
            if first is None or second is None:
                continue
            power, other = exponent_of(name, first), exponent_of(name, second)
            if power and other:
                # As a quotient, a relation of a power of the letter can be solved.
                times = Number(-other / power, "", _NOWHERE)
                yield LIMITED, Quotient(first, second, _NOWHERE), times, BALANCED
