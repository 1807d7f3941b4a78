"""What a browser has sent becomes a tree to start from: one archive, or files one by one."""

import asyncio
from collections.abc import Sequence
from typing import BinaryIO, cast

from roundtable.adapters.trees import names
from roundtable.adapters.trees.tally import Given, Tally, shallow_first
from roundtable.adapters.trees.zips import from_open_zip
from roundtable.adapters.workspaces.visibility import Rules, shown
from roundtable.apps.web.forms import Sent
from roundtable.core.errors import UsageError
from roundtable.views.figures import plural


async def received(files: Sequence[Sent], ignore: tuple[str, ...]) -> Given:
    """The files that may be taken, and why not the others; UsageError when there is none."""
    only = files[0] if len(files) == 1 else None
    if only and only.name.lower().endswith(".zip"):
        archive = cast("BinaryIO", only.file)  # it reads and seeks as one
        return await from_open_zip(archive, only.size, shown(only.name), ignore)
    return await asyncio.to_thread(_from_files, files, Rules(ignore))


def _from_files(files: Sequence[Sent], rules: Rules) -> Given:
    tally = Tally()
    for sent in sorted(files, key=lambda sent: shallow_first(sent.name)):
        name = sent.name
        reason = names.unfit(name) or names.private(name) or rules.why_hidden(name)
        if reason := reason or tally.refuses(name, sent.size):
            tally.leave(name, reason)
        else:
            tally.take(name, sent.file.read())
    taken = tally.given("")
    if not taken.files:
        why = "; ".join(sorted({left.reason for left in taken.left_out}))
        raise UsageError(f"there is no file to work with ({why})", "send files of a project")
    return tally.given(files[0].name if len(files) == 1 else plural(len(taken.files), "file"))
