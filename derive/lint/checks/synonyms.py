"""Rules about names: one thing has one letter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from derive.entries.phrase_words import clause
from derive.lazy import lazy_re
from derive.notation.reading import rows_of

from ..numbers.uses import Use, uses_of
from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.phrases import content, named_actors
from .rows import keeps_one_meaning

if TYPE_CHECKING:
    from derive.records import Row

# Of rows with the same words, as many are compared with a later one.
MOST, MANY_WORDS = 8, 4
_EITHER = lazy_re(
    r"\b(?:interchangeab|either letter|both letters|two letters|synonym|also written|"
    r"equivalently)", re.IGNORECASE
)  # fmt: skip
_LEADS = lazy_re(
    r"^(?:(?:is|are|be|being|denotes?|represents?|stands?\s+for|refers?\s+to)\s+)?(?:the|an?)\s+"
)
_DEGREE = lazy_re(r"N_(?:d|dp|t|tp|p|pp|c|cp|s|sp|e|ep)|N_(?:data|tensor|pipe\w*)")
_ACRONYM = lazy_re(r"(?:DP|TP|PP|CP|SP|EP)(?:_\w)?")


def one_thing_has_one_letter(project: Project, document: Document) -> Iterator[Sight]:
    """One thing has one letter.

    What: a document uses two letters for one quantity: a row declares them
    interchangeable, two rows have the same meaning, or its notation leads both
    to one symbol. Told where the later one comes first.

    Why: the reader looks for a difference that is not there; half of the
    formulas cannot be joined with the other half.

    Example: `seq` in one section and `s` in the next, both the sequence
    length. Keep one.
    """
    yield from _interchangeable(project, document)
    yield from _same_rows(project, document)
    yield from _said_again(project, document)
    yield from _same_symbol(project, document)
    yield from _two_systems(project, document)


def _interchangeable(project: Project, document: Document) -> Iterator[Sight]:
    """Several letters in one row, for one thing."""
    rows: dict[tuple[int, int], list[Declaration]] = {}
    for letter in project.declarations(document):
        if letter.kind == "table" and letter.shares > 1:
            rows.setdefault((letter.table, letter.row), []).append(letter)
    for some in rows.values():
        letters = " and ".join(letter.latex for letter in some)
        bases = {letter.glyph.partition("_")[0] for letter in some}
        said = _EITHER.search(some[0].meaning)
        if said:
            yield about(
                f"{letters} are declared as two letters for one thing: "
                f'"{clause(some[0].meaning)}".',
                some[0],
                [("here", some[0].meaning)],
                f"Keep {some[0].latex}, and write it throughout.",
                name=letters,
            )
        elif len(bases) == 1:
            yield about(
                f"{letters} are two spellings of one thing.",
                some[0],
                guess=f"Keep {some[-1].latex}.",
                name=letters,
                severity="info",
            )


def _same_rows(project: Project, document: Document) -> Iterator[Sight]:
    """Rows with one meaning and two letters; near ones where the document promises one each."""
    promise = keeps_one_meaning(document)
    # By what would make two rows equal or near, the first few of each: work stays bounded.
    seen: dict[object, list[Declaration]] = {}
    for letter in project.declarations(document):
        if not letter.glyph or not letter.firm:
            continue
        counts = bool(promise) and len(named_actors(letter.meaning)) > 1
        words = content(letter.meaning), clause(letter.meaning).casefold()
        keys = (*words, True) if counts else words
        for other in [other for key in keys for other in seen.get(key, [])]:
            same_row = (other.table, other.row) == (letter.table, letter.row)
            if other.glyph == letter.glyph or same_row:
                continue
            near = counts and len(named_actors(other.meaning)) > 1
            equal = _equal(letter, other)
            if other.reach.overlaps(letter.reach) and (equal or near):
                yield _synonyms(letter, other, promise, equal=equal)
                break
        for key in keys:
            earlier = seen.setdefault(key, [])
            if len(earlier) < MOST:
                earlier.append(letter)


def _said_again(project: Project, document: Document) -> Iterator[Sight]:
    """A sentence that says of a letter, word for word, what a row says of another one."""
    rows: dict[str, Declaration] = {}
    for letter in project.declarations(document):
        words = _LEADS.sub("", clause(letter.meaning).casefold())
        if letter.firm and letter.glyph:
            rows.setdefault(words, letter)
        other = rows.get(words)
        if (
            letter.explicit and not letter.firm and other is not None
            and letter.glyph != other.glyph and len(words.split()) >= MANY_WORDS
            # What is declared in another section, and written from here on, holds here.
            and (other.reach.overlaps(letter.reach)
                 or any(use.glyph == other.glyph and use.line > letter.line
                        for use in uses_of(project, document)))
        ):  # fmt: skip
            yield _synonyms(letter, other, None, equal=True).replaced(level="provable")


def _equal(letter: Declaration, other: Declaration) -> bool:
    """Whether two rows have the same words for their letters."""
    first, second = clause(letter.meaning).casefold(), clause(other.meaning).casefold()
    if not first or not second or letter.glyph.partition("_")[0] == other.glyph.partition("_")[0]:
        return False
    same = first == second or (
        len(content(letter.meaning)) > 1 and content(letter.meaning) == content(other.meaning)
    )
    return same and _bracket(letter.meaning) == _bracket(other.meaning)


def _bracket(meaning: str) -> str:
    """What brackets add to a meaning."""
    bracket = re.search(r"\(([^()]*)\)", meaning)
    return bracket[1].casefold() if bracket else ""


def _synonyms(
    letter: Declaration, other: Declaration, promise: tuple[int, str] | None, *, equal: bool
) -> Sight:
    rows = [(f"line {each.line}", each.latex, each.meaning) for each in (other, letter)]
    if promise:
        rows.append((f"line {promise[0]}", promise[1], ""))
    how = "mean one thing" if equal else "count nearly the same thing"
    promised = f" Line {promise[0]} promises one symbol per concept." if promise else ""
    return about(
        f'{other.latex} (line {other.line}) and {letter.latex} {how}: "{clause(other.meaning)}", '
        f'"{clause(letter.meaning)}".{promised}',
        letter,
        rows,
        f"Keep one of {other.latex} and {letter.latex}, or say what tells them apart.",
        level="provable" if _is_word_for_word(letter, other) else "",
    )


def _is_word_for_word(letter: Declaration, other: Declaration) -> bool:
    """Whether two rows of one table say the very same, in the same unit, and not in a few words."""
    alike = letter.meaning.split() == other.meaning.split() and letter.table == other.table
    return alike and letter.unit == other.unit and len(letter.meaning.split()) >= MANY_WORDS


def _same_symbol(project: Project, document: Document) -> Iterator[Sight]:
    """Letters that the document's notation leads to one symbol."""
    notation = project.notation(document)
    if notation is None:
        return
    scoped = {scope.id: rows_of(notation, scope.id) for scope in notation.scopes}
    first: dict[str, Use] = {}
    reported: set[tuple[str, str]] = set()
    for use in sorted(uses_of(project, document), key=lambda place: (place.line, place.column)):
        row = scoped.get(use.scope, {}).get(use.glyph)
        if row is None or row.kind != "quantity" or row.others:
            continue
        if not isinstance(row.means, str) or not row.means:
            continue
        other = first.setdefault(row.means, use)
        if other.glyph == use.glyph or (row.means, use.glyph) in reported:
            continue
        if _qualified(other.glyph, use.glyph) or use.function:
            continue
        # S_1 and S_2 with words of their own are one quantity in two cases, a stage or a level.
        first_row = scoped.get(other.scope, {}).get(other.glyph)
        if first_row and _base(other) == _base(use) and first_row.says != row.says:
            continue
        reported.add((row.means, use.glyph))
        yield _second_letter(project, other, use, row)


def _qualified(name: str, other: str) -> bool:
    """Whether one name is the other with a qualifier, or both are phrases that share words."""
    first, second = set(re.split(r"[_\W]+", name)), set(re.split(r"[_\W]+", other))
    shared = len(first & second)
    return first < second or second < first or shared >= 2


def _base(use: Use) -> str:
    return use.glyph.partition("_")[0]


def _second_letter(project: Project, other: Use, use: Use, row: Row) -> Sight:
    registry = project.registry
    meaning = row.says
    if registry is not None and row.means in registry.symbols:
        meaning = registry.symbols[row.means].meaning
    return about(
        f"{use.printed} stands for the {meaning}, which line {other.line} calls {other.printed}.",
        use,
        [(f"line {other.line}", other.printed), (f"line {use.line}", use.printed)],
        f"Write {other.printed} here too, or {use.printed} there.",
        name=use.printed,
    )


def _two_systems(project: Project, document: Document) -> Iterator[Sight]:
    """Degrees of parallelism as ``N_tp`` here and ``TP`` there."""
    first: dict[str, Use] = {}
    later: dict[str, Use] = {}
    for use in sorted(uses_of(project, document), key=lambda place: (place.line, place.column)):
        system = "N" if _DEGREE.fullmatch(use.glyph) else ""
        system = system or ("XP" if _ACRONYM.fullmatch(use.glyph) else "")
        if system:
            first.setdefault(use.glyph, use)
            later.setdefault(system, use)
    if len(later) < 2:
        return
    use = max(later.values(), key=lambda place: (place.line, place.column))
    names = ", ".join(f"{use.printed} (line {use.line})" for use in first.values())
    yield about(
        f"Degrees of parallelism are named in two ways in one document: {names}.",
        use,
        guess="Name all of them in one way.",
        name=use.printed,
    )
