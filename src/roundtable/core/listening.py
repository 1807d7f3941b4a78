"""Listens to one knight: deadline, silence and flood are bounded, tokens are coalesced."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress

from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.parsing.text import clean
from roundtable.core.ports import Ask, Delta, FallsBack, Finished, Knight, Retries

COALESCE_SECONDS = 0.05
COALESCE_PIECES = 20
_MOST_CHARACTERS_PER_TOKEN = 16

TellTrouble = Callable[["Retries | FallsBack"], Awaitable[None]]


class Speech:
    """What has been said so far in a turn, passed on in pieces that a view can keep up with."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._said: list[str] = []
        self._waiting: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self.length = 0

    @property
    def text(self) -> str:
        return clean("".join(self._said))

    def add(self, piece: str) -> None:
        self._said.append(piece)
        self._waiting.append(piece)
        self.length += len(piece)
        if len(self._waiting) >= COALESCE_PIECES:
            self.flush()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(COALESCE_SECONDS, self.flush)

    def flush(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            text, self._waiting = clean("".join(self._waiting)), []
            self._tell(text)


async def _untold(trouble: Retries | FallsBack) -> None:
    """For a listener that keeps no record."""


async def listen(
    knight: Knight,
    ask: Ask,
    speech: Speech,
    *,
    deadline: float,
    idle: float,
    tell_trouble: TellTrouble = _untold,
) -> Finished:
    """The knight's whole answer; every way to fail comes out as a KnightError."""
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + deadline
    most = ask.max_output_tokens * _MOST_CHARACTERS_PER_TOKEN
    finished: Finished | None = None
    try:
        async with (
            asyncio.timeout_at(min(ends_at, loop.time() + idle)) as watchdog,
            aclosing(knight.speak(ask)) as stream,
        ):
            async for item in stream:
                watchdog.reschedule(min(ends_at, loop.time() + idle))
                if isinstance(item, Finished):
                    finished = item
                elif isinstance(item, Delta):
                    speech.add(item.text)
                    if speech.length > most:
                        raise KnightError(
                            ErrorKind.GARBLED, f"said more than {most:,} characters and was cut off"
                        )
                else:
                    await tell_trouble(item)
                    wait = item.wait if isinstance(item, Retries) else 0.0
                    watchdog.reschedule(min(ends_at, loop.time() + wait + idle))
    except TimeoutError:
        why = f"no answer within {deadline:g} s"
        if loop.time() < ends_at:
            why = f"silent for {idle:g} s"
        raise KnightError(ErrorKind.TIMED_OUT, why) from None
    except KnightError:
        raise
    except Exception as error:
        # A broken adapter must not take the table down; its seat is lost for this turn.
        detail = f"the adapter failed: {type(error).__name__}: {error}"
        raise KnightError(ErrorKind.GARBLED, detail) from error
    finally:
        with suppress(RuntimeError):
            speech.flush()
    return _checked(finished)


def _checked(finished: Finished | None) -> Finished:
    if finished is None:
        raise KnightError(ErrorKind.GARBLED, "the answer broke off before its end")
    text = clean(finished.text)
    if not text.strip():
        raise KnightError(ErrorKind.GARBLED, "the answer is empty")
    return Finished(text=text, usage=finished.usage, cut=finished.cut)
