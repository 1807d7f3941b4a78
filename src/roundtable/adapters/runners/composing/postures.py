"""Keys whose value decides: the modest ones are let through, since a run is no less strict."""

from collections.abc import Callable, Mapping

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.labels import check_labels
from roundtable.adapters.runners.composing.nodes import Entry, Fields
from roundtable.adapters.runners.composing.values import fields_of, scalars_of, text_of

_NO_NEW = frozenset({"no-new-privileges", "no-new-privileges:true", "no-new-privileges=true"})
_THIS_MACHINE = "host.docker.internal"
_NOT_AGAIN = frozenset({"no", "false"})
NOT_RESTARTED = "restart is not done: what ends, ends"
_LOGS = frozenset({"json-file", "local", "none"})


def check_postures(entries: Mapping[str, Entry], service: str, docket: Docket) -> list[str]:
    """The names of those that stand there, none of which is needed."""
    checks: dict[str, Callable[[Entry, Docket], None]] = {
        "labels": check_labels,
        "security_opt": _security,
        "logging": _logging,
        "ipc": _ipc,
        "network_mode": _network_mode,
        "extra_hosts": _extra_hosts,
    }
    found = [key for key in checks if key in entries]
    for key in found:
        checks[key](entries[key], docket)
    if "network_mode" in found:
        docket.note(f"{service}: it is in the network of the run, whatever network_mode says")
    if "extra_hosts" in found:
        docket.note(f"{service}: {_THIS_MACHINE} is not there: a run does not reach this machine")
    if (text_of(entries.get("restart"), docket) or "no").lower() not in _NOT_AGAIN:
        docket.note(f"{service}: {NOT_RESTARTED}")
    return found


def _extra_hosts(entry: Entry, docket: Docket) -> None:
    """The usual name of this machine is let through, and leads nowhere."""
    allowed = tuple(f"{_THIS_MACHINE}{sign}host-gateway" for sign in ":=")
    if isinstance(entry.value, Fields):
        for one in entry.value.entries:
            if f"{one.key}:{text_of(one, docket)}" not in allowed:
                docket.refuse_entry(one, keys.INSIDE_ONLY)
        return
    for node in scalars_of(entry, docket):
        if node.text not in allowed:
            docket.refuse_item(node, keys.INSIDE_ONLY)


def _security(entry: Entry, docket: Docket) -> None:
    for node in scalars_of(entry, docket):
        if node.text not in _NO_NEW:
            docket.refuse_item(node, "of security_opt only no-new-privileges:true is let through")


def _logging(entry: Entry, docket: Docket) -> None:
    if fields := fields_of(entry, docket):
        taken, _ = admit(fields, keys.LOGGING, docket)
        driver = text_of(taken.get("driver"), docket)
        if driver and driver not in _LOGS:
            docket.refuse_entry(
                taken["driver"], f"logs go nowhere else: {', '.join(sorted(_LOGS))}"
            )


def _ipc(entry: Entry, docket: Docket) -> None:
    if text_of(entry, docket) not in (None, "", "private", "none"):
        docket.refuse_entry(entry, "memory is shared with nobody: only private and none")


def _network_mode(entry: Entry, docket: Docket) -> None:
    if text_of(entry, docket) not in (None, "", "none", "bridge"):
        docket.refuse_entry(entry, "no network but that of the run is joined")
