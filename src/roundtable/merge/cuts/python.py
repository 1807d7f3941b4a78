"""Where a Python file is cut."""

from typing import Final

from tree_sitter import Node

from roundtable.core.units import UnitKind
from roundtable.merge.cutting import Cut, cut_of, field_text, fill, gather, label_of, text_of

_IMPORTS: Final = frozenset(
    {"import_statement", "import_from_statement", "future_import_statement"}
)
_TARGETS: Final = frozenset({"identifier", "pattern_list", "tuple_pattern", "list_pattern"})
_SILENT: Final = frozenset({";", "line_continuation"})


def cut(root: Node) -> list[Cut]:
    cuts = gather(root.children, lambda node: _classify(node, ""))
    if cuts and _is_string(cuts[0].nodes[0]):
        cuts[0].kind, cuts[0].name = "doc", "docstring"
    return _documented(cuts)


def _documented(cuts: list[Cut]) -> list[Cut]:
    """A string directly below a constant says what it is: both are one unit."""
    kept: list[Cut] = []
    for item in cuts:
        before = kept[-1] if kept else None
        told = before is not None and before.kind in ("constant", "type")
        if (
            before is not None
            and told
            and _is_string(item.nodes[0])
            and item.first == before.last + 1
        ):
            before.nodes.extend(item.nodes)
            before.last = item.last
        else:
            kept.append(item)
    return kept


def _is_string(node: Node) -> bool:
    held = node.named_children if node.type == "expression_statement" else []
    return len(held) == 1 and held[0].type == "string"


def _classify(node: Node, parent: str) -> Cut | None:
    if node.type in _SILENT:
        return None
    if node.type in _IMPORTS:
        found = cut_of("imports", "imports", node)
        found.joins = True
    else:
        found = _definition(node, parent) or _block(node) or _statement(node)
    found.parent = parent
    found.own = bool(parent) and found.kind not in ("method", "class")
    return found


def _definition(node: Node, parent: str) -> Cut | None:
    inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
    if inner is None or inner.type not in ("function_definition", "class_definition"):
        return None
    prefix = f"{parent}." if parent else ""
    if inner.type == "class_definition":
        found = cut_of("class", prefix + field_text(inner, "name"), node)
        body = inner.child_by_field_name("body")
        colon = next((child for child in inner.children if child.type == ":"), None)
        if body is not None and colon is not None:
            fill(found, body, lambda item: _classify(item, found.name), colon=colon)
        return found
    kind: UnitKind = "method" if parent else "function"
    name, overload = _function_name(node, inner)
    found = cut_of(kind, prefix + name, node)
    found.joins = overload
    return found


def _function_name(node: Node, inner: Node) -> tuple[str, bool]:
    """`total.setter` for a property's setter, `area.register` for a dispatched function."""
    name = field_text(inner, "name")
    overload = False
    for decorator in (child for child in node.children if child.type == "decorator"):
        words = text_of(decorator).lstrip("@ ").partition("(")[0].strip()
        owner, dot, role = words.rpartition(".")
        if dot and owner == name and role in ("setter", "deleter", "getter"):
            return words, False
        if dot and role == "register" and name == "_":
            return words, False
        overload = overload or words in ("overload", "typing.overload", "t.overload")
    return name, overload


def _block(node: Node) -> Cut | None:
    if node.type == "if_statement":
        test = "".join(field_text(node, "condition").split()).replace("'", '"').strip("()")
        if test in ('__name__=="__main__"', '"__main__"==__name__'):
            return cut_of("main", "__main__", node)
        if test.rpartition(".")[2] == "TYPE_CHECKING":
            return cut_of("imports", "imports TYPE_CHECKING", node)
    if node.type == "try_statement" and (name := _tried_import(node)):
        return cut_of("imports", f"imports try {name}", node)
    return None


def _tried_import(node: Node) -> str:
    """The first module that a `try` holds, if it does nothing but import and set a fallback."""
    body = node.child_by_field_name("body")
    if body is None or not body.named_children or body.named_children[0].type not in _IMPORTS:
        return ""
    blocks = [body]
    for clause in node.named_children:
        blocks.extend(child for child in clause.named_children if child.type == "block")
    plain = _IMPORTS | {"expression_statement", "pass_statement", "comment", "raise_statement"}
    if any(line.type not in plain for block in blocks for line in block.named_children):
        return ""
    first = body.named_children[0]
    return field_text(first, "module_name") or field_text(first, "name").partition(" ")[0]


def _statement(node: Node) -> Cut:
    if node.type == "type_alias_statement":
        return cut_of("type", field_text(node, "left").partition("[")[0].strip(), node)
    inner = (
        node.named_children[0] if node.type == "expression_statement" and node.children else None
    )
    if inner is not None and inner.type == "assignment":
        left = inner.child_by_field_name("left")
        if left is not None and left.type in _TARGETS:
            return cut_of("constant", " ".join(text_of(left).split()), node)
    return cut_of("statement", label_of(node), node)
