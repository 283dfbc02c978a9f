"""Records: what a knowledge package is written in. They only hold.

Nothing is imported before it is used: a question needs domains and notes, but
no SymPy, which the letters and laws of a package are made of.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .formulas import (
        STATUSES,
        Alone,
        Case,
        Choice,
        Derivation,
        Formula,
        Status,
        Use,
        Variants,
        derives,
        divides,
        formula,
    )
    from .notes import ConstantNote, Declared, Domain, Place, Source, SymbolNote
    from .references import (
        SHELVES,
        Entry,
        Erratum,
        Figure,
        Notation,
        Reuse,
        Row,
        Scope,
        Shelf,
        Term,
    )
    from .symbols import Constant, ConstantSet, Symbol, constant, exact, symbol

__getattr__, __dir__ = exports(
    __name__,
    {
        ".formulas": "Alone Case Choice Derivation Formula STATUSES Status Use Variants derives "
        "divides formula",
        ".references": "Entry Erratum Figure Notation Reuse Row SHELVES Scope Shelf Term",
        ".notes": "ConstantNote Declared Domain Place Source SymbolNote",
        ".symbols": "Constant ConstantSet Symbol constant exact symbol",
    },
)
