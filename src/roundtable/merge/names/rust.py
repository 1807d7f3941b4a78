"""What Rust code reads, binds, and takes as arguments."""

from collections.abc import Iterable
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.names.counting import calls_by
from roundtable.merge.names.known import RUST
from roundtable.merge.scopes import Mode, Names, Rules, Scope, Step, Walk
from roundtable.merge.signatures import Call, Signature

CONSTRUCTORS: Final[frozenset[str]] = frozenset()
BUILTINS: Final = RUST


def _identifier(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    """In a pattern, a capital letter says that a constant or a variant is meant."""
    constant = mode == "bind" and text_of(node)[:1].isupper()
    walk.name(node, "read" if constant else mode, scope)
    return ()


def _field(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    owner = node.child_by_field_name("value")
    if owner is None:
        return None
    if owner.type == "self":
        (walk.reads if mode == "read" else walk.sets).add(field_text(node, "field"))
    return ((owner, "read", scope),)


def _scoped(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    """Of `a::b::c` only `a` is a name of the file; `Self::new` is a sibling."""
    path = node.child_by_field_name("path")
    if path is None:
        return ()
    if text_of(path) == "Self" or text_of(path) in walk.selves:
        walk.reads.add(field_text(node, "name"))
    return ((path, "read", scope),)


def _assignment(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    steps: list[Step] = [(right, "read", scope)]
    if left.type == "field_expression":
        steps.append((left, "bind", scope))
    if left.type != "field_expression" or node.type != "assignment_expression":
        steps.append((left, "read", scope))
    return steps


def _tokens(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    """What a macro is given has no grammar; `self.name` is seen all the same."""
    children = node.children
    for index, child in enumerate(children):
        before = [one.type for one in children[max(0, index - 2) : index]]
        if child.type == "identifier" and before == ["self", "."]:
            walk.reads.add(text_of(child))
        elif child.type == "identifier" and before[-1:] in (["."], ["::"]):
            continue
        elif child.is_named:
            yield child, "read", scope


def _nothing(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    return ()


_NAMED: Final = (
    "function_item",
    "function_signature_item",
    "struct_item",
    "enum_item",
    "union_item",
    "trait_item",
    "type_item",
    "const_item",
    "static_item",
    "macro_definition",
    "mod_item",
)
_BLOCKS: Final = (
    "block",
    "match_arm",
    "for_expression",
    "if_expression",
    "while_expression",
    "impl_item",
    "trait_item",
    "struct_item",
    "enum_item",
    "type_item",
    "mod_item",
)

_RULES: Final = Rules(
    names=frozenset({"identifier", "type_identifier", "shorthand_field_identifier"}),
    scopes={
        "function_item": "function",
        "function_signature_item": "function",
        "closure_expression": "function",
        **dict.fromkeys(_BLOCKS, "block"),
    },
    modes={
        **dict.fromkeys([(kind, "name") for kind in _NAMED], "bind_out"),
        ("parameter", "pattern"): "bind",
        ("closure_expression", "parameters"): "bind",
        ("let_declaration", "pattern"): "bind",
        ("let_condition", "pattern"): "bind",
        ("match_arm", "pattern"): "bind",
        ("match_pattern", "condition"): "read",
        ("for_expression", "pattern"): "bind",
        ("type_parameter", "name"): "bind_function",
        ("const_parameter", "name"): "bind_function",
        ("tuple_struct_pattern", "type"): "read",
        ("struct_pattern", "type"): "read",
        ("parameter", "type"): "read",
    },
    patterns=frozenset(
        {
            "closure_parameters",
            "tuple_pattern",
            "tuple_struct_pattern",
            "struct_pattern",
            "field_pattern",
            "slice_pattern",
            "ref_pattern",
            "mut_pattern",
            "reference_pattern",
            "captured_pattern",
            "or_pattern",
            "match_pattern",
            "parameter",
        }
    ),
    skips=frozenset({("enum_variant", "name"), ("macro_definition", "")}),
    handlers={
        "identifier": _identifier,
        "field_expression": _field,
        "scoped_identifier": _scoped,
        "scoped_type_identifier": _scoped,
        "assignment_expression": _assignment,
        "compound_assignment_expr": _assignment,
        "token_tree": _tokens,
        "use_declaration": _nothing,
        "extern_crate_declaration": _nothing,
        "lifetime": _nothing,
        "label": _nothing,
    },
)


def names(nodes: Iterable[Node], parent: str, outside: frozenset[int]) -> Names:
    owner = parent.rpartition("impl ")[2].partition(" as ")[0]
    walk = Walk(_RULES, frozenset({owner} - {""}), outside)
    return walk.run(nodes, "class" if parent else "function")


def fields(node: Node) -> dict[str, Node]:
    body = node.child_by_field_name("body") if node.type == "struct_item" else None
    lines = body.named_children if body else []
    return {field_text(one, "name"): one for one in lines if one.type == "field_declaration"}


def constructor_fields(node: Node) -> dict[str, Node]:
    return {}


def is_private(name: str, node: Node) -> bool:
    if node.parent is not None and node.parent.parent is not None:
        # What a trait asks for is as public as the trait.
        holder = node.parent.parent
        if holder.type == "trait_item" or holder.child_by_field_name("trait") is not None:
            return False
    return not any(child.type == "visibility_modifier" for child in node.children)


def signature(node: Node) -> Signature | None:
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return None
    shown = f"{field_text(node, 'name')}{' '.join(text_of(parameters).split())}"
    parts = [one for one in parameters.named_children if one.type.endswith("parameter")]
    mine = any(one.type == "self_parameter" for one in parts)
    found = Signature(shown, keywords=False, method=mine)
    for index, _ in enumerate(parts):
        found = found.with_parameter(str(index))
    return found


def calls(nodes: Iterable[Node], name: str, outside: frozenset[int]) -> list[Call]:
    return calls_by(nodes, outside, lambda node: _call(node, name))


def _call(node: Node, name: str) -> Call | None:
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    arguments = node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return None
    receiver, called = "", text_of(function)
    if function.type == "field_expression":
        receiver, called = field_text(function, "value"), field_text(function, "field")
    elif function.type == "scoped_identifier":
        called = field_text(function, "name")
    if called != name:
        return None
    given = [child for child in arguments.named_children if not child.type.endswith("comment")]
    return Call(receiver, len(given))
