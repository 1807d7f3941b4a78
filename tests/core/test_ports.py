"""The ports themselves: what is said without an adapter."""

from roundtable.core.ports import CountsTokens, Unlimited


async def test_where_there_are_no_limits_nobody_waits() -> None:
    limits = Unlimited()
    async with limits.hold("scripted", 10**9) as first, limits.hold("scripted", 1) as second:
        first.settle(1)
        second.settle(1)


def test_only_a_knight_that_can_count_is_asked_to() -> None:
    class Counting:
        async def count_tokens(self, system: str, prompt: str) -> int | None:
            return 1

    assert isinstance(Counting(), CountsTokens)
    assert not isinstance(object(), CountsTokens)
