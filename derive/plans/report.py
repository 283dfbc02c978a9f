"""A plan as a report: one page that stands alone, and the same as Markdown with its drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive import locate
from derive.drawings import memory_stack, pipeline_timeline, roofline, time_parts
from derive.runs.wording import in_words, quantity

from .neighbours import binding, not_binding
from .wording import command, interval, listing, own, thinned

if TYPE_CHECKING:
    from derive.runs.estimate import Estimate

    from .answer import Plan


MOST_EFFECTS = 12
SAID = ("R_gpu", "R_tok", "N_gpu")
"""Letters that the title or the lead of every report has."""
AMOUNT = re.compile(r"[-+]?\d[\d,.]*(?:e[-+]?\d+)?(?: .*|%)?$")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report: sentences, a drawing, a table, and something to type."""

    title: str
    lines: tuple[str, ...] = ()
    drawing: str = ""
    file: str = ""
    rows: Sequence[Sequence[str]] = ()
    code: str = ""
    soft: bool = False
    note: str = ""
    """What the letters of the table mean."""

    @property
    def numeric(self) -> list[bool]:
        """Which columns hold numbers."""
        return [
            all(AMOUNT.match(row[n]) for row in self.rows[1:]) for n in range(len(self.rows[0]))
        ]


def report(plan: Plan, typed: str) -> Mapping[str, str]:
    """The files of the report by name; ``typed`` is the command that makes it again."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

    sections = [
        section
        for section in _sections(plan, typed)
        if section.drawing or section.rows or section.lines
    ]
    environment = Environment(
        loader=FileSystemLoader(locate.templates()),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    words = {"title": _title(plan), "lead": _lead(plan), "parts": sections}
    files = {
        "index.html": environment.get_template("plan.html").render(words),
        "report.md": environment.get_template("plan.md").render(words),
    }
    return files | {section.file: section.drawing for section in sections if section.file}


def _title(plan: Plan) -> str:
    estimate = plan.estimate
    model, gpu = (estimate.run.origins.get(letter, "") for letter in ("h", "F"))
    return f"Layout of {model} on {estimate['N_gpu']:,.0f} GPUs ({gpu})"


def _lead(plan: Plan) -> str:
    estimate = plan.estimate
    best = plan.best[0]
    degrees = ", ".join(
        f"{name} = {best.values[name]:g}"
        for name in estimate.run.composition.space["layout"]
        if best.values.get(name, 1) != 1
    )
    settled = ", ".join(f"{name} {best.choices[name]}" for name in plan.question.choices)
    capacity = quantity(estimate.capacity or 0, "byte")
    return (
        f"Of {plan.fitting:,} layouts that fit, the best has {degrees} ({settled}). A step takes "
        f"{quantity(estimate.time, 'second')}, "
        f"{estimate.tokens_per_second_per_gpu:,.0f} tokens per second and GPU, "
        f"{estimate.mfu['causal']:.1%} of the peak; the fullest GPU holds "
        f"{quantity(estimate.memory, 'byte')} of {capacity}.{_aimed(plan)}"
    )


def _aimed(plan: Plan) -> str:
    """What the best one is best in, where no report would say it."""
    if plan.aim in SAID:
        return ""
    says = plan.question.aimed_at["says"]
    return f" Its {says} is {own(plan, plan.aim, plan.best[0].values[plan.aim])}."


def _sections(plan: Plan, typed: str) -> Iterator[Section]:
    estimate = plan.estimate
    yield Section("The question", tuple(_question(plan)))
    rows = listing(plan, plan.best)
    yield Section("The best layouts", rows=rows, note=_meanings(plan, rows[:1]))
    rows = _neighbours(plan)
    yield Section("What binds, and why not its neighbours", rows=rows, note=_meanings(plan, rows))
    says = "Every stage of the pipeline beside what a GPU has."
    yield Section("Memory of one GPU", (says,), memory_stack(estimate), "memory.svg")
    yield Section("Timeline of the pipeline", (), pipeline_timeline(estimate), "timeline.svg")
    yield Section("Where the time goes", (), time_parts(estimate), "time.svg")
    yield Section("Roofline", (), roofline(estimate), "roofline.svg")
    yield Section("The whole run", rows=_whole(plan))
    says = "No other layout with as many GPUs needs less memory and less time than these."
    yield Section("Less memory for more time", (says,), rows=listing(plan, thinned(plan.front)))
    yield _sensitivity(plan)
    yield Section("What was assumed", rows=_assumed(plan))
    yield Section("What is left out", tuple(estimate.leaves_out()), soft=True)
    rows = [["reason", "combinations"]]
    rows += [[says, f"{count:,}"] for says, count in plan.excluded.items()]
    yield Section("What was excluded", rows=rows)
    lines = ("This report, and the estimate of the best layout with the law behind each figure:",)
    yield Section("To make it again", lines, code=f"{typed}\n{command(plan, plan.best[0])}")


def _meanings(plan: Plan, rows: Sequence[Sequence[str]]) -> str:
    """The letters of a table in words, for whoever does not speak them."""
    said = " ".join(" ".join(row) for row in rows)
    # A heading, or what has a value or an index: an article and a second are letters, too.
    words = dict.fromkeys([*rows[0], *re.findall(r"\b(?:[A-Za-z]\w*(?==)|[A-Za-z]+_\w+)", said)])
    letter = plan.estimate.run.composition.laws.letter
    known = [note for word in words if word in plan.estimate.values and (note := letter(word))]
    return "; ".join(f"{note.name}: {note.meaning}" for note in known)


def _question(plan: Plan) -> Iterator[str]:
    question = plan.question
    named = ", ".join(f"{name}{said}" for name, said in question.given.items())
    yield f"Given: {named}. Compared by: {question.aimed_at['says']}."
    free = [f"{name}: {', '.join(words)}" for name, words in question.choices.items()]
    yield f"Every layout that divides was estimated, with {'; '.join(free)}."


def _neighbours(plan: Plan) -> list[list[str]]:
    bound = [[neighbour.change, "binds", neighbour.says] for neighbour in binding(plan)]
    rest = [[other.change, other.verdict, other.says] for other in not_binding(plan)]
    return [["change", "verdict", "why"], *bound, *rest]


def _whole(plan: Plan) -> list[list[str]]:
    estimate = plan.estimate
    rows = [["figure", "value", "law"]]
    for part in estimate.parts("whole"):
        is_pause = part.letter == "t_star"
        value = interval(part.value) if is_pause else own(plan, part.letter, part.value)
        rows.append([part.name, value, part.formula])
    return rows


def _sensitivity(plan: Plan) -> Section:
    effects = sensitivity(plan.estimate)[:MOST_EFFECTS]
    rows = [["10 % more of", "meaning", "time of a step", "memory of a GPU"]]
    rows += [
        [effect.letter, effect.meaning, f"{effect.time:+.1%}", f"{effect.memory:+.1%}"]
        for effect in effects
    ]
    says = "The layout is kept, and a share of a peak ends at the peak."
    return Section("What it depends on", (says,), rows=rows)


def _assumed(plan: Plan) -> list[list[str]]:
    run = plan.estimate.run
    rows = [["letter", "value", "meaning", "from"]]
    for name in run.letters:
        origin = run.origins[name]
        note = run.composition.laws.letter(name)
        if note is not None and origin not in ("given", "chosen by the plan"):
            rows.append([name, in_words(run, name, run.letters[name]), note.meaning, origin])
    return rows


# --- what the best layout depends on ----------------------------------------------

CHANGE = 1.1
LEAST = 5e-4
"""Parts of time and memory by which an input has to move one of them to be told."""
SKIPPED = frozenset({"i_stage", "x_in", "x_out", "D", "price_gpu", "MTBF_gpu", "beta_target"})
"""Letters that tell stages apart, or that neither time nor memory depends on."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One input, and what ten per cent more of it does to the time and memory of a GPU."""

    letter: str
    meaning: str
    time: float
    memory: float


def sensitivity(estimate: Estimate) -> list[Effect]:
    """The inputs that are no counts, those that matter most first."""
    run = estimate.run
    effects = []
    for name, value in run.letters.items():
        note = run.composition.laws.letter(name)
        if name in SKIPPED or note is None or not value or not _continuous(run.origins[name]):
            continue
        # A share of a peak cannot exceed it.
        larger = min(value * CHANGE, 1.0) if name.startswith("e_") else value * CHANGE
        other = run.changed({name: larger}).estimate()
        effect = Effect(
            name, note.meaning, other.time / estimate.time - 1, other.memory / estimate.memory - 1
        )
        if max(abs(effect.time), abs(effect.memory)) > LEAST:
            effects.append(effect)
    return sorted(effects, key=lambda effect: -max(abs(effect.time), abs(effect.memory)))


def _continuous(origin: str) -> bool:
    """Hardware, attained shares and conventions; a model and a layout do not change by a tenth."""
    words = ("attained", "convention", "default", "NVIDIA", "AMD", "Google")
    return origin.startswith(words)
