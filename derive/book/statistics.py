"""How much a book holds, and how much of it is checked.

It is added up from what the page of each formula tells, so that a formula whose page
was kept is not read again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from .shapes import ComputedPage, ErrataPage

FAILED = "failed"

METHODS = {
    "closed": "closed form",
    "numeric": "by numbers",
    "set": "a set of values",
    "none": "no solution",
}


class Statistics(TypedDict):
    """How much a book holds, and how much of it is checked.

    ``derivations`` counts them by how they end, ``solved`` the pairs of a
    formula and a letter by the method that answers them.
    """

    counted: dict[str, int]
    sourced: int
    unit_checked: int
    derived: int
    with_published_number: int
    derivations: dict[str, int]
    published_numbers: dict[str, int]
    errata_proved: int
    solved: dict[str, int]


class Tally(TypedDict):
    """What the page of one formula adds to the statistics.

    ``proofs`` counts its derivations by how they end, ``solved`` its letters
    by how they are solved, each in the words of the page.
    """

    sourced: bool
    unit_checked: bool
    proofs: dict[str, int]
    worked: bool
    numbers: int
    come_out: int
    solved: dict[str, int]


def tally(page: ComputedPage) -> Tally:
    """The figures of one formula."""
    rows = [row for table in page["worked"] for row in table["rows"]]
    return {
        "sourced": bool(page["sources"])
        and all(source["place"].strip() for source in page["sources"]),
        "unit_checked": any(
            check["id"] == "units" and check["tone"] == "good" for check in page["checks"]
        ),
        "proofs": dict(Counter(proof["strength"] for proof in page["derivations"])),
        "worked": bool(page["worked"]),
        "numbers": len(rows),
        "come_out": sum(row["agrees"] for row in rows),
        "solved": dict(Counter(solved["method"] for solved in page["solved"])),
    }


def statistics(
    counted: dict[str, int], formulas: Iterable[Tally], pages: Iterable[ErrataPage]
) -> Statistics:
    """How much there is, and how much of it is checked."""
    tallies = list(formulas)
    proofs = _sum(tally["proofs"] for tally in tallies)
    solved = _sum(tally["solved"] for tally in tallies)
    errata = [erratum for page in pages for erratum in page["errata"]]
    return {
        "counted": counted,
        "sourced": sum(tally["sourced"] for tally in tallies),
        "unit_checked": sum(tally["unit_checked"] for tally in tallies),
        "derived": sum(bool(tally["proofs"]) for tally in tallies),
        "with_published_number": sum(tally["worked"] for tally in tallies),
        "derivations": {
            "total": proofs.total(),
            "exact": proofs["exact"],
            "tested": proofs["tested"],
            "approximate": proofs["approximate"],
            "failed": proofs[FAILED],
        },
        "published_numbers": {
            "total": sum(tally["numbers"] for tally in tallies),
            "come_out": sum(tally["come_out"] for tally in tallies),
        },
        "errata_proved": sum(
            bool(erratum["point"]) and erratum["tone"] == "good" for erratum in errata
        ),
        "solved": {method: solved[says] for method, says in METHODS.items()},
    }


def _sum(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total
