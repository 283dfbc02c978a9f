"""The rule about spelling: a name is written one way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from derive.notation import variant_key

from ..numbers.uses import Use, uses_of
from ..project import Project
from ..rules import Sight, about
from ..texts.documents import Document

# With more long names than these, the rest is not compared.
MOST_COMPARED = 1000


def names_are_spelled_one_way(project: Project, document: Document) -> Iterator[Sight]:
    """Names are spelled one way.

    What: two names differ only in hyphens, underscores, spaces or case; or a
    long name lacks words of another that the document defines.

    Why: a search finds half of the places, and a reader asks whether two
    things are meant.

    Example: `\\text{tp-all-gather-size}` and `\\text{tp\\_all\\_gather\\_size}`.
    """
    uses = uses_of(project, document)
    firsts: dict[str, Use] = {}
    for use in uses:
        firsts.setdefault(use.glyph, use)
    yield from _variants(uses)
    defined = {use.glyph for use in uses if use.defines}
    defined |= {letter.glyph for letter in project.declarations(document)}
    long = [name.split("_") for name in sorted(defined) if name.count("_") > 2][:MOST_COMPARED]
    for use in firsts.values():
        near = "" if use.glyph in defined else _near(use.glyph, long)
        if near:
            yield _near_miss(use, near, firsts[near].line if near in firsts else 0)
    yield from _spelled_twice(project, document)


def _variants(uses: Iterable[Use]) -> Iterator[Sight]:
    """Names that differ in hyphens, underscores, spaces or case from how they came first."""
    first: dict[str, Use] = {}
    reported: set[str] = set()
    for use in uses:
        if len(use.glyph) < 4 or "_" not in use.glyph or not use.latex:
            continue
        other = first.setdefault(variant_key(use.glyph), use)
        spelled = _folded(use.latex)
        if spelled != _folded(other.latex) and spelled not in reported:
            reported.add(spelled)
            yield _variant(use, other.latex, other.line)


def _spelled_twice(project: Project, document: Document) -> Iterator[Sight]:
    """Places where a name is printed otherwise than where it came first."""
    for printed in project.printed(document):
        for note in getattr(printed.parsed, "notes", ()):
            if note.kind == "variant":
                line, column = document.at(printed.span, note.at[0])
                shown = printed.span.latex[note.at[0] : note.at[1]]
                yield Sight(f"{note.message[:1].upper()}{note.message[1:]}.", line, column, shown,
                            guess="Spell it in one way.", severity="info")  # fmt: skip


def _folded(latex: str) -> str:
    latex = re.sub(r"\^(?:\{[^{}]*\}|.).*$", "", latex)
    return re.sub(r"\\(?:text|mathrm|mathit|mathbf|operatorname)|[{}\\\s$]", "", latex)


def _near(glyph: str, defined: list[list[str]]) -> str:
    """A defined name of which this one lacks, or has more, a few words."""
    words = glyph.split("_")
    if len(words) < 4:
        return ""
    best = ""
    for theirs in defined:
        if words[0] != theirs[0] or abs(len(words) - len(theirs)) > 2:
            continue
        # A subsequence, and no set: words in another order are another name.
        fewer, more = sorted((words, theirs), key=len)
        if _inside(fewer, more) and len("_".join(theirs)) > len(best):
            best = "_".join(theirs)
    return best


def _inside(fewer: list[str], more: list[str]) -> bool:
    """Whether all words occur in the longer list, in their order."""
    rest = iter(more)
    return all(word in rest for word in fewer)


def _variant(use: Use, other: str, line: int) -> Sight:
    return about(
        f"{use.latex} and {other} (line {line}) differ only in their spelling.",
        use,
        [("here", use.latex), (f"line {line}", other)],
        f"Write {other}, if it is meant.",
        name=use.printed,
        severity="info",
    )


def _near_miss(use: Use, other: str, line: int) -> Sight:
    """A long name that is defined nowhere, beside one that is.

    Where words in the middle are missing, it is likely a slip; an additional
    word, or one less at the end, often tells two things apart.
    """
    own, theirs = use.glyph.split("_"), other.split("_")
    slip = len(own) < len(theirs) and own[-1] == theirs[-1]
    missing = " ".join(word for word in theirs if word not in own)
    what = f"lacks words ({missing}) of" if len(own) < len(theirs) else "adds words to"
    place = f" (line {line})" if line else ""
    return about(
        f"{use.printed} is defined nowhere, and {what} a name that is: {other}{place}.",
        use,
        [("here", use.printed), (f"line {line}" if line else "defined", other)],
        f"Write {other}, if it is meant; else define {use.printed}.",
        name=use.printed,
        severity="warning" if slip else "info",
    )
