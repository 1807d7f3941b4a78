"""How numbers are shown to people, the same everywhere."""

from roundtable.core.budget import MICRO


def money(microusd: int) -> str:
    if microusd == 0:
        return "$0.00"
    if microusd < 100:
        return "<$0.0001"
    return f"${microusd / MICRO:.4f}" if microusd < MICRO // 10 else f"${microusd / MICRO:.2f}"


def count(number: int) -> str:
    if number < 10_000:
        return f"{number:,}"
    return f"{number / 1000:.0f}k" if number < 999_500 else f"{number / 1e6:.1f}M"


def duration(seconds: float) -> str:
    """Never negative: a clock that was set back must not show."""
    whole = max(0, int(seconds))
    if whole < 60:
        return f"{whole}s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes}m{rest:02d}s" if minutes < 60 else f"{minutes // 60}h{minutes % 60:02d}m"


def plural(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
