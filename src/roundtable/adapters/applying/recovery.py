"""Brings a project back to where a commit mark says it is, after whatever broke off."""

from typing import Literal

from roundtable.adapters.applying.journal import Journal
from roundtable.adapters.applying.records import Records, Unfinished
from roundtable.adapters.applying.transaction import remove_made, take_back
from roundtable.core.values import Value


class Kept(Value):
    """A file that somebody has edited since: it stays as it is."""

    path: str
    old: str
    """The file below the root that has the bytes from before; empty: there were none."""


class Recovered(Value):
    """What broke off before its commit mark, and was taken back."""

    name: str
    what: Literal["write", "undo"]
    restored: tuple[str, ...]
    """The files that were put back as they were before."""
    kept: tuple[Kept, ...]
    """The files that were not."""


def recover(root: int, records: Records) -> tuple[Recovered, ...]:
    """Take back what has no commit mark; it may break off itself, and be done again."""
    found = []
    for name, stage in records.unfinished():
        if stage == "undoing" and not records.has(name, "written"):
            finish_undo(root, records, name)
        elif journal := records.read(name, stage):
            found.append(_take_back(root, records, name, stage, journal))
    records.sweep()
    return tuple(found)


def finish_undo(root: int, records: Records, name: str) -> None:
    """What follows the commit mark of an undo: the folders go that were made for the files."""
    if undone := records.read(name, "undone"):
        remove_made(root, undone.manifest)
    records.drop(name, "undoing")


def _take_back(
    root: int, records: Records, name: str, stage: Unfinished, journal: Journal
) -> Recovered:
    taken = take_back(root, journal)
    kept = tuple(
        Kept(path=step.path, old="" if old is None else records.set_aside(name, old))
        for step, old in taken.edited
    )
    records.drop(name, stage)
    what: Literal["write", "undo"] = "write" if stage == "writing" else "undo"
    return Recovered(name=name, what=what, restored=taken.restored, kept=kept)
