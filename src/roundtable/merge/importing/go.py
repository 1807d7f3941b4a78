"""Go's imports: read, and added to the group in brackets where there is one."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.importing.lines import after, at_top
from roundtable.merge.imports import Import, imports_of
from roundtable.merge.indent import lead_at, look_of
from roundtable.merge.units import Split, split

_VERSION: Final = re.compile(r"v\d+")
_DOTTED: Final = re.compile(r"\.v\d+$")


def imports(node: Node) -> Iterator[Import]:
    for spec in _specs(node):
        path = field_text(spec, "path").strip('"`')
        alias = field_text(spec, "name")
        if alias == "_":
            continue
        name = "*" if alias == "." else alias or package_of(path)
        text = " ".join(text_of(spec).split())
        yield Import(name, path, path, f"import {text}", text, node=spec)


def _specs(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "import_spec":
            yield child
        elif child.type == "import_spec_list":
            yield from _specs(child)


def package_of(path: str) -> str:
    """The name that a package most likely has: `yaml` for `gopkg.in/yaml.v3`."""
    parts = [part for part in path.split("/") if part]
    if len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    last = _DOTTED.sub("", parts[-1]) if parts else path
    return last.removeprefix("go-").removesuffix("-go").rpartition("-")[2]


def add(into: Split, wanted: Sequence[Import]) -> bytes:
    current = into
    for one in wanted:
        current = split(current.path, _add(current, one))
    return current.source


def _add(into: Split, one: Import) -> bytes:
    held = [other for other in imports_of(into) if other.node is not None]
    grouped = [
        h for h in held if h.node and h.node.parent and h.node.parent.type != "import_declaration"
    ]
    if grouped:
        same = [other for other in grouped if _is_own(other.module) == _is_own(one.module)]
        beside = (same or grouped)[-1].node
        assert beside is not None
        lead = lead_at(into.source, beside.start_byte).decode()
        return after(into, beside, [lead + one.item], blank=not same)
    if held and held[-1].node is not None:
        return _into_group(into, held[-1].node, one)
    return at_top(into, [one.line], lambda node: node.type == "package_clause")


def _is_own(path: str) -> bool:
    """Whether a package is of the standard library: its first part names no host."""
    return "." not in path.partition("/")[0]


def _into_group(into: Split, spec: Node, one: Import) -> bytes:
    """`import "a"` becomes a group in brackets."""
    newline = look_of(into).newline
    first = (spec.text or b"").strip()
    gap = newline * (1 if _is_own(text_of(spec).strip('"')) == _is_own(one.module) else 2)
    lines = b"(" + newline + b"\t" + first + gap + b"\t" + one.item.encode() + newline + b")"
    return into.source[: spec.start_byte] + lines + into.source[spec.end_byte :]
