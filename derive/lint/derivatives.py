"""Derivatives that a text prints of its own formulas: of ``y = a B + V / B``, ``a - V / B^2``."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from derive.lazy import lazy_re
from derive.notation import Node, Rejection, normal_form, parse_span

from .documents import Document, Span
from .expanded_sides import change_to_values
from .expansion import POINTS, Drawn, Expansion
from .probing import Probe, Unknown, Values, close, letters_in
from .project import Project
from .rules import Sight, sight_at
from .statements import Definition
from .system import System
from .wording import change_in_words, plain, snippet

_PART = r"(?:[^{}]|\{[^{}]*\})+?"
_DERIVATIVE = lazy_re(
    r"\\[dt]?frac\s*\{\s*(?P<d>\\mathrm\s*\{\s*d\s*\}|\\partial\b|d(?![a-z]{2}))\s*"
    rf"(?P<of>{_PART})\s*\}}\s*\{{\s*(?P=d)\s*(?P<by>{_PART})\s*\}}[\s&]*=[\s&]*"
)
_ENDS = lazy_re(r"=|\\q?quad|\\\\|\\(?:Long)?[rR]ightarrow|\\implies|\\text\b|;|[\s,.]*\Z")
# Richardson's extrapolation of central differences, which loses few of the digits of a float.
STEPS = (0.02, 0.01, 0.005)


def derivatives_that_do_not_follow(project: Project, system: System) -> Iterator[Sight]:
    """Findings on derivatives that would be those of a formula of the text after one change."""
    document = system.document
    for printed in project.printed(document):
        span = printed.span
        for derivative in _DERIVATIVE.finditer(span.latex):
            start = derivative.end()
            stop = _ENDS.search(span.latex, start)
            latex = span.latex[start : stop.start() if stop else len(span.latex)]
            read = parse_span(latex, project.glyphs(document, printed.scope))
            if isinstance(read, Rejection) or len(read.members) != 1:
                continue
            of, by = (normal_form(derivative[name].strip()) for name in ("of", "by"))
            laws = [law for law in system.definitions.get(of, ())
                    if law.operator == "=" and by in law.needs]  # fmt: skip
            sight = _of_laws(document, system, span, laws, by, read.members[0], start, latex)
            if sight is not None:
                yield sight


def _of_laws(
    document: Document, system: System, span: Span, laws: list[Definition], by: str, side: Node,
    start: int, latex: str,
) -> Sight | None:  # fmt: skip
    best: tuple[Definition, str, int] | None = None
    for law in laws:
        try:
            wanted = _derived(law.side, by)
            printed = np.broadcast_to(Probe(Expansion({})).value(side), (POINTS,))
        except Unknown:
            return None
        if close(printed, wanted):
            return None
        names = law.needs | letters_in(side, system.own)
        change = change_to_values(side, wanted, {}, names)
        if change is not None:
            best = law, change_in_words(change, latex), start + change.node.at[0]
    if best is None:
        return None
    law, words, inside = best
    return sight_at(
        document,
        span,
        f"This is not the derivative of {plain(law.glyph)} in line {law.line} by {plain(by)}; it "
        f"is if here {words}.",
        inside=inside,
        name=plain(law.glyph),
        rows=[(f"line {law.line}", snippet(law.side, law.printed.span.latex)),
              ("derivative", re.sub(r"\s+", " ", latex).strip())],
        guess="Correct the derivative, or the formula.",
    )  # fmt: skip


def _derived(side: Node, by: str) -> Values:
    """The derivative of a side at the drawn points."""
    at = Drawn()[by]

    def central(step: float) -> Values:
        above, below = (
            np.broadcast_to(
                Probe(Expansion({}, given={by: at * (1 + sign * step)})).value(side), (POINTS,)
            )
            for sign in (1, -1)
        )
        return (above - below) / (2 * step * at)

    with np.errstate(all="ignore"):
        first, second, third = map(central, STEPS)
        lower, upper = (4 * second - first) / 3, (4 * third - second) / 3
        return (16 * upper - lower) / 15
