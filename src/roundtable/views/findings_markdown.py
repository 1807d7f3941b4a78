"""Findings as a report that a person reads: the worst first, with who found them."""

import re
from collections.abc import Sequence

from roundtable.core.findings import (
    CAUSES,
    SEVERITIES,
    MergedFinding,
    ReviewHeader,
    Severity,
    Support,
    place,
)
from roundtable.core.parsing.text import clean, one_line, printable
from roundtable.views.figures import plural

_TITLES: dict[Severity, str] = {"critical": "Critical", "warning": "Warnings", "note": "Notes"}
_SUPPORT: dict[Support, str] = {
    "all": "all who reviewed it",
    "majority": "most of those who reviewed it",
    "some": "some of those who reviewed it",
    "single": "alone",
}
_SIGNS = re.compile(r"[\\`*\[\]<>|~&$]|(?<![^\W_])_|_(?![^\W_])")
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)|(@[\w./-]*\w)")
_LINK = re.compile(r"://|\bwww\.", re.IGNORECASE)
_LINE_START = re.compile(r"^[ \t]*(?:([-+=#])|(\d{1,9})(?=[.)]))?", re.MULTILINE)


def findings_markdown(findings: Sequence[MergedFinding], header: ReviewHeader) -> str:
    """Nothing that a model wrote becomes markup, a link or a mention; code stays code."""
    lines = [
        f"# {escaped(one_line(header.title, 200)) or 'Review'}",
        "",
        *_summary(findings, header),
    ]
    for severity in SEVERITIES:
        these = [finding for finding in findings if finding.severity == severity]
        if these:
            lines += ["", f"## {_TITLES[severity]} ({len(these)})"]
            lines += [line for finding in these for line in _finding(finding)]
    if header.not_reviewed:
        lines += ["", f"## Not reviewed ({len(header.not_reviewed)})", ""]
        lines += [f"- {escaped(one_line(item, 300))}" for item in header.not_reviewed]
    return "\n".join(lines) + "\n"


def _summary(findings: Sequence[MergedFinding], header: ReviewHeader) -> list[str]:
    seats = ", ".join(escaped(one_line(seat, 80)) for seat in header.reviewers) or "Nobody"
    number = {s: sum(1 for f in findings if f.severity == s) for s in SEVERITIES}
    counts = [
        f"{number['critical']} critical",
        plural(number["warning"], "warning"),
        plural(number["note"], "note"),
    ]
    found = ", ".join(counts) if findings else "nothing found"
    return [f"{seats} reviewed {plural(header.files, 'file')}: {found}."]


def _finding(finding: MergedFinding) -> list[str]:
    lines = [
        "",
        f"### {finding.id} · {_code(place(finding))}",
        "",
        escaped(finding.claim) or "…",
        "",
    ]
    who = ", ".join(escaped(one_line(seat, 80)) for seat in finding.who)
    lines.append(f"- Found by {who} ({_SUPPORT[finding.support]})")
    if finding.cause:
        lines.append(f"- Cause: {CAUSES[finding.cause]}")
    if finding.highest:
        lines.append(f"- Held to be {finding.highest} by fewer than half of them")
    if finding.fix.strip():
        lines.append(f"- Fix: {_indented(escaped(finding.fix))}")
    lines += [f"- In other words: {_indented(escaped(words))}" for words in finding.also]
    for evidence in finding.evidence:
        lines += _evidence(evidence)
    return lines


def _evidence(text: str) -> list[str]:
    """As code, behind a fence that is longer than any in it."""
    plain = printable(clean(text)).strip("\n")
    fence = "`" * max(3, _longest_run(plain) + 1)
    return ["- Evidence:", "", *(f"  {line}" for line in (fence, *plain.split("\n"), fence))]


def escaped(text: str) -> str:
    """Text from outside as plain text; what stands between backticks stays code.

    A word with `@` becomes code too: a code host would call the person of that name.
    """
    plain = printable(clean(text)).strip()
    pieces = []
    at = 0
    for match in _CODE.finditer(plain):
        pieces += [_signs(plain[at : match.start()]), _code(match[1] or match[2])]
        at = match.end()
    pieces.append(_signs(plain[at:]))
    return _LINE_START.sub(_no_block, "".join(pieces))


def _signs(text: str) -> str:
    signs = _SIGNS.sub(lambda sign: "\\" + sign[0], text)
    return _LINK.sub(lambda link: link[0][:-1] + "\\" + link[0][-1], signs)


def _no_block(match: re.Match[str]) -> str:
    """A line that would begin a list, a heading, a rule or, by its spaces, code."""
    if match[1]:
        return "\\" + match[1]
    return f"{match[2]}\\" if match[2] else ""


def _code(text: str) -> str:
    plain = one_line(clean(text), 400)
    fence = "`" * (_longest_run(plain) + 1)
    edge = " " if plain.startswith("`") or plain.endswith("`") else ""
    return f"{fence}{edge}{plain}{edge}{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)


def _indented(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() if n else line for n, line in enumerate(text.split("\n")))
