"""Formulas of a special case, held against the general one: "for $m = p$ the bubble is ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.frozen import Record, fresh
from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Node, Number, walk

from .amounts import half_digit
from .blame import change_for
from .documents import Document
from .expansion import Drawn
from .probing import evaluated, letters_in
from .project import Printed, Project
from .rules import Sight
from .sentences import sentence_end
from .statements import Definition
from .system import System
from .system_reading import system_of
from .wording import plain, snippet

_OPENS = lazy_re(
    r"(?:^|\n\s*|[.;:,(!?]\s*|\b(?:and|so|that)\s+)(?:for|at|with|if|when|where|under|setting)\s*\$?\s*\Z",
    re.IGNORECASE,
)
# "When the second is just twice the first, $y = 2 x$,": in words, and then in letters.
_OPENS_IN_WORDS = lazy_re(
    r"(?:^|[.;:!?]\s+|\n\s*\n\s*)(?:for|if|when|where|once)\s[^.;:!?$]{1,80},[\s$]*\Z",
    re.IGNORECASE,
)
_GOES_ON = lazy_re(r"[\s$]*(?:,|and|,\s*and)[\s$]*\Z")
_OF_IT = lazy_re(
    r"\b(?:this|it|that|which)\s+(?:equals|is|becomes|gives|makes|reduces\s+to|turns\s+into)[\s$]*\Z"
)
_ALSO_AT = lazy_re(r"[\s$]*\b(?:at|for|with|when|if|where)\s+[\s$\\(]*\$")
# What holds only nearly, or in a limit, or per something else, is not held against a formula.
_NOT_EXACT = lazy_re(
    r"\b(?:about|roughly|nearly|almost|approximately|large|small|limit|order|at (?:most|least)"
    r"|up to|each|every|instead|would|extra|more|less|further|additional|another|others?)\b",
    re.IGNORECASE,
)
_NUMBER, _FACTOR = lazy_re(r"\d should be "), lazy_re("off by a factor")
POINTS, CLOSE, REACH = 3, 1e-9, 300


class _Case(Record):
    """What a sentence supposes of letters, and a formula that it then gives one of them."""

    supposed: Mapping[str, Node]
    said: str
    glyph: str
    side: Node
    printed: Printed
    row: Chain
    # Of the letters in its side, the one formula that gives them: "this is $F = 3 V$".
    made: Mapping[str, Definition] = fresh(factory=dict)


def special_cases_that_differ(project: Project, document: Document) -> Iterator[Sight]:
    """Findings where a formula of a special case is not what the general one becomes there."""
    system = system_of(project, document)
    for bare in _cases(project, document, system):
        made = {
            glyph: laws[0] for glyph in letters_in(bare.side) | _letters_of(bare.supposed)
            if glyph not in bare.supposed
            and (laws := [law for law in system.definitions.get(glyph, ())
                          if law.operator == "=" and not law.settled])
            and all(law.row is laws[0].row for law in laws)
        }  # fmt: skip
        case = bare.replaced(made=made)
        laws = [
            law for law in system.definitions.get(case.glyph, ())
            if law.operator == "=" and not law.settled and law.row is not case.row
            and _made_of(case, law) <= law.needs | _letters_of(case.supposed)
            and case.supposed.keys() & law.needs
            and not _moves_with(system, law, case)
        ]  # fmt: skip
        # Where one of several formulas agrees, the others are of something else.
        if len(laws) == 1 and _differs(laws[0], case):
            yield _told(document, laws[0], case)


def _moves_with(system: System, law: Definition, case: _Case) -> bool:
    """Whether a letter of the general formula is made of what is supposed: r of m - 1."""
    return any(
        other.needs & case.supposed.keys()
        for glyph in law.needs - case.supposed.keys()
        for other in system.definitions.get(glyph, ())
        if other.operator == "="
    )


def _made_of(case: _Case, law: Definition) -> frozenset[str]:
    """The letters of a special case, those with a formula of their own by what that needs."""
    return frozenset(
        name
        for glyph in letters_in(case.side)
        for name in (
            case.made[glyph].needs if glyph in case.made and glyph not in law.needs else (glyph,)
        )
    )


def _cases(project: Project, document: Document, system: System) -> Iterator[_Case]:
    sentences: dict[int, list[Printed]] = {}
    for printed in project.printed(document):
        if isinstance(printed.parsed, Chain) and printed.span.table < 0:
            sentences.setdefault(sentence_end(document, printed.span.start), []).append(printed)
    for inside in sentences.values():
        supposed: dict[str, Node] = {}
        said: list[str] = []
        behind, supposing = -1, False
        for printed in inside:
            chain = printed.parsed
            assert isinstance(chain, Chain)
            start = printed.span.start
            block = document.block_at(start) if behind < 0 else None
            first = block.start if block else max(behind, 0)
            words = document.masked[max(first, start - REACH) : start]
            pair = _pair(chain)
            supposing = bool(
                _OPENS.search(words)
                or (supposing and _GOES_ON.fullmatch(words))
                or (pair and letters_in(pair[1]) and _OPENS_IN_WORDS.search(words)
                    and document.masked[printed.span.end :].lstrip(" $)\\").startswith(","))
            )  # fmt: skip
            behind = printed.span.end
            if ";" in words or (supposing and pair is None):
                # "At c = 1 tokens are lost; at c = M / k = 16 none": another case.
                supposed, said = {}, []
            if pair is None and supposed and _OF_IT.search(words):
                # "With f = 8 w / 3 this equals 8 w^2": of the formula before.
                pair = _bare(system, printed, supposed)
            if pair is None:
                continue
            if supposing:
                # Of "at $c = M / k = 16$" the letters are what is supposed; $c = d = 2$ says both.
                *sides, last = chain.members
                alike = [side.glyph for side in sides if isinstance(side, Letter)]
                some = dict.fromkeys(alike, last) if len(alike) == len(sides) else {}
                supposed |= some or {pair[0]: sides[1]}
                said.append(" ".join(printed.span.latex.split()))
            elif (
                supposed and letters_in(pair[1]) and not _NOT_EXACT.search(words)
                # "... it is $2 w / 3 e$ at $y = w$": of that, too.
                and not _ALSO_AT.match(document.masked, behind)
            ):  # fmt: skip
                yield _Case(dict(supposed), " and ".join(said), *pair, printed, chain)


def _bare(
    system: System, printed: Printed, supposed: Mapping[str, Node]
) -> tuple[str, Node] | None:
    """A formula without a letter for what it gives, and the letter of the formula before it."""
    chain, start = printed.parsed, printed.span.start
    laws = [
        law for glyph, some in system.definitions.items() if glyph not in supposed for law in some
        if law.operator == "=" and 0 < start - law.offset < REACH
    ]  # fmt: skip
    if not isinstance(chain, Chain) or len(chain.members) != 1 or not laws:
        return None
    last = max(laws, key=lambda law: law.offset)
    if any(law.printed is last.printed and law.glyph != last.glyph for law in laws):
        # Of a display with several formulas it may be any.
        return None
    return last.glyph, chain.members[0]


def _pair(chain: Chain) -> tuple[str, Node] | None:
    """The letter and the other side of an equation of two sides."""
    first = chain.members[0]
    if chain.further or set(chain.operators) != {"="} or not isinstance(first, Letter):
        return None
    return first.glyph, chain.members[-1]


def _letters_of(supposed: Mapping[str, Node]) -> frozenset[str]:
    return frozenset(glyph for side in supposed.values() for glyph in letters_in(side))


def _points(case: _Case, law: Definition) -> Iterator[dict[str, float]]:
    """Values of all letters at which what is supposed holds, the same at every run."""
    own = {name for each in case.made.values() for name in each.needs}
    letters = law.needs | letters_in(case.side) | _letters_of(case.supposed) | own
    drawn = {glyph: Drawn()[glyph] for glyph in letters - {*case.supposed}}
    for place in range(POINTS):
        values = {glyph: float(some[place]) for glyph, some in drawn.items()}
        # "At the best $c = c_0$": what that is comes first.
        best = {
            glyph: case.made[glyph].side for glyph in _letters_of(case.supposed) & {*case.made}
            if not case.made[glyph].needs & case.supposed.keys()
        }  # fmt: skip
        made = {glyph: each.side for glyph, each in case.made.items() if glyph not in law.needs}
        for glyph, side in (*best.items(), *case.supposed.items(), *made.items()):
            value = evaluated(side, values)
            if value is None:
                return
            values[glyph] = value
        yield values


def _differs(law: Definition, case: _Case) -> bool:
    """Whether a special case is another value at every point; not where one cannot be told."""
    pairs = [
        (evaluated(law.side, values), evaluated(case.side, values)) for values in _points(case, law)
    ]
    return len(pairs) == POINTS and all(
        general is not None and special is not None
        and abs(general - special) > _room(case.side) * (abs(general) + abs(special))
        for general, special in pairs
    )  # fmt: skip


def _room(side: Node) -> float:
    """How far off a special case may be: by the digits of a number with a point."""
    decimals = [part for part in walk(side) if isinstance(part, Number) and "." in part.text]
    return sum(half_digit(part) / abs(float(part.value)) for part in decimals if part.value) + CLOSE


def _told(document: Document, law: Definition, case: _Case) -> Sight:
    """The finding: where one change of a number, else of the general formula, mends it."""
    points = list(_points(case, law))
    changes = _changes(law.side, law.printed, [(values, case.side) for values in points])
    own = _changes(case.side, case.printed, [(values, law.side) for values in points])
    latex = case.printed.span.latex
    special = " ".join(latex[slice(*case.row.at)].split())
    line, column = document.at(case.printed.span, case.side.at[0])
    rows = [("formula", snippet(law.side, law.printed.span.latex)), ("special case", special)]
    # A number that is another one is likelier than a factor that nobody printed.
    if changes and not (_NUMBER.search(own) and _FACTOR.search(changes)):
        return Sight(
            f"With {plain(case.said)} this does not become {plain(special)} of line {line}, "
            f"which follows if in this formula {changes}.",
            *document.at(law.printed.span, law.side.at[0]),
            plain(case.glyph),
            rows,
            "Correct the formula, or the special case.",
        )
    follows = f"; it does if in the special case {own}" if own else ""
    return Sight(
        f"With {plain(case.said)} the formula in line {law.line} does not become "
        f"{plain(special)}{follows}.",
        line,
        column if own else 0,
        plain(case.glyph),
        rows,
        "Correct the special case, or the formula.",
    )


def _changes(
    side: Node, printed: Printed, wanted: Sequence[tuple[Mapping[str, float], Node]]
) -> str:
    """The one change of a side after which it is another one at every point."""
    changes: set[str] = set()
    for values, other in wanted:
        value = evaluated(other, values)
        if value is None:
            return ""

        def fits(number: float, value: float = value) -> bool:
            return abs(number - value) <= CLOSE * abs(value)

        changes.add(change_for(side, dict(values), {}, fits, printed.span.latex))
    return changes.pop() if len(changes) == 1 else ""
