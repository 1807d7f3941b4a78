"""The steps of a Dockerfile, built for real, come to what the builder makes of the whole file."""

import json
import subprocess
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from roundtable.adapters.runners.dockerfiles.lowering import Lay, Run, lower
from roundtable.adapters.runners.dockerfiles.policy import refusals
from roundtable.adapters.runners.dockerfiles.reading import read
from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.plans import BuildSource
from tests.container_needs import need_images, not_run

FILES = {"a.txt": "a\n", "sub/b.txt": "b\n", "my file": "c\n"}

VARIABLES = """# syntax=docker/dockerfile:1
ARG outer=global
FROM busybox AS first
ARG outer
ARG a=one b=${outer}-x quoted="with \\"quotes\\" and \\$ and \\\\"
ENV c=$a d="${b%-x}" a=env
ARG late=$d
WORKDIR /out
RUN echo "$outer $a $b $c $d $late $quoted" > run.txt; env | grep -c quoted= >> run.txt
COPY <<plain.txt <<-'asis.txt' /out/
value $late
plain.txt
	value $late
	asis.txt
LABEL l="$quoted" m=$a n=$late
FROM first
RUN echo "child $a $b $late" \\
  # nothing
  && true \\

  > child.txt
COPY a.txt $outer.txt
"""
HEREDOCS = """# escape=`
FROM busybox AS build
RUN <<EOF
mkdir -p /out/deep
echo "it's $HOME \\
joined" > /out/script.txt
EOF
RUN <<EOF
#!/bin/sh -e
echo "interpreted 'so'" > /out/interpreted.txt
EOF
RUN cat <<ONE > /out/one.txt && cat <<-'TWO' `
  > /out/two.txt
one $HOME
ONE
	two $HOME
	TWO
ENV note="a `"b`" `$c" place=C:\\temp
COPY <<EOF /out/note.txt
$note $place ${note:+set}
EOF
FROM busybox
COPY --from=build /out /out
COPY --from=0 --chmod=600 /out/one.txt /out/copied`
.txt
"""

STAGES = """FROM busybox AS tools
RUN ["sh", "-c", "mkdir /t && echo \\"$HOME x\\" > /t/x"]
FROM busybox AS unused
RUN exit 1
FROM busybox
CMD ["a", "b"]
SHELL ["/bin/sh", "-ec"]
VOLUME /out
EXPOSE 80 81/udp
ADD a.txt sub /out/
ADD ["my file", "/out/renamed"]
COPY --chown=12:34 --from=TOOLS /t/x /out/
STOPSIGNAL SIGQUIT
HEALTHCHECK --interval=5s --retries=2 CMD echo "$x"
RUN false || true; echo kept > /out/kept; rm /out/x; mkdir -m 777 /out/free
WORKDIR /out/rel
WORKDIR ative
USER 1000:1000
RUN id -u > /out/free/u; pwd > /out/free/p
ENTRYPOINT echo shell form
LABEL "a.b"='c "d"' e=f\\ g
"""


def docker(*words: str, given: str | None = None) -> str:
    done = subprocess.run(
        ["docker", *words], input=given, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
async def engine(containers: Engine) -> AsyncIterator[str]:
    """A name for all that is made; it is removed in the end."""
    if containers.kind != "docker":
        not_run("what is made is compared with what docker makes")
    await need_images(containers, "busybox")
    name = f"lowering-{uuid.uuid4().hex[:12]}"
    yield name
    images = docker("images", "--format", "{{.Repository}}:{{.Tag}}", f"{name}/*").split()
    if images:
        docker("rmi", "-f", *images)


def described(image: str) -> dict[str, Any]:
    config: dict[str, Any] = json.loads(docker("inspect", "-f", "{{json .Config}}", image))
    kept = ("Cmd", "Entrypoint", "Env", "ExposedPorts", "Healthcheck", "Labels", "StopSignal")
    return {name: config.get(name) or None for name in (*kept, "User", "WorkingDir")}


def commit(name: str, before: str, tag: str) -> None:
    """The command of a step is not the command of the image."""
    config = json.loads(docker("inspect", "-f", "{{json .Config}}", before))
    changes = [f"--change=CMD {json.dumps(config.get('Cmd') or [])}"]
    if config.get("Entrypoint"):
        changes.insert(0, f"--change=ENTRYPOINT {json.dumps(config['Entrypoint'])}")
    docker("commit", *changes, name, tag)


def build_by_steps(engine: str, text: str, context: Path) -> str:
    source = BuildSource("Dockerfile", text)
    dockerfile = read(source)
    assert refusals(dockerfile, source, tuple(FILES)) == ()
    tags: dict[int, str] = {}
    for stage in lower(dockerfile):
        at = stage.base if isinstance(stage.base, str) else tags[stage.base]
        for number, step in enumerate(stage.steps):
            tag = f"{engine}/s{stage.number}:{number}"
            if isinstance(step, Lay):
                given = step.dockerfile(at, tags.__getitem__)
                docker("build", "-q", "-t", tag, "-f", "-", str(context), given=given)
            else:
                perform(engine, step, at, tag)
            at = tag
        tags[stage.number] = at
    return at


def perform(engine: str, step: Run, at: str, tag: str) -> None:
    try:
        docker("run", "--name", engine, "--network=none", "--entrypoint=", at, *step.command)
        commit(engine, at, tag)
    finally:
        docker("rm", "-f", engine)


SHOW = (
    "sleep 0.2; cd / && find /out | sort | while read f; do "
    'stat -c \'%n %a %u:%g\' "$f"; test -f "$f" && cat "$f"; done; true'
)
"""After a moment: an engine may lose the words of one that ends at once."""


@pytest.mark.parametrize("text", [VARIABLES, HEREDOCS, STAGES], ids=["args", "heredocs", "stages"])
def test_the_steps_come_to_what_the_builder_makes_of_the_whole(
    text: str, engine: str, tmp_path: Path
) -> None:
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    whole = f"{engine}/whole:1"
    # The official reader of Dockerfiles is not here; the engine's own one is the same.
    bare = text.removeprefix("# syntax=docker/dockerfile:1\n")
    with ThreadPoolExecutor(1) as beside:
        build = ("build", "-q", "-t", whole, "-f", "-", str(tmp_path))
        built = beside.submit(docker, *build, given=bare)
        stepped = build_by_steps(engine, text, tmp_path)
        built.result()

    def shown(image: str) -> str:
        return docker(
            "run", "--rm", "--network=none", "--user=0", "--entrypoint=sh", image, "-c", SHOW
        )

    assert shown(stepped) == shown(whole)
    assert described(stepped) == described(whole)
