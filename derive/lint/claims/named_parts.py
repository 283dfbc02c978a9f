"""Parts of a formula that words name, and the numbers told for them: "the bracket is 60.7"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re
from derive.notation import Call, Letter, Node, Number, Power, Product, Quotient, Sum, walk
from derive.units import UnitTable

from ..laws.probing import letters_in
from ..numbers.statements import Value
from ..numbers.system import System
from ..words.places import Places
from ..words.sentences import doubted, sentences
from .spoken_values import as_value

REACH = 1_200
"""Characters from a formula to where a part of it is named."""
_PLACES: Mapping[str, int] = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
# "The first term is 67.1 million", "the bracket comes to $60.7$".
_NAMED = lazy_re(
    r"(?i:\b(?:the|its|whose)\s+)(?:(?P<place>first|second|third|fourth|last)\s+"
    r"(?P<kind>term|summand|addend|factor|(?=is\s|makes\s|adds\s))|(?P<part>bracket|parenthesis|numerator|denominator"
    r"|(?:square\s+)?root|fraction|exponent|maximum|minimum|ceiling|floor))\s*"
    r"(?:alone\s+|itself\s+|then\s+|here\s+)?(?:is|comes\s+to|makes|gives|equals|becomes|takes"
    r"|contributes|amounts\s+to|evaluates\s+to|adds)\s+(?:only\s+|then\s+|just\s+|exactly\s+)?[$`\\(]*\Z"
)
_LETTER = lazy_re(r"(?<![\\A-Za-z])[A-Za-z]|\\[a-z]+(?=\s*[_=])")
_CALLS: Mapping[str, frozenset[str]] = {
    "root": frozenset(("sqrt", "root")), "maximum": frozenset(("max",)),
    "minimum": frozenset(("min",)), "ceiling": frozenset(("ceil",)), "floor": frozenset(("floor",)),
}  # fmt: skip


def named_part_claims(table: UnitTable, system: System, places: Places) -> Iterator[Value]:
    """What a text says that a part of the formula before it comes to.

    A formula with two brackets, or a part that is a letter alone, is none that words name.
    """
    document = system.document
    laws = sorted(
        (law for some in system.definitions.values() for law in some if law.operator == "="),
        key=lambda law: law.offset,
    )
    pieces = [(block.start, block.end) for block in document.blocks] if laws else []
    for several in sentences(document, table, pieces):
        for sentence in several:
            for amount, gap in zip(sentence.amounts, sentence.gaps, strict=False):
                named = _NAMED.search(gap)
                if named is None or doubted(sentence.words):
                    continue
                if _LETTER.search(amount.formula):
                    # "The root is $j = 1.68$": that of the formula for j.
                    continue
                if named["kind"] == "" and "term" not in sentence.words:
                    # "The second is 5" may be any second thing.
                    continue
                law = next(
                    (law for law in reversed(laws)
                     if amount.start - REACH < law.printed.span.end <= amount.start), None,
                )  # fmt: skip
                part = _part(law.side, named.groupdict()) if law is not None else None
                needs = letters_in(part, system.own) if part is not None else frozenset()
                if law is None or part is None or not needs or isinstance(part, Letter):
                    continue
                glyph = " ".join(law.printed.span.latex[part.at[0] : part.at[1]].split())
                claim = as_value(glyph, amount, {}, places, table)
                if claim is not None:
                    row = law.row.replaced(members=(part,), operators=(), at=part.at)
                    system.definitions[glyph] = [
                        law.replaced(glyph=glyph, side=part, row=row, needs=needs, makes="")
                    ]
                    yield claim


def _part(side: Node, named: Mapping[str, str | None]) -> Node | None:
    """The one part of a formula that words name."""
    if named["place"]:
        parts = _listed(side, Sum if named["kind"] != "factor" else Product)
        place = _PLACES[named["place"]]
        return parts[place] if len(parts) > max(place, 1) else None
    called = list(_parts_called((named["part"] or "").split()[-1].lower(), side))
    return called[0] if len(called) == 1 else None


def _parts_called(name: str, side: Node) -> Iterator[Node]:
    """The parts of a formula that a word may be said of."""
    for node in walk(side):
        match node:
            case Quotient(over=over) if name == "numerator":
                yield over
            case Quotient(under=under) if name == "denominator":
                yield under
            case Quotient() if name == "fraction":
                yield node
            case Power(exponent=exponent) if name == "exponent" and not isinstance(
                exponent, Number
            ):
                yield exponent
            case Call(function=function) if function in _CALLS.get(name, ()):
                yield node
            # A print puts sums below products and powers in brackets.
            case Product(factors=factors) if name in {"bracket", "parenthesis"}:
                yield from (factor for factor in factors if isinstance(factor, Sum))
            case Power(base=Sum() as base) if name in {"bracket", "parenthesis"}:
                yield base


def _listed(side: Node, kind: type[Sum | Product]) -> tuple[Node, ...]:
    """The terms of a sum or the factors of a product; of a sum in a product's one bracket, too."""
    if isinstance(side, Sum) and kind is Sum:
        return side.terms
    if isinstance(side, Product):
        if kind is Product:
            return side.factors
        sums = [node for node in side.factors if isinstance(node, Sum)]
        return sums[0].terms if len(sums) == 1 else ()
    return ()
