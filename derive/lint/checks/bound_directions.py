"""Bounds that point the other way than what they follow from, or than what is concluded from them.

"It must fit, `k n <= S`, hence `n >= S / k`": solved for the letter, the sign does not turn. And of
"`n >= S / k` fit, here 40" the formula gives 40.6, so at most that many do.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

import numpy as np

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Letter, Node, Rejection

from ..claims.solved_relations import is_plain, unrounded
from ..claims.system_reading import system_of
from ..laws.holding import DIRECTIONS
from ..laws.probing import Probe, Unknown, Values, close, letters_in
from ..laws.wording import plain, snippet
from ..numbers.expansion import POINTS, Drawn, Expansion, reached
from ..numbers.print_units import dimensions_in
from ..numbers.relation_roots import root_of
from ..numbers.statements import BOUNDS, Definition
from ..numbers.system import System
from ..project import Printed, Project
from ..rules import Sight
from ..texts.documents import Document
from ..texts.glyphs import base_of
from ..words.sentences import sentence_start
from .limits_told import BEFORE, CLOSE_BY, DENIED, against_count, against_words, sight_on_bound

FAR, MOST_WAYS = 2_000, 4
_ALL_THERE_IS = lazy_re(
    r"\b(?:memory|capacity|room|budget|allowance|deadline|limit)\b(?!\s+(?:bandwidth|traffic|rate))",
    re.IGNORECASE,
)
_HENCE = lazy_re(r"\b(?:hence|so|thus|therefore)\s+[$`\\(:a-z]*\Z")
# What a letter must keep so that something holds, it need not keep.
_CONDITION = lazy_re(
    r"\b(?:as\s+long\s+as|while|when\w*|if|only|once|beats?|provided|for|must|should|needs?|requires?)\b",
    re.IGNORECASE,
)
NEVER, LEAST_LETTERS = 1e-9, 2
_FOLLOWS = lazy_re(
    r"\b(?:hence|so|thus|then|therefore|that\s+is|i\.e\.|means?|gives?|solv\w+|read\w*|turn\w*|says?"
    r"|requires?|needs?|demands?|follows?|implies|leads?|amounts?|this|for|to)\b"
)
# "To stay within $M$", "whoever tolerates a share of at most $q$", "who must be done after $d$":
# what was said before is at most that.
_WITHIN = lazy_re(
    r"(?:\b(?:stays?|keep\w*|remain\w*|fits?|be)\s+(?:it\s+)?(?:within|below|under|into|in|inside)"
    r"|\b(?:at\s+most|no\s+(?:more|longer|larger)\s+than|not\s+(?:to\s+)?exceed)"
    r"|\b(?:tolerat\w+|allow\w*|accept\w*|afford\w*|budget\s+of|deadline\s+of)(?:\s+(?:a|an|the|of|[a-z]+)){0,4}"
    r"|\b(?:done|finished|ready|over|complete)\s+(?:after|within|by|in))\s+[$\\(`:a-z]*\Z"
)
# "Who wants at least $q$": it is at least that.
_REACHED = lazy_re(
    r"\b(?:at\s+least|no\s+(?:less|fewer|smaller)\s+than|reach(?:es)?|attain\w*)\s+[$\\(`:a-z]*\Z"
)


class _Comparison(Record):
    """What a text says is less or more than something: two sides, the sign, and where."""

    left: Node
    right: Node
    operator: str
    line: int
    shown: str


def bounds_that_point_the_other_way(project: Project, document: Document) -> Iterator[Sight]:
    """Bounds whose sign the relation before them, or the whole number behind them, contradicts."""
    system = system_of(project, document)
    bounds = [
        law for some in system.definitions.values() for law in some
        if law.operator in BOUNDS and law.printed.span.table < 0 and not law.settled
        and is_plain(unrounded(law.side)) and not isinstance(law.printed.parsed, Rejection)
    ]  # fmt: skip
    for bound in sorted(bounds, key=lambda law: law.offset):
        sight = (
            _against_relation(project, system, bound)
            or against_count(system, bound)
            or _against_formula(system, bound)
            or against_words(system, bound)
        )
        if sight is not None:
            yield sight


def _against_relation(project: Project, system: System, bound: Definition) -> Sight | None:
    for said in _comparisons(project, system, bound):
        direction = _direction(system, said, bound)
        if direction and direction != DIRECTIONS[bound.operator]:
            return sight_on_bound(
                system.document,
                bound,
                f"Solved for {plain(bound.glyph)}, line {said.line} gives a bound that points the "
                "other way.",
                (f"line {said.line}", plain(said.shown)),
            )
    return None


def _comparisons(project: Project, system: System, bound: Definition) -> Iterator[_Comparison]:
    """What is compared right before a bound, where words say that this follows."""
    document, start = system.document, bound.printed.span.start
    for printed in project.printed(document):
        end = printed.span.end
        if not start - BEFORE < end < start or isinstance(printed.parsed, Rejection):
            continue
        between = document.masked[end:start]
        if "\n#" in between or DENIED.search(between):
            continue
        chain = printed.parsed
        follows = len(between) < CLOSE_BY or _FOLLOWS.search(between)
        if len(chain.members) == 2 and chain.operators[0] in BOUNDS and follows:
            yield _Comparison(*chain.members, chain.operators[0], printed.span.line,
                              printed.span.latex.strip())  # fmt: skip
    yield from _within(project, system, bound)
    yield from _by_its_row(system, bound)


def _by_its_row(system: System, bound: Definition) -> Iterator[_Comparison]:
    """What is measured as a letter of the bound whose row says that it is all there is.

    "Memory of one device" bounds the state of a rank, whatever words lead to the bound.
    """
    for name in sorted(bound.needs):
        if not _ALL_THERE_IS.search(system.meanings.get(name, "")):
            continue
        measure, limit = system.dimensions.get(name), Letter(name, (0, 0))
        for glyph, laws in system.definitions.items():
            if glyph == name or measure is None or system.dimensions.get(glyph) != measure:
                continue
            for law in laws:
                near = bound.offset - FAR < law.offset < bound.offset
                if near and law.operator == "=" and name not in law.needs:
                    shown = f"{glyph} = {snippet(law.side, law.printed.span.latex)}, at most {name}"
                    yield _Comparison(law.side, limit, "<=", law.line, shown)


def _within(project: Project, system: System, bound: Definition) -> Iterator[_Comparison]:
    """What the text has a formula for, at most M or at least: "To stay within $M$, ..."."""
    document, start = system.document, bound.printed.span.start
    near = [printed for printed in project.printed(document)
            if start - BEFORE < printed.span.start < start]  # fmt: skip
    limit = near[-1] if near else None
    if limit is None or isinstance(limit.parsed, Rejection) or len(limit.parsed.members) != 1:
        return
    most = limit.parsed.members[0]
    before = document.masked[max(limit.span.start - BEFORE, 0) : limit.span.start]
    within = _WITHIN.search(before)
    measure = dimensions_in(system.dimensions, most)
    if not (isinstance(most, Letter) or measure) or not (within or _REACHED.search(before)):
        return
    spoken: list[tuple[Node, Printed]] = [
        (each.parsed.members[0], each) for each in near[:-1]
        if not isinstance(each.parsed, Rejection) and len(each.parsed.members) == 1
    ]  # fmt: skip
    spoken += [
        (law.side, law.printed) for some in system.definitions.values() for law in some
        if law.operator == "=" and start - FAR < law.offset < limit.span.start
        and (
            # What is said of another letter limits that one.
            law.offset > start - BEFORE or base_of(law.glyph) == base_of(most.glyph)
            if isinstance(most, Letter)
            else law.offset > start - FAR and system.dimensions.get(law.glyph) == measure
        )
    ]  # fmt: skip
    sign, word = ("<=", "at most") if within else (">=", "at least")
    for side, printed in spoken:
        shown = f"{printed.span.latex.strip()} {word} {limit.span.latex.strip()}"
        yield _Comparison(side, most, sign, printed.span.line, shown)


def _direction(system: System, said: _Comparison, bound: Definition) -> int:
    """Whether a comparison bounds a letter from above, -1, or from below, 1.

    0 where another bound follows from it.
    """
    own, glyph, side = system.own, bound.glyph, unrounded(bound.side)
    letters = letters_in(said.left, own) | letters_in(said.right, own)
    ways = system.choices(letters, bound.row, {"="}, bound.offset)
    choices = [{}, *itertools.islice(ways, MOST_WAYS)]
    for choice in choices:
        chosen = {name: law for name, law in choice.items()
                  if name != glyph and name not in letters_in(side, own)}  # fmt: skip
        # What does not speak of the letter says nothing of its bound.
        if glyph not in letters and all(glyph not in law.needs for law in chosen.values()):
            continue
        try:
            root = root_of(said.left, said.right, glyph, chosen)
            printed = np.broadcast_to(Probe(Expansion(chosen)).value(side), (POINTS,))
            if root is None or not close(root, printed):
                continue
            given = {glyph: root + 0.01 * np.abs(root)}
            above = [Probe(Expansion(chosen, given=given)).value(part)
                     for part in (said.left, said.right)]  # fmt: skip
        except Unknown:
            continue
        rises = np.sign(above[0] - above[1])
        if np.all(rises == rises.flat[0]) and rises.flat[0]:
            first = int(rises.flat[0])
            # What the text gives a value above one is no share.
            large = {value.glyph for value in system.values if value.in_base > 1}
            names = (letters | letters_in(side, own)) - large
            also = _rises_for_shares(said, bound, chosen, names)
            return first * DIRECTIONS[said.operator] if also in {first, 0} else 0
    return 0


def _rises_for_shares(
    said: _Comparison, bound: Definition, chosen: Mapping[str, Definition], letters: frozenset[str]
) -> int:
    """Which side is larger just above a bound, where all other letters are below one.

    "1 - b" turns its sign there, and with it what follows; 2 where nothing does.
    """
    drawn = Drawn()
    shares = {name: 1 / drawn[name] for name in letters - {bound.glyph} - chosen.keys()}
    try:
        limit = Probe(Expansion(chosen, given=shares)).value(unrounded(bound.side))
        given = {**shares, bound.glyph: limit + 0.01 * np.abs(limit)}
        above = [Probe(Expansion(chosen, given=given)).value(part)
                 for part in (said.left, said.right)]  # fmt: skip
    except Unknown:
        return 0
    rises = np.atleast_1d(np.sign(above[0] - above[1]))
    rises = rises[np.isfinite(rises)]
    return 0 if not rises.size else int(rises[0]) if np.all(rises == rises[0]) else 2


def _against_formula(system: System, bound: Definition) -> Sight | None:
    """A finding where the formula of a letter never keeps a bound of it, whatever its letters are.

    Both terms of a time are positive: it is more than one of them, and never less.
    """
    document, start = system.document, bound.printed.span.start
    # "For i = n - 1", and "for i >= n + 1": an index runs anywhere.
    few, first = len(bound.needs) < LEAST_LETTERS, sentence_start(document, start)
    said = document.masked[max(first, 0) : start]
    # "Its intensity is x = a b / (c + b), and hence x < a": of the formula of just this sentence.
    follows = _HENCE.search(said) is not None
    if few or DENIED.search(said) or (not follows and _CONDITION.search(said)):
        return None
    large = {value.glyph for value in system.values if value.in_base > 1}
    for law in system.definitions.get(bound.glyph, ()):
        # "Both are equal at n = a / b": what is true at one point says nothing of others.
        in_place = first <= law.offset < start if follows else law.printed.span.display
        if law.operator != "=" or law.row is bound.row or not in_place:
            continue
        if law.settled or not is_plain(law.side):
            continue
        letters = law.needs | bound.needs
        ways = system.choices(letters, bound.row, {"="}, bound.offset)
        for chosen in ({}, *itertools.islice(ways, MOST_WAYS)):
            laws = {name: each for name, each in chosen.items() if name != bound.glyph}
            # Of what the formula does not speak, it may be anything beside the rest.
            if not bound.needs <= reached(law.needs, laws, system.own):
                continue
            drawn = Drawn()
            shares = {name: 1 / drawn[name] for name in letters - laws.keys() - large}
            signs = [_signs(law.side, bound.side, laws, given) for given in ({}, shares)]
            if all(sign == -DIRECTIONS[bound.operator] for sign in signs):
                formula = snippet(law.side, law.printed.span.latex)
                return sight_on_bound(
                    document,
                    bound,
                    f"By the formula in line {law.line} {plain(bound.glyph)} is never "
                    f"{bound.operator} this: the sign points the other way.",
                    (f"line {law.line}", f"{plain(bound.glyph)} = {formula}"),
                )
    return None


def _signs(
    left: Node, right: Node, chosen: Mapping[str, Definition], given: Mapping[str, Values]
) -> int:
    """Which side is larger at all points, 1 or -1; 0 where neither is."""
    try:
        sides = [Probe(Expansion(chosen, given=given)).value(side) for side in (left, right)]
    except Unknown:
        return 0
    apart = np.atleast_1d(sides[0] - sides[1])
    clear = np.abs(apart) > NEVER * np.abs(np.atleast_1d(sides[1]))
    signs = np.sign(apart)
    return int(signs[0]) if np.all(clear) and np.all(signs == signs[0]) else 0
