"""An answer with its reason: what came out, how, and what was checked."""

from __future__ import annotations

from collections.abc import Mapping

from ..frozen import Record, fresh
from ..units import Quantity
from .data import SCHEMA, answer_data, magnitude
from .parts import (
    Condition,
    Elasticity,
    Kind,
    Method,
    Neighbour,
    Root,
    Span,
    Step,
    Uncertainty,
    Whole,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "SCHEMA",
    "Answer",
    "Condition",
    "Elasticity",
    "Kind",
    "Method",
    "Neighbour",
    "Root",
    "Span",
    "Step",
    "Uncertainty",
    "Whole",
    "magnitude",
]


class Answer(Record):
    """The answer to a question about one formula.

    ``residual`` is the relative difference of the two sides after the answer
    was put back; an answer whose residual is too large is never made.
    ``latex`` is the target's letter as LaTeX. ``is_settled`` says that the whole
    domain was looked at, so that nothing can have been missed.
    """

    formula: str
    target: str
    kind: Kind
    method: Method
    value: Quantity | None
    exact: str
    intervals: tuple[Span, ...]
    integer: Whole | None
    roots: tuple[Root, ...]
    conditions: tuple[Condition, ...]
    givens: Mapping[str, Any]
    defaults: Mapping[str, Quantity]
    residual: float | None
    reason: str
    steps: tuple[Step, ...]
    law: str
    constants: str = ""
    origins: Mapping[str, str] = fresh(factory=dict)
    uncertain: Uncertainty | None = None
    sensitivity: tuple[Elasticity, ...] = ()
    latex: str = ""
    is_settled: bool = True

    def __repr__(self) -> str:
        # The prompt shows it: a line, and not everything that led to it.
        return f"<answer: {str(self).partition(chr(10))[0]}>"

    def __str__(self) -> str:
        from .rendering import answer_text

        return answer_text(self)

    def markdown(self) -> str:
        """The working as Markdown, formulas as LaTeX between dollars."""
        from .showing import answer_markdown

        return answer_markdown(self)

    def working(self) -> str:
        """The working as one LaTeX display."""
        from .showing import answer_latex

        return answer_latex(self)

    def mermaid(self) -> str:
        """The law with what it was given and what came out, as a flowchart for Mermaid."""
        from .charts import answer_mermaid

        return answer_mermaid(self)

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_latex_(self) -> str:
        return f"$${self.working()}$$"

    @property
    def found(self) -> bool:
        """Whether there is an answer at all."""
        if self.value is not None:
            return True
        if self.integer is not None and (self.kind == "range" or self.intervals):
            return not self.integer.empty
        return bool(self.intervals)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, as ``--json`` prints it."""
        return answer_data(self)
