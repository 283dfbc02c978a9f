"""The search: blocks of layouts through the laws of an estimate, and what is kept of them.

Memory comes first, and only what fits goes on to time. Kept are the best by
the aim, the front of memory and time, and the layout that misses by least;
everything else is counted. Memory stays bounded however many layouts there are.

All layouts are cut into chunks, by the question alone. A chunk can be searched
anywhere; what is kept of several is kept of all of them, in the chunks' order.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from derive.errors import MissingLetters, TooMuchWork
from derive.runs.composition import Known, Step
from derive.runs.estimate import steps_for
from derive.runs.record import Run
from derive.workers import Place

from .evaluator import MEMORY, TIME, Evaluator, Layout, Rows
from .question import Question
from .space import Space, columns_of, part_of

COSTS = (TIME, MEMORY, "N_gpu")
COMBINATION = 1000
"""What one combination of choices costs before its first layout, in layouts: measured as 3 ms."""


Block = tuple[Rows, Mapping[str, str]]
"""Some layouts that were evaluated, and the choices that they share."""
Sink = Callable[[int, Iterator[Block]], Any]
"""What becomes of the blocks of a chunk, by its number, where they are computed."""

MOST_COMBINATIONS = 1 << 20
"""Combinations of a chunk: a few seconds of work."""


@dataclass
class Kept:
    """What is kept of some layouts, and how many went where."""

    considered: int = 0
    fitting: int = 0
    excluded: Counter[str] = field(default_factory=Counter)
    best: list[tuple[tuple[float, ...], Layout]] = field(default_factory=list)
    front: list[Layout] = field(default_factory=list)
    nearest: tuple[float, str, Layout] | None = None
    work: int = 0
    """What was evaluated, in layouts."""

    def extend(self, later: Kept, top: int) -> None:
        """Keep what is kept of layouts that come after these, too."""
        self.considered += later.considered
        self.fitting += later.fitting
        self.work += later.work
        self.excluded.update(later.excluded)
        # Sorting is stable, so among equals the earlier layout stays first.
        self.best = sorted([*self.best, *later.best], key=lambda entry: entry[0])[:top]
        self.front = pareto([*self.front, *later.front])
        if later.nearest and (self.nearest is None or later.nearest[0] < self.nearest[0]):
            self.nearest = later.nearest


@dataclass(frozen=True)
class Chunk:
    """Some of the layouts: which combination of listed letters and choices, which part of it."""

    letters: Mapping[str, float]
    choices: Mapping[str, str]
    part: int
    parts: int


@dataclass
class Search:
    """All layouts of a question; called with the number of a chunk, it searches that one."""

    question: Question
    aim: str
    top: int
    sink: Sink | None = None
    limit: int = 0
    """The most work that may be done, in layouts that are evaluated; 0 for any."""
    chunks: list[Chunk] = field(default_factory=list)
    stages: Known = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._refuse_beyond(combinations(self.question) * COMBINATION)
        self.chunks = self.chunks or list(chunks_of(self.question))

    def __call__(self, number: int) -> tuple[Kept, Any]:
        """What is kept of one chunk, and what the sink made of its blocks."""
        kept = Kept()
        blocks = self._blocks(self.chunks[number], kept)
        if self.sink is not None:
            return kept, self.sink(number, blocks)
        for _ in blocks:
            pass
        return kept, None

    def run(self, place: Place[Any], take: Callable[[Any], None] | None = None) -> Kept:
        """Search all chunks; ``take`` is handed what the sink made of each, in their order."""
        kept = Kept()
        for later, result in place(self, len(self.chunks)):
            kept.extend(later, self.top)
            self._refuse_beyond(kept.work)
            if take is not None:
                take(result)
        return kept

    def _blocks(self, chunk: Chunk, kept: Kept) -> Iterator[Block]:
        run = self.question.run.changed(chunk.letters, chunk.choices, "chosen by the plan")
        free = {row["letter"]: 1.0 for row in run.composition.space["letters"]}
        steps, lacks = steps_for(run, {**run.letters, **free})
        if lacks:
            raise MissingLetters(lacks)
        self._need(run, steps)
        columns = part_of(
            columns_of(run, self.question.lists, self.question.bounds), chunk.part, chunk.parts
        )
        space = Space(run, steps, columns, self.question.bounds)
        kept.considered += space.size
        kept.work += COMBINATION
        wanted = (self.aim, *run.composition.space["shown"])
        evaluator = Evaluator(run, space, steps, wanted, self.stages)
        for block in space.blocks(kept.excluded):
            kept.work += len(next(iter(block.values())))
            self._refuse_beyond(kept.work)
            rows = evaluator.evaluate(block, kept.excluded)
            self._keep(kept, run, evaluator, rows)
            yield rows, run.choices

    def _refuse_beyond(self, work: int) -> None:
        if self.limit and work > self.limit:
            raise TooMuchWork("this plan", f"{self.limit:,} layouts to evaluate")

    def _need(self, run: Run, steps: Sequence[Step]) -> None:
        """The aim and every bounded letter must be among what is computed."""
        known = {*run.letters, *(step.of for step in steps)}
        for name in (self.aim, *(bound.letter for bound in self.question.bounds)):
            if name not in known:
                raise MissingLetters(lacking(run, name, known))

    def _keep(self, kept: Kept, run: Run, evaluator: Evaluator, rows: Rows) -> None:
        import numpy as np

        fits = rows["fits"]
        kept.fitting += int(fits.sum())
        if fits.any():
            places = np.flatnonzero(fits)
            aim = rows[self.aim][places] * self.question.sign
            order = np.lexsort((rows[MEMORY][places], rows[TIME][places], aim))[: self.top]
            fresh = [self._entry(run, evaluator, rows, places[n]) for n in order]
            kept.best = sorted([*kept.best, *fresh], key=lambda entry: entry[0])[: self.top]
            _extend_front(kept, run, evaluator, rows, places)
        elif not kept.best:
            _miss(kept, run, evaluator, rows)

    def _entry(
        self, run: Run, evaluator: Evaluator, rows: Rows, place: int
    ) -> tuple[tuple[float, ...], Layout]:
        layout = evaluator.layout(run, rows, place)
        values = layout.values
        return (self.question.sign * values[self.aim], values[TIME], values[MEMORY]), layout


def _extend_front(kept: Kept, run: Run, evaluator: Evaluator, rows: Rows, places: Any) -> None:
    """No other layout with as many GPUs needs less memory and less time."""
    import numpy as np

    # In the order of time, a layout is on the front if it needs less memory than all before it.
    order = places[np.lexsort((rows[MEMORY][places], rows[TIME][places]))]
    memory = rows[MEMORY][order]
    least = np.minimum.accumulate(np.concatenate([[math.inf], memory[:-1]]))
    order = order[memory < least]
    known = np.array([costs(layout.values) for layout in kept.front]).reshape(-1, 3)
    fresh = np.stack(costs({name: rows[name][order] for name in COSTS}), axis=1)
    beaten = (known[:, None, :] <= fresh[None, :, :]).all(axis=2).any(axis=0)
    if beaten.all():
        return
    layouts = [evaluator.layout(run, rows, place) for place in order[~beaten]]
    kept.front = pareto([*kept.front, *layouts])


def _miss(kept: Kept, run: Run, evaluator: Evaluator, rows: Rows) -> None:
    import numpy as np

    if not rows["miss"].size:
        return
    place = int(np.argmin(rows["miss"]))
    miss = float(rows["miss"][place])
    if kept.nearest is None or miss < kept.nearest[0]:
        condition = evaluator.late[int(rows["failed"][place])]
        kept.nearest = (miss, condition.says, evaluator.layout(run, rows, place))


def costs(values: Mapping[str, Any]) -> tuple[Any, Any, Any]:
    """Time, memory and GPU time: what nobody wants more of."""
    return values[TIME], values[MEMORY], values["N_gpu"] * values[TIME]


def pareto(layouts: Sequence[Layout]) -> list[Layout]:
    """Those for which no other is at least as good in memory, time and GPU time."""
    import numpy as np

    # Sorted by their costs: whatever beats a layout stands before it, so one pass is enough.
    ordered = sorted(layouts, key=lambda layout: costs(layout.values))
    table = np.array([costs(layout.values) for layout in ordered])
    kept: list[int] = []
    for place, row in enumerate(table):
        if not (table[kept] <= row).all(axis=1).any():
            kept.append(place)
    return [ordered[place] for place in kept]


def chunks_of(question: Question) -> Iterator[Chunk]:
    """Every combination of listed letters and of alternatives; a large one in several parts."""
    outer = _outer_lists(question)
    names, choices = list(outer), list(question.choices)
    for values in itertools.product(*outer.values()):
        letters = dict(zip(names, values, strict=True))
        for words in itertools.product(*question.choices.values()):
            settled = dict(zip(choices, words, strict=True))
            run = question.run.changed(letters, settled, "chosen by the plan")
            columns = columns_of(run, question.lists, question.bounds)
            size = math.prod(len(values) for _, values in columns)
            cut = max((len(values) for _, values in columns[:1]), default=1)
            # A part has some values of the first letter, so there are no more parts than those.
            parts = max(1, min(cut, -(-size // MOST_COMBINATIONS)))
            for part in range(parts):
                yield Chunk(letters, settled, part, parts)


def combinations(question: Question) -> int:
    """How many runs are settled: listed letters times alternatives."""
    lists = (*_outer_lists(question).values(), *question.choices.values())
    return math.prod(map(len, lists))


def _outer_lists(question: Question) -> dict[str, tuple[float, ...]]:
    """The lists of letters that are no part of a layout."""
    free = {row["letter"] for row in question.run.composition.space["letters"]}
    return {name: values for name, values in question.lists.items() if name not in free}


def lacking(run: Run, name: str, known: set[str]) -> list[tuple[str, str]]:
    """The letters without which another one cannot be computed."""
    laws = run.composition.laws
    by = {step.of: step for step in run.composition.settled(run.choices, known)}
    roots: dict[str, None] = {}
    behind = [name]
    while behind:
        letter = behind.pop()
        if letter in known:
            continue
        if letter in by:
            behind += by[letter].needs
        else:
            roots[letter] = None
    return [(root, laws.meaning(root)) for root in roots]
