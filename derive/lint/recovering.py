"""Rules about what can still be read of damaged text, and what a paragraph says twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from derive.notation import parse_span

from .comparing import told_of
from .damage import recovered
from .documents import Document
from .holding import holder_of
from .project import Printed, Project
from .rules import Sight

_FORMATS = r"(?:fp|bf|tf|int|FP|BF|TF|INT)\d+"
_CLAIM = re.compile(
    rf"\b(?P<format>{_FORMATS})\s+(?:precision\s+)?for\s+(?P<first>\w+)(?:(?:,\s+|\s+)and\s+(?P<last>\w+))?"
)
_ITEM = re.compile(rf"\b(?P<format>{_FORMATS})\s+(?P<noun>[A-Za-z]+)")


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
    notation, registry = project.notation(document), project.registry
    if notation is None or registry is None:
        return
    for span in recovered(document):
        scope = project.scopes(document).at(span.line)
        parsed = parse_span(span.latex, project.glyphs(document, scope))
        printed = Printed(span, parsed, scope)
        for sight in told_of(printed, document, holder_of(registry, notation, scope)):
            if sight.severity != "info":
                told = f"If the lost formula was ${span.latex.strip()}$: {sight.message}"
                yield replace(sight, message=told, severity="warning", level="possible")


def precisions_agree_in_a_paragraph(_: Project, document: Document) -> Iterator[Sight]:
    """Precisions agree in a paragraph.

    What: a paragraph assumes one number format for a thing ("fp32 precision
    for momentum and parameters") and counts it in another ("BF16 parameters").

    Why: the bytes that follow from the two differ by a factor of two.

    Example: "Assuming fp32 for parameters, this totals 12 bytes (BF16
    parameters, ...)". Say bf16 in both places.
    """
    if _CLAIM.search(document.masked) is None:
        return
    for block in document.blocks:
        text = document.masked[block.start : block.end]
        claimed: dict[str, tuple[str, int]] = {}
        for match in _CLAIM.finditer(text):
            for noun in (match["first"], match["last"]):
                if noun:
                    claimed[_stem(noun)] = (match["format"], block.start + match.start())
        for match in _ITEM.finditer(text):
            said, at = claimed.get(_stem(match["noun"]), (match["format"], 0))
            if said.casefold() == match["format"].casefold():
                continue
            line, column = document.place(block.start + match.start())
            yield Sight(
                f"{match['noun']} are counted in {match['format']} here, and assumed to be in "
                f"{said} in line {document.place(at)[0]}.",
                line,
                column,
                match["noun"],
                [("assumed", text[at - block.start :][:60].strip()), ("counted", match.group())],
                f"Say {match['format']} in both places, or {said}; the bytes differ.",
            )


def _stem(noun: str) -> str:
    return noun.casefold().rstrip("s")
