"""What Python code reads, binds, and takes as arguments."""

import builtins
import re
from collections.abc import Iterable
from typing import Final

from tree_sitter import Node

from roundtable.merge.cutting import field_text, text_of
from roundtable.merge.names.counting import calls_by
from roundtable.merge.scopes import Mode, Names, Rules, Scope, Step, Walk, labelled
from roundtable.merge.signatures import Call, Signature

_WORD: Final = re.compile(r"[^\W\d]\w*")
_STATIC: Final = re.compile(r"@\s*staticmethod\b")


def _attribute(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    owner = node.child_by_field_name("object")
    if owner is None:
        return None
    if owner.type == "identifier" and text_of(owner) in walk.selves:
        name = field_text(node, "attribute")
        (walk.reads if mode == "read" else walk.sets).add(name)
    elif text_of(owner) == "super()":
        return ()
    return ((owner, "read", scope),)


def _augmented(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return None
    return ((left, "read", scope), (left, "bind", scope), (right, "read", scope))


def _annotation(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    walk.annotates = True
    for text in (text_of(part) for part in _strings(node)):
        scope.read.update(_WORD.findall(text))
    return None


def _strings(node: Node) -> list[Node]:
    found = [child for child in node.named_children if child.type == "string"]
    for child in node.named_children:
        if child.type in ("binary_operator", "type", "generic_type", "type_parameter"):
            found.extend(_strings(child))
    return found


def _typed_parameter(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    return [(child, "read" if f == "type" else "bind", scope) for f, child in labelled(node)]


def _type_parameters(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step] | None:
    if mode != "bind":
        return None
    for part in node.named_children:
        scope.bound.update(_WORD.findall(text_of(part))[:1])
    return [(part, "read", scope) for part in node.named_children]


def _global(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    if node.type == "global_statement":
        # A name that is global is the file's, however the function binds it.
        for name in (text_of(child) for child in node.named_children):
            walk.scopes[0].read.add(name)
    return ()


def _import(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    for label, child in labelled(node):
        if label != "name":
            continue
        bound = field_text(child, "alias") or text_of(child).partition(".")[0].strip()
        scope.bound.add(bound)
    return ()


def _dotted(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    parts = node.named_children
    if parts:
        walk.name(parts[0], mode if len(parts) == 1 else "read", scope)
    return ()


def _class_pattern(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    first, *others = node.named_children
    return [(first, "read", scope), *((child, "bind", scope) for child in others)]


def _keyword_pattern(walk: Walk, node: Node, mode: Mode, scope: Scope) -> Iterable[Step]:
    return [(child, "bind", scope) for child in node.named_children[1:]]


_RULES: Final = Rules(
    names=frozenset({"identifier"}),
    scopes={
        "function_definition": "function",
        "lambda": "function",
        "list_comprehension": "function",
        "set_comprehension": "function",
        "dictionary_comprehension": "function",
        "generator_expression": "function",
        "class_definition": "class",
    },
    modes={
        ("function_definition", "name"): "bind_out",
        ("class_definition", "name"): "bind_out",
        ("function_definition", "parameters"): "bind",
        ("function_definition", "type_parameters"): "bind",
        ("class_definition", "type_parameters"): "bind",
        ("lambda", "parameters"): "bind",
        ("default_parameter", "value"): "read",
        ("typed_default_parameter", "value"): "read",
        ("typed_default_parameter", "type"): "read",
        ("assignment", "left"): "bind",
        ("for_statement", "left"): "bind",
        ("for_in_clause", "left"): "bind",
        ("named_expression", "name"): "bind",
        ("as_pattern", "alias"): "bind",
        ("case_clause", ""): "bind",
        ("case_clause", "guard"): "read",
        ("case_clause", "consequence"): "read",
    },
    patterns=frozenset(
        {
            "parameters",
            "lambda_parameters",
            "default_parameter",
            "typed_default_parameter",
            "pattern_list",
            "tuple_pattern",
            "list_pattern",
            "list_splat_pattern",
            "dictionary_splat_pattern",
            "as_pattern_target",
            "parenthesized_expression",
            "tuple",
            "list",
            "case_pattern",
            "union_pattern",
            "splat_pattern",
            "dict_pattern",
            "as_pattern",
        }
    ),
    skips=frozenset({("keyword_argument", "name"), ("dict_pattern", "key")}),
    handlers={
        "attribute": _attribute,
        "augmented_assignment": _augmented,
        "type": _annotation,
        "typed_parameter": _typed_parameter,
        "type_parameter": _type_parameters,
        "global_statement": _global,
        "nonlocal_statement": _global,
        "import_statement": _import,
        "import_from_statement": _import,
        "future_import_statement": _import,
        "dotted_name": _dotted,
        "class_pattern": _class_pattern,
        "keyword_pattern": _keyword_pattern,
    },
)


def names(nodes: Iterable[Node], parent: str, outside: frozenset[int]) -> Names:
    nodes = list(nodes)
    selves = {parent.rpartition(".")[2]} if parent else set()
    if parent:
        selves.update(_first_parameter(node) for node in nodes)
    walk = Walk(_RULES, frozenset(selves - {""}), outside)
    return walk.run(nodes, "class" if parent else "function")


def _function(node: Node) -> Node | None:
    inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
    return inner if inner is not None and inner.type == "function_definition" else None


def _first_parameter(node: Node) -> str:
    function = _function(node)
    parameters = function.child_by_field_name("parameters") if function else None
    if parameters is None or not parameters.named_children or _is_static(node):
        return ""
    found = _WORD.search(text_of(parameters.named_children[0]))
    return found.group() if found else ""


def _is_static(node: Node) -> bool:
    return any(_STATIC.match(text_of(c)) for c in node.children if c.type == "decorator")


def fields(node: Node) -> dict[str, Node]:
    """The class attributes that a class's body sets, with the statement that sets each."""
    inner = node.child_by_field_name("definition") if node.type == "decorated_definition" else node
    body = inner.child_by_field_name("body") if inner else None
    found: dict[str, Node] = {}
    for line in body.named_children if body else ():
        held = line.named_children[0] if line.type == "expression_statement" else None
        if held is not None and held.type == "assignment":
            for name in _WORD.findall(field_text(held, "left")):
                found.setdefault(name, line)
    return found


def constructor_fields(node: Node) -> dict[str, Node]:
    """The fields that a constructor sets at its own level, with the statement that sets each."""
    function = _function(node)
    body = function.child_by_field_name("body") if function else None
    me = _first_parameter(node)
    found: dict[str, Node] = {}
    for line in body.named_children if body else ():
        held = line.named_children[0] if line.type == "expression_statement" else None
        left = held.child_by_field_name("left") if held and held.type == "assignment" else None
        if left is not None and left.type == "attribute" and field_text(left, "object") == me:
            found.setdefault(field_text(left, "attribute"), line)
    return found


BUILTINS: Final = frozenset(dir(builtins))
CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "__post_init__", "setUp"})


def is_private(name: str, node: Node) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("_") and not last.endswith("__")


def signature(node: Node) -> Signature | None:
    function = _function(node)
    parameters = function.child_by_field_name("parameters") if function else None
    if function is None or parameters is None:
        return None
    shown = f"{field_text(function, 'name')}{' '.join(text_of(parameters).split())}"
    found = Signature(shown, method=bool(_first_parameter(node)))
    keywords_only = False
    for part in parameters.named_children:
        kind = part.type
        word = _WORD.search(text_of(part))
        inner = part.named_children[0].type if kind == "typed_parameter" else kind
        if kind == "positional_separator":
            found = found.positional_only()
        elif kind == "keyword_separator":
            keywords_only = True
        elif inner == "list_splat_pattern":
            found, keywords_only = found.with_rest(), True
        elif inner == "dictionary_splat_pattern":
            found = found.with_any_keyword()
        elif word is not None:
            optional = kind in ("default_parameter", "typed_default_parameter")
            found = found.with_parameter(word.group(), optional, keywords_only)
    return found


def calls(nodes: Iterable[Node], name: str, outside: frozenset[int]) -> list[Call]:
    """Each call of a function or a method of that name, with what it is given."""
    return calls_by(nodes, outside, lambda node: _call(node, name))


def _call(node: Node, name: str) -> Call | None:
    function = node.child_by_field_name("function") if node.type == "call" else None
    arguments = node.child_by_field_name("arguments")
    if function is None or arguments is None or arguments.type != "argument_list":
        return None
    receiver = ""
    if function.type == "attribute":
        receiver = field_text(function, "object")
        called = field_text(function, "attribute")
    else:
        called = text_of(function)
    if called != name:
        return None
    given = [child for child in arguments.named_children if child.type != "comment"]
    keywords = [field_text(c, "name") for c in given if c.type == "keyword_argument"]
    spread = any(child.type in ("list_splat", "dictionary_splat") for child in given)
    plain = [
        c for c in given if c.type not in ("keyword_argument", "list_splat", "dictionary_splat")
    ]
    return Call(receiver, len(plain), frozenset(keywords), spread)
