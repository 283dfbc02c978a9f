"""The solve matrix in words: the counts, then by name all that needs a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .bench import ENOUGH
from .matrix import METHODS, UNANSWERED, Matrix, Row

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
        found = matrix.ended(verdict)
        yield from _block(verdict, ((row, [row.trial.says] if row.trial else []) for row in found))
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
        yield from (f"      {one}" for one in says)
