"""What questions need of the records, without SymPy: domains, notes on letters, sources, places."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import total_ordering

from ..frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias


@total_ordering
class Declared(Record):
    """A line of a knowledge file."""

    file: str = ""
    line: int = 0
    module: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    def lies_in(self, package: str) -> bool:
        """Whether it is a line of this package, or of a module below it."""
        return f"{self.module}.".startswith(f"{package}.")

    def __lt__(self, other: Declared) -> bool:
        """By file, then by line: the order in which a reader meets them."""
        return (self.file, self.line, self.module) < (other.file, other.line, other.module)


def caller(package: str = "derive.records") -> Declared:
    """The first line outside this package on the way up: the author's own."""
    frame = sys._getframe(1)  # noqa: SLF001  the only way to know who calls
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).startswith(package):
        frame = frame.f_back
    # A dataclass's generated __init__ has no module of its own; step over it.
    while frame.f_back is not None and frame.f_code.co_filename.startswith("<"):
        frame = frame.f_back
    return Declared(
        frame.f_code.co_filename, frame.f_lineno, str(frame.f_globals.get("__name__", ""))
    )


class Placed:
    """A record that knows, once it is made, the author's line that made it."""

    __slots__ = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "declared", caller())


class Source(Record):
    """Something that can be cited: one constant each in a knowledge package.

    ``id`` is its address; ``kind`` is one of paper, book, document, code,
    datasheet, webpage; ``identifier`` an arXiv number, DOI or commit.
    """

    id: str
    title: str
    authors: str = ""
    year: int = 0
    kind: str = "paper"
    identifier: str = ""
    says: str = ""

    def at(self, place: str, *, opened: bool = False) -> Place:
        """Cite a place in it, such as ``ZERO.at("table 1")``.

        ``opened=True`` says that whoever wrote the citation read that place in the
        document itself, in the version that the source names.
        """
        return Place(self, place, opened)


class Place(Record):
    """A source and the place in it: section, equation, table, page or line."""

    source: Source
    place: str
    opened: bool = False

    _compared = ("source", "place")

    def __str__(self) -> str:
        return f"{self.source.title}, {self.place}"


# --- domains and notes ------------------------------------------------------------


class Domain(Record):
    """The values a symbol may take: an interval of the reals, or its integers."""

    low: Fraction | None = Fraction(0)
    high: Fraction | None = None
    low_open: bool = True
    high_open: bool = False
    integer: bool = False

    def contains(self, value: Fraction) -> bool:
        """Whether ``value``, in the symbol's own unit, is allowed."""
        if self.integer and value.denominator != 1:
            return False
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        return self.high is None or not (
            value > self.high or (self.high_open and value == self.high)
        )

    def times(self, factor: Fraction) -> Domain:
        """The domain in a unit so many times smaller; whole numbers stay whole in their own."""
        return Domain(
            None if self.low is None else self.low * factor,
            None if self.high is None else self.high * factor,
            self.low_open,
            self.high_open,
            self.integer and factor == 1,
        )

    def __str__(self) -> str:
        noun = "an integer" if self.integer else "a number"
        if self.low is not None and self.high is not None:
            if not self.low_open and not self.high_open:
                return f"{noun} from {self.low} to {self.high}"
            left = "above" if self.low_open else "of at least"
            right = "below" if self.high_open else "at most"
            return f"{noun} {left} {self.low} and {right} {self.high}"
        if self.low is not None:
            return f"{noun} {'above' if self.low_open else 'of at least'} {self.low}"
        if self.high is not None:
            return f"{noun} {'below' if self.high_open else 'of at most'} {self.high}"
        return noun

    @property
    def is_bounded(self) -> bool:
        """Whether it ends somewhere that a reader would not expect of a size or of a count."""
        begins = self.low is not None and self.low > (1 if self.integer else 0)
        return self.high is not None or begins

    def assumptions(self) -> dict[str, bool]:
        """The domain in SymPy's words, as far as SymPy has words for it."""
        facts: dict[str, bool] = {"integer": True} if self.integer else {"real": True}
        if self.low is not None and self.low >= 0:
            positive = self.low > 0 or self.low_open
            facts["positive" if positive else "nonnegative"] = True
        return facts


class SymbolNote(Record):
    """All that is known about one letter; the registry keeps it, by id."""

    id: str
    meaning: str
    unit: str
    domain: Domain
    latex: str
    says: str
    typical: str
    default: str
    aliases: tuple[str, ...]
    source: Place | None
    declared: Declared


class ConstantNote(Record):
    """A number inside a law that carries a unit and a meaning."""

    id: str
    value: Fraction
    unit: str
    meaning: str
    says: str
    source: Place | None
    declared: Declared


def latex_of_name(name: str) -> str:
    """The LaTeX of a letter that writes none: ``N_dp`` becomes ``N_{\\mathrm{dp}}``.

    The part before the first underline is the letter, upright if it has several
    and is no Greek one; what follows is an upright index, with commas for further
    underlines. ``x_star`` is starred, ``x_hat`` wears a hat.
    """
    base, _, rest = name.partition("_")
    head = f"\\{base}" if base.lower() in GREEK else base
    if len(base) > 1 and base.lower() not in GREEK:
        head = f"\\mathrm{{{base}}}"
    if not rest:
        return head
    if rest == "star":
        return f"{head}^{{*}}"
    if rest == "hat":
        return f"\\hat{{{head}}}"
    tail = rest.replace("_", ",")
    return f"{head}_{{{tail}}}" if len(tail) == 1 else f"{head}_{{\\mathrm{{{tail}}}}}"


GREEK = frozenset(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho "
    "sigma tau upsilon phi chi psi omega".split()
)

Shelf: TypeAlias = 'Literal["gpu", "link", "model"]'
SHELVES: tuple[Shelf, ...] = ("gpu", "link", "model")
"""The shelves of the catalogue, by the names of their options."""
