"""A plan in words and as JSON: the best layouts, what binds, why others lose."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from derive.runs.wording import LADDERS, in_words, quantity

from .evaluator import Layout
from .neighbours import binding, not_binding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .answer import Plan


SHOWN = 8
"""Rows of the front that are printed: those that differ most are among them."""


def text(plan: Plan) -> str:
    """The whole plan."""
    if not plan:
        return "\n".join([*_nothing(plan), "", *_excluded(plan)])
    parts = [_best(plan), _first(plan), _binding(plan), _others(plan), _front(plan)]
    parts += [_excluded(plan), _assumed(plan)]
    return "\n\n".join("\n".join(part) for part in parts)


def notebook(plan: Plan) -> str:
    """The best layouts as a table of HTML, over the memory of the first one, stage by stage."""
    from derive.drawings import memory_stack

    if not plan:
        return f"<pre>{escape(text(plan))}</pre>"
    head, *rows = ([escape(cell) for cell in row] for row in listing(plan, plan.best))
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    cells = "".join(f"<tr>{line}</tr>" for line in lines)
    heading = "".join(f"<th>{name}</th>" for name in head)
    return f"<table><tr>{heading}</tr>{cells}</table>{memory_stack(plan.estimate)}"


def table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns, numbers to the right."""
    widths = [max(len(row[n]) for row in rows) for n in range(len(rows[0]))]
    for row in rows:
        cells = [
            cell.ljust(width) if cell[:1].isalpha() and row is not rows[0] else cell.rjust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        yield ("  " + "  ".join(cells)).rstrip()


def columns(plan: Plan) -> tuple[list[str], list[str]]:
    """The letters and choices that tell the layouts apart, in order."""
    shown = plan.question.run.composition.space["shown"]
    layouts = [*plan.best, *plan.front]
    letters = [
        name
        for name in dict.fromkeys([*shown, *plan.question.lists])
        if any(value_of(layout, name) != 1 for layout in layouts)
        and (name != "N_gpu" or len({layout.values["N_gpu"] for layout in layouts}) > 1)
    ]
    names = [
        name
        for name, words in plan.question.choices.items()
        if len(words) > 1 and len({layout.choices[name] for layout in layouts}) > 1
    ]
    return letters, names


def value_of(layout: Layout, name: str) -> float:
    """A letter of a layout."""
    return layout.values[name] if name in layout.values else layout.letters.get(name, 1.0)


def _row(plan: Plan, layout: Layout, letters: list[str], names: list[str]) -> list[str]:
    values = layout.values
    row = [_cell(plan, name, value_of(layout, name)) for name in letters]
    row += [layout.choices[name] for name in names]
    row += [
        quantity(values["M_gpu"], "byte"),
        quantity(values["T_step"], "second"),
        f"{values['R_gpu']:.0f}",
    ]
    if plan.aim not in ("R_tok", "N_gpu"):
        row.append(own(plan, plan.aim, values[plan.aim]))
    return row


def _cell(plan: Plan, name: str, value: float) -> str:
    """A degree or a count as a number, a measured letter with its unit."""
    letter = plan.question.run.composition.laws.letter(name)
    is_count = letter is None or (
        letter.factor == 1 and letter.unit.partition("/")[0] not in LADDERS
    )
    return f"{value:g}" if is_count else own(plan, name, value)


def own(plan: Plan, name: str, value: float) -> str:
    """A letter in its own unit."""
    return in_words(plan.question.run, name, value, 4)


def _heading(plan: Plan, letters: list[str], names: list[str]) -> list[str]:
    last = [] if plan.aim in ("R_tok", "N_gpu") else [plan.aim]
    return [*letters, *names, "M_gpu", "T_step", "tokens/s/GPU", *last]


def listing(plan: Plan, layouts: Sequence[Layout]) -> list[list[str]]:
    """Layouts as rows, with a heading."""
    letters, names = columns(plan)
    rows = [_row(plan, layout, letters, names) for layout in layouts]
    return [_heading(plan, letters, names), *rows]


def _best(plan: Plan) -> Iterator[str]:
    yield (
        f"best {len(plan.best)} for {plan.question.aimed_at['says']}, "
        f"of {plan.fitting:,} layouts that fit and {plan.considered:,} combinations"
    )
    yield from table(listing(plan, plan.best))
    _, names = columns(plan)
    same = [
        f"{name} {plan.best[0].choices[name]}"
        for name in plan.question.choices
        if name not in names
    ]
    if same:
        yield f"  all: {', '.join(same)}"


def _first(plan: Plan) -> Iterator[str]:
    estimate = plan.estimate
    yield "the best one"
    capacity = quantity(estimate.capacity or 0.0, "byte")
    yield f"  memory of one GPU   {quantity(estimate.memory, 'byte')} of {capacity}"
    yield f"  time of one step    {quantity(estimate.time, 'second')}"
    for part in estimate.parts("time"):
        if part.value > 1e-4 * estimate.time:
            share = part.value / estimate.time
            value = quantity(part.value, part.unit)
            yield f"    {part.letter:9} {value:>10}  {share:6.1%}   {part.name}"
    yield f"  MFU                 {estimate.mfu['causal']:.1%}, attention counted causally"
    for name, says in (
        ("T_train", "time of the run"),
        ("cost_train", "cost"),
        ("E_train", "energy"),
    ):
        if name in estimate.values:
            yield f"  {says:19} {own(plan, name, estimate[name])}"
    yield from _saving(plan)
    yield "  every figure with its law:"
    yield f"    {command(plan, plan.best[0])}"


def _saving(plan: Plan) -> Iterator[str]:
    estimate = plan.estimate
    if "t_star" not in estimate.values:
        return
    yield (
        f"  and save every      {interval(estimate['t_star'])}: a failure every "
        f"{interval(estimate['MTBF'])}, {quantity(estimate['T_ckpt'], 'second')} to save "
        f"{quantity(estimate['M_snap'], 'byte')} (Daly)"
    )


def interval(seconds: float) -> str:
    """A time as people say it."""
    for size, name in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * size:
            return (
                f"{seconds / size:.0f} {name}"
                if seconds >= 10 * size
                else f"{seconds / size:.1f} {name}"
            )
    return f"{seconds:.0f} s"


def command(plan: Plan, layout: Layout) -> str:
    """The command that estimates a layout."""
    question = plan.question
    names = question.names
    words = ["derive", "estimate"]
    for option in ("model", "gpu", "link", "framework", "precision"):
        value = names.get(f"{option}_typed", names[option])
        if value and value not in ("megatron-core", "bf16"):
            words += [f"--{option}", str(value)]
    taken = {*layout.letters, *(b.letter for b in question.bounds), *question.choices}
    taken |= set(question.run.composition.choices)
    words += [f"{name}{said}" for name, said in question.given.items() if name not in taken]
    words += [
        f"{name}={_typed(plan, name, value)}"
        for name, value in layout.letters.items()
        if _said(plan, name, value)
    ]
    words += [f"{name}={layout.choices[name]}" for name in question.choices]
    return shlex.join(words)


def _typed(plan: Plan, name: str, value: float) -> str:
    """A value as a bare number is read: in the letter's own unit, with all digits that count."""
    letter = plan.question.run.composition.laws.letter(name)
    return f"{value / letter.factor if letter else value:.12g}"


def _said(plan: Plan, name: str, value: float) -> bool:
    return value != 1 or plan.question.run.letters.get(name, 1.0) != 1


def _binding(plan: Plan) -> Iterator[str]:
    faster = binding(plan)
    if not faster:
        yield "what binds: no neighbour that a condition refuses would be faster"
        return
    yield "what binds"
    width = max(len(neighbour.change) for neighbour in faster)
    for neighbour in faster:
        yield f"  {neighbour.change:{width}}   {neighbour.says}"


def _others(plan: Plan) -> Iterator[str]:
    rest = not_binding(plan)
    yield "why not its other neighbours"
    width = max((len(neighbour.change) for neighbour in rest), default=0)
    for neighbour in rest:
        yield f"  {neighbour.change:{width}}   {neighbour.says}"


def thinned(front: Sequence[Layout]) -> list[Layout]:
    """Some of a front, each with clearly less memory than the one before, the ends included."""
    if len(front) <= SHOWN:
        return list(front)
    ordered = sorted(front, key=lambda layout: layout.values["T_step"])
    kept = [ordered[0]]
    for factor in (0.9, 0.8, 0.7):
        kept = [ordered[0]]
        for layout in ordered[1:]:
            if layout.values["M_gpu"] < factor * kept[-1].values["M_gpu"]:
                kept.append(layout)
        if len(kept) <= SHOWN:
            break
    return kept[:SHOWN]


def _front(plan: Plan) -> Iterator[str]:
    front, shown = plan.front, thinned(plan.front)
    yield f"less memory for more time: {len(shown)} of the {len(front)} that no other one beats"
    yield from table(listing(plan, shown))


def _excluded(plan: Plan) -> Iterator[str]:
    yield f"excluded, of {plan.considered:,} combinations"
    width = max((len(f"{count:,}") for count in plan.excluded.values()), default=1)
    for says, count in plan.excluded.items():
        yield f"  {count:>{width},}  {says}"


def _nothing(plan: Plan) -> Iterator[str]:
    yield f"no layout does, of {plan.considered:,} combinations"
    if plan.nearest is None:
        yield "  none of them meets what every layout has to meet"
        return
    says, layout = plan.nearest
    estimate = plan.estimate
    capacity = estimate.capacity
    if capacity and estimate.memory > capacity:
        over = quantity(estimate.memory - capacity, "byte")
        yield (
            f"  the nearest needs {quantity(estimate.memory, 'byte')} of one GPU, "
            f"{over} more than its {quantity(capacity, 'byte')}:"
        )
    else:
        yield f"  the nearest: {says}"
        for bound in plan.question.bounds:
            if bound.letter in estimate.values:
                value = max(estimate.stages(bound.letter))
                yield f"    {bound.letter} = {own(plan, bound.letter, value)}"
    yield f"    {command(plan, layout)}"


def _assumed(plan: Plan) -> Iterator[str]:
    estimate = plan.estimate
    yield "leaves out:"
    for says in estimate.leaves_out():
        yield f"  - {says}"


# --- as JSON: magnitudes with units, documented and versioned -----------------------


SCHEMA = 1


def to_data(plan: Plan) -> dict[str, Any]:
    """Everything that a plan says."""
    question = plan.question
    nearest_layout = plan.nearest[1] if plan.nearest else None
    return {
        "schema": SCHEMA,
        "question": {
            "given": {
                name: said.removeprefix("=").strip() for name, said in question.given.items()
            },
            "aim": question.aim,
            "letter": plan.aim,
            "choices": {name: list(words) for name, words in question.choices.items()},
        },
        "considered": plan.considered,
        "fitting": plan.fitting,
        "excluded": [{"reason": says, "count": n} for says, n in plan.excluded.items()],
        "best": [_layout(plan, layout) for layout in plan.best],
        "front": [_layout(plan, layout) for layout in plan.front],
        "nearest": None
        if nearest_layout is None or plan.nearest is None
        else {"reason": plan.nearest[0], "layout": _layout(plan, nearest_layout)},
        "binds": [change.change for change in binding(plan)],
        "neighbours": [
            {
                "change": neighbour.change,
                "verdict": neighbour.verdict,
                "says": neighbour.says,
                "time_ratio": neighbour.ratio,
                "bytes_over": neighbour.over,
            }
            for neighbour in plan.neighbours
        ],
        "save_every": _quantity(plan, "t_star"),
        "leaves_out": list(plan.estimate.leaves_out()) if plan.best else [],
    }


def _layout(plan: Plan, layout: Layout) -> dict[str, Any]:
    laws = plan.question.run.composition.laws
    letters = {**layout.letters}
    letters |= {name: layout.values[name] for name in ("N_dp", "m") if name in layout.values}
    figures = {
        name: laws.quantity(name, value)
        for name, value in layout.values.items()
        if name not in letters and laws.letter(name) is not None and math.isfinite(value)
    }
    return {
        "letters": {name: _number(value) for name, value in letters.items()},
        "choices": dict(layout.choices),
        "figures": figures,
        "command": command(plan, layout),
    }


def _quantity(plan: Plan, name: str) -> dict[str, Any] | None:
    laws = plan.question.run.composition.laws
    if not plan.best or laws.letter(name) is None or name not in plan.estimate.values:
        return None
    return laws.quantity(name, plan.estimate[name])


def _number(value: float) -> float | int:
    return int(value) if value == int(value) else value
