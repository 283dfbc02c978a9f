"""Letters before things that their rows do not count, or, without a row, before two kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Call, Chain, Letter, Number, Rejection, glyphs_in, walk

from ..laws.probing import EXTREMES
from ..laws.wording import plain
from ..numbers.table_units import unit_of
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.declarations import key_of_letter
from ..texts.documents import Document, Span
from ..texts.glyphs import is_glyph
from ..words.countable_nouns import NOUNS, class_of, head
from ..words.places import Places
from ..words.sentences import sentence_start

_THINGS = lazy_re(
    r"[$`)\]\\]*[\s~]+(?:(?!(?:the|these|our|all|both|of|for|per|and|or)\s)[a-z]+(?:-[a-z]+)?\s+)?"
    rf"(?P<noun>(?:{'|'.join(NOUNS.values())})(?<=s))\b",
    re.IGNORECASE,
)
# Who says so may call anything by a letter again.
_DECLARES = lazy_re(
    r"\b(?:let|now|call\w*|denot\w+|writ\w+|where|here|suppose|say)\b", re.IGNORECASE
)
_PLURAL = lazy_re(
    r"\s+(?:(?!the\s|these\s|our\s|all\s|both\s)[a-z]{3,}\s+)?"
    rf"(?P<noun>(?:{'|'.join(NOUNS.values())})(?<=s))\b(?!\s+(?:in\s+flight|at\s+once|at\s+a\s+time))",
    re.IGNORECASE,
)
_SHARES = frozenset("ratio fraction share nat nats probability".split())
_FIRST = lazy_re(r"\bfirst\b[^.$]*[$`]*\Z", re.IGNORECASE)
LEAST = 2
# Of as many stages the first holds as many micro-batches.
_MAY_BE_BOTH = frozenset(("device", "sequence"))


class Counted(Record):
    """A letter before a noun: what it counts, and where."""

    kind: str
    noun: str
    span: Span
    section: int


def letters_that_count_two_things(project: Project, document: Document) -> Iterator[Sight]:
    """The one place in which a letter without a row counts other things than before."""
    rows = {row.glyph for row in project.declarations(document) if row.firm}
    places = Places(document)
    counted: dict[str, list[Counted]] = {}
    for span in document.spans:
        said = _THINGS.match(document.masked, span.end) if span.table < 0 else None
        if said is not None and is_glyph(span.latex.strip()):
            glyph, noun = key_of_letter(span.latex), said["noun"]
            each = Counted(class_of(noun), noun, span, places.of(span.start)[0])
            counted.setdefault(glyph, []).append(each)
    for glyph, some in counted.items():
        odd = _odd_one(document, some) if glyph not in rows else None
        if odd is None:
            continue
        first = next(each for each in some if each.kind != odd.kind)
        yield Sight(
            f"{plain(glyph)} counts {first.noun} in line {first.span.line}, and {odd.noun} here.",
            *document.place(odd.span.start),
            plain(glyph),
            rows=[(f"line {first.span.line}", f"{plain(glyph)} {first.noun}"),
                  ("here", f"{plain(glyph)} {odd.noun}")],
            guess=f"Give the {odd.noun} a letter of their own.",
            level="provable",
            evidence="the words behind the letter",
        )  # fmt: skip


def _odd_one(document: Document, some: Sequence[Counted]) -> Counted | None:
    """The one place of a kind of its own, where the same section has the other kind before it."""
    kinds = {each.kind for each in some}
    if len(kinds) != LEAST or kinds == _MAY_BE_BOTH or len(some) <= LEAST:
        return None
    alone = [each for each in some if [other.kind for other in some].count(each.kind) == 1]
    if len(alone) != 1:
        return None
    (odd,) = alone
    start = odd.span.start
    before = document.masked[max(sentence_start(document, start), 0) : start]
    beside = any(
        each.section == odd.section and each.span.start < start for each in some if each is not odd
    )
    return odd if beside and not _DECLARES.search(before) else None


def counts_another_thing(
    project: Project, document: Document, printed: Printed, behind: str
) -> Sight | None:
    """A finding where words behind a letter, or its number, count other things than its row."""
    chain, said = printed.parsed, _PLURAL.match(behind)
    if said is None or isinstance(chain, Rejection) or printed.span.table >= 0:
        return None
    node = chain.members[-1]
    if isinstance(node, Number) and len(chain.members) == 2 and not chain.further:
        # "$S = 500$ steps" of a letter that counts tokens.
        node = chain.members[0]
    if not isinstance(node, Letter):
        return None
    own = [letter for letter in project.declarations(document)
           if letter.glyph == node.glyph and (letter.firm or letter.explicit)]  # fmt: skip
    if len(own) != 1 or own[0].kind == "prose" or own[0].shares != 1:
        return None
    unit = (own[0].unit or "").strip()
    # Of tokens per request there are tokens, too.
    first = head(unit)
    declared, counted = class_of(first), class_of(said["noun"])
    measured = unit_of(project, own[0])
    if first == "1":
        # Of things per second it is not said of which.
        return None
    if first.lower() in _SHARES or (measured and measured.dimensions and not declared):
        # What is a share, or measured in seconds, counts nothing.
        declared = unit
    if not declared or not counted or declared == counted:
        return None
    if unit.lower() == "tokens" and counted == "step":
        # Who decodes makes one token in a step.
        return None
    if _is_counted_rightly(project, document, printed, node.glyph, declared, counted):
        return None
    return sight_at(
        document,
        printed.span,
        f"By its row in line {own[0].line} {plain(node.glyph)} is in {unit}; it does not count "
        f"{said['noun']}.",
        name=plain(node.glyph),
        guess="Write the letter that counts them, or say that the letter has another meaning here.",
        level="provable",
        evidence="the units that the document declares",
    )


def _is_counted_rightly(
    project: Project, document: Document, printed: Printed, glyph: str, declared: str, counted: str
) -> bool:
    """Whether a letter of one row also counts the things that words name behind it."""
    before = document.masked[max(printed.span.start - 60, 0) : printed.span.start]
    if declared == "device" and counted == "sequence" and _FIRST.search(before):
        # "The first one holds $p$ micro-batches": as many as there are stages.
        return True
    # "Of $p$ stages the first keeps $p$ micro-batches": who says both means both.
    both = _is_said_of_its_own(project, document, printed, glyph, declared)
    return both or _is_weighed_against(project, document, glyph, counted)


def _is_said_of_its_own(
    project: Project, document: Document, printed: Printed, glyph: str, declared: str
) -> bool:
    """Whether a letter of the same paragraph stands before what its row says that it counts."""
    block = document.block_at(printed.span.start)
    for other in project.printed(document):
        if block is None or not block.start <= other.span.start < block.end:
            continue
        chain, said = other.parsed, _PLURAL.match(document.masked[end_of(document, other) :][:60])
        is_same = isinstance(chain, Chain) and chain.members == (Letter(glyph, chain.at),)
        if is_same and said is not None and class_of(said["noun"]) == declared:
            return True
    return False


def _is_weighed_against(project: Project, document: Document, glyph: str, counted: str) -> bool:
    """Whether a formula takes the smaller of a letter and of what counts the things of words.

    By ``\\min(m, p)`` the first of $p$ stages holds $p$ micro-batches.
    """
    counts = {letter.glyph for letter in project.declarations(document)
              if counted in map(class_of, f"{letter.unit} {letter.meaning}".split())}  # fmt: skip
    return any(
        isinstance(part, Call) and part.function in EXTREMES
        and any(glyph in glyphs_in(each) for each in part.arguments)
        and any(not counts.isdisjoint(glyphs_in(each)) for each in part.arguments)
        for printed in project.printed(document) if isinstance(printed.parsed, Chain)
        for row in printed.parsed.rows for side in row.members for part in walk(side)
    )  # fmt: skip


def end_of(document: Document, printed: Printed) -> int:
    """The offset behind a formula and its closing dollars."""
    closing = re.compile(r"\s*(?:\$+|`\$?|\\\\?[)\]])").match(document.masked, printed.span.end)
    return closing.end() if closing else printed.span.end
