"""Rules about signs that the document itself tells to be wrong: of ones, and of what is used up."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Letter, Negative, Node, Number, Product, Quotient, Sum
from derive.notation.nodes import children
from derive.units import Unit

from ..claims.system_reading import system_of
from ..laws.wording import plain, snippet
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.declarations import Declaration
from ..texts.documents import Document
from .unit_columns import row_of_each

# "$n (n + 1) / 2$" is the sum of the first n numbers, "$(n + 1) / 2$" their mean.
_HALVES = frozenset((2, 6, Fraction(1, 2)))
LEAST_ALIKE = 2
"""In so many lines a letter has one less before "one more" is the odd one."""
# Of ranks, and of what passes through stages one by one, one line tells.
_IN_A_ROW = lazy_re(
    r"(?:(?:the|number|count|total|of)\s+)*(?:[a-z-]+\s+)?"
    r"(?:ranks|GPUs|devices|accelerators|stages|nodes|micro-?batches|blocks|replicas|servers)\b",
    re.IGNORECASE,
)
_TIME = {"time": 1}
# "With a hot spare", "the head node as well": one more is meant.
_MORE = lazy_re(
    r"\b(?:spare|extra|additional|another|further|head|leader|one\s+more|as\s+well|beside|besides|plus)\b",
    re.IGNORECASE,
)
NEAR = 120
"""So many characters around a formula words may say that one more is meant."""


class _Count(Record):
    """A sum of counts and a one: its letters, its sign, and the parts that it stands in."""

    letters: frozenset[str]
    adds: bool
    node: Sum
    above: tuple[Node, ...]
    printed: Printed
    line: int


def ones_have_one_sign(project: Project, document: Document) -> Iterator[Sight]:
    """Ones have one sign.

    What: one formula takes a time `(n + 1)` times, or a share `(n + 1) / n`, where
    others, and no second one, multiply by `(n - 1)`; or it adds `n` times a latency
    to what is divided among the ranks as `(n - 1) / n`, where others add it `n - 1`
    times.

    Why: a ring of `n` ranks takes `n - 1` rounds in each of its formulas; a sign
    that was mistyped once hides among them.

    Example: `t = (n + 1) a`, beside `2 (n - 1) a` and `(n - 1) / n`. Write
    `(n - 1) a`.
    """
    rows = row_of_each(project, document)
    times = {glyph for glyph, (_, unit) in rows.items() if dict(unit.dimensions) == _TIME}
    in_a_row = {row.glyph for row in project.declarations(document) if _IN_A_ROW.match(row.meaning)}
    alike: dict[frozenset[str], list[_Count]] = {}
    for count in _counts(project, document):
        alike.setdefault(count.letters, []).append(count)
    for letters, some in alike.items():
        more = [count for count in some if count.adds and not _is_a_mean(count)]
        lines = sorted({count.line for count in some if not count.adds and _is_taken(count)})
        least = 1 if letters <= in_a_row else LEAST_ALIKE
        if len(more) != 1 or len(lines) < least or not _is_of_rounds(more[0], times):
            continue
        count = more[0]
        start, end = count.printed.span.start - NEAR, count.printed.span.end + NEAR
        if _MORE.search(document.masked, max(start, 0), end):
            continue
        shown = plain(snippet(count.node, count.printed.span.latex))
        yield sight_at(
            document,
            count.printed.span,
            f"{shown} adds one; {_that_take(lines)} one away.",
            inside=count.node.at[0],
            name=plain(min(letters)),
            guess="Correct the sign of 1, or say what there is one more of.",
        )
    yield from _taken_once_more(project, document, times)


def _taken_once_more(
    project: Project, document: Document, times: Collection[str]
) -> Iterator[Sight]:
    """Terms ``n a`` beside ``(n - 1) / n``, where other formulas have ``(n - 1) a``."""
    less: dict[tuple[str, str], list[int]] = {}
    whole: dict[tuple[str, str], list[tuple[Printed, Node]]] = {}
    for printed, node, _ in _parts(project, document):
        terms = node.terms if isinstance(node, Sum) else ()
        inside = [{_one_less(part) for part, _ in _with_what_is_above(term, ())} for term in terms]
        lessened = Counter(glyph for some in inside for glyph in some)
        for term, own in zip(terms, inside, strict=True):
            factors = term.factors if isinstance(term, Product) else ()
            letters = [factor.glyph for factor in factors if isinstance(factor, Letter)]
            counts = [glyph for factor in factors if (glyph := _one_less(factor))]
            for key in itertools.product(counts, letters):
                less.setdefault(key, []).append(document.at(printed.span, term.at[0])[0])
            if not len(letters) == len(factors) == 2 or letters[1] not in times:
                continue
            if lessened[letters[0]] > (letters[0] in own):
                whole.setdefault((letters[0], letters[1]), []).append((printed, term))
    for (glyph, other), some in whole.items():
        if len(some) == 1 and (glyph, other) in less:
            printed, term = some[0]
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


def _that_take(lines: Sequence[int]) -> str:
    """The first two of some lines, as a message begins with them."""
    first, *others = lines
    return f"lines {first} and {others[0]} take" if others else f"line {first} takes"


def _counts(project: Project, document: Document) -> Iterator[_Count]:
    """Every sum of letters with one more or one less."""
    for printed, node, above in _parts(project, document):
        if not isinstance(node, Sum):
            continue
        ones = [term for term in node.terms if _is_one(term)]
        letters = [term.glyph for term in node.terms if isinstance(term, Letter)]
        # "1 + x" begins with the whole, to which something is added.
        whole = node.terms[0] is ones[0] if ones else True
        if len(ones) == 1 and not whole and len(letters) + 1 == len(node.terms):
            line, _ = document.at(printed.span, node.at[0])
            adds = not isinstance(ones[0], Negative)
            yield _Count(frozenset(letters), adds, node, above, printed, line)


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


def _is_taken(count: _Count) -> bool:
    """Whether something is taken so many times, or shared so; not divided by so many."""
    nodes = (*count.above, count.node)
    below = any(
        isinstance(node, Quotient) and node.under is inner
        for node, inner in itertools.pairwise(nodes)
    )
    return bool(count.above) and isinstance(count.above[-1], Product | Quotient) and not below


def _is_of_rounds(count: _Count, times: Collection[str]) -> bool:
    """Whether a time is taken so many times, or a share of the same letter is so large."""
    if not _is_taken(count):
        return False
    beside = {part.glyph for node in count.above for factor in _factors(node)
              if factor is not count.node for part, _ in _with_what_is_above(factor, ())
              if isinstance(part, Letter)}  # fmt: skip
    below = {part.glyph for node in count.above if isinstance(node, Quotient)
             for part in _leaves(node.under)}  # fmt: skip
    return bool(beside & set(times)) or (len(count.letters) == 1 and count.letters <= below)


def _is_a_mean(count: _Count) -> bool:
    """Whether it is taken half, or times the letter itself: the mean and the sum of so many."""
    parts = [part for node in count.above for part in _factors(node)]
    values = {part.value for part in parts if isinstance(part, Number)}
    values |= {
        part.over.value / part.under.value for part in parts
        if isinstance(part, Quotient) and isinstance(part.over, Number)
        and isinstance(part.under, Number) and part.under.value
    }  # fmt: skip
    itself = any(
        isinstance(node, Product)
        and any(isinstance(part, Letter) and part.glyph in count.letters for part in node.factors)
        for node in count.above
    )
    return itself or not _HALVES.isdisjoint(values)


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


# What fills the memory of a device, by the words of its row; what is saved, or elsewhere, does not.
_FILLS = lazy_re(
    r"\b(?:weights|parameters|states?|gradients|activations|optimi[sz]er|logits|cache|buffers?|buckets"
    r"|kernels|context|inputs|tensors|layers?)\b",
    re.IGNORECASE,
)
_ELSEWHERE = lazy_re(
    r"\b(?:host|CPU|DRAM|LPDDR\w*|CXL|NVMe|SSD|disks?|swap\w*|pool\w*|second|spare|sav\w+|free\w*"
    r"|offload\w*|releas\w+|L[123]|capacity|remote|other|larger)\b",
    re.IGNORECASE,
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
    defined = system_of(project, document).definitions
    # A memory with a formula of its own is what is used of it.
    held = {glyph for glyph, (row, unit) in rows.items()
            if _holds(row, unit) and glyph not in defined}  # fmt: skip
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
        dict(unit.dimensions) == {"information": 1}
        and _FILLS.search(row.meaning)
        and not _ELSEWHERE.search(row.meaning)
        for row, unit in measured
    )
