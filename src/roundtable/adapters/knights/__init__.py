"""Voices for seats, one module an adapter."""
