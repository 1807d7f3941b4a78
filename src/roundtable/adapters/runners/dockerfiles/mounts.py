"""What a RUN has mounted: caches, memory, and files of the context or of an earlier stage."""

import posixpath
import re
from dataclasses import dataclass

from roundtable.adapters.runners.dockerfiles.scopes import Scope
from roundtable.adapters.runners.dockerfiles.syntax import Dockerfile, Instruction, Unreadable

KERNEL_PLACES = ("proc", "sys", "dev")
_SIZE = re.compile(r"([0-9]{1,15})(?:\.[0-9]{1,6})?([kmgt]?)i?b?", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")
_NOT_PLAIN = frozenset("$\\\"'`*?[,")
_TRUE = ("1", "t", "true")
_FALSE = ("0", "f", "false")
_SAME = {
    "src": "source",
    "dst": "target",
    "destination": "target",
    "ro": "readonly",
    "rw": "readwrite",
}
_OPTIONS = {
    "cache": {"id", "target", "readonly", "readwrite", "sharing", "mode", "uid", "gid"},
    "tmpfs": {"target", "size", "readwrite"},
    "bind": {"target", "source", "from", "readonly", "readwrite"},
}


@dataclass(frozen=True, slots=True)
class Cache:
    """A place that begins empty and is no part of the image."""

    target: str


@dataclass(frozen=True, slots=True)
class Memory:
    target: str
    size: int | None = None
    """In bytes, if the file says so."""


@dataclass(frozen=True, slots=True)
class Bind:
    stage: int | None
    """Whose files; None: those of the context."""
    source: str
    """Relative to the root of the stage or the context; empty: all of it."""
    target: str
    writable: bool = False
    """What is written there is no part of the image."""


Mount = Cache | Memory | Bind


def mounts(
    instruction: Instruction, scope: Scope, dockerfile: Dockerfile, stage: int
) -> tuple[Mount, ...]:
    """Raises Unreadable where one is not given."""
    said = [flag.value or "" for flag in instruction.flags if flag.name == "mount"]
    found = tuple(_mount(options, scope, dockerfile, stage) for options in said)
    targets = [mount.target for mount in found]
    if len(targets) != len(set(targets)):
        raise Unreadable("two mounts at one place")
    return found


def _mount(said: str, scope: Scope, dockerfile: Dockerfile, stage: int) -> Mount:
    options = _options(said, scope)
    kind = options.pop("type", "bind").lower()
    if kind in ("secret", "ssh"):
        raise Unreadable(f"no {kind} of the developer is given to a build")
    allowed = _OPTIONS.get(kind)
    if allowed is None:
        raise Unreadable(f"a mount of an unknown type ({kind})")
    for name in options:
        if name not in allowed:
            raise Unreadable(f"an option that a mount of type {kind} does not have here ({name})")
    for place in ("source", "target"):
        if set(options.get(place, "")) & _NOT_PLAIN:
            # What is mounted, and what it was made from, are known by this very name.
            raise Unreadable(f"a {place} of a mount that is no plain name: {options[place]}")
    target = _target(options.get("target", ""), scope)
    writable = _writable(options, kind != "bind")
    match kind:
        case "cache":
            _check_cache(options)
            return Cache(target)
        case "tmpfs":
            return Memory(target, _size(options["size"]) if "size" in options else None)
        case _:
            number = _from(options.get("from"), dockerfile, stage)
            return Bind(number, inner_path(options.get("source", "")), target, writable)


def _options(said: str, scope: Scope) -> dict[str, str]:
    if '"' in said or "\n" in said:
        raise Unreadable("quotes within a mount")
    options: dict[str, str] = {}
    for field in said.split(","):
        name, equals, value = field.partition("=")
        name = _SAME.get(name.lower(), name.lower())
        if not equals:
            if name not in ("readonly", "readwrite"):
                raise Unreadable(f"an option of a mount without a value ({field})")
            value = "true"
        if name == "from" and "$" in value:
            raise Unreadable("the builder expands no variable in from=")
        expanded = scope.expanded(value)
        if not expanded.certain:
            raise Unreadable("an option of a mount that depends on the image")
        if name in options:
            raise Unreadable(f"an option of a mount is given twice ({name})")
        options[name] = expanded.text
    return options


def _target(said: str, scope: Scope) -> str:
    if not said:
        raise Unreadable("a mount without a target")
    if said.startswith("/"):
        return safe_place(said)
    if scope.folder is None:
        raise Unreadable("a target relative to a folder that only the image knows: set WORKDIR")
    if ".." in said.split("/"):
        raise Unreadable("a place that leaves its folder")
    return safe_place(f"{scope.folder}/{said}")


def safe_place(path: str) -> str:
    """An absolute path inside, at which something may be mounted."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise Unreadable("a place that leaves its folder")
    if not parts or parts[0] in KERNEL_PLACES:
        raise Unreadable("a place that belongs to the system")
    if any(ch in ':,\\"' or not ch.isprintable() for ch in path):
        raise Unreadable("a place whose name could be read as an option")
    return "/" + "/".join(parts)


def inner_path(path: str) -> str:
    """A path within the context or a stage, relative to its root."""
    if re.match(r"[A-Za-z]:", path) or "\\" in path:
        raise Unreadable("a path with a drive letter or a backslash")
    if ".." in path.split("/"):
        raise Unreadable("a path that leaves the context")
    if not path.isprintable():
        raise Unreadable("a control character")
    clean = posixpath.normpath("/" + path.lstrip("/")).lstrip("/")
    if clean.startswith("-"):
        raise Unreadable("a path that could be read as an option")
    return clean


def _from(word: str | None, dockerfile: Dockerfile, stage: int) -> int | None:
    if word is None:
        return None
    number = dockerfile.stage_of(word, stage)
    if number is None:
        raise Unreadable("files of an image that is no earlier stage of this file")
    return number


def _writable(options: dict[str, str], by_itself: bool) -> bool:
    if "readonly" in options and "readwrite" in options:
        raise Unreadable("both readonly and readwrite")
    if "readonly" in options:
        return not _truth(options["readonly"])
    return _truth(options["readwrite"]) if "readwrite" in options else by_itself


def _truth(word: str) -> bool:
    if word.lower() not in (*_TRUE, *_FALSE):
        raise Unreadable(f"neither true nor false ({word})")
    return word.lower() in _TRUE


def _size(word: str) -> int:
    match = _SIZE.fullmatch(word)
    if match is None:
        raise Unreadable(f"no size ({word})")
    return int(match[1]) << (10 * ("kmgt".index(match[2].lower()) + 1 if match[2] else 0))


def _check_cache(options: dict[str, str]) -> None:
    for name in ("mode", "uid", "gid"):
        if name in options and not _NUMBER.fullmatch(options[name]):
            raise Unreadable(f"no number ({name}={options[name]})")
    if options.get("sharing", "shared").lower() not in ("shared", "private", "locked"):
        raise Unreadable("a way of sharing that is not known")
