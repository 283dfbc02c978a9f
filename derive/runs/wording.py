"""What an estimate says: in words, with the chain of laws behind each letter, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from derive.errors import DeriveError, MissingLetters, UnknownName
from derive.names import guesses

from .composition import STAGE_LETTERS
from .estimate import Estimate, Part, estimate
from .facts import ASSUMED, kind_of, uneven

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .composition import Step
    from .record import Run


# --- what would make a run fit: the choices of a plan, one changed at a time --------


PLACE = "tried"


class Remedy(NamedTuple):
    """One change with which a run fits; memory in byte, time of a step in seconds."""

    name: str
    value: str
    memory: float
    time: float


def remedies(estimated: Estimate) -> list[Remedy]:
    """The single changes with which a run fits, the fastest first; none where it fits already.

    A choice of a plan takes another alternative, or a micro-batch is cut down to one sequence.
    Degrees are left to a plan: what divides what is for it to know.
    """
    if estimated.fits is not False:
        return []
    fitting = []
    for name, value, run in _changed(estimated.run):
        try:
            other = estimate(run)
        except DeriveError:
            # An alternative that asks for more than the run says, such as chunks.
            continue
        if other.fits:
            fitting.append(Remedy(name, value, other.memory, other.time))
    return sorted(fitting, key=lambda remedy: (math.isnan(remedy.time), remedy.time))


def _changed(run: Run) -> Iterator[tuple[str, str, Run]]:
    for choice, alternatives in run.composition.space["choices"].items():
        for alternative in alternatives:
            if run.choices.get(choice) not in (None, alternative):
                yield choice, alternative, run.changed({}, {choice: alternative}, PLACE)
    # Where the run says how many micro-batches there are, a smaller one makes another batch.
    if run.letters.get("b", 1) > 1 and "m" not in run.letters:
        yield "b", run.own("b", 1.0), run.changed({"b": 1.0}, {}, PLACE)


# --- in words -----------------------------------------------------------------------


LADDERS = {
    "byte": ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "byte")),
    "FLOP": ((1e12, "TFLOP"),),
    "second": ((86400.0, "d"), (3600.0, "h"), (1.0, "s"), (1e-3, "ms"), (1e-6, "us")),
}
COUNTED = {
    "causal": "attention counted causally",
    "full": "attention counted in full",
    "weights": "6 operations per token and parameter, without the input embedding",
}
"""What a utilization counts, by convention."""
MUCH = 1000
"""Money from here on is written out: nobody reads a price in powers of ten."""
WIDTH = 96
FEWEST = 1e-4
"""Parts below this share of the largest are not printed."""


def quantity(value: float, unit: str) -> str:
    """A value with a unit that suits its size."""
    base, _, per = unit.partition("/")
    if unit == "USD" and abs(value) >= MUCH:
        return f"{float(f'{value:.4g}'):,.0f} USD"
    for size, name in LADDERS.get(base, ()):
        if abs(value) >= size:
            return f"{value / size:.4g} {name}" + (f"/{per}" if per else "")
    return f"{value:.4g} {unit}".rstrip(" 1") if unit == "1" else f"{value:.4g} {unit}"


def in_words(run: Run, letter: str, value: float, digits: int = 6) -> str:
    """A value in base units in a unit that suits it: 3 GB, 30 us, 8192 token."""
    note = run.composition.laws.letter(letter)
    if note is None:
        return f"{value:.{digits}g}"
    if note.factor == 1 and note.unit.partition("/")[0] in {*LADDERS, "USD"}:
        return quantity(value, note.unit)
    unit = "" if note.unit == "1" else f" {note.unit}"
    return f"{value / note.factor:.{digits}g}{unit}"


def text(estimate: Estimate) -> str:
    """The whole estimate."""
    parts = [_memory(estimate), _time(estimate), _whole(estimate), _small_print(estimate)]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


def _memory(estimate: Estimate) -> Iterator[str]:
    head = f"memory of one GPU   {quantity(estimate.memory, 'byte')}"
    if estimate.capacity is not None:
        verdict = "fits" if estimate.fits else "does not fit"
        head += f" of {quantity(estimate.capacity, 'byte')}: {verdict}"
    stages = estimate.stages("M_gpu")
    if len(stages) > 1:
        head += f"   (stage {estimate.stage} of {len(stages)}, counted from 0)"
    yield head
    for name, value, memory, time in remedies(estimate):
        takes = "" if math.isnan(time) else f", {quantity(time, 'second')} a step"
        yield f"  fits with {name} = {value}: {quantity(memory, 'byte')}{takes}"
    if estimate.fits is False:
        yield "  `derive plan` looks for layouts that fit"
    yield from _rows(list(estimate.parts("memory")))
    if len(stages) > 1:
        named = ", ".join(f"{value / 1e9:.1f}" for value in stages)
        yield f"  by stage, in GB: {named}"
    yield "  one layer keeps, of one micro-batch:"
    yield from _rows(list(estimate.parts("activations")), "    ")


def _time(estimate: Estimate) -> Iterator[str]:
    if math.isnan(estimate.time):
        gpu = estimate.run.names["gpu"]
        why = (
            f"no published run on {gpu} tells what it attains; say what is missing:"
            if gpu
            else "an accelerator (--gpu) would give what is missing:"
        )
        yield f"time of one step   not estimated; {why}"
        yield from (f"  {name:9} {meaning}" for name, meaning in estimate.lacks)
        return
    yield f"time of one step   {quantity(estimate.time, 'second')}"
    yield from _rows(list(estimate.parts("time")))
    yield "  one layer, one micro-batch:"
    yield from _rows(list(estimate.parts("layer")), "    ")
    yield "  between layers:"
    yield from _rows(list(estimate.parts("step")), "    ")
    yield ""
    yield f"tokens per second and GPU   {estimate.tokens_per_second_per_gpu:.0f}"
    achieved = in_words(estimate.run, "F_ach", estimate["F_ach"])
    yield f"achieved by one GPU   {achieved}, {COUNTED['causal']}"
    for name, value in estimate.mfu.items():
        yield f"MFU   {value:.1%}   {COUNTED[name]}"
    yield from _peak(estimate)
    for part in estimate.parts("shares"):
        origin = estimate.run.origins[part.letter]
        yield f"{part.letter:5} {part.value:.3f}   {part.name}   {origin}"


def _peak(estimate: Estimate) -> Iterator[str]:
    """What a utilization is told of, where the large products have a higher peak."""
    letters, origins = estimate.run.letters, estimate.run.origins
    if letters.get("F_mm", letters["F"]) != letters["F"]:
        peak = in_words(estimate.run, "F", letters["F"])
        yield f"      each of {peak} ({origins['F']}), whatever the large products are in"


def _whole(estimate: Estimate) -> Iterator[str]:
    """The whole run, where it says how many tokens it is."""
    if "T_train" not in estimate.values:
        return
    yield "the whole run"
    yield from _rows(list(estimate.parts("whole")), least=0.0)


def _rows(parts: Sequence[Part], margin: str = "  ", least: float = FEWEST) -> Iterator[str]:
    largest = max((abs(part.value) for part in parts), default=0.0)
    shown = [part for part in parts if abs(part.value) > least * largest]
    for part in shown:
        value = quantity(part.value, part.unit.removesuffix("/layer"))
        yield f"{margin}{part.letter:9} {value:>10}   {part.name}   {part.formula}".rstrip()


def _small_print(estimate: Estimate) -> Iterator[str]:
    run = estimate.run
    choices = ", ".join(f"{name} {value}" for name, value in run.choices.items())

    def said(name: str) -> str:
        return f"{name} = {in_words(run, name, run.letters[name])}"

    choices = f"precision {kind_of(run.precision)}, {choices}"
    yield from _folded("choices", choices)
    assumed = [
        said(name)
        for name in run.letters
        if run.origins[name].startswith(("default", "convention"))
    ]
    for says in uneven(run):
        yield from _folded("assumed", says)
    for name in run.letters:
        if run.origins[name].startswith(ASSUMED):
            says = run.origins[name].removeprefix(ASSUMED).lstrip(", ")
            yield from _folded("assumed", f"{said(name)}, {says}")
    yield from _folded("assumed", ", ".join(assumed))
    for name, says in estimate.instead:
        yield from _folded("given", f"{said(name)}, in place of {says}")
    if unused := [*run.unused, *estimate.idle]:
        yield from _folded("not used", ", ".join(unused))
    yield "leaves out:"
    for says in estimate.leaves_out():
        yield from _folded("  -", says, "")


def _folded(head: str, said: str, sign: str = ":") -> Iterator[str]:
    line = f"{head}{sign}"
    for word in said.split():
        if len(line) + 1 + len(word) > WIDTH:
            yield line
            line = " " if sign else "   "
        line += f" {word}"
    yield line


# --- as JSON ----------------------------------------------------------------------

SCHEMA = 1


def to_data(estimate: Estimate) -> dict[str, Any]:
    """Everything that an estimate says."""
    run = estimate.run
    return {
        "schema": SCHEMA,
        "run": {
            "letters": {
                name: {**_letter(estimate, name, value), "from": run.origins[name]}
                for name, value in run.letters.items()
            },
            "choices": {
                name: {"alternative": value, "from": run.origins[name]}
                for name, value in run.choices.items()
            },
            "unused": [*run.unused, *estimate.idle],
            "instead": [{"letter": name, "of": says} for name, says in estimate.instead],
        },
        "memory": {
            "total": _quantity(estimate.memory, "byte"),
            "capacity": _quantity(estimate.capacity, "byte"),
            "stage": estimate.stage,
            "stages": [_quantity(value, "byte") for value in estimate.stages("M_gpu")],
            **_parts(estimate, {"parts": "memory"}, "activations", "temporaries"),
        },
        "time": {
            "total": _quantity(estimate.time, "second"),
            **_parts(estimate, {"parts": "time"}, "layer", "step", "shares"),
        },
        "tokens_per_second_per_gpu": _quantity(estimate.tokens_per_second_per_gpu, "token/second"),
        "mfu": {name: _number(value) for name, value in estimate.mfu.items()},
        "fits": estimate.fits,
        "leaves_out": list(estimate.leaves_out()),
    }


def _parts(estimate: Estimate, called: Mapping[str, str], *others: str) -> dict[str, Any]:
    """The parts of some totals; what lists are ``called`` that have another name than theirs."""
    return {
        name: [
            {
                "name": part.name,
                "letter": part.letter,
                "formula": part.formula,
                "value": _quantity(part.value, part.unit),
            }
            for part in estimate.parts(total)
        ]
        for name, total in {**called, **{other: other for other in others}}.items()
    }


def _letter(estimate: Estimate, name: str, value: Any) -> Mapping[str, Any]:
    note = estimate.run.composition.laws.letter(name)
    if note is None or name in STAGE_LETTERS:
        return {"magnitude": value, "unit": ""}
    return {"magnitude": _number(value / note.factor), "unit": note.unit}


def _quantity(value: float | None, unit: str) -> dict[str, Any] | None:
    if value is None or math.isnan(value):
        return None
    return {"magnitude": _number(value), "unit": unit}


def _number(value: float) -> float | int | None:
    """JSON knows no ``nan``; whole numbers are written as such."""
    if not math.isfinite(value):
        return None
    return int(value) if value == int(value) else value


# --- what is behind a letter: the chain of laws, down to what was given -------------


def explanation(estimate: Estimate, part: str) -> str:
    """The chain of laws that gives a letter, each with its inputs.

    ``part`` is a letter, another name of one, or an aim of a plan such as ``cost``.
    Raises ``MissingLetters`` for a letter that the run does not suffice for.
    """
    by = {step.of: step for step in estimate.steps}
    lines: list[str] = []
    said: set[str] = set()
    open_letters = [_letter_of(estimate, part)]
    while open_letters:
        letter = open_letters.pop(0)
        step = by.get(letter)
        # What has no law behind it stands beside the law that takes it.
        if letter in said or (lines and (step is None or step.number is not None)):
            continue
        said.add(letter)
        lines += _told(estimate, letter, step)
        open_letters += step.needs if step else ()
    return "\n".join(lines)


def _letter_of(estimate: Estimate, part: str) -> str:
    composed = estimate.run.composition
    note = composed.laws.letter(part)
    aims: list[str] = composed.space["aims"].get(part, {"letters": []})["letters"]
    for name in (part, *([note.name] if note else []), *aims):
        if name in estimate.values:
            return name
    for name in (*([note.name] if note else []), *aims):
        if lacks := missing(estimate.run, name):
            raise MissingLetters([(lack, composed.laws.meaning(lack)) for lack in lacks])
    raise UnknownName("letter", part, guesses(part, estimate.values), "the estimate")


def missing(run: Run, letter: str) -> list[str]:
    """The letters that a run would have to say for another one to follow."""
    steps = run.composition.settled(run.choices, run.letters.keys())
    behind = run.composition.behind(steps, [letter])
    known = {*run.letters, "i_stage", "x_in", "x_out", *(step.of for step in behind)}
    needed = (name for step in behind for name in step.needs)
    return [name for name in dict.fromkeys(needed) if name not in known]


def _told(estimate: Estimate, letter: str, step: Step | None) -> Sequence[str]:
    laws = estimate.run.composition.laws
    head = f"{letter} = {_own_value(estimate, letter, step)}"
    if step is None or step.number is not None:
        says = ", ".join(filter(None, (laws.meaning(letter), _said_by(estimate, letter, step))))
        return [f"{head}   {says}".rstrip()]
    if not step.by:
        how = "the same as" if step.same else "the largest of the stages,"
        return [f"{head}   {how} {step.same or step.largest}"]
    law = laws.law(step.by)
    by = {other.of: other for other in estimate.steps}
    lines = [f"{head}   {step.by}: {law.title}", f"  {law.law}"]
    for own, name in zip(law.program.inputs, step.needs, strict=True):
        renamed = f"{own} is {name}" if own != name else name
        value = _own_value(estimate, name, by.get(name), own)
        origin = _said_by(estimate, name, by.get(name))
        lines.append(f"    {renamed} = {value}   {origin}".rstrip())
    return lines


def _said_by(estimate: Estimate, letter: str, step: Step | None) -> str:
    """Where a letter was said, or the choice that settles it."""
    if step is not None and step.number is not None:
        return ", ".join(f"{choice} {estimate.run.choices[choice]}" for choice in step.when)
    return estimate.run.origins.get(letter, "")


def _own_value(estimate: Estimate, letter: str, step: Step | None, called: str = "") -> str:
    """A letter as text; one that only an estimate has is in the unit of what it stands for."""
    laws = estimate.run.composition.laws
    if laws.letter(letter) is None:
        letter_of_law = laws.law(step.by).gives if step and step.by else called
        return in_words(estimate.run, letter_of_law, estimate.at_fullest(letter))
    return in_words(estimate.run, letter, estimate.at_fullest(letter))
