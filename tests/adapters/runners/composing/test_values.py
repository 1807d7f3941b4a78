import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.values import (
    fields_of,
    flag_of,
    is_empty,
    megabytes_of,
    number_of,
    pairs_of,
    scalars_of,
    seconds_of,
    text_of,
    whole_of,
)
from tests.adapters.runners.composing.builders import entries_of


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("10s", 10.0), ("1m30s", 90.0), ("500ms", 0.5), ("1.5s", 1.5), ("1h", 3600.0), ("~", None)],
)
def test_durations_have_units(said: str, seconds: float | None) -> None:
    docket = Docket("c")
    assert seconds_of(entries_of(f"a: {said}", docket)["a"], docket) == seconds
    assert docket.refusals == ()


@pytest.mark.parametrize("said", ["10", "s", "-1s", "1d", "2h", "1s 2s", "[1s]", "1e3s"])
def test_other_durations_are_refused(said: str) -> None:
    docket = Docket("c")
    assert seconds_of(entries_of(f"a: {said}", docket)["a"], docket) is None
    assert len(docket.refusals) == 1


@pytest.mark.parametrize(
    ("said", "megabytes"),
    [
        ("512m", 512),
        ("1g", 1024),
        ("1.5GB", 1536),
        ("1048577", 2),
        ("64MiB", 64),
        ("0", None),
        ("1k", 1),
        ("100b", 1),
    ],
)
def test_sizes_are_rounded_up_to_megabytes(said: str, megabytes: int | None) -> None:
    docket = Docket("c")
    assert megabytes_of(entries_of(f"a: {said}", docket)["a"], docket) == megabytes
    assert docket.refusals == ()


@pytest.mark.parametrize(("said", "flag"), [("true", True), ("yes", True), ("'on'", True)])
def test_flags_are_read_in_all_their_words(said: str, flag: bool) -> None:
    docket = Docket("c")
    assert flag_of(entries_of(f"a: {said}", docket)["a"], docket) is flag


def test_what_is_not_of_its_kind_is_refused_and_absence_is_not() -> None:
    docket = Docket("c")
    found = entries_of("a: [1]\nb: maybe\nc: -1\nd: x\ne: y\nf: 12 parrots\n", docket)
    assert text_of(found["a"], docket) is None
    assert flag_of(found["b"], docket) is False
    assert whole_of(found["c"], docket, 10) is None
    assert number_of(found["d"], docket) is None
    assert fields_of(found["e"], docket) is None
    assert megabytes_of(found["f"], docket) is None
    assert [refusal.line for refusal in docket.refusals] == [1, 2, 3, 4, 5, 6]
    assert text_of(None, docket) is None
    assert whole_of(None, docket, 1) is None
    assert number_of(None, docket) is None


def test_a_number_over_the_bound_is_refused() -> None:
    docket = Docket("c")
    found = entries_of("a: 10\nb: 11\nc: 0.5\n", docket)
    assert whole_of(found["a"], docket, 10) == 10
    assert whole_of(found["b"], docket, 10) is None
    assert number_of(found["c"], docket) == 0.5
    assert [refusal.line for refusal in docket.refusals] == [2]


@pytest.mark.parametrize("said", ["", "''", "[]", "{}", "false", "'False'", "~"])
def test_what_asks_for_nothing_is_empty(said: str) -> None:
    assert is_empty(entries_of(f"a: {said}", Docket("c"))["a"].value)


@pytest.mark.parametrize("said", ["0", "['']", "{a: }", "no", "true", "' '"])
def test_what_asks_for_anything_is_not_empty(said: str) -> None:
    assert not is_empty(entries_of(f"a: {said}", Docket("c"))["a"].value)


def test_pairs_are_the_same_from_a_mapping_and_from_a_list() -> None:
    docket = Docket("c")
    found = entries_of("a: {X: 1, Y: , Z: 'a=b'}\nb: [X=1, Y, 'Z=a=b']\n", docket)
    first, second = (
        [(pair.name, pair.value) for pair in pairs_of(found[key], docket)] for key in "ab"
    )
    assert first == second == [("X", "1"), ("Y", None), ("Z", "a=b")]


def test_a_list_of_one_may_stand_without_its_list() -> None:
    docket = Docket("c")
    found = entries_of("a: x\nb: [x]\nc: [[x]]\n", docket)
    assert [node.text for node in scalars_of(found["a"], docket)] == ["x"]
    assert [node.text for node in scalars_of(found["b"], docket)] == ["x"]
    assert scalars_of(found["c"], docket) == []
    assert [refusal.line for refusal in docket.refusals] == [3]
