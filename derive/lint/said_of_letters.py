"""Numbers that a sentence says a letter is: "but $U$ is only 4.9 GB"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re
from derive.notation import Letter, Rejection
from derive.units import Unit, UnitTable

from .documents import before_formula
from .project import Project
from .sentences import doubted, sentences
from .spoken_claims import Places, as_claim
from .statements import Value
from .system import System

REACH, NEAR = 50, 40
_IS = lazy_re(
    r"[\s$`)]*\s(?:is|are|was|stays|becomes|equals|reaches|(?:comes|amounts|drops|falls|rises|grows"
    r"|shrinks|goes)(?:\s+(?:up|down))?\s+to)\s+(?:(?:then|now|here|still|only|just|even|already"
    r"|about|roughly|merely|again|thus|therefore|nearly|almost|some)\s+){0,2}[$\\(~\s]*"
)
# "The point at which $t$ is 5 s" says of no t what it is.
_OF_A_CASE = lazy_re(r"\b(?:where|when|once|while|until|as|that|which|because)[\s$\\(`]*\Z")


def said_of_letters(
    project: Project, table: UnitTable, system: System, places: Places, units: Mapping[str, Unit]
) -> Iterator[Value]:
    """What sentences say that a letter is for which the document has a formula."""
    document = system.document
    for printed in project.printed(document):
        chain, end = printed.parsed, printed.span.end
        if isinstance(chain, Rejection) or chain.further or len(chain.members) != 1:
            continue
        letter = chain.members[0]
        if not isinstance(letter, Letter) or printed.span.table >= 0:
            continue
        laws = [law for law in system.definitions.get(letter.glyph, ()) if law.operator == "="]
        said = _IS.match(document.masked, end, end + REACH) if laws else None
        block = document.block_at(printed.span.start) if said else None
        start = printed.span.start
        before = before_formula(document.masked[max(start - NEAR, 0) : start])
        if said is None or block is None or _OF_A_CASE.search(before):
            continue
        for sentence in next(iter(sentences(document, table, [(block.start, block.end)]))):
            for amount in sentence.amounts:
                if amount.start == said.end() and not doubted(sentence.words):
                    around = "", document.masked[amount.end : amount.end + NEAR]
                    claim = as_claim(laws[0], amount, around, units, places, table)
                    if claim is not None and not claim.unlike:
                        yield claim
