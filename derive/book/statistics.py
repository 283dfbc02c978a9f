"""Figures of a book, counted on its own pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from .figures import Statistics, Tally
from .proofs import FAILED
from .shapes import ComputedPage, ErrataPage
from .solutions import METHODS


def tally(page: ComputedPage) -> Tally:
    """The figures of one formula."""
    rows = [row for table in page["worked"] for row in table["rows"]]
    return {
        "sourced": bool(page["sources"]) and all(one["place"].strip() for one in page["sources"]),
        "unit_checked": any(
            one["id"] == "units" and one["tone"] == "good" for one in page["checks"]
        ),
        "proofs": dict(Counter(proof["strength"] for proof in page["derivations"])),
        "worked": bool(page["worked"]),
        "numbers": len(rows),
        "come_out": sum(row["agrees"] for row in rows),
        "solved": dict(Counter(one["method"] for one in page["solved"])),
    }


def statistics(
    counted: dict[str, int], formulas: Iterable[Tally], pages: Iterable[ErrataPage]
) -> Statistics:
    """How much there is, and how much of it is checked."""
    tallies = list(formulas)
    proofs = _sum(one["proofs"] for one in tallies)
    solved = _sum(one["solved"] for one in tallies)
    errata = [one for page in pages for one in page["errata"]]
    return {
        "counted": counted,
        "sourced": sum(one["sourced"] for one in tallies),
        "unit_checked": sum(one["unit_checked"] for one in tallies),
        "derived": sum(bool(one["proofs"]) for one in tallies),
        "with_published_number": sum(one["worked"] for one in tallies),
        "derivations": {
            "total": proofs.total(),
            "exact": proofs["exact"],
            "tested": proofs["tested"],
            "approximate": proofs["approximate"],
            "failed": proofs[FAILED],
        },
        "published_numbers": {
            "total": sum(one["numbers"] for one in tallies),
            "come_out": sum(one["come_out"] for one in tallies),
        },
        "errata_proved": sum(bool(one["point"]) and one["tone"] == "good" for one in errata),
        "solved": {method: solved[says] for method, says in METHODS.items()},
    }


def _sum(some: Iterable[Mapping[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for one in some:
        found.update(one)
    return found
