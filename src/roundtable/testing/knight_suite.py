"""What a knight must do: stream, finish, account, stop, time out, fail by kind.

Subclass it in a test module, say how to make a knight that behaves in each way, and pytest runs
every statement below against it.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from contextlib import aclosing

from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.listening import Speech, listen
from roundtable.core.ports import Ask, Delta, Finished, Knight

TEXT = "Sir, the bridge holds. " * 20 + "Ünïcode → 漢字 🏰"


def ask(**changes: object) -> Ask:
    fields: dict[str, object] = {
        "turn_key": "discussion.1.1.Gawain",
        "seat": "Gawain",
        "system": "You are Gawain.",
        "prompt": "Does the bridge hold?",
        "max_output_tokens": 4096,
        "purpose": "speak",
        "topic": "the bridge",
        "iteration": 1,
        "ask": 1,
        "spoken_before": (),
    }
    return Ask(**(fields | changes))  # type: ignore[arg-type]


class KnightSuite(ABC):
    @abstractmethod
    async def speaking(self, text: str) -> Knight:
        """A knight that says this text in several pieces and ends well."""

    @abstractmethod
    async def hanging(self, text: str) -> Knight:
        """A knight that says this text and then nothing, for ever."""

    @abstractmethod
    async def failing(self, kind: ErrorKind, after: str) -> Knight:
        """A knight that says `after` and then fails in this way."""

    def kinds(self) -> tuple[ErrorKind, ...]:
        """The ways to fail that this adapter can meet."""
        return tuple(ErrorKind)

    async def test_it_streams_its_text_and_finishes_once_with_the_whole(self) -> None:
        knight = await self.speaking(TEXT)
        async with aclosing(knight.speak(ask())) as stream:
            items = [item async for item in stream]
        await knight.close()
        deltas = [item.text for item in items[:-1] if isinstance(item, Delta)]
        assert isinstance(items[-1], Finished)
        assert len(deltas) == len(items) - 1, "exactly one Finished, and it comes last"
        assert len(deltas) > 1, "the text arrives in pieces"
        assert "".join(deltas).strip() == items[-1].text.strip() == TEXT.strip()

    async def test_it_accounts_for_no_more_than_its_worst_case(self) -> None:
        knight = await self.speaking(TEXT)
        question = ask()
        worst = knight.worst_case(question)
        finished = await listen(knight, question, Speech(lambda _: None), deadline=60, idle=60)
        await knight.close()
        assert finished.usage.input_tokens > 0
        assert finished.usage.output_tokens > 0
        assert finished.usage.tokens <= worst.tokens
        assert finished.usage.cost_microusd <= worst.cost_microusd

    async def test_it_lets_go_within_200_ms_when_it_is_cancelled_in_mid_stream(self) -> None:
        """The best of twelve: it may be a large process that ends, and others work here as well."""
        took = 0.0
        for _ in range(12):
            took = await self._letting_go()
            if took < 0.2:
                return
        raise AssertionError(f"it was cancelled twelve times, and took {took:.2f} s the last time")

    async def test_silence_ends_the_turn_as_timed_out(self) -> None:
        knight = await self.hanging("")
        began = time.monotonic()
        error = await self._error(knight, deadline=0.6)
        assert error.kind is ErrorKind.TIMED_OUT
        assert time.monotonic() - began < 30
        await knight.close()

    async def test_it_fails_by_kind_before_and_after_its_first_word(self) -> None:
        for kind in self.kinds():
            for after in ("", "I was about to say"):
                knight = await self.failing(kind, after)
                error = await self._error(knight, deadline=60)
                assert error.kind is kind, (kind, after, error)
                assert error.detail
                await knight.close()

    async def test_two_asks_at_once_do_not_mix(self) -> None:
        knight = await self.speaking(TEXT)
        texts = await asyncio.gather(
            *(listen(knight, ask(), Speech(lambda _: None), deadline=60, idle=60) for _ in range(3))
        )
        assert {finished.text.strip() for finished in texts} == {TEXT.strip()}
        await knight.close()

    async def _letting_go(self) -> float:
        """The seconds from a cancel in mid-stream to its end."""
        knight = await self.hanging(TEXT)
        heard = asyncio.Event()
        speech = Speech(lambda _: heard.set())
        task = asyncio.create_task(listen(knight, ask(), speech, deadline=90, idle=90))
        await asyncio.wait_for(heard.wait(), 60)
        began = time.monotonic()
        task.cancel()
        await asyncio.wait({task}, timeout=30)
        took = time.monotonic() - began
        assert task.cancelled()
        await knight.close()
        return took

    async def _error(self, knight: Knight, deadline: float) -> KnightError:
        try:
            finished = await listen(
                knight, ask(), Speech(lambda _: None), deadline=deadline, idle=deadline
            )
        except KnightError as error:
            return error
        raise AssertionError(f"it should have failed, and said {finished.text!r}")
