"""Diagnoses: what a measured run says of an estimate, and an estimate of the run."""

from .diagnosis import Diagnosis as Diagnosis
from .diagnosis import diagnose as diagnose
from .fit import Fit as Fit
from .fit import fit as fit
