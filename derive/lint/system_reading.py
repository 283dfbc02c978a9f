"""How the equations and numbers of a document are read into its system: rows, chains, cells."""

from __future__ import annotations

import itertools
import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

from derive.notation import (
    Big,
    Chain,
    Letter,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
    walk,
)
from derive.units import Unit, UnitTable

from .amounts import Amount, amount
from .declarations import key_of_letter, only_spans
from .digits import digits_in
from .documents import Document, Span, Table
from .macros import without_siunitx
from .patterns import lazy_re
from .project import Printed, Project
from .quantities import Amount as Spoken
from .results import multiples_of, sentence_end, words_behind
from .said_behind import is_said_of, said_behind
from .system import EXACT, Definition, System, Value, letters_in
from .table_units import unit_of
from .value_columns import value_columns

_CONSTANTS = frozenset(("e", "pi"))
# "Power of the site, $P$": words say what the letter is.
_NAMED = lazy_re(r"[\s*]*[A-Za-z][A-Za-z\s-]*[,:(][\s$*]*")
_CELL = lazy_re(
    r"[\s*~≈]*(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?)"
    r"\s*(?P<words>[A-Za-zµμ/%]{0,12})[\s*]*"
)
_BASE = lazy_re(
    r"(?:[\s$`)\]]|\\[)\]]|\\end\{\w+\*?\})*(?P<base>bytes|seconds)\b(?!\s*(?:/|per\b\s*second))"
)
_UNIT = lazy_re(
    r"\s*(?:(?P<prefix>[kKMGTP])(?P<binary>i?)B|(?P<bytes>[Bb]ytes?)|(?P<time>ms|us|µs|μs|ns)"
    r"|(?P<clock>min|minutes?|h|hrs?|hours?|days?|weeks?)|(?P<seconds>s|seconds?))(?![A-Za-z/])"
)
BEHIND = 40
_RATE = lazy_re(
    r"\s*(?P<prefix>[kKMGTPE])(?P<binary>i?)(?P<what>B|bytes?|b|bits?|FLOPs?)"
    r"(?:/s(?:ec(?:ond)?)?|ps)(?![A-Za-z/])|\s*(?P<flops>[GTPE])(?:FLOPS|FLOP/s)(?![A-Za-z/])"
)
_POWER = lazy_re(
    r"\s*(?:(?P<prefix>[kMGT]?)(?P<what>Wh?|J)|(?P<long>kilo|mega|giga|tera)?(?P<word>watts?|joules?))"
    r"(?![A-Za-z/-])"
)
_UP_TO = lazy_re(r"\bup\s+to\s+\$?\Z")
_FROM, _ON = lazy_re(r"\bfrom\s+\$?\Z"), lazy_re(r"\$?[\s]+(?:on|onwards?|upwards?)\b")
_SHARE = lazy_re(r"\d\s*\\?%[\s$*]*$")
_CLOCK = {"m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}
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
    unit = _UNIT.match(words)
    if unit is None:
        return _power(words)
    if unit["prefix"]:
        step = 1024.0 if unit["binary"] else 1000.0
        return "bytes", step ** (" KMGTP".index(unit["prefix"].upper()))
    if unit["time"]:
        return "seconds", _TIMES[unit["time"]]
    if unit["clock"]:
        return "seconds", _CLOCK[unit["clock"][0]]
    return ("bytes" if unit["bytes"] else "seconds"), 1.0


def _power(words: str) -> tuple[str, float] | None:
    """Watts or joules, and the factor to them."""
    unit = _POWER.match(words)
    if unit is None:
        return None
    step = 1000.0 ** " kmgt".index((unit["prefix"] or unit["long"] or " ")[0].lower())
    if (unit["what"] or unit["word"][0].upper()) == "W":
        return "watts", step
    return "joules", step * (3600.0 if unit["what"] == "Wh" else 1.0)


def system_of(project: Project, document: Document) -> System:
    """The equations and numbers of a document, collected once."""
    return project.once("system", document, lambda: _collected(project, document))


def _collected(project: Project, document: Document) -> System:
    declarations = project.declarations(document)
    units = {letter.glyph: letter.unit or "" for letter in declarations if letter.firm}
    # "p^e with e > 1" has an exponent of its own.
    own = _CONSTANTS & {
        *(letter.glyph for letter in declarations),
        *(row.members[0].glyph for printed in project.printed(document)
          if not isinstance(printed.parsed, Rejection) for row in printed.parsed.rows
          if isinstance(row.members[0], Letter)),
    }  # fmt: skip
    system = System(document, own, units)
    places = _Places(document)
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        for row in printed.parsed.rows:
            _read_row(project, system, places, printed, row)
    for value in (*_cells(document, places), *_columns(document, places)):
        system.add(value)
    if project.units is not None:
        measured = {
            letter.glyph: unit for letter in declarations
            if letter.firm and (unit := unit_of(project, letter)) is not None
        }  # fmt: skip
        for value in list(_spoken(project, project.units, system, places, measured)):
            system.add(value)
    return system


def _spoken(
    project: Project,
    table: UnitTable,
    system: System,
    places: _Places,
    units: Mapping[str, Unit],
) -> Iterator[Value]:
    """What words behind a formula say that it comes to: "or 50.7 requests", "that is 43 GB"."""
    document = system.document
    of_letters = [
        each for some in system.definitions.values() for each in some
        if each.operator == "=" and not each.settled and not system.has_own_number(each)
    ]  # fmt: skip
    rows = {letter.glyph: letter for letter in project.declarations(document)}
    candidates = sorted([*of_letters, *_bare(project, system)], key=lambda each: each.offset)
    for place, definition in enumerate(candidates):
        behind = (each.offset for each in candidates[place + 1 :])
        stop = next((start for start in behind if start > definition.printed.span.end), None)
        for said, sentence in said_behind(document, definition, stop, table):
            value = _as_claim(definition, said, units, places)
            if value is None or not is_said_of(document, rows.get(definition.glyph), said):
                continue
            if _is_of_another(system, definition, said):
                continue
            others = [amount for amount in sentence.amounts if amount.start < said.start]
            if all(_is_known(system, amount) for amount in others):
                if definition.key not in {each.key for each in of_letters}:
                    system.definitions[definition.glyph] = [definition]
                yield value
                break


def _is_of_another(system: System, definition: Definition, said: Spoken) -> bool:
    """Whether the last number before an amount is another letter's: "T = 691,200 s, or 8 days"."""
    given = [value for value in system.values
             if definition.printed.span.end < value.offset < said.start]  # fmt: skip
    last = max(given, key=lambda value: value.offset, default=None)
    return last is not None and last.glyph not in {definition.glyph, *definition.needs}


def _bare(project: Project, system: System) -> Iterator[Definition]:
    """Formulas that stand in a sentence without a letter for what they give."""
    for printed in project.printed(system.document):
        chain = printed.parsed
        if isinstance(chain, Rejection) or chain.further or len(chain.members) != 1:
            continue
        side = chain.members[0]
        needs = letters_in(side, system.own)
        if needs and not isinstance(side, Letter) and printed.span.table < 0:
            glyph = " ".join(printed.span.latex.split())
            line, _ = system.document.place(printed.span.start)
            yield Definition(
                glyph, side, printed, chain, printed.span.start, line, "=", needs,
                _unit_behind(system.document, printed, chain),
            )  # fmt: skip


def _as_claim(
    definition: Definition,
    said: Spoken,
    units: Mapping[str, Unit],
    places: _Places,
) -> Value | None:
    """An amount as a claim on a formula, in the unit of its letter's row where both have one."""
    unit = units.get(definition.glyph)
    value, half, multiples = said.value, said.half, multiples_of(said.shown)
    unlike = ""
    if said.is_share:
        if unit is not None and (unit.dimensions or unit.name not in {"", "1"}):
            return None
        value, half, multiples = value / 100, half / 100, ()
    elif unit is not None and said.dimensions:
        if dict(unit.dimensions) != dict(said.dimensions):
            unlike = said.shown
        scale = said.factor / float(unit.factor)
        value, half, multiples = value * scale, half * scale, ()
    elif unit is not None and unit.dimensions and said.start - definition.printed.span.end > BEHIND:
        # A bare number far behind what is measured in bytes is about something else.
        return None
    base = _in_base(said.unit) if said.unit and unit is None else None
    return Value(
        definition.glyph, value, half, said.shown, said.start, said.end,
        "~" if said.loose else "=", multiples, digits_in(said.shown.partition("×")[0]),
        places.of(said.start), measured=base and (base[0], said.value * base[1]), spoken=True,
        unlike=unlike,
    )  # fmt: skip


def _is_known(system: System, amount: Spoken) -> bool:
    """Whether another number of a claim's sentence is a value that the text gives to a letter."""
    known = {value.value for value in system.values} | {value.in_base for value in system.values}
    return any(
        math.isclose(said, value, rel_tol=1e-6)
        for said in (amount.value, amount.base, 1024 * amount.value)
        for value in known
    )


# What stands together belongs together: an example is looked for in the sentence first, then in
# the paragraph, then in the section.
class _Places:
    """Section, paragraph and sentence of an offset."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.headings = [heading.line for heading in document.headings]
        self.blocks = [block.start for block in document.blocks]

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


def _is_indexed(node: Node) -> bool:
    """Whether a sum or product runs over a letter that has another value for each index."""
    return any(
        isinstance(part, Big)
        and any(
            isinstance(inner, Letter) and part.index in inner.glyph.split("_")[1:]
            for inner in walk(part.body)
        )
        for part in walk(node)
    )


def _read_row(
    project: Project, system: System, places: _Places, printed: Printed, row: Chain
) -> None:
    """The definitions and values of one relation."""
    if len(row.members) < 2:
        return
    first, glyph = row.members[0], _subject(row.members[0], printed)
    members, operators = _sides(row)
    if not glyph or not members:
        return
    offset = printed.span.offset(row.at[0])
    line, _ = system.document.place(offset)
    numbers: list[tuple[Node, str, Amount]] = []
    for side, operator in zip(members, operators, strict=True):
        needs = letters_in(side, system.own)
        # The text cannot give a letter one value that has another one for each index.
        if _is_indexed(side):
            continue
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
        elif not needs and (found := amount(side, project.units)) is not None:
            numbers.append((side, operator, found))
    if not numbers or (len(numbers) > 1 and not isinstance(first, Letter)):
        return
    # Of a chain of numbers the last is what is printed for the reader.
    side, operator, found = numbers[-1]
    operator = _bound_in_words(system.document, printed.span) or operator
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
            comes_to=_comes_to([put_in for *_, put_in in numbers], operator),
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


def _bound_in_words(document: Document, span: Span) -> str:
    """The sign of a bound that words make of a value: "from w = 5000 on", "up to w = 5000"."""
    if _UP_TO.search(document.masked, max(span.start - BEHIND, 0), span.start):
        return "<="
    above = _FROM.search(document.masked, max(span.start - BEHIND, 0), span.start)
    return ">=" if above and _ON.match(document.masked, span.end) else ""


def _comes_to(numbers: Sequence[Amount], operator: str) -> float | None:
    """What a chain of numbers comes to before its last, where that is surely another number."""
    if len(numbers) < 2 or operator != "=":
        return None
    before, last = numbers[-2], numbers[-1]
    far = abs(before.value - last.value) > 2 * (before.step + last.step)
    return before.value if far and not before.unit and not last.unit else None


def _sides(row: Chain) -> tuple[Sequence[Node], Sequence[str]]:
    """What a relation says of its first side: other sides, each with its operator; or nothing.

    "I = a / b < c" is an equation, and then a bound. Of ``2 P = 140`` the left side itself is
    claimed, whoever its letters are.
    """
    first, others, operators = row.members[0], row.members[1:], row.operators
    count = len(list(itertools.takewhile({"=", "~"}.__contains__, operators)))
    if not count:
        is_bound = len(others) == 1 and operators[0] in {"<=", ">=", "<", ">"}
        return (others, operators) if is_bound and isinstance(first, Letter) else ((), ())
    if isinstance(first, Letter):
        return others[:count], operators[:count]
    return (first, *others[:count]), ("=", *operators[:count])


def _subject(first: Node, printed: Printed) -> str:
    """What a relation speaks of: its letter, or its left side as it is printed."""
    if isinstance(first, Letter):
        return first.glyph
    composed = isinstance(first, Product | Quotient | Power | Sum) and bool(letters_in(first))
    # ``L(0.5)`` is no product, and what is added to a bare number has a unit that it does not say.
    parts = list(walk(first)) if composed else []
    called = any(
        (isinstance(node, Product) and any(isinstance(part, Number) for part in node.factors[1:]))
        or (isinstance(node, Sum) and any(isinstance(part, Number) for part in node.terms))
        for node in parts
    )  # fmt: skip
    return " ".join(printed.span.latex[slice(*first.at)].split()) if parts and not called else ""


def _unit_behind(document: Document, printed: Printed, row: Chain) -> str:
    """The base unit that the words behind a formula begin with, if it says one."""
    if re.search(r"[A-Za-z0-9]", printed.span.latex[row.at[1] :]):
        return ""
    unit = _BASE.match(document.masked[printed.span.end : printed.span.end + 80])
    return unit["base"] if unit else ""


def _cells(document: Document, places: _Places) -> Iterator[Value]:
    """Rows of a table that give a letter one value."""
    spans: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0:
            spans.setdefault((span.table, span.row, span.cell), []).append(span)
    for number, table in enumerate(document.tables):
        told = _told_column(table)
        if not told:
            continue
        # In LaTeX a table may begin without a header.
        for place, row in enumerate((table.header, *table.rows), -1):
            own = spans.get((number, place, 0), [])
            if len(row) != len(table.header) or len(own) != 1:
                continue
            before = document.masked[row[0].start : own[0].start]
            named = _NAMED.fullmatch(before) and re.fullmatch(r"\S+", own[0].latex.strip())
            if not named and not only_spans(row[0], own):
                continue
            value = _CELL.fullmatch(_written_out(row[told].text))
            if value is None:
                continue
            digits = value["number"].replace(",", "")
            behind = digits.partition("e")[0].partition(".")[2]
            yield Value(
                key_of_letter(own[0].latex), float(digits), 0.5 * 10.0 ** -len(behind),
                row[told].text, row[told].start, row[told].start + len(row[told].text), "=",
                multiples_of(value["words"]), len(digits.strip("0.").replace(".", "")),
                places.of(row[told].start, number), cell=True, measured=_measured(value),
            )  # fmt: skip


def _written_out(cell: str) -> str:
    """A cell without the commands of LaTeX that print quantities and money."""
    plain = "".join(char for char, _ in without_siunitx([(char, 0) for char in cell]))
    plain = re.sub(r"\\text\{([^{}]*)\}", r" \1", plain.replace("{,}", ",").replace("\\,", ""))
    return re.sub(r"^\s*\\?\$(?=\d)", "", plain)


def _measured(cell: re.Match[str]) -> tuple[str, float] | None:
    """The base unit of a cell, and its number in that."""
    base = _in_base(cell["words"])
    return base and (base[0], float(cell["number"].replace(",", "")) * base[1])


def _told_column(table: Table) -> int:
    """The column with the values of the letters in the first; 0 where that is not one alone.

    Shares in percent may stand beside it, and no words: a table of symbols gives no results.
    """
    told = [
        place for place in range(1, len(table.header))
        if not all(len(row) > place and _SHARE.search(row[place].text) for row in table.rows)
    ]  # fmt: skip
    return told[0] if len(told) == 1 else 0


def _columns(document: Document, places: _Places) -> Iterator[Value]:
    """The values that a list of letters gives in a column of their own; they hold everywhere."""
    for glyph, value, cell in value_columns(document):
        half = 0.5 * 10.0 ** -len(cell.text.partition(".")[2].rstrip("$ "))
        yield Value(
            glyph, value, half if "." in cell.text else 0.0, cell.text, cell.start,
            cell.start + len(cell.text), "=", (), digits_in(cell.text), places.of(cell.start),
            declared=True,
        )  # fmt: skip
