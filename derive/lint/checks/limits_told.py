"""Bounds held against what the text says of their numbers: "here at most 12", "1455 or more"."""

from __future__ import annotations

import math

from derive.lazy import lazy_re

from ..claims.solved_relations import unrounded
from ..laws.holding import DIRECTIONS
from ..laws.probing import evaluated
from ..laws.wording import plain, snippet
from ..numbers.statements import BOUNDS, Definition, Value
from ..numbers.system import System
from ..rules import Sight, sight_at
from ..texts.documents import Document
from ..words.places import Places
from ..words.quantities import A_NUMBER_IN_WORDS, NUMBERS_IN_WORDS

CLOSE_BY = 60
BEFORE, BEHIND, LEAST, MOST = 400, 400, 2, 1000
APART = 0.02
"""How far a bound must be from a whole number for rounding to say which way it points."""
DENIED = lazy_re(
    r"\b(?:not|n't|never|fails?|unless|otherwise|exceeds?|overflows?|beyond|else|while|but|until"
    r"|conversely|contrary|opposite|runs?\s+out)\b"
)
_LEAST_BEFORE = lazy_re(r"\b(?:at\s+least|no\s+(?:less|fewer)\s+than)\s+[$\\(`:a-z]*\Z")
_MOST_BEFORE = lazy_re(r"\b(?:at\s+most|no\s+more\s+than)\s+[$\\(`:a-z]*\Z")
# "That asks for $J = 1455$ or more": as it is told behind the number.
_OR_MORE = lazy_re(
    r"[$`)]*\s*(?:[A-Za-z/]+\s+)?or\s+(?:(?P<more>more|longer|larger)|less|fewer|shorter)\b"
)
ABOUT = 0.01
"""How far what a bound gives may be from a number that is rounded to a whole one."""
_CONCLUDES = (
    r"(?:here|so|hence|thus|therefore|that\s+is|which\s+(?:is|asks|means|allows|leaves|gives|makes)"
    r"|asks?\s+for|fits?|needs?|at\s+(?:most|least)|room\s+for|or|i\.e\.)"
)
_WHOLE = lazy_re(
    rf"\b{_CONCLUDES}\b[\s,]*(?:(?:for|only|just|already|the|that|we)\s+){{0,2}}[$\\(]*"
    rf"(?P<n>\d{{1,4}}(?![\d.,]*\d|\s*(?:\\?%|\\times|\\cdot|×|·))|(?:{A_NUMBER_IN_WORDS})(?![\w-]))",
)
_PARAGRAPHS_END = lazy_re(r"\n\s*(?:#|\\(?:sub)*section|\|)")


def against_count(system: System, bound: Definition) -> Sight | None:
    """A finding where a whole number is concluded that a bound, as it stands, leaves out."""
    document, end = system.document, bound.printed.span.end
    stop = _PARAGRAPHS_END.search(document.masked, end, end + BEHIND)
    behind = stop.start() if stop else end + BEHIND
    later = [law.offset for law in system.definitions.get(bound.glyph, ()) if law.offset > end]
    left_out: tuple[int, float, int] | None = None
    for said in _WHOLE.finditer(document.masked, end, min([behind, *later])):
        number = NUMBERS_IN_WORDS.get(said["n"].lower()) or float(said["n"])
        if not LEAST <= number <= MOST:
            continue
        direction, value = _rounded_to(system, bound, number, said.start("n"))
        if direction == DIRECTIONS[bound.operator]:
            return None
        if direction and left_out is None:
            left_out = int(number), value, said.start("n")
    if left_out is None:
        return None
    number, value, at = left_out
    line, _ = document.place(at)
    return sight_on_bound(
        document,
        bound,
        f"Line {line} concludes {number} from {value:.4g}, which this bound leaves out: it points "
        "the other way.",
        (f"line {line}", str(number)),
    )


def against_words(system: System, bound: Definition) -> Sight | None:
    """A finding where the text goes on to call the letter's number a limit on the other side.

    "That asks for $J = 1455$ or more", below an upper bound of J. Two bounds of a letter may limit
    it on both sides.
    """
    document, end = system.document, bound.printed.span.end
    if sum(law.operator in BOUNDS for law in system.definitions[bound.glyph]) > 1:
        return None
    for value in system.values:
        if value.glyph != bound.glyph or not end < value.offset < end + BEFORE or value.spoken:
            continue
        before = document.masked[max(value.offset - CLOSE_BY, 0) : value.offset]
        least, most = _LEAST_BEFORE.search(before), _MOST_BEFORE.search(before)
        behind = _OR_MORE.match(document.masked, value.end)
        if least or (behind and behind["more"]):
            direction, words = DIRECTIONS[">="], "at least"
        elif most or behind:
            direction, words = DIRECTIONS["<="], "at most"
        else:
            continue
        if DENIED.search(before) or DENIED.search(document.masked, end, value.end):
            continue
        # It is what this bound gives: else it is of another one.
        is_given = any(
            math.isclose(gives, value.in_base, rel_tol=ABOUT)
            for _, gives in system.outcomes(bound, value)
        )
        if is_given and direction != DIRECTIONS[bound.operator]:
            line, _ = document.place(value.offset)
            return sight_on_bound(
                document,
                bound,
                f"Line {line} says that {plain(bound.glyph)} is {words} what this bound "
                "gives: it points the other way.",
                (f"line {line}", plain(value.shown)),
            )
    return None


def _rounded_to(system: System, bound: Definition, number: float, offset: int) -> tuple[int, float]:
    """Whether a number is what a bound gives, rounded down, -1, or up, 1, and is not nearest."""
    claim = Value(
        bound.glyph, number, 0.0, "", offset, offset, bound.operator, (), 1,
        Places(system.document).of(offset),
    )  # fmt: skip
    for setting in system.settings(bound, claim):
        value = evaluated(unrounded(bound.side), setting.values)
        if value is None or value < 1 or abs(value - round(value)) < APART:
            continue
        if number in {math.floor(value), math.ceil(value)} and number != round(value):
            return (-1 if number < value else 1), value
    return 0, 0.0


def sight_on_bound(
    document: Document, bound: Definition, message: str, row: tuple[str, str]
) -> Sight:
    """A finding on a bound, with what contradicts its sign."""
    latex = bound.printed.span.latex
    shown = f"{plain(bound.glyph)} {bound.operator} {snippet(bound.side, latex)}"
    return sight_at(
        document,
        bound.printed.span,
        message,
        inside=bound.side.at[0],
        name=plain(bound.glyph),
        rows=[("bound", shown), row],
        guess="Turn the sign around, here or there.",
    )
