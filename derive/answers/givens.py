"""What a question is given: values as typed, in their letter's unit; names of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Choice, Entry, Figure, Tool
from ..errors import (
    ContradictoryGivens,
    DeriveError,
    NotAnswerable,
    OutsideDomain,
    UnknownName,
    UnreadableValue,
)
from ..frozen import Record
from ..names import guesses
from ..records.notes import SymbolNote
from ..units import Grid, Interval, Quantity, Unit, UnitTable, read_value, related, split_given
from ..units.decimals import read_ratio, read_scale
from ..units.quantity import AsTyped
from .answer import Answer, Condition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .question import Question


Value = Quantity | Interval


def read_given(knowledge: Knowledge, name: str, value: Any) -> Value:
    """Read one value in its letter's unit and hold it to its domain."""
    note = knowledge.symbols[name]
    unit = knowledge.unit(name)
    if isinstance(value, Interval) and value.low is not None and value.high is not None:
        _not_crossed(knowledge, name, value)
    read = read_value(
        value, unit=unit, table=knowledge.units, symbol=name, count=is_count(unit, note)
    )
    if isinstance(read, Grid):
        raise OutsideDomain(name, str(value), "one value here; a grid belongs to a sweep")
    inside(note, read)
    return _echoed(knowledge, value, read)


def _echoed(knowledge: Knowledge, given: Any, read: Value) -> Value:
    """The value with the unit in which it was typed, if it was typed with one."""
    if isinstance(read, Interval):
        typed = given if isinstance(given, Interval) else _ends(given)
        low, high = (
            end if end is None else _echoed(knowledge, text, end)
            for text, end in ((typed.low, read.low), (typed.high, read.high))
        )
        return read.replaced(low=low, high=high)
    shown = typed_unit(knowledge.units, given, read.unit) if isinstance(given, str) else None
    if shown is None:
        return read
    return AsTyped(read.magnitude, read.unit, read.read_as, shown)


def _ends(given: Any) -> Interval:
    """The ends of ``600..989 TFLOP/s`` as texts; of a single bound, the bound twice."""
    if not isinstance(given, str):
        return Interval()
    low, dots, high = given.strip("<>=≤≥⩽⩾ ").partition("..")
    if not dots:
        return Interval(low, low)
    unit = _unit_text(high)
    return Interval(f"{low} {unit}" if unit and not _unit_text(low) else low, high)


def _unit_text(text: str) -> str:
    try:
        _, rest, _ = read_ratio(text.strip())
        _, _, rest = read_scale(text, rest, letters=True)
    except DeriveError:
        return ""
    return rest.strip()


def typed_unit(table: UnitTable, text: str, own: Unit) -> Unit | None:
    """The unit in which a text gives a value, where it is another than the letter's own."""
    unit = _unit_text(text)
    try:
        typed = table.unit(unit) if unit else None
    except DeriveError:
        return None
    if typed is None or typed.name == own.name or not typed.dimensions:
        return None
    return typed


def _not_crossed(knowledge: Knowledge, name: str, bounds: Interval) -> None:
    """Refuse bounds between which no number lies, naming both as they were typed."""
    low = read_given(knowledge, name, Interval(low=bounds.low, low_open=bounds.low_open))
    high = read_given(knowledge, name, Interval(high=bounds.high, high_open=bounds.high_open))
    assert isinstance(low, Interval)
    assert isinstance(high, Interval)
    least, most = low.low.magnitude, high.high.magnitude
    if least > most or (least == most and (bounds.low_open or bounds.high_open)):
        raise ContradictoryGivens(f"{name} {low}", f"{name} {high}", "no number satisfies both")


def is_count(unit: Unit, note: SymbolNote) -> bool:
    """Whether a bare ``70B`` makes sense: a number of things, not of bytes or seconds."""
    return not unit.dimensions and (note.domain.integer or bool(unit.kinds))


def inside(note: SymbolNote, value: Value) -> None:
    """Refuse a value that its symbol cannot take."""
    domain = note.domain
    if isinstance(value, Interval):
        high, low = value.high, value.low
        below = (
            high is not None
            and domain.low is not None
            and (high.magnitude < domain.low or (high.magnitude == domain.low and domain.low_open))
        )
        above = low is not None and domain.high is not None and low.magnitude > domain.high
        if below or above:
            raise OutsideDomain(note.id, str(value), str(domain))
        return
    magnitude = value.magnitude
    if isinstance(magnitude, Fraction) and not domain.contains(magnitude):
        raise OutsideDomain(note.id, str(value), str(domain))


def is_array(value: Any) -> bool:
    """Whether a magnitude holds many numbers; asked without importing NumPy."""
    return hasattr(value, "__array__") and getattr(value, "ndim", 0) > 0


def one_value_each(asked: str, values: Mapping[str, Any]) -> None:
    """Refuse arrays where one question has one answer."""
    for name, value in values.items():
        if is_array(getattr(value, "magnitude", None)):
            raise NotAnswerable(
                asked,
                f"{name} is an array, and one question has one answer",
                "evaluate takes arrays, also for a letter of the right side",
            )


# --- as typed ----------------------------------------------------------------------


SWALLOWED = (
    "write name=value; if you typed a <= or >=, the shell took it: "
    'quote the whole "name <= value", '
    "or use --at-most name=value and --at-least name=value"
)


def gather(
    typed: Iterable[str], at_most: Iterable[str] = (), at_least: Iterable[str] = ()
) -> dict[str, Any]:
    """Read ``name=value`` and ``name <= value`` texts into one value per name."""
    givens: dict[str, Any] = {}
    for text in typed:
        name, relation, value = _split(text)
        _add(givens, name, related(relation, value))
    for text in at_most:
        name, _, value = _split(text)
        _add(givens, name, Interval(high=value))
    for text in at_least:
        name, _, value = _split(text)
        _add(givens, name, Interval(low=value))
    return givens


def _split(text: str) -> tuple[str, str, str]:
    if not any(sign in text for sign in "=<>≤≥⩽⩾"):
        raise UnreadableValue(text, SWALLOWED)
    return split_given(text)


def _add(givens: dict[str, Any], name: str, value: Any) -> None:
    """Join bounds on one letter; refuse two values for it."""
    if name not in givens:
        givens[name] = value
        return
    known = givens[name]
    if isinstance(known, Interval) and isinstance(value, Interval):
        if known.low is None and value.high is None:
            givens[name] = Interval(value.low, known.high, value.low_open, known.high_open)
            return
        if known.high is None and value.low is None:
            givens[name] = Interval(known.low, value.high, known.low_open, value.high_open)
            return
    raise ContradictoryGivens(f"{name} = {known}", f"{name} = {value}", f"{name} is given twice")


# --- names of the catalogue -------------------------------------------------------


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
