"""Chains whose signs mean something else than of numbers: vectors, matrices, inverses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from derive.lazy import lazy_re
from derive.notation import (
    Call,
    Chain,
    Letter,
    Negative,
    Node,
    Power,
    Product,
    Quotient,
    walk,
)

from ..laws.measured_print import number_of
from ..project import Printed
from ..texts.documents import Document

# Inverse functions, and products of vectors: neither is what its signs say of numbers.
_INVERSE = lazy_re(r"\\(?:log|ln|exp|sin|cos|tan|sinh|cosh|tanh)\s*\^\s*(?:\{\s*)?-\s*1")
_VECTOR = r"\\(?:vec|mathbf|boldsymbol|bm|overrightarrow)(?![A-Za-z])"
_TRANSPOSED = lazy_re(
    r"\^\s*\{?\s*\\(?:top|intercal)(?![A-Za-z])|(?:[A-Z]|\\(?:Delta|Sigma|Lambda))\s*\^\s*\{?T(?![A-Za-z])"
)
_DIFFERENTIAL = lazy_re(
    r"(?<![A-Za-z\\])d(?:[txyzWZB](?![A-Za-z])|\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|eta|"
    r"theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|varphi|chi|psi|omega)(?![A-Za-z]))"
)
_CROSS = lazy_re(rf"{_VECTOR}[^=]*\\times|\\times[^=]*{_VECTOR}")


# Of whatever is added and multiplied there, ``2 \\cdot 4 = 0`` and ``g^8 = -1`` may be true.
_ALGEBRA = lazy_re(
    r"\b(?:(?P<coset>cosets?)|(?P<subgroup>subgroups?)|(?P<maps>(?:homo|iso|auto|endo)?morphisms?)"
    r"|(?P<abelian>abelian)|(?P<ideal>(?:prime|maximal|principal)\s+ideals?|ideals)"
    r"|(?P<modulo>modulo|congruen(?:t|ces?)|residue\s+class(?:es)?|quadratic\s+residues?)"
    r"|(?P<field>(?:finite|number)\s+fields?|galois)|(?P<ring>(?:polynomial|commutative)\s+rings?)"
    r"|(?P<unity>roots?\s+of\s+unity)|(?P<space>(?:vector|dual)\s+spaces?)|(?P<functor>functors?))\b"
)
_FOREIGN = lazy_re(r"[\u0400-\u052f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]{2}")
FEW = 5


# Three rules ask it of each document.
@lru_cache(maxsize=64)
def is_about_algebra(document: Document) -> bool:
    """Whether a text speaks of groups, rings or residues, by two of their words."""
    # Folded once: a pattern that ignores case looks at every letter twice.
    return len({word.lastgroup for word in _ALGEBRA.finditer(document.masked.casefold())}) > 1


def is_foreign(document: Document) -> bool:
    """Whether words that tell what letters stand for, or that doubt, cannot be read here."""
    return (
        sum(1 for _, _ in zip(range(FEW), _FOREIGN.finditer(document.masked), strict=False)) == FEW
    )


def is_of_another_kind(printed: Printed, chain: Chain, declared: set[str]) -> bool:
    """Whether letters stand for vectors, matrices or complex numbers, or a sign for another.

    ``i`` that no table explains is the square root of -1 beside a sine or in an exponent.
    """
    signs = [_INVERSE, _CROSS]
    signs += [] if "T" in declared else [_TRANSPOSED]
    signs += [] if "d" in declared else [_DIFFERENTIAL]
    if any(sign.search(printed.span.latex) for sign in signs) or _is_fixed(chain):
        return True
    parts = [part for side in chain.members for part in walk(side)]
    if any(map(_is_similarity, parts)):
        return True
    exponents = (part.exponent for part in parts if isinstance(part, Power))
    raised = [factor for exponent in exponents for factor in _factors(exponent)]
    waves = any(isinstance(part, Call) and part.function in {"sin", "cos"} for part in parts)
    letters = (part for part in (parts if waves else raised) if isinstance(part, Letter))
    return any(letter.glyph in {"i", "j"} - declared for letter in letters)


def _is_fixed(chain: Chain) -> bool:
    """Whether a letter is told to be itself times others, ``x P^2 = x P = x``: of a matrix."""
    lone = {side.glyph for side in chain.members if isinstance(side, Letter)}
    return set(chain.operators) == {"="} and any(
        isinstance(side, Product)
        and all(isinstance(part, Letter | Power) for part in side.factors)
        and any(isinstance(part, Letter) and part.glyph in lone for part in side.factors)
        for side in chain.members
    )


def _is_similarity(node: Node) -> bool:
    """Whether a product has a letter and its inverse, which of numbers nobody would write."""
    if not isinstance(node, Product):
        return False
    plain = {factor.glyph for factor in node.factors if isinstance(factor, Letter)}
    return any(
        isinstance(factor, Power)
        and isinstance(factor.base, Letter)
        and factor.base.glyph in plain
        and number_of(factor.exponent) == -1
        for factor in node.factors
    )


def _factors(node: Node) -> Iterator[Node]:
    """The factors of a product, below signs and strokes; ``e^{i x / 2}``, and not ``x^i``."""
    if isinstance(node, Product):
        for factor in node.factors:
            yield from _factors(factor) if not isinstance(factor, Letter) else (factor,)
    elif isinstance(node, Negative):
        yield from _factors(node.body)
    elif isinstance(node, Quotient):
        yield from _factors(node.over)
