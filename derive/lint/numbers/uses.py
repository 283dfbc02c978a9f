"""Where letters occur in the formulas of a document, and which formulas define one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import (
    Big,
    Call,
    Chain,
    Letter,
    Node,
    Rejection,
    glyphs_in,
    normal_form,
    walk,
)
from derive.notation.lexer import FORMATS, FUNCTIONS
from derive.notation.nodes import children

from ..project import Printed, Project
from ..texts.damage import damaged_lines
from ..texts.documents import Document, Span

CONSTANTS = frozenset(("pi", "e", "infty"))
# Functions that every reader of the field knows.
_FIELD = frozenset(
    "softmax softplus sigmoid relu gelu silu swiglu layernorm rmsnorm attention attn ffn mlp var "
    "cov std mean median avg sgn sign clip erf rank diag vec norm concat topk top_k prob pow logit "
    "onehot dropout shape len size count".split()
)
# `sizeof` is C's, not mathematics'.
_STANDARD = (FUNCTIONS - {"sizeof"}) | {"factorial", "binomial", "root"}

# ``$\\mu$s`` and ``\\mu\\mathrm{s}``: the prefix of a unit.
_OF_A_UNIT = lazy_re(r"\s*(?:\$|\\(?:mathrm|text)\s*\{)\s*(?:s|m|W|J|F)\b")


class Use(Record):
    """A letter at a place of a formula.

    ``defines`` says that the formula explains it: it is the whole left side of
    an equation with letters on the right. ``index`` says that it only counts.
    """

    glyph: str
    span: Span
    inside: int
    line: int
    column: int
    scope: str
    defines: bool = False
    index: bool = False
    function: bool = False
    alone: bool = False
    latex: str = ""

    @property
    def printed(self) -> str:
        """The letter as it is printed; one inside a longer stretch in its normal form."""
        return self.latex if normal_form(self.latex) == self.glyph else self.glyph


def uses_of(project: Project, document: Document) -> tuple[Use, ...]:
    """Every letter in every formula that is read, in the order of the print."""
    return project.once("uses", document, lambda: tuple(_uses(project, document)))


def _uses(project: Project, document: Document) -> Iterator[Use]:
    damaged = damaged_lines(document)
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection) or printed.span.line in damaged:
            continue
        if any(note.kind == "label" for note in printed.parsed.notes):
            continue
        for chain in printed.parsed.rows:
            yield from _of_chain(document, printed, chain)


def _of_chain(document: Document, printed: Printed, chain: Chain) -> Iterator[Use]:
    after = document.masked[printed.span.end : printed.span.end + 3]
    lone = len(chain.members) == 1 and isinstance(chain.members[0], Letter | Call)
    for place, member in enumerate(chain.members):
        for glyph, at, index, function in _letters(member, frozenset()):
            if glyph == "mu" and _OF_A_UNIT.match(f"{printed.span.latex}{after}", at[1]):
                continue
            line, column = document.at(printed.span, at[0])
            yield Use(
                glyph,
                printed.span,
                at[0],
                line,
                column,
                printed.scope,
                defines=_defined(chain, place, glyph),
                index=index or _ordinal(document, printed.span, glyph),
                function=function,
                alone=lone,
                latex=printed.span.latex[at[0] : at[1]],
            )


Found = tuple[str, tuple[int, int], bool, bool]


def _letters(node: Node, bound: frozenset[str]) -> Iterator[Found]:
    """Glyph, place, whether it is bound as an index, whether it is a function."""
    if isinstance(node, Letter):
        if not _is_known(node.glyph):
            yield node.glyph.removesuffix("^T"), node.at, node.glyph in bound, False
        return
    named = isinstance(node, Call) and node.function not in _STANDARD
    if isinstance(node, Call) and named and node.function.casefold() not in _FIELD:
        yield node.function, (node.at[0], node.at[0] + len(node.function)), False, True
    inner = bound | {node.index} if isinstance(node, Big) else bound
    for child in children(node):
        yield from _letters(child, inner)


def _is_known(glyph: str) -> bool:
    """Whether a glyph needs no words: a constant, a number format, a set of numbers."""
    sets = glyph.startswith("bb") and len(glyph.partition("^")[0].partition("_")[0]) == 3
    return glyph in CONSTANTS or sets or FORMATS.fullmatch(glyph) is not None


def _defined(chain: Chain, place: int, glyph: str) -> bool:
    """Whether the glyph is a whole side that the rest of an equation explains."""
    member = chain.members[place]
    whole = (isinstance(member, Letter) and member.glyph == glyph) or (
        isinstance(member, Call) and member.function == glyph
    )
    first = place == 0
    # Behind the sign only where there is one, and where the other side joins several letters.
    last = place == 1 and len(chain.members) == 2 and len(glyphs_in(chain.members[0])) > 1
    if not whole or not (first or last) or chain.operators[:1] not in (("=",), ("~",)):
        return False
    others = [member for other, member in enumerate(chain.members) if other != place]
    return any(isinstance(part, Letter | Call) for other in others for part in walk(other))


def _ordinal(document: Document, span: Span, glyph: str) -> bool:
    """Whether the print goes on as ``-th``: then it only counts."""
    behind = document.masked[span.end : span.end + 5].lstrip(" $")
    return len(glyph) == 1 and behind.startswith("-th")


_GREEK = (
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|"
    "tau|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Pi|Sigma|Phi|Psi|Omega"
)
_CALLED = lazy_re(
    rf"(?<![A-Za-z\\])(?P<head>[A-Za-z]|\\(?:{_GREEK})(?![A-Za-z])"
    r"|\\(?:text|mathrm|mathsf|mathit|mathcal|operatorname|textrm)\{[A-Za-z]+\})"
    r"(?P<index>_(?:\{[^{}]*\}|[A-Za-z0-9]))?\s*(?:\\left\s*)?\("
)


def may_call(latex: str, declared: Collection[str]) -> bool:
    r"""Whether a letter that no table explains stands before a bracket each time.

    ``P(x) P(y)``, ``\phi(a b)``, ``A_0(x)``, ``\text{DFT}(A)``.
    """
    called = Counter(call["head"] + (call["index"] or "") for call in _CALLED.finditer(latex))
    return any(
        count > 1
        and name.lstrip("\\") not in declared
        and count == len(_named(name).findall(latex))
        for name, count in called.items()
    )


def _named(name: str) -> re.Pattern[str]:
    """A letter or name where it stands in LaTeX, and not as a part of another."""
    return re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])")
