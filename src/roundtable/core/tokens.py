"""Token counts where no vendor's counter is at hand: an estimate that errs high."""

_BYTES_PER_TOKEN = 3


def estimate(text: str) -> int:
    """At least what today's tokenisers count for prose and code, in any script.

    Prose runs at about four bytes a token and dense code at a little over three, so three
    leaves the margin on the safe side of a context limit or a cap.
    """
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    return -(-size // _BYTES_PER_TOKEN)


def characters_for(tokens: int) -> int:
    """How much plain text surely fits into so many tokens."""
    return tokens * _BYTES_PER_TOKEN
