"""Builds ZIPs byte by byte, honest ones and ones that no packer would write."""

import struct
import zlib
from dataclasses import dataclass

STORED, DEFLATED, BZIP2, LZMA = 0, 8, 12, 14
UTF8 = 0x800
FILE, FOLDER, LINK = 0o100644, 0o040755, 0o120777


@dataclass
class Entry:
    name: bytes
    data: bytes = b"text\n"
    mode: int = FILE
    method: int = DEFLATED
    flags: int = UTF8
    system: int = 3
    attributes: int = 0
    """The low half: what DOS knows of a file."""
    packed: bytes | None = None
    size: int | None = None
    """What the entry says instead of the truth, here and below."""
    packed_size: int | None = None
    crc: int | None = None
    local_name: bytes | None = None
    offset: int | None = None
    extra: bytes = b""
    version: int = 20

    def body(self) -> bytes:
        if self.packed is not None:
            return self.packed
        return deflated(self.data) if self.method == DEFLATED else self.data

    def facts(self) -> tuple[int, int, int]:
        crc = zlib.crc32(self.data) if self.crc is None else self.crc
        packed = len(self.body()) if self.packed_size is None else self.packed_size
        return crc, packed, len(self.data) if self.size is None else self.size


@dataclass
class Archive:
    entries: list[Entry]
    comment: bytes = b""
    prefix: bytes = b""
    list_size: int | None = None
    list_offset: int | None = None
    count: int | None = None

    def data(self) -> bytes:
        out = bytearray(self.prefix)
        listing = bytearray()
        for entry in self.entries:
            offset = len(out) if entry.offset is None else entry.offset
            if entry.offset is None:
                out += _local(entry)
            listing += _central(entry, offset)
        start = len(out) if self.list_offset is None else self.list_offset
        size = len(listing) if self.list_size is None else self.list_size
        count = (len(self.entries) if self.count is None else self.count) & 0xFFFF
        end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, size, start, len(self.comment))
        return bytes(out + listing) + end + self.comment


def deflated(data: bytes, level: int = 9) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def archive(*entries: Entry) -> bytes:
    return Archive(list(entries)).data()


def honest(*names: str) -> bytes:
    return archive(*(Entry(name.encode()) for name in names))


def _local(entry: Entry) -> bytes:
    name = entry.name if entry.local_name is None else entry.local_name
    crc, packed, size = entry.facts()
    head = struct.pack(
        "<4s5H3L2H",
        *(b"PK\3\4", entry.version, entry.flags, entry.method, 0, 33),
        *(crc, packed & 0xFFFFFFFF, size & 0xFFFFFFFF, len(name), len(entry.extra)),
    )
    return head + name + entry.extra + entry.body()


def _central(entry: Entry, offset: int) -> bytes:
    crc, packed, size = entry.facts()
    head = struct.pack(
        "<4s4B4H3L5H2L",
        *(b"PK\1\2", 20, entry.system, entry.version, 0, entry.flags, entry.method, 0, 33),
        *(crc, packed & 0xFFFFFFFF, size & 0xFFFFFFFF, len(entry.name), len(entry.extra)),
        *(0, 0, 0, (entry.mode << 16 | entry.attributes) & 0xFFFFFFFF, offset),
    )
    return head + entry.name + entry.extra
