"""Shell patterns in `${name#pattern}` and its like: `*` and `?`, matched in bounded time."""

from roundtable.adapters.runners.dockerfiles.syntax import Unreadable

LONGEST_PATTERN = 256
LONGEST_MATCHED = 4096
LARGEST_SEARCH = 2000
"""Steps. Nobody writes so much; who does is not waited for."""

Token = tuple[bool, str]
"""True: a wildcard; False: the character itself."""


def without_prefix(pattern: str, value: str, greedy: bool) -> str:
    ends = _ends(_tokens(pattern), _Places(value), 0)
    if not ends:
        return value
    return value[(_last(ends) if greedy else _first(ends)) :]


def without_suffix(pattern: str, value: str, greedy: bool) -> str:
    ends = _ends(_tokens(pattern)[::-1], _Places(value[::-1]), 0)
    if not ends:
        return value
    cut = _last(ends) if greedy else _first(ends)
    return value[: len(value) - cut]


def replaced(pattern: str, replacement: str, value: str, everywhere: bool) -> str:
    """The longest match at each place, from the left."""
    tokens = _tokens(pattern)
    if not tokens:
        raise Unreadable("an empty pattern in a substitution")
    if len(tokens) * len(value) > LARGEST_SEARCH:
        raise Unreadable("a substitution that is too large")
    places = _Places(value)
    out: list[str] = []
    at = 0
    while at < len(value):
        end = _last(_ends(tokens, places, at))
        if end > at:
            out.append(replacement)
            at = end
            if not everywhere:
                break
        else:
            out.append(value[at])
            at += 1
    return "".join(out) + value[at:]


def _tokens(pattern: str) -> list[Token]:
    if len(pattern) > LONGEST_PATTERN:
        raise Unreadable("a pattern that is too long")
    tokens: list[Token] = []
    at = 0
    while at < len(pattern):
        ch = pattern[at]
        at += 1
        if ch != "\\":
            tokens.append((ch in "*?", ch))
            continue
        after = pattern[at : at + 1]
        if after not in ("*", "?", "\\", "}", "/"):
            raise Unreadable("an escape in a pattern that has no meaning")
        tokens.append((False, after))
        at += 1
    return tokens


class _Places:
    """Where each character of a value stands, as the bits of a number."""

    def __init__(self, value: str) -> None:
        if len(value) > LONGEST_MATCHED:
            raise Unreadable("a value that is too long to be matched")
        self.every = (1 << len(value)) - 1
        self.of: dict[str, int] = {}
        for place, ch in enumerate(value):
            self.of[ch] = self.of.get(ch, 0) | 1 << place


def _ends(tokens: list[Token], places: _Places, start: int) -> int:
    """Where a match that begins at the start can end, as bits; 0: there is none."""
    reached = 1 << start
    for wild, ch in tokens:
        if wild and ch == "*":
            all_ends = 2 * places.every + 1
            reached = all_ends & -(reached & -reached) if reached else 0
        else:
            reached = (reached & (places.every if wild else places.of.get(ch, 0))) << 1
    return reached


def _first(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _last(bits: int) -> int:
    return bits.bit_length() - 1
