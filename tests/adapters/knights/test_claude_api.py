"""Claude's API knight keeps to the suites, and reads Anthropic's own ways rightly."""

import pytest

from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.claude_api import ClaudeApiKnight
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Finished, Knight
from roundtable.core.secrets import Secret
from roundtable.testing.api_suite import ApiKnightSuite
from roundtable.testing.faults import KEY
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors import behaviours
from roundtable.testing.vendors.dialects import Anthropic, sse
from roundtable.testing.vendors.server import Behaviour, VendorServer

MODEL = Model("anthropic", "claude-sonnet-5-5", 200_000, priced=True)


def knight_at(url: str) -> ClaudeApiKnight:
    return ClaudeApiKnight(MODEL, Secret(KEY), url)


async def answer(behaviour: Behaviour) -> Finished:
    async with VendorServer(behaviour) as server:
        knight = knight_at(server.url)
        try:
            return await listen(knight, ask(), Speech(lambda _: None), deadline=20, idle=20)
        finally:
            await knight.close()


class TestClaudeApiKnight(ApiKnightSuite):
    path = "/v1/messages"
    auth = ("x-api-key", KEY)

    def knight(self, url: str) -> Knight:
        return knight_at(url)


async def test_the_question_is_put_as_the_messages_api_wants_it() -> None:
    async with VendorServer(behaviours.speaking("Yes.")) as server:
        knight = knight_at(server.url)
        await listen(knight, ask(), Speech(lambda _: None), deadline=20, idle=20)
        await knight.close()
    assert server.requests[0].json == {
        "model": "claude-sonnet-5-5",
        "system": "You are Gawain.",
        "messages": [{"role": "user", "content": "Does the bridge hold?"}],
        "max_tokens": 4096,
        "stream": True,
    }


async def test_cached_input_counts_as_input_and_is_paid_as_cached() -> None:
    wire = Anthropic()
    usage = {
        "input_tokens": 100,
        "cache_read_input_tokens": 900,
        "cache_creation_input_tokens": 0,
        "output_tokens": 50,
    }
    delta = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": usage}
    stream = wire.opening(100) + wire.piece("Yes.") + sse(delta, "message_delta")
    finished = await answer(behaviours.sending(stream + wire.closing("", 0)))
    assert (finished.usage.input_tokens, finished.usage.output_tokens) == (1000, 50)
    assert finished.usage.cost_microusd == MODEL.cost(1000, 50, 900) < MODEL.cost(1000, 50)


async def test_thinking_is_not_said() -> None:
    wire = Anthropic()
    thought = {"type": "thinking_delta", "thinking": "hm"}
    event = {"type": "content_block_delta", "index": 0, "delta": thought}
    stream = wire.opening(1) + sse(event, "content_block_delta") + wire.piece("Yes.")
    assert (await answer(behaviours.sending(stream + wire.closing("Yes.", 1)))).text == "Yes."


async def test_a_refusal_is_told_with_its_reason() -> None:
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.speaking("I", stop="refusal"))
    assert caught.value.kind is ErrorKind.REFUSED
    assert caught.value.detail == "the model declined to answer: cyber: no"


async def test_an_unknown_model_is_told_with_those_that_are_like_it() -> None:
    error = {"type": "not_found_error", "message": "model: claude-sonnet-5-5"}
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.status(404, {"type": "error", "error": error}))
    assert caught.value.kind is ErrorKind.REFUSED
    assert caught.value.detail.startswith("the vendor does not know the model")


async def test_an_unknown_complaint_in_mid_answer_is_garbled() -> None:
    event = sse({"type": "error", "error": {"type": "odd", "message": "what?"}}, "error")
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(event))
    assert (caught.value.kind, caught.value.detail) == (ErrorKind.GARBLED, "what?")
