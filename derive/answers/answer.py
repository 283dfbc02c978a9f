"""An answer with its reason, and its parts: what came out, how, and what was checked."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..frozen import Record, fresh
from ..units import Interval, Quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias

SCHEMA = 1
"""Version of the JSON of an answer; raised when a key changes its meaning."""

Kind: TypeAlias = 'Literal["equation", "range"]'
Method: TypeAlias = 'Literal["closed", "numeric", "set", "catalogue", "none"]'


class Root(Record):
    """A solution of the law: kept, or rejected with the reason why."""

    value: Quantity
    exact: str
    kept: bool
    reason: str


class Span(Record):
    """A stretch of values of the target; ``None`` means without end."""

    low: Quantity | None
    high: Quantity | None
    low_open: bool
    high_open: bool
    low_reason: str = ""
    high_reason: str = ""


class Neighbour(Record):
    """What the law says at one integer next to the answer."""

    at: int
    holds: bool
    sides: tuple[str, str]
    sentence: str


class Whole(Record):
    """The integer part of an answer: bounds of a range, or neighbours of a root."""

    smallest: int | None = None
    largest: int | None = None
    below: int | None = None
    above: int | None = None
    neighbours: tuple[Neighbour, ...] = ()
    note: str = ""
    empty: bool = False


class Condition(Record):
    """A condition of the law and whether it holds in this answer."""

    text: str
    holds: bool | None
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"condition": self.text, "holds": self.holds, "note": self.note}


class Step(Record):
    """One line of the working, as it would stand in a textbook."""

    says: str
    text: str
    latex: str


class Elasticity(Record):
    """By how many per cent the answer changes where a letter grows by one per cent.

    ``value`` is a Fraction where it is known exactly; None where the law has
    a corner at the answer, as ``note`` says.
    """

    letter: str
    value: Any
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The elasticity as plain data."""
        exact = str(self.value) if isinstance(self.value, Fraction) else None
        number = None if self.value is None else float(self.value)
        return {"letter": self.letter, "elasticity": number, "exact": exact, "note": self.note}


class Uncertainty(Record):
    """What uncertain givens do to an answer.

    With the reading *every* the answer itself is safe: it holds for all their
    values, and ``intervals`` and ``integer`` say what holds for some. With
    *some* the answer is the interval of all that can come out. ``by`` says
    how: *corners*, the law rises or falls with each letter on the whole range;
    *ranges*, interval arithmetic, which contains every value and may be wider
    by at most ``slack`` (relative).
    """

    letters: tuple[str, ...]
    by: Literal["corners", "ranges"]
    reading: Literal["every", "some"]
    intervals: tuple[Span, ...]
    integer: Whole | None
    slack: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        whole = self.integer
        return {
            "letters": list(self.letters),
            "by": self.by,
            "reading": self.reading,
            "slack": self.slack,
            "possible": {
                "intervals": data_of(self.intervals),
                "integer": None
                if whole is None
                else {"smallest": whole.smallest, "largest": whole.largest},
            },
        }


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
    givens: Mapping[str, Any]
    defaults: Mapping[str, Quantity]
    value: Quantity | None = None
    exact: str = ""
    intervals: tuple[Span, ...] = ()
    integer: Whole | None = None
    roots: tuple[Root, ...] = ()
    conditions: tuple[Condition, ...] = ()
    residual: float | None = None
    reason: str = ""
    steps: tuple[Step, ...] = ()
    law: str = ""
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
        from .answer_text import answer_text

        return answer_text(self)

    def markdown(self) -> str:
        """The working as Markdown, formulas as LaTeX between dollars."""
        from .notebooks import answer_markdown

        return answer_markdown(self)

    def working(self) -> str:
        """The working as one LaTeX display."""
        from .notebooks import answer_latex

        return answer_latex(self)

    def mermaid(self) -> str:
        """The law with what it was given and what came out, as a flowchart for Mermaid."""
        from .notebooks import answer_mermaid

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
        return {
            "schema": SCHEMA,
            **{name: data_of(getattr(self, name)) for name in IN_JSON},
            "integer": _whole_data(self),
            "constants": self.constants or None,
        }


IN_JSON = (
    "formula law target kind method reason value exact intervals integer roots conditions givens "
    "defaults constants origins uncertain sensitivity residual steps"
).split()
"""Fields of an answer in the order in which JSON has them."""


# --- as plain data -----------------------------------------------------------------


def _whole_data(answer: Answer) -> dict[str, Any]:
    """The whole numbers of a range, or beside the root of an equation."""
    whole = answer.integer
    of_range = answer.kind == "range" or bool(answer.intervals)
    ends = ("smallest", "largest") if of_range else ("below", "above")
    data: dict[str, Any] = {name: getattr(whole, name, None) for name in ends}
    data["neighbours"] = [
        {
            "at": neighbour.at,
            "holds": neighbour.holds,
            "left": neighbour.sides[0],
            "right": neighbour.sides[1],
            "sentence": neighbour.sentence,
        }
        for neighbour in (whole.neighbours if whole else ())
    ]
    return data


def data_of(value: Any) -> Any:
    """Records by the names of their fields, quantities as number and unit, tuples as lists."""
    if isinstance(value, Quantity):
        return magnitude(value)
    if isinstance(value, Interval):
        return {"at_least": magnitude(value.low), "at_most": magnitude(value.high)}
    if isinstance(value, Condition | Elasticity | Uncertainty):
        return value.to_dict()
    if isinstance(value, Record):
        return {name: data_of(getattr(value, name)) for name in value._fields}
    if isinstance(value, Mapping):
        return {name: data_of(part) for name, part in value.items()}
    return [data_of(part) for part in value] if isinstance(value, tuple) else value


def magnitude(value: Quantity | None) -> dict[str, Any] | None:
    """A quantity as a number and the name of its unit."""
    if value is None:
        return None
    return {"magnitude": plain(value.magnitude), "unit": value.unit.name}


def plain(number: Any) -> float | int:
    """The nearest JSON number; beyond the largest float, a whole one."""
    try:
        as_float = float(number)
    except OverflowError:
        whole: int = round(number)
        return whole
    return int(as_float) if as_float.is_integer() and abs(as_float) < 2**53 else as_float
