"""Printed formulas held against the laws of a registry, and the one change that is missing."""
