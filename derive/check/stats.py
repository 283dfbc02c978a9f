"""The quality figures of a registry, and the matrix of its laws solved for each letter."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Literal

from derive.algebra.programs_of import in_base
from derive.algebra.proof import mutations
from derive.algebra.rearrange import rearrange
from derive.laws import Law
from derive.records import Formula
from derive.registry import Registry, load
from derive.workers import Outcome, in_children

from .bench import ENOUGH
from .derivations import strength_of
from .errata import disproof
from .rules import built, domains_of, law_or_none
from .trials import Trial, tried
from .units import disagreements
from .worked import formula_of, outcome

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

    @property
    def root(self) -> str:
        """One numeric root in its bracket, where the trial shows one."""
        return self.trial.root if self.trial else ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """All rows in the order of the laws and of their letters; ``seed`` repeats the points."""

    rows: tuple[Row, ...]
    seed: int | None = None

    @property
    def unanswered(self) -> list[Row]:
        """The pairs without any answer: stopped, or ended by an error."""
        return [row for row in self.rows if row.method == UNANSWERED]

    def tried(self, verdict: str) -> list[tuple[Row, Trial]]:
        """The rows whose trial ended so, each with its trial."""
        return [(row, row.trial) for row in self.rows if row.trial and row.trial.verdict == verdict]

    def ended(self, verdict: str) -> list[Row]:
        """The rows whose trial ended so."""
        return [row for row, _ in self.tried(verdict)]

    def counted(self) -> dict[str, int]:
        """How many pairs there are, and how many were solved by each method."""
        methods = Counter(row.method for row in self.rows)
        return {"pairs": len(self.rows)} | {name: methods[name] for name in (*METHODS, UNANSWERED)}

    def to_dict(self) -> dict[str, Any]:
        """The figures, and by name all that is not simply closed and verified."""
        figures: dict[str, Any] = {**self.counted(), "slowest": self.slowest()}
        figures["listed"] = [
            {"pair": row.name, "method": row.method, "reason": row.reason, "root": row.root}
            for row in self.rows
            if row.method in ("numeric", "none")
        ]
        figures["stopped"] = [{"pair": row.name, "why": row.reason} for row in self.unanswered]
        if self.seed is None:
            return figures
        figures |= {"seed": self.seed, "points": ENOUGH}
        figures |= {verdict: len(self.ended(verdict)) for verdict in ("verified", "open", "failed")}
        figures["wrong"] = [
            {"pair": row.name, "verdict": verdict, "why": trial.says}
            for verdict in ("failed", "open")
            for row, trial in self.tried(verdict)
        ]
        figures["fewer"] = [
            {"pair": row.name, "points": trial.points} for row, trial in self.fewer()
        ]
        return figures

    def fewer(self) -> list[tuple[Row, Trial]]:
        """Rows that were tried at fewer points than wanted, because there are no more."""
        return [(row, trial) for row, trial in self.tried("verified") if 0 < trial.points < ENOUGH]

    def slowest(self) -> dict[str, Any]:
        """The pair that took the processor longest to solve."""
        row = max(self.rows, key=lambda each: each.seconds, default=Row("", "", UNANSWERED))
        return {"pair": row.name, "seconds": round(row.seconds, 3)}


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
    names = [(law.formula_id, letter.name) for law, letter in pairs(registry)]
    numbers = range(len(names))
    outcomes: Iterator[Outcome[int]]
    if workers is None:
        outcomes = (Outcome(number, solved(registry, tried_by, number)) for number in numbers)
    else:
        prepare = partial(_prepared, registry.folder, tried_by)
        outcomes = in_children(prepare, numbers, seconds=seconds, workers=workers)
    rows: dict[int, Row] = {}
    for piece in outcomes:
        stopped = Row(*names[piece.item], UNANSWERED, piece.trouble)
        rows[piece.item] = stopped if piece.trouble else piece.result
        if progress is not None:
            progress(len(rows), len(names))
    return Matrix(tuple(rows[number] for number in numbers), tried_by)


def _prepared(folder: Path, seed: int | None) -> Callable[[int], Row]:
    """What a child does: it loads the package itself, where it was not forked with it."""
    return partial(solved, load(folder), seed)


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
        says = [[row.reason, row.root] if row.root else [row.reason] for row in rows]
        yield from _block(method, zip(rows, says, strict=True))
    for verdict in ("open", "failed"):
        yield from _block(verdict, ((row, [trial.says]) for row, trial in matrix.tried(verdict)))
    few = ((row, [f"{trial.points} points"]) for row, trial in matrix.fewer())
    yield from _block(f"fewer than {ENOUGH} points, because there are no more", few)


def _block(title: str, rows: Iterable[tuple[Row, list[str]]]) -> Iterator[str]:
    """A heading and its pairs; nothing where there are none."""
    for number, (row, says) in enumerate(rows):
        if number == 0:
            yield f"\n{title}"
        yield f"  {row.name}"
        yield from (f"      {say}" for say in says)


# --- figures ----------------------------------------------------------------------


ENDS: tuple[Literal["exact", "tested", "failed"], ...] = ("exact", "tested", "failed")


def stats(
    registry: Registry,
    *,
    solve: bool = False,
    seed: int = SEED,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Counts and shares of a registry.

    With ``solve`` every solution is tried at random points, and every premise
    of every derivation is changed to see that the replay then fails. The
    other arguments are those of ``solve_matrix``.
    """
    matrix = solve_matrix(registry, solve=solve, seed=seed, workers=workers, progress=progress)
    formulas, cases = registry.formulas.values(), registry.cases
    cited = [place for formula in formulas for place in formula.sources]
    cited += [case.source for case in cases]
    rows = [
        row
        for notation in registry.notations.values()
        for stretch in notation.rows.values()
        for row in stretch
    ]
    errata = [disproof(registry, erratum) for erratum in registry.errata.values()]
    return {
        "formulas": len(formulas),
        "symbols": len(registry.symbols),
        "constants": len(registry.constants),
        "constant_sets": len(registry.constant_sets),
        "terms": len(registry.terms),
        "sources": len(registry.sources),
        "variants": len(registry.variants),
        "definitions": sum(registry.status(formula) == "definition" for formula in formulas),
        "citations": {
            "places": len(set(cited)),
            "opened": len({place for place in cited if place.opened}),
        },
        "sourced": sum(
            bool(formula.sources) and all(place.place.strip() for place in formula.sources)
            for formula in formulas
        ),
        "unit_checked": sum(_agrees(registry, formula) for formula in formulas),
        "derivations": derivation_figures(registry, mutate=solve),
        "cases": {
            "total": len(cases),
            "passed": sum(outcome(registry, case).agrees for case in cases),
            "formulas": len({formula_of(case).id for case in cases}),
        },
        "notations": {
            "total": len(registry.notations),
            "rows": len(rows),
            "quantities": sum(row.kind == "quantity" for row in rows),
            "mapped": sum(row.kind == "quantity" and row.means != "" for row in rows),
        },
        "errata": {
            "total": len(errata),
            "proved": sum(result.proved and result.machine for result in errata),
            "sourced": sum(result.proved and not result.machine for result in errata),
        },
        "solve_matrix": matrix.to_dict(),
    }


def _agrees(registry: Registry, formula: Formula) -> bool:
    """Whether units were told and agree everywhere in a law; unknown is not checked."""
    if law_or_none(registry, formula) is None:
        return False
    return not any(
        finding.severity == "error" or finding.rule.startswith("unknown")
        for findings in disagreements(registry, formula)
        for finding in findings
    )


def derivation_figures(registry: Registry, *, mutate: bool = False) -> dict[str, int]:
    """How many derivations there are, and how each one ended.

    With ``mutate`` each premise is deleted and changed in turn; those changes
    that a derivation survives are counted, and there should be none.
    """
    ended = Counter(strength_of(registry, derivation) for derivation in registry.derivations)
    figures: dict[str, int] = {
        "total": len(registry.derivations),
        **{how: ended[how] for how in ENDS},
        "formulas": len(registry.derived),
    }
    if mutate:
        survived = [
            mutation.redundant
            for derivation in registry.derivations
            for mutation in mutations(derivation, lambda premise: premise(), domains_of(registry))
        ]
        figures |= {"changes": len(survived), "survived": sum(survived)}
    return figures


def stats_text(figures: dict[str, Any]) -> str:
    """The same for a reader: one figure a line, shares in per cent."""
    derivations, cases = figures["derivations"], figures["cases"]
    matrix, total = figures["solve_matrix"], figures["formulas"]
    notations, errata = figures["notations"], figures["errata"]
    definitions, citations = figures["definitions"], figures["citations"]
    ended = ", ".join(f"{derivations[how]} {how}" for how in ENDS)
    methods = ", ".join(f"{matrix[method]} {method}" for method in METHODS)
    letters = share(notations["mapped"], notations["quantities"])
    proved = f"{errata['proved']} proved by a law, {errata['sourced']} by their sources"
    slowest = matrix["slowest"]
    lines = [
        ("formulas", f"{total}: {total - definitions} laws, {definitions} definitions"),
        ("  with source and place", share(figures["sourced"], total)),
        ("  unit-checked", share(figures["unit_checked"], total)),
        ("  derived", share(derivations["formulas"], total)),
        ("  with a published number", share(cases["formulas"], total)),
        ("symbols", f"{figures['symbols']}"),
        ("terms", f"{figures['terms']}"),
        ("sources", f"{figures['sources']}"),
        ("  cited places opened", share(citations["opened"], citations["places"])),
        ("derivations replayed", f"{derivations['total']}: {ended}"),
        ("published numbers", f"{cases['total']}, of which {cases['passed']} come out"),
        ("notations", f"{notations['total']}, with {letters} letters ours"),
        ("errata", f"{errata['total']}: {proved}"),
        ("formulas solved for letters", f"{matrix['pairs']}: {methods}"),
        ("  slowest", f"{slowest['pair']}, {slowest['seconds']} s"),
    ]
    if "changes" in derivations:
        survived = f"{derivations['survived']} of {derivations['changes']}"
        lines.append(("  changed premises unnoticed", survived))
    if "verified" in matrix:
        lines.append(("  verified at random points", share(matrix["verified"], matrix["pairs"])))
    width = max(len(label) for label, _ in lines)
    return "\n".join(f"{label:<{width}}    {value}" for label, value in lines)


def share(part: int, whole: int) -> str:
    """``30 of 30 (100 %)``; a share is rounded down, so that 100 % means all."""
    return f"{part} of {whole} ({100 * part // whole} %)" if whole else "0 of 0"
