"""Units by what they count: tokens for each parameter, and not parameters for each token.

Authors leave counts out of units, and 2 bytes a parameter are bytes. So a row is wrong only
where something else in the text counts as its formula does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from derive.dimensions import Dimension
from derive.notation import Letter
from derive.units import Unit

from .print_units import Relation, dimensions_in, letters_of

Given = tuple[str, int, str, Unit]


def rows_that_count_otherwise(
    rows: Mapping[str, Unit],
    relations: Sequence[Relation],
    given: Sequence[Given],
    places: frozenset[str],
) -> Iterator[tuple[str, Relation, str]]:
    """Rows whose unit counts what their formula does not: letter, formula, what it counts.

    ``places`` are the kinds that only say where: a rank, a node.
    """
    units = {glyph: Dimension.of(unit) for glyph, unit in rows.items()}
    yield from _odd_terms(units, relations, places)
    yield from _odd_of_two(units, relations, places)
    for relation in relations:
        left = relation.left
        measured = dimensions_in(units, relation.right)
        if not isinstance(left, Letter) or left.glyph not in rows or measured is None:
            continue
        own = units[left.glyph]
        if measured.hard != own.hard or not own.counts(places):
            continue
        if own.counts(places) == measured.counts(places):
            continue
        # A step makes one token of each sequence: what the text gives decides.
        if _is_of_other_things(own, measured, places) and _is_given(
            left.glyph, measured, given, places
        ):
            yield left.glyph, relation, str(measured)
            continue
        turned = not own.hard and _is_turned(own, measured, places)
        # Who counts failures an hour may leave them out; per token is another quantity.
        per = all(power < 0 for _, power in own.counts(places))
        if turned or (
            own.hard
            and per
            and (
                _is_given(left.glyph, measured, given, places)
                or _is_used_so(left.glyph, measured, relations, units, places)
            )
        ):
            yield left.glyph, relation, str(measured)


# None of these stands for another one of them, as a rank does for a GPU.
_APART = frozenset(("token", "sequence", "param"))


def _is_of_other_things(own: Dimension, measured: Dimension, places: frozenset[str]) -> bool:
    """Whether both count one thing each, tokens and sequences, or so many of them a second."""
    counts = [dimension.counts(places) for dimension in (own, measured)]
    plain = all(len(kinds) == 1 and kinds[0][1] == 1 for kinds in counts)
    return plain and all(kinds[0][0] in _APART for kinds in counts) and counts[0] != counts[1]


def _odd_of_two(
    units: Mapping[str, Dimension], relations: Sequence[Relation], places: frozenset[str]
) -> Iterator[tuple[str, Relation, str]]:
    """The letter of a sum, tokens and sequences, that its own formula counts as the other one."""
    for relation in relations:
        first, second = relation.left, relation.right
        if not isinstance(first, Letter) or not isinstance(second, Letter):
            continue
        own, other = units.get(first.glyph), units.get(second.glyph)
        if own is None or other is None or own.hard != other.hard:
            continue
        if not _is_of_other_things(own, other, places):
            continue
        for name, wanted in ((first.glyph, other), (second.glyph, own)):
            counted = [
                dimensions_in(units, law.right) for law in relations
                if isinstance(law.left, Letter) and law.left.glyph == name and law is not relation
            ]  # fmt: skip
            if any(gives and gives.counts(places) == wanted.counts(places) for gives in counted):
                yield name, relation, str(wanted)


def _is_turned(own: Dimension, other: Dimension, places: frozenset[str]) -> bool:
    """Whether one counts what the other counts per."""
    turned = tuple((name, -power) for name, power in own.counts(places))
    return bool(turned) and turned == other.counts(places)


def _is_given(
    glyph: str, measured: Dimension, given: Sequence[Given], places: frozenset[str]
) -> bool:
    """Whether the text gives the letter a value in a unit that counts as its formula does."""
    values = [Dimension.of(unit) for name, _, _, unit in given if name == glyph]
    return any(
        value.hard == measured.hard and value.counts(places) == measured.counts(places)
        for value in values
    )


def _is_used_so(
    glyph: str,
    measured: Dimension,
    relations: Sequence[Relation],
    units: Mapping[str, Dimension],
    places: frozenset[str],
) -> bool:
    """Whether another formula, into which the letter is put, fits by these counts alone."""
    own = units[glyph]
    odd = {name for name, _ in {*own.counts(places)} ^ {*measured.counts(places)}}
    for relation in relations:
        left = relation.left
        if not isinstance(left, Letter) or left.glyph == glyph or left.glyph not in units:
            continue
        if glyph not in letters_of(relation):
            continue
        wanted = _powers(units[left.glyph], odd, places)
        ways = [
            dimensions_in({**units, glyph: instead}, relation.right) for instead in (own, measured)
        ]
        powers = [_powers(way, odd, places) if way is not None else None for way in ways]
        if powers[1] == wanted and powers[0] is not None and powers[0] != wanted:
            return True
    return False


def _powers(
    dimension: Dimension, names: set[str], places: frozenset[str]
) -> frozenset[tuple[str, object]]:
    return frozenset(pair for pair in dimension.counts(places) if pair[0] in names)


def _odd_terms(
    units: Mapping[str, Dimension], relations: Sequence[Relation], places: frozenset[str]
) -> Iterator[tuple[str, Relation, str]]:
    """The one letter of a sum that counts nothing, where all others count per the same thing."""
    sums: dict[tuple[int, str, str], dict[str, Relation]] = {}
    for relation in relations:
        one, other = relation.left, relation.right
        if isinstance(one, Letter) and isinstance(other, Letter):
            some = sums.setdefault((relation.line, relation.shown, one.glyph), {})
            some[one.glyph] = some[other.glyph] = relation
    for terms in sums.values():
        if len(terms) < 3 or not terms.keys() <= units.keys():
            continue
        if len({units[glyph].hard for glyph in terms}) != 1:
            continue
        counted = Counter(units[glyph].counts(places) for glyph in terms)
        (most, times), *others = counted.most_common()
        if most and times > 1 and times == len(terms) - 1 and others[0][0] == ():
            odd = next(glyph for glyph in terms if not units[glyph].counts(places))
            like = next(glyph for glyph in terms if units[glyph].counts(places) == most)
            yield odd, terms[odd], str(units[like])
