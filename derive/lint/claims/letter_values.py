"""What a document's letters are worth where a number is said in words.

Values come from the sentence itself, from what the section said before, from a
table's column of values, or from all of the document where it gives only one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.units import Unit

from ..laws.probing import evaluated
from ..numbers.statements import Value
from ..numbers.system import System
from ..numbers.table_units import unit_of
from ..project import Project
from ..texts.declarations import Declaration
from ..texts.documents import Document
from .system_reading import system_of

MOST_ELSEWHERE = 3
ROUNDED = 2e-3
"""How far off, relative to it, a number of three digits may be that is worked out again."""
_KIBI = lazy_re(r"(?<![\w.])(\d{1,4})[\s~]?(?:K|k|Ki)(?![\w/])")


class LetterValues(Record):
    """Where the values of a document's letters are looked up, and the units of their rows."""

    document: Document
    system: System
    column: Mapping[str, float]
    units: Mapping[str, Unit]
    rows: Mapping[str, Declaration]

    def options(
        self, glyph: str, start: int, end: int, *, elsewhere: bool = False
    ) -> tuple[float, ...]:
        """What a letter may be worth in the sentence between two offsets; the likeliest first.

        ``elsewhere`` asks for what other sections give it, too, where nothing nearer does.
        """
        given = self._given(glyph, start, end, elsewhere=elsewhere)
        if not given and elsewhere and not self._made(glyph, start, end):
            given = self._given(glyph, start, end, elsewhere=True, worked=True)
        made = self._made(glyph, start, end) if elsewhere or given else ()
        # "The exponent g = v / (u + v) is 0.513": others were worked out with all its digits.
        exact = [v for v in made if given and math.isclose(v, given[0], rel_tol=ROUNDED)]
        return (*exact, *given[1:]) if exact else given or (made if elsewhere else ())

    def _given(
        self, glyph: str, start: int, end: int, *, elsewhere: bool, worked: bool = False
    ) -> tuple[float, ...]:
        """What the text itself says that a letter is worth."""
        given = [
            value for value in self.system.values
            if value.glyph == glyph
            and value.operator in {"=", "~"}
            # What a chain of numbers comes to is a result, unless no formula gives the letter.
            and not (value.worked and not worked and self.system.definitions.get(glyph))
        ]  # fmt: skip
        here = [value for value in given if start <= value.offset < end]
        likely = [self._of(value) for value in reversed(here)]
        # What is supposed once holds there, and perhaps no further.
        asserted = [value for value in given if not (value.supposed or value.special)]
        supposed = asserted != [] and here != [] and here[-1] not in asserted
        if likely and not elsewhere and not supposed:
            return (likely[0],)
        given = asserted or given
        before = [
            value for value in given if value.offset < start and self._same_section(value, start)
        ]
        likely += [self._of(value) for value in (asserted if supposed else before)[-2:]]
        if here:
            # The rows tell which of several it is.
            return tuple(dict.fromkeys(likely))[:MOST_ELSEWHERE]
        if glyph in self.column:
            likely.append(self.column[glyph])
        if len({value.value for value in given}) == 1:
            likely.append(self._of(given[0]))
        formulas = [span for span in self.document.spans_between(start, end) if "k" in span.latex]
        said = [
            1024.0 * int(value[1]) for value in _KIBI.finditer(self.document.masked, start, end)
            # "2 w + 2 k c" speaks of no kibi.
            if not any(span.start <= value.start() < span.end for span in formulas)
        ]  # fmt: skip
        if said and getattr(self.units.get(glyph), "name", "") in {"token", "1"}:
            likely = [*said, *likely]
        if not likely and elsewhere:
            # "With the values of section 3": the rows tell which of a few it is.
            likely = [self._of(value) for value in reversed(given) if not value.special]
            likely = [*dict.fromkeys(likely)][:MOST_ELSEWHERE]
        return tuple(dict.fromkeys(likely))

    def _made(self, glyph: str, start: int, end: int) -> tuple[float, ...]:
        """What the one formula of a letter gives with each value that its letters are given.

        No letter is made of one that is made itself: two may be made of each other.
        """
        laws = [law for law in self.system.definitions.get(glyph, ()) if law.operator == "="]
        if len(laws) != 1:
            return ()
        needs = sorted(laws[0].needs)
        options = [self._given(needed, start, end, elsewhere=True) for needed in needs]
        made = [
            evaluated(laws[0].side, dict(zip(needs, chosen, strict=True)))
            for chosen in itertools.islice(itertools.product(*options), MOST_ELSEWHERE)
        ]
        return tuple(dict.fromkeys(value for value in made if value is not None))

    def _of(self, value: Value) -> float:
        """A value in the unit of the letter's row, where both tell one."""
        return _in_unit(value, self.units.get(value.glyph))

    def _same_section(self, value: Value, offset: int) -> bool:
        line, _ = self.document.place(offset)
        first = value.place[0]
        headings = self.document.headings
        last = sum(heading.line <= line for heading in headings)
        return first == last


def _in_unit(value: Value, unit: Unit | None) -> float:
    if unit is None or value.measured is None or not unit.dimensions:
        return value.value
    return value.measured[1] / float(unit.factor)


def letter_values(project: Project, document: Document) -> LetterValues:
    """The values of a document's letters, collected once."""
    values: LetterValues = project.once(
        "letter values", document, lambda: _collected(project, document)
    )
    return values


def _collected(project: Project, document: Document) -> LetterValues:
    units: dict[str, Unit] = {}
    rows: dict[str, Declaration] = {}
    for letter in project.declarations(document):
        if letter.glyph and letter.firm:
            rows.setdefault(letter.glyph, letter)
            unit = unit_of(project, letter)
            if unit is not None:
                units.setdefault(letter.glyph, unit)
    system = system_of(project, document)
    column = {
        value.glyph: _in_unit(value, units.get(value.glyph)) for value in reversed(system.declared)
    }
    return LetterValues(document, system, column, units, rows)
