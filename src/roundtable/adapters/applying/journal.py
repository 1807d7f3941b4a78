"""What is written down before the first file is touched, so that every step can be taken back.

A journal is one file: a line with the checksum of all that follows, a line with the manifest, and
the old bytes of the files one behind the other.
"""

import secrets
from dataclasses import dataclass

from pydantic import Field, ValidationError

from roundtable.adapters.applying.protected import why_protected
from roundtable.adapters.trees import names
from roundtable.core.changes import WrittenFile, sha256
from roundtable.core.values import Value

_KIND = b"roundtable journal 1 "
_HASH = r"^([0-9a-f]{64})?$"
PERMISSIONS = 0o777


class Damaged(Exception):
    """The bytes are not those of a journal that we wrote; the message says why."""


class Step(Value):
    """What becomes of one file."""

    path: str
    before: str = Field(pattern=_HASH)
    """SHA-256 of the old bytes; empty: nothing was there."""
    after: str = Field(pattern=_HASH)
    """SHA-256 of the new bytes; empty: nothing is there any more."""
    mode: int = Field(ge=0, le=PERMISSIONS)
    """The permissions of the old file; 0 when nothing was there."""
    new_mode: int = Field(ge=0, le=PERMISSIONS)
    size: int = Field(ge=0)
    """How many old bytes the journal holds."""


class Manifest(Value):
    """A whole transaction without the bytes."""

    token: str = Field(default_factory=lambda: secrets.token_hex(8), pattern=r"^[0-9a-f]{16}$")
    """Part of the name of every passing file, so that only our own are ever removed."""
    steps: tuple[Step, ...]
    made: tuple[str, ...]
    """The folders that were not there before, outermost first."""

    def part(self, number: int) -> str:
        """The name under which a step's file is written before it takes its place."""
        return f".roundtable-{self.token}-{number}.part"

    @property
    def touched(self) -> list[str]:
        """The folders in which a name comes, goes or changes its file; the root is empty."""
        paths = (*(step.path for step in self.steps), *self.made)
        return sorted({path.rpartition("/")[0] for path in paths})

    @property
    def files(self) -> tuple[WrittenFile, ...]:
        return tuple(
            WrittenFile(path=step.path, before=step.before, after=step.after) for step in self.steps
        )


@dataclass(frozen=True, slots=True)
class Journal:
    """A manifest and, for each of its steps, the old bytes; None: nothing was there."""

    manifest: Manifest
    old: tuple[bytes | None, ...]

    def encode(self) -> bytes:
        line = self.manifest.model_dump_json().encode()
        body = b"\n".join((line, b"".join(data or b"" for data in self.old)))
        return b"\n".join((_KIND + sha256(body).encode(), body))


def decode(data: bytes) -> Journal:
    """The journal of these bytes; Damaged unless it is whole and leads nowhere it must not.

    The folder of the journals may have come with a repository that somebody cloned, so a path in
    one is trusted no more than that of a model.
    """
    head, _, body = data.partition(b"\n")
    if head != _KIND + sha256(body).encode():
        raise Damaged("its checksum is not that of its content")
    line, _, rest = body.partition(b"\n")
    try:
        manifest = Manifest.model_validate_json(line)
    except ValidationError as error:
        raise Damaged(f"its manifest cannot be read ({error.error_count()} fields)") from error
    _require_places(manifest)
    return Journal(manifest, _old_bytes(manifest, rest))


def _require_places(manifest: Manifest) -> None:
    claimed = names.Claimed()
    for step in manifest.steps:
        if reason := why_protected(step.path) or claimed.clash(step.path):
            raise Damaged(f"it names {step.path!r}: {reason}")
        claimed.add(step.path)
    above = {folder for step in manifest.steps for folder in names.above(step.path)}
    if not above.issuperset(manifest.made):
        raise Damaged("it names a folder that holds none of its files")


def _old_bytes(manifest: Manifest, rest: bytes) -> tuple[bytes | None, ...]:
    old: list[bytes | None] = []
    start = 0
    for step in manifest.steps:
        data = rest[start : start + step.size]
        start += step.size
        if step.before and sha256(data) != step.before:
            raise Damaged(f"the old bytes of {step.path!r} are not those it speaks of")
        old.append(data if step.before else None)
    if start != len(rest):
        raise Damaged("it holds more bytes than its manifest speaks of")
    return tuple(old)
