"""The event stream as JSON lines: the log's own vocabulary, and nothing else."""

from typing import TextIO

from roundtable.core.events import Event


class JsonLines:
    def __init__(self, out: TextIO) -> None:
        self._out = out

    def see(self, event: Event) -> None:
        self._out.write(event.model_dump_json() + "\n")
        self._out.flush()
