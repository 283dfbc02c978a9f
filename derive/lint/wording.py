"""What messages say in a document's own letters: a change of its print, a law of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import sympy

from derive.algebra.rearrange import rearrange
from derive.errors import DeriveError
from derive.laws import numbers
from derive.notation import Node
from derive.records import Symbol
from derive.records.symbols import revive
from derive.registry import Registry
from derive.written import LetterStyle, as_settled, as_typed, latex

from .changes import Change
from .holding import Verdict
from .index import Entry
from .meaning import Meaning


def change_in_words(
    change: Change, latex: str, worded: Callable[[str], str] = str, operator: str = "="
) -> str:
    """The change as a half sentence; ``worded`` turns names of ours into the document's."""
    part = snippet(change.node, latex)
    by = worded(change.by)
    if change.instead:
        law = worded(change.instead)
        return f"where the law has {law}, the print has what amounts to {by}"
    return {
        "letter": f"{part} stands where {by} belongs",
        "number": f"{part} stands where {by} belongs",
        "sign": f"the sign of {part} is wrong",
        "function": f"{part} takes the wrong one of max and min, or rounds the wrong way; "
        f"{by} belongs there",
        "missing factor": f"{part} lacks the factor {by}",
        "extra factor": f"{part} has a factor {by} too many",
        "upside down": f"{part} stands upside down",
        "missing term": f"{part} lacks the term {by}",
        "extra term": f"the term {part} does not belong there",
        "exponent": f"{part} should have the exponent {by}",
        "coefficient": f"{part} should be {by} times that",
        "exchanged": f"{by} are exchanged",
        "relation": f"the relation should be {operator}",
        "base": f"{part} is off by the factor {by}, as between logarithms of two bases",
    }[change.kind]


def snippet(node: Node, latex: str) -> str:
    """A part of the print as the author wrote it."""
    start, end = node.at
    part = latex[start:end]
    if part.count(")") > part.count("(") and "(" in latex[:start]:
        # The brackets round a sum are no part of it.
        part = latex[latex.rindex("(", 0, start) : end]
    elif part.count("(") > part.count(")") and ")" in latex[end:]:
        part = latex[start : latex.index(")", end) + 1]
    return " ".join(part.split())


FIRST_PLACEHOLDER = 90_000
_UPRIGHT = re.compile(r"\\(?:text\w*|mathrm|mathbf|mathit|operatorname)\{([^{}]*)\}")
_WORDS = re.compile(r"[A-Za-z]\w*")


@lru_cache(maxsize=1024)
def _in_numbers(entry: Entry) -> Any:
    """A law as typed, its constants as numbers."""
    return numbers(entry.typed)


def law_in_letters(verdict: Verdict, meaning: Meaning, registry: Registry) -> tuple[str, list[str]]:
    """The law of a verdict as LaTeX in the document's letters, and our letters it has none for.

    The letter that the print speaks of keeps its place where the law is only read off.
    """
    entry = verdict.entry
    if entry is None:
        return "", []
    relation = _in_numbers(entry)
    values = {one.name: one.value for one in verdict.assumptions}
    looks: dict[str, LetterStyle] = {}
    put: dict[Any, Any] = {}
    kept: list[str] = []
    converted = False
    for letter in sorted(relation.free_symbols, key=str):
        if letter.name in values:
            put[letter] = _value(values[letter.name], registry)
            continue
        glyph, inside = _their_letter(letter, meaning, registry)
        if not glyph:
            kept.append(letter.name)
            looks[letter.name] = LetterStyle(latex=registry.symbols[letter.name].latex)
            continue
        shown = f"{letter.name}~"
        stand_in = revive(Symbol, shown, dict(letter._assumptions_orig))  # noqa: SLF001  same facts
        looks[shown] = LetterStyle(latex=_placeholder(len(looks)))
        looks[shown + "glyph"] = LetterStyle(latex=glyph)
        put[letter] = stand_in if inside is None else inside(stand_in)
        converted |= inside is not None
    with sympy.evaluate(x=False):
        filled = relation.xreplace(put)
    try:
        tree = as_settled(filled.doit()) if converted else as_typed(filled)
        return _with_glyphs(latex(tree, looks), looks), kept
    except DeriveError:
        return "", kept


def _value(told: str, registry: Registry) -> Any:
    """A number that a letter has, or another letter."""
    if told in registry.letters:
        return registry.letters[told]
    return sympy.Rational(told)


def _placeholder(place: int) -> str:
    """A letter that every printer knows, where a document's glyph goes in afterwards."""
    return f"q_{{{FIRST_PLACEHOLDER + place}}}"


def _with_glyphs(printed: str, looks: dict[str, LetterStyle]) -> str:
    """The LaTeX with each placeholder replaced by the document's own glyph."""
    if any(len(plain(one.latex)) > 1 for name, one in looks.items() if name.endswith("glyph")):
        # Words side by side would read as one.
        printed = re.sub(r"(?<=\})(?:\s|\\,)+(?=q_\{9)", r" \\cdot ", printed)
    for name, style in looks.items():
        if name.endswith("~"):
            printed = printed.replace(style.latex, looks[name + "glyph"].latex)
    return printed


def _their_letter(letter: Any, meaning: Meaning, registry: Registry) -> tuple[str, Any]:
    """The document's glyph for a symbol, and the symbol in terms of it if they differ."""
    plain = meaning.theirs.get(letter.name)
    if plain is not None:
        return meaning.latex.get(plain, plain), None
    for glyph, expression in meaning.ours.items():
        if {one.name for one in expression.free_symbols} != {letter.name}:
            continue

        def inside(stand_in: Any, expression: Any = expression) -> Any:
            domains = {**registry.domains, stand_in: registry.domains[letter]}
            equation = sympy.Eq(stand_in, expression, evaluate=False)
            return rearrange(equation, letter, domains).inside[0].expression

        return meaning.latex.get(glyph, glyph), inside
    return "", None


def worded(name: str, meaning: Meaning, registry: Registry) -> str:
    """Something in our letters as a message says it: the document's letters, plain signs."""
    if "q_{" in name:
        own = list(registry.symbols)
        name = re.sub(r"q_\{(\d+)\}", lambda match: own[int(match[1])], name)
    name = re.sub(r"\\(frac)\{([^{}]*)\}\{([^{}]*)\}", r"(\2)/(\3)", name)
    name = name.replace("**", "^").replace("*", "·").replace("\\,", " ")
    name = re.sub(r"\\left|\\right", "", name)
    return _WORDS.sub(lambda match: _letter_word(match[0], meaning, registry), name)


def _letter_word(name: str, meaning: Meaning, registry: Registry) -> str:
    if name in registry.constants:
        value = registry.constants[name].value
        return str(value)
    glyph = meaning.theirs.get(name)
    return plain(meaning.latex.get(glyph, glyph)) if glyph is not None else name


def plain(latex: str) -> str:
    """LaTeX as it reads in a sentence, without the commands for upright letters."""
    return _UPRIGHT.sub(r"\1", latex).replace("\\_", "_").strip()
