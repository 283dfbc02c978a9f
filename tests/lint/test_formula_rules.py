"""What formulas say in a manuscript: against the registry, against each other, against words."""

from __future__ import annotations

import pytest

from derive.findings import Finding
from derive.lint import Project, lint, read_document
from derive.lint.catalogue import RULES
from derive.records import Notation, Row, Scope, Source
from derive.registry import load

REGISTRY = load()
ABOUT_FORMULAS = frozenset(
    (
        "accounting",
        "chains",
        "comparing",
        "conventions",
        "degrees",
        "sides",
        "units_in_formulas",
        "units_behind_formulas",
    )
) | {"worked"}
FORMULA_RULES = [
    rule for rule in RULES if rule.check.__module__.rpartition(".")[2] in ABOUT_FORMULAS
]
NAMES = [rule.name for rule in FORMULA_RULES]


def found(text: str, *rules: str, notation: str = "", line: int = 0) -> list[Finding]:
    """What the formula rules say about a text, told or all; ``notation`` names the document's."""
    document = read_document("text.md", text)
    chosen = {"text.md": REGISTRY.notations[notation] if notation else None}
    told = lint(Project([document], REGISTRY, notations=chosen), rules or NAMES)
    return [one for one in told if not line or one.line == line]


def registry_says(formula: str, notation: str, heading: str = "") -> tuple[str, str] | None:
    """The severity and message about one formula of a registered document."""
    text = f"# {heading}\n\n$${formula}$$\n" if heading else f"$${formula}$$\n"
    told = found(text, "formulas_agree_with_the_registry", notation=notation)
    return (told[0].severity, told[0].message) if told else None


# --- against the registry ---------------------------------------------------------

# Document, formula as printed there: each is equal to a registered law.
EQUAL = [
    ("megatron-2021", r"t_{pb} = (p - 1) \cdot (t_f + t_b)"),
    ("megatron-2021", r"\frac{t_{pb}}{p - 1} = t_b + t_f"),
    ("megatron-2021", r"t_f = \frac{t_{pb}}{p - 1} - t_b"),
    ("infra-math", r"gbs = N_d \cdot grad_{acc} \cdot mbs"),
    ("infra-math", r"\frac{gbs}{mbs} = grad_{acc} N_d"),
    ("infra-math", r"M_{act} = L \cdot seq \cdot bs (34 h + 5 n_{heads} seq)"),
    ("distributed-appendix", r"E_p = S_p / p"),
    # What follows from an equation is no other one.
    ("minimal-formalism", r"\text{MFU} \le \text{HFU}"),
    ("minimal-formalism", r"\text{HFU} > \text{MFU}"),
    ("megatron-2021", r"t_{pb} \le p \cdot (t_f + t_b)"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "formula"), EQUAL)
def test_what_is_equal_is_not_reported(document, formula):
    assert registry_says(formula, document) is None


BUBBLE = "$$t_{pb} = p \\cdot (t_f + t_b)$$"
AS_PRINTED = {
    # A law with a slip, in a text that says something of it, and how sure the finding is.
    "nothing else is said": (BUBBLE, "provable"),
    "an example follows it": (
        BUBBLE + "\n\nWith $p = 8$, $t_f = 1.25$ and $t_b = 2.5$ this is $t_{pb} = 30.0$.",
        "likely",
    ),
    "an example follows the law": (
        BUBBLE + "\n\nWith $p = 8$, $t_f = 1.25$ and $t_b = 2.5$ this is $t_{pb} = 26.25$.",
        "provable",
    ),
    "an example has a one, and tells little": (
        BUBBLE + "\n\nWith $p = 8$, $t_f = 1$ and $t_b = 2.75$ this is $t_{pb} = 30.0$.",
        "provable",
    ),
    "an example has a one, and tells one coefficient from another": (
        (
            "$$t_{pb} = (p - 1) \\cdot (t_f + 2 t_b)$$\n\n"
            "With $p = 8$, $t_f = 1$ and $t_b = 2.75$ this is $t_{pb} = 45.5$."
        ),
        "likely",
    ),
    "other formulas of the text make it so": (
        (
            "Both ways take $x = 2 p \\cdot (t_f + t_b)$, and one of them\n\n"
            "$$t_{pb} = \\frac{x}{2} = p \\cdot (t_f + t_b)$$"
        ),
        "likely",
    ),
    "a case opens behind a semicolon": (
        "It seldom does; if all $p$ stages wait in turn, the time is\n\n" + BUBBLE, "likely",
    ),
    "no case opens there": ("It seldom does; the time is\n\n" + BUBBLE, "provable"),
}  # fmt: skip


@pytest.mark.parametrize("what", AS_PRINTED)
def test_what_the_text_itself_follows_is_no_misprint_for_sure(what: str) -> None:
    text, level = AS_PRINTED[what]
    rule = "formulas_agree_with_the_registry"

    levels = [each.level for each in found(text, rule, notation="megatron-2021")]

    assert levels == [level]


# Document, formula with one mistake, what the message must say.
WRONG = [
    ("minimal-formalism", r"\text{MFU} \ge \text{HFU}", "the relation should be <"),
    ("megatron-2021", r"t_{pb} = p \cdot (t_f + t_b)", "lacks the term - 1"),
    ("megatron-2021", r"t_{pb} = (p - 1) \cdot (t_f - t_b)", "sign"),
    ("megatron-2021", r"t_{pb} = (p - 1) \cdot (t_f + 2 t_b)", "2 stands where 1 belongs"),
    ("megatron-2021", r"t_{pb} = (p - 1) \cdot (t_f + t_f)", "t_f stands where t_b belongs"),
    ("megatron-2021", r"t_f = \frac{t_{pb}}{p - 1} + t_b", "sign"),
    ("infra-math", r"gbs = grad_{acc} \cdot N_d", "lacks the factor"),
    ("infra-math", r"M_{act} = L \cdot seq \cdot bs \cdot h (34 + 5 n_{heads} \frac{h}{seq})",
     "upside down"),
    ("minimal-formalism", r"T_{\text{step}} = \min(T_{\text{compute}}, T_{\text{comm}})",
     "max belongs there"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "formula", "says"), WRONG)
def test_one_mistake_is_an_error_that_names_it(document, formula, says):
    severity, message = registry_says(formula, document)

    assert severity == "error"
    assert says in message


def test_the_law_is_proposed_in_the_letters_of_the_document():
    told = found(r"$t_{pb} = p (t_f + t_b)$", notation="megatron-2021")

    assert [r"Write t_{pb} = (p - 1) (t_f + t_b)."] == [one.guess for one in told if one.guess]


def test_a_known_misprint_is_told_with_its_erratum():
    severity, message = registry_says(
        r"M_{act} = L \cdot seq \cdot bs \cdot h \cdot (34 + \frac{5 \cdot n_{heads}}{h})",
        "infra-math",
    )

    assert severity == "error"
    assert "lacks the sequence length" in message


def test_a_letter_that_the_document_lacks_is_an_assumption():
    severity, message = registry_says(r"B = b K", "distributed-appendix")

    assert severity in {"info", "warning"}
    assert "n_acc = 1" in message


def test_a_degree_that_is_left_out_is_a_warning_that_says_what_it_would_be():
    severity, message = registry_says(r"P = DP \cdot TP \cdot PP", "minimal-formalism")

    assert severity == "warning"
    assert "where CP = 1" in message


def test_another_convention_is_a_warning_that_names_it():
    formula = r"\text{model\_states\_Bytes\_adamW} = 12 \times n_{params}"
    text = f"# I. Notation and Model Sizing\n\n$${formula}$$"
    (told,) = found(text, "formulas_agree_with_the_registry", notation="infra-math")

    assert told.severity == "warning"
    assert "12: estimates that leave master weights out" in told.message


def test_what_is_about_equal_may_drop_a_term_but_no_more():
    dropped, _ = registry_says(r"t_{pb} \approx p \cdot (t_f + t_b)", "megatron-2021")
    doubled, _ = registry_says(r"t_{pb} \approx (p - 1) (t_f + 2 t_b)", "megatron-2021")

    assert (dropped, doubled) == ("info", "warning")


@pytest.mark.parametrize(
    "formula",
    [r"t_{pb} = \frac{B^3 h^2}{V + s}", r"x = y + z", r"p = 8", r"B, b", r"t_{pb} \propto p"],
)
def test_what_no_law_comes_near_is_left_alone(formula):
    assert registry_says(formula, "megatron-2021") is None


def test_a_value_said_nearby_is_no_omission():
    text = r"With $N_d = 1$ the batch is" + "\n\n" + r"$$gbs = mbs \times grad_{acc}$$"
    told = found(text, "formulas_agree_with_the_registry", notation="infra-math")

    assert not [one for one in told if one.severity == "error"]


# --- chains of numbers ---------------------------------------------------------------

NUMBERS_AGREE = [
    r"9 \times 9 = 81", r"2 \times 70 \times 10^9 = 140 \text{ GB}", r"1/3 = 0.33",
    r"80 \text{ GB} = 74.5 \text{ GiB}", r"22/7 \approx 3", r"10/3 = 4", r"2/3 = 0.7",
    r"6 \times 70\text{B} \times 15\text{T} = 6.3 \times 10^{24}", r"12/240 = 5\%",
    # Who writes "1e^{10}" means a power of ten.
    r"955 = 608 * 1e^{10} / (24 * 3600 * 73.7 * 1e^3)",
    r"1024 \times 4096 = 4{,}194{,}304", r"3600 \text{ s} = 1 \text{ h}",
    # A size, bits of information, a logarithm of another base.
    r"2 \cdot 10^9 \cdot 16 \cdot 32 = 10^{12}", r"-\log(1/2^4) = 4 \text{ bits}",
    r"\log(1000) = 3",
    # Cut off, not rounded; and a power of ten that belongs to the number below the stroke.
    r"2/3 = 0.66", r"10^{12} / 22.6 \times 10^9 = 44",
    r"\num{13e9} \times \qty{2}{\byte} = \qty{26}{GB}",
]  # fmt: skip
NUMBERS_DIFFER = [
    r"2 \times 70 \times 10^9 = 120 \text{ GB}", r"80 \text{ GB} = 85 \text{ GiB}",
    r"1000/7 \approx 200", r"16 + 4 + 8 = 24", r"x = 3 \times 7 = 27", r"6 + 6 = 11",
    r"\log_{10} 1024 = 10",
    r"4\% + 3\% + 2.5\% = 10.5\%", r"\frac{10^{12}}{22.6} \times 10^9 = 44",
    r"\num{13e9} \times \SI{12}{\byte} = \SI{165}{\giga\byte}",
    r"\qty{208}{GB} / 16 = \qty{12}{GB}",
]  # fmt: skip


# A text of two amounts and a sign, and how many errors it has.
INEQUALITIES = [
    (0, "The states do fit: $56 < 80$."),
    (1, "The states do fit: $56 > 80$."),
    (1, r"Then $2 \times 56 \text{ GB} \le 80 \text{ GB}$ holds."),
    (0, r"Then $2 \times 56 \text{ GB} \ge 80 \text{ GB}$ holds."),
    (0, r"Then $900 \text{ MB} < 1 \text{ GB}$ holds."),
    (1, r"Then $1 \text{ GB} < 900 \text{ MB} < 2 \text{ GB}$ holds."),
    # Rounded past each other, of different kinds, doubted, asked.
    (0, "Then $80 < 79.5$ holds."),
    (0, r"Then $80 \text{ GB} < 3$ holds."),
    (0, "It is not true that $112 < 80$."),
    (0, "Is $112 < 80$?"),
]


@pytest.mark.parametrize(("errors", "text"), INEQUALITIES)
def test_an_inequality_of_numbers_points_the_right_way(errors, text):
    told = found(text, "numbers_in_a_chain_agree")

    assert ["error"] * errors == [one.severity for one in told]


@pytest.mark.parametrize("chain", NUMBERS_AGREE)
def test_numbers_that_agree_are_not_reported(chain):
    assert found(f"Then ${chain}$.", "numbers_in_a_chain_agree") == []


@pytest.mark.parametrize("chain", NUMBERS_DIFFER)
def test_numbers_that_differ_are(chain):
    (told,) = found(f"One line.\n\nThen ${chain}$.", "numbers_in_a_chain_agree")

    assert (told.severity, told.line) == ("error", 3)


@pytest.mark.parametrize(
    ("chain", "proposed"),
    [
        (r"4\% + 3\% + 2.5\% = 10.5\%", "Write 9.5 %, "),
        (r"4096 \times 2.62 \text{ MB} = 1.07", "Write 10.73, "),
        (r"80 \text{ GB} = 85 \text{ GiB}", "Write 74.51 GiB, "),
    ],
)
def test_the_number_proposed_is_told_as_the_author_tells_it(chain, proposed):
    (told,) = found(f"Then ${chain}$.", "numbers_in_a_chain_agree")

    assert told.guess.startswith(proposed)


def test_a_part_of_the_print_is_quoted_with_both_its_brackets():
    (told,) = found("Then $1/(2 + 2) = 0.5$.", "numbers_in_a_chain_agree")

    assert told.message.startswith("1/(2 + 2) comes to")


# --- chains of letters ---------------------------------------------------------------

SIDES_AGREE = [
    r"x = \frac{a}{b} = \frac{a^2}{a b}", r"t = a (b + c) = a b + a c",
    r"y = \frac{p - 1}{m} = \frac{p}{m} - \frac{1}{m}",
    r"H(X, Y) = H(X) + H(Y)", r"P(X, Y) = P(X) P(Y)", r"b = E(x - y) = E(x) - y",
    r"x = a + b \approx a", r"C = 6 N D = 6 \times 10^{9} D", r"\alpha = n / \beta",
]  # fmt: skip
SIDES_DIFFER = [
    r"t = a + b / c = \frac{a + b}{c}", r"x = \frac{2 a b}{c} = \frac{a b}{2 c}",
    r"f = \frac{m}{m + p - 1} = 1 - \frac{p}{m + p - 1}",
]  # fmt: skip


@pytest.mark.parametrize("chain", SIDES_AGREE)
def test_sides_that_agree_are_not_reported(chain):
    assert found(f"${chain}$", "sides_of_a_chain_agree") == []


@pytest.mark.parametrize("chain", SIDES_DIFFER)
def test_sides_that_differ_are(chain):
    (told,) = found(f"${chain}$", "sides_of_a_chain_agree")

    assert told.severity == "error"
    assert "differ" in {row[0] for row in told.rows}


# --- worked numbers, words and units ----------------------------------------------------

RATIO = r"$$r = \frac{d (T - 1)}{T}$$" + "\n\n"


@pytest.mark.parametrize(
    "sentence",
    [
        r"With $d = 32{,}768$ and $T = 16$ the ratio is 30,720.",
        r"With $d = 32{,}768$ and $T = 16$ the ratio is about 31k.",
        r"With $d = 32{,}768$ the ratio is 5.",
        r"With $d = 32{,}768$ and $T = 16$ we need 4 nodes and a ratio of 30,720.",
    ],
)
def test_worked_numbers_that_come_out_are_not_reported(sentence):
    assert found(RATIO + sentence, "worked_numbers_come_out") == []


def test_a_worked_number_that_does_not_come_out_is_an_error():
    sentence = r"For instance, $d = 32,768$ and $T=16$ has a ratio of 2,185, which is much."
    (told,) = found(RATIO + sentence, "worked_numbers_come_out")

    assert (told.severity, told.line) == ("error", 3)
    assert "gives r = 30720; the text says 2,185" in told.message


TABLE = "| Symbol | Meaning |\n|---|---|\n| $P$ | Number of parameters |\n| $L$ | Layers |\n\n"


@pytest.mark.parametrize(
    ("errors", "sentence"),
    [
        (1, r"Together **$16 P$** bytes per parameter."),
        (1, r"Together $16 P$ bytes/parameter."),
        (0, r"Together $16 P$ bytes."),
        (0, r"Together $16 P$ bytes per layer."),
        (0, r"Each has $16$ bytes per parameter."),
        (0, r"That is $16 P / L$ bytes per layer."),
    ],
)
def test_words_behind_a_formula_say_what_it_counts(errors, sentence):
    assert errors == len(found(TABLE + sentence, "units_said_behind_formulas_fit"))


UNITS = (
    "| Symbol | Meaning | Unit |\n|---|---|---|\n| $T$ | Time | s |\n| $n$ | Message | bytes |\n"
    "| $b$ | Bandwidth | bytes/s |\n| $a$ | Latency | s |\n\n"
)


@pytest.mark.parametrize(
    ("severities", "formula"),
    [
        ([], r"T = a + n / b"),
        ([], r"T = 2 (a + n / b)"),
        (["error"], r"T = a + n b"),
        (["error"], r"T = n + n / b"),
        (["error"], r"T = n / b^2"),
        (["info"], r"T = 3 n"),
    ],
)
def test_units_of_the_table_are_held_against_formulas(severities, formula):
    told = found(UNITS + f"${formula}$", "units_agree_in_formulas")

    assert severities == [one.severity for one in told]


def test_a_division_by_zero_at_degree_one_is_told():
    (told,) = found(
        r"$t_{pb} = \frac{t_f + t_b}{p - 1}$",
        "formulas_hold_where_nothing_is_split",
        notation="megatron-2021",
    )

    assert told.severity == "info"
    assert "where p is 1" in told.message


def test_two_conventions_in_one_document_are_told_where_the_second_begins():
    text = r"""
Training keeps $16\Psi$ bytes per parameter.

Elsewhere it is 12 bytes per parameter, and 12 bytes per parameter again.
"""
    (told,) = found(text, "conventions_are_not_mixed", notation="infra-math")

    assert (told.severity, told.line) == ("warning", 4)
    assert "12 bytes per parameter here, 16 in line 2" in told.message


def test_one_convention_is_not_told():
    text = r"Training keeps $16\Psi$ bytes per parameter: 16 bytes per parameter."

    assert found(text, "conventions_are_not_mixed", notation="infra-math") == []


def test_every_rule_has_a_page_with_what_why_and_an_example():
    for rule in FORMULA_RULES:
        parts = [part.split(":")[0].strip() for part in (rule.check.__doc__ or "").split("\n\n")]

        assert parts[1:4] == ["What", "Why", "Example"], rule.name


def test_a_letter_beside_the_one_that_has_the_law_is_a_variant_of_it():
    text = "Scores cost $S = 4 n^2 H k$ in all.\n\nUnder a mask they cost $Z = {} n^2 H k$.\n"
    rows = tuple(
        Row(glyph, symbol, "", "", 1)
        for glyph, symbol in [("S", "C_score"), ("Z", "C_score"), ("n", "s"), ("H", "a"),
                              ("k", "d_head")]
    )  # fmt: skip
    book = Notation(
        "scores", source=Source("scores", "Scores", kind="document"), titles=("Scores",),
        scopes=(Scope("document"),), rows={"document": rows},
    )  # fmt: skip
    rule = "formulas_agree_with_the_registry"

    def errors(print_: str) -> int:
        project = Project([read_document("a.md", print_)], REGISTRY, notations={"a.md": book})
        return len([each for each in lint(project, [rule]) if each.severity == "error"])

    assert 0 == errors(text.format("2"))
    assert 1 == errors(text.partition("\n\n")[0].replace("4", "2"))


WASTE = "$$ w = \\frac{d}{t} + \\frac{t}{2 M} $$\n"
COUNTED = {
    # What stands before a formula without its last term, and how sure the finding is.
    "the words count what the formula lacks": (
        "Three things are lost: the saving, half an interval, and the restart. To first order\n\n",
        "provable",
    ),
    "the words say that it is left out": (
        "Three things are lost. Leaving the restart aside, the share is\n\n", "likely",
    ),
    "the words only mention it": (
        ("After the restart the job goes on from its last checkpoint. The share that saving and "
        "repeating take is\n\n"), "likely",
    ),
    "the words say nothing of it": ("The share that is lost is\n\n", "likely"),
}  # fmt: skip


@pytest.mark.parametrize("what", COUNTED)
def test_a_term_is_surely_missing_where_the_words_before_count_it(what: str) -> None:
    rows = tuple(
        Row(glyph, symbol, "", "", 1)
        for glyph, symbol in [("w", "f_waste"), ("d", "T_ckpt"), ("t", "t_snapshot"),
                              ("M", "MTBF"), ("r", "T_restart")]
    )  # fmt: skip
    book = Notation(
        "waste", source=Source("waste", "Waste", kind="document"), titles=("Waste",),
        scopes=(Scope("document"),), rows={"document": rows},
    )  # fmt: skip
    before, level = COUNTED[what]
    document = read_document("a.md", before + WASTE)
    project = Project([document], REGISTRY, notations={"a.md": book})

    assert [level] == [each.level for each in lint(project, ["formulas_agree_with_the_registry"])]
