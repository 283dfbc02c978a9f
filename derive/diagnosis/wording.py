"""A diagnosis in words, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from derive.runs.estimate import Estimate
from derive.runs.record import Run
from derive.runs.wording import COUNTED, in_words

from .diagnosis import NEAR, Conflict, Diagnosis, Explanation, Gap, named, value_of

SCHEMA = 1
SHOWN = 6
LARGEST = 4
LARGE = math.log(1.3)
"""A gap, as a logarithm, from which on a broken link comes into question."""
FAR_BELOW = 0.6
"""Shares differ between sound machines; below this part of the usual one something is wrong."""
NEARLY_ALL = 0.8
"""A part of which one term is at least this share is that term."""


def text(diagnosis: Diagnosis) -> str:
    """The whole diagnosis."""
    parts = [list(_gap(diagnosis, gap)) for gap in diagnosis.gaps]
    parts += [list(_conflict(diagnosis, conflict)) for conflict in diagnosis.conflicts]
    parts += [list(_choices(diagnosis)), list(_next(diagnosis))]
    return "\n\n".join("\n".join(part) for part in parts if part)


def own(diagnosis: Diagnosis, letter: str, value: float) -> str:
    """A value in a unit that suits it."""
    return in_words(diagnosis.run, letter, value, 4)


def meaning(diagnosis: Diagnosis, letter: str) -> str:
    """What a letter means."""
    return diagnosis.run.composition.laws.meaning(letter, letter)


def _gap(diagnosis: Diagnosis, gap: Gap) -> Iterator[str]:
    conventions = {name: key for key, name in diagnosis.run.composition.parts["mfu"].items()}
    counted = f" ({COUNTED[conventions[gap.letter]]})" if gap.letter in conventions else ""
    head = (
        f"{gap.letter}{counted}   measured {own(diagnosis, gap.letter, gap.measured)}, "
        f"estimated {own(diagnosis, gap.letter, gap.estimated)}"
    )
    if abs(gap.ratio - 1) <= NEAR:
        yield f"{head}: they agree within {NEAR:.0%}"
        yield from _made_of(diagnosis, gap)
        return
    word = "more" if gap.ratio > 1 else "less"
    yield f"{head}: {abs(gap.ratio - 1):.1%} {word} than estimated"
    yield "  each of these alone would explain it, the smallest change first:"
    for explanation in gap.explanations[:SHOWN]:
        yield f"    {_changed(diagnosis, explanation)}"
        if abs(math.log(gap.ratio)) > LARGE:
            yield from (
                f"  {line}" for line in seen(diagnosis.run, explanation.letter, explanation.after)
            )
    if not gap.explanations:
        yield "    no letter of the estimate would, alone"
    if gap.unable:
        names = ", ".join(
            f"{cause.letter} (even at {own(diagnosis, cause.letter, cause.after)})"
            for cause in gap.unable
        )
        yield f"  not enough alone: {names}"


def _changed(diagnosis: Diagnosis, explanation: Explanation) -> str:
    letter = explanation.letter
    origin = diagnosis.run.origins.get(letter, "")
    source = f"   ({origin})" if origin.startswith("attained") else ""
    after, before = (
        own(diagnosis, letter, value) for value in (explanation.after, explanation.before)
    )
    return f"{letter:8} {after} instead of {before}   {meaning(diagnosis, letter)}{source}"


def _made_of(diagnosis: Diagnosis, gap: Gap) -> Iterator[str]:
    """The largest parts of a total that is as estimated: they are what it is due to."""
    total = {"M_gpu": "memory", "T_step": "time"}.get(gap.letter)
    parts = sorted(diagnosis.estimate.parts(total) if total else (), key=lambda part: -part.value)
    if parts:
        yield "  the largest parts of the estimate:"
    for part in parts[:LARGEST]:
        row = f"    {part.letter:8} {own(diagnosis, part.letter, part.value)}   {part.name}"
        letter, value = mostly(diagnosis.estimate, part.letter, part.value)
        if letter != part.letter:
            value_of_it = own(diagnosis, letter, value)
            row += f"; {value_of_it} of it {letter}, {meaning(diagnosis, letter)}"
        yield row


def mostly(estimate: Estimate, letter: str, value: float) -> tuple[str, float]:
    """The letter behind another one, in the same unit, that is nearly all of it."""
    laws, steps = estimate.run.composition.laws, {step.of: step for step in estimate.steps}
    while letter in steps:
        note = laws.letter(letter)
        for other in steps[letter].needs:
            behind = laws.letter(other)
            size = max(estimate.stages(other)) if other in estimate.values else 0.0
            same = note is not None and behind is not None and note.unit == behind.unit
            if same and NEARLY_ALL * value <= size <= value:
                letter, value = other, size
                break
        else:
            break
    return letter, value


def _conflict(diagnosis: Diagnosis, conflict: Conflict) -> Iterator[str]:
    value = own(diagnosis, conflict.letter, conflict.measured)
    rate = own(diagnosis, conflict.beside, conflict.rate)
    names = {letter: name for name, letter in diagnosis.run.composition.parts["mfu"].items()}
    implied = ", ".join(
        own(diagnosis, conflict.letter, value)
        + (f" ({COUNTED[names[letter]]})" if letter in names else "")
        for letter, value in conflict.implied.items()
    )
    yield f"{conflict.letter}   measured {value}: it does not go with {conflict.beside} = {rate}"
    yield f"  which makes it {implied}"
    yield "  no other run would reconcile the two; one of these, reckoned with instead, would:"
    for figure in conflict.figures:
        ends = sorted({min(figure.after.values()), max(figure.after.values())})
        after = " to ".join(own(diagnosis, figure.letter, end) for end in ends)
        near = f"   ({figure.near})" if figure.near else ""
        before = own(diagnosis, figure.letter, figure.before)
        says = meaning(diagnosis, figure.letter)
        yield f"    {figure.letter:8} {after} instead of {before}   {says}{near}"


def seen(run: Run, letter: str, share: float) -> Iterator[str]:
    """What people found behind such a share of the links, where it is far below the usual one."""
    known = run.composition.diagnosis["seen"].get(letter, ())
    usual = run.letters.get(letter, 0.0)
    if not known or share >= FAR_BELOW * usual:
        return
    ports = share / usual * run.letters["G_node"]
    if letter == "e_out":
        used = f"{ports:.2g}" if ports >= 1 else "less than one"
        yield f"    as if {used} of the {run.letters['G_node']:g} ports of a node were used"
    yield "    what was found behind so little elsewhere:"
    for row in known:
        yield f"      {row['says']}   ({row['source']})"


def _choices(diagnosis: Diagnosis) -> Iterator[str]:
    if not diagnosis.choices:
        return
    yield "choices that would bring the estimate nearer, if the run made them:"
    for explanation in diagnosis.choices[:SHOWN]:
        values = ", ".join(
            f"{letter} {own(diagnosis, letter, value)}"
            for letter, value in (explanation.estimates or {}).items()
        )
        before = diagnosis.run.choices[explanation.choice]
        yield f"    {explanation.choice} {explanation.alternative} instead of {before}: {values}"


def _next(diagnosis: Diagnosis) -> Iterator[str]:
    if not diagnosis.next:
        return
    yield "what would tell them apart:"
    for letter, rows in diagnosis.next[:SHOWN]:
        yield f"    {letter}, {meaning(diagnosis, letter)}"
        own_value = rows[-1][1]
        moved = [row for row in rows if abs(row[1] / own_value - 1) > 0.05]
        said = [f"{own(diagnosis, letter, value)} if it is {name}" for name, value in moved]
        yield f"      {', '.join(said)}; {own(diagnosis, letter, own_value)} if it is another one"


def to_data(diagnosis: Diagnosis) -> dict[str, Any]:
    """Everything that a diagnosis says, with units."""
    quantity = diagnosis.run.composition.laws.quantity

    def explained(explanations: Iterable[Explanation]) -> list[dict[str, Any]]:
        return [
            {
                "letter": named(cause),
                "value": quantity(cause.letter, cause.after),
                "instead_of": quantity(cause.letter, value_of(diagnosis.estimate, cause.letter)),
            }
            for cause in explanations
        ]

    def quantities(values: Mapping[str, float]) -> dict[str, Any]:
        return {letter: quantity(letter, value) for letter, value in values.items()}

    return {
        "schema": SCHEMA,
        "gaps": [
            {
                "letter": gap.letter,
                "measured": quantity(gap.letter, gap.measured),
                "estimated": quantity(gap.letter, gap.estimated),
                "ratio": gap.ratio,
                "explanations": explained(gap.explanations),
                "not_enough": explained(gap.unable),
            }
            for gap in diagnosis.gaps
        ],
        "conflicts": [
            {
                "letter": conflict.letter,
                "measured": quantity(conflict.letter, conflict.measured),
                "beside": conflict.beside,
                "implied": quantities(conflict.implied),
                "figures": [
                    {
                        "letter": figure.letter,
                        "instead_of": quantity(figure.letter, figure.before),
                        "values": {
                            name: quantity(figure.letter, value)
                            for name, value in figure.after.items()
                        },
                        "near": figure.near,
                    }
                    for figure in conflict.figures
                ],
            }
            for conflict in diagnosis.conflicts
        ],
        "choices": [
            {
                "choice": explanation.choice,
                "alternative": explanation.alternative,
                "instead_of": diagnosis.run.choices[explanation.choice],
                "estimates": quantities(explanation.estimates or {}),
            }
            for explanation in diagnosis.choices
        ],
        "next": [
            {
                "letter": letter,
                "meaning": meaning(diagnosis, letter),
                "values": [{"if": name, "value": quantity(letter, value)} for name, value in rows],
            }
            for letter, rows in diagnosis.next
        ],
    }
