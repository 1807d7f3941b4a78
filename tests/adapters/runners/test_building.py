"""Images are made as their Dockerfile says, every RUN in a bounded container of its own."""

import os
import secrets
from pathlib import Path

import pytest

from roundtable.adapters.runners import recipe
from roundtable.adapters.runners.marks import CACHE_NAME
from roundtable.core.running import RunFailed, RunLimits
from tests.container_bench import Bench


def dockerfile(*lines: str, **files: str) -> dict[str, str]:
    return {"Dockerfile": "\n".join(lines) + "\n", **files}


async def test_stages_copies_mounts_and_heredocs_come_out_as_written(bench: Bench) -> None:
    files = dockerfile(
        "ARG BASE=busybox",
        "FROM ${BASE} AS maker",
        "ARG WHO=Ann",
        "WORKDIR /made",
        "ENV GREETING='good day'",
        'RUN echo "$GREETING $WHO" > greeting',
        "RUN <<EOF",
        "echo from a heredoc > heredoc",
        "EOF",
        "RUN --mount=type=bind,source=word.txt,target=/in/word.txt cp /in/word.txt word",
        "COPY <<WORDS inline",
        "laid out",
        "WORDS",
        "FROM busybox",
        "COPY --from=maker --chown=1:1 /made /made",
        "WORKDIR /made",
        'ENTRYPOINT ["sh", "-c"]',
        'CMD ["cat greeting heredoc word inline; echo [$GREETING]"]',
        **{"word.txt": "bound\n"},
    )
    seen = await bench.run(files)
    assert seen.text("stdout").splitlines() == [
        "good day Ann",
        "from a heredoc",
        "bound",
        "laid out",
        "[]",
    ]


async def test_a_copy_of_everything_has_the_projects_files_and_nothing_of_ours(
    bench: Bench,
) -> None:
    salt = secrets.token_hex(4)
    files = dockerfile(
        "FROM busybox AS bound",
        f"RUN --mount=type=bind,target=/all find /all -type f > /bound # {salt}",
        "FROM busybox",
        "WORKDIR /a",
        "COPY --from=bound /bound /bound",
        "COPY . .",
        "COPY * /b/",
        "ADD . /c",
        "COPY page.html <<WORDS /d/",
        "laid out",
        "WORDS",
        'CMD ["sh", "-c", "cat /bound; find /a /b /c /d -type f"]',
        **{"page.html": "hello", "css/main.css": ""},
    )
    seen = await bench.run(files)
    found = sorted(seen.text("stdout").split())
    names = ("Dockerfile", "css/main.css", "page.html")
    by_pattern = [name.removeprefix("css/") for name in names]
    expected = [f"/{place}/{name}" for place in ("a", "all", "c") for name in names]
    expected += [f"/b/{name}" for name in by_pattern] + ["/d/WORDS", "/d/page.html"]
    assert found == sorted(expected)


async def test_a_project_that_leaves_out_everything_copies_nothing(bench: Bench) -> None:
    lines = ("FROM busybox", "WORKDIR /a", "COPY . .", 'CMD ["sh", "-c", "find /a"]')
    seen = await bench.run({**dockerfile(*lines), ".dockerignore": "*\n"})
    assert seen.text("stdout") == "/a\n"


async def test_what_an_image_does_when_it_starts_is_not_lost_by_a_run(bench: Bench) -> None:
    salt = secrets.token_hex(4)
    files = dockerfile(
        "FROM busybox AS base",
        'ENTRYPOINT ["sh", "-c", "echo entry $0"]',
        'CMD ["command"]',
        f"RUN echo {salt}",
        "FROM base",
        "RUN true",
    )
    for _ in range(2):  # built, and from what is kept
        seen = await bench.run(files)
        assert seen.text("stdout") == "entry command\n"


async def test_a_run_in_a_users_name_and_folder(bench: Bench) -> None:
    files = dockerfile(
        "FROM busybox",
        "WORKDIR /w",
        "RUN chown 77:77 /w",
        "USER 77",
        "RUN id -u > who && pwd >> who",
        "CMD cat who",
    )
    assert (await bench.run(files)).text("stdout") == "77\n/w\n"


async def test_a_build_that_takes_too_long_is_ended(bench: Bench) -> None:
    files = dockerfile("FROM busybox", f"RUN sleep 30 # {secrets.token_hex(4)}")
    seen = await bench.run(files, RunLimits(build_seconds=2))
    assert seen.outcome == "build_failed"
    assert seen.ended is not None
    assert "after 2 seconds" in seen.ended.detail


async def test_a_build_that_eats_memory_is_ended(bench: Bench) -> None:
    files = dockerfile(
        "FROM python:3.12-slim", f"RUN python -c 'x = bytearray(10**9)' # {secrets.token_hex(4)}"
    )
    seen = await bench.run(files, RunLimits(memory_mb=64))
    assert seen.outcome == "build_failed"
    assert seen.ended is not None
    assert "more memory than it may" in seen.ended.detail


async def test_a_build_that_floods_is_ended(bench: Bench) -> None:
    files = dockerfile("FROM busybox", f"RUN yes {secrets.token_hex(4)}")
    seen = await bench.run(files, RunLimits(log_bytes=50_000))
    assert seen.outcome == "flooded"
    assert len(seen.text("build").encode()) == 50_000


async def test_a_build_has_no_network(bench: Bench) -> None:
    files = dockerfile("FROM busybox", f"RUN ip -o link | wc -l && false # {secrets.token_hex(4)}")
    seen = await bench.run(files)
    assert seen.text("build").strip() == "1", "lo alone"
    assert seen.ended is not None
    assert "It had no network." in seen.ended.detail


async def test_a_build_that_wanted_a_network_is_told_how_to_give_it_one(bench: Bench) -> None:
    lost = f"RUN wget http://packages.test/{secrets.token_hex(4)}"
    seen = await bench.run(dockerfile("FROM busybox", lost))
    assert seen.ended is not None
    assert "It had no network. It seems to have wanted one" in seen.ended.detail
    assert "--network build" in seen.ended.detail
    broken = await bench.run(dockerfile("FROM busybox", f"RUN cat /no-{secrets.token_hex(4)}"))
    assert broken.ended is not None
    assert broken.ended.detail.endswith("It had no network.")


async def test_a_file_that_is_not_there_is_named_before_anything_is_built(bench: Bench) -> None:
    files = dockerfile("FROM busybox", "RUN echo built", "COPY requirements.txt .")
    seen = await bench.run(files)
    assert seen.outcome == "build_failed"
    assert seen.ended is not None
    assert "Dockerfile:3: COPY requirements.txt .: requirements.txt is not in" in seen.ended.detail
    assert "RUN echo built" not in seen.text("notice")


async def test_what_a_compose_file_mounts_is_there_though_a_build_leaves_it_out(
    bench: Bench,
) -> None:
    files = {
        "compose.yaml": (
            "services:\n  app:\n    image: busybox\n    secrets: [key]\n"
            '    command: sh -c "cat /run/secrets/key /etc/app.conf /data/x"\n'
            "    configs: [{source: conf, target: /etc/app.conf}]\n    volumes: ['./data:/data']\n"
            "secrets: {key: {file: ./key.txt}}\nconfigs: {conf: {file: app.conf}}\n"
        ),
        ".dockerignore": "key.txt\ndata\n",
        "key.txt": "sesame\n",
        "app.conf": "on\n",
        "data/x": "y\n",
    }
    seen = await bench.run(files)
    assert seen.text("stdout") == "sesame\non\ny\n"


async def test_an_image_that_acts_by_itself_is_not_built_on(bench: Bench) -> None:
    name = f"tests-of-roundtable-onbuild:{secrets.token_hex(4)}"
    bench.docker("build", "--quiet", "--tag", name, "-", stdin=b"FROM busybox\nONBUILD RUN id\n")
    try:
        seen = await bench.run(dockerfile(f"FROM {name}"))
        assert seen.outcome == "build_failed"
        assert seen.ended is not None
        assert "ONBUILD" in seen.ended.detail
    finally:
        bench.docker("rmi", name)


async def test_a_layer_that_is_kept_carries_no_mark_of_a_run(bench: Bench) -> None:
    salt = secrets.token_hex(4)
    await bench.run(dockerfile("FROM busybox", "WORKDIR /x", f"RUN echo {salt}", "CMD true"))
    kept = bench.docker("images", "--format", "{{.Tag}}", CACHE_NAME).split()[0]
    label = '{{index .Config.Labels "roundtable.run"}}'
    told = bench.docker("image", "inspect", "--format", label, f"{CACHE_NAME}:{kept}")
    assert told.strip() == "cache"


async def test_an_image_of_a_service_must_be_there(bench: Bench) -> None:
    files = {"compose.yaml": "services:\n  db:\n    image: nowhere/db:1\n"}
    with pytest.raises(RunFailed) as failed:
        await bench.run(files)
    assert failed.value.kind == "no_image"


async def test_a_run_that_fills_the_disk_is_ended(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe, "BUILD_DISK_MB", 8)
    fill = "for n in 1 2 3; do dd if=/dev/zero of=/x$n bs=1M count=4; done"
    files = dockerfile("FROM busybox", f"RUN {fill}; sleep 100 # {secrets.token_hex(4)}")
    seen = await bench.run(files)
    assert seen.outcome == "build_failed"
    assert seen.ended is not None
    assert seen.ended.detail.endswith("it was ended: it wrote more than 8 MB.")


async def test_what_a_quick_run_has_filled_the_disk_with_is_not_kept(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe, "BUILD_DISK_MB", 8)
    fill = "for n in 1 2 3; do dd if=/dev/zero of=/x$n bs=1M count=4; done"
    files = dockerfile("FROM busybox", f"RUN {fill} # {secrets.token_hex(4)}")
    seen = await bench.run(files)
    assert seen.ended is not None
    assert seen.ended.detail.endswith("it was ended: it wrote more than 8 MB.")


async def test_a_file_that_is_larger_than_the_whole_may_be_ends_its_run(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recipe, "BUILD_DISK_MB", 2)
    fill = f"dd if=/dev/zero of=/x bs=1M count=3 # {secrets.token_hex(4)}"
    seen = await bench.run(dockerfile("FROM busybox", f"RUN {fill}"))
    assert seen.ended is not None
    assert seen.ended.detail.endswith("it was ended: it wrote more than 2 MB.")


@pytest.mark.parametrize("length", [5, 12])  # two could begin others as well
async def test_the_beginning_of_an_identity_is_no_name(bench: Bench, length: int) -> None:
    found = bench.docker("image", "inspect", "--format", "{{.Id}}", "busybox")
    short = found.removeprefix("sha256:")[:length]
    for files in (
        {"compose.yaml": f'services: {{a: {{image: "{short}"}}}}\n'},
        dockerfile(f"FROM {short}", "CMD true"),
        dockerfile("FROM busybox", f"COPY --from={short} /bin/sh /x", "CMD true"),
    ):
        with pytest.raises(RunFailed) as failed:
            await bench.run(files)
        assert failed.value.kind == "refused"
        assert "instead of a name" in failed.value.reason


async def test_why_an_image_could_not_be_fetched_is_told(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a registry that is not there: no test asks one of the world."""
    wrapper = tmp_path / "bin" / "docker"
    wrapper.parent.mkdir()
    pull = 'if [ "$1" = pull ]; then echo first >&2; echo "denied: ask its owner" >&2; exit 1; fi'
    wrapper.write_text(f'#!/bin/sh\n{pull}\nexec {bench.engine.command.path} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")
    with pytest.raises(RunFailed) as failed:
        await bench.run(dockerfile("FROM nowhere/x:1"), network="build")
    assert failed.value.kind == "no_image"
    assert failed.value.reason.endswith("and could not be fetched: denied: ask its owner")
    assert failed.value.remedy.endswith("can be reached: docker pull nowhere/x:1")
    assert "--network" not in failed.value.remedy, "that was given already"


async def test_what_is_kept_may_be_pruned_while_it_is_built_upon(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another process, at any moment after it was found."""
    files = dockerfile("FROM busybox", f"RUN echo {secrets.token_hex(4)} > /x", "CMD cat /x")
    first = await bench.run(files)
    real, name = bench.engine.command.path, f"{CACHE_NAME}:{newest(bench)}"
    # As soon as something stands on it: the build of what comes after finds it gone.
    pruned = f'{real} "$@"; code=$?; {real} rmi {name} >/dev/null 2>&1; exit $code'
    stand_before(monkeypatch, tmp_path, real, f'case "$1" in build) {pruned};; esac')
    second = await bench.run(files)
    assert (second.outcome, second.text("stdout")) == ("succeeded", first.text("stdout"))
    assert "kept from an earlier build" in second.text("notice")
    kept = bench.docker("images", "--format", "{{.Tag}}", CACHE_NAME).split()
    assert name.rpartition(":")[2] not in kept


async def test_what_was_pruned_just_before_is_built_anew(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = dockerfile("FROM busybox", f"RUN echo {secrets.token_hex(4)} > /x", "CMD cat /x")
    first = await bench.run(files)
    real, name = bench.engine.command.path, f"{CACHE_NAME}:{newest(bench)}"
    once = f"mkdir {tmp_path}/once && {real} rmi {name}"
    pruned = f'case "$1" in build) ({once}) >/dev/null 2>&1;; esac'
    stand_before(monkeypatch, tmp_path, real, pruned)
    second = await bench.run(files)
    assert (second.outcome, second.text("stdout")) == ("succeeded", first.text("stdout"))
    assert "RUN echo" in second.text("notice")


def stand_before(monkeypatch: pytest.MonkeyPatch, folder: Path, real: str, script: str) -> None:
    """Have this done each time before the engine's own command is."""
    wrapper = folder / "bin" / "docker"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\n{script}\nexec {real} "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}:{os.environ['PATH']}")


def newest(bench: Bench) -> str:
    return bench.docker("images", "--format", "{{.Tag}}", CACHE_NAME).split()[0]
