"""Laws and values in the forms people read: text and LaTeX, letters as declared."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..written import LetterStyle, Node, latex


def styles(knowledge: Knowledge, names: Iterable[str]) -> dict[str, LetterStyle]:
    """How some letters are shown; whatever else a law names is a constant and shows its number."""
    return {
        name: LetterStyle(latex=knowledge.symbols[name].latex)
        for name in names
        if name in knowledge.symbols
    }


def written_latex(knowledge: Knowledge, node: Node, names: Iterable[str]) -> str:
    """A tree as LaTeX, in the letters of the knowledge."""
    return latex(node, styles(knowledge, names))


def number_in_words(value: Fraction) -> str:
    """A fraction as it is written by itself: a decimal where that was surely meant."""
    above, below = value.numerator, value.denominator
    if below == 1:
        return str(above)
    published = below % 5 == 0 and (below >= 25 or abs(above) >= 100)
    shift = next((k for k in range(1, 7) if 10**k % below == 0), 0)
    if not (published and shift):
        return f"{above}/{below}"
    digits = str(abs(above) * 10**shift // below).rjust(shift + 1, "0")
    return f"{'-' if above < 0 else ''}{digits[:-shift]}.{digits[-shift:]}"
