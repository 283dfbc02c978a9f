"""Values and givens as people type them: ``M_state <= 80 GB``, ``600..989 TFLOP/s``, ``70B``."""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction

from ..errors import UnknownUnit, UnreadableValue, ValueProblem, WrongUnit
from ..frozen import Frozen, Record
from .decimals import exact_number, money_last, read_ratio, read_scale, scaled
from .quantity import Quantity
from .table import guess_for, reading_note, why_wrong
from .unit import MOST_CHARACTERS, Unit, contradicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .table import UnitTable


# --- intervals and grids ------------------------------------------------------------


MOST_POINTS = 100_000


class Interval(Frozen):
    """All values between two ends; an end that is None is open to infinity.

    Before the unit is known the ends are as they were given (text, numbers);
    ``read_value`` turns them into quantities.

    >>> print(Interval("1 GB", "80 GB"), Interval(high="80 GB"), Interval(low=3, low_open=True))
    1..80 GB <= 80 GB > 3
    """

    __slots__ = _fields = ("low", "high", "low_open", "high_open")
    low: Any
    high: Any
    low_open: bool
    high_open: bool

    def __init__(
        self,
        low: Any = None,
        high: Any = None,
        low_open: bool = False,  # noqa: FBT001, FBT002  the order in which ends are written
        high_open: bool = False,  # noqa: FBT001, FBT002  as above
    ) -> None:
        self._set(low, high, low_open, high_open)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "any value"
        if self.low is None:
            return f"{'<' if self.high_open else '<='} {self.high}"
        if self.high is None:
            return f"{'>' if self.low_open else '>='} {self.low}"
        low, high = str(self.low), str(self.high)
        number, _, unit = low.partition(" ")
        return f"{number if unit and high.endswith(f' {unit}') else low}..{high}"


class Grid(Record):
    """Values from ``low`` to ``high``: ``1:1024``, ``1:1024:log``, ``1:1024:7``.

    Without a number of points a count takes every whole number, any other
    quantity a hundred equal steps; ``log`` doubles from the low end.
    """

    low: Quantity
    high: Quantity
    points: int | None = None
    log: bool = False
    whole: bool = False

    def magnitudes(self) -> tuple[Fraction, ...]:
        """The points, in the unit of ``low``, in rising order, both ends included."""
        low, high = Fraction(self.low.magnitude), Fraction(self.high.magnitude)
        if self.log:
            return _doublings(low, high)
        if self.whole and not self.points and low.denominator == high.denominator == 1:
            return tuple(map(Fraction, range(int(low), int(high) + 1)))
        steps = self.points - 1 if self.points else 100
        if self.whole and not self.points:
            steps = max(int(high - low), 1)
        step = (high - low) / steps
        rising = (low + step * place for place in range(steps + 1))
        if self.whole:
            rising = (Fraction(round(value)) for value in rising)
        return tuple(dict.fromkeys(value for value in rising if low <= value <= high))

    def __iter__(self) -> Iterator[Quantity]:
        return (Quantity(value, self.low.unit) for value in self.magnitudes())

    def __str__(self) -> str:
        last = ":log" if self.log else f":{self.points}" if self.points else ""
        return f"{self.low}:{self.high}{last}"


def at_most(value: Any) -> Interval:
    """Every value up to this one: ``at_most("80 GB")``."""
    return Interval(high=value)


def at_least(value: Any) -> Interval:
    """Every value from this one on: ``at_least("50 ms")``."""
    return Interval(low=value)


def between(low: Any, high: Any) -> Interval:
    """Every value from ``low`` to ``high``, both included."""
    return Interval(low=low, high=high)


def _doublings(low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    values = [low]
    while values[-1] * 2 <= high:
        values.append(values[-1] * 2)
    if values[-1] != high:
        values.append(high)
    return tuple(values)


# --- givens -------------------------------------------------------------------------


# Spaces that come with text copied from a page, and the minus sign of print.
PRINTED = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u2212": "-", "\t": " "})

RELATIONS = {
    **dict.fromkeys(("<=", "=<", "≤", "⩽"), "<="),
    **dict.fromkeys((">=", "=>", "≥", "⩾"), ">="),
    "<": "<",
    ">": ">",
    "==": "=",
    "=": "=",
}


def _first_sign(text: str) -> tuple[int, str] | None:
    """Where the first relation of a text begins, and the longest sign that stands there."""
    for place, character in enumerate(text):
        for sign in (text[place : place + 2], character):
            if sign in RELATIONS:
                return place, sign
    return None


Given = namedtuple("Given", ["name", "relation", "value"])  # noqa: PYI024  typing loads slowly
Given.__doc__ = "A given as typed: the name, one of = <= >= < >, and the text of the value."


def split_given(text: str) -> Given:
    """Take ``M_state <= 80 GB`` or ``Psi=70e9`` apart; nothing is read yet."""
    if not isinstance(text, str):
        raise UnreadableValue(type(text).__name__, "write name=value")
    written = clean(text, 2 * MOST_CHARACTERS)
    sign_place = _first_sign(written)
    if sign_place is None:
        raise UnreadableValue(text, 'write name=value, or in quotes "name <= value"')
    place, sign = sign_place
    name, value = written[:place].strip(), written[place + len(sign) :].strip()
    if not name:
        raise UnreadableValue(text, f"a name is missing before {sign}")
    if _first_sign(value):
        bound = f"{name} {RELATIONS[sign]} {value.lstrip('= ')}"
        example = f', as "{bound}"' if value[0] == "=" else ""  # M_state=<= 80 GB
        raise UnreadableValue(text, f"give one relation at a time{example}")
    if not value:
        raise UnreadableValue(text, f"a value is missing after {sign}").of(_known(name))
    return Given(name, RELATIONS[sign], value)


def related(relation: str, value: Any) -> Any:
    """The value of a given: as it is after ``=``, else the interval it bounds."""
    if relation in ("<", "<="):
        return Interval(high=value, high_open=relation == "<")
    if relation in (">", ">="):
        return Interval(low=value, low_open=relation == ">")
    return value


def split_relation(text: str) -> tuple[str, str]:
    """A relation at the start of a value (``<= 80 GB``), and the rest."""
    first_sign = _first_sign(text)
    if first_sign is None or first_sign[0]:
        return "", text
    return RELATIONS[first_sign[1]], text[len(first_sign[1]) :].strip()


def clean(typed: str, most: int = MOST_CHARACTERS) -> str:
    """The text without surrounding spaces, or a reason why it cannot be read."""
    if len(typed) > most:
        raise UnreadableValue(typed, f"it is longer than {most} characters")
    text = typed.translate(PRINTED).strip()
    if not text:
        raise UnreadableValue(typed, "it is empty")
    if not text.isprintable():
        raise UnreadableValue(typed, "it holds control characters")
    return text


def _known(name: str) -> str:
    """The name where it can stand at the head of a message as it is."""
    return name if name.isidentifier() and len(name) <= 40 else ""


def read_value(
    value: Any, *, unit: Unit, table: UnitTable, symbol: str = "", count: bool = False
) -> Quantity | Interval | Grid:
    """Read what someone gave for a symbol that is declared in ``unit``.

    Text is exact: ``80 GB``, ``70e9``, ``32,768``, ``600..989 TFLOP/s``,
    ``<= 80 GB``, ``1:1024:log``; for a count or its rate also ``70B`` and ``1.2M token/s``. A bare
    number is in the declared unit, and so is the result. Every failure is a
    ValueProblem that names the symbol and the units it accepts.
    """
    reader = _Reader(unit, table, count=count or unit.is_count)
    try:
        return reader.read(value)
    except ValueProblem as problem:
        if isinstance(problem, UnknownUnit):
            problem.guess = guess_for(problem, unit, table)
        if isinstance(value, str):
            problem.text = value
        raise problem.of(symbol, table.accepts(unit)) from None


class _Reader:
    """The declared unit of a symbol, and what it takes to read a value for it."""

    __slots__ = ("count", "scales", "table", "unit")

    def __init__(self, unit: Unit, table: UnitTable, *, count: bool) -> None:
        self.unit = unit
        self.table = table
        self.count = count
        self.scales = count or unit.takes_scale

    def read(self, value: Any) -> Quantity | Interval | Grid:
        """Any value that may be given."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Interval):
            return self.interval(value)
        if isinstance(value, Grid):
            return value.replaced(low=self.single(value.low), high=self.single(value.high))
        return self.single(value)

    def text(self, typed: str) -> Quantity | Interval | Grid:
        """A text that is one value, an interval or a grid."""
        text = clean(typed)
        relation, rest = split_relation(text)
        if relation:
            bound = related(relation, rest)
            return self.interval(bound) if isinstance(bound, Interval) else self.single(rest)
        if ".." in text:
            low, _, high = text.partition("..")
            return self.interval(Interval(*self._ends(low, high)))
        if ":" in text:
            return self.grid(text)
        return self.single(text)

    def interval(self, given: Interval) -> Interval:
        """An interval with both ends in the declared unit."""
        low = None if given.low is None else self.single(given.low)
        high = None if given.high is None else self.single(given.high)
        if low is None and high is None:
            raise UnreadableValue(str(given), "an interval needs at least one end")
        if low is not None and high is not None and low.magnitude > high.magnitude:
            raise UnreadableValue(str(given), "its low end is above its high end")
        return Interval(low, high, given.low_open, given.high_open)

    def grid(self, text: str) -> Grid:
        """``low:high``, with ``:log`` or a number of points."""
        ends, last = text.split(":")[:2], text.split(":")[2:]
        if not all(end.strip() for end in ends):
            raise UnreadableValue(text, "a grid has two ends")
        low, high = (self.single(end) for end in self._ends(*ends))
        if len(last) > 1 or (last and last[0].strip() != "log" and not _is_small(last[0])):
            raise UnreadableValue(text, "a grid is low:high, low:high:log or low:high:points")
        points = int(last[0]) if last and last[0].strip() != "log" else None
        log = bool(last) and points is None
        if low.magnitude >= high.magnitude or (log and low.magnitude <= 0):
            raise UnreadableValue(text, "a grid must rise, and with log it must begin above zero")
        if self.count and not last and high.magnitude - low.magnitude > MOST_POINTS:
            raise UnreadableValue(text, "it has too many points; add :log or a number of points")
        return Grid(low, high, points, log, self.count)

    def single(self, value: Any) -> Quantity:
        """One quantity in the declared unit."""
        if isinstance(value, Quantity):
            return self._converted(value)
        if isinstance(value, str):
            return self._read_text(clean(value))
        from .interchange import as_array, as_scalar, foreign_quantity

        foreign = foreign_quantity(value, self.table)
        if foreign is not None:
            return self._converted(foreign)
        array = as_array(value)
        if array is not None:
            return Quantity(array, self.unit)
        return Quantity(exact_number(as_scalar(value)), self.unit)

    def _read_text(self, text: str) -> Quantity:
        number, rest, is_ratio = read_ratio(money_last(text))
        note = ""
        if rest.lstrip()[:1] in ("^", "*"):
            raise UnreadableValue(text, "arithmetic is not evaluated; write a number such as 1e9")
        scale, note, rest = read_scale(text, rest, letters=self.scales)
        number *= scale
        given = self.table.unit(rest.strip()) if rest.strip() else self.unit
        self._agrees(given, text)
        read = Quantity(number * (given.factor / self.unit.factor), self.unit)
        if is_ratio:
            note = f"{text} read as {read} (kept exact)"
        return read.replaced(read_as=note or reading_note(text, given, read))

    def _converted(self, given: Quantity) -> Quantity:
        self._agrees(given.unit, str(given))
        magnitude = given.magnitude
        from .interchange import as_array

        array = as_array(magnitude)
        exactly = exact_number(magnitude) if array is None else array
        factor = given.unit.factor / self.unit.factor
        return Quantity(scaled(exactly, factor), self.unit, given.read_as)

    def _agrees(self, given: Unit, text: str) -> None:
        """The given unit must measure what the symbol measures."""
        extra_count = self.unit.is_plain and self.count and given.is_count
        crossed = contradicts(given, self.unit, places=self.table.places) and not extra_count
        if given.same_dimensions(self.unit) and not crossed:
            return
        raise WrongUnit(text, str(given), str(self.unit), why_wrong(given, self.unit))

    def _ends(self, low: str, high: str) -> tuple[str | None, str | None]:
        """Both ends as text; a low end without a unit takes that of the high end."""
        if low.strip() and high.strip():
            low, high = money_last(low.strip()), money_last(high.strip())
            _, own, _ = read_ratio(low)
            _, lent, _ = read_ratio(high)
            _, _, lent = read_scale(high, lent, letters=self.scales)
            if own.strip() in ("", "$"):
                low = low[: len(low) - len(own)] + lent
        return low.strip() or None, high.strip() or None


def _is_small(text: str) -> bool:
    """Whether a text is a usable number of points."""
    digits = text.strip()
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 7
    return is_number and 2 <= int(digits) <= MOST_POINTS
