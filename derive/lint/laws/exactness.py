"""Whether a print is exactly a law: both as quotients of polynomials, or by SymPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from derive.notation import Call, Letter, Negative, Node, Number, Power, Product, Sum
from derive.notation import Quotient as Division
from derive.notation.nodes import children
from derive.programs.machine import Arithmetic, runner
from derive.programs.program import Program, from_data
from derive.solve.rational_functions import ARITHMETIC, ONE, Quotient
from derive.solve.ratios import NotRational

from .holding import Holder, Pair
from .index import Entry

Values = dict[str, Quotient]
_SIGNS = {Negative: "neg", Sum: "add", Product: "mul", Division: "div", Power: "pow"}
_FUNCTIONS = {
    "max": "max", "min": "min", "ceil": "ceil", "floor": "floor", "abs": "abs",
    "exp": "exp", "ln": "log", "sqrt": "sqrt",
}  # fmt: skip
# What these give is one more unknown, named by what stands in it.
_OPAQUE = ("max", "min", "ceil", "floor", "abs", "exp", "log", "log2")


def is_exact(holder: Holder, entry: Entry, pair: Pair) -> bool:
    """Whether both sides have one normal form where the law's left letter is what the law says."""
    values: Values = {}
    try:
        # Of two laws that it follows from the first one goes into the second.
        for law in reversed(entry.together or (entry,)):
            ones = dict.fromkeys(law.fixed, Quotient(ONE, ONE))
            values[law.lhs] = _computed(from_data(law.program), {**values, **ones})
        left, right = (_value(side, holder, values) for side in (pair.left, pair.right))
        gap = PARTS_NAMED.apply["sub"](left, right).above
    except NotRational:
        gap = None
    # Two parts that are only named may still be equal.
    if gap is not None and not any("(" in name for term in gap for name, _ in term):
        return not gap
    if entry.together:
        return False
    # Functions of other things, whose laws (of logarithms, of roots) SymPy knows.
    from .symbolic import is_proved

    return is_proved(entry, pair, holder.meaning, holder.index.registry.symbolic)


def _computed(program: Program, values: Values) -> Quotient:
    """What a program gives with these values, its other letters being unknowns."""
    inputs = [values.get(name) or _unknown(name) for name in program.inputs]
    result: Quotient = runner(program, PARTS_NAMED)(inputs)
    return result


def _value(node: Node, holder: Holder, values: Values) -> Quotient:
    """A printed tree over our letters; raises ``NotRational``."""
    ours = holder.meaning.ours
    match node:
        case Letter(glyph=glyph) if glyph in ours:
            return _computed(ours[glyph].program, values)
        case Number(value=value, unit="" | "%" as unit):
            number: Quotient = PARTS_NAMED.constant(value / 100 if unit else value)
            return number
        case Call(function=name) if not any(glyph.partition("(")[0] == name for glyph in ours):
            operation = _FUNCTIONS.get(name, "")
        case _:
            operation = _SIGNS.get(type(node), "")
    if not operation:
        raise NotRational
    parts = [_value(part, holder, values) for part in children(node)]
    result: Quotient = PARTS_NAMED.apply[operation](*parts)
    return result


def _unknown(name: str) -> Quotient:
    return Quotient({((name, Fraction(1)),): Fraction(1)}, ONE)


def _named(operation: str) -> Callable[..., Quotient]:
    def part(*inside: Quotient) -> Quotient:
        texts = [_text(value) for value in inside]
        return _unknown(f"{operation}({', '.join(_in_any_order(operation, texts))})")

    return part


def _in_any_order(operation: str, texts: Sequence[str]) -> Sequence[str]:
    return sorted(set(texts)) if operation in {"max", "min"} else texts


def _text(value: Quotient) -> str:
    """The same text for the same quotient, but where common factors were not cancelled."""
    scale = value.below[min(value.below)]
    sides = ([(term, str(factor / scale)) for term, factor in sorted(side.items())]
             for side in (value.above, value.below))  # fmt: skip
    return " / ".join(map(str, sides))


def _or_named(operation: str) -> Callable[..., Quotient]:
    def result(*inside: Quotient) -> Quotient:
        try:
            power: Quotient = ARITHMETIC.apply[operation](*inside)
        except NotRational:
            return _named(operation)(*inside)
        return power

    return result


PARTS_NAMED = Arithmetic(
    ARITHMETIC.constant,
    {
        **ARITHMETIC.apply,
        **{operation: _named(operation) for operation in _OPAQUE},
        **{operation: _or_named(operation) for operation in ("pow", "sqrt")},
    },
    ARITHMETIC.loop,
)
