"""What a service writes to and sees: volumes of the run, copies of the project's files, memory."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import Keys, admit
from roundtable.adapters.runners.composing.docket import as_written
from roundtable.adapters.runners.composing.giving import Given, read_given
from roundtable.adapters.runners.composing.labels import check_labels
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.composing.places import Misplaced, in_container, to_copy
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.values import (
    fields_of,
    flag_of,
    is_empty,
    scalars_of,
    text_of,
)
from roundtable.adapters.runners.plans import Copy, Mount

_READ_ONLY = "ro"
_MODES = frozenset({"ro", "rw", "z", "Z", "cached", "delegated", "consistent", "nocopy"})
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]")
_KEYS = ("volumes", "tmpfs", "secrets", "configs")
_MOST = 32
_ALWAYS = ("/tmp", "/dev/shm")  # noqa: S108 -- places inside
"""Every service has memory of its own there."""


@dataclass(slots=True)
class Storage:
    mounts: list[Mount] = field(default_factory=list)
    copies: list[Copy] = field(default_factory=list)
    tmpfs: list[str] = field(default_factory=list)


def read_storage(entries: Mapping[str, Entry], service: str, project: Project) -> Storage:
    reader = _Reader(service, project)
    if entry := entries.get("volumes"):
        if isinstance(entry.value, Items):
            for node in entry.value.items:
                reader.volume(node)
        elif not is_empty(entry.value):
            project.docket.refuse_entry(entry, "a list of volumes stands here")
    for node in scalars_of(entries.get("tmpfs"), project.docket):
        reader.memory(node)
    for given in read_given(entries, service, project):
        reader.given(given)
    reader.check_hidden()
    found = reader.found
    places = [*(m.target for m in found.mounts), *(c.target for c in found.copies), *found.tmpfs]
    if len(places) > _MOST or len(set(places)) < len(places):
        line = next(entries[key].line for key in _KEYS if key in entries)
        reason = f"each place is named once, and there are {_MOST} at most"
        project.docket.refuse(line, f"{service}: volumes", reason)
    return found


class _Reader:
    def __init__(self, service: str, project: Project) -> None:
        self.found = Storage()
        self._service = service
        self._project = project
        self._docket = project.docket
        self._line = 0
        self._copied: list[tuple[int, str, str]] = []
        """Of each copy the line, what is written there, and its place."""

    def check_hidden(self) -> None:
        """A copy lies in the image, and what is mounted at or above its place lies over it."""
        mounted = [*_ALWAYS, *self.found.tmpfs, *(mount.target for mount in self.found.mounts)]
        for line, shown, place in self._copied:
            over = next((one for one in mounted if f"{place}/".startswith(f"{one}/")), None)
            if over is not None:
                reason = f"{over} is mounted over it, so these files would not be seen there"
                self._docket.refuse(line, shown, f"{reason}; say another place")

    def volume(self, node: Node) -> None:
        self._line = node.line
        if isinstance(node, Fields):
            self._long(node)
        elif isinstance(node, Scalar) and node.kind == "text":
            try:
                self._short(node)
            except Misplaced as refused:
                self._docket.refuse_item(node, str(refused))
        else:
            self._docket.refuse_item(node, "a volume stands here")

    def given(self, given: Given) -> None:
        """A secret or a config, whose file lies there as if it were mounted."""
        self._line = given.line
        self._copy(given.path, given.place, given.shown)

    def memory(self, node: Scalar) -> None:
        place, _, options = node.text.partition(":")
        try:
            self.found.tmpfs.append(in_container(place))
        except Misplaced as refused:
            self._docket.refuse_item(node, str(refused))
        if options:
            self._docket.note(f"{self._service}: of tmpfs {node.source} the place is taken alone")

    def _short(self, node: Scalar) -> None:
        parts = node.text.split(":")
        if len(parts) == 1:
            self._anonymous(node.text, node.source)
            return
        modes = parts[2].split(",") if len(parts) == 3 else []
        if len(parts) > 3 or not _MODES.issuperset(modes):
            if _WINDOWS.match(node.text):
                to_copy(node.text)
            raise Misplaced("a volume is NAME:/place or ./path:/place, and :ro where it is read")
        self._sourced(parts[0], parts[1], _READ_ONLY in modes, node.source)

    def _sourced(self, source: str, target: str, read_only: bool, shown: str) -> None:
        if source.startswith((".", "/", "~", "\\", "$")) or source[1:2] == ":":
            self._bind(source, target, shown)
        else:
            self._named(source, target, read_only)

    def _long(self, fields: Fields) -> None:
        taken, _ = admit(fields, keys.PLACE, self._docket)
        self._check_options(taken)
        target = text_of(taken.get("target"), self._docket)
        if target is None:
            self._docket.refuse_item(fields, "a volume says its target, the place inside")
            return
        try:
            in_container(target)
        except Misplaced as refused:
            self._docket.refuse_entry(taken["target"], str(refused))
            return
        try:
            self._long_sourced(taken, target)
        except Misplaced as refused:
            blamed = taken.get("source", taken.get("type", taken["target"]))
            self._docket.refuse_entry(blamed, str(refused))

    def _long_sourced(self, taken: Mapping[str, Entry], target: str) -> None:
        kind = text_of(taken.get("type"), self._docket)
        source = text_of(taken.get("source"), self._docket) or ""
        words = as_written(taken["source" if source else "target"].value)
        if kind == "bind":
            self._bind(source, target, words)
        elif kind == "tmpfs" and not source:
            self.found.tmpfs.append(in_container(target))
        elif kind in ("volume", None, "") and not source:
            self._anonymous(target, words)
        elif kind == "volume":
            self._named(source, target, flag_of(taken.get("read_only"), self._docket))
        else:
            raise Misplaced("the type of a volume is volume, bind or tmpfs")

    def _check_options(self, taken: Mapping[str, Entry]) -> None:
        kinds: tuple[tuple[str, Keys], ...] = (
            ("bind", keys.BIND),
            ("volume", keys.VOLUME_OPTIONS),
            ("tmpfs", keys.TMPFS_OPTIONS),
        )
        for key, allowed in kinds:
            fields = fields_of(taken.get(key), self._docket)
            if fields is None:
                continue
            options, _ = admit(fields, allowed, self._docket)
            check_labels(options.get("labels"), self._docket)
            if text_of(options.get("propagation"), self._docket) not in (None, "", "rprivate"):
                self._docket.refuse_entry(options["propagation"], "mounts are not passed on")

    def _anonymous(self, target: str, shown: str) -> None:
        self.found.mounts.append(Mount.unnamed(self._service, in_container(target)))
        self._docket.note(f"{self._service}: {shown} is in memory, and gone with the run")

    def _named(self, name: str, target: str, read_only: bool) -> None:
        if name not in self._project.volumes:
            raise Misplaced(
                "the volume is not declared under volumes; a path of the project begins with ./"
            )
        self.found.mounts.append(Mount(name, in_container(target), read_only))

    def _bind(self, source: str, target: str, shown: str) -> None:
        path = to_copy(source)
        place = in_container(target)
        tree = self._project.tree
        if tree.has_file(path) or tree.has_folder(path):
            self._copy(path, place, shown)
        else:
            self.found.tmpfs.append(place)
            self._docket.note(
                f"{self._service}: {shown} is not in the project: it has an empty place in memory"
            )

    def _copy(self, path: str, place: str, shown: str) -> None:
        self.found.copies.append(Copy(path, place))
        self._copied.append((self._line, shown, place))
        self._docket.note(
            f"{self._service}: for {shown} it has a copy of these files, which is not live and"
            " cannot be written to"
        )
