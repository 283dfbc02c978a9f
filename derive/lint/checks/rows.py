"""Rules about rows of symbol tables: one meaning, one letter, and the promises made of both."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.entries.phrase_words import clause
from derive.findings import Severity
from derive.frozen import Record
from derive.lazy import lazy_re

from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.phrases import ACTORS, EXAMPLES, is_count_of, named_actors

_OPEN = lazy_re(
    r"\b(?:(?:depend(?:s|ing|ent)?\s+on|according\s+to)\s+(?:the\s+)?"
    r"(?:context|section|chapter|passage|paragraph|page|situation)\b|context[- ]dependent|"
    r"(?:as|where)\s+the\s+(?:context|situation)\b|"
    r"whichever\s+(?:fits|applies|is\s+meant|the\s+context)|"
    r"\(also[: ]|\balso:|\blegacy\b|\bin some (?:contexts|chapters|places|papers)\b|"
    r"\bas the case may be\b|\bwhere (?:this|that|it) is clear\b|"
    r"\b(?:one|a|each)\s+[\w-]+\s+or\s+(?:of\s+)?the\s+(?:whole|entire)\b|"
    r"\bor else\b|\bor sometimes\b|\boverloaded\b|"
    r"\bsometimes\b(?!\s+(?:also\s+)?(?:called|written|denoted|known|named|termed|referred)))",
    re.IGNORECASE,
)
_EXAMPLES = lazy_re(r"\b(?:e\.g\.|for example|such as|etc\.?)", re.IGNORECASE)
_QUANTITIES = (
    ("time", r"\b(?:latency|delay|time|duration|start-?up)\b"),
    ("rate", r"\b(?:bandwidth|throughput|speed|rate)\b"),
    ("cost", r"\b(?:cost|price)\b"),
    ("memory", r"\b(?:memory|bytes)\b"),
    ("count", r"\b(?:number|count|degree)\b"),
)


def rows_say_one_thing(project: Project, document: Document) -> Iterator[Sight]:
    """Rows say one thing.

    What: a row of a symbol table gives its letter several meanings and leaves
    the choice to the context. An error where the document promises that its
    letters mean one thing throughout, else a warning.

    Why: such a row declares nothing: every formula with the letter must be
    explained anew.

    Example: `T`: "number of optimizer steps, iterations, or time steps,
    depending on context". Keep one, and give the others letters of their own.
    """
    promise = keeps_one_meaning(document)
    for letter in project.declarations(document):
        if not letter.firm:
            continue
        said = " ".join((letter.meaning, *letter.notes))
        left_open = _OPEN.search(said)
        if left_open is None:
            continue
        severity: Severity = "error" if promise else "warning"
        rows = [("meanings", meaning) for meaning in _meanings(letter.meaning)]
        if promise:
            rows.append((f"line {promise[0]}", promise[1]))
        yield about(
            f"{letter.latex} is left open: its row gives several meanings and lets the context "
            f'decide ("{left_open.group().strip("( ")}").'
            + (f" Line {promise[0]} promises one meaning throughout." if promise else ""),
            letter,
            rows,
            f"Keep one meaning for {letter.latex} and give the others letters of their own, for "
            f"example {letter.latex.partition('_')[0]} with a subscript.",
            severity=severity,
        )


def _meanings(meaning: str) -> list[str]:
    """The several meanings of a row, as far as they can be told apart."""
    inner = re.search(r"\((?:context-dependent:|also:)\s*([^)]*)\)", meaning)
    listed = inner[1] if inner else _OPEN.split(meaning)[0]
    parts = [part.strip(" ,.;") for part in re.split(r",\s*(?:or\s+)?|\s+or\s+", listed)]
    outer = meaning.partition("(")[0].strip()
    meanings = [part for part in parts if part and not _EXAMPLES.fullmatch(part)]
    return ([outer, *meanings] if inner else meanings)[:6]


def rows_with_several_letters_fit_all(project: Project, document: Document) -> Iterator[Sight]:
    """Rows with several letters fit all.

    What: one row declares letters of different quantities ("latency and
    per-byte cost"), and the table has no unit column that could part them.

    Why: neither the order nor the units can be checked: which letter is the
    time, which the time per byte?

    Example: `$\\alpha$, $\\beta$ | Latency and per-byte cost`. Give each a row,
    and a unit.
    """
    rows: dict[tuple[int, int], list[Declaration]] = {}
    for letter in project.declarations(document):
        if letter.kind == "table" and letter.shares > 1 and letter.unit is None:
            rows.setdefault((letter.table, letter.row), []).append(letter)
    for some in rows.values():
        parts = [_quantity(part) for part in re.split(r"\s+and\s+|,\s*", clause(some[0].meaning))]
        named = [part for part in parts if part]
        if len(set(named)) > 1:
            letters = " and ".join(letter.latex for letter in some)
            yield Sight(
                f"{letters} share a row, measure different things, and have no unit.",
                some[0].line,
                some[0].column,
                letters,
                [(letter.latex, part) for letter, part in zip(some, named, strict=False)],
                "Give each letter a row of its own, and the table a column of units.",
            )


def _quantity(words: str) -> str:
    """What kind of quantity a phrase names, with what it is per."""
    for kind, pattern in _QUANTITIES:
        if re.search(pattern, words, re.IGNORECASE):
            per = re.search(r"\bper[- ](\w+)", words, re.IGNORECASE)
            return f"{kind} per {per[1].lower()}" if per else kind
    return ""


_ONE_MEANING = lazy_re(
    r"\b(?:(?:symbols?|letters?|glyphs?)\s+(?:always\s+)?(?:means?|has|have|denotes?)\s+"
    r"(?:only\s+)?(?:one|a single|the same)\b(?: thing| meaning)?|"
    r"one\s+(?:symbol|letter)\s+per\s+(?:concept|quantity)|"
    r"each\s+(?:symbol|letter)\s+has\s+(?:exactly\s+)?one\s+meaning|"
    r"no\s+(?:symbol|letter)\s+is\s+(?:re-?used|overloaded))",
    re.IGNORECASE,
)
_CASE = lazy_re(
    r"\bcounts?\s+(?:of\s+(?P<what>[^.,;]{3,60}?)\s+)?(?:is|are)\s+(?:always\s+)?"
    r"(?:written\s+|set\s+)?(?:in\s+)?(?P<case>upper|lower|capital)",
    re.IGNORECASE,
)
_BOLD = lazy_re(
    r"\b(?P<what>vectors?[^.,;]{0,50}?)\s+(?:is|are)\s+(?:written\s+|set\s+)?(?:in\s+)?bold"
    r"(?P<or>\s*(?:face)?\s*(?:type)?\s+or\s+named\b)?",
    re.IGNORECASE,
)
_ARRAYS = lazy_re(
    r"\b(?:vectors?|gradients?|weights|embeddings?|input example|features?)\b", re.IGNORECASE
)
_IS_BOLD = lazy_re(r"\\(?:mathbf|boldsymbol|bm|vec|pmb|mathbb)\b")


# A word without which a pattern cannot match, to be quick where there is none.
_HINTS = {
    _ONE_MEANING: lazy_re(r"symbol|letter|glyph", re.IGNORECASE),
    _CASE: lazy_re(r"count", re.IGNORECASE),
    _BOLD: lazy_re(r"bold", re.IGNORECASE),
}


class Promise(Record):
    """A sentence that promises something, and where it stands."""

    line: int
    words: str
    match: re.Match[str]


def _promises(document: Document, pattern: re.Pattern[str]) -> Iterator[Promise]:
    word = _HINTS[pattern]
    if not word.search(document.masked):
        return
    for block in document.blocks:
        text = document.masked[block.start : block.end].replace("\n", " ")
        for match in pattern.finditer(text) if word.search(text) else ():
            line, _ = document.place(block.start + match.start())
            sentence = _sentence(text, match)
            yield Promise(line, sentence, match)


def _sentence(text: str, match: re.Match[str]) -> str:
    """The sentence around a match, shortened."""
    start = text.rfind(". ", 0, match.start()) + 1
    end = text.find(". ", match.end())
    whole = " ".join(text[start : end if end >= 0 else len(text)].split()).strip(" .")
    return whole if len(whole) <= 200 else " ".join(match.group().split())[:200]


def keeps_one_meaning(document: Document) -> tuple[int, str] | None:
    """Where the document promises one meaning for each letter."""
    for promise in _promises(document, _ONE_MEANING):
        return promise.line, promise.words
    return None


def conventions_of_the_document_hold(project: Project, document: Document) -> Iterator[Sight]:
    """Conventions of the document hold.

    What: a document says how it writes its letters (counts in upper case,
    vectors in bold), and a row of its own table does otherwise.

    Why: a reader who trusts the sentence misreads the letter.

    Example: "counts of machines are upper-case", and `p` is the number of
    processors. Write `P`, or take the exception into the sentence.
    """
    rows = [letter for letter in project.declarations(document) if letter.kind == "table"]
    for convention in _promises(document, _CASE):
        yield from _cases(convention, rows)
    for convention in _promises(document, _BOLD):
        yield from _bolds(convention, rows)


def _counted_kinds(words: str) -> frozenset[str]:
    """The things whose counts a convention is about."""
    named = set(re.findall(r"[a-z]+", (words or "").casefold()))
    kinds: set[str] = set()
    if not words or named & ACTORS:
        kinds |= ACTORS
    if not words or named & EXAMPLES:
        kinds |= EXAMPLES
    return frozenset(kinds | named - {"or", "and", "the", "of", "a"})


def _cases(convention: Promise, rows: list[Declaration]) -> Iterator[Sight]:
    kinds = _counted_kinds(convention.match["what"] or "")
    upper = convention.match["case"].casefold() != "lower"
    for letter in rows:
        base = letter.glyph.partition("_")[0]
        counts = is_count_of(letter.meaning, kinds) or bool(
            set(named_actors(letter.meaning)) & set(kinds)
        )
        if not counts or len(base) != 1 or not base.isascii() or base.isupper() == upper:
            continue
        wanted = base.upper() if upper else base.lower()
        yield about(
            f"{letter.latex} counts {_counted(letter)}, and line {convention.line} promises that "
            f"such letters are {'upper' if upper else 'lower'}-case.",
            letter,
            [(f"line {convention.line}", convention.words), ("here", letter.meaning)],
            f"Write {wanted}, or name {letter.latex} as an exception there.",
        )


def _counted(letter: Declaration) -> str:
    words = re.sub(
        r"^(?:the\s+)?(?:total\s+)?number of\s+", "", clause(letter.meaning), flags=re.IGNORECASE
    )
    return words[:60].lower()


def _bolds(convention: Promise, rows: list[Declaration]) -> Iterator[Sight]:
    named = bool(convention.match["or"])
    collections = "parameter" in convention.match["what"].casefold()
    for letter in rows:
        first = clause(letter.meaning)
        whole = re.match(r"model parameters\b", first, re.IGNORECASE) if collections else None
        if not (_is_array(letter.meaning, first) or whole) or _IS_BOLD.search(letter.latex):
            continue
        if named and re.search(r"\bvectors?\b", letter.meaning, re.IGNORECASE):
            continue
        if "(" in letter.latex or "nabla" in letter.latex:
            continue
        yield about(
            f"{letter.latex} is {_article(letter.meaning)}, and line {convention.line} promises "
            f"that {' '.join(convention.match['what'].split()).lower()} are bold"
            + (" or named." if named else "."),
            letter,
            [(f"line {convention.line}", convention.words), ("here", letter.meaning)],
            f"Write \\mathbf{{{letter.latex.partition('_')[0]}}}"
            + (", or say in the row that it is a vector." if named else "."),
        )


def _is_array(meaning: str, first: str) -> bool:
    """Whether a meaning is of a vector, not of its size or of what is done with it."""
    head = re.split(r"\b(?:of|with|for|in|per)\b", first, maxsplit=1)[0]
    if re.search(
        r"\b(?:number|dimension|size|norm|memory|count|length|rate)\b", head, re.IGNORECASE
    ):
        return False
    return bool(_ARRAYS.search(head)) or meaning.casefold().startswith("model parameters (weights)")


def _article(words: str) -> str:
    return f'"{words if len(words) <= 60 else words[:60].rpartition(" ")[0] + " …"}"'
