"""Roundtable: several AI models decide software work at one table."""

__version__ = "0.1.0"
