"""The rule about sides of a chain in the same letters."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import numpy as np

from derive.lazy import lazy_re
from derive.notation import (
    UNSURE,
    Big,
    Call,
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
    glyphs_in,
    prefix,
    renamed,
    walk,
)

from ..claims.expanded_sides import chooses, contradiction, expanded, without_circles
from ..claims.laws_at_fault import law_at_fault
from ..claims.odd_sides import odd_one_out
from ..claims.system_reading import system_of
from ..laws.amounts import EXACTLY
from ..laws.changes import Change, Ingredient, Pantry, nearest
from ..laws.probing import Probe, Unknown, Values, close, constant, letters_in, simple, told
from ..laws.special_sides import (
    adds_letters,
    are_composed,
    are_numbered,
    bounds_of,
    calls_differ,
    free_letters,
    have_the_same_letters,
    is_complement,
    is_filled_in,
    reorders,
    takes_deviations,
    whole_letters,
)
from ..laws.wording import change_in_words, snippet
from ..numbers.expansion import POINTS, Drawn, Expansion, is_free_of
from ..numbers.statements import Definition
from ..numbers.suppositions import equal_letters
from ..numbers.system import System
from ..numbers.unlike_numbers import is_of_another_kind
from ..numbers.uses import may_call
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from .chains import chains_of

_CONTINUED = lazy_re(r"\\\\(?:\[[^\]]*\])?\s*&\s*(?:=|\\approx|\\sim)")
PUT_IN = 300
MANY, MOST_PUT_IN, CLEAR, BEFORE, CLOSE_BY = 2, 4, 0.1, 200, 40


def sides_of_a_chain_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Sides of a chain agree.

    What: two neighbours of a chain in the same letters, joined by an equals
    sign, have the same value wherever the letters are put; tested at points,
    and where they differ, a point shows it.

    Why: a step of algebra that loses a bracket or a factor makes one formula
    two, and only one of them can be right.

    Example: `t = a + b / c = (a + b) / c`. Write `(a c + b) / c`.
    """
    system = system_of(project, document)
    rows = project.declarations(document)
    declared = {row.glyph for row in rows if row.firm and not row.function}
    blamed: set[tuple[int, int]] = set()
    for printed, chain in chains_of(project, document):
        if may_call(printed.span.latex, declared) or is_of_another_kind(printed, chain, declared):
            continue
        if any(_puts_in(system, printed, *pair) for pair in itertools.pairwise(chain.members)):
            continue
        pair = equal_letters(document, printed.span.start)
        if pair is not None:
            members = tuple(renamed(side, *pair) for side in chain.members)
            chain = chain.replaced(members=members)  # noqa: PLW2901  the same, in that case
        of_a_case = _is_of_a_case(system, chain, printed.span.start)
        # Only letters with rows of their own are surely quantities, one for all of the text.
        odd = None if of_a_case else odd_one_out(system, printed, chain, declared)
        sights = [odd] if odd is not None else [
            sight for place in range(len(chain.operators))
            if (sight := _of_neighbours(system, printed, chain, place, declared)) is not None
        ]  # fmt: skip
        fault = law_at_fault(project, system, printed, chain) if sights else None
        if fault is None:
            yield from sights
        elif fault[0].key not in blamed:
            blamed.add(fault[0].key)
            yield fault[1]


def _puts_in(system: System, printed: Printed, left: Node, right: Node) -> bool:
    """Whether one side is the other with a value for a letter, as the text gave it just before.

    "The rule of thumb $r = 20$ makes it $\\sqrt{X / 6 r} = \\sqrt{X / 120}$".
    """
    lost = letters_in(left, system.own) - letters_in(right, system.own)
    if len(lost) != 1 or isinstance(left, Letter) or isinstance(right, Letter):
        return False
    (glyph,) = lost
    start = printed.span.start
    given = {
        number for value in system.values
        if value.glyph == glyph and start - PUT_IN < value.offset < start
        for number in (value.value, value.in_base)
    } - {0.0, 1.0}  # fmt: skip
    try:
        other = Probe(Expansion({})).value(right)
        return any(
            close(Probe(Expansion({}, given={glyph: np.full(POINTS, one)})).value(left), other)
            for one in given
        )
    except Unknown:
        return False


def _of_neighbours(
    system: System, printed: Printed, chain: Chain, place: int, declared: set[str]
) -> Sight | None:
    """A finding on two neighbours of a chain; None where they agree, or nothing can be told."""
    left, right = chain.members[place : place + 2]
    operator = chain.operators[place]
    between = printed.span.latex[left.at[0] : right.at[1]]
    # Rows that nothing aligns are read as one.
    broken = "\\\\" in between and not _CONTINUED.search(between)
    if operator not in {"=", "~"} or broken:
        return None
    same = have_the_same_letters(left, right) or _cancels(left, right, declared)
    sight = None
    if operator == "=" and same:
        sight = _unequal(system.document, printed, left, right, defined=place > 0)
    if sight is None and not same and are_composed(left, right):
        sight = _contradicting(system, printed, chain, place)
    return sight


def _cancels(left: Node, right: Node, declared: set[str]) -> bool:
    """Whether one of two sides has declared letters more, on which its value does not depend."""
    more = free_letters(left) - free_letters(right)
    if not more or not more <= declared or not free_letters(right) < free_letters(left):
        return False
    if not are_composed(left, right):
        return False
    return is_free_of(left, frozenset(more))


def _contradicting(system: System, printed: Printed, chain: Chain, place: int) -> Sight | None:
    """A finding where two sides differ as soon as the document's own formulas are put in."""
    left, right = chain.members[place : place + 2]
    operators = {"=", chain.operators[place]}
    if isinstance(printed.parsed, Rejection) or _unsure(printed.parsed, left, right):
        return None
    glyphs = letters_in(left, system.own) | letters_in(right, system.own)
    # Whether values that are put in are right, the document's examples say; of a recurrence one
    # formula holds for each index, and none can be put in as it stands.
    filled_in = operators == {"="} and is_filled_in(left, right)
    start = printed.span.start
    approximated = _APPROXIMATED.search(system.document.masked, max(start - BEFORE, 0), start)
    supposed = approximated or _is_of_a_case(system, chain, start)
    if filled_in or supposed or any(map(_SHIFTED.search, glyphs)):
        return None
    outcomes = list(_outcomes(system, chain, (left, right), operators, start))
    # "F = 4 w x (x + 1) / 2, nearly 2 w x^2": later either may be meant.
    nearly = _outcomes(system, chain, (left, right), {"=", "~"}, start)
    near = (abs(ratio - 1) <= CLEAR for _, _, ratio in outcomes if ratio and "~" in operators)
    every = itertools.chain(outcomes, nearly if operators == {"="} else ())
    if not outcomes or any(agree for agree, _, _ in every) or any(near):
        return None
    if "~" in operators:
        # What is neglected makes no plain factor.
        outcomes = [each for each in outcomes if each[2] is not None and _is_clear(each[2])]
        if not outcomes:
            return None
    _, used, _ = outcomes[0]
    # As long as one branch of a maximum decides, it may be printed for the whole.
    # Of whole numbers the part below the point may be left out before they are rounded.
    # Who prints one himself leaves out none.
    hidden = any(chooses(definition.side) for definition in used) or chooses(left)
    if hidden and not chooses(right):
        return None
    examples = (
        isinstance(side, Letter)
        for one in used
        for side in one.row.members[one.row.members.index(one.side) + 1 :]
    )
    if len(used) > MOST_PUT_IN or any(examples):
        # ``y_0 = i + c_0 = i``: one example, of which more is known; and a long way leads astray.
        return None
    # Two composed sides alone may be an equation to be solved, unless one sums known parts, or is
    # so many times a known letter: nothing solves an equation of which a plain factor is left.
    sums = adds_letters(left) and len(used) >= MANY
    multiple = _is_multiple(left) and outcomes[0][2] is not None
    if chain.members[0] is left and not (sums or multiple):
        return None
    return contradiction(system, printed, left, right, used)


def _is_multiple(side: Node) -> bool:
    """Whether a side is a number of times one letter: ``\\frac{5}{2} W``."""
    factors = side.factors if isinstance(side, Product) else ()
    letters = [factor for factor in factors if isinstance(factor, Letter)]
    return len(letters) == 1 and all(
        factor is letters[0] or not letters_in(factor) for factor in factors
    )


def _is_of_a_case(system: System, chain: Chain, start: int) -> bool:
    """Whether a chain follows from a value, or from another formula for a letter than it has else.

    "A plain block has $N = 12 l w^2$, hence $x = 12 w$": so x is there, and nowhere else.
    """
    text = system.document.masked
    hence = _HENCE.search(text, max(start - CLOSE_BY, 0), start)
    if hence is None:
        return False
    own = {name for member in chain.members for name in letters_in(member, system.own)}
    laws = [
        law for glyph, some in system.definitions.items() if glyph not in own and len(some) > 1
        for law in some if law.operator == "="
    ]  # fmt: skip
    # A tokenizer of bytes has g = 1, hence as many tokens as bytes.
    ends = {*(value.end for value in system.values), *(law.printed.span.end for law in laws)}
    return not ends.isdisjoint(range(hence.start(), hence.start("so")))


def _outcomes(
    system: System, chain: Chain, sides: tuple[Node, Node], operators: set[str], start: int
) -> Iterator[tuple[bool, tuple[Definition, ...], float | None]]:
    """What comes of two sides with every choice of formulas put in, as far as that can be told."""
    glyphs = [letters_in(side, system.own) for side in sides]
    # First only what one side alone has is put in; that common letters hang together may excuse.
    apart, every = glyphs[0] ^ glyphs[1], glyphs[0] | glyphs[1]
    for some in (apart, every):
        for chosen in system.choices(some, chain, operators, start, deep=some is every):
            for put_in in without_circles(chosen):
                outcome = expanded(put_in, *sides, start)
                if outcome is not None:
                    yield outcome


# "Use this approximation to write p as": then a sign of equality need not be one.
_APPROXIMATED = lazy_re(r"\bapproximat(?:e|es|ed|ion|ions|ing)\b[^.;:!?]*\Z", re.IGNORECASE)
# What stands between a value and what follows from it.
_HENCE = lazy_re(
    r"[\s$\\)]*,?\s+(?:and\s+)?(?P<so>hence|so|thus|then|therefore)\s+[\s$\\(]*\Z", re.IGNORECASE
)
_SHIFTED = lazy_re(r"[_,][^_,]*[A-Za-z][-+]\d|[_,]\d[-+][A-Za-z]")


def _is_clear(ratio: float) -> bool:
    """Whether two sides are apart by a plain factor that no approximation makes."""
    return simple(ratio) is not None and abs(ratio - 1) > CLEAR


def _unequal(
    document: Document,
    printed: Printed,
    left: Node,
    right: Node,
    *,
    defined: bool,
) -> Sight | None:
    """A finding where two sides in the same letters differ."""
    if isinstance(printed.parsed, Rejection) or _unsure(printed.parsed, left, right):
        return None
    if are_numbered(left, right):
        return None
    bounds = [bound for side in (left, right) for bound in bounds_of(side)]
    inner = [part for bound in bounds for part in walk(bound)]
    # A sum up to a logarithm has as many terms as rounding leaves it; of values and their mean
    # one is not free where the others are.
    odd = any(isinstance(bound, Negative) for bound in bounds)
    if (
        odd
        or any(isinstance(part, Call | Quotient | Power) for part in inner)
        or any(takes_deviations(part) for side in (left, right) for part in walk(side))
    ):
        return None
    probe = Probe(Drawn(whole_letters(left, right)))
    try:
        one, other = (np.broadcast_to(probe.value(side), (POINTS,)) for side in (left, right))
    except Unknown:
        return None
    known = np.isfinite(one)
    if close(one, other) or not np.all(known == np.isfinite(other)) or not np.any(known):
        return None
    ratio = constant(other / one)
    if _is_meant_otherwise(printed, left, right, ratio, constant(other - one)):
        return None
    found = _change(probe, left, right, one)
    if not defined and found is None:
        # Two composed sides alone may be an equation to be solved, which no letter is defined by.
        return None
    latex = printed.span.latex
    factor = simple(ratio) if ratio is not None else None
    how = f"the second is {told(factor)} times the first" if factor else ""
    told_as = how or _at(probe, left, one, other)
    rows = [("left", snippet(left, latex)), ("right", snippet(right, latex)), ("differ", told_as)]
    guess = f"If the left side is right: {change_in_words(found, latex)}." if found else ""
    return sight_at(
        document,
        printed.span,
        "Two sides of this chain in the same letters are not equal.",
        inside=(found.node if found else right).at[0],
        rows=rows,
        guess=guess,
        level="likely" if reorders(left, right) else "",
    )


def _is_meant_otherwise(
    printed: Printed, left: Node, right: Node, ratio: float | None, gap: float | None
) -> bool:
    """Whether a coefficient is rounded, or the sides are equal for vectors or for words of bits."""
    if ratio is not None and abs(ratio - 1) <= EXACTLY and _is_rounded(left, right):
        return True
    return (ratio == -1 and _is_antisymmetric(printed, left, right)) or is_complement(left, gap)


def _is_antisymmetric(printed: Printed, left: Node, right: Node) -> bool:
    r"""Whether two sides say that a product of vectors changes its sign: ``a \times b``."""
    plain = right.body if isinstance(right, Negative) else right
    return "\\times" in printed.span.latex and all(
        isinstance(side, Product) and all(isinstance(factor, Letter) for factor in side.factors)
        for side in (left, plain)
    )


def _is_rounded(left: Node, right: Node) -> bool:
    """Whether a coefficient is printed with a decimal point, so that it may be rounded."""
    return any(
        isinstance(part, Number) and "." in part.text
        for side in (left, right)
        for part in walk(side)
    )


def _unsure(chain: Chain, left: Node, right: Node) -> bool:
    """Whether the reading of one of the sides could be another's."""
    kinds = UNSURE - {"guess", "suffix"}
    # ``\\sum x + b``: many mean the sum of both.
    open_ended = any(
        isinstance(part, Sum) and any(isinstance(term, Big) for term in part.terms[:-1])
        for side in (left, right) for part in walk(side)
    )  # fmt: skip
    return (
        calls_differ(left, right)
        or open_ended
        or any(
            note.kind in kinds
            and any(side.at[0] <= note.at[0] < side.at[1] for side in (left, right))
            for note in chain.notes
        )
    )


def _change(probe: Probe, left: Node, right: Node, wanted: Values) -> Change | None:
    """The single change of the second side that makes both equal."""
    letters = [Ingredient(glyph, probe.letters[glyph], letter=True) for glyph in glyphs_in(left)]
    composed = [
        Ingredient(str(prefix(part)), probe.value(part))
        for part in walk(left)
        if not isinstance(part, Letter | Number)
    ]
    pantry = Pantry.of([*letters, *composed[:40]], POINTS)
    change = nearest(probe, right, wanted, pantry)
    return change if change is not None and change.cost <= 1.3 else None


def _at(probe: Probe, left: Node, first: Values, other: Values) -> str:
    """A point at which two sides differ, with both values."""
    gap = np.abs(first - other)
    differ = np.isfinite(gap) & (gap > 1e-9 * np.abs(first))
    place = int(np.flatnonzero(differ)[0])
    free = [glyph for glyph in glyphs_in(left) if glyph in free_letters(left)]
    letters = ", ".join(f"{glyph} = {probe.letters[glyph][place]:g}" for glyph in free)
    return f"{first[place]:.6g} against {other[place]:.6g} where {letters}"
