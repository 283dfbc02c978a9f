"""Activations of a stage: what one GPU keeps of the micro-batches in flight."""
