"""Sentences as words and amounts: what rules about arithmetic in prose match against.

An amount stands in the words as ``<0>``, ``<1>`` ..., a formula that tells no amount as ``¤``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from derive.errors import DeriveError
from derive.units import UnitTable

from .digits import half_of, is_binary
from .documents import Document

NUMBER = (
    r"(?P<n>\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d]|[.,]\d)"
    r"(?:\s*(?:\\times|\\cdot|×)\s*10\^\{?(?P<e>-?\d{1,2})\}?)?"
)
_AMOUNT = re.compile(
    r"(?<![\w.,/^_{\\+-])(?<!\d[x×])(?P<money>\\?\$(?=\d))?" + NUMBER
    + r"(?:(?P<big>[KMBT])(?=[\s$]+[A-Za-z])"
    r"|[\s~]*(?P<scale>thousand|million|billion|trillion)\b)?"
    r"(?:(?:[\s$`~]|\\[,;: ]|\\(?:text|mathrm)\{)*(?P<unit>\\?%"
    r"|[A-Za-zµμ]+(?:-(?:hour|day|second|batch|year)\w*)?(?:/[A-Za-z-]+)?)"
    r"(?P<per>\s+(?:per|an?|every)\s+[A-Za-z]+(?:-hours?|-days?)?)?)?"
)  # fmt: skip
_SCALES = {
    "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12,
}  # fmt: skip
_LOOSE = re.compile(
    r"(?<![A-Za-z])(?:about|roughly|some|nearly|almost|around|approximately|close\s+to|just\s+(?:over|under)"
    r"|slightly\s+\w+\s+than|≈|~|\\approx|\\sim|a\s+good)[\s$~]*$",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"(?<![A-Za-z])(?:at\s+(?:least|most|best|worst)|up\s+to|(?:more|less|fewer|larger|smaller|greater)\s+than"
    r"|over|under|below|above|beyond|exceeds?|between|within|and|or|to|<|>|≤|≥|\\[lg]eq?|only)[\s$~]*$",
    re.IGNORECASE,
)
_SOFT_BOUND = re.compile(r"(?:\band|\bto|\bonly|\bor)[\s$~]*$", re.IGNORECASE)
# What is denied, asked, imagined or called wrong tells no amount.
_DOUBTED = re.compile(
    r"\b(?:not|no|cannot|never|neither|nor|would|could|might|should|may|if|suppose|supposing"
    r"|imagine|unless|whether|why|wrong(?:ly)?|mistaken(?:ly)?|misprint|typo|instead|claims?|claimed"
    r"|naive(?:ly)?|ideal(?:ly)?|pretend|expected|remove|remov\w+|without|myth|false|incorrect\w*"
    r"|for\s+example\s+when|differs?|disagree\w*|error|errors|mistakes?)\b|n't\b|n’t\b|\?",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b(?:[A-Za-z]+-?\d[\w.]*\b|(?:table|figure|fig\.|section|chapter|line|part"
                   r"|step|version|stage|equation|eq\.|page|layer|volume|appendix)[\s~]+\d[\w.]*)",
                   re.IGNORECASE)  # fmt: skip
_END = re.compile(r"(?<=[.?!])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)\s+(?=[A-Z0-9$¤\\`*])|(?<=\?)\s+")
# What is counted, beside what the table of units knows.
_COUNTED = frozenset("server weight host link word document file chip machine".split())
LONGEST = 1_500
SAID = r"(?:(?:just|only|about|roughly|some|nearly|almost|around|exactly|≈|~)\s+)?"
"""What may stand before an amount in a pattern over words."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that a sentence tells, with its unit; of what is counted, the noun is the unit."""

    value: float
    half: float
    shown: str
    start: int
    end: int
    unit: str = ""
    factor: float = 1.0
    dimensions: tuple[tuple[str, int], ...] = ()
    loose: bool = False
    whole: bool = True

    @property
    def is_share(self) -> bool:
        """Whether it is a percentage."""
        return self.unit == "%"

    @property
    def kind(self) -> tuple[object, ...]:
        """What two amounts must share to be added."""
        return self.dimensions or (self.unit,)

    @property
    def base(self) -> float:
        """The amount in the unit that its dimension is counted in."""
        return self.value * self.factor

    @property
    def slack(self) -> float:
        """How far the amount may be off in that unit, by its last digit."""
        return self.half * self.factor


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence: its words with a mark for every amount, and the amounts."""

    words: str
    amounts: tuple[Amount, ...]
    start: int
    # Which paragraph it stands in.
    place: int


def sentences(
    document: Document, units: UnitTable, pieces: Iterable[tuple[int, int]]
) -> Iterator[list[Told]]:
    """The sentences of every paragraph or item; none of one without a digit."""
    for place, (start, end) in enumerate(pieces):
        text = document.masked[start:end]
        parts = _parts(start, text) if re.search(r"\d", text) else ()
        yield [_told(document, units, first, last, place) for first, last in parts]


def form(text: str) -> re.Pattern[str]:
    """A pattern over words: ``A!`` is an amount called A, and a space any space."""
    marked = re.sub(r"\b([A-Z])!", r"<(?P<\1>\\d+)>", text)
    return re.compile(marked.replace(" ", r"\s+"), re.IGNORECASE)


def doubted(words: str) -> bool:
    """Whether a sentence denies, asks or only imagines what it tells."""
    return _DOUBTED.search(words) is not None


def _parts(first: int, text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a paragraph begin and end."""
    start = 0
    for end in [*(stop.start() for stop in _END.finditer(text)), len(text)]:
        if 0 < end - start <= LONGEST:
            yield first + start, first + end
        start = end


def _told(document: Document, units: UnitTable, start: int, end: int, place: int) -> Told:
    text = document.masked[start:end]
    named = _NAME.sub(lambda found: "x" * len(found.group()), text)
    marks: list[tuple[int, int, str]] = []
    amounts: list[Amount] = []
    spans = document.spans_between(start, end)
    taken = 0
    for found in _AMOUNT.finditer(named):
        if found.start() < taken:
            continue
        inside = next((s for s in spans if s.start <= start + found.start("n") < s.end), None)
        if inside is not None and not _ends(document, inside.start, inside.end, start, found):
            continue
        if inside is None and document.is_hidden(start + found.start()):
            continue
        one = _amount(found, text, units, start, is_money=bool(found["money"]) and inside is None)
        if one is None:
            continue
        marks.append((one.start - start, one.end - start, f"<{len(amounts)}>"))
        amounts.append(one)
        taken = one.end - start
    taken_by = [(one.start - start, one.end - start) for one in amounts]
    for span in spans:
        first, last = max(span.start - start, 0), min(span.end - start, len(text))
        # Of a formula that ends with an amount, what stands before it is the formula.
        last = min([one for one, end_ in taken_by if one < last and first < end_], default=last)
        if first < last:
            marks.append((first, last, "¤"))
    return Told(_marked(text, marks), tuple(amounts), start, place)


def _marked(text: str, marks: list[tuple[int, int, str]]) -> str:
    """The words, with every amount and formula as its mark."""
    parts: list[str] = []
    at = 0
    for start, end, mark in sorted(marks):
        if start < at:
            continue
        parts += [text[at:start], mark]
        at = end
    # A star between two amounts multiplies them; any other is emphasis.
    words = re.sub(r"\s\\?\*\s|\\\*", " × ", "".join([*parts, text[at:]]))
    words = re.sub(r"[$`*_~{}]|\\[,;: ]|\\(?:text|mathrm|emph|textbf)\b", " ", words)
    return re.sub(r"\s+", " ", words).replace("¤ <", "<").replace("¤<", "<").strip()


def _ends(document: Document, start: int, end: int, base: int, number: re.Match[str]) -> bool:
    """Whether a formula tells a number: it is the number, or ends with its being equal to it."""
    before = document.masked[start : base + number.start("n")].strip()
    last = base + (number.end("e") if number["e"] else number.end("n"))
    after = document.masked[last:end].strip(" }")
    return (re.search(r"(?:=|\\approx|≈)$", before) is not None or not before) and not re.search(
        r"[=+*/^_<>\\-]", re.sub(r"^\\[,;: ]|\\(?:text|mathrm|%)", "", after)
    )


def _amount(
    found: re.Match[str], text: str, units: UnitTable, start: int, *, is_money: bool
) -> Amount | None:
    """An amount; nothing where a bound is told, or a number is part of something else."""
    before = text[max(found.start() - 40, 0) : found.start()]
    if _BOUND.search(before) and not _SOFT_BOUND.search(before):
        return None
    name, factor, dimensions, end = _unit(found, units, is_money=is_money)
    if re.match(r"[\w^]|[-–][\w$]|\s?[–-]\s?\d", text[end:]):
        return None
    if re.search(r"\d:$", before) or re.match(r":\d", text[end:]):
        # A time of the day, or a ratio.
        return None
    digits = re.sub(r"[{}\\,]", "", found["n"])
    scale = 10.0 ** int(found["e"] or 0) * _SCALES.get(found["big"] or found["scale"] or "", 1.0)
    return Amount(
        float(digits) * scale, half_of(digits) * scale,
        _shown(text[found.start() : end]),
        start + found.start(), start + end, name, factor, dimensions,
        _LOOSE.search(before) is not None, "." not in digits and scale == 1.0,
    )  # fmt: skip


def _shown(text: str) -> str:
    """An amount as readers see it."""
    plain = text.replace("{,}", ",").replace("\\times", "×").replace("\\cdot", "·")
    return " ".join(re.sub(r"[$`~{}]|\\[,;: ]|\\(?:text|mathrm)", " ", plain).split())


def _unit(
    number: re.Match[str], units: UnitTable, *, is_money: bool
) -> tuple[str, float, tuple[tuple[str, int], ...], int]:
    """The unit of an amount, what it is in base units, its dimensions, and where it ends."""
    word = number["unit"] or ""
    bare = max(number.end(group) for group in ("n", "e", "big", "scale") if number[group])
    if number["e"] and number.string[number.end("e") : number.end("e") + 1] == "}":
        bare += 1
    if word.endswith("%") or word == "percent":
        return "%", 1.0, (), number.end("unit")
    rate = re.sub(r"^\s+(?:per|an?|every)\s+", "/", number["per"] or "")
    if is_money:
        whole = number.string[number.start("unit") :] if word in {"per", "a", "an", "every"} else ""
        of = re.match(r"(?:per|an?|every)\s+([A-Za-z]+(?:-hours?|-days?)?)", whole)
        known = known_unit(f"USD/{of[1]}", units) if of else None
        return (
            (*known, number.start("unit") + of.end())
            if known and of
            else ("USD", 1.0, (("money", 1),), bare)
        )
    for name, end in ((word + rate, number.end()), (word, number.end("unit"))):
        known = known_unit(name, units)
        if name and known is not None:
            return (*known, end)
    return "", 1.0, (), bare


@lru_cache(maxsize=4096)
def known_unit(
    name: str, units: UnitTable
) -> tuple[str, float, tuple[tuple[str, int], ...]] | None:
    """What a unit is called, its factor to base units and its dimensions; None of another word."""
    plain = name.removesuffix("s").lower()
    if plain in _COUNTED:
        return plain, 1.0, ()
    # Most words behind a number are no unit, and an error is dear; Gb/s is one as a whole only.
    if any(units.find(each) is None for each in re.split(r"[/-]", name) if each) and (
        units.find(name.partition("/")[0]) is None and not re.fullmatch(r"[kKMGT]b(?:/s|ps)", name)
    ):
        return None
    try:
        unit = units.unit(name)
    except DeriveError:
        return None
    dimensions = tuple(sorted(dict(unit.dimensions).items()))
    kind = "" if dimensions else f" {unit.name or name}"
    if (len(name) == 1 and name not in "sBWJhg") or (not dimensions and not name[-1:].isalpha()):
        return None
    return (kind.strip() or name), float(unit.factor), dimensions


@dataclass(frozen=True, slots=True)
class Slip:
    """An amount that does not follow: what was reckoned, and what it comes to in its unit."""

    what: str
    gives: float
    told: Amount


EXACT, ABOUT = 0.02, 0.1


def slip(
    what: str, gives: float, slack: float, printed: Amount, *, wide: bool = False
) -> Slip | None:
    """A slip where an amount is not what others give, each as far as its digits go."""
    room = (ABOUT if wide or printed.loose else EXACT) * abs(gives)
    if not printed.base or abs(gives - printed.base) <= slack + max(printed.slack, room):
        return None
    rough = slack / gives + printed.slack / printed.base if gives else 0.0
    if printed.kind == (("information", 1),) and is_binary(gives / printed.base, rough):
        return None
    return Slip(what, gives / printed.factor, printed)
