"""Scopes: who sees what."""

from roundtable.merge.grammars import parse
from roundtable.merge.scopes import Names, Rules, Scope, Walk, labelled


def test_a_name_is_found_in_the_scopes_around_but_not_in_a_class_around() -> None:
    module = Scope("function", bound={"m"})
    klass = Scope("class", module, bound={"k"})
    method = Scope("function", klass, bound={"x"})
    assert method.finds("x")
    assert method.finds("m")
    assert not method.finds("k")
    assert klass.finds("k")


def test_a_block_belongs_to_the_function_around_it() -> None:
    function = Scope("function")
    assert Scope("block", Scope("block", function)).function() is function


def test_names_add_up() -> None:
    one = Names(frozenset({"a"}), frozenset({"b"}))
    two = Names(frozenset({"c"}), reads=frozenset({"d"}), annotates=True)
    assert one | two == Names(
        frozenset({"a", "c"}), frozenset({"b"}), frozenset({"d"}), frozenset(), True
    )


def test_the_children_come_with_the_names_of_their_fields() -> None:
    call = parse("python", b"f(x)").root_node.children[0].children[0]
    assert [(label, child.type) for label, child in labelled(call)] == [
        ("function", "identifier"),
        ("arguments", "argument_list"),
    ]
    assert list(labelled(call.children[0])) == []


def test_very_deep_code_is_walked() -> None:
    root = parse("python", b"(" * 5000 + b"deep" + b")" * 5000).root_node
    rules = Rules(frozenset({"identifier"}), {}, {}, frozenset(), frozenset())
    assert Walk(rules, frozenset(), frozenset()).run([root], "function").free == {"deep"}
