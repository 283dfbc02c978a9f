"""The rules: sentences that should be true of every manuscript."""
