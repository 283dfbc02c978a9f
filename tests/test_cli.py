"""The terminal's door: what is printed, and with which exit status."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from derive.answers.question import letter_asked, named
from derive.cli import main
from derive.cli.arguments import FOR_EXAMPLE
from derive.cli.checking import trouble_of_package
from derive.cli.terminal import styled
from derive.entries.opening import open_knowledge
from derive.errors import UnknownName
from derive.registry import load

SOLVE = ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9"]
ANSWER_KEYS = {
    "schema",
    "formula",
    "law",
    "target",
    "kind",
    "method",
    "reason",
    "value",
    "exact",
    "intervals",
    "integer",
    "roots",
    "conditions",
    "givens",
    "defaults",
    "constants",
    "origins",
    "uncertain",
    "sensitivity",
    "residual",
    "steps",
}

# What was typed, and the whole message it must get.
WRONG = [
    (
        ["solve", "zero4_memory", "N_dp"],
        (
            "there is no formula 'zero4_memory'; "
            "did you mean zero3_memory, zero2_memory or zero1_memory?"
        ),
    ),
    (
        ["solve", "zero3_memory", "N_pd", "Psi=70e9"],
        (
            "there is no symbol 'N_pd' in zero3_memory; did you mean N_dp?\n"
            "  M_state  model-state memory of one GPU (byte)\n"
            "  b_param  bytes per parameter for the parameters (byte/param)\n"
            "  b_grad   bytes per parameter for the gradients (byte/param)\n"
            "  b_opt    bytes per parameter for the optimizer state (byte/param)\n"
            "  Psi      number of model parameters (param)\n"
            "  N_dp     data-parallel degree (GPU)"
        ),
    ),
    (
        ["solve", "zero3_memory", "N_dp"],
        (
            "zero3_memory also needs M_state (model-state memory of one GPU, in byte); "
            "Psi (number of model parameters, in param)\n"
            "  for example: derive solve zero3_memory N_dp 'M_state=10 GB' Psi=10e9"
        ),
    ),
    (
        [*SOLVE, "N_dp=3"],
        "N_dp is what you ask for, but you also give N_dp = 3 GPU; leave one of the two out",
    ),
    (
        ["solve", "zero3_memory", "N_dp", "M_state=80 s", "Psi=70e9"],
        (
            "M_state: '80 s' is in s, which does not convert to byte; "
            "give a number in byte, kB, MB, GB, TB, PB or EB"
        ),
    ),
    (
        ["solve", "zero3_memory", "N_dp", "M_state=80 potatoes", "Psi=70e9"],
        "M_state: there is no unit 'potatoes'; give a number in byte, kB, MB, GB, TB, PB or EB",
    ),
    (
        ["solve", "tp_product_hides_communication", "h", "TP=0", "F=1", "beta=1"],
        "TP = 0 GPU is not allowed: TP is an integer of at least 1",
    ),
    (
        ["solve", "tp_product_hides_communication", "h", "TP=1", "F=1", "beta=1"],
        (
            "tp_product_hides_communication gives no h here: these values make it divide by "
            "zero; it holds only when TP ≥ 2"
        ),
    ),
    (
        ["solve", "zero3_memory", "M_state", "N_dp=-3", "Psi=70e9"],
        "N_dp = -3 GPU is not allowed: N_dp is an integer of at least 1",
    ),
    (
        ["solve", "bubble_fraction", "f_bubble", "p=2.5", "m=3"],
        "p = 2.5 stage is not allowed: p is an integer of at least 1",
    ),
    (
        ["solve", "zero3_memory", "Psi", "M_state <= -80 GB", "N_dp=4"],
        "M_state <= -80 GB is not allowed: M_state is a number above 0",
    ),
    (
        ["solve", "zero3_memory", "N_dp", "M_state", "80 GB", "Psi=70e9"],
        (
            "'M_state' is not a value: write name=value; if you typed a <= or >=, "
            'the shell took it: quote the whole "name <= value", '
            "or use --at-most name=value and --at-least name=value"
        ),
    ),
    (
        ["solve", "zero3_memory", "N_dp", "M_state<=80 GB", "M_state>=90 GB", "Psi=1e9"],
        "M_state >= 90 GB and M_state <= 80 GB contradict each other: no number satisfies both",
    ),
    (
        [*SOLVE, "--divides", "0"],
        "--divides = 0 is not allowed: --divides is an integer of at least 1",
    ),
    (["slove", "zero3_memory"], "there is no command 'slove'; did you mean solve?"),
    (
        ["evaluate", "tp_product_hides_communication", "h=3"],
        (
            "tp_product_hides_communication is a bound and gives no value of its own; "
            "solve it for one of its letters: h, b_elem, TP, F or beta"
        ),
    ),
    (["list", "pipelin"], "there is no subject 'pipelin'; did you mean pipeline?"),
    (
        ["solve", "zero3_memory", "N_dp", "M_state=1 GB", "Psi=\x1b[31m7"],
        "'Psi=\\x1b[31m7' is not a value: it holds control characters",
    ),
    (
        ["list", "--package", "/no/such/place"],
        (
            "no knowledge package at '/no/such/place': "
            "there is no such folder, and it is no package name either"
        ),
    ),
]


@pytest.mark.parametrize(("typed", "message"), WRONG, ids=[" ".join(w[0])[:60] for w in WRONG])
def test_a_wrong_question_gets_one_message_and_status_2(
    capsys: pytest.CaptureFixture[str], typed: list[str], message: str
) -> None:
    status = main(typed)

    out, err = capsys.readouterr()
    assert (status, out, err) == (2, "", f"derive: {message}\n")


def test_a_slip_in_the_formulary_itself_is_told_with_its_line_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "letters.py").write_text('"""Letters: a few."""\n')
    (tmp_path / "__init__.py").write_text("from .letters import N_gpu\n")
    monkeypatch.setattr("derive.locate.knowledge", lambda: tmp_path)
    monkeypatch.setattr("derive.cli.checking.knowledge", lambda: tmp_path)
    monkeypatch.setattr("derive.check.running.knowledge", lambda: tmp_path)

    with pytest.raises(ImportError) as slip:
        load()
    finding = trouble_of_package(None, slip.value)
    status = main(["check"])

    out, err = capsys.readouterr()
    assert "N_gpu is imported from letters, which does not declare it." in out
    assert (status, err, finding) == (1, "", out.rstrip("\n"))


@pytest.mark.parametrize("command", FOR_EXAMPLE)
def test_a_command_that_was_given_nothing_says_what_to_type_which_is_answered(
    command: str,
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(checkout)

    assert main([command]) == 2
    example = capsys.readouterr().err.partition("for example: derive ")[2].splitlines()[0]

    assert main(shlex.split(example)) == 0


def test_a_question_without_a_set_of_constants_names_the_sets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main(["solve", "compute_optimal_parameters", "Psi_opt", "C=1e21"])

    message = capsys.readouterr().err
    assert status == 2
    for name in ("chinchilla-rounded", "chinchilla-unrounded", "besiroglu-2024"):
        assert f"--constants {name}" in message


def test_an_answer_as_json_has_the_documented_keys(capsys: pytest.CaptureFixture[str]) -> None:
    status = main([*SOLVE, "--json"])

    data = json.loads(capsys.readouterr().out)
    assert status == 0
    assert set(data) == ANSWER_KEYS
    assert data["kind"] == "range"
    assert data["integer"]["smallest"] == 14
    assert data["integer"]["largest"] is None


def test_no_solution_is_an_answer_with_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["solve", "zero2_memory", "N_dp", "M_state <= 1 GB", "Psi=70e9"])

    assert status == 1
    assert "no solution" in capsys.readouterr().out


def test_bounds_can_be_given_as_options(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["solve", "zero3_memory", "N_dp", "--at-most", "M_state=80 GB", "Psi=70B"])

    out = capsys.readouterr().out
    assert status == 0
    assert out.startswith("smallest N_dp = 14")
    assert "70B" in out


@pytest.mark.parametrize("form", ["text", "latex", "mathml", "python", "json"])
def test_a_formula_is_shown_in_every_form(capsys: pytest.CaptureFixture[str], form: str) -> None:
    status = main(["show", "ring_all_reduce_time", "--as", form])

    assert status == 0
    assert capsys.readouterr().out.strip()


def test_latex_is_the_authors_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["show", "ring_all_reduce_time", "--as", "latex"])

    written = capsys.readouterr().out.strip()
    assert written.startswith(r"T_{\mathrm{ar}} = 2 (N - 1) \left(\alpha + \frac{n}{N \beta}")


def test_explain_replays_the_derivation(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["explain", "compute_optimal_parameters"])

    out = capsys.readouterr().out
    assert status == 0
    assert "replayed: arrives at the law (exact)" in out


def test_compare_shows_how_ratio_and_fraction_hang_together(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main(["compare", "bubble_ratio", "bubble_fraction"])

    assert status == 0
    assert "f_bubble = r_bubble / (r_bubble + 1)   (exact)" in capsys.readouterr().out


@pytest.mark.parametrize("what", ["formula", "symbol", "term"])
def test_new_prints_a_skeleton(capsys: pytest.CaptureFixture[str], what: str) -> None:
    status = main(["new", what, "some_name"])

    assert status == 0
    assert "some_name" in capsys.readouterr().out


def test_every_command_occurs_in_the_readme_or_the_docs(checkout) -> None:  # type: ignore[no-untyped-def]
    from derive.cli.parser import COMMANDS

    pages = [checkout / "README.md", *(checkout / "docs").rglob("*.md")]
    prose = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    missing = [name for name in COMMANDS if f"derive {name}" not in prose]
    assert missing == []


@pytest.mark.parametrize(
    ("formula", "name", "letter"),
    [
        ("token_throughput", "tokens_per_second", "R_tok"),
        ("token_throughput", "v_tok", "R_tok"),
        ("zero3_memory", "number_of_model_parameters", "Psi"),
        ("zero3_memory", "data-parallelism", "N_dp"),
        ("zero3_memory", "DP", "N_dp"),
        ("token_throughput", "tps", "R_tok"),
        ("micro_batches_per_step", "mbs", "b"),
        ("replicas_of_run", "tp", "TP"),
        ("replicas_of_run", "n_gpu", "N_gpu"),
    ],
)
def test_a_letter_may_be_called_by_its_meaning_or_its_name_in_the_glossary(
    formula: str, name: str, letter: str
) -> None:
    knowledge = open_knowledge()
    letters = list(knowledge.law(formula).letters)

    assert letter == named(knowledge, name, letters, formula).id


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("tps", "R_tok"),
        ("tokens_per_second_per_gpu", "R_gpu"),
        ("tp", "TP"),
        ("vram", "M_gpu"),
        ("busbw", "beta_bus"),
        ("d_model", "h"),
        ("num_hidden_layers", "L"),
        ("flops", "C"),
    ],
)
def test_a_search_takes_everyday_names(name: str, letter: str) -> None:
    assert letter == letter_asked(open_knowledge(), name).id


@pytest.mark.parametrize(
    ("name", "letter"), [("cost", "cost_train"), ("memory", "M_gpu"), ("price", "price_gpu")]
)
def test_a_word_of_many_meanings_is_answered_with_letters_that_mean_it(
    name: str, letter: str
) -> None:
    with pytest.raises(UnknownName) as unknown:
        letter_asked(open_knowledge(), name)

    assert letter in unknown.value.guesses


def test_a_single_letter_of_another_case_is_another_letter() -> None:
    knowledge = open_knowledge()

    assert (knowledge.symbol("b").id, knowledge.symbol("B").id) == ("b", "B")
    with pytest.raises(UnknownName):
        letter_asked(knowledge, "d")


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    plain = styled("N", "bold")
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = styled("N", "bold")
    monkeypatch.setenv("NO_COLOR", "1")

    assert ("N", "\x1b[1mN\x1b[0m", "N") == (plain, forced, styled("N", "bold"))
