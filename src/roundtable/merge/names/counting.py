"""Steps that the languages share when calls and fields are looked for."""

from collections.abc import Callable, Iterable

from tree_sitter import Node

from roundtable.merge.cutting import field_text
from roundtable.merge.signatures import Call


def calls_by(
    nodes: Iterable[Node], outside: frozenset[int], read: Callable[[Node], Call | None]
) -> list[Call]:
    """Every call under the nodes that the language's reader takes for one."""
    found: list[Call] = []
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if node.id in outside:
            continue
        call = read(node)
        if call is not None:
            found.append(call)
        stack.extend(node.named_children)
    return found


_MEMBERS = {"member_expression": ("object", "property"), "field_access": ("object", "field")}


def fields_set(body: Node | None, assignment: str, me: str) -> dict[str, Node]:
    """The members that the statements of a body set at its own level."""
    found: dict[str, Node] = {}
    for line in body.named_children if body else ():
        held = line.named_children[0] if line.type == "expression_statement" else None
        left = held.child_by_field_name("left") if held and held.type == assignment else None
        if left is None or left.type not in _MEMBERS:
            continue
        owner, member = _MEMBERS[left.type]
        if field_text(left, owner) == me:
            found.setdefault(field_text(left, member), line)
    return found
