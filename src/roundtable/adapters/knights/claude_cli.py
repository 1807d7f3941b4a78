"""Claude through Anthropic's own command, on the user's subscription."""

from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import ClassVar

from roundtable.adapters.knights.api_knight import Tally
from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.commands import (
    CommandKnight,
    Message,
    Said,
    messages,
    number,
    seconds_until,
)
from roundtable.adapters.knights.processes import Child, Scratch, running
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished

MOST_INPUT = 10_000_000
"""Bytes; the command refuses more than 10 MB on its input."""
_ARGUMENTS = (
    "-p",
    *("--output-format", "stream-json"),
    "--verbose",
    "--include-partial-messages",
    *("--tools", ""),
    # With a call for a tool the turn is over: there is none, and asking on would be paid.
    *("--max-turns", "1"),
    "--strict-mcp-config",
    *("--setting-sources", ""),
    "--no-session-persistence",
    "--disable-slash-commands",
)
_SETTINGS = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_DISABLE_CLAUDE_MDS": "1",
    "DISABLE_AUTOUPDATER": "1",
    # Whether a turn is asked again is decided at the table, where it is counted and recorded.
    "CLAUDE_CODE_MAX_RETRIES": "0",
    "CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK": "1",
    "CLAUDE_CODE_NO_MODEL_FALLBACK": "1",
}


@dataclass
class _Heard:
    """What the stream has told so far."""

    pieces: list[str] = field(default_factory=list)
    given: Message = field(default_factory=dict)
    """The count of input tokens, as the answer began."""
    resets_at: object = None
    """When the quota that stopped us is filled again; None while none did."""


class ClaudeCliKnight(CommandKnight):
    package: ClassVar[str] = "@anthropic-ai/claude-code"
    sign_in: ClassVar[str] = "claude auth login"
    variables: ClassVar[tuple[str, ...]] = ("CLAUDE_CODE_OAUTH_TOKEN", "CLAUDE_CONFIG_DIR")
    overhead_tokens: ClassVar[int] = 3_000

    def __init__(
        self,
        model: Model,
        command: str = "claude",
        extra_environment: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(model, command, extra_environment)

    def _check(self, ask: Ask) -> None:
        if len(ask.prompt.encode("utf-8", "replace")) > MOST_INPUT:
            detail = f"the prompt has more than the {MOST_INPUT:,} bytes that claude reads"
            raise KnightError(ErrorKind.TOO_LONG, detail)

    async def _say(self, ask: Ask, place: Scratch) -> Said:
        system = place.write("system.md", ask.system)
        argv = (
            *(self._program(), *_ARGUMENTS),
            *("--model", self._model.id, "--system-prompt-file", str(system)),
        )
        most = str(ask.max_output_tokens)
        env = self._environment(place, **_SETTINGS, CLAUDE_CODE_MAX_OUTPUT_TOKENS=most)
        async with running(argv, env, place) as child:
            child.tell(ask.prompt)
            child.hush()
            async with aclosing(self._answer(ask, child)) as items:
                async for item in items:
                    yield item

    async def _answer(self, ask: Ask, child: Child) -> Said:
        heard = _Heard()
        async with aclosing(messages(child)) as told:
            async for message in told:
                kind = message.get("type")
                if kind == "result":
                    yield self._result(ask, message, heard)
                    return
                if kind == "rate_limit_event":
                    info = message.get("rate_limit_info") or {}
                    if info.get("status") == "rejected":
                        heard.resets_at = info.get("resetsAt") or 0
                elif kind == "stream_event" and not message.get("parent_tool_use_id"):
                    item = self._event(ask, message.get("event") or {}, heard)
                    if isinstance(item, Finished):
                        child.stop()
                        yield item
                        return
                    if item:
                        yield item
        raise await self._died(child)

    def _event(self, ask: Ask, event: Message, heard: _Heard) -> Delta | Finished | None:
        """An event of the API's own stream, as the command passes it on."""
        delta = event.get("delta") or {}
        if event.get("type") == "message_start":
            heard.given = (event.get("message") or {}).get("usage") or {}
        elif delta.get("type") == "text_delta" and isinstance(delta.get("text"), str):
            heard.pieces.append(delta["text"])
            return Delta(delta["text"])
        elif event.get("type") == "message_delta":
            stop = delta.get("stop_reason")
            if stop == "refusal":
                # The command would ask a second time, with a hint of its own.
                raise KnightError(ErrorKind.REFUSED, "the model declined to answer")
            if stop == "max_tokens":
                # The command would ask for more, three times over.
                usage = {**heard.given, **(event.get("usage") or {})}
                return self._finished(ask, "".join(heard.pieces), _tally(usage), cut=True)
        return None

    def _result(self, ask: Ask, message: Message, heard: _Heard) -> Finished:
        """The end. `subtype` says "success" even of a failure; `is_error` does not lie."""
        text = message.get("result")
        if not message.get("is_error") and isinstance(text, str):
            return self._finished(ask, text, _tally(message.get("usage") or {}))
        if message.get("subtype") == "error_max_turns":
            raise KnightError(ErrorKind.GARBLED, "called for a tool in place of an answer")
        errors = message.get("errors")
        told = text or (errors[0] if isinstance(errors, list) and errors else "no reason given")
        told = str(told).removeprefix("API Error: ")
        if heard.resets_at is not None:
            wait = seconds_until(heard.resets_at) if heard.resets_at else None
            raise KnightError(ErrorKind.OUT_OF_QUOTA, told, wait)
        status = message.get("api_error_status")
        raise self._error(told, status if isinstance(status, int) else None)


def _tally(usage: Message) -> Tally:
    cached = number(usage.get("cache_read_input_tokens"))
    written = number(usage.get("cache_creation_input_tokens"))
    given = number(usage.get("input_tokens")) + written + cached
    return Tally(given, number(usage.get("output_tokens")), cached)
