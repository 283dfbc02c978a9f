"""A plan: the question, the best layouts, the front, and what became of all others."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.errors import OutsideDomain
from derive.runs.composition import composition
from derive.runs.estimate import Estimate
from derive.runs.record import Run
from derive.workers import Place, here

from .evaluator import Layout
from .question import Question, read_question
from .search import Search, Sink

if TYPE_CHECKING:
    from .neighbours import Neighbour
    from .worth import Worth

AIM = "tokens_per_second"
TOP = 10


@dataclass(frozen=True)
class Plan:
    """The answer: layouts from the best on, the front, counts, and the nearest miss."""

    question: Question
    aim: str
    """The letter that was made as large or as small as possible."""
    best: tuple[Layout, ...]
    front: tuple[Layout, ...]
    considered: int
    fitting: int
    excluded: Mapping[str, int]
    nearest: tuple[str, Layout] | None

    def __bool__(self) -> bool:
        return bool(self.best)

    def run_of(self, layout: Layout) -> Run:
        """The run that has this layout: ``plan.run_of(plan.best[0]).estimate()``."""
        return self.question.run.changed(layout.letters, layout.choices, "chosen by the plan")

    @functools.cached_property
    def estimate(self) -> Estimate:
        """The estimate of the best layout, or of the nearest miss where nothing fits."""
        layout = self.best[0] if self.best else self.nearest[1] if self.nearest else None
        if layout is None:
            raise ValueError("no layout meets what every layout has to meet")
        return self.run_of(layout).estimate()

    @functools.cached_property
    def neighbours(self) -> tuple[Neighbour, ...]:
        """Layouts that differ from the best one in one thing, and why they lose."""
        from .neighbours import neighbours

        return tuple(neighbours(self)) if self.best else ()

    def worth(self, what: str, by: str, place: Place[Any] | None = None) -> Worth:
        """From which value of a letter on a degree or a choice is worth it.

        >>> plan.worth("TP=16", by="beta_in")  # doctest: +SKIP
        """
        from .worth import worth

        return worth(self, what, by, place)

    def to_dict(self) -> dict[str, Any]:
        """The plan as JSON writes it."""
        from .wording import to_data

        return to_data(self)

    def __str__(self) -> str:
        from .wording import text

        return text(self)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}{said}" for name, said in self.question.given.items())
        return f"<plan of {self.fitting:,} fitting layouts of {self.considered:,}: {given[:60]}>"

    def _repr_html_(self) -> str:
        from .wording import notebook

        return notebook(self)


def plan(  # noqa: PLR0913  each is an option of the question
    *,
    aim: str = AIM,
    top: int = TOP,
    package: str | Path | None = None,
    model: str = "",
    gpu: str = "",
    link: str = "",
    framework: str = "megatron-core",
    precision: str | None = None,
    files: Sequence[Any] = (),
    limit: int = 0,
    place: Place[Any] | None = None,
    sink: Sink | None = None,
    take: Callable[[Any], None] | None = None,
    **givens: Any,
) -> Plan:
    """All layouts of a run, the best first.

    Letters and choices are given by name, as for ``Run``: one value fixes a
    letter, a list compares its values, a bound (``derive.at_most("80 GB")`` or
    ``"<= 80 GB"``) is a condition. ``aim`` is one of tokens_per_second, T_train,
    cost, energy and N_gpu. ``top`` says how many of the best are kept; ``limit``
    is the most layouts to evaluate, beyond which ``TooMuchWork`` is raised.
    Chunks of layouts are searched at a ``place`` (in this process, if none is
    named), with the same answer. There ``sink`` is handed the number of a chunk
    and its blocks of layouts, as arrays with the choices they share; ``take`` is
    handed what it returns, here, in the chunks' order.

    >>> plan = derive.plan(model="llama-3-8b", gpu="h100-sxm", N_gpu=16, B=32, s=8192)
    >>> plan.best[0].values["M_gpu"] <= plan.estimate.capacity
    True
    """
    if top < 1:
        raise OutsideDomain("top", str(top), "an integer of at least 1")
    composed = composition(package)
    names = {
        "model": model,
        "gpu": gpu,
        "link": link,
        "framework": framework,
        "precision": precision,
        "files": tuple(files),
        "package": package,
    }
    question = read_question(givens, aim, names, composed)
    letter = _letter_of(question, question.aimed_at["letters"])
    kept = Search(question, letter, top, sink, limit).run(place or here, take)
    return Plan(
        question,
        letter,
        tuple(layout for _, layout in kept.best),
        tuple(kept.front),
        kept.considered,
        kept.fitting,
        {says: count for says, count in kept.excluded.most_common() if count},
        None if kept.best or kept.nearest is None else kept.nearest[1:],
    )


def _letter_of(question: Question, letters: Sequence[str]) -> str:
    """The letter of an aim that lacks least: a run without tokens has a cost per token."""
    from .search import lacking

    run = question.run
    known = {*run.letters, *question.lists, "T_step", "R_tok", "R_gpu", "N_gpu", "p"}
    return min(letters, key=lambda name: len(lacking(run, name, known)))
