"""Answers from stored data, without SymPy: the same words, some thirty times sooner.

``ask`` answers what an entry of the book covers completely: equations and
ranges in which the letter asked for stands in quotients of sums of powers.
Everything else, every wrong question among it, raises ``NotReady`` and is left
to the full engine. Nothing here imports more than the standard library's
numbers; a start of Python is the measure.
"""
