"""A question and an entry put together to an answer, with the fields of the full engine's."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from ..filling import latex_of_value
from . import chart, whole
from .numbers import Missing, NotReady, decimal
from .question import Question
from .ratios import LETTER
from .running import ROUGH, SCALAR, run
from .values import Interval, Quantity
from .working import steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .chart import End, Relation
    from .numbers import Number
    from .question import Typed
    from .values import Domain, Letter

LOOKS = {">": ">", ">=": r"\ge", "<": "<", "<=": r"\le"}
LONGEST = 10**20
"""A root is written as a fraction up to this numerator and denominator."""
AGREE = Decimal(10) ** -45
MEETS = Decimal(10) ** -30


class Facts:
    """Named facts, as the printers ask for them."""

    def __init__(self, **facts: Any) -> None:
        self.__dict__.update(facts)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


def ask(entry: dict[str, Any], target: str | None, typed: Typed) -> Facts:
    """Answer from an entry; raises ``NotReady`` where it does not cover the question."""
    return _Answering(Question(entry, target, typed)).answer()


class _Answering:
    """The parts of one answer."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.entry = question.entry
        self.target = question.target
        self.shape = self.entry["targets"][self.target.id]
        self.decided: list[Facts] = []
        self.is_equation = self.entry["relation"][0] == "==" and not question.bounds
        self.relations = [*self.claims(), *self.conditions()]
        domain = self.target.base
        for one in self.relations:
            one.drawn(question.inputs(LETTER), domain)
        self.pieces = chart.pieces(self.relations, domain)
        self.certain(domain)
        self.spans = chart.spans(self.pieces, domain)

    def certain(self, domain: Domain) -> None:
        """Refuse conditions that the domain alone may decide; the full engine knows which."""
        inside = [one for one in self.pieces if chart.counts(one, domain)]
        for number, one in enumerate(self.relations):
            if one.condition and all(piece.truths[number] is True for piece in inside):
                raise NotReady

    # --- what must hold ------------------------------------------------------

    def claims(self) -> list[Relation]:
        """The law, or the bounds on what it gives and on the letter itself."""
        sides, entry = self.entry["relation"], self.entry
        if sides is None:
            raise NotReady
        others = [pair for pair in self.question.bounds if pair[0] is not self.target]
        found: list[Relation] = []
        if not others and (self.is_equation or sides[0] != "=="):
            letter = entry["left"] if sides[0] == "==" else ""
            found = [chart.Relation(sides, entry["law"], entry["latex"], letter)]
        elif len(others) == 1 and others[0][0].id == entry["given_by"]:
            found = [_bound(sides[2], *others[0])]
        else:
            raise NotReady
        own = [pair for pair in self.question.bounds if pair[0] is self.target]
        return found + [_bound([["input", self.target.place]], *pair) for pair in own]

    def conditions(self) -> list[Relation]:
        """The conditions on the target; the others are decided."""
        found = []
        for data in self.entry["conditions"]:
            inputs = self.question.inputs(LETTER)
            places = {name: letter.place for name, letter in self.question.letters.items()}
            open_ones = [name for name in data["letters"] if inputs[places[name]] is None]
            if open_ones:
                self.left_open(data, inputs)
                note = f"{', '.join(open_ones)} was not given"
                self.decided.append(Facts(text=data["says"], holds=None, note=note))
            elif self.target.id not in data["letters"]:
                truth = None if data["program"] is None else run(data["program"], inputs, SCALAR)
                if truth is not True and truth is not False:
                    raise NotReady
                self.decided.append(Facts(text=data["says"], holds=truth, note=""))
            elif data["relation"] is None:
                raise NotReady
            else:
                found.append(chart.Relation(data["relation"], data["says"], own=True))
        return found

    def left_open(self, data: dict[str, Any], inputs: list[Any]) -> None:
        """Refuse a condition that may be certain although a letter in it has no value.

        ``8 <= a`` is open for a count ``a``; ``1 <= a`` is not, nor may others be.
        """
        if data["relation"] is None or self.target.id in data["letters"]:
            raise NotReady
        sides = data["relation"][1:]
        alone = [side[0][0] == "input" and inputs[side[0][1]] is None for side in sides]
        if len(sides[0]) != 1 or len(sides[1]) != 1 or sorted(alone) != [False, True]:
            raise NotReady
        known = run(sides[alone.index(False)], inputs, SCALAR)
        if isinstance(known, Missing) or known <= 1:
            raise NotReady

    # --- the answer ----------------------------------------------------------

    def answer(self) -> Facts:
        """The answer, where there is one."""
        roots = self.roots() if self.is_equation else []
        kept = [value for value, why in roots if not why]
        if not (kept if self.is_equation else self.spans):
            raise NotReady
        if len(kept) > 1 and self.target.domain.integer:
            raise NotReady  # of several roots a whole one may be the answer
        root = kept[0] if kept else None
        value = None if root is None else self.quantity(root)
        question, entry = self.question, self.entry
        mine = [
            Facts(text=one.says, holds=True, note="") for one in self.relations if one.condition
        ]
        return Facts(
            formula=entry["formula"],
            target=self.target.id,
            kind="equation" if self.is_equation else "range",
            method=self.method(),
            value=value,
            exact=self.exact(root),
            intervals=[] if root is not None else [self.span(*span) for span in self.spans],
            integer=self.whole(root),
            roots=[self.root(*one) for one in roots],
            conditions=[*self.decided, *mine],
            givens=question.givens,
            defaults=question.defaults,
            residual=None if root is None else self.residual(root),
            reason=self.shape["reason"] if self.method() in ("numeric", "set") else "",
            steps=list(steps(question, [] if self.is_equation else self.relations, value)),
            law=entry["law"],
            constants="",
            origins={},
            uncertain=None,
            sensitivity=(),
            latex=self.target.latex,
            found=True,
        )

    def quantity(self, base: Number) -> Quantity:
        """A value of the target in its own unit."""
        return Quantity(Fraction(base) / self.target.unit.factor, self.target.unit)

    def method(self) -> str:
        """How the answer was found."""
        if self.shape["method"] == "set":
            return "set"
        searched = any(one.searched for one in self.relations)
        return "numeric" if searched and self.shape["method"] != "closed" else "closed"

    def exact(self, root: Number | None) -> str:
        """The closed form that the answer is a value of."""
        branches = self.shape["branches"]
        if self.shape["method"] != "closed" or not branches:
            return ""
        if len(branches) == 1 or root is None:
            return str(branches[0]) if len(branches) == 1 else ""
        met = (
            text
            for text, steps in zip(branches, self.shape["values"], strict=True)
            if self.meets(steps, root)
        )
        return str(next(met, ""))

    def meets(self, steps: Any, root: Number) -> bool:
        """Whether a branch is the root, once the values are put in."""
        if steps is None:
            raise NotReady
        value = run(steps, self.question.inputs(root), ROUGH)
        if isinstance(value, Missing):
            return False
        gap = abs(decimal(value) - decimal(root))
        return gap <= MEETS * abs(decimal(root))

    def roots(self) -> list[tuple[Number, str]]:
        """Every zero of the law, with the reason why it was rejected."""
        return [(value, self.why(value)) for value in sorted(self.relations[0].zeros, key=decimal)]

    def why(self, value: Number) -> str:
        """Why a root is rejected; empty where it is kept."""
        domain = self.target.base
        if not domain.inside(value):
            negative = value < 0 and domain.low is not None and domain.low >= 0
            return ("negative: " if negative else "") + f"{self.target.id} is {domain.says}"
        truths = [(one, one.truth(value)) for one in self.relations]
        if any(isinstance(truth, Missing) for _, truth in truths):
            raise NotReady
        failing = [one.says for one, truth in truths[1:] if truth is not True]
        return f"{' and '.join(failing)} does not hold" if failing else ""

    def root(self, value: Number, why: str) -> Facts:
        """A root as it is shown."""
        short = isinstance(value, Fraction) and max(map(abs, value.as_integer_ratio())) < LONGEST
        shown = _rational(Fraction(value)) if short else ""
        return Facts(value=self.quantity(value), exact=shown, kept=not why, reason=why)

    def residual(self, root: Number) -> float:
        """Nothing, once both sides were found to agree with the root put back."""
        inputs = self.question.inputs(root)
        one = self.relations[0]
        left, right = (run(side, inputs, ROUGH) for side in (one.left, one.right))
        if isinstance(left, Missing) or isinstance(right, Missing):
            raise NotReady
        if left != right:
            sides = decimal(left), decimal(right)
            if abs(sides[0] - sides[1]) > AGREE * max(map(abs, sides)):
                raise NotReady
        return 0.0

    def span(self, low: End, high: End) -> Facts:
        """A stretch of values as it is shown."""
        return Facts(
            low=None if low.value is None else self.quantity(low.value),
            high=None if high.value is None else self.quantity(high.value),
            low_open=not low.closed,
            high_open=not high.closed,
            low_reason=self.binds(low),
            high_reason=self.binds(high),
        )

    def binds(self, end: End) -> str:
        """What ends an interval, in words."""
        own = f"{self.target.id} is {self.target.domain.says}"
        words = [own if number < 0 else self.relations[number].says for number in end.binds]
        return "; ".join(dict.fromkeys(words))

    def whole(self, root: Number | None) -> whole.Whole | None:
        """The whole numbers of the answer, where only those count."""
        if not self.target.domain.integer:
            return None
        if self.is_equation:
            assert root is not None
            return whole.beside(self.question, self.relations, root)
        return whole.within(self.question, self.relations, self.spans)


def _bound(side: Sequence[Any], letter: Letter, bound: Interval) -> Relation:
    """A bound on a letter as a relation on what gives it."""
    end = bound.low or bound.high
    assert end is not None
    base = end.base
    sides = [bound.relation, side, [["const", f"{base.numerator}/{base.denominator}"]]]
    latex = f"{letter.latex} {LOOKS[bound.relation]} {latex_of_value(end.format(6))}"
    return chart.Relation(sides, f"{letter.id} {bound.relation} {end}", latex, letter.id)


def _rational(value: Fraction) -> str:
    """A fraction as it is written by itself: a decimal where that was surely meant."""
    above, below = value.numerator, value.denominator
    if below == 1:
        return str(above)
    published = below % 5 == 0 and (below >= 25 or abs(above) >= 100)
    shift = next((k for k in range(1, 7) if 10**k % below == 0), 0)
    if not (published and shift):
        return f"{above}/{below}"
    digits = str(abs(above) * 10**shift // below).rjust(shift + 1, "0")
    return f"{'-' if above < 0 else ''}{digits[:-shift]}.{digits[-shift:]}"
