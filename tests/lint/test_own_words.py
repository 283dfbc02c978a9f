"""A document without a notation is read by what it says of its letters itself."""

from __future__ import annotations

from typing import Any

import pytest

from derive.lint import lint, read_document
from derive.lint.implied import readings
from derive.lint.project import Project
from derive.lint.recognizing import recognizer_of, sure
from derive.registry import Registry, load


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


COURSE = r"""
# A short course

| Symbol | Meaning | Unit | Part |
|---|---|---|---|
| $p$ | pipeline-parallel degree | – | Part I |
| $m$ | number of micro-batches | – | Part I |
| $r$ | bubble ratio | – | Part I |
| $p$ | probability of a failure | – | Part II |
| $\delta$ | time to write one checkpoint | seconds | Part II |
| $M$ | mean time between failures | seconds | Part II |
| $\tau$ | checkpoint interval | seconds | Part II |

## Part I: Pipelines

The bubble ratio is $r = (p - 1) / m$.

{first}

## Part II: Failures

The best interval is $\tau = \sqrt{2 \delta M}$.

{second}
"""


def course(first: str = "", second: str = "") -> str:
    return COURSE.replace("{first}", first).replace("{second}", second)


def told(registry: Registry, text: str, rule: str = "formulas_agree_with_the_registry") -> Any:
    document = read_document("course.md", text)
    return [one for one in lint(Project([document], registry)) if one.rule == rule]


def test_rows_are_read_by_their_words_and_by_the_formulas_that_agree(registry: Registry) -> None:
    document = read_document("course.md", course())
    found = {
        (one.said.latex, one.said.meaning): one.symbol
        for one in readings(Project([document], registry), document)
    }

    assert "p" == found["p", "pipeline-parallel degree"]
    assert "m" == found["m", "number of micro-batches"]
    assert "r_bubble" == found["r", "bubble ratio"]
    assert "MTBF" == found["M", "mean time between failures"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (r"Some quote $r = p / m$.", ""),
        (r"Some quote $r = m / (p - 1)$.", ""),
        ("", r"Some quote $\tau = \sqrt{\delta M}$."),
        ("", r"Some quote $\tau = \sqrt{2 \delta / M}$."),
    ],
)
def test_a_formula_one_change_away_is_a_warning(
    registry: Registry, first: str, second: str
) -> None:
    text = course(first, second)
    line = next(n for n, words in enumerate(text.split("\n"), 1) if "Some quote" in words)

    assert [(line, "warning")] == [(one.line, one.severity) for one in told(registry, text)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (r"Written apart, $r = p / m - 1 / m$.", ""),
        (r"That is $m = (p - 1) / r$ micro-batches.", ""),
        ("", r"Or $\tau^2 = 2 M \delta$."),
        (r"Let $z = p / m$ be the load.", r"Here $p$ is small, and $q = 1 - p$."),
        ("", r"A rough guess is $\tau = \delta + M / 40$."),
    ],
)
def test_what_agrees_or_is_far_away_is_not_told(
    registry: Registry, first: str, second: str
) -> None:
    assert [] == [one for one in told(registry, course(first, second)) if one.severity != "info"]


def test_letters_that_may_mean_several_things_make_nothing_wrong(registry: Registry) -> None:
    text = "| Symbol | Meaning |\n|---|---|\n| $T$ | time |\n| $N$ | number |\n| $C$ | cost |\n\n"

    assert [] == told(registry, text + "$T = C / (2 N)$, $C = 5 N T$, $N = T + C$.")


def test_no_notation_means_none(registry: Registry) -> None:
    document = read_document("course.md", course(r"$r = p / m$."))
    project = Project([document], registry, notations={"course.md": None})

    assert [] == [one for one in lint(project) if one.rule == "formulas_agree_with_the_registry"]


def test_words_of_other_documents_name_our_symbols(registry: Registry) -> None:
    """Each notation's phrases are recognized by what the others taught, mostly and rarely wrong."""
    recognizer = recognizer_of(registry)
    right = wrong = total = 0
    for notation in registry.notations.values():
        for rows in notation.rows.values():
            for row in rows:
                if not isinstance(row.means, str) or not row.means or row.kind != "quantity":
                    continue
                guess = sure(recognizer.guesses(row.says, without=notation.id))
                total += 1
                right += guess == row.means
                wrong += bool(guess) and guess != row.means

    assert right > 0.55 * total
    assert wrong < 0.06 * (right + wrong)
