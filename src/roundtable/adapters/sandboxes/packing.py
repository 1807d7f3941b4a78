"""A tree of text put into a private folder, from which a sandbox takes it."""

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from roundtable.core.checks import Tree

PREFIX = "roundtable-box-"
_LONGEST_PART = 255
_LONGEST_PATH = 1000


class Refused(ValueError):
    """These files are not put anywhere; the message says why."""


def unfit(path: str) -> str:
    """Why a path is not a plain place below a folder; empty when it is one."""
    try:
        encoded = path.encode()
    except UnicodeEncodeError:
        return "it is not valid text"
    parts = path.split("/")
    if not path or "" in parts or "." in parts:
        return "a part of it is empty"
    if ".." in parts:
        return "it leads upwards"
    if "\0" in path:
        return "it holds a NUL"
    if len(encoded) > _LONGEST_PATH or any(len(part.encode()) > _LONGEST_PART for part in parts):
        return "it is too long"
    return ""


def refuse_unfit(paths: Iterable[str]) -> None:
    """Raises Refused unless the paths can stand beside one another in one folder."""
    files = set(paths)
    for path in files:
        reason = unfit(path)
        if reason:
            raise Refused(f"the path {path[:80]!r} is refused: {reason}")
        if any(above in files for above in _above(path)):
            raise Refused(f"the path {path[:80]!r} is refused: a file is also a folder")


@dataclass(frozen=True, slots=True)
class Packed:
    """Both stand in a folder that only we can enter."""

    tree: Path
    beside: Path
    """Small files of ours, by their plain names."""


@contextmanager
def packed(tree: Tree, most: int, beside: Mapping[str, str]) -> Iterator[Packed]:
    """The files on the disk, as long as the block."""
    refuse_unfit(tree)
    contents = {path: text.encode("utf-8", "replace") for path, text in tree.items()}
    size = sum(map(len, contents.values()))
    if size > most:
        raise Refused(f"the files have {size:,} bytes; {most:,} are allowed")
    with tempfile.TemporaryDirectory(prefix=PREFIX) as private:
        made = Packed(Path(private) / "tree", Path(private) / "beside")
        _make(made.tree)
        _make(made.beside)
        for path, data in contents.items():
            _write(made.tree, path, data)
        for name, text in beside.items():
            _write(made.beside, name, text.encode())
        yield made


def _write(folder: Path, path: str, data: bytes) -> None:
    for above in reversed(list(_above(path))):
        if not (folder / above).is_dir():
            _make(folder / above)
    target = folder / path
    target.write_bytes(data)
    target.chmod(0o644)


def _make(folder: Path) -> None:
    # Whoever reads it in there is not us, and our umask may be strict.
    folder.mkdir()
    folder.chmod(0o755)


def _above(path: str) -> Iterator[str]:
    """The folders that hold it, nearest first."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
