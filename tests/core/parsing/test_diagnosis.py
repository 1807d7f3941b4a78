"""A diagnosis is read from the doctor's own block, and from nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundtable.core.diagnoses import UNKNOWN, Diagnosis
from roundtable.core.parsing.diagnosis import read_diagnosis
from roundtable.core.stances import FileRequest, Unparsed
from roundtable.testing.diagnoses import doctors_block

SEAT, ROUND = "Gawain", 2
CORPUS = Path(__file__).parents[1] / "corpus" / "diagnosis_blocks.jsonl"
TEXTS = [json.loads(line) for line in CORPUS.read_text("utf-8").splitlines()]
READABLE = [row for row in TEXTS if row["key"] is not None]
UNREADABLE = [row["text"] for row in TEXTS if row["key"] is None]


def read(text: str, *others: Diagnosis) -> Diagnosis | Unparsed:
    return read_diagnosis(text, SEAT, ROUND, others)


def wanted(request: FileRequest) -> str:
    return f"{request.path}:{request.start}-{request.end}" if request.start else request.path


def test_there_are_enough_texts() -> None:
    assert len(TEXTS) >= 120
    assert min(len(READABLE), len(UNREADABLE)) >= 60


@pytest.mark.parametrize("row", READABLE, ids=range(len(READABLE)))
def test_what_can_be_read_is_read(row: dict[str, Any]) -> None:
    found = read(row["text"])
    assert isinstance(found, Diagnosis)
    assert (found.root_cause_key, found.confidence_score) == (row["key"], row["confidence"])
    for field in row.keys() - {"text", "key", "confidence"}:
        value = getattr(found, field)
        told = [wanted(v) if isinstance(v, FileRequest) else v for v in value]
        assert (told if isinstance(value, tuple) else value) == row[field]


@pytest.mark.parametrize("text", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_cannot_be_read_is_none_and_says_why(text: str) -> None:
    found = read(text)
    assert isinstance(found, Unparsed)
    assert found.reason


def test_the_seeds_own_form_is_read() -> None:
    block = {
        "confidence_score": 8,
        "root_cause_key": "stale-auth-token-not-refreshed",
        "evidence": ["token expires after 1h", "no refresh logic found"],
        "rules_out": ["network-error", "cors-issue"],
        "confirms": ["auth module handles login correctly"],
        "file_requests": ["src/auth/token.ts:10-50"],
        "next_test": "check if refresh endpoint exists",
    }
    assert read(f"It is the token.\n\n```json\n{json.dumps(block)}\n```") == Diagnosis(
        confidence_score=8,
        root_cause_key="stale-auth-token-not-refreshed",
        evidence=("token expires after 1h", "no refresh logic found"),
        rules_out=("network-error", "cors-issue"),
        confirms=("auth module handles login correctly",),
        file_requests=(FileRequest(path="src/auth/token.ts", start=10, end=50),),
        next_test="check if refresh endpoint exists",
    )


def test_a_block_without_a_name_that_repeats_anothers_is_not_read() -> None:
    theirs = read(doctors_block(SEAT, ROUND, "cache-race", 9))
    assert isinstance(theirs, Diagnosis)
    unsigned = doctors_block(SEAT, ROUND, "cache-race", 9).replace('"knight": "Gawain",', "")
    assert isinstance(read(unsigned), Diagnosis)
    assert isinstance(read(unsigned, theirs), Unparsed)
    assert isinstance(read(doctors_block(SEAT, ROUND, "cache-race", 9), theirs), Diagnosis)


def test_the_reason_tells_the_doctor_what_to_write() -> None:
    found = read(doctors_block(SEAT, ROUND, ["cache-race"], 9))
    assert isinstance(found, Unparsed)
    assert '"root_cause_key" must be a text' in found.reason
    assert UNKNOWN in found.reason


@given(st.text(max_size=300), st.integers(0, 10), st.booleans())
def test_prose_around_it_and_other_doctors_blocks_change_nothing(
    prose: str, confidence: int, before: bool
) -> None:
    prose = prose.replace("`", "").replace("~", "").replace("{", "").replace(">", "")
    own = doctors_block(SEAT, ROUND, "cache-race", confidence)
    foreign = doctors_block("Lancelot", ROUND, "null-user", 10)
    text = f"{prose}\n{foreign}\n{own}" if before else f"{own}\n{prose}\n{foreign}"
    found = read(text)
    assert isinstance(found, Diagnosis)
    assert (found.root_cause_key, found.confidence_score) == ("cache-race", confidence)


@given(st.text(max_size=300))
def test_any_text_is_read_or_told_why_not_and_a_key_is_never_empty(text: str) -> None:
    found = read(text)
    assert found.reason if isinstance(found, Unparsed) else found.root_cause_key
