"""The rule about units inside the formulas of documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from derive.dimensions import Dimension
from derive.findings import Severity
from derive.notation import Chain, Rejection
from derive.units import Unit

from .comparing import formulas_of, verdicts_on
from .documents import Document
from .holding import Holder
from .plain_units import UNMEASURED, agree_plainly, is_unread
from .project import Printed, Project
from .rules import Sight, sight_at
from .table_units import unit_of
from .unit_columns import lost_clocks, rows_at_fault
from .wording import plain, worded

if TYPE_CHECKING:
    from derive.dimensions import DimensionFinding
    from derive.entries.vocabulary import Vocabulary

    from .meaning import Meaning

_TOLD = {
    "sides_disagree": "The two sides are measured in different units.",
    "terms_disagree": "Terms of one sum are measured in different units.",
    "kinds_disagree": "These count different things.",
    "not_a_number": "An exponent, or what a logarithm is taken of, must be a plain number.",
    "base_not_a_number": "A power with a letter in its exponent needs a base that is a number.",
}
# Keeps the document's own letters apart from ours of the same name.
_THEIRS = "their "
_EQUALS = frozenset(("=", "~"))
_AGREE = frozenset(("equal", "assumed", "convention"))


def units_agree_in_formulas(project: Project, document: Document) -> Iterator[Sight]:
    """Units agree in formulas.

    What: both sides of a printed relation, and the terms of its sums, are
    measured in the units of their letters, by the notation or by the unit
    column. Different dimensions (bytes against seconds) are an error, counts
    of different things (tokens against parameters) a warning; where a bare
    number could carry the unit that is missing, it is only told. Formulas
    that agree with the registry are not asked.

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
        for chain in printed.parsed.rows:
            if document.at(printed.span, chain.at[0])[0] in explained:
                continue
            if holder is not None and any(
                verdict.kind in _AGREE for verdict in verdicts_on(printed, holder)
            ):
                continue
            bounds = not _EQUALS.issuperset(chain.operators)
            for finding in _findings(chain, letters):
                key = (finding.rule, printed.span.start)
                if key not in seen:
                    seen.add(key)
                    sight = _sight(document, printed, finding, holder)
                    # A condition is often printed after numbers with units cancelled out of it.
                    unsure = bounds and finding.rule == "sides_disagree"
                    if unsure and _severity(finding) == "error":
                        sight = replace(sight, severity="warning", level="possible")
                    yield sight
    for relation, ratio in lost_clocks(project, document):
        factor = ratio if ratio > 1 else 1 / ratio
        yield Sight(
            f"By the units of its letters one side counts in units of time that are {factor} of "
            "the other's.",
            relation.line,
            rows=[("formula", plain(relation.shown))],
            guess=f"Multiply or divide by {factor}, or correct the factor that is there.",
        )


@dataclass(eq=False)
class _Letters:
    """What the letters of a formula measure: by a notation where there is one, else by the tables.

    A letter that the notation maps to none of ours still has the unit of its row.
    """

    declared: Mapping[str, Unit]
    registry: Vocabulary
    meaning: Meaning | None = None

    @cached_property
    def dimensions(self) -> Mapping[str, Dimension | None]:
        """By glyph; None of one that stands for a whole expression."""
        ours = self.meaning.ours if self.meaning is not None else {}
        return {
            **{glyph: Dimension.of(unit) for glyph, unit in self.declared.items()},
            **{glyph: Dimension.of(self.registry.unit(quantity.name)) if quantity.name else None
               for glyph, quantity in ours.items()},
        }  # fmt: skip

    @cached_property
    def symbolic(self) -> tuple[Mapping[str, Any], Mapping[Any, Unit]]:
        """What glyphs stand for, and what is measured in which unit, as SymPy has it."""
        import sympy

        from derive.algebra.expressions import expression

        letters = {glyph: sympy.Symbol(f"{_THEIRS}{glyph}", positive=True)
                   for glyph in self.declared}  # fmt: skip
        units = {letters[glyph]: unit for glyph, unit in self.declared.items()}
        if self.meaning is None:
            return letters, units
        ours: dict[str, Any] = {}
        for glyph, quantity in self.meaning.ours.items():
            plain = {name: sympy.Symbol(name, positive=True) for name in quantity.letters}
            if quantity.is_constant:
                # A number, and told from a letter by having no sign.
                plain = {quantity.name: sympy.Symbol(quantity.name)}
            units |= {letter: self.registry.unit(name) for name, letter in plain.items()}
            ours[glyph] = (
                plain[quantity.name] if quantity.name else expression(quantity.program, plain)
            )
        return {**letters, **ours}, units


def _readable(
    project: Project, document: Document
) -> Iterator[tuple[Printed, _Letters, Holder | None]]:
    """Formulas with what their letters mean and measure: by a notation, else by the tables."""
    assert project.registry is not None
    declared: dict[str, Unit] = {}
    for row in project.declarations(document):
        unit = unit_of(project, row)
        if row.glyph and row.firm and unit is not None:
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


def _findings(chain: Chain, letters: _Letters) -> Iterator[DimensionFinding]:
    """Disagreements of units, pair by pair; nothing where a letter has no meaning."""
    # Most formulas are in order, or have a letter without meaning; neither needs SymPy.
    places = letters.registry.units.places
    if is_unread(chain, letters.dimensions) or agree_plainly(chain, letters.dimensions, places):
        return
    import sympy

    from derive.dimensions import measure
    from derive.notation import relations

    # Left as printed: SymPy would multiply a number into a sum, and hide where it stands.
    known, units = letters.symbolic
    pairs = relations(chain, known, evaluate=False)
    if isinstance(pairs, Rejection):
        return
    for pair in pairs:
        if pair.operator in UNMEASURED or _binds(pair.left, pair.right):
            continue
        relation = sympy.Eq(pair.left, pair.right, evaluate=False)
        used = {letter: units[letter] for letter in relation.free_symbols if letter in units}
        yield from measure(relation, used).findings


def _binds(left: Any, right: Any) -> bool:
    """Whether a letter only gets a value."""
    return bool(left.is_Number or right.is_Number)


def _sight(
    document: Document,
    printed: Printed,
    finding: DimensionFinding,
    holder: Holder | None,
) -> Sight:
    def said(part: Any) -> str:
        own = {letter.name: letter.name.removeprefix(_THEIRS) for letter in part.free_symbols
               if letter.name.startswith(_THEIRS)}  # fmt: skip
        text = str(part).replace("**", "^").replace("*", "·")
        for place, name in enumerate(own):
            text = text.replace(name, f"<{place}>")
        if holder is not None:
            text = worded(text, holder.meaning, holder.index.registry)
        for place, name in enumerate(own.values()):
            text = text.replace(f"<{place}>", plain(name))
        return text

    rows = [(said(part), str(dimension)) for part, dimension in finding.terms]
    return sight_at(
        document,
        printed.span,
        _TOLD.get(finding.rule, finding.sentence),
        rows=rows,
        guess=_guess(finding),
        severity=_severity(finding),
        level="" if _severity(finding) == "error" else "possible",
    )


def _severity(finding: DimensionFinding) -> Severity:
    """An error, a warning, or information where a number may carry the unit."""
    if finding.severity == "note" or finding.rule.startswith("unknown"):
        return "info"
    if any(_carries(part) for part, _ in finding.terms):
        return "info"
    return "warning" if finding.rule == "kinds_disagree" else "error"


# `16 P` bytes: the 16 may be bytes per parameter, which the print does not say.
def _carries(part: Any) -> bool:
    """Whether a term has a number in front that could be measured in something."""
    letters = [letter for letter in part.free_symbols if letter.is_positive]
    return not letters or any(number not in (1, -1) for number in _factors(part))


def _factors(part: Any) -> Iterator[Any]:
    """The numbers that stand as factors or terms; exponents are none."""
    if part.is_Number:
        yield part
    elif part.is_Pow:
        yield from _factors(part.base)
    else:
        for operand in part.args:
            yield from _factors(operand)


def _guess(finding: DimensionFinding) -> str:
    if any(_carries(part) for part, _ in finding.terms):
        return "Say in which unit the number counts."
    return f"They differ by {finding.ratio}." if finding.ratio is not None else ""
