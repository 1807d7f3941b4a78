"""Shows a tree of files as a list that stays short: deep folders of a large tree become counts."""

from collections import Counter
from collections.abc import Collection

from roundtable.adapters.workspaces.visibility import shown

MOST_LINES = 1_000
_DEEPEST = 12


def outline(paths: Collection[str], most: int = MOST_LINES) -> str:
    """All paths if they are few, else the deepest folders that still give few enough lines."""
    if len(paths) <= most:
        return "\n".join(shown(path) for path in sorted(paths))
    lines: list[str] = []
    for depth in range(1, _DEEPEST + 1):
        deeper = _at_depth(paths, depth)
        if lines and len(deeper) > most:
            break
        lines = deeper
    rest = len(lines) - most
    return "\n".join([*lines[:most], *([f"[and {rest:,} more]"] if rest > 0 else [])])


def _at_depth(paths: Collection[str], depth: int) -> list[str]:
    """Files that lie at most so deep, and for the others their folder there with a count."""
    count = Counter[str]()
    for path in paths:
        parts = path.split("/")
        count["/".join(parts[:depth]) + ("/" if len(parts) > depth else "")] += 1
    return [
        f"{shown(name)} ({many:,} files)" if name.endswith("/") else shown(name)
        for name, many in sorted(count.items())
    ]
