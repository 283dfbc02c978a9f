"""Answers: a question in, the answer with its reason out.

Nothing is imported before it is used, and nothing here needs SymPy: questions
are answered from compiled laws.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..entries.results import Comparison as Comparison
    from ..entries.results import Solution as Solution
    from .answer import Answer as Answer
    from .answer import Span as Span
    from .evaluating import evaluate as evaluate
    from .finding import find as find
    from .givens import gather as gather
    from .question import Wish as Wish
    from .question import read_question as read_question
    from .search_result import Found as Found
    from .solving import solve as solve
    from .sweeping import Sweep as Sweep
    from .sweeping import sweep as sweep

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
