"""Python's imports: read, and added to the block where they belong."""

import sys
from collections.abc import Iterable, Iterator, Sequence

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.importing.lines import after, at_top, extended
from roundtable.merge.imports import Import, imports_of
from roundtable.merge.indent import look_of
from roundtable.merge.scopes import labelled
from roundtable.merge.units import Split, split

_STATEMENTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})


def imports(node: Node) -> Iterator[Import]:
    if node.type == "import_statement":
        yield from _plain(node)
    elif node.type in _STATEMENTS:
        yield from _from(node)
    else:
        guarded = node.type == "if_statement"
        for inner in _statements_inside(node):
            for one in imports(inner):
                yield Import(one.name, one.origin, one.module, one.line, "", guarded, node=inner)


def _statements_inside(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in _STATEMENTS:
            yield child
        elif child.type in ("block", "except_clause", "else_clause"):
            yield from _statements_inside(child)


def _plain(node: Node) -> Iterator[Import]:
    for label, child in labelled(node):
        if label != "name":
            continue
        alias = field_text(child, "alias")
        module = field_text(child, "name") if alias else text_of(child)
        name = alias or module.partition(".")[0]
        line = f"import {module} as {alias}" if alias else f"import {module}"
        # `import a.b` and `import a.c` both bind `a` and go well together.
        origin = module if alias or "." not in module else name
        yield Import(name, origin, module, line, node=node)


def _from(node: Node) -> Iterator[Import]:
    module = field_text(node, "module_name") or "__future__"
    for label, child in labelled(node):
        if child.type == "wildcard_import":
            yield Import("*", f"{module}:*", module, f"from {module} import *", node=node)
        elif label == "name":
            alias = field_text(child, "alias")
            item = " ".join(text_of(child).split())
            original = field_text(child, "name") if alias else item
            yield Import(
                alias or item,
                f"{module}:{original}",
                module,
                f"from {module} import {item}",
                item,
                node=node,
            )


def add(into: Split, wanted: Sequence[Import]) -> bytes:
    current = into
    for one in wanted:
        current = split(current.path, _add(current, one))
    return current.source


def _add(into: Split, one: Import) -> bytes:
    if one.guarded:
        return _add_guarded(into, one)
    present = [held for held in imports_of(into) if held.unit.startswith("imports") and held.node]
    plain = [held for held in present if not held.guarded and " " not in held.unit]
    same = [held for held in plain if held.item and held.module == one.module]
    if one.item and same and same[-1].node is not None:
        node = same[-1].node
        names = [child for label, child in labelled(node) if label == "name"]
        return extended(into, node, names, one.item)
    if one.module == "__future__":
        return at_top(into, [one.line], _is_docstring)
    section = [held for held in plain if _section(held.module) == _section(one.module)]
    if section and section[-1].node is not None:
        return after(into, section[-1].node, [one.line])
    if plain and plain[-1].node is not None:
        return after(into, plain[-1].node, [one.line], blank=True)
    return at_top(into, [one.line], _is_docstring)


def _section(module: str) -> int:
    if module == "__future__":
        return 0
    if module.startswith("."):
        return 3
    return 1 if module.partition(".")[0] in sys.stdlib_module_names else 2


def _is_docstring(node: Node) -> bool:
    held = node.named_children[:1] if node.type == "expression_statement" else []
    return [child.type for child in held] == ["string"]


def _add_guarded(into: Split, one: Import) -> bytes:
    """Into the block for the type checker; where there is none, one is made."""
    inside = [held.node for held in imports_of(into) if held.guarded and held.node]
    if inside:
        lead = " " * inside[-1].start_point[1]
        return after(into, inside[-1], [lead + one.line])
    step = look_of(into).step.decode()
    typing = Import("TYPE_CHECKING", "typing:TYPE_CHECKING", "typing", "", "TYPE_CHECKING")
    known = any(held.name == "TYPE_CHECKING" for held in imports_of(into))
    if not known:
        wanted = Import(
            typing.name, typing.origin, "typing", "from typing import TYPE_CHECKING", typing.item
        )
        into = split(into.path, _add(into, wanted))
    held_nodes: Iterable[Node] = [held.node for held in imports_of(into) if held.node]
    last = max(held_nodes, key=lambda node: node.end_byte)
    return after(into, last, ["if TYPE_CHECKING:", step + one.line], blank=True)
