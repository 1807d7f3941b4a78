"""Questions to the judge, of one server: each is answered in the background, on the stream."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from roundtable.apps.web.channels import Channels
from roundtable.bootstrap import Table
from roundtable.core.errors import CommandRefused, RoundtableError
from roundtable.core.state import SessionState

_LOOK_AGAIN = 0.02
_log = logging.getLogger(__name__)

Asking = asyncio.Task[RoundtableError | None]
"""A question under way; what came between it and its answer, if anything did."""


class Chats:
    def __init__(
        self,
        table: Table,
        channels: Channels,
        then: Callable[[str], Awaitable[None]],
    ) -> None:
        """`then` is called with the session's name after each answer."""
        self._table = table
        self._channels = channels
        self._then = then
        self._asking: dict[str, Asking] = {}

    @property
    def sessions(self) -> tuple[str, ...]:
        return tuple(self._asking)

    def refuse_at(self, session: str) -> None:
        if session in self._asking:
            raise CommandRefused("the judge is answering a question", "wait for it, or stop it")

    async def begin(self, session: str, question: str) -> Asking:
        """Ask; the caller has seen to it that nobody else has the word."""
        await self._channels.listen(session)
        asking = self._asking[session] = asyncio.create_task(self._ask(session, question))
        return asking

    async def begun(self, session: str, asking: Asking) -> None:
        """Returns when the judge has begun to answer; raises why he does not, a cap for example."""
        while self._asking.get(session) is asking:
            if is_answering(await self._table.driver.state(session)):
                return
            await asyncio.sleep(_LOOK_AGAIN)
        if asking.done() and (refused := asking.result()):
            raise refused

    async def stop(self, session: str) -> None:
        """Break off an answer, if one is being given."""
        if asking := self._asking.get(session):
            self._table.driver.hush(session)
            await asyncio.wait((asking,))

    async def _ask(self, session: str, question: str) -> RoundtableError | None:
        try:
            await self._table.driver.chat(session, question)
        except RoundtableError as error:
            _log.warning("%s: %s", session, error.message)
            return error
        finally:
            await self._channels.let_go(session)
            # He has spoken: what is asked next need not wait for the readable files.
            del self._asking[session]
        await self._then(session)
        return None


def is_answering(state: SessionState) -> bool:
    return any(turn.purpose == "chat" and turn.status == "open" for turn in state.turns.values())
