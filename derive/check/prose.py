"""Rules about prose: names that exist, titles, sources with places."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from derive.names import listing
from derive.records import Derivation, Formula, Source, Variants
from derive.registry import Registry, guesses

from .code import function_of, keyword_line, line_with
from .rules import Seen, source_place

NAME = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
IDENTIFIER = re.compile(r"[^\W\d][\w-]*")
PROSE = ("title", "prose", "says", "leaves_out", "meaning", "note", "corrected")

ORDERS = frozenset(
    "calculate calculates computes derive derives describe describes determine determines "
    "estimates evaluate evaluates finds get gets give gives models obtain obtains return returns "
    "shows".split()
)
# These are nouns as well: an order only where an article or a question word follows.
ALSO_NOUNS = r"(?i)(bound|compute|estimate|find|measure|model|show) (a|an|how|the|what) "
ORDERS_BEFORE = re.compile(ALSO_NOUNS)
MOST_TITLE = 80


def names_in_prose_exist(registry: Registry, record: Any) -> Iterator[Seen]:
    """Names in prose exist.

    What: a name between backticks, in the prose of any record, is the name of
    a symbol, constant, formula, term, source or set of constants.

    Why: such a name is a promise. The site makes a link of it, and a reader who
    meets a name that was changed elsewhere looks for something that is gone.

    Example: "compare `bubble_share`" after the formula became `bubble_fraction`.
    """
    known = all_names(registry)
    for text in dict.fromkeys(_texts(record)):
        for name in dict.fromkeys(NAME.findall(text)):
            # Code, paths and options stand in backticks as well: only a bare name is a promise.
            if not IDENTIFIER.fullmatch(name) or name in known:
                continue
            near = guesses(name, known)
            place = (
                source_place(registry, record) if isinstance(record, Source) else record.declared
            )
            yield Seen(
                f"The prose names `{name}`, which does not exist.",
                line_with(place, f"`{name}`", _function_name(record)),
                guess=f"Did you mean {listing([f'`{similar}`' for similar in near])}?"
                if near
                else "Write it without backticks, or declare it.",
            )


def _function_name(record: Any) -> str:
    return record.id if isinstance(record, Formula | Derivation) else ""


def _texts(record: Any) -> Iterator[str]:
    """All prose of a record; of a derivation also the reasons of its steps."""
    for field in PROSE:
        text = getattr(record, field, "")
        if isinstance(text, str):
            yield text
    for _, apart in getattr(record, "not_to_confuse", ()):
        yield apart
    if isinstance(record, Variants):
        yield from record.members.values()
    function = function_of(record.declared, record.id) if isinstance(record, Derivation) else None
    for node in ast.walk(function) if function is not None else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@lru_cache(maxsize=8)
def all_names(registry: Registry) -> frozenset[str]:
    """Everything that prose may name."""
    shelves: Iterable[Iterable[str]] = (
        registry.symbols,
        registry.constants,
        registry.formulas,
        registry.terms,
        registry.sources,
        registry.constant_sets,
        registry.variants,
        (alias for note in registry.symbols.values() for alias in note.aliases),
        (old for formula in registry.formulas.values() for old in formula.formerly),
    )
    return frozenset(name for shelf in shelves for name in shelf)


def every_formula_has_a_title(_: Registry, formula: Formula) -> Iterator[Seen]:
    """Every formula has a title.

    What: the first line of a formula's docstring is a noun phrase of at most
    80 characters that names what is given: "Memory of one GPU under ZeRO-3".

    Why: it is the title of the page, the text of every link, and the line in
    every list.

    Example: "Compute the memory of one GPU"; write "Memory of one GPU".
    """
    text = (formula.law.__doc__ or "").strip().split("\n")[0].strip()
    wrong = _wrong_title(text)
    if wrong:
        quote = line_with(formula.declared, text or f"def {formula.id}", formula.id)
        yield Seen(wrong[0], quote, guess=wrong[1])


def _wrong_title(text: str) -> tuple[str, str] | None:
    first, _, rest = text.partition(" ")
    if not text:
        return "There is no docstring, so the page has no title.", "Name in one line what it gives."
    if first.lower() in ORDERS or ORDERS_BEFORE.match(text):
        noun = re.sub(r"^(the|a|an) ", "", rest)
        return "The title is an order, not a name.", f'Write "{noun[:1].upper()}{noun[1:]}"'
    if len(text) > MOST_TITLE:
        return (
            f"The title has {len(text)} characters; {MOST_TITLE} fit on a line.",
            "Say the rest in a second paragraph.",
        )
    if text.endswith(("..", ":", ";", ",")):
        return "The title breaks off.", "End it with a full stop, or with nothing."
    return None


def every_formula_has_a_source_with_a_place(_: Registry, formula: Formula) -> Iterator[Seen]:
    """Every formula has a source with a place.

    What: a formula names at least one source, and in it a section, equation,
    table, page or line.

    Why: "the ZeRO paper" sends a reader through 24 pages; "section 5.3" lets
    him check.

    Example: `source=ZERO.at("")`; write `source=ZERO.at("section 5.3")`.
    """
    quote = keyword_line(formula.declared, "source", formula.id)
    if not formula.sources:
        yield Seen("No source is given.", quote)
    for cited in formula.sources:
        place = getattr(cited, "place", None)
        if place is None:
            wrong = f"The source {getattr(cited, 'title', cited)} is cited without a place."
        elif not re.search(r"\w{2}|\d", place):
            wrong = f"{cited.source.title} is cited without a place in it."
        elif place.strip().lower() in {"paper", "todo", "here", "somewhere", "the paper", "tbd"}:
            wrong = f'"{place}" is no place in {cited.source.title}.'
        else:
            continue
        guess = 'Cite a section, equation, table, page or line: .at("section 5.3").'
        yield Seen(wrong, quote, guess=guess)


def sources_are_cited(registry: Registry, source: Source) -> Iterator[Seen]:
    """Sources are cited.

    What: each declared source is cited by some record.

    Why: a source that nothing cites is a page without content, or the sign that
    something taken from it does not say so.

    Example: `GPIPE = Source("gpipe", ...)` in a package that never says
    `GPIPE.at(...)`.
    """
    if source.id not in cited_sources(registry):
        yield Seen(
            f"Nothing cites {source.id}.",
            rows=[(source.id, source.title)],
            guess="Cite it where something was taken from it, or remove it.",
        )


@lru_cache(maxsize=8)
def cited_sources(registry: Registry) -> frozenset[str]:
    """The ids of all sources that some record cites."""
    places: list[Any] = []
    for formula in registry.formulas.values():
        places.extend(formula.sources)
    for term in registry.terms.values():
        places.extend(term.sources)
    for erratum in registry.errata.values():
        places.extend((erratum.place, *erratum.proof))
    places.extend(notation.source.at("") for notation in registry.notations.values())
    for entry in registry.catalog.values():
        figures = [entry.figures, *entry.choices.values()]
        places.append(entry.source)
        places.extend(
            getattr(figure, "source", None) for shelf in figures for figure in shelf.values()
        )
    notes: tuple[Any, ...] = (*registry.symbols.values(), *registry.constants.values())
    others = (*notes, *registry.constant_sets.values(), *registry.cases, *registry.others)
    places.extend(getattr(other, "source", None) for other in others)
    return frozenset(place.source.id for place in places if hasattr(place, "source"))
