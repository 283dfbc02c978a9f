"""Sentences and cells as amounts: what words and columns of numbers reckon."""
