"""Programs as JavaScript: one plain function of ES2017, without eval and without a library.

What has no value is ``NaN``, as it is ``nan`` in Python. Infinity cannot hide
behind a function that makes it finite again: there a quotient, a power or a
logarithm is taken by a function that gives ``NaN`` at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from derive.errors import NoEvaluator

from ..frozen import Record
from .program import LOOPS, MOST_TERMS, Program, Step, reduced

RESERVED = frozenset(
    "abstract arguments async await boolean break byte case catch char class const continue "
    "debugger default delete do double else enum eval export extends false final finally float "
    "for function get goto if implements import in instanceof int interface let long native new "
    "null of package private protected public return set short static super switch synchronized "
    "this throw throws transient true try typeof undefined var void volatile while with yield "
    "Math Number NaN Infinity BigInt Object value".split()
)
SIGNS = {"add": " + ", "sub": " - ", "mul": " * ", "div": " / "}
COMPARISONS = {"lt": " < ", "le": " <= ", "eq": " === ", "ne": " !== "}
TRUTHS = {"and": " && ", "or": " || "}
WORDS = {"pi": "Math.PI", "true": "true", "false": "false", "undefined": "NaN"}
CALLED = frozenset("sqrt exp log log2 sin cos floor ceil abs max min pow".split())
HIDING = frozenset({"exp", "max", "min", "pow", *COMPARISONS})
"""Operations that can make something finite of what is infinite."""

RANKS = {
    "select": 1, "or": 2, "and": 3, "eq": 4, "ne": 4, "lt": 5, "le": 5,
    "add": 6, "sub": 6, "mul": 7, "div": 7, "neg": 8, "not": 8,
}  # fmt: skip
HIGHEST = 9

HELPERS = {
    "finite": "const finite = (value) => (Number.isFinite(value) ? value : NaN);",
    "sum": (
        "const sum = (low, high, term) => {\n"
        "  let total = Number.isInteger(low) && Number.isInteger(high) && "
        f"high - low < {MOST_TERMS} ? 0 : NaN;\n"
        "  for (let index = low; index <= high && total === total; index += 1) "
        "total += term(index);\n"
        "  return total;\n"
        "};"
    ),
}
HELPERS["product"] = (
    HELPERS["sum"].replace("sum", "product").replace("? 0", "? 1").replace("+= term", "*= term")
)


class Written(Record):
    """An expression, and how tightly its outermost sign binds."""

    text: str
    rank: int

    def within(self, rank: int) -> str:
        """The expression as a part of one that binds with ``rank``."""
        return f"({self.text})" if self.rank < rank else self.text


Tree = tuple[Step, "list[Tree]"]


def javascript(program: Program, name: str) -> str:
    """A program as a function called ``name`` of its inputs, in their order.

    A letter that JavaScript keeps for itself, or that is ``name``, gets an underscore.
    """
    writer = _Writer(tuple(letter(input_, name) for input_ in program.inputs))
    body = writer.expression(tree(program.steps), hidden=False).text
    if program.gives == "number":
        body = f"finite({body})"
    taken = ", ".join(writer.inputs)
    used = [text for helper, text in HELPERS.items() if f"{helper}(" in body]
    return "\n".join([*used, f"function {letter(name)}({taken}) {{", f"  return {body};", "}", ""])


def letter(name: str, *taken: str) -> str:
    """A name that JavaScript takes as a variable."""
    if not name.isascii() or not name.isidentifier():
        raise NoEvaluator(f"the name {name!r:.40}")
    clash = name in RESERVED or name in HELPERS or name in taken
    return f"{name}_" if clash or name.endswith("_") else name


def tree(steps: Sequence[Step]) -> Tree:
    """Postfix steps as a tree."""
    trees: list[Tree] = reduced(steps, lambda step, taken: (step, taken))
    return trees.pop()


class _Writer:
    """Writes expressions; knows the letters and the loops it is inside."""

    def __init__(self, inputs: tuple[str, ...]) -> None:
        self.inputs = inputs
        self.loops: list[str] = []

    def expression(self, node: Tree, *, hidden: bool) -> Written:
        """One node; ``hidden`` says that what is infinite in it would not show."""
        step, parts = node
        name = step.operation
        if name == "const":
            return constant(step.number)
        if name == "input":
            return Written(self.inputs[step.count], HIGHEST)
        if name == "index":
            return Written(self.loops[-1 - step.count], HIGHEST)
        if name in LOOPS:
            return self.loop(step, parts)
        if name in WORDS:
            return Written(WORDS[name], HIGHEST)
        written = [
            self.expression(part, hidden=hidden or _hides(name, place))
            for place, part in enumerate(parts)
        ]
        code = self.joined(name, written)
        last = parts[-1][0]
        is_safe = name == "div" and last.operation == "const" and last.number != 0
        risky = name in {"div", "pow", "log", "log2"} and not is_safe
        return Written(f"finite({code.text})", HIGHEST) if hidden and risky else code

    def joined(self, name: str, parts: list[Written]) -> Written:
        """An operation on what is written already."""
        if name in CALLED:
            return Written(f"Math.{name}({', '.join(part.text for part in parts)})", HIGHEST)
        rank = RANKS[name]
        if name in {"neg", "not"}:
            # Two minus signs in a row would be another operator.
            return Written(f"{'-' if name == 'neg' else '!'}{parts[0].within(HIGHEST)}", rank)
        if name == "select":
            test, yes, no = (part.within(rank + 1) for part in parts)
            return Written(f"{test} ? {yes} : {no}", rank)
        sign = (SIGNS | COMPARISONS | TRUTHS)[name]
        first, *others = parts
        words = [first.within(rank), *(other.within(rank + 1) for other in others)]
        return Written(sign.join(words), rank)

    def loop(self, step: Step, bounds: list[Tree]) -> Written:
        """A sum or product as a call with the term as a function of the index."""
        low, high = (self.expression(bound, hidden=True).text for bound in bounds)
        index = next(
            name for k in range(len(self.inputs) + len(self.loops) + 1)
            if (name := f"i{k or ''}") not in {*self.inputs, *self.loops}
        )  # fmt: skip
        self.loops.append(index)
        body = self.expression(tree(step.body), hidden=False).text
        self.loops.pop()
        return Written(f"{step.operation}({low}, {high}, ({index}) => {body})", HIGHEST)


def constant(number: Fraction) -> Written:
    """A number as its nearest float; an integer beyond 2^53 is such a float, too."""
    if number.denominator != 1:
        try:
            text = repr(number.numerator / number.denominator)
        except OverflowError:
            text = "Infinity"
    elif abs(number) < 2**53:
        text = str(number.numerator)
    else:
        text = repr(float(number)) if abs(number) < 2**1023 else "Infinity"
    return Written(text, RANKS["neg"] if text.startswith("-") else HIGHEST)


def _hides(name: str, place: int) -> bool:
    """Whether an operation may make its argument finite: a divisor, the test of a choice."""
    return name in HIDING or (name == "div" and place == 1) or (name == "select" and place == 0)
