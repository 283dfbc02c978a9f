"""A document's letters: which glyphs it declares, and the normal form they share.

The normal form is base, subscript and decoration: ``M_{\\text{act}}`` and
``M_{act}`` are ``M_act``, ``\\text{tp-all-gather-size}`` is
``tp_all_gather_size``, ``n^*`` stays ``n^*``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from derive.frozen import Record, fresh

from .layout import arranged
from .lexer import ACCENTS, ALPHABETS, FORMATS, GREEK, Token, tokens_of
from .nodes import Refused

EntryKind = Literal["letter", "function", "constant", "word"]


class Entry(Record):
    """One glyph: what kind of thing it is, and the symbol id it stands for, if known."""

    glyph: str
    kind: EntryKind = "letter"
    symbol: str = ""


class Glyphs(Record, slots=False):
    """The dictionary that a span is read through."""

    entries: Mapping[str, Entry] = fresh(factory=dict)
    variants: Mapping[str, str] = fresh(factory=dict)
    bases: frozenset[str] = frozenset()

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Glyphs:
        """Collect entries; a spelling variant counts only where it points at one glyph."""
        table = {entry.glyph: entry for entry in entries}
        variants: dict[str, str] = {}
        for glyph in table:
            key = variant_key(glyph)
            variants[key] = "" if key in variants else glyph
        return cls(table, variants, frozenset(glyph.partition("_")[0] for glyph in table))

    @classmethod
    def from_data(cls, data: Mapping[str, Iterable[str]]) -> Glyphs:
        """Build from plain lists of normal forms or LaTeX: letters, functions, constants, words."""
        kinds: dict[str, EntryKind] = {
            "letters": "letter",
            "functions": "function",
            "constants": "constant",
            "words": "word",
        }
        return cls.of(
            Entry(normal_form(name), kind)
            for key, kind in kinds.items()
            for name in data.get(key, ())
        )

    def get(self, glyph: str) -> Entry | None:
        """The entry of a glyph in its normal form."""
        return self.entries.get(glyph)

    def variant(self, glyph: str) -> str:
        """The declared glyph that differs only in ``-``, ``_``, spaces or (in words) case."""
        return self.variants.get(variant_key(glyph), "") if len(glyph) > 2 else ""

    def is_function(self, glyph: str) -> bool:
        """Whether the document declares the glyph as a function."""
        entry = self.entries.get(glyph)
        return entry is not None and entry.kind == "function"


EMPTY = Glyphs()
_SILENT = {
    "comma": "_", "sub": "_", "open": "_", "close": "_", "prime": "'",
    "group": "", "endgroup": "", "wrap": "", "sup": "",
}  # fmt: skip
_MARKS = frozenset(
    "max min lim sup inf arg log top star ast prime dagger dag ddagger circ bullet sum wedge vee "
    "perp parallel triangle square diamond odot oplus otimes uparrow downarrow rightarrow "
    "leftarrow sharp flat natural cap cup".split()
)


def variant_key(glyph: str) -> str:
    """What spelling variants share; a letter keeps its case, Greek ones as well as Latin ones."""
    base, _, rest = glyph.partition("_")
    folded = re.sub(r"[-_\s]+", "", rest).casefold()
    if base in GREEK or (len(base) == 1 and rest):
        return compose(base, folded)
    return re.sub(r"[-_\s]+", "", glyph).casefold() if len(glyph) > 2 else glyph


def word_form(words: str) -> str:
    """Words as one glyph: ``tp-all-gather-size`` and ``C/C ratio (1D TP)`` in normal form."""
    return "_".join(part for part in re.split(r"[-_\s()\[\],~]+", words) if part)


def compose(base: str, sub: str = "", decoration: str = "") -> str:
    """Base, subscript and decoration as one glyph."""
    return base + (f"_{sub}" if sub else "") + (f"^{decoration}" if decoration else "")


def script_form(tokens: Iterable[Token]) -> str | None:
    """The normal form of a subscript, or None where it is more than a name."""
    parts: list[str] = []
    for token in tokens:
        part = _script_part(token, parts[-1] if parts else "")
        if part is None:
            return None
        if part:
            parts.append(part)
    return re.sub(r"_+", "_", "".join(parts)).strip("_")


def _script_part(token: Token, before: str) -> str | None:
    """What one token contributes to a subscript; None if it cannot be in a name."""
    kind, text = token.kind, token.text
    if token.name == "times":
        # Between factors ``\\star`` is the same sign; in a name it is another one.
        return "times"
    if kind == "sign":
        # A hyphen between words is a separator; in n-1 it is a minus sign.
        return "_" if text == "-" and len(before) > 1 and before.isalpha() else text
    if kind in {"letters", "number", "colon", "relation"}:
        return text
    if kind == "command":
        return text if text in GREEK or text in _MARKS else None
    if kind == "text":
        return word_form(text)
    return _SILENT.get(kind)


@lru_cache(maxsize=16384)
def normal_form(latex: str) -> str:
    """The normal form of a glyph as a table prints it; empty if it is no glyph.

    Normal forms stay as they are. Arguments fall away: ``L(w)`` is ``L``.
    """
    if re.fullmatch(r"\w+(?:[/_]\w+)*(?:\^[*T'])?|\w+\(\w+\)", latex):
        return latex
    try:
        tokens = [t for t in arranged(tokens_of(latex)) if t.kind != "wrap"]
    except Refused:
        return ""
    return _glyph(tokens) or ""


def _glyph(tokens: list[Token]) -> str | None:
    """Read tokens as one glyph: accents, base, scripts."""
    while tokens and tokens[0].kind == "group" and tokens[-1].kind == "endgroup":
        tokens = tokens[1:-1]
    if not tokens:
        return None
    head, rest = tokens[0], tokens[1:]
    if head.kind == "command" and head.text == "nabla":
        inner = _glyph(rest)
        return f"nabla_{inner}" if inner else "nabla"
    accent = head.text if head.kind == "command" and head.text in ACCENTS else ""
    alphabet = ALPHABETS.get(head.text, "") if head.kind == "command" else ""
    if accent or alphabet:
        head, rest = _inner(rest)
    base = base_form(head)
    if base is None:
        return None
    sub, sup = _scripts(rest)
    return compose(alphabet + base, sub, accent + sup)


def _inner(tokens: list[Token]) -> tuple[Token, list[Token]]:
    """The sign under an accent, and what follows the accent's braces."""
    tokens = [t for t in tokens if t.kind not in {"group", "endgroup"}] or [Token("end", "", 0, 0)]
    return tokens[0], tokens[1:]


def base_form(token: Token) -> str | None:
    """The base a token stands for."""
    if token.kind == "letters":
        return token.text
    if token.kind == "text":
        return word_form(token.text) or None
    return token.text if token.kind == "command" and token.text in GREEK else None


def _scripts(tokens: list[Token]) -> tuple[str, str]:
    """Subscript and decoration behind a base; arguments in brackets end them."""
    parts: dict[str, list[Token]] = {"sub": [], "sup": []}
    current, depth = "", 0
    for token in tokens:
        if depth == 0 and token.kind == "open":
            break
        if depth == 0 and token.kind in {"sub", "sup"}:
            current = token.kind
        elif depth == 0 and token.kind == "prime":
            parts["sup"].append(token)
        elif current:
            parts[current].append(token)
        depth += {"group": 1, "endgroup": -1}.get(token.kind, 0)
    sup = script_form(parts["sup"]) or ""
    return script_form(parts["sub"]) or "", {"top": "T", "star": "*", "ast": "*"}.get(sup, sup)


class Piece(Record):
    """A part of a run of letters, and how sure its reading is."""

    text: str
    known: bool


def cover(run: str, tail: str, glyphs: Glyphs, seen: Container[str] = frozenset()) -> list[Piece]:
    """Split a run of letters into glyphs at the least cost.

    A declared glyph costs 1, an unknown capital 2, an unknown small letter 3,
    an unknown word a little more than one of them, a letter ``seen`` alone in
    the same span half of it; ``tail`` is the script behind the run, which
    belongs to the last piece.
    """
    if "_" in run or FORMATS.fullmatch(run):
        return [Piece(run, _known(run, glyphs))]
    size = len(run)
    best: list[tuple[float, list[Piece]]] = [(0.0, [])]
    longest = max((len(base) for base in glyphs.bases), default=1)
    for end in range(1, size + 1):
        options: list[tuple[float, list[Piece]]] = []
        for start in range(end):
            if 1 < end - start < size and end - start > longest:
                continue
            piece = run[start:end]
            cost = _cost(piece, tail if end == size else "", glyphs, whole=end - start == size)
            if cost is not None and len(piece) == 1 and piece in seen:
                cost = (min(cost[0], 1.5), cost[1])
            if cost is not None and best[start][0] < 1e9:
                options.append((best[start][0] + cost[0], [*best[start][1], Piece(piece, cost[1])]))
        best.append(min(options, key=lambda o: (o[0], len(o[1])), default=(1e9, [])))
    return best[size][1] or [Piece(run, known=False)]


def _cost(piece: str, tail: str, glyphs: Glyphs, *, whole: bool) -> tuple[float, bool] | None:
    """Price of a piece and whether it is declared; None if it cannot be one."""
    if tail and _known(piece + tail, glyphs):
        return 0.9, True
    if _known(piece, glyphs):
        return (1.0, True) if not tail else (1.1, True)
    if tail and piece in glyphs.bases:
        return 1.5, False
    if len(piece) == 1:
        return (2.0 if piece.isupper() else 3.0), False
    if piece[0].isalpha() and piece[1:].isdigit():
        return 2.5, False
    if whole:
        return 2.4 + 0.75 * len(piece), False
    return None


def _known(piece: str, glyphs: Glyphs) -> bool:
    """Whether a glyph or a spelling variant of it is declared."""
    return glyphs.get(piece) is not None or bool(glyphs.variant(piece))
