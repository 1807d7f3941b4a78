"""The words of a verdict in the languages that judges fall into, and where a line states one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

AGREEMENT = (
    *("consensus", "konsens", "konsensus", "consenso", "consens", "accord", "accordo", "acuerdo"),
    *("acordo", "einigung", "overeenstemming", "porozumienie", "enighet", "enighed", "uzlaşma"),
    *("консенсус", "合意", "共识", "共識", "达成共识", "達成共識", "합의", "إجماع", "सहमति"),
)
"""The words of agreement; a text without any of them agrees to nothing."""

_DISCUSS = (
    *("discuss", "discuter", "discutir", "discutere", "diskutieren", "bespreken", "diskutować"),
    *("обсудить", "討議", "議論", "討論", "讨论", "논의", "토론", "نقاش", "चर्चा"),
)
# As nouns they head many a passage of plain analysis, so they must be shouted to be a verdict.
_DISCUSSION = (
    *("discussion", "diskussion", "discusión", "discussione", "discussão", "discussie"),
    *("dyskusja", "дискуссия", "обсуждение"),
)


def _any_of(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_AGREED = re.compile(_any_of(AGREEMENT), re.IGNORECASE)
_WORD = rf"(?:{_any_of(AGREEMENT + _DISCUSS + _DISCUSSION)})(?!\w)"
_LEAD = r"""(?:[^\w"'“”„«»‹›‘’「」『』`<>\[\]{}()|/\\?!~=&$%@]|_)*"""  # noqa: RUF001
_HEADING = (
    r"(?:(?:the|my|our|final|overall|judge['’]s)[ \t]+){0,3}"  # noqa: RUF001
    r"(?:verdict|decision|ruling|judge?ment|result|outcome|conclusion|status|answer"
    r"|urteil|entscheidung|ergebnis|fazit|veredicto|decisión|décision|verdetto|decisione"
    r"|veredito|decisão|вердикт|решение|判定|裁定|结论|結論|判決|판정)"
    r"(?:[ \t]*\([^()\n]{0,60}\))?[*_ \t]{0,6}"
    r"(?:[:：=—–-]|(?<=[ \t])(?:is|lautet|est|es|è)(?=[ \t:])[ \t]?:?)[*_ \t]{0,6}"  # noqa: RUF001
    r"|i[ \t]+(?:hereby[ \t]+|therefore[ \t]+)?(?:declare|call|rule|pronounce)[ \t]+[*_]{0,2}"
)
_DEGREE = r"(?:(?:full|unanimous|final|clear|strong)[ \t]+)?"
_REACHED = (
    r"(?:[*_ \t]{1,6}(?:is[ \t]+|has[ \t]+been[ \t]+)?(?:reached|achieved|found|declared|confirmed"
    r"|erreicht|gefunden|trouvé|atteint|alcanzado|raggiunto|alcançado|достигнут)(?!\w))?"
)
_ASIDE = (
    r"(?:[*_ \t]{0,6}[(（](?:(?:round|iteration|full|unanimous|final|development|architecture"  # noqa: RUF001
    r"|requirements|review|qa|devops|execution|[0-9#,;/.\- ]+)[ ,;]*){1,8}[)）])?"  # noqa: RUF001
)
_END = r"[*_ \t]{0,6}(?P<sep>[:：]|[—–][ \t]?|-{1,2}[ \t]|[.!](?=[*_ \t]|$)|$)[*_ \t]{0,6}"  # noqa: RUF001
_DIRECTIVE = r"[*_ \t]{1,6}(?=(?:BASE|CRITICAL|INCORPORATE)[ \t]?[:=])"
_STATEMENT = re.compile(
    rf"(?P<lead>{_LEAD}(?:\d{{1,2}}[.)]{_LEAD})?)(?P<heading>{_HEADING})?{_DEGREE}"
    rf"(?P<word>{_WORD})(?:{_DIRECTIVE}|{_REACHED}{_ASIDE}{_END})",
    re.IGNORECASE,
)
_LIST_MARK = re.compile(r"\s*(?:[-*+•][ \t]|\d{1,2}[.)][ \t])")
_MENTION = re.compile(rf"(?<!\w)(?P<word>{_WORD})(?P<colon>[*_ \t]{{0,6}}[:：])?", re.IGNORECASE)  # noqa: RUF001
_DEEPEST_INDENT = 3
_AROUND = 200
"""Characters on each side that say how a word is meant."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A verdict's word where a line begins with it, and where its content begins."""

    agreed: bool
    shouted: bool
    """In capitals, or in a script that has none."""
    content: str
    lead: str


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A word of a verdict in the middle of a line."""

    agreed: bool
    colon: bool
    before: str
    after: str


def has_agreement_word(text: str) -> bool:
    return _AGREED.search(text) is not None


def slot_word(text: str) -> bool | None:
    """Whether a field holds the word of agreement or of discussion; None when neither."""
    word = text.strip().strip(".!*_ ").casefold()
    if word in AGREEMENT:
        return True
    return False if word in (*_DISCUSS, *_DISCUSSION) else None


def stated(line: str) -> Stated | None:
    """The verdict that a line states, if it begins with one and goes on as a statement does.

    A word that is not in capitals counts only with its colon and outside of lists, where it is
    more often the name of a point than a verdict. What is indented as code is an example.
    """
    if len(line) - len(line.lstrip(" \t")) > _DEEPEST_INDENT or line[:1] == "\t":
        return None
    match = _STATEMENT.match(line)
    if match is None:
        return None
    word = match["word"]
    shouted = word == word.upper()
    if not shouted and (word.casefold() in _DISCUSSION or not _is_plain_statement(line, match)):
        return None
    agreed = word.casefold() in AGREEMENT
    return Stated(agreed, shouted, line[match.end() :], match["lead"])


def _is_plain_statement(line: str, match: re.Match[str]) -> bool:
    headed_or_colon = bool(match["heading"]) or match["sep"] in (":", "：")  # noqa: RUF001
    return headed_or_colon and not _LIST_MARK.match(line)


def mentions(line: str) -> Iterator[Mentioned]:
    """Every shouted word of a verdict in a line, with what stands around it on the line."""
    for match in _MENTION.finditer(line):
        if match["word"] == match["word"].upper():
            yield Mentioned(
                match["word"].casefold() in AGREEMENT,
                bool(match["colon"]),
                line[max(0, match.start() - _AROUND) : match.start()],
                line[match.end() : match.end() + _AROUND],
            )
