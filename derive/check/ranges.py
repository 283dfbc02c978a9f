"""Rules about values: laws give what their letters may take, and defaults what laws give."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from derive.algebra.evaluate import Undefined, fraction, value
from derive.algebra.programs_of import in_base
from derive.algebra.sample import points
from derive.algebra.standins import stand_in
from derive.answers.evaluating import evaluate
from derive.entries.compiling import knowledge_of
from derive.errors import DeriveError
from derive.laws import Law
from derive.records import Domain, Formula, Symbol
from derive.records import Symbol as Letter
from derive.registry import Registry
from derive.units import Quantity, read_value

from .code import keyword_line, law_line
from .laws import written
from .records import domains_of, law_or_none
from .rules import Seen

NEAR = Fraction(1, 10**9)


def defaults_agree_with_laws(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Defaults agree with laws.

    What: where a law gives a letter that has a default from letters that all
    have defaults too, it gives that default.

    Why: a reader who gives neither gets one number from the default and
    another through the law, and nothing says which convention is meant.

    Example: `n_ar` with the default 6, which is right for a recomputed layer,
    beside a law that gives 4 from one forward pass, the default of `n_pass`.
    """
    law = law_or_none(registry, formula)
    left = law.relation.lhs if law else None
    note = registry.symbols.get(left.name) if isinstance(left, Symbol) else None
    if law is None or note is None or not note.default or law.relation.rhs.has(left):
        return
    try:
        given = evaluate(knowledge_of(registry), formula.id, {})
        declared = read_value(
            note.default, unit=registry.unit(note.id), table=registry.units, symbol=note.id
        )
    except DeriveError:
        return
    if not isinstance(declared, Quantity) or _same(given, declared):
        return
    quote = keyword_line(note.declared, "default")
    yield Seen(
        f"It gives {note.id} = {given.format(6)} from defaults, and the default of {note.id} is "
        f"{declared.format(6)}.",
        quote.text,
        [(formula.id, f"{note.id} = {given.format(6)}"), (note.id, f"default {note.default}")],
        "Make one follow from the other, or drop a default.",
        file=note.declared.file,
        line=quote.line,
    )


def _same(first: Quantity, second: Quantity) -> bool:
    """Whether two values are the same number, up to the last digits of a computed one."""
    left, right = Fraction(first.base), Fraction(second.base)
    return abs(left - right) <= NEAR * max(abs(left), abs(right))


LOOKED_AT = 60
SMALL = 10**6


def laws_stay_in_the_domain(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Laws stay in the domain.

    What: wherever the letters on the right have values that they may take, and
    the conditions hold, the letter on the left gets a value that it may take.

    Why: otherwise the page says that a quantity is positive, whole or below 1,
    and its own formula says something else; a question at that point has no
    answer.

    Example: an idle time `(p - 1) * t` declared as positive: with one stage it
    is 0; declare `at_least=0`, or say `holds_when=lambda: [p >= 2]`.
    """
    law = law_or_none(registry, formula)
    if law is None or not isinstance(law.relation.lhs, Letter):
        return
    name = law.relation.lhs.name
    if name not in registry.symbols or law.relation.rel_op != "==":
        return
    if any(registry.letters.get(symbol.name) != symbol for symbol in law.relation.free_symbols):
        return  # a letter without a declaration has no domain, and a rule of its own
    domain = domains_of(registry)[law.relation.lhs]
    outside = _outside(registry, law, domain)
    if outside is not None:
        point, ours = outside
        quote = law_line(formula.declared, formula.id)
        yield Seen(
            f"The law gives {name} a value outside its domain.",
            quote.text,
            [
                ("domain", f"{name} is {domain}"),
                ("the law", f"{written(law.relation.lhs)} = {_number(ours)}"),
                ("at", ", ".join(f"{letter} = {_number(at)}" for letter, at in point)),
            ],
            _advice(name, domain, ours),
            line=quote.line,
        )


def _outside(
    registry: Registry, law: Law, domain: Domain
) -> tuple[list[tuple[Any, Fraction]], Fraction] | None:
    """A point of the domains at which the law's value is not one that its letter may take."""
    relation = in_base(registry, law.relation)
    kept = [condition for condition in law.conditions if relation.lhs not in condition.free_symbols]
    standins = stand_in([relation, *kept], domains_of(registry))
    _, rhs = standins.sides(relation)
    for point in islice(points(standins.ground(kept), rhs.free_symbols), LOOKED_AT):
        try:
            ours = fraction(value(rhs, point))
        except Undefined:
            continue
        if not domain.contains(ours):
            home = {standins.original.get(letter, letter): at for letter, at in point.items()}
            return sorted(home.items(), key=lambda item: str(item[0])), ours
    return None


def _advice(name: str, domain: Domain, ours: Fraction) -> str:
    if domain.integer and ours.denominator != 1:
        return f"Declare {name} without integer=True, or say which letter divides which."
    return "Widen the domain of the letter, or add the condition under which the law holds."


def _number(number: Fraction) -> str:
    return str(number) if number.denominator < SMALL else f"{float(number):.6g}"
