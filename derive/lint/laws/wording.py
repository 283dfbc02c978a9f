"""What messages say in a document's own letters: a change of its print, a law of ours."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from derive.lazy import lazy_re
from derive.notation import Node

from .changes import Change
from .meaning import Meaning

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary


def change_in_words(change: Change, latex: str, worded: Callable[[str], str] = str) -> str:
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
        "exchanged": f"{part} and {snippet(change.other or change.node, latex)} change places",
        "relation": f"the relation should be {'=' if change.by == '==' else change.by}",
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
    if part.count("\\right") > part.count("\\left"):
        part = f"\\left{part}"
    return " ".join(part.split())


_UPRIGHT = lazy_re(r"\\(?:text\w*|mathrm|mathbf|mathit|operatorname)\{([^{}]*)\}")
_WORDS = lazy_re(r"[A-Za-z]\w*")


def worded(name: str, meaning: Meaning, registry: Vocabulary) -> str:
    """Something in our letters as a message says it: the document's letters, plain signs."""
    if "q_{" in name:
        own = list(registry.symbols)
        name = re.sub(r"q_\{(\d+)\}", lambda match: own[int(match[1])], name)
    name = re.sub(r"\\(frac)\{([^{}]*)\}\{([^{}]*)\}", r"(\2)/(\3)", name)
    name = name.replace("**", "^").replace("*", "·").replace("\\,", " ")
    name = re.sub(r"\\left|\\right", "", name)
    return _WORDS.sub(lambda match: _letter_word(match[0], meaning, registry), name)


def _letter_word(name: str, meaning: Meaning, registry: Vocabulary) -> str:
    if name in registry.constants:
        value = registry.constants[name].value
        return str(value)
    glyph = meaning.theirs.get(name)
    return plain(meaning.latex.get(glyph, glyph)) if glyph is not None else name


def plain(latex: str) -> str:
    """LaTeX as it reads in a sentence, without the commands for upright letters."""
    return _UPRIGHT.sub(r"\1", latex).replace("\\_", "_").strip()
