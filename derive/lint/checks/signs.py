"""Rules about signs that the document itself tells to be wrong: of ones, and of what is used up."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Negative, Node, Number, Product, Quotient, Sum
from derive.notation.nodes import children
from derive.units import Unit

from ..laws.wording import plain, snippet
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.declarations import Declaration
from ..texts.documents import Document
from .unit_columns import row_of_each

# "$(n + 1) / 2$" is the mean of the first n numbers.
MEAN = 2
LEAST_ALIKE = 2
"""In so many lines a letter has one less before "one more" is the odd one."""
# Of ranks, and of what passes through stages one by one, one line tells.
_IN_A_ROW = lazy_re(
    r"(?:(?:the|number|count|total|of)\s+)*(?:[a-z-]+\s+)?"
    r"(?:ranks|GPUs|devices|accelerators|stages|nodes|micro-?batches|blocks|replicas|servers)\b",
    re.IGNORECASE,
)


class _One(Record):
    """A sum of counts and a one: its letters, its sign, and what stands around it."""

    glyph: str
    adds: bool
    node: Sum
    above: tuple[Node, ...]
    printed: Printed
    line: int


def ones_have_one_sign(project: Project, document: Document) -> Iterator[Sight]:
    """Ones have one sign.

    What: one formula multiplies by `(n + 1)`, and others, and no second one, by
    `(n - 1)` of the same letter; or it adds `n` times what others take `n - 1`
    times.

    Why: a ring of `n` ranks takes `n - 1` rounds in each of its formulas; a sign
    that was mistyped once hides among them.

    Example: `t = (n + 1) a`, beside `2 (n - 1) a` and `(n - 1) / n`. Write
    `(n - 1) a`.
    """
    by_letter: dict[str, list[_One]] = {}
    for one in _ones(project, document):
        by_letter.setdefault(one.glyph, []).append(one)
    reported: set[int] = set()
    in_a_row = {row.glyph for row in project.declarations(document) if _IN_A_ROW.match(row.meaning)}
    for glyph, some in by_letter.items():
        more = [one for one in some if one.adds and not _is_a_mean(one)]
        lines = sorted({one.line for one in some if not one.adds})
        least = 1 if glyph in in_a_row else LEAST_ALIKE
        if len(more) != 1 or len(lines) < least or not _is_a_factor(more[0]):
            continue
        one, latex = more[0], more[0].printed.span.latex
        if one.node.at[0] + one.printed.span.start in reported:
            continue
        reported.add(one.node.at[0] + one.printed.span.start)
        shown = snippet(one.node, latex)
        yield sight_at(
            document,
            one.printed.span,
            f"{plain(shown)} adds one; {_told(lines)} one from {plain(one.glyph)}.",
            inside=one.node.at[0],
            name=plain(one.glyph),
            guess="Correct the sign of 1, or say what there is one more of.",
        )
    yield from _taken_once_more(project, document)


def _taken_once_more(project: Project, document: Document) -> Iterator[Sight]:
    """Terms ``n a`` of a sum, where others of the document are ``(n - 1) a``."""
    less: dict[tuple[str, str], list[int]] = {}
    whole: dict[tuple[str, str], list[tuple[Printed, Node, int]]] = {}
    for printed, node, _ in _parts(project, document):
        for term in node.terms if isinstance(node, Sum) else ():
            factors = term.factors if isinstance(term, Product) else ()
            letters = [factor.glyph for factor in factors if isinstance(factor, Letter)]
            counts = [glyph for factor in factors if (glyph := _one_less(factor))]
            line, _ = document.at(printed.span, term.at[0])
            for key in itertools.product(counts, letters):
                less.setdefault(key, []).append(line)
            if len(letters) == len(factors) == 2:
                whole.setdefault((letters[0], letters[1]), []).append((printed, term, line))
    for (glyph, other), some in whole.items():
        if len(some) == 1 and (glyph, other) in less:
            printed, term, _ = some[0]
            shown = plain(snippet(term, printed.span.latex))
            yield sight_at(
                document,
                printed.span,
                f"{shown} takes {plain(other)} once more than line {less[glyph, other][0]}, "
                f"{plain(glyph)} - 1 times.",
                inside=term.at[0],
                name=plain(glyph),
                guess=f"Take one from {plain(glyph)}, or say what there is one more of.",
            )


def _one_less(node: Node) -> str:
    """The letter that one is taken from, and nothing else."""
    match node:
        case Sum(terms=(Letter(glyph=glyph), Negative(body=Number(value=1)))):
            return glyph
        case _:
            return ""


def _told(lines: Sequence[int]) -> str:
    first, *others = lines
    return f"lines {first} and {others[0]} take" if others else f"line {first} takes"


def _ones(project: Project, document: Document) -> Iterator[_One]:
    """Every sum of letters with one more or one less, for each of its letters."""
    for printed, node, above in _parts(project, document):
        if not isinstance(node, Sum):
            continue
        ones = [term for term in node.terms if _is_one(term)]
        letters = [term for term in node.terms if isinstance(term, Letter)]
        # "1 + x" begins with the whole, to which something is added.
        whole = node.terms[0] is ones[0] if ones else True
        if len(ones) != 1 or whole or len(letters) + 1 != len(node.terms):
            continue
        line, _ = document.at(printed.span, node.at[0])
        adds = not isinstance(ones[0], Negative)
        for letter in letters:
            yield _One(letter.glyph, adds, node, above, printed, line)


def _parts(
    project: Project, document: Document
) -> Iterator[tuple[Printed, Node, tuple[Node, ...]]]:
    """Every part of every side of a document's formulas, with what it stands in."""
    for printed in project.printed(document):
        rows = printed.parsed.rows if isinstance(printed.parsed, Chain) else ()
        for side in (side for row in rows for side in row.members):
            for node, above in _with_what_is_above(side, ()):
                yield printed, node, above


def _with_what_is_above(
    node: Node, above: tuple[Node, ...]
) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    yield node, above
    for part in children(node):
        yield from _with_what_is_above(part, (*above, node))


def _is_one(term: Node) -> bool:
    inner = term.body if isinstance(term, Negative) else term
    return isinstance(inner, Number) and inner.value == 1 and not inner.unit


def _is_a_factor(one: _One) -> bool:
    """Whether something is taken so many times, or a share of it."""
    return bool(one.above) and isinstance(one.above[-1], Product | Quotient)


def _is_a_mean(one: _One) -> bool:
    """Whether a half of it is taken, the mean of all so many: ``(n + 1) / 2``."""
    parts = [part for node in one.above for part in _factors(node)]
    return any(isinstance(part, Number) and part.value == MEAN for part in parts)


def _factors(node: Node) -> Iterator[Node]:
    """The factors of a product, and what stands above and below a stroke."""
    match node:
        case Product(factors=factors):
            yield from factors
        case Quotient(over=over, under=under):
            for part in (over, under):
                yield from part.factors if isinstance(part, Product) else (part,)
        case _:
            return


# "Memory of one device": what may be filled, and not what fills it.
_CAPACITY = lazy_re(
    r"(?:the\s+)?(?:"
    r"(?:usable\s+|total\s+)?(?:memory|HBM|capacity)\s+(?:of|on|in)\s+(?:an?|one|the|each|every|our)\s+{0}"
    r"|(?:{0}|HBM)(?:'s)?\s+(?:memory|capacity)(?:\s+(?:of|on|in)\s+(?:an?|one|the|each|every)\s+{0})?)"
    r"(?:\s+in\s+bytes)?".replace("{0}", r"(?:GPU|device|accelerator|card|chip|rank|board)"),
    re.IGNORECASE,
)


# What lies elsewhere adds to it.
_ELSEWHERE = lazy_re(
    r"\b(?:host|CPU|DRAM|NVMe|SSD|disks?|swap\w*|pooled|second|spare|saved|freed)\b", re.IGNORECASE
)


def use_is_taken_from_memory(project: Project, document: Document) -> Iterator[Sight]:
    """Use is taken from memory.

    What: a formula adds an amount of bytes to the memory of a device, or to the
    share of it that may be filled.

    Why: what the weights take is no longer there for the cache; with a plus the
    formula promises room that no device has.

    Example: `n = (s H + W) / c` of the memory `H` of a GPU and weights of `W`
    bytes. Write `s H - W`.
    """
    rows = row_of_each(project, document)
    held = {glyph for glyph, (row, unit) in rows.items() if _holds(row, unit)}
    if not held:
        return
    pure = {glyph for glyph, (_, unit) in rows.items() if not unit.dimensions}
    for printed, node, _ in _parts(project, document):
        terms = node.terms if isinstance(node, Sum) else ()
        whole = next((term for term in terms if _is_of_a_memory(term, held, pure)), None)
        added = next((term for term in terms if _takes_bytes(term, rows, held)), None)
        if whole is None or added is None:
            continue
        latex = printed.span.latex
        letters = _letters((whole, added))
        yield sight_at(
            document,
            printed.span,
            f"{plain(snippet(added, latex))} is added to {plain(snippet(whole, latex))}, the "
            "memory that it is taken from.",
            inside=added.at[0],
            name=plain(snippet(added, latex)),
            rows=[(plain(glyph), row.meaning) for glyph, (row, _) in rows.items()
                  if glyph in letters],
            guess="Subtract it, or say what else the memory is.",
        )  # fmt: skip


def _holds(row: Declaration, unit: Unit) -> bool:
    """Whether a letter is the memory of a device, by its row."""
    is_bytes = dict(unit.dimensions) == {"information": 1}
    return is_bytes and _CAPACITY.fullmatch(row.meaning.strip(" .;,")) is not None


def _letters(nodes: Collection[Node]) -> set[str]:
    return {part.glyph for node in nodes for part, _ in _with_what_is_above(node, ())
            if isinstance(part, Letter)}  # fmt: skip


def _is_of_a_memory(term: Node, held: Collection[str], pure: Collection[str]) -> bool:
    """Whether a term is a memory, or a share of some, and no other letter with a dimension."""
    letters = [letter.glyph for letter in _leaves(term)]
    return sum(glyph in held for glyph in letters) == 1 and all(
        glyph in held or glyph in pure for glyph in letters
    )


def _leaves(node: Node) -> Iterator[Letter]:
    """The letters of a product; none where it is a quotient, a sum or anything else."""
    match node:
        case Letter():
            yield node
        case Product(factors=factors):
            for factor in factors:
                yield from _leaves(factor)
        case _:
            return


def _takes_bytes(
    term: Node, rows: Mapping[str, tuple[Declaration, Unit]], held: Collection[str]
) -> bool:
    """Whether a term that is added is bytes that fill a memory, by the rows of its letters."""
    letters = {letter.glyph for letter in _leaves(term)}
    if not letters <= rows.keys() or letters & set(held):
        return False
    measured = [rows[glyph] for glyph in letters if rows[glyph][1].dimensions]
    return len(measured) == 1 and all(
        dict(unit.dimensions) == {"information": 1} and not _ELSEWHERE.search(row.meaning)
        for row, unit in measured
    )
