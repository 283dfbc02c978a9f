"""Several formulas in one display, and the numbers that the next sentence tells of them in order.

"$V = 3 k c$, $V_0 = 2 c$, that is 417 rather than 278 GB": where one number is what its formula
gives, the other one is of the other formula.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from derive.units import UnitTable

from .base_units import base_name
from .digits import MANY_DIGITS, digits_in
from .documents import Document
from .multiples import multiples_of
from .probing import evaluated
from .quantities import Amount
from .sentences import Sentence, doubted, sentences
from .spoken_claims import Places
from .statements import Definition, Value
from .system import System

REACH, MOST = 400, 3
CLOSE = 6e-3


def told_in_order(system: System, units: UnitTable, places: Places) -> Iterator[Value]:
    """What the sentence behind a display says that each of its formulas comes to."""
    laws = sorted(
        (law for some in system.definitions.values() for law in some
         if law.operator == "=" and not law.settled and law.printed.span.table < 0),
        key=lambda law: law.offset,
    )  # fmt: skip
    for _, group in itertools.groupby(laws, key=lambda law: law.printed.span.end):
        some = list({id(law.row): law for law in group}.values())
        if not 1 < len(some) <= MOST:
            continue
        sentence = _behind(system.document, units, some[0])
        told = _numbers(sentence) if sentence is not None else []
        if len(told) != len(some):
            continue
        claims = [_claim(law, amount, places) for law, amount in zip(some, told, strict=True)]
        right = [_is_given(system, law, claim) for law, claim in zip(some, claims, strict=True)]
        if any(right) and not all(right):
            yield from claims


def _behind(document: Document, units: UnitTable, law: Definition) -> Sentence | None:
    """The first sentence behind a display, if it does not only imagine."""
    start = law.printed.span.end
    most = min(start + REACH, len(document.masked))
    stop = document.masked.find("\n\n", start + 3, most)
    first = next(iter(sentences(document, units, [(start, stop if stop > 0 else most)])), [])
    return first[0] if first and not doubted(first[0].words) else None


def _numbers(sentence: Sentence) -> list[Amount]:
    """The numbers of a sentence that no letter is said to be, the unit of one for its neighbour."""
    told = [amount for amount in sentence.amounts
            if not amount.in_words and not amount.formula and not amount.is_share]  # fmt: skip
    if not told or not told[-1].dimensions:
        return told
    return [amount.in_unit_of(told[-1]) for amount in told]


def _claim(law: Definition, amount: Amount, places: Places) -> Value:
    base = base_name(amount.dimensions)
    return Value(
        law.glyph, amount.value, amount.half, amount.shown, amount.start, amount.end, "=",
        multiples_of(amount.shown), digits_in(amount.shown.partition("×")[0]),
        places.of(amount.start), measured=(base, amount.base) if base else None, spoken=True,
    )  # fmt: skip


def _is_given(system: System, law: Definition, claim: Value) -> bool:
    """Whether a number of several digits is what a formula gives."""
    room = max(CLOSE, claim.half / abs(claim.value) if claim.value else 0.0)
    return claim.digits >= MANY_DIGITS and any(
        abs(value - claim.in_base) <= room * abs(claim.in_base)
        for setting in system.settings(law, claim)
        if (value := evaluated(law.side, setting.values)) is not None
    )
