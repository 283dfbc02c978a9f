"""What a document says of its letters: equations, values, units, and what words make of them."""
