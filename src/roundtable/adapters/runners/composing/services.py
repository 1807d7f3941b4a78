"""One service of a compose file, as far as it can be read by itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.commands import words_of
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.environment import read_environment
from roundtable.adapters.runners.composing.health import is_disabled, read_health
from roundtable.adapters.runners.composing.images import read_build, read_image
from roundtable.adapters.runners.composing.networks import PLAIN, read_aliases
from roundtable.adapters.runners.composing.nodes import Entry, Fields
from roundtable.adapters.runners.composing.places import Misplaced, in_container
from roundtable.adapters.runners.composing.ports import read_ports
from roundtable.adapters.runners.composing.postures import check_postures
from roundtable.adapters.runners.composing.project import Project
from roundtable.adapters.runners.composing.resources import read_resources
from roundtable.adapters.runners.composing.storage import read_storage
from roundtable.adapters.runners.composing.values import scalars_of, text_of
from roundtable.adapters.runners.composing.waiting import Wait, read_waits
from roundtable.adapters.runners.plans import Service

_USER = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,31})?")
_SIGNAL = re.compile(r"(?:SIG)?[A-Z]{2,8}[0-9]?|(?:SIG)?RTM(?:IN\+|AX-)[0-9]{1,2}|[0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A service whose place among the others is still open."""

    service: Service
    line: int
    image: str
    """The name it gives the image, whether it is there or is built under it."""
    waits: tuple[Wait, ...]


def has_profile(entry: Entry, docket: Docket) -> bool:
    """It runs only when asked for by a profile, and none is."""
    if not isinstance(entry.value, Fields):
        return False
    profiles = next((one for one in entry.value.entries if one.key == "profiles"), None)
    return any(node.text for node in scalars_of(profiles, docket))


def read_service(entry: Entry, project: Project) -> Draft | None:
    name, docket = entry.key, project.docket
    if not PLAIN.fullmatch(name):
        docket.refuse(entry.line, name, "a service's name is of letters, digits, _ . and -")
        return None
    if not isinstance(entry.value, Fields):
        docket.refuse_entry(entry, "a service is a mapping with image or build")
        return None
    taken, unneeded = admit(entry.value, keys.SERVICE, docket)
    unneeded += check_postures(taken, name, docket)
    docket.note_unneeded(f"{name}: ", unneeded)
    refused_before = docket.count
    image = read_image(taken.get("image"), project)
    build = read_build(taken.get("build"), project)
    extends = any(one.key == "extends" for one in entry.value.entries)
    if not image and build is None and not extends and docket.count == refused_before:
        docket.refuse(entry.line, name, "a service says image or build")
    storage = read_storage(taken, name, project)
    memory, cpus = read_resources(taken, name, docket)
    service = Service(
        name=name,
        image="" if build else image,
        build=build,
        command=words_of(taken.get("command"), docket, name),
        entrypoint=words_of(taken.get("entrypoint"), docket, name),
        environment=read_environment(taken, name, project),
        ports=read_ports(taken, name, docket),
        working_dir=_working_dir(taken, docket),
        user=_matching(taken.get("user"), _USER, docket),
        health=read_health(taken.get("healthcheck"), name, docket),
        unchecked=is_disabled(taken.get("healthcheck")),
        mounts=tuple(storage.mounts),
        copies=tuple(storage.copies),
        tmpfs=tuple(storage.tmpfs),
        memory_mb=memory,
        cpus=cpus,
        aliases=read_aliases(taken, name, project),
        stop_signal=_matching(taken.get("stop_signal"), _SIGNAL, docket),
    )
    waits = tuple(read_waits(taken, docket))
    return Draft(service, entry.line, image, waits)


def _matching(entry: Entry | None, pattern: re.Pattern[str], docket: Docket) -> str:
    text = text_of(entry, docket) or ""
    if entry is not None and text and not pattern.fullmatch(text):
        docket.refuse_entry(entry, f"this is not what a {entry.key} looks like")
    return text


def _working_dir(taken: Mapping[str, Entry], docket: Docket) -> str:
    path = text_of(taken.get("working_dir"), docket)
    if not path or path == "/":
        return path or ""
    try:
        return in_container(path)
    except Misplaced as refused:
        docket.refuse_entry(taken["working_dir"], str(refused))
        return ""
