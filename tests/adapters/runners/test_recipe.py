"""Every container is given all bounds, and nothing of a project can add a word of its own."""

import pytest

from roundtable.adapters.runners import engines, recipe
from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.runners.plans import Image, Mount, Service
from roundtable.adapters.runners.recipe import Box
from roundtable.core.running import RunLimits

MARK = Mark("abc123")
LIMITS = RunLimits()


def value_of(words: tuple[str, ...], option: str) -> list[str]:
    return [words[i + 1] for i, word in enumerate(words) if word == option]


def service_words(service: Service, network: str = "none", **box: object) -> tuple[str, ...]:
    made = Box(name="n", image="img", network=network, **box)  # type: ignore[arg-type]
    return recipe.service_words(MARK, made, service, LIMITS, network)


def test_who_fills_volumes_is_bounded_like_their_service() -> None:
    service = Service("app", user="1234", mounts=(Mount("data", "/data", read_only=True),))
    box = Box(name="n", image="img")
    words = recipe.seed_words(MARK, box, service, LIMITS, service.mounts)
    own = recipe.service_words(MARK, box, service, LIMITS, "none")
    options = ("--cap-drop", "--security-opt", "--network", "--memory", "--cpus", "--pids-limit")
    for option in (*options, "--user", "--pull"):
        assert value_of(words, option) == value_of(own, option), option
    assert "--read-only" in words
    assert value_of(words, "--mount") == [
        f"type=volume,src={MARK.name('data')},dst=/.roundtable-volumes/1"
    ]


def test_a_service_runs_without_rights_network_or_a_place_to_write() -> None:
    words = service_words(Service("app"))
    assert value_of(words, "--cap-drop") == ["ALL"]
    assert value_of(words, "--cap-add") == []
    assert value_of(words, "--security-opt") == ["no-new-privileges"]
    assert value_of(words, "--network") == ["none"]
    assert value_of(words, "--user") == ["65534:65534"]
    assert value_of(words, "--memory") == value_of(words, "--memory-swap") == ["512m"]
    assert value_of(words, "--pids-limit") == ["256"]
    assert value_of(words, "--cpus") == ["1"]
    assert value_of(words, "--tmpfs") == ["/tmp:rw,noexec,nosuid,nodev,mode=1777,size=64m"]
    assert value_of(words, "--pull") == ["never"]
    assert {"--read-only", "--init"} <= set(words)
    forbidden = {"--privileged", "--device", "--volume", "-v", "--publish", "-p", "--pid"}
    assert not forbidden & set(words)
    assert not any("type=bind" in word or "docker.sock" in word for word in words)


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("", "65534:65534"),
        ("root", "65534:65534"),
        ("0", "65534:65534"),
        ("00", "65534:65534"),
        ("0:0", "65534:65534"),
        ("app", "65534:65534"),
        ("1000", "1000:1000"),
        ("1000:50", "1000:50"),
        ("1000:0", "1000:1000"),
        ("1000:root", "1000:1000"),
        ("99999999999", "65534:65534"),
    ],
)
def test_a_user_is_a_number_that_is_not_roots(asked: str, given: str) -> None:
    assert value_of(service_words(Service("app", user=asked)), "--user") == [given]


def test_a_service_can_ask_for_less_and_not_for_more() -> None:
    less = service_words(Service("app", memory_mb=100, cpus=0.5))
    more = service_words(Service("app", memory_mb=9_000, cpus=16.0))
    assert (value_of(less, "--memory"), value_of(less, "--cpus")) == (["100m"], ["0.5"])
    assert (value_of(more, "--memory"), value_of(more, "--cpus")) == (["512m"], ["1"])


def test_a_volume_is_one_of_the_run() -> None:
    words = service_words(Service("app", mounts=(Mount("data", "/data", True),)))
    assert value_of(words, "--mount") == [
        "type=volume,src=roundtable-abc123-data,dst=/data,readonly"
    ]


def test_no_container_but_a_build_s_has_a_volume_that_only_its_image_wants() -> None:
    declared = (Mount("kept", "/kept", True), Mount("own", "/own", True))
    box = Box("n", "img", declared=declared)
    read = [f"type=volume,src={MARK.name(m.volume)},dst={m.target},readonly" for m in declared]
    assert value_of(recipe.probe_words(MARK, box, LIMITS), "--mount") == read
    own = Service("app", mounts=(Mount("data", "/own"),))
    filling = recipe.seed_words(MARK, box, own, LIMITS, own.mounts)
    assert value_of(filling, "--mount")[1:] == read
    given = value_of(service_words(own, declared=declared), "--mount")
    assert given == [f"type=volume,src={MARK.name('data')},dst=/own", read[0]]
    assert value_of(
        service_words(Service("app", tmpfs=("/own",)), declared=declared), "--mount"
    ) == [read[0]]


def test_what_the_image_is_to_do_comes_after_it() -> None:
    words = service_words(
        Service("app"), argv=("--privileged", "x"), entrypoint=("python", "-m", "app")
    )
    assert words[-5:] == ("img", "-m", "app", "--privileged", "x")
    assert value_of(words, "--entrypoint") == ["python"]
    assert words.index("--privileged") > words.index("img")


def test_an_emptied_entrypoint_is_empty() -> None:
    words = service_words(Service("app"), entrypoint=(), argv=("id",))
    assert value_of(words, "--entrypoint") == [""]
    assert words[-2:] == ("img", "id")


def test_values_of_variables_are_not_among_the_words() -> None:
    environment = {"KEY": "sesame", "LINES": "open\nsesame"}
    words = service_words(Service("app"), environment=environment)
    assert not any("sesame" in word for word in words)
    assert value_of(words, "--env-file") == ["/dev/stdin"]
    assert recipe.variables(environment) == b"KEY=sesame\n"
    assert value_of(words, "--env") == ["LINES"], "no file of variables can hold two lines"
    assert recipe.carried(environment) == {"LINES": "open\nsesame"}


@pytest.mark.parametrize(
    "name", ["PATH", "HOME", "DOCKER_HOST", "CONTAINERS_CONF", "https_proxy", "LD_PRELOAD"]
)
def test_what_the_engines_command_needs_itself_is_not_given_to_it_otherwise(name: str) -> None:
    assert recipe.uncarried({name: "a\nb", "TLS_KEY": "a\nb"}) == [name]
    assert recipe.uncarried({name: "one line"}) == []


def test_every_name_that_the_command_has_is_kept_from_others() -> None:
    for name in (*engines._environment(), *engines._INHERITED):
        assert recipe.uncarried({name: "a\nb"}) == [name]


@pytest.mark.parametrize("name", ["PRIVATE_KEY", "SSL_KEY", "SSH_KEY", "LDAP_CA", "GOOGLE_KEY"])
def test_the_usual_names_of_keys_are_carried(name: str) -> None:
    assert recipe.uncarried({name: "a\nb"}) == []


def test_a_volume_at_a_place_of_memory_is_what_stands_there() -> None:
    service = Service("app", mounts=(Mount("data", "/tmp"),), tmpfs=("/scratch",))
    words = service_words(service, declared=(Mount("seen", "/tmp", True),))
    assert [place.partition(":")[0] for place in value_of(words, "--tmpfs")] == ["/scratch"]
    assert value_of(words, "--mount") == [f"type=volume,src={MARK.name('data')},dst=/tmp"]


def test_a_run_of_a_dockerfile_has_the_bounds_too_and_only_what_installers_need() -> None:
    words = recipe.build_words(MARK, Box("n", "img", argv=("-c", "x")), LIMITS, ["/cache"])
    assert value_of(words, "--cap-drop") == ["ALL"]
    rights = value_of(words, "--cap-add")
    assert set(rights) == {"CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "SETGID", "SETUID"}
    assert value_of(words, "--memory") == ["1024m"]
    assert f"fsize={4096 * 1024**2}:{4096 * 1024**2}" in value_of(words, "--ulimit")
    assert value_of(words, "--pids-limit") == ["256"]
    assert value_of(words, "--network") == ["none"]
    assert value_of(words, "--security-opt") == ["no-new-privileges"]


def test_everything_carries_the_mark_of_its_run() -> None:
    labels = value_of(service_words(Service("app")), "--label")
    assert labels[0] == "roundtable.run=abc123"
    assert labels[1].startswith("roundtable.owner=")


@pytest.mark.parametrize("shell", ["sh", "/bin/sh", "/bin/bash", "/usr/bin/dash", "ash", "bash"])
def test_what_a_shell_leads_starts_a_moment_later_and_is_the_same(shell: str) -> None:
    first, option, script, name, *rest = recipe.heard((shell, "-c", 'echo "$1"', "x"))
    assert (first, option, name) == (shell, "-c", shell)
    assert script.endswith('exec "$@"')
    assert rest == [shell, "-c", 'echo "$1"', "x"]


@pytest.mark.parametrize("command", [(), ("python", "sh"), ("/app/sh",), ("fish",), ("sh.py",)])
def test_anything_else_is_started_as_it_is(command: tuple[str, ...]) -> None:
    assert recipe.heard(command) == command


@pytest.mark.parametrize(
    ("service", "image", "whole"),
    [
        (Service("s"), Image("i", (), ("sh",), ("-c", "x")), ("sh", "-c", "x")),
        (Service("s"), Image("i", argv=("sh", "x")), ("sh", "x")),
        (Service("s", command=("b",)), Image("i", (), ("sh",), ("a",)), ("sh", "b")),
        (Service("s", command=("sh", "b")), Image("i", argv=("a",)), ("sh", "b")),
        (Service("s", entrypoint=("sh",)), Image("i", (), ("e",), ("a",)), ("sh",)),
        (Service("s", entrypoint=(), command=("sh", "b")), Image("i", (), ("e",)), ("sh", "b")),
    ],
)
def test_a_service_that_a_shell_leads_does_what_its_files_and_its_image_say(
    service: Service, image: Image, whole: tuple[str, ...]
) -> None:
    entrypoint, argv = recipe.started(service, image)
    assert (*(entrypoint or ()), *(argv or ())) == recipe.heard(whole)


@pytest.mark.parametrize(
    ("service", "image"),
    [
        (Service("s"), Image("i")),
        (Service("s"), Image("i", (), ("python",), ("sh",))),
        (Service("s", command=("sh",)), Image("i", (), ("python",))),
        (Service("s", entrypoint=()), Image("i", (), ("sh",), ("sh",))),
        (Service("s", entrypoint=("b",)), Image("i", (), ("sh",), ("sh",))),
    ],
)
def test_any_other_is_left_to_the_engine_as_it_is(service: Service, image: Image) -> None:
    assert recipe.started(service, image) == (service.entrypoint, service.command)
