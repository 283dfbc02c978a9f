"""Values that a product of numbers gives to the letters of the product before it.

"We have $N = t p d$ ranks, $8 \\cdot 4 \\cdot 64 = 2048$ of them" says what t, p and d are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from derive.notation import Letter, Number, Product, Rejection

from ..numbers.statements import Definition, Value
from ..numbers.system import System
from ..project import Printed, Project
from ..words.digits import digits_in, half_of
from ..words.places import Places

LEAST, REACH = 3, 250
"""So many factors come in one order by no chance, and so far behind their formula."""


def values_of_products(project: Project, system: System, places: Places) -> Iterator[Value]:
    """What the factors of a bare product are, where one of them is known and none is another."""
    products = [
        law for some in system.definitions.values() for law in some
        if law.operator == "=" and isinstance(law.side, Product)
        and len(law.side.factors) >= LEAST
        and all(isinstance(factor, Letter) for factor in law.side.factors)
    ]  # fmt: skip
    for printed in project.printed(system.document) if products else ():
        if isinstance(printed.parsed, Rejection):
            continue
        for row in printed.parsed.rows:
            first = row.members[0]
            factors = first.factors if isinstance(first, Product) else ()
            numbers = [factor for factor in factors if isinstance(factor, Number)]
            if len(row.members) > 1 and len(numbers) == len(factors) >= LEAST:
                yield from _values(system, places, products, printed, numbers)


def _values(
    system: System,
    places: Places,
    products: list[Definition],
    printed: Printed,
    numbers: list[Number],
) -> Iterator[Value]:
    start = printed.span.start
    before = [
        law for law in products
        if start - REACH < law.printed.span.end <= start
        and isinstance(law.side, Product) and len(law.side.factors) == len(numbers)
    ]  # fmt: skip
    law = max(before, key=lambda law: law.offset, default=None)
    if law is None or not isinstance(law.side, Product):
        return
    known: dict[str, set[float]] = {}
    for value in (*system.values, *system.declared, *system.brought):
        known.setdefault(value.glyph, set()).add(value.value)
    pairs = [
        (factor.glyph, number) for factor, number in zip(law.side.factors, numbers, strict=True)
        if isinstance(factor, Letter)
    ]  # fmt: skip
    agreeing = [float(number.value) in known[glyph] for glyph, number in pairs if glyph in known]
    # What comes to another number than the text has for their product is of other things.
    product = math.prod(float(number.value) for number in numbers)
    if not agreeing or not all(agreeing) or product not in known.get(law.glyph, {product}):
        return
    for glyph, number in pairs:
        if glyph not in known and glyph not in system.definitions:
            place, end = (printed.span.offset(at) for at in number.at)
            yield Value(
                glyph, float(number.value), half_of(number.text), number.text, place, end, "=", (),
                digits_in(number.text), places.of(start), declared=True,
            )  # fmt: skip
