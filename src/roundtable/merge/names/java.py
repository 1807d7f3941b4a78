"""What Java code reads, binds, and takes as arguments. A bare name may be a member of its class."""

from collections.abc import Iterable
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.names.counting import calls_by, fields_set
from roundtable.merge.names.known import JAVA
from roundtable.merge.scopes import Mode, Names, Rules, Scope, Step, Walk
from roundtable.merge.signatures import Call, Signature

CONSTRUCTORS: Final[frozenset[str]] = frozenset()
BUILTINS: Final = JAVA
_CLASSES: Final = (
    "class_declaration",
    "record_declaration",
    "enum_declaration",
    "interface_declaration",
    "annotation_type_declaration",
)
_ASSIGNED: Final = "= "
"""Marks a bare name that is assigned, until it is known whether it is a field."""


def _access(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    owner = node.child_by_field_name("object")
    if owner is None:
        return None
    if owner.type == "this" or text_of(owner) in walk.selves:
        (walk.reads if mode == "read" else walk.sets).add(field_text(node, "field"))
    return ((owner, "read", scope),)


def _invocation(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    owner = node.child_by_field_name("object")
    name = node.child_by_field_name("name")
    if owner is not None:
        if owner.type == "this" or text_of(owner) in walk.selves:
            walk.reads.add(text_of(name))
        yield owner, "read", scope
    elif name is not None:
        yield name, "read", scope
    for label in ("arguments", "type_arguments"):
        held = node.child_by_field_name(label)
        if held is not None:
            yield held, "read", scope


def _assignment(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    left = node.child_by_field_name("left")
    right = node.child_by_field_name("right")
    if left is None or right is None:
        return None
    steps: list[Step] = [(right, "read", scope)]
    plain = field_text(node, "operator") == "="
    if left.type == "identifier":
        if not scope.finds(text_of(left)):
            walk.sets.add(_ASSIGNED + text_of(left))
        steps += [] if plain else [(left, "read", scope)]
    elif left.type == "field_access":
        steps.append((left, "bind", scope))
        steps += [] if plain else [(left, "read", scope)]
    else:
        steps.append((left, "read", scope))
    return steps


def _first(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    """`Map.Entry`, `Cart::total`, `a.b.C`: only what comes first is a name of the file."""
    return [(child, "read", scope) for child in node.named_children[:1]]


def _labelled(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    return [(child, "read", scope) for child in node.named_children[1:]]


def _type_parameter(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    first, *others = node.named_children
    scope.bound.add(text_of(first))
    return [(child, "read", scope) for child in others]


def _type_pattern(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    *types, name = node.named_children
    scope.function().bound.add(text_of(name))
    return [(child, "read", scope) for child in types]


def _nothing(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    return ()


_RULES: Final = Rules(
    names=frozenset({"identifier", "type_identifier"}),
    scopes={
        **dict.fromkeys(
            (
                "method_declaration",
                "constructor_declaration",
                "compact_constructor_declaration",
                "lambda_expression",
            ),
            "function",
        ),
        **dict.fromkeys(_CLASSES, "block"),
        **dict.fromkeys(
            (
                "block",
                "for_statement",
                "enhanced_for_statement",
                "catch_clause",
                "try_with_resources_statement",
                "switch_block_statement_group",
                "switch_rule",
            ),
            "block",
        ),
    },
    modes={
        **dict.fromkeys([(kind, "name") for kind in _CLASSES], "bind_out"),
        ("method_declaration", "name"): "bind_out",
        ("constructor_declaration", "name"): "bind_out",
        ("compact_constructor_declaration", "name"): "bind_out",
        ("formal_parameter", "name"): "bind",
        ("variable_declarator", "name"): "bind",
        ("catch_formal_parameter", "name"): "bind",
        ("enhanced_for_statement", "name"): "bind",
        ("resource", "name"): "bind",
        ("lambda_expression", "parameters"): "bind",
        ("instanceof_expression", "name"): "bind_function",
        ("enum_constant", "name"): "bind",
    },
    patterns=frozenset({"inferred_parameters"}),
    skips=frozenset({("element_value_pair", "key")}),
    handlers={
        "field_access": _access,
        "method_invocation": _invocation,
        "assignment_expression": _assignment,
        "scoped_type_identifier": _first,
        "scoped_identifier": _first,
        "method_reference": _first,
        "labeled_statement": _labelled,
        "type_parameter": _type_parameter,
        "type_pattern": _type_pattern,
        "record_pattern_component": _type_pattern,
        "package_declaration": _nothing,
        "import_declaration": _nothing,
        "break_statement": _nothing,
        "continue_statement": _nothing,
    },
)


def names(nodes: Iterable[Node], parent: str, outside: frozenset[int]) -> Names:
    """A bare name that is a field or a method of the class around it is a member of the object."""
    nodes = list(nodes)
    own = parent.rpartition(".")[2]
    walk = Walk(_RULES, frozenset({own} - {""}), outside)
    found = walk.run(nodes, "class" if parent else "function")
    members = _members(nodes[-1]) if parent and nodes else frozenset()
    bare = {name.removeprefix(_ASSIGNED) for name in found.sets if name.startswith(_ASSIGNED)}
    sets = {name for name in found.sets if not name.startswith(_ASSIGNED)} | (bare & members)
    return Names(
        found.free - members, found.binds, found.reads | (found.free & members), frozenset(sets)
    )


def _members(node: Node) -> frozenset[str]:
    body = node.parent
    if body is None or body.parent is None:
        return frozenset()
    owner = body.parent.parent if body.type == "enum_body_declarations" else body.parent
    if owner is None:
        return frozenset()
    lines = body.named_children
    methods = {field_text(line, "name") for line in lines if line.type == "method_declaration"}
    return frozenset(methods | fields(owner).keys())


def fields(node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    body = node.child_by_field_name("body")
    lines = list(body.named_children) if body else []
    for line in list(lines):
        if line.type == "enum_body_declarations":
            lines += line.named_children
    for line in lines:
        if line.type in ("field_declaration", "constant_declaration"):
            for one in line.children_by_field_name("declarator"):
                found.setdefault(field_text(one, "name"), line)
        elif line.type == "enum_constant":
            found.setdefault(field_text(line, "name"), line)
    parameters = node.child_by_field_name("parameters")
    for one in parameters.named_children if parameters else ():
        found.setdefault(field_text(one, "name"), one)
    return found


def constructor_fields(node: Node) -> dict[str, Node]:
    return fields_set(node.child_by_field_name("body"), "assignment_expression", "this")


def is_private(name: str, node: Node) -> bool:
    held = next((child for child in node.children if child.type == "modifiers"), None)
    return held is not None and any(child.type == "private" for child in held.children)


def signature(node: Node) -> Signature | None:
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return None
    shown = f"{field_text(node, 'name')}{' '.join(text_of(parameters).split())}"
    found = Signature(shown, keywords=False)
    for one in parameters.named_children:
        if one.type == "spread_parameter":
            found = found.with_rest()
        elif one.type == "formal_parameter":
            found = found.with_parameter(str(len(found.parameters)))
    return found


def calls(nodes: Iterable[Node], name: str, outside: frozenset[int]) -> list[Call]:
    return calls_by(nodes, outside, lambda node: _call(node, name))


def _call(node: Node, name: str) -> Call | None:
    if node.type == "method_invocation":
        receiver, called = field_text(node, "object"), field_text(node, "name")
    elif node.type == "object_creation_expression":
        receiver, called = "", field_text(node, "type").partition("<")[0]
    else:
        return None
    arguments = node.child_by_field_name("arguments")
    if called != name or arguments is None:
        return None
    given = [child for child in arguments.named_children if not child.type.endswith("comment")]
    return Call(receiver, len(given))
