"""Letters that a formula lacks, or has in place of others: what each part of it would be then."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterator, Mapping

from derive.dimensions import Dimension
from derive.notation import Letter, Negative, Node, Number, Quotient, Sum, glyphs_in

from ..laws.probing import parts_of
from ..laws.wording import snippet
from .print_units import dimensions_in

Words = Callable[[str], str]
Alteration = tuple[tuple[Node, ...], float, Words]
"""The way to a part of a formula, another value of the part, and what that says of the part."""


def valued_parts(node: Node, keep: Mapping[int, float]) -> list[Node]:
    """The parts of a node that have a value; a call that is named as a whole has none."""
    return [part for part in parts_of(node) if id(part) in keep]


def letters_paired(
    beside: Mapping[str, float], values: Mapping[str, float]
) -> Iterator[tuple[str, float]]:
    """Letters over, and times, those of a formula."""
    for (glyph, value), (own, other) in itertools.product(beside.items(), values.items()):
        yield f"{glyph} {own}", value * other
        if other:
            yield f"{glyph} / {own}", value / other


def lacking(
    node: Node, path: tuple[Node, ...], keep: Mapping[int, float], beside: Mapping[str, float],
    terms: Mapping[str, float], dimensions: Mapping[str, Dimension],
) -> Iterator[Alteration]:  # fmt: skip
    """Letters that a formula does not have, as a factor, a divisor or a term of a part."""
    here, own = (*path, node), keep[id(node)]
    makes, taken = dimensions_in(dimensions, node) if dimensions else None, glyphs_in(here[0])
    yield from ((here, *each) for each in _another(node, own, beside, taken, dimensions))
    # Of the 1 in "n - 1" nothing is lacking.
    plain = node.body if isinstance(node, Negative) else node
    for glyph, value in beside.items():
        if not value or isinstance(plain, Number):
            continue
        measures = dimensions.get(glyph)
        is_plain = measures is None or measures.is_pure
        if is_plain and value != 1.0 and (not path or isinstance(path[-1], Sum)):
            yield here, own * value, said(f"{{}} lacks the factor {glyph}", node)
            yield here, own / value, said(f"{{}} is not divided by {glyph}", node)
        divided = bool(path) and isinstance(path[-1], Quotient)
        if glyph in taken or (makes is not None and measures is not None and makes != measures):
            continue
        if isinstance(node, Sum | Letter) or divided or not path:
            yield here, own + value, said(f"{{}} lacks the term {glyph}", node)
        if divided or not path:
            yield here, own - value, said(f"{{}} lacks the term - {glyph}", node)
    if isinstance(node, Sum):
        for name, value in terms.items():
            yield here, own + value, said(f"{{}} lacks the term {name}", node)
    for part in valued_parts(node, keep):
        yield from lacking(part, here, keep, beside, terms, dimensions)


def _another(
    node: Node, own: float, beside: Mapping[str, float], taken: Container[str],
    dimensions: Mapping[str, Dimension],
) -> Iterator[tuple[float, Words]]:  # fmt: skip
    """Another letter in the place of one that measures the same."""
    if not isinstance(node, Letter):
        return
    for glyph, value in beside.items():
        alike = dimensions.get(node.glyph) == dimensions.get(glyph)
        if alike and glyph not in taken and value != own:
            yield value, said(f"{{}} should be {glyph}", node)


def said(words: str, *nodes: Node) -> Words:
    """Words with the prints of some parts of a formula in place of the brackets."""

    def shown(latex: str) -> str:
        # Not by ``format``: the letters in the words may have brackets of their own.
        between = words.split("{}")
        parts = (snippet(node, latex) for node in nodes)
        return "".join(itertools.chain(*itertools.zip_longest(between, parts, fillvalue="")))

    return shown
