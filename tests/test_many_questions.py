"""Random questions over random formulas: never a traceback, never an answer that is not one.

``DERIVE_QUESTIONS=10000`` asks as many; without it a few are asked each time.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from questions import Asked, Asker

from derive import answers
from derive.answers import Answer
from derive.entries.compiling import knowledge_of
from derive.entries.knowledge import Knowledge
from derive.errors import DeriveError, ResidualTooLarge
from derive.registry import load
from derive.workers import in_children

LARGEST_RESIDUAL = 1e-30
SHARE = 25
SLIPS_REFUSED = (
    "UnknownName", "UnknownLetter", "UnknownUnit", "WrongUnit", "UnreadableValue", "MissingGivens",
)  # fmt: skip
SECONDS = 900.0
"""A net: no share takes a tenth of it. A share that is caught is a fault."""


def outcome(knowledge: Knowledge, asked: Asked) -> str:
    """What came of a question; an answer is held to what an answer promises."""
    try:
        givens = answers.gather(asked.givens)
        answer = answers.solve(knowledge, asked.formula, asked.target or None, givens)
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


def ask(knowledge: Knowledge, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """Ask that many random questions, one in four of them wrong; what came of them, and faults."""
    asker, draw = Asker(knowledge, seed), Random(seed)
    formulas = list(knowledge.formulas)
    found: Counter[str] = Counter()
    faults = []
    for _ in range(count):
        formula = draw.choice(formulas)
        asked = asker.wrong(formula) if draw.random() < 0.25 else asker.plain(formula)
        try:
            found[outcome(knowledge, asked)] += 1
        except Exception as problem:  # noqa: BLE001  all faults of a long run are told
            words = " ".join(map(repr, asked.command))
            faults.append(f"derive {words}\n    {type(problem).__name__}: {problem}")
    return found, faults


def asking() -> Callable[[int], tuple[Counter[str], list[str]]]:
    """The work of a child: one share of the questions, by its seed."""
    knowledge = knowledge_of(load())
    return lambda seed: ask(knowledge, SHARE, seed)


def test_a_few_random_questions_end_well():
    found, faults = ask(knowledge_of(load()), 15, 20261121)

    assert [] == faults
    assert found["closed"]


@pytest.mark.slow
def test_many_random_questions_end_well(capsys: pytest.CaptureFixture[str]):
    """In children, a share each with a seed of its own; a share that never ends is named."""
    count = int(os.environ.get("DERIVE_QUESTIONS", "150"))
    first = int(os.environ.get("DERIVE_SEED", "1"))
    workers = int(os.environ.get("DERIVE_WORKERS", "0"))
    load().laws
    found: Counter[str] = Counter()
    faults: list[str] = []
    seeds = range(first, first + math.ceil(count / SHARE))
    for one in in_children(asking, seeds, seconds=SECONDS, workers=workers):
        if one.trouble:
            faults.append(f"questions of seed {one.item}: {one.trouble}")
        else:
            found.update(one.result[0])
            faults += one.result[1]
        if not found.total() % (20 * SHARE) and found:
            _tell(capsys, f"{found.total()} of {count} asked, {len(faults)} faults")
    _tell(capsys, f"{found.total()} asked from seed {first}: {dict(found.most_common())}")

    assert [] == faults, "\n".join(faults)
    assert found["closed"] > count / 4
    # Some fifteen of 150; of one kind alone there would be none in one run of a hundred.
    assert sum(found[kind] for kind in SLIPS_REFUSED) > count / 50
    assert not found["no message"]


def _tell(capsys: pytest.CaptureFixture[str], says: str) -> None:
    """Put a line past the capture: a long run shows how far it is."""
    with capsys.disabled():
        sys.stdout.write(f"\n{says}")
