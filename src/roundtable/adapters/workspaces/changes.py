"""What git tells of a repository's recent past: its latest commits and what has changed since."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from roundtable.adapters.workspaces.reading import decoded
from roundtable.adapters.workspaces.snapshot import Snapshot
from roundtable.core.parsing.text import one_line

MOST_COMMITS = 10
_MOST_RAW = 4 * 1024 * 1024
DIFF = (
    *("diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "--relative"),
    # Git would start another git inside a submodule, under that repository's configuration.
    "--ignore-submodules=all",
)
"""Compares without running anything that the repository names."""


@dataclass(frozen=True, slots=True)
class Change:
    path: str
    status: str
    """One letter, as git has it: M, A, D, T (its type has changed), U (a conflict)."""
    mode: str = field(default="", compare=False)
    """Six digits for what it has become: 100644 and 100755 are files, 120000 is a link."""
    content: str = field(default="", compare=False)
    """The object that holds it now; only noughts where git has not stored it."""


@dataclass(frozen=True, slots=True)
class Patch:
    text: str
    cut: bool


async def latest_commits(snapshot: Snapshot, commit: str) -> tuple[str, ...]:
    """One line each, newest first; none before the first commit."""
    if not commit:
        return ()
    output = await snapshot.ask(
        *("log", f"--max-count={MOST_COMMITS}", "-z", "--no-show-signature", "--no-color"),
        *("--no-decorate", "--encoding=UTF-8", "--date=short", "--format=%h %ad %s"),
        *("--end-of-options", commit),
        most=256 * 1024,
    )
    entries = decoded(output.data.replace(b"\0", b"\n")).split("\n")
    return tuple(one_line(entry, 160) for entry in entries if entry)[:MOST_COMMITS]


async def empty_tree(snapshot: Snapshot) -> str:
    """What a repository without a commit is compared with."""
    output = await snapshot.ask("hash-object", "-t", "tree", os.devnull, most=128)
    return output.data.decode("ascii", "replace").strip()


async def changed(snapshot: Snapshot, base: str, *more: str) -> tuple[Change, ...]:
    """The tracked files that differ from `base`, staged or not.

    `more` are further words to git, such as another side than the work tree.
    """
    words = (*DIFF, "--raw", "--no-abbrev", "-z", base, *more, "--")
    output = await snapshot.ask(*words, most=_MOST_RAW)
    fields = output.data.split(b"\0")[:-1]
    found: dict[str, Change] = {}
    for facts, path in zip(fields[::2], fields[1::2], strict=False):
        _, mode, _, content, letter = facts.decode("ascii", "replace").split(" ")
        # A file in conflict is listed twice; that it is one says more.
        if os.fsdecode(path) not in found:
            found[os.fsdecode(path)] = Change(os.fsdecode(path), letter[:1], mode, content)
    return tuple(found.values())


async def filtered(snapshot: Snapshot, paths: Sequence[str]) -> frozenset[str]:
    """Those that git would pass through a command before it compares them."""
    if not paths:
        return frozenset()
    output = await snapshot.ask("check-attr", "-z", "filter", "--", *paths, most=_MOST_RAW)
    fields = output.data.split(b"\0")[:-1]
    triples = zip(fields[::3], fields[2::3], strict=False)
    return frozenset(
        os.fsdecode(path) for path, value in triples if value not in (b"unspecified", b"unset")
    )


async def patch(snapshot: Snapshot, base: str, paths: Sequence[str], most: int) -> Patch:
    """The differences in these files, up to so many bytes."""
    if not paths:
        return Patch("", cut=False)
    output = await snapshot.ask(
        *(*DIFF, "--patch", "--unified=3", "--src-prefix=a/", "--dst-prefix=b/"),
        *(base, "--", *paths),
        most=most,
    )
    data = output.data[: output.data.rfind(b"\n") + 1] if output.cut else output.data
    return Patch(decoded(data), output.cut)
