"""Answers: a question in, the answer with its reason out.

Nothing is imported before it is used: most questions are answered from stored
data, and those need neither the algebra nor SymPy.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .answer import (
        SCHEMA,
        Answer,
        Condition,
        Elasticity,
        Neighbour,
        Root,
        Span,
        Step,
        Uncertainty,
        Whole,
    )
    from .comparing import Comparison, compare
    from .deriving import Line, Working, derivations
    from .evaluating import evaluate
    from .finding import find
    from .found import Found, Link, Option, Rounded
    from .gathering import gather
    from .question import Question, Wish, read_question
    from .solved_for import Solution, solutions
    from .solving import solve
    from .sweeping import Axis, Sweep, sweep

__all__ = [
    "SCHEMA",
    "Answer",
    "Axis",
    "Comparison",
    "Condition",
    "Elasticity",
    "Found",
    "Line",
    "Link",
    "Neighbour",
    "Option",
    "Question",
    "Root",
    "Rounded",
    "Solution",
    "Span",
    "Step",
    "Sweep",
    "Uncertainty",
    "Whole",
    "Wish",
    "Working",
    "compare",
    "derivations",
    "evaluate",
    "find",
    "gather",
    "read_question",
    "solutions",
    "solve",
    "sweep",
]

_HOMES = {
    "Answer": ".answer",
    "Axis": ".sweeping",
    "Comparison": ".comparing",
    "Condition": ".answer",
    "Elasticity": ".answer",
    "Found": ".found",
    "Line": ".deriving",
    "Link": ".found",
    "Neighbour": ".answer",
    "Option": ".found",
    "Question": ".question",
    "Root": ".answer",
    "Rounded": ".found",
    "SCHEMA": ".answer",
    "Solution": ".solved_for",
    "Span": ".answer",
    "Step": ".answer",
    "Sweep": ".sweeping",
    "Uncertainty": ".answer",
    "Whole": ".answer",
    "Wish": ".question",
    "Working": ".deriving",
    "compare": ".comparing",
    "derivations": ".deriving",
    "evaluate": ".evaluating",
    "find": ".finding",
    "gather": ".gathering",
    "read_question": ".question",
    "solutions": ".solved_for",
    "solve": ".solving",
    "sweep": ".sweeping",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
