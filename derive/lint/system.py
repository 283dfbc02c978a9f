"""The document's own equations and numbers: what it defines, what it gives, what it computes.

An author who writes ``T = a + n / b``, then ``a = 2``, ``n = 6``, ``b = 3`` and
``T = 4`` has made a claim that needs no registry to be judged. Values are looked
up from the inside out: in the sentence of the claim, then in its paragraph, then
earlier in its section, since an example may stand far below its formula.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from derive.notation import (
    Chain,
    Letter,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
    glyphs_in,
    walk,
)
from derive.notation.words import FUNCTIONS

from .amounts import Amount, amount
from .columns import VALUE, key_of_letter, only_spans
from .digits import MANY_DIGITS, exchanged
from .documents import Document, Span
from .probing import Probe, Unknown
from .project import Printed, Project
from .results import multiples_of, sentence_end, words_behind

MOST_DEPTH = 4
MOST_COMBINATIONS = 16
MOST_DEFINITIONS = 8
MOST_EXPANDED = 12
EXACT, ROUGH, VAGUE = 0.01, 0.05, 0.25
WORKED_OUT = 0.02
SIZE = 3.0
_NOT_LETTERS = FUNCTIONS | {"pi", "e", "factorial", "binomial", "root", "infty"}
_CONSTANTS = frozenset(("e", "pi"))
_NUMBERS = re.compile(
    r"(?<![\w.])\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"sixteen|thirty-two|sixty-four|hundred|twice|thrice|half|double|doubling|halving)\b"
    r"(?!\s+precision)",
    re.IGNORECASE,
)
_WORDS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve sixteen thirty-two "
        "sixty-four hundred twice thrice half double".split(),
        (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 16.0, 32.0, 64.0, 100.0,
         2.0, 3.0, 0.5, 2.0), strict=True,
    )
)  # fmt: skip
# "..., or 27.8 hours": the same number in another unit.
_AGAIN = re.compile(
    r"[\s$`)\]}\\]*(?:[A-Za-z/]+\s+){0,3}[A-Za-z/]*,?\s*\(?(?:or|i\.e\.|that\s+is)[,\s]+"
    r"(?:about|roughly|some|nearly)?\s*(?:\\SI\{)?\d[\d,.]*"
)
_CELL = re.compile(
    r"[\s*~≈]*(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r"\s*(?P<words>[A-Za-zµμ/%]{0,12})[\s*]*"
)


@dataclass(frozen=True, slots=True)
class Definition:
    """A side of a chain that a letter equals, or is bounded by."""

    glyph: str
    side: Node
    printed: Printed
    row: Chain
    offset: int
    line: int
    operator: str
    needs: frozenset[str]
    # "bytes" or "seconds", where that is the word behind the formula.
    unit: str = ""
    # Whether its own chain says what it comes to: then it is about one example.
    settled: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """What tells this side from all others of the document."""
        return self.offset, self.side.at[0]


@dataclass(frozen=True, slots=True)
class Value:
    """A number that the text gives to a letter, or says that it comes to."""

    glyph: str
    value: float
    half: float
    shown: str
    offset: int
    end: int
    operator: str
    multiples: tuple[float, ...]
    digits: int
    place: tuple[int, int, int]
    cell: bool = False
    # The numbers of the same chain that come to this one, as put into a formula.
    worked: tuple[float, ...] = ()
    # What the number comes to in bytes or in seconds, where its unit says so: the unit, the value.
    measured: tuple[str, float] | None = None
    # A tolerance of its own behind "about".
    allowed: float = 0.0

    @property
    def in_base(self) -> float:
        """The number in bytes or in seconds, where its unit says so."""
        return self.value if self.measured is None else self.measured[1]

    @property
    def tolerance(self) -> float:
        """How far off, relative to it, a number may be that follows."""
        if self.operator != "~":
            return EXACT
        return self.allowed or (ROUGH if self.digits > 1 else VAGUE)

    @property
    def rounding(self) -> float:
        """How far off, relative to it, what is printed with a point may be."""
        return self.half / abs(self.value) if self.value and "." in self.shown else 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """Values for the letters of a side; ``near`` says that one of them stands beside the claim."""

    values: Mapping[str, float]
    near: bool
    inside: bool
    multiples: tuple[float, ...] = ()
    # How far off, relative to it, the digits of the values let a result be.
    rounding: float = 0.0
    # A value comes from another section; and every letter has one value in all that is searched.
    borrowed: bool = False
    only: bool = False


@dataclass(eq=False)
class System:
    """Everything that one document says about its own letters."""

    document: Document
    own: frozenset[str] = frozenset()
    # What the rows of its tables measure letters in, as the author wrote it.
    units: Mapping[str, str] = field(default_factory=dict)
    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    values: list[Value] = field(default_factory=list)
    _given: dict[tuple[str, tuple[int, ...]], list[Value]] = field(default_factory=dict)

    def add(self, value: Value) -> None:
        """Keep a value, to be found from its sentence, its paragraph and its section."""
        self.values.append(value)
        if value.cell or value.operator not in {"=", "~"}:
            return
        for depth in (0, 1, 2, 3):
            self._given.setdefault((value.glyph, value.place[:depth]), []).append(value)

    def candidates(self, glyph: str, claim: Value) -> tuple[list[Value], int]:
        """What a letter may be where a claim stands; 3 in its sentence, 1 in its section.

        0 if another section gives it, and the whole document no other value.
        """
        for depth in (3, 2, 1):
            known = self._given.get((glyph, claim.place[:depth]), ())
            usable = [one for one in known if one.offset < claim.offset or depth > 1]
            if depth == 2 and usable and all(one.offset > claim.offset for one in usable):
                # A later case of the paragraph: what the section said before may still hold.
                usable += [
                    one for one in self._given.get((glyph, claim.place[:1]), ())
                    if one.offset < claim.offset
                ]  # fmt: skip
            if usable:
                distinct = {one.value: one for one in usable}
                return list(distinct.values())[-4:], depth
        earlier = [
            one for one in self._given.get((glyph, ()), ()) if one.offset < claim.offset
        ]  # fmt: skip
        alone = len({one.value for one in self._given.get((glyph, ()), ())}) == 1
        return (earlier[:1], 0) if alone else ([], 0)

    def values_at(self, claim: Value, known: Mapping[str, float]) -> dict[str, float]:
        """The values of the letters of a section that stand before a claim, but those known."""
        section = (
            one for (_, place), some in self._given.items() if place == claim.place[:1]
            for one in some
        )  # fmt: skip
        return {
            one.glyph: one.in_base
            for one in section
            if one.offset < claim.offset and one.glyph not in known and one.glyph != claim.glyph
        }

    def lone_values(self) -> dict[str, float]:
        """The letters that the whole document gives one value."""
        return {
            glyph: some[0].in_base for (glyph, place), some in self._given.items()
            if not place and len({one.value for one in some}) == 1
        }  # fmt: skip

    def defining(self, glyph: str, operator: str, offset: int) -> list[Definition]:
        """The definitions of a letter, those before a place first, the nearest first."""
        wanted = {"=", "~"} if operator in {"=", "~"} else {operator}
        fitting = [
            one for one in self.definitions.get(glyph, ())
            if one.operator in wanted and (not one.settled or one.offset == offset)
        ]  # fmt: skip
        before = [one for one in fitting if one.offset <= offset]
        return [*reversed(before), *(one for one in fitting if one.offset > offset)][
            :MOST_DEFINITIONS
        ]

    def settings(self, side: Definition, claim: Value) -> Iterator[Setting]:
        """Every way to put the values of the text into a side; none where one is missing."""
        options: list[list[tuple[str, float, float, tuple[float, ...]]]] = []
        depths: list[int] = []
        rounding = 0.0
        for glyph in sorted(side.needs):
            known, depth = self.candidates(glyph, claim)
            if known:
                options.append([(glyph, one.value, one.in_base, one.multiples) for one in known])
                depths.append(depth)
                rounding += max(one.rounding for one in known)
                continue
            computed = self.computed(glyph, claim, (side.glyph, claim.glyph))
            if computed is None:
                return
            options.append([(glyph, computed, computed, ())])
            depths.append(1)
        for chosen in itertools.islice(itertools.product(*options), MOST_COMBINATIONS):
            made = Setting(
                {glyph: value for glyph, value, *_ in chosen},
                near=max(depths, default=0) > 1,
                inside=min(depths, default=0) > 1,
                borrowed=min(depths, default=1) < 1,
                only=all(len(some) == 1 for some in options),
                rounding=rounding,
                multiples=tuple(dict.fromkeys(one for *_, some in chosen for one in some)),
            )
            yield made
            # 42.9 GB beside a number of bytes.
            in_base = {glyph: value for glyph, _, value, _ in chosen}
            if in_base != made.values:
                yield replace(made, values=in_base)

    def computed(self, glyph: str, claim: Value, above: tuple[str, ...]) -> float | None:
        """What a letter without a value comes to by the document's own definition of it."""
        if glyph in above or len(above) > MOST_DEPTH:
            return None
        for definition in self.defining(glyph, "=", claim.offset)[:2]:
            values: dict[str, float] = {}
            for needed in definition.needs:
                known, _ = self.candidates(needed, claim)
                found = known[-1].value if known else self.computed(needed, claim, (*above, glyph))
                if found is None:
                    break
                values[needed] = found
            else:
                value = evaluated(definition.side, values)
                if value is not None:
                    return value
        return None

    def choices(self, glyphs: frozenset[str], row: Chain) -> Iterator[Mapping[str, Definition]]:
        """Every way to choose one definition for each letter that a chain rests on, but its own."""
        known: dict[str, list[Definition]] = {}
        waiting = list(glyphs)
        while waiting and len(known) < MOST_EXPANDED:
            glyph = waiting.pop()
            if glyph in known:
                continue
            some = [one for one in self.definitions.get(glyph, ()) if one.row is not row]
            some = [one for one in some if one.operator == "="][-MOST_DEFINITIONS:]
            if some:
                known[glyph] = some
                waiting += [name for one in some for name in one.needs if name not in known]
        combinations = itertools.product(*known.values())
        for chosen in itertools.islice(combinations, MOST_COMBINATIONS):
            yield dict(zip(known, chosen, strict=True))

    def stray_numbers(self, claim: Value, known: Container[float]) -> bool:
        """Whether the sentence of a claim has numbers in words that no known value accounts for."""
        block = self.document.masked
        start = max(block.rfind(". ", 0, claim.offset), block.rfind("\n\n", 0, claim.offset)) + 1
        end = sentence_end(self.document, claim.end)
        prose = list(block[start:end])
        again = _AGAIN.match(block, claim.end, end)
        if again:
            prose[again.start() - start : again.end() - start] = " " * len(again.group())
        for span in self.document.spans_between(start, end):
            prose[span.start - start : span.end - start] = " " * (span.end - span.start)
        return any(_counted(one.group()) not in known for one in _NUMBERS.finditer("".join(prose)))


def _counted(word: str) -> float | None:
    """The number that digits or a word say; None for one that says none."""
    digits = word.replace(",", "").rstrip(".")
    if digits[:1].isdigit():
        return float(digits) if digits.count(".") < 2 else None
    return _WORDS.get(word.casefold())


def evaluated(side: Node, values: Mapping[str, float]) -> float | None:
    """The value of a side; None where it has none."""
    try:
        found = Probe({glyph: np.float64(value) for glyph, value in values.items()}).value(side)
    except Unknown:
        return None
    return float(found) if np.ndim(found) == 0 and np.isfinite(found) else None


def letters_in(node: Node, own: frozenset[str] = frozenset()) -> frozenset[str]:
    """The letters of a side that need a value; a root or a logarithm needs none.

    ``own`` are letters of the document that are constants elsewhere, such as e.
    """
    return frozenset(glyphs_in(node)) - (_NOT_LETTERS - own)


_BASE = re.compile(
    r"(?:[\s$`)\]]|\\[)\]]|\\end\{\w+\*?\})*(?P<base>bytes|seconds)\b(?!\s*(?:/|per\b\s*second))"
)
_UNIT = re.compile(
    r"\s*(?:(?P<prefix>[kKMGTP])(?P<binary>i?)B|(?P<bytes>[Bb]ytes?)|(?P<time>ms|us|µs|μs|ns)"
    r"|(?P<seconds>s|seconds?))(?![A-Za-z/])"
)
_RATE = re.compile(
    r"\s*(?P<prefix>[kKMGTPE])(?P<binary>i?)(?P<what>B|bytes?|b|bits?|FLOPs?)"
    r"(?:/s(?:ec(?:ond)?)?|ps)(?![A-Za-z/])|\s*(?P<flops>[GTPE])(?:FLOPS|FLOP/s)(?![A-Za-z/])"
)
_TIMES = {"ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9}


def _in_base(words: str) -> tuple[str, float] | None:
    """The base unit and the factor to it of a unit that words begin with."""
    rate = _RATE.match(words)
    if rate is not None:
        step = 1024.0 if rate["binary"] else 1000.0
        power = " KMGTPE".index((rate["prefix"] or rate["flops"]).upper())
        what = rate["what"] or "FLOP"
        if what.startswith("FLOP"):
            return "FLOP/s", step**power
        return "bytes/s", step**power / (1.0 if what[0] == "B" or what.startswith("byte") else 8.0)
    told = _UNIT.match(words)
    if told is None:
        return None
    if told["prefix"]:
        step = 1024.0 if told["binary"] else 1000.0
        return "bytes", step ** (" KMGTP".index(told["prefix"].upper()))
    if told["time"]:
        return "seconds", _TIMES[told["time"]]
    return ("bytes" if told["bytes"] else "seconds"), 1.0


def _same_unit(claim: Value, definition: Definition) -> bool:
    return claim.measured is not None and claim.measured[0] == definition.unit


def comes_out(claim: Value, definition: Definition, value: float, setting: Setting) -> bool:
    """Whether a claim is what a definition gives: to the letter, where both tell their units."""
    if claim.digits >= MANY_DIGITS and definition.operator != "~":
        # Who prints three digits behind "about" has worked them out.
        claim = replace(claim, allowed=max(WORKED_OUT, setting.rounding))
    if claim.measured is None or not _same_unit(claim, definition):
        return agrees(claim, value, setting.multiples)
    factor = claim.measured[1] / claim.value if claim.value else 1.0
    told = replace(
        claim, value=claim.measured[1], half=claim.half * factor, multiples=(),
    )  # fmt: skip
    # Many write GB for what is counted in powers of 1024.
    binary = tuple(1.024**power for power in range(1, 6)) if definition.unit == "bytes" else ()
    return agrees(replace(told, multiples=binary), value)


def agrees(claim: Value, value: float, multiples: tuple[float, ...] = ()) -> bool:
    """Whether a claim is what comes out, by its digits, cut off or rounded, in its unit."""
    scales = [1.0]
    for one in dict.fromkeys((*claim.multiples, *multiples)):
        scales += [one, 1 / one]
    return any(_same(claim, value, scale) for scale in scales)


def _same(claim: Value, value: float, scale: float) -> bool:
    told, half = claim.value * scale, claim.half * scale * (1 + 1e-9)
    gap = abs(value - told)
    if gap > 2 * half and exchanged(told, value, claim.digits):
        return False
    if gap <= max(half, claim.tolerance * abs(value)):
        return True
    if not claim.digits and told * value > 0:
        # A bare power of ten says no more than a size.
        return max(told / value, value / told) < SIZE
    if claim.digits > 1 and told * (value - told) >= 0 and gap < 2 * half <= 0.1 * abs(told):
        return True
    return told == round(told) and abs(value) >= 1 and round(told) in {
        np.floor(value), np.ceil(value)
    }  # fmt: skip


def system_of(project: Project, document: Document) -> System:
    """The equations and numbers of a document, collected once."""
    found: System = project.once("system", document, lambda: _collected(project, document))
    return found


def _collected(project: Project, document: Document) -> System:
    declared = {one.glyph: one.unit or "" for one in project.declarations(document) if one.firm}
    own = _CONSTANTS & {one.glyph for one in project.declarations(document)}
    system = System(document, own, declared)
    places = _Places(document)
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        for row in printed.parsed.rows:
            _read_row(project, system, places, printed, row)
    for value in _cells(document, places):
        system.add(value)
    return system


class _Places:
    """Section, paragraph and sentence of an offset."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.headings = [one.line for one in document.headings]
        self.blocks = [one.start for one in document.blocks]

    def of(self, offset: int, table: int = -1) -> tuple[int, int, int]:
        """Three numbers that two offsets share as far as they stand together."""
        line, _ = self.document.place(offset)
        section = bisect_right(self.headings, line)
        if table >= 0:
            return section, -2 - table, offset
        block = bisect_right(self.blocks, offset) - 1
        inside = block >= 0 and offset < self.document.blocks[block].end
        if not inside:
            return section, -(10**6) - offset, offset
        return section, block, sentence_end(self.document, offset)


def _read_row(
    project: Project, system: System, places: _Places, printed: Printed, row: Chain
) -> None:
    """The definitions and values of one relation."""
    if len(row.members) < 2:
        return
    first = row.members[0]
    equal = set(row.operators) <= {"=", "~"}
    if not equal and (len(row.members) > 2 or row.operators[0] not in {"<=", ">=", "<", ">"}):
        return
    glyph, members, operators = _subject(first, printed), row.members[1:], row.operators
    if not glyph:
        return
    if not isinstance(first, Letter):
        # ``2 P = 140``: what the left side comes to is claimed, whoever its letters are.
        members, operators = row.members, ("=", *row.operators)
        if not equal:
            return
    offset = printed.span.offset(row.at[0])
    line, _ = system.document.place(offset)
    numbers: list[tuple[Node, str, Amount]] = []
    for side, operator in zip(members, operators, strict=True):
        needs = letters_in(side, system.own)
        if needs and not isinstance(side, Letter) and glyph not in needs:
            system.definitions.setdefault(glyph, []).append(
                Definition(
                    glyph,
                    side,
                    printed,
                    row,
                    offset,
                    line,
                    operator,
                    needs,
                    _unit_behind(system.document, printed, row),
                    settled=sum(not letters_in(one) for one in row.members) > 1,
                )
            )
        elif not needs and (found := amount(side, project.registry)) is not None:
            numbers.append((side, operator, found))
    if not numbers or (len(numbers) > 1 and not isinstance(first, Letter)):
        return
    # Of a chain of numbers the last is what is printed for the reader.
    side, operator, found = numbers[-1]
    latex = printed.span.latex
    behind = words_behind(system.document, printed, row)
    words = f"{found.unit} {behind}"
    base = _in_base(found.unit or behind)
    printed_digits = found.printed.text if found.printed is not None else ""
    system.add(
        Value(
            glyph,
            found.value,
            found.step,
            " ".join(latex[row.at[0] : side.at[1]].split()),
            offset,
            printed.span.end,
            operator,
            multiples_of(words),
            sum(char.isdigit() for char in printed_digits.partition("e")[0].strip("0.")),
            places.of(printed.span.start, printed.span.table),
            measured=base and (base[0], found.shown * base[1]),
            worked=tuple(
                float(part.value)
                for one, _, put_in in numbers[:-1]
                if not isinstance(one, Number)
                and any(
                    abs(put_in.value - said) <= max(found.step, EXACT * abs(said))
                    for said in (found.value, found.shown)
                )
                for part in walk(one)
                if isinstance(part, Number)
            ),
        )
    )


def _subject(first: Node, printed: Printed) -> str:
    """What a relation speaks of: its letter, or its left side as it is printed."""
    if isinstance(first, Letter):
        return first.glyph
    composed = isinstance(first, Product | Quotient | Power | Sum) and bool(letters_in(first))
    # ``L(0.5)`` is no product, and what is added to a bare number has a unit that it does not say.
    parts = list(walk(first)) if composed else []
    called = any(
        (isinstance(one, Product) and any(isinstance(part, Number) for part in one.factors[1:]))
        or (isinstance(one, Sum) and any(isinstance(part, Number) for part in one.terms))
        for one in parts
    )  # fmt: skip
    return " ".join(printed.span.latex[slice(*first.at)].split()) if parts and not called else ""


def _unit_behind(document: Document, printed: Printed, row: Chain) -> str:
    """The base unit that the words behind a formula begin with, if it says one."""
    if re.search(r"[A-Za-z0-9]", printed.span.latex[row.at[1] :]):
        return ""
    told = _BASE.match(document.masked[printed.span.end : printed.span.end + 80])
    return told["base"] if told else ""


def _cells(document: Document, places: _Places) -> Iterator[Value]:
    """Rows of a table of two columns that give a letter a value."""
    spans: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0:
            spans.setdefault((span.table, span.row, span.cell), []).append(span)
    for number, table in enumerate(document.tables):
        if len(table.header) != 2:
            continue
        for place, row in enumerate(table.rows):
            own = spans.get((number, place, 0), [])
            if len(row) != 2 or len(own) != 1 or not only_spans(row[0], own):
                continue
            told = _CELL.fullmatch(row[1].text) if VALUE.match(row[1].text) else None
            if told is None:
                continue
            digits = told["number"].replace(",", "")
            behind = digits.partition("e")[0].partition(".")[2]
            yield Value(
                key_of_letter(own[0].latex), float(digits), 0.5 * 10.0 ** -len(behind),
                row[1].text, row[1].start, row[1].start + len(row[1].text), "=",
                multiples_of(told["words"]), len(digits.strip("0.").replace(".", "")),
                places.of(row[1].start, number), cell=True,
            )  # fmt: skip
