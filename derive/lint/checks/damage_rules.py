"""Rules about damaged text: formulas that are lost, leaked or left open."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from derive.lazy import lazy_re
from derive.notation import Rejection

from ..project import Project
from ..rules import Sight, sight_at
from ..texts.damage import (
    announced,
    bare_commands,
    glued_fragment,
    recovered,
    stray_brackets,
    stray_dollars,
)
from ..texts.documents import Cell, Document

_BRACES = lazy_re(r"\\[\s\S]|[{}]")
_LABEL = lazy_re(r"\\label\s*\{(?P<name>[^{}]+)\}|\blabel\s*=\s*\{?(?P<key>[^{},\]]+)")
_REFERENCE = lazy_re(r"\\(?:eqref|autoref|[cC]ref|ref|pageref|nameref)\s*\{(?P<names>[^{}\\#]+)\}")
# Labels of other files, or labels that a macro makes.
_OTHER_LABELS = lazy_re(
    r"\\(?:externaldocument|input|include|subfile|import)\b|\\label\s*\{[^{}]*[#\\]"
)
_FORMULA = lazy_re(r"\b(?:formulas?|equations?|expressions?|relations?)\b", re.IGNORECASE)
_TAIL = lazy_re(r"[a-z][a-z-]*(?:,? [A-Za-z0-9-]+)*[.]?")
_NONE = lazy_re(r"(?:see|cf|none|n/a|not applicable|same|as above|varies|depends)\b", re.IGNORECASE)
_UNITS = (
    "bytes|bits|tokens|FLOPs?|parameters|GPUs|seconds|steps|GB|TB|ms|microseconds|layers|"
    "sequences|samples|nodes"
)
_GAPS = (
    lazy_re(
        r"(?<!work )(?<!works )(?<!deal )(?<!dealt )(?<!come )(?<!comes )(?<!agree )(?<!play )"
        r"(?<!familiar )(?<!compared )(?<!associated )(?<!along )(?<!start )(?<!begin )"
        r"\b(?:with|than|equals) and (?!without\b)[a-z]+"
    ),
    lazy_re(rf"\b(?:has|have|about|approximately|roughly|with) [bmtr]+illion (?:{_UNITS})\b"),
    lazy_re(
        r"\b(?:is|are|requires?|needs?|adds?|takes?|costs?|uses?|has|have|holds?|stores?) "
        rf"(?:about|approximately|roughly|around|nearly) (?:{_UNITS})\b"
    ),
)


# One of these is in every gap; most lines have none.
_HINTS = (
    "with and", "than and", "equals and", "illion ", "about ", "approximately ", "roughly ",
    "around ", "nearly ",
)  # fmt: skip


def announced_formulas_are_there(_: Project, document: Document) -> Iterator[Sight]:
    """Announced formulas are there.

    What: a line announces a formula ("Core relation:") and ends, and what
    follows is prose, or what is left of a formula glued to a sentence.

    Why: a conversion dropped the formula; the text around it makes no sense
    without.

    Example: "Core relation:" and then "At small scale, this relation may feel
    like bookkeeping." Put the formula back from the original.
    """
    missing = list(announced(document))
    lost = [line for line, kind in missing if kind == "gone"]
    for line, kind in missing:
        if kind == "gone":
            summed = len(lost) > 1 and line == lost[0]
            rows = [("in all", f"{len(lost)} lines: {_list(lost)}")] if summed else []
            yield Sight(
                "A formula is announced here, and none follows: its text was lost.",
                line,
                _column(document, line),
                "text-damage",
                rows,
                "Put the formula back from the original, or drop the line.",
            )
        else:
            yield _leaked(document, line)


def _leaked(document: Document, line: int) -> Sight:
    below = next(number for number in range(line + 1, line + 4) if document.line_at(number).strip())
    fragment = glued_fragment(document.line_at(below).strip())
    guess = next((span.latex for span in recovered(document) if span.line == below), "")
    return Sight(
        "A formula is announced here; only a fragment of it is left, glued to the sentence of "
        f"line {below}.",
        line,
        _column(document, line),
        "text-damage",
        [("left of it", fragment), *([("may have been", f"${guess.strip()}$")] if guess else [])],
        "Put the formula back on a line of its own, and begin the sentence on another.",
    )


def _list(lines: list[int]) -> str:
    return ", ".join(str(line) for line in lines)


def _column(document: Document, line: int) -> int:
    text = document.line_at(line)
    return len(text) - len(text.lstrip()) + 1


# What follows ":math:`B = 1024;" up to the next backquote has another role in it.
_OPEN_ROLE = lazy_re(r"(?<!`):math:`[^`]*(?=:math:`)")


def dollars_come_in_pairs(_: Project, document: Document) -> Iterator[Sight]:
    """Dollars come in pairs.

    What: a dollar that touches mathematics has no partner, or only one on the
    wrong side; or ``\\(`` or the role ``:math:`` opens a formula that is not
    closed. Dollars in front of amounts are money and are left alone.

    Why: what stands between such dollars is printed as raw LaTeX, and the text
    between two formulas is printed as a formula.

    Example: `T$ is partitioned across ranks`. Write `$T$ is partitioned`.
    """
    reported: set[int] = set()
    guesses = {span.line: span.latex.strip() for span in recovered(document)}
    for place in (*stray_dollars(document), *stray_brackets(document)):
        if place.line in reported:
            continue
        reported.add(place.line)
        guess = guesses.get(place.line, "")
        mark = "dollar" if place.kind == "dollar" else "bracket"
        yield Sight(
            f"This {mark} has no partner: the formula that it opens or closes is broken.",
            place.line,
            place.column,
            "$" if mark == "dollar" else "\\(",
            [("here", place.shown)],
            f"Write ${guess}$, if this is the formula." if guess else f"Add the missing {mark}.",
        )
    for role in _OPEN_ROLE.finditer(document.text):
        yield Sight(
            "This role has no closing backquote: the next one stands inside it.",
            *document.place(role.start()),
            ":math:",
            guess="Add the missing backquote.",
        )


# What their braces enclose is one expression; an underbrace may reach over half of one.
_ENCLOSES = lazy_re(
    r"\\(?:[dt]?frac|sqrt(?:\[[^\]]*\])?)\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\Z"
)


def braces_come_in_pairs(project: Project, document: Document) -> Iterator[Sight]:
    """Braces come in pairs.

    What: a formula opens a brace that it does not close, or closes one that it
    did not open; or a round bracket does so, inside the braces of a fraction or a
    root, or before an equals sign.

    Why: the formula is not typeset, and what a fraction or an index reaches
    over must be guessed.

    Example: `$\\frac{a}{1 + b / c$`. Write `$\\frac{a}{1 + b / c}$`.
    """
    for printed in project.printed(document):
        span = printed.span
        depth = lowest = 0
        for brace in _BRACES.finditer(span.latex):
            depth += {"{": 1, "}": -1}.get(brace.group(), 0)
            lowest = min(lowest, depth)
        if depth or lowest:
            what = "closed" if depth > 0 else "opened"
            yield sight_at(
                document,
                span,
                f"A brace of this formula is never {what}.",
                name="text-damage",
                guess="Add the missing brace.",
            )
            continue
        parsed = printed.parsed
        if isinstance(parsed, Rejection) and (
            _is_crossed(span.latex, parsed) or _is_left_open(span.latex, parsed)
        ):
            yield sight_at(
                document,
                span,
                "A round bracket has no other one.",
                inside=parsed.at[0],
                name="text-damage",
                guess="Add the missing bracket.",
            )


def _is_crossed(latex: str, rejection: Rejection) -> bool:
    """Whether a round bracket crosses the braces of a fraction or of a root."""
    first, last = rejection.at
    ends = latex[first:last][:1] + latex[:last][-1:]
    if rejection.kind != "unbalanced" or ends not in {"(}", "{)"}:
        return False
    return _ENCLOSES.search(latex, 0, first + 1) is not None


# "D / (c x = 3120": what an operator stands before, and an equals sign ends.
_LEFT_OPEN = lazy_re(r"[/+*-]\s*\([^()\[\]]*=[^()\[\]]*\Z")


def _is_left_open(latex: str, rejection: Rejection) -> bool:
    """Whether a bracket that an operator stands before is still open behind an equals sign."""
    return rejection.kind == "unbalanced" and _LEFT_OPEN.search(latex) is not None


def references_lead_somewhere(_: Project, document: Document) -> Iterator[Sight]:
    """References lead somewhere.

    What: a complete LaTeX document, one that includes no other file, refers to
    a label that it does not set.

    Why: two question marks are printed where the number should stand.

    Example: `\\eqref{eq:hiding}` beside `\\label{eq:hide}`.
    """
    if document.kind != "tex" or "\\documentclass" not in document.text or document.skipped:
        return
    # Without the remarks of the author.
    text = document.masked
    labels = {label["name"] or label["key"].strip() for label in _LABEL.finditer(text)}
    if not labels or _OTHER_LABELS.search(document.text):
        return
    for reference in _REFERENCE.finditer(text):
        for name in (name.strip() for name in reference["names"].split(",")):
            if name and name not in labels:
                near = difflib.get_close_matches(name, sorted(labels), 1)
                yield Sight(
                    f"Nothing in this document is labelled {name}.",
                    *document.place(reference.start()),
                    name,
                    guess=f"Did you mean {near[0]}?" if near else "Set the label, or drop this.",
                )


def latex_stands_inside_formulas(_: Project, document: Document) -> Iterator[Sight]:
    """LaTeX stands inside formulas.

    What: a LaTeX command of mathematics occurs in the prose, outside any
    dollars.

    Why: readers see the command instead of the formula.

    Example: `the rate is \\eta_t=\\eta_\\max t/T` in a cell. Put dollars round it.
    """
    if document.kind == "tex":
        return
    guesses = {span.line: span.latex.strip() for span in recovered(document)}
    for place in bare_commands(document):
        guess = guesses.get(place.line, "")
        yield Sight(
            f"LaTeX stands outside a formula: {place.shown.split()[0]}.",
            place.line,
            place.column,
            "LaTeX",
            [("may have been", f"${guess}$")] if guess else [],
            "Put dollars round the formula.",
        )


def formula_cells_hold_formulas(_: Project, document: Document) -> Iterator[Sight]:
    """Formula cells hold formulas.

    What: a column headed "Formula" has a cell that is empty, or that holds
    only the tail of a sentence.

    Why: the formula was lost; the row says nothing without it.

    Example: `| Activation memory | stored at long context | |`.
    """
    cells = (
        (head.text, row[0], row[column])
        for table in document.tables
        for column, head in enumerate(table.header) if _FORMULA.search(head.text)
        for row in table.rows if column < len(row)
    )  # fmt: skip
    for head, first, cell in cells:
        is_tail = _TAIL.fullmatch(cell.text) and not _NONE.match(cell.text)
        if not cell.text or is_tail:
            yield Sight(
                f'This cell holds words without a formula: "{cell.text}".' if is_tail
                else f"The {head} cell of this row is empty.",
                first.line,
                min(cell.column, len(document.line_at(first.line))),
                first.text[:40],
                guess="Put the formula back from the original, or write a dash where there is "
                "none.",
            )  # fmt: skip


def rows_have_all_their_cells(_: Project, document: Document) -> Iterator[Sight]:
    """Rows have all their cells.

    What: a row of a table has fewer or more cells than its header.

    Why: cells are missing, or a bar inside a formula parts one cell in two; the
    row is printed in the wrong columns.

    Example: `| Loss | $|x|$ |` needs `\\lvert x \\rvert`, where the bars part
    cells.
    """
    for table in document.tables:
        width = len(table.header)
        for row in table.rows:
            if len(row) == width or (document.kind == "tex" and _spans_columns(row)):
                continue
            fewer = len(row) < width
            yield Sight(
                f"This row has {len(row)} cells under {width} headings.",
                row[0].line,
                row[0].column,
                row[0].text[:40],
                guess="Add the missing cells." if fewer else "Escape a bar that parts no cells.",
            )


def _spans_columns(row: tuple[Cell, ...]) -> bool:
    return any("\\multicolumn" in cell.text for cell in row)


# An operator with something before it, and nothing behind it in its braces.
_HALF = lazy_re(r"[\w)}\]]\s*(?P<sign>[+*/-]|\\cdot|\\times)\s*\Z")


def sentences_have_no_gaps(project: Project, document: Document) -> Iterator[Sight]:
    """Sentences have no gaps.

    What: a sentence lacks what stood between two of its words: "with and
    interpret", "has billion parameters", "require about bytes". Or a formula
    lacks what stood behind a sign: `\\frac{z}{z + }`.

    Why: a number or formula was lost in conversion.

    Example: "a dense model has billion parameters". Write "has 7 billion
    parameters".
    """
    for printed in project.printed(document):
        latex, parsed = printed.span.latex, printed.parsed
        if not isinstance(parsed, Rejection) or latex[parsed.at[0] :].lstrip()[:1] != "}":
            continue
        half = _HALF.search(latex, 0, parsed.at[0])
        if half:
            yield sight_at(
                document, printed.span, f"Behind {half['sign']} something is missing.",
                inside=half.start("sign"), name="text-damage", severity="error",
                level="provable", evidence="the braces",
                guess="Put back what stood there, or take the sign away.",
            )  # fmt: skip
    for number in range(1, len(document.lines) + 1):
        text = document.masked_line(number)
        if not any(word in text for word in _HINTS):
            continue
        gaps = sorted(
            (match for pattern in _GAPS for match in pattern.finditer(text)),
            key=lambda match: match.start(),
        )
        if gaps:
            words = '", "'.join(match.group() for match in gaps)
            yield Sight(
                f'Something is missing between these words: "{words}".',
                number,
                gaps[0].start() + 1,
                "text-damage",
                guess="Put the lost number or formula back.",
            )
