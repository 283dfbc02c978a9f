"""Bits where bytes are meant: in formulas, and of a port that is sold in bits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from derive.lazy import lazy_re
from derive.notation import Call, Letter, Node, Number, Rejection, walk
from derive.units import Unit

from ..laws.wording import plain
from ..numbers.print_units import (
    BITS,
    Relation,
    bits_in,
    counts_bits,
    fits,
    keeps_bits,
    letters_of,
    strict,
)
from ..numbers.statements import Value
from ..project import Printed, Project
from ..rules import Sight, about
from ..texts.documents import Document
from ..words.proportions import is_in_bits
from ..words.quantities import Amount
from ..words.reckoning import cue
from ..words.sentences import Sentence
from .unit_columns import relations_in_general, row_of_each, units_of_rows


def bits_beside_bytes(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas with bits on one side and bytes on the other, or the one row that is at fault."""
    units = units_of_rows(project, document)
    bits = {glyph: counts_bits(unit) for glyph, unit in units.items()}
    if not any(bits.values()):
        return
    dimensions = {glyph: strict(unit) for glyph, unit in units.items()}
    known = [each for each in relations_in_general(project, document) if fits(each, dimensions)]
    for relation in known:
        if keeps_bits(relation, bits) is not False:
            continue
        glyph = _odd_row(relation, known, bits)
        if glyph:
            row = row_of_each(project, document)[glyph][0]
            yield about(
                f"{row.latex} is in {row.unit} here, and the formula in line {relation.line} "
                "holds only if it counts bytes.",
                row,
                [("unit", row.unit or ""), (f"line {relation.line}", plain(relation.shown))],
                f"Write bytes, or multiply or divide by {BITS} in line {relation.line}.",
            )
            return
        yield Sight(
            "By the units of its letters one side counts bits and the other bytes.",
            relation.line,
            rows=[("formula", plain(relation.shown))],
            guess=f"Multiply or divide by {BITS}, or correct a row.",
        )


def _odd_row(relation: Relation, known: list[Relation], bits: dict[str, int]) -> str:
    """The only letter in bits, where all formulas hold if it is in bytes."""
    glyph, *others = (glyph for glyph, power in bits.items() if power)
    held = {**bits, glyph: 0}
    is_odd = not others and glyph in letters_of(relation)
    return glyph if is_odd and all(keeps_bits(each, held) is not False for each in known) else ""


_SAID = lazy_re(
    r"[\s*_~\\]*(?:\\(?:text|mathrm)\{\s*)?(?P<unit>(?:[kKMGTP]?bit|[kKMGTP]?byte|nat)s?)\b(?!\s*/|-)",
    re.IGNORECASE,
)
_NAT, _BIT, _BYTE = "nats", "bits", "bytes"


def said_in_bits(project: Project, document: Document, printed: Printed, behind: str) -> str:
    """What a formula counts, bits, bytes or nats, where the unit behind it is another of these."""
    chain, said = printed.parsed, _SAID.match(behind)
    if said is None or isinstance(chain, Rejection) or printed.span.table >= 0:
        return ""
    word = said["unit"].lower()
    node = next((side for side in chain.members if isinstance(side, Call)), chain.members[-1])
    counts = _of_a_logarithm(node) or _of_the_rows(project, document, node)
    named = next(unit for unit in (_BIT, _BYTE, _NAT) if unit[:-1] in word)
    return counts if counts != named else ""


def _of_a_logarithm(node: Node) -> str:
    """Bits of one to the base 2, nats of a natural one."""
    if not isinstance(node, Call):
        return ""
    if node.function == "ln":
        return _NAT
    base = node.arguments[1] if node.function == "log" and len(node.arguments) > 1 else None
    return _BIT if isinstance(base, Number) and base.value == 2 else ""


def _of_the_rows(project: Project, document: Document, node: Node) -> str:
    """What a formula of letters counts by their units, where no number in it turns one."""
    numbers = [part.value for part in walk(node) if isinstance(part, Number)]
    if isinstance(node, Letter) or any(n.denominator != 1 or n % BITS == 0 for n in numbers):
        return ""
    bits = bits_in(node, units_of_rows(project, document))
    return "" if bits is None else _BIT if bits else _BYTE


# A port is sold in bits: "a port of 400 Gbit/s" is one of 50 GB/s.
_A_PORT = (
    r"\b(?:ports?|adapters?|NICs?|links?|cards?|interfaces?|network|ethernet|infiniband|cables?)\b"
)
_PORT = cue(_A_PORT)
_IS = cue(
    r"^(?: |[,(]|\b(?:of its own|per (?:GPU|accelerator|device|node)|each|sold|as|the same|thing)\b"
    rf"|{_A_PORT})*(?:(?:which|that|it|and|therefore|thus|so|hence|then)\b )*"
    r"\b(?:is|are|has|have|gives?|giving|carr(?:y|ies)|means?|makes?|or|i\.e\.|moves?|delivers?"
    r"|(?:enters?|counts?|stands|appears?) as|amounts? to|comes? to)\b"
    r"(?: |[,:]|\b(?:the|that is|only|just|exactly|about|roughly)\b)*$"
)
_OWN = cue(rf"^ ?{_A_PORT}(?: of its own)?,? ?$")
_THEN = cue(r"^ ?,(?: (?:hence|so|thus|therefore|i\.e\.,?|that is,?))? ?$")
# "25e9 bytes/second, that is a port of 200 gigabytes per second".
_SO_A_PORT = cue(rf"^,? ?(?:that is|i\.e\.|or|which is),? an? {_A_PORT} (?:of|with) ?$")
# "25 gigabytes per second is what a data sheet calls 200 gigabytes per second".
_SOLD_AS = cue(
    r"^,? ?(?:(?:which|that|and|is|are|what|the|a|an|its|most|all|every) )*"
    r"(?:vendors?|makers?|manufacturers?|data ?sheets?|brochures?|catalogues?|labels?)"
    r" (?:sells?|calls?|quotes?|lists?|prints?|advertises?|names?)(?: (?:it|them|this))?(?: as)? ?$"
    r"|^,? ?(?:sold|advertised|marketed|quoted|listed|rated) (?:as|at) ?$"
)
_MANY = cue(r"\b(?:eight|8|times|together|total|all|both|sum|aggregate|bisection|fold)\b")
_NEAR = 0.01
"""How far from eight times rounded numbers may be."""
# "A 400 gigabyte adapter" says what it moves in a second.
_RATES = ((("information", 1), ("time", -1)), (("information", 1),))


def ports_in_bytes(sentence: Sentence) -> Iterator[tuple[Amount, Amount, Amount]]:
    """Two rates of one port in one kind of unit, eight times apart, and the one that is wrong.

    A port is sold in bits, and what it moves is counted in bytes.
    """
    amounts = sentence.amounts
    rates = [number for number, amount in enumerate(amounts) if amount.dimensions in _RATES]
    # "A port of 400 gigabytes per second, $r = 4 \times 10^{11}$, carries 50 GB/s".
    for first, last in pairwise(rates):
        sold, moved = amounts[first], amounts[last]
        before, between = sentence.gaps[first], " ".join(sentence.gaps[first + 1 : last + 1])
        of_port = _PORT.search(before) or _PORT.search(between)
        is_one = _IS.match(between) or (_OWN.match(between) and not sold.in_words)
        # "A port of 400 gigabytes per second, $b = 50 \\times 10^9$ bytes per second".
        is_one = is_one or (_THEN.match(between) and moved.formula.rstrip().endswith("="))
        if _SOLD_AS.match(between) and _is_eight_times(moved, sold):
            yield moved, sold, moved
        if not of_port or _is_of_many(sentence):
            continue
        if is_one and _is_eight_times(sold, moved):
            yield sold, moved, moved if is_in_bits(sold) else sold
        elif _SO_A_PORT.match(between) and _is_eight_times(moved, sold):
            yield moved, sold, moved


def bits_put_in(
    sentence: Sentence, values: Iterable[Value], units: Mapping[str, Unit]
) -> Iterator[tuple[Amount, Value]]:
    """Rates in bits, and the letter in bytes to which a sentence then gives just so many.

    "A card of 400 Gbit/s has $b = 400 \\times 10^9$".
    """
    rates = [each for each in sentence.amounts if each.dimensions in _RATES and is_in_bits(each)]
    for value in values if rates else ():
        unit = units.get(value.glyph)
        if unit is None or counts_bits(unit) or value.measured is not None:
            continue
        base = value.value * float(unit.factor)
        for rate in rates:
            same = dict(rate.dimensions) == dict(unit.dimensions) and rate.end < value.offset
            if same and abs(base / (BITS * rate.base) - 1) < _NEAR:
                yield rate, value


def _is_eight_times(sold: Amount, moved: Amount) -> bool:
    """Whether both are told in bytes, or both in bits, and differ by the bits of a byte."""
    if moved.dimensions != _RATES[0] or is_in_bits(sold) != is_in_bits(moved):
        return False
    return abs(sold.base / (BITS * moved.base) - 1) < _NEAR


def _is_of_many(sentence: Sentence) -> bool:
    """Whether a sentence counts eight of something, or speaks of several together."""
    return _MANY.search(sentence.words) is not None or any(
        amount.value == BITS for amount in sentence.amounts
    )
