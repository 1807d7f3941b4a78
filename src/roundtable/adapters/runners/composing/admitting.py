"""The allow-list at work: which keys of a mapping are read, not needed, or refused."""

import difflib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Fields
from roundtable.adapters.runners.composing.values import is_empty


@dataclass(frozen=True, slots=True)
class Keys:
    """What may stand in one kind of mapping."""

    taken: Collection[str]
    unneeded: Collection[str] = ()
    """Let through, and without effect on what is run."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """With the reason; one that asks for nothing (false, [], null) is let through."""


def admit(fields: Fields, keys: Keys, docket: Docket) -> tuple[dict[str, Entry], list[str]]:
    """The entries to be read, and the names of those that are not needed."""
    taken: dict[str, Entry] = {}
    unneeded: list[str] = []
    for entry in fields.entries:
        if entry.key in keys.taken:
            taken[entry.key] = entry
        elif entry.key in keys.unneeded:
            unneeded.append(entry.key)
        elif entry.key in keys.refused:
            if not is_empty(entry.value):
                docket.refuse_entry(entry, keys.refused[entry.key])
        elif not entry.key.startswith("x-"):
            words = "" if docket.is_full else _unknown(entry.key, keys)
            docket.refuse_entry(entry, words)
    return taken, unneeded


def _unknown(key: str, keys: Keys) -> str:
    known = [*keys.taken, *keys.unneeded, *keys.refused]
    close = difflib.get_close_matches(key.lower()[:40], known, n=1, cutoff=0.8)
    meant = f"; did you mean {close[0]}?" if close else ""
    return f"this key is not known here{meant}"
