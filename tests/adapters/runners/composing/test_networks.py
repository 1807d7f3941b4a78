import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.networks import (
    declared_networks,
    declared_volumes,
    read_aliases,
)
from tests.adapters.runners.composing.builders import entries_of, project_of


def aliases_of(text: str) -> tuple[tuple[str, ...], Docket]:
    docket = Docket("c")
    project = project_of(docket, networks=("default", "front"))
    return read_aliases(entries_of(text, docket), "web", project), docket


def test_volumes_are_known_by_their_names() -> None:
    docket = Docket("c")
    text = "v: {a: , b: {driver: local, name: x}, c: {external: false}, x-d: {}}"
    assert declared_volumes(entries_of(text, docket)["v"], docket) == {"a", "b", "c"}
    assert docket.refusals == ()


@pytest.mark.parametrize(
    "said", ["external: true", "driver: nfs", "driver_opts: {device: /}", "external: {name: x}"]
)
def test_a_volume_from_outside_is_refused(said: str) -> None:
    docket = Docket("c")
    declared_volumes(entries_of(f"v:\n  a:\n    {said}\n", docket)["v"], docket)
    assert [refusal.line for refusal in docket.refusals] == [3]


def test_several_networks_are_one_and_that_is_noted() -> None:
    docket = Docket("c")
    text = "n: {a: {driver: bridge, internal: true}, b: }"
    assert declared_networks(entries_of(text, docket)["n"], docket) == {"a", "b", "default"}
    assert "single, internal network" in docket.notes[0]
    assert docket.refusals == ()


@pytest.mark.parametrize(
    "said",
    [
        *("external: true", "driver: host", "driver: macvlan", "driver_opts: {a: b}", "name: host"),
        *("driver_opts: {com.docker.network.driver.mtu: 1, parent: eth0}", "driver_opts: [a]"),
    ],
)
def test_a_network_from_outside_is_refused(said: str) -> None:
    docket = Docket("c")
    declared_networks(entries_of(f"n:\n  a:\n    {said}\n", docket)["n"], docket)
    assert [refusal.line for refusal in docket.refusals] == [3]


def test_options_of_a_bridge_and_fixed_addresses_are_noted_and_change_nothing() -> None:
    docket = Docket("c")
    options = "{com.docker.network.driver.mtu: 1450, com.docker.network.bridge.name: br0}"
    entry = entries_of(f"n: {{front: {{driver_opts: {options}}}}}", docket)["n"]
    assert declared_networks(entry, docket) == {"front", "default"}
    assert (docket.refusals, docket.notes) == ((), ("networks: not needed here: driver_opts",))
    fixed = "{ipv4_address: 172.28.0.5, ipv6_address: 'fd00::5', aliases: [a]}"
    found, docket = aliases_of(f"networks: {{front: {fixed}}}")
    assert (found, docket.refusals) == (("a",), ())
    assert docket.notes == ("web: no address is fixed: others reach it by its name",)


def test_names_come_from_networks_and_from_the_container() -> None:
    text = (
        "networks: {front: {aliases: [a, web], priority: 1}, default: }\ncontainer_name: my_web\n"
    )
    found, docket = aliases_of(text)
    assert found == ("a", "my_web")
    assert docket.refusals == ()


def test_names_are_bounded_in_number() -> None:
    many = ", ".join(f"a{n}" for n in range(17))
    assert len(aliases_of(f"networks: {{front: {{aliases: [{many}]}}}}")[1].refusals) == 1


@pytest.mark.parametrize(
    "text",
    [
        *("networks: [other]", "networks: {other: }", "networks: {front: {aliases: ['a b']}}"),
        *("networks: {front: {mac_address: x}}", "container_name: -x", "networks: [[a]]"),
        *("networks: {front: {mystery: 1}}", "container_name: [a]"),
    ],
)
def test_what_is_not_declared_or_not_plain_is_refused(text: str) -> None:
    assert len(aliases_of(text)[1].refusals) == 1
