"""How a service is asked whether it is well."""

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Items, Node, Scalar
from roundtable.adapters.runners.composing.values import fields_of, flag_of, seconds_of, whole_of
from roundtable.adapters.runners.plans import Health

SHELL = ("/bin/sh", "-c")
_ASKED = Health(command=())


def read_health(entry: Entry | None, service: str, docket: Docket) -> Health | None:
    """None: nothing is said here, or it is told not to be asked."""
    fields = fields_of(entry, docket)
    if fields is None:
        return None
    taken, _ = admit(fields, keys.HEALTH, docket)
    disabled = flag_of(taken.get("disable"), docket)
    test = taken.get("test")
    command = _command(test, docket) if test else None
    if command is None and not disabled and not test:
        docket.note(f"{service}: the health check has no test of its own here, and is not used")
    interval = seconds_of(taken.get("interval"), docket)
    timeout = seconds_of(taken.get("timeout"), docket)
    retries = whole_of(taken.get("retries"), docket, 1000)
    start_period = seconds_of(taken.get("start_period"), docket)
    if disabled or not command:
        return None
    return Health(
        command=command,
        interval=interval or _ASKED.interval,
        timeout=timeout or _ASKED.timeout,
        retries=retries or _ASKED.retries,
        start_period=start_period or _ASKED.start_period,
    )


def is_disabled(entry: Entry | None) -> bool:
    """It says that it is not to be asked: nobody can wait for it to be well."""
    if entry is None or isinstance(entry.value, Scalar | Items):
        return False
    found = {one.key: one.value for one in entry.value.entries}
    disable, test = found.get("disable"), found.get("test")
    said = isinstance(disable, Scalar) and disable.text.lower() in ("true", "yes", "on", "y", "1")
    first = test.items[0] if isinstance(test, Items) and test.items else test
    return said or (isinstance(first, Scalar) and first.text == "NONE")


def _command(entry: Entry, docket: Docket) -> tuple[str, ...] | None:
    match entry.value:
        case Scalar():
            return (*SHELL, entry.value.text) if entry.value.text else None
        case Items():
            return _listed(entry, entry.value.items, docket)
        case _:
            docket.refuse_entry(entry, "a line or a list of words stands here")
            return None


def _listed(entry: Entry, nodes: tuple[Node, ...], docket: Docket) -> tuple[str, ...] | None:
    words = [node.text for node in nodes if isinstance(node, Scalar)]
    if len(words) < len(nodes):
        docket.refuse_entry(entry, "a list of words stands here")
        return None
    match words:
        case [] | ["NONE"]:
            return None
        case ["CMD", *rest] if rest:
            return tuple(rest)
        case ["CMD-SHELL", line]:
            return (*SHELL, line)
        case _:
            docket.refuse_entry(entry, "a test begins with CMD, CMD-SHELL or NONE")
            return None
