"""Amounts in prose: a number, in digits or in words, with the unit behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.units import UnitTable

from .digits import half_of

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
AMOUNT = lazy_re(
    r"(?<![\w.,/^_{\\+-])(?<!\d[x×])(?P<money>\\?\$(?=\d))?"
    r"(?:(?P<n>(?:\d{1,3}(?:(?:,|\{,\}|\\,)\d{3})+|[1-9]\d{0,2}(?:[ \xa0\u2009\u202f]\d{3})+|\d+)"
    r"(?:\.\d+)?)(?![\d]|[.,]\d)"
    r"(?:(?:\s*(?:\\times|\\cdot|×)\s*10\^\{?|[eE]\+?(?=-?\d{1,2}(?!\w)))(?P<e>-?\d{1,2})\}?)?"
    # "A million tokens cost" says how many; "a number" does not.
    rf"|(?P<word>(?i:{A_NUMBER_IN_WORDS}|a(?=\s+(?:thousand|million|billion|trillion)\s)))(?![\w-]))"
    r"(?:(?P<big>[KMBT])(?=[\s$]+[A-Za-z])"
    r"|[\s~]*(?P<scale>hundred|thousand|million|billion|trillion)\b)?"
    r"(?:(?:[\s$`~]|\\[,;: ]|\\(?:text|mathrm)\{)*(?P<unit>\\?%"
    r"|(?:kilo|mega|giga|tera)?watt[ -]hours?\b"
    r"|[A-Za-zµμ]+(?:-(?:hour|day|second|batch|year)\w*)?(?:/[A-Za-z-]+)?)"
    r"(?P<per>\s+(?:per|an?|every)\s+[A-Za-z]+(?:-hours?|-days?)?)?)?"
)
LOOSE = lazy_re(
    r"(?<![A-Za-z])(?:about|roughly|some|nearly|almost|around|approximately|close\s+to|(?:just|a\s+little)\s+(?:over|under)"
    r"|slightly\s+\w+\s+than|≈|~|\\approx|\\sim|a\s+good)[\s$~]*$",
    re.IGNORECASE,
)
_BOUND = lazy_re(
    # What parts "add up to" is no bound.
    r"(?<![A-Za-z])(?:at\s+(?:least|most|best|worst)|(?<!add\s)(?<!adds\s)(?<!sum\s)(?<!sums\s)up\s+to|(?:more|less|fewer|larger|smaller|greater)\s+than"
    # "With the shapes above 41.9 MB" is no more than 41.9 MB.
    r"|over|under|below|(?<!shapes\s)(?<!values\s)(?<!numbers\s)(?<!sizes\s)(?<!figures\s)above"
    r"|beyond|exceeds?|between|within|and|or|to|<|>|≤|≥|\\[lg]eq?|only)[\s$~]*$",
    re.IGNORECASE,
)
_SOFT_BOUND = lazy_re(r"(?:\band|\bto|\bonly|\bor)[\s$~]*$", re.IGNORECASE)
# A link is "over 400 Gbit/s", and what is cut is "spread over 8 GPUs": neither is a bound.
_SPREAD = lazy_re(
    r"\b(?:spread|split|sharded|shared|divided|distributed)\s+over\s*$", re.IGNORECASE
)
# What is counted, beside what the table of units knows.
_COUNTED = frozenset("server weight host link word document file chip machine".split())
SAME_NOUN = {"weight": "param", "parameter": "param"}
Powers = tuple[tuple[str, int], ...]


class Amount(Record):
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


def amount_at(
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
    is_over = bound and bound.group().split()[0].lower() == "over"
    is_link = is_over and (("time", -1) in dimensions or _SPREAD.search(before))
    # "A little over 17 days" says how many, too.
    if bound and not is_link and not _SOFT_BOUND.search(before) and not LOOSE.search(before):
        return None
    if re.match(r"[\w^]|[-–][\w$]|\s?[–-]\s?\d|/\d", text[end:]):
        return None
    if re.search(r"\d:$", before) or re.match(r":\d", text[end:]):
        # A time of the day, or a ratio.
        return None
    digits = re.sub(r"[{}\\,\s]", "", number["n"] or "")
    scale = 10.0 ** int(number["e"] or 0) * _SCALES.get(number["big"] or number["scale"] or "", 1.0)
    value = float(digits) if digits else NUMBERS_IN_WORDS.get(number["word"].lower(), 1.0)
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
    unit = units.known_unit(name)
    if unit is None:
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
