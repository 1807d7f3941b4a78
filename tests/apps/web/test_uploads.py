"""Uploads that wait to be taken: few, for a while, and only as many at once as memory allows."""

import pytest

from roundtable.adapters.trees.tally import Given
from roundtable.apps.web.problems import Refusal
from roundtable.apps.web.uploads import LASTS, MOST_AT_ONCE, MOST_KEPT, Uploads


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def given(origin: str = "x") -> Given:
    return Given(origin, ())


def test_what_is_kept_is_found_until_it_is_forgotten() -> None:
    uploads = Uploads()
    name = uploads.keep(given())
    assert uploads.find(name) == given()
    assert uploads.find(name) == given(), "looking at it does not take it"
    uploads.forget(name)
    uploads.forget(name)
    with pytest.raises(Refusal) as refused:
        uploads.find(name)
    assert (refused.value.problem.type, refused.value.problem.field) == ("gone", "upload")


def test_names_cannot_be_guessed() -> None:
    uploads = Uploads()
    names = {uploads.keep(given()) for _ in range(50)}
    assert len(names) == 50
    assert all(len(name) >= 16 for name in names)


def test_the_oldest_gives_way() -> None:
    uploads = Uploads()
    names = [uploads.keep(given(str(number))) for number in range(MOST_KEPT + 1)]
    with pytest.raises(Refusal):
        uploads.find(names[0])
    assert [uploads.find(name).origin for name in names[1:]] == ["1", "2", "3", "4"]


def test_an_hour_later_it_is_gone() -> None:
    time = Time()
    uploads = Uploads(time)
    first = uploads.keep(given())
    time.now = LASTS - 1
    second = uploads.keep(given())
    assert uploads.find(first) == given()
    time.now = LASTS
    with pytest.raises(Refusal):
        uploads.find(first)
    assert uploads.find(second) == given()


def test_there_is_room_for_a_few_at_once_and_it_is_given_back_whatever_happens() -> None:
    uploads = Uploads()
    for _ in range(MOST_AT_ONCE + 1):
        with pytest.raises(ValueError, match="broken"), uploads.receiving():
            raise ValueError("broken")
    full = uploads.receiving(), uploads.receiving()
    with full[0], full[1], pytest.raises(Refusal) as refused, uploads.receiving():
        pass
    assert refused.value.problem.type == "too_many"


async def test_a_house_that_is_closed_keeps_none() -> None:
    uploads = Uploads()
    name = uploads.keep(given())
    await uploads.close()
    with pytest.raises(Refusal):
        uploads.find(name)
