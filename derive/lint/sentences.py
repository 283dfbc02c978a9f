"""Sentences as words and amounts: the one reader of quantities in prose.

An amount stands in the words as ``<0>``, ``<1>`` ..., a formula that tells no amount as ``¤``.
Macros are expanded first, and every character keeps the offset that it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from derive.errors import DeriveError
from derive.units import UnitTable

from .digits import half_of
from .documents import Document

# What sentences say instead of digits. "One" is an article too often to count.
NUMBERS_IN_WORDS = dict(
    zip(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty hundred "
        "thousand".split(),
        (*map(float, range(2, 21)), 30.0, 40.0, 50.0, 60.0, 100.0, 1000.0), strict=True,
    )
) | {"thirty-two": 32.0, "sixty-four": 64.0}  # fmt: skip
A_NUMBER_IN_WORDS = "|".join(sorted(NUMBERS_IN_WORDS, key=len, reverse=True))
FRACTIONS_IN_WORDS = {
    "half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fourth": 1 / 4, "fifth": 1 / 5,
    "sixth": 1 / 6, "seventh": 1 / 7, "eighth": 1 / 8, "ninth": 1 / 9, "tenth": 1 / 10,
    "twelfth": 1 / 12, "sixteenth": 1 / 16, "twentieth": 1 / 20, "hundredth": 1 / 100,
}  # fmt: skip
_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
    "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12,
}  # fmt: skip
_SIUNITX = re.compile(r"\\(?:SI|qty|num)\{|(?<=\d)\}\{(?=[A-Za-z\\])")
_AMOUNT = re.compile(
    r"(?<![\w.,/^_{\\+-])(?<!\d[x×])(?P<money>\\?\$(?=\d))?"
    r"(?:(?P<n>\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d]|[.,]\d)"
    r"(?:\s*(?:\\times|\\cdot|×)\s*10\^\{?(?P<e>-?\d{1,2})\}?)?"
    rf"|(?P<word>(?i:{A_NUMBER_IN_WORDS}))(?![\w-]))"
    r"(?:(?P<big>[KMBT])(?=[\s$]+[A-Za-z])"
    r"|[\s~]*(?P<scale>hundred|thousand|million|billion|trillion)\b)?"
    r"(?:(?:[\s$`~]|\\[,;: ]|\\(?:text|mathrm)\{)*(?P<unit>\\?%"
    r"|[A-Za-zµμ]+(?:-(?:hour|day|second|batch|year)\w*)?(?:/[A-Za-z-]+)?)"
    r"(?P<per>\s+(?:per|an?|every)\s+[A-Za-z]+(?:-hours?|-days?)?)?)?"
)
LOOSE = re.compile(
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
    r"|imagine|unless|whether|why|wrong(?:ly)?|mistaken(?:ly)?|misprint|typo|instead(?!\s+of\b)|claims?|claimed"
    r"|naive(?:ly)?|ideal(?:ly)?|pretend|expected|remove|remov\w+|without|myth|false|incorrect\w*"
    r"|for\s+example\s+when|differs?|disagree\w*|error|errors|mistakes?)\b|n't\b|n’t\b|\?",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b(?:[A-Za-z]+-?\d[\w.]*\b|(?:table|figure|fig\.|section|chapter|line|part"
                   r"|step|version|stage|equation|eq\.|page|layer|volume|appendix)[\s~]+\d[\w.]*)",
                   re.IGNORECASE)  # fmt: skip
_END = re.compile(r"(?<=[.?!])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)\s+(?=[A-Z0-9$¤\\`*(])"
                  r"|(?<=\?)\s+")  # fmt: skip
# What is counted, beside what the table of units knows.
_COUNTED = frozenset("server weight host link word document file chip machine".split())
SAME_NOUN = {"weight": "param", "parameter": "param"}
_NUMERAL = re.compile(
    rf"\d|\b(?:{A_NUMBER_IN_WORDS}|{'|'.join(FRACTIONS_IN_WORDS)})\b", re.IGNORECASE
)
LONGEST = 1_500
Powers = tuple[tuple[str, int], ...]


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
    # What is counted: GPU and -1 in "2 USD per GPU-hour".
    counted: tuple[tuple[str, int], ...] = ()
    loose: bool = False
    whole: bool = True
    in_words: bool = False
    # What stands before it in its formula: "112 - 70 =".
    formula: str = ""

    @property
    def is_share(self) -> bool:
        """Whether it is a percentage."""
        return self.unit == "%"

    @property
    def kind(self) -> tuple[object, ...]:
        """What two amounts must share to be added."""
        return (*self.dimensions, *self.counted) or (self.unit,)

    @property
    def base(self) -> float:
        """The amount in the unit that its dimension is counted in."""
        return self.value * self.factor

    @property
    def slack(self) -> float:
        """How far the amount may be off in that unit, by its last digit."""
        return self.half * self.factor

    @property
    def rough(self) -> float:
        """How far off, relative to it, its digits let it be; whole numbers stand as they are."""
        return 0.0 if self.whole or not self.value else self.half / self.value


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: its words with a mark for every amount, and the amounts."""

    words: str
    amounts: tuple[Amount, ...]
    start: int
    # The words before each amount, from the one before it on, and those behind the last.
    gaps: tuple[str, ...]


def sentences(
    document: Document, units: UnitTable, pieces: Iterable[tuple[int, int]]
) -> Iterator[list[Sentence]]:
    """The sentences of every paragraph or item; none of one that tells no number at all."""
    for start, end in pieces:
        if not _NUMERAL.search(document.masked, start, end):
            yield []
            continue
        text, places, formulas = _expanded(document, start, end)
        yield [
            _read(document, units, text[first:last], places[first : last + 1],
                  [(max(a - first, 0), min(b, last) - first) for a, b in formulas
                   if a < last and b > first])
            for first, last in _parts(text)
        ]  # fmt: skip


def doubted(words: str) -> bool:
    """Whether a sentence denies, asks or only imagines what it tells."""
    return _DOUBTED.search(words) is not None


def _expanded(
    document: Document, start: int, end: int
) -> tuple[str, list[int], list[tuple[int, int]]]:
    """A stretch with the macros of its formulas expanded: text, offsets, and where formulas are."""
    text, places, formulas = "", list[int](), list[tuple[int, int]]()
    at = start
    for span in document.spans_between(start, end):
        if span.start < at:
            continue
        text += document.masked[at : span.start]
        places += range(at, span.start)
        begun, at = len(text), min(span.end, end)
        if span.origins:
            text += span.latex
            places += [span.offset(inside) for inside in range(len(span.latex))]
        else:
            text += document.masked[span.start : at]
            places += range(span.start, at)
        formulas.append((begun, len(text)))
    text += document.masked[at:end]
    places += range(at, end + 1)
    # Of \SI{400}{Gbit/s} the number and its unit remain, each where it was.
    return _SIUNITX.sub(lambda mark: " " * len(mark.group()), text), places, formulas


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a paragraph begin and end."""
    start = 0
    for end in [*(stop.start() for stop in _END.finditer(text)), len(text)]:
        if 0 < end - start <= LONGEST:
            yield start, end
        start = end


def _read(
    document: Document,
    units: UnitTable,
    text: str,
    places: Sequence[int],
    formulas: Sequence[tuple[int, int]],
) -> Sentence:
    """A sentence with its amounts."""
    named = _NAME.sub(lambda name: "x" * len(name.group()), text)
    marks: list[tuple[int, int, str]] = []
    amounts: list[Amount] = []
    for number in _AMOUNT.finditer(named):
        digits = number.start("n") if number["n"] else number.start("word")
        inside = next(((a, b) for a, b in formulas if a <= digits < b), None)
        if marks and number.start() < marks[-1][1]:
            continue
        if inside is not None and not _ends(text, *inside, number):
            continue
        if inside is None and document.is_hidden(places[number.start()]):
            continue
        read = _amount(
            number, text, units, places, formula=text[inside[0] : digits] if inside else None
        )
        if read is not None:
            marks.append((number.start(), read[1], f"<{len(amounts)}>"))
            amounts.append(read[0])
    taken = list(marks)
    for first, last in formulas:
        # Of a formula that ends with an amount, what stands before it is the formula.
        last = min([start for start, end, _ in taken if start < last and first < end], default=last)
        if first < last:
            marks.append((first, last, "¤"))
    words = _marked(text, marks)
    return Sentence(words, tuple(amounts), places[0], tuple(re.split(r"<\d+>", words)))


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


def _ends(text: str, start: int, end: int, number: re.Match[str]) -> bool:
    """Whether a formula tells a number: it is the number, or ends with its being equal to it."""
    if number["word"]:
        return False
    before = text[start : number.start("n")].strip()
    last = number.end("e") if number["e"] else number.end("n")
    after = re.sub(r"^\\[,;: ]|\\(?:text|mathrm|%)", "", text[last:end].strip(" }"))
    return (re.search(r"(?:=|\\approx|≈)$", before) is not None or not before) and not re.search(
        r"[=+*/^_<>\\-]", after
    )


def _amount(
    number: re.Match[str],
    text: str,
    units: UnitTable,
    places: Sequence[int],
    *,
    formula: str | None,
) -> tuple[Amount, int] | None:
    """An amount and where it ends; nothing of a bound, or of a part of something else."""
    before = text[max(number.start() - 40, 0) : number.start()]
    is_money = bool(number["money"]) and formula is None
    name, factor, dimensions, counted, end = _unit(number, units, is_money=is_money)
    bound = _BOUND.search(before)
    is_rate = bound and bound.group().split()[0].lower() == "over" and ("time", -1) in dimensions
    if bound and not is_rate and not _SOFT_BOUND.search(before):
        return None
    if re.match(r"[\w^]|[-–][\w$]|\s?[–-]\s?\d", text[end:]):
        return None
    if re.search(r"\d:$", before) or re.match(r":\d", text[end:]):
        # A time of the day, or a ratio.
        return None
    digits = re.sub(r"[{}\\,]", "", number["n"] or "")
    scale = 10.0 ** int(number["e"] or 0) * _SCALES.get(number["big"] or number["scale"] or "", 1.0)
    value = float(digits) if digits else NUMBERS_IN_WORDS[number["word"].lower()]
    half = half_of(digits) * scale if digits else 0.0
    return Amount(
        value * scale, half, _shown(text[number.start() : end]),
        places[number.start()], places[end], name, factor, dimensions, counted,
        LOOSE.search(before) is not None, "." not in digits and (scale == 1.0 or not digits),
        not digits, formula or "",
    ), end  # fmt: skip


def _shown(text: str) -> str:
    """An amount as readers see it."""
    plain = text.replace("{,}", ",").replace("\\times", "×").replace("\\cdot", "·")
    return " ".join(re.sub(r"[$`~{}]|\\[,;: ]|\\(?:text|mathrm)", " ", plain).split())


def _unit(
    number: re.Match[str], units: UnitTable, *, is_money: bool
) -> tuple[str, float, Powers, Powers, int]:
    """The unit of an amount, what it is in base units, what it measures, and where it ends."""
    word = number["unit"] or ""
    bare = max(number.end(part) for part in ("n", "e", "big", "scale", "word") if number[part])
    if number["e"] and number.string[number.end("e") : number.end("e") + 1] == "}":
        bare += 1
    if word.endswith("%") or word == "percent":
        return "%", 1.0, (), (), number.end("unit")
    rate = re.sub(r"^\s+(?:per|an?|every)\s+", "/", number["per"] or "")
    if is_money:
        whole = number.string[number.start("unit") :] if word in {"per", "a", "an", "every"} else ""
        of = re.match(r"(?:per|an?|every)\s+([A-Za-z]+(?:-hours?|-days?)?)", whole)
        known = known_unit(f"USD/{of[1]}", units) if of else None
        return (
            (*known, number.start("unit") + of.end())
            if known and of
            else ("USD", 1.0, (("money", 1),), (), bare)
        )
    for name, end in ((word + rate, number.end()), (word, number.end("unit"))):
        known = known_unit(name, units)
        if name and known is not None:
            return (*known, end)
    return "", 1.0, (), (), bare


@lru_cache(maxsize=4096)
def known_unit(name: str, units: UnitTable) -> tuple[str, float, Powers, Powers] | None:
    """What a unit is called, its factor, and what it measures and counts; None of another word."""
    plain = name.removesuffix("s").lower()
    if plain in _COUNTED:
        return plain, 1.0, (), ((SAME_NOUN.get(plain, plain), 1),)
    # Most words behind a number are no unit, and an error is dear; Gb/s is one as a whole only.
    if any(units.find(part) is None for part in re.split(r"[/-]", name) if part) and (
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
    counted = dict[str, int]()
    for side, power in zip(name.split("/"), (1, *[-1] * name.count("/")), strict=True):
        for part in side.split("-"):
            found = units.find(part)
            if found is not None and not dict(units.unit(part).dimensions):
                noun = units.unit(part).name or part
                counted[noun] = counted.get(noun, 0) + power
    return (
        (kind.strip() or name), float(unit.factor), dimensions,
        tuple(sorted((noun, power) for noun, power in counted.items() if power)),
    )  # fmt: skip
