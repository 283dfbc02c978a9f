"""Inequalities of letters that the values beside them contradict."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from derive.lazy import lazy_re
from derive.notation import Letter, Node, Rejection, Sum

from ..claims.system_reading import system_of
from ..laws.holding import DIRECTIONS
from ..laws.probing import evaluated, letters_in
from ..laws.wording import plain, snippet
from ..numbers.claim_agreement import comes_out
from ..numbers.statements import Definition, Value
from ..numbers.system import System
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from ..words.sentences import sentence_end

_OPPOSITE = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}
TURNED = {"<": "less", "<=": "less", "<<": "less", ">": "more", ">=": "more", ">>": "more"}
CLEARLY = 0.02
"""Two numbers that are nearer than this may have been rounded past each other."""
# What is wanted, asked, denied or only supposed need not hold for the values at hand.
_OPEN = lazy_re(
    r"\b(?:not|n't|no longer|never|whether|if|unless|until|false|wrong(?:ly)?|would|must|should|"
    r"needs?|requires?|required|want\w*|assum\w+|suppos\w+|fails?|violat\w+|instead|when\w*|while|"
    r"as long as|once|only|provided|for all|for every|condition|contradict\w*|but|however|contrary|"
    r"initially|later|then later|grows?|increas\w+|decreas\w+)\b|\?",
    re.IGNORECASE,
)

# What an example concludes from a bound, and does not merely try beyond it.
_CONCLUDED = lazy_re(
    r"\b(?:asks?|needs?|needed|requires?|required|must|at least|at most|suffices?|enough|so|thus|"
    r"hence|therefore|gives?|means|that is|we (?:get|have|find|need)|follows)\b",
    re.IGNORECASE,
)
_BEYOND = lazy_re(
    r"\b(?:not|n't|no longer|never|fails?|overflows?|exceeds?|too|beyond|otherwise|out of|"
    r"runs? out|violat\w+|break\w*|infeasible|impossible|waste\w*)\b",
    re.IGNORECASE,
)

_CASE = lazy_re(r"\b(?:for|in|over)[\s$~\\(]*\Z", re.IGNORECASE)
_AND = lazy_re(r"[\s$~`)\\]*and\b[\w\s$~\\(]{0,24}")
_UNIT = lazy_re(r"(?:[\s$~`)}]|\\[,;: )])*(?:\\(?:text|mathrm|,|;)\s*\{?\s*)*(?P<unit>[A-Za-z%/]+)")
_JOINS = lazy_re(r"and|or|we|with|so|the|this|that|as|is|are|in|for|on|at", re.IGNORECASE)


def inequalities_that_values_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Where a sentence gives letters values, and orders the letters the other way."""
    # "q < 0.1 is as plausible as q > 0.9": of two bounds, none is a value.
    system = system_of(project, document)
    given_values = (value for value in system.values if value.operator in {"=", "~"})
    values = sorted(given_values, key=lambda value: value.offset)
    offsets = [value.offset for value in values]
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection) or not TURNED.keys() & {*printed.parsed.operators}:
            continue
        start, end = _sentence(document, printed)
        behind = printed.span.end
        clause = re.split(r"[,;:]\s", document.masked[behind:end], maxsplit=1)[0]
        around = document.masked[start:behind] + clause + document.masked[end : end + 1]
        # Silence is right there: most inequalities of a text state a condition, not a fact. "For
        # t = 1, and for t >= 2" has one case beside another.
        before = document.masked[max(printed.span.start - 12, 0) : printed.span.start]
        if _OPEN.search(around) or _CASE.search(before):
            continue
        given = values[bisect_left(offsets, start) : bisect_left(offsets, printed.span.start)]
        for (left, right), operator in zip(
            pairwise(printed.parsed.members), printed.parsed.operators, strict=True
        ):
            if operator in TURNED:
                yield from _told(document, printed, left, operator, right, given)


def bounds_that_examples_turn(project: Project, document: Document) -> Iterator[Sight]:
    """Bounds of which an example concludes the opposite, from just the number that they give."""
    system = system_of(project, document)
    for claim in system.values:
        turned = _OPPOSITE.get(claim.operator)
        if turned is None or claim.cell:
            continue
        same = system.defining(claim.glyph, claim.operator, claim.offset)
        bounds = system.defining(claim.glyph, turned, claim.offset)
        # The words around it say whether it is a conclusion: "u <= 186; 187 do not fit".
        start = document.masked.rfind(". ", 0, claim.offset) + 1
        words = document.masked[start : sentence_end(document, claim.end)]
        if same or len(bounds) != 1 or not _CONCLUDED.search(words) or _BEYOND.search(words):
            continue
        if bounds[0].offset < claim.offset and _is_just(system, claim, bounds[0]):
            bound, latex = bounds[0], bounds[0].printed.span.latex
            shown = f"{plain(bound.glyph)} {bound.operator} {snippet(bound.side, latex)}"
            line, _ = document.place(claim.offset)
            yield sight_at(
                document,
                bound.printed.span,
                f"Line {line} concludes {plain(claim.shown)} from this bound, "
                "which points the other way.",
                inside=bound.side.at[0],
                rows=[("bound", shown), (f"line {line}", plain(claim.shown))],
                guess="Turn the sign around, here or there.",
            )


def _is_just(system: System, claim: Value, bound: Definition) -> bool:
    """Whether a number is what a bound gives, as printed or as the next whole number.

    Not where it is worked out in its own chain, "n <= 40 / 1.4", from other numbers.
    """
    if "/" in claim.shown or "\\frac" in claim.shown:
        return False
    for setting in system.settings(bound, claim):
        value = evaluated(bound.side, setting.values)
        if value is None:
            continue
        is_next = value >= 1 and claim.value in {math.floor(value), math.ceil(value)}
        if is_next or comes_out(claim, bound, value, setting):
            return True
    return False


def _sentence(document: Document, printed: Printed) -> tuple[int, int]:
    """Where the sentence of a formula begins and ends."""
    block = document.block_at(printed.span.start)
    begin = block.start if block else document.masked.rfind("\n\n", 0, printed.span.start) + 1
    stops = [
        stop.end()
        for stop in re.finditer(r"[.!?](?=\s)", document.masked[begin : printed.span.start])
    ]
    start = begin + stops[-1] if stops else begin
    return start, sentence_end(document, printed.span.end)


def _told(
    document: Document,
    printed: Printed,
    left: Node,
    operator: str,
    right: Node,
    given: Sequence[Value],
) -> Iterator[Sight]:
    """A finding where both sides have values of one kind that stand the other way round."""
    needed = letters_in(left) | letters_in(right)
    values = {value.glyph: value for value in given if value.glyph in needed}
    held = [value for value in given if value.glyph in needed]
    if not needed or values.keys() != needed or len(held) > len(needed):
        return
    # "At t = 0 and at t >= 1" are two cases, and no claim.
    between = document.masked[held[-1].end : printed.span.start]
    # "Again y = 2; at half of it it would be y >= 3" too.
    if len(needed) == 1 and not letters_in(right) and (";" in between or _AND.fullmatch(between)):
        return
    if not _of_one_kind(document, held, left, right):
        return
    numbers = {value.glyph: value.in_base for value in held}
    first, other = evaluated(left, numbers), evaluated(right, numbers)
    if first is None or other is None:
        return
    low, high = (first, other) if DIRECTIONS[operator] < 0 else (other, first)
    if low <= high + CLEARLY * abs(high):
        return
    latex = printed.span.latex
    shown = " and ".join(plain(value.shown) for value in held)
    yield sight_at(
        document,
        printed.span,
        f"With {shown}, {snippet(left, latex)} is not {TURNED[operator]} "
        f"than {snippet(right, latex)}.",
        inside=right.at[0],
        guess="Turn the sign around, or correct a value.",
    )


def _of_one_kind(document: Document, held: Sequence[Value], *sides: Node) -> bool:
    """Whether values without units, or sums of values in one unit, are compared."""
    units = {value.measured[0] if value.measured else _unit(document, value) for value in held}
    if units == {""}:
        return not any(value.multiples for value in held)
    parts = (term for side in sides for term in (side.terms if isinstance(side, Sum) else (side,)))
    return len(units) == 1 and all(isinstance(term, Letter) for term in parts)


def _unit(document: Document, value: Value) -> str:
    """The word right behind a value."""
    match = _UNIT.match(document.masked[value.end : value.end + 24])
    return match["unit"] if match and not _JOINS.fullmatch(match["unit"]) else ""
