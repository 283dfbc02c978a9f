"""Terms of a formula, and the numbers that a text adds up for them: "1.778 + 1.548 = 3.326 ms"."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from derive.notation import Letter, Negative, Number, Quotient, Rejection, Sum

from ..laws.probing import letters_in
from ..numbers.base_units import in_base
from ..numbers.multiples import multiples_of, words_behind
from ..numbers.statements import EXACT, Definition, Value
from ..numbers.system import System
from ..project import Printed, Project
from ..texts.glyphs import is_glyph
from ..words.digits import digits_in, half_of
from ..words.places import Places

SCALES = (1.0, 1e3, 1e6, 1e9, 1e12)
REACH = 600
"""Characters from a formula to where its terms are told."""


def term_claims(project: Project, system: System, places: Places) -> Iterator[Value]:
    """What a sum of numbers behind a sum says of its terms, where one of them is as it says.

    The terms are defined as formulas of their own.
    """
    laws = [law for some in system.definitions.values() for law in some if law.operator == "="]
    # Also below a fraction: "$X = 1 / (t + u)$, with 0.1416 + 0.1556 s for each".
    sums = [
        law.replaced(side=part) for law in laws
        for part in (law.side, *([law.side.under] if isinstance(law.side, Quotient) else ()))
        if isinstance(part, Sum)
    ]  # fmt: skip
    for printed in project.printed(system.document) if sums else ():
        if isinstance(printed.parsed, Rejection):
            continue
        # What a letter is said to come to is a claim of its own.
        for row in (row for row in printed.parsed.rows if not isinstance(row.members[0], Letter)):
            for added in row.members[:-1]:
                terms = added.terms if isinstance(added, Sum) else ()
                numbers = [term for term in terms if isinstance(term, Number)]
                law = _law_before(sums, printed, len(numbers))
                # "$1 / r = t + u / b$, and 64.0 + 52.5": of no letter, and of none before it.
                if not numbers or len(numbers) < len(terms) or not law or not is_glyph(law.glyph):
                    continue
                last = row.members[-1]
                unit = last.unit if isinstance(last, Number) else ""
                words = unit or words_behind(system.document, printed, row)
                yield from _claims(project, system, places, law, printed, numbers, words)


def _law_before(sums: Sequence[Definition], printed: Printed, count: int) -> Definition | None:
    """The sum of as many terms that stands nearest before a place, and near it."""
    start = printed.span.start
    before = [
        law for law in sums
        if start - REACH < law.printed.span.end <= start
        and isinstance(law.side, Sum) and len(law.side.terms) == count
        and not any(isinstance(term, Negative) for term in law.side.terms)
    ]  # fmt: skip
    return max(before, key=lambda law: law.offset, default=None)


def _claims(
    project: Project,
    system: System,
    places: Places,
    law: Definition,
    printed: Printed,
    numbers: Sequence[Number],
    words: str,
) -> Iterator[Value]:
    assert isinstance(law.side, Sum)
    claims: list[tuple[Value, Definition, list[float]]] = []
    for term, number in zip(law.side.terms, numbers, strict=True):
        latex = law.printed.span.latex[term.at[0] : term.at[1]]
        glyph = " ".join(latex.split())
        needs = law.needs & letters_in(term, system.own)
        if not needs:
            return
        row = law.row.replaced(members=(term,), operators=(), at=term.at)
        definition = law.replaced(glyph=glyph, side=term, row=row, needs=needs)
        base = in_base(number.unit or words, project.units)
        value, half = float(number.value), half_of(number.text)
        offset = printed.span.offset(number.at[0])
        claim = Value(
            glyph, value, half, number.text, offset, printed.span.offset(number.at[1]), "=",
            multiples_of(number.unit or words), digits_in(number.text),
            places.of(printed.span.start), measured=base and (base[0], value * base[1]),
            spoken=True,
        )  # fmt: skip
        ways = [gives for _, gives in system.outcomes(definition, claim)]
        claims.append((claim, definition, ways))
    # "In millions it has $88.08 + 301.99$": where one term is as it says, so are the others.
    for scale in SCALES if not any(claim.measured for claim, *_ in claims) else (1.0,):
        right = [_comes_out(claim, gives, scale) for claim, _, gives in claims]
        if any(right) and not all(right):
            for claim, definition, _ in claims:
                # A letter keeps the formula that the text has for it.
                if not isinstance(definition.side, Letter):
                    system.definitions[definition.glyph] = [definition]
                scaled = claim.replaced(value=scale * claim.value, half=scale * claim.half)
                yield scaled if scale != 1 else claim
        if any(right):
            return


def _comes_out(claim: Value, ways: Sequence[float], scale: float) -> bool:
    """Whether a term comes to a number, or to so many times that."""
    room = max(EXACT, claim.half / claim.value if claim.value else 0)
    return any(math.isclose(gives, scale * claim.in_base, rel_tol=room) for gives in ways)
