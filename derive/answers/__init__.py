"""Answers: a question in, the answer with its reason out.

Nothing is imported before it is used, and nothing here needs SymPy: questions
are answered from compiled laws.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..entries.results import Comparison, Solution
    from .answer import Answer, Span
    from .evaluating import evaluate
    from .finding import find
    from .givens import gather
    from .question import Wish, read_question
    from .search_result import Found
    from .solving import solve
    from .sweeping import Sweep, sweep

__getattr__, __dir__ = exports(
    __name__,
    {
        "..entries.results": "Comparison Solution",
        ".answer": "Answer Span",
        ".evaluating": "evaluate",
        ".finding": "find",
        ".givens": "gather",
        ".question": "Wish read_question",
        ".search_result": "Found",
        ".solving": "solve",
        ".sweeping": "Sweep sweep",
    },
)
