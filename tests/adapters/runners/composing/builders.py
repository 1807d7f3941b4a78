"""Pieces of a compose file, read as the whole is, for tests of a single part."""

from collections.abc import Mapping

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.interpolation import Filler
from roundtable.adapters.runners.composing.nodes import Entry, Fields
from roundtable.adapters.runners.composing.places import Tree
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.tree import read_tree

PATH = "compose.yaml"


def entries_of(text: str, docket: Docket, **variables: str) -> dict[str, Entry]:
    root = Filler(variables, docket).filled(read_tree(text, docket))
    assert isinstance(root, Fields)
    return {entry.key: entry for entry in root.entries}


def project_of(
    docket: Docket,
    files: Mapping[str, str] | None = None,
    variables: Mapping[str, str] | None = None,
    volumes: tuple[str, ...] = (),
    networks: tuple[str, ...] = ("default",),
) -> Project:
    found = files or {}
    given = variables or {}
    return Project(
        PATH, found, Tree(found), given, variables is not None, docket, volumes, networks
    )


def reasons(docket: Docket) -> list[str]:
    return [refusal.reason for refusal in docket.refusals]
