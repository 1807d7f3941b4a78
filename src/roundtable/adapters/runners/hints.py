"""What a service's own words give away of where it runs, for the sentence on its end."""

import re

_PROGRAM = re.compile(rb"\[FATAL tini \(\d+\)\] exec (\S{1,120}) failed: ([^\r\n]{1,80})")
"""What an engine's first process says where it cannot start the program."""
_REASONS = {
    b"No such file or directory": (
        "it is not in the image, or is a script with Windows line ends or without its interpreter"
    ),
    b"Permission denied": "it may not be executed",
    b"Exec format error": "it is a script without #!, or made for another machine",
}
_READ_ONLY = re.compile(
    rb"read-only file ?system|unable to open database file|attempt to write a readonly database|"
    rb"\bEROFS\b",
    re.IGNORECASE,
)
_WRITABLE = "It may write to /tmp and its volumes alone: the rest of its file system is read-only."
_LONGEST = 256
"""As long as the words above can be, so that none is lost between two pieces."""


class Hints:
    """Listens to one service."""

    def __init__(self) -> None:
        self._rest: dict[int, bytes] = {}
        self._found: dict[str, None] = {}

    def hear(self, stream: int, piece: bytes) -> None:
        text = self._rest.get(stream, b"") + piece
        self._rest[stream] = text[-_LONGEST:]
        if stream == 2 and (fatal := _PROGRAM.search(text)):
            program = fatal[1].decode("utf-8", "replace")
            reason = next((words for sign, words in _REASONS.items() if sign in fatal[2]), "")
            if reason:
                self._found[f"{program} could not be started: {reason}."] = None
        if _READ_ONLY.search(text):
            self._found[_WRITABLE] = None

    @property
    def told(self) -> str:
        """What is to be said of it, where it ended badly."""
        return " ".join(self._found)
