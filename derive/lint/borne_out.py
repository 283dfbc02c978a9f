"""Whether an example of the text follows a formula as it is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from derive.notation import Node

from .claim_agreement import comes_out, to_the_digit
from .digits import MANY_DIGITS
from .probing import evaluated
from .project import Printed
from .statements import Definition, Value
from .system import System


def is_borne_out(system: System, printed: Printed, side: Node, *, by_number: bool) -> bool:
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


def explaining(system: System, law: Definition, value: Value) -> Iterator[Mapping[str, float]]:
    """The values of the text with which a formula gives a number, digit for digit."""
    if value.unlike:
        return
    for setting in system.settings(law, value):
        gives = evaluated(law.side, setting.values)
        many = value.digits >= MANY_DIGITS or gives == value.in_base
        if (
            gives is not None
            and many
            and comes_out(value, law, gives, setting)
            and to_the_digit(value, gives, setting.rounding)
        ):
            yield setting.values
