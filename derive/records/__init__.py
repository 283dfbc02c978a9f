"""Records: what a knowledge package is written in. They only hold.

Nothing is imported before it is used: a question needs domains and notes, but
no SymPy, which the letters and laws of a package are made of.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .formulas import (
        STATUSES as STATUSES,
    )
    from .formulas import (
        Alone as Alone,
    )
    from .formulas import (
        Case as Case,
    )
    from .formulas import (
        Choice as Choice,
    )
    from .formulas import (
        Derivation as Derivation,
    )
    from .formulas import (
        Formula as Formula,
    )
    from .formulas import (
        Status as Status,
    )
    from .formulas import (
        Use as Use,
    )
    from .formulas import (
        Variants as Variants,
    )
    from .formulas import (
        derives as derives,
    )
    from .formulas import (
        divides as divides,
    )
    from .formulas import (
        formula as formula,
    )
    from .notes import ConstantNote as ConstantNote
    from .notes import Declared as Declared
    from .notes import Domain as Domain
    from .notes import Place as Place
    from .notes import Source as Source
    from .notes import SymbolNote as SymbolNote
    from .references import (
        SHELVES as SHELVES,
    )
    from .references import (
        Entry as Entry,
    )
    from .references import (
        Erratum as Erratum,
    )
    from .references import (
        Figure as Figure,
    )
    from .references import (
        Notation as Notation,
    )
    from .references import (
        Reuse as Reuse,
    )
    from .references import (
        Row as Row,
    )
    from .references import (
        Scope as Scope,
    )
    from .references import (
        Shelf as Shelf,
    )
    from .references import (
        Term as Term,
    )
    from .symbols import Constant as Constant
    from .symbols import ConstantSet as ConstantSet
    from .symbols import Symbol as Symbol
    from .symbols import constant as constant
    from .symbols import exact as exact
    from .symbols import symbol as symbol

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
