"""Numbers that a sentence says a letter is: "but $U$ is only 4.9 GB"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re
from derive.notation import Letter, Rejection
from derive.units import Unit, UnitTable

from ..numbers.statements import Value
from ..numbers.system import System
from ..project import Project
from ..texts.documents import Document, before_formula
from ..words.places import Places
from ..words.quantities import FRACTIONS_IN_WORDS, Amount
from ..words.sentences import doubted, sentences
from .spoken_values import as_value

REACH, NEAR = 50, 40
_IS = lazy_re(
    r"[\s$`)]*\s(?:is|are|was|stays|becomes|equals|reaches|(?:comes|amounts|drops|falls|rises|grows"
    r"|shrinks|goes)(?:\s+(?:up|down))?\s+to)\s+(?:(?:then|now|here|still|only|just|even|already"
    r"|about|roughly|merely|again|thus|therefore|nearly|almost|some)\s+){0,2}[$\\(~\s]*"
)
_COLON = lazy_re(r"[$`)\s]*:\s+[$\\(~]*")
# "The point at which $t$ is 5 s" says of no t what it is.
_OF_A_CASE = lazy_re(r"\b(?:where|when|once|while|until|as|that|which|because)[\s$\\(`]*\Z")
# "The root of $z$ is 8": of what is made of a letter.
_OF_ITS_PART = lazy_re(
    r"\b(?:root|square|cube|half|third|quarter|tenth|double|inverse|reciprocal|logarithm|share|part"
    r"|rest|multiple|per\s?cent|percentage|exponent|sum|product|difference|ratio|mean|maximum|minimum"
    r"|derivative|error|change|gradient|variance)s?\s+(?:of|in)\s+[$\\(`]*\Z"
)
# "To bring $\\psi$ down to 0.05": a value that is put in, and no claim.
_BRINGS = lazy_re(
    r"\b(?:bring|push|raise|lower|set|reduce|cut|increase|keep|hold|drive|take|get|limit)(?:s|ting"
    r"|ing)?\s+(?:the\s+[a-z]+\s+)?[$\\(`]*\Z",
    re.IGNORECASE,
)
_AND = lazy_re(r"[\s$`\])]*[A-Za-z/]{0,20},?\s*(?:and\s+)?[$\\(`]*")
_TO = lazy_re(r"[\s$`)]*\s(?:(?:down|up|back)\s+)?(?:to|at)\s+[$\\(~\s]*")

# "To get $f$ down to a tenth".
_PART = lazy_re(
    rf"(?:an?|one)\s+(?P<part>{'|'.join(FRACTIONS_IN_WORDS)})\b(?!\s+of\b)", re.IGNORECASE
)


def values_in_words(
    project: Project, table: UnitTable, system: System, places: Places, units: Mapping[str, Unit]
) -> Iterator[Value]:
    """Values with which words say that a letter is put in: what none of them claims.

    "Setting $x$ to 8 and $y$ to 4" holds in its paragraph; "- $k$: 8" and "if $k$ is 8" are
    said of letters that no formula gives.
    """
    brought = -1
    document = places.document
    for letter, start, end in _lone_letters(project, document):
        to = _TO.match(document.masked, end, end + REACH)
        before = before_formula(document.masked[max(start - NEAR, 0) : start])
        goes_on = 0 <= brought <= start and _AND.fullmatch(
            before_formula(document.masked[brought:start])
        )
        if to is not None and (goes_on or _BRINGS.search(before)):
            _, amount = _amount_at(document, table, start, to.end())
            value = amount and as_value(letter.glyph, amount, units, places, table)
            if value:
                brought = value.end
                yield value.replaced(spoken=False, declared=True, supposed=True)
            continue
        if letter.glyph in system.definitions or letter.glyph not in system.units:
            continue
        said = _IS.match(document.masked, end, end + REACH)
        if said is None and document.is_listed(start):
            said = _COLON.match(document.masked, end, end + REACH)
        _, amount = _amount_at(document, table, start, said.end()) if said else ("", None)
        value = amount and as_value(letter.glyph, amount, units, places, table)
        if value and not (_OF_A_CASE.search(before) or _OF_ITS_PART.search(before)):
            yield value.replaced(spoken=False)


# "- $e$: size of one head (elements); 128", "- $n$: nodes of the job, here $2^6$".
_LAST = lazy_re(r"[;,:—–]\s+(?:here\s+|is\s+|ours\s+|now\s+)?[$\\(`]*\Z")
_ENDS = lazy_re(r"[\s$`.,;)*_]*\Z")


def values_in_lists(
    project: Project, table: UnitTable, system: System, places: Places, units: Mapping[str, Unit]
) -> Iterator[Value]:
    """The values with which points of a list end that say what their letters are."""
    document = system.document
    for said in project.declarations(document):
        block = document.block_at(document.starts[said.line - 1] + said.column - 1)
        if said.kind != "bullet" or said.shares > 1 or block is None:
            continue
        for sentence in next(iter(sentences(document, table, [(block.start, block.end)])))[-1:]:
            amount = sentence.amounts[-1] if sentence.amounts else None
            if (
                amount is not None
                and _ENDS.match(document.masked, amount.end, block.end)
                and _LAST.search(document.masked, block.start, amount.start)
            ):
                value = as_value(said.glyph, amount, units, places, table)
                if value is not None:
                    yield value.replaced(spoken=False, declared=True)


def _lone_letters(project: Project, document: Document) -> Iterator[tuple[Letter, int, int]]:
    """The letters that stand alone in a sentence, each with where it begins and ends."""
    for printed in project.printed(document):
        chain = printed.parsed
        if isinstance(chain, Rejection) or chain.further or len(chain.members) != 1:
            continue
        letter = chain.members[0]
        if isinstance(letter, Letter) and printed.span.table < 0:
            yield letter, printed.span.start, printed.span.end


def _amount_at(
    document: Document, table: UnitTable, start: int, place: int
) -> tuple[str, Amount | None]:
    """The amount that a sentence says at a place, with the words of the sentence."""
    block = document.block_at(start)
    if block is None:
        return "", None
    for sentence in next(iter(sentences(document, table, [(block.start, block.end)]))):
        for amount in sentence.amounts:
            if amount.start == place:
                return sentence.words, amount
    part = _PART.match(document.masked, place)
    if part is None:
        return "", None
    value = FRACTIONS_IN_WORDS[part["part"].lower()]
    return "", Amount(value, 0.0, part.group(), place, part.end(), whole=False, in_words=True)


def said_of_letters(
    project: Project, table: UnitTable, system: System, places: Places, units: Mapping[str, Unit]
) -> Iterator[Value]:
    """What sentences say that a letter is for which the document has a formula."""
    document = system.document
    for letter, start, end in _lone_letters(project, document):
        laws = [law for law in system.definitions.get(letter.glyph, ()) if law.operator == "="]
        said = _IS.match(document.masked, end, end + REACH) if laws else None
        before = before_formula(document.masked[max(start - NEAR, 0) : start])
        if said is None or _OF_A_CASE.search(before) or _OF_ITS_PART.search(before):
            continue
        words, amount = _amount_at(document, table, start, said.end())
        if amount is not None and not doubted(words):
            claim = as_value(letter.glyph, amount, units, places, table)
            if claim is not None:
                yield claim
