"""Vendors on 127.0.0.1: a server that speaks their wire forms and fails as they fail."""
