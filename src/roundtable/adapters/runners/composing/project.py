"""What every part of a compose file is read against."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.places import Tree


@dataclass(frozen=True, slots=True)
class Project:
    path: str
    """Of the compose file."""
    files: Mapping[str, str]
    tree: Tree
    variables: Mapping[str, str]
    has_variables: bool
    docket: Docket
    volumes: Collection[str]
    """The named ones that the file declares."""
    networks: Collection[str]
    secrets: Mapping[str, str] = field(default_factory=dict)
    configs: Mapping[str, str] = field(default_factory=dict)
    """By name the file of the project that each stands for; empty: it is refused already."""
    built: Collection[str] = ()
    """The names that its services give to images which they build."""
