"""Where Go files are cut. A method stands at the file's level; its parent is its receiver."""

import re
from typing import Final

from tree_sitter import Node

from roundtable.core.units import UnitKind
from roundtable.merge.cutting import Cut, cut_of, field_text, gather, label_of, text_of

_KINDS: Final[dict[str, UnitKind]] = {
    "const_declaration": "constant",
    "var_declaration": "constant",
    "type_declaration": "type",
}
_RECEIVER: Final = re.compile(r"\(\s*(?:\w+\s+)?\*?\s*\(?\s*(\w+)")
_SILENT: Final = frozenset({";", "\n"})


def cut(root: Node) -> list[Cut]:
    return gather(root.children, _classify)


def _classify(node: Node) -> Cut | None:
    if node.type in _SILENT:
        return None
    if node.type == "package_clause":
        return cut_of("statement", "package", node)
    if node.type == "import_declaration":
        found = cut_of("imports", "imports", node)
        found.joins = True
        return found
    if node.type == "function_declaration":
        return cut_of("function", field_text(node, "name"), node)
    if node.type == "method_declaration":
        owner = receiver(node)
        found = cut_of("method", f"{owner}.{field_text(node, 'name')}", node)
        found.parent = owner
        return found
    if node.type in _KINDS:
        return cut_of(_KINDS[node.type], _declared(node), node)
    return cut_of("statement", label_of(node), node)


def receiver(node: Node) -> str:
    """`Cart` for `(c *Cart)` and for `(c Cart[T])`."""
    found = _RECEIVER.match(field_text(node, "receiver"))
    return found.group(1) if found else ""


def _declared(node: Node) -> str:
    """The names of one declaration; a group in brackets has the name of its first."""
    specs = [child for child in node.named_children if child.type != "comment"]
    if specs and specs[0].type == "var_spec_list":
        specs = [child for child in specs[0].named_children if child.type != "comment"]
    if not specs:
        return label_of(node)
    names = [one for one in specs[0].children_by_field_name("name") if one.is_named]
    return ", ".join(text_of(one) for one in names)
