"""Figures of a registry: what is there, and how much of it is checked."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from derive.algebra.proof import mutations
from derive.records import Formula
from derive.registry import Registry

from .derivations import strength_of
from .errata import disproof
from .matrix import METHODS, SEED, Progress, solve_matrix
from .records import domains_of, law_or_none
from .units import disagreements
from .worked import formula_of, outcome

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
