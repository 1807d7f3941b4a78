"""What an image may say of itself."""

from collections.abc import Callable
from typing import TypeVar

import pytest

from roundtable.adapters.runners.dockerfiles import declarations
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.dockerfiles.scopes import Scope, scopes
from roundtable.adapters.runners.dockerfiles.syntax import Instruction, Unreadable
from roundtable.adapters.runners.plans import BuildSource, Health

T = TypeVar("T")


def of(ask: Callable[[Instruction, Scope], T], line: str) -> T:
    text = f"FROM a\nENV port=80 both='80 81/udp'\nWORKDIR /app\n{line}\n"
    return ask(*scopes(read(BuildSource("Dockerfile", text)))[0][-1])


def test_ports_are_expanded_split_and_tcp() -> None:
    assert of(declarations.ports, "EXPOSE $port 443/TCP 53/udp 8000-8002 80") == (
        80,
        443,
        8000,
        8001,
        8002,
    )
    assert of(declarations.ports, "EXPOSE $both") == (80,)
    for word in ("0", "a", "9-8", "80/x", "1-200", "${", "${PORT:-a}"):
        with pytest.raises(Unreadable):
            of(declarations.ports, f"EXPOSE {word}")


@pytest.mark.parametrize(
    ("lines", "ports"),
    [
        ("ARG PORT\nENV PORT=${PORT:-3000}\nEXPOSE $PORT", (3000,)),
        ("ENV PORT=${PORT:-3000}\nENV PORT=81\nEXPOSE $PORT", (81,)),
        ("ENV PORT=${PORT:-3000}\nENV PORT=$PATH\nEXPOSE $PORT 80", (80,)),
        ("ENV A=${A:-3000} B=${B:?}\nENV C=$A\nEXPOSE ${C}/tcp $B", (3000,)),
        ("EXPOSE ${PORT:-8080}", (8080,)),
        ("ARG PORT\nEXPOSE $PORT 80", (80,)),
    ],
)
def test_a_port_is_what_the_file_says_if_its_image_says_nothing(
    lines: str, ports: tuple[int, ...]
) -> None:
    assert of(declarations.ports, lines) == ports


def test_a_port_that_only_the_image_knows_is_left_out_and_noted() -> None:
    line = "EXPOSE $PORT 81 $both"
    assert of(declarations.unknown_ports, line) == ("$PORT",)
    kept = of(declarations.written, line)
    assert kept is not None
    assert (kept.text, kept.words) == ("81 80 81/udp", ("81", "80", "81/udp"))
    assert "EXPOSE $PORT: nothing here says which port" in of(declarations.note, line)
    assert of(declarations.written, "EXPOSE $PORT") is None
    assert of(declarations.note, "EXPOSE 80") == of(declarations.note, "COPY a b") == ""


def test_a_guess_is_good_for_a_port_and_for_nothing_else() -> None:
    """The image may have set the name, to whatever it likes."""
    guessed = "ENV D=${D:-/app}\n"
    assert of(declarations.user, f"{guessed}USER $D") == ""
    for ask, line in ((declarations.volumes, "VOLUME $D"), (declarations.labels, "LABEL $D=x")):
        with pytest.raises(Unreadable):
            of(ask, guessed + line)


def test_volumes_are_places() -> None:
    assert of(declarations.volumes, 'VOLUME ["/a/", "/b"]') == ("/a", "/b")
    with pytest.raises(Unreadable):
        of(declarations.volumes, "VOLUME data")


def test_labels_of_others_are_not_taken() -> None:
    line = "LABEL roundtables=x round.table=y $port=z"
    assert of(declarations.labels, line) == (
        ("roundtables", "x"),
        ("round.table", "y"),
        ("$port", "z"),
    )
    assert of(declarations.note, line) == ""
    for name in ("roundtable", "ROUNDTABLE.a", "com.docker.compose.x", "$HOME", "a$(b)"):
        with pytest.raises(Unreadable):
            of(declarations.labels, f"LABEL {name}=x")
    for kind in ("Compose.project", "stack.namespace", "swarm.node.id", "service.name"):
        with pytest.raises(Unreadable):
            of(declarations.labels, f"LABEL com.docker.{kind}=x")


def test_labels_for_an_engines_own_programs_are_dropped_and_noted() -> None:
    line = 'LABEL com.docker.extension.icon=i a="b c" Com.Docker.Image.Source=x'
    kept = of(declarations.written, line)
    assert kept is not None
    assert (kept.text, kept.words) == ('a="b c"', ("a", '"b c"'))
    assert "not put on the image" in of(declarations.note, line)
    assert of(declarations.written, "LABEL com.docker.desktop.plugin true") is None


def test_a_user_is_a_name_or_a_number() -> None:
    assert of(declarations.user, "USER app:1000") == "app:1000"
    assert of(declarations.user, "USER $UID") == ""
    for word in ("-x", "a b", "a:b:c", "'' ", "${UID:-x}"):
        with pytest.raises(Unreadable):
            of(declarations.user, f"USER {word}")


def test_a_folder_may_come_from_the_image_or_be_its_default() -> None:
    for lines in (
        "ENV d=$GOPATH/src\nWORKDIR $d/app",
        "ENV d=${d:-/app}\nWORKDIR $d",
        'ENV d="${d-/app}"\nWORKDIR ${d}',
        "ENV d=$HOME\nENV e=$d/x\nWORKDIR ${e}",
        "ENV d=${X:-/proc}\nENV d=/app\nWORKDIR $d",
        "ENV d=${X:-/proc}\nARG d=/app\nWORKDIR $d",
    ):
        of(declarations.check_folder, lines)


def test_a_folder_is_not_one_of_the_kernel() -> None:
    of(declarations.check_folder, "WORKDIR $GOPATH/src")
    of(declarations.check_folder, "WORKDIR processes/../dev.d")
    for word in ("/proc", "../proc/1", "../../sys", "/dev/shm", "dev/x", '""'):
        with pytest.raises(Unreadable):
            of(declarations.check_folder, f"WORKDIR {word}")


def test_signals() -> None:
    assert of(declarations.stop_signal, "STOPSIGNAL SIGRTMIN+3") == "SIGRTMIN+3"
    assert of(declarations.stop_signal, "STOPSIGNAL 15") == "15"
    with pytest.raises(Unreadable):
        of(declarations.stop_signal, "STOPSIGNAL $SIG")


def test_health_is_read_with_its_times() -> None:
    line = "HEALTHCHECK --interval=1m30s --timeout=500ms --retries=7 --start-period=1.5s CMD a | b"
    assert of(declarations.health, line) == Health(("/bin/sh", "-c", "a | b"), 90.0, 0.5, 7, 1.5)
    assert of(declarations.health, 'HEALTHCHECK CMD ["a", "b"]') == Health(("a", "b"))
    assert of(declarations.health, "HEALTHCHECK --interval=0 CMD a") == Health(
        ("/bin/sh", "-c", "a")
    )
    assert of(declarations.health, "HEALTHCHECK NONE") is None
    for flags in (
        "--interval=1",
        "--timeout=1us",
        "--retries=x",
        "--start-period=99h",
        "--retries=-1",
    ):
        with pytest.raises(Unreadable):
            of(declarations.health, f"HEALTHCHECK {flags} CMD a")
