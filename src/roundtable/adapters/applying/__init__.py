"""Writes an approved change set into the developer's own tree: all of it or nothing."""
