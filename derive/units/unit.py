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
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from .table import UnitTable

Parts = tuple[tuple[str, int], ...]

MOST_CHARACTERS = 100
MOST_EXPONENT = 9
LARGE_EXPONENT = f"a unit's exponent is at most {MOST_EXPONENT}"
UNCLEAR_SLASH = "what follows '/' needs parentheses, as in USD/(GPU hour)"

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
    total: dict[str, int] = {}
    for word, exponent in _factors(text, _tokens(text), inside=False):
        total[word] = total.get(word, 0) + exponent
        _refuse(text, abs(total[word]) > MOST_EXPONENT, LARGE_EXPONENT)
    return tuple((word, exponent) for word, exponent in total.items() if exponent)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """The kind of each token, and what it is."""
    place, end = 0, len(text.rstrip())
    _refuse(text, end == 0, "the unit is empty")
    while place < end:
        token = TOKEN.match(text, place)
        if token is None:
            rest = text[place:].strip()
            power = "a power must be a small whole number"
            why = power if rest[0] in "^*" else f"a unit cannot hold {shown(rest[0])}"
            raise UnreadableValue(text, why)
        place = token.end()
        kind = str(token.lastgroup)
        yield "over" if token["word"] == "per" else kind, token[kind]


def _factors(
    text: str, tokens: Iterator[tuple[str, str]], *, inside: bool
) -> list[tuple[str, int]]:
    """The words up to the end, or to the parenthesis that closes what is ``inside`` of one."""
    parts: list[tuple[str, int]] = []
    # What a power would raise: a word, or those of a parenthesis; already among the parts.
    last: list[tuple[str, int]] = []
    sign, wants_word, after_slash = 1, True, False
    for kind, token in tokens:
        if kind == "exponent":
            power = int(token)
            _refuse(text, wants_word, "a power stands without a unit")
            _refuse(text, not last, "a power stands on another power")
            _refuse(text, abs(power) > MOST_EXPONENT, LARGE_EXPONENT)
            _refuse(text, power == 0, "a unit's exponent is not zero")
            parts[-len(last) :] = [(word, exponent * power) for word, exponent in last]
            last = []
        elif kind in ("times", "over"):
            # A leading slash is allowed: "3/day" is three times a day.
            leads = kind == "over" and not (parts or inside or after_slash)
            _refuse(text, wants_word and not leads, "two operators follow each other")
            sign = 1 if kind == "times" else -1
            wants_word, after_slash = True, kind == "over"
        elif kind == "close":
            _refuse(text, not inside or wants_word, "a parenthesis closes nothing")
            return parts
        else:
            _refuse(text, kind == "open" and inside, "parentheses nest only once")
            # USD/GPU hour could be over both, or over the first only.
            _refuse(text, after_slash and not wants_word, UNCLEAR_SLASH)
            sign = sign if wants_word else 1
            within = _factors(text, tokens, inside=True) if kind == "open" else [(token, 1)]
            last = [(word, exponent * sign) for word, exponent in within if kind != "one"]
            parts += last
            wants_word = False
    _refuse(text, inside, "a parenthesis is not closed")
    if wants_word:
        raise UnreadableValue(text, f"a unit is missing after {shown(text.rstrip()[-1])}")
    return parts


def _refuse(text: str, is_wrong: object, why: str) -> None:
    if is_wrong:
        raise UnreadableValue(text, why)


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
