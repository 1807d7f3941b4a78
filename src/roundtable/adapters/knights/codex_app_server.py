"""One turn with `codex app-server`: JSON-RPC on its input and output, one message a line.

initialize, who is signed in, a thread that is not kept, a turn; then deltas until the turn ends.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from pathlib import Path

from roundtable import __version__
from roundtable.adapters.knights.api_knight import Tally
from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.commands import Message, messages, number, seconds_until
from roundtable.adapters.knights.processes import Child
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Delta

MOST_RESPONSES = 2
"""One that may call for a tool, and one after it was told that there is none."""
GREETING_SECONDS = 5.0
"""It takes half a second to answer; one that takes this long has not understood."""
_SPOKEN = frozenset(("userMessage", "agentMessage", "reasoning", "plan", "contextCompaction"))
"""Kinds of items that do nothing; every other kind is a tool at work."""
_NO_SUCH_METHOD = -32601
_BY_INFO = {
    "contextWindowExceeded": ErrorKind.TOO_LONG,
    "usageLimitExceeded": ErrorKind.OUT_OF_QUOTA,
    "sessionBudgetExceeded": ErrorKind.OUT_OF_QUOTA,
    "rateLimitExceeded": ErrorKind.RATE_LIMITED,
    "flexUnavailable": ErrorKind.OVERLOADED,
    "serverOverloaded": ErrorKind.OVERLOADED,
    "policyCapacityUnavailable": ErrorKind.OVERLOADED,
    "internalServerError": ErrorKind.OVERLOADED,
    "cyberPolicy": ErrorKind.REFUSED,
    "misalignmentPolicyViolation": ErrorKind.REFUSED,
    "tooManyDenials": ErrorKind.REFUSED,
}
_STATUS_BY_INFO = {"unauthorized": 401, "modelNotFound": 404, "badRequest": 400}
Explain = Callable[[str, int | None, float | None], KnightError]


class NoAppServer(Exception):
    """This command has no app server, or one that speaks otherwise; nothing was asked yet."""


class AppServer:
    """The conversation, and what came of it once `deltas` has run out."""

    def __init__(
        self, child: Child, model: Model, prompt: str, instructions: str, cwd: Path
    ) -> None:
        self._child = child
        self._model = model
        self._prompt = prompt
        self._instructions = instructions
        self._cwd = cwd
        self._asked: list[str] = []
        self._spoken: list[tuple[str, bool]] = []
        """Messages that ended, and whether each is part of the answer."""
        self._speaking: object = None
        self._responses = 0
        self._resets_at: object = None
        self.tally: Tally | None = None
        self.done = False
        self.problem: tuple[Message, float | None] | None = None
        """The error that ended the turn, and in how many seconds a quota is filled again."""

    @property
    def text(self) -> str:
        """The answer; remarks on the way to it count only where there is nothing else."""
        answers = [text for text, is_answer in self._spoken if is_answer]
        return "\n\n".join(answers) or "".join(text for text, _ in self._spoken[-1:])

    async def deltas(self) -> AsyncGenerator[Delta, None]:
        async with aclosing(messages(self._child)) as told:
            await self._greet(told)
            async for message in told:
                if "method" not in message:
                    self._reply(message)
                elif "id" in message:
                    self._decline(message)
                else:
                    delta = self._note(message["method"], message.get("params") or {})
                    if delta:
                        yield delta
                if self.done or self.problem:
                    return

    async def _greet(self, told: AsyncGenerator[Message, None]) -> None:
        client = {"name": "roundtable", "title": "Roundtable", "version": __version__}
        self._call("initialize", {"clientInfo": client})
        with suppress(TimeoutError):
            async with asyncio.timeout(GREETING_SECONDS):
                async for message in told:
                    self._reply(message)
                    if len(self._asked) > 1:
                        return
        raise NoAppServer

    def _call(self, method: str, params: Message) -> None:
        self._asked.append(method)
        self._send({"id": len(self._asked), "method": method, "params": params})

    def _send(self, message: Message) -> None:
        self._child.tell(json.dumps(message) + "\n")

    def _decline(self, message: Message) -> None:
        """The server asks us to approve or to choose: nothing is, and nobody does."""
        refusal = {"code": _NO_SUCH_METHOD, "message": "nothing is approved at this table"}
        self._send({"id": message["id"], "error": refusal})

    def _reply(self, message: Message) -> None:
        """An answer to our last call, and the call that follows from it."""
        if message.get("id") != len(self._asked):
            return
        step, result = self._asked[-1], message.get("result")
        if not isinstance(result, dict):
            error = message.get("error") or {}
            if step != "turn/start":
                raise NoAppServer
            self.problem = (error, None)
        elif step == "initialize":
            self._send({"method": "initialized"})
            self._call("account/read", {})
        elif step == "account/read":
            if result.get("requiresOpenaiAuth") and not result.get("account"):
                self.problem = ({"message": "no account", "codexErrorInfo": "unauthorized"}, None)
                return
            self._call("thread/start", self._thread())
        elif step == "thread/start":
            content = [{"type": "text", "text": self._prompt}]
            thread = result.get("thread") or {}
            self._call("turn/start", {"threadId": thread.get("id"), "input": content})

    def _thread(self) -> Message:
        return {
            "model": self._model.id,
            "cwd": str(self._cwd),
            "ephemeral": True,
            "sandbox": "read-only",
            "approvalPolicy": "never",
            "baseInstructions": self._instructions,
        }

    def _note(self, method: str, params: Message) -> Delta | None:
        item: Message = params.get("item") or {}
        if method == "item/agentMessage/delta":
            return self._delta(params)
        if method == "item/started" and item.get("type") not in _SPOKEN:
            detail = f"called for a tool ({item.get('type')}) in place of an answer"
            raise KnightError(ErrorKind.GARBLED, detail)
        if method == "item/completed" and item.get("type") == "agentMessage":
            self._spoken.append((str(item.get("text") or ""), item.get("phase") != "commentary"))
        elif method == "thread/tokenUsage/updated":
            self._count((params.get("tokenUsage") or {}).get("total") or {})
        elif method == "account/rateLimits/updated":
            self._resets_at = _resets_at(params.get("rateLimits") or {})
        elif method == "turn/completed":
            self._end(params.get("turn") or {})
        return None

    def _delta(self, params: Message) -> Delta | None:
        piece = params.get("delta")
        if not isinstance(piece, str) or not piece:
            return None
        another = self._speaking not in (None, params.get("itemId"))
        self._speaking = params.get("itemId")
        return Delta(f"\n\n{piece}" if another else piece)

    def _count(self, total: Message) -> None:
        """The use so far; it is told at the end of each response of the model."""
        self.tally = Tally(
            number(total.get("inputTokens")),
            number(total.get("outputTokens")),
            number(total.get("cachedInputTokens")),
        )
        self._responses += 1
        if self._responses > MOST_RESPONSES:
            raise KnightError(ErrorKind.GARBLED, "called for tools in place of an answer")

    def _end(self, turn: Message) -> None:
        if turn.get("status") == "completed":
            self.done = True
            return
        error = turn.get("error") or {"message": f"the turn was {turn.get('status')}"}
        self.problem = (error, seconds_until(self._resets_at))


def codex_error(explain: Explain, error: Message, retry_after: float | None) -> KnightError:
    """A turn's error by the name the server gives it, else by its HTTP status and its words."""
    told = str(error.get("message") or "no reason given")
    info = error.get("codexErrorInfo")
    status: int | None = None
    if isinstance(info, dict):
        inner = next(iter(info.values()), None)
        code = inner.get("httpStatusCode") if isinstance(inner, dict) else None
        status = code if isinstance(code, int) else None
    elif isinstance(info, str):
        status = _STATUS_BY_INFO.get(info)
    meant = explain(told, status, retry_after)
    kind = _BY_INFO.get(info) if isinstance(info, str) else None
    if kind is None or kind is meant.kind:
        return meant
    waits = kind in (ErrorKind.OUT_OF_QUOTA, ErrorKind.RATE_LIMITED, ErrorKind.OVERLOADED)
    return KnightError(kind, told, retry_after if waits else None)


def _resets_at(limits: Message) -> object:
    """When the window that is used up begins anew."""
    for name in ("primary", "secondary"):
        window = limits.get(name)
        if isinstance(window, dict) and (window.get("usedPercent") or 0) >= 100:
            return window.get("resetsAt")
    return None
