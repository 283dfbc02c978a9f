"""Random questions over random formulas: never a traceback, never an answer that is not one.

``DERIVE_QUESTIONS=10000`` asks as many; without it a few are asked each time.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from random import Random

import pytest
from questions import Asked, Asker

from derive import answers
from derive.answers import Answer
from derive.errors import DeriveError, ResidualTooLarge
from derive.registry import Registry, load

LARGEST_RESIDUAL = 1e-30


def outcome(registry: Registry, asked: Asked) -> str:
    """What came of a question; an answer is held to what an answer promises."""
    try:
        givens = answers.gather(asked.givens)
        answer = answers.solve(registry, asked.formula, asked.target or None, givens)
    except ResidualTooLarge:
        raise
    except DeriveError as problem:
        return type(problem).__name__ if str(problem) else "no message"
    assert str(answer)
    assert json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    _promises(answer)
    return answer.method if answer.found else "none"


def _promises(answer: Answer) -> None:
    """No answer without its check, none outside its range, none without a reason."""
    if not answer.found:
        assert answer.reason
    if answer.value is not None:
        assert answer.residual is not None
        assert answer.residual <= LARGEST_RESIDUAL
    for span in answer.intervals:
        if span.low is not None and span.high is not None:
            assert span.low.magnitude <= span.high.magnitude
    whole = answer.integer
    if whole is not None and whole.smallest is not None and whole.largest is not None:
        assert whole.smallest <= whole.largest


def ask(registry: Registry, count: int, seed: int) -> Counter[str]:
    """Ask that many random questions, one in four of them wrong; count what came of them."""
    asker, draw = Asker(registry, seed), Random(seed)
    formulas = list(registry.formulas)
    found: Counter[str] = Counter()
    for _ in range(count):
        formula = draw.choice(formulas)
        asked = asker.wrong(formula) if draw.random() < 0.25 else asker.plain(formula)
        try:
            found[outcome(registry, asked)] += 1
        except Exception as problem:
            problem.add_note(f"asked: derive {' '.join(map(repr, asked.command))}")
            raise
    return found


def test_a_few_random_questions_end_well():
    found = ask(load(), 15, 20261121)

    assert found["closed"]


@pytest.mark.slow
def test_many_random_questions_end_well():
    count = int(os.environ.get("DERIVE_QUESTIONS", "150"))
    found = ask(load(), count, int(os.environ.get("DERIVE_SEED", "1")))

    assert found["closed"] > count / 4
    assert found["UnknownName"]
    assert not found["no message"]
