"""Where Rust files are cut. `impl Cart` holds `Cart.total`, `impl Cart as Display` its `fmt`."""

import re
from typing import Final

from tree_sitter import Node

from roundtable.core.units import UnitKind
from roundtable.merge.cutting import Cut, cut_of, field_text, fill, gather, label_of

LEADING: Final = frozenset({"attribute_item"})
_KINDS: Final[dict[str, UnitKind]] = {
    "struct_item": "type",
    "enum_item": "type",
    "union_item": "type",
    "type_item": "type",
    "associated_type": "type",
    "const_item": "constant",
    "static_item": "constant",
    "macro_definition": "function",
    "function_item": "function",
    "function_signature_item": "function",
}
_SILENT: Final = frozenset({";", "{", "}"})
_GENERICS: Final = re.compile(r"<.*>", re.DOTALL)
_LIFETIMES: Final = re.compile(r"'\w+\s*,?\s*|\s+")


def cut(root: Node) -> list[Cut]:
    return gather(root.children, lambda node: _classify(node, ""), LEADING)


def _classify(node: Node, parent: str) -> Cut | None:
    if node.type in _SILENT:
        return None
    if node.type in ("use_declaration", "extern_crate_declaration"):
        found = cut_of("imports", "imports", node)
        found.joins = True
        found.own = bool(parent)
        return found
    prefix = f"{parent}." if parent else ""
    found = _holder(node, prefix) or _item(node, prefix)
    found.parent = parent
    return found


def _item(node: Node, prefix: str) -> Cut:
    if node.type in _KINDS:
        return cut_of(_KINDS[node.type], prefix + field_text(node, "name"), node)
    if node.type == "mod_item":
        return cut_of("statement", f"{prefix}mod {field_text(node, 'name')}", node)
    return cut_of("statement", prefix + label_of(node), node)


def _holder(node: Node, prefix: str) -> Cut | None:
    """What has units inside: an `impl`, a trait, a module with a body."""
    body = node.child_by_field_name("body")
    if body is None or node.type not in ("impl_item", "trait_item", "mod_item"):
        return None
    if node.type == "mod_item":
        found = cut_of("class", prefix + field_text(node, "name"), node)
        fill(found, body, lambda item: _classify(item, found.name), LEADING)
        return found
    if node.type == "trait_item":
        found = cut_of("type", prefix + field_text(node, "name"), node)
        owner = found.name
    else:
        owner = prefix + _implemented(node)
        found = cut_of("class", f"{prefix}impl {_implemented(node)}", node)
    fill(found, body, lambda item: _member(item, owner, found.name), LEADING)
    return found


def _implemented(node: Node) -> str:
    kind = _GENERICS.sub("", field_text(node, "type")).strip()
    trait = _LIFETIMES.sub("", field_text(node, "trait"))
    return f"{kind} as {trait}" if trait else kind


def _member(node: Node, owner: str, holder: str) -> Cut | None:
    if node.type in _SILENT:
        return None
    name = field_text(node, "name")
    if node.type in ("function_item", "function_signature_item"):
        found = cut_of("method", f"{owner}.{name}", node)
    else:
        found = cut_of("statement", f"{owner}.{name or label_of(node)}", node)
        found.own = True
    found.parent = holder
    return found
