"""Containers: what a project says about them, what of it is let through, and how it is run."""
