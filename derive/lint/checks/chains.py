"""The rule about chains of numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise

from derive.lazy import lazy_re
from derive.notation import (
    Big,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
    walk,
)
from derive.notation.nodes import children

from ..claims.other_cases import given_before
from ..claims.system_reading import system_of
from ..laws.amounts import (
    COARSEST,
    EXACTLY,
    PERCENT,
    Amount,
    added_apart,
    amount,
    apart,
    in_another_order,
    in_full,
    is_exact_fraction,
    is_no_rounding,
    is_ten,
    proposed,
)
from ..laws.holding import DIRECTIONS
from ..laws.special_sides import rounded_away, rounded_factors
from ..laws.wording import snippet
from ..numbers.multiples import multiples_of, multiples_of_bytes, multiples_that_fit, words_behind
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from ..words.proportions import FACTOR_BEFORE
from .inequalities import CLEARLY, TURNED

_NO_BASE = lazy_re(r"\\log(?![A-Za-z]|\s*_)")
_BASES = (math.log(2), math.log(10))
"""What a logarithm without a base may be off by: half the world means another one."""


_SIGN_BEFORE = lazy_re(r"(?:[×·÷]|\btimes|[\w)\]%$](?:\s*[/+]|\s+[*−-]))[\s$]*\Z")
_SIGN_BEHIND = lazy_re(r"[\s$]*(?:[×·÷]|times(?=\s+[$\d\\])|(?:[*/+−]|\s-)\s*[\d$])")
_RELATIVE = lazy_re(r"\b(?:relative|normali[sz]ed|rescaled)\b", re.IGNORECASE)
_BYTE = lazy_re(r"\\(?:text|mathrm)\s*\{\s*B\s*\}\s*\Z")
_SIZES = lazy_re(r"(?<![A-Za-z])(?:thousand|million|billion|trillion)(?![A-Za-z])")
_SECONDS = lazy_re(r"\s*s(?:ec(?:onds?)?)?(?![A-Za-z])")
_SMALLER = lazy_re(r"(?P<number>\d+(?:\.\d+)?)[\s~$\\,]*(?:ms|(?P<micro>[μµ]s))(?![A-Za-z])")
FAR, ALIKE = 400, 0.01
"""So many characters before a sum its parts may be told in milliseconds, and so nearly."""
_THOUSANDS = {"K": 1, "k": 1, "M": 2}


_DOUBT = lazy_re(
    r"\b(?:not|n't|never|whether|if|unless|false|wrong(?:ly)?|would|until|contradict\w*|assum\w+|"
    r"suppos\w+|fails?|violat\w+|while|impossible|instead)\b|\?",
    re.IGNORECASE,
)
# Nobody sets a result in brackets.
_BRACKETED = lazy_re(r"(?:^|=)[\s&]*(?:\([-\s\d]+\)[\s.,]*)+(?:=|$)|\\equiv")
# What is said of a statement, and not with it: "the claim that 2 + 2 = 5 is false".
_STATEMENT = lazy_re(r"\b(?:claim(?:s|ed)?|statements?|assert\w*|proposition|true|false)\b")
# "608 * 1e^{10}": who writes so means a power of ten, and prints another.
_POWER_OF_TEN = lazy_re(r"(?<![A-Za-z\\])\de\s*\^")
HALF_A_POWER = 0.5


def numbers_in_a_chain_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Numbers in a chain agree.

    What: of two neighbours without letters that an equals sign joins, one is what
    the other comes to: within 2 %, by the digits that are printed, or rounded to a
    whole number. Whole numbers are farther apart than rounding makes them: 900 is
    no 910; so are plain numbers that are only added. Behind "about" 25 % are
    allowed, 15 % if two digits are printed, 8 % if one is a tenth, and 4 % of
    three. Units are converted; a unit on one side alone, or behind the formula,
    excuses any of its multiples; bytes whose factors have millions in them are told
    in the multiple that fits. Of two that an inequality joins, the smaller stands
    where the sign says; a sentence that doubts it is let be.

    Why: nobody computes a printed number again, and a wrong one is quoted.

    Example: `2 \\times 70 \\times 10^9 = 120` GB. Write 140.
    """
    chains = [each for each in chains_of(project, document)
              if _POWER_OF_TEN.search(each[0].span.latex) is None]  # fmt: skip
    system = system_of(project, document)
    own = system.own
    spoken_of = {
        printed.span.latex for printed, _ in chains
        if _STATEMENT.search(document.line_at(printed.span.line))
    }  # fmt: skip
    for printed, chain in chains:
        yield from _the_wrong_way(project, document, printed, chain)
        multiples: tuple[float, ...] | None = None
        for (left, right), operator in zip(pairwise(chain.members), chain.operators, strict=True):
            if operator not in {"=", "~"} or _has_letters(left, own) or _has_letters(right, own):
                continue
            first, other = (amount(side, project.units) for side in (left, right))
            if first is None or other is None or _is_range(printed, left, operator, right):
                continue
            if _goes_on(document, printed, chain, left, right) or _is_relative(document, printed):
                continue
            if multiples is None:
                multiples = _excused(document, printed, chain, project)
            latex = printed.span.latex
            bases = _BASES if _NO_BASE.search(latex) else ()
            words = other.unit or (
                words_behind(document, printed, chain) if right is chain.members[-1] else ""
            )
            fitting = multiples_that_fit(document, printed, left, words)
            counted = "" if fitting is None or other.unit else f" {words.split()[0]}"
            allowed = multiples if fitting is None else fitting
            # A unit that only one multiple fits is that multiple, and measures nothing else.
            claimed = other if fitting is None else other.replaced(dimensions=())
            others = (*allowed, *bases, *_binary(left, right), *_percent(left, right, latex),
                      *_in_bytes(left, latex, words))  # fmt: skip
            worked_out = operator == "=" and is_exact_fraction(left, right)
            gap = apart(first, claimed, about=operator == "~", multiples=others, exact=worked_out)
            # Of numbers that are only added the digits tell more than two in a hundred.
            added = added_apart(left, operator, right, others)
            gap = gap or added
            if (
                gap is None
                or added == 0
                or _agrees_otherwise(left, right, latex, project, multiples)
            ):
                continue
            # ``9.8e11 = 10^{12}`` gives a size, and nobody reads more into it; about 10^17 is
            # what lies nearer to it than to another power of ten.
            if is_power_of_ten(right) and (
                gap <= COARSEST or (operator == "~" and _is_of_the_size(first, other))
            ):
                continue
            if abs(first.value - other.value) <= rounded_away(left, right):
                continue
            # Digits in another order are a slip however small the gap.
            exact = (
                worked_out
                or in_another_order(first, other)
                or (first.whole and in_full(other))
                or added is not None
                or (first.whole and not allowed and is_no_rounding(first, other))
            )
            sure = gap > EXACTLY or operator == "~" or exact
            given = {value.value for value in given_before(system, printed)}
            sure = sure and gap > rounded_factors(left, given) and latex not in spoken_of
            sure = sure and not _is_of_algebra(chain, latex)
            yield sight_at(
                document,
                printed.span,
                f"{snippet(left, latex)} comes to {first.shown:.{10 if exact else 6}g}"
                f"{first.unit_told}, not to {snippet(right, latex)}{counted}.",
                inside=right.at[0],
                rows=[("left", f"{first.shown:.8g}{first.unit_told}"),
                      ("right", f"{other.shown:.8g}{other.unit_told}"),
                      ("apart", f"{100 * gap:.3g} %")],
                guess=f"Write {proposed(first, other, allowed)}, or correct the other side.",
                severity=None if sure else "warning",
                level="" if sure else "likely",
            )  # fmt: skip


def _percent(left: Node, right: Node, latex: str) -> tuple[float, ...]:
    """What a sum of percentages may be off by, where only the last says so: ``1 + 2 = 3 \\%``."""
    percent = "%" in latex[right.at[0] : right.at[1]]
    plain = isinstance(left, Sum) and "%" not in latex[left.at[0] : left.at[1]]
    return PERCENT if percent and plain else ()


def _in_bytes(side: Node, latex: str, words: str) -> tuple[float, ...]:
    """What a product may be off by whose last "B" in a box is one byte, and no billion."""
    if _BYTE.search(latex, *side.at) is None:
        return ()
    return tuple(1e9 * many for many in multiples_of_bytes(words) or (1.0,))


def _is_of_the_size(first: Amount, other: Amount) -> bool:
    """Whether two amounts are less than half a power of ten apart."""
    positive = first.value > 0 and other.value > 0
    return positive and abs(math.log10(first.value / other.value)) <= HALF_A_POWER


def _the_wrong_way(
    project: Project, document: Document, printed: Printed, chain: Chain
) -> Iterator[Sight]:
    """Neighbours without letters of which the other one is the smaller."""
    own = system_of(project, document).own
    for (left, right), operator in zip(pairwise(chain.members), chain.operators, strict=True):
        if operator not in TURNED or _has_letters(left, own) or _has_letters(right, own):
            continue
        first, other = (amount(side, project.units) for side in (left, right))
        if first and other and _turned(first, operator, other) and not _doubted(document, printed):
            latex = printed.span.latex
            yield sight_at(
                document,
                printed.span,
                f"{snippet(left, latex)} is not {TURNED[operator]} than {snippet(right, latex)}.",
                inside=right.at[0],
                guess="Turn the sign around, or correct a number.",
            )


def _turned(amount: Amount, operator: str, other: Amount) -> bool:
    """Whether two amounts of one kind are clearly the other way round than the sign says."""
    if amount.dimensions != other.dimensions:
        return False
    low, high = (amount, other) if DIRECTIONS[operator] < 0 else (other, amount)
    return low.value > high.value + CLEARLY * abs(high.value)


def _doubted(document: Document, printed: Printed) -> bool:
    """Whether the words around say that a relation does not hold, or ask whether it does."""
    line = printed.span.line
    around = " ".join(document.lines[max(line - 2, 0) : line + 1])
    return _DOUBT.search(around) is not None


def _agrees_otherwise(
    left: Node, right: Node, latex: str, project: Project, multiples: tuple[float, ...]
) -> bool:
    """Whether two sides agree once ``a / 2 \\times 10^9`` is read as ``a`` over one number.

    Many write so. How the division is meant is another rule's question.
    """
    others = [one_number_below(side, latex) for side in (left, right)]
    if others == [left, right]:
        return False
    first, other = (amount(side, project.units) for side in others)
    return (
        first is not None
        and other is not None
        and (apart(first, other, about=False, multiples=multiples) is None)
    )


def _is_of_algebra(chain: Chain, latex: str) -> bool:
    """Whether ideals, cycles or residues are said to be equal: ``(2) = (3)``, ``5 = 0``."""
    bare = (side.body if isinstance(side, Negative) else side for side in chain.members)
    return _BRACKETED.search(latex) is not None or all(
        isinstance(side, Number) and not side.unit for side in bare
    )


def _is_range(printed: Printed, left: Node, operator: str, right: Node) -> bool:
    """Whether two numbers with a tilde between them say from where to where: ``-2^7 \\sim 2^7``.

    What is worked out comes to a plain number: ``3 \\times 4 \\sim 12``.
    """
    between = printed.span.latex[left.at[1] : right.at[0]]
    worked = isinstance(left, Product | Quotient | Sum) and isinstance(right, Number)
    return operator == "~" and not worked and "approx" not in between and "≈" not in between


def _goes_on(document: Document, printed: Printed, chain: Chain, left: Node, right: Node) -> bool:
    """Whether a side has its other factors or terms in the prose: ``16 B × $7 = 112$``."""
    text, span, latex = document.masked, printed.span, printed.span.latex
    first = left is chain.members[0] and not re.search(r"[A-Za-z0-9]", latex[: left.at[0]])
    last = right is chain.members[-1] and not re.search(r"[A-Za-z0-9]", latex[right.at[1] :])
    before = text[max(span.start - 40, 0) : span.start]
    return (
        first and (_SIGN_BEFORE.search(before) or FACTOR_BEFORE.search(before)) is not None
    ) or (last and _SIGN_BEHIND.match(text, span.end) is not None)


def _is_relative(document: Document, printed: Printed) -> bool:
    """Whether a cell stands in a column of numbers relative to something else."""
    span = printed.span
    head = document.tables[span.table].header if 0 <= span.table < len(document.tables) else ()
    return 0 <= span.cell < len(head) and _RELATIVE.search(head[span.cell].text) is not None


def _binary(left: Node, right: Node) -> tuple[float, ...]:
    """What a product differs by where its ``256K`` are 256 times 1024."""
    found = []
    for side in (left, right):
        parts = side.factors if isinstance(side, Product) else (side,)
        power = sum(
            _THOUSANDS[part.text[-1]]
            for part in parts
            if isinstance(part, Number) and part.text[-1:] in _THOUSANDS
        )
        found += [1.024**power] if power else []
    return tuple(found)


def _excused(
    document: Document, printed: Printed, chain: Chain, project: Project
) -> tuple[float, ...]:
    """What a unit somewhere in a chain, or behind it, lets the sides without one be told in."""
    named = [
        known.unit
        for side in chain.members
        if not _has_letters(side, frozenset())
        and (known := amount(side, project.units))
        and known.unit
    ]
    # "1.12 + 0.06 = 1.18 \\text{ trillion}": all of them are trillions.
    sizes = _SIZES.findall(printed.span.latex, chain.at[0], chain.at[1])
    behind = words_behind(document, printed, chain)
    # "700 h x 0.7 kW = 490" kWh behind the formula: 3.6 million joules each.
    word = behind.split(maxsplit=1)[:1]
    unit = project.units.known_unit(*word) if word and project.units is not None else None
    own = [float(unit.factor)] if unit is not None and unit.factor != 1 else []
    own += _in_milliseconds(document, printed, chain) if _SECONDS.match(behind) else []
    return (*own, *multiples_of(" ".join([*named, *sizes, behind])))


def _in_milliseconds(document: Document, printed: Printed, chain: Chain) -> list[float]:
    """How many a second has of what a sum adds, "$32 \\cdot 121.3 + 7 \\cdot 108 = 4.64$ s".

    The text has one of its numbers in milliseconds before.
    """
    start = printed.span.start
    sums = [side for side in chain.members if isinstance(side, Sum)]
    numbers = [
        float(part.value) for side in sums for part in walk(side) if isinstance(part, Number)
    ]
    return [
        1e6 if small["micro"] else 1e3
        for small in _SMALLER.finditer(document.masked, max(start - FAR, 0), start)
        if any(math.isclose(number, float(small["number"]), rel_tol=ALIKE) for number in numbers)
    ][:1]


def chains_of(project: Project, document: Document) -> Iterator[tuple[Printed, Chain]]:
    """Every chain of a document that was read."""
    for printed in project.printed(document):
        if not isinstance(printed.parsed, Rejection):
            for chain in printed.parsed.rows:
                if chain.operators:
                    yield printed, chain


def _has_letters(node: Node, own: frozenset[str], bound: frozenset[str] = frozenset()) -> bool:
    """Whether a side has letters; pi in a product is a number, alone it is somebody's letter.

    ``own`` are constants that the document has as letters.
    """
    if isinstance(node, Letter):
        return node.glyph not in bound or node.glyph in own
    inner = bound | {node.index} if isinstance(node, Big) else bound | {"pi"}
    return any(_has_letters(part, own, inner) for part in children(node))


def one_number_below(node: Node, latex: str) -> Node:
    """A side with the power of ten behind ``/ 22.6`` below the stroke, as part of that number."""
    if not isinstance(node, Product):
        return node
    factors: list[Node] = []
    for factor in node.factors:
        before = factors[-1] if factors else None
        if (
            isinstance(before, Quotient)
            and isinstance(before.under, Number)
            and isinstance(factor, Power)
            and is_ten(factor.base)
            and "/" in latex[before.over.at[1] : before.under.at[0]]
        ):
            at = (before.under.at[0], factor.at[1])
            under = Product((before.under, factor), at)
            factors[-1] = Quotient(before.over, under, (before.at[0], factor.at[1]))
        else:
            factors.append(factor)
    return factors[0] if len(factors) == 1 else Product(tuple(factors), node.at)


def is_power_of_ten(node: Node) -> bool:
    """Whether a side is ``10^{12}`` and says no more than a size."""
    return isinstance(node, Power) and is_ten(node.base)
