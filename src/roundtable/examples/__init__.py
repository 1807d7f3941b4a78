"""Bundled scripts and the example repository of the demo. Data only."""
