"""Findings written as lines of text: `- [CRITICAL] app.py:12 — what is wrong`.

A heading that names a severity holds for the list under it. Fenced and quoted lines are not the
speaker's own.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from roundtable.core.findings import Severity
from roundtable.core.parsing.finding_fields import BESIDE, is_severity, severity_named
from roundtable.core.parsing.stance import is_no_issue

_LONGEST_LINE = 4_000
_DASHES = "–—-"  # noqa: RUF001 -- as models type them
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_BULLET = re.compile(r"^(?P<indent>\s{0,12})(?:[-*•+]|\d{1,3}[.)])\s+(?P<rest>\S.*)$")
_TAGGED = re.compile(
    rf"^(?:\[(?P<a>[^\]\n]{{1,30}})\]|\*\*\[?(?P<b>[^*\]\n]{{1,30}})\]?\*\*"
    rf"|(?P<c>[A-Z][A-Z0-9]{{1,12}})(?=\s{{0,3}}[:|{_DASHES}]))\s{{0,3}}[:|{_DASHES}]?\s{{0,3}}"
    r"(?P<rest>\S.*)$"
)
_HEADING = re.compile(
    r"^(?:#{1,6}\s+(?P<a>.{1,60})|\*\*(?P<b>[^*\n]{1,60})\*\*:?|(?P<c>[A-Z]\w{2,14})s?:)\s*$"
)
_SOUND = re.compile(
    r"^(?:[-*•+]\s+)?\[?\**(?:CONFIRMED[_ ])?CLEAN\**\]?\s{0,3}:?\s{0,3}(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"^(?:`(?P<quoted>[^`\n]{1,300})`|\*\*(?P<bold>[^*\n]{1,300})\*\*|(?P<bare>[^\s`*|]{1,300}))"
    rf"(?P<line>{BESIDE})?"
    rf"\s{{0,3}}(?:[|{_DASHES}]|:(?=\s|$)|(?<=:)|$)\s{{0,3}}(?P<claim>.*)$",
    re.IGNORECASE,
)
_DETAIL = re.compile(
    r"^\s{1,16}(?:[-*•+]\s+)?\**(?P<name>evidence|fix|suggestion|suggested fix|recommendation)"
    r"\**\s{0,2}:\**\s*(?P<text>\S.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WrittenFinding:
    """A finding as it was written, not yet judged."""

    raw: str
    severity: object = None
    file: object = None
    line: object = None
    claim: str = ""
    evidence: str = ""
    fix: str = ""
    cause: object = None
    problem: str = ""


def read_finding_lines(text: str) -> tuple[list[WrittenFinding], list[str]]:
    """All lines that are meant as findings, and the files that are called clean."""
    found: list[WrittenFinding] = []
    sound: list[str] = []
    under: Severity | None = None
    for line in _own_lines(text):
        heading = _HEADING.match(line)
        calm = _SOUND.match(line)
        if calm:
            sound += re.split(r"[,;\s]+", calm["rest"].strip())
        elif heading:
            title = next(g for g in heading.groups() if g is not None)
            under = severity_named(title) if is_severity(title) else None
        elif found and _detail(line, found):
            continue
        elif item := _item(line, under):
            found.append(item)
    return found, [path for path in sound if path.strip("`*.")]


def written(text: str) -> WrittenFinding:
    """One item of a list of texts."""
    bullet = _BULLET.match(text)
    rest = (bullet["rest"] if bullet else text).strip()
    item = _tagged(rest) or _placed(rest, "")
    return replace(item, raw=text)


def _own_lines(text: str) -> Iterator[str]:
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        elif not fence and not line.lstrip().startswith(">"):
            yield line[:_LONGEST_LINE].rstrip()


def _item(line: str, under: Severity | None) -> WrittenFinding | None:
    bullet = _BULLET.match(line)
    rest = bullet["rest"] if bullet else line.lstrip()
    tagged = _tagged(rest)
    if tagged:
        return replace(tagged, raw=line.strip())
    top_level = bullet is not None and len(bullet["indent"]) <= 3
    if under and top_level and not is_no_issue(rest):
        return replace(_placed(rest, under), raw=line.strip())
    return None


def _tagged(rest: str) -> WrittenFinding | None:
    """`[CRITICAL] app.py:12 — …`; None where no severity stands in front."""
    match = _TAGGED.match(rest)
    severity = next((g for g in match.groups()[:3] if g is not None), "") if match else ""
    if match is None or not is_severity(severity):
        return None
    return _placed(match["rest"], severity)


def _placed(rest: str, severity: str) -> WrittenFinding:
    match = _PLACE.match(rest)
    if match is None:
        return WrittenFinding(raw=rest, severity=severity, problem="it does not begin with a file")
    path = next(g for g in (match["quoted"], match["bold"], match["bare"]) if g is not None)
    return WrittenFinding(
        raw=rest,
        severity=severity or None,
        file=path.rstrip(":"),
        line=match["line"],
        claim=match["claim"].strip(),
    )


def _detail(line: str, found: list[WrittenFinding]) -> bool:
    """Whether the line belongs to the finding above it; it is added there if so."""
    match = _DETAIL.match(line)
    if match is None:
        return False
    name = "evidence" if match["name"].casefold() == "evidence" else "fix"
    before = getattr(found[-1], name)
    told = f"{before}\n{match['text'].strip()}" if before else match["text"].strip()
    found[-1] = replace(found[-1], **{name: told})
    return True
