"""What JavaScript and TypeScript code reads, binds, and takes as arguments."""

import re
from collections.abc import Iterable
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.names.counting import calls_by, fields_set
from roundtable.merge.names.known import ECMA
from roundtable.merge.scopes import Mode, Names, Rules, Scope, Step, Walk, labelled
from roundtable.merge.signatures import Call, Signature

CONSTRUCTORS: Final = frozenset({"constructor"})
BUILTINS: Final = ECMA

_FUNCTIONS: Final = (
    "function_declaration",
    "generator_function_declaration",
    "function_expression",
    "generator_function",
    "arrow_function",
    "method_definition",
    "method_signature",
    "abstract_method_signature",
    "function_signature",
)
_NAMED: Final = (
    "function_declaration",
    "generator_function_declaration",
    "function_signature",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "type_alias_declaration",
    "enum_declaration",
    "internal_module",
)


def _member(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    owner = node.child_by_field_name("object")
    if owner is None:
        return None
    if owner.type == "this" or text_of(owner) in walk.selves:
        name = field_text(node, "property")
        (walk.reads if mode == "read" else walk.sets).add(name)
    return ((owner, "read", scope),)


def _assignment(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    """A member that is assigned is set; a plain name must be there already, so it is read."""
    left = node.child_by_field_name("left") or node.child_by_field_name("argument")
    right = node.child_by_field_name("right")
    steps: list[Step] = [(right, "read", scope)] if right else []
    if left is None:
        return None
    if left.type == "member_expression":
        steps.append((left, "bind", scope))
    if left.type != "member_expression" or node.type != "assignment_expression":
        steps.append((left, "read", scope))
    return steps


def _variables(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    """`var` binds for the whole function; `const { a } = this` reads a member."""
    wanted: Mode = "bind_function" if node.type == "variable_declaration" else "bind"
    for maker in node.named_children:
        if maker.type != "variable_declarator":
            continue
        name = maker.child_by_field_name("name")
        if field_text(maker, "value") == "this" and name and name.type == "object_pattern":
            walk.reads.update(re.findall(r"[\w$#]+", text_of(name)))
        for label, child in labelled(maker):
            if child.is_named:
                yield child, wanted if label == "name" else "read", scope


def _import(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    stack = list(node.named_children)
    while stack:
        one = stack.pop()
        if one.type == "identifier":
            scope.bound.add(text_of(one))
        elif one.type == "import_specifier":
            scope.bound.add(field_text(one, "alias") or field_text(one, "name"))
        elif one.type != "string":
            stack.extend(one.named_children)
    return ()


def _export(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    return () if node.child_by_field_name("source") is not None else None


def _parameter(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    """`constructor(private x)` declares a field."""
    first = node.children[0].type if node.children else ""
    if first in ("accessibility_modifier", "readonly", "override_modifier"):
        walk.sets.add(field_text(node, "pattern"))
    return None


_RULES: Final = Rules(
    names=frozenset(
        {
            "identifier",
            "type_identifier",
            "shorthand_property_identifier",
            "shorthand_property_identifier_pattern",
        }
    ),
    scopes={
        **dict.fromkeys(_FUNCTIONS, "function"),
        **dict.fromkeys(
            (
                "class_declaration",
                "abstract_class_declaration",
                "class",
                "interface_declaration",
                "type_alias_declaration",
                "statement_block",
                "for_statement",
                "for_in_statement",
                "catch_clause",
                "switch_body",
                "function_type",
                "constructor_type",
                "call_signature",
                "construct_signature",
                "mapped_type_clause",
                "conditional_type",
                "index_signature",
                "class_static_block",
            ),
            "block",
        ),
    },
    modes={
        **dict.fromkeys([(kind, "name") for kind in _NAMED], "bind_out"),
        **dict.fromkeys([(kind, "parameters") for kind in _FUNCTIONS], "bind"),
        ("function_type", "parameters"): "bind",
        ("function_expression", "name"): "bind",
        ("generator_function", "name"): "bind",
        ("class", "name"): "bind",
        ("arrow_function", "parameter"): "bind",
        ("required_parameter", "pattern"): "bind",
        ("optional_parameter", "pattern"): "bind",
        ("required_parameter", "type"): "read",
        ("required_parameter", "value"): "read",
        ("required_parameter", "decorator"): "read",
        ("optional_parameter", "type"): "read",
        ("optional_parameter", "value"): "read",
        ("assignment_pattern", "right"): "read",
        ("object_assignment_pattern", "right"): "read",
        ("pair_pattern", "key"): "read",
        ("catch_clause", "parameter"): "bind",
        ("for_in_statement", "left"): "bind",
        ("type_parameter", "name"): "bind",
        ("mapped_type_clause", "name"): "bind",
        ("infer_type", ""): "bind",
        ("index_signature", "name"): "bind",
    },
    patterns=frozenset(
        {
            "formal_parameters",
            "required_parameter",
            "optional_parameter",
            "object_pattern",
            "array_pattern",
            "rest_pattern",
            "pair_pattern",
            "assignment_pattern",
            "object_assignment_pattern",
        }
    ),
    skips=frozenset(
        {
            ("export_specifier", "alias"),
            ("nested_type_identifier", "name"),
            ("nested_identifier", "property"),
            ("jsx_attribute", "name"),
        }
    ),
    handlers={
        "member_expression": _member,
        "assignment_expression": _assignment,
        "augmented_assignment_expression": _assignment,
        "update_expression": _assignment,
        "variable_declaration": _variables,
        "lexical_declaration": _variables,
        "import_statement": _import,
        "export_statement": _export,
        "required_parameter": _parameter,
        "optional_parameter": _parameter,
    },
)


def names(nodes: Iterable[Node], parent: str, outside: frozenset[int]) -> Names:
    walk = Walk(_RULES, frozenset({parent} - {""}), outside)
    return walk.run(nodes, "class" if parent else "function")


def _find(node: Node, kinds: Iterable[str]) -> Node | None:
    """The first node of one of these kinds, however a definition is wrapped."""
    level = [node]
    for _ in range(5):
        for one in level:
            if one.type in kinds:
                return one
        level = [child for one in level for child in one.named_children]
    return None


def fields(node: Node) -> dict[str, Node]:
    body = _find(node, ("class_body", "interface_body", "object_type"))
    found: dict[str, Node] = {}
    for line in body.named_children if body else ():
        if line.type in ("field_definition", "public_field_definition", "property_signature"):
            value = line.child_by_field_name("value")
            name = field_text(line, "name") or field_text(line, "property")
            if value is None or value.type not in _FUNCTIONS:
                found.setdefault(name, line)
    return found


def constructor_fields(node: Node) -> dict[str, Node]:
    return fields_set(node.child_by_field_name("body"), "assignment_expression", "this")


def is_private(name: str, node: Node) -> bool:
    """By its name or its modifier; at the file's level, whatever is not exported."""
    last = name.rpartition(".")[2]
    modifier = next((c for c in node.children if c.type == "accessibility_modifier"), None)
    if last.startswith(("_", "#")) or text_of(modifier) == "private":
        return True
    root = node.parent
    if root is None or root.type != "program" or node.type == "export_statement":
        return False
    word = re.escape(last)
    exported = rf"exports\b[^;]*\b{word}\b|export\s+default\s+{word}\b|export\s*\{{[^}}]*\b{word}\b"
    return re.search(exported, text_of(root)) is None


def signature(node: Node) -> Signature | None:
    function = _find(node, _FUNCTIONS)
    if function is None:
        return None
    parameters = function.child_by_field_name("parameters")
    single = function.child_by_field_name("parameter")
    name = field_text(function, "name") or _assigned_name(node)
    listed = " ".join(text_of(parameters).split()) if parameters else f"({text_of(single)})"
    found = Signature(f"{name}{listed}", keywords=False)
    if single is not None:
        return found.with_parameter(text_of(single))
    for index, part in enumerate(parameters.named_children if parameters else ()):
        pattern = part.child_by_field_name("pattern") or part
        if part.type == "comment" or pattern.type == "this":
            continue
        if pattern.type == "rest_pattern":
            found = found.with_rest()
            continue
        optional = part.type in ("assignment_pattern", "optional_parameter")
        optional = optional or part.child_by_field_name("value") is not None
        # Arguments are known by their place; what a parameter is called does not matter.
        found = found.with_parameter(str(index), optional)
    return found


def _assigned_name(node: Node) -> str:
    maker = _find(node, ("variable_declarator", "public_field_definition", "field_definition"))
    if maker is None:
        return ""
    return field_text(maker, "name") or field_text(maker, "property")


def calls(nodes: Iterable[Node], name: str, outside: frozenset[int]) -> list[Call]:
    return calls_by(nodes, outside, lambda node: _call(node, name))


def _call(node: Node, name: str) -> Call | None:
    if node.type not in ("call_expression", "new_expression"):
        return None
    function = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    arguments = node.child_by_field_name("arguments")
    if function is None or (arguments is not None and arguments.type != "arguments"):
        return None
    receiver, called = "", text_of(function)
    if function.type == "member_expression":
        receiver, called = field_text(function, "object"), field_text(function, "property")
    if called != name:
        return None
    given = [c for c in arguments.named_children if c.type != "comment"] if arguments else []
    spread = any(child.type == "spread_element" for child in given)
    return Call(receiver, len(given), spread=spread)
