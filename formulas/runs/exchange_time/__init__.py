"""Communication time of a layer: how fast a group of ranks is, and what it costs each pass."""
