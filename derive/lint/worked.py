"""The rule about worked numbers: what the text computes beside a formula."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from derive.findings import Level
from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Node, Number, Rejection

from .amounts import half_digit
from .assuming import value_of
from .blame import change_for
from .claims import FAR, claims_that_do_not_come_out
from .digits import digits_in
from .documents import Document
from .extremes_in_words import extremes_that_words_turn
from .holding import holder_of, pairs_of
from .implied import notation_at
from .inequalities import bounds_that_examples_turn, inequalities_that_values_contradict
from .judging import judge
from .letters_called import letters_called_by_another_name
from .orders_in_words import inequalities_that_words_turn, shares_beyond_one
from .probing import Probe, Unknown
from .project import Printed, Project
from .results import Told, results, sentence_end
from .results import agrees as result_agrees
from .rules import Sight
from .special_cases import special_cases_that_differ
from .statements import Value
from .stray_numbers import is_of_a_case_beside, numbers_beside
from .system import System, evaluated, letters_in
from .system_reading import system_of
from .table_misprints import formulas_that_tables_contradict
from .wording import plain, snippet

CLOSELY = 5e-3
"""How near a number with three digits or fewer comes to what a mended formula gives."""
_BARE = lazy_re(r"[\s$~]*(?:,|and\b|this\b|it\b|that\b|the\b|we\b|which\b|one\b|is\b|gives?\b)")
_OF_IT = lazy_re(
    r"[\s,$~]*(?:[^\s.;:=]{1,9}[\s,$~]+)?(?:(?:this|it|that|the\s+formula|the\s+law|the\s+result|one|we|which)\s+)?"
    r"(?:is|gives?|are|comes?\s+to|makes?|yields?|equals?|gets?|obtains?)\s+"
    r"(?:about|roughly|approximately|around)?[\s*~$]*"
)


class Formula(Record):
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
    a sentence gives values to are not ordered the other way in it. A formula of a
    special case ("for $m = p$ it is ...") is what the general one becomes there.

    Why: either the formula or the example is wrong, and the example is often
    what the author computed with the right formula.

    Example: a ratio `d (T - 1) / T` with `$d = 32768$ and $T = 16$ has a ratio
    of 2,185`: it gives 30720.
    """
    formulas: list[Formula] = []
    for inside, before in _by_sentence(document, project.printed(document)):
        values = {**before, **_values(inside)}
        line = inside[0].span.line
        formulas = [formula for formula in formulas if line - formula.printed.span.line <= FAR]
        formulas += list(_formulas(inside))
        said = _values(inside).keys()
        # An example puts values into a formula's letters, and into no others.
        usable = [
            formula for formula in formulas
            if formula.needs
            and formula.needs <= set(values)
            and said <= formula.needs | {formula.glyph}
        ]  # fmt: skip
        if usable and values:
            yield from _held(project, document, usable[-1], inside, values, usable)
    yield from claims_that_do_not_come_out(project, document)
    yield from special_cases_that_differ(project, document)
    yield from inequalities_that_values_contradict(project, document)
    yield from bounds_that_examples_turn(project, document)
    yield from inequalities_that_words_turn(project, document)
    yield from shares_beyond_one(project, document)
    yield from extremes_that_words_turn(project, document)
    yield from letters_called_by_another_name(project, document)
    yield from formulas_that_tables_contradict(project, document)


def _by_sentence(
    document: Document, printed: tuple[Printed, ...]
) -> Iterator[tuple[list[Printed], dict[str, float]]]:
    """Formulas by the sentence that they stand in, and the values that were given before it."""
    starts = [block.start for block in document.blocks]
    blocks: dict[int, dict[int, list[Printed]]] = {}
    for read in printed:
        inside = blocks.setdefault(bisect_left(starts, read.span.start + 1), {})
        inside.setdefault(sentence_end(document, read.span.end), []).append(read)
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
    values: dict[str, float] = {}
    twice: set[str] = set()
    for printed in inside:
        if isinstance(printed.parsed, Rejection):
            continue
        for glyph, value in _bindings(printed.parsed):
            if glyph in values and values[glyph] != value:
                twice.add(glyph)
            values[glyph] = value
    return {glyph: value for glyph, value in values.items() if glyph not in twice}


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
    based = {**values, **{value_given.glyph: value_given.in_base for value_given in given}}
    # Zero is left out: the message tells how many times the number is what the formula gives.
    gives = [evaluated(other.side, known) or None for known in (values, based) for other in usable]
    if gives[-1] is None or _printed_beside(formula, gives[-1], system_of(project, document)):
        return
    said = [
        read.span.end for read in inside
        if not isinstance(read.parsed, Rejection) and any(True for _ in _bindings(read.parsed))
    ]  # fmt: skip
    if not said and formula.printed not in inside:
        return
    last = max(said or [formula.printed.span.end])
    named = list(results(document, inside, last))
    if not named or any(result_agrees(number, value) for number in named for value in gives):
        return
    number, value, values = named[0], gives[-1], based
    beside = numbers_beside(document, number.at, number.at)
    known = {glyph: values[glyph] for glyph in formula.needs}
    rounding = 0.5 * 10.0 ** -digits_in(number.text)
    if is_of_a_case_beside(formula.side, known, number.value, rounding, beside):
        return
    latex = formula.printed.span.latex
    change = change_for(
        formula.side, values, {},
        lambda outcome: abs(outcome - number.value) <= CLOSELY * abs(number.value), latex,
    )  # fmt: skip
    with_ = ", ".join(f"{glyph} = {values[glyph]:g}" for glyph in sorted(formula.needs))
    law = _law(project, document, formula, values, number)
    # "With ... this is 39 GB", right behind a formula whose letters all have their values there.
    own = _values(inside).keys()
    said_of_it = (
        len(usable) == 1
        and formula.needs <= own
        and all(
            value_given.measured or _BARE.match(document.masked, value_given.end)
            for value_given in given
        )
        and _OF_IT.fullmatch(document.masked[last : number.at]) is not None
    )
    level: Level = "" if formula.printed in inside or said_of_it else "likely"
    if change:
        yield Sight(
            f"With {with_} this gives {value:.6g}; line {document.place(number.at)[0]} says "
            f"{number.text}, which follows if in this formula {change}.",
            *document.at(formula.printed.span, formula.side.at[0]),
            plain(formula.glyph),
            [("formula", snippet(formula.side, latex)), ("printed", number.text)],
            "Correct the formula, or the number in the example.",
            level=level,
        )  # fmt: skip
        return
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
        level=level,
    )  # fmt: skip


def _given(project: Project, document: Document, inside: list[Printed]) -> list[Value]:
    """The values that a sentence gives to letters, with what they come to in base units."""
    first, last = inside[0].span.start, inside[-1].span.end
    values = system_of(project, document).values
    return [value for value in values if first <= value.offset <= last and not value.cell]


def _printed_beside(formula: Formula, gives: float, system: System) -> bool:
    """Whether the chain of a formula prints what it gives: ``Z = 0.84 = (x - 1100) / 200``.

    With its unit, too: of "V = 4 v = 2.26 GB, or 45.3 ms" the milliseconds are another thing.
    """
    chain, span = formula.printed.parsed, formula.printed.span
    sides = () if isinstance(chain, Rejection) else chain.members
    return any(
        isinstance(side, Number) and abs(float(side.value) - gives) <= half_digit(side)
        for side in sides
    ) or any(
        abs(value.in_base / gives - 1) <= max(value.rounding, value.tolerance)
        for value in system.values
        if value.glyph == formula.glyph and span.start <= value.offset < span.end
    )


def _law(
    project: Project,
    document: Document,
    formula: Formula,
    values: Mapping[str, float],
    number: Told,
) -> str:
    """What the registry's law gives, where that is the number of the text."""
    notation = notation_at(project, document, formula.printed.span.line)
    if notation is None or (registry := project.registry) is None:
        return ""
    holder = holder_of(
        registry, notation, formula.printed.scope if project.has_notation(document) else ""
    )
    ours = {
        meaning.name: value
        for glyph, value in values.items()
        if (meaning := holder.meaning.ours.get(glyph)) is not None and meaning.name
    }
    if isinstance(formula.printed.parsed, Rejection):
        return ""
    for pair in pairs_of(formula.printed.parsed):
        entry = judge(holder, pair).entry
        value = value_of(entry, ours) if entry is not None else None
        if entry is not None and value is not None and result_agrees(number, value):
            return f" `{entry.id}` gives {value:.6g}: the number is right, the formula is not."
    return ""
