"""What an estimate says: in words, with the law that gives each part, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .agreement import uneven
from .conventions import kind_of
from .estimate import Estimate, Part
from .evaluation import STAGE_LETTERS
from .facts import ASSUMED
from .remedies import remedies

if TYPE_CHECKING:
    from .record import Run

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
    if note.unit.partition("/")[0] in LADDERS and note.factor == 1:
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
            "parts": [_part(part) for part in estimate.parts("memory")],
            "activations": [_part(part) for part in estimate.parts("activations")],
            "temporaries": [_part(part) for part in estimate.parts("temporaries")],
        },
        "time": {
            "total": _quantity(estimate.time, "second"),
            "parts": [_part(part) for part in estimate.parts("time")],
            "layer": [_part(part) for part in estimate.parts("layer")],
            "step": [_part(part) for part in estimate.parts("step")],
            "shares": [_part(part) for part in estimate.parts("shares")],
        },
        "tokens_per_second_per_gpu": _quantity(estimate.tokens_per_second_per_gpu, "token/second"),
        "mfu": {name: _number(value) for name, value in estimate.mfu.items()},
        "fits": estimate.fits,
        "leaves_out": list(estimate.leaves_out()),
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "name": part.name,
        "letter": part.letter,
        "formula": part.formula,
        "value": _quantity(part.value, part.unit),
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
