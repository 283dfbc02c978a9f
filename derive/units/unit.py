"""A unit: an exact factor, strict dimensions and kinds of count; how it is spelled and listed."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from ..errors import UnreadableValue, UnusableUnits
from ..frozen import Record
from ..names import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from .table import UnitTable

Parts = tuple[tuple[str, int], ...]

MOST_CHARACTERS = 100
MOST_EXPONENT = 9

# "·", "×" and "⋅" come with text copied from a page.
TOKEN = re.compile(
    r"\s*(?:(?P<power>\*\*|\^)\s*(?P<exponent>[+-]?[0-9]{1,3}(?![0-9.]))"
    r"|(?P<times>[*·×⋅])|(?P<over>/)|(?P<open>\()|(?P<close>\))"
    r"|(?P<word>(?:[^\W\d_]\w*(?:-[^\W\d_]\w*)*)|[%$])|(?P<one>1(?![0-9.])))"
)


def named(parts: Iterable[tuple[str, int | Fraction]]) -> str:
    """Spell a unit: ``USD/(GPU hour)``; words that cancel are left out."""
    total: dict[str, int | Fraction] = {}
    for word, exponent in parts:
        total[word] = total.get(word, 0) + exponent
    above = [_power(word, exponent) for word, exponent in total.items() if exponent > 0]
    below = [_power(word, -exponent) for word, exponent in total.items() if exponent < 0]
    head = " ".join(above) or "1"
    if not below:
        return head
    return f"{head}/{below[0]}" if len(below) == 1 else f"{head}/({' '.join(below)})"


def _power(word: str, exponent: int | Fraction) -> str:
    if exponent == 1:
        return word
    return f"{word}^{exponent}" if exponent.denominator == 1 else f"{word}^({exponent})"


@lru_cache(maxsize=1024)
def read_parts(text: str) -> Parts:
    """The words of a unit with their exponents, in the order they were typed.

    Words are joined by ``*``, a space, ``/`` or "per"; powers are ``^n`` or
    ``**n`` with a small integer; parentheses nest once. A space after a slash
    could be read both ways and is refused; a hyphen binds (``USD/GPU-hour``).
    """
    if len(text) > MOST_CHARACTERS:
        raise UnreadableValue(text, f"it is longer than {MOST_CHARACTERS} characters")
    return _Reader(text).read()


class _Reader:
    """One pass over the tokens of a unit; keeps what the next token may mean."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[tuple[str, int]] = []
        self.sign = 1
        self.group_sign = 1
        self.inside = False
        self.after_slash = False
        self.group_at = -1
        self.last: list[int] = []
        self.wants_word = True

    def read(self) -> Parts:
        """Every token in turn."""
        place = 0
        end = len(self.text.rstrip())
        if end == 0:
            raise self._wrong("the unit is empty")
        while place < end:
            token = TOKEN.match(self.text, place)
            if token is None:
                rest = self.text[place:].strip()
                if rest[:1] in "^*":
                    raise self._wrong("a power must be a small whole number")
                raise self._wrong(f"a unit cannot hold {shown(rest[0])}")
            place = token.end()
            self._take(str(token.lastgroup), token)
        if self.inside:
            raise self._wrong("a parenthesis is not closed")
        if self.wants_word:
            raise self._wrong(f"a unit is missing after {shown(self.text.rstrip()[-1])}")
        return self._checked()

    def _take(self, kind: str, token: re.Match[str]) -> None:
        if kind in ("word", "one"):
            word = token["word"] or ""
            if word == "per":
                self._operator(-1)
            else:
                self._word(word)
        elif kind == "exponent":
            self._raise_to(int(token["exponent"]))
        elif kind in ("times", "over"):
            self._operator(1 if kind == "times" else -1)
        elif kind == "open":
            self._open()
        else:
            self._close()

    def _word(self, word: str) -> None:
        if not self.wants_word:
            self._refuse_after_slash()
            self.sign = 1
        self.last = [len(self.parts)]
        if word:
            self.parts.append((word, self.sign * self.group_sign))
        else:
            self.last = []
        self.wants_word = False

    def _operator(self, sign: int) -> None:
        # A leading slash is allowed: "3/day" is three times a day.
        if self.wants_word and not (sign == -1 and not self.parts and not self.inside):
            raise self._wrong("two operators follow each other")
        if self.wants_word and self.after_slash:
            raise self._wrong("two operators follow each other")
        self.sign = sign
        self.wants_word = True
        if not self.inside:
            self.after_slash = sign == -1

    def _raise_to(self, exponent: int) -> None:
        if self.wants_word or not self.last:
            on = "without a unit" if self.wants_word else "on another power"
            raise self._wrong(f"a power stands {on}")
        if abs(exponent) > MOST_EXPONENT:
            raise self._wrong(f"a unit's exponent is at most {MOST_EXPONENT}")
        if exponent == 0:
            raise self._wrong("a unit's exponent is not zero")
        for index in self.last:
            word, old = self.parts[index]
            self.parts[index] = (word, old * exponent)
        self.last = []

    def _open(self) -> None:
        if self.inside:
            raise self._wrong("parentheses nest only once")
        if not self.wants_word:
            self._refuse_after_slash()
            self.sign = 1
        self.inside, self.group_sign, self.sign = True, self.sign, 1
        self.group_at, self.wants_word = len(self.parts), True

    def _close(self) -> None:
        if not self.inside or self.wants_word:
            raise self._wrong("a parenthesis closes nothing")
        self.inside, self.group_sign = False, 1
        self.last = list(range(self.group_at, len(self.parts)))

    def _refuse_after_slash(self) -> None:
        """Refuse ``USD/GPU hour``: it could be over both, or over the first only."""
        if self.sign == -1 if self.inside else self.after_slash:
            raise self._wrong("what follows '/' needs parentheses, as in USD/(GPU hour)")

    def _checked(self) -> Parts:
        total: dict[str, int] = {}
        for word, exponent in self.parts:
            total[word] = total.get(word, 0) + exponent
            if abs(total[word]) > MOST_EXPONENT:
                raise self._wrong(f"a unit's exponent is at most {MOST_EXPONENT}")
        return tuple((word, exponent) for word, exponent in total.items() if exponent)

    def _wrong(self, why: str) -> UnreadableValue:
        return UnreadableValue(self.text, why)


Exponents = tuple[tuple[str, int], ...]

BASE_UNITS: Mapping[str, str] = {
    "information": "byte",
    "time": "second",
    "operations": "FLOP",
    "money": "USD",
    "energy": "joule",
    "mass": "kilogram",
}
"""The strict dimensions, each with the unit that factors refer to."""


class Unit(Record):
    """A unit of measure; equal to every other spelling of the same unit.

    ``factor`` leads to base units (byte, second, FLOP, USD, joule, kilogram,
    and one of every kind). ``dimensions`` are held to strictly; ``kinds``
    (token, GPU, layer) are counts, kept for display and the softer rule.

    >>> units.unit("GB") / units.unit("second") == units.unit("B/ns")
    True
    >>> print(units.unit("USD") / (units.unit("GPU") * units.unit("hour")))
    USD/(GPU hour)
    """

    _compared = ("factor", "dimensions", "kinds")
    name: str
    factor: Fraction
    dimensions: Exponents = ()
    kinds: Exponents = ()
    table: UnitTable | None = None

    def __repr__(self) -> str:
        return f"Unit({self.name!r})"

    def __mul__(self, other: Unit) -> Unit:
        return self._times(other, 1)

    def __truediv__(self, other: Unit) -> Unit:
        return self._times(other, -1)

    def __pow__(self, power: int) -> Unit:
        return Unit(
            named([(word, exponent * power) for word, exponent in self.parts]),
            self.factor**power,
            tidy((name, exponent * power) for name, exponent in self.dimensions),
            tidy((name, exponent * power) for name, exponent in self.kinds),
            self.table,
        )

    def _times(self, other: Unit, sign: int) -> Unit:
        """The product, or with ``sign=-1`` the quotient."""
        second = other**sign
        return Unit(
            named([*self.parts, *second.parts]),
            self.factor * second.factor,
            tidy([*self.dimensions, *second.dimensions]),
            tidy([*self.kinds, *second.kinds]),
            self.table or other.table,
        )

    @property
    def parts(self) -> Parts:
        """The words of the name with their exponents: ``GB/s`` is GB, s^-1."""
        return read_parts(self.name)

    @property
    def is_count(self) -> bool:
        """Whether it counts one kind of thing: token, GPU, layer."""
        return not self.dimensions and len(self.kinds) == 1 and self.kinds[0][1] == 1

    @property
    def takes_scale(self) -> bool:
        """Whether ``30M`` and ``70B`` are said of it: tokens, their rate, GPU hours, money."""
        counted = [kind for kind, power in self.kinds if power > 0]
        rated = all(power < 0 or name == "time" for name, power in self.dimensions)
        return (len(counted) == 1 and rated) or self.dimensions == (("money", 1),)

    @property
    def is_plain(self) -> bool:
        """Whether it is the number one: no dimension, no kind, no scale."""
        return not self.dimensions and not self.kinds and self.factor == 1

    def same_dimensions(self, other: Unit) -> bool:
        """Whether the strict dimensions agree."""
        return self.dimensions == other.dimensions

    def compatible(self, other: Unit) -> bool:
        """Whether values convert: strict dimensions agree, kinds may differ."""
        return self.dimensions == other.dimensions

    def __str__(self) -> str:
        return self.name


ONE = Unit("1", Fraction(1))
"""The unit of plain numbers."""


def tidy(exponents: Iterable[tuple[str, int]]) -> Exponents:
    """Add exponents by name, drop those that cancel, sort."""
    total: dict[str, int] = {}
    for name, exponent in exponents:
        total[name] = total.get(name, 0) + exponent
    return tuple(sorted((name, exponent) for name, exponent in total.items() if exponent))


def contradicts(given: Unit, declared: Unit, *, places: frozenset[str] = frozenset()) -> bool:
    """Whether the kinds of a given unit cannot be those of the declared one.

    Kinds that the given unit leaves out are fine (FLOP/s for FLOP/s/GPU), and
    so is a place that it adds ("80 GB/GPU" for a memory): it says where.
    """
    wanted = dict(declared.kinds)
    return any(
        wanted.get(kind) != exponent
        and not (kind not in wanted and kind in places and exponent == -1)
        for kind, exponent in given.kinds
    )


MOST_LETTERS = 40
MOST_DIGITS = 120


class Entry(Record):
    """A unit as the table lists it.

    ``role`` is "printed" where the engine may choose the unit itself,
    "spoken" where it is understood but never offered, "place" for a kind that
    holds a share (GPU, link), else empty.
    """

    name: str
    symbol: str
    aliases: tuple[str, ...]
    factor: Fraction
    dimensions: Exponents
    kinds: Exponents
    role: str = ""

    @property
    def shown(self) -> str:
        """How a value is printed: the symbol, or the name where there is none."""
        return self.symbol or self.name

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way to type it."""
        return (self.name, *((self.symbol,) if self.symbol else ()), *self.aliases)

    def unit(self) -> Unit:
        """The unit itself."""
        return Unit(self.shown, self.factor, self.dimensions, self.kinds)


def entry_data(entry: Entry) -> list[Any]:
    """The entry as plain lists and text."""
    return [
        entry.name,
        entry.symbol,
        list(entry.aliases),
        str(entry.factor.numerator),
        str(entry.factor.denominator),
        dict(entry.dimensions),
        dict(entry.kinds),
        entry.role,
    ]


def entry_of(data: Any) -> Entry:
    """The entry that plain data describes; data from a cache is not trusted."""
    try:
        name, symbol, aliases, above, below, dimensions, kinds, role = data
        entry = Entry(
            name=_name(name),
            symbol=_name(symbol) if symbol else "",
            aliases=tuple(_name(alias) for alias in aliases),
            factor=Fraction(_natural(above), _natural(below)),
            dimensions=_exponents(dimensions),
            kinds=_exponents(kinds),
            role=_name(role) if role else "",
        )
    except (TypeError, ValueError, AttributeError, ZeroDivisionError) as problem:
        raise UnusableUnits("the cached units", "an entry is damaged") from problem
    return entry


def is_name(word: str) -> bool:
    """Whether a unit can be spelled so: a word that no digit begins, or one of two signs."""
    letters = word.replace("_", "a")
    is_word = letters.isalnum() and not letters[0].isdecimal() and len(word) <= MOST_LETTERS
    return is_word or word in ("%", "$")


def _name(value: Any) -> str:
    if not isinstance(value, str) or not is_name(value):
        raise ValueError("not a unit's name")
    return value


def _natural(value: Any) -> int:
    written = isinstance(value, str) and value.isascii() and value.isdigit()
    if not written or len(value) > MOST_DIGITS or int(value) == 0:
        raise ValueError("not a natural number")
    return int(value)


def _exponents(value: Any) -> Exponents:
    pairs = [(_name(name), exponent) for name, exponent in value.items()]
    if any(type(e) is not int or not 0 < abs(e) <= MOST_EXPONENT for _, e in pairs):
        raise ValueError("not an exponent")
    return tuple(sorted(pairs))
