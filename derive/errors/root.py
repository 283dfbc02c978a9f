"""What all errors share, facts kept as attributes and in ``args``; values that cannot be read."""

from __future__ import annotations

import copyreg

from ..frozen import dataclass_transform
from ..names import listing, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar, Self


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

    _in_python = False

    def __init_subclass__(cls) -> None:
        cls._facts += tuple(vars(cls).get("__annotations__", ()))
        package = __name__.rpartition(".")[0]
        if cls.__module__.startswith(package):
            # Their permanent address, whatever file of this package holds them.
            cls.__module__ = package

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
