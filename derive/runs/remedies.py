"""What would make a run fit that does not: the choices of a plan, one changed at a time."""

from __future__ import annotations

import math
from typing import NamedTuple

from derive.errors import DeriveError

from .estimate import Estimate, estimate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .record import Run

PLACE = "tried"


class Remedy(NamedTuple):
    """One change with which a run fits; memory in byte, time of a step in seconds."""

    name: str
    value: str
    memory: float
    time: float


def remedies(found: Estimate) -> list[Remedy]:
    """The single changes with which a run fits, the fastest first; none where it fits already.

    A choice of a plan takes another alternative, or a micro-batch is cut down to one sequence.
    Degrees are left to a plan: what divides what is for it to know.
    """
    if found.fits is not False:
        return []
    fitting = []
    for name, value, run in _changed(found.run):
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
