"""What can go wrong, drawn as a tree.

::

    DeriveError
    ├── ValueProblem            a value that cannot be read
    │   ├── UnreadableValue
    │   ├── UnknownUnit
    │   ├── WrongUnit
    │   └── NotAPlainNumber
    ├── QuestionProblem         a question that cannot be asked
    │   ├── UnknownName
    │   ├── MissingGivens
    │   ├── TargetIsGiven
    │   ├── OutsideDomain
    │   ├── ContradictoryGivens
    │   ├── ConstantSetNeeded
    │   ├── NothingToEvaluate
    │   ├── NoValue
    │   ├── ShapesDiffer
    │   ├── NotAnswerable
    │   ├── Unreachable
    │   ├── MixedConventions
    │   ├── NotComparable
    │   ├── NoSuchDocument
    │   ├── UnreadableBaseline
    │   ├── UnreadableNotation
    │   └── UnreadableCommand
    ├── KnowledgeProblem        a knowledge package that cannot be loaded
    │   ├── DeclaredTwice
    │   ├── NoSuchPackage
    │   ├── BrokenLaw
    │   └── UnreadableLatex
    ├── NoEvaluator             an expression that cannot be made into a program
    ├── DamagedProgram          stored data that is not a program
    ├── UnsupportedExpression   an expression without a written form
    ├── BookNotMade             pieces of a book that could not be computed
    ├── SiteNotBuilt            a site builder that stopped or left pages out
    ├── RunProblem              a run that cannot be estimated
    │   ├── OpenChoice
    │   ├── UnsoundComposition
    │   ├── MissingLetters
    │   ├── Contradiction
    │   └── UnreadableRun
    ├── ClusterProblem          a cluster that is not there, or cannot do the work
    └── TooMuchWork             a limit on work was reached

Leaves take facts, not sentences; ``__str__`` words them once. The facts stay
as attributes, so that callers and tests need not read the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .quoting import listing, shown


class DeriveError(Exception):
    """Root of every error that this package raises on purpose."""

    _in_python = False

    def _option(self, name: str, value: str = "") -> str:
        """An option as whoever asks would write it."""
        if self._in_python:
            return f'{name}="{value}"' if value else name
        return f"--{name.replace('_', '-')} {value}".rstrip()


def for_python(problem: DeriveError) -> DeriveError:
    """An error that names options as Python has them: ``constants="..."``."""
    problem._in_python = True  # noqa: SLF001  a switch of this file's own
    return problem


# --- values -----------------------------------------------------------------


class ValueProblem(DeriveError):
    """A value that cannot be read; knows the symbol and what it would accept."""

    def __init__(self, text: str, *, symbol: str = "", accepts: Sequence[str] = ()) -> None:
        super().__init__(text, symbol, tuple(accepts))
        self.text = text
        self.symbol = symbol
        self.accepts = tuple(accepts)

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

    def __init__(
        self, text: str, why: str = "", *, symbol: str = "", accepts: Sequence[str] = ()
    ) -> None:
        super().__init__(text, symbol=symbol, accepts=accepts)
        self.why = why

    def complaint(self) -> str:
        """What is wrong, with the reason where one is known."""
        return f"{shown(self.text)} is not a value" + (f": {self.why}" if self.why else "")


class UnknownUnit(ValueProblem):
    """A unit that the table does not list, with the nearest one that it does."""

    def __init__(
        self,
        text: str,
        unit: str,
        guess: str = "",
        *,
        symbol: str = "",
        accepts: Sequence[str] = (),
    ) -> None:
        super().__init__(text, symbol=symbol, accepts=accepts)
        self.unit = unit
        self.guess = guess

    def complaint(self) -> str:
        """The unit, and the one that was probably meant."""
        guess = f" (did you mean {self.guess}?)" if self.guess else ""
        return f"there is no unit {shown(self.unit)}{guess}"


class WrongUnit(ValueProblem):
    """A known unit that measures another thing."""

    def __init__(
        self,
        text: str,
        unit: str,
        expected: str,
        note: str = "",
        *,
        symbol: str = "",
        accepts: Sequence[str] = (),
    ) -> None:
        super().__init__(text, symbol=symbol, accepts=accepts)
        self.unit = unit
        self.expected = expected
        self.note = note

    def complaint(self) -> str:
        """Both units, and the slip that is likely behind them."""
        note = f" ({self.note})" if self.note else ""
        return (
            f"{shown(self.text)} is in {self.unit}, which does not convert to {self.expected}{note}"
        )


class NotAPlainNumber(ValueProblem, TypeError):
    """A quantity with a unit where Python wants a bare number; ``float()`` promises a TypeError."""

    def __init__(self, text: str, unit: str) -> None:
        super().__init__(text)
        self.unit = unit

    def complaint(self) -> str:
        """The quantity, and how to get its number."""
        return (
            f"{shown(self.text)} is in {self.unit}, so it is not a plain number; "
            f"name the unit: .to({self.unit!r}).magnitude"
        )


# --- questions --------------------------------------------------------------


class QuestionProblem(DeriveError):
    """A question that cannot be asked as it stands."""


class UnknownName(QuestionProblem):
    """A name nobody declared, with those that come closest."""

    def __init__(self, kind: str, name: str, guesses: Sequence[str] = (), among: str = "") -> None:
        super().__init__(kind, name, tuple(guesses), among)
        self.kind = kind
        self.name = name
        self.guesses = tuple(guesses)
        self.among = among

    def __str__(self) -> str:
        among = f" in {self.among}" if self.among else ""
        guess = f"; did you mean {listing(self.guesses, 'or')}?" if self.guesses else ""
        return f"there is no {self.kind} {shown(self.name)}{among}{guess}"


class UnknownLetter(UnknownName):
    """A name that no letter of a formula has; its letters are listed with their meaning."""

    def __init__(
        self,
        name: str,
        guesses: Sequence[str],
        formula: str,
        letters: Sequence[tuple[str, str, str]],
    ) -> None:
        super().__init__("symbol", name, guesses, formula)
        self.args = (name, tuple(guesses), formula, tuple(letters))
        self.letters = tuple(letters)

    def __str__(self) -> str:
        width = max((len(name) for name, _, _ in self.letters), default=0)
        rows = [
            f"\n  {name:<{width}}  {meaning}{f' ({unit})' if unit else ''}"
            for name, meaning, unit in self.letters
        ]
        return f"{super().__str__()}{''.join(rows)}"


class MissingGivens(QuestionProblem):
    """Values that the question needs and does not give, all of them at once."""

    def __init__(self, formula: str, missing: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(formula, tuple(missing))
        self.formula = formula
        self.missing = tuple(missing)

    def __str__(self) -> str:
        wanted = "; ".join(
            f"{name} ({meaning}{', in ' + unit if unit else ''})"
            for name, meaning, unit in self.missing
        )
        return f"{self.formula} also needs {wanted}"


class TargetIsGiven(QuestionProblem):
    """The unknown of the question is among its givens."""

    def __init__(self, target: str, value: str) -> None:
        super().__init__(target, value)
        self.target = target
        self.value = value

    def __str__(self) -> str:
        return (
            f"{self.target} is what you ask for, but you also give {self.target} = {self.value}; "
            "leave one of the two out"
        )


class OutsideDomain(QuestionProblem):
    """A given that its symbol cannot take."""

    def __init__(self, symbol: str, value: str, domain: str) -> None:
        super().__init__(symbol, value, domain)
        self.symbol = symbol
        self.value = value
        self.domain = domain

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

    def __init__(self, first: str, other: str, why: str) -> None:
        super().__init__(first, other, why)
        self.first = first
        self.other = other
        self.why = why

    def __str__(self) -> str:
        return f"{self.first} and {self.other} contradict each other: {self.why}"


class ConstantSetNeeded(QuestionProblem):
    """Fitted constants are missing, and several published sets could fill them."""

    def __init__(
        self, formula: str, symbols: Sequence[str], sets: Sequence[tuple[str, str]]
    ) -> None:
        super().__init__(formula, tuple(symbols), tuple(sets))
        self.formula = formula
        self.symbols = tuple(symbols)
        self.sets = tuple(sets)

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

    def __init__(self, formula: str, letters: Sequence[str]) -> None:
        super().__init__(formula, tuple(letters))
        self.formula = formula
        self.letters = tuple(letters)

    def __str__(self) -> str:
        return (
            f"{self.formula} is a bound and gives no value of its own; solve it for one of "
            f"its letters: {listing(self.letters)}"
        )


class NoValue(QuestionProblem):
    """A law that has no value at these givens, such as a division by zero."""

    def __init__(self, formula: str, target: str, why: str) -> None:
        super().__init__(formula, target, why)
        self.formula = formula
        self.target = target
        self.why = why

    def __str__(self) -> str:
        return f"{self.formula} gives no {self.target} here: {self.why}"


class ShapesDiffer(QuestionProblem):
    """Arrays that cannot be laid over each other."""

    def __init__(self, shapes: Sequence[tuple[str, tuple[int, ...]]]) -> None:
        super().__init__(tuple(shapes))
        self.shapes = tuple(shapes)

    def __str__(self) -> str:
        each = [f"{name} has shape {shape}" for name, shape in self.shapes]
        return (
            f"{listing(each, 'and')}: these do not broadcast; sizes must agree or be 1, "
            "counted from the last axis"
        )


class NotAnswerable(QuestionProblem):
    """A question that this engine refuses, with the reason and what to ask instead."""

    def __init__(self, formula: str, why: str, instead: str) -> None:
        super().__init__(formula, why, instead)
        self.formula = formula
        self.why = why
        self.instead = instead

    def __str__(self) -> str:
        return f"{self.formula} cannot answer that: {self.why}; {self.instead}"


class ResidualTooLarge(DeriveError):
    """An answer that does not satisfy its law once it is put back; it is withheld."""

    def __init__(self, formula: str, target: str, residual: float) -> None:
        super().__init__(formula, target, residual)
        self.formula = formula
        self.target = target
        self.residual = residual

    def __str__(self) -> str:
        return (
            f"the answer for {self.target} was withheld: put back into {self.formula}, "
            f"the two sides differ by {self.residual:.1g} (relative). This is a bug in the engine"
        )


class Unreachable(QuestionProblem):
    """No chain of laws leads from what is known to what is wanted."""

    def __init__(self, target: str, nearest: Sequence[tuple[str, Sequence[str]]]) -> None:
        super().__init__(target, tuple((name, tuple(missing)) for name, missing in nearest))
        self.target = target
        self.nearest = tuple((name, tuple(missing)) for name, missing in nearest)

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

    def __init__(self, first: str, second: str, group: str) -> None:
        super().__init__(first, second, group)
        self.first = first
        self.second = second
        self.group = group

    def __str__(self) -> str:
        return (
            f"{self.first} and {self.second} are two conventions for one quantity "
            f"({self.group}); choose one of them"
        )


class NotComparable(QuestionProblem):
    """Two formulas between which no difference can be formed."""

    def __init__(self, first: str, second: str, why: str) -> None:
        super().__init__(first, second, why)
        self.first = first
        self.second = second
        self.why = why

    def __str__(self) -> str:
        return f"{self.first} and {self.second} cannot be compared: {self.why}"


class NoSuchDocument(QuestionProblem):
    """A manuscript that cannot be opened."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why

    def __str__(self) -> str:
        return f"{shown(self.path, 120)} cannot be linted: {self.why}"


class UnreadableBaseline(QuestionProblem):
    """A baseline file that is none."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why

    def __str__(self) -> str:
        return f"the baseline {shown(self.path, 120)} cannot be read: {self.why}"


class UnreadableNotation(QuestionProblem):
    """A notation file that does not follow the format; it is read as data, never run."""

    def __init__(self, path: str, line: int, why: str) -> None:
        super().__init__(path, line, why)
        self.path = path
        self.line = line
        self.why = why

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: this notation cannot be read: {self.why}"


class UnreadableCommand(QuestionProblem):
    """A command line that does not parse; says what was typed and what is expected."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why, hint)
        self.why = why
        self.hint = hint

    def __str__(self) -> str:
        return self.why + (f"\n  {self.hint}" if self.hint else "")


# --- knowledge --------------------------------------------------------------


class KnowledgeProblem(DeriveError):
    """A knowledge package that cannot be loaded."""


class DeclaredTwice(KnowledgeProblem):
    """One name, two declarations; names both places."""

    def __init__(self, kind: str, name: str, first: str, second: str) -> None:
        super().__init__(kind, name, first, second)
        self.kind = kind
        self.name = name
        self.first = first
        self.second = second

    def __str__(self) -> str:
        return (
            f"the {self.kind} {self.name} is declared twice\n"
            f"  first   {self.first}\n  again   {self.second}"
        )


class NoSuchPackage(KnowledgeProblem):
    """A path or package name under which no knowledge was found."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, why)
        self.name = name
        self.why = why

    def __str__(self) -> str:
        return f"no knowledge package at {shown(self.name)}: {self.why}"


class UnfitBase(KnowledgeProblem):
    """A package takes letters or laws from another that it does not name, or one too old."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name, why)
        self.name = name
        self.why = why

    def __str__(self) -> str:
        return f"the package {shown(self.name)} cannot be built on another: {self.why}"


class BrokenLaw(KnowledgeProblem):
    """A law, or a condition of one, whose lines do not give what they should."""

    def __init__(self, formula: str, place: str, line: str, why: str) -> None:
        super().__init__(formula, place, line, why)
        self.formula = formula
        self.place = place
        self.line = line
        self.why = why

    def __str__(self) -> str:
        quoted = f"\n\n      {self.line}" if self.line else ""
        return f"{self.place}  {self.formula}\n  {self.why}{quoted}"


class UnreadableLatex(KnowledgeProblem):
    """The LaTeX of a letter that is not that of one letter."""

    def __init__(self, latex: str, why: str) -> None:
        super().__init__(latex, why)
        self.latex = latex
        self.why = why

    def __str__(self) -> str:
        return f"{shown(self.latex)} is not the LaTeX of a letter: {self.why}"


# --- writing ----------------------------------------------------------------


class UnsupportedExpression(DeriveError):
    """An expression that has no written form here; it is refused, never guessed."""

    def __init__(self, kind: str, expression: str) -> None:
        super().__init__(kind, expression)
        self.kind = kind
        self.expression = expression

    def __str__(self) -> str:
        return f"{self.kind} cannot be written: {shown(self.expression, 80)}"


# --- evaluators -------------------------------------------------------------


class NoEvaluator(DeriveError):
    """Something in an expression for which evaluators have no operation."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        return f"this cannot be evaluated: there is no operation for {self.what}"


class DamagedProgram(DeriveError):
    """Stored data that is not exactly a program; it is rebuilt, never run."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return f"this is not a program: {self.why}"


class UnusableUnits(KnowledgeProblem):
    """A table of units that cannot be used: a bad definition, or a damaged copy."""

    def __init__(self, where: str, why: str) -> None:
        super().__init__(where, why)
        self.where = where
        self.why = why

    def __str__(self) -> str:
        return f"the units in {shown(self.where)} cannot be used: {self.why}"


class BookNotMade(DeriveError):
    """Pieces of a book that could not be computed, each with the reason."""

    def __init__(self, failed: Mapping[str, str]) -> None:
        super().__init__(dict(failed))
        self.failed = dict(failed)

    def __str__(self) -> str:
        count = len(self.failed)
        head = f"the book lacks {count} piece{'' if count == 1 else 's'}"
        rows = [f"  {name}: {reason}" for name, reason in sorted(self.failed.items())]
        return "\n".join([head, *rows])


class SiteNotBuilt(DeriveError):
    """A site builder that stopped, or left pages out."""

    def __init__(self, builder: str, why: str) -> None:
        super().__init__(builder, why)
        self.builder = builder
        self.why = why

    def __str__(self) -> str:
        return f"{self.builder} did not build the site: {self.why}"


class NotCompiled(DeriveError):
    """A law that could not be compiled, or a store that could not be written."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what = what
        self.why = why

    def __str__(self) -> str:
        return f"{self.what} was not compiled: {self.why}"


class RunProblem(DeriveError):
    """A run that cannot be estimated as it is described."""


class OpenChoice(RunProblem):
    """Nothing settles a choice on which the answer depends."""

    def __init__(self, choice: str, alternatives: Sequence[str]) -> None:
        super().__init__(choice, alternatives)
        self.choice, self.alternatives = choice, tuple(alternatives)

    def __str__(self) -> str:
        return f"{self.choice} is not settled; one of {', '.join(self.alternatives)}"


class UnsoundComposition(RunProblem):
    """The package composes an estimate in a way that cannot work."""

    def __init__(self, letter: str, why: str) -> None:
        super().__init__(letter, why)
        self.letter, self.why = letter, why

    def __str__(self) -> str:
        return f"the estimate cannot find {self.letter}: {self.why}"


class MissingLetters(RunProblem):
    """A run does not say what an estimate needs; some of it a ``model`` would say."""

    def __init__(self, letters: Sequence[tuple[str, str]], model: Sequence[str] = ()) -> None:
        super().__init__(letters, model)
        self.letters = tuple(letters)
        self.model = tuple(model)

    def __str__(self) -> str:
        lines = "".join(f"\n  {name:10} {meaning}" for name, meaning in self.letters)
        names = listing(self.model, "and")
        model = f"\n--model NAME or a config.json says {names}" if names else ""
        return f"the run does not say{lines}{model}"


class Contradiction(RunProblem):
    """Two places of a run say different things."""

    def __init__(self, what: str, first: str, second: str) -> None:
        super().__init__(what, first, second)
        self.what, self.first, self.second = what, first, second

    def __str__(self) -> str:
        return f"{self.what}\n  {self.first}\n  {self.second}"


class UnreadableRun(RunProblem):
    """A file that should describe a run does not."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(place, why)
        self.place, self.why = place, why

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


class ClusterProblem(DeriveError):
    """A cluster that is not there, is gone, or cannot do the work; says what to do."""

    def __init__(self, called: str, why: str, hint: str) -> None:
        super().__init__(called, why, hint)
        self.called, self.why, self.hint = called, why, hint

    def __str__(self) -> str:
        return f"{self.called} {self.why}\n  {self.hint}"


class TooMuchWork(DeriveError):
    """A limit on work was reached; says which and how far it went."""

    def __init__(self, what: str, limit: str) -> None:
        super().__init__(what, limit)
        self.what = what
        self.limit = limit

    def __str__(self) -> str:
        return f"{self.what} would take more than {self.limit}; nothing was computed"
