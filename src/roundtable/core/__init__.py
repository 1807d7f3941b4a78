"""The deliberation itself: values, events, pure policy and the engine. No I/O lives here."""
