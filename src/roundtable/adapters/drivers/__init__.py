"""Ways to keep sessions running."""
