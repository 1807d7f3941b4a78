import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.postures import check_postures
from tests.adapters.runners.composing.builders import entries_of


def checked(text: str) -> tuple[list[str], Docket]:
    docket = Docket("c")
    return check_postures(entries_of(text, docket), "web", docket), docket


@pytest.mark.parametrize(
    "text",
    [
        *("security_opt: ['no-new-privileges:true']", "security_opt: [no-new-privileges]"),
        *("logging: {driver: json-file, options: {max-size: 1m}}", "logging: {driver: none}"),
        *("ipc: private", "ipc: none", "network_mode: none", "network_mode: bridge", "ipc: ''"),
        *("labels: {a: b}", "extra_hosts: ['host.docker.internal:host-gateway']"),
        *("extra_hosts: ['host.docker.internal=host-gateway']", "extra_hosts: []"),
        "extra_hosts: {host.docker.internal: host-gateway}",
    ],
)
def test_a_modest_value_is_let_through(text: str) -> None:
    found, docket = checked(text)
    assert found == [text.partition(":")[0]]
    assert docket.refusals == ()


@pytest.mark.parametrize(
    "text",
    [
        *("security_opt: ['no-new-privileges:false']", "security_opt: ['seccomp:x.json']"),
        *("security_opt: [no-new-privileges, 'label:disable']", "security_opt: [[a]]"),
        *("logging: {driver: gelf}", "logging: {driver: json-file, extra: 1}", "logging: x"),
        *("ipc: host", "ipc: shareable", "network_mode: host", "network_mode: 'service:db'"),
        *("network_mode: HOST", "network_mode: default", "network_mode: [none]"),
        *("extra_hosts: ['host.docker.internal:10.0.0.1']", "extra_hosts: ['db:host-gateway']"),
        *("extra_hosts: {host.docker.internal: 127.0.0.1}", "extra_hosts: {db: host-gateway}"),
        *("extra_hosts: [[a]]", "extra_hosts: ['host.docker.internal:host-gateway', 'a:1.1.1.1']"),
    ],
)
def test_any_other_value_is_refused(text: str) -> None:
    assert len(checked(text)[1].refusals) == 1


@pytest.mark.parametrize("said", ["always", "on-failure:3", "unless-stopped"])
def test_a_restart_that_is_not_done_is_noted_as_such(said: str) -> None:
    found, docket = checked(f"restart: {said}")
    assert (found, docket.refusals) == ([], ())
    assert docket.notes == ("web: restart is not done: what ends, ends",)


@pytest.mark.parametrize("said", ["no", "'no'", "false", "~"])
def test_a_service_that_wants_no_restart_has_no_note(said: str) -> None:
    assert checked(f"restart: {said}")[1].notes == ()


def test_the_name_of_this_machine_leads_nowhere_and_that_is_noted() -> None:
    [note] = checked("extra_hosts: ['host.docker.internal:host-gateway']")[1].notes
    assert "does not reach this machine" in note
