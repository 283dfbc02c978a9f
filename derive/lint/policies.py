"""Conventions that a document states for itself, and whether it keeps them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .declarations import Declaration
from .documents import Document
from .meanings import ACTORS, EXAMPLES, clause, is_count_of, named_actors
from .project import Project
from .rules import Sight

_ONE_MEANING = re.compile(
    r"\b(?:(?:symbols?|letters?|glyphs?)\s+(?:always\s+)?(?:means?|has|have|denotes?)\s+"
    r"(?:only\s+)?(?:one|a single|the same)\b(?: thing| meaning)?|"
    r"one\s+(?:symbol|letter)\s+per\s+(?:concept|quantity)|"
    r"each\s+(?:symbol|letter)\s+has\s+(?:exactly\s+)?one\s+meaning|"
    r"no\s+(?:symbol|letter)\s+is\s+(?:re-?used|overloaded))",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"\bcounts?\s+(?:of\s+(?P<what>[^.,;]{3,60}?)\s+)?(?:is|are)\s+(?:always\s+)?"
    r"(?:written\s+|set\s+)?(?:in\s+)?(?P<case>upper|lower|capital)",
    re.IGNORECASE,
)
_BOLD = re.compile(
    r"\b(?P<what>vectors?[^.,;]{0,50}?)\s+(?:is|are)\s+(?:written\s+|set\s+)?(?:in\s+)?bold"
    r"(?P<or>\s*(?:face)?\s*(?:type)?\s+or\s+named\b)?",
    re.IGNORECASE,
)
_ARRAYS = re.compile(
    r"\b(?:vectors?|gradients?|weights|embeddings?|input example|features?)\b", re.IGNORECASE
)
_IS_BOLD = re.compile(r"\\(?:mathbf|boldsymbol|bm|vec|pmb|mathbb)\b")


# A word without which a pattern cannot match, to be quick where there is none.
_HINTS = {
    _ONE_MEANING: re.compile(r"symbol|letter|glyph", re.IGNORECASE),
    _CASE: re.compile(r"count", re.IGNORECASE),
    _BOLD: re.compile(r"bold", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Convention:
    """A sentence that promises something, and where it stands."""

    line: int
    words: str
    match: re.Match[str]


def _conventions(document: Document, pattern: re.Pattern[str]) -> Iterator[Convention]:
    word = _HINTS[pattern]
    if not word.search(document.masked):
        return
    for block in document.blocks:
        text = document.masked[block.start : block.end].replace("\n", " ")
        for match in pattern.finditer(text) if word.search(text) else ():
            line, _ = document.place(block.start + match.start())
            sentence = _sentence(text, match)
            yield Convention(line, sentence, match)


def _sentence(text: str, match: re.Match[str]) -> str:
    """The sentence around a match, shortened."""
    start = text.rfind(". ", 0, match.start()) + 1
    end = text.find(". ", match.end())
    whole = " ".join(text[start : end if end >= 0 else len(text)].split()).strip(" .")
    return whole if len(whole) <= 200 else " ".join(match.group().split())[:200]


def keeps_one_meaning(document: Document) -> tuple[int, str] | None:
    """Where the document promises one meaning for each letter."""
    for one in _conventions(document, _ONE_MEANING):
        return one.line, one.words
    return None


def conventions_of_the_document_hold(project: Project, document: Document) -> Iterator[Sight]:
    """Conventions of the document hold.

    What: a document says how it writes its letters (counts in upper case,
    vectors in bold), and a row of its own table does otherwise.

    Why: a reader who trusts the sentence misreads the letter.

    Example: "counts of machines are upper-case", and `p` is the number of
    processors. Write `P`, or take the exception into the sentence.
    """
    rows = [one for one in project.declarations(document) if one.kind == "table"]
    for convention in _conventions(document, _CASE):
        yield from _cases(convention, rows)
    for convention in _conventions(document, _BOLD):
        yield from _bolds(convention, rows)


def _kinds(words: str) -> frozenset[str]:
    """The things whose counts a convention is about."""
    found = set(re.findall(r"[a-z]+", (words or "").casefold()))
    kinds: set[str] = set()
    if not words or found & ACTORS:
        kinds |= ACTORS
    if not words or found & EXAMPLES:
        kinds |= EXAMPLES
    return frozenset(kinds | found - {"or", "and", "the", "of", "a"})


def _cases(convention: Convention, rows: list[Declaration]) -> Iterator[Sight]:
    kinds = _kinds(convention.match["what"] or "")
    upper = convention.match["case"].casefold() != "lower"
    for one in rows:
        base = one.glyph.partition("_")[0]
        counts = is_count_of(one.meaning, kinds) or bool(
            set(named_actors(one.meaning)) & set(kinds)
        )
        if not counts or len(base) != 1 or not base.isascii() or base.isupper() == upper:
            continue
        wanted = base.upper() if upper else base.lower()
        yield Sight(
            f"{one.latex} counts {_counted(one)}, and line {convention.line} promises that such "
            f"letters are {'upper' if upper else 'lower'}-case.",
            one.line,
            one.column,
            one.latex,
            [(f"line {convention.line}", convention.words), ("here", one.meaning)],
            f"Write {wanted}, or name {one.latex} as an exception there.",
        )


def _counted(one: Declaration) -> str:
    words = re.sub(
        r"^(?:the\s+)?(?:total\s+)?number of\s+", "", clause(one.meaning), flags=re.IGNORECASE
    )
    return words[:60].lower()


def _bolds(convention: Convention, rows: list[Declaration]) -> Iterator[Sight]:
    named = bool(convention.match["or"])
    collections = "parameter" in convention.match["what"].casefold()
    for one in rows:
        first = clause(one.meaning)
        whole = re.match(r"model parameters\b", first, re.IGNORECASE) if collections else None
        if not (_is_array(one.meaning, first) or whole) or _IS_BOLD.search(one.latex):
            continue
        if named and re.search(r"\bvectors?\b", one.meaning, re.IGNORECASE):
            continue
        if "(" in one.latex or "nabla" in one.latex:
            continue
        yield Sight(
            f"{one.latex} is {_article(one.meaning)}, and line {convention.line} promises that "
            f"{' '.join(convention.match['what'].split()).lower()} are bold"
            + (" or named." if named else "."),
            one.line,
            one.column,
            one.latex,
            [(f"line {convention.line}", convention.words), ("here", one.meaning)],
            f"Write \\mathbf{{{one.latex.partition('_')[0]}}}"
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
