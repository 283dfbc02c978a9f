"""Time of a layer: products, attention, memory, and what each pass waits for."""
