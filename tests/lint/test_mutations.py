"""The linter's score: single mistakes in printed laws are found, harmless rewritings are not."""

from __future__ import annotations

import random
from itertools import islice

import pytest
import sympy
from campaign import SEED, campaign, room, sized
from mutating import (
    equations,
    in_letters,
    mutations,
    notation_of,
    numbered,
    numbers,
    reciprocal,
    rewritings,
    worded,
)

from derive.algebra.equal import equal
from derive.errors import DeriveError
from derive.laws import rebuilt
from derive.lint import Project, lint, read_document
from derive.registry import load

REGISTRY = load()
DOCUMENTS = {"numbered": numbered, "worded": worded, "reciprocal": reciprocal}
TRIED = sized(30, 110)
MISSED, DOUBTED = 0.01, 0.02


def manuscript(letters, formulas):
    """Markdown: a table of the letters in use, then one formula a line; the lines by formula."""
    lines = ["# A drawn manuscript", "", "| Symbol | Meaning |", "|---|---|"]
    for name, glyph in letters.glyphs.items():
        if any(glyph in formula for formula in formulas):
            lines.append(f"| ${glyph}$ | {REGISTRY.symbols[name].meaning} |")
    lines.append("")
    places = {}
    for formula in formulas:
        lines += [f"$${formula}$$", ""]
        places[len(lines) - 1] = formula
    return "\n".join(lines), places


def errors_by_line(letters, formulas):
    """What the linter calls an error, by line, in a manuscript with these formulas."""
    text, places = manuscript(letters, formulas)
    document = read_document("drawn.md", text)
    notation = notation_of(REGISTRY, letters)
    project = Project([document], REGISTRY, notations={"drawn.md": notation})
    found = {}
    for one in lint(project, ["formulas_agree_with_the_registry"]):
        assert "could not be checked" not in one.message, one
        found.setdefault(one.line, []).append(one)
    return found, places


def same(one, law):
    """Whether a mutant is the law after all; None where that cannot be decided."""
    try:
        made = rebuilt(one)
        if made.has(sympy.zoo, sympy.nan) or not made.free_symbols:
            return None
        right = numbers(law.relation).rhs
        return equal(made, right, REGISTRY.domains, given=law.conditions).equal
    except (DeriveError, ArithmeticError):
        return None


def states_another_law(one, law):
    """Whether a mutant is what another registered law says of the same letter."""
    letters = rebuilt(one).free_symbols
    return any(
        other is not law
        and other.relation.lhs == law.relation.lhs
        and numbers(other.relation).rhs.free_symbols == letters
        and same(one, other)
        for other in REGISTRY.laws.values()
    )


def drawn_mutants(source, letters):
    """Single mutations of laws drawn at random, one or two of each, in the document's letters."""
    names = equations(REGISTRY)
    source.shuffle(names)
    for name in names:
        law = REGISTRY.laws[name]
        mutants = list(mutations(law, source))
        source.shuffle(mutants)
        for kind, right in mutants[:2]:
            if same(right, law) is not False or states_another_law(right, law):
                continue
            yield kind, name, in_letters(sympy.Eq(law.typed.lhs, right, evaluate=False), letters)


def drawn_rewritings(source, letters):
    """Harmless forms of laws drawn at random."""
    names = equations(REGISTRY)
    source.shuffle(names)
    for name in names:
        forms = list(rewritings(REGISTRY, REGISTRY.laws[name], source))
        source.shuffle(forms)
        for kind, relation in forms[:2]:
            settled = kind != "reordered"
            yield kind, name, in_letters(relation, letters, settled=settled)


def is_error(findings):
    return any(one.severity == "error" for one in findings)


def is_doubt(findings):
    """Whether a mistake is only told with a doubt: three degrees of parallelism and not four.

    A law about degrees alone that lacks one is right where that one is one. This
    is a warning that says so.
    """
    doubt = any(one.message.endswith("; if that is meant, say so.") for one in findings)
    return doubt and not is_error(findings)


@pytest.mark.slow
def test_nearly_every_single_mistake_is_told_at_its_line():
    missed, doubted, total = [], [], 0
    for document, drawn_letters in DOCUMENTS.items():
        letters = drawn_letters(REGISTRY)
        source = random.Random(f"{SEED} {document}")
        mutants = list(islice(drawn_mutants(source, letters), TRIED))
        found, places = errors_by_line(letters, [latex for _, _, latex in mutants])
        total += len(mutants)
        for mutant, line in zip(mutants, places, strict=True):
            told = found.get(line, [])
            if is_doubt(told):
                doubted.append((document, *mutant))
            elif not is_error(told):
                missed.append((document, *mutant))

    assert total >= 2.7 * TRIED
    assert len(doubted) <= room(total, DOUBTED), doubted
    assert len(missed) <= room(total, MISSED), missed


# Laws with a maximum, a minimum or cases, and what may be wrong in a part that seldom decides.
CORNERED = {
    "dense_forward_time": {"swapped symbol", "wrong sign", "Max for Min"},
    "group_bandwidth": {"swapped symbol", "exponent", "coefficient", "Max for Min"},
    "newton_schulz_flops": {"swapped symbol", "exponent", "dropped factor"},
    "layers_of_stage_by_cost": {"swapped symbol", "exponent", "coefficient", "dropped term"},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    # Ten seconds, as long as the others together.
    [pytest.param(name, marks=campaign if name == "layers_of_stage_by_cost" else ())
     for name in CORNERED],
)  # fmt: skip
def test_a_mistake_is_told_also_where_another_part_mostly_decides(name):
    letters, law = worded(REGISTRY), REGISTRY.laws[name]
    drawn = list(mutations(law, random.Random(name)))  # it draws with evaluation off
    wrong = {
        in_letters(sympy.Eq(law.typed.lhs, right, evaluate=False), letters): kind
        for kind, right in drawn
        if kind in CORNERED[name] and same(right, law) is False
    }
    found, places = errors_by_line(letters, list(wrong))

    assert len(wrong) > 8
    assert [one for line, one in places.items() if not is_error(found.get(line, []))] == []


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_harmless_rewriting_is_reported(document):
    letters = DOCUMENTS[document](REGISTRY)
    forms = list(islice(drawn_rewritings(random.Random(SEED), letters), TRIED))

    found, places = errors_by_line(letters, [latex for _, _, latex in forms])
    told = [(forms[list(places).index(line)], some) for line, some in found.items()]

    assert len(forms) == TRIED
    assert told == []
