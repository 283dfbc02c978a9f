"""Our laws printed in a document's letters.

Letters are exchanged in the printed tree, without SymPy. Only a law with a letter that
the document counts otherwise, or has an expression for, is written anew.
"""

from __future__ import annotations

import re
from fractions import Fraction

from derive.entries.vocabulary import Quantity, Vocabulary
from derive.errors import DeriveError
from derive.written import Letter as WrittenLetter
from derive.written import LetterStyle, latex, node_from_data, put_in, signed_number
from derive.written import Node as Written

from .holding import Verdict
from .meaning import Meaning
from .wording import plain

# The printer orders and brackets what it knows as letters; a document's `\text{seq}` goes in
# where `q_{90001}` stood. No registry has as many letters of its own.
FIRST_PLACEHOLDER = 90_000


def law_in_letters(
    verdict: Verdict, meaning: Meaning, registry: Vocabulary
) -> tuple[str, list[str]]:
    """The law of a verdict as LaTeX in the document's letters, and our letters it has none for.

    The letter that the print speaks of keeps its place where the law is only read off.
    """
    entry = verdict.entry
    if entry is None:
        return "", []
    values = {assumption.name: assumption.value for assumption in verdict.assumptions}
    looks: dict[str, LetterStyle] = {}
    put: dict[str, Written] = {}
    converted: dict[str, Quantity] = {}
    kept: list[str] = []
    for name in entry.forms["letters"]:
        if name in values:
            put[name] = _value(values[name], registry)
            continue
        glyph, expression = _their_letter(name, meaning)
        if not glyph:
            kept.append(name)
            looks[name] = LetterStyle(latex=registry.symbols[name].latex)
            continue
        shown = f"{name}~"
        looks[shown] = LetterStyle(latex=_placeholder(len(looks)))
        looks[shown + "glyph"] = LetterStyle(latex=glyph)
        put[name] = WrittenLetter(shown)
        if expression is not None:
            converted[name] = expression
    if (tree := entry.forms["in_numbers"]) is None:
        return "", kept
    try:
        if converted:
            from .symbolic import rewritten

            filled = rewritten(entry, registry.symbolic, values, put.keys() - values, converted)
        else:
            filled = put_in(node_from_data(tree), put)
        return _with_glyphs(latex(filled, looks), looks), kept
    except DeriveError:
        return "", kept


def _value(stated: str, registry: Vocabulary) -> Written:
    """A number that a letter has, or another letter."""
    return WrittenLetter(stated) if stated in registry.letters else signed_number(Fraction(stated))


def _placeholder(place: int) -> str:
    """A letter that every printer knows, where a document's glyph goes in afterwards."""
    return f"q_{{{FIRST_PLACEHOLDER + place}}}"


def _with_glyphs(printed: str, looks: dict[str, LetterStyle]) -> str:
    """The LaTeX with each placeholder replaced by the document's own glyph."""
    if any(len(plain(style.latex)) > 1 for name, style in looks.items() if name.endswith("glyph")):
        # Words side by side would read as one.
        printed = re.sub(r"(?<=\})(?:\s|\\,)+(?=q_\{9)", r" \\cdot ", printed)
    for name, style in looks.items():
        if name.endswith("~"):
            printed = printed.replace(style.latex, looks[name + "glyph"].latex)
    return printed


def _their_letter(name: str, meaning: Meaning) -> tuple[str, Quantity | None]:
    """The document's glyph for a letter, and what that stands for where it is not just it."""
    own = meaning.theirs.get(name)
    if own is not None:
        return meaning.latex.get(own, own), None
    for glyph, expression in meaning.ours.items():
        if expression.letters == (name,):
            return meaning.latex.get(glyph, glyph), expression
    return "", None
