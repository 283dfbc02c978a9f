"""Printed mathematics: LaTeX read through a document's letters, without evaluating text.

What builds SymPy objects from it is imported when it is used, and not before.
"""

from ..lazy import exports
from .glyphs import EMPTY as EMPTY
from .glyphs import Entry as Entry
from .glyphs import Glyphs as Glyphs
from .glyphs import normal_form as normal_form
from .glyphs import variant_key as variant_key
from .nodes import (
    UNSURE as UNSURE,
)
from .nodes import (
    Big as Big,
)
from .nodes import (
    Call as Call,
)
from .nodes import (
    Cases as Cases,
)
from .nodes import (
    Chain as Chain,
)
from .nodes import (
    Letter as Letter,
)
from .nodes import (
    Negative as Negative,
)
from .nodes import (
    Node as Node,
)
from .nodes import (
    Number as Number,
)
from .nodes import (
    Power as Power,
)
from .nodes import (
    Product as Product,
)
from .nodes import (
    Quotient as Quotient,
)
from .nodes import (
    Rejection as Rejection,
)
from .nodes import (
    Sum as Sum,
)
from .nodes import (
    glyphs_in as glyphs_in,
)
from .nodes import (
    prefix as prefix,
)
from .nodes import (
    renamed as renamed,
)
from .nodes import (
    walk as walk,
)
from .reading import parse_span as parse_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .build import relations as relations
    from .build import to_sympy as to_sympy

__getattr__ = exports(__name__, {".build": "relations to_sympy"})[0]
