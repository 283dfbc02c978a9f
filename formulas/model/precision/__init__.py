"""Precision: number formats, their range and spacing, and what a narrower one gains."""
