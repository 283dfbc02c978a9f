"""Check: the rules on a registry; each yields findings.

A rule is a generator named as the sentence that should be true. It is given
the registry and one record, and yields what it sees; its docstring (what,
why, example) is its page. Rules never raise and never stop at the first.
"""

from derive.findings import Finding, counted, failed, report

from .errata import disproof
from .running import RULES, Item, check, check_package, items
from .stats import matrix_text, solve_matrix, stats, stats_text
from .worked import outcome
