"""The document's own equations and numbers: what it defines, what it gives, what it computes.

An author who writes ``T = a + n / b``, then ``a = 2``, ``n = 6``, ``b = 3`` and
``T = 4`` has made a claim that needs no registry to be judged.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from derive.notation import Chain, Number, Rejection, walk

from ..laws.amounts import turns_clocks
from ..laws.probing import evaluated
from ..words.places import aside_at
from .given_values import GivenValues
from .print_units import BITS
from .statements import ROUGH, Computed, Definition, Setting, Value

MOST_DEPTH, MOST_DEFINITIONS, MOST_EXPANDED = 4, 8, 12
MOST_COMPUTED, MOST_WAYS, MOST_TRIED = 3, 4, 64
MOST_COMBINATIONS = 16
BIT = 1 / BITS
"""What a bit is in bytes."""
# How much more a kilobyte, a megabyte and a gigabyte are, counted in powers of 1024.
_BINARY = tuple(1.024**power for power in range(1, 4))

NOWHERE = (-1, -1, -1)
"""The sentence of what is computed from values of several."""


class System(GivenValues, eq=False, slots=False):
    """Everything that one document says about its own letters, and what that comes to."""

    def other_values(
        self, glyph: str, claim: Value, above: tuple[str, ...], *, in_base: bool
    ) -> set[float]:
        """What a letter may be where a claim stands: what its sentence says, or any other value."""
        near = self.candidates(glyph, claim)
        if near and not near[0][1]:
            return {near[0][0].in_base if in_base else near[0][0].value}
        # Where a sentence says a value only behind a claim, the claim is of any case before it.
        depth = 0 if near and near[0][0].offset > claim.offset else 1
        given = self._given.get((glyph, claim.place[:depth]), ())
        known = [
            *(value for value, _ in near),
            *(one for one in given if one.offset < claim.offset),
        ]
        computed = {each.value for each in self.computed(glyph, claim, above)}
        return computed | {value.in_base if in_base else value.value for value in known}

    def defining(self, glyph: str, operator: str, offset: int) -> list[Definition]:
        """The definitions of a letter, those before a place first, the nearest first."""
        wanted = {"=", "~"} if operator in {"=", "~"} else {operator}
        # What an exercise concludes holds in it alone.
        places = {-1, aside_at(self.document, offset)}
        fitting = [
            law for law in self.definitions.get(glyph, ())
            if law.operator in wanted and (not law.settled or law.offset == offset)
            and aside_at(self.document, law.offset) in places
        ]  # fmt: skip
        before = [law for law in fitting if law.offset <= offset]
        behind = [law for law in fitting if law.offset > offset]
        return [*reversed(before), *behind][:MOST_DEFINITIONS]

    def has_own_number(self, definition: Definition) -> bool:
        """Whether the relation of a formula says itself what it comes to."""
        values = self._given.get((definition.glyph, ()), ())
        return definition.offset in {value.offset for value in values}

    def beside(self, law: Definition) -> list[Definition]:
        """The other formulas of the display of one."""
        parsed = law.printed.parsed
        if isinstance(parsed, Rejection) or len(parsed.rows) < 2:
            return []
        return [
            other for some in self.definitions.values() for other in some
            if other.printed is law.printed and other.row is not law.row
        ]  # fmt: skip

    def settings(self, side: Definition, claim: Value) -> Iterator[Setting]:
        """Every way to put the values of the text into a side, the likeliest first.

        None where a letter has no value and no formula that gives it one.
        """
        options: list[list[tuple[str, Value | Computed, int]]] = []
        for glyph in sorted(side.needs):
            known = self.candidates(glyph, claim)
            computed = self._computed_anew(glyph, claim, known, (side.glyph, claim.glyph))
            if not known and not computed:
                return
            if not computed and self._is_stale(glyph, claim, known):
                return
            options.append([
                *((glyph, value, away) for value, away in known),
                *((glyph, made, made.away) for made in computed),
            ])  # fmt: skip
        only = all(len(some) == 1 for some in options)
        ways = itertools.product(*options)
        # The likeliest values of all letters first, then those farther away.
        ordered = sorted(
            itertools.islice(ways, MOST_COMBINATIONS**2),
            key=lambda way: sum(away for *_, away in way),
        )[:MOST_COMBINATIONS]
        for chosen in ordered:
            given = [value for _, value, _ in chosen if isinstance(value, Value)]
            away = [distance for *_, distance in chosen]
            setting = Setting(
                {glyph: number.value for glyph, number, _ in chosen},
                near=min(away, default=2) < 2,
                inside=max(away, default=2) < 2,
                borrowed=max(away, default=0) > 2,
                vague=any(
                    made.vague
                    if isinstance(made, Computed)
                    else far > 2 and self.is_vague(glyph, claim)
                    for glyph, made, far in chosen
                ),
                only=only,
                together=len(given) > 1 and len({value.place for value in given}) == 1,
                # What a sentence gives is given; what was worked out, in it or before, was rounded.
                rounding=sum(
                    value.rounding_worked_out if glyph in self.definitions else value.rounding
                    for glyph, value, far in chosen
                    if isinstance(value, Value) and (far or glyph in self.definitions)
                ),
                multiples=tuple(dict.fromkeys(each for own in given for each in own.multiples)),
                computed=tuple(made for _, made, _ in chosen if isinstance(made, Computed)),
            )
            yield from self._in_units(side, claim, setting, [each[:2] for each in chosen])

    def outcomes(self, law: Definition, claim: Value) -> Iterator[tuple[Setting, float]]:
        """Every way to put the values of the text into a formula, with what it gives then."""
        for setting in self.settings(law, claim):
            gives = evaluated(law.side, setting.values)
            if gives is not None:
                yield setting, gives

    def _in_units(
        self, side: Definition, claim: Value, setting: Setting,
        chosen: Sequence[tuple[str, Value | Computed]],
    ) -> Iterator[Setting]:  # fmt: skip
        """The same values as they are printed, in base units, or in the units of rows."""
        given = [value for _, value in chosen if isinstance(value, Value)]
        clocks = {value.in_seconds for value in given if value.in_seconds}
        in_base = {
            glyph: number.in_base if isinstance(number, Value) else number.value
            for glyph, number in chosen
        }
        # "E = P Y / 1000" takes watts and hours, and gives kilowatt-hours; L / 8 takes bits.
        turns_bits = self._turns_bits(side)
        if turns_bits or (turns_clocks(side.side) and self._has_other_rows(side)):
            yield setting.replaced(row=self.factors.get(side.glyph, 1.0), values={
                glyph: number.in_base / self.factors.get(glyph, 1.0)
                if isinstance(number, Value) and number.measured is not None else number.value
                for glyph, number in chosen
            })  # fmt: skip
        if turns_bits:
            return
        # Minutes times hours are nothing, unless the formula itself turns one into the other.
        mixed = in_base != setting.values and self.has_base_rows(side.needs)
        if in_base != setting.values and self._are_measured(side, claim, given):
            # Where units are known, a millisecond is no second, though a gigabyte may be two.
            in_bytes = "information" in dict(self.dimensions[side.glyph].hard or ())
            yield setting.replaced(
                values=in_base, in_base=True, multiples=_BINARY if in_bytes else ()
            )
            return
        # Nor are kilobytes over gigabytes.
        mixed = mixed or len({value.scale for value in given} - {1.0}) > 1
        if not mixed and (len(clocks) < 2 or turns_clocks(side.side)):
            yield setting
        # 42.9 GB beside a number of bytes.
        if in_base != setting.values:
            yield setting.replaced(values=in_base, in_base=True)
        # "$c = 37.3$ against 49.6, so $E = 37.3$ microseconds": the unit is said once for both.
        # Bits and bytes are two things, and no letter is in the one for being beside the other.
        factor, own_kind = claim.in_base / (claim.value or 1), self.dimensions.get(side.glyph)
        if own_kind and claim.measured and factor not in (1, BIT):
            in_its_unit = {
                glyph: number.value * factor
                if isinstance(number, Value) and number.measured is None
                and number.place == claim.place and self.dimensions.get(glyph) == own_kind
                else in_base[glyph]
                for glyph, number in chosen
            }  # fmt: skip
            if in_its_unit != in_base:
                yield setting.replaced(values=in_its_unit, in_base=True)
        # 0.09 beside a row in USD/kWh, and 1100 W.
        by_rows = {
            glyph: number.value * self.factors.get(glyph, 1.0)
            if isinstance(number, Value) and number.measured is None else in_base[glyph]
            for glyph, number in chosen
        }  # fmt: skip
        if by_rows != in_base and side.glyph in self.factors:
            own = self.factors[side.glyph]
            yield setting.replaced(values=by_rows, in_base=True, own=own)

    def _are_measured(self, side: Definition, claim: Value, given: Iterable[Value]) -> bool:
        """Whether words say what a claim and all values of its formula are measured in."""
        has_unit = claim.measured is not None or (claim.spoken and not claim.multiples)
        return (
            has_unit and bool(self.dimensions.get(side.glyph)) and self.factors.get(side.glyph) == 1
            and all(value.measured is not None or not self.dimensions.get(value.glyph)
                    for value in given)
        )  # fmt: skip

    def _turns_bits(self, side: Definition) -> bool:
        """Whether a formula turns bits into bytes, or back, by a number: then it takes both."""
        rows = {self.factors.get(glyph) for glyph in (side.glyph, *side.needs)}
        return BIT in rows and len(rows - {None}) > 1 and any(
            isinstance(part, Number) and part.value in {BITS, BIT} for part in walk(side.side)
        )  # fmt: skip

    def _has_other_rows(self, side: Definition) -> bool:
        """Whether all letters of a formula have rows, and some are not measured in base units."""
        glyphs = {side.glyph, *side.needs}
        return glyphs <= self.units.keys() and any(
            self.factors.get(glyph, 1) != 1 for glyph in glyphs
        )

    def has_base_rows(self, glyphs: Iterable[str]) -> bool:
        """Whether rows measure all of some letters in base units, or in none."""
        return all(glyph in self.units and self.factors.get(glyph, 1) == 1 for glyph in glyphs)

    def _is_stale(self, glyph: str, claim: Value, known: list[tuple[Value, int]]) -> bool:
        """Whether a letter was worked out with another value of what the claim's sentence gives.

        Or with another one than follows from a formula of it that the section printed since.
        """
        if not known or not known[0][1]:
            return False
        worked, away = known[0]
        for law in self.definitions.get(glyph, ()):
            for name in law.needs:
                here = self._given.get((name, claim.place), ())
                before = [other.in_base for other, _ in self.candidates(name, worked)]
                since = [
                    value for value in self._given.get((name, claim.place[:1]), ())
                    if away > 1 and value.offset < claim.offset
                    and any(worked.offset < anew.offset < value.offset
                            for anew in self.definitions.get(name, ()))
                ]  # fmt: skip
                last = [*since, *here][-1:]
                if before and last and last[0].in_base not in before:
                    return True
        return False

    def _computed_anew(
        self,
        glyph: str,
        claim: Value,
        known: list[tuple[Value, int]],
        above: tuple[str, ...],
    ) -> list[Computed]:
        """What a letter comes to, but what its known values say already.

        With another value put in beside the claim, what was worked out before is of another case.
        """
        if known and not known[0][1]:
            return []
        return [
            made for made in self.computed(glyph, claim, above)
            if (not known or made.away < 2) and not any(
                abs(made.value - said) <= ROUGH * abs(said)
                for value, _ in known
                for said in (value.value, value.in_base)
            )
        ]  # fmt: skip

    def computed(self, glyph: str, claim: Value, above: tuple[str, ...]) -> list[Computed]:
        """What a letter without a value comes to, by each of the document's definitions of it."""
        if glyph in above or len(above) > MOST_DEPTH:
            return []
        kept = self.around(claim).computed
        key = glyph, len(above), frozenset(above)
        if key not in kept:
            kept[key] = self._computed(glyph, claim, above)
        return kept[key]

    def _computed(self, glyph: str, claim: Value, above: tuple[str, ...]) -> list[Computed]:
        made: dict[float, Computed] = {}
        for law in self.defining(glyph, "=", claim.offset)[:MOST_COMPUTED]:
            needs = sorted(law.needs)
            given = {needed: self.candidates(needed, claim) for needed in needs}
            printed, based = (
                [
                    [(value.in_base if in_base else value.value, away,
                      away > 1 and self.is_vague(needed, claim), value.place)
                     for value, away in given[needed]]
                    or [(deeper.value, deeper.away, deeper.vague, NOWHERE)
                        for deeper in self.computed(needed, claim, (*above, glyph))]
                    for needed in needs
                ]
                for in_base in (False, True)
            )  # fmt: skip
            # All as they are printed, and all in bytes and seconds: these alone, by their rows.
            ways = [itertools.product(*based)] if based != printed else []
            if not ways or not self.has_base_rows(law.needs):
                ways.insert(0, itertools.product(*printed))
            # "With $c = 64$ and $u = 2$": what one sentence gives goes together.
            together = [{value.place for value, _ in given[needed]} for needed in needs]
            tried = (itertools.islice(way, MOST_TRIED) for way in ways)
            chosen_ways = (
                itertools.islice((some for some in way if not _parts(some, together)), MOST_WAYS)
                for way in tried
            )
            for chosen in itertools.chain(*chosen_ways):
                values = {
                    needed: number for needed, (number, *_) in zip(needs, chosen, strict=True)
                }
                value = evaluated(law.side, values)
                if value is not None:
                    away = min(2, *(distance for _, distance, *_ in chosen))
                    vague = any(open_ for _, _, open_, _ in chosen)
                    made.setdefault(value, Computed(value, law, values, away, vague))
        return list(made.values())

    def choices(
        self,
        glyphs: frozenset[str],
        row: Chain,
        operators: Container[str],
        start: int,
        *,
        deep: bool = True,
    ) -> Iterator[Mapping[str, Definition]]:
        """Every way to choose one definition for each letter that a chain rests on, but its own.

        The chain stands at the offset ``start``. Where it is not ``deep``, only for these letters,
        and not for those they are made of.
        """
        known: dict[str, list[Definition]] = {}
        # Those of the chain itself first, then what these are made of.
        waiting = deque(sorted(glyphs))
        while waiting and len(known) < MOST_EXPANDED:
            glyph = waiting.popleft()
            if glyph in known:
                continue
            some = [
                law for law in self.definitions.get(glyph, ())
                if law.row is not row and law.operator in operators
                # What is worked out behind a chain, "F = (1 + w) E = 20.6", is of one example.
                and not (law.offset > start and self.has_own_number(law))
            ][-MOST_DEFINITIONS:]  # fmt: skip
            # Of $l = N / M$ beside $N = c$, the c may be put in, but not for "N = c = 8192".
            aliases = [
                alias for alias in self.aliases.get(glyph, ())
                if not any(isinstance(side, Number) for side in alias.row.members)
            ]  # fmt: skip
            if not some and len(aliases) == 1 and aliases[0].row is not row:
                some = aliases
            if some:
                known[glyph] = some
                waiting += [name for law in some if deep for name in law.needs if name not in known]
        combinations = itertools.product(*known.values())
        for chosen in itertools.islice(combinations, MOST_COMBINATIONS):
            yield dict(zip(known, chosen, strict=True))


def _parts(
    way: Sequence[tuple[float, int, bool, tuple[int, int, int]]],
    together: Sequence[Container[tuple[int, int, int]]],
) -> bool:
    """Whether one letter takes what a sentence gives it, and another not what the same gives it."""
    places = [place for *_, place in way]
    return any(
        place in others and place != own
        for place in places
        for others, own in zip(together, places, strict=True)
    )
