"""Words that take back what a verdict says, leave it open, or show that it was never filled in."""

import re

from roundtable.core.parsing.stance import is_no_issue

_CLAUSE = re.compile(r"[.,;:!?(\n。、，；：！？]|\s[—–-]\s|\s[—–]|[—–]\s")  # noqa: RUF001
_SENTENCE = re.compile(r"[.!?](?=\s|$)|[。！？]|\n\s*\n")  # noqa: RUF001
_DENIALS = frozenset(
    {
        *("not yet", "none yet", "no, not yet", "not reached", "not reached yet", "not achieved"),
        *("not there yet", "not quite", "almost", "nearly", "close", "pending", "tbd", "tbc"),
        *("unclear", "undecided", "undetermined", "unknown", "partial", "partially", "failed"),
        *("false", "nope", "never", "not possible", "not applicable", "cannot be reached"),
        *("no consensus", "no consensus yet", "no agreement", "no agreement yet", "maybe"),
        *("noch nicht", "noch keiner", "nein", "offen", "nicht erreicht", "teilweise"),
        *("pas encore", "non", "aucun accord", "partiel", "todavía no", "aún no", "parcial"),
        *("non ancora", "ainda não", "não", "ещё нет", "еще нет", "пока нет", "не достигнут"),
        *("尚未", "尚未达成", "未达成", "未達成", "まだ", "未定", "아직"),
    }
)
_CONDITIONS = re.compile(
    r"(?:but\s+)?(?:only\s+)?(?:if|unless|provided|assuming|subject\s+to|conditional|conditionally|pending"
    r"|wenn|falls|sofern|si|если)(?!\w)",
    re.IGNORECASE,
)
_AGREEMENT = (
    r"(?:consensus|agreement|konsens\w*|einigung|einigkeit|consenso|accord|acuerdo|acordo|accordo"
    r"|консенсус\w*|согласия)"
)
_NEGATED = re.compile(
    r"(?<!\w)(?:no|not|without|lacks?|lacking|never|cannot|can['’]?t|far\s+from"  # noqa: RUF001
    r"|short\s+of|yet\s+to|fail(?:s|ed)?\s+to|unable\s+to|withh[eo]ld|deny|denied"
    r"|(?:is|was|does|do|did|have|has|had|wo|could|would|are|were)n['’]t"  # noqa: RUF001
    r"|kein|keine|keinen|nicht|aucun|pas|sin|ningún|nessun|sem|nenhum|нет|не|без)"
    rf"\W{{1,5}}(?:\w{{1,20}}\W{{1,5}}){{0,3}}{_AGREEMENT}(?!\w)",
    re.IGNORECASE,
)
_OUTRIGHT = re.compile(
    rf"{_NEGATED.pattern}(?=\s*(?:[.!;,]|$)|\s+(?:here|yet|among|between|at\s+all|in\s+this)(?!\w))",
    re.IGNORECASE,
)
_NONE_ON = re.compile(
    r"(?:none|no|nothing|not)\s+(?:on|about|regarding|yet|here|so\s+far|reached|found)(?![\w-])",
    re.IGNORECASE,
)
_NOT_THERE = re.compile(
    r"(?<!\w)(?:nobody|no\s+one)\s+agrees?(?!\w)|(?<!\w)(?:are|is|was|were)\s+not\s+there(?!\w)"
    r"|(?<!\w)(?:cannot|can['’]?t|unable\s+to)\s+(?:yet\s+)?(?:say|decide|judge|tell)(?!\w)",  # noqa: RUF001
    re.IGNORECASE,
)
_STILL_APART = re.compile(
    r"(?<!\w)do(?:es)?(?:\s+not|n['’]t)\s+agree(?!\w)"  # noqa: RUF001
    r"|(?<!\w)(?:still|remains?|remaining)\s+(?:\w{1,20}\s+){0,2}"
    r"(?:disagree\w*|divided|split|unresolved|disputed|contested)(?!\w)",
    re.IGNORECASE,
)
_NEGATED_CJK = re.compile(
    r"(?:未|没有|沒有|尚未|无法|無法)[^。\n]{0,6}(?:共识|共識|合意)"
    r"|(?:合意|共识|共識)[^。\n]{0,8}(?:ない|ません|いません|できず|未|没有|沒有)"
)
_WISHED = re.compile(
    r"(?<!\w)(?:would|could|might|if|unless|until|once|cannot|can['’]?t|not|no"  # noqa: RUF001
    r"|never|without|before|toward|towards|near|partial|tentative|almost|wenn|würde|könnte|falls"
    r"|bis|si|serait|sería|sarebbe|если|бы)(?!\w)",
    re.IGNORECASE,
)
_OPEN_AFTER = re.compile(
    r"\W{0,6}(?:if|unless|once|when|until|provided|only|but|yet|is\s+not|isn['’]t|was\s+not"  # noqa: RUF001
    r"|cannot|can['’]?t|would|could|might|wenn|falls|sobald|si|если)(?!\w)|\W{0,3}\?",  # noqa: RUF001
    re.IGNORECASE,
)
_RETRACTED = re.compile(
    r"(?<!\w)(?:scratch\s+that|disregard\s+(?:the\s+above|that|my)|ignore\s+the\s+(?:above|block)"
    r"|i\s+(?:retract|withdraw|take\s+(?:that|it)\s+back)|(?:only|just|merely)\s+an\s+example"
    r"|not\s+my\s+(?:own\s+|final\s+)?verdict|(?:on\s+second\s+thought|actually,?\s+(?:wait|no))"
    r"|not\s+(?:a|my)\s+real\s+verdict|for\s+illustration\s+only)(?!\w)",
    re.IGNORECASE,
)
_DISPUTED = re.compile(
    r"[\s#*_\-•\d.)]*(?:points\s+of\s+)?(?:disagreements?|dissent|divergences?|unresolved|contested"
    r"|open\s+(?:questions?|points?|issues?)|still\s+open|differences?|dissens|offene?)\b[^:\n]{0,40}:",
    re.IGNORECASE,
)
_DOTS = frozenset({"...", "…"})
_NO_NAMES = _DOTS | {"class.method", "every/file/that/development/must/fill.py"}
_NO_SENTENCES = frozenset(
    {
        *("summary", "string", "text", "tbd", "todo", "xxx", "your summary here", "your summary"),
        *("summary here", "options", "insert summary", "fill in", "placeholder", "label", "why"),
        *("one sentence", "short summary", "brief summary", "problem", "reason"),
        *("the result, complete in itself", "one or two sentences"),
    }
)
_ANGLED = re.compile(r"<[^<>\n]{1,200}>|\{\{?[^{}\n]{1,200}\}?\}")
_BRACKETED = re.compile(r"\[[^\[\]\n]{1,200}\]")
_BARE_YES = frozenset(
    {"yes", "true", "reached", "ok", "okay", "agreed", "done", "ja", "oui", "sí", "sì", "да"}
)
_DANGLING = re.compile(
    r"[,(\[{:—–]$|(?<=\s)(?:the|a|an|of|to|and|or|from|with|that|which|is|are|must|should|for|by"  # noqa: RUF001
    r"|at|as|be|because|since|into|its|this|their|but|if|when|der|die|das|ein|eine|und|oder|von"
    r"|mit|dass|weil|le|la|les|des|et|ou|avec|el|los|las|con|para|que|и|или|что|от)$"
)


def denies(content: str) -> bool:
    """Whether the words behind the word of agreement deny it or make it depend on something."""
    start = content.strip().lstrip("*_ ")[:2000]
    clause = _CLAUSE.split(start, maxsplit=1)[0].strip(" \t*_").casefold()
    if clause in _DENIALS or (clause and is_no_issue(clause)):
        return True
    if _CONDITIONS.match(start) or _NONE_ON.match(start) or _STILL_APART.search(start):
        return True
    first = _SENTENCE.split(start, maxsplit=1)[0]
    return negates(first) or _NOT_THERE.search(first) is not None


def negates(text: str) -> bool:
    """Whether the text says that there is no agreement."""
    return _NEGATED.search(text) is not None or _NEGATED_CJK.search(text) is not None


def denies_outright(text: str) -> bool:
    """Whether any sentence says that there is no agreement at all, not only on some point."""
    return _OUTRIGHT.search(text) is not None


def wishes(before: str, after: str) -> bool:
    """Whether the words around "CONSENSUS" leave it a wish, a condition or a denial."""
    sentence = _SENTENCE.split(before)[-1]
    near = " ".join(sentence.split()[-6:])
    return _WISHED.search(near) is not None or _OPEN_AFTER.match(after) is not None


def retracts(text: str) -> bool:
    return _RETRACTED.search(text) is not None


def names_a_dispute(line: str) -> bool:
    """A line such as "Disagreements:", beside which "Consensus:" is a point of an analysis."""
    return _DISPUTED.match(line) is not None


def is_unnamed(text: str) -> bool:
    """Whether a field for a name still holds what the form put there: "…", "<unit>"."""
    bare = text.strip().strip("*_`\"' ").strip()
    return bare.casefold() in _NO_NAMES or _ANGLED.fullmatch(bare) is not None


def is_hollow(text: str) -> bool:
    """The same for a field with sentences, where words such as "summary" are none either."""
    bare = text.strip().strip("*_`\"' ").strip()
    said = bare.rstrip(".").casefold()
    if said in _NO_SENTENCES or said.startswith("with discuss:"):
        return True
    return is_unnamed(bare) or _BRACKETED.fullmatch(bare) is not None


def is_bare_yes(text: str) -> bool:
    return text.strip(" .!*_").casefold() in _BARE_YES


def breaks_off(text: str) -> bool:
    """Whether a text ends where no sentence does: after "the", a comma, an open bracket."""
    line = text.rstrip().rpartition("\n")[2].rstrip("*_ ")
    if not line:
        return False
    tail = line[-2000:]
    unclosed = tail.count("(") > tail.count(")") or tail.count("`") % 2 == 1
    return unclosed or _DANGLING.search(tail[-60:]) is not None
