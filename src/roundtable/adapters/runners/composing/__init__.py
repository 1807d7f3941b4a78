"""Compose files: read with their lines, checked against an allow-list, put into our own plan."""
