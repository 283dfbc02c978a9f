"""Rules about reading itself: what is ambiguous, what was not read, what an author allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from derive.notation import Rejection, parse_span

from ..claims.comparing import told_of
from ..laws.holding import holder_of
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.damage import recovered
from ..texts.documents import Document


def divisions_are_unambiguous(project: Project, document: Document) -> Iterator[Sight]:
    """Divisions are unambiguous.

    What: a slash is followed by a product, `a / b c` or `a / b * c`, and only
    taste says how far the division reaches.

    Why: physics journals read `1/2x` as 1/(2x), programs as x/2.

    Example: `d / (T - 1) \\times 2`. Write `\\frac{d}{2 (T - 1)}`, or brackets.
    """
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        for note in printed.parsed.notes:
            if note.kind == "ambiguous-division":
                shown = printed.span.latex[note.at[0] : note.at[1]]
                yield sight_at(
                    document,
                    printed.span,
                    f"How far the division reaches is not clear: {shown}",
                    inside=note.at[0],
                    name=shown[:60],
                    guess="Write a fraction, or put brackets round what is divided by.",
                )


def formulas_are_read(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas are read.

    What: some formulas of the document were not read, and nothing was checked
    in them: arrays, derivatives, orders of growth and the like. One line sums
    them up, by kind; files that are only named (`\\input`) are told too.

    Why: silence about an unread formula is no approval of it.

    Example: "12 of 208 formulas were not read: 8 arrays, 4 intervals".
    """
    rejected = [
        (printed.span, printed.parsed)
        for printed in project.printed(document)
        if isinstance(printed.parsed, Rejection) and printed.parsed.kind != "empty"
    ]
    if rejected:
        counted = Counter(rejection.kind for _, rejection in rejected)
        kinds = ", ".join(f"{number} {kind}" for kind, number in counted.most_common())
        total = len(project.printed(document))
        rows = [
            (f"line {span.line}", span.latex.strip()[:60], rejection.message)
            for span, rejection in rejected[:12]
        ]
        span = rejected[0][0]
        yield Sight(
            f"Inconclusive: {len(rejected)} of {total} formulas were not read ({kinds}).",
            span.line,
            span.column,
            "not read",
            rows,
        )
    for line, name in document.skipped:
        yield Sight(
            f"{name} is only named here; it is not read unless it is given as well.",
            line,
            1,
            name,
            guess="Lint it together with this file.",
        )


def recovered_formulas_agree_with_the_registry(
    project: Project, document: Document
) -> Iterator[Sight]:
    """Recovered formulas agree with the registry.

    What: a formula that lost a delimiter, read as it may have been, is held
    against the registry through the document's notation. Never more than a
    warning: what stood there is not known.

    Why: the text should be mended with the right formula, not with the wrong
    one that was there.

    Example: `M\\approx 2P + 2P + 8P$ bytes` is 12 bytes per parameter, which
    leaves master weights out; others count 16.
    """
    notation = project.notation(document)
    if notation is None or (registry := project.registry) is None:
        return
    for span in recovered(document):
        scope = project.scopes(document).at(span.line)
        parsed = parse_span(span.latex, project.glyphs(document, scope))
        printed = Printed(span, parsed, scope)
        for sight in told_of(printed, document, holder_of(registry, notation, scope)):
            if sight.severity != "info":
                message = f"If the lost formula was ${span.latex.strip()}$: {sight.message}"
                yield sight.replaced(message=message, severity="warning", level="possible")
