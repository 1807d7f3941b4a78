"""The event stream on the wire: one frame an event, its name and its place in the log on it."""

from roundtable.core.events import Event

HEARTBEAT = b": \n\n"
"""A comment: it shows that the line is up, and no client reads it."""
RETRY = b"retry: 1000\n\n"
"""How long a client waits before it comes back, in milliseconds."""


def frame(event: Event) -> bytes:
    """A durable event carries its seq as the id that a client comes back with; a token has none."""
    mark = f"id: {event.seq}\n" if event.seq else ""
    # JSON has no line breaks outside of its escapes, so that the data is one line.
    return f"{mark}event: {event.type}\ndata: {event.model_dump_json()}\n\n".encode()
