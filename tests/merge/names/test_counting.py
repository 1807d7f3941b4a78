"""Calls and fields, as all languages look for them."""

from roundtable.merge.grammars import parse
from roundtable.merge.names.counting import calls_by, fields_set
from roundtable.merge.signatures import Call


def test_calls_are_found_at_any_depth_but_not_in_what_is_left_out() -> None:
    root = parse("python", b"a(b(c()))\nd()\n").root_node
    first, second = root.children

    def read(node: object) -> Call | None:
        return Call("", 0) if getattr(node, "type", "") == "call" else None

    assert len(calls_by([root], frozenset(), read)) == 4
    assert len(calls_by([root], frozenset({first.id}), read)) == 1
    assert len(calls_by([second], frozenset(), read)) == 1


def test_only_fields_of_the_object_itself_count_and_only_at_the_top() -> None:
    text = b"{ this.a = 1; that.b = 2; if (c) { this.d = 3; } e = 4; this.f.g = 5; }"
    body = parse("javascript", text).root_node.children[0]
    assert list(fields_set(body, "assignment_expression", "this")) == ["a"]
    assert fields_set(None, "assignment_expression", "this") == {}
