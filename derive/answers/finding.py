"""Find a value through several laws: the chain as a derivation, or the choice between chains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sympy import Eq

from ..errors import Unreachable
from ..registry import Registry
from .chains import Move, Plan, Tool
from .choosing import choices
from .contradicting import consistent
from .found import Found
from .knowns import Knowns, read_knowns
from .question import Wish
from .ranging import composed_answer, in_range
from .searching import coupled_laws, named_tools, nearest, others, plans_for, plans_through
from .systems import System
from .walking import rounded, walk, watched


def find(
    registry: Registry,
    target: str,
    givens: Mapping[str, Any],
    using: Iterable[str] = (),
    wish: Wish | None = None,
) -> Found:
    """Find a letter through as many laws as needed.

    ``using`` names laws that the chain must hold; a limit among them must be
    met. Bounds on letters make it a range question about the chains that give
    those letters. Where several shortest chains compete, none is chosen: they
    come back as options.
    """
    known = read_knowns(registry, target, givens, wish or Wish())
    named = named_tools(registry, using)
    found = _found(registry, known, named)
    consistent(registry, known, found.unused, chosen=bool(named))
    return found


def _found(registry: Registry, known: Knowns, named: Sequence[Tool]) -> Found:
    """The chain, the system of laws or the range question that leads to the target."""
    chosen = frozenset(tool.id for tool in named)
    apart = [tool for tool in named if not isinstance(tool.law.relation, Eq)]
    if apart or others(known):
        return in_range(registry, known, chosen, apart)
    plans = plans_for(registry, known, known.target.id, frozenset(known.points), chosen)
    if plans:
        return _values(registry, known, [[(m,) for m in plan.moves] for plan in plans], plans)
    coupled = coupled_laws(registry, known, chosen)
    if coupled:
        return _values(registry, known, [one.blocks for one in coupled], coupled)
    for name in sorted(known.typed):
        through = plans_through(registry, known, name, chosen)
        if through:
            return composed_answer(registry, known, [(name, None)], through, [])
    raise Unreachable(known.target.id, nearest(registry, known))


def _values(
    registry: Registry,
    known: Knowns,
    chains: Sequence[Sequence[Sequence[Move]]],
    plans: Sequence[Plan | System],
) -> Found:
    """Walk the one chain; or hand out the options."""
    if len(chains) > 1:
        return choices(registry, known, chains, plans)
    (blocks,), (plan,) = chains, plans
    made = walk(registry, known, blocks)
    used = [move.tool for block in blocks for move in block]
    found = Found(
        known.target.id,
        made.answer,
        tuple(made.links),
        (),
        tuple(sorted(known.typed - plan.needs)),
        watched(registry, used, made.values),
    )
    if made.answer is None or made.answer.value is None:
        return found
    return replace(found, rounded=rounded(registry, blocks, made))
