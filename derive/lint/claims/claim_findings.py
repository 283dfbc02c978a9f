"""What is told of a claim that does not come out: the number is at fault, or the formula."""

from __future__ import annotations

from ..laws.wording import plain, snippet
from ..numbers.statements import Value
from ..project import Project
from ..rules import Sight
from ..texts.documents import Document
from ..words.digits import MANY_DIGITS
from .claimed import Claimed, is_slip
from .claims_beside import put_in
from .known_laws import law_that_gives


def _with(claimed: Claimed) -> str:
    values = sorted(claimed.setting.values.items())
    return ", ".join(f"{name} = {value:g}" for name, value in values)


def number_at_fault(project: Project, document: Document, claimed: Claimed) -> Sight:
    """A finding on the number, with what its formula gives, and whether a law gives it."""
    claim, definition, shown = claimed.claim, claimed.definition, plain(claimed.claim.shown)
    based = claimed.setting.in_base and claim.measured is not None and claim.value
    # In the unit of the number that it stands beside.
    gives = claimed.gives * claim.value / claim.in_base if based else claimed.gives
    return Sight(
        f"With {_with(claimed)} the formula in line {definition.line} gives "
        f"{plain(claim.glyph)} = {gives:.6g}; the text says {shown}.",
        *document.place(claim.offset),
        plain(claim.glyph),
        [("formula", snippet(definition.side, definition.printed.span.latex)),
         ("gives", f"{gives:.8g}"), ("printed", shown)],
        f"Write {gives:.4g}, or correct the formula or what is put into it."
        f"{law_that_gives(project, document, claimed)}",
        level="" if is_sure(claimed) else "likely",
    )  # fmt: skip


def is_sure(claimed: Claimed) -> bool:
    """Whether a number is surely not what its formula gives, though no slip may explain it.

    What was worked out on the way may be of another case.
    """
    # What a sentence says that something does is of the formula only if that would be wrong.
    claim = claimed.claim
    slips = is_slip(claimed) or (claimed.change and not claim.perhaps)
    behind = claim.offset >= claimed.definition.offset
    if claim.worked:
        # "$S = 112/64 = 1.75$" may be of other values than those that were found.
        worked_out = put_in(claimed)
    else:
        # "Say $\\delta = 33$": a whole number of two digits is as soon put in as worked out.
        digits = claim.digits + ("." in claim.shown)
        worked_out = digits >= MANY_DIGITS or claimed.setting.together
    surely = worked_out and not claimed.setting.computed and not claim.perhaps
    return bool(slips) or bool(behind and surely)


def formula_at_fault(document: Document, some: list[Claimed]) -> Sight:
    """A finding on the formula that some claims contradict alike, with the change they ask for."""
    claimed = some[0]
    definition = claimed.definition
    line, _ = document.place(claimed.claim.offset)
    shown = snippet(definition.side, definition.printed.span.latex)
    return Sight(
        f"With {_with(claimed)} this gives {plain(claimed.claim.glyph)} = {claimed.gives:.6g}; "
        f"line {line} says {plain(claimed.claim.shown)}, which follows if in this formula "
        f"{claimed.change}.",
        *document.at(definition.printed.span, definition.side.at[0]),
        plain(claimed.claim.glyph),
        [("formula", shown), *((f"line {document.place(other.claim.offset)[0]}",
                                plain(other.claim.shown)) for other in some)],
        "Correct the formula, or the number in the example.",
    )  # fmt: skip


def value_told(document: Document, claimed: Claimed, value: Value, right: float) -> Sight:
    """A finding on a value that was put in, with what follows from it once it is put right."""
    line, _ = document.place(claimed.claim.offset)
    return Sight(
        f"With {plain(value.glyph)} = {right:.4g} the formula in line {claimed.definition.line} "
        f"gives {plain(claimed.claim.shown)}, as line {line} says; the text says "
        f"{plain(value.shown)}.",
        *document.place(value.offset),
        plain(value.glyph),
        [("formula", snippet(claimed.definition.side, claimed.definition.printed.span.latex)),
         (f"line {line}", plain(claimed.claim.shown))],
        f"Write {right:.4g}, or correct what follows from it.",
        level="" if is_sure(claimed) else "likely",
    )  # fmt: skip
