"""Derivations, solutions, comparisons, laws in other letters, as pages and terminals see them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from sympy import Eq

from ..algebra.compare import Comparison as Algebraic
from ..algebra.compare import compare as compare_laws
from ..algebra.compare import relate
from ..algebra.page import Replay, Step
from ..algebra.proof import replay
from ..algebra.rearrange import rearrange
from ..errors import NotComparable, UnknownName, UnreadableLatex
from ..laws import numbers
from ..names import guesses
from ..records import Derivation, Formula, Notation, Row, Symbol
from ..records.symbols import revive
from ..registry import Registry
from ..units import Interval, Quantity, read_value
from ..written import LetterStyle, as_settled, as_typed, latex, read_glyph, text
from .results import BranchText, Comparison, Line, Solution, Translation, Working, record_data
from .showing import settled_latex, settled_text, styles, typed_latex, typed_text


def derivations(registry: Registry, formula: Formula) -> tuple[Working, ...]:
    """Every derivation of a formula, replayed now."""
    return tuple(
        working(registry, derivation) for derivation in registry.derived.get(formula.id, ())
    )


def explain_data(registry: Registry, name: str) -> Any:
    """The derivations of a formula, replayed, as plain data."""
    formula = registry.formulas.get(name)
    if formula is None:
        return None
    return [record_data(derivation) for derivation in derivations(registry, formula)]


def replayed(registry: Registry, derivation: Derivation) -> Replay:
    """Run one derivation again, with constants as numbers."""
    return replay(derivation, lambda law: numbers(registry.relation_of(law)), registry.domains)


def working(registry: Registry, derivation: Derivation) -> Working:
    """One derivation, replayed and worded."""
    result = replayed(registry, derivation)
    return Working(
        derivation.formula.id,
        derivation.id,
        derivation.title,
        derivation.prose,
        tuple(_line(registry, step, derivation.formula) for step in result.steps),
        result.arrived,
        result.strength,
        tuple(str(failure) for failure in result.failures),
    )


def _line(registry: Registry, step: Step, law: Formula) -> Line:
    """One step in words; the last line is the law as its author typed it."""
    relation = step.after if step.after is not None else step.stated
    text = latex = ""
    if step.kind == "arrive" and not step.problem:
        typed = registry.law(law.id).typed
        text, latex = typed_text(typed), typed_latex(registry, typed)
    elif relation is not None:
        text, latex = settled_text(relation), settled_latex(registry, relation)
    return Line(
        step.kind, step.why, step.premise_id, text, latex, step.strength or "", step.problem
    )


def solutions(registry: Registry, formula: str, target: str) -> Solution:
    """Every branch of a law solved for a letter, constants as numbers."""
    chosen = registry.formula(formula)
    law = registry.law(chosen.id)
    solution = rearrange(
        numbers(law.relation), registry.letters[target], registry.domains, given=law.conditions
    )
    return Solution(
        chosen.id,
        target,
        solution.method,
        tuple(_branch(registry, branch) for branch in solution.branches),
        tuple(_branch(registry, branch) for branch in solution.rejected),
        solution.reason,
    )


def solution_data(registry: Registry, name: str) -> Any:
    """A law solved for a letter with every branch and its conditions; ``formula.letter``."""
    formula, _, target = name.rpartition(".")
    return record_data(solutions(registry, formula, target))


def _branch(registry: Registry, branch: Any) -> BranchText:
    statement = branch.statement
    return BranchText(
        "" if statement is None else settled_text(statement),
        "" if statement is None else settled_latex(registry, statement),
        tuple(settled_text(condition) for condition in branch.conditions),
        branch.strength,
        branch.inside,
        branch.note,
    )


@dataclass(frozen=True, slots=True)
class Apart:
    """The largest gap between two laws: which share of the first, at which values.

    It is the largest of ``looked_at`` points of the typical range; two numbers
    are apart everywhere.
    """

    share: str
    where: Mapping[str, str]
    looked_at: int

    def __str__(self) -> str:
        if not self.where:
            return f"{self.share} the first"
        where = ", ".join(f"{name} = {value}" for name, value in self.where.items())
        looked = f"{self.looked_at} points of the typical range"
        return f"{self.share} the first at most, among {looked}; there {where}"


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with its expressions: difference, ratio, and one left side from the other."""

    words: Comparison
    expressions: tuple[Any, Any, Any]
    apart: Apart | None


def compare(registry: Registry, first: str, second: str, *, meet: bool = True) -> Compared:
    """Compare two formulas; raises ``UnknownName``, or ``NotComparable`` with the reason.

    Without ``meet`` it is not asked for which values both are equal.
    """
    formula_a, formula_b = registry.formula(first), registry.formula(second)
    laws = [registry.law(formula.id) for formula in (formula_a, formula_b)]
    relations = [numbers(law.relation) for law in laws]
    if not all(isinstance(relation, Eq) for relation in relations):
        raise NotComparable(
            formula_a.id, formula_b.id, "only equations have a difference and a ratio"
        )
    units = [registry.unit(relation.lhs.name) for relation in relations if relation.lhs.is_Symbol]
    if len(units) == 2 and units[0].dimensions != units[1].dimensions:
        raise NotComparable(
            formula_a.id, formula_b.id, f"one gives {units[0]}, the other {units[1]}"
        )
    given = [condition for law in laws for condition in law.conditions]
    ranges = typical_ranges(registry, *relations)
    left, right = relations
    algebraic = compare_laws(left, right, registry.domains, given=given, ranges=ranges, meet=meet)
    if algebraic is None:
        raise NotComparable(
            formula_a.id, formula_b.id, "neither can be solved for the other's left side"
        )
    related = relate(left, right, registry.domains, given=given)
    apart = _apart(registry, algebraic)
    groups = [g for g in registry.variants_of(formula_a) if formula_b in g.members]
    words = Comparison(
        formula_a.id,
        formula_b.id,
        (typed_text(laws[0].typed), typed_text(laws[1].typed)),
        algebraic.verdict.equal,
        related.strength if related else algebraic.verdict.strength,
        settled_text(algebraic.difference),
        settled_text(algebraic.ratio),
        settled_text(related.statement) if related else "",
        _meetings(algebraic),
        str(apart or ""),
        groups[0].title if groups else "",
        _latex(registry, [law.typed for law in laws], algebraic, related),
    )
    expressions = (algebraic.difference, algebraic.ratio, related.statement if related else None)
    return Compared(words, expressions, apart)


def compare_data(registry: Registry, name: str) -> Any:
    """Two formulas side by side; the name is ``first|second``. A refusal is kept as its facts."""
    first, _, second = name.partition("|")
    try:
        return record_data(compare(registry, first, second).words)
    except NotComparable as refusal:
        return {"refused": [refusal.first, refusal.second, refusal.why]}


def _latex(
    registry: Registry, typed: list[Any], algebraic: Algebraic, related: Any
) -> tuple[tuple[str, str], ...]:
    """Both laws, what lies between them, and how one follows from the other."""
    rows = [("the first", typed_latex(registry, typed[0]))]
    rows.append(("the second", typed_latex(registry, typed[1])))
    if not algebraic.verdict.equal:
        rows.append(("first minus second", settled_latex(registry, algebraic.difference)))
        rows.append(("first over second", settled_latex(registry, algebraic.ratio)))
    if related:
        rows.append(("one from the other", settled_latex(registry, related.statement)))
    return tuple(rows)


def _meetings(algebraic: Algebraic) -> tuple[str, ...]:
    """Where both sides meet, in letters of the laws; what counts steps of a ceiling is left out."""
    letters = algebraic.left.free_symbols | algebraic.right.free_symbols
    return tuple(
        settled_text(branch.statement)
        for meeting in algebraic.meet
        for branch in meeting.inside
        if branch.statement is not None and branch.statement.free_symbols <= letters
    )


def _apart(registry: Registry, algebraic: Algebraic) -> Apart | None:
    """The largest gap that was found, and where, in the units of the registry."""
    if algebraic.gap is None:
        return None
    size = algebraic.gap.relative
    where = {
        letter.name: str(
            Quantity(at / registry.unit(letter.name).factor, registry.unit(letter.name))
        )
        for letter, at in algebraic.gap.point.items()
    }
    share = f"{100 * size:.3g} % of" if size < 1 else f"{size:.3g} times"
    return Apart(share, where, algebraic.gap.looked_at)


def typical_ranges(
    registry: Registry, *relations: Any
) -> Mapping[Any, tuple[Fraction, Fraction]] | None:
    """The typical range of every letter on the right, if each states one."""
    ranges = {}
    for letter in set().union(*(relation.free_symbols for relation in relations)):
        note = registry.symbols.get(letter.name)
        if note is None or not note.typical:
            continue
        read = read_value(
            note.typical, unit=registry.unit(note.id), table=registry.units, symbol=note.id
        )
        if isinstance(read, Interval) and read.low is not None and read.high is not None:
            ranges[letter] = (read.low.base, read.high.base)
    return ranges or None


def notation_of(registry: Registry, name: str) -> Notation:
    """A notation by id; raises ``UnknownName`` with a guess."""
    if name not in registry.notations:
        raise UnknownName("notation", name, guesses(name, registry.notations))
    return registry.notations[name]


@dataclass(frozen=True, slots=True)
class TheirLetter:
    """What another document writes for a symbol of ours.

    ``expression`` is ours in terms of theirs, drawn under the name ``stand_in``;
    it is more than a letter where the quantity itself differs (``converted``).
    """

    glyph: str
    stand_in: str
    expression: Any
    converted: bool
    warnings: tuple[str, ...]


def their_letter(registry: Registry, document: Notation, letter: Any) -> TheirLetter | None:
    """The letter of a document for a symbol of ours, or none; the outermost scope wins."""
    rows = list(_rows(document, letter.name))
    if not rows:
        return None
    scope, row = rows[0]
    glyph = drawable(row.glyph)
    shown = f"{letter.name}~"
    stand_in = revive(Symbol, shown, dict(letter._assumptions_orig))  # noqa: SLF001  same facts
    warnings = [*_ambiguities(registry, document, row, letter.name, rows, scope)]
    converted = not isinstance(row.means, str)
    if converted:
        other = row.says or "another quantity"
        meant = registry.symbols[letter.name].meaning
        warnings.append(f"{plain(glyph)} there is the {other}, not the {meant}")
    ours = _inverted(registry, row, letter, stand_in) if converted else stand_in
    return TheirLetter(glyph, shown, ours, converted, tuple(warnings))


def translated(registry: Registry, formula: str, notation: str) -> Translation:
    """The typed law of a formula in the letters of a notation."""
    document = notation_of(registry, notation)
    law = registry.law(formula)
    looks = dict(styles(registry))
    put: dict[Any, Any] = {}
    pairs: list[tuple[str, str]] = []
    kept: list[str] = []
    warnings: list[str] = []
    converted = False
    for letter in law.symbols:
        theirs = their_letter(registry, document, letter)
        if theirs is None:
            kept.append(letter.name)
            continue
        looks[theirs.stand_in] = LetterStyle(latex=theirs.glyph)
        pairs.append((letter.name, plain(theirs.glyph)))
        warnings += theirs.warnings
        put[letter] = theirs.expression
        converted = converted or theirs.converted
    with sympy.evaluate(x=False):
        filled = law.typed.xreplace(put)
    tree = as_settled(filled.doit()) if converted else as_typed(filled)
    written = latex(tree, looks)
    return Translation(
        document.id,
        _lettered(text(tree), pairs),
        written,
        tuple(pairs),
        tuple(kept),
        tuple(dict.fromkeys(warnings)),
    )


def translation_data(registry: Registry, name: str) -> Any:
    """A law in the letters of a document; the name is ``formula|document``."""
    formula, _, document = name.partition("|")
    return record_data(translated(registry, formula, document))


def _rows(document: Notation, name: str) -> Iterator[tuple[str, Row]]:
    """The rows that stand for a symbol of ours, the outermost scope first."""
    order = sorted(document.scopes, key=lambda scope: bool(scope.within))
    for scope in order:
        for row in document.rows.get(scope.id, ()):
            means = row.means
            if means == name or (
                not isinstance(means, str) and {x.name for x in means.free_symbols} == {name}
            ):
                yield scope.id, row


def _ambiguities(
    registry: Registry,
    document: Notation,
    row: Row,
    name: str,
    own_rows: list[tuple[str, Row]],
    scope: str,
) -> Iterator[str]:
    """Other meanings of the letter there, and other letters for the quantity."""
    glyph = plain(drawable(row.glyph))
    for place, rows in document.rows.items():
        for other in rows:
            if other.glyph == row.glyph and other.means != row.means and other.says:
                yield f"{glyph} also means {other.says} there ({place})"
    if row.others:
        said = [registry.symbols[x].meaning if x in registry.symbols else x for x in row.others]
        yield f"{glyph} also means {' or '.join(said)} there"
    others = {plain(drawable(r.glyph)) for place, r in own_rows[1:] if place != scope} - {glyph}
    if others:
        yield f"{name} is also written {' or '.join(sorted(others))} there"


def _inverted(registry: Registry, row: Row, letter: Any, stand_in: Any) -> Any:
    """Our letter in terms of theirs, where theirs is a function of ours."""
    domains = {**registry.domains, stand_in: registry.domains[letter]}
    solution = rearrange(sympy.Eq(stand_in, row.means, evaluate=False), letter, domains)
    return solution.inside[0].expression


def drawable(glyph: str) -> str:
    """The LaTeX of a document's letter in a form that the printers know."""
    try:
        read_glyph(glyph)
    except UnreadableLatex:
        words = re.sub(r"\\(text|mathrm|mathbf)\{([^{}]*)\}", r"\2", glyph)
        return rf"\mathrm{{{re.sub(r'[^A-Za-z0-9]', '', words) or 'x'}}}"
    return glyph


def plain(glyph: str) -> str:
    """A letter on one line of text."""
    return str(read_glyph(glyph))


def _lettered(line: str, pairs: list[tuple[str, str]]) -> str:
    """The text with stand-ins (``N_dp~``) replaced by the document's letters."""
    for ours, theirs in sorted(pairs, key=lambda pair: -len(pair[0])):
        line = line.replace(f"{ours}~", theirs)
    return line
