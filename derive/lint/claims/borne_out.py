"""Whether an example of the text follows a formula as it is printed, or others make it so."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from derive.notation import Node, Rejection

from ..laws.holding import Verdict
from ..laws.probing import close, letters_in
from ..numbers.claim_agreement import comes_out, to_the_digit
from ..numbers.statements import Definition, Value
from ..numbers.system import System
from ..project import Printed
from ..words.digits import MANY_DIGITS
from .claimed import Claimed
from .expanded_sides import with_formulas

NUMBERS = frozenset(("number", "coefficient"))
"""Changes of a number in a formula."""


def is_borne_out(system: System, printed: Printed, verdict: Verdict) -> bool:
    """Whether the text itself makes a formula what it is: an example, or other formulas."""
    side = verdict.pair.right
    by_number = verdict.change is not None and verdict.change.kind in NUMBERS
    return _has_an_example(system, printed, side, by_number=by_number) or _is_worked_out(
        system, printed, side
    )


def _has_an_example(system: System, printed: Printed, side: Node, *, by_number: bool) -> bool:
    """Whether a number that the text gives its letter is, digit for digit, what a side gives.

    With a letter that is one it does not tell a product from a quotient, though it tells one
    number of the formula from another where the doubt is ``by_number``.
    """
    laws = [
        law for some in system.definitions.values() for law in some
        if law.printed is printed and law.side == side
    ]  # fmt: skip
    return any(
        value.glyph == law.glyph
        and not value.near
        and any(
            by_number or {0.0, 1.0}.isdisjoint(known.values())
            for known in explaining(system, law, value)
        )
        for law in laws
        for value in system.values
    )


def _is_worked_out(system: System, printed: Printed, side: Node) -> bool:
    """Whether a side follows from another one of its chain by the document's own formulas."""
    if isinstance(printed.parsed, Rejection):
        return False
    # The sides of one chain are one formula: "K = 3 L F / n = 6 L n H".
    others = {
        glyph: laws[0] for glyph, laws in system.definitions.items()
        if len({law.printed.span.start for law in laws}) == 1 and laws[0].printed is not printed
    }  # fmt: skip
    return any(
        side in row.members[2:] and are_one(row.members[1], side, others)
        for row in printed.parsed.rows
    )


def are_one(
    left: Node, right: Node, chosen: Mapping[str, Definition] = MappingProxyType({})
) -> bool:
    """Whether two sides are one, whatever their letters are, with some formulas put in."""
    sides = with_formulas(chosen, left, right)
    return sides is not None and close(sides[0][0], sides[1][0])


def is_twice_in_its_chain(claimed: Claimed, outcomes: Iterable[Claimed]) -> bool:
    """Whether another side of its chain is the same in other words: a slip would have parted them.

    ``J = (24 n H^2 / t) / (4 k n H (t - 1) / t) = 6 H / (k (t - 1))``. Or it comes to the same by
    other formulas, as the ``outcomes`` of the claim say.
    """
    law = claimed.definition
    return any(
        other.definition.row is law.row and other.definition.side is not law.side
        and math.isclose(other.gives, claimed.gives)
        for other in outcomes
    ) or any(
        side is not law.side and side != law.side
        and letters_in(side) and letters_in(side) != letters_in(law.side)
        and are_one(side, law.side)
        for side in law.row.members[1:]
    )  # fmt: skip


def explaining(system: System, law: Definition, value: Value) -> Iterator[Mapping[str, float]]:
    """The values of the text with which a formula gives a number, digit for digit."""
    if value.unlike:
        return
    for setting, gives in system.outcomes(law, value):
        many = value.digits >= MANY_DIGITS or gives == value.in_base
        if (
            many
            and comes_out(value, law, gives, setting)
            and to_the_digit(value, gives, setting.rounding)
        ):
            yield setting.values
