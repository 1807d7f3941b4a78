"""Findings as SARIF 2.1.0, for code hosts and editors that show them beside the code."""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from urllib.parse import quote

from roundtable import __version__
from roundtable.core.findings import SEVERITIES, MergedFinding, ReviewHeader, Severity
from roundtable.core.likeness import take_apart
from roundtable.core.parsing.text import clean, printable

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "roundtableFinding/v1"
_LEVELS: dict[Severity, str] = {"critical": "error", "warning": "warning", "note": "note"}
_RULES: dict[Severity, str] = {
    "critical": "Must be put right: the reviewers hold it to be wrong or unsafe.",
    "warning": "Should be put right: it may fail, or make later work harder.",
    "note": "Worth a thought: style, clarity, small improvements.",
}


def findings_sarif(findings: Sequence[MergedFinding], header: ReviewHeader) -> str:
    driver = {
        "name": "Roundtable",
        "version": __version__,
        "rules": [_rule(severity) for severity in SEVERITIES],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": _results(findings),
        "properties": {
            "title": _plain(header.title),
            "reviewers": [_plain(seat) for seat in header.reviewers],
            "files": header.files,
            "notReviewed": [_plain(item) for item in header.not_reviewed],
        },
    }
    log = {"version": "2.1.0", "$schema": SCHEMA, "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule_id(severity: Severity) -> str:
    return f"roundtable/{severity}"


def _rule(severity: Severity) -> dict[str, object]:
    return {
        "id": _rule_id(severity),
        "name": f"Review{severity.capitalize()}",
        "shortDescription": {"text": f"A {severity} finding of a review by several models."},
        "fullDescription": {"text": _RULES[severity]},
        "defaultConfiguration": {"level": _LEVELS[severity]},
    }


def _results(findings: Sequence[MergedFinding]) -> list[dict[str, object]]:
    """A fingerprint that comes twice is counted, so that two results never look like one."""
    seen = Counter[str]()
    results = []
    for finding in findings:
        print_ = _fingerprint(finding)
        seen[print_] += 1
        results.append(_result(finding, f"{print_}:{seen[print_]}"))
    return results


def _result(finding: MergedFinding, fingerprint: str) -> dict[str, object]:
    words = finding.claim.strip() or "No claim was written."
    if finding.fix.strip():
        words += f"\n\nFix: {finding.fix.strip()}"
    return {
        "ruleId": _rule_id(finding.severity),
        "ruleIndex": SEVERITIES.index(finding.severity),
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(words)},
        "locations": [{"physicalLocation": _location(finding)}],
        "partialFingerprints": {FINGERPRINT: fingerprint},
        "properties": {
            "id": finding.id,
            "who": [_plain(seat) for seat in finding.who],
            "support": finding.support,
            "evidence": [_plain(text) for text in finding.evidence],
            "also": [_plain(text) for text in finding.also],
            **({"cause": finding.cause} if finding.cause else {}),
            **({"highestSeverity": finding.highest} if finding.highest else {}),
        },
    }


def _location(finding: MergedFinding) -> dict[str, object]:
    path = clean(finding.file).replace("\\", "/").lstrip("/")
    location: dict[str, object] = {
        "artifactLocation": {"uri": quote(path, safe="/"), "uriBaseId": "%SRCROOT%"}
    }
    if finding.line is not None:
        region = {"startLine": finding.line}
        if finding.end_line is not None and finding.end_line > finding.line:
            region["endLine"] = finding.end_line
        location["region"] = region
    return location


def _fingerprint(finding: MergedFinding) -> str:
    """Of the file and what is claimed, not of the line: lines move."""
    words = " ".join(sorted(take_apart(finding.claim).words)) or finding.claim
    text = clean(f"{finding.file}\n{words}")
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:32]


def _plain(text: str) -> str:
    return printable(clean(text))


def _message(text: str) -> str:
    """SARIF's own signs made plain: braces are placeholders there, and `[a](b)` is a link."""
    doubled = _plain(text).replace("{", "{{").replace("}", "}}")
    return doubled.replace("](", "] (") or "…"
