"""The normal form of a power law: equal expressions become the same polynomial.

Letters that are positive on their domain may be taken out of powers and
logarithms, so ``(x*y)**a`` is ``x**a * y**a`` and ``log(x**a)`` is
``a*log(x)``; each such rule is exact. What remains is a polynomial in
*generators*: letters, ``x**a`` for one symbolic exponent each, logarithms,
roots of sums, and whatever cannot be opened (a ceiling, a sum).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from derive.records import Domain

from .rewriting import closed_sum, common_factor, pruned, whole_part
from .signs import learn, sign_in
from .standins import Expr, Ground, rational
from .tidy import Tidy, TooWide, factored, lowest, tidy

POSITIVE = Domain()
REAL_POWER = Domain(low_open=False)  # where such a power is real at all, it is not negative


class Field:
    """The generators of one question; expressions of one field can be compared."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.meaning: dict[Expr, Expr] = {}  # generator -> what it stands for, in generators
        self.roots: dict[Expr, Expr] = {}  # generator that only occurs in roots -> its atom
        self.powers: dict[Expr, tuple[Expr, Expr]] = {}  # generator -> (atom, exponent)
        self.logs: dict[Expr, Expr] = {}  # generator -> atom
        self.bounds: dict[Expr, Domain] = {}  # generator -> the values it takes
        self.generators: dict[tuple[Any, ...], Expr] = {}
        self.tidied: dict[Expr, Tidy] = {}
        self.signs: dict[tuple[Expr, bool], int | None] = {}
        self.positive: set[Expr] = set()  # factors that a condition puts above zero
        if ground.positive:
            self._take(_learned(ground.positive, _domains(ground)))

    def _take(self, other: Field) -> None:
        """Begin where another field of the same ground has arrived."""
        for name in KNOWLEDGE:
            setattr(self, name, getattr(other, name).copy())

    # --- into generators ----------------------------------------------------

    def formal(self, expression: Expr) -> Expr:
        """The expression in generators: sums, products and rational powers of them."""
        if expression.is_Rational:
            return expression
        if expression.is_Symbol:
            return self._letter(expression)
        if expression.is_Add or expression.is_Mul:
            return expression.func(*(self.formal(part) for part in expression.args))
        if expression.is_Pow:
            return self._power(expression)
        if expression is sympy.E or isinstance(expression, sympy.exp):
            exponent = expression.args[0] if expression.args else sympy.S.One
            return self._raised(self.formal(exponent))
        if isinstance(expression, sympy.log) and len(expression.args) == 1:
            return self.log_of(expression.args[0])
        if expression.is_Float:
            return rational(Fraction(str(expression)))
        closed = closed_sum(expression) if isinstance(expression, sympy.Sum) else None
        return self.formal(closed) if closed is not None else self._opaque(expression)

    def _letter(self, letter: Expr) -> Expr:
        domain = self.ground.domain(letter)
        if domain.low is not None and domain.low >= 0:
            return self._named(("x", letter), letter, domain)
        self.bounds[letter] = domain
        return letter

    def _power(self, expression: Expr) -> Expr:
        base, exponent = expression.base, expression.exp
        if exponent.is_Integer:
            return self.formal(base) ** exponent
        return self._raised(self.log_of(base) * self.formal(exponent))

    def log_of(self, expression: Expr) -> Expr:
        """The logarithm of an expression; powers of something positive are opened as written."""
        if expression.is_Pow and self.sign(self.formal(expression.base)) == 1:
            return self.formal(expression.exp) * self.log_of(expression.base)
        if expression.is_Mul:
            signs = [self.sign(self.formal(part)) for part in expression.args]
            if all(sign == 1 for sign in signs):
                return sympy.Add(*(self.log_of(part) for part in expression.args))
        return self.log(self.formal(expression))

    def log(self, formal: Expr) -> Expr:
        """The logarithm of something in generators, as a sum over its atoms."""
        if formal.is_Rational and formal.is_positive:
            return self._log_of_number(formal)
        total, unknown = sympy.S.Zero, sympy.S.One
        for factor, times in self.factors(formal):
            known = self._log_of_factor(factor)
            if known is None:
                unknown *= factor**times
            else:
                total += times * known
        if unknown == 1:
            return total
        if unknown.is_Rational and unknown < 0:
            raise TooWide("the logarithm of a negative number")
        return total + self._log_generator(unknown)

    def _log_of_number(self, number: Expr) -> Expr:
        total = sympy.S.Zero
        for part, sign in ((number.p, 1), (number.q, -1)):
            for prime, times in sympy.factorint(part, limit=10_000).items():
                total += sign * times * self._log_generator(sympy.Integer(prime))
        return total

    def _log_of_factor(self, factor: Expr) -> Expr | None:
        """The logarithm where the factor is known to be positive, else None."""
        if factor.is_Rational:
            return self._log_of_number(factor) if factor > 0 else None
        if factor in self.powers:
            atom, exponent = self.powers[factor]
            if atom is sympy.E:
                return exponent
            return exponent * self._log_generator(atom) if self.sign(atom) == 1 else None
        if factor in self.roots:
            return self._log_of_factor(self.roots[factor])
        return self._log_generator(factor) if self.sign(factor) == 1 else None

    def _log_generator(self, atom: Expr) -> Expr:
        low = self.bounds[atom].low if atom in self.bounds else None
        above_one = (low is not None and low >= 1) or (atom.is_Integer and atom > 1)
        generator = self._named(("l", atom), sympy.log(atom), POSITIVE if above_one else None)
        self.logs[generator] = atom
        return generator

    def _raised(self, exponent: Expr) -> Expr:
        """E to a sum of logarithms and other terms: a product of generators."""
        numerator, denominator = sympy.fraction(self.canonical(exponent))
        logs = sorted(numerator.free_symbols & set(self.logs), key=str)
        closed = bool(denominator.free_symbols & set(self.logs))
        if not logs:
            return self._product(sympy.E, numerator, denominator)
        product = sympy.S.One
        for powers, coefficient in sympy.Poly(numerator, *logs).terms():
            if sum(powers) == 1 and not closed:
                atom = self.logs[logs[powers.index(1)]]
                product *= self._product(atom, coefficient, denominator)
            else:
                monomial = sympy.Mul(*(log**power for log, power in zip(logs, powers, strict=True)))
                product *= self._product(sympy.E, coefficient * monomial, denominator)
        return product

    def _product(self, atom: Expr, numerator: Expr, denominator: Expr) -> Expr:
        """``atom ** (numerator / denominator)``, one generator for each monomial.

        The fraction is divided out first, so that ``a/(a+b) + b/(a+b)`` is 1.
        """
        content, denominator = denominator.primitive()
        whole, rest = sympy.S.Zero, numerator
        if denominator.free_symbols:
            letters = sorted(numerator.free_symbols | denominator.free_symbols, key=str)
            (whole,), rest = sympy.reduced(numerator, [denominator], *letters)
        product = sympy.S.One
        for part, below in ((whole, sympy.S.One), (rest, denominator)):
            for term in sympy.Add.make_args(sympy.expand(part)):
                count, monomial = term.as_coeff_Mul()
                if count != 0:
                    product *= self._unit_power(atom, monomial / below, count / content)
        return product

    def _unit_power(self, atom: Expr, unit: Expr, count: Expr) -> Expr:
        if unit == 1 and atom is not sympy.E:
            own = atom.is_Symbol and (atom in self.meaning or atom in self.bounds)
            if own and (count.is_Integer or self.sign(atom) == 1):
                return atom**count
            whole = sympy.floor(count)
            if count == whole:
                return atom**whole
            root = self._named(("r", atom), atom, POSITIVE if self.sign(atom) == 1 else REAL_POWER)
            self.roots[root] = atom
            return atom**whole * root ** (count - whole)
        positive = POSITIVE if atom is sympy.E or self.sign(atom) == 1 else REAL_POWER
        generator = self._named(("p", atom, unit), sympy.Pow(atom, unit, evaluate=False), positive)
        self.powers[generator] = (atom, unit)
        return generator**count

    def _opaque(self, expression: Expr) -> Expr:
        """Something that is not opened; equal arguments make equal generators."""
        if isinstance(expression, sympy.Sum | sympy.Product | sympy.Piecewise):
            return self._named(("o", expression), expression, None)
        parts = [self.canonical(self.formal(part)) for part in expression.args]
        if isinstance(expression, sympy.Max | sympy.Min):
            return self._extreme(expression.func, parts)
        if isinstance(expression, sympy.ceiling | sympy.floor):
            whole = whole_part(self, parts[0])
            rest = self.canonical(parts[0] - whole)
            return whole + (0 if rest == 0 else self._held(expression.func, [rest]))
        return self._held(expression.func, parts)

    def _extreme(self, kind: Any, parts: list[Expr]) -> Expr:
        left = pruned(self, parts, 1 if kind is sympy.Max else -1)
        if len(left) == 1:
            return left[0]
        common, left = common_factor(self, left)
        left = [self.canonical(part) for part in left]
        return common * self._held(kind, sorted(left, key=sympy.default_sort_key))

    def _held(self, kind: Any, parts: list[Expr]) -> Expr:
        choice = any if kind is sympy.Max else all
        keeps_sign = kind in (sympy.Max, sympy.Min, sympy.ceiling, sympy.Abs)
        positive = keeps_sign and choice(self.sign(part) == 1 for part in parts)
        shown = kind(*(self.render(part) for part in parts))
        return self._named(("o", kind, *parts), shown, POSITIVE if positive else None)

    def _named(self, key: tuple[Any, ...], meaning: Expr, domain: Domain | None) -> Expr:
        if key not in self.generators:
            generator = sympy.Symbol(f"·{key[0]}{len(self.generators)}", positive=True)
            self.generators[key] = generator
            self.meaning[generator] = meaning
            if domain is not None:
                self.bounds[generator] = domain
        return self.generators[key]

    # --- questions about what is in generators ------------------------------

    def tidy(self, formal: Expr) -> Tidy:
        """One fraction of polynomials in lowest terms."""
        if formal not in self.tidied:
            self.tidied[formal] = lowest(formal, tuple(self.roots.items()))
        return self.tidied[formal]

    def is_zero(self, formal: Expr) -> bool:
        """Whether the numerator vanishes; True is a proof, False is not."""
        return bool(tidy(formal, self.roots).numerator == 0)

    def canonical(self, formal: Expr) -> Expr:
        """One spelling for all expressions with the same fraction."""
        fraction = self.tidy(formal)
        return fraction.original(fraction.numerator) / fraction.original(fraction.denominator)

    def factors(self, formal: Expr) -> list[tuple[Expr, Any]]:
        """Factors and multiplicities; a root of a letter counts as a power of it."""
        fraction = self.tidy(formal)
        pairs: list[tuple[Expr, Any]] = []
        for part, sign in ((fraction.numerator, 1), (fraction.denominator, -1)):
            for factor, times in factored(part):
                plain = fraction.original(factor)
                base, power = plain.as_base_exp() if plain.is_Pow else (plain, sympy.S.One)
                if base != 1:
                    pairs.append((base, sign * times * power))
        return pairs

    def sign(self, formal: Expr) -> int | None:
        """The sign inside the domain; see polynomial_sign."""
        return sign_in(self, formal, ends=False)

    def never_zero(self, formal: Expr) -> bool:
        """Whether it keeps away from zero also at the ends of the domain."""
        return sign_in(self, formal, ends=True) in (1, -1)

    # --- and back ------------------------------------------------------------

    def render(self, formal: Expr) -> Expr:
        """An expression in generators in the letters of the question again."""
        return formal.xreplace({part: self._rendered(part) for part in formal.free_symbols})

    def _rendered(self, generator: Expr) -> Expr:
        if generator in self.powers:
            atom, exponent = self.powers[generator]
            return sympy.Pow(self.render(atom), self.render(exponent))
        if generator in self.logs:
            return sympy.log(self.render(self.logs[generator]))
        if generator in self.roots:
            return self.render(self.roots[generator])
        return self.meaning.get(generator, generator)


KNOWLEDGE = "meaning roots powers logs bounds generators tidied signs positive".split()


def _domains(ground: Ground) -> tuple[tuple[Expr, Domain], ...]:
    """The domains of the letters about which conditions say something."""
    letters = sorted({symbol for fact in ground.positive for symbol in fact.free_symbols}, key=str)
    return tuple((letter, ground.domain(letter)) for letter in letters)


@lru_cache(maxsize=1024)
def _learned(positive: tuple[Expr, ...], domains: tuple[tuple[Expr, Domain], ...]) -> Field:
    """A field that has taken some facts for granted; every question of one law begins there."""
    field = Field(Ground(dict(domains)))
    if positive[:-1]:
        field._take(_learned(positive[:-1], domains))  # noqa: SLF001  one of its own
    learn(field, positive[-1])
    return field
