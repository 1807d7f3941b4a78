"""One rewritten unit, as a model sends it, read as a file in which that unit has its place."""

import textwrap

from roundtable.merge.indent import look_of
from roundtable.merge.units import Split, Unit, as_text, split_text


def as_file(path: str, unit: str, text: str, current: Split) -> str | None:
    """The text as a file that has the unit; None if it cannot be found in it."""
    known = current.find(unit.removesuffix(".*"))
    name = known.name if known else unit.removesuffix(".*")
    text = textwrap.dedent(text.replace("\r\n", "\n")).strip("\n") + "\n"
    plain = split_text(path, text)
    if plain.find(name) is not None and not plain.broken:
        return text
    holder = current.find(known.parent) if known and known.parent else None
    if known is None or holder is None or not holder.holds:
        return None
    return _wrapped(path, known, holder, plain, current)


def _wrapped(path: str, unit: Unit, holder: Unit, plain: Split, current: Split) -> str | None:
    """A method without its class: put it into one, below the imports that stand above it."""
    imports, body = _parted(plain)
    own = plain.find(unit.bare.rpartition(".")[2])
    if own is not None and not plain.broken:
        # What stands beside the method, such as a function that it calls, is not of the class.
        body = as_text(plain.source[own.start : own.end]).rstrip("\n") + "\n"
        beside = as_text(plain.source[: own.start] + plain.source[own.end :]).strip("\n")
        imports = f"{beside}\n\n\n" if beside else ""
    # The classes around it are indented as the text itself is, so that all of it has one step.
    step = look_of(plain).step.decode()
    lead, tail = _shell(current, holder, step)
    depth = lead.count("\n")
    inner = textwrap.indent(body, step * depth)
    text = imports + lead + inner + tail
    made = split_text(path, text)
    return text if not made.broken and made.find(unit.name) else None


def _parted(plain: Split) -> tuple[str, str]:
    """The imports at the top, and the rest."""
    end = 0
    for unit in plain.units:
        if unit.kind != "imports" or plain.source[end : unit.start].strip():
            break
        end = unit.end + 1
    return as_text(plain.source[:end]), as_text(plain.source[end:]).lstrip("\n")


def _shell(current: Split, holder: Unit, step: str) -> tuple[str, str]:
    """The first and the last line of each class around a method."""
    around = [holder]
    while (outer := current.find(around[-1].parent)) is not None and outer.holds:
        around.append(outer)
    lead = tail = ""
    for depth, unit in enumerate(reversed(around)):
        lead += step * depth + _opening(current, unit) + "\n"
        if current.language != "python":
            tail = step * depth + "}\n" + tail
    return lead, tail


def _opening(current: Split, unit: Unit) -> str:
    """A line that opens a class of that name, without what it inherits."""
    bare = unit.bare.rpartition(".")[2] if not unit.bare.startswith("impl ") else unit.bare
    if current.language == "python":
        return f"class {bare}:"
    if current.language == "rust":
        kind, _, trait = bare.removeprefix("impl ").partition(" as ")
        return f"impl {trait} for {kind} {{" if trait else f"impl {kind} {{"
    return f"class {bare} {{"
