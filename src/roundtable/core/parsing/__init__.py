"""Readers of model text, one module a form. They return values and never raise."""
