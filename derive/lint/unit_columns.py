"""The rule that holds the unit column of a table against the formulas and values of the text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from derive.errors import DeriveError
from derive.notation import (
    Call,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
)
from derive.units import Unit, UnitTable

from .declarations import Declaration
from .documents import Document
from .project import Printed, Project
from .results import results, sentence_end
from .rules import Sight, about
from .system import System, Value, letters_in
from .system_reading import system_of
from .table_units import unit_of
from .wording import plain

Dimensions = dict[str, Fraction]
MOST_BESIDE, MOST_FAILING = 12, 60
# What a bare number may be measured in: 2 bytes a parameter, 6 operations a token.
_CARRIED = frozenset(("information", "operations"))
_UNIT = re.compile(
    r"\s*(?:\$+|\\{1,2}[)\]]|`\$?)?[\s~]*(?P<unit>[A-Za-zµμ]+(?:\s*/\s*[A-Za-z]+|\s+per\s+[a-z]+)?)(?![A-Za-z])"
)
_SIDES_KEPT = frozenset(("max", "min", "ceil", "floor", "round", "abs"))


def units_of_tables_fit_formulas(project: Project, document: Document) -> Iterator[Sight]:
    """Units of tables fit formulas.

    What: a row gives its letter a unit, and the text gives the letter a value
    in a unit of another kind; or a formula can only hold if the unit of this
    one row is turned upside down.

    Why: bytes per second and seconds per byte are both called a price of the
    link, and every time that is computed with the wrong one is wrong.

    Example: `\\beta` in "seconds/byte", and later `\\beta = 50 \\times 10^9`
    bytes/second. Write "bytes/second" in the table.
    """
    rows = {
        letter.glyph: (letter, unit)
        for letter in project.declarations(document)
        if letter.kind == "table"
        and letter.shares == 1
        and (unit := unit_of(project, letter)) is not None
    }
    if not rows or project.units is None:
        return
    system = system_of(project, document)
    reported: set[str] = set()
    for glyph, line, shown, unit in _valued(project, system, project.units):
        if glyph in rows and glyph not in reported and _differs(rows[glyph][1], unit):
            reported.add(glyph)
            yield _sight(
                rows[glyph][0], f"line {line} gives it in {unit.name}", f"line {line}", shown,
                unit.name,
            )  # fmt: skip
    relations = list(_relations(project, document))
    for glyph, relation in _turned(rows, relations):
        if glyph not in reported:
            reported.add(glyph)
            row, unit = rows[glyph]
            yield _sight(
                row, f"the formula in line {relation.line} holds only if it is in 1/({row.unit})",
                f"line {relation.line}", relation.shown, f"1/({unit.name})",
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
    priced = set(given) == {"money"} and row.get("money") == given["money"]
    return bool(given) and row != given and not priced


def _valued(
    project: Project, system: System, table: UnitTable
) -> Iterator[tuple[str, int, str, Unit]]:
    """Letters that the text gives a value in a unit: letter, line, print and unit."""
    document = system.document
    for value in system.values:
        unit = _unit_behind(document, value, table)
        if unit is not None:
            yield value.glyph, document.place(value.offset)[0], value.shown, unit
    for place, printed in enumerate(project.printed(document)):
        glyph = _defined(printed)
        if not glyph:
            continue
        end = sentence_end(document, printed.span.end)
        inside = [
            read for read in itertools.islice(project.printed(document), place, place + MOST_BESIDE)
            if read.span.start < end
        ]  # fmt: skip
        for result in results(document, inside, printed.span.end):
            unit = _unit(table, result.unit)
            if unit is not None and result.joined:
                yield glyph, document.place(result.at)[0], f"{result.text} {result.unit}", unit


def _defined(printed: Printed) -> str:
    """The letter that a formula of one relation defines."""
    parsed = printed.parsed
    if isinstance(parsed, Rejection) or parsed.further or len(parsed.members) < 2:
        return ""
    first = parsed.members[0]
    return first.glyph if isinstance(first, Letter) and letters_in(parsed.members[1]) else ""


def _unit_behind(document: Document, value: Value, table: UnitTable) -> Unit | None:
    match = _UNIT.match(document.masked[value.end : value.end + 60])
    return _unit(table, match["unit"]) if match and not value.cell else None


def _unit(table: UnitTable, words: str) -> Unit | None:
    """A unit that words name beyond doubt: a single letter other than s names none."""
    if not words or (len(words) == 1 and words not in "sB"):
        return None
    try:
        return table.unit(" ".join(words.split()).replace(" per ", "/"))
    except DeriveError:
        return None


@dataclass(frozen=True, slots=True)
class Relation:
    """Two sides, or two terms of a sum, that must be measured alike."""

    left: Node
    right: Node
    line: int
    shown: str


def _relations(project: Project, document: Document) -> Iterator[Relation]:
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        for row in printed.parsed.rows:
            line, _ = document.at(printed.span, row.at[0])
            shown = printed.span.latex[slice(*row.at)].strip()
            for (left, right), operator in zip(pairwise(row.members), row.operators, strict=True):
                if operator not in {"prop", "!="} and not isinstance(right, Number):
                    yield Relation(left, right, line, shown)
            yield from _terms(row, line, shown)


def _terms(row: Chain, line: int, shown: str) -> Iterator[Relation]:
    """The first term of each sum with every other."""
    waiting = list(row.members)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Sum):
            yield from (Relation(node.terms[0], other, line, shown) for other in node.terms[1:])
        waiting += _parts(node)


def _parts(node: Node) -> tuple[Node, ...]:
    match node:
        case Negative(body=body):
            return (body,)
        case Sum(terms=parts) | Product(factors=parts) | Call(arguments=parts):
            return parts
        case Quotient(over=one, under=two) | Power(base=one, exponent=two):
            return (one, two)
        case _:
            return ()


def _turned(
    rows: Mapping[str, tuple[Declaration, Unit]], relations: list[Relation]
) -> Iterator[tuple[str, Relation]]:
    """Rows whose unit must be turned upside down for the formulas to hold, and those alone."""
    units = {glyph: _dimensions(unit) for glyph, (_, unit) in rows.items()}
    known = [relation for relation in relations if _fits(relation, units) is not None]
    failing = [relation for relation in known if _fits(relation, units) is False][:MOST_FAILING]
    suspects: dict[str, list[Relation]] = {}
    for glyph, own in units.items():
        if len(own) < 2:
            continue
        turned = {**units, glyph: {name: -power for name, power in own.items()}}
        mended = [relation for relation in failing if _fits(relation, turned)]
        if mended and not any(
            relation not in failing and _fits(relation, turned) is False for relation in known
        ):
            suspects[glyph] = mended
    for glyph, mended in suspects.items():
        rivals = [
            some for name, some in suspects.items()
            if name != glyph and any(relation in some for relation in mended)
        ]  # fmt: skip
        if all(len(mended) > len(some) for some in rivals):
            yield glyph, mended[0]


def _dimensions(unit: Unit) -> Dimensions:
    return {name: Fraction(power) for name, power in unit.dimensions}


def _fits(relation: Relation, units: Mapping[str, Dimensions]) -> bool | None:
    """Whether two sides can be measured alike; None where a letter has no unit."""
    left, right = _measured(relation.left, units), _measured(relation.right, units)
    if left is None or right is None:
        return None
    gap = {
        name: left[0].get(name, Fraction(0)) - right[0].get(name, Fraction(0))
        for name in left[0].keys() | right[0].keys()
    }
    gap = {name: power for name, power in gap.items() if power}
    if not gap:
        return True
    # A number may be bytes a parameter; it is hardly seconds squared.
    carried = set(gap) <= _CARRIED and all(abs(power) == 1 for power in gap.values())
    return carried and (left[1] or right[1])


def _measured(  # noqa: PLR0911  one answer for each kind of node
    node: Node, units: Mapping[str, Dimensions]
) -> tuple[Dimensions, bool] | None:
    """The dimensions of a part, and whether a number in it could carry some more."""
    match node:
        case Number(value=value, unit=unit):
            return ({}, value not in (0, 1, -1)) if unit in {"", "%"} else None
        case Letter(glyph=glyph):
            return (units[glyph], False) if glyph in units else None
        case Negative(body=body):
            return _measured(body, units)
        case Power(base=base, exponent=Number(value=power)):
            inner = _measured(base, units)
            return inner and (
                {name: power_of * power for name, power_of in inner[0].items()},
                inner[1],
            )
        case Sum(terms=parts):
            return next((measured for part in parts if (measured := _measured(part, units))), None)
        case Call(function=name, arguments=parts):
            if name in _SIDES_KEPT:
                return _measured(parts[0], units) if parts else None
            return ({}, True) if name in {"log", "ln", "exp", "lg"} else None
        case Product(factors=parts):
            return _joined([(_measured(part, units), 1) for part in parts])
        case Quotient(over=over, under=under):
            return _joined([(_measured(over, units), 1), (_measured(under, units), -1)])
        case _:
            return None


def _joined(
    parts: list[tuple[tuple[Dimensions, bool] | None, int]],
) -> tuple[Dimensions, bool] | None:
    total: Dimensions = {}
    carries = False
    for part, sign in parts:
        if part is None:
            return None
        for name, power in part[0].items():
            total[name] = total.get(name, Fraction(0)) + sign * power
        carries |= part[1]
    return {name: power for name, power in total.items() if power}, carries
