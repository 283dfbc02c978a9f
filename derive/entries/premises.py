"""What derivations state and no formula says: what a quantity is made of, as they take it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from ..records import Constant, Derivation, Formula, Symbol, Use
from ..registry import Registry
from .vocabulary import PREMISE

LEAST_LETTERS = 3
"""Of fewer letters a premise is a case: ``t_w = t_f`` of three equal parts."""


@lru_cache(maxsize=4)
def premises(registry: Registry) -> Mapping[str, Formula]:
    """The relations that derivations begin with, or put in, where they give one letter.

    Each has its reason in words beside it, and the derivation goes on from it to a law with a
    source. A law with other letters is one as well; what has a name is known by that.
    """
    named = {id(use) for use in registry.uses.values()}
    stated: dict[Any, tuple[Derivation, int]] = {}
    for derivation in registry.derivations:
        for place, premise in enumerate(_premises(derivation)):
            if isinstance(premise, Formula) or id(premise) in named or _is_a_case(premise):
                continue
            relation = _relation(premise)
            if _gives_one_letter(relation):
                stated.setdefault(relation, (derivation, place))
    return {
        f"{PREMISE}{derivation.id} {place}": _as_law(derivation, place)
        for derivation, place in stated.values()
    }


class _Page:
    """A page that takes down what is stated on it, and derives nothing."""

    def __init__(self) -> None:
        self.stated: list[Any] = []

    def start(self, premise: Any, _: str) -> None:
        """Take down what a derivation begins with."""
        self.stated.append(premise)

    def put(self, premise: Any, _: str, **__: Any) -> None:
        """Take down what is put in."""
        self.stated.append(premise)

    def __getattr__(self, _: str) -> Callable[..., None]:
        return _nothing


def _nothing(*_: Any, **__: Any) -> None:
    """What the other steps of a derivation state."""


def _premises(derivation: Derivation) -> list[Any]:
    page = _Page()
    try:
        derivation.steps(page)
    except Exception:  # noqa: BLE001  what an author's file does wrong, its replay tells him
        return []
    return page.stated


def _is_a_case(premise: Any) -> bool:
    """Whether a law is taken with a number in place of a letter: one matrix of embeddings."""
    replaced = premise.replaced if isinstance(premise, Use) else ()
    return not all(getattr(value, "free_symbols", ()) for _, value in replaced)


def _relation(premise: Any) -> Any:
    return premise() if isinstance(premise, Use) else premise


def _gives_one_letter(premise: Any) -> bool:
    if not getattr(premise, "is_Equality", False):
        return False
    left, letters = premise.lhs, premise.free_symbols
    named = isinstance(left, Symbol) and not isinstance(left, Constant)
    enough = sum(not isinstance(letter, Constant) for letter in letters) >= LEAST_LETTERS
    return named and enough and left not in premise.rhs.free_symbols


def _as_law(derivation: Derivation, place: int) -> Formula:
    law = derivation.formula
    return Formula(
        id=law.id,
        title=law.title,
        prose="",
        law=partial(_premise, derivation, place),
        sources=law.sources,
        conditions=law.conditions,
        leaves_out=law.leaves_out,
        status=law.status,
        approximates=law.approximates,
        formerly=(),
        declared=derivation.declared,
    )


def _premise(derivation: Derivation, place: int) -> Any:
    return _relation(_premises(derivation)[place])
