"""The files that a build may copy, as an archive in memory: no disk of ours is touched."""

import base64
import binascii
import hashlib
import io
import posixpath
import tarfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

from roundtable.core.build_events import ProjectFile

_IGNORE = ".dockerignore"
_EXECUTABLE = 0o755
_PLAIN = 0o644


def context_of(files: Mapping[str, ProjectFile], folder: str) -> dict[str, bytes]:
    """The files below a folder of the project that a build may copy, by their paths there."""
    found = folder_of(files, folder)
    ignored = _ignored(found.get(_IGNORE, b"").decode("utf-8", "replace"))
    return {path: data for path, data in found.items() if not ignored(path)}


def folder_of(files: Mapping[str, ProjectFile], folder: str) -> dict[str, bytes]:
    """All of them, also what is left out of a build."""
    prefix = f"{folder.strip('/')}/" if folder.strip("/") not in ("", ".") else ""
    return {
        path.removeprefix(prefix): _content(file)
        for path, file in files.items()
        if path.startswith(prefix)
    }


def _ignored(text: str) -> Callable[[str], bool]:
    """What the project leaves out of its context. Its patterns are all meant from the top."""
    lines = text.removeprefix("\ufeff").splitlines()
    anchored = [found for line in lines if (found := _anchored(line))]
    if not anchored:
        return lambda _: False
    patterns = [GitIgnoreSpecPattern(line) for line in anchored]

    @cache
    def judged(path: str) -> tuple[bool, tuple[bool, ...]]:
        folder = posixpath.dirname(path)
        above = judged(folder)[1] if folder else (False,) * len(patterns)
        return _judged(path, patterns, above)

    return lambda path: judged(path)[0]


def _judged(
    path: str, patterns: Sequence[GitIgnoreSpecPattern], above: Sequence[bool]
) -> tuple[bool, tuple[bool, ...]]:
    """Whether it is left out, and which patterns hold for it and all that lies in it.

    As an engine does it, which is not git's way: the last that holds decides, also over what was
    left out with its folder; and one that brings back only counts where something was left out.
    """
    out, holding = False, []
    for pattern, inherited in zip(patterns, above, strict=True):
        counts = bool(pattern.include) != out
        holds = inherited or (counts and _is_meant(path, pattern))
        holding.append(holds)
        if holds:
            out = bool(pattern.include)
    return out, tuple(holding)


def _is_meant(path: str, pattern: GitIgnoreSpecPattern) -> bool:
    """Itself, and not only a folder that it lies in."""
    found = pattern.regex.match(path) if pattern.regex else None
    return found is not None and not found.groupdict().get("ps_d")


def _anchored(line: str) -> str:
    """As git writes it; empty: it is a comment, or means nothing below the top."""
    if line.startswith("#"):
        return ""
    pattern = line.strip()
    kept = "!" if pattern.startswith("!") else ""
    # An engine takes `.`, `..` and doubled slashes out before it compares; git knows none of them.
    path = posixpath.normpath(f"/{pattern.removeprefix('!').strip()}").lstrip("/")
    return f"{kept}/{path}" if path else ""


def _content(file: ProjectFile) -> bytes:
    if not file.binary:
        return file.text.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(file.text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def archive(files: Mapping[str, bytes]) -> bytes:
    """A tar of these files, the same for the same files whenever it is made."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in sorted(files):
            member = tarfile.TarInfo(path)
            member.size = len(files[path])
            # A session's files have no modes; what names its own interpreter is meant to be run.
            member.mode = _EXECUTABLE if files[path].startswith(b"#!") else _PLAIN
            tar.addfile(member, io.BytesIO(files[path]))
    return packed.getvalue()


def fingerprint(files: Mapping[str, bytes]) -> str:
    made = hashlib.sha256()
    for path in sorted(files):
        for part in (path.encode("utf-8", "surrogatepass"), files[path]):
            made.update(f"{len(part)}:".encode() + part)
    return made.hexdigest()
