"""The rule that holds the unit column of a table against the formulas and values of the text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from derive.dimensions import PURE, Dimension
from derive.lazy import lazy_re
from derive.notation import Letter, Quotient
from derive.units import Unit, UnitTable

from ..claims.other_cases import given_before
from ..claims.system_reading import system_of
from ..laws.wording import plain
from ..numbers.counted_units import rows_that_count_otherwise
from ..numbers.print_units import (
    Relation,
    fits,
    letters_of,
    named,
    needed_unit,
    relations_of,
    strict,
)
from ..numbers.said_behind import PURE_UNITS, tells_one
from ..numbers.statements import Value
from ..numbers.system import System
from ..numbers.table_units import measuring_units
from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.macros import spoken_units
from ..words.countable_nouns import class_of
from .unit_kinds import measures_what_it_says

MOST_FAILING, MOST_WAYS = 60, 8
_UNIT = lazy_re(
    r"\s*(?:\$+|\\{1,2}[)\]]|`\$?)?[\s~]*(?P<unit>[A-Za-zµμ]+(?:-[a-z]+)?(?:\s*/\s*[A-Za-z]+|\s+(?:per|for\s+(?:each|every))\s+[A-Za-z]+)?)(?![A-Za-z-])"
)
_PER = lazy_re(r"\s+(?:per|for\s+(?:each|every))\s+")
_EACH_TIME = lazy_re(
    r"[^.;:\n]{0,60}?\b(?:each|every|per|a|in\s+one)\s+(?:second|minute|hour|day|week|month|year)\b"
)
_PERIOD = lazy_re(r"/\s*\(?[\w ]*(?:year|month|week|day)\b")
_UNIT_OF_CELL = lazy_re(r"\d[\s$}~]*(?P<unit>[A-Za-zµμ][A-Za-zµμ/ -]*?)[\s*]*$")


def units_of_tables_fit_formulas(project: Project, document: Document) -> Iterator[Sight]:
    """Units of tables fit formulas.

    What: a row gives its letter a unit, and the text gives the letter a value
    in a unit of another kind; or a formula can only hold if this one row has
    another unit, with which all other formulas hold as well. Where formulas
    bear the row out, the value stands at the wrong letter.

    Why: bytes per second and seconds per byte are both called a price of the
    link, and every time that is computed with the wrong one is wrong.

    Example: `\\beta` in "seconds/byte", and later `\\beta = 50 \\times 10^9`
    bytes/second. Write "bytes/second" in the table.
    """
    rows = row_of_each(project, document)
    if not rows or project.units is None:
        return
    system = system_of(project, document)
    reported: set[str] = set()
    relations = relations_in_general(project, document)
    given = list(_valued(project, system, project.units))
    for glyph, line, shown, unit in given:
        if glyph not in rows or glyph in reported or not _differs(rows[glyph][1], unit):
            continue
        reported.add(glyph)
        if _bears_out(rows, relations, glyph, unit):
            row, _ = rows[glyph]
            yield Sight(
                f"{row.latex} is in {row.unit} by line {row.line} and by the formulas; here it is "
                f"given in {unit.name}.",
                line,
                name=row.latex,
                rows=[(f"line {row.line}", row.meaning), ("here", plain(shown))],
                guess=f"Give what is in {unit.name} a letter of its own, or correct the unit.",
            )
        else:
            yield _sight(
                rows[glyph][0], f"line {line} gives it in {unit.name}", f"line {line}", shown,
                unit.name,
            )  # fmt: skip
    units, places = {glyph: unit for glyph, (_, unit) in rows.items()}, project.units.places
    for glyph, relation, instead in rows_that_count_otherwise(units, relations, given, places):
        if glyph not in reported and not _counts_for_it(rows, glyph, relation):
            reported.add(glyph)
            row, unit = rows[glyph]
            counts = {power for _, power in unit.kinds} == {1} and not unit.dimensions
            if counts and isinstance(relation.right, Quotient):
                # A number of layers is no one over it, whatever else a row may be.
                yield Sight(
                    f"{row.latex} counts {row.unit} by line {row.line}, and by this formula it is "
                    f"in {instead}: the quotient stands upside down.",
                    relation.line,
                    name=row.latex,
                    rows=[("unit", row.unit or ""), ("formula", plain(relation.shown))],
                    guess=f"Turn the quotient around, or correct line {row.line}.",
                )
                continue
            yield _sight(
                row, f"by the formula in line {relation.line} it is in {instead}",
                f"line {relation.line}", relation.shown, instead,
            )  # fmt: skip
    wrong = frozenset(reported)
    for glyph, (relation, instead) in rows_at_fault(project, document).items():
        # What another wrong row explains is no fault of this one.
        if glyph not in reported and not wrong & letters_of(relation):
            row, _ = rows[glyph]
            yield _sight(
                row, f"the formula in line {relation.line} holds only if it is in {instead}",
                f"line {relation.line}", relation.shown, instead,
            )  # fmt: skip


def _counts_for_it(
    rows: Mapping[str, tuple[Declaration, Unit]], glyph: str, relation: Relation
) -> bool:
    """Whether a plain count of a formula counts what a letter counts: "tokens of a round"."""
    kinds = {kind.lower() for kind, _ in rows[glyph][1].kinds}
    classes = {class_of(kind) for kind in kinds} - {""}
    return any(
        not unit.dimensions and not unit.kinds
        and (any(kind in row.meaning.lower() for kind in kinds)
             or classes & {class_of(word) for word in row.meaning.split()})
        for name, (row, unit) in rows.items()
        if name != glyph and name in letters_of(relation)
    )  # fmt: skip


def _sight(row: Declaration, why: str, where: str, shown: str, instead: str) -> Sight:
    return about(
        f"{row.latex} is in {row.unit} here, and {why}.",
        row,
        [("unit", row.unit or ""), (where, plain(shown))],
        f"Write {instead}, or correct {where}.",
    )


def _differs(declared: Unit, other: Unit) -> bool:
    """Whether two units measure different things; counts are of no matter here.

    A price of 2.50 dollars is one per hour where the row says so.
    """
    row, given = dict(declared.dimensions), dict(other.dimensions)
    if _PERIOD.search(declared.name):
        # What is so much a year is told as the amount of one.
        period = {**row, "time": row.get("time", 0) + 1}
        if {name: power for name, power in period.items() if power} == given:
            return False
    priced = set(given) == {"money"} and row.get("money") == given["money"]
    return bool(given) and row != given and not priced


def _bears_out(
    rows: Mapping[str, tuple[Declaration, Unit]],
    relations: list[Relation],
    glyph: str,
    other: Unit,
) -> bool:
    """Whether formulas hold with the unit of a letter's row that would not with another one."""
    units = {name: strict(unit) for name, (_, unit) in rows.items()}
    turned = {**units, glyph: strict(other)}
    return any(fits(each, units) and fits(each, turned) is False for each in relations)


def _valued(
    project: Project, system: System, table: UnitTable
) -> Iterator[tuple[str, int, str, Unit]]:
    """Letters that the text gives a value in a unit: letter, line, print and unit."""
    document = system.document
    anew = {
        (letter.glyph, document.block_at(document.starts[letter.line - 1] + letter.column - 1))
        for letter in project.declarations(document)
        if letter.explicit
    }
    for value in system.values:
        unit = _unit_behind(document, value, table)
        # "In this paragraph only, let c be a price": what its row says is another letter's.
        row = system.units.get(value.glyph) or ""
        if unit is None or tells_one(document, value, row, table):
            continue
        if value.unlike and _is_of_a_neighbour(system, value, unit):
            continue
        if (value.glyph, document.block_at(value.offset)) not in anew:
            yield value.glyph, document.place(value.offset)[0], value.shown, unit
    for law in itertools.chain.from_iterable(system.definitions.values()):
        # "R = q G / D tokens per second": what is said of the last side is said of all.
        told = (
            law.operator == "="
            and law.side is law.row.members[-1]
            and _told_behind(document, law.printed.span.end)
        )
        unit = _unit(table, told["unit"]) if told else None
        row = system.units.get(law.glyph, "")
        if told and _EACH_TIME.match(document.masked, told.end()):
            continue  # "... kilograms have to pass each second"
        # A share of a second for each second is said in seconds, too.
        if unit is not None and law.printed.span.table < 0 and row not in PURE_UNITS:
            yield law.glyph, law.line, law.printed.span.latex, unit


def _is_of_a_neighbour(system: System, value: Value, unit: Unit) -> bool:
    """Whether an amount that words say is in the unit of another formula of the same display."""
    return any(
        system.dimensions.get(other.glyph) == strict(unit)
        for law in system.definitions.get(value.glyph, ()) for other in system.beside(law)
    )  # fmt: skip


def _unit_behind(document: Document, value: Value, table: UnitTable) -> Unit | None:
    if value.cell or value.spoken:
        told = _UNIT_OF_CELL.search(spoken_units(value.shown))
        return _unit(table, told["unit"]) if told else None
    match = _told_behind(document, value.end)
    # What stands in the next cell of a table is not said of the number.
    between = document.text[value.end : match.start("unit")] if match else ""
    return _unit(table, match["unit"]) if match and not set("|&") & set(between) else None


def _told_behind(document: Document, end: int) -> re.Match[str] | None:
    """The unit behind a place; what the next formula begins with is none."""
    stop = min((span.start for span in document.spans_between(end, end + 60) if span.start > end),
               default=end + 60)  # fmt: skip
    return _UNIT.match(document.masked, end, stop)


def _unit(table: UnitTable, words: str) -> Unit | None:
    """A unit that words name beyond doubt: of single letters only s, B, J and W name one."""
    if not words or (len(words) == 1 and words not in "sBJW"):
        return None
    return table.known_unit(_PER.sub("/", " ".join(words.split())))


def rows_at_fault(project: Project, document: Document) -> Mapping[str, tuple[Relation, str]]:
    """The rows whose unit alone keeps formulas from holding: the formula, and the unit it needs.

    A row is at fault where another unit of its letter mends formulas and breaks none, and no
    other row could be it as well. What the text itself measures in the unit of its row is right.
    """
    found: Mapping[str, tuple[Relation, str]] = project.once(
        "rows at fault", document, lambda: dict(_at_fault(project, document))
    )
    return found


def relations_in_general(project: Project, document: Document) -> list[Relation]:
    """The relations of a text, but those of a special case: "with two bytes it is just F / w".

    What a sentence gives a letter has gone into a formula that lacks it, with its unit.
    """
    return project.once("relations", document, lambda: _general(project, document))


def _general(project: Project, document: Document) -> list[Relation]:
    system = system_of(project, document)
    special = {
        (law.line, glyph)
        for glyph, some in system.definitions.items() if len(some) > 1
        for law in some
        if {value.glyph for value in given_before(system, law.printed)}
        & {name for other in some for name in other.needs - law.needs}
    }  # fmt: skip
    return [
        relation for relation in relations_of(project, document)
        if not isinstance(relation.left, Letter)
        or (relation.line, relation.left.glyph) not in special
    ]  # fmt: skip


def units_of_rows(project: Project, document: Document) -> dict[str, Unit]:
    """The units of the letters that one row each gives one."""
    return {glyph: unit for glyph, (_, unit) in row_of_each(project, document).items()}


def row_of_each(project: Project, document: Document) -> dict[str, tuple[Declaration, Unit]]:
    """The letters that one row each gives a unit."""
    return project.once("rows with units", document, lambda: {
        glyph: rows[0] for glyph, rows in _all_rows(project, document).items() if len(rows) == 1
    })  # fmt: skip


def _all_rows(project: Project, document: Document) -> dict[str, list[tuple[Declaration, Unit]]]:
    """The rows of each letter that have a unit."""
    rows: dict[str, list[tuple[Declaration, Unit]]] = {}
    units = measuring_units(project, document)
    for letter in project.declarations(document):
        unit = units.get(letter) if letter.kind != "prose" and letter.shares == 1 else None
        if unit is not None:
            rows.setdefault(letter.glyph, []).append((letter, unit))
    return rows


def _at_fault(project: Project, document: Document) -> Iterator[tuple[str, tuple[Relation, str]]]:
    rows = row_of_each(project, document)
    if not rows or project.units is None:
        return
    relations = relations_in_general(project, document)
    # A letter with two rows is measured in the unit with which more formulas hold.
    every = {
        glyph: [strict(unit) for _, unit in some]
        for glyph, some in _all_rows(project, document).items()
    }
    units = max(
        (dict(zip(every, chosen, strict=True))
         for chosen in itertools.islice(itertools.product(*every.values()), MOST_WAYS)),
        key=lambda way: sum(fits(each, way) is True for each in relations),
    )  # fmt: skip
    known = [each for each in relations if fits(each, units) is not None]
    failing = [each for each in known if not fits(each, units)][:MOST_FAILING]
    if not failing:
        return
    valued = _valued(project, system_of(project, document), project.units)
    sure = {glyph for glyph, (row, unit) in rows.items() if measures_what_it_says(row, unit)}
    sure |= {
        glyph for glyph, _, _, unit in valued
        if glyph in rows and unit.dimensions and not _differs(rows[glyph][1], unit)
    }  # fmt: skip
    suspects = {
        glyph: _mended(glyph, units, known, failing) for glyph in sorted(rows.keys() - sure)
    }
    # A share is hardly watts: a row without dimensions is doubted last.
    for glyph in sorted(suspects, key=lambda glyph: not rows[glyph][1].dimensions):
        mended, needed = suspects[glyph]
        rivals = [
            some for name, (some, _) in suspects.items()
            if name != glyph and any(relation in some for relation in mended)
            and (rows[name][1].dimensions or not rows[glyph][1].dimensions)
        ]  # fmt: skip
        own = dict(units[glyph].hard or ())
        apart = {name for name, _ in own.items() ^ dict(needed.hard or ()).items()}
        if apart in ({"operations"}, {"operations", "information"}):
            # The two of "2 r c k" are operations, and cancel in silence; so with bytes of each.
            continue
        alone = mended and all(len(mended) > len(some) for some in rivals)
        # Two formulas are not both upside down.
        if alone and (
            len({relation.shown for relation in mended}) > 1
            or not _is_as_well_upside_down(units[glyph], needed, mended[0], known, units)
        ):
            yield glyph, (mended[0], named(needed))


def _is_as_well_upside_down(
    own: Dimension,
    needed: Dimension,
    relation: Relation,
    known: list[Relation],
    units: Mapping[str, Dimension],
) -> bool:
    """Whether a formula may stand upside down as well as a unit; its other terms would tell."""
    turned = needed == own**-1
    return turned and not any(
        other.shown == relation.shown and fits(other, units) for other in known
    )


def _mended(
    glyph: str,
    units: Mapping[str, Dimension],
    known: list[Relation],
    failing: list[Relation],
) -> tuple[list[Relation], Dimension]:
    """The formulas that another unit of a letter mends without breaking one, and that unit."""
    best: tuple[list[Relation], Dimension] = [], PURE
    for relation in failing:
        needed = needed_unit(relation, glyph, units)
        # Nothing here is measured in squared seconds.
        if needed is None or any(abs(power) != 1 for _, power in needed.hard or ()):
            continue
        other = {**units, glyph: needed}
        if any(each not in failing and not fits(each, other) for each in known):
            continue
        mended = [each for each in failing if fits(each, other)]
        # A formula that still fails elsewhere is wrong in itself.
        whole = all(each in mended or each.shown != relation.shown for each in failing)
        if whole and len(mended) > len(best[0]):
            best = mended, needed
    return best
