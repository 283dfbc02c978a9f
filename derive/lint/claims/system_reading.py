"""How the equations and numbers of a document are read into its system: rows, chains, cells."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from derive.dimensions import PURE, Dimension
from derive.lazy import lazy_re
from derive.notation import (
    Big,
    Call,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
    walk,
)
from derive.units import Unit

from ..laws.amounts import Amount, amount
from ..laws.probing import EXTREMES, letters_in
from ..numbers.base_units import base_name, in_base, unit_behind
from ..numbers.cell_values import (
    tabulated,
    values_of_cells,
    values_of_columns,
    values_of_headers,
    values_of_lists,
)
from ..numbers.counted_things import counts_of_the_example
from ..numbers.multiples import multiples_of, scale_behind, words_behind
from ..numbers.print_units import dimensions_in, strict
from ..numbers.statements import BOUNDS, EXACT, Definition, Value
from ..numbers.suppositions import (
    bound_in_words,
    is_running,
    is_special,
    is_supposed,
    is_toy,
)
from ..numbers.system import System
from ..numbers.table_units import unit_of
from ..project import Printed, Project
from ..texts.documents import Document
from ..words.digits import digits_in
from ..words.places import Places
from .cases_in_words import cases_in_words, is_of_some
from .named_parts import named_part_claims
from .products_in_numbers import values_of_products
from .results_in_words import results_in_words
from .said_of_letters import said_of_letters, values_in_lists, values_in_words
from .spoken_claims import spoken_claims
from .term_claims import term_claims

ALIKE = 3.0
"""How many times another a number is at most that was worked out in the unit of the result."""
_COUNTS = lazy_re(r"[a-z]{4,}s")
_CONSTANTS = frozenset(("e", "pi"))
# "Power of the site, $P$": words say what the letter is.


def system_of(project: Project, document: Document) -> System:
    """The equations and numbers of a document, collected once."""
    return project.once("system", document, lambda: _collected(project, document))


# "Where $e$ is Euler's number": it needs no value.
_CONSTANT_SAID = lazy_re(r"\b(?i:Euler|Napier|circle|natural\s+logarithm)|\b(?:2\.718|3\.14)")


def _collected(project: Project, document: Document) -> System:
    declarations = project.declarations(document)
    units = {letter.glyph: letter.unit or "" for letter in declarations if letter.firm}
    # "p^e with e > 1" has an exponent of its own.
    own = _CONSTANTS & {
        *(letter.glyph for letter in declarations if not _CONSTANT_SAID.search(letter.meaning)),
        *(row.members[0].glyph for printed in project.printed(document)
          if not isinstance(printed.parsed, Rejection) for row in printed.parsed.rows
          if len(row.members) > 1 and isinstance(row.members[0], Letter)),
    }  # fmt: skip
    measured = {
        letter.glyph: unit for letter in declarations
        if letter.firm and (unit := unit_of(project, letter)) is not None
    }  # fmt: skip
    dimensions = {glyph: strict(unit) for glyph, unit in measured.items()}
    factors = {glyph: float(unit.factor) for glyph, unit in measured.items() if unit.dimensions}
    meanings = {letter.glyph: letter.meaning for letter in declarations if letter.firm}
    columns, cases = tabulated(document), tabulated(document, first=True)
    system = System(document, own, units, meanings, dimensions, factors, columns, cases)
    places = Places(document)
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        for row in printed.parsed.rows:
            _read_row(project, system, places, printed, row)
            bounded = len(row.members) > 2 and row.operators[0] in BOUNDS
            if bounded and set(row.operators[1:]) == {"="} and isinstance(row.members[1], Letter):
                # "y >= y_1 = ..." says what y_1 is.
                at = (row.members[1].at[0], row.at[1])
                inner = row.replaced(members=row.members[1:], operators=row.operators[1:], at=at)
                _read_row(project, system, places, printed, inner)
    # "Features" are no unit of ours, and some count.
    counted = {glyph: PURE for glyph, unit in units.items() if _COUNTS.fullmatch(unit)}
    for glyph, laws in system.definitions.items():
        system.definitions[glyph] = [
            law.replaced(makes=_makes(law, measured, {**counted, **dimensions})) for law in laws
        ]
    for value in (
        *values_of_columns(document, places, project.units),
        *values_of_lists(document, places, project.units),
        *values_of_cells(document, places, project.units, units),
        *values_of_headers(document, places, project.units),
    ):
        # What no formula gives, before or in its section, is put into all of them.
        laws = system.definitions.get(value.glyph, [])
        is_given = value.cell and not any(
            law.operator == "="
            and (law.offset < value.offset or places.of(law.offset)[0] == value.place[0])
            for law in laws
        )
        system.add(value.replaced(cell=False, declared=True) if is_given else value)
    table = project.units
    # Each reader looks at what the ones before have found.
    readers: tuple[Callable[[], Iterator[Value]], ...] = () if table is None else (
        lambda: counts_of_the_example(system, places),
        lambda: values_of_products(project, system, places),
        lambda: values_in_lists(project, table, system, places, measured),
        lambda: values_in_words(project, table, system, places, measured),
        lambda: cases_in_words(table, system, places, measured),
        lambda: spoken_claims(project, table, system, places, measured),
        lambda: said_of_letters(project, table, system, places, measured),
        lambda: term_claims(project, system, places),
        lambda: named_part_claims(table, system, places),
        lambda: results_in_words(project, table, system, places, measured),
    )  # fmt: skip
    for reader in readers:
        for value in list(reader()):
            system.add(value)
    return system


def _makes(
    law: Definition, measured: Mapping[str, Unit], dimensions: Mapping[str, Dimension]
) -> str:
    """The base unit of a formula whose letters all have rows in base units, or count."""
    names = {law.glyph, *law.needs}
    if law.glyph not in measured or not names <= dimensions.keys():
        return ""
    if any(measured[name].factor != 1 for name in names & measured.keys()):
        return ""
    same = dimensions_in(dimensions, law.side) == dimensions[law.glyph]
    return base_name(dict(measured[law.glyph].dimensions).items()) if same else ""


def _measures_another(system: System, glyph: str, other: str) -> bool:
    """Whether rows measure two letters in units of which one is a rate: "S = c", bytes of each."""
    units = [system.units.get(name, "") for name in (glyph, other)]
    return all(units) and ("/" in units[0]) != ("/" in units[1])


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
    project: Project, system: System, places: Places, printed: Printed, row: Chain
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
    of_some = is_of_some(system.document, printed.span.start)
    numbers: list[tuple[Node, str, Amount]] = []
    for side, operator in zip(members, operators, strict=True):
        needs = letters_in(side, system.own)
        # The text cannot give a letter one value that has another one for each index.
        if _is_indexed(side):
            continue
        renames = isinstance(side, Letter) and not _measures_another(system, glyph, side.glyph)
        if needs and not renames and glyph not in needs and not of_some:
            law = Definition(
                glyph, side, printed, row, offset, line, operator, needs,
                unit_behind(system.document, printed, row),
                settled=sum(not letters_in(part, system.own) for part in row.members) > 1,
            )  # fmt: skip
            _define(system, row, law)
        elif (
            isinstance(side, Letter)
            and operator == "="
            and not is_supposed(system.document, printed.span.start, conditions=True)
        ):
            system.aliases.setdefault(glyph, []).append(Definition(
                glyph, side, printed, row, offset, line, operator, frozenset((side.glyph,)),
            ))  # fmt: skip
        elif not needs and (found := amount(side, project.units)) is not None:
            numbers.append((side, operator, found))
    if not numbers or (len(numbers) > 1 and not isinstance(first, Letter)):
        return
    # Of a chain of numbers the last is what is printed for the reader.
    side, operator, found = numbers[-1]
    operator = bound_in_words(system.document, printed.span) or operator
    latex = printed.span.latex
    behind = words_behind(system.document, printed, row)
    words = f"{found.unit} {behind}"
    base = in_base(found.unit or behind, project.units) or scale_behind(found.unit or behind)
    # Without a row of its own "8.76 P = 205 MWh" is told in the unit that its numbers make.
    own = (found.scale,) if found.unit and not isinstance(first, Letter) else ()
    printed_digits = found.printed.text if found.printed is not None else ""
    # "a = b = 2" gives both letters their value.
    alike = [each.glyph for each in row.members[:-1] if isinstance(each, Letter)]
    for name in alike if len(alike) == len(row.members) - 1 else (glyph,):
        system.add(Value(
            name,
            found.value,
            found.step,
            " ".join(latex[row.at[0] : side.at[1]].split()),
            offset,
            printed.span.end,
            operator,
            (*multiples_of(words), *own),
            digits_in(printed_digits),
            places.of(printed.span.start, printed.span.table),
            measured=base and (base[0], found.shown * base[1]),
            comes_to=_comes_to([put_in for *_, put_in in numbers], operator),
            special=is_special(system.document, printed, row, found.value),
            supposed=system.document.is_listed(printed.span.start)
            or is_supposed(system.document, printed.span.start, conditions=True),
            running=is_running(system.document, printed.span.start),
            toy=is_toy(system.document, printed.span.start),
            shared=len(alike) > 1,
            sums=len(numbers) > 1 and _only_adds(numbers[-2][0]),
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
        ))  # fmt: skip


def _only_adds(side: Node) -> bool:
    """Whether a side is a sum of plain numbers: ``1 - 0.0119 - 0.0027``."""
    terms = side.terms if isinstance(side, Sum) else ()
    bare = [term.body if isinstance(term, Negative) else term for term in terms]
    return bool(bare) and all(isinstance(term, Number) for term in bare)


def _comes_to(numbers: Sequence[Amount], operator: str) -> float | None:
    """What a chain of numbers comes to before its last, where that is surely another number."""
    if len(numbers) < 2 or operator != "=":
        return None
    before, last = numbers[-2], numbers[-1]
    far = abs(before.value - last.shown) > 2 * (before.step + last.step / last.scale)
    return before.value * last.scale if far and not before.unit and _is_near(before, last) else None


def _is_near(before: Amount, last: Amount) -> bool:
    """Whether what is worked out is in the unit of the result, told in the same multiple of it."""
    return not last.unit or 1 / ALIKE <= abs(before.value / (last.shown or 1.0)) <= ALIKE


def _define(system: System, row: Chain, law: Definition) -> None:
    """Keep a formula, of each letter that its row sets equal before it."""
    for name in dict.fromkeys((law.glyph, *_alike(row))):
        if name in law.needs:
            continue
        system.definitions.setdefault(name, []).append(law.replaced(glyph=name))
    match row.members[0]:
        case Quotient(over=Number(value=1) as one, under=Letter(glyph=name)) if (
            law.operator == "=" and name not in law.needs
        ):
            # "$1 / S = a / b$" gives an S as well; its one is not what may be wrong.
            side = Quotient(one.replaced(text=""), law.side, law.side.at)
            turned = law.replaced(glyph=name, side=side, unit="")
            system.definitions.setdefault(name, []).append(turned)


def _alike(row: Chain) -> Iterator[str]:
    """The letters that a row sets equal before it says what they are: b of ``a = b = 2 c``."""
    if isinstance(row.members[0], Letter):
        for side, operator in zip(row.members[1:], row.operators, strict=True):
            if operator != "=" or not isinstance(side, Letter):
                return
            yield side.glyph


def _sides(row: Chain) -> tuple[Sequence[Node], Sequence[str]]:
    """What a relation says of its first side: other sides, each with its operator; or nothing.

    "I = a / b < c" is an equation, and then a bound. Of ``2 P = 140`` the left side itself is
    claimed, whoever its letters are.
    """
    first, others, operators = row.members[0], row.members[1:], row.operators
    count = len(list(itertools.takewhile({"=", "~"}.__contains__, operators)))
    if operators[0] in BOUNDS and len(others) > 1 and set(operators[1:]) <= {"=", "~"}:
        # "n <= floor(B / t) = 64445" bounds n by both.
        return (others, (operators[0],) * len(others)) if isinstance(first, Letter) else ((), ())
    if not count:
        is_bound = len(others) == 1 and operators[0] in {"<=", ">=", "<", ">"}
        # "x / r >= s b / c": what it asks for is said of the quotient.
        is_bound = is_bound and isinstance(first, Letter | Quotient)
        return (others, operators) if is_bound else ((), ())
    if isinstance(first, Letter):
        return others[:count], operators[:count]
    return (first, *others[:count]), ("=", *operators[:count])


def _subject(first: Node, printed: Printed) -> str:
    """What a relation speaks of: its letter, or its left side as it is printed."""
    if isinstance(first, Letter):
        return first.glyph
    composed = isinstance(first, Product | Quotient | Power | Sum) or (
        isinstance(first, Call) and first.function in EXTREMES
    )
    # ``L(0.5)`` is no product, and what is added to a bare number has a unit that it does not say.
    parts = list(walk(first)) if composed and letters_in(first) else []
    called = any(
        isinstance(node, Product) and any(isinstance(part, Number) for part in node.factors[1:])
        for node in parts
    ) or (isinstance(first, Sum) and any(isinstance(part, Number) for part in first.terms))
    return " ".join(printed.span.latex[slice(*first.at)].split()) if parts and not called else ""
