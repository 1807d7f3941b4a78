"""OpenAI's models through the Responses API, and every compatible endpoint through chat.

Ollama, LM Studio, vLLM and OpenRouter all speak Chat Completions; few speak Responses.
"""

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from roundtable.adapters.knights.api_knight import ApiKnight, Tally, broke_off, let_go, refused
from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.sdk_errors import understood
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.secrets import Secret

if TYPE_CHECKING:
    import httpx2
    from openai import AsyncOpenAI
    from openai.types import CompletionUsage
    from openai.types.responses import Response, ResponseUsage

BASE_URL = "https://api.openai.com/v1"


class OpenAiApiKnight(ApiKnight["AsyncOpenAI"]):
    def __init__(
        self,
        model: Model,
        key: Secret | None,
        base_url: str | None = None,
        *,
        compatible: bool = False,
    ) -> None:
        super().__init__(model, key, base_url or BASE_URL)
        self._compatible = compatible

    def _auth(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self._key.reveal()}"} if self._key else {}

    def _connect(self, http: "httpx2.AsyncClient") -> "AsyncOpenAI":
        from openai import AsyncOpenAI

        # Given, so that it is not looked for in the environment. What else the environment adds
        # (organisation, project, headers) does not pass the line.
        return AsyncOpenAI(
            api_key="-",
            base_url=self._base_url,
            http_client=http,
            max_retries=0,
            timeout=None,
        )

    def _say(self, client: "AsyncOpenAI", ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        return self._chat(client, ask) if self._compatible else self._respond(client, ask)

    async def _respond(
        self, client: "AsyncOpenAI", ask: Ask
    ) -> AsyncGenerator[Delta | Finished, None]:
        stream = await client.responses.create(
            model=self._model.id,
            instructions=ask.system,
            input=ask.prompt,
            max_output_tokens=ask.max_output_tokens,
            store=False,
            stream=True,
        )
        said: list[str] = []
        events = aiter(stream)
        try:
            async for event in events:
                if event.type == "response.output_text.delta":
                    said.append(event.delta)
                    yield Delta(event.delta)
                elif event.type == "response.refusal.done":
                    raise refused("the model declined to answer", event.refusal)
                elif event.type in ("response.completed", "response.incomplete"):
                    yield self._concluded(ask, event.response, "".join(said))
                    return
                elif event.type == "response.failed":
                    failure = event.response.error
                    raise understood(self._model, failure.model_dump() if failure else {})
                elif event.type == "error":
                    raise understood(self._model, event.model_dump(exclude={"type"}))
        finally:
            await let_go(events)
        raise broke_off()

    def _concluded(self, ask: Ask, response: "Response", streamed: str) -> Finished:
        details = response.incomplete_details
        reason = details.reason if details else None
        if reason == "content_filter":
            raise refused("the vendor's filter stopped the answer")
        # The last event repeats the whole text, and is the truth where it does.
        text = response.output_text if response.output else ""
        tally = _responses_tally(response.usage)
        return self._finished(ask, text or streamed, tally, cut=reason == "max_output_tokens")

    async def _chat(
        self, client: "AsyncOpenAI", ask: Ask
    ) -> AsyncGenerator[Delta | Finished, None]:
        stream = await client.chat.completions.create(
            model=self._model.id,
            messages=[
                {"role": "system", "content": ask.system},
                {"role": "user", "content": ask.prompt},
            ],
            max_tokens=ask.max_output_tokens,
            stream=True,
            stream_options={"include_usage": True},
        )
        said: list[str] = []
        usage: CompletionUsage | None = None
        ended: str | None = None
        chunks = aiter(stream)
        try:
            async for chunk in chunks:
                usage = chunk.usage or usage
                for choice in (chunk.choices or [])[:1]:
                    ended = choice.finish_reason or ended
                    if choice.delta.refusal:
                        raise refused("the model declined to answer", choice.delta.refusal)
                    if choice.delta.content:
                        said.append(choice.delta.content)
                        yield Delta(choice.delta.content)
        finally:
            await let_go(chunks)
        _check_end(ended)
        yield self._finished(ask, "".join(said), _chat_tally(usage), cut=ended == "length")


def _check_end(reason: str | None) -> None:
    if reason is None:
        raise broke_off()
    if reason == "content_filter":
        raise refused("the vendor's filter stopped the answer")
    if reason == "error":
        raise KnightError(ErrorKind.GARBLED, "the endpoint stopped with an error of its own")


def _responses_tally(usage: "ResponseUsage | None") -> Tally | None:
    if usage is None or not usage.output_tokens:
        return None
    # Typed as always there; what is not sent is not there all the same.
    cached = getattr(usage.input_tokens_details, "cached_tokens", None)
    return Tally(usage.input_tokens, usage.output_tokens, cached or 0)


def _chat_tally(usage: "CompletionUsage | None") -> Tally | None:
    if usage is None or not usage.completion_tokens:
        return None
    details = usage.prompt_tokens_details
    cached = details.cached_tokens if details else 0
    return Tally(usage.prompt_tokens, usage.completion_tokens, cached or 0)
