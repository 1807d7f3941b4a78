"""Where Java files are cut. Overloads are told apart by the types of their parameters."""

from collections import Counter
from typing import Final

from tree_sitter import Node

from roundtable.core.units import UnitKind
from roundtable.merge.cutting import (
    Cut,
    cut_of,
    field_text,
    fill,
    gather,
    label_of,
    text_of,
)

_CONTAINERS: Final[dict[str, UnitKind]] = {
    "class_declaration": "class",
    "record_declaration": "class",
    "enum_declaration": "class",
    "interface_declaration": "type",
    "annotation_type_declaration": "type",
}
_METHODS: Final = frozenset(
    {"method_declaration", "constructor_declaration", "compact_constructor_declaration"}
)
_SILENT: Final = frozenset({";", "{", "}", ","})


def cut(root: Node) -> list[Cut]:
    return gather(root.children, lambda node: _classify(node, ""))


def _classify(node: Node, parent: str) -> Cut | None:
    if node.type in _SILENT:
        return None
    if node.type == "package_declaration":
        return cut_of("statement", "package", node)
    if node.type == "import_declaration":
        found = cut_of("imports", "imports", node)
        found.joins = True
        return found
    prefix = f"{parent}." if parent else ""
    if node.type in _CONTAINERS:
        found = _container(node, prefix + field_text(node, "name"))
    elif node.type in _METHODS:
        found = cut_of("method", prefix + field_text(node, "name"), node)
        found.overload = _types(node)
    else:
        found = cut_of("statement", prefix + label_of(node), node)
        found.own = bool(parent)
    found.parent = parent
    return found


def _container(node: Node, name: str) -> Cut:
    found = cut_of(_CONTAINERS[node.type], name, node)
    body = node.child_by_field_name("body")
    if body is None:
        return found
    fill(found, body, lambda item: _classify(item, name), flatten="enum_body_declarations")
    count = Counter(item.name for item in found.members if item.kind == "method")
    for item in found.members:
        if count[item.name] > 1:
            item.name += item.overload
    return found


def _types(node: Node) -> str:
    """The types of the parameters: `(int,List<String>,String...)`."""
    parameters = node.child_by_field_name("parameters")
    types: list[str] = []
    for one in parameters.named_children if parameters else ():
        if one.type == "formal_parameter":
            types.append(field_text(one, "type") + field_text(one, "dimensions"))
        elif one.type == "spread_parameter":
            held = [
                c for c in one.named_children if c.type not in ("modifiers", "variable_declarator")
            ]
            types.append(text_of(held[0]) + "..." if held else "...")
    return f"({','.join(''.join(one.split()) for one in types)})"
