"""Inequalities that the words around them turn around: "long enough, namely if x <= y"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from itertools import pairwise

from derive.lazy import lazy_re
from derive.notation import Letter, Node, Number, Rejection

from .documents import Document
from .holding import DIRECTIONS
from .letter_values import LetterValues, letter_values
from .project import Printed, Project
from .rules import Sight, sight_at
from .statements import Definition
from .system import evaluated
from .wording import snippet

_MANY = r"long|large|big|wide|deep|high|many|much|great"
_FEW = r"short|small|narrow|shallow|low|few|little"
_OPENS = (
    r",?(?: namely| that is| i\.e\.)?,?(?: as long as| as soon as| if| when| where"
    r"| provided(?: that)?|:)? ?\$*\s*$"
)
_ENOUGH = lazy_re(
    r"\b(?P<noun>[a-z]+)s? (?:is|are|becomes?|gets?|stays?|was|be) "
    rf"(?:(?P<many>{_MANY})|(?P<few>{_FEW})) enough\b[^.;:]{{0,30}}?{_OPENS}",
    re.IGNORECASE,
)
_OVERTAKES = lazy_re(
    r"\b(?:(?P<many>overtakes?|exceeds?|outweighs?|surpass(?:es)?|outgrows?|dominates?"
    r"|costs? more than|takes? (?:longer|more) than|passes"
    r"|is (?:larger|bigger|longer|more expensive|dearer) than)"
    r"|(?P<few>stays? below|is (?:smaller|shorter|less|cheaper) than|costs? less than"
    r"|falls? below))\b[^.;:$]{0,40}?"
    r"\b(?:as soon as|once|when|whenever|if|only if|where|for)\s*\$*\s*$",
    re.IGNORECASE,
)
# A demand of 1.4 times the mean asks for room for at least as much.
_DEMAND = lazy_re(
    r"(?P<value>\d+(?:\.\d+)?)[$\s]*times (?:the|its|their)"
    r" (?:mean|average|usual|typical|expected|nominal)\b[^.;:]{0,60}?"
    r"\b(?:needs?|requires?|demands?|takes|calls for|must have|wants)\s*\$*\s*$",
    re.IGNORECASE,
)
_ROOM = lazy_re(
    r"\b(?:capacity|headroom|room|slots?|buffers?|reserve|margin|provision\w*)\b",
    re.IGNORECASE,
)
# Between a formula and a verb that speaks of what the formula gives.
_SAME_SUBJECT = lazy_re(
    r"(?:[\s,;$.\\\])]|\\end\{\w+\*?\}"
    r"|\b(?:and|which|that|it|this|so|thus|hence|therefore|then|also)\b)*",
    re.IGNORECASE,
)
_DOUBTED = lazy_re(
    r"\b(?:not|never|no longer|cannot|wrong\w*|unless|neither|hardly|without|whether|too)\b|n't\b",
    re.IGNORECASE,
)
_SHARE = lazy_re(r"\b(?:share|fraction|proportion|probability)\b", re.IGNORECASE)
_NO_SHARE = lazy_re(
    r"\b(?:ratio|relative|times|overhead|extra|additional|change|growth|speed\w*|per|over|exponent|"
    r"factor|number|count)\b",
    re.IGNORECASE,
)
SOME_SHARES = (0.05, 0.2, 0.4, 0.7, 0.9)
REACH = 200


def inequalities_that_words_turn(project: Project, document: Document) -> Iterator[Sight]:
    """Where the words before an inequality say that it must point the other way."""
    values: LetterValues | None = None
    for printed in project.printed(document):
        parsed = printed.parsed
        if isinstance(parsed, Rejection) or not DIRECTIONS.keys() & {*parsed.operators}:
            continue
        values = values or letter_values(project, document)
        for (left, right), operator in zip(pairwise(parsed.members), parsed.operators, strict=True):
            if operator in DIRECTIONS and len(parsed.operators) == 1:
                wanted = _wanted(values, document, printed, left, right)
                if wanted and wanted[0] * DIRECTIONS[operator] < 0:
                    yield _sight(document, printed, left, right, wanted)


def shares_beyond_one(project: Project, document: Document) -> Iterator[Sight]:
    """Where a formula makes of shares what is called a share, and lies outside of 0 to 1."""
    values = letter_values(project, document)
    shares = {
        glyph for glyph, row in values.rows.items()
        if _SHARE.search(row.meaning) and not _NO_SHARE.search(row.meaning)
    }  # fmt: skip
    for glyph in sorted(shares):
        for definition in values.system.definitions.get(glyph, ()):
            if definition.operator != "=" or not definition.needs or definition.needs - shares:
                continue
            needs = sorted(definition.needs)
            points = itertools.permutations(SOME_SHARES, len(needs))
            told = [evaluated(definition.side, dict(zip(needs, at, strict=True))) for at in points]
            gives = [one for one in told if one is not None and not 0 <= one <= 1]
            if gives and len(gives) == len(told):
                yield sight_at(
                    document,
                    definition.printed.span,
                    f"A share lies between 0 and 1, and of shares of {SOME_SHARES[0]} to "
                    f"{SOME_SHARES[-1]} this makes {min(gives):.3g} to {max(gives):.3g}.",
                    inside=definition.side.at[0],
                    rows=[(f"line {values.rows[glyph].line}", values.rows[glyph].meaning)],
                    guess="Turn a sign or a quotient around, or call it something else.",
                )


def _wanted(
    values: LetterValues, document: Document, printed: Printed, left: Node, right: Node
) -> tuple[int, str] | None:
    """Which way the words want an inequality to point, 1 for more, and the words."""
    start = max(printed.span.start - REACH, 0)
    before = document.masked[start : printed.span.start]
    if printed.span.display:
        before = re.sub(r"\s*(?:\\begin\{\w+\*?\}|\\\[|\$\$)\s*$", " ", before)
    before = re.sub(r"\s+", " ", before.rpartition("\n\n")[2] or before)
    clause = re.split(r"[.;?!] ", before)[-1]
    if _DOUBTED.search(clause):
        return None
    found = _ENOUGH.search(clause)
    if found is not None and _is_named(values, printed, left, found["noun"]):
        return (1 if found["many"] else -1), f"{_words(found)} enough"
    found = _DEMAND.search(clause)
    if found is not None and isinstance(left, Letter) and isinstance(right, Number):
        row = values.rows.get(left.glyph)
        if (
            row is not None
            and _ROOM.search(row.meaning)
            and float(right.value) == float(found["value"])
        ):
            return 1, _words(found)
    found = _OVERTAKES.search(clause)
    if found is not None and isinstance(left, Letter):
        grows = _grows(values, printed, left, found["many"] or found["few"])
        if grows:
            return (grows if found["many"] else -grows), _words(found)
    return None


def _is_named(values: LetterValues, printed: Printed, side: Node, noun: str) -> bool:
    """Whether a side is what a noun names: by the row of its letter, or where it is given a value.

    "If the batch is large enough" may be followed by a bound on a time, which falls with it.
    """
    word = re.compile(rf"\b{re.escape(noun.lower().removesuffix('s'))}", re.IGNORECASE)
    if isinstance(side, Letter):
        row = values.rows.get(side.glyph)
        return row is not None and word.search(row.meaning) is not None
    shown = re.sub(r"\s|\\d?frac|[{}/]", "", printed.span.latex[slice(*side.at)])
    document = values.document
    for span in document.spans:
        if span.start >= printed.span.start:
            return False
        left = re.sub(r"\s|\\d?frac|[{}/]", "", span.latex.partition("=")[0])
        before = document.masked[max(span.start - 60, 0) : span.start].rpartition(".")[2]
        if left == shown and word.search(before):
            return True
    return False


def _words(found: re.Match[str]) -> str:
    shown = found.groupdict()
    return shown.get("many") or shown.get("few") or f"{shown['value']} times"


def _grows(values: LetterValues, printed: Printed, letter: Letter, verb: str) -> int:
    """Whether what the sentence speaks of grows with a letter: by the last formula that has it.

    It stands in the same sentence, or right before it: "serving costs C = 2 N D, and overtakes".
    """
    before = [
        one
        for some in values.system.definitions.values()
        for one in some
        if one.operator == "=" and one.printed.span.end <= printed.span.start
    ]
    if not before:
        return 0
    last = max(before, key=lambda one: one.offset)
    between = values.document.masked[last.printed.span.end : printed.span.start]
    if letter.glyph not in last.needs or not _SAME_SUBJECT.fullmatch(between.partition(verb)[0]):
        return 0
    return _sign(last, letter.glyph)


def _sign(definition: Definition, glyph: str) -> int:
    """1 where a formula grows with a letter, -1 where it falls, 0 where it does neither."""
    base = {name: 2.3 + 0.7 * place for place, name in enumerate(sorted(definition.needs))}
    one = evaluated(definition.side, base)
    other = evaluated(definition.side, {**base, glyph: 1.5 * base[glyph]})
    if one is None or other is None or one == other:
        return 0
    return 1 if other > one else -1


def _sight(
    document: Document, printed: Printed, left: Node, right: Node, wanted: tuple[int, str]
) -> Sight:
    latex = printed.span.latex
    more = "more" if wanted[0] > 0 else "less"
    return sight_at(
        document,
        printed.span,
        f'By the words before it ("{wanted[1].strip()}") {snippet(left, latex)} is {more} than '
        f"{snippet(right, latex)}; the sign says the opposite.",
        inside=left.at[0],
        guess="Turn the sign around, or correct the words.",
        evidence="the wording of the sentence",
    )
