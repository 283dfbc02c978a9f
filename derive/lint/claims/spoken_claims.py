"""Numbers that words say a formula comes to, as claims."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Mapping, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Quotient, Rejection
from derive.units import Unit, UnitTable

from ..laws.probing import evaluated, letters_in
from ..numbers.base_units import unit_behind
from ..numbers.print_units import dimensions_in
from ..numbers.said_behind import (
    is_for_each,
    is_said_of,
    said_behind,
    said_in_turn,
    sentences_behind,
    sentences_between,
)
from ..numbers.statements import EXACT, Definition, Value
from ..numbers.system import System
from ..project import Project
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..words.digits import exchanged
from ..words.places import Places
from ..words.quantities import Amount as Spoken
from ..words.sentences import Sentence, sentence_end, sentence_start
from .borne_out import explaining
from .spoken_values import BEHIND, as_value

MOST_UNSURE, MOST_LISTED = 3, 6
_EACH = frozenset(("each", "every", "one"))
MISTYPED = 0.05
"""A chain of numbers that is so far off is mistyped, and not rounded."""
_AND_ELSEWHERE = lazy_re(r"\s+[a-z][a-z\s-]{2,40}\s(?:and|or|but|against)\s+(?:only\s+)?[$\\(]*")
_BESIDE = lazy_re(r"[$)\]]\s*,?\s*(?:with|where)\s+[$\\(]*\Z")
# "At $u = 2$ these are 0.82 GB": of what was just said to depend on u.
_POINTS_BACK = lazy_re(
    r"^\W*(?i:this|these|those|that|it)\s+(?:is|are|makes?|comes?\s+to|weighs?|takes?|amounts?\s+to"
    r"|gives?)\s+(?:about\s+|only\s+)?[$`\\(]*\Z"
)
_SUPPOSING = lazy_re(r"\s*(?:At|For|With)\s+[$`\\(]*\Z")
# "The rate is", "each part measures": what the row of a letter says that it is.
_NAMED = lazy_re(
    r"(?:^|[\s,])(?:(?i:the|its|our)\s+(?P<what>(?:[a-z-]+\s+){1,3})(?:is|becomes|comes\s+to|equals)"
    r"|(?P<each>(?i:each|every|one)\s+[a-z-]+)\s+(?:measures|weighs|has|holds|takes|needs|lasts|costs))\s+"
    r"(?:about\s+|only\s+)?[$`\\(:a-z]*\Z"
)


def spoken_claims(
    project: Project,
    table: UnitTable,
    system: System,
    places: Places,
    units: Mapping[str, Unit],
) -> Iterator[Value]:
    """What words behind a formula say that it comes to: "or 50.7 requests", "that is 43 GB"."""
    of_letters = [
        each for some in system.definitions.values() for each in some
        if not each.settled and not system.has_own_number(each)
        # An equation that is to be solved comes to nothing.
        and isinstance(each.row.members[0], Letter | Quotient)
    ]  # fmt: skip
    system.named += _bare(project, system)
    # What words say behind a formula without a letter may be of the one before.
    candidates = sorted([*of_letters, *system.named], key=lambda each: each.offset)
    # What a table says comes before what a sentence does.
    declared = sorted(project.declarations(system.document), key=lambda letter: letter.firm)
    rows = {letter.glyph: letter for letter in declared}
    reader = _Reader(table, system, places, units, rows, [*_slipped(project, system.document)])
    own = {each.key for each in of_letters}
    for place, definition in enumerate(candidates):
        behind = (each.offset for each in candidates[place + 1 :])
        stop = next((start for start in behind if start > definition.printed.span.end), None)
        yield from reader.claims_on(definition, stop) if definition.key in own else ()


class _Reader(Record):
    """What is needed to read claims off the words behind a formula."""

    table: UnitTable
    system: System
    places: Places
    units: Mapping[str, Unit]
    rows: Mapping[str, Declaration]
    slipped: Sequence[tuple[int, int, float]]

    def claims_on(self, definition: Definition, stop: int | None) -> Iterator[Value]:
        """The claims on one formula: what words say, or else what its digits say, or may be."""
        system, document = self.system, self.system.document
        display = sorted((definition, *system.beside(definition)), key=lambda law: law.offset)
        if len(display) > 1:
            turn = display.index(definition)
            said = said_in_turn(document, definition, turn, len(display), self.table)
            value = self._read(definition, said) if said is not None else None
            if value is not None:
                yield value
                return
        behind = sentences_behind(document, definition, stop, self.table)
        at_once = list(self._said_in(definition, behind))
        yield from at_once or (
            value.replaced(perhaps=True)
            for value in self._said_in(definition, self._behind_the_values(definition, stop))
        )

    def _behind_the_values(self, definition: Definition, stop: int | None) -> list[Sentence]:
        """The sentences behind the values of a formula, where these stand in a later paragraph."""
        document, start = self.system.document, definition.printed.span.end
        gap = document.masked.find("\n\n", start)
        section = self.places.of(definition.offset)[0]
        last = max(
            (value for value in (*self.system.values, *self.system.declared, *self.system.brought)
             if value.glyph in definition.needs and value.place[0] == section
             and max(gap, start) < value.offset < (stop or value.offset + 1)),
            key=lambda value: value.offset,
            default=None,
        )  # fmt: skip
        if gap < 0 or last is None:
            return []
        begin = max(sentence_start(document, last.offset), gap)
        return sentences_between(document, begin, stop or len(document.masked), self.table)

    def _said_in(self, definition: Definition, behind: Sequence[Sentence]) -> Iterator[Value]:
        """The claims on a formula in some sentences behind it."""
        system, unsure = self.system, list[Value]()
        first = next((sentence for sentence in behind if sentence.amounts), None)
        for said, sentence, tie in said_behind(system.document, definition, behind):
            value = self._read(definition, said)
            if value is None:
                continue
            if tie != "said" and _bears_out(system, definition, value):
                # No word ties it to the formula, and its digits do.
                yield value
                return
            named = self._is_named(definition, sentence, said) or (
                sentence is first and self._is_pointed_at(definition, sentence, said)
            )
            is_of_it = tie != "doubted" and (
                tie == "said"
                or self._is_measured(definition, value, said)
                # "We stop at 14.1 billion" where the formula gives 11.4. Of a list of numbers one
                # soon has the digits.
                or (
                    len(sentence.amounts) <= MOST_LISTED
                    and _is_exchanged(system, definition, value)
                )
            )
            if not (named or is_of_it):
                continue
            if (tie == "near" and not named) or self._is_behind_its_like(definition):
                unsure.append(value.replaced(near=True, perhaps=True))
                continue
            others = [amount for amount in sentence.amounts if amount.start < said.start]
            if all(_is_known(system, amount) for amount in others):
                yield value.replaced(perhaps=tie == "perhaps")
                yield from _in_another_case(system.document, value, said, sentence)
                return
        yield from unsure[:MOST_UNSURE]

    def _is_behind_its_like(self, definition: Definition) -> bool:
        """Whether a formula of the same display, before it, is of the same kind: "W, G and W + G".

        Then the first amount behind them is of the first of them; and of a letter without a row
        nobody knows its kind.
        """
        measures, rows = self.system.dimensions, self.rows
        own = measures.get(definition.glyph)
        return any(
            law.offset < definition.offset
            and (own == measures.get(law.glyph) if own else definition.glyph not in rows)
            for law in self.system.beside(definition)
        )

    def _is_named(self, definition: Definition, sentence: Sentence, said: Spoken) -> bool:
        """Whether the words before an amount name what the row of its letter says: "the rate is".

        Not "the rate of a step is".
        """
        row = self.rows.get(definition.glyph)
        before = sentence.gaps[sentence.amounts.index(said)] if said in sentence.amounts else ""
        named = _NAMED.search(before)
        if row is None or named is None:
            return False
        words = {*row.meaning.casefold().split()}
        said_of = (named["what"] or named["each"]).casefold().split()
        return words.issuperset(word for word in said_of if word not in _EACH)

    def _is_pointed_at(self, definition: Definition, sentence: Sentence, said: Spoken) -> bool:
        """Whether a sentence opens with a value of the formula and goes on with "this is"."""
        if sentence.amounts[1:2] != (said,):
            return False
        opened, before = sentence.gaps[:2]
        start, end = sentence.amounts[0].start, sentence.amounts[0].end
        taken = any(
            value.glyph in definition.needs and value.offset <= end and start <= value.end
            for value in self.system.values
        )
        return bool(taken and _SUPPOSING.match(opened) and _POINTS_BACK.match(before))

    def _is_measured(self, definition: Definition, value: Value, said: Spoken) -> bool:
        """Whether an amount, the row of its letter and its formula are measured in one unit."""
        makes = dimensions_in(self.system.dimensions, definition.side)
        by_row = self.system.dimensions.get(definition.glyph)
        alike = said.dimensions and not value.unlike and definition.glyph in self.units
        return bool(alike) and (makes is None or makes == by_row)

    def _read(self, definition: Definition, said: Spoken) -> Value | None:
        """An amount as a claim on a formula; None where it is surely of something else."""
        system, document = self.system, self.system.document
        between = document.masked[definition.printed.span.end : said.start]
        around = between, document.masked[said.end : said.end + BEHIND]
        value = as_value(definition.glyph, said, self.units, self.places, self.table, around)
        if value is None or (value.unlike and _is_by_the_way(document, definition)):
            return None
        # "Per layer" may be said by the way: then only digits in another order are told.
        row, first = self.rows.get(definition.glyph), definition.row.members[0]
        of_it = is_said_of(document, row, said) or is_for_each(first, system.units, said)
        if not (of_it or _is_exchanged(system, definition, value)):
            return None
        if _is_of_another(system, self.rows, definition, said) or _is_given(system, value):
            return None
        if _is_of_a_neighbour(system, definition, value):
            return None
        inside = (times for start, end, times in self.slipped if start < said.start < end)
        if times := next(inside, 0.0):
            # "$2 \\cdot 32 = 46$": the numbers are what was put in, and 46 is another mistake.
            value = value.replaced(comes_to=value.value * times)
        is_bound = definition.operator != "="
        return value.replaced(operator=definition.operator if is_bound else value.operator)


def _slipped(project: Project, document: Document) -> Iterator[tuple[int, int, float]]:
    """Where a chain of plain numbers is wrong in itself, and how many times its last it is."""
    for printed in project.printed(document):
        chain = printed.parsed
        if not isinstance(chain, Chain) or chain.operators != ("=",):
            continue
        first, last = (evaluated(side, {}) for side in chain.members)
        if first and last and abs(first / last - 1) > MISTYPED:
            yield printed.span.start, printed.span.end, first / last


def _bears_out(system: System, definition: Definition, value: Value) -> bool:
    """Whether a formula gives a number digit for digit."""
    return next(explaining(system, definition, value), None) is not None


def _is_by_the_way(document: Document, definition: Definition) -> bool:
    """Whether a formula is told beside another one: "$T = 8 P q / F$ with $q = a j$, or 9.8 s"."""
    start = definition.printed.span.start
    return _BESIDE.search(document.masked, max(start - BEHIND, 0), start) is not None


def _in_another_case(
    document: Document, value: Value, said: Spoken, sentence: Sentence
) -> Iterator[Value]:
    """What a formula comes to elsewhere: "1.35 MB inside a node and 0.4 MB between nodes"."""
    other = next((amount for amount in sentence.amounts if amount.start >= said.end), None)
    if other is None or other.dimensions != said.dimensions or not said.base:
        return
    if _AND_ELSEWHERE.fullmatch(document.masked, said.end, other.start):
        times = other.base / said.base
        measured = value.measured and (value.measured[0], value.measured[1] * times)
        # It may be put in; whether it follows depends on what else is meant there.
        yield value.replaced(
            value=value.value * times, half=value.half * times, shown=other.shown,
            offset=other.start, end=other.end, measured=measured, declared=True,
        )  # fmt: skip


def _is_of_another(
    system: System, declared: Container[str], definition: Definition, said: Spoken
) -> bool:
    """Whether the last number before an amount is another letter's: "T = 691,200 s, or 8 days".

    So is what a sentence says behind the value of a letter that the formula does not take, and
    that value told once more: "the T = 7,200 s of a node, which is 2 hours".
    """
    given = [value for value in system.values
             if definition.printed.span.end < value.offset < said.start]  # fmt: skip
    own = {definition.glyph, *definition.needs}
    made_of = own | {name for glyph in own for law in system.definitions.get(glyph, ())
                     for name in law.needs}  # fmt: skip
    end = sentence_end(system.document, said.start)
    if any(
        value.glyph != definition.glyph
        and value.place[2] == end
        and said.dimensions
        and abs(value.in_base - said.base) <= said.slack
        for value in given
    ):
        return True
    last = max(given, key=lambda value: value.offset, default=None)
    # "With $X / b = 12.8$ ms this is 154 ms": a part of the formula is no other letter.
    part = (
        last is not None
        and last.place[2] == end
        and any(
            law.needs <= made_of and not isinstance(law.row.members[0], Letter)
            for law in system.definitions.get(last.glyph, ())
        )
    )
    return last is not None and (
        (last.glyph not in own and not part)
        or any(
            value.place[2] == end and value.glyph in declared and value.glyph not in made_of
            for value in given
        )
    )


def _is_exchanged(system: System, definition: Definition, value: Value) -> bool:
    """Whether an amount has the digits that a formula gives, in another order."""
    return any(
        exchanged(value.in_base, gives, value.digits)
        for _, gives in system.outcomes(definition, value)
    )


def _is_of_a_neighbour(system: System, definition: Definition, value: Value) -> bool:
    """Whether an amount is what another formula of the same display gives."""
    return any(
        math.isclose(gives, number, rel_tol=EXACT)
        for law in system.beside(definition) for _, gives in system.outcomes(law, value)
        for number in {value.value, value.in_base}
    )  # fmt: skip


def _is_given(system: System, value: Value) -> bool:
    """Whether an amount in another unit is no letter's that has a number: "25 ms allow m = 10"."""
    return value.unlike != "" and any(
        other.glyph == value.glyph and other.offset != value.offset
        and other.place[2] == value.place[2] and not other.cell
        for other in system.values
    )  # fmt: skip


def _bare(project: Project, system: System) -> Iterator[Definition]:
    """Formulas that stand in a sentence without a letter for what they give."""
    for printed in project.printed(system.document):
        chain = printed.parsed
        if isinstance(chain, Rejection) or chain.further or len(chain.members) != 1:
            continue
        side = chain.members[0]
        needs = letters_in(side, system.own)
        if needs and not isinstance(side, Letter) and printed.span.table < 0:
            glyph = " ".join(printed.span.latex.split())
            line, _ = system.document.place(printed.span.start)
            yield Definition(
                glyph, side, printed, chain, printed.span.start, line, "=", needs,
                unit_behind(system.document, printed, chain),
            )  # fmt: skip


def _is_known(system: System, amount: Spoken) -> bool:
    """Whether another number of a claim's sentence is a value that the text gives to a letter."""
    values = (*system.values, *system.declared, *system.brought)
    known = {number for value in values for number in (value.value, value.in_base)}
    return any(
        math.isclose(said, value, rel_tol=1e-6)
        for said in (amount.value, amount.base, 1024 * amount.value)
        for value in known
    )
