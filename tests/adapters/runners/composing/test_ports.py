import pytest

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.ports import read_ports
from tests.adapters.runners.composing.builders import entries_of


def ports_of(text: str) -> tuple[tuple[int, ...], Docket]:
    docket = Docket("compose.yaml")
    return read_ports(entries_of(text, docket), "web", docket), docket


@pytest.mark.parametrize(
    ("said", "ports"),
    [
        *(("8000", (8000,)), ("'8000:80'", (80,)), ("127.0.0.1:81:80", (80,)), ("22:22", (22,))),
        *(("'127.0.0.1::80'", (80,)), ("'[::1]:81:80'", (80,)), ("80/tcp", (80,))),
        *(("3000-3002", (3000, 3001, 3002)), ("9090-9091:8080-8081", (8080, 8081))),
        *(("{target: 80}", (80,)), ("{target: 80, published: 8080, protocol: tcp}", (80,))),
        *(("{target: 80, published: '8000-9000', mode: host, name: web}", (80,)),),
    ],
)
def test_the_ports_inside_are_kept(said: str, ports: tuple[int, ...]) -> None:
    found, docket = ports_of(f"ports:\n  - {said}\n")
    assert found == ports
    assert docket.refusals == ()


def test_a_port_that_is_asked_for_here_is_answered_with_a_note() -> None:
    assert "free port" in ports_of("ports: ['8080:80']")[1].notes[0]
    assert "free port" in ports_of("ports: [{target: 80, published: 8080}]")[1].notes[0]
    assert ports_of("ports: [80]")[1].notes == ()


@pytest.mark.parametrize("said", ["53:53/udp", "{target: 53, protocol: udp}"])
def test_udp_is_left_out_with_a_note(said: str) -> None:
    found, docket = ports_of(f"ports: [{said}]")
    assert found == ()
    assert "left out" in docket.notes[0]


@pytest.mark.parametrize(
    "said",
    [
        *("0", "65536", "'80-70'", "1-65535", "a", "a:80", "'1:2:3:4'", "80/sctp", "'-p'", "[80]"),
        *("{published: 80}", "{target: x}", "{target: 80, published: x}", "'evil host:80:80'"),
        *("{target: 80, extra: 1}", "'80 '", "'\uff18\uff10'", "~", "{target: 80, protocol: icmp}"),
    ],
)
def test_what_is_no_port_is_refused(said: str) -> None:
    docket = ports_of(f"ports: [{said}]")[1]
    assert [refusal.line for refusal in docket.refusals] == [1]


def test_ports_for_others_inside_are_checked_and_not_passed_on() -> None:
    found, docket = ports_of("expose: [8000, '9000-9001', '53/udp']")
    assert (found, docket.refusals) == ((), ())
    assert ports_of("expose: ['x']")[1].refusals != ()


def test_there_are_so_many_and_no_more() -> None:
    many = ", ".join(str(port) for port in range(1, 34))
    assert "at most" in ports_of(f"ports: [{many}]")[1].refusals[0].reason
    assert ports_of("ports: 80")[1].refusals != ()
