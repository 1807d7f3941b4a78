"""Placeholder until the real reader is moved here."""

import re
from collections.abc import Collection, Mapping

from roundtable.core.values import Value


class FileBlock(Value):
    path: str
    text: str
    warnings: tuple[str, ...] = ()


class Rejected(Value):
    path: str
    reason: str
    raw: str


class FileReading(Value):
    files: tuple[FileBlock, ...] = ()
    deleted: tuple[str, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    prose: str = ""


_BLOCK = re.compile(r"^FILE: (\S+)\n```\w*\n(.*?)^```$", re.M | re.S)


def read_files(text: str, known: Mapping[str, str] | Collection[str] = ()) -> FileReading:
    files = tuple(FileBlock(path=m[1], text=m[2]) for m in _BLOCK.finditer(text))
    return FileReading(files=files, prose=_BLOCK.sub("", text))
