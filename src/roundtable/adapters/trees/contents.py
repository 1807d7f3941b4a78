"""The bytes of a file as the log carries them, and back again without a byte lost."""

import base64
import binascii
from contextlib import suppress

from roundtable.core.build_events import ProjectFile
from roundtable.core.errors import UsageError

MOST_TEXT = 2 * 1024 * 1024
MOST_BINARY = 1024 * 1024


def as_file(path: str, data: bytes) -> ProjectFile:
    """As text, every byte kept, if the bytes are UTF-8 without a NUL; as base64 if not."""
    if b"\0" not in data:
        with suppress(UnicodeDecodeError):
            return ProjectFile(path=path, text=data.decode("utf-8"))
    return ProjectFile(path=path, text=base64.b64encode(data).decode("ascii"), binary=True)


def bytes_of(file: ProjectFile) -> bytes:
    """What is to be written for a file."""
    try:
        if file.binary:
            return base64.b64decode(file.text, validate=True)
        return file.text.encode("utf-8")
    except (binascii.Error, ValueError) as error:
        raise UsageError(
            f"{file.path!r} cannot be written: its content is damaged ({error})",
            "leave this file out",
        ) from error
