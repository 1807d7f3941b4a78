"""Whoever may reach others does so over a network of its run's own, and it is gone with it."""

import os
import secrets
from collections.abc import Iterator

import pytest

from roundtable.core.running import Network
from tests.container_bench import Bench

_LABEL = f"tests-of-roundtable={os.getpid()}"


@pytest.fixture
def neighbour(bench: Bench) -> Iterator[str]:
    """The address of a container of the developer's own, in the engine's own network."""
    serving = ("sh", "-c", "echo neighbour > /tmp/word; httpd -f -p 8080 -h /tmp")
    bench.docker("run", "--detach", "--label", _LABEL, "--pull", "never", "busybox", *serving)
    found = bench.docker("ps", "--quiet", "--filter", f"label={_LABEL}").split()
    shown = "{{.NetworkSettings.IPAddress}}"
    address = bench.docker("inspect", "--format", shown, *found).strip()
    # A moment first: an engine may lose the words of one that ends at once.
    asking = f"sleep 0.2; for n in $(seq 50); do {heard(address)} && exit; sleep 0.2; done"
    same = bench.docker("run", "--rm", "--pull", "never", "busybox", "sh", "-c", asking)
    assert same == "neighbour\n", "who is in the same network hears it"
    yield address
    bench.docker("rm", "--force", *found)


def heard(neighbour: str) -> str:
    return f"wget -q -T 3 -O - http://{neighbour}:8080/word 2>/dev/null"


def looking(neighbour: str) -> str:
    """A line for a shell: whether there is a way out, and whether the neighbour is heard."""
    return f"ip route | grep -c default; {heard(neighbour)} || echo nobody there"


async def test_a_build_with_a_network_has_a_way_out_and_does_not_meet_other_containers(
    bench: Bench, neighbour: str
) -> None:
    asked = f"RUN {looking(neighbour)}; ip -o link show eth0 # {secrets.token_hex(4)}"
    files = {"Dockerfile": f"FROM busybox\n{asked}\nRUN ip route | grep -c default\n"}
    seen = await bench.run(files, network="build")
    way, met, link, again = seen.text("build").splitlines()
    assert (way, met, again) == ("1", "nobody there", "1")
    shown = '{{index .Options "com.docker.network.driver.mtu"}}'
    size = bench.docker("network", "inspect", "--format", shown, "bridge").strip() or "1500"
    assert f"mtu {size} " in link, "as much fits through it as through the engine's own"
    assert seen.outcome == "succeeded"


@pytest.mark.parametrize(("network", "way"), [("none", "0"), ("build", "0"), ("all", "1")])
async def test_a_service_has_a_way_out_only_where_all_may_be_reached(
    bench: Bench, neighbour: str, network: Network, way: str
) -> None:
    command = f'CMD ["sh", "-c", "{looking(neighbour)}"]'
    seen = await bench.run({"Dockerfile": f"FROM busybox\n{command}\n"}, network=network)
    assert seen.text("stdout").splitlines() == [way, "nobody there"]
