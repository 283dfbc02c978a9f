"""Which of several formulas is wrong where they contradict each other.

A chain whose sides differ once the document's own formulas are put in says only that one of them
is wrong. What an example, a table or another chain bears out stands; if one formula is left, or
one that a single change mends, it is that one (consistency-based diagnosis).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from derive.notation import Chain, Letter, Node, Rejection, prefix

from ..laws.changes import Change
from ..laws.probing import Probe, Unknown, Values, close, letters_in
from ..laws.wording import change_in_words, plain, snippet
from ..numbers.expansion import Expansion
from ..numbers.relation_roots import root_of
from ..numbers.statements import Definition
from ..numbers.system import System
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.documents import Document
from .claims import borne_out_by_examples
from .expanded_sides import EVIDENCE, change_to_values, chooses, with_formulas, without_circles
from .letter_values import LetterValues, letter_values
from .lettered_columns import LEAST_ROWS, Row, lettered_tables
from .rows_in_formulas import fits_a_row, row_by_row, settings_beside

MOST_WITNESSES = 12
"""So many other chains with a letter are asked what it would have to be."""


def law_at_fault(
    project: Project, system: System, printed: Printed, chain: Chain
) -> tuple[Definition, Sight] | None:
    """The one formula behind a chain that is wrong, with the finding on it; None if any may be."""
    # A row of a display comes after those above it.
    start = printed.span.offset(chain.at[0])
    sides = _sides(system, chain, start)
    if len(sides) < 2 or any(map(chooses, sides)):
        return None
    line, _ = system.document.place(printed.span.start)
    standing = _standing(project, system.document)
    letters = frozenset().union(*(letters_in(side, system.own) for side in sides))
    every = system.choices(letters, chain, {"="}, printed.span.start)
    for chosen in (each for some in every for each in without_circles(some)):
        outcome = with_formulas(chosen, *sides)
        if outcome is None:
            continue
        # Its own sides stand where two of them agree, or an example bears one out.
        stands = any(close(first[0], second[0]) for first, second in pairwise(outcome)) or any(
            _shape(side) in standing for side in sides[1:]
        )
        used = {law.key: law for _, expansion in outcome for law in expansion.used.values()}
        # By what one side of two is the other nothing is wrong.
        for (left, put_left), (right, put_right) in pairwise(outcome):
            if close(left, right):
                for glyph in put_left.used.keys() ^ put_right.used.keys():
                    used.pop(chosen[glyph].key, None)
        names = letters.union(*(expansion.bases for _, expansion in outcome))
        # A letter with two formulas has another one in another case.
        candidates = [
            law for law in used.values()
            if law.offset < start and not chooses(law.side)
            and _shape(law.side) not in standing
            and all(other.row is law.row for other in system.definitions.get(law.glyph, ()))
        ]  # fmt: skip
        if not stands:
            # Its own sides may be wrong, but where another chain fails in the same way.
            witnessed = [
                (law, other) for law in candidates
                if (other := _witness(project, system, chain, law, chosen, sides))
            ]  # fmt: skip
            if len(witnessed) == 1:
                law, other = witnessed[0]
                return law, _told(
                    system, printed, law,
                    f"The sides in line {line} and those in line {other} are unequal, with the "
                    "document's own formulas put in; both would be equal with another formula for "
                    f"{plain(law.glyph)}.",
                    law.side.at[0],
                )  # fmt: skip
            continue
        mended = [
            (law, change) for law in candidates
            if (change := _mending(system, chosen, law, sides, names)) is not None
        ]  # fmt: skip
        # Of several it is the one that stands beside the chain.
        beside = [(law, change) for law, change in mended if law.printed is printed]
        mended = beside or mended
        if len(mended) == 1:
            law, change = mended[0]
            return law, _told(
                system, printed, law,
                f"The sides in line {line} are equal, with the document's own formulas put in, if "
                f"in this formula {change_in_words(change, law.printed.span.latex)}.",
                change.node.at[0],
            )  # fmt: skip
    return None


def _sides(system: System, chain: Chain, start: int) -> list[Node]:
    """The sides of a chain, without the letter that it says itself: that is what it says."""
    return [
        side for side in chain.members if letters_in(side, system.own) and not (
            isinstance(side, Letter)
            and all(law.row is chain or law.offset > start
                    for law in system.definitions.get(side.glyph, ()))
        )
    ]  # fmt: skip


def _shape(side: Node) -> str:
    return str(prefix(side))


def _told(system: System, printed: Printed, law: Definition, message: str, inside: int) -> Sight:
    line, _ = system.document.place(printed.span.start)
    return sight_at(
        system.document,
        law.printed.span,
        message,
        inside=inside,
        name=plain(law.glyph),
        rows=[("formula", snippet(law.side, law.printed.span.latex)),
              (f"line {line}", plain(printed.span.latex))],
        guess="Correct this formula, or what is said with it.",
        evidence=EVIDENCE,
    )  # fmt: skip


def _mending(
    system: System,
    chosen: Mapping[str, Definition],
    law: Definition,
    sides: Sequence[Node],
    letters: frozenset[str],
) -> Change | None:
    """The one change of a formula, maybe by a letter of the chain, after which its sides agree."""
    others = _without(law, chosen)
    wanted = _wanted(others, law.glyph, sides)
    if wanted is None:
        return None
    try:
        expansion = Expansion(others)
        Probe(expansion).value(law.side)
    except Unknown:
        return None
    names = expansion.bases | letters_in(law.side, system.own) | (letters - {law.glyph})
    return change_to_values(law.side, wanted, others, names)


def _witness(
    project: Project,
    system: System,
    chain: Chain,
    law: Definition,
    chosen: Mapping[str, Definition],
    sides: Sequence[Node],
) -> int:
    """The line of another chain that asks for the very values of a letter that this one asks for.

    Two equations that fail together, and hold together once one letter is another, do so by no
    chance.
    """
    wanted = _wanted(_without(law, chosen), law.glyph, sides)
    chains = _chains_by_letter(project, system).get(law.glyph, ()) if wanted is not None else ()
    for printed, other in chains:
        own = _sides(system, other, printed.span.offset(other.at[0]))
        if other is chain or len(own) < 2 or isinstance(own[0], Letter) or any(map(chooses, own)):
            continue
        letters = frozenset().union(*(letters_in(side, system.own) for side in own))
        for some in system.choices(letters, other, {"="}, printed.span.start):
            if law.glyph in some and some[law.glyph].key == law.key:
                asked = _wanted(_without(law, some), law.glyph, own)
                if asked is not None and close(asked, wanted):
                    return system.document.place(printed.span.offset(other.at[0]))[0]
    return 0


def _chains_by_letter(
    project: Project, system: System
) -> Mapping[str, Sequence[tuple[Printed, Chain]]]:
    """The first chains of equal sides in which each letter stands; read once."""

    def by_letter() -> dict[str, list[tuple[Printed, Chain]]]:
        chains: dict[str, list[tuple[Printed, Chain]]] = {}
        for printed in project.printed(system.document):
            for row in () if isinstance(printed.parsed, Rejection) else printed.parsed.rows:
                for glyph in _letters_of(row, system) if {*row.operators} == {"="} else ():
                    some = chains.setdefault(glyph, [])
                    if len(some) < MOST_WITNESSES:
                        some.append((printed, row))
        return chains

    return project.once("chains by letter", system.document, by_letter)


def _letters_of(row: Chain, system: System) -> frozenset[str]:
    """The letters of all sides of a chain."""
    return frozenset().union(*(letters_in(side, system.own) for side in row.members))


def _without(law: Definition, chosen: Mapping[str, Definition]) -> dict[str, Definition]:
    return {glyph: other for glyph, other in chosen.items() if other.key != law.key}


def _wanted(others: Mapping[str, Definition], glyph: str, sides: Sequence[Node]) -> Values | None:
    """What a letter would have to be at each point for all sides to agree."""
    found: Values | None = None
    for left, right in pairwise(sides):
        try:
            root = root_of(left, right, glyph, others)
        except Unknown:
            return None
        if root is None:
            # Neither has it: then they must agree as they are.
            alone = with_formulas(others, left, right)
            if alone is None or not close(alone[0][0], alone[1][0]):
                return None
        elif found is not None and not close(found, root):
            return None
        else:
            found = root
    return found


def _standing(project: Project, document: Document) -> frozenset[str]:
    """The formulas that an example, a table or another chain bears out."""

    def borne_out() -> frozenset[str]:
        values = letter_values(project, document)
        return frozenset((
            *borne_out_by_examples(project, document),
            *_by_tables(project, values),
            *_by_chains(values.system),
        ))  # fmt: skip

    return project.once("standing formulas", document, borne_out)


def _by_tables(project: Project, values: LetterValues) -> Iterator[str]:
    """Formulas that every row of a table follows."""
    for table, columns in lettered_tables(project, values.document):
        for column in columns.values():
            for law in values.system.definitions.get(column.glyph, ()):
                settings = settings_beside(values, table, columns, law, elsewhere=True)
                if (
                    law.operator == "="
                    and law.needs & columns.keys()
                    and any(_follow(list(row_by_row(law, columns, column, known)))
                            for known in settings)
                ):  # fmt: skip
                    yield _shape(law.side)


def _follow(rows: Sequence[Row]) -> bool:
    return len(rows) >= LEAST_ROWS - 1 and all(fits_a_row(q, room) for _, q, _, room in rows)


def _by_chains(system: System) -> Iterator[str]:
    """Formulas with which two sides of a chain agree, and these sides."""
    rows = {id(law.row): law for some in system.definitions.values() for law in some}
    for law in rows.values():
        sides = [side for side in law.row.members
                 if letters_in(side, system.own) and not isinstance(side, Letter)]  # fmt: skip
        for left, right in pairwise(sides):
            letters = letters_in(left, system.own) | letters_in(right, system.own)
            for chosen in system.choices(letters, law.row, {"="}, law.offset):
                outcome = with_formulas(chosen, left, right)
                if outcome is not None and close(outcome[0][0], outcome[1][0]):
                    yield from (_shape(left), _shape(right))
                    yield from (_shape(one.side) for _, expansion in outcome
                                for one in expansion.used.values())  # fmt: skip
                    break
