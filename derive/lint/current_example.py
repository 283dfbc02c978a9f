"""Which of several values of a letter an example goes on with: those its last number came from.

"For the model above that is 50.4 GB" follows with the P of the running example, though two other
values were put in for P since: what comes next is of the same model, until a new value is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from derive.frozen import Record

from .claim_agreement import comes_out
from .claimed import Claimed
from .probing import evaluated
from .statements import Setting, Value
from .system import System

LEAST_DIGITS = 2


class Pin(Record):
    """A value with which a number came out, and where."""

    glyph: str
    value: float
    offset: int
    place: tuple[int, int, int]


def pins_of(system: System, outcomes: Iterable[tuple[Value, Sequence[Claimed]]]) -> list[Pin]:
    """The values of letters with several that alone give the numbers of the text, in its order."""
    found = [
        pin for claim, each in outcomes for outcome in each
        if outcome.comes_out and claim.digits >= LEAST_DIGITS and not claim.cell
        for pin in _pins(system, claim, outcome)
    ]  # fmt: skip
    return sorted(found, key=lambda pin: pin.offset)


def _pins(system: System, claim: Value, outcome: Claimed) -> Iterator[Pin]:
    law = outcome.definition
    several = [glyph for glyph in law.needs if system.is_vague(glyph, claim)]
    for glyph, used in outcome.setting.values.items() if outcome.exact else ():
        if glyph not in several:
            yield Pin(glyph, used, claim.offset, claim.place)
    if not several:
        return
    right = [
        setting.values for setting in system.settings(law, claim)
        if (value := evaluated(law.side, setting.values)) is not None
        and comes_out(claim, law, value, setting)
    ]  # fmt: skip
    for glyph in several:
        values = {known[glyph] for known in right}
        if len(values) == 1:
            yield Pin(glyph, values.pop(), claim.offset, claim.place)


def with_pins(system: System, outcome: Claimed, pins: Sequence[Pin]) -> Claimed:
    """A claim that may be of several values, with those that the example before it bears out."""
    claim, law, setting = outcome.claim, outcome.definition, outcome.setting
    if outcome.comes_out or claim.cell:
        return outcome
    if not setting.vague:
        # "It takes t = 7.62 ms and u = 4.69 ms": the first is of the values given far before.
        beside = {(pin.glyph, pin.value) for pin in pins if pin.place == claim.place}
        shared = beside & set(setting.values.items())
        return _pinned(outcome, setting, outcome.gives) if shared and setting.only else outcome
    known = {
        glyph: pin.value for glyph in law.needs
        if (pin := _last(system, glyph, claim, pins)) is not None
    }  # fmt: skip
    if not known or any(
        glyph not in known and system.is_vague(glyph, claim)
        and not _is_given_beside(system, glyph, claim)
        for glyph in law.needs
    ):  # fmt: skip
        return outcome
    ways = [
        (way, value) for way in system.settings(law, claim)
        if _has(way.values, known) and (value := evaluated(law.side, way.values)) is not None
    ]  # fmt: skip
    return _pinned(outcome, *ways[0]) if ways else outcome


def _pinned(outcome: Claimed, setting: Setting, value: float) -> Claimed:
    sure = setting.replaced(vague=False, borrowed=False, near=True, inside=True, only=True)
    return outcome.replaced(claim=outcome.claim.by_row(sure), setting=sure, gives=value)


def _has(values: Mapping[str, float], known: Mapping[str, float]) -> bool:
    return all(values.get(glyph) == value for glyph, value in known.items())


def _last(system: System, glyph: str, claim: Value, pins: Sequence[Pin]) -> Pin | None:
    """The last pin of a letter in the section before a claim, if no value was given since."""
    before = [pin for pin in pins if pin.glyph == glyph and pin.offset < claim.offset
              and pin.place[0] == claim.place[0]]  # fmt: skip
    if not before:
        return None
    since = any(value.glyph == glyph and before[-1].offset < value.offset < claim.end
                for value in system.values)  # fmt: skip
    return None if since else before[-1]


def _is_given_beside(system: System, glyph: str, claim: Value) -> bool:
    """Whether the paragraph of a claim gives a letter its value."""
    return any(away < 2 for _, away in system.candidates(glyph, claim)[:1])
