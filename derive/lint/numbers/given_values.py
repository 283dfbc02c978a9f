"""The numbers that a text gives its letters, and which of them hold where a claim stands.

Values are looked up from the inside out: in the sentence of the claim, then in its paragraph,
then earlier in its section, since an example may stand far below its formula.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from derive.dimensions import Dimension
from derive.frozen import Mutable, fresh
from derive.lazy import lazy_re

from ..texts.documents import Document
from ..words.places import aside_at
from .statements import ROUGH, Around, Definition, Value

# "2.7 GB for $k = 1$ and 10.7 GB for $k = 4$": what stands right behind a claim is its case.
_HERE = lazy_re(r"[^.;,]{0,24}?\b(?:for|at|with|if|when)(?:\s+[a-z]+){0,2}[\s$\\(]*")
_BEST = tuple(f"{script}{name}" for script in "_^" for name in ("*", "star", "opt", "best"))
NEXT_POINT = lazy_re(r"\n\s*(?:[-*+]\s|\d+[.)]\s|\\item\b)")
MOST_CANDIDATES = 4
MOST_KEPT = 64
"""Claims of which is kept what their letters may be: a long document has thousands."""


class GivenValues(Mutable, eq=False, slots=False):
    """What one document says of its own letters: its formulas, and the numbers it gives them."""

    document: Document
    own: frozenset[str] = frozenset()
    # What the rows of its tables measure letters in, as the author wrote it.
    units: Mapping[str, str] = fresh(factory=dict)
    # What these rows say that letters are.
    meanings: Mapping[str, str] = fresh(factory=dict)
    # The units as dimensions, where they can be read.
    dimensions: Mapping[str, Dimension] = fresh(factory=dict)
    # What one of these is in base units.
    factors: Mapping[str, float] = fresh(factory=dict)
    # Letters that head a column of a table: they have a value in each row.
    tabulated: Mapping[str, frozenset[float]] = fresh(factory=dict)
    # Those of them that head a first column: they tell the cases.
    cases: Mapping[str, frozenset[float]] = fresh(factory=dict)
    definitions: dict[str, list[Definition]] = fresh(factory=dict)
    values: list[Value] = fresh(factory=list)
    # Those that a table gives every formula, which claim nothing.
    declared: list[Value] = fresh(factory=list)
    # Those that a sentence brings about in its paragraph, which claim nothing either.
    brought: list[Value] = fresh(factory=list)
    # Formulas that stand in a sentence without a letter for what they give.
    named: list[Definition] = fresh(factory=list)
    # Letters that stand for another one, "c = H".
    aliases: dict[str, list[Definition]] = fresh(factory=dict)
    _given: dict[tuple[str, tuple[int, ...]], list[Value]] = fresh(factory=dict)
    # Of the claims asked about last, by where they stand; filled once the document is read.
    _around: dict[tuple[int, int, tuple[int, ...]], Around] = fresh(factory=dict)

    def add(self, value: Value) -> None:
        """Keep a value, to be found from its sentence, its paragraph and its section."""
        self._around.clear()
        brought = value.declared and value.supposed
        kept = self.brought if brought else self.declared if value.declared else self.values
        kept.append(value)
        if value.unlike or value.near or value.operator not in {"=", "~"}:
            return
        # What one row of a table comes to may be put into the formula of another.
        aside = aside_at(self.document, value.offset) >= 0
        for depth in (2,) if value.cell else (2, 3) if aside or brought else (0, 1, 2, 3):
            self._given.setdefault((value.glyph, value.place[:depth]), []).append(value)

    def around(self, claim: Value) -> Around:
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
        kept = self.around(claim).candidates
        if glyph not in kept:
            kept[glyph] = self._candidates(glyph, claim)
        return kept[glyph]

    def _candidates(self, glyph: str, claim: Value) -> list[tuple[Value, int]]:
        behind = [value for value in self._given.get((glyph, claim.place), ())
                  if value.offset > claim.offset
                  and _HERE.fullmatch(self.document.masked, claim.end, value.offset)]  # fmt: skip
        if behind:
            return [(behind[0], 0)]
        best = [
            value for sign in _BEST for value in self._given.get((glyph + sign, claim.place), ())
            if value.offset < claim.offset
        ]  # fmt: skip
        if best and not any(
            value.offset < claim.offset for value in self._given.get((glyph, claim.place), ())
        ):
            # "That is $k_* = 458$ and $T = 32.5$ ms": of just as many.
            return [(best[-1], 0)]
        renamed = self._renamed_in_the_paragraph(glyph, claim)
        if renamed is not None:
            (other,) = renamed.needs
            return [] if other in self.aliases else self.candidates(other, claim)
        everything = self._given.get((glyph, ()), ())
        # What is supposed once may be what the text has elsewhere, too.
        usual = {value.in_base for value in everything if not value.special}
        asserted = {value.in_base for value in everything if not (value.special or value.supposed)}
        # What words alone may say of a letter counts where nothing else tells its value.
        surely = any(not value.perhaps for value in everything)
        sentence, paragraph, section, everywhere = (
            sorted((value for value in self._given.get((glyph, claim.place[:depth]), ())
                    if not (_is_beside(value, usual, asserted)
                            or (surely and value.perhaps))
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
        # "A pipeline starved of work, say $K = 6$": of no sentence before.
        # "Four of them give $D = 0.76$ s and $p = 0.947$": of no p before.
        anew = {
            other.place for other in self._given.get((claim.glyph, claim.place[:2]), ())
            if other.offset > claim.offset and other.value != claim.value
        }  # fmt: skip
        paragraph = [value for value in paragraph if value.offset < claim.offset
                     or value in sentence
                     or not (value.supposed or value.place in anew)]  # fmt: skip
        groups = (
            [value for value in sentence if value.offset < claim.offset],
            sorted(paragraph, key=lambda value: (value not in sentence, value not in before)),
            *([value for value in some if value.offset < claim.offset and not value.toy
               ] for some in (section, everywhere)),
        )  # fmt: skip
        distance, known = next(((i, some) for i, some in enumerate(groups) if some), (0, []))
        aliases = self.aliases.get(glyph, ())
        if not known and len(aliases) == 1 and aliases[0].offset < claim.offset:
            (other,) = aliases[0].needs
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

    def _renamed_in_the_paragraph(self, glyph: str, claim: Value) -> Definition | None:
        """What says before a claim that a letter is another one, and no number since.

        "If only the copy to the host blocks, $t = h$": there it is that, and nothing else.
        """
        block = self.document.block_at(claim.offset)
        laws = [
            law for law in self.aliases.get(glyph, ())
            if block and len(law.row.members) == 2 and block.start <= law.offset < claim.offset
        ]  # fmt: skip
        given = self._given.get((glyph, claim.place[:2]), ())
        since = any(laws[-1].offset < each.offset < claim.offset for each in given if laws)
        return laws[-1] if laws and not since else None

    def _is_of_its_clause(self, value: Value, claim: Value) -> bool:
        """Whether what is supposed once is supposed of a claim: no semicolon parts them."""
        first, last = sorted((value.end, claim.offset))
        return ";" not in self.document.masked[first:last]

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
        if computed and len(column) > 1:
            return True
        before = {one.in_base for one in given
                  if one.offset < claim.offset and not (one.special or one.toy)}  # fmt: skip
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

    def lone_values(self) -> dict[str, float]:
        """The letters that the whole document gives one value."""
        return {
            glyph: some[0].in_base for (glyph, place), some in self._given.items()
            if not place and len({one.value for one in some}) == 1
        }  # fmt: skip


def _is_beside(value: Value, usual: Collection[float], asserted: Collection[float]) -> bool:
    """Whether a value is only supposed once, where the text has others.

    "Eight in a node ($c = 8$)" is, too, but beside what is asserted, and not beside "with
    $c = 64$".
    """
    others = usual if value.supposed or value.value in {0.0, 1.0} else asserted
    return value.special and bool(others) and value.in_base not in others
