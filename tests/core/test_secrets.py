"""A secret cannot be printed by accident."""

import json
import pickle

import pytest

from roundtable.core.secrets import Secret

CANARY = "sk-canary-0123456789abcdef"


def test_no_way_of_printing_shows_it() -> None:
    secret = Secret(CANARY)
    shown = [
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret!r:>30}",
        f"{secret:>30}",
        " ".join(["", str(secret)]),
    ]
    assert all(CANARY not in text for text in shown)
    assert "canary" not in repr({"key": secret, "list": [secret]})


def test_it_cannot_be_written_down() -> None:
    with pytest.raises(TypeError):
        json.dumps(Secret(CANARY))
    with pytest.raises(TypeError):
        pickle.dumps(Secret(CANARY))


def test_its_value_is_had_by_asking_and_two_of_the_same_are_equal() -> None:
    assert Secret(CANARY).reveal() == CANARY
    assert Secret(CANARY) == Secret(CANARY) != Secret("other")
    assert len({Secret(CANARY), Secret(CANARY)}) == 1


def test_the_hint_shows_four_letters_of_a_long_one_and_none_of_a_short_one() -> None:
    assert Secret(CANARY).hint == "…cdef"
    assert Secret("short").hint == "…"
