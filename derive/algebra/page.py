"""The page that a derivation writes on: every method is one step of a proof.

A derivation is a function ``def steps(page)``. It starts from a law or a
stated relation and changes the *current relation* line by line::

    page.start(Eq(T_ar, T_rs + T_ag), "an all-reduce is a reduce-scatter, then an all-gather")
    page.put(ring_reduce_scatter_time, "N - 1 hops, each with one of N chunks")
    page.put(ring_all_gather_time, "the same walk again, with finished chunks")

A premise is a formula, a use of one (``law.with_(N=N_dp)``), or a relation;
a bare relation is a *stated* premise and is shown as such. ``why`` is the
reason in words. No method raises on mathematics that fails: the step then
carries a problem, and the page goes on with what the author claimed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import sympy

from derive.records import Domain, Formula, Use

from . import moves
from .equal import Strength
from .standins import constants, plain_relation, plainly, symbolic

Kind = Literal[
    "start", "put", "bound", "divide", "rewrite", "solve", "minimise", "maximise",
    "extreme value", "rename", "sum", "limit", "approximate", "assume", "arrive",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a derivation, with all that a page shows about it.

    ``premise`` is a formula or a use of one; ``stated`` a relation that the
    author states without a formula. ``problem`` is empty where the step
    follows from the line before it.
    """

    kind: Kind
    why: str
    before: Any = None
    after: Any = None
    premise: Any = None
    stated: Any = None
    strength: Strength | None = None
    note: str = ""
    problem: str = ""

    @property
    def premise_id(self) -> str:
        """The id of the law that the step uses, or nothing."""
        return "" if self.premise is None else str(self.premise.id)


@dataclass(frozen=True, slots=True)
class Failure:
    """A step that does not follow: the author's reason, and both sides in plain text."""

    number: int
    kind: Kind
    why: str
    problem: str
    left: str = ""
    right: str = ""

    def __str__(self) -> str:
        head = f"step {self.number} ({self.why}): {self.problem}"
        return head + (f"\n  {self.left}\n  {self.right}" if self.left or self.right else "")


@dataclass(frozen=True, slots=True)
class Replay:
    """A derivation that was run again.

    ``strength`` is the weakest of its steps; ``approximate`` tells whether a
    term was dropped on the way; ``stated`` are the premises that no formula
    backs, ``premises`` the laws that do; ``inherited`` the conditions of those
    laws, by id, that the derived law does not state itself.
    """

    steps: tuple[Step, ...]
    failures: tuple[Failure, ...]
    arrived: bool
    strength: Strength
    inherited: tuple[tuple[str, Any], ...] = ()

    @property
    def premises(self) -> tuple[Any, ...]:
        """The formulas and uses that the derivation stands on, in order."""
        return tuple(step.premise for step in self.steps if step.premise is not None)

    @property
    def stated(self) -> tuple[Any, ...]:
        """The relations that it states."""
        return tuple(step.stated for step in self.steps if step.stated is not None)

    @property
    def approximate(self) -> bool:
        """Whether it drops terms."""
        return any(step.kind == "approximate" for step in self.steps)


@dataclass(frozen=True, slots=True)
class Mutation:
    """A derivation replayed with one premise deleted or changed; it must not arrive."""

    premise: int
    change: str
    said: str
    replay: Replay

    @property
    def redundant(self) -> bool:
        """Whether the derivation arrives all the same."""
        return self.replay.arrived


Laws = Callable[[Any], Any]
Tamper = Callable[[int, Any], Any]


ZERO = "a letter may be set to zero in the law itself, with_(letter=0)"


class Stopped(Exception):
    """A tampered page failed, and nobody needs the rest of it."""


class Page:
    """The current relation, the steps so far, and the premises that were used."""

    def __init__(
        self,
        laws: Laws,
        domains: dict[Any, Domain],
        given: tuple[Any, ...] = (),
        tamper: Tamper | None = None,
    ) -> None:
        self.current: Any = None
        self.steps: list[Step] = []
        self.failures: list[Failure] = []
        self.given = given
        self.said: list[str] = []
        self.domains = domains
        self._laws, self._tamper = laws, tamper
        self._extreme: tuple[Any, Any, Any, Any] | None = None

    # --- premises -----------------------------------------------------------

    def start(self, premise: Any, why: str) -> None:
        """Begin with a law or a stated relation; once, as the first step."""
        relation = self._usable("start", premise, why)
        if relation is not None:
            problem = "the page has begun already" if self.current is not None else ""
            self._write("start", why, relation, premise=premise, problem=problem)

    def put(self, premise: Any, why: str, *, for_: Any = None) -> None:
        """Replace a letter of the current relation by what a law says it is.

        The letter is the left side of the law; ``for_`` names another one,
        for which the law is solved first. A stated ``Eq(letter, value)`` sets
        a letter to a value. The letter must occur in the current relation.
        """
        relation = self._usable("put", premise, why)
        if relation is None:
            return
        letter = for_ if for_ is not None else relation.lhs
        symbolic(letter)
        move = moves.put(self.current, relation, letter, self.domains, self.given)
        self._write("put", why, move=move, premise=premise, tried=relation)

    def eliminate(self, letter: Any, using: Any, why: str) -> None:
        """Replace ``letter`` by solving a law for it; the same as ``put(using, for_=letter)``."""
        self.put(using, why, for_=letter)

    def bound(self, premise: Any, why: str) -> None:
        """Replace a letter by its bound: from ``y = f(x)`` and ``x <= g`` to ``y <= f(g)``.

        The premise is an inequality with the letter alone on its left; the
        right side of the current relation must rise or fall with it throughout.
        """
        relation = self._usable("bound", premise, why)
        if relation is not None:
            move = moves.bounded(self.current, relation, self.domains, self.given)
            self._write("bound", why, move=move, premise=premise, tried=relation)

    def divide(self, premise: Any, why: str) -> None:
        """Divide both sides by the sides of another law: a ratio of two quantities."""
        relation = self._usable("divide", premise, why)
        if relation is not None:
            move = moves.divided(self.current, relation)
            self._write("divide", why, move=move, premise=premise, tried=relation)

    def assume(self, condition: Any, why: str) -> None:
        """Take a condition for granted from here on; shown as stated."""
        held = self._premise(condition)
        if held is not None:
            self.given = (*self.given, held)
            self._write("assume", why, self.current, premise=condition)

    # --- steps that follow ---------------------------------------------------

    def rewrite(self, relation: Any, why: str) -> None:
        """Claim that the current relation says the same as this one; checked."""
        symbolic(relation)
        if self._begun("rewrite", why):
            plain = plain_relation(relation)
            move = moves.rewritten(self.current, plain, self.domains, self.given)
            self._write("rewrite", why, move=move, tried=plain)

    def solve_for(self, letter: Any, why: str) -> None:
        """Rearrange for a letter; the one branch inside its domain is taken."""
        symbolic(letter)
        if self._begun("solve", why):
            move = moves.solved(self.current, letter, self.domains, self.given)
            self._write("solve", why, move=move)

    def minimise(self, over: Any, why: str, *, call: Any = None, at: Any = None) -> None:
        """From ``y = f(x)`` to ``x = the place where y is smallest``.

        ``call`` is the letter for that place (``Psi_opt`` for ``Psi``). The
        root of the derivative is found in closed form; where it has none,
        ``at`` names the place, which is put into the derivative. The sign of
        the second derivative, or neighbours at test points, confirm it.
        """
        self._optimise("minimise", over, why, call, at)

    def maximise(self, over: Any, why: str, *, call: Any = None, at: Any = None) -> None:
        """As minimise, for the largest value."""
        self._optimise("maximise", over, why, call, at)

    def at_optimum(self, why: str, *, call: Any = None) -> None:
        """After minimise or maximise: the extreme value itself, ``y = f(place)``.

        ``call`` is the letter for it, where it has one of its own.
        """
        if not self._begun("extreme value", why):
            return
        if self._extreme is None:
            self._write("extreme value", why, self.current, problem="nothing was minimised yet")
            return
        relation, letter, place, _ = self._extreme
        symbolic(call if call is not None else place)
        there = sympy.Eq(
            relation.lhs if call is None else call,
            relation.rhs.xreplace({letter: place}),
            evaluate=False,
        )
        self._write("extreme value", why, move=moves.Move(there))

    def rename(self, old: Any, new: Any, why: str) -> None:
        """Give the left side, which must be ``old`` alone, the name ``new``; shown as stated."""
        symbolic(old, new)
        if self._begun("rename", why):
            move = moves.renamed(self.current, old, new)
            self._write("rename", why, move=move, stated=sympy.Eq(new, old, evaluate=False))

    def sum_up(self, why: str) -> None:
        """Replace finite sums by their closed form (powers of the index, geometric terms)."""
        if self._begun("sum", why):
            self._write("sum", why, move=moves.summed(self.current, self.domains, self.given))

    def limit(self, letter: Any, to: Any, why: str) -> None:
        """The right side as a letter goes to 0, to ``oo`` or to a number; an approximation."""
        to = sympy.Integer(to) if isinstance(to, int) else to
        symbolic(letter, to)
        if self._begun("limit", why):
            move = moves.limited(self.current, letter, to, self.domains, self.given)
            self._write("limit", why, move=move)

    def approximate(self, relation: Any, why: str, *, small: Any = None, large: Any = None) -> None:
        """Replace the right side by its leading part; flagged as an approximation.

        ``small`` or ``large`` names the letter in whose limit the ratio of both
        right sides is checked to go to 1. Without either the claim must be the
        right side with some of its terms dropped.
        """
        symbolic(relation)
        if self._begun("approximate", why):
            plain = plain_relation(relation)
            move = moves.approximated(self.current, plain, small, large, self.domains, self.given)
            self._write("approximate", why, move=move, tried=plain)

    # --- inside ---------------------------------------------------------------

    def _optimise(self, kind: Kind, over: Any, why: str, call: Any, at: Any) -> None:
        if not self._begun(kind, why):
            return
        before, sense = self.current, 1 if kind == "minimise" else -1
        name = over if call is None else call
        symbolic(over, name)
        at = sympy.Integer(at) if isinstance(at, int) else at
        claimed = None if at is None else at.xreplace(constants(at))
        move = moves.optimised(before, over, name, claimed, sense, self.domains, self.given)
        if move.after is not None:
            self._extreme = (before, over, move.after.rhs, name)
        self._write(kind, why, move=move)

    def _premise(self, premise: Any) -> Any:
        """The relation of a premise with numbers for constants; None if tampering deleted it."""
        law = self._laws(premise) if isinstance(premise, Formula | Use) else premise
        symbolic(law)
        relation = plain_relation(law)
        number = len(self.said)
        self.said.append(str(relation))
        tampered = relation if self._tamper is None else self._tamper(number, relation)
        if tampered != relation:
            # A premise may write out a condition of the law. Both say one fact:
            # left standing, the condition would make up for the premise.
            self.given = tuple(held for held in self.given if plain_relation(held) != relation)
        return tampered

    def _usable(self, kind: Kind, premise: Any, why: str) -> Any:
        """The relation of a premise, if it can be used and there is something to use it on."""
        relation = self._premise(premise)
        if relation in (sympy.true, sympy.false):
            problem = f"under the domains of its letters this is always {relation}; {ZERO}"
            self._write(kind, why, premise=premise, problem=problem)
            return None
        usable = relation is not None and (kind == "start" or self._begun(kind, why))
        return relation if usable else None

    def _begun(self, kind: Kind, why: str) -> bool:
        if self.current is None:
            self._write(kind, why, None, problem="there is no relation to work on; start first")
        return self.current is not None

    def _write(
        self,
        kind: Kind,
        why: str,
        after: Any = None,
        *,
        move: moves.Move | None = None,
        premise: Any = None,
        stated: Any = None,
        tried: Any = None,
        problem: str = "",
    ) -> None:
        """Note a step; go on with what it claims, also where it does not follow."""
        move = move or moves.Move(after, None, problem)
        after, problem = move.after, move.problem
        law = premise if isinstance(premise, Formula | Use) else None
        stated = premise if premise is not None and law is None else stated
        self.steps.append(
            Step(kind, why, self.current, after, law, stated, move.strength, move.note, problem)
        )
        if problem:
            sides = ("" if side is None else plainly(side) for side in (self.current, tried))
            self.failures.append(Failure(len(self.steps), kind, why, problem, *sides))
            if self._tamper is not None:
                raise Stopped
        if after is not None:
            self.current = after
