"""Imports of JavaScript and TypeScript, as modules write them and as `require` does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.importing.lines import after, at_top, extended
from roundtable.merge.imports import Import, imports_of
from roundtable.merge.units import Split, split

_LISTS: Final = frozenset({"named_imports", "object_pattern"})


def imports(node: Node) -> Iterator[Import]:
    if node.type == "import_statement":
        yield from _modern(node)
    else:
        yield from _required(node)


def _modern(node: Node) -> Iterator[Import]:
    module = field_text(node, "source")[1:-1]
    typed = any(child.type == "type" for child in node.children)
    clause = next((child for child in node.named_children if child.type == "import_clause"), None)
    word = "import type" if typed else "import"
    for part in clause.named_children if clause else ():
        if part.type == "identifier":
            name = text_of(part)
            line = f"{word} {name} from '{module}';"
            yield Import(name, module, module, line, guarded=typed, node=node)
        elif part.type == "namespace_import":
            name = text_of(part).rpartition(" ")[2]
            line = f"{word} * as {name} from '{module}';"
            yield Import(name, module, module, line, guarded=typed, node=node)
        for one in _items(part) if part.type == "named_imports" else ():
            item = " ".join(text_of(one).split())
            name = field_text(one, "alias") or field_text(one, "name")
            origin = f"{module}:{field_text(one, 'name')}"
            line = f"{word} {{ {item} }} from '{module}';"
            yield Import(name, origin, module, line, item, typed, node)


def _items(listed: Node) -> list[Node]:
    return [one for one in listed.named_children if one.type != "comment"]


def _required(node: Node) -> Iterator[Import]:
    for maker in node.named_children:
        name, value = maker.child_by_field_name("name"), maker.child_by_field_name("value")
        if name is None or value is None:
            continue
        call = value.child_by_field_name("object") if value.type == "member_expression" else value
        module = (field_text(call, "arguments") if call else "").strip("()").strip()[1:-1]
        if name.type != "object_pattern":
            origin = module
            if value.type == "member_expression":
                origin = f"{module}:{field_text(value, 'property')}"
            line = f"const {text_of(name)} = {text_of(value)};"
            yield Import(text_of(name), origin, module, line, node=node)
            continue
        for one in _items(name):
            item = " ".join(text_of(one).split())
            key, _, bound = item.partition(":")
            line = f"const {{ {item} }} = require('{module}');"
            yield Import(
                bound.strip() or key, f"{module}:{key.strip()}", module, line, item, node=node
            )


@dataclass(frozen=True, slots=True)
class _Style:
    """How a file writes its imports."""

    requires: bool
    quote: str
    semicolon: bool


def _style(into: Split, wanted: Import) -> _Style:
    lines = [text_of(one.node) for one in imports_of(into) if one.node]
    if lines:
        return _Style(
            requires=all("require(" in line for line in lines),
            quote='"' if '"' in lines[-1] else "'",
            semicolon=lines[-1].rstrip().endswith(";"),
        )
    source = into.source
    return _Style(
        requires="require(" in wanted.line,
        quote='"' if source.count(b'"') > source.count(b"'") else "'",
        semicolon=b";\n" in source or b";\r\n" in source or not source.strip(),
    )


def add(into: Split, wanted: Sequence[Import]) -> bytes:
    current = into
    for one in wanted:
        current = split(current.path, _add(current, one))
    return current.source


def _add(into: Split, one: Import) -> bytes:
    style = _style(into, one)
    held = [other for other in imports_of(into) if other.node]
    item = _item(one, style)
    same = [
        other
        for other in held
        if item and other.item and other.module == one.module and other.guarded == one.guarded
    ]
    if same and same[-1].node is not None:
        listed = _list(same[-1].node)
        if listed is not None:
            return extended(into, listed, _items(listed), item)
    line = _line(one, style)
    if held and held[-1].node is not None:
        return after(into, held[-1].node, [line])
    return at_top(into, [line], _is_directive)


def _is_directive(node: Node) -> bool:
    held = node.named_children if node.type == "expression_statement" else []
    return len(held) == 1 and held[0].type == "string"


def _list(node: Node) -> Node | None:
    stack = [node]
    while stack:
        one = stack.pop()
        if one.type in _LISTS:
            return one
        stack.extend(one.named_children)
    return None


def _item(one: Import, style: _Style) -> str:
    """A name in a list: `a as b` among imports is `a: b` in a pattern."""
    if style.requires:
        return one.item.removeprefix("type ").replace(" as ", ": ")
    return one.item.replace(": ", " as ")


def _line(one: Import, style: _Style) -> str:
    quoted = f"{style.quote}{one.module}{style.quote}"
    item = _item(one, style)
    end = ";" if style.semicolon else ""
    if style.requires:
        name = f"{{ {item} }}" if item else one.name
        return f"const {name} = require({quoted}){end}"
    if item:
        return f"import {'type ' if one.guarded else ''}{{ {item} }} from {quoted}{end}"
    if "require(" in one.line:
        return f"import {one.name} from {quoted}{end}"
    head = one.line.partition(" from ")[0]
    return f"{head} from {quoted}{end}"
