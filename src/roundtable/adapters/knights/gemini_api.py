"""Gemini through Google's API, as the developer's key gives it: one streamed answer, no tools."""

import ssl
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from roundtable.adapters.knights.api_knight import ApiKnight, Tally, broke_off, let_go, refused
from roundtable.adapters.knights.catalogue import Model
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.secrets import Secret

if TYPE_CHECKING:
    import httpx2
    from google.genai import Client
    from google.genai.types import GenerateContentResponse, GenerateContentResponseUsageMetadata

BASE_URL = "https://generativelanguage.googleapis.com"
API_VERSION = "v1beta"

_WHOLE = frozenset({"STOP", "MAX_TOKENS", "CONTINUATION"})
_FORBIDDEN = frozenset(
    {"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"}
)


class GeminiApiKnight(ApiKnight["Client"]):
    # Google's errors come between the events as bare JSON.
    strict = False

    def __init__(self, model: Model, key: Secret, base_url: str | None = None) -> None:
        super().__init__(model, key, base_url or BASE_URL)

    def _auth(self) -> dict[str, str]:
        return {"x-goog-api-key": self._key.reveal()} if self._key else {}

    def _connect(self, http: "httpx2.AsyncClient") -> "Client":
        import httpx2
        from google.genai import Client
        from google.genai.client import DebugConfig
        from google.genai.types import HttpOptions

        # The SDK wants a client for blocking calls and a context for sockets too; neither is
        # used, and a context without certificates cannot reach anybody.
        nobody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # Everything is given, so that nothing is looked for in the environment; the key itself
        # is known to the line alone.
        return Client(
            vertexai=False,
            api_key="-",
            debug_config=DebugConfig(client_mode="", replays_directory="", replay_id=""),
            http_options=HttpOptions(
                base_url=self._base_url,
                api_version=API_VERSION,
                httpx_client=httpx2.Client(verify=nobody, trust_env=False),
                httpx_async_client=http,
                async_client_args={"ssl": nobody},
            ),
        )

    async def _count(self, client: "Client", system: str, prompt: str) -> int | None:
        # This vendor counts a system prompt only on its other platform: it is counted as text.
        counted = await client.aio.models.count_tokens(
            model=self._model.id, contents=f"{system}\n{prompt}"
        )
        return counted.total_tokens

    async def _say(self, client: "Client", ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        from google.genai.types import AutomaticFunctionCallingConfig, GenerateContentConfig

        stream = await client.aio.models.generate_content_stream(
            model=self._model.id,
            contents=ask.prompt,
            config=GenerateContentConfig(
                system_instruction=ask.system,
                max_output_tokens=ask.max_output_tokens,
                automatic_function_calling=AutomaticFunctionCallingConfig(disable=True),
                # One ask is one request: what it can cost is reserved before.
                automatic_continuation=False,
            ),
        )
        said: list[str] = []
        usage: GenerateContentResponseUsageMetadata | None = None
        ended: str | None = None
        try:
            async for chunk in stream:
                usage = chunk.usage_metadata or usage
                _check_prompt(chunk)
                for candidate in (chunk.candidates or [])[:1]:
                    parts = candidate.content.parts if candidate.content else None
                    text = "".join(p.text for p in parts or () if p.text and not p.thought)
                    if text:
                        said.append(text)
                        yield Delta(text)
                    if candidate.finish_reason:
                        ended = candidate.finish_reason.value
                        _check_end(ended, candidate.finish_message)
        except Exception as error:
            # Its response and the response's iterator refer to each other: nobody would close them.
            rest = getattr(getattr(error, "response", None), "segment_iterator", None)
            if rest is not None:
                await let_go(rest)
            raise
        finally:
            await let_go(stream)
        if ended is None:
            raise broke_off()
        yield self._finished(ask, "".join(said), _tally(usage), cut=ended == "MAX_TOKENS")


def _check_prompt(chunk: "GenerateContentResponse") -> None:
    feedback = chunk.prompt_feedback
    if feedback and feedback.block_reason:
        reason = feedback.block_reason.value
        raise refused("the vendor blocked the question", reason, feedback.block_reason_message)


def _check_end(reason: str, message: str | None) -> None:
    if reason in _FORBIDDEN:
        raise refused("the vendor's filter stopped the answer", reason, message)
    if reason not in _WHOLE:
        raise KnightError(ErrorKind.GARBLED, f"the answer ended with {reason}")


def _tally(usage: "GenerateContentResponseUsageMetadata | None") -> Tally | None:
    if usage is None or not usage.prompt_token_count:
        return None
    said = (usage.candidates_token_count or 0) + (usage.thoughts_token_count or 0)
    return Tally(usage.prompt_token_count, said, usage.cached_content_token_count or 0)
