"""Knowledge packages that cannot be loaded."""

from __future__ import annotations

from ..quoting import shown
from .root import DeriveError


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
