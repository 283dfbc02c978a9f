"""Answers as they would stand in a textbook: text, Markdown, LaTeX, and in a notebook."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import derive
from derive.answers import Answer, Found, Wish, find, solve
from derive.cli import main
from derive.entries.knowledge import Knowledge
from derive.entries.opening import open_knowledge

RING = {"T_ar": "30 ms", "n": "1 GB", "N": 8, "alpha": "5 us"}
STATE = {"M_state": derive.at_most("80 GB"), "Psi": 70e9}
FAILURES = {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s", "T_restart": "10 min"}


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """The formulary."""
    return open_knowledge()


@pytest.fixture(scope="module")
def answer(knowledge: Knowledge) -> Answer:
    """The bandwidth that an all-reduce needs."""
    return solve(knowledge, "ring_all_reduce_time", "beta", RING)


def balanced(latex: str) -> bool:
    """Whether braces and environments close."""
    bare = latex.replace(r"\{", "").replace(r"\}", "")
    begins, ends = (re.findall(rf"\\{word}{{(\w+)}}", latex) for word in ("begin", "end"))
    lefts, rights = (len(re.findall(rf"\\{word}(?![a-z])", latex)) for word in ("left", "right"))
    return bare.count("{") == bare.count("}") and begins == ends[::-1] and lefts == rights


def test_the_steps_are_those_of_a_textbook(answer: Answer) -> None:
    assert [(step.says, step.text) for step in answer.steps] == [
        ("the law", "T_ar = 2 (N - 1)(alpha + n / (N beta))"),
        ("with the values", "30 ms = 2 (8 - 1)(5 us + 1 GB / (8 beta))"),
        ("solved for beta", "beta = n / (N (T_ar / (2 N - 2) - alpha))"),
        ("the value", "beta = 58.4698 GB/s"),
        (
            "the check: both sides with the value put back",
            "30 ms = 2 (8 - 1)(5 us + 1 GB / (8 · 58.4698 GB/s))",
        ),
    ]


def test_a_value_that_is_put_back_stands_apart_from_the_number_before_it(answer: Answer) -> None:
    assert r"{8 \cdot 58.4698\,\mathrm{GB/s}}" in answer.steps[-1].latex


def line_with_values(knowledge: Knowledge, formula: str, target: str, givens: dict[str, object]):
    """The law with its values, as text and as LaTeX."""
    shown = solve(knowledge, formula, target, givens, Wish(constants="besiroglu-2024"))
    step = next(step for step in shown.steps if step.says == "with the values")
    return step.text, step.latex


def test_values_that_are_multiplied_or_divided_stand_apart(knowledge: Knowledge) -> None:
    givens = {"F": "989 TFLOP/s", "price_gpu": "2.5 USD/(GPU hour)", "MFU": 0.4, "C": "1 ZFLOP"}
    text, latex = line_with_values(knowledge, "cost_of_compute", "cost_train", givens)

    assert text == "cost_train = 2.5 USD/(GPU hour) · 1 ZFLOP / (989 TFLOP/s · 0.4)"
    assert r"2.5\,\mathrm{USD/(GPU\,hour)} \cdot 1\,\mathrm{ZFLOP}" in latex

    text, latex = line_with_values(
        knowledge, "zero1_memory", "Psi", {"M_state": "80 GB", "N_dp": 64}
    )

    assert text == "80 GB = 2 byte/param · Psi + 2 byte/param · Psi + 12 byte/param · Psi / 64"
    assert latex.startswith(r"80\,\mathrm{GB} = 2\,\mathrm{byte/param} \cdot \Psi +")


def test_a_value_under_an_exponent_is_in_brackets_and_counts_are_bare(knowledge: Knowledge) -> None:
    text, latex = line_with_values(
        knowledge, "scaling_law_loss", "D", {"loss": "2 nat/token", "Psi": 8e9}
    )

    assert text == "2 = 1.8172 + 482.006 / 8e9^0.34781 + 2085.43 / D^0.36585"
    assert r"\left(8 \times 10^{9}\right)^{0.34781}" in latex


def test_a_law_that_gives_its_left_side_is_not_solved_twice(knowledge: Knowledge) -> None:
    shown = solve(knowledge, "column_shard_width", "d_col", {"d_out": 16384, "TP": 4})

    assert "solved" not in str(shown)
    assert "d_col = 4096: " not in str(shown)


def test_every_form_of_an_answer_closes_what_it_opens(knowledge: Knowledge) -> None:
    shown = [
        solve(knowledge, "ring_all_reduce_time", "beta", RING),
        solve(knowledge, "zero3_memory", "N_dp", STATE),
        solve(knowledge, "zero3_memory", "N_dp", {**STATE, "Psi": "60e9..70e9"}),
        solve(knowledge, "zero2_memory", "N_dp", {**STATE, "M_state": "<= 1 GB"}),
        find(knowledge, "f_good", FAILURES, (), Wish(sensitivity=True)),
        find(knowledge, "t_star", {k: v for k, v in FAILURES.items() if k != "T_restart"}),
        knowledge.compare("bubble_ratio", "bubble_fraction"),
    ]
    for one in shown:
        latex, markdown = one._repr_latex_(), one._repr_markdown_()
        assert latex.startswith("$$")
        assert balanced(latex)
        assert balanced("".join(re.findall(r"\$\$?(.+?)\$\$?", markdown, re.DOTALL)))
        assert str(one)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda k: solve(k, "ring_all_reduce_time", "beta", RING), ["beta = 58.4698 GB/s"]),
        (lambda k: solve(k, "zero3_memory", "N_dp", STATE), ["M_state #lt;= 80 GB"]),
        (lambda k: find(k, "f_good", FAILURES), ["N_node = 2048", "best_goodput"]),
        (lambda k: find(k, "Psi", {"L": 32, "h": 4096, "V": 32000}), ["feed_forward = standard"]),
        (lambda k: find(k, "N_gpu", {"N_dp": "2..8", "TP": 8}), ["gpu_count", "TP = 8 GPU"]),
    ],
)
def test_a_flowchart_draws_every_letter_and_law_once(
    knowledge: Knowledge, ask: Callable[[Knowledge], Answer | Found], says: list[str]
) -> None:
    first, *rows = ask(knowledge).mermaid().splitlines()

    assert first == "flowchart LR"
    declared = re.findall(r'(\w+)\(?\["(.*?)"\]', "\n".join(rows))
    names = [name for name, _ in declared]
    assert len(names) == len(set(names))
    linked = {one for row in rows for one in re.findall(r"^ +(\w+) -->|--> (\w+)", row)}
    assert {one for pair in linked for one in pair if one} <= {*names}
    assert [] == [text for text in says if not any(text in row for row in rows)]


@pytest.mark.slow
def test_a_comparison_speaks_in_units_and_in_letters_of_the_laws(knowledge: Knowledge) -> None:
    found = knowledge.compare("ring_all_reduce_time", "tree_all_reduce_time")

    assert "alpha = 1 us, beta = 10 GB/s" in found.gap
    assert not [one for one in found.equal_when if one.startswith("N =")]


def test_a_formula_shows_itself_in_a_notebook() -> None:
    view = derive.load()["ring_all_reduce_time"]

    assert view._repr_latex_().startswith(r"$$T_{\mathrm{ar}} = 2 (N - 1)")
    assert "| `alpha` |" in view._repr_markdown_()


@pytest.mark.parametrize(
    ("form", "first"),
    [
        ("text", "beta = 58.4698 GB/s"),
        ("markdown", "**$"),
        ("latex", r"\begin{aligned}"),
        ("mermaid", "flowchart LR\n"),
    ],
)
def test_the_terminal_prints_the_working_in_every_form(
    capsys: pytest.CaptureFixture[str], form: str, first: str
) -> None:
    givens = [f"{name}={value}" for name, value in RING.items()]

    status = main(["solve", "ring_all_reduce_time", "beta", *givens, "--as", form])

    assert status == 0
    assert capsys.readouterr().out.startswith(first)


def test_what_a_law_holds_for_reads_without_its_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A bare no, or a choice that no words tell apart, says nothing to a stranger."""
    main(["show", "zero3_memory"])
    main(["show", "chinchilla_layers_flops"])

    shown = capsys.readouterr().out
    assert "context_split = whole: Do several GPUs share a sequence? no\n" in shown
    assert "law_of_C_seq = chinchilla_layers_flops picks it" in shown
    assert "no choice tells it apart" not in shown


def test_a_law_is_shown_with_what_each_letter_includes(capsys: pytest.CaptureFixture[str]) -> None:
    """A bandwidth counts one direction, and a stage is numbered from 0."""
    main(["show", "ring_all_gather_time"])
    ring = " ".join(capsys.readouterr().out.split())
    main(["show", "one_forward_one_backward_in_flight"])
    stage = " ".join(capsys.readouterr().out.split())

    assert "link bandwidth Bytes per second in one direction" in ring
    assert "all-reduce, a reduce-scatter or an all-to-all, what each rank holds after an" in ring
    assert "The stage that reads the tokens is 0." in stage
