"""The tidy tree on one line, brackets by precedence: as plain text, and as Python."""

from __future__ import annotations

import keyword

from derive.errors import UnsupportedExpression

from .glyphs import Letters, glyph
from .nodes import (
    Call,
    Cases,
    Known,
    Letter,
    Log,
    Logic,
    Negative,
    Node,
    Not,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Root,
    Series,
    Sum,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CONDITION, SUM, PRODUCT, POWER, ATOM = range(5)


class Line:
    """Writes a tree on one line, with brackets where the reader needs them.

    Letters, functions, series and cases are left to those who know the language.
    """

    power_sign = "^"
    quotient_sign = " / "

    def write(self, node: Node) -> str:
        """The line of a node."""
        line: Any = getattr(self, f"_write_{type(node).__name__.lower()}")
        return str(line(node))

    def at(self, node: Node, level: int) -> str:
        """The line of a node, in brackets if it holds together less than ``level``."""
        line = self.write(node)
        return f"({line})" if self.level(node) < level else line

    def level(self, node: Node) -> int:
        """How firmly the written node holds together."""
        if isinstance(node, Relation | Logic | Not):
            return CONDITION
        if isinstance(node, Sum | Negative):
            return SUM
        if isinstance(node, Product | Quotient):
            return PRODUCT
        if isinstance(node, Call) and node.name in ("mod", "divides"):
            return CONDITION if node.name == "divides" else SUM
        return POWER if isinstance(node, Power) else ATOM

    def _write_number(self, node: Number) -> str:
        return node.digits

    def _write_sum(self, node: Sum) -> str:
        first, *rest = node.terms
        line = ("-" if first.negative else "") + self.at(first.body, PRODUCT)
        for term in rest:
            line += (" - " if term.negative else " + ") + self.at(term.body, PRODUCT)
        return line

    def _write_negative(self, node: Negative) -> str:
        return "-" + self.at(node.body, PRODUCT)

    def _write_product(self, node: Product) -> str:
        line = ""
        for place, factor in enumerate(node.factors):
            # Read from left to right, a / b · c is what was meant, a · b / c is not always.
            bound = isinstance(factor, Product) or (place > 0 and isinstance(factor, Quotient))
            needs = POWER if bound else PRODUCT
            text = self.at(factor, needs)
            before = node.factors[place - 1] if place else None
            line += (self._times(before, line, factor, text) if before else "") + text
        return line

    def _times(self, left: Node, line: str, right: Node, text: str) -> str:
        """What stands between two factors."""
        del left, line, right, text
        return " * "

    def _write_quotient(self, node: Quotient) -> str:
        top = self.at(node.top, PRODUCT)
        return top + self.quotient_sign + self.at(node.bottom, POWER)

    def _write_power(self, node: Power) -> str:
        return self.at(node.base, ATOM) + self.power_sign + self.at(node.exponent, ATOM)


SIGNS = {"=": "=", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥"}
NAMES = {"pi": "π", "e": "e", "infinity": "∞", "true": "true", "false": "false"}
FENCES = {"ceil": "⌈⌉", "floor": "⌊⌋", "abs": "||"}


def text(node: Node, letters: Letters | None = None) -> str:
    """The tree on one line: letters by id, as one types them in a question.

    With ``letters`` they are shown as they look, ``Ψ`` for ``Psi``.
    """
    return TextLine(letters).write(node)


def _is_value(node: Node) -> bool:
    """Whether the node is a value with its unit; no letter's id holds a blank."""
    return isinstance(node, Letter) and " " in node.id


class TextLine(Line):
    """Plain text: a blank multiplies, a dot where a blank could mislead."""

    def __init__(self, letters: Letters | None) -> None:
        self.letters = letters

    def _write_letter(self, node: Letter) -> str:
        return node.id if self.letters is None else str(glyph(node.id, self.letters))

    def level(self, node: Node) -> int:
        """A value with its unit, put in for a letter, is a product of the two."""
        return PRODUCT if _is_value(node) else super().level(node)

    def _write_known(self, node: Known) -> str:
        return NAMES[node.name]

    def _times(self, left: Node, line: str, right: Node, text: str) -> str:
        if isinstance(left, Quotient) or text[0].isdigit() or _is_value(left) or _is_value(right):
            return " · "
        brackets_meet = line.endswith(")") and text[0] == "("
        return "" if brackets_meet and isinstance(left, Sum | Product) else " "

    def _write_quotient(self, node: Quotient) -> str:
        if isinstance(node.top, Number) and isinstance(node.bottom, Number):
            return f"{node.top.digits}/{node.bottom.digits}"
        return super()._write_quotient(node)

    def _write_root(self, node: Root) -> str:
        return f"sqrt({self.write(node.body)})"

    def _write_log(self, node: Log) -> str:
        base = "" if node.base is None else f"_{self.at(node.base, ATOM)}"
        return f"log{base}({self.write(node.body)})"

    def _write_call(self, node: Call) -> str:
        if node.name in ("mod", "divides"):
            left, right = (self.at(part, PRODUCT) for part in node.arguments)
            return f"{left} {node.name} {right}"
        listed = ", ".join(self.write(part) for part in node.arguments)
        if node.name in FENCES:
            return FENCES[node.name][0] + listed + FENCES[node.name][1]
        return f"{node.name}({listed})"

    def _write_series(self, node: Series) -> str:
        span = f"{self.write(node.index)} = {self.at(node.low, SUM)}..{self.at(node.high, ATOM)}"
        return f"{node.kind}[{span}]({self.write(node.body)})"

    def _write_cases(self, node: Cases) -> str:
        lines = (
            f"{self.write(branch.value)} "
            + ("otherwise" if branch.condition is None else f"if {self.write(branch.condition)}")
            for branch in node.branches
        )
        return f"{{{'; '.join(lines)}}}"

    def _write_relation(self, node: Relation) -> str:
        return f"{self.write(node.left)} {SIGNS[node.sign]} {self.write(node.right)}"

    def _write_logic(self, node: Logic) -> str:
        parts = (
            f"({self.write(part)})" if isinstance(part, Logic) else self.at(part, CONDITION)
            for part in node.parts
        )
        return f" {node.word} ".join(parts)

    def _write_not(self, node: Not) -> str:
        return f"not ({self.write(node.body)})"


BUILT_IN = {"max": "max", "min": "min", "abs": "abs", "sum": "sum", "range": "range"}
FROM_MATH = {"exp": "exp", "cos": "cos", "ceil": "ceil", "floor": "floor"}
IN_MATH = {"pi": "pi", "e": "e", "infinity": "inf"}
TRUTHS = {"true": "True", "false": "False"}
LOGS = {"2": "log2", "10": "log10"}


def python(node: Node) -> str:
    """The tree as a Python expression over the letters' ids; ``==`` between two sides."""
    return _written(node)[0]


def python_names(node: Node) -> tuple[str, ...]:
    """What the expression needs from Python's ``math``, sorted."""
    return tuple(sorted(_written(node)[1].needed - set(BUILT_IN)))


def _written(node: Node) -> tuple[str, PythonLine]:
    """The expression, and its writer; a letter may not have the name of a function in it."""
    line = PythonLine()
    written = line.write(node)
    if both := sorted(line.letters & line.needed):
        raise UnsupportedExpression("A letter with the name of a function", both[0])
    return written, line


class PythonLine(Line):
    """Python, one expression; remembers what it takes from ``math``."""

    power_sign = " ** "

    def __init__(self) -> None:
        self.needed: set[str] = set()
        self.letters: set[str] = set()

    def _math(self, name: str) -> str:
        self.needed.add(name)
        return name

    def _write_letter(self, node: Letter) -> str:
        if not node.id.isidentifier() or keyword.iskeyword(node.id):
            raise UnsupportedExpression("A letter that is no Python name", node.id)
        self.letters.add(node.id)
        return node.id

    def _write_known(self, node: Known) -> str:
        return TRUTHS.get(node.name) or self._math(IN_MATH[node.name])

    def _write_power(self, node: Power) -> str:
        # A minus sign binds the exponent alone, as in x ** -2.
        exponent = node.exponent
        if isinstance(exponent, Negative) and isinstance(exponent.body, Letter | Number):
            return f"{self.at(node.base, 4)} ** {self.write(exponent)}"
        return super()._write_power(node)

    def _write_root(self, node: Root) -> str:
        return f"{self._math('sqrt')}({self.write(node.body)})"

    def _write_log(self, node: Log) -> str:
        body = self.write(node.body)
        if node.base is None:
            return f"{self._math('log')}({body})"
        base = self.write(node.base)
        if base in LOGS:
            return f"{self._math(LOGS[base])}({body})"
        return f"{self._math('log')}({body}, {base})"

    def _write_call(self, node: Call) -> str:
        if node.name == "mod":
            left, right = (self.at(part, PRODUCT) for part in node.arguments)
            return f"({left}) % ({right})" if " " in left + right else f"{left} % {right}"
        if node.name == "divides":
            divisor, number = (self.at(part, 4) for part in node.arguments)
            return f"{number} % {divisor} == 0"
        if node.name not in BUILT_IN and node.name not in FROM_MATH:
            raise UnsupportedExpression("A function that Python lacks", node.name)
        name = self._math(BUILT_IN.get(node.name) or FROM_MATH[node.name])
        return f"{name}({', '.join(self.write(part) for part in node.arguments)})"

    def _write_series(self, node: Series) -> str:
        name = self._math("sum" if node.kind == "sum" else "prod")
        index = self.write(node.index)
        span = f"range({self.write(node.low)}, {self.at(node.high, SUM)} + 1)"
        return f"{name}({self.write(node.body)} for {index} in {span})"

    def _write_cases(self, node: Cases) -> str:
        line = ""
        for branch in node.branches:
            value = self.at(branch.value, SUM)
            if branch.condition is None:
                return f"({line}{value})" if line else value
            line += f"{value} if {self.write(branch.condition)} else "
        return f"({line}{self._math('nan')})"

    def _write_relation(self, node: Relation) -> str:
        sign = "==" if node.sign == "=" else node.sign
        return f"{self.at(node.left, SUM)} {sign} {self.at(node.right, SUM)}"

    def _write_logic(self, node: Logic) -> str:
        return f" {node.word} ".join(
            f"({self.write(part)})" if isinstance(part, Logic | Not) else self.write(part)
            for part in node.parts
        )

    def _write_not(self, node: Not) -> str:
        return f"not ({self.write(node.body)})"
