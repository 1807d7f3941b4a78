import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.services import Draft, has_profile, read_service
from tests.adapters.runners.composing.builders import PATH, entries_of, project_of


def draft_of(text: str, name: str = "web") -> tuple[Draft | None, Docket]:
    docket = Docket(PATH)
    entry = entries_of(f"{name}:\n  {text}\n", docket)[name]
    return read_service(entry, project_of(docket, {"Dockerfile": "FROM a\n"})), docket


def test_a_service_has_what_its_lines_say() -> None:
    draft, docket = draft_of(
        "{image: a, command: b c, entrypoint: [d], user: '1:2', working_dir: /w/, ports: [80],"
        " environment: {A: 1}, stop_signal: SIGTERM, mem_limit: 9m}"
    )
    assert docket.refusals == ()
    assert draft is not None
    service = draft.service
    assert (service.image, service.command, service.entrypoint) == ("a", ("b", "c"), ("d",))
    assert (service.user, service.working_dir, service.stop_signal) == ("1:2", "/w", "SIGTERM")
    assert (service.ports, dict(service.environment), service.memory_mb) == ((80,), {"A": "1"}, 9)


def test_where_it_is_built_the_name_of_the_image_is_kept_beside() -> None:
    draft, _ = draft_of("{image: shop, build: .}")
    assert draft is not None
    assert (draft.service.image, draft.image) == ("", "shop")
    assert draft.service.build is not None


def test_what_is_not_needed_is_noted_in_one_line() -> None:
    notes = draft_of("{image: a, init: true, labels: {a: b}}")[1].notes
    assert notes == ("web: not needed here: init, labels",)


def test_a_service_that_extends_another_is_not_also_told_that_it_has_no_image() -> None:
    [refusal] = draft_of("{extends: {service: base}, command: x}")[1].refusals
    assert refusal.what.startswith("extends")


@pytest.mark.parametrize(
    "key",
    [
        *("domainname: x", "cpu_quota: 50000", "cpu_period: 1", "cpu_count: 2", "cpuset: '0'"),
        *("annotations: {a: b}", "annotations: [a=b]", "cpu_percent: 50", "restart: always"),
        *("extra_hosts: ['host.docker.internal:host-gateway']",),
    ],
)
def test_what_does_nothing_here_changes_nothing_of_the_service_and_is_noted(key: str) -> None:
    plain, with_key = draft_of("{image: a}"), draft_of(f"{{image: a, {key}}}")
    assert with_key[1].refusals == ()
    assert with_key[0] == plain[0]
    assert len(with_key[1].notes) >= 1


@pytest.mark.parametrize("signal", ["SIGINT", "TERM", "9", "SIGUSR1", "SIGRTMIN+3"])
def test_a_signal_has_a_name_or_a_number(signal: str) -> None:
    assert draft_of(f"{{image: a, stop_signal: {signal}}}")[1].refusals == ()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "{}",
            "{build: }",
            "{image: }",
            "{image: '', build: ~}",
            "{command: a}",
            "[a]",
            "a",
            "{image: a, user: 'a b'}",
            "{image: a, user: -x}",
        ),
        *("{image: a, working_dir: w}", "{image: a, stop_signal: 'a b'}", "{image: a, imge: b}"),
    ],
)
def test_a_service_that_cannot_be_read_is_refused(text: str) -> None:
    assert len(draft_of(text)[1].refusals) == 1


@pytest.mark.parametrize("name", ["-v", "a b", "a/b", "ä", "'a:b'", "x" * 64])
def test_a_name_that_is_not_plain_is_refused(name: str) -> None:
    docket = Docket(PATH)
    (entry,) = entries_of(f"{name}: {{image: a}}", docket).values()
    assert read_service(entry, project_of(docket)) is None
    assert len(docket.refusals) == 1


@pytest.mark.parametrize(
    ("said", "left_out"),
    [("[a]", True), ("[]", False), ("['']", False), ("", False), ("a", True)],
)
def test_a_profile_leaves_a_service_out(said: str, left_out: bool) -> None:
    docket = Docket(PATH)
    entry = entries_of(f"web:\n  image: a\n  profiles: {said}\n", docket)["web"]
    assert has_profile(entry, docket) is left_out
