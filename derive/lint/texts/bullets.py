"""Letters that the items of a list declare: ``- $N$: the number of ranks``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from derive.lazy import lazy_re

from .definition_lists import Row, definition_rows
from .documents import Document, Span, before_formula, behind_formula
from .glyphs import bare_latex, is_glyph

_HEAD = lazy_re(r"\s*(?:>\s*)*(?:[-*+•]|\d{1,3}[.)]|\\item)\s*(?:\[)?(?:\*\*|__)?\$+$")
_BARE = lazy_re(
    r"\s*[-*+•]\s+(?P<mark>\*\*|__|\*|`)(?P<glyph>[^*`\s]{1,24})(?P=mark)"
    r"\s*(?::|—|–|=|-\s)\s*(?P<meaning>\S.*)"
)
_BETWEEN = lazy_re(r"\s*\$*(?:\*\*|__)?\]?\s*(?:,|/|and|or)\s*(?:\*\*|__)?\$+\s*")
_SAYS = lazy_re(
    r"\$*(?:\*\*|__)?\]?\s*(?P<bracketed>\([^)\n]{1,30}\)|\[[^\]\n]{1,30}\])?\s*"
    r"(?:\*\*|__)?(?P<mark>:|,(?=\s+[a-z])|—|–|--+|-\s|=|\bis\b|\bare\b|\bdenotes?\b"
    r"|\bstands? for\b|\brepresents?\b|\bmeasures\b|\bfor(?=\s+(?:the|an?|its)\s)"
    r"|(?=the\s))"
    r"(?:\*\*|__)?\s*(?P<meaning>.*\S)"
)

# ``\\item[$x$ (seconds)] time of``, or ``\\item[$x$] [seconds] time of``, and "- $x$ [seconds]".
_LABELLED = lazy_re(
    r"\$*\s*(?P<bracketed>\([^)\n]{1,30}\))?\]\s*(?:(?P<behind>\[[^\]\n]{1,30}\])\s+)?"
    r"(?P<meaning>[^\s:=].*\S)"
)
_MEASURED = lazy_re(r"\$*\s*(?P<bracketed>\[[^\]\n]{1,30}\])\s+(?P<meaning>[A-Za-z].*\S)")
# An item may end in its letter: "- time of one step ($T$, seconds)".
_BEHIND = lazy_re(
    r"\s*(?:>\s*)*(?:[-*+•]|\d{1,3}[.)]|\\item)\s+(?P<meaning>[A-Za-z][^$:;]{2,80}?)\s*\(\$+"
)
_IN_BRACKETS = lazy_re(r"\$+(?:,\s*(?:in\s+)?(?P<unit>[^),\n]{1,30}))?\)[ \t]*[.;,]?[ \t]*")
# "- $r$ is the degree (devices) and $d$ for the replicas (count)".
_ANOTHER = lazy_re(
    r"(?P<end>\)\s*[,;]?\s*(?:and\s+)?|[,;]?\s(?P<joined>and|while)\s+)(?:\*\*|__)?\$+\s*$"
)
# "- $F$ is the time of a forward pass and $D$ that of a backward pass, both in seconds".
_LIKEWISE = lazy_re(r"\$*(?:\*\*|__)?\s*(?P<meaning>(?:the|that|those|an?|for)\s.*\S)")
_NOUN = lazy_re(
    r"(?:(?:the|an?)\s+)?(?:[\w-]+\s+){0,3}?[\w-]+(?=\s+(?:of|between|in|for|spent|with)\b)"
)
_OF_BOTH = lazy_re(r",\s+(?:both|each)(?P<unit>\s+(?:in\s+)?\S.*)$")
_EACH = lazy_re(
    r"the (?P<first>[\w-]+(?: [\w-]+)?) and the (?P<second>[\w-]+(?: [\w-]+)?) "
    r"(?P<rest>(?:of|in|for|on|between)\b.*)"
)
_LOOSE = frozenset({",", "for", "", "measures"})
_STATED = lazy_re(r"\$*\s*(?:is|are)\b(?P<kind>\s+an?\b)?")
NEARBY, MANY = 12, 3
GAP, MOST_MORE = 60, 3
"""So many characters before a letter tell that an item explains it as well; and so many letters."""

# ``$F$ is continuous`` says how a thing is, not what it is.
_PROPERTY = lazy_re(r"(?:not\s+)?[\w-]*(?:ous|ing|ed|able|ible|ive|less|ful)\b(?!\s+[a-z]+\s+of\b)")


def bullet_rows(document: Document) -> Iterator[Row]:
    """Every letter that a list item opens with and explains."""
    by_line: dict[int, list[Span]] = {}
    for span in document.spans:
        if span.table < 0:
            by_line.setdefault(span.line, []).append(span)
    rows = [
        row
        for line, spans in by_line.items()
        for row in _row(document, line, sorted(spans, key=lambda span: span.start))
    ]
    # One "$x$, as we see", "$x$ for the rest", is a remark; several in a row are a list of letters.
    opened = {row.span.line for row in rows}
    apposed = {row.span.line for row in rows if row.apposed}
    yield from (
        row for row in rows
        if not _is_statement(document, row, rows)
        and (
            not row.apposed
            or sum(abs(line - row.span.line) <= MANY for line in apposed) >= MANY
            or sum(abs(line - row.span.line) <= MANY for line in opened) > MANY
        )
    )  # fmt: skip
    yield from _bare_rows(document)
    yield from definition_rows(document)


def _is_statement(document: Document, row: Row, rows: list[Row]) -> bool:
    """Whether an item says what is true of a letter that another item names, or says more of.

    "F is an equivalence", "F is fully faithful": a list of what follows from each other.
    """
    stated = _STATED.match(behind_formula(document.text[row.span.end : row.span.end + 40]))
    if stated is None:
        return False
    return any(
        other is not row
        and other.latex == row.latex
        and (stated["kind"] or abs(other.span.line - row.span.line) <= NEARBY)
        for other in rows
    )


def _bare_rows(document: Document) -> Iterator[Row]:
    """Letters without dollars, bold, slanted or in backticks: ``- **N**: number of ranks``.

    Only where neighbours do the same: a single one is a remark. Questions and
    answers are no letters.
    """
    bare = [
        (number, match)
        for number in range(1, len(document.lines) + 1)
        if (match := _BARE.match(document.line_at(number)))
        and document.masked_line(number).strip()
        and _letter(match["glyph"])
    ]
    lines = {number for number, _ in bare}
    if {"Q", "A"} <= {match["glyph"] for _, match in bare}:
        return
    for number, match in bare:
        if not lines & {number - 1, number + 1, number - 2, number + 2}:
            continue
        start = document.starts[number - 1] + match.start("glyph")
        latex = bare_latex(match["glyph"])
        hidden = document.is_hidden(start)
        end = start + len(match["glyph"])
        column = match.start("glyph") + 1
        span = Span(latex, start, end, number, column, commented=hidden)
        yield Row(span, latex, match["meaning"])


def _letter(glyph: str) -> bool:
    """Whether a bare word is one letter, with a subscript or without."""
    latex = bare_latex(glyph)
    return bool(re.fullmatch(r"(?:[A-Za-z]|\\[A-Za-z]+)(?:_(?:\{[^{}]*\}|\w+))?", latex))


def _row(document: Document, line: int, spans: list[Span]) -> Iterator[Row]:
    text = document.line_at(line)
    base = document.starts[line - 1]
    before = before_formula(text[: spans[0].start - base])
    if not _HEAD.fullmatch(before):
        named = _BEHIND.fullmatch(before)
        inside = _IN_BRACKETS.fullmatch(behind_formula(text[spans[0].end - base :]))
        if named and inside and len(spans) == 1 and is_glyph(spans[0].latex):
            unit = f"({inside['unit']})" if inside["unit"] else ""
            yield Row(spans[0], spans[0].latex.strip(), named["meaning"], bracketed=unit)
        return
    yield from _opening(document, line, spans)


def _opening(document: Document, line: int, spans: Sequence[Span]) -> Iterator[Row]:
    """The letters that open an item, and those that follow behind its unit in brackets."""
    groups = list(_groups(document, line, spans))
    rows = [_explained(document, line, *group, first=not place)
            for place, group in enumerate(groups)]  # fmt: skip
    if not rows[0]:
        return
    meaning, *others = _completed([some[0].meaning if some else "" for some in rows])
    for row, own in zip(rows[0], _shared_out(meaning, len(rows[0])), strict=True):
        yield row._replace(meaning=own, shares=row.shares if own == meaning else 1)
    for some, own in zip(rows[1:], others, strict=True):
        yield from (row._replace(meaning=own) for row in some)


def _groups(
    document: Document, line: int, spans: Sequence[Span]
) -> Iterator[tuple[Sequence[Span], int]]:
    """The letters of an item in groups that are explained together, and where their words end."""
    text, base = document.line_at(line), document.starts[line - 1]
    begun, count = 0, 0
    for place in range(1, len(spans)):
        span, start = spans[place], spans[place].start - base
        before = max(spans[place - 1].end - base, start - GAP)
        gap = _ANOTHER.search(before_formula(text[before:start]))
        if count == MOST_MORE:
            break
        if gap is None or not is_glyph(span.latex):
            continue
        behind = behind_formula(text[span.end - base : span.end - base + GAP])
        if _LIKEWISE.match(behind) or (gap["joined"] is None and _SAYS.match(behind)):
            mark = ")" if gap["joined"] is None else gap["joined"]
            end = text.rindex(mark, before, start) + len(mark) * (mark == ")")
            yield spans[begun:place], base + end
            begun, count = place, count + 1
    yield spans[begun:], base + len(text)


def _explained(
    document: Document, line: int, spans: Sequence[Span], end: int, *, first: bool
) -> list[Row]:
    """The letters of a group, each with what its words say; nothing where they say nothing."""
    text, base = document.line_at(line), document.starts[line - 1]
    leading = [spans[0]]
    for span, other in pairwise(spans):
        between = behind_formula(text[span.end - base : other.start - base])
        if not _BETWEEN.fullmatch(before_formula(between)):
            break
        leading.append(other)
    behind = behind_formula(text[leading[-1].end - base : end - base])
    said = _SAYS.match(behind) or _LABELLED.match(behind) or _MEASURED.match(behind)
    said = said or (None if first else _LIKEWISE.match(behind))
    if said is None or not all(is_glyph(span.latex) for span in leading):
        return []
    groups = said.groupdict()
    bracketed = groups.get("bracketed") or groups.get("behind") or ""
    if groups.get("mark") in {"is", "are"} and _PROPERTY.match(groups["meaning"]):
        return []
    return [
        Row(span, span.latex.strip(), groups["meaning"].rstrip(), len(leading),
            apposed=groups.get("mark") in _LOOSE, bracketed=bracketed)
        for span in leading
    ]  # fmt: skip


def _completed(meanings: Sequence[str]) -> list[str]:
    """What each letter of an item is, with the words that stand beside another one alone."""
    first, *others = meanings
    noun = _NOUN.match(first)
    others = [
        f"{noun.group()} {other.partition(' ')[2]}"
        if noun and other.startswith(("that ", "those ")) else other
        for other in others
    ]  # fmt: skip
    both = _OF_BOTH.search(others[0]) if len(others) == 1 and not first.endswith(")") else None
    if both is None:
        return [first, *others]
    if len(first.split()) == 2:
        # "The visible and $h$ the hidden communication time".
        first += f" {' '.join(others[0][: both.start()].split()[2:])}"
    unit = f",{both['unit']}"
    return [f"{first}{unit}", f"{others[0][: both.start()]}{unit}"]


def _shared_out(meaning: str, letters: int) -> list[str]:
    """What each of two letters means: "the largest and the mean of these" says two things."""
    two = _EACH.match(meaning) if letters == 2 else None
    if two is None:
        return [meaning] * letters
    first, second, rest = two["first"], two["second"], two["rest"]
    noun = second.rpartition(" ")[2] if " " in second and " " not in first else ""
    return [f"the {first} {noun} {rest}".replace("  ", " "), f"the {second} {rest}"]
