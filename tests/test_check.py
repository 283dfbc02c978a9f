"""The checker: wrong packages beside the whole message each must give, and its promises."""

import inspect
import json
import os
import re
from fractions import Fraction
from pathlib import Path

import pytest

from derive.book.checks import percent, status_says
from derive.check import (
    RULES,
    Finding,
    check,
    check_package,
    counted,
    failed,
    items,
    report,
    stats,
    stats_text,
)
from derive.check.conditions import settled
from derive.check.derivations import shortest_circle
from derive.check.laws import number_of, rational
from derive.check.letters import looks
from derive.check.rules import rules
from derive.check.stats import share
from derive.check.worked import last_digit
from derive.errors import NoSuchPackage, UnknownName
from derive.findings import aligned
from derive.registry import load, slug

WRONG = Path(__file__).parent / "wrong"
PACKAGES = sorted(folder.name for folder in WRONG.iterdir() if (folder / "__init__.py").is_file())


@pytest.mark.slow
@pytest.mark.parametrize("name", PACKAGES)
def test_a_wrong_package_gives_its_whole_message(name):
    told = report(check_package(WRONG / name)) + "\n"
    if os.environ.get("DERIVE_RECORD"):  # after a message was reworded; read the diff
        (WRONG / name / "expected.txt").write_text(told)
    expected = (WRONG / name / "expected.txt").read_text()

    assert told == expected


def test_every_rule_has_a_wrong_package():
    told = "\n".join((WRONG / name / "expected.txt").read_text() for name in PACKAGES)

    silent = {rule.name for rule in RULES if f"[{rule.name}]" not in told}

    assert silent == set()


def test_every_rule_has_a_page_with_what_why_and_an_example():
    for rule in RULES:
        first, *rest = rule.page.split("\n\n")

        assert "\n" not in first, rule.name
        assert [part.split(":")[0] for part in rest] == ["What", "Why", "Example"], rule.name


def test_every_rule_is_a_short_generator():
    for rule in RULES:
        lines, _ = inspect.getsourcelines(rule.check)
        page = rule.page.count("\n") + 1

        assert inspect.isgeneratorfunction(rule.check), rule.name
        assert len(lines) - page <= 40, rule.name


# --- findings ------------------------------------------------------------------


FINDING = Finding(
    rule="both_sides_share_a_unit",
    severity="error",
    file="formulas/collectives.py",
    line=22,
    name="ring_all_reduce_time",
    message="The two sides are measured in different units.",
    quote="return Eq(T_ar, 2 * (N - 1) / N * V)",
    rows=(("T_ar", "second"), ("2 (N - 1) / N V", "byte")),
    guess="Divide by B?",
)


def test_a_finding_reads_as_place_message_line_sides_and_guess():
    expected = """\
formulas/collectives.py:22  ring_all_reduce_time  [both_sides_share_a_unit]
  The two sides are measured in different units.

      return Eq(T_ar, 2 * (N - 1) / N * V)

      T_ar               second
      2 (N - 1) / N V    byte

  Divide by B?"""

    assert str(FINDING) == expected


def test_a_finding_survives_json():
    told = json.loads(json.dumps(FINDING.to_dict()))

    assert told["file"] == "formulas/collectives.py"
    assert told["line"] == 22
    assert told["rows"][0] == ["T_ar", "second"]
    assert {"severity", "rule", "message", "column"} <= set(told)


def test_a_report_counts_its_findings_at_the_end():
    warning = FINDING.replaced(severity="warning", line=3)

    assert counted([]) == "No findings."
    assert counted([FINDING, warning, warning]) == "3 findings: 1 error, 2 warnings."
    assert report([FINDING, warning]).index(":3 ") < report([FINDING, warning]).index(":22 ")
    assert failed([FINDING])
    assert not failed([warning])


def test_rows_are_aligned_in_columns():
    assert aligned([("a", "b"), ("long", "c", "d")]) == "a       b\nlong    c    d"
    assert aligned([]) == ""


# --- running -------------------------------------------------------------------


def test_a_rule_that_stops_is_a_finding_and_keeps_what_it_saw():
    def letters_are_pleasant(registry, note):
        """Letters are pleasant."""
        raise ValueError("no idea\nwhat that is")
        yield

    registry = load(WRONG / "nothing_wrong")
    (rule,) = rules("symbol", letters_are_pleasant)
    item = next(one for one in items(registry) if one.subject.kind == "symbol")

    (found,) = rule.look(registry, item.subject)

    assert found.message == "This could not be checked: no idea what that is (ValueError)."
    assert found.severity == "error"


def test_only_the_rules_asked_for_are_run():
    registry = load(WRONG / "bare_numbers")

    found = check(registry, ["no_floats_in_laws"])

    assert {one.rule for one in found} == {"no_floats_in_laws"}


def test_an_unknown_rule_is_refused_with_a_guess():
    with pytest.raises(UnknownName, match="no_floats_in_laws"):
        check_package(WRONG / "nothing_wrong", ["no_float_in_laws"])


def test_a_package_that_is_not_there_is_no_finding():
    with pytest.raises(NoSuchPackage):
        check_package(WRONG / "nothing_there" / "at_all")


def test_an_item_is_named_after_file_record_and_rule():
    registry = load(WRONG / "nothing_wrong")

    names = [item.id for item in items(registry)]

    assert "nothing_wrong/__init__.py::crossover::both_sides_share_a_unit" in names
    assert len(names) == len(set(names))


def test_a_file_that_is_not_python_is_a_finding(tmp_path):
    package = tmp_path / "broken"
    package.mkdir()
    (package / "__init__.py").write_text('"""Broken."""\nx = = 1\n')

    (found,) = check_package(package)

    assert (found.file, found.line, found.quote) == ("broken/__init__.py", 2, "x = = 1")
    assert "not valid Python" in found.message


def test_a_rule_is_allowed_only_by_its_name_and_with_a_reason():
    plain = (WRONG / "disclosed" / "__init__.py").read_text()

    assert all(one.severity == "info" for one in check_package(WRONG / "disclosed"))
    assert "# allow counts_agree_in_kind: " in plain


# --- figures -------------------------------------------------------------------


def test_figures_count_what_is_there_and_what_was_checked():
    figures = stats(load(WRONG / "nothing_wrong"), solve=True)

    assert figures["formulas"] == figures["unit_checked"] == figures["sourced"] == 2
    assert figures["definitions"] == 0
    assert figures["citations"] == {"places": 2, "opened": 1}
    assert figures["derivations"] == {
        "total": 1,
        "exact": 1,
        "tested": 0,
        "failed": 0,
        "formulas": 1,
        "changes": 6,
        "survived": 0,
    }
    assert figures["cases"] == {"total": 1, "passed": 1, "formulas": 1}
    assert figures["solve_matrix"]["pairs"] == figures["solve_matrix"]["closed"] == 7
    assert figures["solve_matrix"]["verified"] == 7
    assert figures["solve_matrix"]["slowest"]["seconds"] >= 0


def test_figures_show_what_fails():
    pages, units, numbers = (
        stats(load(WRONG / name)) for name in ("derivations", "sides_disagree", "cases")
    )

    assert pages["derivations"]["failed"] == 2
    assert (units["formulas"], units["unit_checked"]) == (2, 1)
    assert numbers["cases"] == {"total": 14, "passed": 5, "formulas": 1}


def test_unknown_units_are_not_counted_as_checked():
    assert stats(load(WRONG / "unknown_function"))["unit_checked"] == 0


def test_figures_are_printed_one_a_line():
    lines = stats_text(stats(load(WRONG / "nothing_wrong"))).splitlines()
    told = dict(re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in lines)

    assert told["formulas"] == "2: 2 laws, 0 definitions"
    assert told["cited places opened"] == "1 of 2 (50 %)"
    assert told["unit-checked"] == "2 of 2 (100 %)"
    assert told["derivations replayed"] == "1: 1 exact, 0 tested, 0 failed"
    assert len({len(line) - len(line.lstrip()) for line in lines}) == 2


def test_a_share_is_rounded_down():
    assert share(699, 700) == "699 of 700 (99 %)"
    assert share(0, 0) == "0 of 0"


# --- parts ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "printed"),
    [
        ("1e-2 GB", "1.88 GB"),
        ("1e0 GB", "120 GB"),
        ("1e6", "400e6"),
        ("1e8", "9.2e9"),
        ("1e17 FLOP", "1.92e19 FLOP"),
        ("1e-1 %", "4.5 %"),
        ("1e0", "32,768"),
    ],
)
def test_the_last_printed_digit(unit, printed):
    assert last_digit(printed) == unit


@pytest.mark.parametrize(
    ("same", "one", "other"),
    [
        (True, "b", "b"),
        (True, r"N_{\mathrm{dp}}", r"N_{dp}"),
        (True, r"n^{*}", r"n^*"),
        (False, "N", "n"),
        (False, r"\mathcal{L}", "L"),
        (False, "t_b", "t_f"),
        (False, "b", r"\tilde{b}"),
    ],
)
def test_letters_look_alike(same, one, other):
    assert (looks(one) == looks(other)) is same


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("n", "n"),
        ("n-cap", "N"),
        ("tp-caps", "TP"),
        ("n_dp-cap", "N_dp"),
        ("n_dp-cap-3-4", "n_DP"),
        ("psi-cap", "Psi"),
        ("all-reduce", "all-reduce"),
        ("gpu-hour-cap-1-2-3", "GPU-hour"),
        ("3d-cap", "3D"),
    ],
)
def test_an_address_marks_capitals(address, name):
    assert address == slug(name)


@pytest.mark.parametrize(
    ("shown", "share"),
    [("0", 0), ("0.034", 0.000331), ("2", 0.02), ("2.1", 0.02001), ("12", 0.1101), ("100", 0.998)],
)
def test_an_error_is_rounded_up(shown, share):
    assert shown == percent(share)


@pytest.mark.slow
def test_the_page_of_an_approximation_says_how_far_it_is_off():
    registry = load()

    silent = [
        formula.id
        for formula in registry.formulas.values()
        if formula.approximates and " off " not in status_says(registry, formula)
    ]

    assert [] == silent
    assert "off by at most" in status_says(registry, registry.formula("training_flops"))


def test_the_shortest_circle_through_a_law():
    graph = {"a": ("b", "c"), "b": ("c",), "c": ("a",), "d": ("a",)}

    assert shortest_circle(graph, "a") == ("a", "c")
    assert shortest_circle(graph, "d") == ()
    assert shortest_circle({"x": ("x",)}, "x") == ("x",)


@pytest.mark.parametrize(
    ("written", "source"),
    [
        ("Rational(8, 3)", "8 / 3"),
        ("16", "2 + 2 + 12"),
        ("-1", "-(3 - 2)"),
        ("Rational(1, 10)", "0.1"),
        ("1024", "2 ** 10"),
    ],
)
def test_bare_numbers_are_computed_exactly(written, source):
    import ast

    value = number_of(ast.parse(source, mode="eval").body)

    assert isinstance(value, Fraction)
    assert rational(value) == written


@pytest.mark.parametrize("source", ["1 / 0", "2 ** 10 ** 9", "0 ** -1", "x + 1", "7 // 2"])
def test_what_has_no_bounded_value_is_not_computed(source):
    import ast

    assert number_of(ast.parse(source, mode="eval").body) is None


def test_conditions_are_decided_by_the_domains():
    letters = load(WRONG / "conditions").letters
    domains = load(WRONG / "conditions").domains
    N, f = letters["N"], letters["f"]
    import sympy

    table = [
        (True, sympy.Ge(N, 1, evaluate=False)),
        (True, sympy.Gt(N, 0, evaluate=False)),
        (False, sympy.Lt(N, 1, evaluate=False)),
        (None, sympy.Ge(N, 2, evaluate=False)),
        (False, sympy.Ge(f, 1, evaluate=False)),
        (True, sympy.Ge(f, 0, evaluate=False)),
        (None, sympy.Gt(f, 0, evaluate=False)),
        (True, sympy.Gt(N * N + f, f, evaluate=False)),
        (None, sympy.Gt(N * f, 2, evaluate=False)),
    ]
    for expected, condition in table:
        assert settled(condition, domains) is expected, condition
