"""Symbols, constants and sets of fitted constants: the letters of the laws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from .notes import ConstantNote, Declared, Domain, Place, Placed, SymbolNote, caller, latex_of_name


class Symbol(sympy.Symbol):
    """A letter of a law: a SymPy symbol with a name of its own and a note.

    SymPy caches symbols by name, so an ordinary subclass would hand out one
    object for two declarations. These are made past the cache; they compare
    by name and assumptions, and the registry keeps the note by id.
    """

    __slots__ = ("note",)
    note: SymbolNote | ConstantNote

    def __reduce__(self) -> tuple[Any, ...]:
        return revive, (type(self), self.name, dict(self._assumptions_orig))

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return self.__reduce__()


class Constant(Symbol):
    """A typed number: a symbol while units are checked, its value in the algebra.

    Two constants of one name and different values differ, so that SymPy's
    cache cannot exchange the numbers of two knowledge packages.
    """

    __slots__ = ()
    note: ConstantNote

    def _hashable_content(self) -> tuple[Any, ...]:
        return (*super()._hashable_content(), str(self.note.value))

    def __reduce__(self) -> tuple[Any, ...]:
        return revive_constant, (self.name, dict(self._assumptions_orig), self.note)


def revive(kind: type[Symbol], name: str, assumptions: Mapping[str, bool]) -> Symbol:
    """Make a symbol past SymPy's cache; its note is looked up by id, not carried."""
    letter: Symbol = kind.__xnew__(kind, name, **assumptions)
    return letter


def revive_constant(name: str, assumptions: Mapping[str, bool], note: ConstantNote) -> Constant:
    """Make a constant past SymPy's cache; its value is part of what it is."""
    letter = revive(Constant, name, assumptions)
    letter.note = note
    assert isinstance(letter, Constant)
    return letter


def symbol(
    name: str,
    meaning: str,
    unit: str,
    *,
    latex: str = "",
    says: str = "",
    integer: bool = False,
    ratio: bool = False,
    above: float | str | None = None,
    at_least: float | str | None = None,
    below: float | str | None = None,
    at_most: float | str | None = None,
    signed: bool = False,
    typical: str = "",
    default: str = "",
    aliases: tuple[str, ...] = (),
    source: Place | None = None,
) -> Symbol:
    """Declare a letter.

    ``name`` is the id; ``meaning`` a noun phrase; ``unit`` a unit of the
    registry's table such as ``"byte/second"`` or ``"GPU"``. Without bounds a
    symbol is positive, an integer at least 1; ``ratio=True`` means [0, 1];
    ``signed=True`` any real number. ``typical`` is a range such as
    ``"1..1024"`` or ``"600..989 TFLOP/s"``; ``default`` a value used, and
    said, where a question gives none.
    """
    domain = _domain(
        integer=integer,
        ratio=ratio,
        signed=signed,
        above=above,
        at_least=at_least,
        below=below,
        at_most=at_most,
    )
    letter = revive(Symbol, name, domain.assumptions())
    letter.note = SymbolNote(
        id=name,
        meaning=meaning,
        unit=unit,
        domain=domain,
        latex=latex or latex_of_name(name),
        says=says,
        typical=typical,
        default=default,
        aliases=tuple(aliases),
        source=source,
        declared=caller(),
    )
    return letter


def constant(
    name: str,
    value: int | str,
    unit: str,
    meaning: str,
    *,
    says: str = "",
    source: Place | None = None,
) -> Constant:
    """Declare a number with a unit and a meaning, such as the 6 in ``C = 6 N D``.

    ``value`` is an integer or exact text (``"8/3"``, ``"0.5"``).
    """
    number = Fraction(value)
    note = ConstantNote(name, number, unit, meaning, says, source, caller())
    return revive_constant(name, {"positive": True} if number > 0 else {"real": True}, note)


@dataclass(frozen=True, slots=True, eq=False)
class ConstantSet(Placed):
    """Fitted constants published together: never mixed, never silently chosen."""

    name: str
    values: Mapping[Symbol, str]
    source: Place
    says: str = ""
    declared: Declared = Declared()


def _domain(
    *,
    integer: bool,
    ratio: bool,
    signed: bool,
    above: float | str | None,
    at_least: float | str | None,
    below: float | str | None,
    at_most: float | str | None,
) -> Domain:
    """The interval that the keywords of a declaration name."""
    if ratio:
        return Domain(Fraction(0), Fraction(1), low_open=False, high_open=False)
    low, low_open = (
        (None, False) if signed else ((Fraction(1), False) if integer else (Fraction(0), True))
    )
    if above is not None:
        low, low_open = exact(above), True
    if at_least is not None:
        low, low_open = exact(at_least), False
    high, high_open = (exact(below), True) if below is not None else (None, False)
    if at_most is not None:
        high, high_open = exact(at_most), False
    return Domain(low, high, low_open, high_open, integer)


def exact(value: float | str | Fraction) -> Fraction:
    """The decimal that was typed, exactly: ``0.1`` is one tenth."""
    return Fraction(str(value)) if isinstance(value, float) else Fraction(value)
