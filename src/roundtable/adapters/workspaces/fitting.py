"""Shares a limit of tokens out among the parts of a context.

Every kind of part has a share that the more important ones cannot take from it. What a kind does
not need goes to the others, the most important first.
"""

from collections import Counter
from collections.abc import Sequence

from roundtable.core.context import ContextPart, LeftOut, PartKind
from roundtable.core.tokens import characters_for, estimate

CUT_NOTICE = "[cut here: the rest is not shown]"

_SHARES: dict[PartKind, float] = {
    "chronicle": 0.10,
    "decrees": 0.10,
    "named_file": 0.30,
    "git": 0.05,
    "diff": 0.25,
    "key_file": 0.12,
    "tree": 0.08,
}
_HEADING_TOKENS = 12
"""What the marks around a part take in a prompt, besides its title."""
_USEFUL_TOKENS = 40
"""Less than this of a part tells nobody anything."""

Fitted = tuple[tuple[ContextPart, ...], tuple[LeftOut, ...]]


def part(kind: PartKind, title: str, text: str, *, cut: bool = False) -> ContextPart:
    return ContextPart(kind=kind, title=title, text=text, tokens=estimate(text), cut=cut)


def fit(parts: Sequence[ContextPart], limit_tokens: int) -> Fitted:
    """The parts, in their order of importance, cut or left out so that all fit together."""
    many = Counter(p.kind for p in parts)
    shares = [_reserved(p, limit_tokens * _SHARES[p.kind] / many[p.kind]) for p in parts]
    still_reserved = sum(shares)
    room = limit_tokens
    kept: list[ContextPart] = []
    left_out: list[LeftOut] = []
    for candidate, share in zip(parts, shares, strict=True):
        still_reserved -= share
        fitted = _shortened(candidate, room - still_reserved)
        if fitted:
            kept.append(fitted)
            room -= _cost(fitted)
        else:
            why = f"no room for its {candidate.tokens:,} tokens within {limit_tokens:,}"
            left_out.append(LeftOut(title=candidate.title, reason=why))
    return tuple(kept), tuple(left_out)


def _cost(candidate: ContextPart) -> int:
    return estimate(candidate.text) + _overhead(candidate)


def _overhead(candidate: ContextPart) -> int:
    return estimate(candidate.title) + _HEADING_TOKENS


def _reserved(candidate: ContextPart, share: float) -> int:
    """What is kept back for a part: its share, unless that would only be wasted on it."""
    cost = _cost(candidate)
    if share >= cost:
        return cost
    return int(share) if share >= _overhead(candidate) + _USEFUL_TOKENS else 0


def _shortened(candidate: ContextPart, room: int) -> ContextPart | None:
    """The part within so many tokens, cut at the end of a line; None if that leaves too little."""
    if _cost(candidate) <= room:
        return candidate
    for_text = room - _overhead(candidate) - estimate(f"\n{CUT_NOTICE}")
    if for_text < _USEFUL_TOKENS:
        return None
    encoded = candidate.text.encode("utf-8", "replace")[: characters_for(for_text)]
    kept, line_end, _ = encoded.decode("utf-8", "ignore").rpartition("\n")
    if not line_end or not kept.strip():
        return None
    return part(candidate.kind, candidate.title, f"{kept}\n{CUT_NOTICE}", cut=True)
