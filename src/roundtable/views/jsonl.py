"""The event stream as JSON lines: the log's own vocabulary, and nothing else."""

import re
from typing import TextIO

from roundtable.core.events import Event

# Some terminals obey these as they obey an escape; JSON itself would let them stand.
_OBEYED = re.compile("[\x7f-\x9f]")


def json_line(event: Event) -> str:
    """The event as JSON in which nothing drives a terminal; it is read back the same."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", event.model_dump_json())


class JsonLines:
    def __init__(self, out: TextIO) -> None:
        self._out = out

    def see(self, event: Event) -> None:
        self._out.write(json_line(event) + "\n")
        self._out.flush()
