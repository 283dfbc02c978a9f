"""Largest and smallest, held against the words beside: "whichever is less"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from derive.lazy import lazy_re
from derive.notation import Big, Call, Chain, Letter, Negative, Node, Number, Product, Quotient, Sum
from derive.notation.nodes import children, glyphs_in, walk

from ..laws.probing import EXTREMES
from ..laws.wording import snippet
from ..numbers.print_units import dimensions_in, strict
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..words.sentences import sentence_end
from .unit_columns import units_of_rows

_LESS = (
    r"less|smaller|lower|fewer|shorter|earlier|sooner|cheaper"
    r"|smallest|least|lowest|cheapest|minimum"
)
_MORE = r"more|larger|greater|higher|longer|later|bigger|largest|greatest|highest|maximum"
# What is tighter is less of an upper bound, what is slower takes more time, what is narrower lets
# less through.
_EITHER = r"tighter|stricter|slower|narrower|better|tightest|slowest|narrowest|best"
_BOUNDS = lazy_re(r"\bbounds?\b", re.IGNORECASE)
_OF_TIME = lazy_re(r"(?:s|[mu]?sec|ms|seconds?|minutes?|hours?|days?)\b(?!\s*/)")
_OF_THEM = (
    r"of\s+(?:both|them|(?:the\s+|these\s+|those\s+|our\s+)?(?:two|three|four|these)(?:\s+[a-z]+)?)"
)
_CHOSEN = lazy_re(
    rf"\b(?:whichever|whatever)\s+(?:of\s+(?:them|these|the\s+two)\s+)?(?:is|are|comes)\s+(?:the\s+)?(?P<one>{_LESS}|{_MORE}|{_EITHER})\b"
    rf"|\bthe\s+(?P<two>{_LESS}|{_MORE}|{_EITHER})\s+of\s+(?:the\s+two|both|these|them|two)\b"
    rf"|\bthe\s+(?P<three>{_LESS}|{_MORE}|{_EITHER})\s+(?:(?:{_OF_THEM}|[a-z]+)\s+)?"
    r"(?:decides|binds|counts|wins|governs|sets\s+the\s+(?:pace|beat)|lets\s+through)\b"
    r"|\band\s+no\s+(?P<four>more|less|fewer)\b",
    re.IGNORECASE,
)
# "Alternating passes limits the count to", "the share is capped at".
_LIMITED = lazy_re(
    r"\b(?:limits?\s+(?:the|its|their|this|that)\s+(?:count|number|batch|size|degree|share|window|rate)s?\s+to"
    r"|(?:is|are)\s+(?:capped|limited|clipped)\s+(?:at|to|by))\s*\Z",
    re.IGNORECASE,
)
# "Heads cannot be split, hence $k \\le \\min(p, r)$": of limits each of which must be kept.
_KEPT = lazy_re(
    r"\b(?:(?:second|another|further)\s+limit|both\s+limits|can(?:not|\s+not|'t)\s+be\s+(?:split|cut)"
    r"|(?:is|are)\s+not\s+(?:cut|split))\b",
    re.IGNORECASE,
)
# What words before a formula make of several limits, and of what: of times, of others, of any.
_LIMITS = (
    # "A copy must not begin before the last one is written, so the interval is": the longer one.
    (r"\bmust\b(?!\s+(?:begin|start)\b)[^.;:]{0,60}\bbefore\s+(?:the|a)\s+(?:next|last|previous|new)\b",
     "max", "any"),
    (r"\b(?:speed|rate|throughput)\b[^.;:]{0,50}\bcan\s+(?:attain|reach)\b", "min", "others"),
    (r"\battainable\s+(?:speed|rate|throughput|performance)\b", "min", "others"),
    (r"\bmust\s+(?:then\s+)?both\s+suffice\b(?!.*\bnumber\s+of\b)", "min", "any"),
    (r"\bcan(?:not|'t|\s+not|\s+never)\s+(?:[a-z]+\s+){1,2}more\s+than\s+(?:its|their|there\s+are)\b",
     "min", "any"),
    # "If the link keeps up, only the last is seen; if not, all of them queue": whichever is later.
    (r"\bkeeps?\s+up\b[^.:]*\bif\s+(?:not|it\s+does\s+not)\b[^:]*", "max", "times"),
)  # fmt: skip
_OPENING = lazy_re(r"\s*(?:\\begin\{\w+\*?\}|\\\[|\$\$|\.\.\s+math::)\s*\Z")
# "The two are 22.8 s and 18 s, and the first one counts".
_IN_TURN = lazy_re(
    r"\b(?:the\s+two|they|both)\s+are\s+\$*(?P<left>\d+(?:\.\d+)?)\$*(?P<unit>\s*[A-Za-z]*)\s+and\s+"
    r"\$*(?P<right>\d+(?:\.\d+)?)\$*(?P=unit)[^.]*?\bthe\s+(?:(?P<first>first|former)|second|latter)\s+(?:one\s+)?"
    r"(?:counts|decides|wins|binds|governs|is\s+taken|is\s+the\s+one)\b",
    re.IGNORECASE,
)
_DOUBTED = lazy_re(r"\b(?:not|n't|never|instead|rather|unless|wrong(?:ly)?|if|whether)\b")
# Of times, bytes and money: the row of a letter says which of several it is.
_CHOOSES = lazy_re(
    r"\b(?:the\s+)?(?:(?P<less>faster|quicker|fastest|quickest|cheaper|cheapest|lighter|shorter|smaller)"
    r"|(?:slower|slowest|busier|busiest|longer|larger|heavier|fuller|fullest))\s+"
    r"(?:of\b|one\b|direction\b|algorithm\b|side\b|link\b|stage\b|rank\b)",
    re.IGNORECASE,
)
_COSTS = r"(?:s|ms|us|sec|second|minute|hour|day|byte|b|kb|mb|gb|gib|dollar|usd)"
_SIGNED = lazy_re(r"\b(?:chang\w+|differ\w+|gap|slack|gains?|margin|negative|signed|deviat\w+)\b")
REACH = 300
_TIME = (("time", Fraction(1)),)
_TIGHTER = {"<=": "min", "<": "min", ">=": "max", ">": "max"}


def extremes_that_words_turn(project: Project, document: Document) -> Iterator[Sight]:
    """Where a sentence says "whichever is less" of what is printed as the larger, or turned."""
    rows = {
        row.glyph: row for row in project.declarations(document)
        if row.glyph and row.kind != "prose" and row.shares == 1
    }  # fmt: skip
    for printed in project.printed(document):
        if not isinstance(printed.parsed, Chain):
            continue
        calls = [
            (row, part)
            for row in printed.parsed.rows for member in row.members for part in walk(member)
            if isinstance(part, Call) and part.function in EXTREMES and len(part.arguments) > 1
        ]  # fmt: skip
        for row, call in calls:
            are_times = _are_times(project, document, call)
            wanted = (
                _below_zero(row, call, rows, are_times=are_times)
                or (_wanted(document, printed, rows) if len(calls) == 1 else None)
                or _named_by_its_row(row, call, rows)
                or _kept(document, printed, row, call)
                or _limited(document, printed, row, call, are_times=are_times)
                or _of_all(row, call, rows)
                or (_side_by_side(document, printed, row, call, rows) if are_times else None)
            )
            if wanted is not None and wanted[0] != call.function:
                yield _sight(document, printed, call, *wanted)


def _wanted(
    document: Document, printed: Printed, rows: Mapping[str, Declaration]
) -> tuple[str, str] | None:
    """Which of both the words of a sentence want, and the words."""
    before = _sentence_before(document, printed)
    end = sentence_end(document, printed.span.end)
    behind = document.masked[printed.span.end : min(end, printed.span.end + REACH)]
    around = f"{before} {behind}"
    paragraph = document.masked[printed.span.end : printed.span.end + REACH]
    if turn := _IN_TURN.search(paragraph):
        is_larger = (float(turn["left"]) > float(turn["right"])) == bool(turn["first"])
        return ("max" if is_larger else "min"), " ".join(turn.group().split())
    if limit := _LIMITED.search(before):
        return "min", " ".join(limit.group().split())
    found = [*_CHOSEN.finditer(around)]
    # "The larger of the two, never both": what is denied behind it is another thing.
    if len(found) != 1 or _DOUBTED.search(around, 0, found[0].end()):
        return None
    word = next(filter(None, found[0].groups())).lower()
    if found[0]["four"]:
        return ("min" if word == "more" else "max"), found[0].group()
    if re.fullmatch(_LESS, word) or re.fullmatch(_MORE, word):
        return ("min" if re.fullmatch(_LESS, word) else "max"), found[0].group()
    assert isinstance(printed.parsed, Chain)
    chain = printed.parsed
    if word in {"better", "best"} and _BOUNDS.search(around):
        # Of two lower bounds the better one is the larger.
        return None
    if not word.startswith(("tight", "strict")):
        letter = chain.members[0]
        row = rows.get(letter.glyph) if isinstance(letter, Letter) else None
        unit = "" if row is None else row.unit or ""
        is_time, is_rate = _OF_TIME.match(unit) is not None, "/s" in unit
        # The slowest takes the longest time, the better one the shortest; the narrowest has the
        # least rate.
        largest = is_time if word.startswith("slow") else is_rate
        known = (is_time or is_rate) and not (word.startswith("narrow") and is_time)
        turned = word.startswith("narrow") or (word.startswith("slow") and is_rate)
        return ("max" if largest and not turned else "min", found[0].group()) if known else None
    operator = chain.operators[-1] if chain.operators else ""
    return (_TIGHTER[operator], found[0].group()) if operator in _TIGHTER else None


def _kept(document: Document, printed: Printed, chain: Chain, call: Call) -> tuple[str, str] | None:
    """The tighter of several limits that bound a letter, where words say that each must be kept."""
    if chain.members[1:2] != (call,) or chain.operators[0] not in {"<=", "<"}:
        return None
    if not isinstance(chain.members[0], Letter):
        return None
    end = sentence_end(document, printed.span.end)
    around = f"{_sentence_before(document, printed)} {document.masked[printed.span.end : end]}"
    words = _KEPT.search(around)
    return ("min", words.group()) if words else None


def _limited(
    document: Document, printed: Printed, chain: Chain, call: Call, *, are_times: bool
) -> tuple[str, str] | None:
    """The limit that words before a formula say that several come to."""
    if not isinstance(chain.members[0], Letter) or call not in walk(chain.members[-1]):
        return None
    sentence = _sentence_before(document, printed)
    start = max(printed.span.start - REACH, 0)
    paragraph = _OPENING.sub(" ", document.masked[start : printed.span.start]).rstrip()
    paragraph = re.sub(r"\s+", " ", paragraph.rpartition("\n\n")[2])
    for words, wanted, of_what in _LIMITS:
        said = re.search(words, paragraph if of_what == "times" else sentence, re.IGNORECASE)
        if said and of_what in {"any", "times" if are_times else "others"}:
            return wanted, said.group()
    return None


# "Micro-batches that a stage holds": of all micro-batches of a step.
_HELD = lazy_re(
    r"(?:number\s+of\s+|count\s+of\s+|the\s+)*(?P<noun>micro-?batches|tokens|copies|sequences|heads)\b"
    r".*\b(?:stage|rank|expert|device|GPU)\b.*",
    re.IGNORECASE,
)
_HOLDS = lazy_re(r"\b(?:hold|keep|wait|flight|begun|process|accept|serve|stor)\w*\b", re.IGNORECASE)
_AT_LEAST = lazy_re(r"\b(?:least|minimum|fewest|must|need\w*)\b", re.IGNORECASE)
_EVERY = lazy_re(
    r"(?:number\s+of\s+|count\s+of\s+|the\s+)*(?P<noun>micro-?batches|tokens|copies|sequences|heads)\b"
    r"(?!.*\b(?:stage|rank|expert|device|GPU)\b)",
    re.IGNORECASE,
)


def _of_all(chain: Chain, call: Call, rows: Mapping[str, Declaration]) -> tuple[str, str] | None:
    """What one stage holds of all micro-batches: never more than there are."""
    letter = chain.members[0]
    row = rows.get(letter.glyph) if isinstance(letter, Letter) else None
    held = _HELD.match(row.meaning) if row is not None else None
    if row is None or held is None or call not in chain.members:
        return None
    if not _HOLDS.search(row.meaning) or _AT_LEAST.search(row.meaning):
        return None
    others = [rows[part.glyph] for part in call.arguments
              if isinstance(part, Letter) and part.glyph in rows]  # fmt: skip
    for other in others:
        every = _EVERY.match(other.meaning)
        if every and every["noun"].casefold() == held["noun"].casefold():
            return "min", f"{row.meaning}; {other.meaning}"
    return None


def _sentence_before(document: Document, printed: Printed) -> str:
    """The words of its sentence before a formula; a display goes on with the one before it."""
    start = max(printed.span.start - REACH, 0)
    before = _OPENING.sub(" ", document.masked[start : printed.span.start]).rstrip()
    return re.split(r"[.?!]\s", re.sub(r"\s+", " ", before.rpartition("\n\n")[2]))[-1]


def _named_by_its_row(
    chain: Chain, call: Call, rows: Mapping[str, Declaration]
) -> tuple[str, str] | None:
    """What the row of the letter that is defined chooses: "by the faster of ring and tree"."""
    letter = chain.members[0]
    row = rows.get(letter.glyph) if isinstance(letter, Letter) else None
    inside = any(call is part for member in chain.members[1:] for part in walk(member))
    if row is None or not inside or "=" not in chain.operators:
        return None
    found = _CHOOSES.search(row.meaning)
    unit = (row.unit or "").casefold()
    if found is None or "/" in unit or not re.match(_COSTS, unit):
        return None
    return ("min" if found["less"] else "max"), found.group()


# Two times that pass together take the longer one; what is hidden or saved is the shorter one.
_TOGETHER = lazy_re(
    r"\b(?:overlap(?:s|ped|ping)?|side\s+by\s+side|at\s+the\s+same\s+time|simultaneous(?:ly)?"
    r"|in\s+parallel|concurrent(?:ly)?|beside\s+(?:the|a|an|each|its))\b",
    re.IGNORECASE,
)
_SHORTER = lazy_re(
    r"\b(?:hid\w*|sav\w+|gain\w*|win\w*|benefit\w*|whichever|faster|quicker|sooner|shorter|cheaper"
    r"|less|smaller|min\w*|first|best|fastest|shortest|either)\b",
    re.IGNORECASE,
)


def _are_times(project: Project, document: Document, call: Call) -> bool:
    """Whether a part of a call is a time by its rows, so that the others are times as well."""
    units = units_of_rows(project, document)
    measures = {glyph: strict(units[glyph]) for glyph in glyphs_in(call) if glyph in units}
    measured = (dimensions_in(measures, part) for part in call.arguments)
    return any(each is not None and each.hard == _TIME for each in measured)


def _side_by_side(
    document: Document, printed: Printed, chain: Chain, call: Call, rows: Mapping[str, Declaration]
) -> tuple[str, str] | None:
    """The longer of times that overlap by the words before a formula."""
    letter, *others = chain.members
    inside = any(call is part for member in others for part in walk(member))
    taken = any(isinstance(part, Negative) and call in walk(part)
                for member in others for part in walk(member))  # fmt: skip
    if not isinstance(letter, Letter) or not inside or taken or {*chain.operators} != {"="}:
        return None
    row = rows.get(letter.glyph)
    said = _sentence_before(document, printed)
    words = _TOGETHER.search(said)
    clauses = [clause for clause in re.split(r"[,;:]", said) if _TOGETHER.search(clause)]
    if words is None or any(map(_DOUBTED.search, clauses)) or _SHORTER.search(said):
        return None
    if row is not None and _SHORTER.search(row.meaning):
        return None
    return "max", " ".join(words.group().split())


def _below_zero(
    chain: Chain, call: Call, rows: Mapping[str, Declaration], *, are_times: bool
) -> tuple[str, str] | None:
    """Whether an amount is the smaller of nothing and a difference, times what is positive."""
    letter, *others = chain.members
    row = rows.get(letter.glyph) if isinstance(letter, Letter) else None
    nothing = any(isinstance(part, Number) and part.value == 0 for part in call.arguments)
    differ = any(isinstance(part, Sum) for part in call.arguments)
    if letter is call:
        # "What shows is $\\min(0, t - u)$".
        return ("max", "") if nothing and differ and are_times else None
    if row is None or not row.unit or _SIGNED.search(row.meaning):
        return None
    scaled = any(_is_scaled(side, call) for side in others if call in walk(side))
    return ("max", "") if nothing and differ and scaled else None


def _is_scaled(node: Node, call: Call) -> bool:
    """Whether a side only multiplies, divides or sums a call by what is positive."""
    if node is call or isinstance(node, Letter | Number):
        return True
    return isinstance(node, Product | Quotient | Big) and all(
        _is_scaled(part, call) for part in children(node)
    )


def _sight(document: Document, printed: Printed, call: Node, wanted: str, words: str) -> Sight:
    """A finding on a call; without words the sign of both sides tells."""
    latex = snippet(call, printed.span.latex)
    size = "smaller" if wanted == "min" else "larger"
    return sight_at(
        document,
        printed.span,
        f'By the words ("{words.strip()}") this is the {size} of them; {latex} is the other one.'
        if words
        else f"{latex} is never above zero, and what is given here is an amount.",
        inside=call.at[0],
        guess=f"Write {wanted}" + (", or correct the words." if words else "."),
        evidence="the wording of the sentence" if words else "the sign of both sides",
    )
