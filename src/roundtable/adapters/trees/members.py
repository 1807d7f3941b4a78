"""Judges the list of members of a ZIP before a byte of them is unpacked.

An archive with one member that no honest packer writes is refused as a whole: what else is in it
was written by the same hand.
"""

import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from roundtable.adapters.trees import names
from roundtable.adapters.workspaces.visibility import shown

MIB = 1024 * 1024
MOST_MEMBERS = 10_000
MOST_DECLARED = 500 * MIB
_HIGHEST_RATIO = 100
_SMALL = 10 * MIB
"""What unpacks to no more than this does no harm, however well it is packed."""
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_UTF8 = 0x800
_LOCAL_HEADER = 30
_WINDOWS_LINK = 0x400
_PACK_AGAIN = "pack the project again with a usual ZIP program"
_NO_LINKS = "pack the project again without links, sockets and devices"
FEWER = "pack it again without what is built or downloaded, such as node_modules"


class Unsound(Exception):
    """The archive is not taken; the message says why, for people."""

    def __init__(self, message: str, remedy: str = _PACK_AGAIN) -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive, of which only the list has been read."""

    info: ZipInfo
    path: str


def files_in(archive: ZipFile, size: int) -> list[Member]:
    """The files that an archive of this size says it holds; Unsound unless all of it is plain."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise Unsound(f"it has {len(infos):,} members; {MOST_MEMBERS:,} are taken", FEWER)
    _refuse_bombs(infos, size)
    files: list[Member] = []
    folders: list[str] = []
    for info in infos:
        path = _path(info)
        _refuse_odd(info, path)
        if not path.endswith("/"):
            files.append(Member(info, path))
        elif path != "./":
            folders.append(path.rstrip("/"))
    _refuse_clashes(files, folders)
    _refuse_overlaps(infos, archive.start_dir)
    return files


def _refuse_bombs(infos: Sequence[ZipInfo], size: int) -> None:
    declared = sum(info.file_size for info in infos)
    if declared > MOST_DECLARED:
        limit = f"{MOST_DECLARED // MIB} MB are taken"
        raise Unsound(f"it would unpack to {declared // MIB:,} MB; {limit}", FEWER)
    if declared > max(_SMALL, _HIGHEST_RATIO * size):
        raise Unsound(f"it would unpack to {declared // size:,} times its size", FEWER)


def _path(info: ZipInfo) -> str:
    """The member's name by its own bytes: as UTF-8 wherever they are that, flagged or not."""
    name = info.orig_filename
    if not info.flag_bits & _UTF8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    while name.startswith("./") and name != "./":
        name = name[2:]
    return name


def _refuse_odd(info: ZipInfo, path: str) -> None:
    for judge in (_odd_name, _odd_kind, _odd_packing):
        if found := judge(info, path):
            reason, remedy = found
            raise Unsound(f"its member {shown(path)!r} is refused: {reason}", remedy)


def _odd_name(info: ZipInfo, path: str) -> tuple[str, str] | None:
    reason = "" if path == "./" else names.unsafe(path.removesuffix("/"))
    return (reason, _PACK_AGAIN) if reason else None


def _odd_kind(info: ZipInfo, path: str) -> tuple[str, str] | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind == stat.S_IFLNK or (not kind and info.external_attr & _WINDOWS_LINK):
        return "it is a link", _NO_LINKS
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is neither a file nor a folder", _NO_LINKS
    is_folder = path.endswith("/")
    if kind == stat.S_IFDIR and not is_folder:
        return "it is a folder with the name of a file", _PACK_AGAIN
    if is_folder and info.file_size:
        return "it is a folder with content of its own", _PACK_AGAIN
    return None


def _odd_packing(info: ZipInfo, path: str) -> tuple[str, str] | None:
    if info.flag_bits & _ENCRYPTED:
        return "it is encrypted", "pack the project again without a password"
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        # Others take memory as they like: lzma as much as four bytes of its header say.
        return "it is packed by an unusual method", "pack the project again with `deflate`"
    return None


def _refuse_clashes(files: Iterable[Member], folders: Iterable[str]) -> None:
    claimed = names.Claimed()
    claimed.add_folders(folders)
    for file in files:
        if reason := claimed.clash(file.path):
            raise Unsound(
                f"its member {shown(file.path)!r} is refused: {reason}",
                "rename one of the two, then pack the project again",
            )
        claimed.add(file.path)


def _refuse_overlaps(infos: Iterable[ZipInfo], end: int) -> None:
    """Members that share their bytes unpack to far more than the archive holds."""
    for info, following in _with_next(sorted(infos, key=lambda info: info.header_offset), end):
        encoding = "utf-8" if info.flag_bits & _UTF8 else "cp437"
        name = len(info.orig_filename.encode(encoding, "replace"))
        needed = info.header_offset + _LOCAL_HEADER + name + info.compress_size
        if info.header_offset < 0 or needed > following:
            raise Unsound(f"its member {shown(_path(info))!r} lies on top of another part of it")


def _with_next(infos: Sequence[ZipInfo], end: int) -> Iterator[tuple[ZipInfo, int]]:
    starts = [info.header_offset for info in infos[1:]]
    return zip(infos, (*starts, end), strict=False)
