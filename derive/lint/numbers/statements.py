"""What a document says of one letter: a formula, a number, and what both come to."""

from __future__ import annotations

from collections.abc import Mapping

from derive.frozen import Mutable, Record, fresh
from derive.notation import Chain, Node

from ..project import Printed
from ..words.digits import MANY_DIGITS

EXACT, ROUGH, VAGUE = 0.01, 0.05, 0.25
BOUNDS = frozenset(("<=", ">=", "<", ">"))


class Definition(Record):
    """A side of a chain that a letter equals, or is bounded by."""

    glyph: str
    side: Node
    printed: Printed
    row: Chain
    offset: int
    line: int
    operator: str
    needs: frozenset[str]
    # "bytes" or "seconds", where that is the word behind the formula.
    unit: str = ""
    # The base unit that the rows of all its letters make, where the row of its own is in it.
    makes: str = ""
    # Whether its own chain says what it comes to: then it is about one example.
    settled: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """What tells this side from all others of the document."""
        return self.offset, self.side.at[0]


class Value(Record):
    """A number that the text gives to a letter, or says that it comes to."""

    glyph: str
    value: float
    half: float
    shown: str
    offset: int
    end: int
    operator: str
    multiples: tuple[float, ...]
    digits: int
    place: tuple[int, int, int]
    cell: bool = False
    # The numbers of the same chain that come to this one, as put into a formula.
    worked: tuple[float, ...] = ()
    # Whether these are only added and subtracted.
    sums: bool = False
    # What the numbers of the chain come to, where that is another number.
    comes_to: float | None = None
    # What the number comes to in bytes or in seconds, where its unit says so: the unit, the value.
    measured: tuple[str, float] | None = None
    # A tolerance of its own behind "about".
    allowed: float = 0.0
    # Whether words say it of a formula, and no sign.
    spoken: bool = False
    # Whether the words are only likely to be of the formula: then its slip must be found, too.
    perhaps: bool = False
    # Whether nothing but its place says so: then chance must not give the slip.
    near: bool = False
    # The amount as it is said, where its unit is of another kind than the letter's row has.
    unlike: str = ""
    # Whether a column of values in a list of letters gives it: then it holds everywhere.
    declared: bool = False
    # Whether it is supposed once, to say what would be then: "for g = 1 nothing is lost".
    special: bool = False
    # Whether it is only put in, "with g = 4 I get", or of a point of a list: the text may have
    # another one elsewhere.
    supposed: bool = False
    # Whether a sentence gives it to the example that runs through the text.
    running: bool = False
    # Whether it is of a small case of its own, "a toy case to check code against".
    toy: bool = False
    # Whether its chain gives other letters the same value: "a = b = 2" says what both are.
    shared: bool = False

    def by_row(self, setting: Setting) -> Value:
        """The same in the unit of its letter's row, where that is how its values are put in."""
        if setting.row and self.measured is not None and self.value:
            in_row = self.measured[1] / setting.row
            half = self.half * abs(in_row / self.value)
            return self.replaced(value=in_row, half=half, measured=None, multiples=())
        if not setting.own or self.measured is not None:
            return self
        return self.replaced(measured=("", self.value * setting.own))

    @property
    def in_base(self) -> float:
        """The number in bytes or in seconds, where its unit says so."""
        return self.value if self.measured is None else self.measured[1]

    @property
    def scale(self) -> float:
        """How many bytes or seconds one of its units is; one where it has no such unit."""
        return 1.0 if self.measured is None or not self.value else self.measured[1] / self.value

    @property
    def righted(self) -> Value:
        """What its chain of numbers comes to, where that is another number than it says."""
        if self.comes_to is None or not self.value:
            return self
        times = self.comes_to / self.value
        measured = self.measured and (self.measured[0], self.measured[1] * times)
        return self.replaced(value=self.comes_to, half=self.half * times, measured=measured)

    @property
    def in_seconds(self) -> float:
        """How many seconds one of its units is; zero where it is no time."""
        is_time = self.measured is not None and self.measured[0] == "seconds" and self.value
        return self.scale if is_time else 0.0

    @property
    def tolerance(self) -> float:
        """How far off, relative to it, a number may be that follows."""
        if self.operator != "~":
            return EXACT
        return self.allowed or (ROUGH if self.digits > 1 else VAGUE)

    @property
    def rounding(self) -> float:
        """How far off, relative to it, what is printed with a point may be."""
        return self.half / abs(self.value) if self.value and "." in self.shown else 0.0

    @property
    def rounding_worked_out(self) -> float:
        """The same of a result: "116e9" is rounded as well, where that is worked out."""
        told = self.digits >= MANY_DIGITS and "10^" in self.shown and self.value
        return self.half / abs(self.value) if told else self.rounding


class Computed(Record):
    """What a letter without a value comes to by a definition, with the values put into that."""

    value: float
    law: Definition
    values: Mapping[str, float]
    # How near the nearest of these stands, and whether another one may be meant.
    away: int = 2
    vague: bool = False


class Setting(Record):
    """Values for the letters of a side.

    One of them stands in the paragraph of the claim where it is ``near``, all where it is
    ``inside``.
    """

    values: Mapping[str, float]
    near: bool
    inside: bool
    multiples: tuple[float, ...] = ()
    # How far off, relative to it, the digits of the values let a result be.
    rounding: float = 0.0
    # A value comes from another section, perhaps of a letter that has several; and every letter
    # has one value in all that is searched.
    borrowed: bool = False
    vague: bool = False
    only: bool = False
    # All values stand in one point of a list, or in one sentence.
    together: bool = False
    # The values are in bytes and seconds, whatever unit is printed behind them.
    in_base: bool = False
    # The same by the rows of the letters: what one of the claim's numbers is in base units.
    own: float = 0.0
    # The values are in the units of their rows: what one of the claim's letter is in base units.
    row: float = 0.0
    # Of the letters that have no value of their own, how they came to one.
    computed: tuple[Computed, ...] = ()


class Around(Mutable):
    """What letters may be where one claim stands, as far as it was asked.

    What a letter comes to rests on what the letters come to that it is made of, and these share
    theirs: without keeping them, each is computed once for every way that leads to it.
    """

    candidates: dict[str, list[tuple[Value, int]]] = fresh(factory=dict)
    # By the letter, and by the letters that wait for it: how many, and which.
    computed: dict[tuple[str, int, frozenset[str]], list[Computed]] = fresh(factory=dict)
