"""How a child that runs tests speaks to the one that watches it: lines that only it can sign.

The words are put together by methods of built-in types, which code under test cannot replace.
"""

import os
from collections.abc import Callable

Say = Callable[[str, str, str], None]
"""Kind, name of the test, detail."""

KINDS = ("found", "start", "pass", "fail", "skip", "need", "load", "end")
"""`need`: a test that this runner cannot run. `load`: the file could not be loaded."""
MOST_DETAIL = 2000
MOST_LINE = 64 * 1024


def speaker(descriptor: int, token: bytes) -> Say:
    write, leave = os.write, os._exit

    def say(kind: str, name: str, detail: str) -> None:
        cut = detail if len(detail) <= MOST_DETAIL else "… " + detail[-MOST_DETAIL:]
        words = (kind.encode(), _packed(name[:500]), _packed(cut))
        # The line before may be somebody else's, and without an end.
        line = b"\n%s %s %s %s\n" % (token, *words)
        try:
            while line:
                line = line[write(descriptor, line) :]
        except OSError:
            leave(97)

    return say


def heard(line: bytes, token: bytes) -> tuple[str, str, str] | None:
    """What a line says; None for a line that was not signed, or not said so."""
    words = line.split(b" ")
    if len(words) != 4 or words[0] != token:
        return None
    try:
        kind, name, detail = words[1].decode(), _unpacked(words[2]), _unpacked(words[3])
    except ValueError:
        return None
    return (kind, name, detail) if kind in KINDS else None


def _packed(text: str) -> bytes:
    return b"." + text.encode("utf-8", "replace").hex().encode()


def _unpacked(word: bytes) -> str:
    if not word.startswith(b"."):
        raise ValueError(word)
    return bytes.fromhex(word[1:].decode()).decode("utf-8", "replace")
