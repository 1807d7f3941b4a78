"""A change set: what shall become of which files, each change bound to what it was made from."""

import hashlib
from typing import Literal

from roundtable.core.values import Value

Concern = Literal["path", "parse", "imports", "lost", "unreadable"]
"""What a check objects to: the place, the syntax, an import, something gone, the answer's form."""


class Objection(Value):
    """What speaks against a change, in words for a person and for the knight."""

    path: str
    concern: Concern
    reason: str


class Change(Value):
    """One file as it shall be."""

    path: str
    before: str = ""
    """The SHA-256 of the bytes that the change was made from; empty: no such file is there."""
    text: str | None = None
    """The whole new content; None: the file is removed."""

    @property
    def content(self) -> bytes | None:
        return None if self.text is None else self.text.encode()

    @property
    def after(self) -> str:
        """The SHA-256 of the new bytes; empty when the file is removed."""
        return "" if self.content is None else sha256(self.content)

    @property
    def digest(self) -> str:
        """What an approval is bound to: this path, these bytes, on that base."""
        parts = (self.path.encode(), self.before.encode(), self.after.encode())
        return sha256(b"\0".join(parts))


class WrittenFile(Value):
    """A file that a change set has written or removed."""

    path: str
    before: str
    """SHA-256 of the bytes that were there; empty: it was new."""
    after: str
    """SHA-256 of the bytes that are there now; empty: it was removed."""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
