"""Records: what a knowledge package is written in. They only hold."""

from .areas import Area
from .catalog import SHELVES, Entry, Figure, Shelf
from .derivations import Derivation, derives
from .formulas import STATUSES, Case, Formula, Status, Use, Variants, divides, formula
from .glossary import Term
from .notations import Erratum, Notation, Reuse, Row, Scope
from .places import Declared
from .sources import Place, Source
from .symbols import (
    Constant,
    ConstantNote,
    ConstantSet,
    Domain,
    Symbol,
    SymbolNote,
    constant,
    exact,
    symbol,
)

__all__ = [
    "SHELVES",
    "STATUSES",
    "Area",
    "Case",
    "Constant",
    "ConstantNote",
    "ConstantSet",
    "Declared",
    "Derivation",
    "Domain",
    "Entry",
    "Erratum",
    "Figure",
    "Formula",
    "Notation",
    "Place",
    "Reuse",
    "Row",
    "Scope",
    "Shelf",
    "Source",
    "Status",
    "Symbol",
    "SymbolNote",
    "Term",
    "Use",
    "Variants",
    "constant",
    "derives",
    "divides",
    "exact",
    "formula",
    "symbol",
]
