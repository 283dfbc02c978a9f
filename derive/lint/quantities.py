"""The rule about numbers of a sentence: the same amount in two units, parts and their total."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from derive.errors import DeriveError
from derive.units import UnitTable

from .conversions_told import NET
from .digits import half_of, is_binary
from .documents import Document
from .project import Project
from .prose_arithmetic import slips_of
from .rules import Sight
from .told import Amount
from .words_reckoned import words_that_do_not_follow

_NUMBER = (
    r"(?P<n{0}>\d{{1,3}}(?:(?:,|\{{,\}})\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:\s*(?:\\times|\\cdot|×)\s*10\^\{{?(?P<e{0}>-?\d{{1,2}})\}}?)?"
)
_BETWEEN = r"[\s$`~]*(?:\\[,;: ]|\}\{)?\s*(?:\\(?:text|mathrm)\{\s*)?"
_UNIT = r"(?P<u{0}>[A-Za-zµμ]+(?:/s)?)(?![A-Za-z/])"
_QUANTITY = (
    r"(?:\\(?:SI|qty)\{{)?" + _NUMBER + _BETWEEN.replace("{", "{{").replace("}", "}}") + _UNIT
)
_OF_BRACES = r"[\s$`}]*"
_AGAIN = re.compile(
    r"(?<![\w.,/\\-])" + _QUANTITY.format(1) + _OF_BRACES
    + r"(?:,\s*(?:or|that\s+is|i\.e\.)|\(\s*(?:or|i\.e\.)|\bwhich\s+(?:is|equals)|\bcarries"
    + r"|\bequals?)[,\s]*"
    + r"(?P<about>(?:about|roughly|some|nearly|almost|around|≈|~)\s*)?[\s$`]*(?:\\approx)?\s*"
    + _QUANTITY.format(2)
)  # fmt: skip
_PERCENT = r"(?P<n{0}>\d+(?:\.\d+)?)[\s$~]*(?:\\[,; ])?\s*\\?%"
_SHARES = re.compile(
    r"(?<![\d.])\d+(?:\.\d+)?[\s$]*\\?%(?:,\s+\d+(?:\.\d+)?[\s$]*\\?%)*,?\s+and\s+"
    r"\d+(?:\.\d+)?[\s$]*\\?%,?\s+(?:together|in\s+all|in\s+total|altogether|a\s+total\s+of)"
    r"\s+(?P<about>(?:about|roughly|some|nearly|almost|around)\s+)?" + _PERCENT.format("")
)
_PART_OF = re.compile(
    r"(?<![\w.,/\\-])" + _NUMBER.format(1) + r"[\s$`}]*(?P<unit1>[A-Za-z/]{1,12})?[\s$]*,?\s*"
    r"(?:which|that)\s+(?:is|are|makes?)\s+(?P<about>(?:only|about|roughly|some|nearly|almost)\s+)?"
    + _PERCENT.format(3)
    + r"\s+of\s+(?:the|its|these|all)?[\s$]*"
    r"(?:[^\s$%,.;=]{1,12}\s*=\s*|(?:the|its|all)\s+)?"
    + _NUMBER.format(2)
    + r"[\s$`}]*(?P<unit2>[A-Za-z/]{1,12})?"
)
_OF_WHOLE = re.compile(
    r"\$\s*"
    + _NUMBER.format(2)
    + r"\s*-\s*[\d.,{}]+\s*=\s*"
    + _NUMBER.format(1)
    + r"\s*\$[\s]*(?:[A-Za-z]{1,8})?,?\s+(?:which|that)\s+(?:is|are|makes?)\s+"
    r"(?P<about>(?:only|about|roughly|some|nearly|almost)\s+)?"
    + _PERCENT.format(3)
    + r"\s+of\s+(?:the\s+(?:whole|total|former|first)|all|it)\b"
)
_WORDS = re.compile(
    r"\b(?:or|i\.e|which|that|carries|equals?|together|in\s+all|in\s+total|altogether|total)\b"
)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?(?=\D|$)")
_POWER = re.compile(r"[\d,.]+ ?[×·] ?10\^ ?-?\d+")
_BLANK = re.compile(r"\s{8,}")
# How far a pattern reaches from its word: patterns of such length over a whole text are slow.
REACH = 90
EXACT, ABOUT = 0.02, 0.1
# Farther apart than this two amounts are alternatives, unless by a power of ten or bits for bytes.
NEAR, BITS = 2.5, 8.0
MANY, TOO_MANY = 1_000.0, 1e12


@dataclass(frozen=True, slots=True)
class _Read:
    value: float
    half: float


def numbers_of_a_sentence_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Numbers of a sentence agree.

    What: a sentence tells one amount twice, in two units, and the two do not
    agree; or a number that it reckons in words does not follow: a total from
    its parts (also over neighbouring sentences and in a list), a share of a
    whole, what is left of it, what is halved, doubled or a number of times
    another one, a product of a count and an amount of each, a bill, a sum in
    plain digits. Nothing is said where a sentence denies, asks or imagines,
    where units differ, or where it can be read in two ways.

    Why: nobody converts a printed number again, and the one that is wrong is
    the one that is quoted.

    Example: `42.9 GB, or 46 GiB`: it is 40 GiB.
    """
    reported: set[tuple[int, int]] = set()
    for sight in (
        *_by_pattern(project, document),
        *_by_words(project, document),
        *words_that_do_not_follow(project, document),
    ):
        if (sight.line, sight.column) not in reported:
            reported.add((sight.line, sight.column))
            yield sight


def _by_words(project: Project, document: Document) -> Iterator[Sight]:
    """What sentences reckon in words."""
    if project.units is None:
        return
    for slip in slips_of(document, project.units):
        if _is_shown(document.masked, slip.told.start):
            continue
        said, unit, scale = _as_printed(slip.told)
        yield _sight(
            document, slip.told.start, slip.what, slip.gives / scale, said, f" {unit.strip()}"
        )


def _as_printed(amount: Amount) -> tuple[str, str, float]:
    """The digits of an amount, the unit behind them, and how many one of the digits counts."""
    number = _DIGITS.match(amount.shown)
    if number is None or "^" in amount.shown:
        power = _POWER.match(amount.shown)
        return (power.group(), amount.shown[power.end() :], 1.0) if power else (
            f"{amount.value:g}", amount.unit, 1.0
        )  # fmt: skip
    said = number.group()
    unit = amount.shown.removeprefix(said).replace("\\", "").strip() or amount.unit
    # A number with "million" behind it is answered in millions.
    return said, unit, amount.value / float(said.replace(",", ""))


def _is_shown(text: str, offset: int) -> bool:
    """Whether an amount stands in a span of code together with what it is reckoned from."""
    line = text.rfind("\n", 0, offset) + 1
    opened = text.rfind("`", line, offset)
    return text.count("`", line, offset) % 2 == 1 and any(map(str.isdigit, text[opened:offset]))


def _by_pattern(project: Project, document: Document) -> Iterator[Sight]:
    """An amount told twice, and shares that one pattern reads."""
    if project.units is not None:
        for twice in _found(document, _AGAIN):
            yield from _told_twice(document, twice, project.units)
    for listed in _found(document, _SHARES):
        parts = re.findall(r"(\d+(?:\.\d+)?)[\s$]*\\?%", listed.group())
        whole = sum(map(float, parts[:-1]))
        slack = sum(half_of(share) for share in parts)
        said = float(parts[-1])
        if abs(whole - said) > max(slack, ABOUT * whole if listed["about"] else 0.0):
            yield _sight(
                document, listed.start("n"), " + ".join(parts[:-1]), whole, parts[-1], " %"
            )
    for pattern in (_PART_OF, _OF_WHOLE):
        for part_of in _found(document, pattern):
            units = part_of.groupdict()
            if units.get("unit1") and units.get("unit2") and units["unit1"] != units["unit2"]:
                continue
            part, whole_, said = _read(part_of, 1), _read(part_of, 2), float(part_of["n3"])
            if not whole_.value or not said:
                continue
            share = 100 * part.value / whole_.value
            allowed = max(half_of(part_of["n3"]), (ABOUT if part_of["about"] else EXACT) * share)
            if abs(share - said) > allowed and share <= 100:
                shown = f"{part_of['n1']} of {part_of['n2']}"
                yield _sight(document, part_of.start("n3"), shown, share, part_of["n3"], " %")


def _found(document: Document, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Where a pattern matches, looked for beside the words that every one of them has."""
    text, seen = document.masked, set[int]()
    for word in _WORDS.finditer(text):
        # What is blanked is long, and nothing reaches over it.
        before = text[max(word.start() - REACH, 0) : word.start()]
        after = text[word.end() : word.end() + REACH]
        start = word.start() - len(_BLANK.split(before)[-1])
        end = word.end() + len(_BLANK.split(after)[0])
        for match in pattern.finditer(text, start, end):
            if match.start() not in seen:
                seen.add(match.start())
                if not _is_quoted(text, match):
                    yield match


def _is_quoted(text: str, match: re.Match[str]) -> bool:
    """Whether all of it stands inside one span of code, which shows a text and claims nothing."""
    line = text.rfind("\n", 0, match.start()) + 1
    return "`" not in match.group() and text.count("`", line, match.start()) % 2 == 1


def _told_twice(document: Document, found: re.Match[str], units: UnitTable) -> Iterator[Sight]:
    """A finding where two units tell two amounts, and one is plainly meant to be the other."""
    try:
        unit, other_unit = units.unit(found["u1"]), units.unit(found["u2"])
    except DeriveError:
        return
    one, other = float(unit.factor), float(other_unit.factor)
    if not unit.dimensions or unit.dimensions != other_unit.dimensions or one == other:
        return
    first, second = _read(found, 1), _read(found, 2)
    if not first.value or not second.value:
        return
    wanted = first.value * one / other
    slack = first.half * one / other + second.half
    if abs(wanted - second.value) <= max(slack, (ABOUT if found["about"] else EXACT) * wanted):
        return
    ratio = second.value / wanted
    shift = abs(math.log10(ratio))
    larger = ratio if one > other else 1 / ratio
    if dict(unit.dimensions) == {"information": 1} and is_binary(larger, slack / wanted):
        return
    # Two amounts of other sizes are alternatives.
    if NET.match(document.masked, found.end()) and ratio < 1:
        return
    if max(ratio, 1 / ratio) > NEAR and abs(shift - round(shift)) > EXACT and not any(
        math.isclose(one, BITS, rel_tol=EXACT) for one in (ratio, 1 / ratio)
    ):  # fmt: skip
        return
    yield _sight(
        document, found.start("n2"), f"{found['n1']} {found['u1']}", wanted, found["n2"],
        f" {found['u2']}",
    )  # fmt: skip


def _read(match: re.Match[str], place: int) -> _Read:
    digits = match[f"n{place}"].replace("{,}", "").replace(",", "")
    scale = 10.0 ** int(match[f"e{place}"] or 0)
    return _Read(float(digits) * scale, half_of(digits) * scale)


def _sight(document: Document, offset: int, what: str, gives: float, said: str, unit: str) -> Sight:
    line, column = document.place(offset)
    unit = unit.rstrip()
    many = MANY <= abs(gives) < TOO_MANY
    shown, written = (f"{gives:,.0f}",) * 2 if many else (f"{gives:.4g}", f"{gives:.3g}")
    return Sight(
        f"{what} is {shown}{unit}; the text says {said}{unit}.",
        line,
        column,
        rows=[("gives", f"{gives:.6g}{unit}"), ("printed", f"{said}{unit}")],
        guess=f"Write {written}{unit}, or correct the other number.",
    )
