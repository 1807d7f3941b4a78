"""Rust: `mod x;` has its file."""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.standing import (
    FINE,
    Found,
    Lack,
    Standing,
    Want,
    captured,
    folder_of,
    joined,
)

_ELSEWHERE: Final = re.compile(r"\bpath\b|\bcfg(?:_attr)?\s*\(\s*(?!test\b)")
"""Attributes by which a module's file lies elsewhere, or need not be there."""


class RustOrigins:
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def wants(self, path: str) -> Iterator[Want]:
        for node in captured(self._standing.tree(path), "(source_file (mod_item !body) @mod)"):
            if not _ELSEWHERE.search(_attributes(node)):
                yield Want(field_text(node, "name"), line=node.start_point[0] + 1)

    def look(self, want: Want, path: str) -> Found:
        """Beside the file or below its name: which of the two depends on what Cargo says."""
        stem = path.removesuffix(".rs")
        name = want.module.removeprefix("r#")
        starts = [joined(folder, name) for folder in (folder_of(path), stem)]
        tries = [one for start in starts for one in (f"{start}.rs", f"{start}/mod.rs")]
        files = tuple(one for one in tries if one in self._standing.paths)
        if files or any(self._standing.ignores(one) for one in tries):
            return Found(files)
        return Found(lack=Lack(f"but neither {tries[0]} nor {tries[1]} is there")) if name else FINE

    def offers(self, path: str) -> frozenset[str] | None:
        return frozenset()


def _attributes(node: Node) -> str:
    texts: list[str] = []
    above = node.prev_named_sibling
    while above is not None and above.type in ("attribute_item", "line_comment", "block_comment"):
        texts.append(text_of(above) if above.type == "attribute_item" else "")
        above = above.prev_named_sibling
    return " ".join(texts)


origins = RustOrigins
