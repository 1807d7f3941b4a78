"""A way that is not there: it says why when it is tried, so that the next one can take over."""

from collections.abc import AsyncGenerator

from roundtable.core.budget import Usage
from roundtable.core.errors import ErrorKind, KnightError
from roundtable.core.ports import Ask, Delta, Finished


class AbsentKnight:
    context_tokens = 10**9
    """It reads nothing, so it sets no bound."""

    def __init__(self, kind: ErrorKind, reason: str) -> None:
        self._kind = kind
        self._reason = reason

    def worst_case(self, ask: Ask) -> Usage:
        return Usage()

    async def speak(self, ask: Ask) -> AsyncGenerator[Delta | Finished, None]:
        nothing: tuple[Delta, ...] = ()
        for item in nothing:  # a knight's speech is a generator, even where nothing is said
            yield item
        raise KnightError(self._kind, self._reason)

    async def close(self) -> None:
        """Nothing is held open."""
