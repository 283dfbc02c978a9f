"""Check: the rules on a registry; each yields findings.

A rule is a generator named as the sentence that should be true. It is given
the registry and one record, and yields what it sees; its docstring (what,
why, example) is its page. Rules never raise and never stop at the first.
"""

from derive.findings import Finding as Finding
from derive.findings import counted as counted
from derive.findings import failed as failed
from derive.findings import report as report

from .errata import disproof as disproof
from .running import RULES as RULES
from .running import Item as Item
from .running import check as check
from .running import check_package as check_package
from .running import items as items
from .stats import matrix_text as matrix_text
from .stats import solve_matrix as solve_matrix
from .stats import stats as stats
from .stats import stats_text as stats_text
from .worked import outcome as outcome
