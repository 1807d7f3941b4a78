"""Several candidates become one tree: units, alignment, splice, and what must come along."""
