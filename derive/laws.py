"""The laws behind the formulas: what SymPy makes of a line, and what its author typed."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from traceback import extract_tb
from types import FunctionType
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanAtom

from derive.errors import BrokenLaw
from derive.names import listing
from derive.records import Constant, Declared, Formula, Symbol, Use


def broken(
    formula: str, function: Callable[[], Any], why: str, error: BaseException | None = None
) -> BrokenLaw:
    """The problem, with the line that raised or else with the one that states the law."""
    if not isinstance(function, FunctionType):
        return BrokenLaw(formula, "", "", why)
    place, line = _raised(function, error) if error else _stated(function)
    return BrokenLaw(formula, str(place), line, why)


def quoted(place: Declared) -> str:
    """The line at a place, without its indentation."""
    return linecache.getline(place.file, place.line).strip()


def _raised(function: FunctionType, error: BaseException) -> tuple[Declared, str]:
    """The deepest line of the author's own file on the way to the error."""
    file = function.__code__.co_filename
    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename == file]
    if not own or own[-1].lineno is None:
        return _stated(function)
    place = Declared(file, own[-1].lineno, function.__module__)
    return place, quoted(place)


def _stated(function: FunctionType) -> tuple[Declared, str]:
    """The last ``return`` of the function, on one line; of a lambda, its first line."""
    first = function.__code__.co_firstlineno
    file = function.__code__.co_filename
    start = Declared(file, first, function.__module__)
    if function.__name__ == "<lambda>":
        return start, quoted(start)
    ends, text = [], ""
    with suppress(OSError, SyntaxError):  # no file
        text = textwrap.dedent(inspect.getsource(function))
        ends = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Return)]
    if not ends:
        return start, quoted(start)
    last = max(ends, key=lambda node: node.lineno)
    lines = text.splitlines()[last.lineno - 1 : last.end_lineno]
    place = Declared(file, first + last.lineno - 1, function.__module__)
    return place, " ".join(line.strip() for line in lines)


@dataclass(frozen=True, slots=True)
class Law:
    """One law in two views; its typed numbers are symbols in both.

    ``relation`` is the function run with SymPy's rewriting on, ``typed`` the
    same function with rewriting off; ``conditions`` are run with rewriting
    off as well, so that none of them is decided on the way.
    """

    formula_id: str
    relation: Relational
    typed: Relational
    conditions: tuple[Boolean, ...] = ()
    # A cache by expression would mix registries: to SymPy constants of one id are one symbol.
    _letters: tuple[Symbol, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_letters", letters(self.typed))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The letters, in the order in which the typed form is read."""
        return tuple(letter for letter in self._letters if not isinstance(letter, Constant))

    @property
    def constants(self) -> tuple[Constant, ...]:
        """The typed numbers, in the order in which the typed form is read."""
        return tuple(letter for letter in self._letters if isinstance(letter, Constant))


def condition_letters(law: Law) -> list[str]:
    """Letters that the conditions of a law name: they may be given, and need not be."""
    symbols = {letter for condition in law.conditions for letter in condition.free_symbols}
    return sorted(letter.name for letter in symbols if not isinstance(letter, Constant))


def letters(expression: Any) -> tuple[Symbol, ...]:
    """The free letters of an expression, each once, in reading order."""
    free = expression.free_symbols
    return tuple(dict.fromkeys(letter for letter in _letters(expression) if letter in free))


def _letters(expression: Any) -> Iterator[Symbol]:
    """Every letter as it is met; SymPy's own walk takes those of a Max in any order."""
    if isinstance(expression, Symbol):
        yield expression
    for part in expression.args:
        yield from _letters(part)


def numbers(expression: Any, values: Mapping[str, Fraction] | None = None) -> Any:
    """The expression with every constant replaced by its exact number.

    ``values`` gives the numbers by id. Without it each constant's own note
    does, which is right as long as one registry is loaded: constants of two
    registries that share an id are one symbol to SymPy.
    """

    def exact(constant: Constant) -> sympy.Rational:
        value = constant.note.value if values is None else values[constant.name]
        return sympy.Rational(value.numerator, value.denominator)

    return with_put(expression, {each: exact(each) for each in expression.atoms(Constant)})


def with_put(thing: Any, put: Mapping[Any, Any]) -> Any:
    """Letters replaced; a relation between letters stays one, which spares SymPy's questions."""
    if not isinstance(thing, Relational):
        return thing.xreplace(put)
    sides = (thing.lhs.xreplace(put), thing.rhs.xreplace(put))
    return thing.func(*sides, evaluate=not any(side.free_symbols for side in sides))


RELATIONS = (sympy.Eq, sympy.Le, sympy.Ge, sympy.Lt, sympy.Gt)


def rebuilt(expression: Any) -> Any:
    """A typed expression built again from its leaves, with rewriting on.

    This, not ``doit``, turns the typed view into the canonical one: ``doit``
    also adds up sums and takes limits. A relation stays one, be it always true.
    """
    with sympy.evaluate(x=True):
        undecided = UNDECIDED.get(expression.func)
        return undecided(*map(_built, expression.args)) if undecided else _built(expression)


def _built(expression: Any) -> Any:
    if not expression.args:
        return expression
    return expression.func(*(_built(part) for part in expression.args))


def law_of(law: Formula | Use) -> Law:
    """The law of one formula, or of one formula with letters replaced, if it says something."""
    if isinstance(law, Use):
        return used(law_of(law.formula), law)
    read = read_laws([law])[law.id]
    says_something(law, read)
    return read


def read_laws(
    formulas: Iterable[Formula], problems: list[BrokenLaw] | None = None
) -> dict[str, Law]:
    """The laws of many formulas, by id.

    Each switch of the rewriting mode empties SymPy's cache, so all typed
    forms are run in one block. A law that gives no relation is an error, or,
    where a list of ``problems`` is handed in, joins that list and is left out.
    Whether one is true whatever its symbols are is not asked (``says_something``).
    """
    canonical: list[tuple[Formula, Relational]] = []
    laws: dict[str, Law] = {}
    with sympy.evaluate(x=True):
        for formula in formulas:
            relation = _tried(_relation, formula, problems)
            if relation is not None:
                canonical.append((formula, relation))
    with sympy.evaluate(x=False):
        for formula, relation in canonical:
            typed = _tried(_typed, formula, problems)
            if typed is not None:
                laws[formula.id] = Law(formula.id, relation, *typed)
    return laws


def says_something(formula: Formula, law: Law) -> None:
    """Raise ``BrokenLaw`` where SymPy knows that a law is always or never true.

    This takes longer than all that ``read_laws`` does.
    """
    with sympy.evaluate(x=True):
        _checked(formula, law.relation.func(*law.relation.args))


# --- running an author's function -------------------------------------------


def _tried(
    run: Callable[[Formula], Any], formula: Formula, problems: list[BrokenLaw] | None
) -> Any:
    """What ``run`` makes of the formula, or nothing and one more problem."""
    try:
        return run(formula)
    except BrokenLaw as problem:
        if problems is None:
            raise
        problems.append(problem)
        return None


def _relation(formula: Formula) -> Relational:
    """The relation that the law gives, without asking whether it is always or never true."""
    return _checked(formula, _run(formula, _renamed(formula.law, UNDECIDED)))


def _typed(formula: Formula) -> tuple[Relational, tuple[Boolean, ...]]:
    """The relation and the conditions, in the order in which they were typed."""
    relation = _checked(formula, _run(formula, formula.law))
    if formula.conditions is None:
        return relation, ()
    listed = _run(formula, formula.conditions)
    if not isinstance(listed, list | tuple):
        why = f"holds_when gives {_kind(listed)}, not a list of conditions."
        raise broken(formula.id, formula.conditions, why)
    return relation, tuple(_condition(formula, condition) for condition in listed)


def _run(formula: Formula, function: Callable[[], Any]) -> Any:
    """What the author's function gives; whatever it raises is told with its line."""
    try:
        return _in_order(function)()
    except BrokenLaw:
        raise
    except Exception as error:
        why = f"This line cannot be run: {str(error) or type(error).__name__}."
        raise broken(formula.id, function, why, error) from error


def _checked(formula: Formula, result: Any) -> Relational:
    """The result, if it is a relation that can be a law."""
    if isinstance(result, RELATIONS):
        return result
    if isinstance(result, bool | BooleanAtom):
        always = "always" if result else "never"
        why = f"The law says nothing: whatever its symbols are, it is {always} true."
    elif isinstance(result, sympy.Ne):
        why = "A law states =, <=, >=, < or >; this one says only that two things differ."
    else:
        why = f"The function gives {_kind(result)}, not a relation such as Eq(left, right)."
    raise broken(formula.id, formula.law, why)


def _condition(formula: Formula, condition: Any) -> Boolean:
    """A condition; one that Python has decided already is kept, for the checker to find."""
    if isinstance(condition, bool):
        return sympy.true if condition else sympy.false
    if isinstance(condition, Boolean) and not isinstance(condition, sympy.Symbol):
        return condition
    why = f"holds_when lists {_kind(condition)} where a condition such as N >= 2 belongs."
    assert formula.conditions is not None
    raise broken(formula.id, formula.conditions, why)


def _kind(thing: Any) -> str:
    """A thing in an author's words."""
    if thing is None:
        return "nothing (is a return missing?)"
    return "an expression" if isinstance(thing, sympy.Expr) else f"a {type(thing).__name__}"


# --- the author's order -----------------------------------------------------


def _in_order(function: Callable[[], Any]) -> Callable[[], Any]:
    """With rewriting off, the function with a Max and a Min that keep their arguments' order.

    SymPy sorts what those two are given even then. The function is run with
    its own globals, the two names apart; nothing of SymPy is changed.
    """
    if sympy.core.parameters.global_parameters.evaluate or not isinstance(function, FunctionType):
        return function
    return _renamed(function, ORDERED)


def _renamed(
    function: Callable[[], Any], instead: Mapping[Any, Callable[..., Any]]
) -> Callable[[], Any]:
    """A function that finds other things under the names of some classes of SymPy."""
    if not isinstance(function, FunctionType):
        return function
    names = {
        name: instead[value]
        for name, value in function.__globals__.items()
        if isinstance(value, type) and value in instead
    }
    if not names:
        return function
    return FunctionType(
        function.__code__,
        {**function.__globals__, **names},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )


def _keeping_order(kind: Any) -> Callable[..., Any]:
    """A stand-in for Max or Min that makes one with its arguments as they come."""

    def build(*parts: Any) -> Any:
        built = sympy.Expr.__new__(kind, *map(_object, parts))
        built._argset = frozenset(built.args)  # noqa: SLF001  as its own constructor does
        return built

    return build


def _object(part: Any) -> sympy.Basic:
    """A SymPy object; a Python integer becomes one, a text never does."""
    if isinstance(part, int):
        return sympy.Integer(part)
    if not isinstance(part, sympy.Basic):
        raise TypeError(f"{type(part).__name__} in a law")
    return part


ORDERED: dict[Any, Callable[..., Any]] = {
    kind: _keeping_order(kind) for kind in (sympy.Max, sympy.Min)
}


UNDECIDED: dict[Any, Callable[..., Any]] = {r: partial(r, evaluate=False) for r in RELATIONS}


# --- a law with letters replaced --------------------------------------------


def used(law: Law, use: Use) -> Law:
    """The law in both views, with the letters of the use put in."""
    known = {
        letter.name: letter for view in (law.typed, *law.conditions) for letter in letters(view)
    }
    wrong = [name for name, _ in use.replaced if name not in known]
    if wrong:
        has = listing(list(known), "and")
        why = f"{law.formula_id} has no {listing(wrong)}; its letters are {has}."
        raise BrokenLaw(law.formula_id, str(use.declared), quoted(use.declared), why)
    put = {known[name]: _object(value) for name, value in use.replaced}
    with sympy.evaluate(x=True):
        relation = law.relation.xreplace(put)
    with sympy.evaluate(x=False):
        shown = {letter: as_shown(value) for letter, value in put.items()}
        typed = _put(law.typed, shown)
        conditions = tuple(_put(condition, shown) for condition in law.conditions)
    if not isinstance(relation, RELATIONS):
        why = f"With these letters the law is always or never true: {relation}."
        raise BrokenLaw(law.formula_id, str(use.declared), quoted(use.declared), why)
    return replace(law, relation=relation, typed=typed, conditions=conditions)


def as_shown(value: Any) -> Any:
    """A value that rewriting has reordered, in the order in which a reader expects it.

    Numbers come first and divisors last. To be called with rewriting off.
    """
    if isinstance(value, sympy.Add):
        return sympy.Add(*(as_shown(part) for part in value.as_ordered_terms()))
    if isinstance(value, sympy.Mul):
        return sympy.Mul(*sorted(map(as_shown, value.as_ordered_factors()), key=_rank))
    return value


def _rank(factor: Any) -> int:
    """Where a factor stands in a product."""
    if isinstance(factor, sympy.Number | Constant):
        return 0
    return 2 if isinstance(factor, sympy.Pow) and factor.exp == -1 else 1


def _put(expression: Any, put: Mapping[Any, Any]) -> Any:
    """The expression with letters replaced and everything else left as it was typed."""
    if expression in put:
        return put[expression]
    parts = tuple(_put(part, put) for part in expression.args)
    if parts == expression.args:
        return expression
    return ORDERED.get(expression.func, expression.func)(*parts)
