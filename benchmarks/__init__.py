"""Figures, each a ratio against a baseline of the same run. `make bench` prints them all."""
