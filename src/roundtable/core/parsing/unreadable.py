"""The one way in which reading a verdict fails; it never leaves the reader."""


class Unreadable(Exception):
    """Says why, in words that can be sent back to the judge."""
