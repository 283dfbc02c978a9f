"""Random questions over a knowledge package: right ones, and wrong ones of every sort."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from derive.answers.givens import read_given
from derive.entries.knowledge import Knowledge
from derive.errors import DeriveError
from derive.units import Interval

SLIPS = ("?", "10 furlong", "-3", "1e400", "nan", "1..2", "1:8", "0", "12 GB", "7 s", "5 %", "3 k")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as the command line has it; ``target`` empty asks to evaluate."""

    formula: str
    target: str
    givens: tuple[str, ...]

    @property
    def command(self) -> list[str]:
        """The words after ``derive``."""
        head = ["solve", self.formula, self.target] if self.target else ["evaluate", self.formula]
        return [*head, *self.givens]


class Asker:
    """Draws questions; the same seed draws the same ones."""

    def __init__(self, knowledge: Knowledge, seed: int) -> None:
        self.knowledge = knowledge
        self.draw = Random(seed)

    def plain(self, formula: str) -> Asked:
        """An equation or a range question in which everything is given."""
        law = self.knowledge.law(formula)
        names = list(law.letters)
        left = law.left
        evaluates = left in names and self.draw.random() < 0.25
        target = left if evaluates else self.draw.choice(names)
        others = [name for name in names if name != target]
        others += [n for n in law.condition_letters if self.draw.random() < 0.7]
        bounded = left if left in others and self.draw.random() < 0.4 else ""
        givens = []
        for name in others:
            sign = self.draw.choice([" <= ", " >= ", " < "]) if name == bounded else "="
            if self.knowledge.symbols[name].default and self.draw.random() < 0.5:
                continue
            givens.append(f"{name}{sign}{self.value(name)}")
        return Asked(formula, "" if evaluates and not bounded else target, tuple(givens))

    def wrong(self, formula: str) -> Asked:
        """The same with one slip: a name, a unit, a value, or something left out."""
        asked = self.plain(formula)
        givens = list(asked.givens)
        place = self.draw.randrange(len(givens)) if givens else None
        slip = self.draw.randrange(5)
        if place is None or slip == 0:
            return Asked(formula + self.draw.choice(["x", "_", ""]), asked.target, tuple(givens))
        name, *_ = givens[place].replace("<", "=").replace(">", "=").split("=")
        if slip == 1:
            del givens[place]
        elif slip == 2:
            givens[place] = (
                f"{name.strip()}{self.draw.choice(['', 'x', '_'])}={self.value(name.strip())}"
            )
        else:
            givens[place] = f"{name.strip()}={self.draw.choice(SLIPS)}"
        return Asked(formula, asked.target, tuple(givens))

    def value(self, name: str) -> str:
        """A value of a letter as people type it."""
        note = self.knowledge.symbols[name]
        low, high = self.typical(name)
        number = math.exp(self.draw.uniform(math.log(low), math.log(high)))
        unit = self.knowledge.unit(name)
        if note.domain.integer:
            return str(max(1, round(number)))
        if not unit.dimensions:
            return f"{number:.3g}"
        shown = self.draw.choice(self.knowledge.units.like(unit))
        if not 1e-3 < number * float(unit.factor / shown.factor) < 1e6:
            shown = unit
        return f"{number * float(unit.factor / shown.factor):.4g} {shown.name}"

    def typical(self, name: str) -> tuple[float, float]:
        """The range in which a letter lies as a rule, in its own unit."""
        note = self.knowledge.symbols[name]
        try:
            read: Any = read_given(self.knowledge, name, note.typical) if note.typical else None
        except DeriveError:
            read = None
        if isinstance(read, Interval) and read.low is not None and read.high is not None:
            low, high = Fraction(read.low.magnitude), Fraction(read.high.magnitude)
            if 0 < low < high:
                return float(low), float(high)
        domain = note.domain
        top = float(domain.high) if domain.high is not None else 1000.0
        return max(1e-3, float(domain.low or 0)), max(top, 2e-3)
