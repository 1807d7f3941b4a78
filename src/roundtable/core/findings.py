"""What reviewers found in the code, and how the same thing found by several becomes one."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from roundtable.core.likeness import SAME_THING, likeness, take_apart
from roundtable.core.values import Value

Severity = Literal["critical", "warning", "note"]
Support = Literal["all", "majority", "some", "single"]
"""Of those who reviewed the file: everybody, more than half, two or more, or only one.

One reviewer alone is `single`, also when nobody else has looked.
"""

Cause = Literal["code", "test", "surroundings"]
"""What has to change so that a run comes out well."""
CAUSES: Mapping[Cause, str] = {
    "code": "a bug of the code",
    "test": "a bug of the test",
    "surroundings": "not the project's own fault",
}

SEVERITIES: tuple[Severity, ...] = ("critical", "warning", "note")
_RANK = {severity: rank for rank, severity in enumerate(SEVERITIES)}

_NEAR, _FAR = 3, 10
"""Lines between two findings at one place, and at what may still be one place."""
_WIDE = 40
"""A range of more lines says as little about the place as no line."""
_LOOSE = 0.65
"""How alike two claims must be when their places do not match closely."""
_REPEATED = 0.9
"""How alike two claims of one seat must be: what it lists apart, it means apart."""
_BARELY = 0.25
"""Below that, two findings never become one by way of a third."""


class Finding(Value):
    """What a seat holds to be wrong, and where."""

    severity: Severity
    file: str
    line: int | None = Field(default=None, ge=1)
    end_line: int | None = Field(default=None, ge=1)
    """The last line, where the seat named a range."""
    claim: str
    evidence: str = ""
    fix: str = ""
    cause: Cause | None = None
    """In the execution round: whose fault it is."""
    who: tuple[str, ...]
    """The seats that found it."""


class FindingsReading(Value):
    """All that a seat's list of findings says."""

    findings: tuple[Finding, ...] = ()
    clean: tuple[str, ...] = ()
    """Files that the seat has read and holds to be in order."""
    rejected: tuple[str, ...] = ()
    """Items that could not be taken as findings: why, and what was written."""
    notes: tuple[str, ...] = ()
    """What was read otherwise than it was written."""


class MergedFinding(Value):
    """One thing at one place, whoever found it."""

    id: str
    severity: Severity
    file: str
    line: int | None = None
    end_line: int | None = None
    claim: str
    evidence: tuple[str, ...] = ()
    fix: str = ""
    cause: Cause | None = None
    """The one that most of its finders name; none where they are at odds."""
    who: tuple[str, ...]
    support: Support
    also: tuple[str, ...] = ()
    """The claim in the words of the others."""
    highest: Severity | None = None
    """A higher severity that fewer than half of its finders gave it."""


class ReviewHeader(Value):
    """What a report of findings says of the review itself."""

    title: str
    reviewers: tuple[str, ...]
    files: int
    """How many files were reviewed."""
    not_reviewed: tuple[str, ...] = ()
    """Files or parts that nobody has seen, each with the reason if there is one."""


def place(finding: Finding | MergedFinding) -> str:
    """Where it stands: `src/app.py:12-18`."""
    if finding.line is None:
        return finding.file
    end = f"-{finding.end_line}" if finding.end_line and finding.end_line > finding.line else ""
    return f"{finding.file}:{finding.line}{end}"


def merge_findings(
    findings: Sequence[Finding],
    reviewers: Collection[str],
    by_file: Mapping[str, Collection[str]] | None = None,
) -> tuple[MergedFinding, ...]:
    """One finding for each thing at each place, the worst first; F1, F2, … in that order.

    Two findings are one when they are at the same place and say the same thing:

    - the same place is the same file and lines at most 3 apart (or overlapping ranges). At
      most 10 apart, or without a line, it may be the same place: then the claims must be more
      alike;
    - the same thing is told by `roundtable.core.likeness`. Two findings of one seat are
      one only if the claims are nearly equal and no line lies between them.

    Several become one when they are so on the average and no two of them are plainly different.
    In doubt findings stay apart. The result does not depend on the order of the findings.

    The severity is the highest that at least half of its finders give it; with two finders that
    is the higher one. Support is counted over those who reviewed the file: `by_file` where it
    names the file, else `reviewers`.
    """
    groups = [g for file in _by_file(findings) for g in _groups(file)]
    merged = [_merged(g, (by_file or {}).get(g[0].file, reviewers)) for g in groups]
    ordered = sorted(merged, key=lambda m: (_RANK[m.severity], m.file, m.line or 0, m.claim, m.who))
    return tuple(m.model_copy(update={"id": f"F{n}"}) for n, m in enumerate(ordered, 1))


def said_again(one: MergedFinding, among: Iterable[MergedFinding]) -> bool:
    """Whether one of these is the same thing at the same place, whoever found it."""
    ours = _wordings(one)
    others = (other for other in among if other.file == one.file)
    pairs = ((a, b) for other in others for b in _wordings(other) for a in ours)
    return any(_scores(pair).get((0, 1), 0.0) >= SAME_THING for pair in pairs)


def _wordings(merged: MergedFinding) -> list[Finding]:
    """The finding in the words of each who made it."""
    return [
        Finding(
            severity=merged.severity,
            file=merged.file,
            line=merged.line,
            end_line=merged.end_line,
            claim=claim,
            fix=merged.fix,
            who=(),
        )
        for claim in (merged.claim, *merged.also)
    ]


def _by_file(findings: Iterable[Finding]) -> list[list[Finding]]:
    """The findings of each file, in an order that depends on nothing but themselves."""
    files: dict[str, list[Finding]] = {}
    for finding in sorted(findings, key=_order):
        files.setdefault(finding.file, []).append(finding)
    return list(files.values())


def _order(finding: Finding) -> tuple[object, ...]:
    """The clearest first: severe, with a line, with the longer claim."""
    return (
        finding.file,
        _RANK[finding.severity],
        finding.line is None,
        -len(finding.claim),
        *(finding.claim, finding.line or 0, finding.end_line or 0),
        *(finding.who, finding.fix, finding.evidence),
    )


def _groups(findings: Sequence[Finding]) -> list[list[Finding]]:
    scores = _scores(findings)
    group_of = {index: [index] for index in range(len(findings))}
    pairs = sorted((-s, _gap(findings[a], findings[b]) or 0, a, b) for (a, b), s in scores.items())
    for _, _, a, b in pairs:
        ours, theirs = group_of[a], group_of[b]
        if ours is theirs or not _belong_together(ours, theirs, scores):
            continue
        ours.extend(theirs)
        for index in theirs:
            group_of[index] = ours
    unique = {id(group): sorted(group) for group in group_of.values()}
    return [[findings[index] for index in group] for group in unique.values()]


def _belong_together(
    ours: Sequence[int], theirs: Sequence[int], scores: Mapping[tuple[int, int], float]
) -> bool:
    between = [scores.get((min(a, b), max(a, b)), 0.0) for a in ours for b in theirs]
    return min(between) >= _BARELY and sum(between) / len(between) >= SAME_THING


def _scores(findings: Sequence[Finding]) -> dict[tuple[int, int], float]:
    """How much speaks for each two of them being one; a half and more is enough."""
    found = {}
    claims = [take_apart(finding.claim, finding.fix) for finding in findings]
    for a, one in enumerate(findings):
        for b in range(a + 1, len(findings)):
            other = findings[b]
            needed = _needed(one, other)
            if needed is None:
                continue
            alike = 1.0 if one.claim == other.claim else likeness(claims[a], claims[b])
            # Where more is needed, what is just enough must come out as a half too.
            score = alike - (needed - SAME_THING)
            if score > 0:
                found[a, b] = score
    return found


def _needed(one: Finding, other: Finding) -> float | None:
    """How alike the claims must be for their places; None if the places are two."""
    gap = _gap(one, other)
    if set(one.who) & set(other.who):
        return None if gap else _REPEATED
    if gap is not None and gap > _FAR:
        return None
    return SAME_THING if gap is not None and gap <= _NEAR else _LOOSE


def _gap(one: Finding, other: Finding) -> int | None:
    """Lines between the two; None where one of them does not say its place."""
    ours, theirs = _span(one), _span(other)
    if ours is None or theirs is None:
        return None
    return max(0, ours[0] - theirs[1], theirs[0] - ours[1])


def _span(finding: Finding) -> tuple[int, int] | None:
    if finding.line is None:
        return None
    end = max(finding.line, finding.end_line or finding.line)
    return (finding.line, end) if end - finding.line <= _WIDE else None


def _merged(group: Sequence[Finding], reviewers: Collection[str]) -> MergedFinding:
    best = group[0]
    placed = next((f for f in group if f.line is not None), best)
    worst: dict[str, Severity] = {}
    for finding in group:  # the most severe comes first
        for seat in finding.who:
            worst.setdefault(seat, finding.severity)
    given = sorted(worst.values(), key=_RANK.__getitem__)
    severity = given[(len(given) - 1) // 2] if given else best.severity
    return MergedFinding(
        id="",
        severity=severity,
        file=best.file,
        line=placed.line,
        end_line=placed.end_line,
        claim=best.claim,
        evidence=_distinct(f.evidence for f in group),
        fix=next((f.fix for f in group if f.fix), ""),
        cause=_cause(group),
        who=tuple(sorted(worst)),
        support=_support(worst.keys(), reviewers),
        also=tuple(c for c in _distinct(f.claim for f in group) if c != best.claim),
        highest=given[0] if given and given[0] != severity else None,
    )


def _cause(group: Sequence[Finding]) -> Cause | None:
    named = Counter(finding.cause for finding in group if finding.cause)
    most = named.most_common(2)
    tied = len(most) == 2 and most[0][1] == most[1][1]
    return most[0][0] if most and not tied else None


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if text))


def _support(who: Collection[str], reviewers: Collection[str]) -> Support:
    """Who found something in a file has reviewed it, whatever the list says."""
    asked = len({*reviewers, *who})
    if len(who) < 2:
        return "single"
    if len(who) == asked:
        return "all"
    return "majority" if 2 * len(who) > asked else "some"
