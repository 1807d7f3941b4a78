"""Claude through Anthropic's Messages API: one question, one streamed answer, no tools."""

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from roundtable.adapters.knights.api_knight import ApiKnight, Tally, broke_off, let_go, refused
from roundtable.adapters.knights.catalogue import Model
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.secrets import Secret

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic
    from anthropic.types import MessageDeltaUsage, RefusalStopDetails
    from anthropic.types import Usage as AnthropicUsage

BASE_URL = "https://api.anthropic.com"


class ClaudeApiKnight(ApiKnight["AsyncAnthropic"]):
    def __init__(self, model: Model, key: Secret, base_url: str | None = None) -> None:
        super().__init__(model, key, base_url or BASE_URL)

    def _auth(self) -> dict[str, str]:
        return {"x-api-key": self._key.reveal()} if self._key else {}

    def _connect(self, http: "httpx2.AsyncClient") -> "AsyncAnthropic":
        from anthropic import AsyncAnthropic

        # Everything is given, so that nothing is looked for in the environment; the key itself
        # is known to the line alone.
        return AsyncAnthropic(
            api_key="-",
            base_url=self._base_url,
            http_client=http,
            max_retries=0,
            timeout=None,
            open_telemetry=False,
        )

    async def _count(self, client: "AsyncAnthropic", system: str, prompt: str) -> int | None:
        counted = await client.messages.count_tokens(
            model=self._model.id,
            system=system,
            messages=[{"role": "user", "content": prompt}],
        )
        return counted.input_tokens

    async def _say(
        self, client: "AsyncAnthropic", ask: Ask
    ) -> AsyncGenerator[Delta | Finished, None]:
        stream = await client.messages.create(
            model=self._model.id,
            system=ask.system,
            messages=[{"role": "user", "content": ask.prompt}],
            max_tokens=ask.max_output_tokens,
            stream=True,
        )
        said: list[str] = []
        tally = Tally(0, 0)
        stop: str | None = None
        events = aiter(stream)
        try:
            async for event in events:
                if event.type == "message_start":
                    tally = _counted(tally, event.message.usage)
                elif event.type == "content_block_delta" and event.delta.type == "text_delta":
                    said.append(event.delta.text)
                    yield Delta(event.delta.text)
                elif event.type == "message_delta":
                    tally = _counted(tally, event.usage)
                    stop = event.delta.stop_reason or stop
                    _check_stop(stop, event.delta.stop_details)
                elif event.type == "message_stop":
                    cut = stop in ("max_tokens", "model_context_window_exceeded")
                    counted = tally if tally.output_tokens else None
                    yield self._finished(ask, "".join(said), counted, cut=cut)
                    return
        finally:
            await let_go(events)
        raise broke_off()


def _check_stop(reason: str | None, details: "RefusalStopDetails | None") -> None:
    if reason == "refusal":
        why = (details.category, details.explanation) if details else ()
        raise refused("the model declined to answer", *why)


def _counted(before: Tally, usage: "AnthropicUsage | MessageDeltaUsage | None") -> Tally:
    """The count so far: later events repeat what they know, and leave out what they do not."""
    if usage is None:
        return before
    read = usage.cache_read_input_tokens or 0
    given = (usage.input_tokens or 0) + (usage.cache_creation_input_tokens or 0) + read
    return Tally(
        input_tokens=max(before.input_tokens, given),
        output_tokens=max(before.output_tokens, usage.output_tokens or 0),
        cached_tokens=max(before.cached_tokens, read),
    )
