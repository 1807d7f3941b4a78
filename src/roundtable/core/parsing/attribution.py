"""Tells a line that hands the floor to somebody else: "As Gawain wrote:", "For example:"."""

import re

_LONGEST = 300
_EDGES = " \t*_#~`-–—•·"  # noqa: RUF001 -- dashes as models type them
_COLONS = (":", "：")  # noqa: RUF001 -- the wide colon of Chinese and Japanese

_SPEECH = re.compile(
    r"""\b(?: wrote | writes | said | says | argued | argues | proposed | proposes | suggested
        | suggests | concluded | concludes | claimed | claims | answered | replied | replies
        | voted | votes | quot(?:e|es|ed|ing) | put\ it | puts\ it | stated | declared
        | in\ the\ words\ of | according\ to
        | schrieb | schreibt | sagte | sagt | meinte | zitat | zitiert | laut
        | écrit | dit | disait | selon | citation
        | escribió | dijo | dice | según | scrisse | scritto | disse | secondo
        | escreveu | написала? | сказала? | пишет | по\ словам )\b
        | 写道 | 说过 | 說過 | 所说 | によると | と書いた | と述べた""",
    re.VERBOSE | re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:earlier|previous|prior|old|last|first)\s+(?:verdict|answer|ruling)\b"
    r"|\b(?:earlier|previous|prior|last|first)\s+(?:iteration|round)\W*$"
    r"|\b(?:verdict|ruling|answer|proposal|position)\s+(?:of|by|from)\s"
    r"(?!(?:the|this)\s(?:judge|table|round|panel|iteration))",
    re.IGNORECASE,
)
_THEIRS = re.compile(
    r"(?P<who>\w+)['’]s?\s+(?:own\s+|draft\s+|proposed\s+|suggested\s+)*"  # noqa: RUF001
    r"(?:verdict|answer|view|position|block|words|proposal|version|statement|conclusion|ruling"
    r"|decision|text|line)\b",
    re.IGNORECASE,
)
_THE_COURT = frozenset({"judge", "table", "court", "panel", "council", "bench", "round", "today"})
_IMAGINED = re.compile(
    r"""\b(?: examples? | e\.g | for\ instance | sample | template | hypothetical(?:ly)?
        | would | could | might | suppose | imagine | imagined
        | format\s+(?:is|was|would|looks|should) | form\s+(?:is|was|would|looks|should)
        | beispiel | beispielsweise | exemple | ejemplo | esempio | exemplo | например | пример
        )\b | 例えば | 例如 | 比如""",
    re.VERBOSE | re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"\b(?:i|my|mine|we|our|ich|mein|meine|je|mon|ma|mi|yo|mio|mia|meu|minha|я|мой|моё|мое)\b"
    r"|我|私|저",
    re.IGNORECASE,
)
_RETOLD = re.compile(r"\b(?:what|whatever|everything|all|everyone|nobody)\b", re.IGNORECASE)
_CANDIDATE = re.compile(
    r"(?:candidate|agent|seat|knight|kandidat|candidat|candidato|кандидат|候補|候选)"
    r"[ \t]*[\w.-]{1,40}",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Z]|[A-Z][a-z]+(?:[ \t][A-Z][a-z]+)?")
_HEADINGS = frozenset(
    {
        *("verdict", "decision", "ruling", "judgement", "judgment", "result", "outcome"),
        *("conclusion", "answer", "summary", "output", "analysis", "reasoning", "rationale"),
        *("json", "final", "judge", "response", "assessment", "evaluation", "findings"),
        *("therefore", "thus", "so", "finally", "overall", "here", "below"),
        *("urteil", "entscheidung", "ergebnis", "fazit", "begründung"),
        *("veredicto", "decisión", "conclusión", "verdetto", "decisione", "conclusione"),
        *("décision", "résultat", "analyse", "verdict", "decisão", "conclusão"),
        *("вердикт", "решение", "вывод", "итог"),
    }
)


def hands_over(line: str) -> bool:
    """Whether what follows this line is said to be somebody else's, or only an example.

    The line must end in a colon; "As Gawain wrote," may end in a comma.
    """
    said = line.strip(_EDGES)
    if not said or len(said) > _LONGEST:
        return False
    if not said.endswith(_COLONS):
        return said.endswith(",") and _attributes(said)
    return _IMAGINED.search(said) is not None or _attributes(said) or _theirs(said)


def names_a_speaker(line: str) -> bool:
    """`Gawain:` or `Candidate B` alone on a line, as over a part of a transcript."""
    said = line.strip(_EDGES)
    name = said.rstrip("".join(_COLONS)).strip(_EDGES)
    if len(name) > 80 or any(w.casefold() in _HEADINGS for w in re.findall(r"[^\W\d_]+", name)):
        return False
    if re.fullmatch(_CANDIDATE, name):
        return True
    return said.endswith(_COLONS) and re.fullmatch(_NAME, name) is not None


def attributed(words: str) -> bool:
    """Whether the words before a place on the same line give it to somebody else."""
    return _attributes(words) or _theirs(words)


def _attributes(said: str) -> bool:
    if _FIRST_PERSON.search(said) or _RETOLD.search(said):
        return False
    return _SPEECH.search(said) is not None or _EARLIER.search(said) is not None


def _theirs(said: str) -> bool:
    return any(m["who"].casefold() not in _THE_COURT for m in _THEIRS.finditer(said))
