"""The rule about words behind a formula that say what it is counted per."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from derive.lazy import lazy_re
from derive.notation import (
    Letter,
    Negative,
    Node,
    Number,
    Product,
    Rejection,
    Sum,
    glyphs_in,
    walk,
)

from ..laws.holding import holder_of
from ..laws.probing import Probe, Unknown, Values
from ..laws.wording import plain, snippet
from ..numbers.other_rows import of_another_row
from ..numbers.print_units import dimensions_in, strict
from ..numbers.print_units import named as named_unit
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from ..words.countable_nouns import NOUNS, class_of, head
from ..words.sentences import sentence_start
from .bits_and_bytes import said_in_bits
from .counted_by_letters import counts_another_thing, end_of, letters_that_count_two_things
from .unit_columns import units_of_rows

_UNIT = (
    r"(?P<unit>[kKMGTP]?i?B|bytes?|bits?|[kMGTP]?FLOPs?|operations|seconds?|[mµu]?s|values|numbers|"
    r"elements|floats|[kMGTP]?bytes?|USD|dollars?)"
)
_ANY_UNIT = lazy_re(
    r"[\s*_~\\]*(?:\\(?:text|mathrm)\{\s*)?(?P<unit>[kKMGTP]?i?B|[kKMGTP]?bytes?|[kMGTPE]?FLOPs?"
    r"|seconds?|[mµu]s|joules?|USD|dollars?)"
    r"(?:(?:\s+of\s+[a-z]+)?\s*(?:/|per)\s*(?P<per>GPU\s+hours?|[A-Za-z-]+))?(?![A-Za-z/])"
    r"(?!\s+(?:for\s+)?(?:an?|each|every)\b)"
)
# "989 tokens per step": only a rate says what it is measured in.
_RATE = lazy_re(
    rf"[\s*_~\\]*(?P<unit>{'|'.join(NOUNS.values())})\s*(?:/|per)\s*(?P<per>[A-Za-z-]+)(?![A-Za-z/])",
    re.IGNORECASE,
)
_SAME = frozenset(("=", "~"))
# "Bytes per entry of the residual stream", which has so many for each token of each sequence.
_ENTRIES = r"entry|element|entries|elements"
_OF_ANOTHER = lazy_re(
    r"\s+(?:of|in)\s+(?!the\s+(?:residual|stream|activation|hidden|output|input))"
)
_PHRASE = lazy_re(
    rf"[\s*_~\\]*(?:\\(?:text|mathrm)\{{\s*)?{_UNIT}(?:\s+of\s+(?:model\s+)?states?)?"
    r"\s*(?:/|per|for\s+(?:each|every)|each)\s*"
    rf"(?P<noun>{'|'.join(NOUNS.values())}|{_ENTRIES})\b",
    re.IGNORECASE,
)
# "sequences in one micro-batch" counts sequences, "layer outputs between stages" no stages.
_HEAD = lazy_re(
    r"\s(?:in|on|at|for|between|from|to|with|by|of one|of each|of a|that|which|held|kept)\s"
)
_OF_A_LENGTH = lazy_re(r"\b(?:length|long|sequences?|context|window|prompts?)\b", re.IGNORECASE)
_PER_BEFORE = lazy_re(
    r"(?:\A\s*|[,;:]\s+)(?:per|(?:for|in|with)\s+(?:each|every|one))\s+[A-Za-z]", re.IGNORECASE
)
_PARAGRAPH = lazy_re(r"\n\s*\n")
_ALIKE = {"param": ("param",), "rank": ("GPU", "rank", "1"), "GPU": ("GPU",)}


def units_said_behind_formulas_fit(project: Project, document: Document) -> Iterator[Sight]:
    """Units said behind formulas fit.

    What: words behind a formula say "bytes per parameter", and the formula is
    already multiplied by the number of parameters; so for tokens, layers, GPUs.
    Or they name a unit of another kind than the units of its letters make, or
    count other things than the row of a letter says ("$g$ tokens" of ranks), or
    say "per GPU" of what the row says is of the whole job, "in each sequence" of
    what is of a step, or "joules per token" of what is in joules where another
    row is in joules per token; or bits of what counts bytes or nats. Or a letter
    without a row stands before things of two kinds.

    Why: read as it is printed, the total grows with the square of the count.
    The same sentence is right without the letter, or without "per".

    Example: "$16\\Psi$ bytes per parameter". Write "16 bytes per parameter",
    or "$16\\Psi$ bytes".
    """
    yield from letters_that_count_two_things(project, document)
    for printed in project.printed(document):
        behind = document.masked[end_of(document, printed) :][:120]
        if not printed.span.display:
            # What the next paragraph begins with is said of something else.
            behind = _PARAGRAPH.split(behind)[0]
        if isinstance(printed.parsed, Rejection):
            continue
        unlike = _of_another_kind(project, document, printed, behind)
        unlike = unlike or _in_bits_or_bytes(project, document, printed, behind)
        unlike = unlike or counts_another_thing(project, document, printed, behind)
        unlike = unlike or of_another_row(project, document, printed, behind)
        phrase = _PHRASE.match(behind)
        if unlike is not None:
            yield unlike
        if phrase is None or unlike is not None:
            continue
        said, node = phrase["noun"], printed.parsed.members[-1]
        if re.fullmatch(_ENTRIES, said, re.IGNORECASE):
            whole = _of_all_entries(project, document, printed, node)
            if whole and not _OF_ANOTHER.match(behind, phrase.end()):
                yield _told(document, printed, node, whole, phrase).replaced(level="provable")
            continue
        kind = next(
            name for name, words in NOUNS.items() if re.fullmatch(words, said, re.IGNORECASE)
        )
        for glyph in glyphs_in(node):
            if _counts(project, document, printed, glyph, kind) and _grows_with(node, glyph):
                sight = _told(document, printed, node, glyph, phrase)
                sure = _is_sure(project, document, node, glyph, said)
                yield sight.replaced(level="provable") if sure else sight
                break


def _of_all_entries(project: Project, document: Document, printed: Printed, node: Node) -> str:
    """A letter that makes a formula one of all entries: it grows with sequences and with tokens."""
    grows = [glyph for glyph in glyphs_in(node) if _grows_with(node, glyph)]
    counted = {
        kind: [glyph for glyph in grows if _counts(project, document, printed, glyph, kind)
               or _is_in(project, document, glyph, kind)]
        for kind in ("sequence", "token")
    }  # fmt: skip
    return counted["sequence"][0] if all(counted.values()) else ""


def _is_in(project: Project, document: Document, glyph: str, kind: str) -> bool:
    """Whether a row measures a letter in things of a kind, for each of others or not."""
    return any(
        letter.glyph == glyph and class_of(head(letter.unit or "")) == class_of(kind)
        for letter in project.declarations(document)
    )


def _of_another_kind(
    project: Project, document: Document, printed: Printed, behind: str
) -> Sight | None:
    """A finding where the unit behind a formula measures something else than its letters make."""
    chain, table = printed.parsed, project.units
    if isinstance(chain, Rejection) or table is None:
        return None
    node, named = chain.members[-1], _ANY_UNIT.match(behind)
    if not glyphs_in(node) and set(chain.operators) <= _SAME and printed.span.table < 0:
        # Of "= 989 tokens per step" the other side says what it is measured in.
        node, named = chain.members[0], named or _RATE.match(behind)
        if named is not None and not named["per"] and named["unit"].endswith(("FLOP", "FLOPs")):
            return None
    # A maximum of two numbers has no letter whose unit could be another.
    lettered = any(isinstance(part, Letter) for part in walk(node))
    if named is None or not lettered or isinstance(node, Letter):
        return None
    unit, per = named["unit"], named["per"]
    said = (table.known_unit(f"{unit}/({per})") if per else None) or table.known_unit(unit)
    if said is None:
        return None
    rows = units_of_rows(project, document)
    makes = dimensions_in({glyph: strict(unit) for glyph, unit in rows.items()}, node)
    if makes is None or makes == strict(said):
        return None
    before = document.masked[sentence_start(document, printed.span.start) : printed.span.start]
    if _PER_BEFORE.search(before):
        # "Per useful operation the run spends $E / C$ joules".
        return None
    # "In units of $u S H$ bytes": of numbers, each of so many bytes.
    if not makes.hard and (len(chain.members) == 1 or node is not chain.members[0]):
        return None
    whole = snippet(node, printed.span.latex)
    return sight_at(
        document,
        printed.span,
        f"{plain(whole)} is in {named_unit(makes)} by the units of its letters, not in "
        f"{unit}{f' per {per}' if per else ''}.",
        inside=node.at[0],
        guess=f"Write {named_unit(makes)}, or correct the formula.",
        level="provable",
        evidence="the units that the document declares",
    )


def _in_bits_or_bytes(
    project: Project, document: Document, printed: Printed, behind: str
) -> Sight | None:
    """A finding where bits are said of bytes, bytes of bits, or either of a natural logarithm."""
    counts = said_in_bits(project, document, printed, behind)
    if not counts:
        return None
    return sight_at(
        document,
        printed.span,
        f"{plain(printed.span.latex)} counts {counts}, and the text says another unit.",
        guess=f"Write {counts}, or put the factor into the formula.",
        level="provable",
        evidence="the units that the document declares",
    )


def _is_sure(project: Project, document: Document, node: Node, glyph: str, noun: str) -> bool:
    """Whether a formula is surely a total: a number of the letter alone, or by all its units.

    By them the letter counts what the words name, and no other letter is told for each of it.
    """
    if len(glyphs_in(node)) == 1:
        return True
    rows = {letter.glyph: letter for letter in project.declarations(document)}
    kind = re.escape(noun.lower().removesuffix("s"))
    each = re.compile(rf"(?:/|\bper )\s*{kind}s?\b|\bof (?:a|one|each) {kind}\b")
    if any(name not in rows for name in glyphs_in(node)) or not rows[glyph].firm:
        return False
    own = rows[glyph]
    counts = re.fullmatch(rf"{kind}s?", (own.unit or "").strip().lower()) or re.match(
        rf"(?:be )?(?:the )?(?:total )?(?:number of )?{kind}s?\b", own.meaning.lower()
    )
    # Tokens of a request, times requests, are a total all the same.
    others = [rows[name] for name in glyphs_in(node) if name != glyph]
    of_each = [row for row in others if each.search(f"{row.meaning} {row.unit or ''}".lower())]
    if not of_each and _OF_A_LENGTH.search(own.meaning):
        # Each token of a sequence looks at all of its tokens: it is a rate all the same.
        return False
    # Of a sum, "2 + g + k" bytes for each, all terms are one factor.
    sums = [part for part in walk(node) if isinstance(part, Sum)]
    added = [name for part in sums for name in glyphs_in(part)]
    alone = [row for row in of_each if row.glyph not in added]
    return counts is not None and len(alone) + (len(of_each) > len(alone)) < 2


def _counts(project: Project, document: Document, printed: Printed, glyph: str, kind: str) -> bool:
    """Whether a letter counts things of a kind, by the notation or by the document's words."""
    notation = project.notation(document)
    if notation is not None and (registry := project.registry) is not None:
        meaning = holder_of(registry, notation, printed.scope).meaning.ours.get(glyph)
        note = registry.symbols.get(getattr(meaning, "name", ""))
        if note is not None:
            return note.unit in _ALIKE.get(kind, (kind,))
    words = rf"\b(?:number of |count of |total )?\w*\s?(?:{NOUNS[kind]})\W*\Z"
    plural = re.compile(words, re.IGNORECASE)
    return any(
        letter.glyph == glyph
        and (
            re.fullmatch(NOUNS[kind], (letter.unit or "").strip(), re.IGNORECASE)
            or plural.search(_HEAD.split(letter.meaning.split(",")[0])[0]) is not None
        )
        and not re.search(r"\bper\b|/", f"{letter.meaning} {letter.unit or ''}")
        for letter in project.declarations(document)
    )


def _grows_with(node: Node, glyph: str) -> bool:
    """Whether a formula doubles when a letter does."""
    letters: dict[str, Values] = {
        name: np.array([3.0, 5.0, 7.0]) + place for place, name in enumerate(glyphs_in(node))
    }
    try:
        value = Probe(letters).value(node)
        other = Probe({**letters, glyph: 2 * letters[glyph]}).value(node)
    except Unknown:
        return False
    return bool(np.allclose(other, 2 * value, rtol=1e-9))


def _told(
    document: Document, printed: Printed, node: Node, glyph: str, phrase: re.Match[str]
) -> Sight:
    latex = printed.span.latex
    letters = (part for part in walk(node) if isinstance(part, Letter))
    letter = next((snippet(part, latex) for part in letters if part.glyph == glyph), glyph)
    whole = snippet(node, latex)
    unit, noun = phrase["unit"], re.sub(r"ies$", "y", phrase["noun"]).rstrip("s")
    several = re.sub(r"y$", "ie", noun) + "s"
    share = _share(node, glyph)
    instead = f"{share} {unit} per {noun}" if share else f"{whole} divided by {letter}"
    return sight_at(
        document,
        printed.span,
        f"{plain(whole)} {unit} is the total of all {several}, since {plain(letter)} counts them; "
        f"it is not {unit} per {noun}.",
        inside=node.at[0],
        name=plain(letter),
        guess=f'Write "{instead}", or "{plain(whole)} {unit}".',
    )


def _share(node: Node, glyph: str) -> str:
    """What remains of a number of letters without the letter; empty where it is no number."""
    if isinstance(node, Product) and len(node.factors) == 2:
        number, other = node.factors
        if isinstance(number, Number) and isinstance(other, Letter) and other.glyph == glyph:
            return number.text
    if isinstance(node, Sum | Negative | Product):
        try:
            value = float(Probe({glyph: 1.0}).value(node))
        except Unknown:
            return ""
        return f"{value:g}"
    return ""
