"""The project's files as a stage of their own, from which the builder copies.

They lie beside our recipe: a COPY of everything would bring along a Dockerfile that stood among
them, and an engine heeds no list of what to ignore when it is given an archive.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from roundtable.adapters.runners.dockerfiles.laying import Lay, Line
from roundtable.adapters.runners.dockerfiles.mounts import Bind

CONTEXT = "roundtable-context"


def bound(bind: Bind, done: Mapping[int, tuple[str, str]]) -> str:
    """What a RUN would have mounted, laid out in its place."""
    place = CONTEXT if bind.stage is None else done[bind.stage][0]
    return f"COPY --from={place} {json.dumps([bind.source or '.', bind.target])}"


def opening(context: Mapping[str, bytes]) -> str:
    """What follows the first FROM: the project's files as a stage, and the next FROM."""
    files = f"COPY {CONTEXT} /\n" if context else ""
    return f"scratch AS {CONTEXT}\n{files}FROM "


def staged(context: Mapping[str, bytes]) -> dict[str, bytes]:
    """Where that stage finds them in the archive."""
    return {f"{CONTEXT}/{path}": data for path, data in context.items()}


def is_mixed(line: Line) -> bool:
    """Files beside a heredoc: no stage can be named for these, so they lie beside our recipe."""
    return line.meant.name == "COPY" and 0 < len(line.meant.heredocs) < len(line.meant.words) - 1


def from_context(lay: Lay) -> Lay:
    """The same instructions, with the stage named from which they copy."""

    def named(line: Line) -> Line:
        meant = line.meant
        if meant.name != "COPY" or meant.flag("from") is not None or meant.heredocs:
            return line
        return replace(line, parts=(line.parts[0], f" --from={CONTEXT}", *line.parts[1:]))

    return replace(lay, lines=tuple(map(named, lay.lines)))
