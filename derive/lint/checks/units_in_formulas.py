"""The rule about units inside the formulas of documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING

from derive.dimensions import PURE, Dimension, DimensionFinding
from derive.findings import Severity
from derive.frozen import Mutable
from derive.lazy import lazy_re
from derive.notation import Call, Chain, Letter, Node, Number, Power, Rejection
from derive.notation.nodes import children, walk
from derive.units import Unit

from ..claims.comparing import formulas_of, verdicts_by_row
from ..claims.other_cases import given_before
from ..claims.system_reading import system_of
from ..laws.holding import Holder
from ..laws.measured_print import disagreements, measured_program
from ..laws.wording import plain, snippet
from ..numbers.print_units import Relation, fits, letters_of, lost_clock, strict, turns_clocks
from ..numbers.table_units import measuring_units
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from ..words.sentences import sentence_end, sentence_start
from .bits_and_bytes import bits_beside_bytes
from .unit_columns import relations_in_general, rows_at_fault, units_of_rows

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary

    from ..laws.meaning import Meaning

_TOLD = {
    "sides_disagree": "The two sides are measured in different units.",
    "terms_disagree": "Terms of one sum are measured in different units.",
    "kinds_disagree": "These count different things.",
    "not_a_number": "An exponent, or what a logarithm is taken of, must be a plain number.",
    "base_not_a_number": "A power with a letter in its exponent needs a base that is a number.",
}
_CANCELLED = [
    powers
    for sign in (1, -1)
    for powers in (
        {("information", Fraction(sign)), ("operations", Fraction(-sign))},
        # Two operations for each product, over twice a number of bytes.
        {("operations", Fraction(sign))},
    )
]
LARGEST_COUNT = 16
"""Directions, passes, matrices, bytes: a larger number of a formula may be a rate of something."""
_BYTES_OF_ELEMENTS = frozenset((2, 4))
_ROOTS_OF_BYTES = frozenset(("information", power) for power in (Fraction(1, 2), Fraction(-1, 2)))
_COUNTABLE = frozenset(("operations", "information"))
_PUT_IN = (
    (("information", Fraction(1)),),
    (("information", Fraction(-1)),),
    (("time", Fraction(1)),),
)
_EQUALS = frozenset(("=", "~"))
_AGREE = frozenset(("equal", "assumed", "convention"))


def units_agree_in_formulas(project: Project, document: Document) -> Iterator[Sight]:
    """Units agree in formulas.

    What: both sides of a printed relation, and the terms of its sums, are
    measured in the units of their letters, by the notation or by the unit
    column; bits are no bytes, nor hours seconds. Different dimensions (bytes
    against seconds) are an error, counts of different things (tokens against
    parameters) a warning; where a bare number could carry the unit that is
    missing, it is only told. Formulas that agree with the registry are not
    asked.

    Why: a sum of bytes and seconds is wrong whatever the values.

    Example: `6 (n_{params} + s^2 d)` adds parameters to tokens squared.
    """
    if not project.is_informed:
        return
    seen: set[tuple[str, int]] = set()
    # What one wrong row explains is told at that row.
    explained = {relation.line for relation, _ in rows_at_fault(project, document).values()}
    for printed, letters, holder in _readable(project, document):
        assert isinstance(printed.parsed, Chain)
        rows = printed.parsed.rows
        judged = verdicts_by_row(printed, holder) if holder is not None else [()] * len(rows)
        for chain, verdicts in zip(rows, judged, strict=True):
            agrees = any(verdict.kind in _AGREE for verdict in verdicts)
            line, _ = document.at(printed.span, chain.at[0])
            simplified = _is_simplified(project, document, printed, chain)
            if agrees or simplified or line in explained:
                continue
            bounds = not _EQUALS.issuperset(chain.operators)
            places = letters.registry.units.places
            for finding in disagreements(chain, letters.dimensions, places):
                key = (finding.rule, printed.span.start + chain.at[0])
                if key not in seen and not _is_of_single_bytes(document, printed, finding):
                    seen.add(key)
                    sight = _sight(document, printed, finding, letters)
                    # A condition is often printed after numbers with units cancelled out of it.
                    unsure = bounds and finding.rule == "sides_disagree"
                    if unsure and sight.severity == "error":
                        sight = sight.replaced(severity="warning", level="possible")
                    yield sight
    yield from bits_beside_bytes(project, document)
    for relation, ratio in _lost_clocks(project, document):
        factor = ratio if ratio > 1 else 1 / ratio
        yield Sight(
            f"By the units of its letters one side counts in units of time that are {factor} of "
            "the other's.",
            relation.line,
            rows=[("formula", plain(relation.shown))],
            guess=f"Multiply or divide by {factor}, or correct the factor that is there.",
        )


def _lost_clocks(project: Project, document: Document) -> Iterator[tuple[Relation, Fraction]]:
    """Formulas that need a factor between hours and seconds, by the units of the rows."""
    units = units_of_rows(project, document)
    dimensions = {glyph: strict(unit) for glyph, unit in units.items()}
    relations = relations_in_general(project, document)
    by_numbers = any(map(turns_clocks, relations))
    lost = [
        (relation, ratio) for relation in relations
        if (ratio := lost_clock(relation, units, by_numbers=by_numbers)) is not None
        and fits(relation, dimensions)
    ]  # fmt: skip
    # Who says "M = 4 h" beside a row in seconds puts in quantities, and units turn themselves.
    values = system_of(project, document).values
    puts_in_hours = any(value.in_seconds > 1 and value.glyph in units for value in values)
    letters = [letters_of(relation) for relation, _ in lost]
    shared = frozenset.intersection(*letters) if letters else frozenset()
    # One wrong row is in all the formulas that fail; else the author converts beside the formulas.
    if by_numbers or (shared and not puts_in_hours):
        yield from lost


def _is_simplified(project: Project, document: Document, printed: Printed, chain: Chain) -> bool:
    """Whether two letters are said to be nearly one: "for two-byte elements simply x ~ r".

    Numbers were then put in for what is missing, with their units; so where a sentence gives
    a letter its value first: "With w = 2 this is simply A = m".
    """
    if not all(isinstance(side, Letter) for side in chain.members):
        return False
    given = given_before(system_of(project, document), printed)
    return "~" in chain.operators or next(given, None) is not None


_SINGLE_BYTES = lazy_re(
    r"\b(?:8|eight)[\s-]bits?\b|\b(?:one|single)[\s-]byte\b|\b1\s+byte\b|\b(?:FP8|fp8|INT8|int8)\b"
)


def _is_of_single_bytes(document: Document, printed: Printed, finding: DimensionFinding) -> bool:
    """Whether a sentence says that each number has one byte: "$S = x k h$ bytes in 8 bits"."""
    ratio = dict(finding.ratio.hard or ()) if finding.ratio is not None else {}
    if ratio.keys() != {"information"} or abs(ratio["information"]) != 1:
        return False
    start, end = printed.span.start, printed.span.end
    around = sentence_start(document, start), sentence_end(document, end)
    return _SINGLE_BYTES.search(document.masked, *around) is not None


class _Letters(Mutable, eq=False, slots=False):
    """What the letters of a formula measure: by a notation where there is one, else by the tables.

    A letter that the notation maps to none of ours still has the unit of its row.
    """

    declared: Mapping[str, Unit]
    registry: Vocabulary
    meaning: Meaning | None = None

    @cached_property
    def dimensions(self) -> Mapping[str, Dimension]:
        """By glyph."""
        ours = self.meaning.ours if self.meaning is not None else {}
        units = {name: Dimension.of(self.registry.unit(name))
                 for quantity in ours.values() for name in (*quantity.letters, quantity.name)
                 if name}  # fmt: skip
        return {
            **{glyph: Dimension.of(unit) for glyph, unit in self.declared.items()},
            **{glyph: units[quantity.name] if quantity.name
               else measured_program(quantity.program, units)
               for glyph, quantity in ours.items()},
        }  # fmt: skip

    @cached_property
    def constants(self) -> frozenset[str]:
        """Glyphs that stand for a number."""
        ours = self.meaning.ours if self.meaning is not None else {}
        return frozenset(glyph for glyph, quantity in ours.items() if quantity.is_constant)


def _readable(
    project: Project, document: Document
) -> Iterator[tuple[Printed, _Letters, Holder | None]]:
    """Formulas with what their letters mean and measure: by a notation, else by the tables."""
    assert project.registry is not None
    declared: dict[str, Unit] = {}
    for row, unit in measuring_units(project, document).items():
        if row.glyph and row.firm:
            declared.setdefault(row.glyph, unit)
    if project.notation(document) is not None:
        for printed, holder in formulas_of(project, document):
            key = f"units of letters {printed.scope}"
            meaning = holder.meaning
            make = partial(_Letters, declared, project.registry, meaning)
            yield printed, project.once(key, document, make), holder
    elif declared:
        letters = _Letters(declared, project.registry)
        holders = {read.span.start: holder for read, holder in formulas_of(project, document)}
        for printed in project.printed(document):
            if not isinstance(printed.parsed, Rejection):
                yield printed, letters, holders.get(printed.span.start)


def _sight(
    document: Document, printed: Printed, finding: DimensionFinding, letters: _Letters
) -> Sight:
    rows = [(plain(snippet(part, printed.span.latex)), str(dimension))
            for part, dimension in finding.terms]  # fmt: skip
    numbered = isinstance(printed.parsed, Chain) and any(
        isinstance(part, Number) and part.value not in (0, 1, -1)
        for member in printed.parsed.members for part in walk(member)
    )  # fmt: skip
    severity = _severity(finding, letters, numbered=numbered)
    return sight_at(
        document,
        printed.span,
        _TOLD.get(finding.rule, finding.sentence),
        rows=rows,
        guess=_guess(finding, letters),
        severity=severity,
        level="" if severity == "error" else "possible",
    )


def _severity(finding: DimensionFinding, letters: _Letters, *, numbered: bool = False) -> Severity:
    """An error, a warning, or information where a number may carry the unit."""
    if finding.severity == "note" or _is_carried(finding, letters, numbered=numbered):
        return "info"
    if finding.rule == "not_a_number" and all(
        measured.hard in _PUT_IN for _, measured in finding.terms
    ):
        # "$2^u$ with u in bits per byte", "$(1 - r)^y$ with y in years": numbers are put in.
        return "warning"
    sure = finding.rule != "kinds_disagree" or _cancels(finding, letters)
    return "error" if sure else "warning"


# Who writes tokens/step and steps has said what their product is.
def _cancels(finding: DimensionFinding, letters: _Letters) -> bool:
    """Whether two sides without a number count one thing each, and a count was divided away."""
    if finding.ratio is None or len(finding.terms) != 2:
        return False
    places = letters.registry.units.places
    if any(dimension.hard for _, dimension in finding.terms):
        # A step yields a token of each sequence: who writes of rates may leave that out.
        return False
    counted = [dimension.counts(places) for _, dimension in finding.terms]
    plain = all(len(kinds) == 1 and kinds[0][1] == 1 for kinds in counted)
    numbers = any(isinstance(each, Number) for part, _ in finding.terms for each in walk(part))
    divided = any(
        power < 0
        for part, _ in finding.terms for each in walk(part) if isinstance(each, Letter)
        for _, power in letters.dimensions.get(each.glyph, PURE).counts(places)
    )  # fmt: skip
    return plain and divided and not numbers


# `16 P` bytes: the 16 may be bytes per parameter, which the print does not say.
def _is_carried(finding: DimensionFinding, letters: _Letters, *, numbered: bool = False) -> bool:
    """Whether a term has a number in front that could be measured in something."""
    powers = set(finding.ratio.hard or ()) if finding.ratio is not None else set()
    if (
        finding.rule == "terms_disagree"
        and powers
        and numbered
        and all(name in _COUNTABLE and abs(power) == 1 for name, power in powers)
    ):
        # "w - e k": of the two operations for each weight the number is printed elsewhere.
        return True
    if finding.rule in {"terms_disagree", "sides_disagree"} and powers in _CANCELLED:
        # Two operations for each element of two bytes: no number is left of both.
        return True
    if _is_more_than_a_number(finding, powers):
        return False
    return any(_carries(part, letters.constants) for part, _ in finding.terms)


def _is_more_than_a_number(finding: DimensionFinding, powers: set[tuple[str, Fraction]]) -> bool:
    """Whether sides are apart by a root: no small number of a formula is roots of bytes.

    The 6 of "6 n w" is operations, also below a root, and a 2 or 4 the bytes of an element.
    """
    below = {
        number
        for part, _ in finding.terms for each in walk(part)
        if isinstance(each, Call) and each.function == "sqrt"
        for number in _factors(each)
    }  # fmt: skip
    if powers <= _ROOTS_OF_BYTES and not below.isdisjoint(_BYTES_OF_ELEMENTS):
        return False
    small = all(number <= LARGEST_COUNT for part, _ in finding.terms for number in _factors(part))
    roots = any(power.denominator > 1 for _, power in powers)
    return small and roots and "operations" not in dict(powers)


def _carries(part: Node, constants: frozenset[str]) -> bool:
    own = {each.glyph for each in walk(part) if isinstance(each, Letter)} - constants
    return not own or any(number not in (1, -1) for number in _factors(part))


def _factors(part: Node) -> Iterator[Fraction]:
    """The numbers that stand as factors or terms; exponents are none."""
    if isinstance(part, Number):
        yield part.value
    for operand in (part.base,) if isinstance(part, Power) else children(part):
        yield from _factors(operand)


def _guess(finding: DimensionFinding, letters: _Letters) -> str:
    if _is_carried(finding, letters):
        return "Say in which unit the number counts."
    return f"They differ by {finding.ratio}." if finding.ratio is not None else ""
