"""Whether a law is for what was named: for dense layers, say, or for a model of experts."""

from __future__ import annotations

from ..entries.knowledge import Knowledge
from ..entries.laws import Choice, Entry, Tool
from .answer import Answer, Condition
from .presets import named_entries
from .question import Question


def told_for(knowledge: Knowledge, question: Question, answer: Answer) -> Answer:
    """The answer with what its law needs and a named entry is not, as conditions that fail.

    It is then right for its law and wrong for what was named: 6ND with all parameters
    of a model of experts is many times its operations.
    """
    wish = question.wish
    if not (wish.catalog or wish.files):
        return answer
    tool = next((tool for tool in knowledge.tools if tool.id == question.law.id), None)
    failing = () if tool is None else _failing(knowledge, question, tool)
    return answer.replaced(conditions=(*answer.conditions, *failing)) if failing else answer


def _failing(knowledge: Knowledge, question: Question, tool: Tool) -> tuple[Condition, ...]:
    """What a law needs and an entry is not; an entry of which nothing is used says nothing."""
    wish = question.wish
    chosen = {name for name, _ in wish.choices}
    return tuple(
        Condition(f"{choice} = {' or '.join(sorted(needed))}", holds=False, note=note)
        for entry, _ in named_entries(knowledge, wish.catalog, wish.files)
        if any(figure.letter in question.origins for figure in entry.figures)
        for choice, needed in tool.needs.items()
        if choice in knowledge.choices and choice not in chosen
        if (note := _differs(knowledge, tool, entry, knowledge.choices[choice]))
    )


def _differs(knowledge: Knowledge, tool: Tool, entry: Entry, choice: Choice) -> str:
    """What an entry is instead of what a law needs, and the laws that hold for it; or nothing."""
    told = _told(entry, choice)
    if not told or told in tool.needs[choice.id]:
        return ""
    fitting = [
        other.formula
        for other in knowledge.tools
        if other.gives == tool.gives and told in other.needs.get(choice.id, ()) and tool.gives
        if all(other.needs.get(x) == needed for x, needed in tool.needs.items() if x != choice.id)
    ]
    other = (
        f"see {' or '.join(sorted(set(fitting)))}" if fitting else "derive find takes laws that do"
    )
    return f"{entry.title} has {choice.id} = {told}; {other}"


def _told(entry: Entry, choice: Choice) -> str:
    """The alternative that an entry has, where it says so or its figures rule out the usual."""
    if choice.id in entry.settles:
        return entry.settles[choice.id]
    letters = {figure.letter for figure in entry.figures}
    shown = [name for name, showing in choice.shown_by.items() if showing & letters]
    return shown[0] if len(shown) == 1 and choice.assumed not in ("", shown[0]) else ""
