"""The ports of a service: those inside are kept, those of this machine are chosen by us."""

import re
from collections.abc import Mapping

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar
from roundtable.adapters.runners.composing.values import scalars_of, text_of

MAX_PORTS = 32
_RANGE = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?", re.ASCII)
_HOST = re.compile(r"\[[0-9A-Fa-f:.]+\]|[0-9]{1,3}(?:\.[0-9]{1,3}){3}|localhost|", re.ASCII)


def read_ports(entries: Mapping[str, Entry], service: str, docket: Docket) -> tuple[int, ...]:
    ports: dict[int, None] = {}
    if entry := entries.get("ports"):
        if isinstance(entry.value, Items):
            for node in entry.value.items:
                ports.update(dict.fromkeys(_port(node, service, docket)))
        elif not (isinstance(entry.value, Scalar) and entry.value.kind == "null"):
            docket.refuse_entry(entry, "a list of ports stands here")
        if len(ports) > MAX_PORTS:
            docket.refuse_entry(entry, f"a service has {MAX_PORTS} ports at most")
    for node in scalars_of(entries.get("expose"), docket):
        number, _, protocol = node.text.partition("/")
        if _numbers(number) is None or protocol not in ("", "tcp", "udp"):
            docket.refuse_item(node, "a port inside stands here")
    return tuple(ports)


def _port(node: Node, service: str, docket: Docket) -> range | tuple[()]:
    if isinstance(node, Fields):
        return _long(node, service, docket)
    if not isinstance(node, Scalar) or node.kind == "null":
        docket.refuse_item(node, "a port stands here")
        return ()
    text, _, protocol = node.text.partition("/")
    inside = text.rsplit(":", 1)[-1]
    host, _, published = text.rpartition(":")[0].rpartition(":")
    if not _HOST.fullmatch(host) or (published and _numbers(published) is None):
        docket.refuse_item(node, "a port is PORT, HOST_PORT:PORT or ADDRESS:HOST_PORT:PORT")
        return ()
    return _kept(node, inside, protocol, ":" in text, service, docket)


def _long(fields: Fields, service: str, docket: Docket) -> range | tuple[()]:
    taken, unneeded = admit(fields, keys.PORT, docket)
    target = text_of(taken.get("target"), docket)
    published = text_of(taken.get("published"), docket)
    if target is None:
        docket.refuse_item(fields, "a port says its target, the port inside")
        return ()
    if published and _numbers(published) is None:
        docket.refuse_entry(taken["published"], "a port of this machine is a number")
        return ()
    elsewhere = bool(published) or "host_ip" in unneeded
    protocol = text_of(taken.get("protocol"), docket) or ""
    return _kept(taken["target"].value, target, protocol, elsewhere, service, docket)


def _kept(
    node: Node, inside: str, protocol: str, elsewhere: bool, service: str, docket: Docket
) -> range | tuple[()]:
    assert isinstance(node, Scalar)
    numbers = _numbers(inside)
    if numbers is None or len(numbers) > MAX_PORTS:
        docket.refuse_item(node, f"a port is 1 to 65535, a range has {MAX_PORTS} at most")
        return ()
    if protocol.lower() == "udp":
        docket.note(f"{service}: port {node.source} is left out: only TCP is passed on")
        return ()
    if protocol.lower() not in ("", "tcp"):
        docket.refuse_item(node, "a port is of tcp")
        return ()
    if elsewhere:
        docket.note(
            f"{service}: port {node.source} is reached on 127.0.0.1 at a free port, not at the"
            " one it asks for"
        )
    return numbers


def _numbers(text: str) -> range | None:
    said = _RANGE.fullmatch(text)
    if said is None:
        return None
    first, last = int(said[1]), int(said[2] or said[1])
    return range(first, last + 1) if 1 <= first <= last <= 65_535 else None
