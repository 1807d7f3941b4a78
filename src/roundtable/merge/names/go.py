"""What Go code reads, binds, and takes as arguments."""

from collections.abc import Iterable
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.names.counting import calls_by
from roundtable.merge.names.known import GO
from roundtable.merge.scopes import Mode, Names, Rules, Scope, Step, Walk
from roundtable.merge.signatures import Call, Signature

CONSTRUCTORS: Final[frozenset[str]] = frozenset()
BUILTINS: Final = GO


def _selector(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    owner = node.child_by_field_name("operand")
    if owner is None:
        return None
    if owner.type == "identifier" and text_of(owner) in walk.selves:
        (walk.reads if mode == "read" else walk.sets).add(field_text(node, "field"))
    return ((owner, "read", scope),)


def _assignment(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    """A field that is assigned is set; a plain name must be there already, so it is read."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    for one in left.named_children if left else ():
        if one.type == "selector_expression":
            yield one, "bind", scope
        if one.type != "selector_expression" or field_text(node, "operator") != "=":
            yield one, "read", scope
    if right is not None:
        yield right, "read", scope


def _nothing(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    return ()


_FUNCTIONS: Final = ("function_declaration", "method_declaration", "func_literal")
_BLOCKS: Final = (
    "block",
    "if_statement",
    "for_statement",
    "expression_switch_statement",
    "type_switch_statement",
    "select_statement",
    "expression_case",
    "type_case",
    "default_case",
    "communication_case",
    "type_spec",
    "type_alias",
    "function_type",
)

_RULES: Final = Rules(
    names=frozenset({"identifier", "type_identifier", "package_identifier"}),
    scopes={**dict.fromkeys(_FUNCTIONS, "function"), **dict.fromkeys(_BLOCKS, "block")},
    modes={
        ("function_declaration", "name"): "bind_out",
        ("type_spec", "name"): "bind_out",
        ("type_alias", "name"): "bind_out",
        ("parameter_declaration", "name"): "bind",
        ("variadic_parameter_declaration", "name"): "bind",
        ("type_parameter_declaration", "name"): "bind",
        ("var_spec", "name"): "bind",
        ("const_spec", "name"): "bind",
        ("short_var_declaration", "left"): "bind",
        ("range_clause", "left"): "bind",
        ("receive_statement", "left"): "bind",
        ("type_switch_statement", "alias"): "bind",
    },
    patterns=frozenset({"expression_list"}),
    skips=frozenset({("qualified_type", "name")}),
    handlers={
        "selector_expression": _selector,
        "assignment_statement": _assignment,
        "package_clause": _nothing,
        "import_declaration": _nothing,
    },
)


def names(nodes: Iterable[Node], parent: str, outside: frozenset[int]) -> Names:
    nodes = list(nodes)
    walk = Walk(_RULES, frozenset(_receivers(nodes)), outside)
    return walk.run(nodes, "class" if parent else "function")


def _receivers(nodes: list[Node]) -> Iterable[str]:
    for node in nodes:
        held = node.child_by_field_name("receiver")
        for one in held.named_children if held else ():
            yield field_text(one, "name")


def fields(node: Node) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for spec in (child for child in node.named_children if child.type == "type_spec"):
        kind = spec.child_by_field_name("type")
        if kind is None or kind.type != "struct_type":
            continue
        for line in kind.named_children[0].named_children if kind.named_children else ():
            named = [one for one in line.children_by_field_name("name") if one.is_named]
            for one in named:
                found.setdefault(text_of(one), line)
            if not named and line.type == "field_declaration":
                found.setdefault(field_text(line, "type").lstrip("*").rpartition(".")[2], line)
    return found


def constructor_fields(node: Node) -> dict[str, Node]:
    return {}


def is_private(name: str, node: Node) -> bool:
    return not name.rpartition(".")[2][:1].isupper()


def signature(node: Node) -> Signature | None:
    parameters = node.child_by_field_name("parameters")
    if parameters is None:
        return None
    shown = f"{field_text(node, 'name')}{' '.join(text_of(parameters).split())}"
    found = Signature(shown, keywords=False)
    for one in parameters.named_children:
        if one.type == "variadic_parameter_declaration":
            found = found.with_rest()
        elif one.type == "parameter_declaration":
            named = [part for part in one.children_by_field_name("name") if part.is_named]
            for _ in named or [one]:
                found = found.with_parameter(str(len(found.parameters)))
    return found


def calls(nodes: Iterable[Node], name: str, outside: frozenset[int]) -> list[Call]:
    return calls_by(nodes, outside, lambda node: _call(node, name))


def _call(node: Node, name: str) -> Call | None:
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    arguments = node.child_by_field_name("arguments")
    if function is None or arguments is None:
        return None
    receiver, called = "", text_of(function)
    if function.type == "selector_expression":
        receiver, called = field_text(function, "operand"), field_text(function, "field")
    if called != name:
        return None
    given = [child for child in arguments.named_children if child.type != "comment"]
    spread = any(child.type in ("variadic_argument", "call_expression") for child in given[:1])
    return Call(receiver, len(given), spread=spread or "..." in text_of(arguments))
