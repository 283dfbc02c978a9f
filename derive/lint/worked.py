"""The rule about worked numbers: what the text computes beside a formula."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from derive.notation import Chain, Letter, Node, Number, Rejection, Sum, walk
from derive.records import Symbol

from .amounts import half_digit
from .blame import change_for, letters_exchanged, mistyped
from .digits import MANY_DIGITS
from .documents import Document
from .holding import holder_of
from .implied import notation_at
from .judging import judge
from .lettering import plain
from .letters_called import letters_called_by_another_name
from .orders import inequalities_that_values_contradict
from .orders_in_words import inequalities_that_words_turn
from .probing import Probe, Unknown
from .project import Printed, Project
from .results import Told, results, sentence_end
from .results import agrees as result_agrees
from .sights import Sight
from .spoken_results import formulas_that_spoken_results_contradict
from .system import Definition, Setting, System, Value, comes_out, evaluated, letters_in, system_of
from .table_misprints import formulas_that_tables_contradict
from .verdicts import pairs_of
from .wording import snippet

FAR, BESIDE = 12, 4
CLOSE = 1e-6
CANCELLED = 1e-3
NEARLY = 5e-3


_BARE = re.compile(r"[\s$~]*(?:,|and\b|this\b|it\b|that\b|the\b|we\b|which\b|one\b)")
_OF_IT = re.compile(
    r"[\s,$~]*(?:[^\s.;:=]{1,9}[\s,$~]+)?(?:(?:this|it|that|the\s+formula|the\s+law|the\s+result|one|we|which)\s+)?"
    r"(?:is|gives?|are|comes?\s+to|makes?|yields?|equals?|gets?|obtains?)\s+"
    r"(?:about|roughly|approximately|around)?[\s*~$]*"
)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that gives one letter from others, with its line."""

    glyph: str
    side: Node
    printed: Printed
    needs: frozenset[str]


def worked_numbers_come_out(project: Project, document: Document) -> Iterator[Sight]:
    """Worked numbers come out.

    What: behind a formula the text gives values to all its letters and names a
    result; the formula gives another. Sentences are read only where values
    stand in formulas (`$d = 4096$`), and the result is given to the formula's
    own letter, or stands behind a word such as "of", "is" or "gives". Letters that
    a sentence gives values to are not ordered the other way in it.

    Why: either the formula or the example is wrong, and the example is often
    what the author computed with the right formula.

    Example: a ratio `d (T - 1) / T` with `$d = 32768$ and $T = 16$ has a ratio
    of 2,185`: it gives 30720.
    """
    formulas: list[Formula] = []
    for inside, before in _by_sentence(document, project.printed(document)):
        values = {**before, **_values(inside)}
        line = inside[0].span.line
        formulas = [one for one in formulas if line - one.printed.span.line <= FAR]
        formulas += list(_formulas(inside))
        said = _values(inside).keys()
        # An example puts values into a formula's letters, and into no others.
        usable = [
            one for one in formulas
            if one.needs and one.needs <= set(values) and said <= one.needs | {one.glyph}
        ]  # fmt: skip
        if usable and values:
            yield from _held(project, document, usable[-1], inside, values, usable)
    yield from _claims(project, document)
    yield from inequalities_that_values_contradict(project, document)
    yield from inequalities_that_words_turn(project, document)
    yield from letters_called_by_another_name(project, document)
    yield from formulas_that_spoken_results_contradict(project, document)
    yield from formulas_that_tables_contradict(project, document)


def _by_sentence(
    document: Document, printed: tuple[Printed, ...]
) -> Iterator[tuple[list[Printed], dict[str, float]]]:
    """Formulas by the sentence that they stand in, and the values that were given before it."""
    starts = [block.start for block in document.blocks]
    blocks: dict[int, dict[int, list[Printed]]] = {}
    for one in printed:
        inside = blocks.setdefault(bisect_left(starts, one.span.start + 1), {})
        inside.setdefault(sentence_end(document, one.span.end), []).append(one)
    for sentences in blocks.values():
        before: dict[str, float] = {}
        for inside_ in sentences.values():
            yield inside_, dict(before)
            before |= _values(inside_)


def _formulas(inside: list[Printed]) -> Iterator[Formula]:
    """What a paragraph's formulas say that a letter is; the last side that is composed."""
    for printed in inside:
        if isinstance(printed.parsed, Rejection):
            continue
        chain = printed.parsed
        first = chain.members[0]
        if not isinstance(first, Letter) or not set(chain.operators) <= {"=", "~"}:
            continue
        for side in reversed(chain.members[1:]):
            if not isinstance(side, Letter | Number) and letters_in(side):
                yield Formula(first.glyph, side, printed, letters_in(side))
                break


def _values(inside: list[Printed]) -> dict[str, float]:
    """The values that a paragraph gives to letters; one that it gives twice is open."""
    found: dict[str, float] = {}
    twice: set[str] = set()
    for printed in inside:
        if isinstance(printed.parsed, Rejection):
            continue
        for glyph, value in _bindings(printed.parsed):
            if glyph in found and found[glyph] != value:
                twice.add(glyph)
            found[glyph] = value
    return {glyph: value for glyph, value in found.items() if glyph not in twice}


def _claims(project: Project, document: Document) -> Iterator[Sight]:
    """Findings where a number that the text gives to a letter is not what its formulas give."""
    system = system_of(project, document)
    blamed: dict[tuple[int, int], list[Claimed]] = {}
    outcomes = [(claim, list(_outcomes(system, claim))) for claim in system.values]
    # A formula that another example bears out is not the one to blame.
    supported = {
        one.definition.key for _, some in outcomes for one in some if one.comes_out
    }  # fmt: skip
    wrong: dict[tuple[str, float], float] = {}
    for claim, some in outcomes:
        judged = _judged(system, claim, [one.righted(wrong) for one in some], supported)
        if judged is None:
            continue
        if judged.change and judged.definition.key not in supported:
            blamed.setdefault(judged.definition.key, []).append(judged)
        else:
            if not judged.change and mistyped(claim, judged.gives):
                wrong |= {(claim.glyph, one): judged.gives for one in (claim.value, claim.in_base)}
            yield _number_at_fault(document, judged)
    for found in blamed.values():
        yield _formula_at_fault(document, found)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim that does not come out: the formula, its values, what it gives, and the one change.

    ``change`` says what in the formula would have to be different for the
    number to follow; it is empty where the number is more likely wrong.
    """

    claim: Value
    definition: Definition
    setting: Setting
    gives: float
    comes_out: bool = False
    change: str = ""

    def righted(self, wrong: Mapping[tuple[str, float], float]) -> Claimed:
        """The same with what wrong numbers should be; what follows from one is no mistake."""
        known = self.setting.values
        if self.comes_out or wrong.keys().isdisjoint(known.items()):
            return self
        values = {name: wrong.get((name, value), value) for name, value in known.items()}
        setting = replace(self.setting, values=values)
        gives = evaluated(self.definition.side, values)
        if gives is None:
            return self
        right = comes_out(self.claim, self.definition, gives, setting)
        return replace(self, setting=setting, gives=gives, comes_out=right)


def _outcomes(system: System, claim: Value) -> Iterator[Claimed]:
    """What each formula of a letter gives with the values of the text, beside what it says."""
    for definition in system.defining(claim.glyph, claim.operator, claim.offset):
        found = [
            (setting, value)
            for setting in system.settings(definition, claim)
            if (value := evaluated(definition.side, setting.values)) is not None
        ]
        right = any(comes_out(claim, definition, value, one) for one, value in found)
        if found:
            yield Claimed(claim, definition, *found[-1], comes_out=right)


def _judged(
    system: System, claim: Value, outcomes: list[Claimed], supported: set[tuple[int, int]]
) -> Claimed | None:
    """A claim with the formula that contradicts it; None where one agrees, or none can be asked."""
    right = [one.definition for one in outcomes if one.comes_out]
    wrong = sorted(
        (one for one in outcomes if not one.comes_out),
        key=lambda one: one.definition.key not in supported,
    )
    # A chain of which one side follows and another does not is wrong in itself.
    twins = [
        one for one in wrong
        if any(other.row is one.definition.row for other in right) and one.setting.near
    ]  # fmt: skip
    if right and not twins:
        return None
    alone = len(wrong) == 1
    told = next((one for one in twins or wrong if _stands_beside(system, one, alone=alone)), None)
    if told is None:
        return None
    if not twins and mistyped(claim, told.gives):
        return told
    change = _change(told, {})
    if not change and not mistyped(claim, told.gives):
        # A letter that the formula lacks has its value beside the others.
        change = _change(told, system.values_at(claim, told.setting.values))
    if not change:
        change = _another_letter(system, told)
    return replace(told, change=change or ("it differs from the other side" if twins else ""))


def _change(told: Claimed, beside: Mapping[str, float]) -> str:
    """The one change of a formula after which a claim follows, told as it is or in its base."""
    claim, definition = told.claim, told.definition

    def fits(value: float) -> bool:
        scale = claim.half / claim.value if claim.value else 0.0
        return any(
            abs(value - said) <= max(abs(scale * said), 2e-3 * abs(value))
            for said in {claim.value, claim.in_base}
        )

    latex = definition.printed.span.latex
    return change_for(definition.side, told.setting.values, beside, fits, latex)


def _another_letter(system: System, told: Claimed) -> str:
    """The letter of the document that a formula would have to have in place of one of its own.

    Only a letter with one value in all of the document, which the formula does
    not have, and a number with digits enough to tell them apart.
    """
    claim, definition = told.claim, told.definition
    if claim.digits < MANY_DIGITS:
        return ""
    beside = {
        glyph: value for glyph, value in system.lone_values().items()
        if glyph not in definition.needs and glyph != definition.glyph
    }  # fmt: skip

    def fits(value: float) -> bool:
        return any(
            abs(value - said) <= max(claim.rounding, NEARLY) * abs(value)
            for said in {claim.value, claim.in_base}
        )

    latex = definition.printed.span.latex
    values = told.setting.values
    found = letters_exchanged(definition.side, values, beside, system.units, fits, latex)
    return found[0] if len(found) == 1 else ""


def _stands_beside(system: System, told: Claimed, *, alone: bool) -> bool:
    """Whether the values and the formula are surely those that the claim is about."""
    claim, setting, offset = told.claim, told.setting, told.definition.offset
    if claim.offset < offset and not setting.inside:
        return False
    if (claim.worked and claim.offset == offset and not _put_in(told)) or _cancels(told):
        return False
    if claim.cell:
        return alone
    away = abs(system.document.place(claim.offset)[0] - told.definition.line)
    if setting.borrowed and (not setting.near or away > FAR):
        return False
    sure = alone and setting.only and not setting.borrowed
    if claim.worked and (not setting.inside or away > FAR):
        # The numbers that it was worked with stand in its own chain; others belong elsewhere.
        return sure and away <= FAR and _put_in(told)
    known = {*setting.values.values(), *_printed_in(told.definition.side)}
    if not setting.inside and system.stray_numbers(claim, known):
        return False
    return (alone or away <= FAR) if setting.near else sure and away <= BESIDE


def _cancels(told: Claimed) -> bool:
    """Whether little is left of a difference, with fewer digits than its terms have."""
    side = told.definition.side
    parts = side.terms if isinstance(side, Sum) else ()
    terms = [evaluated(one, told.setting.values) for one in parts]
    return any(one is not None and abs(told.gives) < CANCELLED * abs(one) for one in terms)


def _put_in(told: Claimed) -> bool:
    """Whether a claim was worked with the values of a formula's letters, or sums of them."""
    values = list(told.setting.values.values())
    sums = [one + other for one, other in itertools.combinations(values, 2)]
    printed = _printed_in(told.definition.side)
    return all(
        any(abs(number - known) <= CLOSE * abs(known) for known in (*values, *sums, *printed))
        for number in told.claim.worked
    )


def _printed_in(side: Node) -> list[float]:
    return [float(part.value) for part in walk(side) if isinstance(part, Number)]


def _with(told: Claimed) -> str:
    return ", ".join(f"{name} = {value:g}" for name, value in sorted(told.setting.values.items()))


def _number_at_fault(document: Document, told: Claimed) -> Sight:
    claim, definition = told.claim, told.definition
    shown = plain(claim.shown)
    return Sight(
        f"With {_with(told)} the formula in line {definition.line} gives "
        f"{plain(claim.glyph)} = {told.gives:.6g}; the text says {shown}.",
        *document.place(claim.offset),
        plain(claim.glyph),
        [("formula", snippet(definition.side, definition.printed.span.latex)),
         ("gives", f"{told.gives:.8g}"), ("printed", shown)],
        f"Write {told.gives:.4g}, or correct the formula or what is put into it.",
    )  # fmt: skip


def _formula_at_fault(document: Document, some: list[Claimed]) -> Sight:
    told = some[0]
    definition = told.definition
    line, _ = document.place(told.claim.offset)
    shown = snippet(definition.side, definition.printed.span.latex)
    return Sight(
        f"With {_with(told)} this gives {plain(told.claim.glyph)} = {told.gives:.6g}; line {line} "
        f"says {plain(told.claim.shown)}, which follows if in this formula {told.change}.",
        *document.at(definition.printed.span, definition.side.at[0]),
        plain(told.claim.glyph),
        [("formula", shown), *((f"line {document.place(one.claim.offset)[0]}",
                                plain(one.claim.shown)) for one in some)],
        "Correct the formula, or the number in the example.",
    )  # fmt: skip


def _bindings(parsed: Chain) -> Iterator[tuple[str, float]]:
    for chain in parsed.rows:
        if len(chain.members) < 2 or not set(chain.operators) <= {"=", "~"}:
            continue
        letter, side, *more = chain.members
        if isinstance(letter, Letter) and not any(map(letters_in, (side, *more))):
            try:
                yield letter.glyph, float(Probe({}).value(side))
            except Unknown:
                continue


def _held(
    project: Project,
    document: Document,
    formula: Formula,
    inside: list[Printed],
    values: Mapping[str, float],
    usable: list[Formula],
) -> Iterator[Sight]:
    """A finding where the number that the text names is not what the formula gives."""
    given = _given(project, document, inside)
    based = {**values, **{one.glyph: one.in_base for one in given}}
    gives = [_value(one, known) for known in (values, based) for one in usable]
    if gives[-1] is None or _printed_beside(formula, gives[-1]):
        return
    said = [
        one.span.end for one in inside
        if not isinstance(one.parsed, Rejection) and any(True for _ in _bindings(one.parsed))
    ]  # fmt: skip
    if not said and formula.printed not in inside:
        return
    last = max(said or [formula.printed.span.end])
    told = list(results(document, inside, last))
    if not told or any(result_agrees(number, value) for number in told for value in gives):
        return
    number, value, values = told[0], gives[-1], based
    latex = formula.printed.span.latex
    with_ = ", ".join(f"{glyph} = {values[glyph]:g}" for glyph in sorted(formula.needs))
    law = _law(project, document, formula, values, number)
    # "With ... this is 39 GB", right behind a formula whose letters all have their values there.
    own = _values(inside).keys()
    said_of_it = (
        len(usable) == 1
        and formula.needs <= own
        and all(one.measured or _BARE.match(document.masked, one.end) for one in given)
        and _OF_IT.fullmatch(document.masked[last : number.at]) is not None
    )
    line, column = document.place(number.at)
    yield Sight(
        f"With {with_} the formula in line {formula.printed.span.line} gives {value:.6g}; "
        f"the text says {number.text}.",
        line,
        column,
        plain(formula.glyph),
        [("formula", snippet(formula.side, latex)), ("gives", f"{value:.8g}"),
         ("printed", number.text)],
        f"Write {value:.6g}, or correct the formula: the number is {number.value / value:.4g} "
        f"times what it gives.{law}",
        level="" if formula.printed in inside or said_of_it else "likely",
    )  # fmt: skip


def _given(project: Project, document: Document, inside: list[Printed]) -> list[Value]:
    """The values that a sentence gives to letters, with what they come to in base units."""
    first, last = inside[0].span.start, inside[-1].span.end
    values = system_of(project, document).values
    return [one for one in values if first <= one.offset <= last and not one.cell]


def _printed_beside(formula: Formula, gives: float) -> bool:
    """Whether the chain of a formula prints what it gives: ``Z = 0.84 = (x - 1100) / 200``."""
    chain = formula.printed.parsed
    sides = () if isinstance(chain, Rejection) else chain.members
    return any(
        isinstance(side, Number) and abs(float(side.value) - gives) <= half_digit(side)
        for side in sides
    )


def _law(
    project: Project,
    document: Document,
    formula: Formula,
    values: Mapping[str, float],
    number: Told,
) -> str:
    """What the registry's law gives, where that is the number of the text."""
    registry = project.registry
    notation = notation_at(project, document, formula.printed.span.line)
    if notation is None or registry is None:
        return ""
    holder = holder_of(
        registry, notation, formula.printed.scope if project.has_notation(document) else ""
    )
    ours = {
        meaning.name: value
        for glyph, value in values.items()
        if isinstance(meaning := holder.meaning.ours.get(glyph), Symbol)
    }
    if isinstance(formula.printed.parsed, Rejection):
        return ""
    for pair in pairs_of(formula.printed.parsed):
        entry = judge(holder, pair).entry
        value = holder.index.value_of(entry, ours) if entry is not None else None
        if entry is not None and value is not None and result_agrees(number, value):
            return f" `{entry.id}` gives {value:.6g}: the number is right, the formula is not."
    return ""


def _value(formula: Formula, values: Mapping[str, float]) -> float | None:
    try:
        found = Probe({glyph: np.float64(value) for glyph, value in values.items()}).value(
            formula.side
        )
    except Unknown:
        return None
    return float(found) if np.all(np.isfinite(found)) and found else None
