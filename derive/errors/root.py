"""What all errors share; work that was not done; knowledge, runs and clusters of no use."""

from __future__ import annotations

import copyreg

from ..frozen import dataclass_transform
from ..names import listing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, ClassVar


@dataclass_transform()
class DeriveError(Exception):
    """Root of every error that this package raises on purpose."""

    if TYPE_CHECKING:
        _facts: ClassVar[tuple[str, ...]]
    else:
        _facts = ()

        def __init__(self, *facts, **named):  # noqa: ANN002, ANN003, ANN204  typed by annotation
            given = dict(zip(self._facts, facts, strict=False)) | named
            for name, fact in given.items():
                setattr(self, name, tuple(fact) if isinstance(fact, list) else fact)
            whole = all(hasattr(self, name) for name in self._facts)
            known = given.keys() <= set(self._facts) and len(given) == len(facts) + len(named)
            if not (whole and known):
                raise TypeError(f"{type(self).__name__} takes {', '.join(self._facts)}")
            super().__init__(*(getattr(self, name) for name in self._facts))

    _says = ""
    """The message, with the names of its facts in braces, where it needs no more than them."""
    _in_python = False

    def __init_subclass__(cls) -> None:
        cls._facts += tuple(vars(cls).get("__annotations__", ()))
        package = __name__.rpartition(".")[0]
        if cls.__module__.startswith(package):
            # Their permanent address, whatever file of this package holds them.
            cls.__module__ = package

    def __str__(self) -> str:
        return self._says.format_map({name: getattr(self, name) for name in self._facts})

    def __reduce__(self) -> tuple[Any, ...]:
        """As objects are pickled: the facts are set as they are, and not handed over again."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]

    def _option(self, name: str, value: str = "") -> str:
        """An option as whoever asks would write it."""
        if self._in_python:
            return f'{name}="{value}"' if value else name
        return f"--{name.replace('_', '-')} {value}".rstrip()


def for_python(problem: DeriveError) -> DeriveError:
    """An error that names options as Python has them: ``constants="..."``."""
    problem._in_python = True  # noqa: SLF001  a switch of this package's own
    return problem


class ResidualTooLarge(DeriveError):
    """An answer that does not satisfy its law once it is put back; it is withheld."""

    formula: str
    target: str
    residual: float
    _says = (
        "the answer for {target} was withheld: put back into {formula}, "
        "the two sides differ by {residual:.1g} (relative). This is a bug in the engine"
    )


class TooMuchWork(DeriveError):
    """A limit on work was reached; says which and how far it went."""

    what: str
    limit: str
    _says = "{what} would take more than {limit}; nothing was computed"


class NoEvaluator(DeriveError):
    """Something in an expression for which evaluators have no operation."""

    what: str
    _says = "this cannot be evaluated: there is no operation for {what}"


class DamagedProgram(DeriveError):
    """Stored data that is not exactly a program; it is rebuilt, never run."""

    why: str
    _says = "this is not a program: {why}"


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
    _says = "{what} was not compiled: {why}"


class BookNotMade(DeriveError):
    """Pieces of a book that could not be computed, each with the reason."""

    failed: Mapping[str, str]

    def __str__(self) -> str:
        count = len(self.failed)
        head = f"the book lacks {count} piece{'' if count == 1 else 's'}"
        rows = [f"  {name}: {reason}" for name, reason in sorted(self.failed.items())]
        advice = "if a record is at fault, `derive check` says what is wrong with it"
        return "\n".join([head, *rows, advice])


class SiteNotBuilt(DeriveError):
    """A site builder that stopped, or left pages out."""

    builder: str
    why: str
    _says = "{builder} did not build the site: {why}"


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
    _says = "the estimate cannot find {letter}: {why}"


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
    _says = "{what}\n  {first}\n  {second}"


class UnreadableRun(RunProblem):
    """A file that should describe a run does not."""

    place: str
    why: str
    _says = "{place}: {why}"


class ClusterProblem(DeriveError):
    """A cluster that is not there, is gone, or cannot do the work; says what to do."""

    called: str
    why: str
    hint: str
    _says = "{called} {why}\n  {hint}"


class KnowledgeProblem(DeriveError):
    """A knowledge package that cannot be loaded."""


class DeclaredTwice(KnowledgeProblem):
    """One name, two declarations; names both places."""

    kind: str
    name: str
    first: str
    second: str
    _says = "the {kind} {name} is declared twice\n  first   {first}\n  again   {second}"


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
