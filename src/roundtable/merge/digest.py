"""A file in short, for those who work on another: its signatures, without its bodies."""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import COMMENTS, text_of
from roundtable.merge.units import Split, Unit, split_text

_BODIES: Final = frozenset(
    {"block", "statement_block", "class_body", "declaration_list", "constructor_body",
     "interface_body", "enum_body", "annotation_type_body"}
)  # fmt: skip
_LONGEST: Final = 160
_MARKS: Final = re.compile(r"^[\s/*!#]+|[\s*/]+$")


def interface_digest(path: str, source: str) -> str:
    """Classes with the signatures of their methods, functions, constants, types; indented."""
    split = split_text(path, source)
    if split.language is None:
        count = len(source.splitlines())
        return f"{path} ({count} line{'' if count == 1 else 's'})"
    lines = [path]
    for unit in split.units:
        if unit.kind in ("function", "class", "method", "type", "constant"):
            depth = 1 + _depth(split, unit)
            lines += ["  " * depth + line for line in _lines(split, unit)]
    return "\n".join(lines)


def _depth(split: Split, unit: Unit) -> int:
    depth = 0
    while (outer := split.find(unit.parent) if unit.parent else None) is not None and outer.holds:
        depth, unit = depth + 1, outer
    return depth


def _lines(split: Split, unit: Unit) -> Iterator[str]:
    for node in split.nodes(unit):
        if node.type in ("attribute_item", "decorator"):
            continue
        if unit.kind == "type":
            yield from _whole(node)
        else:
            yield _short(_signature(node))
    note = _first_doc_line(split, unit)
    if note:
        yield f'  "{note}"'


def _whole(node: Node) -> Iterator[str]:
    """A type says all by its fields; a long one is cut off."""
    lines = [line.strip() for line in text_of(node).splitlines() if line.strip()]
    yield from (_short(line) for line in lines[:12])
    if len(lines) > 12:
        yield f"… ({len(lines) - 12} more lines)"


def _signature(node: Node) -> str:
    """The text of a node up to its body."""
    body = _body(node)
    text = node.text or b""
    if body is not None:
        text = text[: body.start_byte - node.start_byte]
    return text.decode("utf-8", "replace").rstrip("{ \t\r\n").rstrip(":")


def _body(node: Node) -> Node | None:
    """The first body in a definition, however it is wrapped: a decorator, an export, a constant."""
    for child in node.children:
        if child.type in _BODIES:
            return child
        if child.type not in COMMENTS and child.type not in ("decorator", "parameters"):
            found = _body(child) if child.child_count < 40 else None
            if found is not None:
                return found
    return None


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def _first_doc_line(split: Split, unit: Unit) -> str:
    if unit.kind == "constant":
        return ""
    if split.language == "python":
        body = _body(split.nodes(unit)[-1])
        first = body.named_children[0] if body is not None and body.named_children else None
        held = first.named_children[:1] if first and first.type == "expression_statement" else []
        if not held or held[0].type != "string":
            return ""
        return _clean(text_of(held[0]).strip("rRbBuU").strip("\"'"))
    lead = split.source[unit.start : split.nodes(unit)[0].start_byte].decode("utf-8", "replace")
    return _clean(lead)


def _clean(text: str) -> str:
    lines = (_MARKS.sub("", line).strip() for line in text.splitlines())
    words = (line for line in lines if line and not line.startswith(("[", "@")))
    return _short(next(words, ""))
