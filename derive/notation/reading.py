"""Printed formulas read: a span as a chain of sides, a document's as relations of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from derive.frozen import Record

from .cursor import Cursor
from .glyphs import EMPTY, Entry, Glyphs, normal_form, word_form
from .grammar import expression, factor
from .layout import Stretch, arranged, matches, split_rows, trimmed
from .lexer import UNIT, Token, tokens_of
from .nodes import LIMITS, Chain, Node, Note, Refused, Rejection, bounded

if TYPE_CHECKING:
    from derive.records import Erratum, Notation, Row

    from .build import Relation

_DELIMITERS = re.compile(r"\s*(?:\$\$|\$|\\\(|\\\[)(.*?)(?:\$\$|\$|\\\)|\\\])\s*", re.DOTALL)
_UPRIGHT = re.compile(r"\\(?:text\w*|math\w+|operatorname|mbox)\*?\s*\{[^{}]*\}")
_SENTENCE = re.compile(r"(?<![\\A-Za-z])(?:[A-Za-z]{2,}[,.;:]?\s+){3,}[A-Za-z]{2,}")


def parse_span(latex: str, glyphs: Glyphs = EMPTY) -> Chain | Rejection:
    """Read a printed formula through a document's letters.

    Never raises and never evaluates text: what is not read is a Rejection
    with its kind and place.
    """
    try:
        return _read(_undelimited(latex), glyphs)
    except Refused as refused:
        return refused.rejection
    except RecursionError:
        return Rejection("limit", (0, len(latex)), "nested too deep to be read")
    except Exception as error:  # noqa: BLE001  a document must never stop its reader
        whole = (0, len(latex))
        return Rejection("unreadable", whole, f"not read ({type(error).__name__})")


def _undelimited(latex: str) -> str:
    """Blank out dollars and brackets around the formula, keeping positions."""
    match = _DELIMITERS.fullmatch(latex) if len(latex) < 10_000 else None
    if match is None:
        return latex
    start, end = match.span(1)
    return " " * start + latex[start:end] + " " * (len(latex) - end)


def _read(latex: str, glyphs: Glyphs) -> Chain | Rejection:
    """Tokens, rows, chains."""
    if len(latex) <= LIMITS.characters and _is_prose(latex, glyphs):
        raise Refused("prose", (0, len(latex)), "words of a sentence, not a formula")
    tokens = trimmed(arranged(tokens_of(latex)))
    if not tokens:
        raise Refused("empty", (0, len(latex)), "nothing is printed here")
    partners = matches(tokens)
    # Brackets around a whole relation, ``(a \\ll b)``, say nothing.
    whole = partners.get(0) == len(tokens) - 1 and tokens[0].kind in {"group", "open"}
    if whole and any(t.kind == "relation" for t in tokens):
        tokens = tokens[1:-1]
        partners = matches(tokens)
    declared = partial(_is_declared, glyphs)
    joined = _joined(tokens, partners, declared)
    if len(joined) < len(tokens):
        tokens, partners = joined, matches(joined)
    cursor = Cursor(tokens, partners, glyphs, expression, factor)
    cursor.seen.update(t.text for t in tokens if t.kind == "letters" and len(t.text) == 1)
    rows = split_rows(tokens, partners, declared)
    if not rows:
        raise Refused("empty", (0, len(latex)), "nothing is printed here")
    return _chained(cursor, rows)


def _is_prose(latex: str, glyphs: Glyphs) -> bool:
    """Whether words stand in a row that are no letters of the document."""
    sentence = _SENTENCE.search(_UPRIGHT.sub("", latex))
    if sentence is None:
        return False
    words = re.findall("[A-Za-z]{2,}", sentence[0])
    return not all(glyphs.get(word) is not None for word in words)


def _is_declared(glyphs: Glyphs, words: str) -> bool:
    """Whether upright words are a glyph of the document, or a unit."""
    return glyphs.get(word_form(words)) is not None or UNIT.fullmatch(words.strip()) is not None


def _joined(
    tokens: list[Token], partners: dict[int, int], declared: Callable[[str], bool]
) -> list[Token]:
    """Without the row breaks before a row that goes on with the one above."""
    broken: set[int] = set()
    rows = split_rows(tokens, partners, declared)
    for above, row in pairwise(rows):
        head = tokens[row.start]
        signed = head.kind == "sign" and row.before in {"row", "gap"}
        if (head.kind == "relation" and row.before not in {"comma", "word"}) or signed:
            broken.update(range(above.end, row.start))
    return [token for place, token in enumerate(tokens) if place not in broken]


def _chained(cursor: Cursor, rows: list[Stretch]) -> Chain:
    """Read each row; what stands behind the first may be a condition or an aside."""
    first, *others = rows
    chain = _chain(cursor, first)
    listed = bool(chain.operators)
    further: list[Chain] = []
    for row in others:
        if row.before == "comma":
            item = _chain(cursor, row)
            _check_list(cursor, chain, item, related=listed)
            further.append(item)
        else:
            aside = _aside(cursor, row)
            if aside is not None:
                further.append(aside)
    # Each note once, in the order of the print.
    notes = tuple(sorted(dict.fromkeys(cursor.notes), key=lambda note: note.at))
    at = (chain.at[0], max((c.at[1] for c in further), default=chain.at[1]))
    return Chain(chain.members, chain.operators, at, notes, tuple(further))


def _check_list(cursor: Cursor, first: Chain, item: Chain, *, related: bool) -> None:
    """Refuse ``x = 1, 2`` and ``a, b > 0``: what a comma shares there is not clear."""
    if bool(item.operators) != related:
        raise cursor.refused("tuple", "several values parted by commas", (first.at[0], item.at[1]))


def _aside(cursor: Cursor, row: Stretch) -> Chain | None:
    """A row, condition or remark behind the formula; None, with a note, if it is not read."""
    at = (cursor.tokens[row.start].start, cursor.tokens[row.end - 1].end)
    kept = len(cursor.notes)
    try:
        chain = _chain(cursor, row)
    except Refused as refused:
        del cursor.notes[kept:]
        cursor.depth = 0
        cursor.note("unread", at, f"a part is left out: {refused.rejection.message}")
        return None
    if not chain.operators:
        del cursor.notes[kept:]
        cursor.note("unread", at, "a remark behind the formula is left out")
        return None
    if row.before == "word":
        cursor.note("condition", at, "a condition on the formula before it")
    return chain


def _chain(cursor: Cursor, row: Stretch) -> Chain:
    """Sides and relations of one row."""
    members: list[Node] = []
    operators: list[str] = []
    start, place = row.start, row.start
    while place <= row.end:
        token = cursor.tokens[place] if place < row.end else None
        if token is None or token.kind == "relation":
            members.append(_member(cursor, start, place, token))
            if token is not None:
                operators.append(token.text)
            start = place + 1
        place = cursor.partners.get(place, place) + 1
    at = (cursor.tokens[row.start].start, cursor.tokens[row.end - 1].end)
    return Chain(tuple(members), tuple(operators), at)


def _member(cursor: Cursor, start: int, end: int, relation: Token | None) -> Node:
    """One side of a relation."""
    if start == end:
        at = relation.at if relation else cursor.here()
        raise Refused("fragment", at, "a relation without one of its sides")
    cursor.end, cursor.depth, cursor.bars = len(cursor.tokens), 0, 0
    node = cursor.between(start, end, end)
    bounded(node)
    return node


Letters = Mapping[str, Any]


class Reading(Record):
    """A printed chain over our symbols: its sides, and what joins neighbours."""

    chain: Chain
    sides: tuple[Any, ...]
    relations: tuple[Relation, ...]
    notes: tuple[Note, ...]

    def value_of(self, target: Any) -> Any:
        """What the print says a symbol equals; the print itself if it is no relation."""
        if not self.relations:
            return self.sides[0]
        for relation in self.relations:
            if relation.operator in {"=", "~"} and target in (relation.left, relation.right):
                return relation.right if relation.left == target else relation.left
        return None


def rows_of(notation: Notation, scope: str = "") -> dict[str, Row]:
    """The rows that hold in a scope, by the normal form of their glyph.

    A letter declared anew hides the one of the scope around. Without a scope,
    those that hold throughout the document.
    """
    parents = {stretch.id: stretch.within for stretch in notation.scopes}
    path = [scope] if scope else [stretch.id for stretch in notation.scopes if not stretch.within]
    while path[-1:] and parents.get(path[-1]) and parents[path[-1]] not in path:
        path.append(parents[path[-1]])
    rows: dict[str, Row] = {}
    for name in reversed(path):
        for row in notation.rows.get(name, ()):
            rows[key_of(row.glyph)] = row
    return rows


@lru_cache(maxsize=4096)
def key_of(glyph: str) -> str:
    """The normal form of a row's glyph; arguments stay, ``T(n)`` is not ``T``."""
    call = re.fullmatch(r"(.+?)\\?\(([^()]*)\)", glyph)
    if call is None or glyph.startswith(r"\text{"):
        return normal_form(glyph)
    names = (normal_form(name.strip()) for name in re.split("[,;]", call[2]))
    return f"{normal_form(call[1])}({', '.join(names)})"


def dictionary(notation: Notation, scope: str = "") -> Glyphs:
    """The glyph dictionary of a scope."""
    entries: dict[str, Entry] = {}
    rows = rows_of(notation, scope)
    for key, row in rows.items():
        base, _, arguments = key.partition("(")
        if arguments and base in rows:
            # Declared as a letter too: T(n) beside T. The print decides.
            continue
        symbol = row.means if isinstance(row.means, str) else ""
        entries[base] = Entry(base, "function" if arguments else "letter", symbol)
    return Glyphs.of(entries.values())


def meanings(notation: Notation, scope: str, letters: Letters) -> dict[str, Any]:
    """What each glyph of a scope stands for, as expressions over ``letters``."""
    expressions: dict[str, Any] = {}
    for key, row in rows_of(notation, scope).items():
        meaning = letters.get(row.means) if isinstance(row.means, str) else row.means
        if meaning is not None:
            expressions[key] = meaning
    return expressions


def read_printed(
    latex: str, notation: Notation, scope: str, letters: Letters
) -> Reading | Rejection:
    """Read a printed formula through a document's notation.

    ``letters`` are our symbols by id. A letter that the notation does not
    explain, or explains by a symbol not declared, is a Rejection.
    """
    from .build import relations, sides_of

    chain = parse_span(latex, dictionary(notation, scope))
    if isinstance(chain, Rejection):
        return chain
    sides = sides_of(chain, meanings(notation, scope, letters))
    if isinstance(sides, Rejection):
        return sides
    return Reading(chain, tuple(sides), relations(chain, sides), chain.notes)


def read_erratum(erratum: Erratum, letters: Letters) -> Reading | Rejection:
    """The printed form of an erratum over our symbols, for the checker to disprove."""
    if erratum.notation is None or not erratum.printed:
        return Rejection("empty", (0, 0), "this erratum prints no formula")
    return read_printed(erratum.printed, erratum.notation, erratum.scope, letters)
