"""Reads a form of files as it comes: within bounds of number and memory, and to its very end.

A large file goes to a place on the disk that has no name, and is gone when it is closed.
"""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from tempfile import SpooledTemporaryFile
from typing import Final

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from roundtable.apps.web.problems import Refusal

FIELD: Final = "files"
_IN_MEMORY: Final = 1024 * 1024
_FIELD_NAME: Final = re.compile(rb';\s*name="([^"]*)"', re.IGNORECASE)
_FILE_NAME: Final = re.compile(rb';\s*filename="([^"]*)"', re.IGNORECASE)
_ESCAPED: Final = {"%22": '"', "%0D": "\r", "%0A": "\n"}
"""What a browser does not write into a header as it is."""


@dataclass(slots=True)
class Sent:
    """One file under the name that it was sent with, folders and all."""

    name: str
    file: "SpooledTemporaryFile[bytes]"
    size: int = 0


@asynccontextmanager
async def sent_files(
    content_type: str, body: AsyncIterator[bytes], most: int
) -> AsyncIterator[list[Sent]]:
    """The files of a form, each to be read from its beginning; closed when they are left."""
    reader = _Reader(most)
    try:
        parser = reader.parser(parse_options_header(content_type)[1].get(b"boundary", b""))
        async for piece in body:
            parser.write(piece)
        reader.refuse_unfinished()
        yield reader.files
    except FormParserError:
        raise _no_form("this is not a form with files") from None
    finally:
        for sent in reader.files:
            sent.file.close()


class _Reader:
    def __init__(self, most: int) -> None:
        self.files: list[Sent] = []
        self._most = most
        self._ended = False
        self._header = self._value = self._disposition = b""

    def parser(self, boundary: bytes) -> MultipartParser:
        if not boundary:
            raise _no_form("the form does not say what its parts end with")
        return MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": self._on_header,
                "on_header_value": self._on_value,
                "on_header_end": self._end_header,
                "on_headers_finished": self._open,
                "on_part_data": self._write,
                "on_end": self._end,
            },
        )

    def refuse_unfinished(self) -> None:
        if not self._ended:
            raise _no_form("the form is cut off before its end")
        if not self.files:
            raise _no_form("there is no file in the form")
        for sent in self.files:
            sent.file.seek(0)

    def _begin(self) -> None:
        self._disposition = b""

    def _on_header(self, data: bytes, start: int, end: int) -> None:
        self._header += data[start:end]

    def _on_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        if self._header.lower() == b"content-disposition":
            self._disposition = self._value
        self._header = self._value = b""

    def _open(self) -> None:
        field, name = (found.search(self._disposition) for found in (_FIELD_NAME, _FILE_NAME))
        if field is None or field[1] != FIELD.encode() or name is None:
            raise _no_form(f"a part of the form is not a file in the field `{FIELD}`")
        if len(self.files) >= self._most:
            raise Refusal(
                "too_large", f"{FIELD}: there are more than {self._most:,}", "send fewer", FIELD
            )
        # It is closed by `sent_files`, however that ends.
        file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self.files.append(Sent(_plain(name[1]), file))

    def _write(self, data: bytes, start: int, end: int) -> None:
        sent = self.files[-1]
        sent.file.write(data[start:end])
        sent.size += end - start

    def _end(self) -> None:
        self._ended = True


def _plain(name: bytes) -> str:
    text = name.decode("utf-8", "surrogateescape")
    return re.sub("%(?:22|0D|0A)", lambda escape: _ESCAPED[escape[0]], text)


def _no_form(reason: str) -> Refusal:
    return Refusal(
        "invalid",
        f"{FIELD}: {reason}",
        f"send them as multipart/form-data in the field `{FIELD}`",
        FIELD,
    )
