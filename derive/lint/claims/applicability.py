"""Whether a formula is about a claim: what is chosen, conditions, formulas of another case."""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import attrgetter

from derive.lazy import lazy_re

from ..laws.probing import letters_in
from ..numbers.counted_things import counts_between, nouns_counted_by
from ..numbers.statements import Definition, Value
from ..numbers.suppositions import (
    equal_letters,
    heads_a_point,
    is_conditional,
    is_last_supposed,
    is_listed_with,
    is_of_a_case,
    is_of_a_changed_case,
    is_of_a_point,
    is_of_another_case,
    is_substituted,
    is_supposed,
    is_taken,
    opens_with_if,
)
from ..numbers.system import System
from ..texts.documents import Document
from ..texts.glyphs import is_glyph
from ..words.sentences import sentence_end, sentence_start
from .other_cases import is_given_later, is_put_in, puts_in_a_part

_OF_ONE_POINT = lazy_re(r"[_^](?:\*|opt|best|crit|star|times|half|max|min)\Z")


# "With $x$ in place of $y$ the bound is 92".
_SUBSTITUTED = lazy_re(r"[$)`\]]\s+(?:in\s+place\s+of|instead\s+of|rather\s+than)\s+[$\\(`:]")


def _counts_another(system: System, claim: Value, definition: Definition) -> bool:
    """Whether words count what a formula takes, and count another number: "eight stages have".

    Of what the sentence itself gives a letter, words say nothing more.
    """
    start, end = _words_before(system, claim)
    for count in counts_between(system.document, start, end):
        for glyph in definition.needs if count.number else ():
            if count.noun not in nouns_counted_by(system, glyph):
                continue
            known = system.candidates(glyph, claim)
            given = {value.in_base for value, _ in known}
            if known and known[0][1] and count.number not in given:
                return True
    return False


# "A second doubling gives $m = 8$"; "- A GPU twice as fast: ... $t$ is then 6.17 ms".
_RESIZED = lazy_re(
    r"\b(?:doubling|halving|tripling|quadrupling|(?:twice|half|double|(?:two|three|four|eight|ten)\s+times)"
    r"\s+(?:the|as\s+many)\s+(?!time\b|size\b)[a-z]+s)\b"
    # "In the same way 128 ranks yield $r = 0.4$".
    r"|\b(?:in\s+the\s+same\s+way|likewise|similarly|analogously)\b[^.]*\d",
    re.IGNORECASE,
)
BESIDE, HEAD, REACH = 24, 120, 400
"""So many characters behind a claim stand the values that it is claimed for; so long is a head;
so far before a formula a sentence begins that leads to it."""
_RESIZED_HEAD = lazy_re(
    r"[^.:;$`]*\b(?:half|twice|double|triple|(?:two|three|four|eight|ten)\s+times)\b[^.:;$`]*[:.]",
    re.IGNORECASE,
)


def _is_of_another_size(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a sentence doubles or halves something in words, and gives no value that it takes.

    Or the point of a list that is headed so.
    """
    document = system.document
    resized = _RESIZED.search(document.masked, *_words_before(system, claim)) is not None
    if not resized and (block := document.block_at(claim.offset)) is not None:
        end = min(claim.offset, block.start + HEAD)
        headed = _RESIZED_HEAD.match(document.masked, block.start, end)
        resized = headed is not None and document.is_listed(block.start)
    return resized and not any(
        value.place == claim.place
        and value.glyph in definition.needs
        and value.offset < claim.end + BESIDE
        for value in system.values
    )


def _is_at_a_bound(system: System, claim: Value, definition: Definition) -> bool:
    """Whether the words before a formula bound a letter of it: "within a day ($t \\le 86400$)"."""
    document = system.document
    words = document.masked[
        max(definition.printed.span.start - REACH, 0) : definition.printed.span.start
    ]
    # A display belongs to the sentence above it.
    last = definition.printed.span.start - len(words) + len(words.rstrip("$\\[ \n"))
    lead = sentence_start(document, last)
    return definition.offset < claim.offset and any(
        value.operator not in {"=", "~"}
        and value.glyph in definition.needs
        and lead <= value.offset < definition.offset
        for value in system.values
    )


def _words_before(system: System, claim: Value) -> tuple[int, int]:
    """Where the sentence of a claim begins, and the claim."""
    return max(sentence_start(system.document, claim.offset), 0), claim.offset


def is_about_another_case(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a formula surely says nothing of a claim."""
    if (
        _counts_another(system, claim, definition)
        or _SUBSTITUTED.search(system.document.masked, *_words_before(system, claim))
        or is_put_in(system, claim, definition)
        or puts_in_a_part(system, claim, definition)
        or _is_of_a_condition(system, claim, definition)
        or _is_of_another_size(system, claim, definition)
        or _is_at_a_bound(system, claim, definition)
        or _is_not_as_advised(system, claim, definition)
        or not definition.needs.isdisjoint(equal_letters(system.document, claim.offset) or ())
    ):
        return True
    # "If the layer keeps its output alone, this is $k = \\sqrt L$": in that sentence, and no other.
    elsewhere = sentence_end(system.document, definition.offset) != claim.place[2]
    others = any(law.row is not definition.row for law in system.definitions[definition.glyph])
    # "Both cost the same at $x = 12 w$" is of one x of many; "least at $\\tau_*$" of its own.
    one_of_many = others or not _OF_ONE_POINT.search(definition.glyph)
    if elsewhere and (
        (one_of_many and is_of_a_point(system.document, definition.offset))
        # "When $D = K m$ this is the old result".
        or is_conditional(system.document, definition.printed.span.start)
        # "The last step takes $W \\approx 12 l d^2$".
        or is_substituted(system.document, definition.printed.span.start)
        or (others and is_of_a_case(system.document, definition.offset))
    ):
        return True
    if _has_its_own_relation(system, claim, definition):
        return True
    # "There are $p = 8$ stages and $m = 32$ micro-batches", and a later section has its own m.
    is_given = not (claim.worked or claim.spoken or claim.cell)
    section = bisect_right(system.document.headings, definition.line, key=attrgetter("line"))
    if is_given and definition.offset > claim.offset and section != claim.place[0]:
        return True
    # "... the same memory would hold P = C d / (4 + K) = 320": of another case.
    return definition.offset > claim.offset and (
        system.has_own_number(definition)
        or is_of_another_case(system.document, definition)
        or is_given_later(system, claim, definition)
    )


# "About twenty tokens per weight are best, $z = 20 w$", and "we train $w = 32e9$ on $z = 6.4e12$".
_ADVICE = lazy_re(
    r"\b(?:best|optim\w+|ideal\w*|recommend\w*|advi[cs]e\w*|rule\s+of\s+thumb|should|prefer\w*)\b",
    re.IGNORECASE,
)
_FOLLOWS = lazy_re(
    r"\b(?:so|hence|thus|then|therefore|gives?|makes?|means|asks?|wants?|needs?|is|are|yields?|comes?"
    r"|rule|best|optim\w+|recommend\w*|follow\w*)\b",
    re.IGNORECASE,
)


def _is_not_as_advised(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a formula only says what is best, and a sentence gives what its author chose."""
    if claim.worked or claim.spoken or claim.cell:
        return False
    text, printed = system.document.masked, definition.printed.span.start
    advised = _ADVICE.search(text, max(sentence_start(system.document, printed), 0), printed)
    if advised is None:
        return False
    # "A rule of thumb, $r = z / x = 20$": what it says of itself is what it advises.
    own = claim.offset == definition.offset
    return own or not _FOLLOWS.search(text, *_words_before(system, claim))


def _has_its_own_relation(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a point of a list relates a letter otherwise than the point with its formula.

    "- Here $1/r = p / v + t$, and $r = 5.99$", below the point with "$r = S / t$".
    """
    document = system.document
    block, other = document.block_at(claim.offset), document.block_at(definition.offset)
    if block is None or other is None or block is other or not document.is_listed(other.start):
        return False
    return document.is_listed(block.start) and any(
        block.start <= law.offset < claim.offset and not is_glyph(law.glyph)
        and claim.glyph in letters_in(law.row.members[0], system.own)
        for some in system.definitions.values() for law in some
    )  # fmt: skip


def is_chosen(system: System, claim: Value) -> bool:
    """Whether a value is a choice, whatever another example takes: "for c = 0.1 this means".

    "No padding, P = 0", or "at h k = 1".
    """
    document = system.document
    return not claim.worked and (
        not claim.value
        or claim.special
        or is_supposed(document, claim.offset, conditions=not is_glyph(claim.glyph))
        or is_of_a_changed_case(document, claim.offset)
        or heads_a_point(document, claim.offset, claim.end)
        or (_is_listed(document, claim) and not _has_all_it_takes(system, claim))
        # "$k = 2$ misses it by 0.05 %": of the cases of a table.
        or claim.value in system.cases.get(claim.glyph, ())
    )


def _is_listed(document: Document, claim: Value) -> bool:
    """Whether a value stands among those that a sentence begins with."""
    return (
        is_taken(document, claim.offset)
        or is_last_supposed(document, claim.offset, claim.end)
        or is_listed_with(document, claim.offset, claim.end)
    )


def _has_all_it_takes(system: System, claim: Value) -> bool:
    """Whether a sentence gave before a claim all that its formula takes, two letters or more."""
    before = {
        value.glyph for value in system.values
        if value.place == claim.place and value.offset < claim.offset
    }  # fmt: skip
    laws = system.definitions.get(claim.glyph, ())
    return any(len(law.needs) > 1 and law.needs <= before for law in laws)


def is_of_no_formula(system: System, claim: Value) -> bool:
    """Whether a claim is a choice, or of a case that no formula of its letter is about."""
    laws = system.definitions.get(claim.glyph, ())
    return is_chosen(system, claim) or all(_is_of_a_condition(system, claim, law) for law in laws)


def _is_of_a_condition(system: System, claim: Value, definition: Definition) -> bool:
    """Whether a sentence says when its claim holds, and gives no value that would be put in.

    "If each node reads its own part, everything fits and $p = 1$."
    """
    document = system.document
    if claim.spoken or claim.worked or not is_glyph(claim.glyph):
        return False
    if sentence_start(document, claim.offset) <= definition.offset < claim.offset:
        return False
    return opens_with_if(document, claim.offset) and not any(
        known and not known[0][1]
        for known in (system.candidates(glyph, claim) for glyph in definition.needs)
    )
