"""Terms of a formula, and the numbers that a text adds up for them: "1.778 + 1.548 = 3.326 ms"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Letter, Negative, Number, Quotient, Rejection, Sum

from ..laws.probing import letters_in
from ..numbers.base_units import in_base
from ..numbers.multiples import multiples_of, words_behind
from ..numbers.statements import EXACT, Definition, Value
from ..numbers.system import System
from ..project import Project
from ..texts.glyphs import is_glyph
from ..words.cell_numbers import number_in_cell
from ..words.digits import digits_in, half_of
from ..words.places import Places

# "The two parts are $5.56 \\times 10^{14}$ and $2.06 \\times 10^{13}$ FLOP".
_PARTS = lazy_re(
    r"\b[Tt]he\s+(?P<many>two|three|four)\s+(?:parts|terms|summands|addends|contributions|pieces)\s+"
    r"(?:are|come\s+to|make|take|amount\s+to|need|give)\s+"
    r"(?P<told>(?:\.\d|\\times|\\cdot|\band\b|[^.;:()a-z]){0,200}\d[}$`]*)\s*(?P<unit>[A-Za-z]+)?"
)
_APART = lazy_re(r"\s*(?:,\s+and|,|\band\b)\s+")
_MANY = {"two": 2, "three": 3, "four": 4}
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
                law = _law_before(sums, printed.span.start, len(numbers))
                # "$1 / r = t + u / b$, and 64.0 + 52.5": of no letter, and of none before it.
                if not numbers or len(numbers) < len(terms) or not law or not is_glyph(law.glyph):
                    continue
                last = row.members[-1]
                unit = last.unit if isinstance(last, Number) else ""
                words = unit or words_behind(system.document, printed, row)
                said_of_terms = [
                    TermNumber(
                        float(number.value), half_of(number.text), digits_in(number.text),
                        number.text, printed.span.offset(number.at[0]),
                        printed.span.offset(number.at[1]), number.unit or words,
                    )
                    for number in numbers
                ]  # fmt: skip
                yield from _claims(project, system, places, law, said_of_terms)
    for said in _PARTS.finditer(system.document.masked) if sums else ():
        law = _law_before(sums, said.start("told"), _MANY[said["many"]])
        listed = list(_listed(said))
        if law is not None and len(listed) == _MANY[said["many"]] and is_glyph(law.glyph):
            yield from _claims(project, system, places, law, listed)


class TermNumber(Record):
    """A number that a text says of a term."""

    value: float
    half: float
    digits: int
    text: str
    start: int
    end: int
    unit: str


def _listed(said: re.Match[str]) -> Iterator[TermNumber]:
    """The numbers of a list in words, in the unit behind the last of them."""
    place = said.start("told")
    for part in (*_APART.finditer(said["told"]), None):
        end = said.start("told") + part.start() if part else said.end("told")
        text = said.string[place:end].strip(" $`")
        number = number_in_cell(text)
        if number is not None:
            yield TermNumber(
                number.value * number.scale, number.half * number.scale,
                digits_in(number.digits), text, place, end, said["unit"] or "",
            )  # fmt: skip
        place = said.start("told") + part.end() if part else end


def _law_before(sums: Sequence[Definition], start: int, count: int) -> Definition | None:
    """The sum of as many terms that stands nearest before a place, and near it."""
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
    numbers: Sequence[TermNumber],
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
        base, value = in_base(number.unit, project.units), number.value
        claim = Value(
            glyph, value, number.half, number.text, number.start, number.end, "=",
            multiples_of(number.unit), number.digits, places.of(number.start),
            measured=base and (base[0], value * base[1]), spoken=True,
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
