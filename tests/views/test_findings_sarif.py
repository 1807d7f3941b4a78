"""The SARIF log keeps the rules of the format that hosts and editors rely on."""

import json
import re
from typing import Any
from urllib.parse import unquote

import pytest

from roundtable.core.findings import MergedFinding, ReviewHeader
from roundtable.views.findings_sarif import FINGERPRINT, findings_sarif

HEADER = ReviewHeader(title="Review of shop", reviewers=("Gawain", "Bors"), files=3)
FINDING = MergedFinding(
    id="F1",
    severity="critical",
    file="src/app.py",
    line=12,
    end_line=18,
    claim="The key is in the source.",
    evidence=("KEY = 'x'",),
    fix="Read it from the environment.",
    who=("Bors", "Gawain"),
    support="all",
    also=("Hard-coded secret.",),
)
ALLOWED = {
    "log": {"version", "$schema", "runs"},
    "run": {"tool", "columnKind", "results", "properties"},
    "result": {
        *("ruleId", "ruleIndex", "level", "message", "locations", "partialFingerprints"),
        "properties",
    },
    "rule": {"id", "name", "shortDescription", "fullDescription", "defaultConfiguration"},
}
"""The fields of the format that we use; the schema forbids any that it does not know."""


def other(**fields: object) -> MergedFinding:
    return FINDING.model_copy(update=fields)


def log(*findings: MergedFinding) -> dict[str, Any]:
    found = json.loads(findings_sarif(findings, HEADER))
    assert isinstance(found, dict)
    return found


def results(*findings: MergedFinding) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log(*findings)["runs"][0]["results"]
    return found


def check(whole: dict[str, Any]) -> None:
    """The essential rules of the schema, by hand."""
    assert set(whole) == ALLOWED["log"]
    assert next(iter(whole)) == "version" and whole["version"] == "2.1.0"
    assert whole["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = whole["runs"]
    assert set(run) == ALLOWED["run"]
    driver = run["tool"]["driver"]
    assert driver["name"] and driver["version"]
    for rule in driver["rules"]:
        assert set(rule) == ALLOWED["rule"]
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note", "none")
    for result in run["results"]:
        assert set(result) == ALLOWED["result"]
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note", "none")
        assert set(result["message"]) == {"text"} and result["message"]["text"]
        assert all(isinstance(v, str) for v in result["partialFingerprints"].values())
        for location in result["locations"]:
            place = location["physicalLocation"]
            assert not place["artifactLocation"]["uri"].startswith(("/", "."))
            assert re.fullmatch(r"[A-Za-z0-9/%._~-]+", place["artifactLocation"]["uri"])
            region = place.get("region", {"startLine": 1})
            assert 1 <= region["startLine"] <= region.get("endLine", region["startLine"])


def test_a_log_keeps_the_rules_of_the_format() -> None:
    check(log())
    check(log(FINDING, other(severity="note", line=None, end_line=None), other(claim="", fix="")))


@pytest.mark.parametrize(
    ("severity", "level"), [("critical", "error"), ("warning", "warning"), ("note", "note")]
)
def test_a_severity_is_a_level(severity: str, level: str) -> None:
    (result,) = results(other(severity=severity))
    assert (result["level"], result["ruleId"]) == (level, f"roundtable/{severity}")


def test_a_result_says_where_what_who_and_why() -> None:
    (result,) = results(FINDING)
    assert result["message"]["text"] == (
        "The key is in the source.\n\nFix: Read it from the environment."
    )
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "src/app.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 12, "endLine": 18},
    }
    assert result["properties"] == {
        "id": "F1",
        "who": ["Bors", "Gawain"],
        "support": "all",
        "evidence": ["KEY = 'x'"],
        "also": ["Hard-coded secret."],
    }


def test_a_severity_that_fewer_gave_is_told() -> None:
    (result,) = results(other(severity="note", highest="critical"))
    assert result["properties"]["highestSeverity"] == "critical"


def test_without_a_line_there_is_no_region() -> None:
    (result,) = results(other(line=None, end_line=None))
    assert "region" not in result["locations"][0]["physicalLocation"]


@pytest.mark.parametrize("path", ["a b/ü.py", "50%.py", "a#b.py", "c:d.py", "src\\win.py", "q?.py"])
def test_a_path_becomes_a_relative_uri(path: str) -> None:
    whole = log(other(file=path))
    check(whole)
    location = whole["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert unquote(location["artifactLocation"]["uri"]) == path.replace("\\", "/")


def fingerprint(finding: MergedFinding) -> str:
    (result,) = results(finding)
    found = result["partialFingerprints"][FINGERPRINT]
    assert isinstance(found, str)
    return found


def test_a_fingerprint_stays_when_lines_move_or_others_agree() -> None:
    moved = other(line=99, end_line=None, severity="note", id="F7", who=("Bors",), evidence=())
    assert fingerprint(moved) == fingerprint(FINDING)
    assert fingerprint(other(claim="the KEY is in the source")) == fingerprint(FINDING)


def test_a_fingerprint_is_another_in_another_file_or_of_another_claim() -> None:
    assert fingerprint(other(file="b.py")) != fingerprint(FINDING)
    assert fingerprint(other(claim="The loop never ends.")) != fingerprint(FINDING)
    assert fingerprint(other(claim="??")) != fingerprint(other(claim="!!"))


def test_two_results_never_share_a_fingerprint() -> None:
    prints = [r["partialFingerprints"][FINGERPRINT] for r in results(FINDING, other(line=40))]
    assert len(set(prints)) == 2
    assert prints[0].endswith(":1") and prints[1].endswith(":2")


def test_signs_with_a_meaning_in_a_message_are_made_plain() -> None:
    (result,) = results(other(claim="`{0}` and [here](http://x.example) \x1b[31m", fix=""))
    assert result["message"]["text"] == "`{{0}}` and [here] (http://x.example) [31m"


def test_text_that_utf8_cannot_carry_is_replaced_everywhere() -> None:
    bad = other(claim="a\ud800", file="a\ud800.py", evidence=("\ud800",), who=("x\ud800",))
    findings_sarif((bad,), HEADER).encode("utf-8")


def test_whose_fault_a_finding_is_is_a_property_where_it_is_known() -> None:
    log = json.loads(findings_sarif([other(cause="surroundings"), FINDING], HEADER))
    told, untold = (result["properties"] for result in log["runs"][0]["results"])
    assert told["cause"] == "surroundings"
    assert "cause" not in untold
