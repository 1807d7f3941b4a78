"""How near texts are to a question, by their words and by their age. Pure, and the same each time.

A text's relation to the question is BM25 over its stems,

    relation = sum over stems s in both of  idf(s) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len))

with idf(s) = ln(1 + (N + 20 - n + 0.5) / (n + 0.5)), where n of the N texts hold s (the 20 stand
for texts that are not there yet: a word in both of two texts still tells something), tf how often
s stands in the text, len the text's length over the mean, k1 = 1.2, b = 0.75. Its place is by

    score = relation / the highest relation + 0.15 * 2 ** (-age / 8)

where age is how many texts are newer. So words decide, and between two texts of (nearly) the same
relation the newer one comes first.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

_SATURATION, _LENGTH, _UNSEEN = 1.2, 0.75, 20
_RECENCY, _HALF_LIFE = 0.15, 8
_NEAR = 0.3
"""A text is near when its share of the question's words, by their idf, is at least so much."""
_LONGEST = 40_000
"""So many characters of a text are looked at."""

_SCRIPTS = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Written without spaces, or with so many forms of a word that pairs of signs tell more."""
_UNSPACED = re.compile(f"[{_SCRIPTS}]+")
_COMPOUND = re.compile(r"[^\W_]+(?:[-_]+[^\W_]+)*")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[-_]+")
_SUFFIXES = (
    *("ations", "ation", "ating", "ated", "ates", "ate", "ions", "ion", "ings", "ing"),
    *("ments", "ment", "ied", "ies", "ed", "es", "s", "ly", "y", "e"),
)
_STEM = 3
"""A word keeps at least so many letters."""
_EMPTY = """
a about after again against all also am an and any are as at be because been before being between
both but by can could did do does doing down during each few for from further had has have having
he her here him his how i if in into is it its itself just let lets make makes me more most my no
nor not now of off on once one only or other our ours out over own per shall she should so some
still such than that the their them then there these they this those through to too under until up
us use used uses using very was we were what when where which while who whom why will with without
would you your
"""
"""Words that tell nothing of what a question is about."""
_STOP = frozenset(_EMPTY.split())


@dataclass(frozen=True, slots=True)
class Candidate:
    name: str
    order: int
    """The higher, the newer."""
    text: str


@dataclass(frozen=True, slots=True)
class Ranked:
    name: str
    relation: float
    """0 when it shares no telling word with the question."""
    near: bool
    """Whether it seems to be about the same thing."""
    matched: tuple[str, ...]
    """The question's words that it shares, as they stand there, the most telling first."""


def ranked(question: str, candidates: Collection[Candidate]) -> tuple[Ranked, ...]:
    """All of them, the nearest first, whatever order they come in."""
    asked: dict[str, str] = {}
    for stem, word in stems(question):
        asked.setdefault(stem, word)
    held = {c.name: Counter(stem for stem, _ in stems(c.text)) for c in candidates}
    idf = _idf(asked, held.values())
    mean = sum(counts.total() for counts in held.values()) / max(1, len(held))
    weights = {name: _weights(idf, counts, mean) for name, counts in held.items()}
    top = max((sum(by_stem.values()) for by_stem in weights.values()), default=0.0)
    scored = []
    for age, candidate in enumerate(sorted(candidates, key=lambda c: (-c.order, c.name))):
        by_stem = weights[candidate.name]
        relation = sum(by_stem.values())
        near = bool(by_stem) and sum(idf[s] for s in by_stem) >= _NEAR * sum(idf.values())
        words = tuple(asked[stem] for stem in sorted(by_stem, key=lambda s: -by_stem[s]))
        found = Ranked(candidate.name, relation, near, words)
        score = (relation / top if top else 0.0) + _RECENCY * 2 ** (-age / _HALF_LIFE)
        scored.append((-score, age, found))
    return tuple(found for _, _, found in sorted(scored, key=lambda item: item[:2]))


def _idf(asked: Iterable[str], texts: Collection[Counter[str]]) -> dict[str, float]:
    """How much each stem of the question tells, of those that stand in some text."""
    holding = {stem: sum(stem in counts for counts in texts) for stem in asked}
    many = len(texts) + _UNSEEN
    return {s: math.log(1 + (many - n + 0.5) / (n + 0.5)) for s, n in holding.items() if n}


def _weights(idf: Mapping[str, float], counts: Counter[str], mean: float) -> dict[str, float]:
    """What each stem of the question adds to a text's relation."""
    length = counts.total() / mean if mean else 1.0
    norm = _SATURATION * (1 - _LENGTH + _LENGTH * length)
    shared = ((stem, idf[stem], counts[stem]) for stem in idf if stem in counts)
    return {stem: tells * n * (_SATURATION + 1) / (n + norm) for stem, tells, n in shared}


def stems(text: str) -> Iterator[tuple[str, str]]:
    """Each telling word of a text by its stem, and as it stands there.

    Names and paths are taken apart (`SqliteStore`, `stock_level`, `a/b.py`), and what is written
    in one is found as well when it is written apart. What is written without spaces is taken in
    pairs of signs. Stop words and endings are those of English; other words stay as they are.
    """
    text = unicodedata.normalize("NFKC", text[:_LONGEST])
    for run in _UNSPACED.findall(text):
        yield from ((run[i : i + 2],) * 2 for i in range(max(1, len(run) - 1)))
    for compound in _COMPOUND.findall(_UNSPACED.sub(" ", text)):
        parts = [part for part in _HUMP.split(compound) if part]
        whole = ["".join(parts)] if len(parts) > 1 else []
        for word in (*parts, *whole):
            folded = word.casefold()
            if folded not in _STOP and not _is_letter(folded):
                yield _stem(folded), word


def _is_letter(word: str) -> bool:
    """One letter tells nothing, unless it is a whole word in its script."""
    return len(word) == 1 and word.isascii() and word.isalpha()


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()) or word.endswith(("ss", "us", "is")):
        return word
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _STEM:
            word = word[: -len(suffix)]
            break
    return word[:-1] if len(word) > _STEM and word[-1] == word[-2] else word
