import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.health import is_disabled, read_health
from roundtable.adapters.runners.plans import Health
from tests.adapters.runners.composing.builders import entries_of


def health_of(said: str) -> tuple[Health | None, Docket]:
    docket = Docket("c")
    entry = entries_of(f"healthcheck: {said}", docket)["healthcheck"]
    return read_health(entry, "web", docket), docket


@pytest.mark.parametrize(
    ("test", "command"),
    [
        (
            "curl -f http://localhost || exit 1",
            ("/bin/sh", "-c", "curl -f http://localhost || exit 1"),
        ),
        ("[CMD, curl, -f, x]", ("curl", "-f", "x")),
        ("[CMD-SHELL, 'a | b']", ("/bin/sh", "-c", "a | b")),
    ],
)
def test_a_test_is_a_command_or_a_line_for_a_shell(test: str, command: tuple[str, ...]) -> None:
    assert health_of(f"{{test: {test}}}")[0] == Health(command)


def test_the_times_are_taken() -> None:
    said = "{test: x, interval: 1m, timeout: 2s, retries: '4', start_period: 3s}"
    assert health_of(said)[0] == Health(("/bin/sh", "-c", "x"), 60.0, 2.0, 4, 3.0)


@pytest.mark.parametrize("said", ["{disable: true}", "{test: [NONE]}", "{test: x, disable: yes}"])
def test_a_check_that_is_switched_off_is_none(said: str) -> None:
    docket = Docket("c")
    entry = entries_of(f"healthcheck: {said}", docket)["healthcheck"]
    assert read_health(entry, "web", docket) is None
    assert is_disabled(entry)
    assert docket.refusals == ()


def test_a_check_that_is_on_or_not_there_is_not_switched_off() -> None:
    entry = entries_of("healthcheck: {test: x, disable: false}", Docket("c"))["healthcheck"]
    assert not is_disabled(entry)
    assert not is_disabled(None)


def test_times_without_a_test_are_noted() -> None:
    found, docket = health_of("{interval: 1s}")
    assert found is None
    assert "no test of its own" in docket.notes[0]


@pytest.mark.parametrize(
    "said",
    ["{test: [curl]}", "{test: {a: b}}", "{test: [CMD]}", "{test: [CMD, [a]]}", "[a]", "{tst: x}"],
)
def test_other_tests_are_refused(said: str) -> None:
    assert len(health_of(said)[1].refusals) == 1
