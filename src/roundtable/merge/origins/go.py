"""Go: a package of the module's own is a folder with Go files in it."""

import re
from collections.abc import Iterator
from typing import Final

from roundtable.merge.cutting import text_of
from roundtable.merge.standing import (
    FINE,
    Found,
    Lack,
    Standing,
    Want,
    captured,
    joined,
    upward,
)

_MODULE: Final = re.compile(r"^\s*module\s+\"?([^\s\"]+)", re.MULTILINE)
_SOURCES: Final = (".go", ".proto", ".s", ".c")


class GoOrigins:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def wants(self, path: str) -> Iterator[Want]:
        for node in captured(self._standing.tree(path), "(import_spec path: (_) @path)"):
            yield Want(text_of(node).strip('"`'), line=node.start_point[0] + 1)

    def look(self, want: Want, path: str) -> Found:
        """Silent on all but packages below the nearest go.mod's own name."""
        standing = self._standing
        home = next((f for f in upward(path) if joined(f, "go.mod") in standing.paths), None)
        text = standing.text(joined(home, "go.mod")) if home is not None else None
        found = _MODULE.search(text or "")
        if home is None or not text or not found:
            return FINE
        below = want.module.removeprefix(found.group(1))
        if below == want.module or not below.startswith("/"):
            return FINE
        folder = joined(home, below.strip("/"))
        here = standing.folders.get(folder, frozenset())
        files = tuple(sorted(joined(folder, one) for one in here if one.endswith(_SOURCES)))
        if files or standing.ignores(folder) or self._is_anothers(folder, home, want.module, text):
            return Found(files)
        return Found(lack=Lack(f"but no Go file stands in {folder}"))

    def _is_anothers(self, folder: str, home: str, module: str, text: str) -> bool:
        """A part of the name space that is a module of its own, here or elsewhere."""
        steps = module.split("/")
        names = ("/".join(steps[: count + 1]) for count in range(len(steps)))
        apart = any(re.search(rf"\s{re.escape(name)}\s+(?:v\d|=>)", text) for name in names)
        inner = (f for f in upward(f"{folder}/x") if f.startswith(home) and f != home)
        return apart or any(joined(one, "go.mod") in self._standing.paths for one in inner)

    def offers(self, path: str) -> frozenset[str] | None:
        return frozenset()


origins = GoOrigins
