"""Diagnoses: what a measured run says of an estimate, and an estimate of the run."""

from .diagnosis import Diagnosis, diagnose
from .fit import Fit, fit
