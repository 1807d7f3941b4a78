import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.resources import read_resources
from tests.adapters.runners.composing.builders import entries_of


def resources_of(text: str) -> tuple[tuple[int | None, float | None], Docket]:
    docket = Docket("c")
    return read_resources(entries_of(text, docket), "web", docket), docket


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mem_limit: 128m\ncpus: 0.5", (128, 0.5)),
        ("deploy: {resources: {limits: {memory: 1g, cpus: '2', pids: 9}}}", (1024, 2.0)),
        ("deploy: {resources: {reservations: {memory: 1g}}, restart_policy: {}}", (None, None)),
        ("deploy:", (None, None)),
        ("cpus: 0", (None, None)),
        ("cpus: 0.01\nmem_limit: 6m", (6, 0.01)),
    ],
)
def test_limits_are_taken(text: str, found: tuple[int | None, float | None]) -> None:
    resources, docket = resources_of(text)
    assert resources == found
    assert docket.refusals == ()


def test_the_least_is_said_where_less_is_asked_for() -> None:
    assert "0.01 processors at least" in resources_of("cpus: 0.001")[1].refusals[0].reason
    assert "6 MB of memory at least" in resources_of("mem_limit: 1m")[1].refusals[0].reason


def test_more_than_one_of_a_service_is_noted() -> None:
    assert "run once" in resources_of("scale: 2")[1].notes[0]
    assert "run once" in resources_of("deploy: {replicas: 3}")[1].notes[0]
    assert resources_of("scale: 1")[1].notes == ()


def test_a_policy_of_restarts_is_noted_as_not_done() -> None:
    notes = resources_of("deploy: {restart_policy: {condition: on-failure}}")[1].notes
    assert notes == ("web: restart is not done: what ends, ends",)


@pytest.mark.parametrize(
    "text",
    [
        "deploy: {resources: {reservations: {devices: [{driver: nvidia}]}}}",
        "deploy: {resources: {limits: {devices: [a]}}}",
        *("deploy: {labels: {roundtable.x: y}}", "deploy: {mystery: 1}", "deploy: [a]"),
        *("cpus: 0.000001", "cpus: '0.0099'", "mem_limit: 5m", "mem_limit: 1b"),
        "deploy: {resources: {limits: {cpus: '0.001'}}}",
        "deploy: {resources: {limits: {memory: 1k}}}",
        *("mem_limit: x", "cpus: many", "scale: -1"),
    ],
)
def test_devices_and_what_is_no_limit_are_refused(text: str) -> None:
    assert len(resources_of(text)[1].refusals) == 1
