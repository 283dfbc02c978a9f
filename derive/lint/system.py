"""The document's own equations and numbers: what it defines, what it gives, what it computes.

An author who writes ``T = a + n / b``, then ``a = 2``, ``n = 6``, ``b = 3`` and
``T = 4`` has made a claim that needs no registry to be judged. Values are looked
up from the inside out: in the sentence of the claim, then in its paragraph, then
earlier in its section, since an example may stand far below its formula.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping

from derive.dimensions import Dimension
from derive.frozen import Mutable, fresh
from derive.lazy import lazy_re
from derive.notation import Chain

from .amounts import turns_clocks
from .asides import aside_at
from .documents import Document
from .probing import evaluated
from .statements import ROUGH, Around, Computed, Definition, Setting, Value

# "2.7 GB for $k = 1$ and 10.7 GB for $k = 4$": what stands right behind a claim is its case.
_HERE = lazy_re(r"[^.;,]{0,24}?\b(?:for|at|with|if|when)(?:\s+[a-z]+){0,2}[\s$\\(]*")
NEXT_POINT = lazy_re(r"\n\s*(?:[-*+]\s|\d+[.)]\s|\\item\b)")
MOST_DEPTH, MOST_DEFINITIONS, MOST_EXPANDED = 4, 8, 12
MOST_CANDIDATES, MOST_COMPUTED, MOST_WAYS = 4, 3, 4
MOST_COMBINATIONS = 16
MOST_KEPT = 64
"""Claims of which is kept what their letters may be: a long document has thousands."""


class System(Mutable, eq=False, slots=False):
    """Everything that one document says about its own letters."""

    document: Document
    own: frozenset[str] = frozenset()
    # What the rows of its tables measure letters in, as the author wrote it.
    units: Mapping[str, str] = fresh(factory=dict)
    # The same as dimensions, where they can be read.
    dimensions: Mapping[str, Dimension] = fresh(factory=dict)
    # What one of these is in base units.
    factors: Mapping[str, float] = fresh(factory=dict)
    # Letters that head a column of a table: they have a value in each row.
    tabulated: Mapping[str, frozenset[float]] = fresh(factory=dict)
    definitions: dict[str, list[Definition]] = fresh(factory=dict)
    values: list[Value] = fresh(factory=list)
    # Formulas that stand in a sentence without a letter for what they give.
    named: list[Definition] = fresh(factory=list)
    # Letters that stand for another one, "c = H", and where that is said.
    aliases: dict[str, list[tuple[str, int]]] = fresh(factory=dict)
    _given: dict[tuple[str, tuple[int, ...]], list[Value]] = fresh(factory=dict)
    # Of the claims asked about last, by where they stand; filled once the document is read.
    _around: dict[tuple[int, int, tuple[int, ...]], Around] = fresh(factory=dict)

    def add(self, value: Value) -> None:
        """Keep a value, to be found from its sentence, its paragraph and its section."""
        self._around.clear()
        if not value.declared:
            self.values.append(value)
        if value.unlike or value.operator not in {"=", "~"}:
            return
        # What one row of a table comes to may be put into the formula of another.
        aside = aside_at(self.document, value.offset) >= 0
        for depth in (2,) if value.cell else (2, 3) if aside else (0, 1, 2, 3):
            self._given.setdefault((value.glyph, value.place[:depth]), []).append(value)

    def _around_claim(self, claim: Value) -> Around:
        """What is known already of the letters where a claim stands."""
        where = claim.offset, claim.end, claim.place
        if where not in self._around:
            if len(self._around) >= MOST_KEPT:
                self._around.clear()
            self._around[where] = Around()
        return self._around[where]

    def candidates(self, glyph: str, claim: Value) -> list[tuple[Value, int]]:
        """What a letter may be where a claim stands, the likeliest first, each with its distance.

        What its sentence gives before the claim, distance 0, leaves no choice; else what its
        paragraph gives, 1; else what its section gave before, 2; else what was given elsewhere, 3.
        The nearest stands first.
        """
        kept = self._around_claim(claim).candidates
        if glyph not in kept:
            kept[glyph] = self._candidates(glyph, claim)
        return kept[glyph]

    def _candidates(self, glyph: str, claim: Value) -> list[tuple[Value, int]]:
        behind = [value for value in self._given.get((glyph, claim.place), ())
                  if value.offset > claim.offset
                  and _HERE.fullmatch(self.document.masked, claim.end, value.offset)]  # fmt: skip
        if behind:
            return [(behind[0], 0)]
        usual = any(not value.special for value in self._given.get((glyph, ()), ()))
        sentence, paragraph, section, everywhere = (
            sorted((value for value in self._given.get((glyph, claim.place[:depth]), ())
                    if not (usual and value.special)
                    or (depth == 3 and self._is_of_its_clause(value, claim))),
                   key=lambda value: abs(value.offset - claim.offset))
            for depth in (3, 2, 1, 0)
        )  # fmt: skip
        paragraph = self._without_next_case(paragraph, claim)
        before = [value for value in paragraph if value.offset < claim.offset]
        if section and not before:
            # The next point of a list has values of its own.
            paragraph = [
                value for value in paragraph
                if not NEXT_POINT.search(self.document.text, claim.end, value.offset)
            ]  # fmt: skip
        groups = (
            [value for value in sentence if value.offset < claim.offset],
            sorted(paragraph, key=lambda value: (value not in sentence, value not in before)),
            *([value for value in some if value.offset < claim.offset
               and not self._is_of_a_variant(value)] for some in (section, everywhere)),
        )  # fmt: skip
        distance, known = next(((i, some) for i, some in enumerate(groups) if some), (0, []))
        aliases = self.aliases.get(glyph, ())
        if not known and len(aliases) == 1 and aliases[0][1] < claim.offset:
            other = aliases[0][0]
            return [] if other in self.aliases else self.candidates(other, claim)
        if distance == 1 and not before and not set(sentence) & set(known):
            # A later case of the paragraph: what was said before may still hold.
            known = [*(groups[2] or groups[3]), *known]
        running = [value for value in groups[3] if value.running]
        if distance > 1 and len({value.in_base for value in running}) == 1:
            # "In the example": what runs through the text holds where nothing nearer does.
            known, distance = [*running, *groups[2]], 2
        if distance == 2 and all(value.supposed for value in known):
            known = [*known, *(value for value in groups[3] if not value.supposed)]
        if distance > 2 and known[0].declared:
            distance = 2
        # Of one amount in two units the one in base units can be put in as it stands.
        told = sorted(known, key=lambda value: value.value != value.in_base)
        based = {value.in_base: value for value in reversed(told)}
        distinct = {value.in_base: based[value.in_base] for value in reversed(known)}
        return [(value, distance) for value in reversed(distinct.values())][:MOST_CANDIDATES]

    def _is_of_a_variant(self, value: Value) -> bool:
        """Whether a point of a list works a letter out with another value than the example's.

        "- A cache of 8-bit numbers, $e = 1$: half of it, $k = 131072$."
        """
        laws = self.definitions.get(value.glyph, ())
        needs = {name for law in laws for name in law.needs}
        if not needs or not self.document.is_listed(value.offset):
            return False
        return any(
            other.in_base != mate.in_base
            and other.offset < mate.offset
            and (other.running or other.declared)
            for glyph in needs
            for mate in self._given.get((glyph, value.place), ())
            for other in self._given.get((glyph, ()), ())
        )

    def _is_of_its_clause(self, value: Value, claim: Value) -> bool:
        """Whether what is supposed once is supposed of a claim: no semicolon parts them."""
        first, last = sorted((value.end, claim.offset))
        return ";" not in self.document.masked[first:last]

    def _is_of_next_case(self, value: Value, claim: Value, needs: frozenset[str]) -> bool:
        """Whether a later sentence gives a value, and another one that was given before: anew."""
        if value.offset < claim.end or value.place == claim.place:
            return False
        return any(
            other.place == value.place and other.in_base != before[0].in_base
            for glyph in needs - {value.glyph}
            for other in self._given.get((glyph, value.place), ())
            if (before := [each for each in self._given.get((glyph, claim.place[:2]), ())
                           if each.offset < claim.offset])
        )  # fmt: skip

    def _without_next_case(self, values: list[Value], claim: Value) -> list[Value]:
        """Values but those that a sentence gives for its next claim: "and Y = 256 gets 9"."""
        own = self._given.get((claim.glyph, claim.place), ())
        last = max((value.offset for value in own), default=claim.offset)
        next_ = {value.in_base for value in values if claim.offset < value.offset < last}
        return [v for v in values if v.offset < claim.offset or v.in_base not in next_]

    def is_vague(self, glyph: str, claim: Value) -> bool:
        """Whether a document gave a letter several values before a claim, or others in a table."""
        given = self._given.get((glyph, ()), ())
        column = self.tabulated.get(glyph, frozenset())
        computed = any(law.operator == "=" for law in self.definitions.get(glyph, ()))
        if computed and column and all(value.value not in column for value in given):
            return True
        before = {one.in_base for one in given if one.offset < claim.offset and not one.special}
        # Who rounds 12.84 to 13 has one value.
        return len(before) > 1 and max(before) > min(before) * (1 + ROUGH)

    def values_at(
        self, claim: Value, known: Mapping[str, float], depth: int = 1
    ) -> dict[str, float]:
        """The values of the letters of a section that stand before a claim, but those known.

        Of its paragraph where ``depth`` is 2, of its sentence where it is 3.
        """
        return {
            value.glyph: value.in_base
            for (_, place), some in self._given.items() if place == claim.place[:depth]
            for value in some
            if value.offset < claim.offset
            and value.glyph not in known
            and value.glyph != claim.glyph
        }  # fmt: skip

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

    def lone_values(self) -> dict[str, float]:
        """The letters that the whole document gives one value."""
        return {
            glyph: some[0].in_base for (glyph, place), some in self._given.items()
            if not place and len({one.value for one in some}) == 1
        }  # fmt: skip

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

    def settings(self, side: Definition, claim: Value) -> Iterator[Setting]:
        """Every way to put the values of the text into a side, the likeliest first.

        None where a letter has no value and no formula that gives it one.
        """
        options: list[list[tuple[str, Value | Computed, int]]] = []
        for glyph in sorted(side.needs):
            known = [
                each for each in self.candidates(glyph, claim)
                if not self._is_of_next_case(each[0], claim, side.needs)
            ]  # fmt: skip
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
            clocks = {value.in_seconds for value in given if value.in_seconds}
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
                # What a sentence gives is given; what was worked out before was rounded.
                rounding=sum(
                    value.rounding for _, value, far in chosen if isinstance(value, Value) and far
                ),
                multiples=tuple(dict.fromkeys(each for own in given for each in own.multiples)),
                computed=tuple(made for _, made, _ in chosen if isinstance(made, Computed)),
            )
            in_base = {
                glyph: number.in_base if isinstance(number, Value) else number.value
                for glyph, number, _ in chosen
            }
            # Minutes times hours are nothing, unless the formula itself turns one into the other.
            if len(clocks) < 2 or turns_clocks(side.side):
                yield setting
            # 42.9 GB beside a number of bytes.
            if in_base != setting.values:
                yield setting.replaced(values=in_base, in_base=True)
            # 0.09 beside a row in USD/kWh, and 1100 W.
            by_rows = {
                glyph: number.value * self.factors.get(glyph, 1.0)
                if isinstance(number, Value) and number.measured is None else in_base[glyph]
                for glyph, number, _ in chosen
            }  # fmt: skip
            if by_rows != in_base and side.glyph in self.factors:
                own = self.factors[side.glyph]
                yield setting.replaced(values=by_rows, in_base=True, own=own)

    def _is_stale(self, glyph: str, claim: Value, known: list[tuple[Value, int]]) -> bool:
        """Whether a letter was worked out with another value of what the claim's sentence gives."""
        if not known or not known[0][1]:
            return False
        for law in self.definitions.get(glyph, ()):
            for name in law.needs:
                here = self._given.get((name, claim.place), ())
                before = [other.in_base for other, _ in self.candidates(name, known[0][0])]
                if here and before and here[-1].in_base not in before:
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
        kept = self._around_claim(claim).computed
        key = glyph, len(above), frozenset(above)
        if key not in kept:
            kept[key] = self._computed(glyph, claim, above)
        return kept[key]

    def _computed(self, glyph: str, claim: Value, above: tuple[str, ...]) -> list[Computed]:
        made: dict[float, Computed] = {}
        for law in self.defining(glyph, "=", claim.offset)[:MOST_COMPUTED]:
            printed, based = (
                [
                    [(value.in_base if in_base else value.value, away,
                      away > 1 and self.is_vague(needed, claim))
                     for value, away in self.candidates(needed, claim)]
                    or [(deeper.value, deeper.away, deeper.vague)
                        for deeper in self.computed(needed, claim, (*above, glyph))]
                    for needed in sorted(law.needs)
                ]
                for in_base in (False, True)
            )  # fmt: skip
            # All as they are printed, and all in bytes and seconds.
            ways = [itertools.product(*printed)]
            ways += [itertools.product(*based)] if based != printed else []
            for chosen in itertools.chain(*(itertools.islice(way, MOST_WAYS) for way in ways)):
                values = {
                    needed: number
                    for needed, (number, *_) in zip(sorted(law.needs), chosen, strict=True)
                }
                value = evaluated(law.side, values)
                if value is not None:
                    away = min(2, *(distance for _, distance, _ in chosen))
                    vague = any(open_ for *_, open_ in chosen)
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
        waiting = sorted(glyphs)
        while waiting and len(known) < MOST_EXPANDED:
            glyph = waiting.pop()
            if glyph in known:
                continue
            some = [
                law for law in self.definitions.get(glyph, ())
                if law.row is not row and law.operator in operators
                # What is worked out behind a chain, "F = (1 + w) E = 20.6", is of one example.
                and not (law.offset > start and self.has_own_number(law))
            ][-MOST_DEFINITIONS:]  # fmt: skip
            if some:
                known[glyph] = some
                waiting += [name for law in some if deep for name in law.needs if name not in known]
        combinations = itertools.product(*known.values())
        for chosen in itertools.islice(combinations, MOST_COMBINATIONS):
            yield dict(zip(known, chosen, strict=True))
