"""The pinned archives of other people's code that tests read, and where they lie on this machine.

Nothing of them is unpacked or run; their files are read out of the archives.
"""

import base64
import hashlib
import tarfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".vendor/corpus"
LARGEST = 200_000


@dataclass(frozen=True, slots=True)
class Archive:
    """One published package, as its registry's own tool names it."""

    registry: Literal["npm", "pypi"]
    name: str
    version: str
    integrity: str
    """The algorithm and the digest in base64, as npm's lock files write it."""
    takes: tuple[str, ...]
    """The endings of the files that tests take from it."""

    @property
    def file(self) -> str:
        if self.registry == "npm":
            return f"{self.name.removeprefix('@').replace('/', '-')}-{self.version}.tgz"
        return f"{self.name}-{self.version}.tar.gz"

    @property
    def path(self) -> Path:
        return FOLDER / self.file

    def is_as_pinned(self) -> bool:
        if not self.path.is_file():
            return False
        algorithm, _, digest = self.integrity.partition("-")
        return hashlib.new(algorithm, self.path.read_bytes()).digest() == base64.b64decode(digest)

    def files(self, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
        """The files with these endings that tests take, each with its path in the archive."""
        with tarfile.open(self.path) as archive:
            for member in archive:
                wanted = member.name.endswith(endings) and _is_source(member.name, self.takes)
                if wanted and member.isfile() and 0 < member.size <= LARGEST:
                    content = archive.extractfile(member)
                    assert content is not None
                    yield f"{self.name}/{member.name}", content.read()


def _is_source(name: str, takes: tuple[str, ...]) -> bool:
    """Whether a person wrote it: neither minified nor a declaration that a compiler wrote."""
    return name.endswith(takes) and ".min." not in name and ".d." not in name


def pinned() -> tuple[Archive, ...]:
    lock = tomllib.loads((Path(__file__).parent / "archives.toml").read_text())
    return tuple(
        Archive(**{**entry, "takes": tuple(f".{ending}" for ending in entry["takes"])})
        for entry in lock["archive"]
    )
