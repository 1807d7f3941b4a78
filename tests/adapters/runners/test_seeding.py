"""New volumes have what the image put there, within their bounds, and nothing of it is left."""

import secrets

from roundtable.core.running import RunLimits
from tests.container_bench import Bench


def dockerfile(*lines: str) -> dict[str, str]:
    return {"Dockerfile": "\n".join(lines) + "\n"}


async def test_a_volume_of_the_image_begins_with_what_is_there_and_can_be_written_to(
    bench: Bench,
) -> None:
    shown = "cat data/in/seed; echo more >> data/in/seed; echo new > data/in/new; cat data/in/*"
    files = dockerfile(
        "FROM busybox",
        "WORKDIR /app",
        f"RUN mkdir -p data/in && echo seed > data/in/seed # {secrets.token_hex(4)}",
        "VOLUME /app/data",
        f'CMD ["sh", "-c", "{shown}"]',
    )
    seen = await bench.run(files)
    assert seen.text() == "seed\nnew\nseed\nmore\n"
    assert seen.text("notice").count("data:") == 0


async def test_a_named_volume_is_filled_once_and_outlives_those_who_end(bench: Bench) -> None:
    compose = """
services:
  first:
    build: .
    command: ["sh", "-c", "cat /data/seed; echo of the first >> /data/seed"]
    volumes: ["d:/data"]
  second:
    build: .
    command: ["sh", "-c", "sleep 1; cat /data/seed /cache/kept"]
    volumes: ["d:/data", "/cache"]
    depends_on: {first: {condition: service_completed_successfully}}
volumes: {d: {}}
"""
    lines = ("FROM busybox", "COPY seed /data/seed", "COPY seed /cache/kept")
    seen = await bench.run({**dockerfile(*lines), "seed": "seed\n", "compose.yaml": compose})
    assert seen.text() == "seed\nseed\nof the first\nseed\n"
    assert seen.outcome == "succeeded"


async def test_what_does_not_fit_is_left_to_be_read_and_it_is_said(bench: Bench) -> None:
    files = dockerfile(
        "FROM busybox",
        f"RUN mkdir /data && dd if=/dev/zero of=/data/big bs=1M count=2 # {secrets.token_hex(4)}",
        "VOLUME /data",
        'CMD ["sh", "-c", "wc -c < /data/big; touch /data/x || echo no"]',
    )
    seen = await bench.run(files, RunLimits(seconds=30, disk_mb=1))
    assert seen.text("stdout") == "2097152\nno\n"
    assert "/data: the image has more there than 1 MB: it is read-only" in seen.text("notice")


async def test_where_nothing_can_copy_it_is_said_that_a_volume_starts_empty(bench: Bench) -> None:
    files = dockerfile(
        "FROM busybox AS tools",
        "FROM scratch",
        "COPY --from=tools /bin/busybox /busybox",
        "COPY seed /data/seed",
        "VOLUME /data",
        'CMD ["/busybox", "ls", "/data"]',
    )
    seen = await bench.run({**files, "seed": "seed\n"})
    assert seen.text() == ""
    assert "/data: it starts empty: the image has no shell and cp" in seen.text("notice")
