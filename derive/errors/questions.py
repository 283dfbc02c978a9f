"""Values that cannot be read, and questions that cannot be asked as they stand."""

from __future__ import annotations

from ..names import listing, shown
from .root import DeriveError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self


class ValueProblem(DeriveError):
    """A value that cannot be read; knows the symbol and what it would accept."""

    text: str
    symbol = ""
    accepts = tuple[str, ...]()

    def of(self, symbol: str, accepts: Sequence[str] = ()) -> Self:
        """The same problem, now with the symbol whose value it is and the units it accepts."""
        self.symbol, self.accepts = symbol, tuple(accepts)
        return self

    def complaint(self) -> str:
        """What is wrong, without the place and the accepted units."""
        return f"{shown(self.text)} is not a value"

    def __str__(self) -> str:
        where = f"{self.symbol}: " if self.symbol else ""
        return f"{where}{self.complaint()}{self.wanted()}"

    def wanted(self) -> str:
        """What would be accepted; a symbol without a unit takes a plain number."""
        if not self.accepts:
            return ""
        if self.accepts == ("1",):
            return "; give a plain number"
        return f"; give a number in {listing(self.accepts)}"


class UnreadableValue(ValueProblem):
    """Text that is not a number with a unit."""

    why: str = ""

    def complaint(self) -> str:
        """What is wrong, with the reason where one is known."""
        return f"{shown(self.text)} is not a value" + (f": {self.why}" if self.why else "")


class UnknownUnit(ValueProblem):
    """A unit that the table does not list, with the nearest one that it does."""

    unit: str
    guess: str = ""

    def complaint(self) -> str:
        """The unit, and the one that was probably meant."""
        guess = f" (did you mean {self.guess}?)" if self.guess else ""
        return f"there is no unit {shown(self.unit)}{guess}"


class WrongUnit(ValueProblem):
    """A known unit that measures another thing."""

    unit: str
    expected: str
    note: str = ""

    def complaint(self) -> str:
        """Both units, and the slip that is likely behind them."""
        note = f" ({self.note})" if self.note else ""
        return (
            f"{shown(self.text)} is in {self.unit}, which does not convert to {self.expected}{note}"
        )


class NotAPlainNumber(ValueProblem, TypeError):
    """A quantity with a unit where Python wants a bare number; ``float()`` promises a TypeError."""

    unit: str

    def complaint(self) -> str:
        """The quantity, and how to get its number."""
        return (
            f"{shown(self.text)} is in {self.unit}, so it is not a plain number; "
            f"name the unit: .to({self.unit!r}).magnitude"
        )


class QuestionProblem(DeriveError):
    """A question that cannot be asked as it stands."""


class UnknownName(QuestionProblem):
    """A name nobody declared, with those that come closest."""

    kind: str
    name: str
    guesses: Sequence[str] = ()
    among: str = ""

    def __str__(self) -> str:
        among = f" in {self.among}" if self.among else ""
        guess = f"; did you mean {listing(self.guesses, 'or')}?" if self.guesses else ""
        return f"there is no {self.kind} {shown(self.name)}{among}{guess}"


class UnknownCommand(UnknownName):
    """A first word that is no command: mistyped, or words that somebody looks for."""

    search: str = ""

    def __str__(self) -> str:
        hint = f"\n  to look for it: {self.search}" if self.search else ""
        return f"{super().__str__()}{hint}"


class UnknownLetter(UnknownName):
    """A name that no letter of a formula has; its letters are listed with their meaning."""

    letters: Sequence[tuple[str, str, str]] = ()

    def __str__(self) -> str:
        return f"{super().__str__()}{_listed(self.letters)}"


def _listed(letters: Sequence[tuple[str, str, str]]) -> str:
    """Letters with meaning and unit, a line each."""
    width = max((len(name) for name, _, _ in letters), default=0)
    return "".join(
        f"\n  {name:<{width}}  {meaning}{f' ({unit})' if unit else ''}"
        for name, meaning, unit in letters
    )


def _for_example(command: str) -> str:
    return f"\n  for example: {command}" if command else ""


class MissingGivens(QuestionProblem):
    """Values that the question needs and does not give, all of them at once."""

    formula: str
    missing: Sequence[tuple[str, str, str]]
    example: str = ""

    def __str__(self) -> str:
        wanted = "; ".join(
            f"{name} ({meaning}{', in ' + unit if unit else ''})"
            for name, meaning, unit in self.missing
        )
        return f"{self.formula} also needs {wanted}{_for_example(self.example)}"


class MissingTarget(QuestionProblem):
    """A law without the letter that it is to be solved for; ``letters`` with meaning and unit."""

    formula: str
    law: str
    letters: Sequence[tuple[str, str, str]]
    example: str = ""

    def __str__(self) -> str:
        return (
            f"which letter of {self.formula} do you want?  {self.law}"
            f"{_listed(self.letters)}{_for_example(self.example)}"
        )


class TargetIsGiven(QuestionProblem):
    """The unknown of the question is among its givens."""

    target: str
    value: str
    _says = (
        "{target} is what you ask for, but you also give {target} = {value}; "
        "leave one of the two out"
    )


class OutsideDomain(QuestionProblem):
    """A given that its symbol cannot take."""

    symbol: str
    value: str
    domain: str

    def __str__(self) -> str:
        sign = "" if self.value.startswith(("<", ">")) else "= "
        option = self.symbol.startswith("--")
        name = self._option(self.symbol[2:].replace("-", "_")) if option else self.symbol
        guess = f"; did you mean {self.value} %?" if self._is_percent() else ""
        return f"{name} {sign}{self.value} is not allowed: {name} is {self.domain}{guess}"

    def _is_percent(self) -> bool:
        """Whether a share was typed in percent, without the sign."""
        is_share = self.domain.startswith("a number") and self.domain.endswith("at most 1")
        return is_share and self.value.isascii() and self.value.isdigit() and int(self.value) <= 100


class ContradictoryGivens(QuestionProblem):
    """Two givens that cannot both hold."""

    first: str
    other: str
    why: str
    _says = "{first} and {other} contradict each other: {why}"


class ConstantSetNeeded(QuestionProblem):
    """Fitted constants are missing, and several published sets could fill them."""

    formula: str
    symbols: Sequence[str]
    sets: Sequence[tuple[str, str]]

    def __str__(self) -> str:
        choices = "; ".join(
            f"{self._option('constants', name)} ({origin})" for name, origin in self.sets
        )
        return (
            f"{self.formula} needs the fitted constants {listing(self.symbols)}; "
            f"give them, or choose a published set: {choices}"
        )


class NothingToEvaluate(QuestionProblem):
    """A law without a left side of its own, such as an inequality."""

    formula: str
    letters: Sequence[str]

    def __str__(self) -> str:
        return (
            f"{self.formula} is a bound and gives no value of its own; solve it for one of "
            f"its letters: {listing(self.letters)}"
        )


class NoValue(QuestionProblem):
    """A law that has no value at these givens, such as a division by zero."""

    formula: str
    target: str
    why: str
    _says = "{formula} gives no {target} here: {why}"


class ShapesDiffer(QuestionProblem):
    """Arrays that cannot be laid over each other."""

    shapes: Sequence[tuple[str, tuple[int, ...]]]

    def __str__(self) -> str:
        each = [f"{name} has shape {shape}" for name, shape in self.shapes]
        return (
            f"{listing(each, 'and')}: these do not broadcast; sizes must agree or be 1, "
            "counted from the last axis"
        )


class NotAnswerable(QuestionProblem):
    """A question that this engine refuses, with the reason and what to ask instead."""

    formula: str
    why: str
    instead: str
    _says = "{formula} cannot answer that: {why}; {instead}"


class Unreachable(QuestionProblem):
    """No chain of laws leads from what is known to what is wanted."""

    target: str
    nearest: Sequence[tuple[str, Sequence[str]]]

    def __str__(self) -> str:
        if not self.nearest:
            return f"no formula contains {self.target}"
        hints = "; ".join(
            f"{name} would give it with {listing(missing, 'and')}"
            if missing
            else f"{name} gives it, but not in one chain with the rest of the question"
            for name, missing in self.nearest
        )
        return f"nothing leads from these givens to {self.target}: {hints}"


class MixedConventions(QuestionProblem):
    """Two laws that state one quantity by different conventions, asked for at once."""

    first: str
    second: str
    group: str
    _says = (
        "{first} and {second} are two conventions for one quantity ({group}); choose one of them"
    )


class NotComparable(QuestionProblem):
    """Two formulas between which no difference can be formed."""

    first: str
    second: str
    why: str
    _says = "{first} and {second} cannot be compared: {why}"


class NoSuchDocument(QuestionProblem):
    """A manuscript that cannot be opened."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{shown(self.path, 120)} cannot be linted: {self.why}"


class UnreadableBaseline(QuestionProblem):
    """A baseline file that is none."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"the baseline {shown(self.path, 120)} cannot be read: {self.why}"


class UnreadableNotation(QuestionProblem):
    """A notation file that does not follow the format; it is read as data, never run."""

    path: str
    line: int
    why: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: this notation cannot be read: {self.why}"


class UnreadableCommand(QuestionProblem):
    """A command line that does not parse; says what was typed and what is expected."""

    why: str
    hint: str = ""

    def __str__(self) -> str:
        return self.why + (f"\n  {self.hint}" if self.hint else "")
