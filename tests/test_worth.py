"""From which value of a letter on a degree or a choice is worth it."""

from __future__ import annotations

import json

import pytest

import derive
from derive.cli import main
from derive.errors import DeriveError

pytestmark = pytest.mark.slow

NAMES = {"model": "llama-3-405b", "gpu": "h100-sxm"}
ASKED = {"N_gpu": 512, "B": 512, "s": 8192}
WORDS = "plan --model llama-3-405b --gpu h100-sxm N_gpu=512 B=512 s=8192".split()
DIVISORS = [2**power for power in range(10)]


@pytest.fixture(scope="module")
def plan() -> derive.Plan:
    return derive.plan(**NAMES, **ASKED, top=1)


def verdict(plan: derive.Plan, name: str, own: int, by: str, value: float) -> float:
    """How much better the best with it is, by plans of their own at a value in base units."""
    letter = plan.question.run.composition.laws.letter(by)
    assert letter is not None
    sides = ([own], [other for other in DIVISORS if other != own])
    with_it, without = (
        derive.plan(**NAMES, **ASKED, **{name: side, by: value / letter.factor}, top=1)
        for side in sides
    )
    return with_it.best[0].values["R_tok"] / without.best[0].values["R_tok"] - 1


@pytest.mark.parametrize("by", ["beta_in", "e_in"])
def test_two_plans_are_equal_at_the_value_and_not_beside_it(plan: derive.Plan, by: str) -> None:
    found = plan.worth("TP=8", by=by)
    assert found.equal is not None
    value = found.equal.value

    assert abs(verdict(plan, "TP", 8, by, value)) < 1e-5
    assert verdict(plan, "TP", 8, by, value * 0.98) < -1e-5
    assert verdict(plan, "TP", 8, by, value * 1.02) > 1e-5


def test_a_layout_is_worth_it_from_where_it_fits(plan: derive.Plan) -> None:
    found = plan.worth("p=8", by="M_drv")
    assert found.equal is not None
    value = found.equal.value
    with_it = found.equal.estimates[0]
    assert with_it is not None

    assert value == pytest.approx(with_it.memory, rel=1e-6)
    assert verdict(plan, "p", 8, "M_drv", value) > 0
    assert verdict(plan, "p", 8, "M_drv", value * 0.9999) < 0


def test_what_is_never_worth_it_says_what_was_tried(
    plan: derive.Plan, capsys: pytest.CaptureFixture[str]
) -> None:
    found = plan.worth("sharding=none", by="beta_out")
    assert not found
    assert 1 == main([*WORDS, "--worth", "sharding=none", "--by", "beta_out"])
    out = capsys.readouterr().out

    assert str(found) == out.strip()
    assert "no value of beta_out was found that changes that" in out
    assert "at 50 TB/second" in out


def test_the_answer_as_json_has_both_layouts(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main([*WORDS, "--worth", "TP=8", "--by", "beta_in", "--json"])
    data = json.loads(capsys.readouterr().out)

    assert 8 == data["equal"]["layouts"]["with"]["letters"]["TP"]
    assert 8 != data["equal"]["layouts"]["without"]["letters"]["TP"]
    assert 1 == pytest.approx(data["equal"]["ratio"], abs=1e-5)


@pytest.mark.parametrize(
    ("what", "by", "says"),
    [
        ("TP=x", "beta_in", "TP"),
        ("foo=4", "beta_in", "foo"),
        ("TP=4", "foo", "foo"),
        ("TP=4", "p", "no value of it that could change"),
        ("TP=4", "T_step", "no value of it that could change"),
        ("TP>=4", "beta_in", "TP"),
    ],
)
def test_what_cannot_be_asked_is_told(plan: derive.Plan, what: str, by: str, says: str) -> None:
    with pytest.raises(DeriveError, match=says):
        plan.worth(what, by=by)


def test_what_the_question_has_settled_has_nothing_beside_it() -> None:
    settled = derive.plan(**NAMES, **ASKED, TP=4, top=1)
    with pytest.raises(DeriveError, match="leaves no other TP"):
        settled.worth("TP=4", by="beta_in")


def test_both_options_are_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main([*WORDS, "--worth", "TP=4"])
    assert 2 == main([*WORDS, "--worth", "TP=4", "--by", "beta_in", "--report", "out"])
    assert "go together" in capsys.readouterr().err
