"""What a tool may be called with: each field has its bounds, and each refusal names the field."""

import re
from pathlib import Path
from typing import Any

import pytest

from roundtable.apps.mcp.arguments import (
    Arguments,
    CodeRed,
    Decisions,
    Discuss,
    Review,
    Status,
    inside,
    read_arguments,
    schema,
)
from roundtable.core.budget import Budget
from roundtable.core.errors import UsageError


def test_what_is_left_out_or_null_has_its_default() -> None:
    left, null = {"topic": "Why?"}, {"topic": "Why?", "rounds": None, "knights": None}
    assert read_arguments(Discuss, left) == read_arguments(Discuss, null)
    assert read_arguments(Status, None) == Status()
    assert read_arguments(Decisions, {}).limit == 10


def test_a_text_is_kept_as_a_session_records_it() -> None:
    given = read_arguments(Discuss, {"topic": "\ufeff  one\r\ntwo\n", "knights": ["A", "B"]})
    assert given.topic == "one\ntwo"
    assert given.knights == ("A", "B")


@pytest.mark.parametrize(
    ("kind", "given", "field"),
    [
        (Discuss, {}, "topic is missing"),
        (Discuss, {"topic": None}, "topic: "),
        (Discuss, {"topic": 5}, "topic: "),
        (Discuss, {"topic": ["why"]}, "topic: "),
        (Discuss, {"topic": ""}, "topic: says nothing"),
        (Discuss, {"topic": " \x00\x1b\x07\n"}, "topic: says nothing"),
        (Discuss, {"topic": "x" * 100_001}, "topic: string should have at most 100000"),
        (Discuss, {"topic": "x", "rounds": 0}, "rounds: "),
        (Discuss, {"topic": "x", "rounds": 51}, "rounds: "),
        (Discuss, {"topic": "x", "rounds": "5"}, "rounds: "),
        (Discuss, {"topic": "x", "rounds": 2.5}, "rounds: "),
        (Discuss, {"topic": "x", "rounds": True}, "rounds: "),
        (Discuss, {"topic": "x", "blind": "yes"}, "blind: "),
        (Discuss, {"topic": "x", "knights": ["Gawain"]}, "knights: list should have at least 2"),
        (Discuss, {"topic": "x", "knights": ["G"] * 27}, "knights: list should have at most 26"),
        (Discuss, {"topic": "x", "knights": "Gawain"}, "knights: "),
        (Discuss, {"topic": "x", "knights": ["G", "L\x1b[2J"]}, "knights[1]: has a line break"),
        (Discuss, {"topic": "x", "knights": ["G", 1]}, "knights[1]: "),
        (Discuss, {"topic": "x", "max_cost_usd": -1}, "max_cost_usd: "),
        (Discuss, {"topic": "x", "max_cost_usd": float("nan")}, "max_cost_usd: "),
        (Discuss, {"topic": "x", "max_minutes": float("inf")}, "max_minutes: "),
        (Discuss, {"topic": "x", "max_tokens": 10**10}, "max_tokens: "),
        (Discuss, {"topic": "x", "root": "/"}, "there is no field root"),
        (Discuss, {"topic": "x", "choose": "apply"}, "there is no field choose"),
        (Review, {"path": "a\x00b"}, "path: has a line break"),
        (Review, {"path": "x" * 201}, "path: string should have at most 200"),
        (Review, {"diff": ""}, "diff: "),
        (Review, {"instruct": "x" * 20_001}, "instruct: string should have at most 20000"),
        (CodeRed, {"symptom": " \x00"}, "symptom: says nothing"),
        (CodeRed, {"log": "x" * 400_001}, "log: string should have at most 400000"),
        (CodeRed, {"log": ["x"]}, "log: "),
        (Status, {"session": "a\nb"}, "session: has a line break"),
        (Status, {"session": 1}, "session: "),
        (Decisions, {"limit": 0}, "limit: "),
        (Decisions, {"limit": 51}, "limit: "),
    ],
)
def test_a_refusal_names_the_field_and_what_it_takes(
    kind: type[Arguments], given: dict[str, Any], field: str
) -> None:
    with pytest.raises(UsageError) as refused:
        read_arguments(kind, given)
    assert field in refused.value.message
    assert len(refused.value.message) < 300
    name = re.split(r"[:\[ ]", field, maxsplit=1)[0]
    expected = f"{name}: " if name in kind.model_fields else "it takes: "
    assert refused.value.remedy.startswith(expected)


def test_a_hostile_name_of_a_field_is_told_without_what_a_terminal_obeys() -> None:
    with pytest.raises(UsageError) as refused:
        read_arguments(Status, {"\x1b[2J" * 50: 1})
    assert refused.value.message.isprintable()
    assert len(refused.value.message) < 100


def test_of_very_many_problems_a_few_are_told() -> None:
    with pytest.raises(UsageError) as refused:
        read_arguments(Status, {f"field_{n}": n for n in range(1000)})
    assert refused.value.message.count("there is no field") == 5


def test_caps_only_lower_those_of_the_server() -> None:
    asked = Discuss(topic="x", max_cost_usd=0.5, max_tokens=9, max_minutes=3)
    assert asked.caps(Budget()) == Budget(max_cost_microusd=500_000, max_tokens=9, max_minutes=3)
    bound = Budget(max_cost_microusd=100, max_tokens=1000, max_minutes=3.5)
    assert asked.caps(bound) == Budget(max_cost_microusd=100, max_tokens=9, max_minutes=3)
    assert Discuss(topic="x").caps(bound) == bound


@pytest.mark.parametrize("path", [".", "src", "src/..", "./src/"])
def test_a_path_inside_the_project_is_taken_in_any_spelling(tmp_path: Path, path: str) -> None:
    (tmp_path / "src").mkdir()
    assert inside(tmp_path, path, ()) == (tmp_path / path).resolve()
    assert inside(tmp_path, str(tmp_path / path), ()) == (tmp_path / path).resolve()


@pytest.mark.parametrize(
    "path",
    ["..", "../other", "src/../..", "/", "/etc", "/etc/no-such-thing", "out", "out/a", "round"],
)
def test_a_path_that_leads_out_is_refused_whether_or_not_something_is_there(
    tmp_path: Path, path: str
) -> None:
    root = tmp_path / "shop"
    (root / "src").mkdir(parents=True)
    (tmp_path / "other").mkdir()
    (root / "out").symlink_to(tmp_path / "other")
    (root / "round").symlink_to(root / "round")
    with pytest.raises(UsageError, match=r"path: .* lies outside of the project"):
        inside(root, path, ())


@pytest.mark.parametrize("path", [".git", ".roundtable/sessions", ".ENV", "deps/a", ".ssh"])
def test_what_no_knight_is_shown_is_refused_as_a_whole_too(tmp_path: Path, path: str) -> None:
    with pytest.raises(UsageError, match=r"path: .* is not shown"):
        inside(tmp_path, path, ("deps",))


@pytest.mark.parametrize("kind", [Discuss, Review, CodeRed, Status, Decisions])
def test_a_schema_is_closed_and_explains_every_field(kind: type[Arguments]) -> None:
    found = schema(kind)
    assert found["type"] == "object"
    assert found["additionalProperties"] is False
    for field in found["properties"].values():
        assert field["description"]
        assert field["type"] in ("string", "integer", "number", "boolean", "array")
        assert "anyOf" not in field
