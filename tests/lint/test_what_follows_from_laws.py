"""Relations that no formula states, and that follow from two of them or stand in a derivation."""

from __future__ import annotations

import pytest

from derive.lint import Project, lint, read_document
from derive.lint.claims.comparing import formulas_of, verdicts_on
from derive.lint.laws.exactness import is_exact
from derive.records import Notation, Row, Scope, Source
from derive.registry import load

REGISTRY = load()
LETTERS = {
    "t": "T_step", "x": "t_bubble", "y": "t_ideal", "q": "r_bubble", "w": "f_bubble",
    "P": "p", "m": "m", "U": "V_pp", "H": "V_hop", "v": "v",
    "h": "HFU", "u": "MFU", "o": "o_rec", "Q": "C_step", "R": "C_hw", "C": "C", "N": "Psi",
    "D": "D", "r": "tokens_per_param", "A": "M_act", "a": "M_layer", "L": "L",
    "f": "f_expert", "X": "E", "k": "k",
}  # fmt: skip
NOTATION = Notation(
    "letters of a chapter",
    source=Source("a-chapter", "A chapter", kind="document"),
    titles=("A chapter",),
    scopes=(Scope("document"),),
    rows={"document": tuple(Row(glyph, symbol, "") for glyph, symbol in LETTERS.items())},
)
RULE = "formulas_agree_with_the_registry"


def project_of(formula: str) -> tuple[Project, object]:
    document = read_document("chapter.md", f"# A chapter\n\n$${formula}$$\n")
    return Project([document], REGISTRY, notations={"chapter.md": NOTATION}), document


FOLLOW = {
    # What is printed, and the laws that it follows from; none of them says it alone.
    "what a derivation begins with, of a ratio": ("q = x / y", 1),
    "the share of a bubble": ("w = x / t", 2),
    "what a ratio of tokens makes of the compute": ("C = 6 r N^2", 2),
    "the same the other way round": ("N = \\sqrt{C / (6 r)}", 2),
    "hardware utilization of model utilization": ("h = (1 + o) u", 2),
    "activations of a first stage": ("A = \\min(m, P) L a / P", 2),
    "what a derivation begins with, of a volume": ("U = 2 v m H", 1),
}


@pytest.mark.parametrize("what", FOLLOW)
def test_what_follows_from_laws_is_no_unknown_relation(what: str) -> None:
    formula, laws = FOLLOW[what]
    project, document = project_of(formula)

    ((printed, holder),) = formulas_of(project, document)
    (verdict,) = verdicts_on(printed, holder)

    assert verdict.kind == "equal"
    assert len(verdict.entry.together or (verdict.entry,)) == laws


def test_what_follows_from_two_laws_is_exact_where_both_are_quotients() -> None:
    project, document = project_of("w = x / t")
    ((printed, holder),) = formulas_of(project, document)
    (verdict,) = verdicts_on(printed, holder)

    assert is_exact(holder, verdict.entry, verdict.pair)


SLIPS = {
    # What is printed, and what the message says of it.
    "a sign": ("h = (1 - o) u", "the sign of o is wrong"),
    "a power": ("N = (C / (6 r))^2", "2 stands where 0.5 belongs"),
    "a quotient turned": ("N = \\sqrt{6 r / C}", "stands upside down"),
    "the wrong extreme": ("A = \\max(m, P) L a / P", "min belongs there"),
    "a letter that the derivation begins with": ("U = 2 m H", "lacks the factor v"),
}


@pytest.mark.parametrize("what", SLIPS)
def test_a_slip_in_what_follows_from_laws_is_told(what: str) -> None:
    formula, says = SLIPS[what]

    (finding,) = lint(project_of(formula)[0], [RULE])

    assert finding.severity == "error"
    assert says in finding.message


SILENT = {
    "a share of one of many, where the law is of several": "f = 1 / X",
    "another quantity": "q = y / x + 1",
    "more than one slip": "N = 3 (C / r)^2",
    "a letter that the laws do not have": "w = x / (t + H)",
}


@pytest.mark.parametrize("what", SILENT)
def test_what_neither_follows_nor_is_near_is_left_alone(what: str) -> None:
    assert [
        each for each in lint(project_of(SILENT[what])[0], [RULE]) if each.severity != "info"
    ] == []


def test_both_laws_stand_beside_the_message() -> None:
    (finding,) = lint(project_of("h = (1 - o) u")[0], [RULE])

    assert {"hardware_over_model_utilization", "recompute_overhead"} <= dict(finding.rows).keys()
