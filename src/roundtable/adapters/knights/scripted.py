"""The scripted knight: speaks the replies of a script. It is labelled wherever people see it."""

import asyncio
import math
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing

from roundtable.adapters.knights.script import Part, Reply
from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished
from roundtable.core.tokens import estimate

_SHORTEST_SLEEP = 0.01
"""Below this a timer costs more than the pacing is worth: several words go out together."""


class ScriptedKnight:
    def __init__(self, part: Part) -> None:
        self._part = part

    @property
    def context_tokens(self) -> int:
        return self._part.context_tokens

    def worst_case(self, ask: Ask) -> Usage:
        reply = self._part.reply(ask)
        usage = self._usage(ask, reply, "") if reply else Usage()
        output = max(ask.max_output_tokens, usage.output_tokens)
        return self._priced(max(usage.input_tokens, _input_tokens(ask)), output)

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        reply = self._part.reply(ask)
        if reply is None:
            raise KnightError(
                ErrorKind.REFUSED,
                f"the script has no reply of {ask.seat} for round {ask.iteration}",
            )
        text = reply.text(ask)
        words = re.findall(r"\s*\S+\s*", text)
        if reply.fail:
            words = words[: reply.fail.after_words]
        elif reply.hang_after_words is not None:
            words = words[: reply.hang_after_words]
        async with aclosing(self._paced(words)) as pieces:
            async for piece in pieces:
                yield Delta(piece)
        if reply.fail:
            raise KnightError(reply.fail.kind, reply.fail.detail, reply.fail.retry_after)
        if reply.hang_after_words is not None:
            await asyncio.Event().wait()
        yield Finished(text=text, usage=self._usage(ask, reply, text))

    async def close(self) -> None:
        """Nothing is held open."""

    async def _paced(self, words: list[str]) -> AsyncGenerator[str, None]:
        rate = self._part.words_per_second
        if self._part.first_word_after:
            await asyncio.sleep(self._part.first_word_after)
        together = max(1, math.ceil(_SHORTEST_SLEEP * rate)) if rate else len(words) or 1
        for start in range(0, len(words), together):
            yield "".join(words[start : start + together])
            await asyncio.sleep(together / rate if rate else 0)

    def _usage(self, ask: Ask, reply: Reply, text: str) -> Usage:
        given, said = reply.input_tokens, reply.output_tokens
        return self._priced(
            _input_tokens(ask) if given is None else given,
            min(estimate(text), ask.max_output_tokens) if said is None else said,
        )

    def _priced(self, input_tokens: int, output_tokens: int) -> Usage:
        price = self._part.price
        cost = input_tokens * price.input_per_million + output_tokens * price.output_per_million
        return Usage(
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            cost_microusd=math.ceil(cost),
        )


def _input_tokens(ask: Ask) -> int:
    return estimate(ask.system) + estimate(ask.prompt)
