"""What a tree depends on, read from its files: what has to be installed before its tests can run.

Nothing is installed here. The words and the files that are given on depend on the requirements
alone, so that candidates with the same requirements share what is made of them.
"""

import json
import posixpath
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from roundtable.adapters.checking.tools import plain
from roundtable.core.checks import Tree

PYTHON_PLACE = "/opt/libraries"
"""Where Python's packages are put, inside."""
NODE_PLACE = "/node_modules"
"""Where node looks last, from whatever folder."""
OURS = "roundtable-requirements.txt"
_MANIFEST = "requirements.txt"
_NAME = re.compile(r"([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")
_INCLUDE = re.compile(r"(?:-r|--requirement)(?:\s+|\s*=\s*|(?<=-r))(\S+)$")
_CONSTRAINT = re.compile(r"(?:-c|--constraint)(?:\s+|\s*=\s*|(?<=-c))(\S+)$")
_LINKS = re.compile(r"(?:-f|--find-links)(?:\s+|\s*=\s*|(?<=-f))(\S+)$")
_EDITABLE = re.compile(r"(?:-e|--editable)(?:\s+|\s*=\s*)(\S+)$")
_COMMENT = re.compile(r"(^|\s)#.*$")
_ELSEWHERE = re.compile(r"[a-z0-9+]+://|git\+|@\s*[a-z]")
_PIP = (
    "python3", "-m", "pip", "install", "--no-cache-dir", "--no-input", "--quiet",
    "--disable-pip-version-check", "--root-user-action", "ignore", "--target", PYTHON_PLACE,
)  # fmt: skip
_NPM = (
    "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--omit=dev",
    "--install-links", "--loglevel=error",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What is to be installed, and all that the installer is shown."""

    wanted: tuple[str, ...]
    """As they are named, for a person."""
    files: Mapping[str, bytes]
    """By their paths in the installer's folder."""
    online: tuple[str, ...]
    """The installer's words where it may reach others."""
    offline: tuple[str, ...]
    """Those where it may not."""
    carried: bool
    """Whether the project carries along what could be installed without a network."""


def of_python(
    tree: Tree, vendored: Mapping[str, bytes], there: Collection[str]
) -> Dependencies | None:
    """From requirements.txt and pyproject.toml; None where there is nothing to install.

    `vendored`: files that are no text, such as wheels; `there`: packages that every check has.
    """
    reading = _Reading(tree, there)
    for line in _declared(tree.get("pyproject.toml", "")):
        reading.take(line, "")
    reading.read(_MANIFEST)
    if not reading.wanted:
        return None
    files = {path: tree[path].encode("utf-8", "replace") for path in reading.constraints}
    for folder in reading.folders:
        files |= _below(folder, tree, vendored)
    files[OURS] = "".join(f"{line}\n" for line in reading.lines).encode("utf-8", "replace")
    return Dependencies(
        wanted=tuple(reading.wanted),
        files=files,
        online=(*_PIP, "-r", OURS),
        offline=(*_PIP, "--no-index", "-r", OURS),
        carried=len(files) > 1 + len(reading.constraints),
    )


def of_node(tree: Tree, vendored: Mapping[str, bytes]) -> Dependencies | None:
    """From package.json, with its lock file; None where there is nothing to install."""
    named = _packages(tree.get("package.json", ""))
    if not named:
        return None
    locks = [path for path in ("package-lock.json", "npm-shrinkwrap.json") if path in tree]
    files = {path: tree[path].encode("utf-8", "replace") for path in ("package.json", *locks)}
    local = [place for place in (_local(version) for version in named.values()) if place]
    for place in local:
        files |= _below(place, tree, vendored)
    words = ("npm", "ci" if locks else "install", *_NPM)
    return Dependencies(
        wanted=tuple(named),
        files=files,
        online=words,
        offline=(*words, "--offline"),
        carried=len(local) == len(named),
    )


@dataclass
class _Reading:
    """Requirement files, one after the other, as one."""

    tree: Tree
    there: Collection[str]
    wanted: dict[str, None] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    constraints: dict[str, None] = field(default_factory=dict)
    folders: dict[str, None] = field(default_factory=dict)
    _read: set[str] = field(default_factory=set)

    def read(self, path: str) -> None:
        if path in self._read or path not in self.tree:
            return
        self._read.add(path)
        text = self.tree[path].replace("\\\n", " ")
        for line in text.splitlines():
            self.take(_COMMENT.sub("", line).strip(), posixpath.dirname(path))

    def take(self, line: str, folder: str) -> None:
        if not line:
            return
        if found := _INCLUDE.match(line):
            self.read(_inside(folder, found.group(1)))
        elif found := _CONSTRAINT.match(line):
            self._constrain(_inside(folder, found.group(1)))
        elif found := _LINKS.match(line):
            self._link(found.group(1), folder)
        elif line.startswith("-") and not _EDITABLE.match(line):
            self.lines.append(line)
        else:
            self._require(line, folder)

    def _constrain(self, path: str) -> None:
        if path in self.tree:
            self.constraints[path] = None
            self.lines.append(f"-c {path}")

    def _link(self, place: str, folder: str) -> None:
        if _ELSEWHERE.match(place):
            self.lines.append(f"--find-links {place}")
        elif path := _inside(folder, place):
            self.folders[path] = None
            self.lines.append(f"--find-links {path}")

    def _require(self, line: str, folder: str) -> None:
        editable = _EDITABLE.match(line)
        place = editable.group(1) if editable else line
        if place.startswith((".", "/", "file:")):
            # The project itself needs no installing: its modules are found where they are.
            path = _inside(folder, place.removeprefix("file:").partition("[")[0])
            if path:
                self.folders[path] = None
                self.wanted[path] = None
                self.lines.append(f"./{path}")
            return
        named = _NAME.match(place)
        name = named.group(1) if named else place
        if plain(name) not in self.there:
            self.wanted[name] = None
            self.lines.append(place)


def _inside(folder: str, path: str) -> str:
    """A path of the tree; empty where it is the whole tree, or leads out of it."""
    joined = posixpath.normpath(posixpath.join(folder, path))
    return "" if joined == "." or joined.startswith(("..", "/")) else joined


def _below(place: str, tree: Tree, vendored: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    def wanted(path: str) -> bool:
        return path == place or path.startswith(f"{place}/")

    for path, text in tree.items():
        if wanted(path):
            yield path, text.encode("utf-8", "replace")
    for path, data in vendored.items():
        if wanted(path):
            yield path, data


def _declared(text: str) -> list[str]:
    try:
        project = tomllib.loads(text).get("project")
    except (ValueError, RecursionError):
        return []
    listed = project.get("dependencies") if isinstance(project, dict) else None
    if not isinstance(listed, list):
        return []
    return [line.strip() for line in listed if isinstance(line, str)]


def _packages(text: str) -> dict[str, str]:
    try:
        named = json.loads(text or "{}").get("dependencies")
    except (ValueError, RecursionError, AttributeError):
        return {}
    if not isinstance(named, dict):
        return {}
    return {name: version for name, version in named.items() if isinstance(version, str)}


def _local(version: str) -> str:
    return _inside("", version.removeprefix("file:")) if version.startswith("file:") else ""
