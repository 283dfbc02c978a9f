"""Work that was not done, or is withheld; knowledge, runs and clusters that cannot be used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..names import listing, shown
from .root import DeriveError


class ResidualTooLarge(DeriveError):
    """An answer that does not satisfy its law once it is put back; it is withheld."""

    formula: str
    target: str
    residual: float

    def __str__(self) -> str:
        return (
            f"the answer for {self.target} was withheld: put back into {self.formula}, "
            f"the two sides differ by {self.residual:.1g} (relative). This is a bug in the engine"
        )


class TooMuchWork(DeriveError):
    """A limit on work was reached; says which and how far it went."""

    what: str
    limit: str

    def __str__(self) -> str:
        return f"{self.what} would take more than {self.limit}; nothing was computed"


class NoEvaluator(DeriveError):
    """Something in an expression for which evaluators have no operation."""

    what: str

    def __str__(self) -> str:
        return f"this cannot be evaluated: there is no operation for {self.what}"


class DamagedProgram(DeriveError):
    """Stored data that is not exactly a program; it is rebuilt, never run."""

    why: str

    def __str__(self) -> str:
        return f"this is not a program: {self.why}"


class UnsupportedExpression(DeriveError):
    """An expression that has no written form here; it is refused, never guessed."""

    kind: str
    expression: str

    def __str__(self) -> str:
        return f"{self.kind} cannot be written: {shown(self.expression, 80)}"


class NotCompiled(DeriveError):
    """A law that could not be compiled, or a store that could not be written."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what} was not compiled: {self.why}"


class BookNotMade(DeriveError):
    """Pieces of a book that could not be computed, each with the reason."""

    failed: Mapping[str, str]

    def __str__(self) -> str:
        count = len(self.failed)
        head = f"the book lacks {count} piece{'' if count == 1 else 's'}"
        rows = [f"  {name}: {reason}" for name, reason in sorted(self.failed.items())]
        return "\n".join([head, *rows])


class SiteNotBuilt(DeriveError):
    """A site builder that stopped, or left pages out."""

    builder: str
    why: str

    def __str__(self) -> str:
        return f"{self.builder} did not build the site: {self.why}"


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


class KnowledgeProblem(DeriveError):
    """A knowledge package that cannot be loaded."""


class DeclaredTwice(KnowledgeProblem):
    """One name, two declarations; names both places."""

    kind: str
    name: str
    first: str
    second: str

    def __str__(self) -> str:
        return (
            f"the {self.kind} {self.name} is declared twice\n"
            f"  first   {self.first}\n  again   {self.second}"
        )


class NoSuchPackage(KnowledgeProblem):
    """A path or package name under which no knowledge was found."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"no knowledge package at {shown(self.name)}: {self.why}"


class UnfitBase(KnowledgeProblem):
    """A package takes letters or laws from another that it does not name, or one too old."""

    name: str
    why: str

    def __str__(self) -> str:
        return f"the package {shown(self.name)} cannot be built on another: {self.why}"


class BrokenLaw(KnowledgeProblem):
    """A law, or a condition of one, whose lines do not give what they should."""

    formula: str
    place: str
    line: str
    why: str

    def __str__(self) -> str:
        quoted = f"\n\n      {self.line}" if self.line else ""
        return f"{self.place}  {self.formula}\n  {self.why}{quoted}"


class UnreadableLatex(KnowledgeProblem):
    """The LaTeX of a letter that is not that of one letter."""

    latex: str
    why: str

    def __str__(self) -> str:
        return f"{shown(self.latex)} is not the LaTeX of a letter: {self.why}"


class UnusableUnits(KnowledgeProblem):
    """A table of units that cannot be used: a bad definition, or a damaged copy."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"the units in {shown(self.where)} cannot be used: {self.why}"
