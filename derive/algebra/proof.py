"""Replay derivations: every step is checked, and the last one must be the law."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy
from sympy.core.relational import Relational

from derive.records import Derivation, Use

from .page import Failure, Laws, Mutation, Page, Replay, Step, Stopped, Tamper
from .relations import implied, same_relation
from .standins import Domains, plain_relation, plainly

Change = Callable[[Any], Any]


def replay(
    derivation: Derivation, laws: Laws, domains: Domains, *, tamper: Tamper | None = None
) -> Replay:
    """Run a derivation again.

    ``laws`` turns a formula or a use into its relation; typed constants may be
    left in it. ``tamper`` is handed the number and the relation of each
    premise and may change it, or delete it by returning None.
    """
    law = derivation.formula
    given = tuple(law.conditions()) if law.conditions is not None else ()
    page = Page(laws, dict(domains), given, tamper)
    try:
        derivation.steps(page)
    except Stopped:
        return _replayed(page, arrived=False)
    except Exception as slip:  # noqa: BLE001  a slip in an author's file is a failure of his page
        problem = f"{type(slip).__name__}: {slip}"
        number = len(page.steps) + 1
        page.failures.append(Failure(number, "arrive", derivation.title, problem))
        return _replayed(page, arrived=False)
    return _replayed(page, arrived=_arrive(page, laws(law), domains))


def mutations(derivation: Derivation, laws: Laws, domains: Domains) -> Iterator[Mutation]:
    """Replays with one premise deleted or changed; none of them may arrive.

    A premise whose deletion or change leaves the proof standing is redundant.
    """
    page: list[Any] = []

    def note(_: int, relation: Any) -> Any:
        page.append(relation)
        return relation

    whole = replay(derivation, laws, domains, tamper=note)
    scaled = any(step.kind in ("minimise", "maximise") for step in whole.steps)
    letters = _by_weight([*page, plain_relation(laws(derivation.formula))])
    for number, relation in enumerate(page):
        for name, change in _changes(relation, letters, scaled=scaled):
            result = replay(derivation, laws, domains, tamper=_telling(number, change))
            yield Mutation(number, name, plainly(relation), result)


def _by_weight(relations: list[Any]) -> list[Any]:
    """Letters that matter for the law first: those it holds, then those of many premises."""
    law = relations[-1]
    letters = {letter for relation in relations for letter in relation.free_symbols}
    shared = {x: sum(relation.has(x) for relation in relations) for x in letters}
    return sorted(letters, key=lambda x: (not law.rhs.has(x), -shared[x], str(x)))


def _telling(number: int, change: Change) -> Tamper:
    return lambda count, relation: change(relation) if count == number else relation


def _changes(relation: Any, letters: list[Any], *, scaled: bool) -> Iterator[tuple[str, Change]]:
    """What is done to one premise: deleted, doubled, a letter swapped for another.

    Twice a loss is smallest at the same place, so where the page looks for an
    extreme value (``scaled``) one letter is doubled instead of the right side.
    """
    yield "deleted", lambda _: None
    if not isinstance(relation, Relational):
        return
    own = [letter for letter in letters if relation.rhs.has(letter) and letter != relation.lhs]
    if scaled and own:
        yield f"{own[0]} doubled", _with(own[0], 2 * own[0])
    else:
        doubled = relation.rhs * 2 if relation.rhs != 0 else sympy.S.One
        yield "right side doubled", lambda r: r.func(r.lhs, doubled, evaluate=False)
    if own:
        others = [letter for letter in letters if letter not in relation.free_symbols]
        new = others[0] if others else sympy.Symbol("another")
        yield f"{own[0]} swapped for {new}", _with(own[0], new)


def _with(old: Any, new: Any) -> Change:
    return lambda r: r.func(r.lhs, r.rhs.xreplace({old: new}), evaluate=False)


def _arrive(page: Page, law: Any, domains: Domains) -> bool:
    """Compare the last line with the law; a difference is a failure like any other."""
    wanted = plain_relation(law)
    why, left, problem = "the law itself", "", "the page is empty"
    if page.current is not None:
        verdict = same_relation(page.current, wanted, domains, given=page.given)
        if verdict:
            page.steps.append(Step("arrive", why, page.current, wanted, strength=verdict.strength))
            return not page.failures
        left, problem = plainly(page.current), f"the last line is not the law: {verdict.reason}"
    number = len(page.steps) + 1
    page.failures.append(Failure(number, "arrive", why, problem, left, plainly(wanted)))
    return False


def _replayed(page: Page, *, arrived: bool) -> Replay:
    strengths = {step.strength for step in page.steps}
    # The conditions of used laws that the derived law's own conditions do not cover.
    carried = [(s.premise_id, held) for s in page.steps for held in _conditions(s.premise)]
    uncovered = (pair for pair in carried if not implied(pair[1], page.domains, given=page.given))
    return Replay(
        tuple(page.steps),
        tuple(page.failures),
        arrived,
        "tested" if "tested" in strengths else "exact",
        tuple(dict.fromkeys(uncovered)),
    )


def _conditions(premise: Any) -> list[Any]:
    """The conditions of a law, in the letters of its use."""
    law = premise.formula if isinstance(premise, Use) else premise
    if law is None or law.conditions is None:
        return []
    conditions = list(law.conditions())
    if not isinstance(premise, Use):
        return conditions
    letters = {letter.name: letter for c in conditions for letter in c.free_symbols}
    there = {letters[name]: value for name, value in premise.replaced if name in letters}
    return [condition.xreplace(there) for condition in conditions]
