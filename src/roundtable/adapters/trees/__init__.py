"""Whole trees of files: taken in from a folder, an archive or a comparison, and written out."""
