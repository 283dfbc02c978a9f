"""A book bound from finished leaves: bytes that were written once are not written again.

A leaf holds what follows from one formula's own facts. What connects pages is
told anew for every book, since any edit may change it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

import sympy

from derive.entries.search_rows import search_rows
from derive.registry import Registry
from derive.search import Record

from .calculator import with_closed_forms
from .catalog import catalogue, constant_sets
from .checks import FAILED
from .conventions import Difference
from .entries import CalculatorEntry, FormulaEntry, errata_by_source
from .errata import errata_page
from .figures import Statistics, Tally
from .formulas import connections
from .leaves import Bound, Leaf, Span, dumped
from .notations import letters_elsewhere, notation_page
from .pen import Pen
from .pieces import Misprint
from .records import areas, citations, source_page, subject_page, symbol_page, term_page
from .schema import VERSION
from .shapes import ComputedPage, ErrataPage, SearchRow, UnitRow
from .solutions import METHODS


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
        "solved": dict(Counter(one["method"] for one in page["solved"])),
    }


def statistics(
    counted: dict[str, int], formulas: Iterable[Tally], pages: Iterable[ErrataPage]
) -> Statistics:
    """How much there is, and how much of it is checked."""
    tallies = list(formulas)
    proofs = _sum(one["proofs"] for one in tallies)
    solved = _sum(one["solved"] for one in tallies)
    errata = [erratum for page in pages for erratum in page["errata"]]
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
        "errata_proved": sum(
            bool(erratum["point"]) and erratum["tone"] == "good" for erratum in errata
        ),
        "solved": {method: solved[says] for method, says in METHODS.items()},
    }


def _sum(some: Iterable[Mapping[str, int]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for one in some:
        found.update(one)
    return found


def leaf_of(keys: tuple[str, str], formula: FormulaEntry, calculator: CalculatorEntry) -> Leaf:
    """The leaf of a formula; its calculator gets the closed forms of its page."""
    page = formula["page"]
    drawn = [with_closed_forms(one, page["solved"]) for one in calculator["pages"]]
    return Leaf(keys, dumped(page), dumped(drawn), formula["brief"], tally(page))


SEARCHED = tuple(SearchRow.__annotations__)


# --- binding ---------------------------------------------------------------------


def bound(
    registry: Registry,
    title: str,
    leaves: Mapping[str, Leaf],
    differences: Mapping[str, list[Difference]],
    misprints: Mapping[str, list[Misprint]],
) -> Bound:
    """The book made of its leaves and of what connects them; no law is read for it."""
    pen = Pen.of(registry)
    pen.briefs.update({name: leaf.brief for name, leaf in leaves.items()})
    parts = [dumped(_front(pen, title))[:-1], b',"formulas":{']
    length, spans = sum(map(len, parts)), dict[str, tuple[Span, Span]]()
    for name, formula in registry.formulas.items():
        leaf = leaves[name]
        linked = dumped(connections(pen, formula, differences))
        head = dumped(name) + b":" if not spans else b"," + dumped(name) + b":"
        between = b"," + linked[1:-1] + b',"calculator":'
        page = length + len(head), length + len(head) + len(leaf.page)
        drawn = page[1] - 1 + len(between)
        spans[name] = page, (drawn, drawn + len(leaf.calculator))
        parts += [head, leaf.page[:-1], between, leaf.calculator, b"}"]
        length = spans[name][1][1] + 1
    rest = _rest(pen, misprints)
    sizes = {"formulas": len(leaves), **{kind: len(some) for kind, some in rest.items()}}
    figures = statistics(sizes, (leaf.tally for leaf in leaves.values()), rest["errata"].values())
    parts += [b"},", dumped({**rest, "statistics": figures})[1:]]
    return Bound(b"".join(parts), spans)


def _front(pen: Pen, title: str) -> dict[str, Any]:
    """What stands before the formulas."""
    pages = [subject_page(pen, subject) for subject in pen.registry.subjects.values()]
    subjects = [subject for subject in pages if subject["formulas"]]
    return {
        "schema": VERSION,
        "title": title,
        "made_by": {"derive": version("training-formulary"), "sympy": sympy.__version__},
        "units": unit_rows(pen.registry),
        "areas": areas(pen.registry, [subject["id"] for subject in subjects]),
        "subjects": subjects,
        "search": [
            {**{name: getattr(record, name) for name in SEARCHED}}
            for record in (Record(*row) for row in search_rows(pen.registry))
        ],
    }


def _rest(pen: Pen, misprints: Mapping[str, list[Misprint]]) -> dict[str, dict[str, Any]]:
    """What stands after the formulas, by kind."""
    registry = pen.registry
    cited, elsewhere, using = citations(pen), letters_elsewhere(pen), _using(pen)
    return {
        "symbols": {
            name: symbol_page(pen, note, using[name], elsewhere.get(name, []))
            for name, note in registry.symbols.items()
        },
        "constants": {name: pen.number(name) for name in registry.constants},
        "constant_sets": {**constant_sets(pen)},
        "terms": {name: term_page(pen, term) for name, term in registry.terms.items()},
        "sources": {
            source.id: source_page(pen, source, cited[source.id])
            for source in registry.sources.values()
        },
        "errata": {
            name: errata_page(pen, some[0].place.source, some, misprints[name])
            for name, some in errata_by_source(registry).items()
        },
        "notations": {name: notation_page(pen, one) for name, one in registry.notations.items()},
        "catalogue": {**catalogue(pen)},
    }


def unit_rows(registry: Registry) -> list[UnitRow]:
    """Every unit that may be typed."""
    return [
        {
            "name": entry.name,
            "symbol": entry.symbol,
            "aliases": list(entry.aliases),
            "factor": str(entry.factor),
            "dimensions": dict(entry.dimensions),
            "kinds": dict(entry.kinds),
            "role": entry.role,
        }
        for entry in registry.units.entries
    ]


def _using(pen: Pen) -> dict[str, list[str]]:
    """For each symbol, the formulas that hold it."""
    found: dict[str, list[str]] = {name: [] for name in pen.registry.symbols}
    for name in pen.registry.formulas:
        for letter in pen.brief(name)["letters"]:
            found[letter].append(name)
    return found
