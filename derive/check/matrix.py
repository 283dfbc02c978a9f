"""The solve matrix: every law solved for each of its letters, tried out, counted, in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from derive.algebra.programs_of import in_base
from derive.algebra.rearrange import rearrange
from derive.laws import Law
from derive.registry import Registry, load
from derive.workers import Outcome, in_children

from .bench import ENOUGH
from .records import built, domains_of
from .trials import Trial, tried

METHODS = ("closed", "numeric", "set", "none")
UNANSWERED = "unanswered"
SEED = 1
NET = 300.0
"""Seconds after which a pair is given up, and named; no answer depends on it."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Row:
    """One law solved for one of its letters: how, why so, how fast, and what became of it."""

    formula: str
    letter: str
    method: str
    reason: str = ""
    seconds: float = 0.0
    trial: Trial | None = None

    @property
    def name(self) -> str:
        """``zero3_memory for N_dp``."""
        return f"{self.formula} for {self.letter}"


@dataclass(frozen=True, slots=True)
class Matrix:
    """All rows in the order of the laws and of their letters; ``seed`` repeats the points."""

    rows: tuple[Row, ...]
    seed: int | None = None

    @property
    def unanswered(self) -> list[Row]:
        """The pairs without any answer: stopped, or ended by an error."""
        return [row for row in self.rows if row.method == UNANSWERED]

    def ended(self, verdict: str) -> list[Row]:
        """The rows whose trial ended so."""
        return [row for row in self.rows if row.trial is not None and row.trial.verdict == verdict]

    def counted(self) -> dict[str, int]:
        """How many pairs there are, and how many were solved by each method."""
        methods = Counter(row.method for row in self.rows)
        return {"pairs": len(self.rows)} | {name: methods[name] for name in (*METHODS, UNANSWERED)}

    def to_dict(self) -> dict[str, Any]:
        """The figures, and by name all that is not simply closed and verified."""
        figures: dict[str, Any] = {**self.counted(), "slowest": self.slowest()}
        figures["listed"] = [_listed(row) for row in self.rows if row.method in ("numeric", "none")]
        figures["stopped"] = [{"pair": row.name, "why": row.reason} for row in self.unanswered]
        if self.seed is None:
            return figures
        figures |= {"seed": self.seed, "points": ENOUGH}
        figures |= {verdict: len(self.ended(verdict)) for verdict in ("verified", "open", "failed")}
        figures["wrong"] = [
            _why(row) for verdict in ("failed", "open") for row in self.ended(verdict)
        ]
        figures["fewer"] = [_fewer(row) for row in self.fewer()]
        return figures

    def fewer(self) -> list[Row]:
        """Rows that were tried at fewer points than wanted, because there are no more."""
        return [
            row for row in self.ended("verified") if row.trial and 0 < row.trial.points < ENOUGH
        ]

    def slowest(self) -> dict[str, Any]:
        """The pair that took the processor longest to solve."""
        row = max(self.rows, key=lambda each: each.seconds, default=Row("", "", UNANSWERED))
        return {"pair": row.name, "seconds": round(row.seconds, 3)}


def _listed(row: Row) -> dict[str, str]:
    root = "" if row.trial is None else row.trial.root
    return {"pair": row.name, "method": row.method, "reason": row.reason, "root": root}


def _why(row: Row) -> dict[str, str]:
    assert row.trial is not None
    return {"pair": row.name, "verdict": row.trial.verdict, "why": row.trial.says}


def _fewer(row: Row) -> dict[str, Any]:
    assert row.trial is not None
    return {"pair": row.name, "points": row.trial.points}


def solve_matrix(
    registry: Registry,
    *,
    solve: bool = False,
    seed: int = SEED,
    workers: int | None = None,
    seconds: float = NET,
    progress: Progress | None = None,
) -> Matrix:
    """Solve every law for each letter; with ``solve``, try each answer at random points.

    ``workers`` children share the work (0: one for each core), and a pair that
    takes more than ``seconds`` is stopped and named; None does it all in this
    process, without that net. What comes out is the same.
    """
    tried_by = seed if solve else None
    outcomes = _found(registry, tried_by, workers, seconds)
    names = [(law.formula_id, letter.name) for law, letter in pairs(registry)]
    rows: dict[int, Row] = {}
    for outcome in outcomes:
        rows[outcome.item] = _row(outcome, *names[outcome.item])
        if progress is not None:
            progress(len(rows), len(names))
    return Matrix(tuple(rows[number] for number in range(len(names))), tried_by)


def _found(
    registry: Registry, seed: int | None, workers: int | None, seconds: float
) -> Iterator[Outcome[int]]:
    numbers = range(len(pairs(registry)))
    if workers is None:
        work = partial(solved, registry, seed)
        return (Outcome(number, work(number)) for number in numbers)
    prepare = partial(_prepared, registry.folder, seed)
    return in_children(prepare, numbers, seconds=seconds, workers=workers)


def _prepared(folder: Path, seed: int | None) -> Callable[[int], Row]:
    """What a child does: it loads the package itself, where it was not forked with it."""
    return partial(solved, load(folder), seed)


def _row(outcome: Outcome[int], formula: str, letter: str) -> Row:
    if outcome.trouble:
        return Row(formula, letter, UNANSWERED, outcome.trouble)
    row: Row = outcome.result
    return row


@lru_cache(maxsize=8)
def pairs(registry: Registry) -> Sequence[tuple[Law, Any]]:
    """Every law with each of its letters."""
    laws = built(registry)[0].values()
    return [(law, letter) for law in laws for letter in law.symbols]


def solved(registry: Registry, seed: int | None, number: int) -> Row:
    """One pair, solved; with a seed, the answer is tried out as well."""
    law, letter = pairs(registry)[number]
    start = time.process_time()
    relation = in_base(registry, law.relation)
    solution = rearrange(relation, letter, domains_of(registry), given=law.conditions)
    seconds = time.process_time() - start
    trial = None if seed is None else tried(registry, law, letter, solution, seed)
    method, reason = solution.method, solution.reason
    return Row(law.formula_id, letter.name, method, reason, seconds, trial)


SAYS = {
    "closed": "every branch, each with its condition",
    "numeric": "roots in brackets, certified by a change of sign",
    "set": "branch by branch, values or intervals",
    "none": "no answer, for the reason that is given",
    UNANSWERED: "stopped, or ended by an error",
    "verified": "put back, looked up and found again",
    "open": "nothing speaks against it, but it could not be tried",
    "failed": "the answer is wrong at a point",
}


def matrix_text(matrix: Matrix) -> str:
    """The whole matrix for a reader."""
    return "\n".join([*_counts(matrix), *_blocks(matrix)])


def _counts(matrix: Matrix) -> Iterator[str]:
    counts = matrix.counted()
    slowest = matrix.slowest()
    yield f"formulas solved for letters   {counts['pairs']}"
    yield from _aligned((method, counts[method]) for method in (*METHODS, UNANSWERED))
    yield f"  slowest      {slowest['pair']}, {slowest['seconds']} s"
    if matrix.seed is None:
        return
    yield f"\ntried at {ENOUGH} random points each, seed {matrix.seed}"
    verdicts = ("verified", "open", "failed")
    yield from _aligned((verdict, len(matrix.ended(verdict))) for verdict in verdicts)


def _aligned(counts: Iterable[tuple[str, int]]) -> Iterator[str]:
    for name, count in counts:
        yield f"  {name:<10}  {count:>5}   {SAYS[name]}"


def _blocks(matrix: Matrix) -> Iterator[str]:
    """The pairs that are not simply closed and verified, each with its reason."""
    for method in ("numeric", "none", UNANSWERED):
        rows = [row for row in matrix.rows if row.method == method]
        yield from _block(method, ((row, [row.reason, *_root(row)]) for row in rows))
    for verdict in ("open", "failed"):
        rows = matrix.ended(verdict)
        yield from _block(verdict, ((row, [row.trial.says] if row.trial else []) for row in rows))
    few = ((row, [f"{row.trial.points} points"] if row.trial else []) for row in matrix.fewer())
    yield from _block(f"fewer than {ENOUGH} points, because there are no more", few)


def _root(row: Row) -> list[str]:
    return [row.trial.root] if row.trial is not None and row.trial.root else []


def _block(title: str, rows: Iterable[tuple[Row, list[str]]]) -> Iterator[str]:
    """A heading and its pairs; nothing where there are none."""
    for number, (row, says) in enumerate(rows):
        if number == 0:
            yield f"\n{title}"
        yield f"  {row.name}"
        yield from (f"      {say}" for say in says)
