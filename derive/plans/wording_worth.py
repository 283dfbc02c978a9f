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


def text(found: Worth) -> str:
    """The whole answer."""
    return "\n".join(_lines(found))


def _lines(found: Worth) -> Iterator[str]:
    plan = found.plan
    now = own(plan, found.by, found.now.value)
    origin = plan.question.run.origins.get(found.by, "")
    note = plan.question.run.composition.laws.letter(found.by)
    meaning = note.meaning if note else found.by
    if found.equal is None:
        verdict = "is worth it" if found.now.excess < 0 else "is not worth it"
        yield f"{found.what} {verdict}, and no value of {found.by} was found that changes that"
        yield f"  {found.by}: {meaning}"
        for pair in (found.now, *found.ends):
            yield f"  at {own(plan, found.by, pair.value)}: {_verdict(pair)}"
    elif found.equal is found.now:
        yield f"{found.what} is as good as the best without it, with {found.by} as it is: {now}"
        yield f"  {_verdict(found.now)}"
    else:
        upward = (found.equal.value >= found.now.value) == (found.now.excess > 0)
        word = "from" if upward else "up to"
        times = found.equal.value / found.now.value
        value = own(plan, found.by, found.equal.value)
        yield f"{found.what} is worth it {word} {found.by} = {value}"
        yield f"  {found.by}: {meaning}, {now} now ({origin}); {times:.4g} times that"
        yield f"  now: {_verdict(found.now)}"
        yield f"  there: {_verdict(found.equal)}"
        layouts = [layout for layout in found.equal.layouts if layout]
        yield from (f"    {line}" for line in table(listing(plan, layouts)))
    yield from _moved(found, found.equal or found.now)


def _verdict(pair: Pair) -> str:
    with_it, without = (
        f"{quantity(one.time, 'second')} a step" if one else "no layout that fits"
        for one in pair.estimates
    )
    word = "the same"
    if abs(pair.excess) > EQUAL:
        share = f"{abs(pair.ratio - 1):.1%} " if all(pair.estimates) else ""
        word = f"{share}{'worse' if pair.excess > 0 else 'better'}"
    return f"{word}, {with_it} with it and {without} without it"


def _moved(found: Worth, pair: Pair) -> Iterator[str]:
    """What it costs and what it saves, in parts of the step."""
    moved = {letter: with_it - without for letter, (with_it, without) in parts(pair).items()}
    largest = max(map(abs, moved.values()), default=0.0)
    for letter, change in sorted(moved.items(), key=lambda row: -abs(row[1])):
        if largest and abs(change) > FEW * largest:
            note = found.plan.question.run.composition.laws.letter(letter)
            word = "more" if change > 0 else "less"
            says = f", {note.meaning}" if note else ""
            yield f"  with it {quantity(abs(change), 'second')} {word} of {letter}{says}"


def to_data(found: Worth) -> dict[str, Any]:
    """The answer with units."""
    return {
        "schema": SCHEMA,
        "what": found.what,
        "by": found.by,
        "now": _data(found, found.now),
        "equal": None if found.equal is None else _data(found, found.equal),
        "ends": [_data(found, pair) for pair in found.ends],
    }


def _data(found: Worth, pair: Pair) -> dict[str, Any]:
    note = found.plan.question.run.composition.laws.letter(found.by)
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
