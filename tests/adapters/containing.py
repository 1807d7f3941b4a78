"""What tests with real containers share: what is left of them, and packages to install."""

import io
import zipfile
from collections.abc import Mapping

from roundtable.adapters.runners.engines import Engine
from roundtable.adapters.runners.marks import OWNER, ourselves


async def left(engine: Engine) -> list[str]:
    """Everything of this process in the engine but for layers that are kept on purpose."""
    marked = ("--filter", f"label={OWNER}={ourselves()}")
    found: list[str] = []
    for words in (
        ("ps", "--all", "--quiet", *marked),
        ("network", "ls", "--quiet", *marked),
        ("volume", "ls", "--quiet", *marked),
        ("images", "--quiet", "--filter", "reference=roundtable-run-*", *marked),
    ):
        found += (await engine.command.call(*words)).lines
    return found


async def forget(engine: Engine, names: set[str]) -> None:
    """Images that a test has made for itself."""
    for name in sorted(names):
        await engine.command.call("rmi", "--force", name)


def wheel(name: str, files: Mapping[str, str], version: str = "1.0") -> tuple[str, bytes]:
    """A package as pip installs it without building anything: its file name and its bytes."""
    described = f"{name}-{version}.dist-info"
    members = {
        **files,
        f"{described}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{described}/WHEEL": "Wheel-Version: 1.0\nGenerator: us\n"
        "Root-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = f"{described}/RECORD"
    members[record] = "".join(f"{path},,\n" for path in (*members, record))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, text in members.items():
            # Dated as a member without a date: the same files are the same bytes.
            archive.writestr(zipfile.ZipInfo(path), text)
    return f"{name}-{version}-py3-none-any.whl", packed.getvalue()
