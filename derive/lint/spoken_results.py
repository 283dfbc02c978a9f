"""Numbers that words say a formula comes to: "which is 43,945 seconds", "for us that is 470 MB".

A number that does not follow, and would follow after one small change of the
formula, was reckoned with the right one: then it is the formula that is misprinted.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator

from .amounts import CLOCK
from .blame import change_for
from .digits import digits_in, exchanged
from .documents import Document
from .letter_values import LetterValues, letter_values
from .project import Project
from .quantities import Amount
from .rules import Sight
from .said_behind import said_behind
from .sentences import Sentence
from .system import Definition, evaluated
from .table_formulas import rows_bear_out
from .wording import plain, snippet

_PER = re.compile(
    r"(?:\bper|\bfor\s+(?:each|every|one|an?)|\beach|\bevery|/)\s*(?P<what>[A-Za-z]+)"
)
MOST_OPTIONS, REACH_PER = 24, 30
FAR, NEAR, CLOSE, CLEARLY = 0.06, 0.02, 0.006, 0.012
LEAST_DIGITS = 2
APART = 4
Option = dict[str, float]


def formulas_that_spoken_results_contradict(
    project: Project, document: Document
) -> Iterator[Sight]:
    """Formulas whose result the words behind them say, where one small change gives just that."""
    if project.units is None:
        return
    values = letter_values(project, document)
    definitions = sorted(
        (definition for some in values.system.definitions.values() for definition in some),
        key=lambda definition: definition.offset,
    )
    offsets = [definition.offset for definition in definitions]
    learned: dict[str, float] = {}
    for place, definition in enumerate(definitions):
        stop = next(
            (offset for offset in offsets[place + 1 :] if offset > definition.printed.span.end),
            None,
        )
        if definition.operator != "=" or definition.settled:
            continue
        units = project.units
        for said, sentence in said_behind(document, definition, stop, units):
            borne_out = rows_bear_out(project, document, definition)
            sight = _judged(values, definition, said, sentence, learned, borne_out=borne_out)
            if sight is not None:
                yield sight
                break


def _judged(
    values: LetterValues,
    definition: Definition,
    said: Amount,
    sentence: Sentence,
    learned: dict[str, float],
    *,
    borne_out: bool,
) -> Sight | None:
    """A finding where no values give what is said, on the formula or on the number."""
    wanted, half = _in_its_unit(values, definition, said)
    if not wanted or not _is_of(values, definition, said):
        return None
    options = list(_options(values, definition, sentence, said, learned))
    learned[definition.glyph] = wanted
    others = [option for option in sentence.amounts if option.start < said.start]
    if not _are_given(others, options):
        return None
    gives = [evaluated(definition.side, option) for option in options]
    pairs = [(option, value) for option, value in zip(options, gives, strict=True) if value]
    room = half / wanted
    if not pairs or any(_agrees(said, value / wanted, room) for _, value in pairs):
        return None
    if digits_in(said.shown.partition("×")[0]) < LEAST_DIGITS:
        return None
    unit = values.units.get(definition.glyph)
    is_bare = unit is not None and bool(unit.dimensions) and not said.dimensions
    if is_bare and all(abs(math.log10(abs(value / wanted))) > APART for _, value in pairs):
        # A number without the unit, of another size: "the bracket is 1.17, and then it is 1.04".
        return None
    number = _number_at_fault(values, definition, said, pairs)
    if number is not None and borne_out:
        learned[definition.glyph] = pairs[0][1]
        return number
    if _is_mistyped(said, wanted, room, pairs):
        return number

    misprint = _misprint(values, definition, said, (wanted, room), pairs)
    return misprint or number


def _agrees(said: Amount, ratio: float, room: float) -> bool:
    """Whether a number is what comes out, as far as it is printed; exchanged digits are not."""
    gap = abs(ratio - 1)
    digits = digits_in(said.shown.partition("×")[0])
    if gap > 2 * room and exchanged(said.value, said.value * ratio, digits):
        return False
    return gap <= max(FAR if said.loose else CLEARLY, 1.2 * room)


def _misprint(
    values: LetterValues,
    definition: Definition,
    said: Amount,
    wanted: tuple[float, float],
    pairs: list[tuple[Option, float]],
) -> Sight | None:
    """A finding on the formula, where one small change gives what is said."""
    target, room = wanted

    def fits(value: float) -> bool:
        return abs(value / target - 1) <= max(room, CLOSE) and (not said.loose or room < NEAR)

    latex = definition.printed.span.latex
    for option, value in pairs:
        change = _clock(values, definition, target / value, room) or change_for(
            definition.side, option, {}, fits, latex
        )
        if not change and not said.loose and room < NEAR:
            change = change_for(definition.side, option, _beside(values, definition), fits, latex)
        if change:
            return _sight(values, definition, said, option, value, change)
    return None


def _is_mistyped(
    said: Amount, wanted: float, room: float, pairs: list[tuple[Option, float]]
) -> bool:
    """Whether a number is the right one under another prefix, or with its digits exchanged."""
    digits = digits_in(said.shown.partition("×")[0])
    return any(
        _off_by_a_prefix(value / wanted, room) or exchanged(wanted, value, digits)
        for _, value in pairs
    )


def _beside(values: LetterValues, definition: Definition) -> dict[str, float]:
    """The letters with a row and one value that a formula does not have, and may lack."""
    return {
        glyph: value
        for glyph, value in values.lone().items()
        if glyph not in definition.needs and glyph != definition.glyph
    }


def _number_at_fault(
    values: LetterValues, definition: Definition, said: Amount, pairs: list[tuple[Option, float]]
) -> Sight | None:
    """A finding on the number, where every letter has one value in all of the document."""
    if len(pairs) != 1 or said.loose:
        return None
    option, gives = pairs[0]
    unit = values.units.get(definition.glyph)
    scale = 1.0
    if said.is_share:
        scale = 0.01
    elif unit is not None and said.dimensions:
        scale = said.factor / float(unit.factor)
    put = ", ".join(f"{plain(name)} = {value:g}" for name, value in sorted(option.items()))
    shown = f"{gives / scale:.4g} {said.unit}".strip()
    return Sight(
        f"With {put} the formula in line {definition.line} gives {plain(definition.glyph)} = "
        f"{shown}; the text says {said.shown}.",
        *values.document.place(said.start),
        plain(definition.glyph),
        [("formula", snippet(definition.side, definition.printed.span.latex)),
         ("gives", f"{gives:.8g}"), ("printed", said.shown)],
        f"Write {shown}, or correct the formula or what is put into it.",
    )  # fmt: skip


def _in_its_unit(values: LetterValues, definition: Definition, said: Amount) -> tuple[float, float]:
    """An amount and half of its last digit in the unit of a letter's row; 0 of another unit."""
    unit = values.units.get(definition.glyph)
    if said.is_share:
        pure = unit is not None and not unit.dimensions and unit.name in {"", "1"}
        return (said.value / 100, said.half / 100) if pure or unit is None else (0.0, 0.0)
    if unit is not None and said.dimensions:
        if dict(unit.dimensions) != dict(said.dimensions):
            return 0.0, 0.0
        return said.base / float(unit.factor), said.slack / float(unit.factor)
    return (0.0, 0.0) if said.dimensions and said.factor != 1 else (said.value, said.half)


def _is_of(values: LetterValues, definition: Definition, said: Amount) -> bool:
    """Whether an amount "per layer" is what the formula's letter is said to be."""
    after = values.document.masked[said.end : said.end + REACH_PER].lstrip()
    behind = _PER.search(said.shown) or _PER.match(after)
    row = values.rows.get(definition.glyph)
    if behind is None or row is None:
        return behind is None
    word = behind["what"].lower().removesuffix("s")
    return word in f"{row.meaning} {row.unit or ''}".lower()


def _options(
    values: LetterValues,
    definition: Definition,
    sentence: Sentence,
    said: Amount,
    learned: dict[str, float],
) -> Iterator[Option]:
    """Every way to give the letters of a formula values."""
    choices: list[tuple[float, ...]] = []
    needs = sorted(definition.needs)
    for glyph in needs:
        known = values.options(glyph, min(sentence.start, definition.offset), said.end)
        if not known and glyph in learned:
            known = (learned[glyph],)
        if not known:
            return
        choices.append(known)
    for chosen in itertools.islice(itertools.product(*choices), MOST_OPTIONS):
        yield dict(zip(needs, chosen, strict=True))


def _are_given(others: list[Amount], options: list[Option]) -> bool:
    """Whether all other amounts of the sentence are values that were put in."""
    return all(
        _is_given(amount.value, options) or _is_given(amount.base, options) for amount in others
    )


def _is_given(number: float, options: list[Option]) -> bool:
    """Whether another number of the sentence is one of the values that were put in."""
    return any(
        math.isclose(number, value, rel_tol=1e-6) or math.isclose(1024 * number, value)
        for option in options
        for value in option.values()
    )


def _off_by_a_prefix(ratio: float, room: float) -> bool:
    """Whether a number is the right one in thousands, or off by a power of ten."""
    shift = math.log10(abs(ratio))
    binary = math.log(abs(ratio), 1024)
    near = max(0.006, room / 2)
    return (abs(shift) > 0.5 and abs(shift - round(shift)) < near) or (
        abs(binary) > 0.5 and abs(binary - round(binary)) < near
    )


def _clock(values: LetterValues, definition: Definition, ratio: float, room: float) -> str:
    """The factor between two units of time that a formula lost, by the units of its letters."""
    unit = values.units.get(definition.glyph)
    if unit is None:
        return ""
    for factor in CLOCK:
        for glyph in sorted(definition.needs):
            other = values.units.get(glyph)
            same = other is not None and dict(other.dimensions) == dict(unit.dimensions)
            if other is None or not same or not unit.factor:
                continue
            scale = float(other.factor / unit.factor)
            if math.isclose(scale, factor, rel_tol=1e-9) and abs(ratio / factor - 1) <= max(
                room, NEAR
            ):
                return f"{glyph}, which is in {other.name}s, is multiplied by {factor:g}"
    return ""


def _sight(
    values: LetterValues,
    definition: Definition,
    said: Amount,
    option: Option,
    gives: float,
    change: str,
) -> Sight:
    document, latex = values.document, definition.printed.span.latex
    line, _ = document.place(said.start)
    put = ", ".join(f"{plain(name)} = {value:g}" for name, value in sorted(option.items()))
    return Sight(
        f"With {put} this gives {plain(definition.glyph)} = {gives:.6g}; line {line} says "
        f"{said.shown}, which follows if in this formula {change}.",
        *document.at(definition.printed.span, definition.side.at[0]),
        plain(definition.glyph),
        [("formula", snippet(definition.side, latex)), (f"line {line}", said.shown)],
        "Correct the formula, or the number in the example.",
    )
