"""A whole run: its record, what settles its choices, and an estimate composed of laws."""

from .estimate import Estimate, estimate
from .record import Run
