"""Whether the numbers of a document follow from its formulas, and what is at fault where not."""
