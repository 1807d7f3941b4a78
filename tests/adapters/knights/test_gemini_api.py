"""Gemini's API knight keeps to the suites, and reads Google's own ways rightly."""

import pytest

from roundtable.adapters.knights.catalogue import Model
from roundtable.adapters.knights.gemini_api import GeminiApiKnight
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Finished, Knight
from roundtable.core.secrets import Secret
from roundtable.core.tokens import estimate
from roundtable.testing.api_suite import ApiKnightSuite
from roundtable.testing.faults import KEY
from roundtable.testing.knight_suite import ask
from roundtable.testing.vendors import behaviours
from roundtable.testing.vendors.dialects import sse
from roundtable.testing.vendors.server import Behaviour, Request, VendorServer

MODEL = Model("google", "gemini-3.8-flash", 1_000_000, priced=True)


async def answer(behaviour: Behaviour) -> tuple[Finished, Request]:
    async with VendorServer(behaviour) as server:
        knight = GeminiApiKnight(MODEL, Secret(KEY), server.url)
        try:
            finished = await listen(knight, ask(), Speech(lambda _: None), deadline=20, idle=20)
        finally:
            await knight.close()
    return finished, server.requests[0]


def chunk(reason: str | None = None, parts: object = (), **fields: object) -> bytes:
    candidate: dict[str, object] = {"content": {"role": "model", "parts": parts}}
    if reason:
        candidate["finishReason"] = reason
    return sse({"candidates": [candidate]} | fields)


class TestGeminiApiKnight(ApiKnightSuite):
    path = "/v1beta/models/gemini-3.8-flash:streamGenerateContent"
    auth = ("x-goog-api-key", KEY)

    def knight(self, url: str) -> Knight:
        return GeminiApiKnight(MODEL, Secret(KEY), url)


async def test_the_question_is_put_as_google_wants_it() -> None:
    _, request = await answer(behaviours.speaking("Yes."))
    assert request.query == "alt=sse"
    assert request.json["generationConfig"] == {"maxOutputTokens": 4096}
    assert "You are Gawain." in str(request.json["systemInstruction"])
    assert "Does the bridge hold?" in str(request.json["contents"])


async def test_thoughts_are_paid_for_but_not_said() -> None:
    usage = {
        "promptTokenCount": 1000,
        "cachedContentTokenCount": 600,
        "candidatesTokenCount": 5,
        "thoughtsTokenCount": 40,
    }
    stream = chunk(None, [{"text": "hm", "thought": True}, {"text": "It holds."}])
    finished, _ = await answer(behaviours.sending(stream + chunk("STOP", usageMetadata=usage)))
    assert finished.text == "It holds."
    assert (finished.usage.input_tokens, finished.usage.output_tokens) == (1000, 45)
    assert finished.usage.cost_microusd == MODEL.cost(1000, 45, 600)


async def test_an_answer_without_a_count_is_counted_for() -> None:
    finished, _ = await answer(behaviours.sending(chunk("STOP", [{"text": "It holds."}])))
    assert finished.usage.output_tokens == estimate("It holds.")


async def test_a_blocked_question_is_refused_with_the_reason() -> None:
    event = sse({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}})
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(event))
    assert caught.value.kind is ErrorKind.REFUSED
    assert caught.value.detail == "the vendor blocked the question: PROHIBITED_CONTENT"


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("RECITATION", ErrorKind.REFUSED),
        ("MALFORMED_FUNCTION_CALL", ErrorKind.GARBLED),
        ("OTHER", ErrorKind.GARBLED),
    ],
)
async def test_a_bad_end_is_no_answer(reason: str, kind: ErrorKind) -> None:
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(chunk(reason, [{"text": "I"}])))
    assert caught.value.kind is kind
    assert reason in caught.value.detail


async def test_the_delay_that_google_puts_into_the_body_is_told() -> None:
    for kind in (ErrorKind.RATE_LIMITED, ErrorKind.OUT_OF_QUOTA):
        with pytest.raises(KnightError) as caught:
            await answer(behaviours.failing(kind))
        assert (caught.value.kind, caught.value.retry_after) == (kind, 34.5)


async def test_an_error_without_the_prefix_of_an_event_is_read_all_the_same() -> None:
    error = b'{"error": {"code": 503,\n "message": "overloaded", "status": "UNAVAILABLE"}}\n\n'
    with pytest.raises(KnightError) as caught:
        await answer(behaviours.sending(error))
    assert caught.value.kind is ErrorKind.OVERLOADED
