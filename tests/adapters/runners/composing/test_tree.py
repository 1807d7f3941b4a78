import time

import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Fields, Items, Node, Scalar
from roundtable.adapters.runners.composing.tree import read_tree
from roundtable.adapters.runners.plans import PlanRefused


def plain(node: Node) -> object:
    match node:
        case Scalar():
            return node.text
        case Items():
            return [plain(item) for item in node.items]
        case Fields():
            return {entry.key: plain(entry.value) for entry in node.entries}


def read(text: str) -> Node:
    docket = Docket("compose.yaml")
    node = read_tree(text, docket)
    docket.close()
    return node


def refused(text: str) -> list[tuple[int, str]]:
    with pytest.raises(PlanRefused) as caught:
        read(text)
    return [(refusal.line, refusal.reason) for refusal in caught.value.refusals]


def test_every_key_and_value_knows_its_line() -> None:
    root = read("a: 1\nb:\n  - x\n  - y\nc: |\n  text\n")
    assert isinstance(root, Fields)
    a, b, c = root.entries
    assert (a.line, b.line, c.line) == (1, 2, 5)
    assert isinstance(b.value, Items)
    assert [item.line for item in b.value.items] == [3, 4]
    assert isinstance(c.value, Scalar)
    assert (c.value.line, c.value.text_line) == (5, 6)


@pytest.mark.parametrize(
    ("text", "merged"),
    [
        ("a: &a {x: 1}\nb: {<<: *a, y: 2}", {"y": "2", "x": "1"}),
        ("a: &a {x: 1}\nb: {x: 2, <<: *a}", {"x": "2"}),
        (
            "a: &a {x: 1, y: 1}\nc: &c {y: 3, z: 3}\nb: {<<: [*a, *c]}",
            {"x": "1", "y": "1", "z": "3"},
        ),
        ("a: &a {x: 1}\nc: &c {<<: *a, y: 3}\nb: {<<: *c}", {"y": "3", "x": "1"}),
        ("b: {<<: {x: 1}}", {"x": "1"}),
        ("b: {<<: []}", {}),
        ("b: {'<<': 1}", {"<<": "1"}),
    ],
)
def test_merge_keys_follow_yaml(text: str, merged: dict[str, str]) -> None:
    root = plain(read(text))
    assert isinstance(root, dict)
    assert root["b"] == merged


def test_a_merged_key_keeps_the_line_at_which_it_stands() -> None:
    root = read("a: &a\n  x: 1\nb:\n  <<: *a\n")
    assert isinstance(root, Fields)
    merged = root.entries[1].value
    assert isinstance(merged, Fields)
    assert merged.entries[0].line == 2


def test_an_anchor_said_again_is_the_later_one() -> None:
    assert plain(read("a: &a 1\nb: &a 2\nc: *a\n")) == {"a": "1", "b": "2", "c": "2"}


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\na: 2", 2, "twice"),
        ("a: &a 1\nb:\n  <<: *a", 3, "only mappings"),
        ("a: b\n? [x]\n: c", 2, "single word"),
        ("a: !x b", 1, "tags"),
        ("a: !!timestamp 2001-01-01", 1, "tags"),
        ("%TAG !! tag:other,2000:\n---\na: !!str b", 3, "tags"),
        ("a: b\n---\nc: d", 2, "second document"),
        ("a: *b", 1, "no &b"),
        ("a: &a [*a]", 1, "holds it"),
        ("", 1, "nothing in it"),
        ("a: [", 1, "not YAML"),
        ("a: b\n\tc: d", 2, "not YAML"),
        ("a: 1\nb: \x00", 2, "does not allow"),
        ('a: "\\UFFFFFFFF"', 1, "not YAML"),
        ("a: " + "[" * 100, 1, "nested"),
        ("a: " + "x" * 200_000, 1, "larger"),
        ("a: " + "é" * 100_000, 1, "larger"),
    ],
)
def test_what_is_refused_is_refused_at_its_line(text: str, line: int, words: str) -> None:
    assert any(at == line and words in reason for at, reason in refused(text)), refused(text)


def test_two_faults_of_a_kind_that_can_be_read_over_are_both_told() -> None:
    assert [line for line, _ in refused("a: !x b\nc: 1\nc: 2\n")] == [1, 3]


def test_a_billion_laughs_are_refused_before_they_are_built() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    began = time.process_time()
    assert "aliases" in refused("\n".join(levels))[0][1]
    assert time.process_time() - began < 1


def test_a_plain_tag_is_read() -> None:
    assert plain(read("a: !!str 010\nb: !!int '010'\nc: !!map {d: !!seq [1]}")) == {
        "a": "010",
        "b": "8",
        "c": {"d": ["1"]},
    }
