"""Plans: all layouts of a run, the best of them, and why the others are not."""

from .answer import Plan as Plan
from .answer import plan as plan
