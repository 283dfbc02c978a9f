"""Rules about meanings: a letter has one at a time, and it is fixed where the letter is used."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from derive.entries.phrase_words import clause
from derive.lazy import lazy_re

from ..numbers.uses import uses_of
from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.phrases import content, same_meaning

# Pairs grow with the square of the rows of a letter: each is held against the last ones only.
MOST = 24
_ALPHABET = lazy_re(r"\\(mathbf|boldsymbol|bm|mathsf|mathcal|mathscr|mathbb|mathfrak)\b")
_ANNOUNCES = lazy_re(
    r"\bre-?us(?:e[sd]?|ing)\b|\boverload|\bnot to be confused\b|\bdifferent meanings?\b|"
    r"\bin parts?\s+(?:[IVXLC]+|\d+)\b|\bfrom parts?\s+(?:[IVXLC]+|\d+)\b|"
    r"\b(?:elsewhere|in (?:other|later|earlier) (?:chapters?|sections?|parts?))\b",
    re.IGNORECASE,
)
_SPEAKS = lazy_re(
    r"\b(?:denotes?|means?|stands? for|refers?|meaning|uses?d?|symbols?|letters?)\b", re.IGNORECASE
)


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
    firm = [letter for letter in project.declarations(document) if letter.firm and letter.glyph]
    by_glyph: dict[str, list[Declaration]] = {}
    for declared in firm:
        earlier = by_glyph.setdefault(declared.glyph, [])
        others = [each for each in earlier if differ(each, declared)]
        overlapping = [each for each in others if each.reach.overlaps(declared.reach)]
        # One of each meaning and stretch is enough, and a letter has few.
        if not any(each.reach == declared.reach and not differ(each, declared) for each in earlier):
            earlier[:] = [*earlier, declared][-MOST:]
        if overlapping:
            yield _collision(project, document, overlapping[0], declared)
        elif others:
            yield _reuse(document, others[-1], declared)


def differ(letter: Declaration, other: Declaration) -> bool:
    """Whether two declarations of a letter are of two things.

    A bold letter is another one, and so is a function of something else.
    """
    if _looks(letter.latex) != _looks(other.latex):
        return False
    return not same_meaning(letter.meaning, other.meaning)


def _looks(latex: str) -> tuple[frozenset[str], str]:
    """The alphabets of a print, and what stands in its brackets."""
    return frozenset(_ALPHABET.findall(latex)), "".join(latex.partition("(")[1:])


def told_rows(*declarations: Declaration) -> list[tuple[str, ...]]:
    """Declarations as the rows of a finding."""
    return [
        (f"line {letter.line}", str(letter.reach), letter.latex, letter.meaning, letter.unit or "")
        for letter in declarations
    ]


def _collision(
    project: Project, document: Document, letter: Declaration, other: Declaration
) -> Sight:
    where = other.reach if letter.reach.throughout or not letter.reach.stated else letter.reach
    both = f"both hold in {where}" if where.stated else "both hold in the whole document"
    used = sorted(
        {use.line for use in uses_of(project, document) if use.glyph == other.glyph}
        - {letter.line, other.line}
    )
    rows = told_rows(letter, other)
    if used:
        rows.append(("also used", ", ".join(f"line {line}" for line in used[:8])))
    announced = disclosure(document, other.latex)
    note = f" The note in line {announced} does not part them." if announced else ""
    return about(
        f'{other.latex} means two things at once: "{letter.meaning}" (line {letter.line}) and '
        f'"{other.meaning}"; {both}.{note}',
        other,
        rows,
        f"Give the {_short(other.meaning)} a letter of its own, for example "
        f"{_other_letter(other)}, or say in which stretch each meaning holds.",
    )


def _reuse(document: Document, letter: Declaration, other: Declaration) -> Sight:
    line = disclosure(document, other.latex)
    listed = letter.table >= 0 and letter.table == other.table
    apart = f"{letter.reach} and {other.reach}" if letter.reach.stated else "different sections"
    if line or listed:
        says = f"line {line}" if line else "the table"
        return about(
            f'Disclosed reuse: {other.latex} is "{letter.meaning}" in line {letter.line} and '
            f'"{other.meaning}" here; {apart} are apart, and {says} says so.',
            other,
            told_rows(letter, other),
            "Nothing must change; a letter of its own would still be clearer.",
            severity="warning" if line else "info",
        )
    return about(
        f"{other.latex} is used again for another thing, and nothing says so: "
        f'"{letter.meaning}" (line {letter.line}), "{other.meaning}" here; {apart} are apart.',
        other,
        told_rows(letter, other),
        f"Announce the reuse of {other.latex} in a note, or write {_other_letter(other)} here.",
        severity="warning",
    )


def disclosure(document: Document, latex: str) -> int:
    """The line of a note that says the letter changes its meaning; 0 if there is none."""
    return _disclosures(document).get(latex.strip(), 0)


@lru_cache(maxsize=16)
def _disclosures(document: Document) -> dict[str, int]:
    """For each letter in a note that announces a change of meaning, the line of the first one."""
    lines: dict[str, int] = {}
    for block in document.blocks:
        words = document.masked[block.start : block.end]
        if not (_ANNOUNCES.search(words) and _SPEAKS.search(words)):
            continue
        for span in document.spans_between(block.start, block.end):
            letter = span.latex.strip()
            if letter in words:
                lines.setdefault(letter, document.place(span.start)[0])
    return lines


def _noun(meaning: str) -> str:
    """What a sentence says that a letter is, without its verb and what follows a comma."""
    said = re.sub(r"^(?:is|are|be|denotes?|represents?|stands? for)\s+", "", clause(meaning))
    return said.partition(",")[0]


def _short(meaning: str) -> str:
    return clause(meaning).lower()[:60]


def _other_letter(letter: Declaration) -> str:
    """The letter with the first word of its meaning as a subscript."""
    words = re.findall(r"[A-Za-z]{3,}", letter.meaning)
    base = letter.latex.partition("_")[0]
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
    for letter in project.declarations(document):
        if letter.firm:
            declared.setdefault(letter.glyph, []).append(letter)
    reported: set[tuple[str, int]] = set()
    for use in uses_of(project, document):
        rows = declared.get(use.glyph, [])
        if len(rows) < 2 or use.span.table >= 0 or not all(row.reach.stated for row in rows):
            continue
        if any(row.reach.throughout for row in rows) or not differ(rows[0], rows[-1]):
            continue
        here = project.reach(document, use.line)
        announced = disclosure(document, rows[0].latex)
        if here.stated or use.line == announced or (use.glyph, use.line) in reported:
            continue
        reported.add((use.glyph, use.line))
        yield about(
            f"{rows[0].latex} is used outside the stretches for which its meanings are given: "
            + "; ".join(f'"{row.meaning}" in {row.reach}' for row in rows)
            + ".",
            use,
            told_rows(*rows),
            f"Say here which meaning of {rows[0].latex} holds, or let one of the rows hold "
            "in this section too.",
            name=rows[0].latex,
        )


def sentences_agree_with_tables(project: Project, document: Document) -> Iterator[Sight]:
    """Sentences agree with tables.

    What: a sentence says outright that a letter denotes one thing, and a table
    or a list says another; the two have no word in common, and no note
    announces the change. Two sentences that differ so, where no table decides,
    are told as information.

    Why: the reader who looked the letter up is misled by the sentence.

    Example: `$B$` is the global batch size in the table, and "where $B$ is the
    bandwidth of a link" in the text. Write another letter there.
    """
    rows: dict[str, list[Declaration]] = {}
    for letter in project.declarations(document):
        if letter.firm and letter.glyph:
            rows.setdefault(letter.glyph, []).append(letter)
    for declared in project.declarations(document):
        if not declared.explicit or declared.line == disclosure(document, declared.latex):
            continue
        near = [row for row in rows.get(declared.glyph, ()) if row.reach.overlaps(declared.reach)]
        if near and not any(content(row.meaning) & content(declared.meaning) for row in near):
            yield about(
                f'{declared.latex} is "{clause(near[0].meaning)}" in line {near[0].line}; this '
                f'sentence says otherwise: "{clause(declared.meaning)}".',
                declared,
                told_rows(*near, declared),
                "Write another letter here, or announce that it changes its meaning.",
            )
    yield from _between_sentences(project, document, rows.keys())


def _between_sentences(
    project: Project, document: Document, listed: Collection[str]
) -> Iterator[Sight]:
    """Sentences that give a letter two meanings in one section, where no table has the letter."""
    first: dict[tuple[str, tuple[int, ...]], Declaration] = {}
    for letter in project.declarations(document):
        if not letter.explicit or letter.glyph in listed or disclosure(document, letter.latex):
            continue
        other = first.setdefault((letter.glyph, letter.reach.section[:1]), letter)
        if (
            differ(other, letter)
            and other.reach.overlaps(letter.reach)
            and not content(other.meaning) & content(letter.meaning)
        ):
            yield about(
                f'{letter.latex} was "{_noun(other.meaning)}" in line {other.line}; this sentence '
                f'says otherwise: "{_noun(letter.meaning)}".',
                letter,
                told_rows(other, letter),
                "Write another letter here, or announce that it changes its meaning.",
                severity="info",
            )
