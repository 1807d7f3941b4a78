"""Secrets and configs: files of the project under another name. Nothing else is given by them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket, as_written
from roundtable.adapters.runners.composing.networks import PLAIN
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.composing.places import Misplaced, Tree, in_container, to_copy
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.values import fields_of, is_empty, text_of

_FOLDERS = {"secrets": "/run/secrets/", "configs": "/"}
"""Where they lie if a service does not say otherwise."""


@dataclass(frozen=True, slots=True)
class Given:
    """A file of the project, and where a service finds it."""

    path: str
    place: str
    line: int
    shown: str


def declared_given(entry: Entry | None, tree: Tree, docket: Docket) -> dict[str, str]:
    """By name the file of each; empty where it was refused."""
    fields = fields_of(entry, docket)
    found: dict[str, str] = {}
    for one in fields.entries if fields else ():
        if one.key.startswith("x-"):
            continue
        if not PLAIN.fullmatch(one.key):
            docket.refuse(one.line, one.key, "a name is of letters, digits, _ . and -")
            continue
        found[one.key] = _file(one, tree, docket)
    return found


def _file(entry: Entry, tree: Tree, docket: Docket) -> str:
    refused_before = docket.count
    options = fields_of(entry, docket)
    taken = admit(options, keys.GIVEN, docket)[0] if options else {}
    path = text_of(taken.get("file"), docket)
    if docket.count > refused_before:
        return ""
    if not path:
        docket.refuse_entry(entry, "only a file of the project is given: file: ./path")
        return ""
    try:
        inside = to_copy(path)
    except Misplaced as refused:
        docket.refuse_entry(taken["file"], str(refused))
        return ""
    if not tree.has_file(inside):
        docket.refuse_entry(taken["file"], "there is no such file in the project")
        return ""
    return inside


def read_given(entries: Mapping[str, Entry], service: str, project: Project) -> Iterator[Given]:
    """What a service takes of them."""
    for kind, declared in (("secrets", project.secrets), ("configs", project.configs)):
        entry = entries.get(kind)
        if entry is None or is_empty(entry.value):
            continue
        if not isinstance(entry.value, Items):
            project.docket.refuse_entry(entry, f"a list of {kind} stands here")
            continue
        for node in entry.value.items:
            if given := _one(node, kind, declared, project.docket):
                yield given


def _one(node: Node, kind: str, declared: Mapping[str, str], docket: Docket) -> Given | None:
    name, target = _said(node, docket)
    if name is None:
        docket.refuse_item(node, f"the name of one of the {kind} stands here")
        return None
    if name.text not in declared:
        docket.refuse(name.line, f"{kind}: {name.source}", f"it is not declared under {kind}")
        return None
    place = target.text if target and target.text else name.text
    try:
        inside = in_container(place if place.startswith("/") else _FOLDERS[kind] + place)
    except Misplaced as refused:
        docket.refuse_item(node, str(refused))
        return None
    path = declared[name.text]
    return Given(path, inside, node.line, f"{kind}: {as_written(name)}") if path else None


def _said(node: Node, docket: Docket) -> tuple[Scalar | None, Scalar | None]:
    """Its name, and the place that it asks for."""
    if isinstance(node, Scalar):
        return (node if node.kind == "text" and node.text else None), None
    if not isinstance(node, Fields):
        return None, None
    taken, _ = admit(node, keys.GIVEN_TO, docket)
    name, target = (taken[key].value if key in taken else None for key in ("source", "target"))
    if target is not None and not isinstance(target, Scalar):
        return None, None
    return (name if isinstance(name, Scalar) and name.text else None), target
