"""The tidy tree in words, as one reads a formula aloud.

What is grouped opens with a word and closes with a comma: "the sum of a and b,
times c". What holds such a group, and is part of something itself, stands
between "open bracket" and "close bracket"; so the words can be read back in
one way only, where multiplying goes before adding as on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from ..frozen import Record
from . import nodes

COMMA: Final = ","
OPEN, CLOSE = "open bracket", "close bracket"
SIGNS = {
    "=": "equals", "!=": "is not", "<": "is less than", "<=": "is at most", ">": "is more than",
    ">=": "is at least",
}  # fmt: skip
POWERS = {"2": "squared", "3": "cubed"}
BEFORE = {
    "exp": "e to the power of", "cos": "the cosine of", "abs": "the absolute value of",
    "W": "the Lambert W of",
}  # fmt: skip
AFTER = {"ceil": "rounded up", "floor": "rounded down"}
LISTS = {"max": ("the larger of", "the largest of"), "min": ("the smaller of", "the smallest of")}


class Spoken(Record):
    """Some words; ``letter`` is the id of the symbol or typed number that they stand for."""

    text: str
    letter: str = ""


Words: TypeAlias = list[Spoken | str]
"""Words before they are joined: a plain string is a word of the sentence."""


def spoken(node: nodes.Node, meanings: Mapping[str, str]) -> list[Spoken]:
    """The tree in words; a letter that has no meaning here is read by its name."""
    return _joined(_Voice(meanings).whole(node))


def _joined(words: Iterable[Spoken | str]) -> list[Spoken]:
    """Words with blanks between them; no comma before an end."""
    joined: list[Spoken] = []
    comma = False
    for word in words:
        if word == COMMA:
            comma = bool(joined)
            continue
        text = word if isinstance(word, str) else word.text
        ends = text in (CLOSE, ";")
        gap = "" if not joined or text == ";" else ", " if comma and not ends else " "
        comma = False
        if isinstance(word, Spoken):
            joined += [Spoken(gap)] if gap else []
            joined.append(word)
        elif joined and not joined[-1].letter:
            joined[-1] = Spoken(joined[-1].text + gap + text)
        else:
            joined.append(Spoken(gap + text))
    return _merged(joined)


def _merged(words: Iterable[Spoken]) -> list[Spoken]:
    merged: list[Spoken] = []
    for word in words:
        if merged and not merged[-1].letter and not word.letter:
            merged[-1] = Spoken(merged[-1].text + word.text)
        else:
            merged.append(word)
    return merged


def _nested(words: Words) -> bool:
    """Whether some words hold a list, or something that a comma closes."""
    return any(word in (COMMA, "and", "or", "if", OPEN) for word in words)


def _bracket(words: Words) -> Words:
    return [OPEN, *words, CLOSE]


def _listed(items: Sequence[Words]) -> Words:
    """``a, b and c``."""
    listed: Words = []
    for place, item in enumerate(items):
        between = [] if not place else ["and"] if place == len(items) - 1 else [COMMA]
        listed += [*between, *item]
    return listed


class _Voice:
    """Says nodes at three firmnesses: whole, as one factor, and closed."""

    def __init__(self, meanings: Mapping[str, str]) -> None:
        self.meanings = meanings

    def whole(self, node: nodes.Node) -> Words:
        """A node where nothing follows that could be taken for a part of it."""
        say: Any = getattr(self, f"_say_{type(node).__name__.lower()}", self.factor)
        words: Words = say(node)
        return words

    # --- sums, products and quotients ------------------------------------------

    def _say_sum(self, node: nodes.Sum) -> Words:
        words: Words = []
        long = any(isinstance(term.body, nodes.Product | nodes.Quotient) for term in node.terms)
        for place, term in enumerate(node.terms):
            sign = "minus" if term.negative else "plus" if place else ""
            pause = [COMMA] if long and place else []
            words += [*pause, *([sign] if sign else []), *self.product(term.body)]
        return words

    def _say_negative(self, node: nodes.Negative) -> Words:
        return ["minus", *self.product(node.body)]

    def _say_product(self, node: nodes.Product) -> Words:
        words = self.product(node.factors[0])
        for factor in node.factors[1:]:
            # Read from left to right, a times b divided by c is what was meant.
            words += ["times", *(self.product if _flat(factor) else self.factor)(factor)]
        return words

    def _say_quotient(self, node: nodes.Quotient) -> Words:
        if _is_fraction(node):
            return self.factor(node)
        return [*self.product(node.top), "divided by", *self.factor(node.bottom)]

    def product(self, node: nodes.Node) -> Words:
        """A node as one term of a sum."""
        return (
            self.whole(node)
            if isinstance(node, nodes.Product | nodes.Quotient)
            else self.factor(node)
        )

    # --- what holds together -----------------------------------------------------

    def factor(self, node: nodes.Node) -> Words:
        """A node as one factor."""
        if isinstance(node, nodes.Power):
            return self._power(node)
        if isinstance(node, nodes.Root):
            return ["the square root of", *self.closed(node.body)]
        if isinstance(node, nodes.Log):
            return self._log(node)
        if isinstance(node, nodes.Call) and node.name in AFTER:
            return [*self.closed(node.arguments[0]), AFTER[node.name]]
        if isinstance(node, nodes.Call) and node.name not in LISTS:
            return self._call(node)
        return self.closed(node)

    def closed(self, node: nodes.Node) -> Words:
        """A node of which it is plain where it begins and ends."""
        if isinstance(node, nodes.Letter):
            meaning = self.meanings.get(node.id)
            return [Spoken(f"the {meaning}" if meaning else node.id, node.id)]
        if isinstance(node, nodes.Number):
            return [Spoken(node.digits, node.id) if node.id else node.digits]
        if isinstance(node, nodes.Known):
            return [node.name]
        if _is_fraction(node):
            return [f"{node.top.digits} over {node.bottom.digits}"]  # type: ignore[union-attr]
        group = self._group(node)
        return group or _bracket(self.whole(node))

    def _group(self, node: nodes.Node) -> Words:
        """A group that opens with a word and closes with a comma; none if it holds another."""
        if isinstance(node, nodes.Sum) and not node.terms[0].negative:
            signs = [term.negative for term in node.terms]
            parts = [self.product(term.body) for term in node.terms]
            if not any(signs):
                return _opened("the sum of", parts)
            return _opened("the difference of", parts) if len(parts) == 2 else []
        if isinstance(node, nodes.Product) and not any(_flat(factor) for factor in node.factors):
            return _opened("the product of", [self.factor(factor) for factor in node.factors])
        if isinstance(node, nodes.Quotient):
            return _opened("the quotient of", [self.product(node.top), self.product(node.bottom)])
        if isinstance(node, nodes.Call) and node.name in LISTS:
            opener = LISTS[node.name][len(node.arguments) > 2]
            return _opened(
                opener, [self._argument(argument) for argument in node.arguments], always=True
            )
        return []

    def _argument(self, node: nodes.Node) -> Words:
        words = self.whole(node)
        return _bracket(words) if _nested(words) or words[0] == "minus" else words

    # --- powers and functions --------------------------------------------------------

    def _power(self, node: nodes.Power) -> Words:
        exponent = node.exponent
        if isinstance(exponent, nodes.Number) and exponent.digits in POWERS:
            return [*self.closed(node.base), POWERS[exponent.digits]]
        return [*self.closed(node.base), "to the power of", *self._signed(exponent)]

    def _signed(self, node: nodes.Node) -> Words:
        """An exponent: a minus sign before one letter or number needs no bracket."""
        if isinstance(node, nodes.Negative) and isinstance(node.body, nodes.Letter | nodes.Number):
            return ["minus", *self.closed(node.body)]
        return self.closed(node)

    def _log(self, node: nodes.Log) -> Words:
        if node.base is None:
            return ["the natural logarithm of", *self.closed(node.body)]
        return ["the logarithm to base", *self.closed(node.base), "of", *self.closed(node.body)]

    def _call(self, node: nodes.Call) -> Words:
        if node.name == "exp":
            return [BEFORE["exp"], *self._signed(node.arguments[0])]
        if node.name == "mod":
            left, right = (self.closed(argument) for argument in node.arguments)
            return ["the remainder of", *left, "modulo", *right]
        if node.name == "divides":
            left, right = (self._argument(argument) for argument in node.arguments)
            return [*left, "divides", *right]
        return [BEFORE[node.name], *self.closed(node.arguments[0])]

    # --- sums over an index, cases, relations ------------------------------------------

    def _say_series(self, node: nodes.Series) -> Words:
        bounds = [*self.closed(node.low), "to", *self.closed(node.high)]
        head: Words = [f"the {node.kind} over", Spoken(node.index.id, node.index.id), "from"]
        return [*head, *bounds, "of", *self._argument(node.body)]

    def _say_cases(self, node: nodes.Cases) -> Words:
        words: Words = []
        for place, branch in enumerate(node.branches):
            words += [";"] if place else []
            if branch.condition is None:
                words += ["otherwise", *self._unless_cases(branch.value)]
            else:
                words += [*self._unless_cases(branch.value), "if", *self.whole(branch.condition)]
        return words

    def _unless_cases(self, node: nodes.Node) -> Words:
        words = self.whole(node)
        return _bracket(words) if isinstance(node, nodes.Cases) else words

    def _say_relation(self, node: nodes.Relation) -> Words:
        return [*self._unless_cases(node.left), SIGNS[node.sign], *self.whole(node.right)]

    def _say_logic(self, node: nodes.Logic) -> Words:
        said: Words = []
        for place, part in enumerate(node.parts):
            words = self.whole(part)
            deep = isinstance(part, nodes.Logic | nodes.Not) or _nested(words)
            said += [*([node.word] if place else []), *(_bracket(words) if deep else words)]
        return said

    def _say_not(self, node: nodes.Not) -> Words:
        return ["not", *_bracket(self.whole(node.body))]


def _opened(opener: str, parts: Sequence[Words], *, always: bool = False) -> Words:
    if not always and any(_nested(part) for part in parts):
        return []
    return [opener, *_listed(parts), COMMA]


def _flat(node: nodes.Node) -> bool:
    """Whether a factor is said as a chain of its own."""
    return isinstance(node, nodes.Quotient) and not _is_fraction(node)


def _is_fraction(node: nodes.Node) -> bool:
    return (
        isinstance(node, nodes.Quotient)
        and isinstance(node.top, nodes.Number)
        and isinstance(node.bottom, nodes.Number)
    )
