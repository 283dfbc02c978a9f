"""Rules about letters: declared once, declared at all, used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from derive.findings import Severity

from .declarations import Declaration
from .documents import Document
from .meanings import clause, same_meaning
from .project import Project
from .sights import Sight
from .uses import Use, uses_of

_ANNOUNCES = re.compile(
    r"\bre-?us(?:e[sd]?|ing)\b|\boverload|\bnot to be confused\b|\bdifferent meanings?\b|"
    r"\bin parts?\s+(?:[IVXLC]+|\d+)\b|\bfrom parts?\s+(?:[IVXLC]+|\d+)\b|"
    r"\b(?:elsewhere|in (?:other|later|earlier) (?:chapters?|sections?|parts?))\b",
    re.IGNORECASE,
)
_SPEAKS = re.compile(
    r"\b(?:denotes?|means?|stands? for|refers?|meaning|uses?d?|symbols?|letters?)\b", re.IGNORECASE
)


_INDICES = frozenset("ijklqrt")


def a_letter_means_one_thing_at_a_time(project: Project, document: Document) -> Iterator[Sight]:
    """A letter means one thing at a time.

    What: where two rows of symbol tables, or two items of lists, give one
    letter different meanings, they must not hold in the same stretch of the
    document. Where the stretches are apart, the reuse should be announced;
    it is reported as a warning, and as "disclosed reuse" where the document
    says so itself.

    Why: a formula with that letter has two values, and nothing in it tells
    which.

    Example: `A` is "number of attention heads" throughout, and "scaling law
    constant" in Part II. Write `A_N` for one of them.
    """
    firm = [one for one in project.declarations(document) if one.firm and one.glyph]
    by_glyph: dict[str, list[Declaration]] = {}
    for one in firm:
        earlier = by_glyph.setdefault(one.glyph, [])
        other = next((each for each in reversed(earlier) if _differ(each, one)), None)
        overlapping = next(
            (each for each in earlier if _differ(each, one) and each.reach.overlaps(one.reach)),
            None,
        )
        earlier.append(one)
        if overlapping is not None:
            yield _collision(project, document, overlapping, one)
        elif other is not None:
            yield _reuse(document, other, one)


def _differ(one: Declaration, other: Declaration) -> bool:
    """Whether two declarations of a letter are of two things."""
    return not same_meaning(one.meaning, other.meaning)


def _rows(*declarations: Declaration) -> list[tuple[str, ...]]:
    return [
        (f"line {one.line}", str(one.reach), one.latex, one.meaning, one.unit or "")
        for one in declarations
    ]


def _collision(project: Project, document: Document, one: Declaration, other: Declaration) -> Sight:
    where = other.reach if one.reach.throughout or not one.reach.stated else one.reach
    both = f"both hold in {where}" if where.stated else "both hold in the whole document"
    used = sorted(
        {use.line for use in uses_of(project, document) if use.glyph == other.glyph}
        - {one.line, other.line}
    )
    rows = _rows(one, other)
    if used:
        rows.append(("also used", ", ".join(f"line {line}" for line in used[:8])))
    announced = disclosure(document, other.latex)
    note = f" The note in line {announced} does not part them." if announced else ""
    return Sight(
        f'{other.latex} means two things at once: "{one.meaning}" (line {one.line}) and '
        f'"{other.meaning}"; {both}.{note}',
        other.line,
        other.column,
        other.latex,
        rows,
        f"Give the {_short(other.meaning)} a letter of its own, for example "
        f"{_other_letter(other)}, or say in which stretch each meaning holds.",
    )


def _reuse(document: Document, one: Declaration, other: Declaration) -> Sight:
    line = disclosure(document, other.latex)
    apart = f"{one.reach} and {other.reach}" if one.reach.stated else "different sections"
    if line:
        return Sight(
            f'Disclosed reuse: {other.latex} is "{one.meaning}" in line {one.line} and '
            f'"{other.meaning}" here; {apart} are apart, and line {line} says so.',
            other.line,
            other.column,
            other.latex,
            _rows(one, other),
            "Nothing must change; a letter of its own would still be clearer.",
            severity="warning",
        )
    return Sight(
        f"{other.latex} is used again for another thing, and nothing says so: "
        f'"{one.meaning}" (line {one.line}), "{other.meaning}" here; {apart} are apart.',
        other.line,
        other.column,
        other.latex,
        _rows(one, other),
        f"Announce the reuse of {other.latex} in a note, or write {_other_letter(other)} here.",
        severity="warning",
    )


def disclosure(document: Document, latex: str) -> int:
    """The line of a note that says the letter changes its meaning; 0 if there is none."""
    plain = latex.strip()
    for block in document.blocks:
        words = document.masked[block.start : block.end]
        if plain in words and _ANNOUNCES.search(words) and _SPEAKS.search(words):
            for span in document.spans:
                if block.start <= span.start < block.end and span.latex.strip() == plain:
                    return document.place(span.start)[0]
    return 0


def _short(meaning: str) -> str:
    return clause(meaning).lower()[:60]


def _other_letter(one: Declaration) -> str:
    """The letter with the first word of its meaning as a subscript."""
    words = re.findall(r"[A-Za-z]{3,}", one.meaning)
    base = one.latex.partition("_")[0]
    return f"{base}_{{\\text{{{words[0].lower()[:8]}}}}}" if words else f"{base}'"


def meanings_are_fixed_where_letters_are_used(
    project: Project, document: Document
) -> Iterator[Sight]:
    """Meanings are fixed where letters are used.

    What: a letter whose meaning changes from part to part is used in a place
    that belongs to none of these parts.

    Why: the reader of that place cannot tell which of the meanings holds.

    Example: `\\beta` is an exponent in Part II and a bandwidth from Part III
    on; an introduction before both writes `n/\\beta`. Say there which it is.
    """
    declared: dict[str, list[Declaration]] = {}
    for one in project.declarations(document):
        if one.firm:
            declared.setdefault(one.glyph, []).append(one)
    told: set[tuple[str, int]] = set()
    for use in uses_of(project, document):
        rows = declared.get(use.glyph, [])
        if len(rows) < 2 or use.span.table >= 0 or not all(one.reach.stated for one in rows):
            continue
        if any(one.reach.throughout for one in rows) or not _differ(rows[0], rows[-1]):
            continue
        here = project.reach(document, use.line)
        announced = disclosure(document, rows[0].latex)
        if here.stated or use.line == announced or (use.glyph, use.line) in told:
            continue
        told.add((use.glyph, use.line))
        yield Sight(
            f"{rows[0].latex} is used outside the stretches for which its meanings are given: "
            + "; ".join(f'"{one.meaning}" in {one.reach}' for one in rows)
            + ".",
            use.line,
            use.column,
            rows[0].latex,
            _rows(*rows),
            f"Say here which meaning of {rows[0].latex} holds, or let one of the rows hold "
            "in this section too.",
        )


def letters_are_declared(project: Project, document: Document) -> Iterator[Sight]:
    """Letters are declared.

    What: a letter occurs in a formula, and no table, list or sentence of the
    document says what it is. A letter that stands alone on the left of an
    equation is explained by it, and one with a subscript by the letter itself:
    both are told as information, as are indices.

    Why: the reader must guess, and two readers guess differently.

    Example: "time to send $m$ bytes is $\\alpha + \\beta m$", and no row for
    `m`. Add one: `| $m$ | Size of a message | bytes |`.
    """
    declared = {one.glyph for one in project.declarations(document)}
    uses = uses_of(project, document)
    defined = {use.glyph for use in uses if use.defines}
    subscripts = {use.glyph.partition("_")[2] for use in uses if "_" in use.glyph} | {
        glyph.partition("_")[2] for glyph in declared
    }
    told: set[str] = set()
    for use in uses:
        if use.glyph in declared or use.glyph in told:
            continue
        told.add(use.glyph)
        base = use.glyph.partition("_")[0].partition("^")[0]
        if use.index or (use.glyph in _INDICES and use.glyph in subscripts):
            yield _info(use, f"The index {use.glyph} is declared nowhere.")
        elif use.glyph in defined:
            yield _info(use, f"{use.glyph} is explained by its formula alone; no words say it.")
        elif base != use.glyph and base in declared:
            yield _info(use, f"{use.glyph} is not declared, but {base} is.")
        else:
            yield _undeclared(document, use, uses)


def _info(use: Use, message: str) -> Sight:
    return Sight(message, use.line, use.column, use.glyph, severity="info")


def _undeclared(document: Document, use: Use, uses: Iterable[Use]) -> Sight:
    what = "function" if use.function else "letter" if len(use.glyph) == 1 else "name"
    lines = list(dict.fromkeys(each.line for each in uses if each.glyph == use.glyph))
    more = f" It is used in {len(lines)} lines." if len(lines) > 1 else ""
    shown = document.text[use.span.start : use.span.end].strip()
    return Sight(
        f"The {what} {use.printed} is used, and nothing in the document says what it is.{more}",
        use.line,
        use.column,
        use.glyph,
        [("used in", shown[:100])],
        f'Declare it before its first use: "where ${use.printed}$ is ...", or a row in '
        "the table of symbols.",
    )


def declared_letters_are_used(project: Project, document: Document) -> Iterator[Sight]:
    """Declared letters are used.

    What: a letter has a row in a table or an item in a list, and no formula of
    the project uses it. Asked only of a whole project (`--project`): the
    appendix of a book declares letters for the chapters.

    Why: a row that explains nothing is a row that nobody corrects.

    Example: `V` is declared as the vocabulary size, and no chapter uses it.
    """
    if not project.whole:
        return
    used = {
        use.glyph
        for other in project.documents
        for use in uses_of(project, other)
        if not (use.alone and use.span.table >= 0)
    }
    bases = {glyph.partition("_")[0] for glyph in used}
    for one in project.declarations(document):
        if one.firm and one.glyph and one.glyph not in used | bases:
            severity: Severity = "info"
            yield Sight(
                f"{one.latex} is declared and used in no formula of the project.",
                one.line,
                one.column,
                one.latex,
                guess="Drop the row, or use the letter where its quantity is meant.",
                severity=severity,
            )


def letters_differ_by_more_than_case(project: Project, document: Document) -> Iterator[Sight]:
    """Letters differ by more than case.

    What: two declared letters differ only in upper and lower case, or one is
    the other with a subscript and another meaning (`L` layers, `L_\\infty`
    loss). Told once per pair, as information: the pairs are common.

    Why: read aloud, or in handwriting, they are one letter.

    Example: `B` for the global batch and `b` for that of one GPU.
    """
    seen: dict[str, Declaration] = {}
    for one in project.declarations(document):
        if not one.firm or not one.glyph or one.glyph in seen:
            continue
        for key, other in seen.items():
            if key != one.glyph and key.casefold() == one.glyph.casefold():
                yield _near(one, other, "only in upper and lower case")
        base = one.glyph.partition("_")[0]
        other_ = seen.get(base)
        if other_ is not None and base != one.glyph and _differ(one, other_):
            yield _near(one, other_, "by a subscript, and mean unrelated things")
        seen[one.glyph] = one


def _near(one: Declaration, other: Declaration, how: str) -> Sight:
    return Sight(
        f"{one.latex} and {other.latex} (line {other.line}) differ {how}.",
        one.line,
        one.column,
        one.latex,
        _rows(other, one),
        severity="info",
    )
