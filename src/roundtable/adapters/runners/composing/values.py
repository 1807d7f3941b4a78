"""Single values of a compose file as text, flags, numbers, durations, sizes and pairs."""

import re
from dataclasses import dataclass

from roundtable.adapters.runners.composing.docket import Docket
from roundtable.adapters.runners.composing.nodes import Entry, Fields, Items, Node, Scalar

_TRUE = frozenset({"true", "yes", "y", "on", "1"})
_FALSE = frozenset({"false", "no", "n", "off", "0", ""})
_PART = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(us|µs|ms|s|m|h)")
_SECONDS = {"us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_SIZE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,6})?) ?(?:([kmgt])i?b?|b)?", re.IGNORECASE)
_POWERS = {"k": 1, "m": 2, "g": 3, "t": 4}
_LONGEST_WAIT = 3600.0


@dataclass(frozen=True, slots=True)
class Pair:
    name: str
    value: str | None
    """None: only the name is said."""
    node: Node
    """As it is written."""
    shown_name: str
    """Its name as it is written: a name may be filled in as well."""


def is_empty(node: Node) -> bool:
    """Nothing is asked for: null, no text, an empty list or mapping, false."""
    match node:
        case Scalar():
            return not node.text or node.kind == "null" or node.text.lower() == "false"
        case Items():
            return not node.items
        case Fields():
            return not node.entries


def text_of(entry: Entry | None, docket: Docket) -> str | None:
    """A word or a number; None where there is none, or where it was refused."""
    if entry is None:
        return None
    if not isinstance(entry.value, Scalar):
        docket.refuse_entry(entry, "a single value stands here")
        return None
    return None if entry.value.kind == "null" else entry.value.text


def flag_of(entry: Entry | None, docket: Docket) -> bool:
    if entry is None or is_empty(entry.value):
        return False
    text = (text_of(entry, docket) or "").lower()
    if text not in _TRUE | _FALSE:
        docket.refuse_entry(entry, "true or false stands here")
    return text in _TRUE


def whole_of(entry: Entry | None, docket: Docket, most: int) -> int | None:
    text = text_of(entry, docket)
    if entry is None or text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII) or int(text) > most:
        docket.refuse_entry(entry, f"a whole number up to {most} stands here")
        return None
    return int(text)


def number_of(entry: Entry | None, docket: Docket) -> float | None:
    text = text_of(entry, docket)
    if entry is None or text is None:
        return None
    if not re.fullmatch(r"[0-9]{0,6}(?:\.[0-9]{1,9})?", text, re.ASCII) or not text:
        docket.refuse_entry(entry, "a number stands here")
        return None
    return float(text)


def seconds_of(entry: Entry | None, docket: Docket) -> float | None:
    text = text_of(entry, docket)
    if entry is None or text is None:
        return None
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        docket.refuse_entry(entry, "a duration stands here, with its unit: 10s, 1m30s")
        return None
    seconds = sum(float(number) * _SECONDS[unit] for number, unit in parts)
    if seconds > _LONGEST_WAIT:
        docket.refuse_entry(entry, "it is longer than an hour")
        return None
    return float(seconds)


def megabytes_of(entry: Entry | None, docket: Docket) -> int | None:
    """Rounded up; 0, which is no bound to docker, is none."""
    text = text_of(entry, docket)
    if entry is None or text is None:
        return None
    size = _SIZE.fullmatch(text)
    if size is None:
        docket.refuse_entry(entry, "a size stands here: 512m, 1g")
        return None
    number = float(size[1]) * 1024 ** _POWERS.get((size[2] or "").lower(), 0)
    whole = int(-(-number // (1024 * 1024)))
    return min(whole, 2**31) or None


def scalars_of(entry: Entry | None, docket: Docket) -> list[Scalar]:
    """The single values of a list, or the one that stands there by itself."""
    if entry is None:
        return []
    nodes = entry.value.items if isinstance(entry.value, Items) else (entry.value,)
    found: list[Scalar] = []
    for node in nodes:
        if not isinstance(node, Scalar):
            docket.refuse(entry.line, entry.key, "single values stand here")
        elif node.kind != "null":
            found.append(node)
    return found


def fields_of(entry: Entry | None, docket: Docket) -> Fields | None:
    """A mapping; None where there is none, or where something else was refused."""
    if entry is None:
        return None
    if isinstance(entry.value, Fields):
        return entry.value
    if not (isinstance(entry.value, Scalar) and entry.value.kind == "null"):
        docket.refuse_entry(entry, "a mapping stands here")
    return None


def pairs_of(entry: Entry | None, docket: Docket) -> list[Pair]:
    """`NAME: value` or `- NAME=value`; both may leave the value out."""
    if entry is None:
        return []
    match entry.value:
        case Fields():
            return [p for one in entry.value.entries if (p := _mapped(one, docket)) is not None]
        case Items():
            return [p for node in entry.value.items if (p := _listed(node, docket)) is not None]
        case Scalar():
            if entry.value.kind != "null":
                docket.refuse_entry(entry, "a mapping or a list of NAME=value stands here")
            return []


def _mapped(entry: Entry, docket: Docket) -> Pair | None:
    if not isinstance(entry.value, Scalar):
        docket.refuse_entry(entry, "a single value stands here")
        return None
    value = None if entry.value.kind == "null" else entry.value.text
    shown = Scalar("", entry.line, f"{entry.key}: {entry.value.source}")
    return Pair(entry.key, value, shown, entry.key)


def _listed(node: Node, docket: Docket) -> Pair | None:
    if not isinstance(node, Scalar) or node.kind == "null":
        docket.refuse_item(node, "NAME=value stands here")
        return None
    name, separator, value = node.text.partition("=")
    return Pair(name, value if separator else None, node, node.source.partition("=")[0])
