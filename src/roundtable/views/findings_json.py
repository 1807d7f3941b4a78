"""Findings for a script: one JSON object, stable in its fields."""

import json
from collections.abc import Sequence

from roundtable.core.findings import SEVERITIES, MergedFinding, ReviewHeader
from roundtable.core.parsing.text import clean, printable

VERSION = 1


def findings_json(findings: Sequence[MergedFinding], header: ReviewHeader) -> str:
    counts = {s: sum(1 for f in findings if f.severity == s) for s in SEVERITIES}
    report = {
        "version": VERSION,
        **header.model_dump(mode="json"),
        "counts": counts,
        "findings": [finding.model_dump(mode="json") for finding in findings],
    }
    return json.dumps(_harmless(report), indent=2, ensure_ascii=False) + "\n"


def _harmless(value: object) -> object:
    """The same without what a terminal would obey or UTF-8 cannot carry."""
    if isinstance(value, str):
        return printable(clean(value))
    if isinstance(value, dict):
        return {key: _harmless(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_harmless(item) for item in value]
    return value
