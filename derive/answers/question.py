"""A question, read: names looked up, values read with units, gaps filled and said."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Entry, Law
from ..errors import (
    ConstantSetNeeded,
    MissingGivens,
    NotAnswerable,
    NothingToEvaluate,
    TargetIsGiven,
    UnknownLetter,
    UnknownName,
    WrongUnit,
)
from ..frozen import Record, fresh
from ..names import but_for_case, guesses
from ..programs.program import Program
from ..programs.relations import Relation
from ..records.notes import SymbolNote
from ..units import Interval, Quantity, Unit
from .givens import Value, named_entries, presets, read_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Wish(Record):
    """What an integer answer must also be, how it is shown, and what else is wanted."""

    divides: int | None = None
    power_of: int | None = None
    unit: str = ""
    constants: str = ""
    catalog: tuple[tuple[str, str], ...] = ()
    sensitivity: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    files: tuple[Entry, ...] = ()


class Extra(Record):
    """What must hold beside the law: a limit, or what gives a bounded letter."""

    of: Relation | Program
    letter: str = ""
    says: str = ""
    latex: str = ""


class Question(Record):
    """A question about one formula in which every letter but the target has a value.

    ``givens`` were typed, ``defaults`` were not and are said in the answer.
    A value is a ``Quantity`` in the symbol's own unit, or an ``Interval`` of
    such; an interval on the target itself narrows the answer. ``also`` is what
    further bounds and limits claim, where several chains of laws meet.
    """

    law: Law
    target: SymbolNote
    givens: Mapping[str, Value]
    defaults: Mapping[str, Quantity]
    wish: Wish = Wish()
    origins: Mapping[str, str] = fresh(factory=dict)
    also: tuple[Extra, ...] = ()

    def values(self) -> dict[str, Value]:
        """All values but those of the target, defaults included."""
        both: dict[str, Value] = {**self.defaults, **self.givens}
        both.pop(self.target.id, None)
        return both

    def points(self) -> dict[str, Fraction]:
        """The values that are one number each, in base units."""
        return {
            name: Fraction(value.base)
            for name, value in self.values().items()
            if isinstance(value, Quantity)
        }

    def intervals(self) -> dict[str, Interval]:
        """The letters that were bounded instead of given."""
        return {name: v for name, v in self.givens.items() if isinstance(v, Interval)}


def read_question(
    knowledge: Knowledge,
    formula: str,
    target: str | None,
    givens: Mapping[str, Any],
    wish: Wish | None = None,
) -> Question:
    """Read a question; raises a ``QuestionProblem`` or ``ValueProblem`` that says all at once.

    ``target=None`` asks for the left side of the law. Names may be ids,
    aliases, Unicode letters or LaTeX; values anything that ``read_value``
    takes.
    """
    wish = wish or Wish()
    is_use = formula in knowledge.index["uses"]
    law = knowledge.law(formula if is_use else knowledge.formula_id(formula))
    names = list(law.letters)
    known = [*names, *law.condition_letters]
    asked = left_letter(law) if target is None else named(knowledge, target, known, law.id).id
    read = {named(knowledge, name, known, law.id).id: value for name, value in givens.items()}
    entries = named_entries(knowledge, wish.catalog, wish.files)
    supplied = {
        name: preset
        for name, preset in presets(entries).items()
        if name in known and name not in read and name != asked
    }
    named_values = {name: preset.value for name, preset in supplied.items()}
    values = {
        name: read_given(knowledge, name, value) for name, value in {**read, **named_values}.items()
    }
    note = knowledge.symbols[asked]
    if isinstance(values.get(asked), Quantity):
        raise TargetIsGiven(asked, str(values[asked]))
    fitted = _constants(knowledge, law.id, names, asked, values, wish.constants)
    defaults = {**fitted, **_defaults(knowledge, names, asked, {**values, **fitted})}
    origins = {name: preset.origin for name, preset in supplied.items()}
    question = Question(law, note, values, defaults, wish, origins)
    _all_given(knowledge, question, names)
    return question


def left_letter(law: Law) -> str:
    """The letter that a law gives; an inequality gives none."""
    if not law.left:
        raise NothingToEvaluate(law.id, law.letters)
    return law.left


def named(knowledge: Knowledge, name: str, among: list[str], formula: str) -> SymbolNote:
    """A letter of a formula by any of its names."""
    try:
        return knowledge.symbol(name, within=among)
    except UnknownName:
        called = but_for_case(name, among) or letter_called(knowledge, name, among)
        if called is not None:
            return knowledge.symbols[called]
        notes = [knowledge.symbols[letter] for letter in among]
        letters = [(note.id, note.meaning, "" if note.unit == "1" else note.unit) for note in notes]
        raise UnknownLetter("symbol", name, guesses(name, among), formula, letters) from None


def _constants(
    knowledge: Knowledge,
    formula: str,
    names: list[str],
    asked: str,
    given: Mapping[str, Value],
    chosen: str,
) -> dict[str, Quantity]:
    """Values of the chosen set of fitted constants; none is ever chosen in silence."""
    covered = knowledge.fitted
    needed = [name for name in names if name in covered and name not in given and name != asked]
    if chosen:
        texts = constant_set(knowledge, chosen)
        return quantities(knowledge, {name: texts[name] for name in texts if name in needed})
    if needed:
        fitting = [
            (group.name, group.source)
            for group in knowledge.constant_sets.values()
            if set(needed) <= set(group.values)
        ]
        raise ConstantSetNeeded(formula, needed, fitting)
    return {}


def constant_set(knowledge: Knowledge, chosen: str) -> Mapping[str, str]:
    """The values of a set of fitted constants; raises ``UnknownName`` with a guess."""
    if chosen not in knowledge.constant_sets:
        raise UnknownName("set of constants", chosen, guesses(chosen, knowledge.constant_sets))
    return knowledge.constant_sets[chosen].values


def _defaults(
    knowledge: Knowledge, names: list[str], asked: str, given: Mapping[str, Value]
) -> dict[str, Quantity]:
    return quantities(
        knowledge,
        {
            name: text
            for name in names
            if (text := knowledge.symbols[name].default) and name != asked and name not in given
        },
    )


def quantities(knowledge: Knowledge, texts: Mapping[str, str]) -> dict[str, Quantity]:
    """Declared texts as values; those that are ranges are left out."""
    read = {name: read_given(knowledge, name, text) for name, text in texts.items()}
    return {name: value for name, value in read.items() if isinstance(value, Quantity)}


def _all_given(knowledge: Knowledge, question: Question, names: list[str]) -> None:
    known = question.values()
    missing = [
        (name, knowledge.symbols[name].meaning, shown_unit(knowledge.symbols[name].unit))
        for name in names
        if name != question.target.id and name not in known
    ]
    if missing:
        raise MissingGivens(question.law.formula, missing)


def shown_unit(unit: str) -> str:
    """A unit as it is said in a sentence; a pure number has none."""
    return "" if unit == "1" else unit


def unit_shown(knowledge: Knowledge, letter: str, wish: Wish) -> Unit:
    """The unit that an answer is wanted in, or the letter's own; raises ``WrongUnit``."""
    own = knowledge.unit(letter)
    if not wish.unit:
        return own
    wanted = knowledge.units.unit(wish.unit)
    try:
        Quantity(Fraction(1), own).to(wanted)
    except WrongUnit:
        raise WrongUnit(letter, str(own), str(wanted)) from None
    return wanted


def alone(knowledge: Knowledge, question: Question, name: str) -> Program:
    """The law solved for a letter, which must have one value."""
    if question.law.gives == name:
        return question.law.relation.right
    only = knowledge.solved(question.law, name).only
    if only is None or only.program is None:
        raise NotAnswerable(
            question.law.formula,
            f"it has no single solution for {name}, so a bound on {name} bounds nothing",
            f"give {name} a value, or bound another letter",
        )
    return only.program


# --- letters by what people call them: ``tokens_per_second``, ``hidden_size`` -------


MOST_GUESSES = 3


def letter_asked(knowledge: Knowledge, name: str) -> SymbolNote:
    """A letter by any of its names or by what people call it; raises ``UnknownName``.

    The guess speaks of meanings before spellings: whoever types ``cost`` has no slip of the pen.
    """
    try:
        return knowledge.symbol(name)
    except UnknownName as unknown:
        every = knowledge.index["symbols"]
        called = but_for_case(name, every) or letter_called(knowledge, name, every)
        if called is not None:
            return knowledge.symbols[called]
        raise UnknownName("symbol", name, _meant(knowledge, name) or unknown.guesses) from None


def _meant(knowledge: Knowledge, name: str) -> tuple[str, ...]:
    """The letters whose meaning holds all the words of a name, the briefest first."""
    wanted = _telling(name)
    called = knowledge.row("letters")
    sizes = {
        letter: min(sizes)
        for letter, names in called.items()
        if (sizes := [len(said) for other in names if wanted <= (said := _telling(other))])
    }
    return tuple(sorted(sizes, key=sizes.__getitem__)[:MOST_GUESSES] if wanted else ())


def letter_called(knowledge: Knowledge, name: str, among: Iterable[str]) -> str | None:
    """The one letter with exactly these words as its meaning, or as its name in the glossary.

    Two letters that answer are none: whoever asks must say which.
    """
    wanted = _telling(name)
    called = knowledge.row("letters")
    answering = {
        letter
        for letter in among
        if any(wanted == _telling(other) for other in called.get(letter, ()))
    }
    return answering.pop() if wanted and len(answering) == 1 else None


def _telling(name: str) -> frozenset[str]:
    # Loaded for a name that nobody knows, not for every question.
    from ..search.words import LITTLE, words

    return frozenset(words(name)) - LITTLE
