"""Figures of a book, counted on its own pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .figures import Statistics
from .proofs import FAILED
from .shapes import Book, FormulaPage
from .solutions import METHODS


def statistics(book: Book) -> Statistics:
    """How much there is, and how much of it is checked."""
    formulas = list(book["formulas"].values())
    proofs = Counter(proof["strength"] for page in formulas for proof in page["derivations"])
    rows = [row for page in formulas for table in page["worked"] for row in table["rows"]]
    solved = Counter(one["method"] for page in formulas for one in page["solved"])
    errata = [one for page in book["errata"].values() for one in page["errata"]]
    counted = {
        name: len(some)
        for name, some in book.items()
        if isinstance(some, dict) and name not in ("made_by", "statistics")
    }
    return {
        "counted": counted,
        "sourced": sum(_sourced(page) for page in formulas),
        "unit_checked": _with_badge(formulas, "units"),
        "derived": sum(bool(page["derivations"]) for page in formulas),
        "with_published_number": sum(bool(page["worked"]) for page in formulas),
        "derivations": {
            "total": proofs.total(),
            "exact": proofs["exact"],
            "tested": proofs["tested"],
            "approximate": proofs["approximate"],
            "failed": proofs[FAILED],
        },
        "published_numbers": {
            "total": len(rows),
            "come_out": sum(row["agrees"] for row in rows),
        },
        "errata_proved": sum(bool(one["point"]) and one["tone"] == "good" for one in errata),
        "solved": {method: solved[says] for method, says in METHODS.items()},
    }


def _sourced(page: FormulaPage) -> bool:
    return bool(page["sources"]) and all(one["place"].strip() for one in page["sources"])


def _with_badge(pages: Iterable[FormulaPage], check: str) -> int:
    """How many pages have passed a check."""
    return sum(
        any(one["id"] == check and one["tone"] == "good" for one in page["checks"])
        for page in pages
    )
