"""Answers as models really write them, each with what a careful person would make of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from roundtable.core.parsing.file_blocks import FileBlock, Rejected, describe, read_files

FOLDER = Path(__file__).parent / "file_blocks"


def cases() -> Iterator[tuple[str, dict[str, Any]]]:
    for page in sorted(FOLDER.glob("*.yaml")):
        for case in yaml.safe_load(page.read_text(encoding="utf-8")):
            yield f"{page.stem}: {case['case']}", case


CASES = list(cases())
FIELDS = {"case", "known", "text", "files", "deleted", "rejected", "prose"}


def test_the_corpus_is_large_and_every_case_has_a_name_of_its_own() -> None:
    assert len(CASES) >= 200
    assert len({name for name, _ in CASES}) == len(CASES)
    assert all(set(case) <= FIELDS for _, case in CASES), "a misspelt field would test nothing"


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_an_answer_is_read_as_a_careful_person_would(case: dict[str, Any]) -> None:
    reading = read_files(case["text"], case.get("known", ()))
    expected = case.get("files", [])
    assert [(f.path, f.text) for f in reading.files] == [(f["path"], f["text"]) for f in expected]
    for file, wanted in zip(reading.files, expected, strict=True):
        check_warnings(file, wanted.get("warnings", []))
    assert list(reading.deleted) == case.get("deleted", [])
    check_rejected(list(reading.rejected), case.get("rejected", []))
    for words in case.get("prose", []):
        assert words in reading.prose
    assert "".join(segment.raw for segment in reading.segments) == case["text"]


def check_warnings(file: FileBlock, wanted: list[str]) -> None:
    assert len(file.warnings) == len(wanted), file.warnings
    for words in wanted:
        assert any(words in warning for warning in file.warnings), (words, file.warnings)


def check_rejected(found: list[Rejected], wanted: list[dict[str, str]]) -> None:
    assert len(found) == len(wanted), found
    for rejected, expected in zip(found, wanted, strict=True):
        if "path_begins" in expected:
            assert rejected.path.startswith(expected["path_begins"])
        else:
            assert rejected.path == expected["path"]
        assert expected["reason"] in rejected.reason
        assert rejected.raw


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_the_agent_is_told_of_every_rejection_and_of_nothing_else(case: dict[str, Any]) -> None:
    told = describe(read_files(case["text"], case.get("known", ())))
    for expected in case.get("rejected", []):
        assert expected.get("path", "") in told
        assert expected["reason"] in told
    assert bool(told) == bool(case.get("rejected"))
