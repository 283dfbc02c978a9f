"""Names of the catalogue in place of figures (``--gpu``, ``--model``), and laws that fit them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..entries.knowledge import Knowledge
from ..entries.laws import Choice, Entry, Figure, Tool
from ..errors import ContradictoryGivens, UnknownName
from ..frozen import Record
from ..names import guesses
from .answer import Answer, Condition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .question import Question


class Preset(Record):
    """A figure that a named entry supplies for a letter, and where it comes from.

    One that is ``usual`` says how the entry was used: nobody said that it is meant.
    """

    value: str
    origin: str
    usual: bool = False


Named = list[tuple[Entry, str]]
"""Entries with the choice that was named of each, if any."""


def named_entries(
    knowledge: Knowledge, names: Iterable[tuple[str, str]], files: Iterable[Entry] = ()
) -> Named:
    """The entries of pairs of shelf and name, and those that files are.

    A name may end in a choice, ``h100-sxm:fp8``. Raises ``UnknownName`` with a guess.
    """
    entries = []
    for shelf, text in names:
        name, _, choice = text.partition(":")
        entries.append((entry_named(knowledge, shelf, name), choice))
    return entries + [(entry, "") for entry in files]


def presets(named: Named) -> Mapping[str, Preset]:
    """The figures of some entries by letter.

    Raises ``ContradictoryGivens`` where two entries supply one letter.
    """
    supplied: dict[str, Preset] = {}
    for entry, choice in named:
        figures = {figure.letter: figure for figure in (*entry.figures, *_choice(entry, choice))}
        # Where none is named the first choice is taken, and the origin of its figures says so.
        chosen = choice or next(iter(entry.choices), "")
        origin = entry.title + (f", {chosen}" if chosen else "")
        for letter, figure in figures.items():
            known = supplied.get(letter)
            if known is not None and known.value != figure.value:
                raise ContradictoryGivens(
                    f"{known.origin} ({letter} = {known.value})",
                    f"{origin} ({letter} = {figure.value})",
                    "both are named",
                )
            said = f"assumed, as {origin} was trained" if figure.usual else origin
            supplied[letter] = Preset(figure.value, said, figure.usual)
    return supplied


MAKERS = ("nvidia", "geforce", "amd", "instinct", "google", "aws")
TUNED = ("-instruct", "-base", "-chat", "-hf", "-it", "-pt")
"""What the hub adds to the name of a model that has the same shape."""


def named_alike(name: str, names: Iterable[str]) -> bool:
    """Whether a name as people and drivers write it is one of some names of an entry.

    ``meta-llama/Llama-3.1-8B-Instruct``, ``RTX 4090`` and ``NVIDIA A100-SXM4-80GB`` are.
    """
    typed = name.rpartition("/")[2].lower().replace(" ", "-").replace("_", "-")
    for maker in MAKERS:
        typed = typed.removeprefix(f"{maker}-")
    for ending in TUNED:
        typed = typed.removesuffix(ending)
    return typed.replace("-", "") in {alias.lower().replace("-", "") for alias in names}


def entry_named(knowledge: Knowledge, shelf: str, name: str) -> Entry:
    """The entry of a shelf by its id or an alias; raises ``UnknownName`` with a guess."""
    shelved = [entry for entry in knowledge.catalog if entry.shelf == shelf]
    for entry in shelved:
        if named_alike(name, (entry.id, *entry.aliases)):
            return entry
    raise not_shelved(shelf, name, [entry.id for entry in shelved])


def not_shelved(shelf: str, name: str, shelved: Iterable[str]) -> UnknownName:
    """What is said of a name that no entry of a shelf has."""
    near = guesses(name, shelved)
    file = "; a config.json is read as well" if shelf == "model" else ""
    return UnknownName(
        shelf,
        name,
        near,
        "the catalogue" if near else f"the catalogue (derive catalog lists it{file})",
    )


def _choice(entry: Entry, choice: str) -> tuple[Figure, ...]:
    if not entry.choices:
        if choice:
            raise UnknownName("choice", choice, (), entry.id)
        return ()
    if not choice:
        return next(iter(entry.choices.values()))
    if choice not in entry.choices:
        raise UnknownName("choice", choice, tuple(entry.choices), entry.id)
    return entry.choices[choice]


# --- laws that are not for what was named -------------------------------------------


def told_for(knowledge: Knowledge, question: Question, answer: Answer) -> Answer:
    """The answer with what its law needs and a named entry is not, as conditions that fail.

    It is then right for its law and wrong for what was named: 6ND with all parameters
    of a model of experts is many times its operations.
    """
    wish = question.wish
    if not (wish.catalog or wish.files):
        return answer
    tool = next((tool for tool in knowledge.tools if tool.id == question.law.id), None)
    failing = () if tool is None else _unmet(knowledge, question, tool)
    return answer.replaced(conditions=(*answer.conditions, *failing)) if failing else answer


def _unmet(knowledge: Knowledge, question: Question, tool: Tool) -> tuple[Condition, ...]:
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
    own = _alternative_of(entry, choice)
    if not own or own in tool.needs[choice.id]:
        return ""
    fitting = [
        other.formula
        for other in knowledge.tools
        if other.gives == tool.gives and own in other.needs.get(choice.id, ()) and tool.gives
        if all(other.needs.get(x) == needed for x, needed in tool.needs.items() if x != choice.id)
    ]
    other = (
        f"see {' or '.join(sorted(set(fitting)))}" if fitting else "derive find takes laws that do"
    )
    return f"{entry.title} has {choice.id} = {own}; {other}"


def _alternative_of(entry: Entry, choice: Choice) -> str:
    """The alternative that an entry has, where it says so or its figures rule out the usual."""
    if choice.id in entry.settles:
        return entry.settles[choice.id]
    letters = {figure.letter for figure in entry.figures}
    shown = [name for name, showing in choice.shown_by.items() if showing & letters]
    return shown[0] if len(shown) == 1 and choice.assumed not in ("", shown[0]) else ""
