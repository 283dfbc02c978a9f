"""A whole run: its record, what settles its choices, and an estimate composed of laws."""

from .estimate import Estimate as Estimate
from .estimate import estimate as estimate
from .record import Run as Run
