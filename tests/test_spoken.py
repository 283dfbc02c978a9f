"""Formulas in words: how they read, and that they can be read back in one way only."""

from __future__ import annotations

import itertools
import math
import operator
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sympy
from campaign import each
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    And,
    Eq,
    Ge,
    Integer,
    Le,
    Max,
    Min,
    Ne,
    Not,
    Or,
    Piecewise,
    Product,
    Rational,
    Sum,
    ceiling,
    cos,
    exp,
    floor,
    log,
    sqrt,
)
from test_written import VALUES, N, a, b, c, d, expressions, k, outcome, same, steps_over, value_of

from derive.laws import numbers
from derive.records import divides
from derive.registry import load
from derive.written import as_settled, as_typed, spoken

MEANINGS = {"a": "first width", "N": "number of ranks"}


def said(expression: Any, meanings: Any = MEANINGS) -> str:
    return "".join(one.text for one in spoken(as_typed(expression), meanings))


SAID = [
    (lambda: Eq(a, N - 1), "the first width equals the number of ranks minus 1"),
    (lambda: b + c, "b plus c"),
    (lambda: b * c + d, "b times c, plus d"),
    (lambda: b * (c + d), "b times the sum of c and d"),
    (lambda: (c + d) * b, "the sum of c and d, times b"),
    (lambda: b * (c - d), "b times the difference of c and d"),
    (lambda: b * (c + d - a),
     "b times open bracket c plus d minus the first width close bracket"),
    (lambda: b * (a + c + d), "b times the sum of the first width, c and d"),
    (lambda: b / c * d, "b divided by c times d"),
    (lambda: b / (c * d), "b divided by the product of c and d"),
    (lambda: b / (c / d), "b divided by the quotient of c and d"),
    (lambda: (b + c * (d + a)) * b,
     "open bracket b, plus c times the sum of d and the first width close bracket times b"),
    (lambda: b**2 + c**3, "b squared plus c cubed"),
    (lambda: b**-c, "b to the power of minus c"),
    (lambda: b ** (c * d), "b to the power of the product of c and d"),
    (lambda: b ** Rational(1, 3), "b to the power of 1 over 3"),
    (lambda: (b**c) ** 2, "open bracket b to the power of c close bracket squared"),
    (lambda: (b + c) ** 2 * d, "the sum of b and c, squared times d"),
    (lambda: sqrt(b * c), "the square root of the product of b and c"),
    (lambda: sqrt(b) ** 3, "open bracket the square root of b close bracket cubed"),
    (lambda: exp(-b), "e to the power of minus b"),
    (lambda: log(b), "the natural logarithm of b"),
    (lambda: log(b, 2) * c, "the logarithm to base 2 of b times c"),
    (lambda: cos(b), "the cosine of b"),
    (lambda: Abs(b - c), "the absolute value of the difference of b and c"),
    (lambda: ceiling(b / c), "the quotient of b and c, rounded up"),
    (lambda: floor(b) * c, "b rounded down times c"),
    (lambda: N % 2, "the remainder of the number of ranks modulo 2"),
    (lambda: Max(b, c + d) * 2, "the larger of b and c plus d, times 2"),
    (lambda: Min(b, c, d), "the smallest of b, c and d"),
    (lambda: Max(b, -c), "the larger of b and open bracket minus c close bracket"),
    (lambda: Sum(b * k, (k, 1, N)), "the sum over k from 1 to the number of ranks of b times k"),
    (lambda: Product(k, (k, 1, N)), "the product over k from 1 to the number of ranks of k"),
    (lambda: Sum(b, (k, 1, N)) + c,
     "open bracket the sum over k from 1 to the number of ranks of b close bracket plus c"),
    (lambda: Eq(a, Piecewise((b, b > c), (c, True))),
     "the first width equals b if b is more than c; otherwise c"),
    (lambda: -b + c, "minus b plus c"),
    (lambda: -(b + c), "minus the sum of b and c"),
    (lambda: sympy.pi * b, "pi times b"),
    (lambda: Le(b, c), "b is at most c"),
    (lambda: Ge(b, c), "b is at least c"),
    (lambda: b < c, "b is less than c"),
    (lambda: Ne(b, c), "b is not c"),
    (lambda: divides(N, b), "the number of ranks divides b"),
    (lambda: And(b > c, Or(c > d, d > b)),
     "b is more than c and open bracket c is more than d or d is more than b close bracket"),
    (lambda: Not(Eq(b, c)), "not open bracket b equals c close bracket"),
    (lambda: sympy.LambertW(b), "the Lambert W of b"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "expected"), SAID, ids=[row[1] for row in SAID])
def test_a_formula_is_said_as_people_say_it(typed, expected):
    with sympy.evaluate(x=False):
        expression = typed()

    assert expected == said(expression)


def test_a_letter_is_said_by_its_meaning_and_keeps_its_name():
    words = spoken(as_typed(Eq(a, 2 * b)), MEANINGS)

    assert [("the first width", "a"), (" equals 2 times ", ""), ("b", "b")] == [
        (one.text, one.letter) for one in words
    ]


# --- read back -----------------------------------------------------------------

Value = Callable[[dict[str, Any]], Any]
LISTS = {
    "the sum of": sum,
    "the difference of": lambda parts: parts[0] - parts[1],
    "the product of": math.prod,
    "the quotient of": lambda parts: parts[0] / parts[1],
    "the larger of": max,
    "the largest of": max,
    "the smaller of": min,
    "the smallest of": min,
}
PREFIXES = {
    "the square root of": math.sqrt,
    "the natural logarithm of": math.log,
    "e to the power of": math.exp,
    "the absolute value of": abs,
    "the cosine of": math.cos,
}
SUFFIXES = {
    "squared": lambda x: x**2,
    "cubed": lambda x: x**3,
    "rounded up": math.ceil,
    "rounded down": math.floor,
}
HOLDS = {
    "is at most": operator.le,
    "is at least": operator.ge,
    "is less than": operator.lt,
    "is more than": operator.gt,
}
SIGNS = ["equals", *HOLDS]
PHRASES = [*LISTS, *PREFIXES, *SUFFIXES, *SIGNS, "open bracket", "close bracket", "divided by"]
PHRASES += ["to the power of", "the logarithm to base", "the sum over", "otherwise"]
TOKEN = re.compile("|".join([*sorted(PHRASES, key=len, reverse=True), r"[\w.]+", ",", ";"]))


def known(number: float, _: dict[str, Any]) -> float:
    return number


class Listener:
    """Understands words from left to right, as somebody does who only hears them."""

    def __init__(self, text: str) -> None:
        self.words = TOKEN.findall(text)
        self.place = 0

    def next(self, *wanted: str) -> str:
        """The next word, if it is one of those that are wanted."""
        word = self.words[self.place] if self.place < len(self.words) else ""
        if wanted and word not in wanted:
            return ""
        self.place += 1
        return word

    def sentence(self) -> tuple[Value, str, Value]:
        left = self.side()
        self.next(",")
        sign = self.next(*SIGNS)
        right = self.side()
        assert self.place == len(self.words), self.words[self.place :]
        return left, sign, right

    def side(self) -> Value:
        value = self.sum()
        if not self.next("if"):
            return value
        left = self.sum()
        holds = HOLDS[self.next(*HOLDS)]
        right = self.sum()
        assert self.next(";")
        assert self.next("otherwise")
        other = self.sum()
        return lambda at: value(at) if holds(left(at), right(at)) else other(at)

    def sum(self, *, pauses: bool = True) -> Value:
        minus = self.next("minus")
        terms = [(minus, self.product())]
        while True:
            start = self.place
            if pauses:
                self.next(",")
            sign = self.next("plus", "minus")
            if not sign:
                self.place = start
                break
            terms.append((sign.replace("plus", ""), self.product()))
        return lambda at: sum(-value(at) if sign else value(at) for sign, value in terms)

    def product(self) -> Value:
        value = self.factor()
        while word := self.next("times", "divided by"):
            value = self.joined(value, word, self.factor())
        return value

    @staticmethod
    def joined(left: Value, word: str, right: Value) -> Value:
        if word == "times":
            return lambda at: left(at) * right(at)
        return lambda at: left(at) / right(at)

    def factor(self) -> Value:
        if word := self.next(*PREFIXES):
            inner = self.signed()
            return lambda at: PREFIXES[word](inner(at))
        if self.next("the logarithm to base"):
            base = self.closed()
            assert self.next("of")
            body = self.closed()
            return lambda at: math.log(body(at)) / math.log(base(at))
        if self.next("the sum over"):
            return self.series()
        value = self.closed()
        if word := self.next(*SUFFIXES):
            return lambda at: SUFFIXES[word](value(at))
        if self.next("to the power of"):
            exponent = self.signed()
            return lambda at: value(at) ** exponent(at)
        return value

    def signed(self) -> Value:
        minus, value = self.next("minus"), self.closed()
        return lambda at: -value(at) if minus else value(at)

    def series(self) -> Value:
        index = self.next()
        assert self.next("from")
        low = self.closed()
        assert self.next("to")
        high = self.closed()
        assert self.next("of")
        body = self.sum()
        return lambda at: sum(body(at | {index: i}) for i in range(int(low(at)), int(high(at)) + 1))

    def closed(self) -> Value:
        if self.next("open bracket"):
            value = self.side()
            assert self.next("close bracket")
            return value
        if word := self.next(*LISTS):
            return self.listed(word)
        name = self.next()
        if self.next("over"):
            return partial(known, float(name) / float(self.next()))
        if name[0].isdigit():
            return partial(known, float(name))
        return lambda at: at[name]

    def listed(self, word: str) -> Value:
        items = [self.sum(pauses=False)]
        while self.next(","):
            items.append(self.sum(pauses=False))
        assert self.next("and")
        items.append(self.sum(pauses=False))
        comma = self.place
        if self.next(",") and self.words[self.place : self.place + 1] in (["plus"], ["minus"]):
            self.place = comma  # a sum takes the comma before its sign itself
        return lambda at: LISTS[word]([item(at) for item in items])


@pytest.mark.slow
@settings(deadline=None, max_examples=400)
@given(st.data())
def test_words_are_understood_as_they_were_meant(data):
    with sympy.evaluate(x=False):
        expression = data.draw(expressions)
    expected = outcome(lambda: value_of(expression))
    if expected is None or steps_over(expression):
        return

    words = said(expression, {})

    listener = Listener(words)
    value = listener.side()
    assert len(listener.words) == listener.place, words
    assert same(expected, outcome(lambda: value(dict(VALUES)))), words


REGISTRY = load()
POINT = {
    name: float(sympy.sqrt(prime))
    for name, prime in zip(
        REGISTRY.symbols, itertools.cycle(sympy.primerange(5, 900)), strict=False
    )
}

SIGN_OF = {"==": SIGNS[0], "<=": SIGNS[1], ">=": SIGNS[2], "<": SIGNS[3], ">": SIGNS[4]}


@pytest.mark.slow
@each("law", lambda: load().laws, usual=150)
def test_every_law_is_understood(law):
    exactly = numbers(law.relation)

    *sides, sign = side_by_side(said(law.typed, {}))

    assert SIGN_OF[exactly.rel_op] == sign
    values = next(found for found in map(partial(at_a_point, exactly, sides), SCALES) if found)
    for expected, got in values:
        assert math.isclose(expected, got, rel_tol=1e-9)


SCALES = (1, 1 / 64)
"""Of all letters: some law has sides that a float holds only where its letters are small."""


def side_by_side(words: str) -> tuple[Value, Value, str]:
    left, sign, right = Listener(words).sentence()
    return left, right, sign


def at_a_point(law: Any, sides: list[Value], scale: float) -> list[tuple[float, float]]:
    """What each side is, and what was understood; nothing where no float holds a side."""
    letters = {name: value * scale for name, value in POINT.items()} | {"pi": math.pi}
    at = {one: sympy.Float(letters[one.name], 30) for one in law.free_symbols}
    exactly = [sympy.N(side.xreplace(at)) for side in law.args]
    if not all(one.is_real and abs(one) < sys.float_info.max for one in exactly):
        return []
    return [(float(one), side(letters)) for one, side in zip(exactly, sides, strict=True)]


def test_no_two_letters_of_a_law_have_the_same_words():
    twice = [
        name
        for name in REGISTRY.formulas
        for meanings in [[REGISTRY.symbols[one.name].meaning for one in REGISTRY.law(name).symbols]]
        if len(set(meanings)) < len(meanings)
    ]

    assert [] == twice


def test_what_sympy_has_arranged_is_said_too():
    words = spoken(as_settled(Integer(2) * a / b), MEANINGS)

    assert "2 times the first width divided by b" == "".join(one.text for one in words)
