"""Verdicts as models write them, each with the reading that a careful person would give it."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter

from roundtable.core.parsing.verdict import read_verdict
from roundtable.core.stances import Unparsed
from roundtable.core.verdicts import Verdict

FOLDER = Path(__file__).parent / "verdicts"
CASES: list[dict[str, Any]] = [
    {"file": path.stem, **case}
    for path in sorted(FOLDER.glob("*.yaml"))
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))
]
ROUNDS = {"discussion": "architecture", "code": "development", "findings": "review"}
VERDICT: TypeAdapter[Verdict] = TypeAdapter(Verdict)


def read(case: dict[str, Any]) -> Verdict | Unparsed:
    return read_verdict(
        case["text"],
        case["kind"],
        case.get("round", ROUNDS[case["kind"]]),
        case.get("iteration", 2),
        labels=case.get("labels", ()),
        quoted=case.get("quoted", ()),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['file']}: {case['name']}")
def test_a_verdict_is_read_as_a_careful_person_would_read_it(case: dict[str, Any]) -> None:
    reading = read(case)
    if "unreadable" in case:
        assert isinstance(reading, Unparsed), f"read as {reading!r}"
        assert case["unreadable"] in reading.reason
    else:
        assert not isinstance(reading, Unparsed), reading.reason
        assert reading == VERDICT.validate_python({"kind": case["kind"], **case["expected"]})


def test_the_corpus_is_large_and_its_names_are_its_own() -> None:
    names = [(case["file"], case["name"]) for case in CASES]
    assert len(names) == len(set(names)) >= 150
    assert all(("expected" in case) != ("unreadable" in case) for case in CASES)
