"""Formulas that no row of a table follows, and every row would after one small change."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median_low

from derive.frozen import Record
from derive.notation import Sum

from ..laws.probing import evaluated
from ..numbers.blame import (
    MOST_CHANCE,
    SPREAD,
    Outcome,
    changes_of,
    exchanges_of,
    lacks_of,
    lacks_product_of,
    turns_of,
)
from ..numbers.statements import Definition
from ..numbers.suppositions import (
    bound_in_words,
    is_conditional,
    is_of_a_case,
    is_substituted,
)
from ..project import Project
from ..rules import Sight
from ..texts.documents import Document, Table
from .claimed import coefficient_for
from .letter_values import LetterValues, letter_values
from .lettered_columns import LEAST_ROWS, LOOSE, LetteredColumn, Row, lettered_tables
from .rows_in_formulas import fits_a_row, row_by_row, settings_beside, with_counts
from .table_formulas import of_formula, of_other_cases, of_row

UNLIKE = 1.5
"""Factors that differ by as much are no unit of a column."""
SAME_STEP = 20.0
"""How many times what is lost by rounding two factors may differ and tell no more than one."""
OF_WHAT_IS_OFF = 0.1
"""So much of what a row is off by may stay: a change must say more than that it is small."""
DIGITS = 1e-8
"""How far off what a formula gives in many digits may be."""
EXACT = 2e-4
"""How far apart factors are that tell nothing of a rounding, at least."""


def formulas_that_tables_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas that no row of a table follows, and every row would after one small change."""
    values = letter_values(project, document)
    for table, columns in lettered_tables(project, document):
        if len(table.rows) < LEAST_ROWS - 1:
            continue
        for column in (column for column in columns.values() if column.own):
            some = values.system.definitions.get(column.glyph, [])
            usable = [
                law for law in some
                if law.operator == "=" and not law.settled
                # "If $f = 8 w / 3$, for then $F = 8 w^2$" is no rule for all rows.
                and (len(some) == 1 or not _is_of_one_case(document, law.offset))
            ]  # fmt: skip
            if len(usable) != 1 or is_substituted(document, usable[0].offset):
                continue
            if bound_in_words(document, usable[0].printed.span):
                # "From $n = 6 y$ on" is where something begins, and no n of a row.
                continue
            counted = with_counts(values, usable[0], columns)
            held = _Held(values, table, counted, column, usable[0])
            yield from _one_change(held)


_Letters = dict[str, float]


def _is_of_one_case(document: Document, offset: int) -> bool:
    """Whether a formula holds where something else does, as its sentence says."""
    return is_of_a_case(document, offset) or is_conditional(document, offset)


class _Held(Record):
    """A column of a table, held against the one formula that the text has for its letter."""

    values: LetterValues
    table: Table
    columns: Mapping[str, LetteredColumn]
    column: LetteredColumn
    definition: Definition

    def settings(self) -> list[dict[str, float]]:
        """What the letters that are no columns may be worth."""
        asked = self.values, self.table, self.columns, self.definition
        near = list(settings_beside(*asked))
        far = [] if near else list(settings_beside(*asked, elsewhere=True))
        return near or (far if len(far) == 1 else [])

    def rows(self, known: Mapping[str, float]) -> list[Row]:
        """The rows that have a number for each letter."""
        return list(row_by_row(self.definition, self.columns, self.column, known))

    def letters(self, known: Mapping[str, float], row: int) -> tuple[_Letters, _Letters]:
        """The values of a formula's letters in a row, and those of letters that it may lack."""
        law, system = self.definition, self.values.system
        cells = {
            name: value for name, column in self.columns.items()
            if (value := column.values[row]) is not None
            and (column.own or name in law.needs) and column is not self.column
            and not (column.counts and column.glyph not in law.needs)
        }  # fmt: skip
        here = {**known, **{name: cells[name] for name in law.needs & cells.keys()}}
        # A share of it, "x / t" beside t: of course it is the whole over that.
        headed = [column.formula for column in self.columns.values() if column.formula]
        shares = {
            name for name in cells
            if any(law.glyph in other.needs for other in system.definitions.get(name, ()))
        } | {formula.glyph for formula in headed if law.glyph in formula.needs}  # fmt: skip
        apart = {law.glyph, *here, *shares}
        more = {**system.lone_values(), **cells}
        return here, {name: value for name, value in more.items() if name not in apart}

    def told(
        self,
        message: str,
        guess: str = "Correct the formula, or the column.",
        rows: Sequence[tuple[str, str]] = (),
    ) -> Sight:
        """A finding on the formula."""
        return of_formula(self.values.document, self.definition, message, guess=guess, rows=rows)


def _one_change(held: _Held) -> Iterator[Sight]:
    """A formula that some rows do not follow, and all, or all but one, would after one change."""
    # What is nothing, as it is printed, is so in any case.
    ways = [
        (known, [row for row in held.rows(known) if row[1] and row[2]]) for known in held.settings()
    ]
    if any(pairs and all(fits_a_row(q, room) for _, q, _, room in pairs) for _, pairs in ways):
        return
    for known, pairs in ways:
        if len(pairs) < LEAST_ROWS - 1:
            continue
        change, gives = _change_of_all(held, known, pairs)
        if not change or _follow_elsewhere(held, known):
            continue
        where = f"The rows of the table in line {held.table.line}"
        yield held.told(f"{where} follow if in this formula {change}.")
        for row, ratio, given, room in pairs:
            wanted = gives.get(row, given)
            if wanted and not fits_a_row(ratio * given / wanted, room):
                cell = held.table.rows[row][held.column.place]
                yield of_row(
                    held.values.document, held.definition, cell, wanted / (ratio * given),
                    " when corrected",
                )  # fmt: skip
        return


def _follow_elsewhere(held: _Held, known: Mapping[str, float]) -> bool:
    """Whether rows follow with another value that the text gives a letter: of its example.

    All, or all but one: the plain case may have a formula of its own.
    """
    asked = held.values, held.table, held.columns, held.definition
    ways = (*of_other_cases(held.values, known), *settings_beside(*asked, elsewhere=True))
    return any(
        sum(fits_a_row(q, room) for _, q, _, room in pairs) >= max(LEAST_ROWS - 1, len(pairs) - 1)
        for pairs in map(held.rows, ways)
    )


def _change_of_all(
    held: _Held, known: Mapping[str, float], pairs: Sequence[Row]
) -> tuple[str, Mapping[int, float]]:
    """The change after which all rows follow, or all but one of several, and what it gives then.

    That rows have the digits which one of many changes gives by chance is a matter of counting.
    """
    off = [pair for pair in pairs if not fits_a_row(pair[1], pair[3])]
    rooms = sorted(max(room, LOOSE) for *_, room in off)
    ratios = [ratio for _, ratio, _, _ in off]
    apart = min(UNLIKE, 1 + SAME_STEP * max(rooms, default=0.0))
    alike = len(off) == len(pairs) and 0 < max(ratios) < apart * min(ratios)
    counts = any(held.columns[name].counts for name in held.definition.needs & held.columns.keys())
    if alike and counts and max(ratios) / min(ratios) - 1 <= SAME_STEP * LOOSE:
        # "Layers" of a column may be all of them, and the letter's those of one stage.
        return "", {}
    # All rows are off alike, and say no more than one of them: a small factor, or many digits.
    step = median_low(ratios) if alike else 0.0
    small = alike and abs(math.log10(step)) < 1 and len({given for _, _, given, _ in pairs}) > 1
    if alike:
        rooms = [max(min(room for *_, room in off), EXACT)]
    for kind, tried in _changes_by_kind(held, known, pairs):
        change = max(tried, key=lambda words: _following(pairs, tried[words]), default="")
        follow = _following(pairs, tried[change]) if change else 0
        # As many rows as follow already say nothing of a change.
        enough = max(LEAST_ROWS - 1, len(pairs) - 1, len(pairs) - len(off) + 1)
        if follow < enough or _vanishes(held, known, tried[change]):
            continue
        if _are_exact(pairs, tried[change]):
            counted = [max(room, DIGITS) for *_, room in pairs]
        else:
            # One row may be misprinted in itself.
            counted = rooms[: max(len(rooms) - (follow < len(pairs)), 1)]
        chance = len(tried) * math.prod(2 * room / SPREAD for room in counted)
        if chance <= MOST_CHANCE or (small and not kind.startswith("lacking")):
            return change, tried[change]
    is_one = small and max(ratios) / min(ratios) - 1 <= 2 * max(LOOSE, *(room for *_, room in off))
    return (coefficient_for(held.definition.side, step, LOOSE) if is_one else ""), {}


def _changes_by_kind(
    held: _Held, known: Mapping[str, float], pairs: Sequence[Row]
) -> Iterator[tuple[str, dict[str, dict[int, float]]]]:
    """What a formula gives in each row after changes of each kind, the likelier kinds first."""
    side, latex = held.definition.side, held.definition.printed.span.latex
    dimensions = held.values.system.dimensions
    kinds: Mapping[str, Callable[[_Letters, _Letters], Iterator[Outcome]]] = {
        "turned": lambda here, _: turns_of(side, here),
        "changed": lambda here, _: changes_of(side, here),
        "exchanged": lambda here, _: exchanges_of(side, here, dimensions),
        "lacking": lambda here, more: lacks_of(side, here, more, dimensions),
        "lacking a product": lambda here, more: lacks_product_of(side, here, more),
    }
    letters = {row: held.letters(known, row) for row, *_ in pairs}
    for kind, outcomes in kinds.items():
        tried: dict[str, dict[int, float]] = {}
        for row, own in letters.items():
            for value, words in outcomes(*own):
                tried.setdefault(words(latex), {})[row] = value
        yield kind, tried


def _are_exact(pairs: Sequence[Row], gives: Mapping[int, float]) -> bool:
    """Whether a changed formula gives every row to its last digit, as only the right one does."""
    return all(
        abs(gives.get(row, given) / (given * ratio) - 1) <= max(room, DIGITS)
        for row, ratio, given, room in pairs
    )


def _following(pairs: Sequence[Row], gives: Mapping[int, float]) -> int:
    """How many rows are what a changed formula gives; where a factor is one, nothing changes."""
    return sum(
        abs(gives.get(row, given) / (given * ratio) - 1)
        <= max(room, min(LOOSE, OF_WHAT_IS_OFF * abs(ratio - 1)))
        for row, ratio, given, room in pairs
    )


def _vanishes(held: _Held, known: Mapping[str, float], gives: Mapping[int, float]) -> bool:
    """Whether a change only does away with a term: one in millions, beside one in ones."""
    side = held.definition.side
    if not isinstance(side, Sum):
        return False
    return any(
        all(
            (rest := evaluated(Sum(others, side.at), held.letters(known, row)[0])) is not None
            and math.isclose(rest, value, rel_tol=LOOSE)
            for row, value in gives.items()
        )
        for others in itertools.combinations(side.terms, len(side.terms) - 1)
    )
