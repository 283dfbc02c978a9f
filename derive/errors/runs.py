"""Runs that cannot be estimated, and clusters that cannot work."""

from __future__ import annotations

from collections.abc import Sequence

from ..quoting import listing
from .root import DeriveError


class RunProblem(DeriveError):
    """A run that cannot be estimated as it is described."""


class OpenChoice(RunProblem):
    """Nothing settles a choice on which the answer depends."""

    choice: str
    alternatives: Sequence[str]

    def __str__(self) -> str:
        return f"{self.choice} is not settled; one of {', '.join(self.alternatives)}"


class UnsoundComposition(RunProblem):
    """The package composes an estimate in a way that cannot work."""

    letter: str
    why: str

    def __str__(self) -> str:
        return f"the estimate cannot find {self.letter}: {self.why}"


class MissingLetters(RunProblem):
    """A run does not say what an estimate needs; some of it a ``model`` would say."""

    letters: Sequence[tuple[str, str]]
    model: Sequence[str] = ()

    def __str__(self) -> str:
        lines = "".join(f"\n  {name:10} {meaning}" for name, meaning in self.letters)
        names = listing(self.model, "and")
        model = f"\n--model NAME or a config.json says {names}" if names else ""
        return f"the run does not say{lines}{model}"


class Contradiction(RunProblem):
    """Two places of a run say different things."""

    what: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.what}\n  {self.first}\n  {self.second}"


class UnreadableRun(RunProblem):
    """A file that should describe a run does not."""

    place: str
    why: str

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


class ClusterProblem(DeriveError):
    """A cluster that is not there, is gone, or cannot do the work; says what to do."""

    called: str
    why: str
    hint: str

    def __str__(self) -> str:
        return f"{self.called} {self.why}\n  {self.hint}"
