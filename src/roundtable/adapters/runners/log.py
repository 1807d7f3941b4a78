"""What a run writes, as it comes: decoded, without the developer's secrets, and within its cap."""

import asyncio
import codecs
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from roundtable.adapters.runners.commands import Hear
from roundtable.core.hiding import Hiding, Veil
from roundtable.core.ports import Wrote
from roundtable.core.running import Stream

Put = Callable[[Wrote], None]


class RunLog:
    def __init__(self, most: int, secrets: Iterable[str], put: Put) -> None:
        self._left = most
        self.hiding = Hiding(secrets)
        self._put = put
        self._streams: list[_Stream] = []
        self.dropped = 0
        self.flooded = asyncio.Event()
        """More was written than is kept."""

    def hear(self, service: str, build: bool = False) -> Hear:
        """An ear for one container; its two streams are told apart."""
        names: dict[int, Stream] = {1: "stdout", 2: "stderr"}
        own = {
            number: _Stream(self, service, "build" if build else name)
            for number, name in names.items()
        }
        self._streams += own.values()
        return lambda number, piece: own[number].hear(piece)

    def notice(self, service: str, text: str) -> None:
        """Our own word on the run."""
        self._put(Wrote(service, "notice", f"{self.hide(text)}\n", _now()))

    def finish(self) -> None:
        """What was held back comes out: there will be no more of it."""
        for stream in self._streams:
            stream.hear(b"", final=True)
        self._streams = []

    def hide(self, text: str) -> str:
        return self.hiding.hide(text)

    def write(self, service: str, stream: Stream, text: str) -> None:
        data = text.encode("utf-8", "replace")
        kept = data[: self._left].decode("utf-8", "ignore")
        self._left -= len(kept.encode())
        if kept:
            self._put(Wrote(service, stream, kept, _now()))
        if len(kept) < len(text):
            self._left = 0
            self.dropped += len(data) - len(kept.encode())
            self.flooded.set()


class _Stream:
    """One stream of one container: a letter or a secret may be cut in two by a read."""

    def __init__(self, log: RunLog, service: str, stream: Stream) -> None:
        self._log = log
        self._service = service
        self._stream: Stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._veil = Veil(log.hiding)

    def hear(self, piece: bytes, final: bool = False) -> None:
        shown = self._veil.shown(self._decoder.decode(piece, final), final)
        if shown:
            self._log.write(self._service, self._stream, shown)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
