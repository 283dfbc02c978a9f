"""From where on something is worth it, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.runs.wording import quantity

from .wording import listing, own, table
from .worth import EQUAL, Pair, Worth, parts

SCHEMA = 1
FEW = 0.05
"""Parts of the step that move by less than this share of the largest are not told."""


def text(worth: Worth) -> str:
    """The whole answer."""
    return "\n".join(_lines(worth))


def _lines(worth: Worth) -> Iterator[str]:
    plan = worth.plan
    now = own(plan, worth.by, worth.now.value)
    origin = plan.question.run.origins.get(worth.by, "")
    note = plan.question.run.composition.laws.letter(worth.by)
    meaning = note.meaning if note else worth.by
    if worth.equal is None:
        verdict = "is worth it" if worth.now.excess < 0 else "is not worth it"
        yield f"{worth.what} {verdict}, and no value of {worth.by} was found that changes that"
        yield f"  {worth.by}: {meaning}"
        for pair in (worth.now, *worth.ends):
            yield f"  at {own(plan, worth.by, pair.value)}: {_verdict(pair)}"
    elif worth.equal is worth.now:
        yield f"{worth.what} is as good as the best without it, with {worth.by} as it is: {now}"
        yield f"  {_verdict(worth.now)}"
    else:
        upward = (worth.equal.value >= worth.now.value) == (worth.now.excess > 0)
        word = "from" if upward else "up to"
        times = worth.equal.value / worth.now.value
        value = own(plan, worth.by, worth.equal.value)
        yield f"{worth.what} is worth it {word} {worth.by} = {value}"
        yield f"  {worth.by}: {meaning}, {now} now ({origin}); {times:.4g} times that"
        yield f"  now: {_verdict(worth.now)}"
        yield f"  there: {_verdict(worth.equal)}"
        layouts = [layout for layout in worth.equal.layouts if layout]
        yield from (f"    {line}" for line in table(listing(plan, layouts)))
    yield from _moved(worth, worth.equal or worth.now)


def _verdict(pair: Pair) -> str:
    with_it, without = (
        f"{quantity(estimate.time, 'second')} a step" if estimate else "no layout that fits"
        for estimate in pair.estimates
    )
    word = "the same"
    if abs(pair.excess) > EQUAL:
        share = f"{abs(pair.ratio - 1):.1%} " if all(pair.estimates) else ""
        word = f"{share}{'worse' if pair.excess > 0 else 'better'}"
    return f"{word}, {with_it} with it and {without} without it"


def _moved(worth: Worth, pair: Pair) -> Iterator[str]:
    """What it costs and what it saves, in parts of the step."""
    moved = {letter: with_it - without for letter, (with_it, without) in parts(pair).items()}
    largest = max(map(abs, moved.values()), default=0.0)
    for letter, change in sorted(moved.items(), key=lambda row: -abs(row[1])):
        if largest and abs(change) > FEW * largest:
            note = worth.plan.question.run.composition.laws.letter(letter)
            word = "more" if change > 0 else "less"
            says = f", {note.meaning}" if note else ""
            yield f"  with it {quantity(abs(change), 'second')} {word} of {letter}{says}"


def to_data(worth: Worth) -> dict[str, Any]:
    """The answer with units."""
    return {
        "schema": SCHEMA,
        "what": worth.what,
        "by": worth.by,
        "now": _data(worth, worth.now),
        "equal": None if worth.equal is None else _data(worth, worth.equal),
        "ends": [_data(worth, pair) for pair in worth.ends],
    }


def _data(worth: Worth, pair: Pair) -> dict[str, Any]:
    note = worth.plan.question.run.composition.laws.letter(worth.by)
    factor, unit = (note.factor, note.unit) if note else (1.0, "")
    names = ("with", "without")
    return {
        "value": {"magnitude": pair.value / factor, "unit": unit},
        "ratio": pair.ratio if all(pair.layouts) else None,
        "layouts": {
            name: {"letters": dict(layout.letters), "choices": dict(layout.choices)}
            for name, layout in zip(names, pair.layouts, strict=True)
            if layout
        },
    }
