"""The amounts behind a formula that words say it comes to."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from derive.lazy import lazy_re
from derive.notation import Letter, Node, Quotient
from derive.units import UnitTable

from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..words.countable_nouns import class_of
from ..words.quantities import Amount
from ..words.sentences import Sentence, doubted, sentence_end, sentences
from .statements import Definition, Value

SAID = r"(?:(?:just|only|about|roughly|some|nearly|almost|around|exactly|≈|~)\s+)?"
_VERB = (
    r"(?:(?:is|are|makes?|gives?|equals?|means|becomes?|costs?|would\s+(?:be|take|need))"
    r"|(?:comes?|amounts?|shrinks?|falls?"
    r"|drops?|grows?|rises?|rounds|works?\s+out)\s+(?:to|at)|(?:asks?|calls?)\s+for|requires?|allows?|permits?)"
)
# Formulas that give letters their values, ``$c = 60$ and $d = 6656$``.
_VALUES = r"(?:<\d+>|¤)(?:(?:\s*,)?(?:\s+and)?\s+(?:<\d+>|¤))*"
_CASE = (
    rf"(?:(?:for|with|at)\s+{_VALUES}|(?:in|for|with|by)\s+(?:our|the|this|these)\s+(?:running\s+)?"
    r"(?:example|model|case|setting|run|job|cluster|layout|table|(?:numbers|values|shapes|sizes|figures)"
    r"(?:\s+above)?)|here|for\s+us"
    r"|numerically|in\s+numbers|for\s+(?:instance|example))"
)
# "..., or 327,680 bytes per token", "bytes, in our model 24.2 GB", right behind the formula.
_UNITS = (
    r"(?:bytes|seconds|hours|tokens|FLOPs?|days|joules|dollars|requests|parameters)\b"
    r"(?:\s*(?:/|per|for\s+each|in\s+an?|an?)\s*\w+)?"
)
_EACH = r"\s+each|\s+(?:on|in|for)\s+(?:every|each|one|the|an?)\s+[a-z-]+"
# "$C = 2 T d$ bytes each, here 41.9 MB": each of the things is of the formula.
_OF_EACH = lazy_re(rf"^\s*{_UNITS}(?:{_EACH}),")
_RIGHT_BEHIND = lazy_re(
    rf"^[\s,;.:)]*(?:{_UNITS}(?:{_EACH})?)?"
    rf"[\s,;:(]*(?:or|i\.e\.,?|that\s+is,?|so|and\s+so|(?:and\s+)?{_CASE},?|about|roughly|some)\s+"
    rf"(?:at\s+)?{SAID}$|^\s*\(\s*{SAID}$|^\s*(?:{_UNITS}|in\s+all|in\s+total):\s+{SAID}$"
    # "The logits, $Y = 4 q v$, take 1.07 GB".
    rf"|^\s*(?:takes?|needs?|costs?|lasts?|weighs?|fills?|occup(?:y|ies))\s+{SAID}$",
    re.IGNORECASE,
)
# "the ratio $r = a / b$ is 0.5": of a formula with a letter, what it comes to.
_IS = lazy_re(rf"^\s*{_VERB}\s+{SAID}$", re.IGNORECASE)
_OF_IT = lazy_re(
    r"(?:^|[\s,(])(?:which|that|this|it|the\s+(?:right(?:-hand)?\s+side|bound|limit|result))\s+"
    rf"(?:{_CASE}\s+)?{_VERB}\s+(?:{_CASE}\s+)?{SAID}"
    r"(?:only\s+|already\s+)?$"
    r"|,\s+(?:in\s+all|in\s+total|altogether)\s+$"
    rf"|(?:^|[\s,(])(?:we|one|you)\s+(?:gets?|finds?|obtains?|arrives?\s+at)\s+{SAID}$"
    # "... answers the share $p = U / S$ of random reads, here 0.32": of the one formula before it.
    rf"|^[^<>¤,;:]{{0,50}},\s+here\s+{SAID}$"
    rf"|^(?:for\s+(?:instance|example),?\s+)?(?:an?\s+\w+\s+(?:with|of)\s+)?{_VALUES}\s+"
    r"(?:has|have|(?:gives?|makes?|yields?)(?:\s+it)?)\s+(?:an?\s+[\w/]+(?:\s+\w+)?\s+of\s+)?$",
    re.IGNORECASE,
)
# "With $c = 18$ ms a stage waits 126 ms": what a stage does is what the formula is of, perhaps.
_DOES = lazy_re(
    rf"^(?:with|for|at)\s+{_VALUES},?\s+(?:(?:the|an?|one|it|each|every|our|its|their)\s+)?"
    r"(?!(?:these|those|they|both|our|its|their)\b)"
    rf"(?:[a-z-]+\s+){{1,3}}{SAID}$",
    re.IGNORECASE,
)
# "Then a copy takes 188 s": in the unit of the formula, perhaps.
_THEN_DOES = lazy_re(
    rf"^\s*(?:(?:then|thus|hence|so|here|there|now),?\s+)?(?:the|an?|one|each|every|its|our|it)\s+"
    rf"(?:[a-z-]+\s+){{1,4}}{SAID}$",
    re.IGNORECASE,
)
# "If $x = y = 15$ ms, this is 105 ms" doubts nothing: it puts values in.
_WITH_VALUES = lazy_re(
    rf"^\s*(?:If|When)\s+(?:{_VALUES}|¤\s+is\s+<\d+>(?:,?\s+(?:and\s+)?¤\s+is\s+<\d+>)*),",
    re.IGNORECASE,
)
# Nor does "at $w = 50$ it would be 69 s".
_WOULD_WITH_VALUES = lazy_re(
    rf"^\s*(?:At|With|For)\s+{_VALUES},?\s+(?:it|this|that|we)\s+would\s+", re.IGNORECASE
)
_IN_A_CASE = lazy_re(rf"\s*{_CASE}(?!\w)", re.IGNORECASE)
# "The logits, $Y = 4 q v$, fill another 0.8 GB": more than was told before, and all of the formula.
_ANOTHER = lazy_re(r"(?<=\s)(?:another|a\s+further)\s+\Z")
# What of a displayed formula is left in the words behind it.
_CLOSES = lazy_re(r"\A\s*(?:\\\]|\\end\s+\w+)")
BESIDE_ANOTHER = lazy_re(
    r"[\s$]*(?:[A-Za-z/]+\s+)?(?:against|versus|vs\.?|resp(?:\.|ectively)|rather\s+than|compared\s+(?:with|to))"
    r"\s+[\s$]*\d"
)
_COUNTS = lazy_re(
    r"[\s$]+(?!(?:per|each|for|of|in|on|at|to|and|or|which|so|as|if|when|a|an|than|is)s?\b)(?:[a-z]+s|[a-z]*[A-Z][A-Za-z]*)\b"
)
_OPERAND = lazy_re(r"\s*(?:at|over|by|times|divided\s+by|through)\s+<\d+>", re.IGNORECASE)
# "$S = w P$ bytes, 840 GB in our run".
_UNIT_FIRST = lazy_re(
    r"[\s,;.]*(?:(?:bytes|seconds|tokens|parameters|FLOPs?|watts|joules|USD|dollars|remains?|in\s+all),)?"
    r"[\s,;.]*"
)
_LISTED = lazy_re(r"[\s$]*,[\s$]*")
_JOINED = lazy_re(r"[\s$]*,?[\s$]*(?:and|or)[\s$]*")
# "Per token and unit of width that is 34 bytes": not what the formula comes to.
_PER_FIRST = lazy_re(r"(?:\A|[.;:,]\s)\s*(?:per|for\s+each|for\s+every)\s+[A-Za-z]", re.IGNORECASE)
# "... equals $a / b$; for one-byte weights it is 148".
_IN_ANOTHER_CASE = lazy_re(r";\s+(?:for|with|at|in|on|without)\s+[a-z][a-z-]+\s[^;]*$")
# "With the update and the crossing it makes 17.5 s": of more than the formula.
_WITH_MORE = lazy_re(
    r"(?:\A|[.;:]\s)\s*(?:with|without|including|adding|counting|together\s+with|on\s+top\s+of|beside)\s+"
    r"(?!(?:our|the|this|these)\s+(?:running\s+)?(?:example|model|values|numbers)\b)"
    r"(?:the|an?|all|both|these|those|its|their)\s+[a-z][^<>¤,.;:]*\s(?:it|this|that)\s+[a-z]+\s+$",
    re.IGNORECASE,
)
# "n is 437. ... which tends to $w / (t + 1)$, which is 4096": of the formula right before.
_OF_ANOTHER = lazy_re(r"¤[\s,]*(?:and\s+)?(?:which|here)\s[^¤]*$")
_COUNTED = lazy_re(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|sixteen|hundred|twice|half|doubl\w+|halv\w+"
    r"|tripl\w+|all(?:\s+\w+)?\s+(?:layers|blocks|stages|ranks|GPUs|devices|nodes|experts|heads|steps)"
    r"|each|every|only\s+one|without|other|another|total|again|sum|rest|difference"
    r"|instead|more|less)\b",
    re.IGNORECASE,
)
# "27.4 GB more in the rows": of two amounts, how far they are apart.
_DIFFERS_BY = lazy_re(
    r"[\s$]*(?:more|less|fewer|extra|apart|saved|(?:larg|small|long|short|high|low|fast|slow)er)\b"
)
# A formula that gives a letter a value, and is no sum of numbers.
_OF_A_LETTER = lazy_re(
    r"^[^=]*?(?<![\\A-Za-z])(?:\\(?!times|cdot|approx|sim|,)[A-Za-z]+|[A-Za-z])[^=]*"
    r"(?:=|\\approx|\\sim)"
)
REACH, MOST_SENTENCES, FEW = 500, 3, 4
Tie = Literal["said", "perhaps", "near", "doubted"]
"""Words say what a formula comes to; they are only likely to be of it; nothing but the place; words
speak rather of something else."""


def sentences_behind(
    document: Document, definition: Definition, stop: int | None, units: UnitTable
) -> list[Sentence]:
    """The sentences behind a formula, up to the next paragraph, formula, table or heading."""
    start = definition.printed.span.end
    opened = re.compile(r"(?:[\s$.,\])`]|\\[\])])*(?:\\end\{\w+\*?\})?\s*").match(
        document.masked, start
    )
    first = opened.end() if opened else start
    ends = [start + REACH, len(document.masked)]
    ends += [stop] if stop is not None else []
    ends += [one.rows[0][0].start for one in document.tables if one.rows]
    ends += [document.starts[one.line - 1] for one in document.headings]
    gap = document.masked.find("\n\n", first)
    ends += [gap] if gap > 0 else []
    end = min(one for one in ends if one > first) if any(one > first for one in ends) else first
    if end <= first:
        return []
    begun = start if document.masked[start:first].strip("$ `") == "" else first
    return next(iter(sentences(document, units, [(begun, end)])), [])


# "At $t = 8$ the three are 2.15 GB, 738 MB and 268 MB": each of its formula, in their order.
_IN_TURN = lazy_re(
    rf"\b(?:they|these|the\s+<\d+>)\s+(?:are|come\s+to|make|take|need|give)\s+{SAID}$",
    re.IGNORECASE,
)
_SAYS_OF_ANOTHER = lazy_re(r"\b(?:root|square|sum|share|half|inverse|rest)\s+of\s+¤\s+is\b")
_NEXT_IN_TURN = lazy_re(rf"[\s$]*(?:,|,?\s*and)[\s$]*{SAID}", re.IGNORECASE)


def said_in_turn(
    document: Document, definition: Definition, turn: int, count: int, units: UnitTable
) -> Amount | None:
    """The amount that words behind a display of several formulas say one of them comes to."""
    for sentence in sentences_behind(document, definition, None, units)[:MOST_SENTENCES]:
        if _SAYS_OF_ANOTHER.search(sentence.words):
            # "... the root of V is 1.36": then "they" are what that sentence spoke of.
            return None
        for place in range(len(sentence.amounts) - count + 1):
            gaps = sentence.gaps[place + 1 : place + count + 1]
            listed = all(_NEXT_IN_TURN.fullmatch(gap) for gap in gaps[:-1])
            ends = _NEXT_IN_TURN.fullmatch(gaps[-1]) is None
            if listed and ends and _IN_TURN.search(sentence.words.partition(f"<{place}>")[0]):
                return _in_its_unit(sentence, place + turn)
    return None


def sentences_between(document: Document, begin: int, end: int, units: UnitTable) -> list[Sentence]:
    """The sentences from a place on, up to another or the next heading, but none of a table."""
    headings = (document.starts[heading.line - 1] for heading in document.headings)
    stop = min((place for place in (*headings, begin + REACH) if place > begin), default=end)
    blocks = [
        (max(block.start, begin), min(block.end, end, stop)) for block in document.blocks
        if block.end > begin and block.start < min(end, stop)
    ]  # fmt: skip
    return list(itertools.chain(*sentences(document, units, blocks)))


def said_behind(
    document: Document, definition: Definition, behind_it: Sequence[Sentence]
) -> Iterator[tuple[Amount, Sentence, Tie]]:
    """The amounts in sentences behind a formula, and what ties them to it."""
    for number, sentence in enumerate(behind_it):
        if number >= MOST_SENTENCES:
            return
        for place, amount in enumerate(sentence.amounts):
            if amount.in_words:
                break
            if BESIDE_ANOTHER.match(document.masked, amount.end):
                # "411 against 250 microseconds": of two formulas, and who knows which is whose.
                break
            before, _, after = sentence.words.partition(f"<{place}>")
            before = _ANOTHER.sub("", _CLOSES.sub("", before))
            named = len(definition.row.members) > 1
            behind = number == 0 and (
                _is_right_behind(document, before, amount, named=named)
                # "4.5 seconds in our example"
                or (_UNIT_FIRST.fullmatch(before) and _IN_A_CASE.match(after) is not None)
            )
            said = behind or _OF_IT.search(before) is not None
            if _is_operand(sentence, place, after) or _is_claimed(document, amount):
                continue
            does = not said and (
                (number == 0 and _DOES.search(before) is not None)
                or (place == 0 and amount.dimensions and _THEN_DOES.search(before) is not None)
            )
            tie: Tie = "said" if said else "perhaps" if does else "near"
            if is_of_something_else(before, after):
                tie = "doubted"
            yield _in_its_unit(sentence, place), sentence, tie
            if tie in {"said", "perhaps"}:
                return


def _is_operand(sentence: Sentence, place: int, after: str) -> bool:
    """Whether an amount is worked on: "352 TFLOP at 989 TFLOP/s", and no "32 at $n = 4$"."""
    following = sentence.amounts[place + 1 : place + 2]
    if not following or following[0].formula or following[0].in_words:
        return False
    return _OPERAND.match(after) is not None


def is_of_something_else(before: str, after: str = "") -> bool:
    """Whether an amount is doubted, counted otherwise, a difference, or of another formula."""
    if _DIFFERS_BY.match(after):
        return True
    others = (_COUNTED, _PER_FIRST, _OF_ANOTHER, _IN_ANOTHER_CASE, _WITH_MORE)
    before = _OF_EACH.sub("", before)
    plain = _WOULD_WITH_VALUES.sub("", _WITH_VALUES.sub("", before))
    return doubted(plain) or any(words.search(before) for words in others)


def _in_its_unit(sentence: Sentence, place: int) -> Amount:
    """An amount, in the unit that the last one of a list has for all: "0.833 and 1.355 ms"."""
    amount, last = sentence.amounts[place], place
    gaps, amounts = sentence.gaps, sentence.amounts
    while last + 2 < len(amounts) and not amounts[last].unit and _LISTED.fullmatch(gaps[last + 1]):
        last += 1
    last += 1
    if amount.unit or last >= len(amounts) or not _JOINED.fullmatch(gaps[last]):
        return amount
    other = amounts[last]
    if (
        "or" in sentence.gaps[place + 1]
        and not other.value / FEW < amount.value < FEW * other.value
    ):
        # "15,789 or 658 days" is one amount twice.
        return amount
    return amount.replaced(
        unit=other.unit, factor=other.factor, dimensions=other.dimensions, counted=other.counted
    )


def _is_right_behind(document: Document, before: str, amount: Amount, *, named: bool) -> bool:
    """Whether an amount follows a formula at once, and is no property: "here 25 MB buckets"."""
    counts = _COUNTS.match(document.masked, amount.end)
    said = _RIGHT_BEHIND.match(before) or (_IS.match(before) if named else None)
    return counts is None and said is not None


def _is_claimed(document: Document, amount: Amount) -> bool:
    """Whether a formula gives an amount to a letter of its own, ``T = 12``: that is no word's."""
    return any(
        span.start < amount.start < span.end and _OF_A_LETTER.search(span.latex)
        for span in document.spans_between(max(amount.start - REACH, 0), amount.start)
    )


# Of these the row of a letter may count anything.
ANY_COUNT = frozenset(
    ("", "-", "–", "—", "1", "number", "pure number", "count", "none", "dimensionless")
)
PURE_UNITS = ANY_COUNT - {"count"} | {"%", "ratio", "share", "fraction", "percent", "probability"}
_TIMES = frozenset(("second", "sec", "", "minute", "hour", "day", "week", "month", "year"))
_PER = lazy_re(r"(?:\bper|\bfor\s+(?:each|every|one|an?)|\beach|\bevery|/)\s*(?P<what>[A-Za-z]+)")


def is_said_of(document: Document, row: Declaration | None, said: Amount) -> bool:
    """Whether an amount "per layer" is what a formula's letter is said to be.

    No percentage is where a row counts something.
    """
    if said.is_share and row is not None and (row.unit or "").casefold() not in PURE_UNITS:
        return False
    behind = _PER.search(said.shown) or _PER.match(
        document.masked[said.end : said.end + 30].lstrip()
    )
    if behind is None or row is None:
        return behind is None
    word = behind["what"].lower().removesuffix("s")
    # A time is part of the unit, which is compared as such.
    return word in _TIMES or word in f"{row.meaning} {row.unit or ''}".lower()


def is_for_each(side: Node, units: Mapping[str, str], said: Amount) -> bool:
    """Whether an amount per thing is that of a quotient by the letter that counts such things."""
    behind = _PER.search(said.shown)
    if behind is None or not isinstance(side, Quotient) or not isinstance(side.under, Letter):
        return False
    return class_of(behind["what"]) == class_of(units.get(side.under.glyph, "")) != ""


_ONE_OF_IT = lazy_re(
    r"\b(?:one|an?|each|every|per|single)\s+([A-Za-z]+(?:-[a-z]+)?)", re.IGNORECASE
)
NEAR = 40


def tells_one(document: Document, value: Value, row: str, table: UnitTable) -> bool:
    """Whether words name what a unit is divided by: "one dollar buys F = 7e17 FLOP"."""
    per = row.rpartition("/")[2].strip(" ()")
    if "/" not in row or len(per) < 2:
        return False
    end = max(sentence_end(document, value.end), value.end + NEAR)
    near = document.text[max(value.offset - NEAR, 0) : end]
    unit = table.known_unit(per)
    # "Tokens per second" are no second's: that is the unit itself.
    return any(
        word[1].rstrip("s") == per.rstrip("s")
        or (unit is not None and table.known_unit(word[1]) == unit)
        for word in _ONE_OF_IT.finditer(near)
        if word[1].rstrip("s") not in _TIMES or not word[0].startswith("per")
    )
