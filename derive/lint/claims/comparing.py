"""The rules that hold a document's formulas against the laws of the registry."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import pairwise

from derive.entries.phrase_words import SAME_WORDS, singular
from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Number, Rejection, glyphs_in

from ..laws.holding import SAME, Holder, Pair, Verdict, glyph_of, holder_of, pairs_of
from ..laws.judging import judge
from ..laws.meaning import Meaning
from ..laws.mistakes import listed_alone
from ..laws.severities import level_of, may_be_misread, severity_of
from ..laws.verdicts_in_words import guess, message, quantity
from ..laws.wording import plain, snippet, worded
from ..numbers.implied import notation_at
from ..numbers.suppositions import (
    does_without,
    is_imagined,
    is_of_a_case,
    is_of_a_point,
    is_of_others,
    is_supposed,
    supposes_equal_letters,
)
from ..numbers.system import System
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from ..texts.phrases import content
from .borne_out import are_one, is_borne_out
from .system_reading import system_of

# A judgement takes milliseconds, and documents repeat their formulas.
MOST_KEPT = 4096
BEFORE = 320
"""So many characters before a formula its paragraph says what it counts."""
_LEFT_OUT = lazy_re(
    r"\b(?:not|no|without|omit\w*|neglect\w*|ignor\w*|leav\w+|drop\w*|except|apart\s+from|beside|besides"
    r"|instead|small|negligible|free)\b",
    re.IGNORECASE,
)
# "Half an interval of work, and a restart": the last of what a sentence lists.
_LAST_LISTED = lazy_re(
    r"(?:,|,?\s+and|\s+plus)\s+(?:the|an?|one)\s+([a-z][a-z-]*)(?=\s*(?:[.,;:]|$))"
)
# Words that say what is measured, and not of what.
_OF_ANY = frozenset("time memory cost bytes share part time rate".split())
WRONG = frozenset({"differs", "left out", "erratum"})
BESIDE = 160
"""So many characters behind a formula its sentence may give a letter a value."""


def formulas_agree_with_the_registry(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas agree with the registry.

    What: a printed relation, read through the document's notation, is equal to
    a registered law, also rearranged; or it is equal under an assumption, or
    another convention, which is said; or one change away from a law that gives
    the same quantity, which is an error. Where no law has its letters, two laws
    may that share all others, or a premise of a derivation. What has the letters
    of a law and is further away is a warning, all else is not judged. A document without a
    notation is read by its own words, and then nothing is more than a warning.

    Why: a lost factor, a turned ratio or a wrong sign reads well, often has the
    right units, and is copied on from there.

    Example: `M_{act} = L s b h (34 + 5 a / h)` lacks the factor s in its second
    term; the paper has `5 a s / h`.
    """
    # Judged first: which letters have a law decides what the others of its symbol are.
    stated = {
        (verdict.entry, glyph_of(verdict.pair.left))
        for printed, holder in formulas_of(project, document)
        for verdict in verdicts_on(printed, holder) if verdict.kind in {"equal", "assumed"}
    }  # fmt: skip
    system = system_of(project, document)
    for printed, holder in formulas_of(project, document):
        for verdict in _verdict_by_row(printed, holder):
            left, right = verdict.pair.left, verdict.pair.right
            # ``5 K = 2 \\cdot 2 K + K`` says nothing of K.
            if not isinstance(left, Letter) and left != right and are_one(left, right):
                continue
            glyph = glyph_of(verdict.pair.left)
            alike = {*holder.glyphs_alike(glyph)}
            if verdict.pair.operator not in SAME:
                # Beside the law itself another bound of the same letter is of another condition.
                alike.add(glyph)
            # The law is printed of another letter of the same symbol: this one is a variant of it.
            if any((verdict.entry, other) in stated for other in alike):
                continue
            lost = _lost_letter(system, printed, verdict, holder)
            for sight in _told(lost or verdict, printed, document, holder):
                if lost:
                    yield sight.replaced(level="provable")
                    continue
                # What an example follows may well be the law of another quantity.
                sure = sight.level == "provable"
                follows = sure and is_borne_out(system, printed, verdict)
                yield sight.replaced(level="likely") if follows else sight


def _lost_letter(
    system: System, printed: Printed, verdict: Verdict, holder: Holder
) -> Verdict | None:
    """The verdict that a formula is a law but for one letter that the text never takes to be one.

    It gives the letter other values, or one right behind the formula: "for T = 8192 and m = 1".
    """
    special = {"differs": verdict.unless, "left out": verdict, "assumed": verdict}.get(verdict.kind)
    own = holder.meaning.expressible
    lost = [each for each in special.assumptions if each.name in own] if special else []
    if holder.meaning.own_words or special is None or [each.value for each in lost] != ["1"]:
        return None
    if isinstance(verdict.pair.left, Letter) and isinstance(verdict.pair.right, Letter):
        # "It is $y = k$ for one token".
        return None
    ours = holder.meaning.ours.items()
    glyphs = {glyph for glyph, meaning in ours if meaning.name == lost[0].name}
    given = [value for value in system.values if {value.glyph} == glyphs]
    end = printed.span.end
    near = [value for value in system.values if end < value.offset < end + BESIDE]
    sentence = min((value.offset, value.place) for value in near)[1] if near else ()
    behind = {value.glyph for value in near if value.place == sentence}
    # Who gives the letter beside those of the formula had it there.
    beside = glyphs < behind and not behind.isdisjoint(holder.glyphs(verdict.pair))
    # A degree that is left out is often one on purpose: what a layer keeps, before it is shared.
    registry = holder.index.registry
    is_degree = registry.symbols[lost[0].name].unit in registry.units.places
    never_one = given and not is_degree and all(value.in_base != 1 for value in given)
    return special.replaced(kind="left out") if beside or never_one else None


def told_of(printed: Printed, document: Document, holder: Holder) -> Iterator[Sight]:
    """A finding on each row of a formula: on the verdict that says most about it."""
    for verdict in _verdict_by_row(printed, holder):
        yield from _told(verdict, printed, document, holder)


def _verdict_by_row(printed: Printed, holder: Holder) -> Iterator[Verdict]:
    for verdicts in verdicts_by_row(printed, holder):
        worst = max(verdicts, key=rank, default=None)
        if worst is not None:
            yield worst


def formulas_of(project: Project, document: Document) -> Iterator[tuple[Printed, Holder]]:
    """The formulas of a document whose letters a notation explains, or its own words."""
    # ``L = 1`` in one line is the example of that place, and not the L of the chapter.
    known: dict[tuple[str, int], Fraction] = {}
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        notation = notation_at(project, document, printed.span.line)
        if notation is None or project.registry is None:
            continue
        scope = printed.scope if project.has_notation(document) else ""
        holder = holder_of(project.registry, notation, scope)
        _learn(known, printed.parsed, printed.span.line, holder.meaning)
        known = {
            place: value for place, value in known.items() if printed.span.line - place[1] <= 3
        }
        holder.known = {name: value for (name, _), value in known.items()}
        yield printed, holder


def _learn(
    known: dict[tuple[str, int], Fraction], chain: Chain, line: int, meaning: Meaning
) -> None:
    """Values that the text gives to letters, ``L = 1``; they hold for the lines around."""
    for row in chain.rows:
        for (left, right), operator in zip(pairwise(row.members), row.operators, strict=True):
            symbol = meaning.ours.get(left.glyph) if isinstance(left, Letter) else None
            if symbol is None or not symbol.is_letter:
                continue
            if isinstance(right, Number) and not right.unit and operator == "=":
                known[symbol.name, line] = right.value


def verdicts_on(printed: Printed, holder: Holder) -> tuple[Verdict, ...]:
    """A verdict on each relation of a formula that says something about its first side.

    The same print beside the same values is judged once.
    """
    return tuple(verdict for some in verdicts_by_row(printed, holder) for verdict in some)


def verdicts_by_row(printed: Printed, holder: Holder) -> tuple[tuple[Verdict, ...], ...]:
    """The same, row by row."""
    if isinstance(printed.parsed, Rejection):
        return ()
    key = (printed.span.latex, tuple(sorted(holder.known.items())))
    if key not in holder.judged:
        if len(holder.judged) >= MOST_KEPT:
            holder.judged.clear()
        holder.judged[key] = tuple(tuple(_verdicts(chain, holder)) for chain in printed.parsed.rows)
    return holder.judged[key]


def _verdicts(chain: Chain, holder: Holder) -> Iterator[Verdict]:
    if not chain.operators:
        alone = listed_alone(holder, chain.members[0])
        yield from [alone] if alone is not None else []
    for pair in pairs_of(chain):
        if not _gives_both_a_value(chain, pair):
            yield judge(holder, pair)


def _gives_both_a_value(chain: Chain, pair: Pair) -> bool:
    """Whether two letters only get one value, as in ``u = v = 0.45``."""
    letters = isinstance(pair.left, Letter) and isinstance(pair.right, Letter)
    return letters and not glyphs_in(chain.members[-1])


def rank(verdict: Verdict) -> tuple[int, float]:
    """How much a verdict on one side of a chain says about all of it; simple changes first."""
    order = (
        "unread", "none", "equal", "assumed", "convention", "far", "left out", "differs", "erratum"
    )  # fmt: skip
    return order.index(verdict.kind), -verdict.cost


def _says_when(verdict: Verdict, document: Document, printed: Printed, holder: Holder) -> bool:
    """Whether a bound says when something else holds, "for d < 2 M", and is no law of d."""
    pair, entry = verdict.pair, verdict.entry
    return (
        pair.operator not in SAME
        and entry is not None
        and entry.lhs not in holder.letters(pair)
        and is_supposed(document, printed.span.start, conditions=True)
    )


def _told(
    verdict: Verdict, printed: Printed, document: Document, holder: Holder
) -> Iterator[Sight]:
    """A finding on a verdict; what agrees, or cannot be judged, is not told here."""
    if verdict.kind not in {*WRONG, "assumed", "convention", "far"}:
        return
    if may_be_misread(verdict, holder) or _says_nothing(verdict, printed, holder):
        return
    if _says_when(verdict, document, printed, holder):
        return
    level = level_of(verdict, holder)
    if level == "provable" and _is_of_a_case(verdict, document, printed, holder):
        level = "likely"
    named = level == "likely" and _is_named_before(verdict, document, printed, holder)
    evidence = "the document's own words" if holder.meaning.own_words else ""
    if named:
        level, evidence = "provable", "the words before the formula"
    registry = holder.index.registry
    if verdict.lent is not None:
        holder = holder.lending(verdict.lent)
    from ..laws.laws_in_letters import law_in_letters

    law, kept = law_in_letters(verdict, holder.meaning, registry)
    what = quantity(verdict, holder, printed.span.latex)
    rows = [("printed", printed.span.latex.strip())]
    if verdict.entry is not None:
        rows += [
            (entry.id, law or worded(entry.forms["text"], holder.meaning, registry))
            for entry in verdict.entry.together or (verdict.entry,)
        ]
    rows += [(name, registry.symbols[name].meaning) for name in kept if name in registry.symbols]
    if holder.meaning.own_words:
        rows += _read_as(verdict, holder)
    place = verdict.change.node.at[0] if verdict.change else verdict.pair.left.at[0]
    yield sight_at(
        document,
        printed.span,
        message(verdict, what, holder, printed.span.latex),
        inside=place,
        name=verdict.entry.id if verdict.entry else "",
        rows=rows,
        guess=guess(verdict, law),
        severity=severity_of(verdict, registry, own_words=holder.meaning.own_words),
        level=level,
        evidence=evidence,
    )


def _is_of_a_case(verdict: Verdict, document: Document, printed: Printed, holder: Holder) -> bool:
    """Whether one letter may stand for another in the case that a sentence is about.

    "Before failures, so that K = S": two letters alone say no law. Nobody slips twice alike.
    """
    if isinstance(verdict.pair.left, Letter) and isinstance(verdict.pair.right, Letter):
        return verdict.kind == "differs"
    row = next((some for some in verdicts_by_row(printed, holder) if verdict in some), ())
    start, lost = printed.span.start, holder.terms_lost(verdict.change)
    differing = [other for other in row if other.kind == "differs" and not _of_several(other)]
    if len(differing) > 1 or does_without(document, lost, start):
        return True
    if not lost and any(_is_denied(document, words) for words in _lost_words(verdict, holder)):
        return True
    # No case makes a smallest of a largest.
    turned = verdict.change is not None and verdict.change.kind == "function"
    cases = () if turned else (
        supposes_equal_letters, is_of_others, is_of_a_case,
        # "Both cost the same at $n = 12 d$; without a mask it would be $n = 6 d$".
        is_of_a_point, is_imagined,
    )  # fmt: skip
    return any(is_case(document, start) for is_case in cases)


def _lost_words(verdict: Verdict, holder: Holder) -> list[frozenset[str]]:
    """The words of each symbol of a term that a print lacks."""
    change = verdict.change
    if change is None or change.kind != "missing term":
        return []
    symbols = holder.index.registry.symbols
    return [
        content(symbols[name].meaning) - _OF_ANY
        for name in re.findall(r"[A-Za-z_]\w*", change.by)
        if name in symbols and name not in holder.letters(verdict.pair)
    ]


def _is_denied(document: Document, words: Collection[str]) -> bool:
    """Whether the text says that it has none of what a word names: "there are no biases"."""
    return any(
        re.search(rf"\b(?:no|without|neither|nor)\s(?:[\w-]+\s)?{re.escape(word)}(?:e?s)?\b",
                  document.masked, re.IGNORECASE)
        for word in words
    )  # fmt: skip


def _is_named_before(
    verdict: Verdict, document: Document, printed: Printed, holder: Holder
) -> bool:
    """Whether the words before a formula name what it lacks: "half an interval, and a restart".

    Who counts it in words has not left it out on purpose.
    """
    lost = _lost_words(verdict, holder)
    if holder.meaning.own_words:
        return False
    start = printed.span.start
    before = document.masked[max(start - BEFORE, 0) : start]
    said = re.split(r"\n\s*\n", before.rstrip("$ \n"))[-1]
    if len(lost) != 1 or _LEFT_OUT.search(said):
        return False
    listed = {
        SAME_WORDS.get(word, singular(word)) for word in _LAST_LISTED.findall(said.casefold())
    }
    return bool(lost[0]) and lost[0] <= listed


def _of_several(verdict: Verdict) -> bool:
    """Whether a print was held against what several laws come to."""
    return verdict.entry is not None and bool(verdict.entry.together)


def _says_nothing(verdict: Verdict, printed: Printed, holder: Holder) -> bool:
    """Whether the change that would make a print a law is to write what it has."""
    change = verdict.change
    if change is None or change.kind != "letter":
        return False
    by = worded(change.by, holder.meaning, holder.index.registry)
    return by == plain(snippet(change.node, printed.span.latex))


def _read_as(verdict: Verdict, holder: Holder) -> Iterator[tuple[str, str]]:
    """What letters were read as, where a document's own words had to say it."""
    meaning, symbols = holder.meaning, holder.index.registry.symbols
    for glyph in holder.glyphs(verdict.pair):
        names = meaning.ours[glyph].letters if glyph in meaning.ours else ()
        if names and names[0] in symbols:
            yield (
                f"{plain(meaning.latex.get(glyph, glyph))}, line {meaning.lines.get(glyph, 0)}",
                f"read as {symbols[names[0]].meaning} ({names[0]})",
            )
