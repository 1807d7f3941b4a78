"""Readers of the event log. They show; they never decide."""
