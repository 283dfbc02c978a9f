"""Answers: a question in, the answer with its reason out.

Nothing is imported before it is used, and nothing here needs SymPy: questions
are answered from compiled laws.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..entries.results import Comparison, Solution
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
    from .evaluating import evaluate
    from .finding import find
    from .givens import gather
    from .question import Question, Wish, read_question
    from .search_result import Assumed, Check, Found, Link, Option, Refused
    from .solving import solve
    from .sweeping import Axis, Sweep, sweep

__getattr__, __dir__ = exports(
    __name__,
    {
        "..entries.results": "Comparison Solution",
        ".answer": "Answer Condition Elasticity Neighbour Root SCHEMA Span Step Uncertainty Whole",
        ".evaluating": "evaluate",
        ".finding": "find",
        ".question": "Question Wish read_question",
        ".search_result": "Assumed Check Found Link Option Refused",
        ".solving": "solve",
        ".sweeping": "Axis Sweep sweep",
        ".givens": "gather",
    },
)
