import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.waiting import ordered, read_waits, settled
from tests.adapters.runners.composing.builders import entries_of


def waits_of(text: str, names: str = "db cache", left_out: str = "tool") -> tuple[object, Docket]:
    docket = Docket("c")
    waits = read_waits(entries_of(text, docket), docket)
    return settled(waits, names.split(), left_out.split(), docket), docket


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("depends_on: [db, cache]", {"db": "started", "cache": "started"}),
        (
            "depends_on: {db: {condition: service_healthy}, cache: }",
            {"db": "healthy", "cache": "started"},
        ),
        ("depends_on: {db: {condition: service_completed_successfully}}", {"db": "completed"}),
        ("depends_on: {db: {condition: service_healthy}}\nlinks: [db]", {"db": "healthy"}),
        ("links: ['db:store']", {"db": "started"}),
        ("depends_on: {nobody: {condition: service_started, required: false}}", {}),
        ("depends_on: {tool: {required: false}}", {}),
        ("depends_on: []", {}),
    ],
)
def test_what_a_service_waits_for(text: str, after: dict[str, str]) -> None:
    found, docket = waits_of(text)
    assert found == after
    assert docket.refusals == ()


@pytest.mark.parametrize(
    "text",
    [
        *("depends_on: [nobody]", "depends_on: [tool]", "links: [nobody]", "depends_on: [[db]]"),
        *("depends_on: {db: {condition: soon}}", "depends_on: {db: {mystery: 1}}"),
        "depends_on: {db: [a]}",
    ],
)
def test_what_cannot_be_waited_for_is_refused(text: str) -> None:
    assert len(waits_of(text)[1].refusals) == 1


def test_the_order_is_that_of_the_file_where_nobody_waits() -> None:
    assert ordered({"c": [], "a": [], "b": []}) == (["c", "a", "b"], [])
    assert ordered({"web": ["api"], "api": ["db"], "db": []}) == (["db", "api", "web"], [])


def test_those_who_wait_in_a_circle_are_named() -> None:
    assert ordered({"a": ["b"], "b": ["a"], "c": []}) == (["c"], ["a", "b"])
    assert ordered({"a": ["a"]}) == ([], ["a"])
