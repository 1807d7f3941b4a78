"""Where JavaScript and TypeScript files are cut."""

from typing import Final

from tree_sitter import Node

from roundtable.core.units import UnitKind
from roundtable.merge.cutting import Cut, cut_of, field_text, fill, gather, label_of, text_of

_LEADING: Final = frozenset({"decorator"})
_CLASSES: Final = frozenset({"class_declaration", "abstract_class_declaration", "class"})
_FUNCTIONS: Final = frozenset(
    {
        "function_declaration",
        "generator_function_declaration",
        "function_signature",
        "function_expression",
        "generator_function",
        "arrow_function",
    }
)
_TYPES: Final = frozenset(
    {
        "interface_declaration",
        "type_alias_declaration",
        "enum_declaration",
        "internal_module",
        "module",
    }
)
_METHODS: Final = frozenset({"method_definition", "method_signature", "abstract_method_signature"})
_VARIABLES: Final = frozenset({"lexical_declaration", "variable_declaration"})
_SILENT: Final = frozenset({";", "{", "}", ","})


def cut(root: Node) -> list[Cut]:
    cuts = gather(root.children, _classify, _LEADING)
    for item in cuts:
        if not _is_directive(item.nodes[0]):
            break
        item.kind = "doc"
    return cuts


def _is_directive(node: Node) -> bool:
    held = node.named_children if node.type == "expression_statement" else []
    return len(held) == 1 and held[0].type == "string"


def _classify(node: Node) -> Cut | None:
    if node.type in _SILENT:
        return None
    if node.type == "import_statement" or _is_required(node):
        found = cut_of("imports", "imports", node)
        found.joins = True
        return found
    inner = _inner(node)
    if inner.type in _CLASSES:
        return _class(node, inner, field_text(inner, "name") or "default")
    if inner.type in _FUNCTIONS:
        found = cut_of("function", field_text(inner, "name") or "default", node)
        found.joins = inner.type == "function_signature"
        return found
    if inner.type in _TYPES:
        return cut_of("type", field_text(inner, "name").strip("'\""), node)
    if inner.type in _VARIABLES:
        return _variable(node, inner)
    if inner.type == "assignment_expression":
        return _assignment(node, inner)
    return cut_of("statement", label_of(node), node)


def _inner(node: Node) -> Node:
    """What an `export`, a `declare` or a plain statement holds."""
    if node.type == "export_statement":
        held = node.child_by_field_name("declaration") or node.child_by_field_name("value")
        return _inner(held) if held else node
    if node.type in ("ambient_declaration", "expression_statement"):
        held = next((child for child in node.named_children if child.type != "comment"), None)
        return _inner(held) if held else node
    return node


def _is_required(node: Node) -> bool:
    """`const a = require("a")` imports as well."""
    if node.type not in _VARIABLES:
        return False
    values = [one.child_by_field_name("value") for one in node.named_children]
    return bool(values) and all(value is not None and _requires(value) for value in values)


def _requires(value: Node) -> bool:
    if value.type == "member_expression":
        held = value.child_by_field_name("object")
        return held is not None and _requires(held)
    return value.type == "call_expression" and field_text(value, "function") == "require"


def _variable(node: Node, inner: Node) -> Cut:
    makers = [one for one in inner.named_children if one.type == "variable_declarator"]
    name = ", ".join(" ".join(field_text(one, "name").split()) for one in makers)
    value = makers[0].child_by_field_name("value") if len(makers) == 1 else None
    if value is not None and value.type in _CLASSES:
        return _class(node, value, name)
    is_function = value is not None and value.type in _FUNCTIONS
    return cut_of("function" if is_function else "constant", name or label_of(node), node)


def _assignment(node: Node, inner: Node) -> Cut:
    left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
    name = " ".join(text_of(left).split())
    if right is not None and right.type in _CLASSES:
        return _class(node, right, field_text(right, "name") or name)
    kind: UnitKind = "statement"
    if right is not None and right.type in _FUNCTIONS:
        kind = "function"
    return cut_of(kind, name[:80], node)


def _class(node: Node, inner: Node, name: str) -> Cut:
    found = cut_of("class", name, node)
    body = inner.child_by_field_name("body")
    if body is not None:
        fill(found, body, lambda item: _member(item, name), _LEADING)
    return found


def _member(node: Node, owner: str) -> Cut | None:
    if node.type in _SILENT:
        return None
    name = field_text(node, "name") or field_text(node, "property")
    value = node.child_by_field_name("value")
    if node.type in _METHODS:
        setter = any(child.type == "set" for child in node.children)
        found = cut_of("method", f"{owner}.{name}{'.setter' if setter else ''}", node)
        found.joins = node.type != "method_definition"
    elif value is not None and value.type in _FUNCTIONS:
        found = cut_of("method", f"{owner}.{name}", node)
    else:
        found = cut_of("statement", f"{owner}.{name or label_of(node)}", node)
        found.own = True
    found.parent = owner
    return found
