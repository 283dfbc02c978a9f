"""Manuscripts as documents: markups, formulas, tables, and the letters that they declare."""
