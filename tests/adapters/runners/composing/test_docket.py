import pytest

from roundtable.adapters.runners.composing.docket import Docket, as_written, one_line
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Scalar
from roundtable.adapters.runners.plans import PlanRefused


def test_a_docket_without_refusals_closes_in_peace() -> None:
    docket = Docket("compose.yaml")
    docket.note("a")
    docket.note("a")
    docket.close()
    assert docket.notes == ("a",)


def test_refusals_are_told_once_in_the_order_of_the_file() -> None:
    docket = Docket("compose.yaml")
    docket.refuse(9, "b", "why")
    docket.refuse(2, "x", "why", path="app.env")
    docket.refuse(3, "a", "why")
    docket.refuse(9, "b", "why")
    with pytest.raises(PlanRefused) as caught:
        docket.close()
    told = [(refusal.path, refusal.line) for refusal in caught.value.refusals]
    assert told == [("compose.yaml", 3), ("compose.yaml", 9), ("app.env", 2)]


def test_what_is_shown_is_the_source_and_never_what_it_was_filled_with() -> None:
    secret = Scalar("hunter2", 1, "${KEY}")
    node = Items((Fields((Entry("a", 1, secret),), 1), secret), 1)
    assert as_written(node) == "[{a: ${KEY}}, ${KEY}]"


def test_words_are_on_one_line_visible_and_bounded() -> None:
    assert one_line("a\nb\x1b\u202e") == "a\\nb\\x1b\\u202e"
    assert len(one_line("x" * 10_000)) == 100


def test_the_number_of_refusals_is_bounded() -> None:
    docket = Docket("compose.yaml")
    for line in range(1, 1000):
        docket.refuse(line, "a", "why")
        docket.note(str(line))
    assert len(docket.refusals) == len(docket.notes) == 200
    assert docket.is_full
    assert docket.count == 999


def test_a_refusal_keeps_what_would_lift_it() -> None:
    docket = Docket("compose.yaml")
    docket.refuse(1, "a", "why", remedy="give it")
    docket.refuse(2, "b", "why")
    assert [refusal.remedy for refusal in docket.refusals] == ["give it", ""]
