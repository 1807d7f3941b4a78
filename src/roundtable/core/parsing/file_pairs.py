"""Which of several fences is a file's last, judged by which of them pair up."""

from roundtable.core.parsing.file_marks import Fence


def likely_last(fences: list[Fence], opens: list[int]) -> list[int]:
    """Which fence ends a document, if those before and behind it are pairs: the likeliest."""
    head, tail = _pair_scores(fences, opens), _pair_scores(fences, opens, backwards=True)
    found = [
        (before + behind - opens[at], at)
        for at in range(0, len(fences), 2)
        if not fences[at].info
        and (before := head.get(at)) is not None
        and (behind := tail.get(at + 1)) is not None
    ]
    best = max((score for score, _ in found), default=0)
    return [at for score, at in found if score == best]


def _pair_scores(fences: list[Fence], opens: list[int], backwards: bool = False) -> dict[int, int]:
    """How well the fences up to a place, or from it on, look like pairs; only where they are."""
    count = len(fences)
    at, score = (count, 0) if backwards else (0, 0)
    scores = {at: 0}
    while at - 2 >= 0 if backwards else at + 2 <= count:
        first = at - 2 if backwards else at
        if fences[first + 1].info:
            break
        score += (0 if fences[first].info else opens[first]) - opens[first + 1]
        at = first if backwards else first + 2
        scores[at] = score
    return scores


def pairs(fences: list[Fence]) -> bool:
    """Whether each fence that opens is followed by a bare one that closes it."""
    return len(fences) % 2 == 0 and not any(fence.info for fence in fences[1::2])
