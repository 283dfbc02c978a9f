"""Rules about what is cited: each source once, each place once, each formula on some page."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.records import Formula, Source
from derive.registry import Registry

from .code import first_line, keyword_line
from .records import relative, source_place
from .rules import Seen

_SHORT = {"eq": "equation", "sec": "section", "fig": "figure", "tab": "table", "app": "appendix"}


def cited_places_are_unique(_: Registry, formula: Formula) -> Iterator[Seen]:
    """Cited places are unique.

    What: no formula cites the same place of the same source twice, however it
    is spelled: "eq. 2" is "equation 2".

    Why: two lines on the page for one place look like two witnesses.

    Example: `source=(ZERO.at("section 5.3"), ZERO.at("sec. 5.3"))`.
    """
    seen: dict[tuple[str, str], str] = {}
    for cited in formula.sources:
        source, place = getattr(cited, "source", None), getattr(cited, "place", "")
        if source is None:
            continue
        key = (source.id, folded(place))
        if key in seen:
            quote = keyword_line(formula.declared, "source", formula.id)
            yield Seen(
                f"{source.title} is cited twice at one place.",
                quote.text,
                [("first", seen[key]), ("again", place)],
                "Cite it once.",
                line=quote.line,
            )
        seen.setdefault(key, place)


def folded(place: str) -> str:
    """A place without marks and short forms: ``Eq. (2)`` is ``equation 2``."""
    words = re.sub(r"[^\w.]+", " ", place.lower()).replace(". ", " ").strip(" .").split()
    return " ".join(
        _SHORT.get(word.rstrip("s."), _SHORT.get(word.rstrip("."), word)) for word in words
    )


def sources_are_declared_once(registry: Registry, source: Source) -> Iterator[Seen]:
    """Sources are declared once.

    What: no two sources have the same title and year, or the same identifier.

    Why: what is cited from one document would stand on two pages, and each
    would seem to be less than it is.

    Example: `ZERO = Source("zero", "ZeRO", identifier="1910.02054")` beside
    `RAJBHANDARI = Source("rajbhandari", ..., identifier="arXiv:1910.02054")`.
    """
    for other in registry.sources.values():
        if other.id <= source.id or not (_marks(source) & _marks(other)):
            continue
        place = source_place(registry, other)
        yield Seen(
            f"{source.id} and {other.id} are one source.",
            rows=[
                (record.id, record.title, record.identifier, str(record.year or ""))
                for record in (source, other)
            ],
            guess=f"Keep one; the other stands in {relative(registry, place.file)}:{place.line}.",
        )


def _marks(source: Source) -> frozenset[str]:
    """What a document is known by."""
    title = re.sub(r"\W+", " ", source.title.lower()).strip()
    number = source.identifier.lower().removeprefix("https://").removeprefix("doi.org/")
    number = number.removeprefix("arxiv:").removeprefix("doi:").strip()
    return frozenset(mark for mark in (f"{title} {source.year}", number) if mark)


def formulas_are_reachable(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Formulas are reachable.

    What: a formula stands in a subject of the package, a module or folder with
    a title of its own, so that some page lists it.

    Why: the site shows formulas by subject. Where others are in subjects, one in
    the package's own file stands apart, on a page that is named after the
    package; nobody looks for it there.

    Example: a formula in `formulas/__init__.py` beside `formulas/memory.py`.
    """
    subject = registry.subject(formula)
    quote = first_line(formula.declared).text
    guess = "Move it into a module of its subject."
    if subject not in registry.subjects:
        yield Seen("No page leads to this formula: it belongs to no subject.", quote, guess=guess)
    elif subject == registry.folder.name and len(registry.subjects) > 1:
        yield Seen(
            "This formula stands beside the subjects, in none of them.",
            quote,
            guess=guess,
            severity="warning",
        )
