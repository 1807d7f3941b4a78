"""Root-cause keys: their one form, when two of them mean one cause, and where doctors converge.

Two keys mean one cause when they are equal, or when all of this holds:

- After words that tell nothing are left out ("in", "error"), phrases and synonyms have become one
  word ("race condition", "db"), endings are cut and every denial has become "missing" ("not",
  "without", "un…ed"), both hold the same words, at least two, in any order; or one of them holds
  one word more, at most a fifth of what it says.
- That one word does not itself tell two causes apart: it is no denial, no defect (except a state
  such as "stale", where both name another defect), no number, nothing with a digit or of one or
  two letters ("id"), and no word that has an opposite ("client", "read", "first").
- What is denied or missing in one is not something else than in the other: "token missing" and
  "token not refreshed" differ.
- Where a key says how two things stand to each other ("before", "instead of", or both words of an
  opposite), the words come in the same order.

So a word in each that the other lacks is always two causes. In doubt it is no match: the doctors
see one another's keys, and one who means the same can say so by taking the other's key.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from roundtable.core import root_cause_words as words
from roundtable.core.diagnoses import CONFIDENT, UNKNOWN, Consultation, Opinion, RootCause

LONGEST_KEY = 60
LEAST_SHARED = 0.8
"""How much of the longer key the shorter one must say, counted in words."""
MISSING = "not"
LEAK = "leak"

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|(?<=[a-z]{2})(?=[A-Z])")
_APOSTROPHE = re.compile("['’ʼ`]")  # noqa: RUF001 -- as models type them
_BREAK = re.compile(r"[\W_]+")
_UNDONE = re.compile(r"un(?!wrap|lock|load|pack|sign|defin)(\w{3,}ed)")
_DIGITS = 6


def normal_key(text: str) -> str:
    """The key in kebab case; a longer one ends in a number made of the whole, so that none meet."""
    spaced = _APOSTROPHE.sub("", _HUMP.sub("-", unicodedata.normalize("NFKC", text)))
    key = _BREAK.sub("-", spaced.casefold()).strip("-")
    if len(key) <= LONGEST_KEY:
        return key
    digest = int(hashlib.sha256(key.encode()).hexdigest(), 16) % 10**_DIGITS
    kept = key[: LONGEST_KEY - _DIGITS]
    return f"{kept[: kept.rfind('-') if '-' in kept else -1]}-{digest:0{_DIGITS}d}"


def usable_key(text: str) -> str:
    """The normal key, or UNKNOWN where it says nothing."""
    key = normal_key(text)
    return UNKNOWN if says_nothing(key) else key


def says_nothing(key: str) -> bool:
    """Whether a normal key is no more than a word for not knowing, in whatever language."""
    return key in _NOTHING_AT_ALL or all(word in _NOTHING for word in key.split("-"))


def same_cause(one: str, other: str) -> bool:
    """Whether two normal keys mean one cause; see the module for the rule."""
    if says_nothing(one) or says_nothing(other):
        return False
    if one == other:
        return True
    first, second = _meaning(one), _meaning(other)
    if min(len(first.words), len(second.words)) < 2 or _about_others(first, second):
        return False
    if first.ordered or second.ordered:
        return first.words == second.words
    return _one_word_more_at_most(first, second)


def consult(opinions: Iterable[Opinion], counts: bool = True) -> Consultation:
    """What the opinions of a round come to; `counts` is False for the triage, which only sorts.

    Converged: at least two doctors give keys that mean one cause, each surely enough, and no
    other cause has as many who are sure. Keys mean one cause when each matches each other: a key
    between two that differ joins one of them, never both. The order of the opinions is nothing.
    """
    heard = tuple(opinions)
    given = [o for o in heard if o.status == "given" and o.confidence is not None]
    causes = [_cause(group) for group in _groups(given)]
    if len(given) < 2:
        return Consultation(verdict="too_few", opinions=heard, causes=tuple(causes))
    converged = counts and _stands_out(given)
    return Consultation(
        verdict="converged" if converged else "open", opinions=heard, causes=tuple(causes)
    )


_Group = tuple[Opinion, ...]


def _groups(given: list[Opinion]) -> Iterator[_Group]:
    """Every doctor who names a cause in one group, the strongest first."""
    left = [o for o in given if not says_nothing(o.key)]
    while left:
        strongest = min(_cliques(left), key=_weakness)
        yield strongest
        left = [o for o in left if o not in strongest]


def _stands_out(given: list[Opinion]) -> bool:
    """One cause has at least two who are sure, and more than any other that its keys could be."""
    named = [o for o in given if not says_nothing(o.key)]
    sure = sorted(map(len, {frozenset(_sure(group)) for group in _cliques(named)}))
    return bool(sure) and sure[-1] >= 2 and sure[-2:-1] != sure[-1:]


def _cliques(opinions: list[Opinion]) -> list[_Group]:
    """The largest groups in which each key matches each other (Bron and Kerbosch)."""
    by_key: dict[str, list[Opinion]] = {}
    for opinion in sorted(opinions, key=lambda o: (o.key, o.seat)):
        by_key.setdefault(opinion.key, []).append(opinion)
    near = {a: {b for b in by_key if b != a and same_cause(a, b)} for a in by_key}
    found: list[_Group] = []

    def grow(chosen: list[str], open_: list[str], done: set[str]) -> None:
        if not open_ and not done:
            found.append(tuple(o for key in sorted(chosen) for o in by_key[key]))
        for key in list(open_):
            grow([*chosen, key], [k for k in open_ if k in near[key]], done & near[key])
            open_.remove(key)
            done.add(key)

    if by_key:
        grow([], list(by_key), set())
    return found


def _sure(group: _Group) -> tuple[str, ...]:
    return tuple(o.seat for o in group if (o.confidence or 0) >= CONFIDENT)


def _weakness(group: _Group) -> tuple[int, int, int, list[str]]:
    confidence = sum(o.confidence or 0 for o in group)
    return (-len(_sure(group)), -len(group), -confidence, [o.key for o in group])


def _cause(group: _Group) -> RootCause:
    keys = Counter(o.key for o in group)
    surest = {key: max(o.confidence or 0 for o in group if o.key == key) for key in keys}
    ranked = sorted(keys, key=lambda key: (-keys[key], -surest[key], key))
    return RootCause(
        key=ranked[0],
        keys=tuple(ranked),
        doctors=tuple(o.seat for o in group),
        sure=_sure(group),
    )


@dataclass(frozen=True, slots=True)
class _Meaning:
    words: tuple[str, ...]
    """What tells causes apart, in the order of the key."""
    weights: dict[str, int]
    """How many words of the key each of them stands for."""
    denied: frozenset[str]
    """What is not so, or not there; empty where nothing is."""

    @property
    def ordered(self) -> bool:
        said = set(self.words)
        return bool(said & _RELATIONS) or any(pair <= said for pair in _OPPOSITES)


def _about_others(one: _Meaning, other: _Meaning) -> bool:
    """Both deny something, and neither what the other does."""
    return bool(one.denied and other.denied) and not one.denied & other.denied


def _one_word_more_at_most(one: _Meaning, other: _Meaning) -> bool:
    shorter, longer = sorted((one, other), key=lambda meaning: len(meaning.words))
    left, right = Counter(shorter.words), Counter(longer.words)
    if left == right:
        return True
    more = list((right - left).elements())
    if left - right or len(more) != 1 or not _harmless(more[0], left):
        return False
    said = sum(longer.weights[word] for word in longer.words)
    return (said - longer.weights[more[0]]) / said >= LEAST_SHARED


def _harmless(word: str, shared: Counter[str]) -> bool:
    """Whether a word that only one key has leaves its cause the same."""
    if word in _STATES:
        return any(said in _DEFECTS for said in shared)
    marked = len(word) <= 2 or any(c.isdigit() for c in word) or word.startswith("too-")
    return not (marked or word in _DEFECTS or word in _TWO_SIDED or word in _RELATIONS)


@lru_cache(maxsize=4096)
def _meaning(key: str) -> _Meaning:
    said: list[str] = []
    weights: dict[str, int] = {}
    denied: set[str] = set()
    pieces = _pieces(key.split("-"))
    for index, (piece, weight) in enumerate(pieces):
        if piece == MISSING:
            denied |= _what_is_missing(pieces, index)
        if piece in _IDLE or (piece == LEAK and LEAK in said):
            continue
        said.append(piece)
        weights[piece] = max(weight, weights.get(piece, 0))
    return _Meaning(tuple(said), weights, frozenset(denied))


_Piece = tuple[str, int]


def _pieces(key: list[str]) -> list[_Piece]:
    """The key's words by their meaning, each with the number of words it stands for."""
    found: list[_Piece] = []
    index = 0
    while index < len(key):
        taken, meant = _phrase(key, index)
        found += [(piece, taken) for piece in meant]
        index += taken
    return _leaks(found)


def _phrase(key: list[str], index: int) -> tuple[int, tuple[str, ...]]:
    for length in (3, 2):
        phrase = _PHRASES.get(" ".join(key[index : index + length]))
        if phrase:
            return length, _alone(phrase)
    word, following = key[index], key[index + 1] if index + 1 < len(key) else ""
    if word == "too" and following:
        return 2, (f"too-{stem(following)}",)
    if word in _DENIALS:
        # Denied, a word of presence says no more than "missing", and so does the denial.
        return (2, (MISSING,)) if following in _PRESENCE else (1, (MISSING,))
    return 1, _alone(word)


def _alone(word: str) -> tuple[str, ...]:
    if word in _LACKING:
        return (MISSING,)
    undone = _UNDONE.fullmatch(word)
    if undone:
        return (MISSING, *_alone(undone[1]))
    return (word,) if word in _IDLE or "-" in word else (_SYNONYMS.get(word, stem(word)),)


def _leaks(pieces: list[_Piece]) -> list[_Piece]:
    """The pieces, where something that is not closed is a leak."""
    found: list[_Piece] = []
    for piece, weight in pieces:
        if piece in _UNCLOSED and found and found[-1][0] == MISSING:
            found[-1] = (LEAK, 1)
        else:
            found.append((piece, weight))
    return found


def _what_is_missing(pieces: list[_Piece], index: int) -> set[str]:
    """The words up to the next idle one; where none follow, all that stand before."""
    following: set[str] = set()
    for piece, _ in pieces[index + 1 :]:
        if piece in _IDLE:
            break
        following.add(piece)
    return following or {piece for piece, _ in pieces[:index] if piece not in _IDLE}


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """The word without what bends it: "refreshes", "refreshed" and "refresh" are one."""
    for ending in ("ions", "ion", "ings", "ing", "ied", "ies", "ed", "es", "s", "y", "e"):
        kept = word.removesuffix(ending)
        if kept != word and len(kept) >= 3 and not word.endswith(("ss", "us", "is")):
            word = kept
            break
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeiousl":
        word = word[:-1]
    return re.sub(r"(?<=\w{3})iz$", "is", word)


def _set(table: str) -> frozenset[str]:
    return frozenset(table.split())


def _normal_words(table: str) -> frozenset[str]:
    return frozenset(part for word in table.split() for part in normal_key(word).split("-"))


_NOTHING_AT_ALL = _set(words.NOTHING_AT_ALL)
_NOTHING = _normal_words(words.NOTHING) | _normal_words(words.IDLE) | {""}
_IDLE = _set(words.IDLE) - _set(words.DENIALS) - _set(words.LACKING)
_DENIALS = _set(words.DENIALS)
_LACKING = _set(words.LACKING)
_PRESENCE = _set(words.PRESENCE)
_PHRASES = dict(line.split(" = ") for line in words.PHRASES.strip().splitlines())
_SYNONYMS = {
    word: line.split()[0] for line in words.SYNONYMS.strip().splitlines() for word in line.split()
}


def _meant(table: str) -> frozenset[str]:
    return frozenset(piece for word in table.split() for piece in _alone(word))


_UNCLOSED = _meant(words.UNCLOSED)
_RELATIONS = _meant(words.RELATIONS)
_STATES = _meant(words.STATES)
_DEFECTS = _meant(words.DEFECTS)
_OPPOSITES = tuple(
    _meant(pair) for pair in words.OPPOSITES.replace("\n", ";").split(";") if pair.strip()
)
_TWO_SIDED = frozenset().union(*_OPPOSITES)
