"""OpenAI's API knight keeps to the suites in both of its dialects."""

import pytest

from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.openai_api import OpenAiApiKnight
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Finished, Knight
from roundtable.core.secrets import Secret
from roundtable.core.tokens import estimate
from roundtable.testing.api_suite import ApiKnightSuite
from roundtable.testing.faults import KEY
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors import behaviours
from roundtable.testing.vendors.dialects import Chat, Responses, sse
from roundtable.testing.vendors.server import Behaviour, Request, VendorServer

MODEL = Model("openai", "gpt-6.1-sol", 400_000, priced=True)
LOCAL = Model("local", "qwen3", 32_000, priced=False)


def knight_at(url: str) -> OpenAiApiKnight:
    return OpenAiApiKnight(MODEL, Secret(KEY), f"{url}/v1")


def local_at(url: str, key: Secret | None = None) -> OpenAiApiKnight:
    return OpenAiApiKnight(LOCAL, key, f"{url}/v1", compatible=True)


async def answer(behaviour: Behaviour, *, local: bool = False) -> tuple[Finished, Request]:
    async with VendorServer(behaviour) as server:
        knight = local_at(server.url) if local else knight_at(server.url)
        try:
            finished = await listen(knight, ask(), Speech(lambda _: None), deadline=20, idle=20)
        finally:
            await knight.close()
    return finished, server.requests[0]


class TestOpenAiApiKnight(ApiKnightSuite):
    path = "/v1/responses"
    auth = ("authorization", f"Bearer {KEY}")

    def knight(self, url: str) -> Knight:
        return knight_at(url)


class TestCompatibleKnight(ApiKnightSuite):
    path = "/v1/chat/completions"
    auth = ("authorization", f"Bearer {KEY}")

    def knight(self, url: str) -> Knight:
        return local_at(url, Secret(KEY))


async def test_the_question_is_put_as_the_responses_api_wants_it_and_not_stored() -> None:
    _, request = await answer(behaviours.speaking("Yes."))
    assert request.json == {
        "model": "gpt-6.1-sol",
        "instructions": "You are Gawain.",
        "input": "Does the bridge hold?",
        "max_output_tokens": 4096,
        "store": False,
        "stream": True,
    }


async def test_a_compatible_endpoint_is_asked_by_chat_and_for_its_count() -> None:
    _, request = await answer(behaviours.speaking("Yes."), local=True)
    assert request.json == {
        "model": "qwen3",
        "messages": [
            {"role": "system", "content": "You are Gawain."},
            {"role": "user", "content": "Does the bridge hold?"},
        ],
        "max_tokens": 4096,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


async def test_without_a_key_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "not-for-this-server")
    _, request = await answer(behaviours.speaking("Yes."), local=True)
    assert "authorization" not in request.headers


async def test_an_endpoint_that_does_not_count_is_counted_for() -> None:
    wire = Chat()
    choice = {"index": 0, "delta": {}, "finish_reason": "stop"}
    stream = wire.piece("It holds, sir.") + sse({"id": "1", "choices": [choice]})
    finished, _ = await answer(behaviours.sending(stream), local=True)
    assert finished.usage.output_tokens == estimate("It holds, sir.")
    assert finished.usage.input_tokens == estimate(ask().system) + estimate(ask().prompt)
    assert finished.usage.cost_microusd == 0


async def test_the_last_event_is_the_truth_whatever_was_streamed() -> None:
    wire = Responses()
    stream = wire.opening(1) + wire.piece("Draft") + wire.closing("Final word.", 9)
    finished, _ = await answer(behaviours.sending(stream))
    assert (finished.text, finished.usage.input_tokens) == ("Final word.", 9)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"error": "model 'qwen3' not found"}, ErrorKind.REFUSED),
        ({"object": "error", "message": "The model `qwen3` does not exist."}, ErrorKind.REFUSED),
    ],
)
async def test_local_servers_say_in_several_ways_that_they_lack_a_model(
    body: dict[str, object], kind: ErrorKind
) -> None:
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.status(404, body), local=True)
    assert caught.value.kind is kind
    assert "does not know the model 'qwen3'" in caught.value.detail


@pytest.mark.parametrize(
    ("code", "kind"), [(502, ErrorKind.OVERLOADED), (429, ErrorKind.RATE_LIMITED)]
)
async def test_a_status_that_comes_in_the_stream_counts_as_one(code: int, kind: ErrorKind) -> None:
    event = sse({"error": {"code": code, "message": "upstream"}})
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(event), local=True)
    assert caught.value.kind is kind


@pytest.mark.parametrize(
    ("reason", "kind"), [("content_filter", ErrorKind.REFUSED), ("error", ErrorKind.GARBLED)]
)
async def test_a_bad_end_is_no_answer(reason: str, kind: ErrorKind) -> None:
    choice = {"index": 0, "delta": {"content": "I"}, "finish_reason": reason}
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(sse({"choices": [choice]})), local=True)
    assert caught.value.kind is kind


async def test_a_filtered_response_is_refused() -> None:
    response = Responses().whole("I", 3) | {"incomplete_details": {"reason": "content_filter"}}
    event = sse({"type": "response.incomplete", "response": response}, "response.incomplete")
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(event))
    assert caught.value.kind is ErrorKind.REFUSED
