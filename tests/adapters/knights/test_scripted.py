"""The scripted knight keeps to what every knight must do."""

import asyncio
import time
from contextlib import aclosing

import pytest

from roundtable.adapters.knights.script import Failure, Part, Price, Reply, When
from roundtable.adapters.knights.scripted import ScriptedKnight
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Delta, Finished, Knight
from roundtable.testing.knight_suite import KnightSuite, ask


class TestScriptedKnight(KnightSuite):
    async def speaking(self, text: str) -> Knight:
        return ScriptedKnight(Part(words_per_second=2000, replies=(Reply(say=text),)))

    async def hanging(self, text: str) -> Knight:
        words = len(text.split())
        return ScriptedKnight(Part(replies=(Reply(say=text or "x", hang_after_words=words),)))

    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        failure = Failure(kind=kind, after_words=len(after.split()))
        return ScriptedKnight(Part(replies=(Reply(say=after or "x", fail=failure),)))


async def said(part: Part, **changes: object) -> Finished:
    return await listen(
        ScriptedKnight(part), ask(**changes), Speech(lambda _: None), deadline=5, idle=5
    )


async def test_the_reply_is_chosen_by_round_and_by_who_spoke_before() -> None:
    part = Part(
        replies=(
            Reply(when=When(round=1), say="opening"),
            Reply(when=When(round=(2, 3), after=("Lancelot",)), say="after Lancelot"),
            Reply(when=When(round=2, before=("Percival",)), say="before Percival"),
            Reply(say="otherwise"),
        )
    )
    assert (await said(part, iteration=1)).text == "opening\n"
    assert (await said(part, iteration=3, spoken_before=("Lancelot",))).text == "after Lancelot\n"
    assert (await said(part, iteration=2)).text == "before Percival\n"
    assert (await said(part, iteration=2, spoken_before=("Percival",))).text == "otherwise\n"


async def test_the_reply_is_chosen_by_purpose_ask_and_prompt() -> None:
    part = Part(
        replies=(
            Reply(when=When(purpose="block"), say="the block"),
            Reply(when=When(ask=2), say="asked again"),
            Reply(when=When(prompted="be brief"), say="brief"),
            Reply(say="at length"),
        )
    )
    assert (await said(part, purpose="block")).text == "the block\n"
    assert (await said(part, ask=2)).text == "asked again\n"
    assert (await said(part, prompt="The King: be brief.")).text == "brief\n"
    assert (await said(part)).text == "at length\n"


async def test_without_a_fitting_reply_it_refuses() -> None:
    part = Part(replies=(Reply(when=When(round=1), say="x"),))
    with pytest.raises(KnightError) as caught:
        await said(part, iteration=2)
    assert caught.value.kind is ErrorKind.REFUSED


async def test_its_block_is_signed_unless_the_script_says_otherwise() -> None:
    fields = {"consensus_score": 9, "pending_issues": []}
    signed = await said(Part(replies=(Reply(say="Yes.", block=fields),)), iteration=4)
    assert '"knight": "Gawain"' in signed.text
    assert '"round": 4' in signed.text
    bare = await said(Part(replies=(Reply(say="Yes.", block=fields, signed=False),)))
    assert '"knight"' not in bare.text
    broken = await said(Part(replies=(Reply(say="Yes.", block="```json\n{oops"),)))
    assert broken.text.endswith("```json\n{oops\n")


async def test_it_keeps_its_pace() -> None:
    part = Part(words_per_second=100, replies=(Reply(say="word " * 30),))
    began = time.monotonic()
    async with aclosing(ScriptedKnight(part).speak(ask())) as stream:
        pieces = [item async for item in stream if isinstance(item, Delta)]
    assert len(pieces) == 30
    assert time.monotonic() - began >= 0.25


async def test_make_believe_prices_are_counted_exactly_and_rounded_up() -> None:
    price = Price(input_per_million=3, output_per_million=15)
    part = Part(price=price, replies=(Reply(say="x", input_tokens=1001, output_tokens=7),))
    finished = await said(part)
    assert finished.usage.cost_microusd == 1001 * 3 + 7 * 15
    worst = ScriptedKnight(part).worst_case(ask(max_output_tokens=100))
    assert worst.cost_microusd == 1001 * 3 + 100 * 15


async def test_a_failure_carries_its_retry_after() -> None:
    failure = Failure(kind=ErrorKind.RATE_LIMITED, retry_after=3.5, detail="slow down")
    with pytest.raises(KnightError) as caught:
        await said(Part(replies=(Reply(fail=failure),)))
    assert (caught.value.retry_after, caught.value.detail) == (3.5, "slow down")
    await asyncio.sleep(0)
