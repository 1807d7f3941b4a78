"""Which error is told as what, and how it is described."""

from typing import get_args

import pytest

from roundtable.apps.web.problems import (
    EXAMPLES,
    KINDS,
    ProblemType,
    Refusal,
    documented,
    of_error,
    problem,
    remedy_of,
)
from roundtable.core import errors as e


def test_every_type_has_a_status_a_title_and_an_example_with_a_remedy() -> None:
    assert set(KINDS) == set(EXAMPLES) == set(get_args(ProblemType))
    for kind, (status, title) in KINDS.items():
        assert 400 <= status < 600
        assert title[0].isupper()
        assert all(EXAMPLES[kind])


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (e.UnknownSession("x"), "unknown_session"),
        (e.NotAProject("x"), "not_founded"),
        (e.ConfigError("x"), "config_wrong"),
        (e.KnightUnavailable("x"), "knight_unavailable"),
        (e.SessionBusy("x"), "busy"),
        (e.CommandRefused("x"), "refused"),
        (e.UsageError("x"), "invalid"),
        (e.LogDamaged("x"), "log_unreadable"),
        (e.StoreError("x"), "log_unavailable"),
        (e.KeysUnavailable("x"), "keys_unavailable"),
        (e.RoundtableError("x"), "unexpected"),
    ],
)
def test_an_error_of_ours_is_told_by_its_kind(error: e.RoundtableError, kind: str) -> None:
    told = of_error(error)
    assert (told.type, told.detail) == (kind, "x")
    assert (told.status, told.title) == KINDS[told.type]


def test_every_error_that_a_command_can_end_with_is_told_as_something() -> None:
    """A new error is not told as unexpected by oversight."""
    unexpected = {
        error.__name__
        for error in e.RoundtableError.__subclasses__()
        if of_error(error("x")).type == "unexpected"
    }
    assert unexpected <= {"LogMoved"}, "a log that has moved on is tried again, and told to nobody"


def test_the_field_is_named_where_the_message_begins_with_one() -> None:
    told = of_error(e.UsageError("topic: the task is empty", "say what to build"))
    assert (told.field, told.detail, told.remedy) == (
        "topic", "topic: the task is empty", "say what to build",
    )  # fmt: skip
    assert of_error(e.UsageError("cart.py: no such thing")).field == ""
    assert of_error(e.UsageError("topic")).field == ""


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (e.UnknownSession("x", "see: roundtable list"), "look at the list of projects"),
        (e.CommandRefused("x", "roundtable resume x"), "look at where the session stands"),
        (e.DiskFull("x", "free some space, then go on with: roundtable resume"), "on its page"),
        (e.StoreError("x", "look at the disk, then go on with: roundtable resume"), "on its page"),
        (e.ConfigError("x", "correct it and run the command again"), "PUT /api/settings"),
        (e.StoreError("x", "close the program that holds it"), "close the program that holds it"),
    ],
)
def test_a_remedy_of_the_terminal_becomes_one_of_the_browser(
    error: e.RoundtableError, remedy: str
) -> None:
    told = of_error(error).remedy
    assert remedy in told
    assert told == remedy_of(error)
    assert "the command" not in told
    assert "roundtable resume" not in told


@pytest.mark.parametrize(
    ("error", "command"),
    [
        (e.LogDamaged("x", "run `roundtable rebuild --salvage`"), "roundtable rebuild --salvage"),
        (e.LogTooNew("x", "upgrade: pip install --upgrade llm-roundtable"), "pip install"),
    ],
)
def test_where_only_the_terminal_can_mend_it_that_is_said(
    error: e.RoundtableError, command: str
) -> None:
    told = of_error(error).remedy
    assert told.startswith("only a terminal can mend this: end the server there")
    assert command in told


def test_every_kind_of_error_has_a_remedy_for_a_browser() -> None:
    """A new error does not send a browser's user to the terminal by oversight."""
    command = "roundtable frobnicate"
    kept = {
        error.__name__
        for error in e.RoundtableError.__subclasses__()
        if remedy_of(error("x", command)) == command
    }
    assert kept <= {"NotAProject"}, "which a browser is told in words of its own"


def test_a_refusal_carries_its_problem() -> None:
    refusal = Refusal("too_many", "16 sessions are at work", "wait", "seats")
    assert refusal.problem == problem("too_many", "16 sessions are at work", "wait", "seats")
    assert str(refusal) == "16 sessions are at work"


def test_what_a_route_documents_is_by_status_and_every_type_of_it_has_an_example() -> None:
    told = documented("refused", "busy", "unknown_session")
    assert set(told) == {401, 403, 404, 409, 500}
    content = told[409]["content"]["application/problem+json"]
    assert set(content["examples"]) == {"refused", "busy"}
    for kind, example in content["examples"].items():
        assert example["value"]["type"] == kind
        assert example["value"]["status"] == 409
    assert KINDS["refused"][1] in told[409]["description"]
    assert KINDS["busy"][1] in told[409]["description"]


def test_documenting_twice_changes_nothing_between_two_routes() -> None:
    first = documented("refused")
    documented("busy")
    assert set(first[409]["content"]["application/problem+json"]["examples"]) == {"refused"}
