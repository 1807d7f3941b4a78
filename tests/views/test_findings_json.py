"""A script gets every field of every finding, and nothing that drives a terminal."""

import json

from roundtable.core.findings import MergedFinding, ReviewHeader
from roundtable.views.findings_json import findings_json

HEADER = ReviewHeader(
    title="Review of shop", reviewers=("Gawain", "Bors"), files=3, not_reviewed=("big.bin: binary",)
)
FINDING = MergedFinding(
    id="F1",
    severity="critical",
    file="app.py",
    line=12,
    claim="The key is in the source.",
    evidence=("KEY = 'x'",),
    who=("Bors", "Gawain"),
    support="all",
)


def test_everything_is_there_and_can_be_read_back() -> None:
    report = json.loads(findings_json((FINDING,), HEADER))
    assert report["version"] == 1
    assert ReviewHeader(**{k: report[k] for k in ReviewHeader.model_fields}) == HEADER
    assert [MergedFinding(**item) for item in report["findings"]] == [FINDING]
    assert report["counts"] == {"critical": 1, "warning": 0, "note": 0}


def test_no_findings_are_an_empty_list() -> None:
    assert json.loads(findings_json((), HEADER))["findings"] == []


def test_control_characters_and_half_characters_are_removed() -> None:
    bad = FINDING.model_copy(update={"claim": "a\x1b[31mb\u202ec\ud800", "evidence": ("x\x07\n",)})
    text = findings_json((bad,), HEADER)
    text.encode("utf-8")
    assert json.loads(text)["findings"][0]["claim"] == "a[31mbc?"
    assert json.loads(text)["findings"][0]["evidence"] == ["x\n"]
