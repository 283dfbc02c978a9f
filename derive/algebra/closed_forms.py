"""A letter in closed form: unwound where it stands once, by formula where its powers add up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from .field import Field
from .judge import Candidate, Stuck
from .rewriting import shortest
from .signs import sign_of
from .standins import Expr, Ground, symbolic
from .tidy import Tidy, TooWide, factored


def occurrences(expression: Expr, letter: Any) -> int:
    """How often a letter is written in an expression."""
    symbolic(expression)
    return sum(1 for part in sympy.preorder_traversal(expression) if part == letter)


def isolate(side: Expr, other: Expr, letter: Any, field: Field) -> list[Candidate] | None:
    """Solve ``side = other`` where the letter stands once in ``side``; None if stuck."""
    paths: list[tuple[Expr, Expr, tuple[Any, ...]]] = [(side, other, ())]
    done: list[Candidate] = []
    while paths:
        outer, known, conditions = paths.pop(0)
        if outer == letter:
            done.append(Candidate(known, conditions))
            continue
        inner = _undone(outer, known, letter, field)
        if inner is None:
            return None
        paths.extend((part, value, (*conditions, *new)) for part, value, new in inner)
    return done


Step = tuple[Expr, Expr, tuple[Any, ...]]


def _undone(outer: Expr, known: Expr, letter: Any, field: Field) -> list[Step] | None:
    """The inner part, what it equals, and under which conditions."""
    if outer.is_Add or outer.is_Mul:
        inner = next(part for part in outer.args if part.has(letter))
        rest = outer.func(*(part for part in outer.args if part is not inner))
        if outer.is_Add:
            return [(inner, known - rest, ())]
        return [(inner, known / rest, nonzero(rest, field))]
    if outer.is_Pow and outer.base is not sympy.E:
        base = outer.base
        if not outer.exp.has(letter):
            return _from_base(outer, known, field)
        clear = (*above_zero(known, field), *above_zero(base, field), *nonzero(base - 1, field))
        return [(outer.exp, sympy.log(known) / sympy.log(base), clear)]
    if isinstance(outer, sympy.exp) or (outer.is_Pow and outer.base is sympy.E):
        return [(outer.exp, sympy.log(known), above_zero(known, field))]
    if isinstance(outer, sympy.log) and len(outer.args) == 1:
        return [(outer.args[0], sympy.exp(known), ())]
    return None


def _from_base(outer: Expr, known: Expr, field: Field) -> list[Step]:
    base, exponent = outer.base, outer.exp
    inverse = 1 / exponent
    if exponent == -1:
        return [(base, 1 / known, nonzero(known, field))]
    if not exponent.is_Integer:
        clear = () if exponent.is_Rational else nonzero(exponent, field)
        return [(base, known**inverse, (*above_zero(known, field), *clear))]
    # An odd root exists for every real number, but SymPy's principal one is complex below zero.
    if exponent.is_odd:
        if sign_of(known, field) == 1 or sign_of(base, field) == 1:
            return [(base, known**inverse, above_zero(known, field))]
        return [
            (base, known**inverse, (sympy.Ge(known, 0),)),
            (base, -((-known) ** inverse), (sympy.Lt(known, 0),)),
        ]
    conditions = above_zero(known, field)
    return [(base, known**inverse, conditions), (base, -(known**inverse), conditions)]


def nonzero(expression: Expr, field: Field) -> tuple[Any, ...]:
    """The conditions that something is not zero; none where the domain sees to it."""
    symbolic(expression)
    conditions: list[Any] = []
    for factor in sympy.Mul.make_args(expression):
        base = factor.as_base_exp()[0] if factor.is_Pow and factor.exp.is_Rational else factor
        inner = base.args[0] - 1 if isinstance(base, sympy.log) else base
        conditions += [_apart(part, sympy.Ne) for part in _open_factors(inner, field)]
    return tuple(dict.fromkeys(conditions))


def above_zero(expression: Expr, field: Field) -> tuple[Any, ...]:
    """The condition that something is positive, without the factors that are anyway."""
    sign = sign_of(expression, field)
    if sign is not None:
        return () if sign == 1 else (sympy.false,)
    left = sympy.S.One
    for factor in sympy.Mul.make_args(expression):
        known = sign_of(factor, field)
        left *= factor if known is None else known
    if left.is_Mul:
        coefficient, rest = left.as_coeff_Mul()
        left = rest * sympy.sign(coefficient)
    return (_apart(1 / left if left.is_Pow and left.exp == -1 else left, sympy.Gt),)


def _open_factors(expression: Expr, field: Field) -> list[Expr]:
    """The factors that may be zero somewhere on the domain, as they were written."""
    try:
        if field.never_zero(field.formal(expression)):
            return []
        pairs = field.factors(field.formal(expression))
        left = [field.render(part) for part, _ in pairs if not field.never_zero(part)]
    except (TooWide, sympy.PolynomialError):
        return [expression]
    return left if len(left) > 1 else [expression]


def _apart(expression: Expr, relation: Any) -> Any:
    """``a - b > 0`` as ``a > b``, which is how it is read."""
    terms = sympy.Add.make_args(expression.primitive()[1])
    below = [term for term in terms if term.could_extract_minus_sign()]
    above = [term for term in terms if not term.could_extract_minus_sign()]
    if not above:
        return relation(0, sympy.Add(*(-term for term in below)))
    return relation(sympy.Add(*above), sympy.Add(*(-term for term in below)))


def where_zero(condition: Any, ground: Ground) -> dict[Any, Expr] | None:
    """The value of a letter for which a condition ``a != b`` fails, inside its domain."""
    gap = condition.lhs - condition.rhs
    for letter in sorted(gap.free_symbols, key=str):
        slope = gap.diff(letter)
        if slope.is_Rational and slope != 0:
            value = sympy.expand(letter - gap / slope)
            domain = ground.domain(letter)
            if not value.is_Rational or domain.contains(Fraction(int(value.p), int(value.q))):
                return {letter: value}
    return None


MOST_DEGREE = 8


@dataclass(frozen=True, slots=True)
class PowerSum:
    """``sum of coefficients[k] * (letter ** unit) ** k``; all in the question's letters."""

    letter: Any
    unit: Expr
    coefficients: dict[int, Expr]

    @property
    def degree(self) -> int:
        """The highest power."""
        return max(self.coefficients)


def solve_powers(difference: Expr, letter: Any, field: Field) -> list[Candidate]:
    """All roots of a sum of powers, or Stuck with the reason in words."""
    terms = collected(difference, letter, field)
    zero = _zero_root(terms, letter, field)
    if len(terms) == 1:
        if not zero:
            raise Stuck(f"no value of {letter} in its domain makes the one term vanish")
        return zero
    total = power_sum(terms, letter, field)
    roots = [root for part in _factors(total) for root in quadratic_roots(part, field)]
    return [*(candidate for root in roots for candidate in _from_power(root, total, field)), *zero]


def _zero_root(terms: dict[Expr, Expr], letter: Any, field: Field) -> list[Candidate]:
    """Zero, where every term has it and the domain too: it is lost by dividing."""
    allowed = field.ground.domain(letter).contains(Fraction(0))
    everywhere = all(power.is_Rational and power > 0 for power in terms)
    return [Candidate(sympy.S.Zero)] if allowed and everywhere else []


def power_sum(terms: dict[Expr, Expr], letter: Any, field: Field) -> PowerSum:
    """The terms as a polynomial in one power of the letter."""
    exponents = sorted(terms, key=lambda power: (sympy.count_ops(power), str(power)))
    first = exponents[0]
    steps = [field.canonical(field.formal(exponent - first)) for exponent in exponents[1:]]
    unit = steps[0]
    ratios = [field.canonical(step / unit) for step in steps]
    if not all(ratio.is_Rational for ratio in ratios):
        shown = " and ".join(str(power) for power in exponents[:3])
        raise Stuck(f"{letter} stands under several powers that share no common one: {shown}")
    fine = sympy.ilcm(1, *(ratio.q for ratio in ratios))
    whole = [0, *(int(ratio * fine) for ratio in ratios)]
    step = sympy.igcd(*whole) if len(whole) > 2 else abs(whole[1])
    low = min(whole)
    coefficients = {
        (count - low) // int(step): terms[exponent]
        for count, exponent in zip(whole, exponents, strict=True)
    }
    return PowerSum(letter, field.render(unit) * step / fine, coefficients)


def collected(difference: Expr, letter: Any, field: Field) -> dict[Expr, Expr]:
    """Coefficients by exponent of the letter, both in the letters of the question."""
    fraction = field.tidy(field.formal(difference))
    own = field.formal(letter)
    exponents: dict[Any, Expr] = {}
    for part in sorted(fraction.numerator.free_symbols, key=str):
        coarse = fraction.back.get(part, part)
        base, power = coarse.as_base_exp()
        if base == own or (base in field.roots and field.roots[base] == own):
            exponents[part] = power
        elif base in field.powers and field.powers[base][0] == own:
            exponents[part] = power * field.render(field.powers[base][1])
            if exponents[part].has(letter):
                raise Stuck(f"{letter} stands both in an exponent and outside it")
        elif field.render(base).has(letter):
            raise Stuck(_where(base, letter, field, outside=_outside(fraction, own, letter, field)))
    if not exponents:
        raise Stuck(f"{letter} cancels out")
    terms: dict[Expr, Expr] = {}
    for powers, coefficient in sympy.Poly(fraction.numerator, *exponents).terms():
        total = sympy.Add(
            *(count * unit for count, unit in zip(powers, exponents.values(), strict=True))
        )
        terms[total] = terms.get(total, 0) + field.render(fraction.original(coefficient))
    return terms


def _outside(fraction: Tidy, own: Expr, letter: Any, field: Field) -> bool:
    """Whether the letter also stands at the foot of a power or by itself."""
    bases = {
        fraction.back.get(part, part).as_base_exp()[0] for part in fraction.numerator.free_symbols
    }
    atoms = [field.powers[base][0] for base in bases if base in field.powers]
    return own in bases or any(field.render(atom).has(letter) for atom in atoms)


def _where(base: Expr, letter: Any, field: Field, *, outside: bool) -> str:
    """Where the letter stands, in words."""
    if base in field.powers:
        atom, exponent = field.powers[base]
        if not field.render(exponent).has(letter):
            return f"{letter} stands inside a sum that is raised to a power, and outside it"
        if outside or field.render(atom).has(letter):
            return f"{letter} stands both in an exponent and outside it"
        return f"{letter} stands in several exponents"
    if base in field.logs:
        return f"{letter} stands inside a logarithm" + (" and outside it" if outside else "")
    if base in field.roots:
        return f"{letter} stands inside a root and outside it"
    return f"{letter} stands inside {type(field.meaning.get(base, base)).__name__} and outside it"


def _factors(total: PowerSum) -> list[PowerSum]:
    """Factors of degree two at most; the whole where it has that degree already."""
    if total.degree <= 2:
        return [total]
    power = sympy.Symbol("·t")
    whole = sympy.Add(*(c * power**k for k, c in total.coefficients.items()))
    parts = []
    pairs = [(whole, 1)]
    if total.degree <= MOST_DEGREE:
        pairs = factored(sympy.numer(sympy.together(whole)))
    for factor, _ in pairs:
        if factor.has(power):
            poly = sympy.Poly(factor, power)
            terms = {int(k): c for (k,), c in poly.terms()}
            parts.append(PowerSum(total.letter, total.unit, terms))
    if any(part.degree > 2 for part in parts):
        of = total.letter if total.unit == 1 else total.letter**total.unit
        raise Stuck(f"a polynomial of degree {total.degree} in {of} that does not factor")
    return parts


def quadratic_roots(total: PowerSum, field: Field) -> list[Candidate]:
    """The roots of a linear or quadratic sum, as values of the power."""
    c, b, a = (total.coefficients.get(k, sympy.S.Zero) for k in range(3))
    if sign_of(a, field) == -1 or (sign_of(a, field) is None and a.could_extract_minus_sign()):
        c, b, a = -c, -b, -a
    if a == 0:
        return [Candidate(shortest(-c / b), nonzero(b, field), sign=sign_of(-c / b, field))]
    clear = nonzero(a, field)
    if c == 0:
        return [Candidate(sympy.S.Zero, clear), Candidate(shortest(-b / a), clear)]
    inside = b**2 - 4 * a * c
    if sign_of(inside, field) == 0:
        return [Candidate(shortest(-b / (2 * a)), clear)]
    product = sign_of(a * c, field)
    real = () if product == -1 else _not_negative(inside, field)
    half = shortest(-b / (2 * a))
    spread = sympy.sqrt(shortest(inside)) / (2 * a)
    lead, sum_sign = sign_of(a, field), sign_of(-b / a, field)
    plus = minus = None
    if product == -1 and lead:
        plus, minus = lead, -lead
    elif product == 1 and sum_sign:
        plus = minus = sum_sign
    return [
        Candidate(_joined(half, spread, 1, a, b, inside), (*clear, *real), sign=plus),
        Candidate(_joined(half, spread, -1, a, b, inside), (*clear, *real), sign=minus),
        *_flat(clear, b, c, field),
    ]


def _flat(clear: tuple[Any, ...], b: Expr, c: Expr, field: Field) -> list[Candidate]:
    """The one root where the square drops out, for one value of a letter in its domain."""
    if len(clear) != 1 or not isinstance(clear[0], sympy.Ne) or not clear[0].lhs.is_Symbol:
        return []
    zero = where_zero(clear[0], field.ground)
    if zero is None:
        return []
    slope, rest = b.xreplace(zero), c.xreplace(zero)
    if slope == 0:
        return []
    root = shortest(-rest / slope)
    conditions = (sympy.Eq(*clear[0].args, evaluate=False), *nonzero(slope, field))
    return [Candidate(root, conditions, sign=sign_of(root, field))]


def _joined(half: Expr, spread: Expr, sign: int, a: Expr, b: Expr, inside: Expr) -> Expr:
    """One root, over a common denominator or not: the shorter of the two."""
    over = (shortest(-b) + sign * sympy.sqrt(shortest(inside))) / shortest(2 * a)
    return min((half + sign * spread, over), key=sympy.count_ops)


def _not_negative(expression: Expr, field: Field) -> tuple[Any, ...]:
    """The condition for real roots; false where the domain rules them out."""
    conditions = above_zero(expression, field)
    return tuple(c if c is sympy.false else sympy.Ge(c.lhs, c.rhs) for c in conditions)


def _from_power(root: Candidate, total: PowerSum, field: Field) -> list[Candidate]:
    """From a value of the power to values of the letter."""
    unit, value = total.unit, root.value
    if unit == 1:
        return [root]
    known = root.sign == 1
    positive = () if known else above_zero(value, field)
    facts = (value,) if known else ()
    if unit.is_Integer and unit % 2 == 0 and sign_of(total.letter, field) != 1:
        both = (value ** (1 / unit), -(value ** (1 / unit)))
        return [Candidate(value, (*root.conditions, *positive), facts=facts) for value in both]
    clear = () if unit.is_Rational else nonzero(unit, field)
    conditions = (*root.conditions, *positive, *clear)
    return [Candidate(value ** (1 / unit), conditions, sign=1, facts=facts)]
