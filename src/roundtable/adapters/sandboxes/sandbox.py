"""What every sandbox is to those who have something run in it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from roundtable.adapters.sandboxes.bounds import Limits, Ran
from roundtable.core.checks import Place, Tree

NOTHING: Mapping[str, str] = MappingProxyType({})
NOTHING_SHOWN: Mapping[str, Path] = MappingProxyType({})
LIMITS = Limits()


class Sandbox(Protocol):
    """Runs programs that may be hostile: the light sandbox, or a container for each run."""

    @property
    def place(self) -> Place:
        """What the record says of where it was."""

    @property
    def python(self) -> str:
        """The interpreter inside."""

    @property
    def node(self) -> str:
        """The one inside; empty: the system's own, if there is one."""

    @property
    def libraries(self) -> tuple[str, ...]:
        """Where inside the packages lie that the project depends on."""

    async def run(
        self,
        argv: Sequence[str],
        files: Tree,
        limits: Limits = LIMITS,
        stdin: bytes = b"",
        env: Mapping[str, str] = NOTHING,
        shown: Mapping[str, Path] = NOTHING_SHOWN,
        first: bool = False,
    ) -> Ran:
        """Runs a command in a copy of the files. `shown`: files of ours to show, by place inside.

        `first` is for a command of ours: it is the first process inside, which the others cannot
        kill, and which must bury them.
        Raises `Refused` for files that cannot be laid out, and `SandboxFailed`.
        """
