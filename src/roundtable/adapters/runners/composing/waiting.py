"""Which service waits for which, for what, and an order in which that works."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from roundtable.adapters.runners.composing import keys
from roundtable.adapters.runners.composing.admitting import admit
from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Fields
from roundtable.adapters.runners.composing.values import fields_of, flag_of, scalars_of, text_of
from roundtable.adapters.runners.plans import Condition

_CONDITIONS: dict[str, Condition] = {
    "service_started": "started",
    "service_healthy": "healthy",
    "service_completed_successfully": "completed",
}


@dataclass(frozen=True, slots=True)
class Wait:
    target: str
    condition: Condition
    line: int
    shown: str
    """As the file says it."""
    required: bool = True
    alias: str = ""
    """A further name for the other one, from a link."""


def read_waits(entries: Mapping[str, Entry], docket: Docket) -> list[Wait]:
    entry = entries.get("depends_on")
    found: list[Wait] = []
    if entry is not None and isinstance(entry.value, Fields):
        found = [_mapped(one, docket) for one in entry.value.entries]
    else:
        for node in scalars_of(entry, docket):
            found.append(Wait(node.text, "started", node.line, f"depends_on: {node.source}"))
    for node in scalars_of(entries.get("links"), docket):
        target, _, alias = node.text.partition(":")
        found.append(Wait(target, "started", node.line, f"links: {node.source}", True, alias))
    return found


def _mapped(entry: Entry, docket: Docket) -> Wait:
    fields = fields_of(entry, docket)
    taken = admit(fields, keys.WAIT, docket)[0] if fields else {}
    condition = text_of(taken.get("condition"), docket) or "service_started"
    if condition not in _CONDITIONS:
        docket.refuse_entry(taken["condition"], f"a condition is one of {', '.join(_CONDITIONS)}")
    return Wait(
        target=entry.key,
        condition=_CONDITIONS.get(condition, "started"),
        line=entry.line,
        shown=f"depends_on: {entry.key}",
        required="required" not in taken or flag_of(taken["required"], docket),
    )


def settled(
    waits: Collection[Wait], names: Collection[str], left_out: Collection[str], docket: Docket
) -> dict[str, Condition]:
    """Those that can be waited for; of two words on one service, depends_on holds."""
    found: dict[str, Condition] = {}
    for wait in waits:
        if wait.target in names:
            found.setdefault(wait.target, wait.condition)
        elif not wait.required:
            docket.note(f"{wait.shown}: it is not run, and is not required")
        elif wait.target in left_out:
            reason = "it is left out, because it has a profile; say required: false"
            docket.refuse(wait.line, wait.shown, reason)
        else:
            docket.refuse(wait.line, wait.shown, "there is no such service in this file")
    return found


def ordered(after: Mapping[str, Collection[str]]) -> tuple[list[str], list[str]]:
    """The names in an order that works, and those of which each waits for itself in the end."""
    waiting = {name: set(others) for name, others in after.items()}
    order: list[str] = []
    while ready := next((name for name, others in waiting.items() if not others), None):
        order.append(ready)
        del waiting[ready]
        for others in waiting.values():
            others.discard(ready)
    return order, list(waiting)
