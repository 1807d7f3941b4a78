"""An output of unknown length in a buffer of known length: its beginning and its end."""

from collections import deque


class HeadAndTail:
    """Keeps `most` bytes of what it is given: the first half of them, and the last."""

    def __init__(self, most: int) -> None:
        self._head_room = most // 2
        self._tail_room = most - most // 2
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._in_tail = 0
        self.seen = 0

    def add(self, data: bytes) -> None:
        self.seen += len(data)
        room = self._head_room - len(self._head)
        self._head += data[:room]
        rest = data[room:]
        if rest:
            self._tail.append(rest)
            self._in_tail += len(rest)
        while self._tail and self._in_tail - len(self._tail[0]) >= self._tail_room:
            self._in_tail -= len(self._tail.popleft())

    @property
    def cut(self) -> bool:
        return self.seen > self._head_room + self._tail_room

    def kept(self) -> bytes:
        tail = b"".join(self._tail)[-self._tail_room :] if self._tail_room else b""
        if not self.cut:
            return bytes(self._head) + tail
        missing = self.seen - self._head_room - self._tail_room
        return bytes(self._head) + b"\n[... %d bytes left out ...]\n" % missing + tail
