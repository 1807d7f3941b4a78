"""What was found, for build servers: forms, files and exit codes."""

import argparse
import json
from pathlib import Path

import pytest

from roundtable.apps.cli import exits
from roundtable.apps.cli.reporting import (
    add_report_arguments,
    give_report,
    refuse_report,
    report_screen,
)
from roundtable.apps.cli.screens import JsonScreen, add_screen_arguments
from roundtable.core.decide.summon import upheld
from roundtable.core.errors import RoundtableError, UsageError
from roundtable.core.state import SessionState, fold
from tests.core.summons import finding, speech, summon

STATE: SessionState = fold(summon(lambda turn: speech(turn, 9, finding(severity="warning"))))


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_report_arguments(parser)
    add_screen_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [("critical", exits.DECIDED), ("warning", exits.FINDINGS), ("note", exits.FINDINGS)],
)
def test_the_code_is_that_of_the_worst_finding(fail_on: str, code: int) -> None:
    assert give_report(arguments("--fail-on", fail_on), STATE, upheld(STATE)) == code
    assert give_report(arguments("--fail-on", fail_on), STATE, ()) == exits.DECIDED


def test_critical_is_the_default_and_never_means_never() -> None:
    assert arguments().fail_on == "critical"
    assert give_report(arguments("--fail-on", "never"), STATE, upheld(STATE)) == exits.DECIDED


def test_a_report_goes_to_stdout_or_into_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give_report(arguments("--format", "json"), STATE, upheld(STATE))
    assert json.loads(capsys.readouterr().out)["counts"]["warning"] == 1
    path = tmp_path / "found.md"
    give_report(arguments("--format", "markdown", "--out", str(path)), STATE, upheld(STATE))
    assert "## Warnings (1)" in path.read_text()
    assert not capsys.readouterr().out


def test_findings_and_events_do_not_share_standard_output(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="both want standard output"):
        refuse_report(arguments("--format", "json", "--json"))
    refuse_report(arguments("--format", "json", "--json", "--out", str(tmp_path / "found.json")))


def test_a_file_that_cannot_be_written_is_told_with_a_remedy(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "gone" / "found.md")
    with pytest.raises(RoundtableError) as caught:
        give_report(arguments("--format", "json", "--out", nowhere), STATE, ())
    assert caught.value.remedy


@pytest.mark.parametrize(
    "words",
    [("--out", "x.md"), ("--format", "json", "--out", "/"), ("--format", "json", "--out", "/no/x")],
)
def test_a_report_that_could_not_be_written_is_refused_at_once(words: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="--out"):
        refuse_report(arguments(*words))


def test_with_a_form_on_stdout_the_deliberation_is_told_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report_screen(arguments("--format", "json")).say("the deliberation")
    told = capsys.readouterr()
    assert "the deliberation" in told.err
    assert not told.out
    assert isinstance(report_screen(arguments("--format", "json", "--json")), JsonScreen)
