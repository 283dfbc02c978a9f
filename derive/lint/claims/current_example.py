"""Which of several values of a letter an example goes on with: those its last number came from.

"For the model above that is 50.4 GB" follows with the P of the running example, though two other
values were put in for P since: what comes next is of the same model, until a new value is given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from derive.frozen import Record

from ..numbers.claim_agreement import comes_out
from ..numbers.statements import Setting, Value
from ..numbers.system import System
from ..words.digits import MANY_DIGITS
from .claimed import Claimed

LEAST_DIGITS = 2


class Pin(Record):
    """A value with which a number came out, and where.

    A number that came out itself rests on those of its formula.
    """

    glyph: str
    value: float
    offset: int
    rests_on: tuple[tuple[str, float], ...] = ()


class Pins(Record):
    """The values that the numbers of a text came from, by their sentences and by their sections."""

    system: System
    # A book has thousands of numbers, and each asks for those near it.
    by_sentence: dict[tuple[int, int, int], set[tuple[str, float]]]
    by_section: dict[tuple[str, int], list[Pin]]
    by_glyph: dict[str, list[Pin]]

    @classmethod
    def of(cls, system: System, outcomes: Iterable[tuple[Value, Sequence[Claimed]]]) -> Pins:
        """Those of all claims that come out."""
        pins = cls(system, {}, {}, {})
        for claim, each in outcomes:
            if claim.digits < LEAST_DIGITS or claim.cell:
                continue
            for outcome in each:
                for glyph, value in _pinned_by(system, outcome) if outcome.comes_out else ():
                    pins.by_sentence.setdefault(claim.place, set()).add((glyph, value))
                    section = pins.by_section.setdefault((glyph, claim.place[0]), [])
                    section.append(Pin(glyph, value, claim.offset))
                    if glyph not in {computed.law.glyph for computed in outcome.setting.computed}:
                        pins.by_glyph.setdefault(glyph, []).append(section[-1])
            came_out = next(
                (outcome for outcome in each if outcome.comes_out and not outcome.setting.computed),
                None,
            )
            if came_out is not None and claim.digits >= MANY_DIGITS:
                rests_on = tuple(came_out.setting.values.items())
                pin = Pin(claim.glyph, claim.in_base, claim.offset, rests_on)
                pins.by_glyph.setdefault(claim.glyph, []).append(pin)
        return pins

    def put_into(self, outcome: Claimed) -> Claimed:
        """A claim that may be of several values, with those that the example bears out."""
        claim, law, setting = outcome.claim, outcome.definition, outcome.setting
        if outcome.comes_out or claim.cell:
            return outcome
        if not setting.vague:
            # "It takes t = 7.62 ms and u = 4.69 ms": the first is of the values given far before.
            beside = self.by_sentence.get(claim.place, set()) & {*setting.values.items()}
            return _sure(outcome, setting, outcome.gives) if beside and setting.only else outcome
        pinned = {
            glyph: pin.value for glyph in law.needs
            if (pin := self._last(glyph, claim) or (
                self._ongoing(glyph, claim) if self.system.is_vague(glyph, claim) else None
            )) is not None
        }  # fmt: skip
        if not pinned or any(
            glyph not in pinned and self.system.is_vague(glyph, claim)
            and not any(away < 2 for _, away in self.system.candidates(glyph, claim)[:1])
            for glyph in law.needs
        ):  # fmt: skip
            return outcome
        for other, gives in self.system.outcomes(law, claim):
            if pinned.items() <= other.values.items():
                return _sure(outcome, other, gives)
        return outcome

    def _ongoing(self, glyph: str, claim: Value, above: tuple[str, ...] = ()) -> Pin | None:
        """The last value of a letter before a claim, where the text goes on with it.

        All that comes out with the letter since, until the text gives another one, does so with
        this value, and some of it in another paragraph. Or what it came from itself goes on.
        """
        given = [
            value for value in self.system.values
            if value.glyph == glyph and value.operator in {"=", "~"} and not
            (value.special or value.toy or value.near or value.perhaps or value.cell)
        ]  # fmt: skip
        last = max((value for value in given if value.offset < claim.offset),
                   key=lambda value: value.offset, default=None)  # fmt: skip
        if last is None or glyph in above:
            return None
        until = min((v.offset for v in given if v.offset > claim.offset), default=math.inf)
        since = [pin for pin in self.by_glyph.get(glyph, ()) if last.offset <= pin.offset < until]
        if any(pin.value not in {last.value, last.in_base} for pin in since):
            return None
        block = self.system.document.block_at(last.offset)
        end = block.end if block is not None else last.end
        for pin in since:
            if (not pin.rests_on and pin.offset > end) or (
                pin.rests_on and pin.offset == last.offset
                and all(self._goes_on(*known, claim, (*above, glyph)) for known in pin.rests_on)
            ):  # fmt: skip
                return pin
        return None

    def _goes_on(self, glyph: str, value: float, claim: Value, above: tuple[str, ...]) -> bool:
        pin = self._ongoing(glyph, claim, above)
        return pin is not None and pin.value == value

    def _last(self, glyph: str, claim: Value) -> Pin | None:
        """The last pin of a letter in the section before a claim, if no value was given since."""
        before = [pin for pin in self.by_section.get((glyph, claim.place[0]), ())
                  if pin.offset < claim.offset]  # fmt: skip
        last = max(before, key=lambda pin: pin.offset, default=None)
        if last is None or any(
            value.glyph == glyph and last.offset < value.offset < claim.end
            for value in self.system.values
        ):
            return None
        return last


def _pinned_by(system: System, outcome: Claimed) -> Iterator[tuple[str, float]]:
    """The letters whose value a number tells: of several, the one alone that gives it."""
    claim, law = outcome.claim, outcome.definition
    several = [glyph for glyph in law.needs if system.is_vague(glyph, claim)]
    if outcome.exact:
        yield from ((g, value) for g, value in outcome.setting.values.items() if g not in several)
    if not several:
        return
    right = [
        setting.values for setting, gives in system.outcomes(law, claim)
        if comes_out(claim, law, gives, setting)
    ]  # fmt: skip
    for glyph in several:
        values = {known[glyph] for known in right}
        if len(values) == 1:
            yield glyph, values.pop()


def _sure(outcome: Claimed, setting: Setting, gives: float) -> Claimed:
    sure = setting.replaced(vague=False, borrowed=False, near=True, inside=True, only=True)
    return outcome.replaced(claim=outcome.claim.by_row(sure), setting=sure, gives=gives)
