"""Rust's `use` lines: read as a tree of paths, and added one by one."""

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.importing.lines import after, at_top
from roundtable.merge.imports import Import, imports_of
from roundtable.merge.units import Split, split


def imports(node: Node) -> Iterator[Import]:
    if node.type == "extern_crate_declaration":
        crate = field_text(node, "name")
        name = field_text(node, "alias") or crate
        yield Import(name, crate, crate, text_of(node).strip(), node=node)
    elif node.type == "use_declaration":
        argument = node.child_by_field_name("argument")
        for path, name in _paths(argument, "") if argument else ():
            module = path.rpartition("::")[0]
            shown = path if path.rpartition("::")[2] in (name, "*") else f"{path} as {name}"
            yield Import(name, path, module, f"use {shown};", node=node)


def _paths(node: Node, prefix: str) -> Iterator[tuple[str, str]]:
    """Every path that a `use` names, with the name it binds."""
    if node.type == "use_list":
        for child in node.named_children:
            if not child.type.endswith("comment"):
                yield from _paths(child, prefix)
    elif node.type == "scoped_use_list":
        inner, listed = field_text(node, "path"), node.child_by_field_name("list")
        if listed is not None:
            yield from _paths(listed, _joined(prefix, inner))
    elif node.type == "use_as_clause":
        yield _joined(prefix, field_text(node, "path")), field_text(node, "alias")
    elif node.type == "use_wildcard":
        inner = "".join(text_of(node).split()).removesuffix("*").removesuffix("::")
        yield _joined(_joined(prefix, inner), "*"), "*"
    elif node.type == "self":
        yield prefix, prefix.rpartition("::")[2]
    else:
        path = _joined(prefix, "".join(text_of(node).split()))
        yield path, path.rpartition("::")[2]


def _joined(prefix: str, path: str) -> str:
    return f"{prefix}::{path}" if prefix and path else prefix or path


def add(into: Split, wanted: Sequence[Import]) -> bytes:
    current = into
    for one in wanted:
        current = split(current.path, _add(current, one))
    return current.source


def _add(into: Split, one: Import) -> bytes:
    held = [other for other in imports_of(into) if other.node is not None]
    root = one.origin.partition("::")[0]
    near = [other for other in held if other.origin.partition("::")[0] == root]
    beside = (near or held)[-1:]
    if beside and beside[0].node is not None:
        return after(into, beside[0].node, [one.line])
    return at_top(into, [one.line], _is_preamble)


def _is_preamble(node: Node) -> bool:
    return node.type == "inner_attribute_item"
