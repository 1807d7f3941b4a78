"""What a service wants to use, where that is less than a run may."""

from collections.abc import Mapping

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.labels import check_labels
from roundtable.adapters.runners.composing.nodes import Entry
from roundtable.adapters.runners.composing.postures import NOT_RESTARTED
from roundtable.adapters.runners.composing.values import (
    fields_of,
    megabytes_of,
    number_of,
    whole_of,
)

LEAST_CPUS = 0.01
LEAST_MB = 6
"""No engine starts a container in less."""


def read_resources(
    entries: Mapping[str, Entry], service: str, docket: Docket
) -> tuple[int | None, float | None]:
    """Megabytes of memory, and processors."""
    memory = _memory(entries.get("mem_limit"), docket)
    cpus = _cpus(entries.get("cpus"), docket)
    _check_count(entries.get("scale"), service, docket)
    if deploy := fields_of(entries.get("deploy"), docket):
        taken, unneeded = admit(deploy, keys.DEPLOY, docket)
        docket.note_unneeded(f"{service}: deploy: ", unneeded)
        check_labels(taken.get("labels"), docket)
        _check_count(taken.get("replicas"), service, docket)
        if "restart_policy" in taken:
            docket.note(f"{service}: {NOT_RESTARTED}")
        limits = _limits(taken.get("resources"), docket)
        memory = _memory(limits.get("memory"), docket) or memory
        cpus = _cpus(limits.get("cpus"), docket) or cpus
    return memory, cpus


def _cpus(entry: Entry | None, docket: Docket) -> float | None:
    """None: it says nothing, or 0, and the run's own bound holds."""
    cpus = number_of(entry, docket)
    if entry is not None and cpus and cpus < LEAST_CPUS:
        # An engine rounds less to nothing, which to it is no bound at all.
        docket.refuse_entry(entry, f"a service has {LEAST_CPUS} processors at least")
    return cpus or None


def _memory(entry: Entry | None, docket: Docket) -> int | None:
    memory = megabytes_of(entry, docket)
    if entry is not None and memory is not None and memory < LEAST_MB:
        docket.refuse_entry(entry, f"a service has {LEAST_MB} MB of memory at least")
    return memory


def _limits(entry: Entry | None, docket: Docket) -> dict[str, Entry]:
    fields = fields_of(entry, docket)
    if fields is None:
        return {}
    taken, _ = admit(fields, keys.RESOURCES, docket)
    if reserved := fields_of(taken.get("reservations"), docket):
        admit(reserved, keys.RESERVATIONS, docket)
    limits = fields_of(taken.get("limits"), docket)
    return admit(limits, keys.LIMITS, docket)[0] if limits else {}


def _check_count(entry: Entry | None, service: str, docket: Docket) -> None:
    count = whole_of(entry, docket, 10_000)
    if count is not None and count != 1:
        docket.note(f"{service}: it is run once, not as often as it asks")
