"""Inequalities: which side of the root satisfies them, where the sides are monotone."""

from __future__ import annotations

from typing import Any

import sympy

from .branches import Found
from .facts import has_no_pole
from .field import Field
from .isolate import sign_of
from .standins import Expr, symbolic

FLIPPED = {sympy.Ge: sympy.Le, sympy.Le: sympy.Ge, sympy.Gt: sympy.Lt, sympy.Lt: sympy.Gt}


def bound(relation: Any, root: Found, letter: Any, field: Field) -> tuple[Any, str] | None:
    """The bound on the letter and why it points that way; None where it may turn round."""
    symbolic(relation, letter)
    slope = direction(relation.lhs - relation.rhs, letter, field)
    if slope is None:
        return None
    kind = relation.func if slope > 0 else FLIPPED[relation.func]
    way = "rises" if slope > 0 else "falls"
    shown = kind(letter, root.value, evaluate=False)
    return shown, f"left minus right {way} with {letter} over its whole domain"


def direction(difference: Expr, letter: Any, field: Field) -> int | None:
    """1 where it rises with the letter over the whole domain, -1 where it falls."""
    symbolic(difference, letter)
    if not has_no_pole(field, difference):
        return None
    slope = sign_of(sympy.diff(difference, letter), field)
    return slope if slope in (1, -1) else None


def holds_by_sign(relation: Any, sign: int) -> bool:
    """Whether an inequality holds where left minus right has that sign."""
    if isinstance(relation, sympy.Ge | sympy.Le) and sign == 0:
        return True
    return sign == (1 if isinstance(relation, sympy.Ge | sympy.Gt) else -1)
