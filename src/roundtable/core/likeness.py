"""How alike two claims about one place in the code are, by their words.

Two claims that use the same words may be about different things ("`a` is not checked", "`b` is
not checked"), and two about the same thing may share hardly a word. So besides words the kind of
defect and the names in the code are compared, and either can tell two claims apart.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from roundtable.core.defect_words import COMMON, DENIALS, EMPTY, KINDS, SYNONYMS

SAME_THING = 0.5
"""Two claims about one place that are at least so much alike are about one thing."""
_LONGEST = 2_000
"""So many characters of a claim are compared; a claim is a sentence or two."""

_NAME_WEIGHT, _COMMON_WEIGHT = 1.5, 0.5
_SUBJECT = 0.25
"""What a word counts with which both claims begin."""
_SAME_KIND = SAME_THING
"""What the same kind of defect adds: it is enough alone, where nothing speaks against it."""
_NO_KIND, _ONE_KIND = 0.05, -0.15
"""What is added where neither claim's kind is known, and taken off where only one's is."""
_NEARLY_EQUAL = 0.85
"""Words so much alike count more than kinds that differ."""
_FRAME = 0.5
"""With so many words in common, other names make it one sentence about two things."""

_TOKEN = re.compile(r"`[^`\n]+`|[^\s`\"“”„«»()\[\]{},;!?<>]+")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_NAME = re.compile(r"[^\W\d]\w*[_.]\w|[a-z]\w*[A-Z]|[A-Z]+_[A-Z]|\w\(\)|::|->|^[A-Z][a-z]+[A-Z]")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_EDGES = ".:'’*-–—/"  # noqa: RUF001 -- dashes and quotes as models type them
_SUFFIXES = (
    *("ications", "ication", "isations", "izations", "isation", "ization", "ations", "ation"),
    *("ising", "izing", "ised", "ized", "ated", "ates", "ating", "ate", "ise", "ize", "ises"),
    *("ments", "ment", "ions", "ion", "ings", "ing", "edly", "ied", "ies", "ed", "es", "s"),
    *("ably", "able", "ible", "ency", "ely", "ly", "y", "e"),
)
_STOP = frozenset(EMPTY.split())
_DENIALS = frozenset(DENIALS.split())
_DENIED = re.compile(
    r"\b(?:not|never|cannot|needs|need|should|must|add)\b\W+(?:(?:be|been|a|an|the|any)\s+)?(\w+)"
    r"|\bun(\w{4,}ed)\b"
)
_MISSING = re.compile(
    r"\b(?:no|without|missing|lacks?|lacking)\W+(?:(?:a|an|the|any)\s+)?(\w+)"
    r"|\b(\w+)\W+(?:is|are)\s+(?:missing|absent|lacking)"
)
_UNDONE = re.compile(r"un(?!wrap|lock|load|pack|sign)\w{4,}ed$")
_WEAK_NAME_PARTS = frozenset({"id", "get", "set", "is", "to", "of", "new", "the", "on", "test"})


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim taken apart."""

    sequence: tuple[str, ...]
    """Its telling words in order, stemmed."""
    words: frozenset[str]
    names: frozenset[str]
    """What is written like a name in code."""
    name_parts: frozenset[str]
    kinds: frozenset[str]
    denied: frozenset[str]
    """What it says is not so."""
    missing: frozenset[str]
    """What it says is not there."""


def likeness(one: Claim, other: Claim) -> float:
    """How alike, from 0 to 1; from `SAME_THING` on, one thing, if it is at one place.

    - It is the weight of the words that both use, by their stems, over the weight of all. Names
      from the code weigh more and everyday words less; words with which both begin are what
      they speak of, not what they say of it, and hardly count.
    - A common kind of defect ("race", "sql injection") is enough, whatever the words.
    - It is 0 when both kinds are known and differ, when one says what the other denies, and
      when one sentence is said of two things (the same words with other names or in one place
      another word).
    """
    if not one.words or not other.words or _same_sentence_of_two_things(one, other):
        return 0.0
    if one.kinds & other.kinds:
        return min(1.0, _SAME_KIND + _share(one, other))
    if _contrary(one, other):
        return 0.0
    if one.words == other.words:
        return 1.0
    share = _share(one, other)
    if one.kinds and other.kinds and share < _NEARLY_EQUAL:
        return 0.0
    bonus = _ONE_KIND if one.kinds or other.kinds else _NO_KIND
    return min(1.0, max(0.0, share + bonus))


def _contrary(one: Claim, other: Claim) -> bool:
    """One says that it is so, and the other that it is not."""
    return bool(
        one.denied & (other.words - other.denied) or other.denied & (one.words - one.denied)
    )


def _share(one: Claim, other: Claim) -> float:
    """Weight of what both say over the mean of what each says and what the shorter says."""
    names = one.name_parts | other.name_parts
    common = one.words & other.words
    missing = one.missing & other.missing
    subject = _opening(one.sequence, other.sequence) - missing
    if not (common - subject - (one.name_parts & other.name_parts)) | missing:
        return 0.0
    both = _weight(common - subject, names) + _SUBJECT * _weight(common & subject, names)
    both += len(missing)
    weights = [_weight(claim.words, names) for claim in (one, other)]
    whole = (sum(weights) / 2 + min(weights)) / 2
    return min(1.0, both / whole) if whole else 0.0


def _opening(one: tuple[str, ...], other: tuple[str, ...]) -> frozenset[str]:
    """The words with which both begin: what they speak of, not what they say of it."""
    same = 0
    while same < min(len(one), len(other)) and one[same] == other[same]:
        same += 1
    return frozenset(one[:same])


def _weight(words: frozenset[str], names: frozenset[str]) -> float:
    return sum(
        _NAME_WEIGHT if word in names else _COMMON_WEIGHT if word in _COMMON else 1.0
        for word in words
    )


def _same_sentence_of_two_things(one: Claim, other: Claim) -> bool:
    ours, theirs = one.words - one.name_parts, other.words - other.name_parts
    if _other_names(one, other):
        smaller = min(len(ours), len(theirs))
        return smaller == 0 or len(ours & theirs) / smaller >= _FRAME
    if len(one.sequence) != len(other.sequence):
        return False
    differ = sum(a != b for a, b in zip(one.sequence, other.sequence, strict=True))
    return 0 < differ <= len(one.sequence) / 2


def _other_names(one: Claim, other: Claim) -> bool:
    """Both name something in the code, and neither says what the other names."""
    if not one.names or not other.names or one.names & other.names:
        return False
    return not (one.name_parts & other.words or other.name_parts & one.words)


@lru_cache(maxsize=4096)
def take_apart(text: str, fix: str = "") -> Claim:
    """A claim's words; where its kind of defect is not plain, the fix may tell it."""
    text = text[:_LONGEST]
    names: set[str] = set()
    parts: set[str] = set()
    sequence: list[str] = []
    for token in _TOKEN.findall(text):
        bare = token.strip("`").strip(_EDGES)
        stems = list(_stems(bare))
        sequence += stems
        if stems and (token.startswith("`") or _NAME.search(bare)):
            names.add(re.sub(r"\W+", " ", bare).strip().casefold())
            parts.update(s for s in stems if s not in _WEAK_NAME_PARTS and len(s) > 1)
    lowered = text.casefold()
    return Claim(
        sequence=tuple(sequence),
        words=frozenset(sequence),
        names=frozenset(names),
        name_parts=frozenset(parts),
        kinds=_kinds(lowered) or _kinds(fix[:_LONGEST].casefold()),
        denied=_found(_DENIED, lowered),
        missing=_found(_MISSING, lowered),
    )


def _kinds(lowered: str) -> frozenset[str]:
    found = _features(lowered)
    return frozenset(
        kind
        for kind, cues in _CUES.items()
        if any(stems <= found and all(sign in lowered for sign in signs) for stems, signs in cues)
    )


def _features(lowered: str) -> frozenset[str]:
    """The stems of a text, and "no …" for what it says is missing."""
    found: set[str] = set()
    denied = 0
    for word in _WORD.findall(_plain(lowered)):
        if word in _DENIALS:
            denied = 2
            continue
        if word in _STOP:
            continue
        stemmed = stem(word)
        found.add(stemmed)
        if denied or _UNDONE.match(word):
            found.add(f"no {stemmed}")
        denied = max(0, denied - 1)
    return frozenset(found)


def _found(pattern: re.Pattern[str], lowered: str) -> frozenset[str]:
    words = ("".join(groups) for groups in pattern.findall(_plain(lowered)))
    return frozenset(stem(word) for word in words if word not in _STOP)


def _plain(lowered: str) -> str:
    """With "not" written out, and compounds both apart and in one."""
    spelt = re.sub(r"n['’]t\b", " not", lowered)  # noqa: RUF001
    return re.sub(r"\b(\w+)-(\w+)\b", r"\1 \2 \1\2", spelt)


def _cue(text: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """Stems that must stand in a claim, and signs that must stand there letter by letter."""
    words = text.replace("no ", "no_").split()
    plain = [w for w in words if w.removeprefix("no_").isalpha()]
    signs = tuple(w.replace("~", " ") for w in words if w not in plain)
    stems = (f"no {stem(w[3:])}" if w.startswith("no_") else stem(w) for w in plain)
    return frozenset(stems), signs


def _stems(token: str) -> Iterable[str]:
    token = re.sub(r"\be-(?=\w)", "e", token)  # "e-mail" is "email"
    for run in _CJK.findall(token):
        yield from (run[i : i + 2] for i in range(max(1, len(run) - 1)))
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", _CJK.sub(" ", token))
    for word in _WORD.findall(spaced):
        lowered = word.casefold()
        if lowered not in _STOP:
            yield stem(lowered)


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The word without its ending, and by the first of its synonyms."""
    return _SYNONYM_OF.get(_cut(word), _cut(word))


def _cut(word: str) -> str:
    if _UNDONE.match(word):
        word = word[2:]
    for suffix in _SUFFIXES if not word.endswith(("us", "ss", "is")) else ():
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeious":
        word = word[:-1]
    return word


_SYNONYM_OF = {_cut(word): _cut(group.split()[0]) for group in SYNONYMS for word in group.split()}
_COMMON = frozenset(map(stem, COMMON.split()))
_CUES = {kind: tuple(_cue(cue) for cue in cues) for kind, cues in KINDS.items()}
