"""Volumes and networks that a file declares, and how its services are joined to the latter."""

import re
from collections.abc import Mapping

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import Keys, admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.labels import check_labels
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Scalar
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.values import fields_of, scalars_of, text_of

PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}", re.ASCII)
"""A name of a service, a volume, a network, or one by which a service is reached."""

MAX_ALIASES = 16
_DEFAULT = "default"
_BRIDGE = "com.docker.network."
_ADDRESSES = ("ipv4_address", "ipv6_address")
_TAKEN_NAMES = frozenset({"host", "none", "bridge"})


def declared_volumes(entry: Entry | None, docket: Docket) -> frozenset[str]:
    found = _declared(entry, keys.VOLUME, docket)
    for taken in found.values():
        if text_of(taken.get("driver"), docket) not in (None, "", "local"):
            docket.refuse_entry(taken["driver"], "volumes are kept by the run itself")
    return frozenset(found)


def declared_networks(entry: Entry | None, docket: Docket) -> frozenset[str]:
    found = _declared(entry, keys.NETWORK, docket)
    for taken in found.values():
        if text_of(taken.get("driver"), docket) not in (None, "", "bridge", _DEFAULT):
            docket.refuse_entry(taken["driver"], "the only driver is bridge")
        if text_of(taken.get("name"), docket) in _TAKEN_NAMES:
            docket.refuse_entry(taken["name"], "this network is not of the run")
        _check_options(taken.get("driver_opts"), docket)
    if len(found) > 1:
        docket.note("the networks are one: all services of a run share a single, internal network")
    return frozenset((*found, _DEFAULT))


def _check_options(entry: Entry | None, docket: Docket) -> None:
    """Those of a bridge are let through: the run's own network is made without any."""
    options = fields_of(entry, docket)
    for one in options.entries if options else ():
        if not one.key.startswith(_BRIDGE):
            docket.refuse_entry(one, keys.NETWORK_OF_RUN)
    if options:
        docket.note_unneeded("networks: ", ["driver_opts"])


def _declared(entry: Entry | None, allowed: Keys, docket: Docket) -> dict[str, dict[str, Entry]]:
    fields = fields_of(entry, docket)
    found: dict[str, dict[str, Entry]] = {}
    for one in fields.entries if fields else ():
        if one.key.startswith("x-"):
            continue
        if not PLAIN.fullmatch(one.key):
            docket.refuse(one.line, one.key, "a name is of letters, digits, _ . and -")
            continue
        options = fields_of(one, docket)
        found[one.key], unneeded = admit(options, allowed, docket) if options else ({}, [])
        docket.note_unneeded(f"{one.key}: ", unneeded)
        check_labels(found[one.key].get("labels"), docket)
    return found


def read_aliases(entries: Mapping[str, Entry], service: str, project: Project) -> tuple[str, ...]:
    """Under which names others reach it besides its own."""
    found: dict[str, None] = {}
    entry = entries.get("networks")
    if entry is not None and isinstance(entry.value, Fields):
        for one in entry.value.entries:
            _check_known(one.key, one.line, project)
            if options := fields_of(one, project.docket):
                taken, _ = admit(options, keys.ATTACHMENT, project.docket)
                if any(key in taken for key in _ADDRESSES):
                    project.docket.note(
                        f"{service}: no address is fixed: others reach it by its name"
                    )
                for node in scalars_of(taken.get("aliases"), project.docket):
                    _add(node, found, project.docket)
    else:
        for node in scalars_of(entry, project.docket):
            _check_known(node.text, node.line, project, node.source)
    container = entries.get("container_name")
    if text_of(container, project.docket) and container and isinstance(container.value, Scalar):
        _add(container.value, found, project.docket)
    found.pop(service, None)
    if len(found) > MAX_ALIASES and entry is not None:
        reason = f"a service has {MAX_ALIASES} further names at most"
        project.docket.refuse(entry.line, entry.key, reason)
    return tuple(found)


def _check_known(name: str, line: int, project: Project, shown: str = "") -> None:
    if name not in project.networks and not name.startswith("x-"):
        project.docket.refuse(line, shown or name, "this network is not declared under networks")


def _add(node: Scalar, found: dict[str, None], docket: Docket) -> None:
    if PLAIN.fullmatch(node.text):
        found[node.text] = None
    else:
        docket.refuse_item(node, "a name is of letters, digits, _ . and -")
