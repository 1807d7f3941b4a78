"""What a repository's objects hold, byte by byte as they are stored: nothing is converted."""

from collections.abc import Mapping, Sequence

from roundtable.adapters.workspaces.git import GitFailed
from roundtable.adapters.workspaces.snapshot import Snapshot

_LINE = 256
"""More than git says of an object in one line."""


async def sizes(snapshot: Snapshot, objects: Sequence[str]) -> Mapping[str, int]:
    """How many bytes each of these files has; GitFailed where one is missing, or is no file."""
    found = {}
    check = "--batch-check=%(objectname) %(objecttype) %(objectsize)"
    output = await _ask(snapshot, check, objects, 0)
    for line in output.decode("ascii", "replace").splitlines():
        name, kind, *size = line.split(" ")
        if kind != "blob":
            raise GitFailed(f"the object {name} is no file that is there ({kind})")
        found[name] = int(size[0])
    return found


async def contents(snapshot: Snapshot, wanted: Mapping[str, int]) -> Mapping[str, bytes]:
    """The bytes of these files, whose sizes are known."""
    output = await _ask(snapshot, "--batch", tuple(wanted), sum(wanted.values()))
    found = {}
    at = 0
    while at < len(output):
        end = output.index(b"\n", at)
        name, _, size = output[at:end].decode("ascii", "replace").split(" ")
        found[name] = output[end + 1 : end + 1 + int(size)]
        at = end + int(size) + 2
    return found


async def _ask(snapshot: Snapshot, how: str, objects: Sequence[str], most: int) -> bytes:
    if not objects:
        return b""
    given = "".join(f"{name}\n" for name in objects).encode("ascii")
    output = await snapshot.ask("cat-file", how, most=most + _LINE * len(objects), given=given)
    if output.cut:
        raise GitFailed("git said more of its objects than there is to say")
    return output.data
