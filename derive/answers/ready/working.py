"""The working of an answer, from lines with holes for the values."""

from __future__ import annotations

from ...units.decimals import number_text
from ..filling import MOST_WRITTEN, filled, latex_of_value
from .numbers import NotReady

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .chart import Relation
    from .question import Question
    from .values import Quantity


class Step:
    """One line of the working."""

    __slots__ = ("latex", "says", "text")

    def __init__(self, says: str, text: str, latex: str) -> None:
        self.says = says
        self.text = text
        self.latex = latex


def steps(question: Question, needed: Sequence[Relation], value: Quantity | None) -> Iterator[Step]:
    """The law, the law with values, what must hold, the law rearranged, and the value."""
    entry, target, points = question.entry, question.target, question.points()
    points.pop(target.id, None)
    yield Step("the law", entry["law"], entry["latex"])
    if points:
        yield _line(question, "with the values", points)
    for one in needed[:4]:
        if one.says != entry["law"]:
            yield Step("what must hold", one.says, one.latex)
    for text, latex in entry["targets"][target.id]["solved"]:
        if entry["given_by"] != target.id:
            yield Step(f"solved for {target.id}", text, latex)
    if value is not None:
        shown = value.format(6)
        latex = f"{target.latex} = {latex_of_value(shown)}"
        yield Step("the value", f"{target.id} = {shown}", latex)
        says = "the check: both sides with the value put back"
        yield _line(question, says, {**points, target.id: value})


def _line(question: Question, says: str, points: dict[str, Quantity]) -> Step:
    """The law with values in place of letters."""
    shown = {name: _shown(value) for name, value in points.items()}
    kinds = "".join(shown[one.id][0] if one.id in shown else "." for one in question.in_law)
    holes = question.entry["lines"].get(kinds)
    if holes is None:
        raise NotReady
    texts = {name: text for name, (_, text) in shown.items()}
    written = {name: latex_of_value(text) for name, text in texts.items()}
    text = "".join(one if isinstance(one, str) else texts[one[0]] for one in holes["text"])
    return Step(says, text, filled(holes["latex"], written))


def _shown(value: Quantity) -> tuple[str, str]:
    """A value as it stands in a law, and its kind."""
    if value.magnitude < 0:
        raise NotReady
    if value.unit.strict:
        text = value.format(6)
        return "u" if " " in text else "v", text
    base = value.base
    if base.denominator == 1 and base < MOST_WRITTEN:
        return "n", str(base.numerator)
    return "v", number_text(base, 6)
