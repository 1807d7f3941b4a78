"""Paths that a compose file names: those of the project, and those inside a container."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import PurePosixPath

_TARGET = re.compile(r"/[A-Za-z0-9._@+/-]+", re.ASCII)
_KERNEL = ("proc", "sys", "dev")
_PRIVATE = frozenset({".git", ".roundtable", ".ssh", ".aws", ".docker", ".gnupg", ".kube"})
_SAMPLES = (".example", ".sample", ".template", ".dist", ".defaults")
_SOCKET = re.compile(r"\.(?:sock|socket)$|(?:^|/)(?:docker|containerd|podman|crio)\.(?:sock|pipe)")


class Misplaced(ValueError):
    """A path that is not let through; its message is the reason."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The project's files, by their paths."""

    files: Collection[str]

    def has_file(self, path: str) -> bool:
        return path in self.files

    def has_folder(self, path: str) -> bool:
        return not path or any(name.startswith(f"{path}/") for name in self.files)


def in_project(path: str, base: str = "") -> str:
    """Relative to the project and in its shortest form; empty: the project itself."""
    if not path:
        raise Misplaced("a path stands here")
    if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:[\\/]", path):
        raise Misplaced(
            "it is a path of this machine, of which nothing is given; say one inside the project"
        )
    if any(sign in path for sign in ("\\", ":", "$")) or not path.isprintable():
        raise Misplaced("it has a sign that a path inside the project does not have")
    parts: list[str] = []
    for part in (*PurePosixPath(base).parts, *path.split("/")):
        if part == "..":
            if not parts:
                raise Misplaced("it leads out of the project")
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def to_copy(path: str) -> str:
    """A path of the project whose files may lie in a container."""
    inside = in_project(path)
    if _SOCKET.search(inside.lower()):
        raise Misplaced("a socket is not given to a container")
    if any(part.lower() in _PRIVATE for part in inside.split("/")):
        raise Misplaced("this folder is not given to a container")
    if is_variables_file(inside):
        raise Misplaced("a file of variables is the developer's; give it to the run explicitly")
    return inside


def in_container(path: str) -> str:
    """Absolute and in its shortest form, of signs that can stand in an option as they are."""
    if not path.startswith("/"):
        raise Misplaced("a place inside a container begins with /")
    if not _TARGET.fullmatch(path):
        raise Misplaced("it has a sign that a place inside a container may not have here")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise Misplaced("a place inside a container is said without ..")
    if not parts:
        raise Misplaced("the whole of a container's file system is not replaced")
    if parts[0] in _KERNEL and parts != ["dev", "shm"]:
        raise Misplaced("it belongs to the kernel")
    if _SOCKET.search(path.lower()):
        raise Misplaced("a socket is not given to a container")
    return "/" + "/".join(parts)


def is_variables_file(path: str) -> bool:
    """`.env` and its kind, which hold secrets; a sample of one does not."""
    name = PurePosixPath(path).name.lower()
    return name == ".env" or (name.startswith(".env.") and not name.endswith(_SAMPLES))
